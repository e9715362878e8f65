// SPDX-License-Identifier: Apache-2.0
#pragma once

// The distinct coefficients of a matrix, numbered: a term then names a number instead of holding an element.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include <cuzk/core/config.hpp>
#include <cuzk/field/concepts.hpp>

namespace cuzk::inline v0::r1cs::detail {

// Codes of the coefficients that need no product; the others count on from first_table_code.
inline constexpr std::uint64_t code_of_one = 0;
inline constexpr std::uint64_t code_of_minus_one = 1;
inline constexpr std::uint64_t first_table_code = 2;

// Codes in the order in which coefficients came first, so that they do not depend on the hash.
template <field F>
class coefficient_table {
 public:
  coefficient_table() : slots_(least_slots, no_place) {}

  // The code of a coefficient, a new one if it has none.
  std::uint64_t insert(F const& coefficient) {
    if (coefficient == one_) return code_of_one;
    if (coefficient == minus_one_) return code_of_minus_one;
    std::size_t slot = slot_of(coefficient);
    if (slots_[slot] == no_place) {
      if (2 * (values_.size() + 1) > slots_.size()) {
        grow();
        slot = slot_of(coefficient);
      }
      slots_[slot] = values_.size();
      values_.push_back(coefficient);
    }
    return first_table_code + slots_[slot];
  }

  // Those of `left`, then those of `right` that it lacks: as if all had been inserted one after the other.
  [[nodiscard]] static coefficient_table joined(coefficient_table left, coefficient_table right) {
    if (left.values_.empty()) return right;
    for (F const& coefficient : right.values_) left.insert(coefficient);
    return left;
  }

  // The code of a coefficient that was inserted.
  [[nodiscard]] std::uint64_t code(F const& coefficient) const {
    if (coefficient == one_) return code_of_one;
    if (coefficient == minus_one_) return code_of_minus_one;
    std::size_t const slot = slot_of(coefficient);
    CUZK_ASSERT(slots_[slot] != no_place);
    return first_table_code + slots_[slot];
  }

  // Those other than 1 and -1; [code - first_table_code].
  [[nodiscard]] std::span<F const> values() const noexcept { return values_; }

 private:
  static constexpr std::uint64_t no_place = ~std::uint64_t{0};
  static constexpr std::size_t least_slots = 64;

  // Where the coefficient is, or where it would be.
  [[nodiscard]] std::size_t slot_of(F const& coefficient) const {
    std::size_t const mask = slots_.size() - 1;
    std::size_t slot = static_cast<std::size_t>(hash(coefficient)) & mask;
    while (slots_[slot] != no_place && !(values_[slots_[slot]] == coefficient)) slot = (slot + 1) & mask;
    return slot;
  }

  void grow() {
    slots_.assign(2 * slots_.size(), no_place);
    for (std::size_t place = 0; place < values_.size(); ++place) slots_[slot_of(values_[place])] = place;
  }

  // Equal elements have equal bytes.
  [[nodiscard]] static std::uint64_t hash(F const& coefficient) {
    std::uint64_t state = 0;
    auto const* const bytes = reinterpret_cast<unsigned char const*>(&coefficient);
    for (std::size_t i = 0; i < sizeof(F); i += sizeof(std::uint64_t)) {
      std::uint64_t word = 0;
      std::memcpy(&word, bytes + i, sizeof(F) - i < sizeof(word) ? sizeof(F) - i : sizeof(word));
      state = (state ^ word) * 0x9e3779b97f4a7c15U;
      state ^= state >> 32U;
    }
    return state;
  }

  F one_ = F::one();
  F minus_one_ = -F::one();
  std::vector<F> values_;
  std::vector<std::uint64_t> slots_;  // a power of two, at most half of them taken
};

// How a term is stored: a word of 32 bits with the wire in its lowest bits and in the others the lowest bits of the
// coefficient's code, whose rest is in an index beside it; or the word and the coefficient itself.
struct term_format {
  unsigned wire_bits = 1;         // 1 to 32
  unsigned index_bytes = 0;       // 0, 1, 2 or 4
  bool own_coefficients = false;  // then there is no index: term t has the coefficient t of the table

  [[nodiscard]] unsigned spare_bits() const noexcept { return 32 - wire_bits; }

  friend bool operator==(term_format const&, term_format const&) = default;
};

// The format of the fewest bytes. `distinct` counts coefficients other than 1 and -1.
[[nodiscard]] constexpr term_format cheapest_format(std::uint64_t wires, std::uint64_t terms, std::uint64_t distinct,
                                                    std::size_t element_bytes) {
  term_format format;
  while (format.wire_bits < 32 && wires > std::uint64_t{1} << format.wire_bits) ++format.wire_bits;
  std::uint64_t const codes = first_table_code + distinct;
  auto const holds = [&](unsigned bytes) { return codes <= std::uint64_t{1} << ((32 - format.wire_bits) + 8 * bytes); };
  for (unsigned const bytes : {0U, 1U, 2U, 4U}) {
    format.index_bytes = bytes;
    if (holds(bytes)) break;
  }
  // Since distinct <= terms, the left side without an index is never the larger one.
  bool const own_is_cheaper = (terms - distinct) * element_bytes < terms * format.index_bytes;
  if (own_is_cheaper || !holds(format.index_bytes)) {
    format.index_bytes = 0;
    format.own_coefficients = true;
  }
  return format;
}

}  // namespace cuzk::inline v0::r1cs::detail
