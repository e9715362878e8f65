// SPDX-License-Identifier: Apache-2.0
#pragma once

// Transforms on a device held against the plan of the host.

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <cuda_runtime.h>

#include <cuzk/core/cuda.cuh>
#include <cuzk/exec/cuda.cuh>
#include <cuzk/exec/serial.hpp>
#include <cuzk/memory/device_resource.cuh>
#include <cuzk/ntt/device_plan.cuh>
#include <cuzk/ntt/plan.hpp>
#include <cuzk/ntt/tile_tuning.hpp>

#include <support/device_array.cuh>
#include <support/gpu_test.cuh>
#include <support/ntt.hpp>

namespace cuzk_test {

/// Prints and returns whether `what` holds.
inline bool check(bool holds, std::string const& what) {
  if (!holds) std::printf("FAIL %s\n", what.c_str());
  return holds;
}

template <class F>
std::string name_of(bool forward, cuzk::ntt::options<F> const& how, unsigned log_size, std::size_t transforms) {
  using cuzk::ntt::order;
  return std::string(forward ? "forward " : "inverse ") + (how.input == order::natural ? "natural" : "reversed") +
         (how.output == order::natural ? " to natural" : " to reversed") + (how.coset ? " coset" : "") + " 2^" +
         std::to_string(log_size) + " x " + std::to_string(transforms);
}

/// All orders, both directions, coset and not, with exactly the workspace that is asked for.
template <class F>
bool equals_host(unsigned log_size, std::size_t transforms, F const& shift, cuzk::stream_ref stream,
                 std::optional<cuzk::ntt::tile_tuning> const& tuning = std::nullopt) {
  using cuzk::ntt::order;
  cuzk::memory::device_pool pool;
  cuzk::exec::cuda const build(stream, pool);
  cuzk::ntt::plan<F> const host(log_size);
  cuzk::ntt::device_plan<F> const plan(build, log_size, tuning);
  std::size_t const count = transforms << log_size;
  auto const input = random_elements<F>(count, log_size);
  device_array<F> data(count);
  bool good = true;
  for (auto const& coset : {std::optional<F>{}, std::optional<F>{shift}}) {
    for (order const in : {order::natural, order::bit_reversed}) {
      for (order const out : {order::natural, order::bit_reversed}) {
        cuzk::ntt::options<F> const how{in, out, coset};
        std::size_t const bytes = plan.workspace_bytes(count, how);
        device_array<std::byte> memory(bytes + 1);
        for (bool const forward : {true, false}) {
          cuzk::memory::workspace scratch(std::span<std::byte>(memory.data, bytes));
          cuzk::exec::cuda const where(stream, scratch);
          auto expected = input;
          copy_to_device(stream.get(), data.data, input);
          std::span<F> const all(data.data, count);
          if (forward) {
            plan.forward(where, all, how);
            host.forward(cuzk::exec::serial{}, std::span<F>(expected), how);
          } else {
            plan.inverse(where, all, how);
            host.inverse(cuzk::exec::serial{}, std::span<F>(expected), how);
          }
          std::string const name = name_of(forward, how, log_size, transforms);
          good = check(copy_to_host(stream.get(), data.data, count) == expected, name) && good;
          good = check(scratch.peak() == bytes, name + ": workspace_bytes") && good;
        }
      }
    }
  }
  return good;
}

/// A case of a test's main: sizes 2^0 to 2^Last, every transform also on the coset of Shift.
template <class F, unsigned Last, std::uint64_t Shift>
void equals_host_up_to() {
  own_stream const stream;
  bool good = true;
  for (unsigned log_size = 0; log_size <= Last; ++log_size) {
    good = equals_host<F>(log_size, log_size < 9 ? 5 : log_size < 12 ? 3 : 1, F(Shift), stream.ref()) && good;
  }
  require(good, "a transform differs from the host's");
}

}  // namespace cuzk_test
