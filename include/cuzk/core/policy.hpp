// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Policies are types given in any order. Each says its kind by `using policy_kind = ...;`
/// and `pick` finds the one of a kind.

#include <concepts>
#include <cstddef>
#include <type_traits>

namespace cuzk::inline v0 {

/// A type that says which kind of policy it is.
template <class P>
concept policy = requires {
  typename P::policy_kind;
};

namespace detail {

template <class Kind, class... Policies>
inline constexpr std::size_t policy_count = (std::size_t{0} + ... +
                                             (std::is_same_v<typename Policies::policy_kind, Kind> ? 1U : 0U));

template <class Kind, class Default, class... Policies>
struct pick_one {
  using type = Default;
};

template <class Kind, class Default, class First, class... Rest>
struct pick_one<Kind, Default, First, Rest...> {
  using type = typename std::conditional_t<std::is_same_v<typename First::policy_kind, Kind>, std::type_identity<First>,
                                           pick_one<Kind, Default, Rest...>>::type;
};

template <class Kind, class Default, class... Policies>
struct pick_checked {
  static_assert(policy_count<Kind, Policies...> <= 1, "cuzk: two policies of one kind were given");
  using type = typename pick_one<Kind, Default, Policies...>::type;
};

/// The policy of kind `Kind` among `Policies`, or `Default`.
template <class Kind, class Default, policy... Policies>
using pick = typename pick_checked<Kind, Default, Policies...>::type;

}  // namespace detail
}  // namespace cuzk::inline v0
