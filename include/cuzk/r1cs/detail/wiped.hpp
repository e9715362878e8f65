// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <type_traits>

#include <cuzk/core/wipe.hpp>

namespace cuzk::inline v0::r1cs::detail {

// What a gadget keeps of a witness while it works: wiped when its scope ends, on every path out. Models without
// values have nothing to wipe, and those whose bits own memory wipe that themselves.
template <class Cs, class T>
class wiped {
 public:
  wiped() = default;
  explicit wiped(T const& value) : value_(value) {}
  // Of make(), in place: a copy of what a function returns would leave the original on the stack. So would clang of
  // what a function returns whose type is `auto`.
  template <class Make>
  requires std::is_same_v<std::invoke_result_t<Make const&>, T>
  explicit wiped(Make const& make) : value_(make()) {}
  wiped(wiped const&) = delete;
  wiped& operator=(wiped const&) = delete;
  ~wiped() {
    if constexpr (Cs::has_values && std::is_trivially_copyable_v<T>) wipe(value_);
  }

  [[nodiscard]] T& operator*() noexcept { return value_; }
  [[nodiscard]] T* operator->() noexcept { return &value_; }

 private:
  T value_{};
};

}  // namespace cuzk::inline v0::r1cs::detail
