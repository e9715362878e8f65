// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE memory_lru_cache
#include <boost/test/unit_test.hpp>

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <random>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/core/waiting.hpp>
#include <cuzk/memory/lru_cache.hpp>
#include <cuzk/memory/memory_budget.hpp>

#include <support/seed.hpp>

namespace {

using namespace std::chrono_literals;
using cuzk::wait_limits;
using cuzk::memory::cache_form;
using cuzk::memory::cache_options;
using cuzk::memory::lru_cache;
using cuzk::memory::memory_amounts;
using cuzk::memory::memory_budget;

/// What exists, and what is to fail or to be waited for.
struct observed {
  std::atomic<std::int64_t> device = 0, page_locked = 0;            // bytes of values
  std::atomic<int> made = 0, reduced = 0, restored = 0, freed = 0;  // calls
  std::atomic<int> failures = 0;                                    // of any of them, to come
  std::function<void()> when_freed, when_restored;
};

/// A value of so many bytes of a device, which leaves one of them there in its reduced form, as wires do.
class thing {
 public:
  thing(std::shared_ptr<observed> of, int number, std::int64_t bytes, cache_form form)
      : of_(std::move(of)), number_(number), bytes_(bytes), form_(form) {
    add(1);
  }
  thing(thing&& other) noexcept
      : of_(std::exchange(other.of_, nullptr)), number_(other.number_), bytes_(other.bytes_), form_(other.form_) {}
  thing& operator=(thing&&) = delete;
  ~thing() {
    if (of_ == nullptr) return;
    if (of_->when_freed) of_->when_freed();
    add(-1);
    ++of_->freed;
  }

  void turn(cache_form to) {
    add(-1);
    form_ = to;
    add(1);
  }
  [[nodiscard]] int number() const { return number_; }
  [[nodiscard]] std::int64_t bytes() const { return bytes_; }
  [[nodiscard]] cache_form form() const { return form_; }

 private:
  void add(std::int64_t sign) const {
    of_->device += sign * (form_ == cache_form::full ? bytes_ : 1);
    of_->page_locked += sign * (form_ == cache_form::full ? 0 : bytes_ - 1);
  }

  std::shared_ptr<observed> of_;
  int number_;
  std::int64_t bytes_;
  cache_form form_;
};

struct description {
  int number;
  std::int64_t bytes;
};

memory_amounts amounts_of(std::int64_t bytes, cache_form form) {
  auto const all = static_cast<std::uint64_t>(bytes);
  return form == cache_form::full ? memory_amounts{0, 0, all} : memory_amounts{0, all - 1, 1};
}

/// A store that has the full form alone.
struct plain_store {
  using id_type = std::string;
  using source_type = description;
  using value_type = thing;

  std::shared_ptr<observed> of = std::make_shared<observed>();

  [[nodiscard]] memory_amounts amounts(description const& d, cache_form form) const {
    return amounts_of(d.bytes, form);
  }
  [[nodiscard]] memory_amounts amounts(thing const& t, cache_form form) const { return amounts_of(t.bytes(), form); }
  [[nodiscard]] thing make(description const& d, cache_form form) const {
    fail_if_told();
    ++of->made;
    return {of, d.number, d.bytes, form};
  }
  void fail_if_told() const {
    if (of->failures == 0) return;
    --of->failures;
    throw cuzk::out_of_memory("observed", 1, 0);
  }
};
/// One that has both.
struct store : plain_store {
  void reduce(thing& t) const {
    ++of->reduced;
    fail_if_told();
    t.turn(cache_form::reduced);
  }
  void restore(thing& t) const {
    ++of->restored;
    if (of->when_restored) of->when_restored();
    fail_if_told();
    t.turn(cache_form::full);
  }
};

struct without_amounts {
  using id_type = int;
  using source_type = description;
  using value_type = thing;
  thing make(description const&, cache_form) const;
};
struct makes_another : plain_store {
  [[nodiscard]] int make(description const&, cache_form) const { return 0; }
};
struct unordered_id {};
struct with_unordered_ids : plain_store {
  using id_type = unordered_id;
};
static_assert(cuzk::cache_store<store> && cuzk::reduces_values<store>);
static_assert(cuzk::cache_store<plain_store> && !cuzk::reduces_values<plain_store>);
static_assert(!cuzk::tells_amounts<without_amounts> && cuzk::makes_values<without_amounts>);
static_assert(!cuzk::makes_values<makes_another> && cuzk::tells_amounts<makes_another>);
static_assert(!cuzk::has_ordered_ids<with_unordered_ids> && !cuzk::cache_store<with_unordered_ids>);

memory_budget budget_of(std::uint64_t device, std::uint64_t page_locked = 0) {
  return memory_budget({page_locked, page_locked, device});
}
auto loads(int number, std::int64_t bytes) {
  return [=] { return description{number, bytes}; };
}
description never() { throw std::logic_error("loaded"); }

/// Bytes that are charged are those that exist.
void require_charged(lru_cache<store> const& cache, store const& s) {
  auto const used = cache.budget().used();
  BOOST_REQUIRE_EQUAL(used.device, static_cast<std::uint64_t>(s.of->device.load()));
  BOOST_REQUIRE_EQUAL(used.page_locked, static_cast<std::uint64_t>(s.of->page_locked.load()));
}

BOOST_AUTO_TEST_CASE(loads_once) {
  store const s;
  lru_cache<store> cache(s, budget_of(10));
  auto const first = cache.get("a", loads(1, 4));
  auto const again = cache.get("a", never);
  BOOST_TEST(first == again);
  BOOST_TEST(first->number() == 1);
  BOOST_TEST(cache.find("a") == first);
  BOOST_TEST(cache.find("b") == nullptr);
  auto const other = cache.get("b", loads(2, 6));
  auto const counts = cache.counts();
  BOOST_TEST(counts.hits == 2U);
  BOOST_TEST(counts.misses == 2U);
  BOOST_TEST(counts.loads == 2U);
  BOOST_TEST(counts.values == 2U);
  BOOST_TEST(counts.in_use == 2U);
  BOOST_TEST((counts.bytes == memory_amounts{0, 0, 10}));
  BOOST_TEST((cache.budget().used() == memory_amounts{0, 0, 10}));
  BOOST_TEST(s.of->made == 2);
}

// --- against a model, for every sequence of calls ---

/// What the cache should hold, in plain words: at most one call at a time, values of given bytes.
class model {
 public:
  struct kept {
    int id;
    bool is_full;
  };

