// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Values that are dear to load and take much memory, kept as long as a budget has room for them.

#include <algorithm>
#include <concepts>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <type_traits>
#include <utility>

#include <cuzk/core/config.hpp>
#include <cuzk/core/waiting.hpp>
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
/// value may take the memory of both. After a throw the value is destroyed.
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

namespace memory {

/// What a cache does where memory is short. Nothing of it concerns stores without a reduced form.
struct cache_options {
  /// A value that nobody uses is reduced rather than let go, if the memory for that is to be had at once, from values
  /// unused for longer if need be.
  bool reduces_unused = true;
  /// A value that does not fit in full beside those in use comes in its reduced form. Otherwise its load waits for
  /// memory, unless the budget can never have it in full.
  bool loads_reduced = true;
};

/// What a cache has done and has.
struct cache_counts {
  std::uint64_t hits = 0;             ///< calls that got a value without a load of their own
  std::uint64_t misses = 0;           ///< calls that began a load
  std::uint64_t loads = 0;            ///< loads that brought a value
  std::uint64_t loads_reduced = 0;    ///< of these, in the reduced form
  std::uint64_t failures = 0;         ///< loads and restorations that threw
  std::uint64_t waits = 0;            ///< calls that waited for another's work on the same value
  std::uint64_t waits_in_budget = 0;  ///< waits for memory that unused values did not have
  std::uint64_t evictions = 0;        ///< unused values that were let go
  std::uint64_t reductions = 0;       ///< unused values that were reduced
  std::uint64_t restorations = 0;     ///< values that were brought back to the full form
  std::uint64_t values = 0;           ///< values that are there now
  std::uint64_t in_use = 0;           ///< of these, with a handle
  memory_amounts bytes{};             ///< what the values that are there are charged for
};

/// Values by name. `get` finds one or has it loaded, once for all who ask for it meanwhile, and lends it: a value in
/// use is never touched. All values are charged to a budget before they are made. Where it lacks memory, values that
/// nobody uses make room, those first whose last use is longest ago: where there is a reduced form they are brought to
/// that, else, and from there, let go. A value in the reduced form that nobody uses is restored by `get` where the
/// memory is free without another's leaving, so that two values do not drive each other out again and again.
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
  /// @param budget  what values are charged to; others may share it
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
  /// @param limits  of waits for another's load, and for memory; a load that runs is not interrupted
  /// @throws what the load, the store and the allocation throw, to each who waited for it, and the cache is then as if
  ///         nobody had asked; out_of_memory at once for a value that the budget can never have; `cancelled`,
  ///         `timed_out`, to the one whose wait it was: another who waits loads then
  template <class Load>
  requires std::constructible_from<source_type, std::invoke_result_t<Load&>>
  [[nodiscard]] handle get(id_type const& id, Load&& load, wait_limits const& limits = {}) {
    return state_->get(id, load, limits);
  }

  /// The value, if it is there and no thread works on it; as it is, not restored. Counts as a hit.
  [[nodiscard]] handle find(id_type const& id) { return state_->find(id); }

  /// Memory for another purpose from the budget, as `memory_budget::reserve`, for which unused values make room; also
  /// those that become unused while it waits. Each of these takes the wait to the end of the budget's line.
  /// @throws out_of_memory at once for what is above a limit; `cancelled`, `timed_out`
  [[nodiscard]] memory_budget::reservation reserve(memory_amounts const& wanted, wait_limits const& limits = {}) {
    std::unique_lock<std::mutex> hold(state_->mutex);
    return state_->reserve(hold, wanted, limits);
  }

  /// Forgets a value: the next `get` loads. Who uses it keeps it. Whether there was one; one that a thread works on
  /// stays.
  bool drop(id_type const& id) { return state_->drop(id); }
  /// Lets all go that nobody uses.
  void trim() { state_->trim(); }

  /// What it has done and has.
  [[nodiscard]] cache_counts counts() const { return state_->all_counts(); }
  /// What values are charged to.
  [[nodiscard]] memory_budget const& budget() const noexcept { return state_->budget; }

 private:
  static constexpr bool can_reduce = reduces_values<Store>;

  // What threads that wait for another's work on a value look at.
  struct work {
    bool is_done = false;
    std::exception_ptr failure;
  };
  struct entry {
    explicit entry(id_type const& i) : id(i), at_work(std::make_shared<work>()) {}

    id_type id;
    memory_budget::reservation charged;  // goes back after the value
    std::optional<value_type> value;
    cache_form form = cache_form::full;
    bool is_there = false;  // loaded; stays so while it is reduced or restored
    std::uint64_t last_use = 0;
    std::size_t users = 0;
    std::shared_ptr<work> at_work;  // while one thread has the value for itself

