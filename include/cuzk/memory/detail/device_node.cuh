// SPDX-License-Identifier: Apache-2.0
#pragma once

// The memory of the host that is near a device.

#include <cuda_runtime_api.h>

#include <cuzk/core/config.hpp>
#include <cuzk/core/cuda.cuh>

namespace cuzk::inline v0::memory::detail {

// The node of the system, as for `prefer_node`, that the current device hangs on. Negative where there is none, or no
// device, which the call that follows says.
inline int node_of_device() noexcept {
  int device = 0, node = -1;
  bool const is_known = cuzk::detail::succeeds(cudaGetDevice(&device)) &&
                        cuzk::detail::succeeds(cudaDeviceGetAttribute(&node, cudaDevAttrHostNumaId, device));
  return is_known ? node : -1;
}

}  // namespace cuzk::inline v0::memory::detail
