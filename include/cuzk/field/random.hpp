// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Uniform random field elements.

#include <array>
#include <bit>
#include <cstddef>
#include <span>

#include <cuzk/core/error.hpp>
#include <cuzk/core/random.hpp>
#include <cuzk/core/wipe.hpp>
#include <cuzk/field/concepts.hpp>

namespace cuzk::inline v0 {

/// An element drawn uniformly, by rejection of values of `bits` bits that are not below p: no bias,
/// and less than two draws on average. What was drawn is wiped.
/// @throws whatever the source throws; random_error after 128 rejections in a row, which has
///         probability below 2^-128 for a source that works
template <prime_field_element F, random_source R>
[[nodiscard]] F random_element(R& source) {
  std::array<std::byte, F::bytes> bytes{};
  std::size_t const used = (F::bits + 7) / 8;
  auto const mask = static_cast<std::byte>(0xffU >> (8 * used - F::bits));
  for (int i = 0; i < 128; ++i) {
    auto const drawn = std::span<std::byte>(bytes).first(used);
    source.fill(drawn);
    drawn.back() &= mask;
    auto drawn_element = F::try_from_bytes(bytes, std::endian::little);
    wipe(std::span<std::byte>(bytes));
    if (drawn_element) {
      F const x = *drawn_element;
      wipe(*drawn_element);
      return x;
    }
  }
  throw random_error("random_element: 128 draws in a row were not below the modulus; the source is broken");
}

/// An element of an extension drawn uniformly, coefficient by coefficient.
template <extension_field F, random_source R>
[[nodiscard]] F random_element(R& source) {
  using base = typename F::base_field;
  if constexpr (requires(F x) { x.c2; }) {
    auto const c0 = random_element<base>(source);
    auto const c1 = random_element<base>(source);
    auto const c2 = random_element<base>(source);
    return F{c0, c1, c2};
  } else {
    auto const c0 = random_element<base>(source);
    auto const c1 = random_element<base>(source);
    return F{c0, c1};
  }
}

}  // namespace cuzk::inline v0