  model(std::vector<std::int64_t> bytes, std::int64_t device, std::int64_t page_locked)
      : bytes_(std::move(bytes)), device_(device), page_locked_(page_locked) {}

  /// Whether it was a hit.
  bool get(int id) {
    for (std::size_t i = 0; i < order_.size(); ++i) {
      if (order_[i].id != id) continue;
      auto const found = order_[i];
      order_.erase(order_.begin() + static_cast<std::ptrdiff_t>(i));
      bool const restores = !found.is_full && device_of(true, id) - 1 <= device_ - device_used() - 1;
      order_.push_back({id, found.is_full || restores});
      return true;
    }
    while (device_of(true, id) > device_ - device_used()) make_room();
    order_.push_back({id, true});
    return false;
  }
  [[nodiscard]] std::vector<kept> const& order() const { return order_; }
  [[nodiscard]] std::int64_t device_used() const {
    std::int64_t sum = 0;
    for (auto const& k : order_) sum += device_of(k.is_full, k.id);
    return sum;
  }
  [[nodiscard]] std::int64_t page_locked_used() const {
    std::int64_t sum = 0;
    for (auto const& k : order_) sum += k.is_full ? 0 : bytes_[static_cast<std::size_t>(k.id)] - 1;
    return sum;
  }

 private:
  [[nodiscard]] std::int64_t device_of(bool is_full, int id) const {
    return is_full ? bytes_[static_cast<std::size_t>(id)] : 1;
  }
  void make_room() {
    std::size_t full = 0;
    while (full < order_.size() && !order_[full].is_full) ++full;
    if (full == order_.size()) {
      order_.erase(order_.begin());
      return;
    }
    std::int64_t const more = bytes_[static_cast<std::size_t>(order_[full].id)] - 1;
    std::int64_t of_older = 0;  // those before it are reduced
    for (std::size_t i = 0; i < full; ++i) of_older += bytes_[static_cast<std::size_t>(order_[i].id)] - 1;
    if (more > page_locked_ - page_locked_used() + of_older) {
      order_.erase(order_.begin() + static_cast<std::ptrdiff_t>(full));
      return;
    }
    while (more > page_locked_ - page_locked_used()) {
      order_.erase(order_.begin());
      --full;
    }
    order_[full].is_full = false;
  }

