// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE memory_block_pool
#include <boost/test/unit_test.hpp>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <random>
#include <thread>
#include <utility>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/memory/block_pool.hpp>
#include <cuzk/memory/host_buffer.hpp>
#include <cuzk/memory/memory_budget.hpp>
#include <cuzk/memory/pageable.hpp>
#include <cuzk/memory/policy.hpp>

#include <support/seed.hpp>

namespace {

using namespace std::chrono_literals;
using cuzk::memory::block_pool;
using cuzk::memory::block_pool_options;
using cuzk::memory::host_buffer;
using cuzk::memory::memory_amounts;
using cuzk::memory::memory_budget;

/// Ordinary memory that counts, fails when told, and says that it is page-locked.
struct counted {
  using policy_kind = cuzk::memory_kind;
  static constexpr bool direct_dma = true;
  struct numbers {
    std::atomic<std::int64_t> blocks = 0, bytes = 0, most = 0;
    std::atomic<int> failures = 0;  // to come
  };
  std::shared_ptr<numbers> n = std::make_shared<numbers>();

  void* allocate(std::size_t bytes, std::size_t alignment) const {
    if (n->failures > 0) {
      --n->failures;
      throw cuzk::out_of_memory("counted", bytes, 0);
    }
    void* const p = cuzk::memory::pageable{}.allocate(bytes, alignment);
    ++n->blocks;
    std::int64_t const now = n->bytes += static_cast<std::int64_t>(bytes);
    for (std::int64_t most = n->most; now > most && !n->most.compare_exchange_weak(most, now);) {}
    return p;
  }
  void deallocate(void* p, std::size_t bytes, std::size_t alignment) const noexcept {
    --n->blocks;
    n->bytes -= static_cast<std::int64_t>(bytes);
    cuzk::memory::pageable{}.deallocate(p, bytes, alignment);
  }
};
using pool = block_pool<counted>;
static_assert(cuzk::memory_policy<pool> && pool::direct_dma && !block_pool<cuzk::memory::pageable>::direct_dma);

constexpr std::uint64_t kib = 1024;

BOOST_AUTO_TEST_CASE(sizes_of_blocks) {
  std::uint64_t before = 0;
  for (std::uint64_t bytes = 0; bytes < 300000; bytes += 7) {
    std::uint64_t const block = pool::block_size(bytes);
    BOOST_REQUIRE(block >= bytes && block >= before && block >= 4096);
    if (bytes > 4096) BOOST_REQUIRE(block - bytes < block / 8);
    BOOST_REQUIRE_EQUAL(pool::block_size(block), block);
    before = block;
  }
  BOOST_CHECK_THROW((void)pool::block_size(~std::uint64_t{0}), cuzk::out_of_memory);
}

BOOST_AUTO_TEST_CASE(blocks_are_used_again) {
  counted const source;
  {
    pool const p({}, source);
    host_buffer<int, pool> first(5000, p);
    void const* const where = first.data();
    first = {};
    BOOST_TEST(p.counts().bytes_idle == pool::block_size(20000));
    host_buffer<char, pool> second(20001, p);  // other bytes, the same block
    BOOST_TEST(static_cast<void const*>(second.data()) == where);
    host_buffer<char, pool> third(20001, p), other(100, p);
    BOOST_TEST(p.counts().made == 3U);
    BOOST_TEST(p.counts().reused == 1U);
    BOOST_TEST(p.counts().bytes_idle == 0U);
    BOOST_TEST(source.n->blocks == 3);
  }
  BOOST_TEST(source.n->blocks == 0);
  BOOST_TEST(source.n->bytes == 0);
}

// A buffer without a pool has one of its own.
BOOST_AUTO_TEST_CASE(pools_of_their_own) {
  host_buffer<int, pool> a(10), b(20);
  a[9] = 1;
  b[19] = 2;
  a = std::move(b);
  BOOST_TEST(a.size() == 20U);
  BOOST_TEST(a[19] == 2);
}

BOOST_AUTO_TEST_CASE(idle_blocks_make_room) {
  counted const source;
  pool p({.limit = 64 * kib}, source);
  { host_buffer<char, pool> const a(16 * kib, p), b(32 * kib, p), c(8 * kib, p); }
  BOOST_TEST(p.counts().bytes_idle == 56 * kib);
  host_buffer<char, pool> const large(40 * kib, p);  // the two that went back first are freed: c (last made), b
  BOOST_TEST(p.counts().freed == 2U);
  BOOST_TEST(p.counts().bytes_idle == 16 * kib);
  BOOST_TEST(source.n->most <= static_cast<std::int64_t>(64 * kib));
  p.trim(16 * kib);
  BOOST_TEST(p.counts().freed == 2U);
  p.trim();
  BOOST_TEST(p.counts().bytes_idle == 0U);
  BOOST_TEST(source.n->blocks == 1);
}

BOOST_AUTO_TEST_CASE(refuses_at_its_limit) {
  pool const p({.limit = 64 * kib}, counted{});
  host_buffer<char, pool> const half(32 * kib, p);
  auto const make = [&p](std::size_t bytes) { host_buffer<char, pool> const b(bytes, p); };
  BOOST_CHECK_THROW(make(33 * kib), cuzk::out_of_memory);
  BOOST_CHECK_THROW(make(65 * kib), cuzk::out_of_memory);
  make(32 * kib);
  BOOST_TEST(p.counts().refused == 1U);  // the other could never be had
  pool const waits({.limit = 64 * kib, .patience = 2ms}, counted{});
  host_buffer<char, pool> const all(64 * kib, waits);
  BOOST_CHECK_THROW((host_buffer<char, pool>(1, waits)), cuzk::out_of_memory);
  BOOST_TEST(waits.counts().waited == 1U);
  BOOST_TEST(waits.counts().refused == 1U);
}

// A block goes from hand to hand where sizes agree, and is freed for another size where they do not.
BOOST_AUTO_TEST_CASE(waits_for_blocks) {
  counted const source;
  pool const p({.limit = 64 * kib, .patience = 1min}, source);
  auto held = std::make_unique<host_buffer<char, pool>>(64 * kib, p);
  void const* const where = held->data();
  std::thread same([&] {
    host_buffer<char, pool> const b(63 * kib, p);
    BOOST_TEST(static_cast<void const*>(b.data()) == where);
  });
  while (p.counts().waited != 1) std::this_thread::yield();
  std::thread other([&] { host_buffer<char, pool> const b(16 * kib, p); });
  while (p.counts().waited != 2) std::this_thread::yield();
  held.reset();
  same.join();
  other.join();
  BOOST_TEST(p.counts().reused == 1U);
  BOOST_TEST(p.counts().made == 2U);
  BOOST_TEST(p.counts().bytes_in_use == 0U);
  BOOST_TEST(source.n->most <= static_cast<std::int64_t>(64 * kib));
}

BOOST_AUTO_TEST_CASE(goes_on_after_a_source_that_fails) {
  counted const source;
  pool const p({.limit = 64 * kib}, source);
  source.n->failures = 1;
  BOOST_CHECK_THROW((host_buffer<char, pool>(64 * kib, p)), cuzk::out_of_memory);
  host_buffer<char, pool> const b(64 * kib, p);
  BOOST_TEST(p.counts().bytes_in_use == 64 * kib);
}

BOOST_AUTO_TEST_CASE(charges_a_budget) {
  memory_budget const budget({.host = 100 * kib, .page_locked = 64 * kib});
  {
    pool p({.budget = budget}, counted{});
    pool const beside({.budget = budget}, counted{});
    {
      host_buffer<char, pool> const b(48 * kib, p);
      BOOST_TEST((budget.used() == memory_amounts{.page_locked = 48 * kib}));
      BOOST_CHECK_THROW((host_buffer<char, pool>(32 * kib, beside)), cuzk::out_of_memory);
      BOOST_CHECK_THROW((host_buffer<char, pool>(80 * kib, beside)), cuzk::out_of_memory);
    }
    BOOST_TEST(budget.used().page_locked == 48 * kib);  // idle blocks exist
    host_buffer<char, pool> const b(32 * kib, p);       // trims itself for the budget's sake
    BOOST_TEST(budget.used().page_locked == 32 * kib);
    block_pool<cuzk::memory::pageable> const ordinary({.budget = budget});
    host_buffer<char, block_pool<cuzk::memory::pageable>> const c(16 * kib, ordinary);
    BOOST_TEST((budget.used() == memory_amounts{.host = 16 * kib, .page_locked = 32 * kib}));
  }
  BOOST_TEST((budget.used() == memory_amounts{}));
}

// A refused call leaves idle blocks that would not have sufficed.
BOOST_AUTO_TEST_CASE(refusals_free_nothing_in_vain) {
  pool const p({.limit = 64 * kib}, counted{});
  host_buffer<char, pool> const held(40 * kib, p);
  { host_buffer<char, pool> const b(16 * kib, p); }
  BOOST_CHECK_THROW((host_buffer<char, pool>(28 * kib, p)), cuzk::out_of_memory);
  BOOST_TEST(p.counts().bytes_idle == 16 * kib);
  host_buffer<char, pool> const fits(24 * kib, p);
  BOOST_TEST(p.counts().bytes_idle == 0U);
}

// A block that is given back while another thread waits for the budget is what that thread waits for.
BOOST_AUTO_TEST_CASE(waits_for_the_budget) {
  memory_budget const budget({.host = 64 * kib, .page_locked = 64 * kib});
  pool const p({.patience = 1min, .budget = budget}, counted{});
  auto held = std::make_unique<host_buffer<char, pool>>(48 * kib, p);
  std::thread waits([&] { host_buffer<char, pool> const b(32 * kib, p); });
  while (budget.waiting() != 1) std::this_thread::yield();
  held.reset();
  waits.join();
  BOOST_TEST(p.counts().made == 2U);
  BOOST_TEST(p.counts().freed == 1U);
}

/// Gives memory back only when told.
struct slow : counted {
  std::shared_ptr<std::atomic<bool>> may_free = std::make_shared<std::atomic<bool>>(true);
  std::shared_ptr<std::atomic<int>> freeing = std::make_shared<std::atomic<int>>(0);

