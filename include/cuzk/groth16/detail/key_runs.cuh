// SPDX-License-Identifier: Apache-2.0
#pragma once

// The points of a key run by run: where they are, or, of a key on the host, through two slots of device memory, so
// that a run is uploaded while the one before is worked on.

#include <array>
#include <cstddef>
#include <span>

#include <cuda_runtime_api.h>

#include <cuzk/core/config.hpp>
#include <cuzk/core/cuda.cuh>
#include <cuzk/core/detail/handles.cuh>
#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/concepts.hpp>
#include <cuzk/exec/cuda.cuh>
#include <cuzk/groth16/device_key.cuh>
#include <cuzk/memory/device_buffer.cuh>
#include <cuzk/memory/device_resource.cuh>

namespace cuzk::inline v0::groth16::detail {

// The memory of the slots; none for a key on the device.
struct key_slots {
  std::array<memory::device_buffer<std::byte>, 2> memory;

  key_slots(exec::cuda const& where, std::size_t slot_bytes)
      : memory{where.allocate<std::byte>(slot_bytes), where.allocate<std::byte>(slot_bytes)} {}

  [[nodiscard]] static std::size_t bytes(std::size_t slot_bytes) { return 2 * memory::workspace::rounded(slot_bytes); }
};

// For one thread and stream at a time; outlives the work. Made at set-up.
class key_runs {
 public:
  key_runs()
      : uploads_(cuzk::detail::make_stream()),
        there_{cuzk::detail::make_event(), cuzk::detail::make_event()},
        used_{cuzk::detail::make_event(), cuzk::detail::make_event()} {}

  // Slots for what follows on the stream, which has them from now on.
  void begin(stream_ref stream, key_slots const& slots) {
    stream_ = stream;
    slots_ = &slots;
    next_ = 0;
    for (auto const& used : used_) CUZK_CUDA_CHECK(cudaEventRecord(used.get(), stream.get()));
  }

  // Points [begin, begin + size) for work on the stream. Of a key on the host, until `used`, which follows each call;
  // copy(bytes) is called before their upload and what it returns dies after that.
  template <group G, class Copy>
  [[nodiscard]] std::span<affine<G> const> next(resident_points<G> const& of, std::size_t begin, std::size_t size,
                                                Copy const& copy) {
    if (of.on_host().empty()) return of.on_device().subspan(begin, size);
    auto const from = of.on_host().subspan(begin, size);
    std::byte* const to = slots_->memory[next_].data();
    CUZK_CUDA_CHECK(cudaStreamWaitEvent(uploads_.get(), used_[next_].get()));
    {
      auto const copying = copy(from.size_bytes());
      CUZK_CUDA_CHECK(cudaMemcpyAsync(to, from.data(), from.size_bytes(), cudaMemcpyHostToDevice, uploads_.get()));
    }
    CUZK_CUDA_CHECK(cudaEventRecord(there_[next_].get(), uploads_.get()));
    CUZK_CUDA_CHECK(cudaStreamWaitEvent(stream_.get(), there_[next_].get()));
    return {reinterpret_cast<affine<G> const*>(to), size};
  }
  // The work on the points of the last call is enqueued.
  void used() {
    CUZK_CUDA_CHECK(cudaEventRecord(used_[next_].get(), stream_.get()));
    next_ = 1 - next_;
  }

  [[nodiscard]] stream_ref uploads() const noexcept { return stream_ref(uploads_.get()); }

 private:
  cuzk::detail::owned_stream uploads_;
  std::array<cuzk::detail::owned_event, 2> there_;
  std::array<cuzk::detail::owned_event, 2> used_;
  stream_ref stream_{nullptr};
  key_slots const* slots_ = nullptr;
  std::size_t next_ = 0;
};

}  // namespace cuzk::inline v0::groth16::detail