  std::vector<std::int64_t> bytes_;
  std::int64_t device_, page_locked_;
  std::vector<kept> order_;  // longest unused first
};

BOOST_AUTO_TEST_CASE(every_sequence_of_six_calls) {
  std::vector<std::int64_t> const bytes{2, 3, 2, 4};
  std::array<std::string, 4> const names{"a", "b", "c", "d"};
  std::uint64_t hits = 0, reductions = 0, restorations = 0, evictions = 0;
  for (std::int64_t const page_locked : {0, 2, 4}) {
    for (std::int64_t const device : {4, 6}) {
      for (unsigned sequence = 0; sequence < 4096; ++sequence) {
        store const s;
        lru_cache<store> cache(s,
                               budget_of(static_cast<std::uint64_t>(device), static_cast<std::uint64_t>(page_locked)));
        model expected(bytes, device, page_locked);
        for (unsigned step = 0, left = sequence; step < 6; ++step, left /= 4) {
          auto const id = left % 4;
          bool is_loaded = false;
          auto const value = cache.get(names[id], [&] {
            is_loaded = true;
            return description{static_cast<int>(id), bytes[id]};
          });
          BOOST_REQUIRE_EQUAL(is_loaded, !expected.get(static_cast<int>(id)));
          BOOST_REQUIRE_EQUAL(value->number(), static_cast<int>(id));
          BOOST_REQUIRE_EQUAL(value->form() == cache_form::full, expected.order().back().is_full);
          BOOST_REQUIRE_EQUAL(s.of->device, expected.device_used());
          BOOST_REQUIRE_EQUAL(s.of->page_locked, expected.page_locked_used());
          BOOST_REQUIRE_EQUAL(cache.counts().values, expected.order().size());
          require_charged(cache, s);
        }
        auto const counts = cache.counts();
        hits += counts.hits;
        reductions += counts.reductions;
        restorations += counts.restorations;
        evictions += counts.evictions;
        BOOST_REQUIRE_EQUAL(counts.hits + counts.loads, 6U);
      }
    }
  }
  BOOST_TEST((hits > 0 && reductions > 0 && restorations > 0 && evictions > 0));
}

// Handles that are kept: what is in use is never touched, and a call fails only where that leaves no room.
BOOST_AUTO_TEST_CASE(every_sequence_with_values_in_use) {
  std::vector<std::int64_t> const bytes{2, 3, 4};
  std::array<std::string, 3> const names{"a", "b", "c"};
  constexpr std::int64_t device = 5, page_locked = 3;
  auto const at_once = wait_limits::within(-1s);  // a call that would have to wait ends
  std::uint64_t refused = 0, reduced = 0;
  for (unsigned sequence = 0; sequence < 46656; ++sequence) {
    store const s;
    lru_cache<store> cache(s, budget_of(device, page_locked));
    std::array<lru_cache<store>::handle, 3> held;
    for (unsigned step = 0, left = sequence; step < 6; ++step, left /= 6) {
      auto const id = left % 3;
      bool const keeps = left % 6 >= 3;
      if (keeps && held[id] != nullptr) {
        held[id].reset();
        continue;
      }
      std::int64_t device_in_use = 0, page_locked_in_use = 0;
      for (auto const& h : held) {
        if (h == nullptr) continue;
        device_in_use += h->form() == cache_form::full ? h->bytes() : 1;
        page_locked_in_use += h->form() == cache_form::full ? 0 : h->bytes() - 1;
      }
      try {
        auto value = cache.get(names[id], loads(static_cast<int>(id), bytes[id]), at_once);
        BOOST_REQUIRE_EQUAL(value->number(), static_cast<int>(id));
        if (keeps) held[id] = std::move(value);
      } catch (cuzk::timed_out const&) {
        ++refused;
        BOOST_REQUIRE(held[id] == nullptr);
        BOOST_REQUIRE(device_in_use + bytes[id] > device);
        BOOST_REQUIRE(device_in_use + 1 > device || page_locked_in_use + bytes[id] - 1 > page_locked);
      }
      for (auto const& h : held) {
        if (h != nullptr && h->form() == cache_form::reduced) ++reduced;
        if (h != nullptr) BOOST_REQUIRE(cache.get(names[static_cast<std::size_t>(h->number())], never) == h);
      }
      require_charged(cache, s);
    }
    held = {};
    cache.trim();
    BOOST_REQUIRE_EQUAL(cache.counts().values, 0U);
    BOOST_REQUIRE((cache.budget().used() == memory_amounts{}));
    BOOST_REQUIRE_EQUAL(s.of->made, s.of->freed);
  }
  BOOST_TEST((refused > 0 && reduced > 0));
}

BOOST_AUTO_TEST_CASE(a_store_with_one_form) {
  plain_store const s;
  lru_cache<plain_store> cache(s, budget_of(4, 100));
  for (int round = 0; round < 2; ++round) {
    for (int i = 0; i < 3; ++i) static_cast<void>(cache.get(std::to_string(i), loads(i, 2)));
  }
  BOOST_TEST(cache.counts().misses == 6U);  // the one that comes next is always the one that just went
  BOOST_TEST(cache.counts().evictions == 4U);
  BOOST_TEST(s.of->page_locked == 0);
}

BOOST_AUTO_TEST_CASE(unused_values_go_unless_they_are_to_be_reduced) {
  store const s;
  lru_cache<store> cache(s, budget_of(4, 100), {.reduces_unused = false});
  static_cast<void>(cache.get("a", loads(1, 4)));
  static_cast<void>(cache.get("b", loads(2, 4)));
  BOOST_TEST(cache.counts().evictions == 1U);
  BOOST_TEST(cache.counts().reductions == 0U);
}

BOOST_AUTO_TEST_CASE(a_hit_restores_where_nothing_must_leave) {
  store const s;
  lru_cache<store> cache(s, budget_of(6, 100));
  static_cast<void>(cache.get("a", loads(1, 4)));
  static_cast<void>(cache.get("b", loads(2, 5)));
  BOOST_TEST(cache.counts().reductions == 1U);
  BOOST_TEST((cache.get("a", never)->form() == cache_form::reduced));  // b stays where it is
  BOOST_TEST(cache.drop("b"));
  auto a = cache.find("a");
  BOOST_TEST((a->form() == cache_form::reduced));
  BOOST_TEST((cache.get("a", never)->form() == cache_form::reduced));  // in use
  auto const* const where = a.get();
  a.reset();
  BOOST_TEST((cache.get("a", never)->form() == cache_form::full));
  BOOST_TEST(cache.get("a", never).get() == where);
  BOOST_TEST(cache.counts().restorations == 1U);
  require_charged(cache, s);
}

// What never fits in full comes reduced; what never fits at all is refused before anything is made or sent off.
BOOST_AUTO_TEST_CASE(values_that_can_never_fit) {
  for (bool const loads_reduced : {true, false}) {
    store const s;
    lru_cache<store> cache(s, budget_of(6, 9), {.loads_reduced = loads_reduced});
    static_cast<void>(cache.get("a", loads(1, 5)));
    auto const large = cache.get("b", loads(2, 8));
    BOOST_TEST((large->form() == cache_form::reduced));
    BOOST_TEST(cache.counts().loads_reduced == 1U);
    BOOST_TEST(cache.find("a") != nullptr);
    int const made = s.of->made;
    BOOST_CHECK_THROW(static_cast<void>(cache.get("c", loads(3, 11))), cuzk::out_of_memory);
    BOOST_TEST(s.of->made == made);
    BOOST_TEST(cache.counts().failures == 1U);
    BOOST_TEST(cache.find("a") != nullptr);
    require_charged(cache, s);
  }
}

BOOST_AUTO_TEST_CASE(values_live_as_long_as_their_handles) {
  store const s;
  memory_budget const budget = budget_of(8);
  auto cache = std::make_unique<lru_cache<store>>(s, budget);
  auto first = cache->get("a", loads(1, 4));
  BOOST_TEST(cache->drop("a"));
  BOOST_TEST(!cache->drop("a"));
  auto second = cache->get("a", loads(2, 4));
  BOOST_TEST(first->number() == 1);
  BOOST_TEST(second->number() == 2);
  BOOST_TEST((cache->counts().bytes == memory_amounts{0, 0, 4}));
  BOOST_TEST(budget.used().device == 8U);
  first.reset();
  BOOST_TEST(budget.used().device == 4U);
  cache->trim();
  BOOST_TEST(cache->find("a") == second);
  cache.reset();
  BOOST_TEST(second->number() == 2);
  BOOST_TEST(budget.used().device == 4U);
  second.reset();
  BOOST_TEST((budget.used() == memory_amounts{}));
  BOOST_TEST(s.of->freed == 2);
}

// --- several threads ---

void wait_until(std::function<bool()> const& holds) {
  while (!holds()) std::this_thread::yield();
}

/// Looks, as all in the line do, whether unused values make room for the first of it; there is one.
void look_once(lru_cache<store>& cache) {
  BOOST_CHECK_THROW(static_cast<void>(cache.reserve({0, 0, 1}, wait_limits::within(-1s))), cuzk::timed_out);
}

class of_the_loader : public cuzk::error {
 public:
  using error::error;
};

BOOST_AUTO_TEST_CASE(one_load_for_all_who_ask) {
  store const s;
  lru_cache<store> cache(s, budget_of(10));
  std::atomic<int> called = 0;
  std::vector<std::thread> threads;
  std::array<lru_cache<store>::handle, 4> got;
  for (auto& g : got) {
    threads.emplace_back([&] {
      g = cache.get("a", [&] {
        ++called;
        wait_until([&] { return cache.counts().waits == 3; });
        return description{1, 4};
      });
    });
  }
  for (auto& t : threads) t.join();
  BOOST_TEST(called == 1);
  for (auto const& g : got) BOOST_TEST(g == got[0]);
  BOOST_TEST(cache.counts().hits == 3U);
  BOOST_TEST(cache.counts().loads == 1U);
}

BOOST_AUTO_TEST_CASE(a_failure_reaches_all_who_wait) {
  store const s;
  lru_cache<store> cache(s, budget_of(10));
  std::atomic<int> told = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      try {
        static_cast<void>(cache.get("a", [&]() -> description {
          wait_until([&] { return cache.counts().waits == 3; });
          throw of_the_loader("no such file");
        }));
      } catch (of_the_loader const& e) {
        if (std::string(e.what()) == "no such file") ++told;
      }
    });
  }
  for (auto& t : threads) t.join();
  BOOST_TEST(told == 4);
  auto const counts = cache.counts();
  BOOST_TEST((counts.misses == 1U && counts.failures == 1U && counts.hits == 0U && counts.values == 0U));
  BOOST_TEST((cache.budget().used() == memory_amounts{}));
  BOOST_TEST(cache.get("a", loads(7, 4))->number() == 7);
}

