// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Sums, differences and products of vectors of field elements, place by place.

#include <cstddef>
#include <span>
#include <string_view>

#include <cuzk/core/config.hpp>
#include <cuzk/core/span.hpp>
#include <cuzk/exec/executor.hpp>
#include <cuzk/exec/for_each.hpp>
#include <cuzk/field/concepts.hpp>
#include <cuzk/vector/detail/place_by_place.hpp>

namespace cuzk::inline v0::vector {

namespace detail {

// Elements in a chunk that make a task worthwhile: 20 to 60 microseconds of products.
inline constexpr std::size_t least_chunk = 2048;

template <executor Exec, class Step>
void each_place(Exec const& where, std::size_t n, Step const& step) {
  exec::for_each_chunk(where, n, least_chunk, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) step(i);
  });
}

template <field F, executor Exec, class Operation>
void zip(Exec const& where, std::string_view what, std::span<F> out, std::span<F const> a, std::span<F const> b,
         Operation const& operation) {
  require_same_size(what, out.size(), "outputs", a.size(), "elements of a");
  require_same_size(what, out.size(), "outputs", b.size(), "elements of b");
  require_same_or_apart(what, out, a);
  require_same_or_apart(what, out, b);
  each_place(where, out.size(), zip_step<F, Operation>{out.data(), a.data(), b.data(), operation});
}

}  // namespace detail

/// out[i] = a[i] + b[i].
///
/// @param where  any executor
/// @param out    n elements; may be a or b, must not overlap them otherwise
/// @param a      n elements
/// @param b      n elements
/// @throws invalid_argument if the sizes differ or out overlaps an input in part, before out is changed
/// @cost n sums; no allocation
template <field F, executor Exec>
void add(Exec const& where, std::span<F> out, std::span<F const> a, std::span<F const> b) {
  detail::zip<F>(where, "vector::add", out, a, b, detail::sum_of{});
}

/// out[i] = a[i] - b[i]; as `add`.
template <field F, executor Exec>
void subtract(Exec const& where, std::span<F> out, std::span<F const> a, std::span<F const> b) {
  detail::zip<F>(where, "vector::subtract", out, a, b, detail::difference_of{});
}

/// out[i] = a[i] b[i]; as `add`, with n products.
template <field F, executor Exec>
void multiply(Exec const& where, std::span<F> out, std::span<F const> a, std::span<F const> b) {
  detail::zip<F>(where, "vector::multiply", out, a, b, detail::product_of{});
}

/// out[i] = a[i] b[i] - c[i]; as `add`, with n products. With values of polynomials at the points of
/// a coset this is the numerator of a quotient.
template <field F, executor Exec>
void multiply_subtract(Exec const& where, std::span<F> out, std::span<F const> a, std::span<F const> b,
                       std::span<F const> c) {
  constexpr std::string_view what = "vector::multiply_subtract";
  require_same_size(what, out.size(), "outputs", a.size(), "elements of a");
  require_same_size(what, out.size(), "outputs", b.size(), "elements of b");
  require_same_size(what, out.size(), "outputs", c.size(), "elements of c");
  detail::require_same_or_apart(what, out, a);
  detail::require_same_or_apart(what, out, b);
  detail::require_same_or_apart(what, out, c);
  detail::each_place(where, out.size(), detail::multiply_subtract_step<F>{out.data(), a.data(), b.data(), c.data()});
}

/// out[i] = factor a[i]; as `add`, with n products.
template <field F, executor Exec>
void scale(Exec const& where, std::span<F> out, std::span<F const> a, F const& factor) {
  require_same_size("vector::scale", out.size(), "outputs", a.size(), "elements of a");
  detail::require_same_or_apart("vector::scale", out, a);
  detail::each_place(where, out.size(), detail::scale_step<F>{out.data(), a.data(), factor});
}

}  // namespace cuzk::inline v0::vector
