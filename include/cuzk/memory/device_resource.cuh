// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Where device memory comes from: anything that allocates in stream order.

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include <cuda_runtime_api.h>

#include <cuzk/core/config.hpp>
#include <cuzk/core/cuda.cuh>
#include <cuzk/core/error.hpp>

namespace cuzk::inline v0 {

/// `r.allocate(stream, bytes)`: device memory, aligned to `memory::device_alignment`, usable by work enqueued on
/// the stream from now on; throws when there is none.
template <class R>
concept can_allocate_in_stream_order = requires(R& r, stream_ref stream, std::size_t bytes) {
  { r.allocate(stream, bytes) } -> std::same_as<void*>;
};

/// `r.deallocate(stream, pointer, bytes)`, noexcept: gives it back once the work enqueued on the stream so
/// far is done.
template <class R>
concept can_deallocate_in_stream_order = requires(R& r, stream_ref stream, void* p, std::size_t bytes) {
  { r.deallocate(stream, p, bytes) }
  noexcept;
};

/// A source of device memory. An adaptor to an RMM or CCCL resource is these two functions.
template <class R>
concept device_resource = can_allocate_in_stream_order<R> && can_deallocate_in_stream_order<R>;

namespace memory {

/// Alignment of every piece of device memory that the library asks for.
inline constexpr std::size_t device_alignment = 256;

/// A reference to any device_resource, which must outlive it. Trivially copyable.
class device_resource_ref {
 public:
  /// Refers to `resource`.
  template <device_resource R>
  requires(!std::same_as<R, device_resource_ref>) device_resource_ref(R& resource)
  noexcept  // NOLINT(google-explicit-constructor): a reference, like a span
      : resource_(std::addressof(resource)),
        allocate_(
            [](void* r, stream_ref stream, std::size_t bytes) { return static_cast<R*>(r)->allocate(stream, bytes); }),
        deallocate_([](void* r, stream_ref stream, void* p, std::size_t bytes) noexcept {
          static_cast<R*>(r)->deallocate(stream, p, bytes);
        }) {}

  /// As the resource's own. @throws what the resource throws
  [[nodiscard]] void* allocate(stream_ref stream, std::size_t bytes) const {
    return allocate_(resource_, stream, bytes);
  }
  /// As the resource's own.
  void deallocate(stream_ref stream, void* p, std::size_t bytes) const noexcept {
    deallocate_(resource_, stream, p, bytes);
  }

 private:
  void* resource_;
  void* (*allocate_)(void*, stream_ref, std::size_t);
  void (*deallocate_)(void*, stream_ref, void*, std::size_t) noexcept;
};

/// A CUDA memory pool of its own on one device, which keeps what it has: after the first job an allocation
/// costs microseconds. Thread-safe. Its memory goes back to the system when the object is destroyed, or by
/// `trim`; a piece is given back on the stream that it was asked for on, so that it is free as soon as the
/// work before that is done.
/// @source CUDA C++ Programming Guide, "Stream Ordered Memory Allocator"
class device_pool {
 public:
  /// A pool of the current device.
  /// @param most_bytes  of device memory at once, in the granularity of the device; 0 for no limit but its size
  /// @throws cuda_error
  explicit device_pool(std::size_t most_bytes = 0) : device_(current_device()) {
    cudaMemPoolProps properties{};
    properties.allocType = cudaMemAllocationTypePinned;
    properties.location.type = cudaMemLocationTypeDevice;
    properties.location.id = device_;
    properties.maxSize = most_bytes;
    CUZK_CUDA_CHECK(cudaMemPoolCreate(&pool_, &properties));
    std::uint64_t keep = ~std::uint64_t{0};
    CUZK_CUDA_CHECK(cudaMemPoolSetAttribute(pool_, cudaMemPoolAttrReleaseThreshold, &keep));
  }
  device_pool(device_pool const&) = delete;
  device_pool& operator=(device_pool const&) = delete;
  ~device_pool() { cuzk::detail::succeeds(cudaMemPoolDestroy(pool_)); }