// Whoever stops waiting takes none of the others along.
BOOST_AUTO_TEST_CASE(a_wait_that_ends_is_its_callers_own) {
  store const s;
  memory_budget const budget = budget_of(4);
  lru_cache<store> cache(s, budget);
  auto all = budget.reserve({0, 0, 4});
  std::stop_source stop;
  std::atomic<int> ended = 0;
  std::thread loader([&] {
    try {
      static_cast<void>(cache.get("a", loads(1, 4), {stop.get_token()}));
    } catch (cuzk::cancelled const&) {
      ++ended;
    }
  });
  wait_until([&] { return budget.waiting() == 1; });
  std::thread waits([&] { BOOST_TEST(cache.get("a", loads(2, 4))->number() == 2); });
  std::stop_source stop_other;
  std::thread gives_up([&] {
    try {
      static_cast<void>(cache.get("a", loads(3, 4), {stop_other.get_token()}));
    } catch (cuzk::cancelled const&) {
      ++ended;
    }
  });
  wait_until([&] { return cache.counts().waits == 2; });
  stop_other.request_stop();
  gives_up.join();
  BOOST_TEST(ended == 1);
  stop.request_stop();
  loader.join();
  BOOST_TEST(ended == 2);
  wait_until([&] { return cache.counts().misses == 2; });
  all = {};
  waits.join();
  BOOST_TEST(cache.counts().loads == 1U);
}

// A load that throws `cancelled` itself has failed like any other.
BOOST_AUTO_TEST_CASE(a_load_that_was_cancelled_reaches_all_who_wait) {
  store const s;
  lru_cache<store> cache(s, budget_of(4));
  std::atomic<int> told = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 2; ++i) {
    threads.emplace_back([&] {
      try {
        static_cast<void>(cache.get("a", [&]() -> description {
          wait_until([&] { return cache.counts().waits == 1; });
          throw cuzk::cancelled("by the loader");
        }));
      } catch (cuzk::cancelled const&) {
        ++told;
      }
    });
  }
  for (auto& t : threads) t.join();
  BOOST_TEST(told == 2);
  BOOST_TEST(cache.counts().misses == 1U);
}

