// SPDX-License-Identifier: Apache-2.0
#pragma once

// Field elements of towers as bytes: the coefficients over the prime field one after the other.

#include <bit>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <cuzk/core/error.hpp>
#include <cuzk/field/extension_traits.hpp>

namespace cuzk::inline v0::detail {

template <class F>
inline constexpr std::size_t coordinate_bytes = extension_degree_v<F>* prime_subfield_t<F>::bytes;

inline void require_encoding_size(std::string_view what, std::size_t given, std::size_t right) {
  if (given == right) return;
  throw invalid_argument(std::string(what) + ": the encoding takes " + std::to_string(right) + " bytes, not " +
                         std::to_string(given));
}

// The order of coefficients and of the bytes in one are reversed together: big-endian starts with
// the highest coefficient, so that the string as a whole is big-endian.
// `out` has coordinate_bytes<F> bytes; `write` puts one prime field element.
template <class F, class Write>
constexpr void write_coordinate(F const& x, std::span<std::byte> out, std::endian order, Write const& write) {
  if constexpr (extension_degree_v<F> == 1) {
    write(x, out);
  } else {
    static_assert(F::degree_over_base == 2, "cuzk: points have coordinates in prime fields and quadratic towers");
    std::size_t const half = out.size() / 2;
    bool const high_first = order == std::endian::big;
    write_coordinate(high_first ? x.c1 : x.c0, out.first(half), order, write);
    write_coordinate(high_first ? x.c0 : x.c1, out.subspan(half), order, write);
  }
}

// The same way back; nothing if `read` gives nothing for a coefficient.
template <class F, class Read>
constexpr std::optional<F> read_coordinate(std::span<std::byte const> in, std::endian order, Read const& read) {
  if constexpr (extension_degree_v<F> == 1) {
    return read(in);
  } else {
    static_assert(F::degree_over_base == 2, "cuzk: points have coordinates in prime fields and quadratic towers");
    using base = typename F::base_field;
    std::size_t const half = in.size() / 2;
    auto const first = read_coordinate<base>(in.first(half), order, read);
    if (!first) return std::nullopt;
    auto const second = read_coordinate<base>(in.subspan(half), order, read);
    if (!second) return std::nullopt;
    return order == std::endian::big ? F{*second, *first} : F{*first, *second};
  }
}

}  // namespace cuzk::inline v0::detail