  /// @throws out_of_memory with the bytes asked and those free on the device; cuda_error for other failures
  [[nodiscard]] void* allocate(stream_ref stream, std::size_t bytes) {
    void* p = nullptr;
    cudaError_t const code = cudaMallocFromPoolAsync(&p, bytes, pool_, stream.get());
    if (code == cudaErrorMemoryAllocation) {
      cudaGetLastError();  // this error is handled
      std::size_t free = 0, total = 0;
      cuzk::detail::succeeds(cudaMemGetInfo(&free, &total));
      throw out_of_memory("device", bytes, free);
    }
    cuzk::detail::throw_unless_success(code, "cudaMallocFromPoolAsync", __FILE__, __LINE__);
    return p;
  }
  /// Stream-ordered.
  void deallocate(stream_ref stream, void* p, std::size_t) noexcept {
    cuzk::detail::succeeds(cudaFreeAsync(p, stream.get()));
  }

  /// Gives memory that nobody uses back to the system until `keep_bytes` are left: for set-up and pauses, since
  /// other work of the process may wait meanwhile. Memory counts as used until the work before its deallocation
  /// is done. @throws cuda_error
  void trim(std::size_t keep_bytes = 0) { CUZK_CUDA_CHECK(cudaMemPoolTrimTo(pool_, keep_bytes)); }

  /// Bytes that the pool holds of the device, in use or not. @throws cuda_error
  [[nodiscard]] std::uint64_t held_bytes() const { return attribute(cudaMemPoolAttrReservedMemCurrent); }
  /// Bytes in use. @throws cuda_error
  [[nodiscard]] std::uint64_t used_bytes() const { return attribute(cudaMemPoolAttrUsedMemCurrent); }
  /// The most bytes that were in use at once. @throws cuda_error
  [[nodiscard]] std::uint64_t peak_bytes() const { return attribute(cudaMemPoolAttrUsedMemHigh); }

  /// The device that the memory is on.
  [[nodiscard]] int device() const noexcept { return device_; }

 private:
  static int current_device() {
    int device = 0;
    CUZK_CUDA_CHECK(cudaGetDevice(&device));
    return device;
  }

  std::uint64_t attribute(cudaMemPoolAttr which) const {
    std::uint64_t value = 0;
    CUZK_CUDA_CHECK(cudaMemPoolGetAttribute(pool_, which, &value));
    return value;
  }

  int device_;
  cudaMemPool_t pool_ = nullptr;
};

/// Device memory of the caller's, handed out from its start; what is given back last can be handed out
/// again. Makes a call allocate nothing: size it with the call's `workspace_bytes`. For one stream at a
/// time, one thread at a time.
class workspace {
 public:
  /// @param memory  device memory that outlives all work that uses it, its start aligned to device_alignment
  /// @throws invalid_argument for a start that is not aligned
  explicit workspace(std::span<std::byte> memory) : memory_(memory) {
    if (reinterpret_cast<std::uintptr_t>(memory.data()) % device_alignment != 0) {
      throw invalid_argument("workspace: the memory must be aligned to " + std::to_string(device_alignment) + " bytes");
    }
  }

  /// @throws out_of_memory if what is left is too small
  [[nodiscard]] void* allocate(stream_ref, std::size_t bytes) {
    if (bytes > left() || rounded(bytes) > left()) throw out_of_memory("workspace", bytes, left());
    void* const p = memory_.data() + used_;
    used_ += rounded(bytes);
    if (used_ > peak_) peak_ = used_;
    return p;
  }
  /// Pieces are given back in the reverse order of allocation.
  void deallocate(stream_ref, void* p, std::size_t bytes) noexcept {
    CUZK_ASSERT(static_cast<std::byte*>(p) + rounded(bytes) == memory_.data() + used_);
    static_cast<void>(p);
    used_ -= rounded(bytes);
  }

  /// Bytes that are not in use.
  [[nodiscard]] std::size_t left() const noexcept { return memory_.size() - used_; }
  /// The most bytes that were in use at once.
  [[nodiscard]] std::size_t peak() const noexcept { return peak_; }

  /// What a piece of `bytes` takes of a workspace.
  [[nodiscard]] static constexpr std::size_t rounded(std::size_t bytes) noexcept {
    return (bytes + device_alignment - 1) / device_alignment * device_alignment;
  }

 private:
  std::span<std::byte> memory_;
  std::size_t used_ = 0;
  std::size_t peak_ = 0;
};

static_assert(device_resource<device_pool>);
static_assert(device_resource<workspace>);

}  // namespace memory
}  // namespace cuzk::inline v0
