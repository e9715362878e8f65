// SPDX-License-Identifier: Apache-2.0
#pragma once

// Vector operations on a device against the same on the host, for one field.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/exec/cuda.cuh>
#include <cuzk/exec/serial.hpp>
#include <cuzk/memory/device_resource.cuh>
#include <cuzk/vector/batch_inverse.cuh>
#include <cuzk/vector/elementwise.cuh>
#include <cuzk/vector/insecure_random.cuh>
#include <cuzk/vector/polynomial.cuh>
#include <cuzk/vector/powers.cuh>

#include <support/gpu_test.cuh>
#include <support/guarded.cuh>

namespace cuzk_test {

inline cuzk::exec::serial const on_host;

// Random, with zeros alone, in a run and at the ends, one and minus one.
template <class F>
std::vector<F> elements(std::size_t n, std::uint64_t seed) {
  std::vector<F> x(n);
  cuzk::vector::insecure_random_elements(on_host, std::span<F>(x), seed);
  for (std::size_t const i : {std::size_t{0}, n / 2, n / 2 + 1, n / 2 + 2, n - 1}) {
    if (n > 8) x[i] = F::zero();
  }
  if (n > 8) x[3] = F::one();
  if (n > 8) x[4] = -F::one();
  return x;
}

template <class F>
void place_by_place() {
  own_stream const stream;
  cuzk::memory::workspace none{std::span<std::byte>()};
  cuzk::exec::cuda const where(stream.ref(), none);
  using out = std::span<F>;
  using in = std::span<F const>;
  for (std::size_t const n : vector_sizes) {
    std::string const size = " of " + std::to_string(n);
    auto const a = elements<F>(n, 1), b = elements<F>(n, 2), c = elements<F>(n, 3);
    F const factor = cuzk::vector::insecure_random_element<F>(4, 0);
    guarded<F> const da(stream.get(), a), db(stream.get(), b), dc(stream.get(), c), dout(n);
    std::vector<F> expected(n);
    auto const check = [&](char const* what) { require_equal(expected, dout.get(stream.get()), what + size); };
    cuzk::vector::add(on_host, out(expected), in(a), in(b));
    cuzk::vector::add(where, dout.span(), da.in(), db.in());
    check("add");
    cuzk::vector::subtract(on_host, out(expected), in(a), in(b));
    cuzk::vector::subtract(where, dout.span(), da.in(), db.in());
    check("subtract");
    cuzk::vector::multiply(on_host, out(expected), in(a), in(b));
    cuzk::vector::multiply(where, dout.span(), da.in(), db.in());
    check("multiply");
    cuzk::vector::multiply_subtract(on_host, out(expected), in(a), in(b), in(c));
    cuzk::vector::multiply_subtract(where, dout.span(), da.in(), db.in(), dc.in());
    check("multiply_subtract");
    cuzk::vector::scale(on_host, out(expected), in(expected), factor);
    cuzk::vector::scale(where, dout.span(), dout.in(), factor);  // in place
    check("scale");
    cuzk::vector::add(on_host, out(expected), in(expected), in(expected));
    cuzk::vector::add(where, dout.span(), dout.in(), dout.in());
    check("add in place");
  }
}

template <class F>
void batch_inverse_and_its_workspace() {
  own_stream const stream;
  for (std::size_t const n : {0U, 1U, 31U, 33U, 1000U, 1024U, 1025U, (1U << 16U) + 3U}) {
    auto x = elements<F>(n, 5);
    guarded<F> const dx(stream.get(), x);
    require_exact_workspace(stream.ref(), cuzk::vector::batch_inverse_workspace_bytes<F>(n), [&](auto const& where) {
      copy_to_device(stream.get(), dx.span().data(), x);  // a refused call may have begun
      cuzk::vector::batch_inverse(where, dx.span());
    });
    cuzk::vector::batch_inverse(on_host, std::span<F>(x));
    require_equal(x, dx.get(stream.get()), "batch_inverse of " + std::to_string(n));
  }
  std::vector<F> const zeros(5000);
  guarded<F> const dz(stream.get(), zeros);
  cuzk::memory::device_pool pool;
  cuzk::vector::batch_inverse(cuzk::exec::cuda(stream.ref(), pool), dz.span());
  require_equal(zeros, dz.get(stream.get()), "zeros alone");
}

// Memory for the largest call is enough for every other.
template <class F>
void workspaces_grow_with_the_vector() {
  std::size_t inverses = 0, folds = 0, products = 0;
  auto const grows_to = [&](std::size_t n) {
    std::size_t const now[] = {cuzk::vector::batch_inverse_workspace_bytes<F>(n),
                               cuzk::vector::fold_workspace_bytes<F>(n),
                               cuzk::vector::prefix_products_workspace_bytes<F>(n)};
    require(now[0] >= inverses && now[1] >= folds && now[2] >= products,
            "a workspace for " + std::to_string(n) + " elements is less than for fewer");
    inverses = now[0];
    folds = now[1];
    products = now[2];
  };
  std::size_t n = 0;
  for (; n <= 20000; ++n) grows_to(n);
  for (; n < (std::size_t{1} << 25U); n += 1 + n / 20000) grows_to(n);
  std::size_t const steps[] = {std::size_t{8} << 17U, std::size_t{9} << 17U, std::size_t{32} << 17U};
  for (std::size_t const step : steps) {
    inverses = folds = products = 0;
    for (std::size_t k = step - 1000; k < step + 1000; ++k) grows_to(k);
  }
  own_stream const stream;
  std::size_t const most = (std::size_t{9} << 17U) - 1;
  std::size_t const bytes = cuzk::vector::batch_inverse_workspace_bytes<F>(most + 1);
  device_array<std::byte> const memory(bytes);
  cuzk::memory::workspace space(std::span<std::byte>(memory.data, bytes));
  auto x = elements<F>(sanitized_less("elements", most, std::size_t{2000}), 5);
  guarded<F> const dx(stream.get(), x);
  cuzk::vector::batch_inverse(cuzk::exec::cuda(stream.ref(), space), dx.span());
  cuzk::vector::batch_inverse(on_host, std::span<F>(x));
  require_equal(x, dx.get(stream.get()), "batch_inverse with a workspace for one element more");
}

template <class F>
void random_elements_are_those_of_the_host() {
  own_stream const stream;
  cuzk::memory::workspace none{std::span<std::byte>()};
  cuzk::exec::cuda const where(stream.ref(), none);
  for (std::size_t const n : vector_sizes) {
    std::vector<F> x(n);
    guarded<F> const dx(n);
    cuzk::vector::insecure_random_elements(on_host, std::span<F>(x), n);
    cuzk::vector::insecure_random_elements(where, dx.span(), n);
    require_equal(x, dx.get(stream.get()), "random elements");
  }
}

template <class F>
void powers_of() {
  own_stream const stream;
  cuzk::memory::workspace none{std::span<std::byte>()};
  cuzk::exec::cuda const where(stream.ref(), none);
  F const random = cuzk::vector::insecure_random_element<F>(6, 0),
          first = cuzk::vector::insecure_random_element<F>(7, 0);
  for (std::size_t const n : vector_sizes) {
    auto const a = elements<F>(n, 8);
    guarded<F> const da(stream.get(), a), dout(n);
    std::vector<F> expected(n);
    for (F const& base : {random, F::zero(), F::one()}) {
      cuzk::vector::powers(on_host, std::span<F>(expected), base, first);
      cuzk::vector::powers(where, dout.span(), base, first);
      require_equal(expected, dout.get(stream.get()), "powers of " + std::to_string(n));
    }
    cuzk::vector::multiply_by_powers<F>(on_host, expected, a, random, first);
    cuzk::vector::multiply_by_powers(where, dout.span(), da.in(), random, first);
    require_equal(expected, dout.get(stream.get()), "multiply_by_powers of " + std::to_string(n));
    cuzk::vector::multiply_by_powers(where, da.span(), da.in(), random, first);
    require_equal(expected, da.get(stream.get()), "multiply_by_powers in place of " + std::to_string(n));
  }
}

template <class F>
void prefix_products_and_their_workspace() {
  own_stream const stream;
  for (std::size_t const n : {0U, 1U, 15U, 16U, 17U, 31U, 33U, 256U, 257U, 1000U, (1U << 16U) + 3U}) {
    std::vector<F> a(n), expected(n);
    cuzk::vector::insecure_random_elements(on_host, std::span<F>(a), 9);
    if (n == 1000) a[700] = F::zero();
    cuzk::vector::prefix_products<F>(on_host, expected, a);
    guarded<F> const da(stream.get(), a), dout(n);
    std::size_t const bytes = cuzk::vector::prefix_products_workspace_bytes<F>(n);
    require_exact_workspace(stream.ref(), bytes,
                            [&](auto const& where) { cuzk::vector::prefix_products(where, dout.span(), da.in()); });
    require_equal(expected, dout.get(stream.get()), "prefix_products of " + std::to_string(n));
    cuzk::memory::device_pool pool;
    cuzk::vector::prefix_products(cuzk::exec::cuda(stream.ref(), pool), da.span(), da.in());
    require_equal(expected, da.get(stream.get()), "prefix_products in place of " + std::to_string(n));
  }
}

template <class F>
void folds_and_their_workspace() {
  own_stream const stream;
  F const random = cuzk::vector::insecure_random_element<F>(10, 0);
  guarded<F> const value(1);
  for (std::size_t const n : {0U, 1U, 15U, 16U, 17U, 31U, 33U, 1000U, (1U << 16U) + 3U}) {
    auto const a = elements<F>(n, 11), b = elements<F>(n, 12);
    guarded<F> const da(stream.get(), a), db(stream.get(), b);
    std::size_t const bytes = cuzk::vector::fold_workspace_bytes<F>(n);
    for (F const& x : {random, F::zero(), F::one()}) {
      require_exact_workspace(stream.ref(), bytes,
                              [&](auto const& where) { cuzk::vector::evaluate_into(where, value.span(), da.in(), x); });
      std::vector<F> const expected{cuzk::vector::evaluate<F>(on_host, a, x)};
      require_equal(expected, value.get(stream.get()), "evaluate_into, " + std::to_string(n) + " coefficients");
    }
    require_exact_workspace(stream.ref(), bytes, [&](auto const& where) {
      cuzk::vector::inner_product_into(where, value.span(), da.in(), db.in());
    });
    std::vector<F> const expected{cuzk::vector::inner_product<F>(on_host, a, b)};
    require_equal(expected, value.get(stream.get()), "inner_product_into of " + std::to_string(n));
  }
}

// Refused before anything is launched: the memory is as it was.
template <class F>
void mistakes_are_refused() {
  own_stream const stream;
  cuzk::memory::device_pool pool;
  cuzk::exec::cuda const where(stream.ref(), pool);
  auto const a = elements<F>(100, 13);
  guarded<F> const x(stream.get(), a), y(stream.get(), a);
  auto const refused = [](auto const& call, char const* text) { require_throws<cuzk::invalid_argument>(call, text); };
  refused([&] { cuzk::vector::add(where, x.span(), y.in().first(99), y.in()); }, "100 outputs, 99 elements of a");
  refused([&] { cuzk::vector::multiply(where, x.span(), y.in(), y.in().first(7)); }, "100 outputs, 7 elements of b");
  refused([&] { cuzk::vector::multiply_subtract(where, x.span(), y.in(), y.in(), y.in().first(1)); }, "elements of c");
  refused([&] { cuzk::vector::scale(where, x.span().first(99), x.in().subspan(1), F::one()); }, "overlaps an input");
  refused([&] { cuzk::vector::prefix_products(where, x.span().first(99), x.in().subspan(1)); }, "overlaps an input");
  refused([&] { cuzk::vector::multiply_by_powers(where, x.span(), x.in().first(2), F::one()); }, "2 elements of a");
  refused([&] { cuzk::vector::evaluate_into(where, x.span(), y.in(), F::one()); }, "100 places for the value");
  refused([&] { cuzk::vector::evaluate_into(where, x.span().first(1), x.in(), F::one()); }, "must be apart");
  refused([&] { cuzk::vector::inner_product_into(where, x.span().first(1), y.in(), y.in().first(4)); }, "of b");
  require_equal(a, x.get(stream.get()), "a refused call");
}

// Two operations in one graph, with a workspace.
template <class F>
void can_be_captured() {
  own_stream const stream;
  std::size_t const n = 5000;
  auto x = elements<F>(n, 14);
  guarded<F> const dx(stream.get(), x);
  std::size_t const bytes = cuzk::vector::batch_inverse_workspace_bytes<F>(n);
  device_array<std::byte> const memory(bytes);
  cuzk::memory::workspace space(std::span<std::byte>(memory.data, bytes));
  cuzk::exec::cuda const where(stream.ref(), space);
  CUZK_CUDA_CHECK(cudaStreamBeginCapture(stream.get(), cudaStreamCaptureModeThreadLocal));
  cuzk::vector::batch_inverse(where, dx.span());
  cuzk::vector::prefix_products(where, dx.span(), dx.in());
  cudaGraph_t graph = nullptr;
  CUZK_CUDA_CHECK(cudaStreamEndCapture(stream.get(), &graph));
  cudaGraphExec_t instance = nullptr;
  CUZK_CUDA_CHECK(cudaGraphInstantiate(&instance, graph, 0));
  for (int i = 0; i < 2; ++i) {
    CUZK_CUDA_CHECK(cudaGraphLaunch(instance, stream.get()));
    cuzk::vector::batch_inverse(on_host, std::span<F>(x));
    cuzk::vector::prefix_products<F>(on_host, x, x);
  }
  require_equal(x, dx.get(stream.get()), "a graph launched twice");
  CUZK_CUDA_CHECK(cudaGraphExecDestroy(instance));
  CUZK_CUDA_CHECK(cudaGraphDestroy(graph));
}

template <class F>
int prime_field_main() {
  gpu_case const cases[] = {
      {"place_by_place", place_by_place<F>},
      {"batch_inverse_and_its_workspace", batch_inverse_and_its_workspace<F>},
      {"workspaces_grow_with_the_vector", workspaces_grow_with_the_vector<F>},
      {"random_elements_are_those_of_the_host", random_elements_are_those_of_the_host<F>},
      {"powers_of", powers_of<F>},
      {"prefix_products_and_their_workspace", prefix_products_and_their_workspace<F>},
      {"folds_and_their_workspace", folds_and_their_workspace<F>},
      {"mistakes_are_refused", mistakes_are_refused<F>},
      {"can_be_captured", can_be_captured<F>},
  };
  return gpu_main(cases);
}

}  // namespace cuzk_test
