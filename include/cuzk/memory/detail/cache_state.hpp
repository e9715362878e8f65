// SPDX-License-Identifier: Apache-2.0
#pragma once

// The values of a cache, who uses them, who works on them, and how they make room.

#include <algorithm>
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
#include <utility>

#include <cuzk/core/config.hpp>
#include <cuzk/core/waiting.hpp>
#include <cuzk/memory/cache_options.hpp>
#include <cuzk/memory/cache_store.hpp>
#include <cuzk/memory/memory_budget.hpp>

namespace cuzk::inline v0::memory::detail {

// Functions that take `hold` need it locked, leave it so, and may let it go meanwhile.
template <cache_store Store>
class cache_state : public std::enable_shared_from_this<cache_state<Store>> {
 public:
  using id_type = typename Store::id_type;
  using value_type = typename Store::value_type;
  using source_type = typename Store::source_type;
  using handle = std::shared_ptr<value_type const>;

  cache_state(Store s, memory_budget b, cache_options o) : store_(std::move(s)), budget_(std::move(b)), options_(o) {}

  template <class Load>
  handle get(id_type const& id, Load& make_source, wait_limits const& limits) {
    lock hold(mutex_);
    for (bool has_waited = false;;) {
      auto const found = entries_.find(id);
      if (found == entries_.end()) return load(hold, id, make_source, limits);
      entry_ptr const e = found->second;
      if (e->at_work == nullptr) {
        if (e->is_unused() && e->form == cache_form::reduced) restore(hold, *e);
        ++counts_.hits;
        return lend(e);
      }
      auto const by_other = e->at_work;
      if (!has_waited) ++counts_.waits;
      has_waited = true;
      if (!cuzk::detail::wait_within(changed_, hold, limits, [&] { return by_other->is_done; })) {
        cuzk::detail::throw_wait_ended(limits, "cache: a wait for another's load");
      }
      if (by_other->failure) std::rethrow_exception(by_other->failure);
    }
  }

  handle find(id_type const& id) {
    lock const hold(mutex_);
    auto const found = entries_.find(id);
    if (found == entries_.end() || found->second->at_work != nullptr) return nullptr;
    ++counts_.hits;
    return lend(found->second);
  }

  memory_budget::reservation reserve(memory_amounts const& wanted, wait_limits const& limits) {
    lock hold(mutex_);
    return reserve(hold, wanted, limits);
  }

  bool drop(id_type const& id) {
    entry_ptr dropped;  // dies after the lock
    lock const hold(mutex_);
    auto const found = entries_.find(id);
    if (found == entries_.end() || found->second->at_work != nullptr) return false;
    dropped = std::move(found->second);
    entries_.erase(found);
    return true;
  }
  void drop_all() noexcept {
    std::map<id_type, entry_ptr> dropped;
    lock const hold(mutex_);
    dropped.swap(entries_);
  }
  void trim() {
    lock hold(mutex_);
    while (entry_ptr e = longest_unused([](entry const&) { return true; })) let_go(hold, std::move(e));
  }

  cache_counts counts() const {
    lock const hold(mutex_);
    cache_counts now = counts_;
    for (auto const& [id, e] : entries_) {
      if (!e->is_there) continue;
      ++now.values;
      now.in_use += e->users != 0 ? 1 : 0;
      now.bytes = sum(now.bytes, e->charged.amounts());
    }
    return now;
  }

  [[nodiscard]] memory_budget const& budget() const noexcept { return budget_; }

 private:
  using lock = std::unique_lock<std::mutex>;
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

  // One handle's hold of a value.
  struct lease {
    lease(std::shared_ptr<cache_state> s, entry_ptr e) noexcept : of(std::move(s)), held(std::move(e)) {
      ++held->users;
    }
    lease(lease const&) = delete;
    lease& operator=(lease const&) = delete;
    ~lease() { of->end_use(*held); }

    std::shared_ptr<cache_state> of;
    entry_ptr held;  // goes first, without the lock: perhaps the last that keeps the value
  };

