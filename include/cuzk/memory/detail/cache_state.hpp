// SPDX-License-Identifier: Apache-2.0
#pragma once

// The values of a cache, who uses them, who works on them, and how they make room.

#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
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
      auto const by_other = found->second->at_work;  // of the value nothing is kept: it may go during the wait
      if (by_other == nullptr) return hit(hold, found->second);
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

  // Behind those who stand in the budget's line; what is unused makes room for whoever is the first there.
  memory_budget::reservation reserve(memory_amounts const& wanted, wait_limits const& limits) {
    bool has_waited = false;
    return budget_.reserve(wanted, limits, [&](memory_amounts const& first) {
      lock hold(mutex_);
      if (is_making_room_) return false;
      if (make_room_in_turn(hold, first)) return true;
      if (!has_waited) ++counts_.waits_in_budget;
      has_waited = true;
      return false;
    });
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
    while (entry_ptr e = longest_unused(is_any)) let_go(hold, std::move(e));
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

  // Of a value that nobody works on, which therefore stays.
  handle hit(lock& hold, entry_ptr const& e) {
    if (e->is_unused() && e->form == cache_form::reduced) restore(hold, *e);
    ++counts_.hits;
    return lend(e);
  }
  handle lend(entry_ptr const& e) {
    value_type const* const value = &*e->value;
    e->last_use = ++uses_;
    return handle(std::make_shared<lease>(this->shared_from_this(), e), value);
  }

  // Of a handle that dies.
  void end_use(entry& e) noexcept {
    lock const hold(mutex_);
    e.last_use = ++uses_;
    if (--e.users == 0) budget_.look_again();
  }

  // --- loads ---

  template <class Load>
  handle load(lock& hold, id_type const& id, Load& make_source, wait_limits const& limits) {
    auto const e = std::make_shared<entry>(id);
    entries_.emplace(id, e);
    ++counts_.misses;
    hold.unlock();
    bool is_waiting = false;
    handle lent;
    try {
      source_type const from(make_source());
      is_waiting = true;
      auto placed = place(from, limits);
      is_waiting = false;
      e->value.emplace(store_.make(from, placed.form));
      e->charged = std::move(placed.charged);
      e->form = placed.form;
      e->charged.release(
          excess(e->charged.amounts(), store_.amounts(*e->value, e->form)));  // what only the making took
      hold.lock();
      lent = lend(e);  // which may fail too
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
    e->is_there = true;
    ++counts_.loads;
    if (e->form == cache_form::reduced) ++counts_.loads_reduced;
    end_work(*e);
    return lent;
  }

  struct place_for {
    memory_budget::reservation charged;
    cache_form form;
  };
  place_for place(source_type const& from, wait_limits const& limits) {
    memory_amounts const full = store_.amounts(from, cache_form::full);
    if constexpr (can_reduce) {
      memory_amounts const reduced = store_.amounts(from, cache_form::reduced);
      bool const fits_in_full = is_possible(full);
      if (is_possible(reduced) && (options_.loads_reduced || !fits_in_full)) {
        if (fits_in_full && !limits.stop.stop_requested()) {
          if (auto now = reserve_from_unused(full)) return {std::move(*now), cache_form::full};
        }
        return {reserve(reduced, limits), cache_form::reduced};
      }
    }
    return {reserve(full, limits), cache_form::full};
  }

  // Of a load, which has `hold` locked or not; it is after.
  void fail(lock& hold, entry& e, std::exception_ptr const& failure) noexcept {
    if (!hold.owns_lock()) hold.lock();
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

  // Without a wait.
  std::optional<memory_budget::reservation> reserve_from_unused(memory_amounts const& wanted) {
    lock hold(mutex_);
    for (;;) {
      if (auto at_once = budget_.try_reserve(wanted)) return at_once;
      if (budget_.waiting() != 0 || !make_room(hold, wanted)) return std::nullopt;
    }
  }
  // As `make_room`, for one thread at a time: all who wait look at the same first in line.
  bool make_room_in_turn(lock& hold, memory_amounts const& wanted) {
    struct turn {
      explicit turn(bool& t) noexcept : is_taken(t) { is_taken = true; }
      turn(turn const&) = delete;
      turn& operator=(turn const&) = delete;
      ~turn() { is_taken = false; }
      bool& is_taken;
    };
    turn const mine(is_making_room_);
    bool const has_made_room = make_room(hold, wanted);
    if (has_made_room) budget_.look_again();  // who came meanwhile has left it to this thread
    return has_made_room;
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
  // What unused values have of which this holds; `host` for both kinds.
  template <class Wanted>
  [[nodiscard]] memory_amounts unused(Wanted const& is_wanted) const {
    memory_amounts all;
    for (auto const& [id, e] : entries_) {
      if (e->is_unused() && is_wanted(*e)) all = sum(all, joint(e->charged.amounts()));
    }
    return all;
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
  static bool is_any(entry const&) noexcept { return true; }
  static bool has_page_locked(entry const& e) noexcept { return e.charged.amounts().page_locked != 0; }
  static bool has_host_memory(entry const& e) noexcept { return joint(e.charged.amounts()).host != 0; }
  static bool has_device(entry const& e) noexcept { return e.charged.amounts().device != 0; }

  // Whether it was worth while: what is wanted fits, or one unused value has left something to it. None leaves where
  // all of them together would not do.
  bool make_room(lock& hold, memory_amounts const& wanted) {
    auto const left = free();
    if (fits(wanted, left)) return true;
    if (!fits(wanted, sum(left, unused(is_any)))) return false;
    entry_ptr leaving;
    if (wanted.page_locked > left.page_locked) {
      leaving = longest_unused(has_page_locked);
    } else if (joint(wanted).host > left.host) {
      leaving = longest_unused(has_host_memory);
    } else {
      leaving = longest_unused([](entry const& e) { return e.form == cache_form::full && has_device(e); });
      if (leaving != nullptr && options_.reduces_unused && reduce(hold, leaving, wanted)) return true;
      if (leaving == nullptr) leaving = longest_unused(has_device);
    }
    CUZK_ASSERT(leaving != nullptr);
    let_go(hold, std::move(leaving));
    return true;
  }

  // Whether the value, unused and in full form, has made room: as a reduced one, or by its end if that failed. What is
  // wanted of the host's memory, which is there, stays.
  bool reduce([[maybe_unused]] lock& hold, [[maybe_unused]] entry_ptr const& e,
              [[maybe_unused]] memory_amounts const& wanted) {
    if constexpr (can_reduce) {
      memory_amounts const to = store_.amounts(*e->value, cache_form::reduced);
      memory_amounts const more = excess(to, e->charged.amounts());
      if (!is_possible(to)) return false;
      auto const is_older = [&](entry const& o) {
        return o.form == cache_form::reduced && o.last_use < e->last_use && has_host_memory(o);
      };
      if (!fits(more, excess(sum(free(), unused(is_older)), joint(wanted)))) return false;
      e->at_work = std::make_shared<work>();
      auto extra = budget_.try_reserve_ahead(more);
      while (!extra) {
        auto older = longest_unused(is_older);
        if (older == nullptr) break;
        let_go(hold, std::move(older));
        extra = budget_.try_reserve_ahead(more);
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
      budget_.look_again();
      return true;
    } else {
      return false;
    }
  }

  // The full form of an unused value in reduced form, if there is room; where that fails it stays
  // as it is.
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
        extra.reset();
        hold.lock();
        ++counts_.failures;
        e.at_work->failure = std::current_exception();
        end_work(e);
        budget_.look_again();
        throw;
      }
      hold.lock();
      charge(e, to, std::move(*extra));
      e.form = cache_form::full;
      ++counts_.restorations;
      end_work(e);
      budget_.look_again();  // it is unused, should it not be lent
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
  // With `host` for both kinds.
  static memory_amounts joint(memory_amounts const& a) noexcept {
    return {a.host + a.page_locked, a.page_locked, a.device};
  }
  // Where `left.host` is for both kinds.
  static bool fits(memory_amounts const& wanted, memory_amounts const& left) noexcept {
    return wanted.device <= left.device && wanted.page_locked <= left.page_locked && joint(wanted).host <= left.host;
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
  bool is_making_room_ = false;  // for one who waits in the budget's line
};

}  // namespace cuzk::inline v0::memory::detail
