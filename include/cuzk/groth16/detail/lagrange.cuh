// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuzk/groth16/detail/lagrange.hpp>

#include <cstddef>
#include <span>

#include <cuzk/core/config.hpp>
#include <cuzk/exec/cuda.cuh>
#include <cuzk/vector/batch_inverse.cuh>
#include <cuzk/vector/powers.cuh>

namespace cuzk::inline v0::groth16::detail {

// What `write_lagrange` of n elements takes of a workspace.
template <class F>
[[nodiscard]] constexpr std::size_t lagrange_workspace_bytes(std::size_t n) {
  return vector::batch_inverse_workspace_bytes<F>(n);
}

// Of device memory, in stream order; scratch of the above.
template <class F>
void write_lagrange(exec::cuda const& where, std::span<F> out, lagrange_values<F> const& values) {
  F const begin = values.power_begin(), step = values.power_step();
  vector::powers<F>(where, out, step, begin);
  exec::for_each_index(where, out.size(), differences_step<F>{out.data(), values.x});
  vector::batch_inverse<F>(where, out);
  vector::multiply_by_powers<F>(where, out, out, step, begin * values.factor());
}

}  // namespace cuzk::inline v0::groth16::detail
