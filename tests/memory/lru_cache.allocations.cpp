// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE memory_lru_cache_allocations
#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <memory>
#include <new>
#include <string>
#include <thread>

#include <cuzk/memory/lru_cache.hpp>
#include <cuzk/memory/memory_budget.hpp>

namespace {

thread_local bool fails_next = false;  // allocation of this thread

void* allocation(std::size_t size) {
  if (fails_next) {
    fails_next = false;
    throw std::bad_alloc();
  }
  void* const p = std::malloc(size == 0 ? 1 : size);
  if (p == nullptr) throw std::bad_alloc();
  return p;
}

}  // namespace

// Not inlined: the compiler would see malloc on one side only and take the pairs for mismatched.
[[gnu::noinline]] void* operator new(std::size_t size) { return allocation(size); }
[[gnu::noinline]] void* operator new[](std::size_t size) { return allocation(size); }
[[gnu::noinline]] void operator delete(void* p) noexcept { std::free(p); }
[[gnu::noinline]] void operator delete[](void* p) noexcept { std::free(p); }
[[gnu::noinline]] void operator delete(void* p, std::size_t) noexcept { std::free(p); }
[[gnu::noinline]] void operator delete[](void* p, std::size_t) noexcept { std::free(p); }

namespace {

using cuzk::memory::cache_form;
using cuzk::memory::lru_cache;
using cuzk::memory::memory_amounts;
using cuzk::memory::memory_budget;

/// Values that are their bytes of a device, of which one is left there in the reduced form.
struct store {
  using id_type = std::string;
  using source_type = std::uint64_t;
  using value_type = std::uint64_t;

  std::function<void()> when_made = {}, when_restored = {};

  [[nodiscard]] memory_amounts amounts(std::uint64_t bytes, cache_form form) const {
    return form == cache_form::full ? memory_amounts{0, 0, bytes} : memory_amounts{0, bytes - 1, 1};
  }
  [[nodiscard]] std::uint64_t make(std::uint64_t bytes, cache_form) const {
    if (when_made) when_made();
    return bytes;
  }
  void reduce(std::uint64_t&) const {}
  void restore(std::uint64_t&) const {
    if (when_restored) when_restored();
  }
};

/// Who asks for all of a device meanwhile, and is in the line before the work goes on.
class asks_for_all {
 public:
  explicit asks_for_all(lru_cache<store>& cache) : cache_(cache) {}

  void operator()() {
    thread_ = std::thread([this] { had_ = cache_.reserve({0, 0, cache_.budget().limits().device}).amounts(); });
    while (cache_.counts().waits_in_budget == 0) std::this_thread::yield();
    fails_next = true;
  }
  memory_amounts had() {
    thread_.join();
    return had_;
  }

 private:
  lru_cache<store>& cache_;
  std::thread thread_;
  memory_amounts had_;
};

// What is loaded and cannot be lent is no value of the cache, like any load that failed.
BOOST_AUTO_TEST_CASE(a_load_that_cannot_be_lent) {
  std::function<void()> meanwhile;
  lru_cache<store> cache({.when_made = [&] { meanwhile(); }}, memory_budget({9, 9, 9}));
  asks_for_all other(cache);
  meanwhile = std::ref(other);
  BOOST_CHECK_THROW(static_cast<void>(cache.get("a", [] { return std::uint64_t{4}; })), std::bad_alloc);
  BOOST_TEST((other.had() == memory_amounts{0, 0, 9}));
  auto const counts = cache.counts();
  BOOST_TEST(counts.failures == 1U);
  BOOST_TEST(counts.loads + counts.values + counts.evictions + counts.reductions == 0U);
  BOOST_TEST((cache.budget().used() == memory_amounts{}));
}

// What was restored and cannot be lent is unused, for whoever waits.
BOOST_AUTO_TEST_CASE(a_restoration_that_cannot_be_lent) {
  std::function<void()> meanwhile;
  lru_cache<store> cache({.when_restored = [&] { meanwhile(); }}, memory_budget({9, 9, 9}));
  static_cast<void>(cache.get("a", [] { return std::uint64_t{9}; }));
  static_cast<void>(cache.get("b", [] { return std::uint64_t{2}; }));
  BOOST_TEST((cache.find("a") != nullptr && cache.drop("b")));
  BOOST_TEST(cache.counts().reductions == 1U);
  asks_for_all other(cache);
  meanwhile = std::ref(other);
  BOOST_CHECK_THROW(static_cast<void>(cache.get("a", [] { return std::uint64_t{1}; })), std::bad_alloc);
  BOOST_TEST((other.had() == memory_amounts{0, 0, 9}));
  BOOST_TEST(cache.counts().restorations == 1U);
  BOOST_TEST(cache.counts().evictions == 1U);
}

}  // namespace