BOOST_AUTO_TEST_CASE(loads_wait_for_what_is_in_use) {
  store const s;
  memory_budget const budget = budget_of(6, 10);
  lru_cache<store> cache(s, budget, {.loads_reduced = false});
  auto held = cache.get("a", loads(1, 4));
  std::thread waits([&] {
    auto const b = cache.get("b", loads(2, 4));
    BOOST_TEST((b->form() == cache_form::full));
    BOOST_TEST(s.of->reduced == 1);
  });
  wait_until([&] { return budget.waiting() == 1; });
  BOOST_TEST(cache.find("b") == nullptr);
  held.reset();  // which the thread that waits reduces
  waits.join();
  BOOST_TEST((cache.find("a")->form() == cache_form::reduced));
  BOOST_TEST(cache.counts().waits_in_budget == 1U);
  BOOST_TEST(cache.counts().evictions == 0U);
  require_charged(cache, s);
}

BOOST_AUTO_TEST_CASE(loads_in_both_forms_wait_if_there_is_no_room_for_either) {
  store const s;
  memory_budget const budget = budget_of(4, 3);
  lru_cache<store> cache(s, budget);
  auto const full = cache.get("a", loads(1, 3));
  auto reduced = cache.get("b", loads(2, 4));
  BOOST_TEST((reduced->form() == cache_form::reduced));
  std::thread waits([&] { BOOST_TEST((cache.get("c", loads(3, 3))->form() == cache_form::reduced)); });
  wait_until([&] { return budget.waiting() == 1; });
  reduced.reset();
  waits.join();
  BOOST_TEST(cache.find("b") == nullptr);
  BOOST_TEST(cache.find("a") == full);
  require_charged(cache, s);
}

BOOST_AUTO_TEST_CASE(others_have_room_made_too) {
  store const s;
  memory_budget const budget = budget_of(10, 100);
  lru_cache<store> cache(s, budget);
  auto a = cache.get("a", loads(1, 4));
  static_cast<void>(cache.get("b", loads(2, 4)));
  {
    auto const job = cache.reserve({0, 0, 5});
    BOOST_TEST((cache.find("b")->form() == cache_form::reduced));
    BOOST_TEST((job.amounts() == memory_amounts{0, 0, 5}));
  }
  BOOST_CHECK_THROW(static_cast<void>(cache.reserve({0, 0, 11})), cuzk::out_of_memory);
  BOOST_CHECK_THROW(static_cast<void>(cache.reserve({0, 0, 10}, wait_limits::within(1ms))), cuzk::timed_out);
  BOOST_TEST((cache.find("b")->form() == cache_form::reduced));  // whose end would not have helped
  std::thread job([&] { BOOST_TEST(cache.reserve({0, 0, 10}).amounts().device == 10U); });
  wait_until([&] { return budget.waiting() == 1; });
  a.reset();
  job.join();
  BOOST_TEST(cache.counts().values == 0U);
}

// Who waits in the budget's line without the cache is served by those who wait with it.
BOOST_AUTO_TEST_CASE(unused_values_go_for_others_in_the_line) {
  store const s;
  memory_budget const budget = budget_of(10);
  lru_cache<store> cache(s, budget);
  static_cast<void>(cache.get("a", loads(1, 4)));
  std::thread other([&] { BOOST_TEST(budget.reserve({0, 0, 10}).amounts().device == 10U); });
  wait_until([&] { return budget.waiting() == 1; });
  BOOST_TEST(cache.find("a") != nullptr);  // as long as no call of the cache is in the line
  static_cast<void>(cache.get("b", loads(2, 4)));
  other.join();
  BOOST_TEST(cache.find("a") == nullptr);
  BOOST_TEST(cache.find("b") != nullptr);
}

// What is unused goes where all of it together does what is asked for, and not a byte of it where it does not; also
// once others have given back.
BOOST_AUTO_TEST_CASE(nothing_leaves_in_vain) {
  auto const at_once = wait_limits::within(-1s);
  for (std::uint64_t const page_locked : {0U, 3U, 100U}) {
    for (std::uint64_t others = 0; others <= 6; ++others) {
      for (std::uint64_t wanted = 0; wanted <= 12; ++wanted) {
        store const s;
        memory_budget const budget = budget_of(12, page_locked);
        lru_cache<store> cache(s, budget);
        static_cast<void>(cache.get("a", loads(1, 3)));
        static_cast<void>(cache.get("b", loads(2, 3)));
        auto outside = budget.reserve({0, 0, others});
        bool const is_enough = wanted <= 12 - others;
        auto const before = budget.used();
        try {
          BOOST_TEST(cache.reserve({0, 0, wanted}, at_once).amounts().device == wanted);
          BOOST_REQUIRE(is_enough);
        } catch (cuzk::timed_out const&) {
          BOOST_REQUIRE(!is_enough);
          BOOST_REQUIRE((budget.used() == before));
          BOOST_REQUIRE((cache.find("a")->form() == cache_form::full && cache.find("b")->form() == cache_form::full));
        }
        if (is_enough) continue;
        std::uint64_t had = 0;
        std::thread waits([&] { had = cache.reserve({0, 0, wanted}).amounts().device; });
        wait_until([&] { return budget.waiting() == 1; });
        outside.release({0, 0, others - (12 - wanted) - 1});
        look_once(cache);
        bool const waited = budget.waiting() == 1;
        auto const then = cache.counts();
        outside.release({0, 0, 1});
        waits.join();
        BOOST_REQUIRE_EQUAL(had, wanted);
        BOOST_REQUIRE(waited);
        BOOST_REQUIRE_EQUAL(then.evictions + then.reductions, 0U);
      }
    }
  }
}

