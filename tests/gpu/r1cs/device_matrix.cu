// SPDX-License-Identifier: Apache-2.0
// Products of sparse matrices on a device against those on the host, bit for bit. Returns 77 where there is no device.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <cuda_runtime.h>

#include <cuzk/core/cuda.cuh>
#include <cuzk/core/error.hpp>
#include <cuzk/core/random.hpp>
#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/curves/toy.hpp>
#include <cuzk/exec/cuda.cuh>
#include <cuzk/exec/serial.hpp>
#include <cuzk/field/prime_field.hpp>
#include <cuzk/memory/device_resource.cuh>
#include <cuzk/r1cs.cuh>
#include <cuzk/vector/insecure_random.hpp>

#include <r1cs/random_matrix.hpp>
#include <support/fields.hpp>
#include <support/gpu_test.cuh>
#include <support/guarded.cuh>

namespace {

using cuzk::r1cs::device_matrix;
using cuzk::r1cs::sparse_matrix;
using cuzk_test::device_array;
using cuzk_test::guarded;
using cuzk_test::own_stream;
using cuzk_test::require;
using cuzk_test::require_equal;
using cuzk_test::require_throws;
using fr = cuzk::curves::bls12_381::fr;
using toy = cuzk::curves::toy_271::scalar_field;
using goldilocks = cuzk::prime_field<cuzk_test::goldilocks>;

template <class F>
std::vector<F> elements(std::size_t n, std::uint64_t seed) {
  std::vector<F> x(n);
  cuzk::vector::insecure_random_elements(cuzk::exec::serial{}, std::span<F>(x), seed);
  if (n > 8) x[n / 2] = F::zero();
  if (n > 8) x[n / 3] = F::one();
  if (n > 8) x[n - 1] = -F::one();
  return x;
}

template <class F>
std::vector<F> on_host(sparse_matrix<F> const& m, std::vector<F> const& witness) {
  std::vector<F> out(m.rows());
  m.multiply(cuzk::exec::serial{}, std::span<F>(out), std::span<F const>(witness));
  return out;
}

// Made and multiplied in memory of exactly the bytes that are told, and not with less.
template <class F>
void require_product(sparse_matrix<F> const& m, std::size_t wires, std::string const& what) {
  own_stream const stream;
  auto const witness = elements<F>(wires, 7);
  auto const expected = on_host(m, witness);
  guarded<F> const in(stream.get(), witness), out(m.rows());
  std::size_t const bytes = device_matrix<F>::device_bytes(m, wires);
  cuzk_test::require_exact_workspace(stream.ref(), bytes, [&](cuzk::exec::cuda const& where) {
    device_matrix<F> const made(where, m, wires);
    require(made.device_bytes() == bytes, what + ": device_bytes");
    require(made.rows() == m.rows() && made.wires() == wires, what + ": rows and wires");
    cuzk_test::require_exact_workspace(stream.ref(), made.workspace_bytes(), [&](cuzk::exec::cuda const& with_scratch) {
      made.multiply(with_scratch, out.span(), in.in());
    });
    require_equal(expected, out.get(stream.get()), what);
  });
}

template <class F>
void random_matrices() {
  cuzk::insecure_seeded_random rng(1);
  using cuzk_test::sanitized_few;
  for (std::size_t const rows :
       sanitized_few<std::size_t>("rows", {1, 2, 31, 32, 33, 1000, 40003}, {1, 33, 1000, 5003})) {
    for (std::uint32_t const wires :
         sanitized_few<std::uint32_t>("wires", {1, 2, 3, 256, 257, 5000}, {1, 256, 257, 5000})) {
      for (std::size_t const distinct : {0U, 40U, 30000U}) {
        require_product(cuzk_test::random_matrix<F>(rng, rows, wires, distinct), wires,
                        std::to_string(rows) + " rows, " + std::to_string(wires) + " wires, " +
                            std::to_string(distinct) + " coefficients");
      }
    }
  }
}

template <class F>
void empty_rows_and_no_rows() {
  sparse_matrix<F> m;
  require_product(m, 0, "no rows, no wires");
  require_product(m, 5, "no rows");
  for (int i = 0; i < 100; ++i) m.end_row();
  require_product(m, 0, "100 empty rows, no wires");
  require_product(m, 5, "100 empty rows");
  m.push_term(2, F::zero());
  m.end_row();
  require_product(m, 3, "a coefficient that is zero");
  m.push_term(2, F(3));
  m.end_row();
  for (int i = 0; i < 100; ++i) m.end_row();
  require_product(m, 3, "one term among empty rows");
}

// One, minus one and others alone; the last wire too.
template <class F>
void coefficients_of_one_kind() {
  for (F const& c : {F::one(), -F::one(), F(2)}) {
    sparse_matrix<F> m;
    for (std::uint32_t row = 0; row < 1000; ++row) {
      for (std::uint32_t t = 0; t <= row % 4; ++t) m.push_term((row * 31 + t * 77) % 512, c);
      m.end_row();
    }
    m.push_term(511, c);
    m.end_row();
    require_product(m, 512, "coefficients of one kind");
  }
  sparse_matrix<F> m;
  cuzk::r1cs::append_identity_rows(m, 777);
  require_product(m, 777, "identity rows");
}

template <class F>
void wires_that_repeat() {
  sparse_matrix<F> m;
  for (std::uint32_t row = 0; row < 70; ++row) {
    for (std::uint32_t t = 0; t < 3 * row; ++t) m.push_term(row % 7, t % 3 == 0 ? F::one() : F(t));
    m.end_row();
  }
  // 2000 times the same, of which all but one term cancel.
  for (std::uint32_t t = 0; t < 2001; ++t) m.push_term(3, t % 2 == 0 ? F::one() : -F::one());
  m.end_row();
  require_product(m, 7, "wires that repeat");
}

// Rows of every length around the bounds between a lane, a warp and pieces.
template <class F>
void rows_of_every_length() {
  sparse_matrix<F> m;
  auto const add_row = [&](std::uint32_t terms) {
    for (std::uint32_t t = 0; t < terms; ++t) m.push_term((t * 7919 + terms) % 3000, F(1 + t % 5));
    m.end_row();
  };
  for (std::uint32_t n = 0; n < 140; ++n) add_row(n);
  for (std::uint32_t const n : {63U, 64U, 65U, 254U, 255U, 256U, 1023U, 1024U, 1025U, 2047U, 2048U, 2049U, 70000U}) {
    for (int copies = 0; copies < 33; ++copies) add_row(n % 7);
    add_row(n);
  }
  for (std::uint32_t const alike : {5U, 64U, 65U}) {
    for (int copies = 0; copies < 64; ++copies) add_row(alike);
  }
  require_product(m, 3000, "rows of every length");
}

// Five million terms are more than 4096 pieces of 1024.
template <class F>
void one_very_long_row() {
  for (std::uint32_t const terms :
       cuzk_test::sanitized_few<std::uint32_t>("terms", {1'000'000, 5'000'001}, {5'000'001})) {
    sparse_matrix<F> m;
    for (std::uint32_t row = 0; row < 100; ++row) {
      for (std::uint32_t t = 0; t < (row == 40 ? terms : row % 3); ++t) {
        m.push_term((t * 7919U + row) % 65537U, F(1 + t % 9));
      }
      m.end_row();
    }
    require_product(m, 65537, "a row of " + std::to_string(terms) + " terms");
  }
}

template <class F>
cuzk::r1cs::detail::term_format format_of(sparse_matrix<F> const& m, std::size_t wires) {
  return cuzk::r1cs::detail::matrix_plan<F>::of(cuzk::exec::serial{}, m, wires).format;
}

// Terms of `distinct` coefficients, `times` each, four a row.
template <class F>
sparse_matrix<F> matrix_of(std::size_t distinct, std::size_t times, std::uint32_t wires) {
  sparse_matrix<F> m;
  for (std::size_t t = 0; t < distinct * times; ++t) {
    m.push_term(static_cast<std::uint32_t>(t * 2654435761U % wires), F(2 + t % distinct));
    if (t % 4 == 3) m.end_row();
  }
  m.end_row();
  return m;
}

void coefficients_of_their_own() {
  auto m = matrix_of<fr>(300'001, 1, 1U << 20U);
  m.value[7] = fr::one();
  m.value[9] = -fr::one();
  require(format_of(m, std::size_t{1} << 20U).own_coefficients, "the format");
  require_product(m, std::size_t{1} << 20U, "coefficients of their own");
}

template <class F>
void require_index(std::size_t distinct, std::size_t times, std::uint32_t wires, unsigned bytes) {
  auto const m = matrix_of<F>(distinct, times, wires);
  require(format_of(m, wires) == cuzk::r1cs::detail::term_format{format_of(m, wires).wire_bits, bytes, false},
          "the format of " + std::to_string(distinct) + " coefficients");
  require_product(m, wires, "an index of " + std::to_string(bytes) + " bytes");
}

void an_index_of_no_one_and_two_bytes() {
  require_index<fr>(4094, 3, 1U << 20U, 0);
  require_index<fr>(4095, 3, 1U << 20U, 1);
  require_index<fr>(1U << 20U, 2, 1U << 20U, 2);
}

// An index of four bytes needs many wires and millions of coefficients.
void an_index_of_four_bytes() { require_index<goldilocks>(std::size_t{1} << 21U, 3, 1U << 27U, 4); }

// Allocations from a resource that has nothing would be seen as another error.
void malformed_matrices_are_refused_before_memory_is_asked_for() {
  own_stream const stream;
  cuzk::memory::workspace nothing{std::span<std::byte>()};
  cuzk::exec::cuda const where(stream.ref(), nothing);
  sparse_matrix<fr> good;
  good.push_term(3, fr(5));
  good.end_row();
  good.push_term(0, fr(1));
  good.end_row();
  auto const refused = [&](sparse_matrix<fr> const& m, std::size_t wires, char const* text) {
    require_throws<cuzk::invalid_argument>([&] { device_matrix<fr> const made(where, m, wires); }, text);
    require_throws<cuzk::invalid_argument>([&] { static_cast<void>(device_matrix<fr>::device_bytes(m, wires)); }, text);
  };
  require_throws<cuzk::out_of_memory>([&] { device_matrix<fr> const made(where, good, 4); }, "workspace");
  refused(good, 3, "term 0 is of wire 3; there are 3");
  refused(good, 0, "there are 0");
  auto m = good;
  m.row_begin = {};
  refused(m, 4, "row offsets must start with 0");
  m.row_begin = {0, 2, 1, 2};
  refused(m, 4, "offset of row 1 decreases");
  m.row_begin = {0, 1, 3};
  refused(m, 4, "row offsets end at 3");
  m = good;
  m.wire.push_back(0);
  refused(m, 4, "3 columns, 2 coefficients");
}

// Nothing is launched then: the memory is as it was.
void mistakes_are_refused() {
  own_stream const stream;
  cuzk::memory::device_pool pool;
  cuzk::exec::cuda const where(stream.ref(), pool);
  cuzk::insecure_seeded_random rng(2);
  auto const m = cuzk_test::random_matrix<fr>(rng, 100, 50, 40);
  device_matrix<fr> const made(where, m, 50);
  auto const values = elements<fr>(200, 3);
  guarded<fr> const x(stream.get(), values);
  auto const refused = [](auto const& call, char const* text) { require_throws<cuzk::invalid_argument>(call, text); };
  auto const multiply = [&](std::span<fr> out, std::span<fr const> in) { made.multiply(where, out, in); };
  refused([&] { multiply(x.span().first(99), x.in().last(50)); }, "99 outputs, 100 rows");
  refused([&] { multiply(x.span().first(101), x.in().last(50)); }, "101 outputs, 100 rows");
  refused([&] { multiply(x.span().first(100), x.in().last(49)); }, "49 elements of the witness, 50 wires");
  refused([&] { multiply(x.span().first(100), x.in().last(51)); }, "51 elements of the witness, 50 wires");
  refused([&] { multiply(x.span().first(100), x.in().subspan(99, 50)); }, "overlap");
  refused([&] { multiply(x.span().subspan(49, 100), x.in().first(50)); }, "overlap");
  refused([&] { multiply(x.span().subspan(20, 100), x.in().subspan(40, 50)); }, "overlap");
  auto* const between = reinterpret_cast<fr*>(reinterpret_cast<std::byte*>(x.span().data()) + 8);
  refused([&] { multiply({between, 100}, x.in().last(50)); }, "outputs must be aligned to 16 bytes");
  refused([&] { multiply(x.span().first(100), {between + 120, 50}); }, "the witness must be aligned to 16 bytes");
  require_equal(values, x.get(stream.get()), "a refused call");
  multiply(x.span().first(100), x.in().subspan(100, 50));  // neighbours are apart
  auto const after = x.get(stream.get());
  auto const expected = on_host(m, std::vector<fr>(values.begin() + 100, values.begin() + 150));
  require(std::equal(expected.begin(), expected.end(), after.begin()), "the product");
  require(std::equal(values.begin() + 100, values.end(), after.begin() + 100), "the witness");
}

// One matrix, two threads, a stream and a witness each.
void streams_share_a_matrix() {
  own_stream const stream;
  cuzk::memory::device_pool pool;
  cuzk::insecure_seeded_random rng(4);
  auto m = cuzk_test::random_matrix<fr>(rng, 20000, 3000, 100);
  for (std::uint32_t t = 0; t < 100000; ++t) m.push_term(t % 3000, fr(t % 11));
  m.end_row();
  device_matrix<fr> first(cuzk::exec::cuda(stream.ref(), pool), m, 3000);
  device_matrix<fr> const made(std::move(first));
  cuzk_test::in_two_threads([&](std::size_t who) {
    own_stream const mine;
    auto const witness = elements<fr>(3000, who);
    auto const expected = on_host(m, witness);
    guarded<fr> const in(mine.get(), witness), out(m.rows());
    device_array<std::byte> const memory(made.workspace_bytes());
    for (int round = 0; round < 20; ++round) {
      CUZK_CUDA_CHECK(cudaMemsetAsync(out.span().data(), 0xa5, out.span().size_bytes(), mine.get()));
      cuzk::memory::workspace space(std::span<std::byte>(memory.data, made.workspace_bytes()));
      made.multiply(cuzk::exec::cuda(mine.ref(), space), out.span(), in.in());
      require_equal(expected, out.get(mine.get()), "round " + std::to_string(round));
    }
  });
}

// Kernels only: a graph of one product, launched for two witnesses.
void can_be_captured() {
  own_stream const stream;
  cuzk::memory::device_pool pool;
  cuzk::insecure_seeded_random rng(5);
  auto m = cuzk_test::random_matrix<fr>(rng, 5000, 300, 40);
  for (std::uint32_t t = 0; t < 5000; ++t) m.push_term(t % 300, fr(t % 11));
  m.end_row();
  device_matrix<fr> const made(cuzk::exec::cuda(stream.ref(), pool), m, 300);
  require(made.workspace_bytes() != 0, "a row of several pieces");
  guarded<fr> const in(300), out(m.rows());
  device_array<std::byte> const memory(made.workspace_bytes());
  cuzk::memory::workspace space(std::span<std::byte>(memory.data, made.workspace_bytes()));
  cuzk::exec::cuda const where(stream.ref(), space);
  CUZK_CUDA_CHECK(cudaStreamBeginCapture(stream.get(), cudaStreamCaptureModeThreadLocal));
  require_throws<cuzk::unsupported>([&] { device_matrix<fr> const another(where, m, 300); }, "cannot be captured");
  made.multiply(where, out.span(), in.in());
  cudaGraph_t graph = nullptr;
  CUZK_CUDA_CHECK(cudaStreamEndCapture(stream.get(), &graph));
  cudaGraphExec_t instance = nullptr;
  CUZK_CUDA_CHECK(cudaGraphInstantiate(&instance, graph, 0));
  for (std::uint64_t seed = 0; seed < 2; ++seed) {
    auto const witness = elements<fr>(300, seed);
    cuzk_test::copy_to_device(stream.get(), in.span().data(), witness);
    CUZK_CUDA_CHECK(cudaGraphLaunch(instance, stream.get()));
    require_equal(on_host(m, witness), out.get(stream.get()), "launch " + std::to_string(seed));
  }
  CUZK_CUDA_CHECK(cudaGraphExecDestroy(instance));
  CUZK_CUDA_CHECK(cudaGraphDestroy(graph));
}

}  // namespace

int main() {
  cuzk_test::gpu_case const cases[] = {
      {"random_matrices", random_matrices<fr>},
      {"random_matrices_toy", random_matrices<toy>},
      {"random_matrices_goldilocks", random_matrices<goldilocks>},
      {"empty_rows_and_no_rows", empty_rows_and_no_rows<fr>},
      {"empty_rows_and_no_rows_toy", empty_rows_and_no_rows<toy>},
      {"coefficients_of_one_kind", coefficients_of_one_kind<fr>},
      {"coefficients_of_one_kind_toy", coefficients_of_one_kind<toy>},
      {"wires_that_repeat", wires_that_repeat<fr>},
      {"wires_that_repeat_toy", wires_that_repeat<toy>},
      {"rows_of_every_length", rows_of_every_length<fr>},
      {"rows_of_every_length_toy", rows_of_every_length<toy>},
      {"one_very_long_row", one_very_long_row<fr>},
      {"one_very_long_row_toy", one_very_long_row<toy>},
      {"coefficients_of_their_own", coefficients_of_their_own},
      {"an_index_of_no_one_and_two_bytes", an_index_of_no_one_and_two_bytes},
      {"an_index_of_four_bytes", an_index_of_four_bytes},
      {"malformed_matrices_are_refused_before_memory_is_asked_for",
       malformed_matrices_are_refused_before_memory_is_asked_for},
      {"mistakes_are_refused", mistakes_are_refused},
      {"streams_share_a_matrix", streams_share_a_matrix},
      {"can_be_captured", can_be_captured},
  };
  return cuzk_test::gpu_main(cases);
}
