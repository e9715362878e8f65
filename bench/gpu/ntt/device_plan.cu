// SPDX-License-Identifier: Apache-2.0
// Transforms of BLS12-381 Fr in device memory: milliseconds, products a second counted as n/2 log2 n, and
// the share of 4.29 TB/s that one read and one write of the data would take.
//
//   device_plan [least log2 n [largest log2 n [tile_log least_column_log [thread_elements_log
//              [table_bytes_log]]]]]

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <cuda_runtime.h>

#include <cuzk/core/cuda.cuh>
#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/exec/cuda.cuh>
#include <cuzk/memory/device_resource.cuh>
#include <cuzk/ntt/device_plan.cuh>
#include <cuzk/ntt/tile_tuning.hpp>

#include <gpu/ntt/data.cuh>
#include <support/gpu_bench.cuh>

namespace {

using namespace cuzk_bench;
using f = cuzk::curves::bls12_381::fr;
using cuzk::ntt::options;
using cuzk::ntt::order;

void row(char const* what, unsigned log_size, double ms) {
  double const n = static_cast<double>(std::size_t{1} << log_size);
  double const products = n / 2 * log_size / ms * 1e-6;
  double const passes = ms * 1e-3 * 4.29e12 / (2 * n * sizeof(f));
  std::printf("2^%-3u %-34s %9.4f ms %7.1f G products/s %6.2f copies of the data\n", log_size, what, ms, products,
              passes);
  std::printf("{\"name\": \"ntt/%s\", \"log_size\": %u, \"ms\": %.5f, \"g_products_per_s\": %.2f, \"copies\": %.2f}\n",
              what, log_size, ms, products, passes);
}

bool run(unsigned log_size, std::optional<cuzk::ntt::tile_tuning> const& tuning, cudaStream_t stream,
         cuzk::memory::device_pool& pool) {
  cuzk::exec::cuda const where(cuzk::stream_ref(stream), pool);
  std::size_t const n = std::size_t{1} << log_size;
  auto const x = where.allocate<f>(n), kept = where.allocate<f>(n);
  auto const wrong = where.allocate<unsigned long long>(1);
  cuzk::exec::for_each_index(where, n, fill{x.data()});
  cuzk::exec::for_each_index(where, n, fill{kept.data()});
  double const build_ms = device_ms(
      stream, [&] { cuzk::ntt::device_plan<f> const again(where, log_size, tuning); }, 1);
  cuzk::ntt::device_plan<f> const plan(where, log_size, tuning);
  std::printf("2^%-3u tables %.1f MiB in %.3f ms\n", log_size, static_cast<double>(plan.table_bytes()) / 1048576,
              build_ms);

  f const shift(7);
  struct way {
    char const* name;
    options<f> there, back;
  };
  std::vector<way> const ways{
      {"natural to natural", {}, {}},
      {"natural to reversed", {order::natural, order::bit_reversed}, {order::bit_reversed, order::natural}},
      {"natural to natural, coset", {order::natural, order::natural, shift}, {order::natural, order::natural, shift}},
      {"natural to reversed, coset",
       {order::natural, order::bit_reversed, shift},
       {order::bit_reversed, order::natural, shift}},
  };
  bool good = true;
  for (auto const& w : ways) {
    plan.forward(where, x.span(), w.there);
    plan.inverse(where, x.span(), w.back);
    unsigned long long different = 1;
    CUZK_CUDA_CHECK(cudaMemsetAsync(wrong.data(), 0, sizeof(different), stream));
    cuzk::exec::for_each_index(where, n, count_different{x.data(), kept.data(), wrong.data()});
    CUZK_CUDA_CHECK(cudaMemcpyAsync(&different, wrong.data(), sizeof(different), cudaMemcpyDeviceToHost, stream));
    CUZK_CUDA_CHECK(cudaStreamSynchronize(stream));
    if (different != 0) {
      std::printf("FAIL 2^%u %s: %llu elements differ after the round trip\n", log_size, w.name, different);
      good = false;
      continue;
    }
    std::size_t const repetitions = log_size < 22 ? 21 : 7;
    std::string const name = w.name;
    row(("forward " + name).c_str(), log_size,
        device_ms(
            stream, [&] { plan.forward(where, x.span(), w.there); }, repetitions));
    row(("inverse of " + name).c_str(), log_size,
        device_ms(
            stream, [&] { plan.inverse(where, x.span(), w.back); }, repetitions));
    cuzk::exec::for_each_index(where, n, fill{x.data()});
  }
  return good;
}

}  // namespace

int main(int argc, char** argv) {
  return bench_main(argc, argv, [](arguments const& argument) {
    print_device();
    std::optional<cuzk::ntt::tile_tuning> tuning;
    if (argument.count() > 4) {
      tuning = cuzk::ntt::tile_tuning{argument(3, 10), argument(4, 1), argument(5, 3), argument(6, 30)};
    }
    cudaStream_t stream = nullptr;
    CUZK_CUDA_CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    {
      cuzk::memory::device_pool pool;
      bool good = true;
      for (unsigned log_size = argument(1, 16); log_size <= argument(2, 27); ++log_size) {
        good = run(log_size, tuning, stream, pool) && good;
      }
      CUZK_CUDA_CHECK(cudaStreamSynchronize(stream));
      check(good, "a round trip");
    }
    CUZK_CUDA_CHECK(cudaStreamDestroy(stream));
  });
}
