// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Host memory of n elements, owned, of any memory policy.

#include <cstddef>
#include <span>
#include <type_traits>
#include <utility>

#include <cuzk/core/checked.hpp>
#include <cuzk/core/config.hpp>
#include <cuzk/core/wipe.hpp>
#include <cuzk/memory/pageable.hpp>
#include <cuzk/memory/policy.hpp>

namespace cuzk::inline v0::memory {

/// Whether the memory of a buffer is overwritten before it goes back.
enum class contents {
  open,    ///< may be left where it is
  secret,  ///< a witness or blinding: wiped
};

/// n elements of host memory, not initialised, of the policy that says whether a device reads them
/// itself. Move-only. What circuits synthesise into: ready for the device from the moment it is written.
///
/// @tparam T         trivially copyable
/// @tparam Policy    `pageable`, `pinned`, `registered` or an own one
/// @tparam Contents  `contents::secret` for memory that must be wiped
template <class T, memory_policy Policy = pageable, contents Contents = contents::open>
class host_buffer {
  static_assert(std::is_trivially_copyable_v<T>, "cuzk: memory for transfers holds plain bytes");

 public:
  using value_type = T;
  using policy_type = Policy;

  /// No memory.
  host_buffer() = default;
  /// @throws what the policy throws; invalid_argument if n elements are more bytes than there can be
  explicit host_buffer(std::size_t n, Policy policy = {}) : policy_(std::move(policy)), size_(n) {
    if (n != 0) data_ = static_cast<T*>(policy_.allocate(checked_mul(n, sizeof(T)), alignment));
  }
  host_buffer(host_buffer&& other) noexcept
      : policy_(other.policy_), data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  host_buffer& operator=(host_buffer&& other) noexcept {
    std::swap(policy_, other.policy_);
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }
  host_buffer(host_buffer const&) = delete;
  host_buffer& operator=(host_buffer const&) = delete;
  ~host_buffer() {
    if (data_ == nullptr) return;
    if constexpr (Contents == contents::secret) wipe();
    policy_.deallocate(data_, size_ * sizeof(T), alignment);
  }

  /// Sets all bytes to zero, which the optimiser cannot remove.
  void wipe() noexcept { cuzk::wipe(span()); }

  /// First element; null for n = 0.
  [[nodiscard]] T* data() noexcept { return data_; }
  [[nodiscard]] T const* data() const noexcept { return data_; }
  /// n.
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  /// Whether n is 0.
  [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
  /// Element i < n.
  [[nodiscard]] T& operator[](std::size_t i) noexcept { return data_[i]; }
  [[nodiscard]] T const& operator[](std::size_t i) const noexcept { return data_[i]; }
  /// First element, for range-for and algorithms.
  [[nodiscard]] T* begin() noexcept { return data_; }
  [[nodiscard]] T const* begin() const noexcept { return data_; }
  /// One past the last element.
  [[nodiscard]] T* end() noexcept { return data_ + size_; }
  [[nodiscard]] T const* end() const noexcept { return data_ + size_; }
  /// The elements.
  [[nodiscard]] std::span<T> span() noexcept { return {data_, size_}; }
  [[nodiscard]] std::span<T const> span() const noexcept { return {data_, size_}; }

 private:
  static constexpr std::size_t alignment = alignof(T) > 64 ? alignof(T) : 64;

  [[no_unique_address]] Policy policy_{};
  T* data_ = nullptr;
  std::size_t size_ = 0;
};

/// A buffer that is wiped before its memory goes back.
template <class T, memory_policy Policy = pageable>
using secret_buffer = host_buffer<T, Policy, contents::secret>;

}  // namespace cuzk::inline v0::memory
