// SPDX-License-Identifier: Apache-2.0
#pragma once

// Normalisation and fixed-base products on a device against the same on the host, for one group.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/jacobian.hpp>
#include <cuzk/curve/xyzz.hpp>
#include <cuzk/exec/cuda.cuh>
#include <cuzk/exec/serial.hpp>
#include <cuzk/memory/device_resource.cuh>
#include <cuzk/vector/batch_to_affine.cuh>
#include <cuzk/vector/fixed_base.cuh>
#include <cuzk/vector/insecure_random.cuh>

#include <support/gpu_test.cuh>
#include <support/guarded.cuh>

namespace cuzk_test {

inline cuzk::exec::serial const on_host;

// Multiples of the generator with all kinds of z; infinities, one with any x and y among them.
template <class G, class Point>
std::vector<Point> points(std::size_t n) {
  std::vector<Point> p(n);
  auto sum = Point::generator();
  for (std::size_t i = 0; i < n; ++i) {
    p[i] = i % 7 == 3 ? Point{} : sum;
    if (i % 64 == 0) sum = Point::generator();
    sum = doubled(sum);
  }
  if (n > 31) p[31] = Point{};
  if (n > 31) p[31].x = p[31].y = G::base_field::one();
  return p;
}

template <class G, class Point>
void normalises() {
  own_stream const stream;
  for (std::size_t const n : {0U, 1U, 31U, 33U, 1000U, (1U << 14U) + 3U}) {
    auto const p = points<G, Point>(n);
    std::vector<cuzk::affine<G>> expected(n);
    cuzk::vector::batch_to_affine<G>(on_host, expected, std::span<Point const>(p));
    guarded<Point> const dp(stream.get(), p);
    guarded<cuzk::affine<G>> const dout(n);
    require_exact_workspace(stream.ref(), cuzk::vector::batch_to_affine_workspace_bytes<G>(n),
                            [&](auto const& where) { cuzk::vector::batch_to_affine<G>(where, dout.span(), dp.in()); });
    require_equal(expected, dout.get(stream.get()), "batch_to_affine of " + std::to_string(n));
  }
}

template <class G>
void normalises_jacobian() {
  normalises<G, cuzk::jacobian<G>>();
}
template <class G>
void normalises_xyzz() {
  normalises<G, cuzk::xyzz<G>>();
}

template <class G>
void fixed_base_products() {
  using S = typename G::scalar_field;
  using table_type = cuzk::vector::device_fixed_base<G>;
  own_stream const stream;
  for (std::size_t const planned : {1U, 100U, 1U << 20U}) {
    cuzk::vector::fixed_base<G> const host_table(on_host, cuzk::affine<G>::generator(), planned);
    std::size_t const bytes = table_type::workspace_bytes(planned);
    device_array<std::byte> const memory(bytes);
    cuzk::memory::workspace space(std::span<std::byte>(memory.data, bytes));
    table_type const table(cuzk::exec::cuda(stream.ref(), space), cuzk::affine<G>::generator(), planned);
    require(space.peak() == bytes,
            "the table's peak is " + std::to_string(space.peak()) + ", workspace_bytes " + std::to_string(bytes));
    require(table.window_bits() == host_table.window_bits(), "windows");
    unsigned const c = table.window_bits();
    for (std::size_t const n : {0U, 1U, 31U, 33U, 1000U, 5000U}) {
      std::vector<S> k(n);
      cuzk::vector::insecure_random_elements(on_host, std::span<S>(k), n);
      if (n > 31) {
        S const edges[] = {S::zero(),
                           S::one(),
                           -S::one(),
                           S(2),
                           -S(2),
                           S(1U << (c - 1)),
                           S((1U << (c - 1)) + 1),
                           S((1U << c) - 1),
                           S(std::uint64_t{1} << c)};
        for (std::size_t i = 0; i < std::size(edges); ++i) k[i] = edges[i];
      }
      std::vector<cuzk::affine<G>> expected(n);
      host_table.multiply(on_host, std::span<cuzk::affine<G>>(expected), std::span<S const>(k));
      guarded<S> const dk(stream.get(), k);
      guarded<cuzk::affine<G>> const dout(n);
      require_exact_workspace(stream.ref(), n == 0 ? 0 : table_type::multiply_workspace_bytes(n),
                              [&](auto const& where) { table.multiply(where, dout.span(), dk.in()); });
      require_equal(expected, dout.get(stream.get()),
                    std::to_string(n) + " products by windows of " + std::to_string(c));
    }
  }
}

template <class G>
void random_points_are_known_multiples() {
  using S = typename G::scalar_field;
  own_stream const stream;
  cuzk::memory::device_pool pool;
  cuzk::exec::cuda const where(stream.ref(), pool);
  std::size_t const n = 3000;
  cuzk::vector::device_fixed_base<G> const table(where, cuzk::affine<G>::generator(), n);
  cuzk::vector::fixed_base<G> const host_table(on_host, cuzk::affine<G>::generator(), n);
  for (std::size_t const bits : {std::size_t{1}, std::size_t{64}, std::size_t{S::bits}}) {
    guarded<S> const k(n);
    guarded<cuzk::affine<G>> const p(n);
    cuzk::vector::insecure_random_points(where, p.span(), k.span(), table, 15, bits);
    auto const scalars = k.get(stream.get());
    for (std::size_t i = 0; i < n; ++i) {
      require(scalars[i] == cuzk::vector::insecure_random_element<S>(15, i, bits), "scalar " + std::to_string(i));
      require(scalars[i].to_canonical().bit_length() <= bits, "bits of scalar " + std::to_string(i));
    }
    std::vector<cuzk::affine<G>> expected(n);
    host_table.multiply(on_host, std::span<cuzk::affine<G>>(expected), std::span<S const>(scalars));
    require_equal(expected, p.get(stream.get()), "points of " + std::to_string(bits) + " bits");
  }
}

template <class G>
void point_mistakes_are_refused() {
  using S = typename G::scalar_field;
  own_stream const stream;
  cuzk::memory::device_pool pool;
  cuzk::exec::cuda const where(stream.ref(), pool);
  cuzk::vector::device_fixed_base<G> const table(where, cuzk::affine<G>::infinity(), 1);
  guarded<cuzk::affine<G>> const out(stream.get(), std::vector<cuzk::affine<G>>(10, cuzk::affine<G>::generator()));
  guarded<S> const k(stream.get(), std::vector<S>(10, S(3)));
  auto const refused = [](auto const& call, char const* text) { require_throws<cuzk::invalid_argument>(call, text); };
  refused([&] { table.multiply(where, out.span(), k.in().first(9)); }, "10 outputs, 9 scalars");
  refused([&] { table.multiply(where, out.span(), k.in(), 0); }, "scalars of 0 bits");
  refused([&] { table.multiply(where, out.span(), k.in(), S::bits + 1); }, "are possible");
  guarded<cuzk::xyzz<G>> const p(4);
  refused([&] { cuzk::vector::batch_to_affine<G>(where, out.span(), p.in()); }, "4 points");
  std::span<cuzk::affine<G>> const inside(reinterpret_cast<cuzk::affine<G>*>(p.span().data() + 1), 4);
  refused([&] { cuzk::vector::batch_to_affine<G>(where, inside, p.in()); }, "must be apart");
  table.multiply(where, out.span(), k.in());
  require_equal(std::vector<cuzk::affine<G>>(10), out.get(stream.get()), "multiples of infinity");
}

template <class G>
int point_main() {
  gpu_case const cases[] = {
      {"normalises_jacobian", normalises_jacobian<G>},
      {"normalises_xyzz", normalises_xyzz<G>},
      {"fixed_base_products", fixed_base_products<G>},
      {"random_points_are_known_multiples", random_points_are_known_multiples<G>},
      {"point_mistakes_are_refused", point_mistakes_are_refused<G>},
  };
  return gpu_main(cases);
}

}  // namespace cuzk_test
