// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// What a cache is told of the values that it keeps.

#include <concepts>
#include <cstdint>

#include <cuzk/core/config.hpp>
#include <cuzk/memory/memory_budget.hpp>

namespace cuzk::inline v0 {

namespace memory {

/// How a value is kept.
enum class cache_form : std::uint8_t {
  full,     ///< as it is best used
  reduced,  ///< with less of the memory that is short, and of slower use
};

}  // namespace memory

/// `S::id_type`, what values are named by: copied, and ordered by <.
template <class S>
concept has_ordered_ids = std::copy_constructible<typename S::id_type> &&
    requires(typename S::id_type const& a, typename S::id_type const& b) {
  { a < b } -> std::convertible_to<bool>;
};

/// `s.amounts(from, form)`: the memory that a value takes in a form, of a source and of the value itself in any form.
/// Of a source with what `make` takes beside the value, which goes back when that is made.
template <class S>
concept tells_amounts = requires(S const& s, typename S::source_type const& from, typename S::value_type const& value,
                                 memory::cache_form form) {
  { s.amounts(from, form) } -> std::same_as<memory::memory_amounts>;
  { s.amounts(value, form) } -> std::same_as<memory::memory_amounts>;
};

/// `s.make(source, form)`: the value, within the amounts of its form.
template <class S>
concept makes_values = requires(S const& s, typename S::source_type const& from, memory::cache_form form) {
  { s.make(from, form) } -> std::same_as<typename S::value_type>;
};

/// `s.reduce(value)` and `s.restore(value)`: from the full form to the reduced one and back. While one of them runs the
/// value may take the memory of both. After a throw of `reduce` the value is destroyed; one of `restore` leaves it as
/// it was.
template <class S>
concept reduces_values = requires(S const& s, typename S::value_type& value) {
  s.reduce(value);
  s.restore(value);
};

/// What a cache is told of its values: how large they are and how they are made of what a caller loads. Its functions
/// are called by several threads at once. Without `reduces_values` there is only the full form.
template <class S>
concept cache_store = std::move_constructible<S> && std::move_constructible<typename S::value_type> &&
    has_ordered_ids<S> && tells_amounts<S> && makes_values<S>;

}  // namespace cuzk::inline v0
