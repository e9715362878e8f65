// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Field elements that look random and follow from a seed and their index alone, the same on the host and in
/// a kernel: data for tests and benchmarks.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include <cuzk/core/config.hpp>
#include <cuzk/core/error.hpp>
#include <cuzk/exec/executor.hpp>
#include <cuzk/exec/for_each.hpp>
#include <cuzk/field/concepts.hpp>

namespace cuzk::inline v0::vector {

namespace detail {

// The finaliser of SplitMix64: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014.
[[nodiscard]] CUZK_HD constexpr std::uint64_t mixed(std::uint64_t z) {
  z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
  return z ^ (z >> 31U);
}
inline constexpr std::uint64_t golden = 0x9e3779b97f4a7c15U;

// R as an element, by which an integer below p becomes its element.
template <class F>
struct montgomery_radix {
  static constexpr F value = F::from_canonical(F::one().montgomery());
};

}  // namespace detail

/// Element `index` of the sequence of `seed`. Whoever knows the seed knows all.
///
/// @param bits  the element is uniform below 2^bits as an integer; from the field's bits on, uniform in the field
/// @cost  some hundred integer operations; a product if bits are fewer than the field's
template <prime_field_element F>
[[nodiscard]] CUZK_HD constexpr F insecure_random_element(std::uint64_t seed, std::uint64_t index,
                                                          std::size_t bits = F::bits) {
  using integer = typename F::integer;
  constexpr auto p = F::modulus;
  std::uint64_t const row = detail::mixed(detail::mixed(seed + detail::golden) + index * detail::golden);
  for (std::uint64_t draw = 0;; ++draw) {  // less than two draws on average
    integer value{};
    for (std::size_t i = 0; i < F::limb_count && 64 * i < bits; ++i) {
      std::uint64_t const limb = detail::mixed(row + (draw * F::limb_count + i + 1) * detail::golden);
      std::size_t const wanted = (bits < F::bits ? bits : F::bits) - 64 * i;
      value.limbs[i] = wanted < 64 ? limb & ((std::uint64_t{1} << wanted) - 1) : limb;
    }
    if (bits < F::bits) {
      constexpr auto radix = detail::montgomery_radix<F>::value;
      return F::from_montgomery_unchecked(value) * radix;
    }
    if (value < p) return F::from_montgomery_unchecked(value);
  }
}

/// The same in an extension: each coefficient from a sequence of its own.
template <extension_field F>
[[nodiscard]] CUZK_HD constexpr F insecure_random_element(std::uint64_t seed, std::uint64_t index) {
  using base = typename F::base_field;
  F x;
  x.c0 = insecure_random_element<base>(detail::mixed(seed + 1), index);
  x.c1 = insecure_random_element<base>(detail::mixed(seed + 2), index);
  if constexpr (requires { x.c2; }) x.c2 = insecure_random_element<base>(detail::mixed(seed + 3), index);
  return x;
}

namespace detail {

template <class F>
struct insecure_random_step {
  F* out;
  std::uint64_t seed;

  CUZK_HD void operator()(std::size_t i) const { out[i] = insecure_random_element<F>(seed, i); }
};

template <class F>
struct insecure_short_random_step {
  F* out;
  std::uint64_t seed;
  std::size_t bits;

  CUZK_HD void operator()(std::size_t i) const { out[i] = insecure_random_element<F>(seed, i, bits); }
};

}  // namespace detail

/// out[i] = insecure_random_element<F>(seed, i).
///
/// @param where  any executor; the elements do not depend on it
/// @param out    n elements
/// @param seed   two seeds give unrelated elements
template <field F, executor Exec>
void insecure_random_elements(Exec const& where, std::span<F> out, std::uint64_t seed) {
  exec::for_each_chunk(where, out.size(), std::size_t{2048}, [&](std::size_t begin, std::size_t end) {
    detail::insecure_random_step<F> const step{out.data(), seed};
    for (std::size_t i = begin; i < end; ++i) step(i);
  });
}

}  // namespace cuzk::inline v0::vector
