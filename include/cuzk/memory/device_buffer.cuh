// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Device memory of n elements, owned, in stream order.

#include <cstddef>
#include <span>
#include <type_traits>
#include <utility>

#include <cuzk/core/checked.hpp>
#include <cuzk/core/cuda.cuh>
#include <cuzk/memory/device_resource.cuh>

namespace cuzk::inline v0::memory {

/// n elements of device memory, not initialised, given back on the stream they were asked for on.
/// Move-only. Buffers of one function die in the reverse order of their birth, as a `workspace` wants.
template <class T>
class device_buffer {
  static_assert(std::is_trivially_copyable_v<T>, "cuzk: device memory holds plain bytes");

 public:
  /// No memory.
  device_buffer() = default;
  /// @param stream  of the current device
  /// @throws what the resource throws; overflow of n * sizeof(T)
  device_buffer(stream_ref stream, device_resource_ref resource, std::size_t n) : owner_{stream, resource}, size_(n) {
    if (n != 0) data_ = static_cast<T*>(owner_.resource.allocate(stream, checked_mul(n, sizeof(T))));
  }
  device_buffer(device_buffer&& other) noexcept
      : owner_(other.owner_), data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  device_buffer& operator=(device_buffer&& other) noexcept {
    std::swap(owner_, other.owner_);
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }
  device_buffer(device_buffer const&) = delete;
  device_buffer& operator=(device_buffer const&) = delete;
  ~device_buffer() {
    if (data_ != nullptr) owner_.resource.deallocate(owner_.stream, data_, size_ * sizeof(T));
  }

  /// First element; null for n = 0.
  [[nodiscard]] T* data() const noexcept { return data_; }
  /// n.
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  /// The elements, which only device code may touch.
  [[nodiscard]] std::span<T> span() const noexcept { return {data_, size_}; }

 private:
  struct no_memory {
    void* allocate(stream_ref, std::size_t) { return nullptr; }
    void deallocate(stream_ref, void*, std::size_t) noexcept {}
  };
  struct owner {
    stream_ref stream;
    device_resource_ref resource;
  };
  static inline no_memory nothing_;

  owner owner_{stream_ref(nullptr), device_resource_ref(nothing_)};
  T* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace cuzk::inline v0::memory
