// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// The numbers of a Poseidon permutation, each derived from field, width and strength: rounds, constants, matrices.

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/field/concepts.hpp>
#include <cuzk/hash/detail/grain.hpp>
#include <cuzk/hash/detail/square_matrix.hpp>

namespace cuzk::inline v0::hash {

/// How many partial rounds there are: what the security analysis asks for with its margin, or a quarter more.
enum class poseidon_strength { standard, strengthened };

/// The rounds of a permutation.
struct poseidon_rounds {
  std::size_t full = 0;     ///< rounds with an S-box on every element: half of them first, half of them last
  std::size_t partial = 0;  ///< rounds between them, with an S-box on element 0 alone

  friend constexpr bool operator==(poseidon_rounds const&, poseidon_rounds const&) = default;
};

namespace detail {

// log2(n), n >= 1, in units of 2^-32, rounded down; exact for powers of two.
[[nodiscard]] constexpr std::uint64_t log2_in_2_32(std::uint64_t n) {
  auto const whole = static_cast<unsigned>(std::bit_width(n)) - 1U;
  std::uint64_t x = n << (31U - whole);  // in [2^31, 2^32)
  std::uint64_t log = whole;
  for (int i = 0; i < 32; ++i) {
    x = x * x >> 31U;
    log = log << 1U | x >> 32U;
    x >>= x >> 32U;
  }
  return log;
}

// The inequalities of the analysis for x^5 and 128 bits of security, multiplied by 100.
[[nodiscard]] constexpr bool poseidon_is_secure(std::size_t field_bits, std::size_t width, poseidon_rounds rounds) {
  constexpr std::uint64_t security = 128;
  std::uint64_t const n = field_bits;
  std::uint64_t const sum = rounds.full + rounds.partial;
  bool const statistical = rounds.full >= (n >= 3 && security <= (n - 3) * (width + 1) ? 6U : 10U);
  bool const interpolation = 100 * sum << 32U >= (43 * std::min(n, security) << 32U) +
                                                     100 * log2_in_2_32(width);  // R >= 0.43 min(n, M) + log2 t
  bool const groebner_1 = 100 * sum >= 21 * n;
  bool const groebner_2 = 100 * ((width - 1) * rounds.full + rounds.partial) + 100 >= 14 * n;
  return statistical && interpolation && groebner_1 && groebner_2;
}

}  // namespace detail

/// The rounds for S-boxes x^5 and 128 bits of security: of the numbers that resist the known attacks those with
/// the fewest S-boxes, after a margin of two full rounds and 7.5 % of the partial ones has been added.
///
/// @param field_bits  bits of the modulus
/// @param width       elements of the state, 2 to 2^12 - 1
/// @throws invalid_argument for another width
/// @source Grassi, Khovratovich, Rechberger, Roy, Schofnegger, "Poseidon", eprint 2019/458: the inequalities against
///         statistical, interpolation and Groebner basis attacks, and the margin; `strengthened`: a quarter more
///         partial rounds, rounded up, as Filecoin's implementation has it
[[nodiscard]] constexpr poseidon_rounds poseidon_round_numbers(
    std::size_t field_bits, std::size_t width, poseidon_strength strength = poseidon_strength::standard) {
  if (width < 2 || width >= std::size_t{1} << 12U) {
    throw invalid_argument("poseidon: a width of " + std::to_string(width) + "; from 2 to 4095");
  }
  poseidon_rounds best;
  std::size_t fewest = 0;
  for (std::size_t full = 2; full <= 100; full += 2) {
    std::size_t partial = 0;
    while (!detail::poseidon_is_secure(field_bits, width, {full, partial}) && partial <= 1000) ++partial;
    if (partial > 1000) continue;  // too few full rounds, whatever the partial ones
    poseidon_rounds const rounds{full + 2, (1075 * partial + 999) / 1000};
    std::size_t const boxes = width * rounds.full + rounds.partial;
    if (fewest == 0 || boxes < fewest) {
      fewest = boxes;
      best = rounds;
    }
  }
  if (strength == poseidon_strength::strengthened) best.partial += (best.partial + 3) / 4;
  return best;
}

/// All numbers of a permutation of `Width` elements of F with S-boxes x^5, in two forms that give the same results.
///
/// By definition a round adds constants, applies the S-box and multiplies by one dense matrix. In the form with
/// sparse matrices constants stand before the first round and after each S-box but the last ones, and a partial
/// round has one constant and a matrix that differs from the identity in its first row and column: the rest of the
/// dense matrix commutes with an S-box on element 0, and is moved back to the last full round before.
///
/// New element j of a product is the sum of m[j][i] times old element i.
template <prime_field_element F, std::size_t Width>
class poseidon_parameters {
  static_assert(Width >= 2 && Width < (std::size_t{1} << 12U), "cuzk: a Poseidon state has 2 to 4095 elements");
  static_assert(
      [] {
        auto p = F::modulus;
        return p.divide_by(5) != 1;
      }(),
      "cuzk: x^5 is no permutation of this field");
  static_assert(F::bits > 64 || F::modulus.limbs[0] > 3 * Width - 2,  // the largest sum of x and y
                "cuzk: a field too small for a Cauchy matrix");

