// SPDX-License-Identifier: Apache-2.0
#pragma once

// The points of a key run by run: where they are, or, of a key on the host, through slots of device memory, so that
// runs are uploaded while those before are worked on.

#include <array>
#include <cstddef>
#include <span>
#include <vector>

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
class key_slots {
 public:
  static constexpr std::size_t most = 4;

  key_slots(exec::cuda const& where, std::size_t count, std::size_t slot_bytes)
      : count_(count), slot_bytes_(slot_bytes), memory_(where.allocate<std::byte>(bytes(count, slot_bytes))) {
    CUZK_ASSERT(count <= most);
  }

  [[nodiscard]] static std::size_t bytes(std::size_t count, std::size_t slot_bytes) {
    return count * memory::workspace::rounded(slot_bytes);
  }
  [[nodiscard]] std::size_t count() const noexcept { return count_; }
  [[nodiscard]] std::byte* operator[](std::size_t i) const noexcept {
    return memory_.data() + i * memory::workspace::rounded(slot_bytes_);
  }

 private:
  std::size_t count_;
  std::size_t slot_bytes_;
  memory::device_buffer<std::byte> memory_;
};

// For one thread and stream at a time; outlives the work. Made at set-up.
class key_runs {
 public:
  key_runs() : uploads_(cuzk::detail::make_stream()) {
    for (auto* const events : {&there_, &used_}) {
      for (auto& event : *events) event = cuzk::detail::make_event();
    }
  }

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
    std::byte* const to = (*slots_)[next_];
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
    if (++next_ >= slots_->count()) next_ = 0;
  }

  [[nodiscard]] stream_ref uploads() const noexcept { return stream_ref(uploads_.get()); }

 private:
  cuzk::detail::owned_stream uploads_;
  std::array<cuzk::detail::owned_event, key_slots::most> there_;
  std::array<cuzk::detail::owned_event, key_slots::most> used_;
  stream_ref stream_{nullptr};
  key_slots const* slots_ = nullptr;
  std::size_t next_ = 0;
};

}  // namespace cuzk::inline v0::groth16::detail
