// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// What each row of a constraint system counts for at a set-up's point, on a device.

#include <cuzk/groth16/row_weights.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include <cuzk/core/config.hpp>
#include <cuzk/exec/cuda.cuh>
#include <cuzk/field/concepts.hpp>
#include <cuzk/groth16/detail/lagrange.cuh>
#include <cuzk/groth16/detail/secret_scratch.cuh>
#include <cuzk/groth16/qap.hpp>

namespace cuzk::inline v0::groth16 {

/// out[i] = L_i(tau), as on the host.
///
/// @param where  a stream; some 160 MB of scratch are taken, overwritten before they go back
/// @param out    device memory, one element a row
/// @throws invalid_argument as on the host; what the resource throws; cuda_error if a launch is refused
/// @cost   six products a row
/// @sync   none
template <qap_reduction Qap, prime_field_element F>
void row_weights(exec::cuda const& where, std::span<F> out, std::uint64_t domain_size, F const& tau) {
  auto const values = detail::weights_of_rows<Qap>(out.size(), domain_size, tau);
  std::size_t const at_once = std::min(out.size(), std::size_t{1} << 22U);
  for (std::size_t i = 0; i < out.size(); i += at_once) {
    auto const piece = out.subspan(i, std::min(at_once, out.size() - i));
    detail::secret_scratch scratch(where, detail::lagrange_workspace_bytes<F>(piece.size()));
    detail::write_lagrange(scratch.where(), piece, values.from(i));
  }
}

}  // namespace cuzk::inline v0::groth16
