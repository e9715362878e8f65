// SPDX-License-Identifier: Apache-2.0
#pragma once

// A CUDA runtime for programs that are linked with runtime_without_kernels.cpp instead of NVIDIA's: streams do at once
// what they are given, memory is the process's own and takes no pages before it is touched, kernels do nothing. So what
// code asks of memory and where it copies can be tested where there is no device, and for a device of any size.

#include <cstddef>
#include <cstdint>
#include <vector>

namespace runtime_without_kernels {

/// Bytes of device memory that are out.
[[nodiscard]] std::size_t device_bytes();
/// The most there were since the last call.
[[nodiscard]] std::size_t peak_of_device_bytes();

/// What copies of 8 bytes from device to device bring, one after the other and from the start again: numbers that only
/// a kernel could have found. Without any they copy.
void set_numbers(std::vector<std::uint64_t> numbers);

}  // namespace runtime_without_kernels
