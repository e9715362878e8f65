// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Sums, differences and products of vectors of field elements on a device, place by place.

#include <cuzk/vector/elementwise.hpp>

#include <cstddef>
#include <span>
#include <string_view>

#include <cuzk/core/config.hpp>
#include <cuzk/core/span.hpp>
#include <cuzk/exec/cuda.cuh>
#include <cuzk/field/concepts.hpp>
#include <cuzk/vector/detail/place_by_place.hpp>

namespace cuzk::inline v0::vector {

namespace detail {

template <field F, class Operation>
void zip(exec::cuda const& where, std::string_view what, std::span<F> out, std::span<F const> a, std::span<F const> b,
         Operation const& operation) {
  require_same_size(what, out.size(), "outputs", a.size(), "elements of a");
  require_same_size(what, out.size(), "outputs", b.size(), "elements of b");
  require_same_or_apart(what, out, a);
  require_same_or_apart(what, out, b);
  exec::for_each_index(where, out.size(), zip_step<F, Operation>{out.data(), a.data(), b.data(), operation});
}

}  // namespace detail

/// out[i] = a[i] + b[i].
///
/// @param where  a stream; no scratch is taken
/// @param out    n elements of device memory; may be a or b, must not overlap them otherwise
/// @param a      n elements of device memory
/// @param b      n elements of device memory
/// @throws invalid_argument if the sizes differ or out overlaps an input in part; cuda_error if a launch is refused
/// @cost n sums: bound by memory
/// @sync none
template <field F>
void add(exec::cuda const& where, std::span<F> out, std::span<F const> a, std::span<F const> b) {
  detail::zip<F>(where, "vector::add", out, a, b, detail::sum_of{});
}

/// out[i] = a[i] - b[i]; as `add`.
template <field F>
void subtract(exec::cuda const& where, std::span<F> out, std::span<F const> a, std::span<F const> b) {
  detail::zip<F>(where, "vector::subtract", out, a, b, detail::difference_of{});
}

/// out[i] = a[i] b[i]; as `add`, with n products.
template <field F>
void multiply(exec::cuda const& where, std::span<F> out, std::span<F const> a, std::span<F const> b) {
  detail::zip<F>(where, "vector::multiply", out, a, b, detail::product_of{});
}

/// out[i] = a[i] b[i] - c[i]; as `add`, with n products.
template <field F>
void multiply_subtract(exec::cuda const& where, std::span<F> out, std::span<F const> a, std::span<F const> b,
                       std::span<F const> c) {
  constexpr std::string_view what = "vector::multiply_subtract";
  require_same_size(what, out.size(), "outputs", a.size(), "elements of a");
  require_same_size(what, out.size(), "outputs", b.size(), "elements of b");
  require_same_size(what, out.size(), "outputs", c.size(), "elements of c");
  detail::require_same_or_apart(what, out, a);
  detail::require_same_or_apart(what, out, b);
  detail::require_same_or_apart(what, out, c);
  exec::for_each_index(where, out.size(), detail::multiply_subtract_step<F>{out.data(), a.data(), b.data(), c.data()});
}

/// out[i] = factor a[i]; as `add`, with n products.
/// @param factor  on the host
template <field F>
void scale(exec::cuda const& where, std::span<F> out, std::span<F const> a, F const& factor) {
  require_same_size("vector::scale", out.size(), "outputs", a.size(), "elements of a");
  detail::require_same_or_apart("vector::scale", out, a);
  exec::for_each_index(where, out.size(), detail::scale_step<F>{out.data(), a.data(), factor});
}

}  // namespace cuzk::inline v0::vector