  void deallocate(void* p, std::size_t bytes, std::size_t alignment) const noexcept {
    ++*freeing;
    while (!*may_free) std::this_thread::yield();
    counted::deallocate(p, bytes, alignment);
  }
};

// Who comes while a block is on its way back to the source is served when it is there.
BOOST_AUTO_TEST_CASE(waits_while_the_source_works) {
  slow const source;
  block_pool<slow> p({.limit = 64 * kib, .patience = 1min}, source);
  { host_buffer<char, block_pool<slow>> const b(64 * kib, p); }
  *source.may_free = false;
  std::thread trims([&] { p.trim(); });
  while (*source.freeing != 1) std::this_thread::yield();
  std::vector<std::thread> waiting;
  for (std::size_t const bytes : {40 * kib, 16 * kib}) {
    waiting.emplace_back([&, bytes] { host_buffer<char, block_pool<slow>> const b(bytes, p); });
    while (p.counts().waited != waiting.size()) std::this_thread::yield();
  }
  *source.may_free = true;
  trims.join();
  for (auto& t : waiting) t.join();
  BOOST_TEST(p.counts().refused == 0U);
  BOOST_TEST(p.counts().bytes_in_use == 0U);
}

BOOST_AUTO_TEST_CASE(waits_for_ever) {
  pool const p({.limit = 64 * kib, .patience = std::chrono::nanoseconds::max()}, counted{});
  auto held = std::make_unique<host_buffer<char, pool>>(64 * kib, p);
  std::thread waits([&] { host_buffer<char, pool> const b(1, p); });
  while (p.counts().waited != 1) std::this_thread::yield();
  held.reset();
  waits.join();
}

// Buffers of many threads are their own, the limit holds, and everything goes back.
BOOST_AUTO_TEST_CASE(many_threads) {
  counted const source;
  {
    memory_budget const budget({.host = 90 * kib, .page_locked = 90 * kib});
    pool p({.limit = 100 * kib, .patience = 1min, .budget = budget}, source);
    std::atomic<bool> mixed = false;
    std::vector<std::thread> threads;
    for (unsigned t = 0; t < 5; ++t) {
      threads.emplace_back([&, t] {
        std::mt19937 random(static_cast<unsigned>(cuzk_test::seed()) + t);
        for (int i = 0; i < 200; ++i) {
          host_buffer<unsigned, pool> b(random() % 5000 + 1, p);
          for (auto& x : b) x = t;
          if (random() % 8 == 0) std::this_thread::yield();
          if (random() % 16 == 0) p.trim(random() % (50 * kib));
          for (auto const x : b) mixed = mixed || x != t;
        }
      });
    }
    for (auto& t : threads) t.join();
    BOOST_TEST(!mixed);
    BOOST_TEST(p.counts().made + p.counts().reused == 1000U);
    BOOST_TEST(p.counts().bytes_in_use == 0U);
    BOOST_TEST(source.n->most <= static_cast<std::int64_t>(100 * kib));
  }
  BOOST_TEST(source.n->blocks == 0);
}

}  // namespace