// Each cache knows its own values alone: what needs the unused ones of two has neither's, until one gives back without
// being asked. A budget is for one cache.
BOOST_AUTO_TEST_CASE(two_caches_do_not_join_what_is_unused) {
  store const s;
  memory_budget const budget = budget_of(10);
  lru_cache<store> first(s, budget), second(s, budget);
  static_cast<void>(first.get("a", loads(1, 5)));
  static_cast<void>(second.get("b", loads(2, 5)));
  std::array<std::uint64_t, 2> had{};
  std::thread of_first([&] { had[0] = first.reserve({0, 0, 10}).amounts().device; });
  wait_until([&] { return budget.waiting() == 1; });
  std::thread of_second([&] { had[1] = second.reserve({0, 0, 10}).amounts().device; });
  wait_until([&] { return budget.waiting() == 2; });
  look_once(first);
  look_once(second);
  auto const used = budget.used().device;
  second.trim();
  of_first.join();
  of_second.join();
  BOOST_TEST(used == 10U);
  BOOST_TEST((had == std::array<std::uint64_t, 2>{10, 10}));
  BOOST_TEST(first.counts().evictions == 1U);
}

// Nothing leaves either for who is cancelled already, be it during its load.
BOOST_AUTO_TEST_CASE(nothing_leaves_for_who_is_cancelled) {
  for (bool const loads_reduced : {true, false}) {
    store const s;
    lru_cache<store> cache(s, budget_of(4, 100), {.loads_reduced = loads_reduced});
    static_cast<void>(cache.get("a", loads(1, 4)));
    std::stop_source stop;
    BOOST_CHECK_THROW(static_cast<void>(cache.get("b",
                                                  [&] {
                                                    stop.request_stop();
                                                    return description{2, 4};
                                                  },
                                                  {stop.get_token()})),
                      cuzk::cancelled);
    BOOST_CHECK_THROW(static_cast<void>(cache.reserve({0, 0, 4}, {stop.get_token()})), cuzk::cancelled);
    auto const a = cache.get("a", never, {stop.get_token()});  // waits for nothing
    BOOST_TEST((a->form() == cache_form::full));
    BOOST_TEST(cache.counts().evictions + cache.counts().reductions == 0U);
    require_charged(cache, s);
  }
}

// Values that have none of what is short stay.
struct host_store : plain_store {
  [[nodiscard]] memory_amounts amounts(description const& d, cache_form) const { return amounts_of(d.number, d.bytes); }
  [[nodiscard]] memory_amounts amounts(thing const& t, cache_form) const { return amounts_of(t.number(), t.bytes()); }
  static memory_amounts amounts_of(int number, std::int64_t bytes) {
    auto const all = static_cast<std::uint64_t>(bytes);
    return number == 0   ? memory_amounts{all, 0, 0}
           : number == 1 ? memory_amounts{0, all, 0}
                         : memory_amounts{0, 0, all};
  }
};

BOOST_AUTO_TEST_CASE(values_leave_for_what_they_have) {
  std::array<std::string, 3> const names{"host", "page_locked", "device"};
  std::array<memory_amounts, 3> const wanted{memory_amounts{3, 0, 0}, memory_amounts{0, 3, 0}, memory_amounts{0, 0, 3}};
  for (std::size_t short_of = 0; short_of < 3; ++short_of) {
    host_store const s;
    lru_cache<host_store> cache(s, memory_budget({short_of == 0 ? 6U : 7U, 4, 4}));
    for (int i = 0; i < 3; ++i) static_cast<void>(cache.get(names[static_cast<std::size_t>(i)], loads(i, 2)));
    static_cast<void>(cache.reserve(wanted[short_of]));
    for (std::size_t i = 0; i < 3; ++i) BOOST_TEST((cache.find(names[i]) == nullptr) == (i == short_of));
  }
}

// Who waits keeps its place, however often what it looks at does not suffice.
BOOST_AUTO_TEST_CASE(waits_keep_their_places) {
  store const s;
  memory_budget const budget = budget_of(10);
  lru_cache<store> cache(s, budget);
  auto a = cache.get("a", loads(1, 3));
  auto b = cache.get("b", loads(2, 3));
  auto c = cache.get("c", loads(3, 3));
  std::atomic<int> had = 0;
  std::array<int, 3> order{};
  std::vector<std::thread> threads;
  auto const asks = [&](int who, auto const& reserve) {
    threads.emplace_back([&, who, reserve] {
      auto const got = reserve();
      order[static_cast<std::size_t>(who)] = ++had;
    });
    wait_until([&, who] { return budget.waiting() == static_cast<std::size_t>(who) + 1; });
  };
  asks(0, [&] { return cache.reserve({0, 0, 9}); });
  asks(1, [&] { return cache.reserve({0, 0, 10}); });
  asks(2, [&] { return budget.reserve({0, 0, 10}); });
  a.reset();
  b.reset();
  look_once(cache);  // now, while the others may have done so before
  BOOST_TEST(had == 0);
  BOOST_TEST(cache.counts().evictions == 0U);
  c.reset();
  for (auto& t : threads) t.join();
  BOOST_TEST((order == std::array<int, 3>{1, 2, 3}));
  BOOST_TEST(cache.counts().values == 0U);
  BOOST_TEST(cache.counts().waits_in_budget == 3U);
}

