// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include <cuzk/core/config.hpp>
#include <cuzk/field/concepts.hpp>

namespace cuzk::inline v0::r1cs::detail {

// The elements from -first on, by a load where arithmetic would need a product: sums of bits with small
// coefficients, and the coefficients, are almost always among them.
template <field F>
struct small_elements {
  static constexpr std::int32_t first = 4;
  static constexpr std::size_t count = 16;
  static constexpr std::array<F, count> table = [] {
    std::array<F, count> t{};
    for (std::size_t i = 0; i < count; ++i) t[i] = F(static_cast<std::int32_t>(i) - first);
    return t;
  }();

  [[nodiscard]] static CUZK_FORCE_INLINE constexpr std::uint32_t place(std::int32_t v) {
    return static_cast<std::uint32_t>(v) + static_cast<std::uint32_t>(first);
  }
  [[nodiscard]] static F of(std::int32_t v) { return place(v) < count ? table[place(v)] : F(v); }
};

}  // namespace cuzk::inline v0::r1cs::detail
