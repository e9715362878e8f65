// SPDX-License-Identifier: Apache-2.0
#pragma once

// The bits of a secret element as gadgets have them in memory, in every order that a message or its schedule has.

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include <cuzk/r1cs/evaluator.hpp>
#include <cuzk/r1cs/gadgets/bits.hpp>
#include <cuzk/r1cs/gadgets/boolean.hpp>

namespace cuzk_test {

/// Memory for the wires and rows of a circuit, and an evaluator on it.
template <class F>
class evaluation {
 public:
  explicit evaluation(std::size_t rows) : memory_(5 * rows), rows_(rows) {}
  [[nodiscard]] cuzk::r1cs::evaluator<F> evaluator() {
    std::span<F> const all(memory_);
    return cuzk::r1cs::evaluator<F>({all.subspan(0, rows_), all.subspan(rows_, rows_), all.subspan(2 * rows_, rows_),
                                     all.subspan(3 * rows_, rows_), all.subspan(4 * rows_, rows_)});
  }

 private:
  std::vector<F> memory_;
  std::size_t rows_;
};

/// Pieces of 64 bits each, in the three orders: as numbers count, as SHA-256 reads, and as words of a schedule.
template <class F>
std::vector<std::vector<std::byte>> pieces_of_secret(F const& secret) {
  using bit = cuzk::r1cs::gadgets::boolean<cuzk::r1cs::evaluator<F>>;
  evaluation<F> memory(600);
  auto cs = memory.evaluator();
  auto const numbers = cuzk::r1cs::gadgets::to_bits(cs, secret);
  auto const bytes = cuzk::r1cs::gadgets::to_byte_bits(cs, secret);
  auto words = bytes;
  for (auto word = words.begin(); word != words.end(); word += 32) std::reverse(word, word + 32);
  std::vector<std::vector<std::byte>> pieces;
  auto const cut = [&](std::span<bit const> bits) {
    for (std::size_t i = 0; i + 64 <= bits.size(); i += 64) {
      auto const piece = std::as_bytes(bits.subspan(i, 64));
      pieces.emplace_back(piece.begin(), piece.end());
    }
  };
  cut(numbers);
  cut(bytes);
  cut(words);
  return pieces;
}

}  // namespace cuzk_test