    [[nodiscard]] bool is_unused() const noexcept { return users == 0 && at_work == nullptr; }
  };
  using entry_ptr = std::shared_ptr<entry>;
  using lock = std::unique_lock<std::mutex>;

  struct state;
  // One handle's hold of a value.
  struct lease {
    lease(std::shared_ptr<state> s, entry_ptr e) noexcept : of(std::move(s)), held(std::move(e)) { ++held->users; }
    lease(lease const&) = delete;
    lease& operator=(lease const&) = delete;
    ~lease() { of->end_use(*held); }

    std::shared_ptr<state> of;
    entry_ptr held;  // goes first, without the lock: perhaps the last that keeps the value
  };

  // Functions that take `hold` need it locked, leave it so, and may let it go meanwhile.
  struct state : std::enable_shared_from_this<state> {
    state(Store s, memory_budget b, cache_options o) : store(std::move(s)), budget(std::move(b)), options(o) {}

    template <class Load>
    handle get(id_type const& id, Load& make_source, wait_limits const& limits) {
      lock hold(mutex);
      for (bool has_waited = false;;) {
        auto const found = entries.find(id);
        if (found == entries.end()) return load(hold, id, make_source, limits);
        entry_ptr const e = found->second;
        if (e->at_work == nullptr) {
          if (e->is_unused() && e->form == cache_form::reduced) restore(hold, *e);
          ++counts.hits;
          return lend(e);
        }
        auto const by_other = e->at_work;
        if (!has_waited) ++counts.waits;
        has_waited = true;
        if (!cuzk::detail::wait_within(changed, hold, limits, [&] { return by_other->is_done; })) {
          cuzk::detail::throw_wait_ended(limits, "cache: a wait for another's load");
        }
        if (by_other->failure) std::rethrow_exception(by_other->failure);
      }
    }

    handle find(id_type const& id) {
      lock const hold(mutex);
      auto const found = entries.find(id);
      if (found == entries.end() || found->second->at_work != nullptr) return nullptr;
      ++counts.hits;
      return lend(found->second);
    }

    memory_budget::reservation reserve(lock& hold, memory_amounts const& wanted, wait_limits const& limits) {
      for (;;) {
        if (auto at_once = budget.try_reserve(wanted)) return std::move(*at_once);
        if (make_room(hold, shortage_for(wanted))) continue;
        if (auto waited = wait_in_budget(hold, wanted, limits)) return std::move(*waited);
      }
    }

    bool drop(id_type const& id) {
      entry_ptr dropped;  // dies after the lock
      lock const hold(mutex);
      auto const found = entries.find(id);
      if (found == entries.end() || found->second->at_work != nullptr) return false;
      dropped = std::move(found->second);
      entries.erase(found);
      return true;
    }
    void drop_all() noexcept {
      std::map<id_type, entry_ptr> dropped;
      lock const hold(mutex);
      dropped.swap(entries);
    }
    void trim() {
      lock hold(mutex);
      while (entry_ptr e = longest_unused([](entry const&) { return true; })) let_go(hold, std::move(e));
    }

    // Of a handle that dies.
    void end_use(entry& e) noexcept {
      lock const hold(mutex);
      e.last_use = ++uses;
      if (--e.users == 0) wake_waits_in_budget();
    }

    cache_counts all_counts() const {
      lock const hold(mutex);
      cache_counts now = counts;
      for (auto const& [id, e] : entries) {
        if (!e->is_there) continue;
        ++now.values;
        now.in_use += e->users != 0 ? 1 : 0;
        now.bytes = sum(now.bytes, e->charged.amounts());
      }
      return now;
    }

    Store store;
    memory_budget budget;
    cache_options options;
    mutable std::mutex mutex;  // of what follows

   private:
    enum class shortage : std::uint8_t { of_host, of_device, of_turns };  // the last: others wait in the budget's line

    handle lend(entry_ptr const& e) {
      value_type const* const value = &*e->value;
      e->last_use = ++uses;
      return handle(std::make_shared<lease>(this->shared_from_this(), e), value);
    }

    // --- loads ---

