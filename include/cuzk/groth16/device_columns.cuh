// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// The columns of a circuit at a set-up's point, wherever they are: what a set-up on a device reads, piece by piece.

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>

#include <cuda_runtime_api.h>

#include <cuzk/core/config.hpp>
#include <cuzk/core/cuda.cuh>
#include <cuzk/core/span.hpp>
#include <cuzk/exec/cuda.cuh>
#include <cuzk/field/concepts.hpp>
#include <cuzk/memory/pageable.hpp>
#include <cuzk/memory/policy.hpp>
#include <cuzk/memory/transfer.cuh>

namespace cuzk::inline v0::groth16 {

/// Which of a circuit's matrices: left factors, right factors, products.
enum class circuit_matrix : std::uint8_t { a, b, c };

/// `s.wires()`, the number of columns of each matrix.
template <class S>
concept counts_wires = requires(S const& s) {
  { s.wires() } -> std::convertible_to<std::size_t>;
};

/// `s.write(where, which, first, out)`: enqueues out[i] = A_(first + i)(tau), or B or C, to device memory.
template <class S, class F>
concept writes_columns = requires(S const& s, exec::cuda const& where, circuit_matrix which, std::size_t first,
                                  std::span<F> out) {
  { s.write(where, which, first, out) } -> std::same_as<void>;
};

/// The columns of a circuit's matrices, summed up with `row_weights`; of A with the rows that keys add for the constant
/// and each public wire. Asked for a piece more than once, it writes the same again.
template <class S, class F>
concept column_source = counts_wires<S> && writes_columns<S, F>;

/// Columns in host memory of a policy, such as `r1cs::column_sums`.
template <prime_field_element F, memory_policy Memory = memory::pageable>
class host_columns {
 public:
  /// @param a, b, c  one element a wire; must stay as they are until the set-up is done
  /// @param staging  for memory that a device does not reach
  /// @throws invalid_argument for different sizes; what `memory::transfer` throws
  host_columns(std::span<F const> a, std::span<F const> b, std::span<F const> c,
               memory::staging_options const& staging = {})
      : columns_{a, b, c}, copies_(staging) {
    require_same_size("groth16: host columns", b.size(), "columns of B", a.size(), "columns of A");
    require_same_size("groth16: host columns", c.size(), "columns of C", a.size(), "columns of A");
  }

  /// Number of wires.
  [[nodiscard]] std::size_t wires() const noexcept { return columns_[0].size(); }
  /// Uploads a piece. @throws as `memory::transfer::upload`
  void write(exec::cuda const& where, circuit_matrix which, std::size_t first, std::span<F> out) const {
    copies_.upload(where.stream(), out, columns_[static_cast<std::size_t>(which)].subspan(first, out.size()));
  }

 private:
  std::span<F const> columns_[3];
  memory::transfer<Memory> copies_;
};

/// Columns in device memory.
template <prime_field_element F>
class device_columns {
 public:
  /// @param a, b, c  one element a wire; must stay as they are until the set-up is done
  /// @throws invalid_argument for different sizes
  device_columns(std::span<F const> a, std::span<F const> b, std::span<F const> c) : columns_{a, b, c} {
    require_same_size("groth16: device columns", b.size(), "columns of B", a.size(), "columns of A");
    require_same_size("groth16: device columns", c.size(), "columns of C", a.size(), "columns of A");
  }

  /// Number of wires.
  [[nodiscard]] std::size_t wires() const noexcept { return columns_[0].size(); }
  /// Copies a piece. @throws cuda_error
  void write(exec::cuda const& where, circuit_matrix which, std::size_t first, std::span<F> out) const {
    auto const from = columns_[static_cast<std::size_t>(which)].subspan(first, out.size());
    CUZK_CUDA_CHECK(
        cudaMemcpyAsync(out.data(), from.data(), from.size_bytes(), cudaMemcpyDeviceToDevice, where.stream().get()));
  }

 private:
  std::span<F const> columns_[3];
};

}  // namespace cuzk::inline v0::groth16