 public:
  /// One element of F for each of the state.
  using vector = std::array<F, Width>;
  /// A dense matrix, by rows.
  using matrix = std::vector<vector>;

  /// A matrix that is the identity but for its first row and column.
  struct sparse_matrix {
    vector row;     ///< the first row
    vector column;  ///< the first column; its element 0 is that of the row
  };

  /// Derives everything. @throws invalid_argument unless the full rounds are even and positive and either number
  /// is below 2^10
  /// @cost about partial * Width^2 products and Width^3 log2(partial) of matrices
  /// @source constants: the Grain register of the Poseidon paper; matrix: Cauchy's 1 / (x + y), x = 0 to t - 1,
  ///         y = t to 2 t - 1; sparse form: the same paper, appendix B
  explicit poseidon_parameters(poseidon_rounds rounds) : rounds_(checked(rounds)) {
    make_definition();
    make_sparse_form();
  }

  /// The numbers of rounds.
  [[nodiscard]] poseidon_rounds rounds() const { return rounds_; }

  /// By definition: what each round adds before its S-boxes, full + partial vectors.
  [[nodiscard]] std::vector<vector> const& round_constants() const { return round_constants_; }
  /// By definition: the matrix of every round. In the sparse form that of full rounds, but for the last of the
  /// first half.
  [[nodiscard]] matrix const& dense() const { return dense_; }

  /// Sparse form: what is added before the first S-boxes.
  [[nodiscard]] vector const& first_constants() const { return round_constants_.front(); }
  /// Sparse form: what each full round but the last adds after its S-boxes, in order; full - 1 vectors.
  [[nodiscard]] std::vector<vector> const& full_constants() const { return full_constants_; }
  /// Sparse form: what each partial round adds to element 0 after its S-box.
  [[nodiscard]] std::vector<F> const& partial_constants() const { return partial_constants_; }
  /// Sparse form: the matrix of the last full round of the first half.
  [[nodiscard]] matrix const& before_sparse() const { return before_sparse_; }
  /// Sparse form: the matrices of the partial rounds.
  [[nodiscard]] std::vector<sparse_matrix> const& sparse() const { return sparse_; }

 private:
  static constexpr std::size_t rest = Width - 1;
  using square = detail::square_matrix<F, Width>;
  using rest_square = detail::square_matrix<F, rest>;
  using rest_vector = std::array<F, rest>;

  static poseidon_rounds checked(poseidon_rounds rounds) {
    if (rounds.full == 0 || rounds.full % 2 != 0 || rounds.full >= 1024 || rounds.partial >= 1024) {
      throw invalid_argument("poseidon: " + std::to_string(rounds.full) + " full and " +
                             std::to_string(rounds.partial) +
                             " partial rounds; the full ones are even and positive, either below 1024");
    }
    return rounds;
  }

  static matrix rows_of(square const& m) {
    matrix rows(Width);
    for (std::size_t i = 0; i < Width; ++i) rows[i] = m[i];
    return rows;
  }