    template <class Load>
    handle load(lock& hold, id_type const& id, Load& make_source, wait_limits const& limits) {
      auto const e = std::make_shared<entry>(id);
      entries.emplace(id, e);
      ++counts.misses;
      hold.unlock();
      bool is_waiting = false;
      try {
        source_type const from(make_source());
        is_waiting = true;
        auto placed = place(from, limits);
        is_waiting = false;
        e->value.emplace(store.make(from, placed.form));
        e->charged = std::move(placed.charged);
        e->form = placed.form;
      } catch (cancelled const&) {
        fail(hold, *e, is_waiting ? nullptr : std::current_exception());
        throw;
      } catch (timed_out const&) {
        fail(hold, *e, is_waiting ? nullptr : std::current_exception());
        throw;
      } catch (...) {
        fail(hold, *e, std::current_exception());
        throw;
      }
      hold.lock();
      e->is_there = true;
      ++counts.loads;
      if (e->form == cache_form::reduced) ++counts.loads_reduced;
      end_work(*e);
      return lend(e);
    }

    struct place_for {
      memory_budget::reservation charged;
      cache_form form;
    };
    place_for place(source_type const& from, wait_limits const& limits) {
      memory_amounts const full = store.amounts(from, cache_form::full);
      lock hold(mutex);
      if constexpr (can_reduce) {
        memory_amounts const reduced = store.amounts(from, cache_form::reduced);
        bool const fits_in_full = is_possible(full);
        if (is_possible(reduced) && (options.loads_reduced || !fits_in_full)) {
          if (fits_in_full) {
            if (auto now = reserve_from_unused(hold, full)) return {std::move(*now), cache_form::full};
          }
          return {reserve(hold, reduced, limits), cache_form::reduced};
        }
      }
      return {reserve(hold, full, limits), cache_form::full};
    }

    // Of a load or a restoration: `hold` is not locked before, and is after.
    void fail(lock& hold, entry& e, std::exception_ptr failure) noexcept {
      hold.lock();
      ++counts.failures;
      e.at_work->failure = std::move(failure);
      destroy(hold, e);
    }
    // What a thread has for itself; its memory is free before the others are told.
    void destroy(lock& hold, entry& e) noexcept {
      entries.erase(e.id);
      hold.unlock();
      e.value.reset();
      e.charged = {};
      hold.lock();
      end_work(e);
    }
    void end_work(entry& e) noexcept {
      e.at_work->is_done = true;
      e.at_work.reset();
      changed.notify_all();
    }

    // --- memory ---

    // Without a wait, and without sending values off in vain.
    std::optional<memory_budget::reservation> reserve_from_unused(lock& hold, memory_amounts const& wanted) {
      for (;;) {
        if (auto at_once = budget.try_reserve(wanted)) return at_once;
        shortage const what = shortage_for(wanted);
        if (what == shortage::of_turns || !would_fit_without_unused(wanted) || !make_room(hold, what)) {
          return std::nullopt;
        }
      }
    }

    // Nothing if the wait is to be tried again, since a value became unused.
    std::optional<memory_budget::reservation> wait_in_budget(lock& hold, memory_amounts const& wanted,
                                                             wait_limits const& limits) {
      ++counts.waits_in_budget;
      auto const self = in_budget.emplace(in_budget.end());
      auto const leave = [&] {
        hold.lock();
        in_budget.erase(self);
      };
      hold.unlock();
      try {
        std::stop_callback const passes_on(limits.stop, [self] { self->request_stop(); });
        auto had = budget.reserve(wanted, {self->get_token(), limits.deadline});
        leave();
        return had;
      } catch (cancelled const&) {
        leave();
        if (limits.stop.stop_requested()) throw;
        return std::nullopt;
      } catch (...) {
        leave();
        throw;
      }
    }
    void wake_waits_in_budget() noexcept {
      for (auto& wait : in_budget) wait.request_stop();
    }

    [[nodiscard]] bool is_possible(memory_amounts const& a) const {
      auto const& most = budget.limits();
      return a.device <= most.device && a.page_locked <= std::min(most.page_locked, most.host) &&
             a.host <= most.host - a.page_locked;
    }
    // What is free, whoever stands in line for it; `host` for both kinds.
    [[nodiscard]] memory_amounts free() const {
      auto const& most = budget.limits();
      auto const used = budget.used();
      return {most.host - used.host - used.page_locked, most.page_locked - used.page_locked, most.device - used.device};
    }
    [[nodiscard]] shortage shortage_for(memory_amounts const& wanted) const {
      auto const left = free();
      if (wanted.page_locked > left.page_locked || wanted.host + wanted.page_locked > left.host) {
        return shortage::of_host;
      }
      return wanted.device > left.device ? shortage::of_device : shortage::of_turns;
    }
    [[nodiscard]] bool would_fit_without_unused(memory_amounts const& wanted) const {
      auto left = free();
      for (auto const& [id, e] : entries) {
        if (!e->is_unused()) continue;
        auto const& a = e->charged.amounts();
        left = sum(left, {a.host + a.page_locked, a.page_locked, a.device});
      }
      return wanted.device <= left.device && wanted.page_locked <= left.page_locked &&
             wanted.host + wanted.page_locked <= left.host;
    }

