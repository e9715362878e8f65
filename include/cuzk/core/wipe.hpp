// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Overwriting of secrets, which the optimiser may not remove.

#include <cstddef>
#include <cstring>
#include <span>
#include <type_traits>
#include <vector>

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

}  // namespace cuzk::inline v0