// Values in use leave for nobody, also where that makes two wait for each other: their limits end it.
BOOST_AUTO_TEST_CASE(holders_wait_for_each_other_until_their_limits) {
  store const s;
  memory_budget const budget = budget_of(10, 100);
  lru_cache<store> cache(s, budget);
  std::stop_source stop;
  std::atomic<int> holding = 0, ended = 0;
  std::atomic<bool> is_wrong = false;
  std::vector<std::thread> threads;
  for (int i = 0; i < 2; ++i) {
    threads.emplace_back([&, i] {
      auto const held = cache.get(std::to_string(i), loads(i, 4));
      ++holding;
      wait_until([&] { return holding == 2; });
      try {
        static_cast<void>(cache.reserve({0, 0, 6}, {stop.get_token()}));
      } catch (cuzk::cancelled const&) {
        ++ended;
      }
      wait_until([&] { return ended == 2; });
      if (held->form() != cache_form::full) is_wrong = true;
    });
  }
  wait_until([&] { return budget.waiting() == 2; });
  stop.request_stop();
  for (auto& t : threads) t.join();
  BOOST_TEST(ended == 2);
  BOOST_TEST(cache.counts().evictions + cache.counts().reductions == 0U);

  // With room for all that is in use and one of the waits they take turns.
  threads.clear();
  lru_cache<store> roomy(s, budget_of(14));
  holding = 0;
  for (int i = 0; i < 2; ++i) {
    threads.emplace_back([&, i] {
      auto const held = roomy.get(std::to_string(i), loads(i, 4));
      ++holding;
      wait_until([&] { return holding == 2; });
      for (int round = 0; round < 100; ++round) {
        if (roomy.reserve({0, 0, 6}).amounts().device != 6) is_wrong = true;
      }
    });
  }
  for (auto& t : threads) t.join();
  BOOST_TEST(!is_wrong);
}

// What only the making takes is charged until that is over.
struct store_with_scratch : store {
  [[nodiscard]] memory_amounts amounts(description const& d, cache_form form) const {
    auto sum = amounts_of(d.bytes, form);
    sum.device += 3;
    sum.page_locked += form == cache_form::reduced ? 2 : 0;
    return sum;
  }
  [[nodiscard]] memory_amounts amounts(thing const& t, cache_form form) const { return amounts_of(t.bytes(), form); }
};

BOOST_AUTO_TEST_CASE(scratch_of_a_load_goes_back) {
  store_with_scratch const s;
  memory_budget const budget = budget_of(10, 100);
  lru_cache<store_with_scratch> cache(s, budget);
  auto const a = cache.get("a", loads(1, 4));
  BOOST_TEST((budget.used() == memory_amounts{0, 0, 4}));
  BOOST_TEST(budget.peak().device == 7U);
  auto const b = cache.get("b", loads(2, 4));  // with scratch it does not fit in full
  BOOST_TEST((b->form() == cache_form::reduced));
  BOOST_TEST((budget.used() == memory_amounts{0, 3, 5}));
  BOOST_TEST(budget.peak().page_locked == 5U);
  BOOST_TEST((cache.counts().bytes == budget.used()));
}

// A call for one value is served while another is loaded, and while one is freed.
BOOST_AUTO_TEST_CASE(hits_wait_for_nobody) {
  store const s;
  lru_cache<store> cache(s, budget_of(8));
  static_cast<void>(cache.get("a", loads(1, 4)));
  std::atomic<int> inside = 0;
  std::atomic<bool> may_go = false;
  auto const stays = [&] {
    ++inside;
    wait_until([&] { return may_go.load(); });
  };
  std::thread loader([&] {
    static_cast<void>(cache.get("b", [&] {
      stays();
      return description{2, 4};
    }));
  });
  wait_until([&] { return inside == 1; });
  BOOST_TEST(cache.get("a", never)->number() == 1);
  BOOST_TEST(!cache.drop("b"));
  BOOST_TEST(cache.find("b") == nullptr);
  may_go = true;
  loader.join();
  may_go = false;
  s.of->when_freed = stays;
  std::thread evictor([&] { static_cast<void>(cache.get("c", loads(3, 4))); });
  wait_until([&] { return inside == 2; });  // a is on its way out
  BOOST_TEST(cache.get("b", never)->number() == 2);
  BOOST_TEST(cache.find("a") == nullptr);
  may_go = true;
  evictor.join();
  s.of->when_freed = nullptr;
}

// Who waits for work on a value keeps nothing of it: the value dies by the thread that lets it go, which has no lock
// then, so that its end may ask the cache. Here `a` is not reduced after all, and goes at once, while another waits.
BOOST_AUTO_TEST_CASE(who_waits_keeps_no_value) {
  store const s;
  memory_budget const budget = budget_of(5, 3);
  lru_cache<store> cache(s, budget);
  static_cast<void>(cache.get("older", loads(1, 4)));
  static_cast<void>(cache.get("a", loads(2, 4)));
  std::optional<memory_budget::reservation> page_locked;
  std::atomic<bool> has_loaded = false;
  std::thread waits, other;
  std::vector<std::thread::id> freed_by;
  s.of->when_freed = [&] {
    freed_by.push_back(std::this_thread::get_id());
    if (freed_by.size() == 1) {  // the older value, which leaves so that `a` may be where it was
      waits = std::thread([&] {
        try {
          static_cast<void>(cache.get("a", never));
        } catch (std::logic_error const&) {
          has_loaded = true;
        }
      });
      other = std::thread([&] { page_locked = budget.reserve({0, 1, 0}); });
      wait_until([&] { return cache.counts().waits == 1 && budget.waiting() == 1; });
    }
    static_cast<void>(cache.counts());
  };
  auto const c = cache.get("c", loads(3, 4));
  waits.join();
  other.join();
  s.of->when_freed = nullptr;
  BOOST_TEST(has_loaded);
  BOOST_TEST((freed_by == std::vector(2, std::this_thread::get_id())));
  ;
  BOOST_TEST(cache.counts().evictions == 2U);
  BOOST_TEST((c->form() == cache_form::full));
}