  enum class shortage : std::uint8_t { of_host, of_device, of_turns };  // the last: others wait in the budget's line

  handle lend(entry_ptr const& e) {
    value_type const* const value = &*e->value;
    e->last_use = ++uses_;
    return handle(std::make_shared<lease>(this->shared_from_this(), e), value);
  }

  // Of a handle that dies.
  void end_use(entry& e) noexcept {
    lock const hold(mutex_);
    e.last_use = ++uses_;
    if (--e.users == 0) wake_waits_in_budget();
  }

  // --- loads ---

  template <class Load>
  handle load(lock& hold, id_type const& id, Load& make_source, wait_limits const& limits) {
    auto const e = std::make_shared<entry>(id);
    entries_.emplace(id, e);
    ++counts_.misses;
    hold.unlock();
    bool is_waiting = false;
    try {
      source_type const from(make_source());
      is_waiting = true;
      auto placed = place(from, limits);
      is_waiting = false;
      e->value.emplace(store_.make(from, placed.form));
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
    ++counts_.loads;
    if (e->form == cache_form::reduced) ++counts_.loads_reduced;
    end_work(*e);
    return lend(e);
  }

  struct place_for {
    memory_budget::reservation charged;
    cache_form form;
  };
  place_for place(source_type const& from, wait_limits const& limits) {
    memory_amounts const full = store_.amounts(from, cache_form::full);
    lock hold(mutex_);
    if constexpr (can_reduce) {
      memory_amounts const reduced = store_.amounts(from, cache_form::reduced);
      bool const fits_in_full = is_possible(full);
      if (is_possible(reduced) && (options_.loads_reduced || !fits_in_full)) {
        if (fits_in_full) {
          if (auto now = reserve_from_unused(hold, full)) return {std::move(*now), cache_form::full};
        }
        return {reserve(hold, reduced, limits), cache_form::reduced};
      }
    }
    return {reserve(hold, full, limits), cache_form::full};
  }

  // Of a load or a restoration: `hold` is not locked before, and is after.
  void fail(lock& hold, entry& e, std::exception_ptr const& failure) noexcept {
    hold.lock();
    ++counts_.failures;
    e.at_work->failure = failure;
    destroy(hold, e);
  }
  // What a thread has for itself; its memory is free before the others are told.
  void destroy(lock& hold, entry& e) noexcept {
    entries_.erase(e.id);
    hold.unlock();
    e.value.reset();
    e.charged = {};
    hold.lock();
    end_work(e);
  }
  void end_work(entry& e) noexcept {
    e.at_work->is_done = true;
    e.at_work.reset();
    changed_.notify_all();
  }

  // --- memory ---

  memory_budget::reservation reserve(lock& hold, memory_amounts const& wanted, wait_limits const& limits) {
    for (;;) {
      if (auto at_once = budget_.try_reserve(wanted)) return std::move(*at_once);
      shortage const what = shortage_for(wanted);
      if (has_passed(what) || make_room(hold, what)) continue;
      if (auto waited = wait_in_budget(hold, wanted, limits)) return std::move(*waited);
    }
  }
  // Without a wait, and without sending values off in vain.
  std::optional<memory_budget::reservation> reserve_from_unused(lock& hold, memory_amounts const& wanted) {
    for (;;) {
      if (auto at_once = budget_.try_reserve(wanted)) return at_once;
      shortage const what = shortage_for(wanted);
      if (has_passed(what)) continue;
      if (what == shortage::of_turns || !would_fit_without_unused(wanted) || !make_room(hold, what)) {
        return std::nullopt;
      }
    }
  }

  // Nothing if the wait is to be tried again, since a value became unused.
  std::optional<memory_budget::reservation> wait_in_budget(lock& hold, memory_amounts const& wanted,
                                                           wait_limits const& limits) {
    ++counts_.waits_in_budget;
    auto const self = in_budget_.emplace(in_budget_.end());
    auto const leave = [&] {
      hold.lock();
      in_budget_.erase(self);
    };
    hold.unlock();
    try {
      auto had = [&] {  // the callback ends before what it stops
        std::stop_callback const passes_on(limits.stop, [self] { self->request_stop(); });
        return budget_.reserve(wanted, {self->get_token(), limits.deadline});
      }();
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
    for (auto& wait : in_budget_) wait.request_stop();
  }

  [[nodiscard]] bool is_possible(memory_amounts const& a) const {
    auto const& most = budget_.limits();
    return a.device <= most.device && a.page_locked <= std::min(most.page_locked, most.host) &&
           a.host <= most.host - a.page_locked;
  }
  // What is free, whoever stands in line for it; `host` for both kinds.
  [[nodiscard]] memory_amounts free() const {
    auto const& most = budget_.limits();
    auto const used = budget_.used();
    return {most.host - used.host - used.page_locked, most.page_locked - used.page_locked, most.device - used.device};
  }
  [[nodiscard]] shortage shortage_for(memory_amounts const& wanted) const {
    auto const left = free();
    if (wanted.page_locked > left.page_locked || wanted.host + wanted.page_locked > left.host) {
      return shortage::of_host;
    }
    return wanted.device > left.device ? shortage::of_device : shortage::of_turns;
  }
  // Others gave back meanwhile.
  [[nodiscard]] bool has_passed(shortage what) const { return what == shortage::of_turns && budget_.waiting() == 0; }
  [[nodiscard]] bool would_fit_without_unused(memory_amounts const& wanted) const {
    auto left = free();
    for (auto const& [id, e] : entries_) {
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
    for (auto const& [id, e] : entries_) {
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
      if (leaving != nullptr && options_.reduces_unused && reduce(hold, leaving)) return true;
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
      memory_amounts const to = store_.amounts(*e->value, cache_form::reduced);
      memory_amounts const more = excess(to, e->charged.amounts());
      if (!is_possible(to)) return false;
      e->at_work = std::make_shared<work>();
      auto extra = budget_.try_reserve(more);
      while (!extra) {
        auto older = longest_unused([&](entry const& o) {
          return o.form == cache_form::reduced && o.last_use < e->last_use && has_host_memory(o);
        });
        if (older == nullptr) break;
        let_go(hold, std::move(older));
        extra = budget_.try_reserve(more);
      }
      if (!extra) {
        end_work(*e);
        return false;
      }
      hold.unlock();
      try {
        store_.reduce(*e->value);
      } catch (...) {  // nobody asked for that value
        hold.lock();
        ++counts_.evictions;
        destroy(hold, *e);
        return true;
      }
      hold.lock();
      charge(*e, to, std::move(*extra));
      e->form = cache_form::reduced;
      ++counts_.reductions;
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
      memory_amounts const to = store_.amounts(*e.value, cache_form::full);
      if (!is_possible(to)) return;
      auto extra = budget_.try_reserve(excess(to, e.charged.amounts()));
      if (!extra) return;
      e.at_work = std::make_shared<work>();
      hold.unlock();
      try {
        store_.restore(*e.value);
      } catch (...) {
        fail(hold, e, std::current_exception());
        throw;
      }
      hold.lock();
      charge(e, to, std::move(*extra));
      e.form = cache_form::full;
      ++counts_.restorations;
      end_work(e);
    }
  }

  // It dies without the lock.
  void let_go(lock& hold, entry_ptr&& leaving) {
    entry_ptr e = std::move(leaving);
    entries_.erase(e->id);
    ++counts_.evictions;
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

  Store store_;
  memory_budget budget_;
  cache_options options_;
  mutable std::mutex mutex_;  // of what follows
  std::condition_variable_any changed_;
  cache_counts counts_;
  std::uint64_t uses_ = 0;
  std::map<id_type, entry_ptr> entries_;
  std::list<std::stop_source> in_budget_;  // of threads that wait there
};

}  // namespace cuzk::inline v0::memory::detail
