// SPDX-License-Identifier: Apache-2.0
#pragma once

// Small dense matrices, for the derivation of constants.

#include <array>
#include <cstddef>
#include <utility>
#include <vector>

#include <cuzk/core/config.hpp>
#include <cuzk/field/concepts.hpp>

namespace cuzk::inline v0::hash::detail {

template <field F, std::size_t N>
class square_matrix {
 public:
  using vector = std::array<F, N>;

  // Zero.
  square_matrix() : rows_(N) {}
  [[nodiscard]] static square_matrix identity() {
    square_matrix m;
    for (std::size_t i = 0; i < N; ++i) m[i][i] = F::one();
    return m;
  }

  [[nodiscard]] vector& operator[](std::size_t row) { return rows_[row]; }
  [[nodiscard]] vector const& operator[](std::size_t row) const { return rows_[row]; }

  friend vector operator*(square_matrix const& m, vector const& x) {
    vector y{};
    for (std::size_t i = 0; i < N; ++i) {
      for (std::size_t j = 0; j < N; ++j) y[i] = y[i] + m[i][j] * x[j];
    }
    return y;
  }
  friend square_matrix operator*(square_matrix const& a, square_matrix const& b) {
    square_matrix c;
    for (std::size_t i = 0; i < N; ++i) {
      for (std::size_t k = 0; k < N; ++k) {
        for (std::size_t j = 0; j < N; ++j) c[i][j] = c[i][j] + a[i][k] * b[k][j];
      }
    }
    return c;
  }

  // By elimination. The matrix is regular.
  [[nodiscard]] friend square_matrix inverse(square_matrix m) {
    square_matrix out = identity();
    for (std::size_t k = 0; k < N; ++k) {
      std::size_t pivot = k;
      while (pivot < N && is_zero(m[pivot][k])) ++pivot;
      CUZK_ASSERT(pivot < N);
      std::swap(m[k], m[pivot]);
      std::swap(out[k], out[pivot]);
      F const scale = inverse(m[k][k]);
      for (std::size_t j = 0; j < N; ++j) {
        m[k][j] = scale * m[k][j];
        out[k][j] = scale * out[k][j];
      }
      for (std::size_t i = 0; i < N; ++i) {
        F const factor = m[i][k];
        if (i == k || is_zero(factor)) continue;
        for (std::size_t j = 0; j < N; ++j) {
          m[i][j] = m[i][j] - factor * m[k][j];
          out[i][j] = out[i][j] - factor * out[k][j];
        }
      }
    }
    return out;
  }
  [[nodiscard]] friend square_matrix transposed(square_matrix const& m) {
    square_matrix out;
    for (std::size_t i = 0; i < N; ++i) {
      for (std::size_t j = 0; j < N; ++j) out[j][i] = m[i][j];
    }
    return out;
  }

 private:
  std::vector<vector> rows_;
};

}  // namespace cuzk::inline v0::hash::detail