// --- stores that fail ---

BOOST_AUTO_TEST_CASE(goes_on_after_a_store_that_fails) {
  store const s;
  lru_cache<store> cache(s, budget_of(5, 100));
  s.of->failures = 1;
  BOOST_CHECK_THROW(static_cast<void>(cache.get("a", loads(1, 4))), cuzk::out_of_memory);
  BOOST_TEST((cache.budget().used() == memory_amounts{}));
  static_cast<void>(cache.get("a", loads(1, 4)));

  // What cannot be reduced is let go, and who loads has room.
  s.of->failures = 1;
  static_cast<void>(cache.get("b", loads(2, 4)));
  BOOST_TEST(cache.counts().reductions == 0U);
  BOOST_TEST(cache.counts().evictions == 1U);
  require_charged(cache, s);

  // What cannot be restored stays as it is; who asked for it is told, and who asks next tries again.
  static_cast<void>(cache.get("c", loads(3, 4)));
  BOOST_TEST((cache.find("b")->form() == cache_form::reduced));
  BOOST_TEST(cache.drop("c"));
  for (std::uint64_t round = 0; round < 3; ++round) {
    s.of->failures = 1;
    BOOST_CHECK_THROW(static_cast<void>(cache.get("b", never)), cuzk::out_of_memory);
    BOOST_TEST(cache.counts().failures == 2 + round);
    BOOST_TEST(cache.counts().values == 1U);
    BOOST_TEST((cache.find("b")->form() == cache_form::reduced));
    require_charged(cache, s);
  }
  BOOST_TEST((cache.get("b", never)->form() == cache_form::full));
  BOOST_TEST(cache.counts().restorations == 1U);
  require_charged(cache, s);
}

// A restoration that fails reaches all who wait for it, and nobody else.
BOOST_AUTO_TEST_CASE(a_restoration_that_fails_reaches_all_who_wait) {
  store const s;
  lru_cache<store> cache(s, budget_of(5, 100));
  static_cast<void>(cache.get("a", loads(1, 4)));
  static_cast<void>(cache.get("b", loads(2, 4)));
  BOOST_TEST(cache.drop("b"));
  s.of->when_restored = [&] {
    wait_until([&] { return cache.counts().waits == 3; });
    throw of_the_loader("the device is gone");
  };
  std::atomic<int> told = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      try {
        static_cast<void>(cache.get("a", never));
      } catch (of_the_loader const&) {
        ++told;
      }
    });
  }
  for (auto& t : threads) t.join();
  BOOST_TEST(told == 4);
  BOOST_TEST(cache.counts().failures == 1U);
  BOOST_TEST(s.of->restored == 1);
  s.of->when_restored = nullptr;
  require_charged(cache, s);
  BOOST_TEST((cache.get("a", never)->form() == cache_form::full));
}

BOOST_AUTO_TEST_CASE(many_threads) {
  store const s;
  memory_budget const budget = budget_of(20, 12);
  {
    lru_cache<store> cache(s, budget);
    std::atomic<bool> is_wrong = false;
    std::atomic<std::uint64_t> calls = 0, failed = 0;
    std::vector<std::thread> threads;
    for (unsigned t = 0; t < 5; ++t) {
      threads.emplace_back([&, t] {
        std::mt19937 random(static_cast<unsigned>(cuzk_test::seed()) + t);
        for (int i = 0; i < 400; ++i) {
          auto const id = static_cast<int>(random() % 7);
          if (random() % 16 == 0) {
            auto const job = cache.reserve({0, 0, random() % 10});
          }
          if (random() % 32 == 0) cache.drop(std::to_string(id));
          if (random() % 64 == 0) cache.trim();
          bool const fails = random() % 16 == 0;
          try {
            ++calls;
            auto const value = cache.get(std::to_string(id), [&] {
              if (fails) throw of_the_loader("told to");
              return description{id, 2 + id};
            });
            auto const form = value->form();
            if (random() % 4 == 0) std::this_thread::yield();
            if (value->number() != id || value->form() != form) is_wrong = true;
          } catch (of_the_loader const&) {
            ++failed;
          }
          if (s.of->device > 20 || s.of->page_locked > 12) is_wrong = true;
        }
      });
    }
    for (auto& t : threads) t.join();
    BOOST_TEST(!is_wrong);
    auto const counts = cache.counts();
    BOOST_TEST(counts.hits + counts.loads + failed == calls);
    BOOST_TEST(counts.in_use == 0U);
    BOOST_TEST((counts.bytes == budget.used()));
    require_charged(cache, s);
    BOOST_TEST((counts.reductions > 0 && counts.evictions > 0));
  }
  BOOST_TEST(s.of->made == s.of->freed);
  BOOST_TEST((budget.used() == memory_amounts{}));
  BOOST_TEST((budget.peak().device <= 20U && budget.peak().page_locked <= 12U));
}

}  // namespace