  void make_definition() {
    std::size_t const count = rounds_.full + rounds_.partial;
    detail::grain source(F::bits, Width, rounds_.full, rounds_.partial);
    round_constants_.resize(count);
    for (auto& constants : round_constants_) {
      for (F& c : constants) c = source.template next<F>();
    }
    std::vector<F> inverses(2 * Width - 1);
    for (std::size_t k = 0; k < inverses.size(); ++k) inverses[k] = inverse(F(Width + k));
    dense_.resize(Width);
    for (std::size_t i = 0; i < Width; ++i) {
      for (std::size_t j = 0; j < Width; ++j) dense_[i][j] = inverses[i + j];
    }
  }

  void make_sparse_form() {
    square m;
    for (std::size_t i = 0; i < Width; ++i) m[i] = dense_[i];
    move_constants(inverse(m));
    factor(m);
  }

  // What a round adds before its S-boxes is, by the inverse of the matrix, added after those of the round before.
  // In a partial round all but element 0 may then go before the S-box again.
  void move_constants(square const& inverse_matrix) {
    std::size_t const half = rounds_.full / 2;
    full_constants_.resize(rounds_.full - 1);
    partial_constants_.resize(rounds_.partial);
    auto const& added = round_constants_;
    for (std::size_t k = rounds_.full - 1; k > half; --k) {
      full_constants_[k - 1] = inverse_matrix * added[rounds_.partial + k];
    }
    auto moved = added[half + rounds_.partial];
    for (std::size_t k = rounds_.partial; k-- > 0;) {
      auto const after = inverse_matrix * moved;
      partial_constants_[k] = after[0];
      moved = added[half + k];
      for (std::size_t i = 1; i < Width; ++i) moved[i] = moved[i] + after[i];
    }
    full_constants_[half - 1] = inverse_matrix * moved;
    for (std::size_t k = half; k-- > 1;) full_constants_[k - 1] = inverse_matrix * added[k];
  }

  // With m = (a v; w h) of blocks 1 and t - 1, the matrix of a partial round after which k more follow is
  // (a, v h^-(k+1); h^k w, 1), and diag(1, h^(k+1)) goes to the round before, so that its matrix becomes
  // m diag(1, h^(k+1)) there as well. The vectors are columns: the last round applies its matrix last.
  void factor(square const& m) {
    rest_square h;
    rest_vector v{}, w{};
    for (std::size_t i = 0; i < rest; ++i) {
      v[i] = m[0][i + 1];
      w[i] = m[i + 1][0];
      for (std::size_t j = 0; j < rest; ++j) h[i][j] = m[i + 1][j + 1];
    }
    auto const inverse_transposed = transposed(inverse(h));
    sparse_.resize(rounds_.partial);
    for (std::size_t k = rounds_.partial; k-- > 0;) {
      v = inverse_transposed * v;
      auto& s = sparse_[k];
      s.row[0] = s.column[0] = m[0][0];
      for (std::size_t i = 0; i < rest; ++i) {
        s.row[i + 1] = v[i];
        s.column[i + 1] = w[i];
      }
      w = h * w;
    }
    // diag(1, h^partial) m
    square before = m;
    rest_square power = rest_square::identity();
    rest_square doubling = h;
    for (std::size_t bits = rounds_.partial; bits != 0; bits >>= 1U) {
      if ((bits & 1U) != 0) power = power * doubling;
      if (bits > 1) doubling = doubling * doubling;
    }
    auto const corner = power * h;
    for (std::size_t i = 0; i < rest; ++i) {
      before[i + 1][0] = w[i];
      for (std::size_t j = 0; j < rest; ++j) before[i + 1][j + 1] = corner[i][j];
    }
    before_sparse_ = rows_of(before);
  }

  poseidon_rounds rounds_;
  std::vector<vector> round_constants_;
  matrix dense_;
  std::vector<vector> full_constants_;
  std::vector<F> partial_constants_;
  matrix before_sparse_;
  std::vector<sparse_matrix> sparse_;
};

}  // namespace cuzk::inline v0::hash
