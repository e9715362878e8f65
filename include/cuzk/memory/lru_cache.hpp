// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Values that are dear to load and take much memory, kept as long as a budget has room for them.

#include <concepts>
#include <memory>
#include <type_traits>
#include <utility>

#include <cuzk/core/config.hpp>
#include <cuzk/core/waiting.hpp>
#include <cuzk/memory/cache_options.hpp>
#include <cuzk/memory/cache_store.hpp>
#include <cuzk/memory/detail/cache_state.hpp>
#include <cuzk/memory/memory_budget.hpp>

namespace cuzk::inline v0::memory {

/// Values by name. `get` finds one or has it loaded, once for all who ask for it meanwhile, and lends it: a value in
/// use is never touched. All values are charged to a budget before they are made; what only the making took goes back
/// after it. Where the budget lacks memory, values that nobody uses make room, those first whose last use is longest
/// ago: where there is a reduced form they are brought to that, else, and from there, let go. None leaves in vain:
/// where all of them together would not do, they stay until so much else was given back that they do. A value in the
/// reduced form that nobody uses is restored by `get` where the memory is free without another's leaving, so that two
/// values do not drive each other out again and again.
///
/// Who waits for memory stands in the budget's line and keeps its place. It is the threads inside `get` or `reserve` of
/// this cache that have unused values make room, as soon as they stand in line, for the first there, whoever that is.
/// Without one of them nothing leaves: who waits in `memory_budget::reserve` alone waits beside unused values. Who
/// shares the budget and is to have them leave asks by `reserve` of the cache.
///
/// A budget is for one cache: of several with one budget each knows its own values alone, so that a request that only
/// the unused ones of two would do for has none of them leave, and waits, though nobody uses them, until others give
/// back or a limit ends it.
///
/// Values in use leave for nobody: two threads that each hold a value, and wait for memory that only the other's would
/// leave, wait until a limit ends that. It cannot happen where all values in use or asked for at one time, and the
/// largest of what else is waited for, fit the budget together.
///
/// A hit costs a lock and a small allocation, also while another thread loads, frees or reduces: the store is called
/// without the lock. A call that needs room looks at every value: it is made for tens or hundreds of them, not for
/// millions. Nothing depends on time but the order of calls. Thread-safe.
///
/// @tparam Store  a `cache_store`; lives until the last handle is gone
template <cache_store Store>
class lru_cache {
 public:
  using id_type = typename Store::id_type;          ///< what values are named by
  using value_type = typename Store::value_type;    ///< what is kept
  using source_type = typename Store::source_type;  ///< what is loaded, and a value made of
  /// A value in use; it keeps the value also when the cache has dropped it or is gone.
  using handle = std::shared_ptr<value_type const>;

  /// An empty cache.
  /// @param budget  what values are charged to; others may share it, but no other cache (see above)
  lru_cache(Store store, memory_budget budget, cache_options options = {})
      : state_(std::make_shared<state>(std::move(store), std::move(budget), options)) {}
  lru_cache(lru_cache const&) = delete;
  lru_cache& operator=(lru_cache const&) = delete;
  /// No call may be under way. Values in use go with their last handle.
  ~lru_cache() { state_->drop_all(); }

  /// The value of this name. Who finds it being loaded waits for that.
  ///
  /// @param load    called without arguments if there is none; what it returns a source_type is made of. May get other
  ///                values, not this one
  /// @param limits  of waits for another's load, and for memory; a load that runs is not interrupted, but for who is
  ///                cancelled by its end nothing leaves
  /// @throws what the load, the store and the allocation throw, to each who waited for it, and the cache is then as if
  ///         nobody had asked: there is no value after a load that failed, and the reduced form, which the next call
  ///         tries to restore again and `find` gives as it is, after a restoration that did; out_of_memory at once for
  ///         a value that the budget can never have; `cancelled`, `timed_out`, to the one whose wait it was: another
  ///         who waits loads then
  template <class Load>
  requires std::constructible_from<source_type, std::invoke_result_t<Load&>>
  [[nodiscard]] handle get(id_type const& id, Load&& load, wait_limits const& limits = {}) {
    return state_->get(id, load, limits);
  }

  /// The value, if it is there and no thread works on it; as it is, not restored. Counts as a hit.
  [[nodiscard]] handle find(id_type const& id) { return state_->find(id); }

  /// Memory for another purpose from the budget, as `memory_budget::reserve`, for which unused values make room; also
  /// those that become unused while it waits. The deadline is of waits: what is to be had without one comes. For who is
  /// cancelled nothing leaves.
  /// @throws out_of_memory at once for what is above a limit; `cancelled`, `timed_out`
  [[nodiscard]] memory_budget::reservation reserve(memory_amounts const& wanted, wait_limits const& limits = {}) {
    return state_->reserve(wanted, limits);
  }

  /// Forgets a value: the next `get` loads. Who uses it keeps it. Whether there was one; one that a thread works on
  /// stays.
  bool drop(id_type const& id) { return state_->drop(id); }
  /// Lets all go that nobody uses.
  void trim() { state_->trim(); }

  /// What it has done and has.
  [[nodiscard]] cache_counts counts() const { return state_->counts(); }
  /// What values are charged to.
  [[nodiscard]] memory_budget const& budget() const noexcept { return state_->budget(); }

 private:
  using state = detail::cache_state<Store>;

  std::shared_ptr<state> state_;
};

}  // namespace cuzk::inline v0::memory