    template <class Wanted>
    [[nodiscard]] entry_ptr longest_unused(Wanted const& is_wanted) const {
      entry_ptr found;
      for (auto const& [id, e] : entries) {
        if (!e->is_unused() || !is_wanted(*e)) continue;
        if (found == nullptr || e->last_use < found->last_use) found = e;
      }
      return found;
    }
    static bool has_host_memory(entry const& e) {
      return e.charged.amounts().host != 0 || e.charged.amounts().page_locked != 0;
    }

    // One unused value makes room; whether there was one.
    bool make_room(lock& hold, shortage what) {
      entry_ptr leaving;
      if (what == shortage::of_host) {
        leaving = longest_unused(has_host_memory);
      } else {
        leaving = longest_unused([](entry const& e) { return e.form == cache_form::full; });
        if (leaving != nullptr && options.reduces_unused && reduce(hold, leaving)) return true;
        if (leaving == nullptr) {
          leaving = longest_unused(
              [&](entry const& e) { return what == shortage::of_turns || e.charged.amounts().device != 0; });
        }
      }
      if (leaving == nullptr) return false;
      let_go(hold, std::move(leaving));
      return true;
    }

    // Whether the value, unused and in full form, has made room: as a reduced one, or by its end if that failed.
    bool reduce([[maybe_unused]] lock& hold, [[maybe_unused]] entry_ptr const& e) {
      if constexpr (can_reduce) {
        memory_amounts const to = store.amounts(*e->value, cache_form::reduced);
        memory_amounts const more = excess(to, e->charged.amounts());
        if (!is_possible(to)) return false;
        e->at_work = std::make_shared<work>();
        auto extra = budget.try_reserve(more);
        while (!extra) {
          auto older = longest_unused([&](entry const& o) {
            return o.form == cache_form::reduced && o.last_use < e->last_use && has_host_memory(o);
          });
          if (older == nullptr) break;
          let_go(hold, std::move(older));
          extra = budget.try_reserve(more);
        }
        if (!extra) {
          end_work(*e);
          return false;
        }
        hold.unlock();
        try {
          store.reduce(*e->value);
        } catch (...) {  // nobody asked for that value
          hold.lock();
          ++counts.evictions;
          destroy(hold, *e);
          return true;
        }
        hold.lock();
        charge(*e, to, std::move(*extra));
        e->form = cache_form::reduced;
        ++counts.reductions;
        end_work(*e);
        wake_waits_in_budget();
        return true;
      } else {
        return false;
      }
    }

    // The full form of an unused value in reduced form, if there is room; a failure ends the value.
    void restore([[maybe_unused]] lock& hold, [[maybe_unused]] entry& e) {
      if constexpr (can_reduce) {
        memory_amounts const to = store.amounts(*e.value, cache_form::full);
        if (!is_possible(to)) return;
        auto extra = budget.try_reserve(excess(to, e.charged.amounts()));
        if (!extra) return;
        e.at_work = std::make_shared<work>();
        hold.unlock();
        try {
          store.restore(*e.value);
        } catch (...) {
          fail(hold, e, std::current_exception());
          throw;
        }
        hold.lock();
        charge(e, to, std::move(*extra));
        e.form = cache_form::full;
        ++counts.restorations;
        end_work(e);
      }
    }

    // It dies without the lock.
    void let_go(lock& hold, entry_ptr&& leaving) {
      entry_ptr e = std::move(leaving);
      entries.erase(e->id);
      ++counts.evictions;
      hold.unlock();
      e.reset();
      hold.lock();
    }

    // --- arithmetic of amounts ---

    static void charge(entry& e, memory_amounts const& to, memory_budget::reservation extra) {
      e.charged.join(std::move(extra));
      e.charged.release(excess(e.charged.amounts(), to));
    }
    static memory_amounts sum(memory_amounts const& a, memory_amounts const& b) {
      return {a.host + b.host, a.page_locked + b.page_locked, a.device + b.device};
    }
    static memory_amounts excess(memory_amounts const& a, memory_amounts const& b) {
      return {a.host - std::min(a.host, b.host), a.page_locked - std::min(a.page_locked, b.page_locked),
              a.device - std::min(a.device, b.device)};
    }

    std::condition_variable_any changed;
    cache_counts counts;
    std::uint64_t uses = 0;
    std::map<id_type, entry_ptr> entries;
    std::list<std::stop_source> in_budget;  // of threads that wait there
  };

  std::shared_ptr<state> state_;
};

}  // namespace memory
}  // namespace cuzk::inline v0
