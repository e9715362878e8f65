// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Field elements and points that follow from a seed, made on a device: data for tests and benchmarks.

#include <cuzk/vector/insecure_random.hpp>

#include <cstddef>
#include <cstdint>
#include <span>

#include <cuzk/core/config.hpp>
#include <cuzk/core/span.hpp>
#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/concepts.hpp>
#include <cuzk/exec/cuda.cuh>
#include <cuzk/field/concepts.hpp>
#include <cuzk/vector/fixed_base.cuh>

namespace cuzk::inline v0::vector {

/// out[i] = insecure_random_element<F>(seed, i), the same as on the host.
///
/// @param where  a stream; no scratch is taken
/// @param out    n elements of device memory
/// @param seed   two seeds give unrelated elements
/// @throws cuda_error if a launch is refused
/// @sync none
template <field F>
void insecure_random_elements(exec::cuda const& where, std::span<F> out, std::uint64_t seed) {
  exec::for_each_index(where, out.size(), detail::insecure_random_step<F>{out.data(), seed});
}

/// out[i] = scalars[i] * base with scalars[i] = insecure_random_element(seed, i, bits): points whose logarithms
/// are known, so that the sum of s[i] out[i] is (the sum of s[i] scalars[i]) base.
///
/// @param where    a stream, and scratch of base.multiply_workspace_bytes(n)
/// @param out      n points of device memory
/// @param scalars  n scalars of device memory, written
/// @param base     a table, usually of the generator
/// @param seed     two seeds give unrelated points
/// @param bits     of the scalars; with 64, which is enough for points to differ, a point costs a quarter of what it
///                 costs with all bits, and is as good for a benchmark
/// @throws as `device_fixed_base::multiply`
/// @sync none
template <group G>
void insecure_random_points(exec::cuda const& where, std::span<affine<G>> out,
                            std::span<typename G::scalar_field> scalars, device_fixed_base<G> const& base,
                            std::uint64_t seed, std::size_t bits = G::scalar_field::bits) {
  using scalar = typename G::scalar_field;
  require_same_size("insecure_random_points", out.size(), "points", scalars.size(), "scalars");
  exec::for_each_index(where, scalars.size(), detail::insecure_short_random_step<scalar>{scalars.data(), seed, bits});
  base.multiply(where, out, std::span<scalar const>(scalars), bits);
}

}  // namespace cuzk::inline v0::vector
