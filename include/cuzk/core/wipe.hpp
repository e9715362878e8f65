// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Overwriting of secrets, which the optimiser may not remove.

#include <cstddef>
#include <cstring>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

#include <cuzk/core/config.hpp>

namespace cuzk::inline v0 {

/// Sets all bytes of `secret` to zero. The compiler cannot see that nobody reads them afterwards.
template <class T>
requires std::is_trivially_copyable_v<T>
void wipe(std::span<T> secret) noexcept {
  if (secret.empty()) return;
  std::memset(static_cast<void*>(secret.data()), 0, secret.size_bytes());
#if defined(__GNUC__) || defined(__clang__)
  __asm__ __volatile__("" : : "r"(secret.data()) : "memory");
#endif
}

/// Sets all bytes of one value to zero.
template <class T>
requires std::is_trivially_copyable_v<T>
void wipe(T& secret) noexcept { wipe(std::span<T>(&secret, 1)); }

/// Allocator that wipes memory before it goes back, also what a vector leaves behind when it grows.
template <class T>
struct wiping_allocator {
  static_assert(std::is_trivially_copyable_v<T>, "cuzk: secrets are plain bytes");

  using value_type = T;  ///< what is allocated

  wiping_allocator() = default;
  /// Stateless: all are equal.
  template <class U>
  wiping_allocator(wiping_allocator<U> const&) noexcept {}  // NOLINT: rebinding is implicit

  /// Memory for `count` elements. @throws std::bad_alloc
  [[nodiscard]] T* allocate(std::size_t count) { return std::allocator<T>().allocate(count); }
  /// Wipes and gives back.
  void deallocate(T* memory, std::size_t count) noexcept {
    wipe(std::span<T>(memory, count));
    std::allocator<T>().deallocate(memory, count);
  }

  friend bool operator==(wiping_allocator const&, wiping_allocator const&) { return true; }
};

/// A vector of secrets.
template <class T>
using secret_vector = std::vector<T, wiping_allocator<T>>;

/// Wipes its vector when the scope ends, on every path out of it.
template <class T>
class wipe_on_exit {
 public:
  /// @param secret  must outlive this object and must not reallocate meanwhile
  explicit wipe_on_exit(std::vector<T>& secret) noexcept : secret_(secret) {}
  wipe_on_exit(wipe_on_exit const&) = delete;
  wipe_on_exit& operator=(wipe_on_exit const&) = delete;
  ~wipe_on_exit() { wipe(std::span<T>(secret_)); }

 private:
  std::vector<T>& secret_;
};

namespace detail {

/// For functions of both sides and of constant evaluation: wipes a value on the host at run time.
template <class T>
CUZK_HD constexpr void wipe_on_host([[maybe_unused]] T& secret) noexcept {
#if !defined(__CUDA_ARCH__)
  if (!__builtin_is_constant_evaluated()) wipe(secret);
#endif
}

}  // namespace detail
}  // namespace cuzk::inline v0
