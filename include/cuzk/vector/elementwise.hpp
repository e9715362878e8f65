// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Sums, differences and products of vectors of field elements, place by place.

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include <cuzk/core/config.hpp>
#include <cuzk/core/error.hpp>
#include <cuzk/core/span.hpp>
#include <cuzk/exec/executor.hpp>
#include <cuzk/exec/for_each.hpp>
#include <cuzk/field/concepts.hpp>

namespace cuzk::inline v0::vector {

namespace detail {

// Elements in a chunk that make a task worthwhile: 20 to 60 microseconds of products.
inline constexpr std::size_t least_chunk = 2048;

// The output may be an input; a shifted one would be read after it was written.
template <class F>
void require_same_or_apart(std::string_view what, std::span<F> out, std::span<F const> in) {
  std::less<F const*> const before;
  F const* const out_end = out.data() + out.size();
  F const* const in_end = in.data() + in.size();
  if (out.data() == in.data() || out.empty()) return;
  if (before(out.data(), in_end) && before(in.data(), out_end)) {
    throw invalid_argument(std::string(what) +
                           ": the output overlaps an input in part; it must be that input or apart from it");
  }
}

template <field F, executor Exec, class Step>
void zip(Exec const& where, std::string_view what, std::span<F> out, std::span<F const> a, std::span<F const> b,
         Step const& step) {
  require_same_size(what, out.size(), "outputs", a.size(), "elements of a");
  require_same_size(what, out.size(), "outputs", b.size(), "elements of b");
  require_same_or_apart(what, out, a);
  require_same_or_apart(what, out, b);
  exec::for_each_chunk(where, out.size(), least_chunk, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) out[i] = step(a[i], b[i]);
  });
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
  detail::zip<F>(where, "vector::add", out, a, b, [](F const& x, F const& y) { return x + y; });
}

/// out[i] = a[i] - b[i]; as `add`.
template <field F, executor Exec>
void subtract(Exec const& where, std::span<F> out, std::span<F const> a, std::span<F const> b) {
  detail::zip<F>(where, "vector::subtract", out, a, b, [](F const& x, F const& y) { return x - y; });
}

/// out[i] = a[i] b[i]; as `add`, with n products.
template <field F, executor Exec>
void multiply(Exec const& where, std::span<F> out, std::span<F const> a, std::span<F const> b) {
  detail::zip<F>(where, "vector::multiply", out, a, b, [](F const& x, F const& y) { return x * y; });
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
  exec::for_each_chunk(where, out.size(), detail::least_chunk, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) out[i] = a[i] * b[i] - c[i];
  });
}

/// out[i] = factor a[i]; as `add`, with n products.
template <field F, executor Exec>
void scale(Exec const& where, std::span<F> out, std::span<F const> a, F const& factor) {
  F const kept = factor;  // it may be an element of out
  detail::zip<F>(where, "vector::scale", out, a, a, [&](F const& x, F const&) { return kept * x; });
}

}  // namespace cuzk::inline v0::vector
