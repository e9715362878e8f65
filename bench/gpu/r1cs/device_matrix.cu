// SPDX-License-Identifier: Apache-2.0
// Sparse matrices of BLS12-381 Fr times a witness, in the shape of a proof of replication: 99 % of the rows have one to
// three terms, 1 % have 300, of 40 coefficients, 1 and -1 for half of the terms, else powers of two. Wires are near the
// row's number, as circuits have them, or anywhere, which no cache helps.
//
//   device_matrix [log2 rows], 24 unless told; 2^24 rows take 3 GB of host memory a matrix

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <random>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include <cuda_runtime.h>

#include <cuzk/core/cuda.cuh>
#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/exec/cuda.cuh>
#include <cuzk/exec/serial.hpp>
#include <cuzk/memory/device_resource.cuh>
#include <cuzk/r1cs/device_matrix.cuh>
#include <cuzk/r1cs/matrix.hpp>
#include <cuzk/vector/insecure_random.hpp>

#include <support/gpu_bench.cuh>

namespace {

using fr = cuzk::curves::bls12_381::fr;
using matrix = cuzk::r1cs::sparse_matrix<fr>;

struct shape {
  char const* name;
  bool is_local;        // wires near the row's number
  unsigned long_rows;   // of 1000 rows
  unsigned long_terms;  // of such a row
};

std::vector<fr> forty_coefficients() {
  std::vector<fr> c{fr::one(), -fr::one()};
  for (fr power(2); c.size() < 40; power = power + power) c.push_back(power);
  return c;
}

// As many wires as rows.
matrix make_matrix(shape const& how, std::uint32_t rows) {
  auto const coefficients = forty_coefficients();
  std::mt19937_64 random(7);
  matrix m;
  m.row_begin.reserve(rows + std::size_t{1});
  std::size_t const terms_about = rows * (2 + std::size_t{how.long_rows} * how.long_terms / 1000);
  m.wire.reserve(terms_about);
  m.value.reserve(terms_about);
  for (std::uint32_t row = 0; row < rows; ++row) {
    bool const is_long = random() % 1000 < how.long_rows;
    std::uint64_t const terms = is_long ? how.long_terms : 1 + random() % 3;
    for (std::uint64_t t = 0; t < terms; ++t) {
      std::uint64_t const x = random();
      std::uint64_t const wire = how.is_local ? row + (is_long ? t : x % 2048) : x;
      std::uint64_t const y = x >> 40U;
      m.push_term(static_cast<std::uint32_t>(wire % rows), coefficients[y % 2 == 0 ? y / 2 % 2 : y / 2 % 40]);
    }
    m.end_row();
  }
  return m;
}

std::size_t products(matrix const& m) {
  return static_cast<std::size_t>(std::count_if(m.value.begin(), m.value.end(),
                                                [](fr const& c) { return !(c == fr::one()) && !(c == -fr::one()); }));
}

void run(shape const& how, std::uint32_t rows, cuzk::exec::cuda const& where) {
  cudaStream_t const stream = where.stream().get();
  auto const m = make_matrix(how, rows);
  auto const begin = std::chrono::steady_clock::now();
  cuzk::r1cs::device_matrix<fr> const made(where, m, rows);
  double const made_ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();

  std::vector<fr> witness(rows), expected(rows), out(rows);
  cuzk::vector::insecure_random_elements(cuzk::exec::serial{}, std::span<fr>(witness), 1);
  auto const in = where.allocate<fr>(rows), result = where.allocate<fr>(rows);
  CUZK_CUDA_CHECK(
      cudaMemcpyAsync(in.data(), witness.data(), rows * sizeof(fr), cudaMemcpyHostToDevice, where.stream().get()));
  double const ms =
      cuzk_bench::device_ms(stream, [&] { made.multiply(where, result.span(), std::span<fr const>(in.span())); });
  CUZK_CUDA_CHECK(cudaMemcpyAsync(out.data(), result.data(), rows * sizeof(fr), cudaMemcpyDeviceToHost, stream));
  where.stream().synchronize();
  m.multiply(cuzk::exec::serial{}, std::span<fr>(expected), std::span<fr const>(witness));
  cuzk_bench::check(out == expected, how.name);

  auto const bytes = static_cast<double>(made.device_bytes());
  auto const gathered = static_cast<double>(made.terms() * sizeof(fr)),
             written = static_cast<double>(rows * sizeof(fr));
  cuzk_bench::report(std::string("r1cs matrix ") + how.name, made.terms(), bytes + gathered + written, ms);
  std::printf("  %u rows, %zu terms, %zu products (%.1f G/s); %.2f bytes a term on the device; made in %.0f ms\n", rows,
              made.terms(), products(m), static_cast<double>(products(m)) / ms * 1e-6,
              bytes / static_cast<double>(made.terms()), made_ms);
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  return cuzk_bench::bench_main(argc, argv, [](cuzk_bench::arguments const& arguments) {
    unsigned const log_rows = arguments(1, 24);
    if (log_rows >= 32) throw std::runtime_error("log2 rows must be below 32");
    cuzk_bench::print_device();
    cudaStream_t stream = nullptr;
    CUZK_CUDA_CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    {
      cuzk::memory::device_pool pool;
      cuzk::exec::cuda const where(cuzk::stream_ref(stream), pool);
      for (shape const& how :
           {shape{"near wires", true, 10, 300}, shape{"wires anywhere", false, 10, 300},
            shape{"near wires, short rows", true, 0, 0}, shape{"wires anywhere, short rows", false, 0, 0}}) {
        run(how, std::uint32_t{1} << log_rows, where);
      }
    }
    CUZK_CUDA_CHECK(cudaStreamDestroy(stream));
  });
}
