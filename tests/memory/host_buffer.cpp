// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE memory_host_buffer
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <type_traits>
#include <utility>

#include <cuzk/core/error.hpp>
#include <cuzk/memory/host_buffer.hpp>
#include <cuzk/memory/pageable.hpp>
#include <cuzk/memory/policy.hpp>

namespace memory = cuzk::memory;

namespace near_misses {

struct of_no_kind {
  static constexpr bool direct_dma = false;
  void* allocate(std::size_t, std::size_t);
  void deallocate(void*, std::size_t, std::size_t) noexcept;
};
struct of_another_kind : of_no_kind {
  using policy_kind = int;
};
struct may_throw_on_deallocation {
  using policy_kind = cuzk::memory_kind;
  static constexpr bool direct_dma = false;
  void* allocate(std::size_t, std::size_t);
  void deallocate(void*, std::size_t, std::size_t);
};
struct silent_about_dma {
  using policy_kind = cuzk::memory_kind;
  void* allocate(std::size_t, std::size_t);
  void deallocate(void*, std::size_t, std::size_t) noexcept;
};
}  // namespace near_misses

namespace {

using namespace near_misses;

// What an own policy sees: pieces that are out, and what they held when they came back.
struct account {
  std::map<void*, std::size_t> out;
  std::size_t allocations = 0;
  std::size_t most_bytes = ~std::size_t{0};
  bool came_back_zeroed = false;
};

struct counting {
  using policy_kind = cuzk::memory_kind;
  static constexpr bool direct_dma = true;
  account* log = nullptr;

  void* allocate(std::size_t bytes, std::size_t alignment) {
    if (bytes > log->most_bytes) throw cuzk::out_of_memory("pinned host", bytes, log->most_bytes);
    void* const p = memory::pageable{}.allocate(bytes, alignment);
    log->out[p] = bytes;
    ++log->allocations;
    return p;
  }
  void deallocate(void* p, std::size_t bytes, std::size_t alignment) noexcept {
    BOOST_TEST(log->out.at(p) == bytes);
    log->out.erase(p);
    auto const* const first = static_cast<unsigned char const*>(p);
    log->came_back_zeroed = std::all_of(first, first + bytes, [](unsigned char b) { return b == 0; });
    memory::pageable{}.deallocate(p, bytes, alignment);
  }
};
static_assert(cuzk::memory_policy<counting>);

static_assert(!cuzk::memory_policy<of_no_kind> && !cuzk::is_of_memory_kind<of_no_kind>);
static_assert(!cuzk::memory_policy<of_another_kind> && !cuzk::is_of_memory_kind<of_another_kind>);
static_assert(!cuzk::memory_policy<may_throw_on_deallocation> &&
              !cuzk::can_deallocate_noexcept<may_throw_on_deallocation>);
static_assert(!cuzk::memory_policy<silent_about_dma> && !cuzk::declares_direct_dma<silent_about_dma>);
static_assert(!cuzk::memory_policy<int>);

using buffer = memory::host_buffer<std::uint64_t, counting>;
static_assert(!std::is_copy_constructible_v<buffer> && !std::is_copy_assignable_v<buffer>);
static_assert(std::is_nothrow_move_constructible_v<buffer> && std::is_nothrow_move_assignable_v<buffer>);
static_assert(sizeof(memory::host_buffer<int>) == sizeof(void*) + sizeof(std::size_t));

}  // namespace

BOOST_AUTO_TEST_CASE(a_buffer_gives_back_what_it_took) {
  account log;
  {
    buffer a(1000, counting{&log});
    BOOST_TEST(log.out.size() == 1U);
    BOOST_TEST(log.out.begin()->second == 8000U);
    BOOST_TEST(reinterpret_cast<std::uintptr_t>(a.data()) % 64 == 0U);
    for (std::size_t i = 0; i < a.size(); ++i) a[i] = i;
    buffer b(std::move(a));
    BOOST_TEST(a.data() == nullptr);
    BOOST_TEST(a.size() == 0U);
    BOOST_TEST(b[999] == 999U);
    buffer c(3, counting{&log});
    c = std::move(b);
    BOOST_TEST(c.size() == 1000U);
    BOOST_TEST(std::as_const(c).span()[7] == 7U);
    auto& same = c;
    c = std::move(same);
    BOOST_TEST(c.size() == 1000U);
    BOOST_TEST(*(c.end() - 1) == 999U);
  }
  BOOST_TEST(log.out.empty());
  BOOST_TEST(log.allocations == 2U);
}

BOOST_AUTO_TEST_CASE(no_elements_take_no_memory) {
  account log;
  buffer const none(0, counting{&log});
  BOOST_TEST(none.empty());
  BOOST_TEST(none.data() == nullptr);
  BOOST_TEST((none.begin() == none.end()));
  BOOST_TEST(log.allocations == 0U);
}

BOOST_AUTO_TEST_CASE(secrets_are_wiped_before_their_memory_goes_back) {
  account log;
  {
    memory::host_buffer<std::uint64_t, counting> open(10, counting{&log});
    std::fill(open.begin(), open.end(), 7U);
  }
  BOOST_TEST(!log.came_back_zeroed);
  {
    memory::secret_buffer<std::uint64_t, counting> secret(10, counting{&log});
    std::fill(secret.begin(), secret.end(), 7U);
  }
  BOOST_TEST(log.came_back_zeroed);
  log.came_back_zeroed = false;
  {
    memory::secret_buffer<std::uint64_t, counting> secret(10, counting{&log});
    std::fill(secret.begin(), secret.end(), 7U);
    secret = memory::secret_buffer<std::uint64_t, counting>();
    BOOST_TEST(log.came_back_zeroed);
  }
  buffer on_request(5, counting{&log});
  std::fill(on_request.begin(), on_request.end(), 7U);
  on_request.wipe();
  BOOST_TEST(std::count(on_request.begin(), on_request.end(), 0U) == 5);
}

BOOST_AUTO_TEST_CASE(a_policy_that_has_no_more_is_heard) {
  account log;
  log.most_bytes = std::size_t{1} << 30U;
  std::size_t const asked = std::size_t{47} << 30U;
  BOOST_CHECK_EXCEPTION(buffer(asked / 8, counting{&log}), cuzk::out_of_memory, [&](cuzk::out_of_memory const& e) {
    return e.asked() == asked && e.kind() == "pinned host" && e.available() == log.most_bytes;
  });
  BOOST_TEST(log.out.empty());
  buffer const fits(4, counting{&log});
  BOOST_TEST(fits.size() == 4U);
}

BOOST_AUTO_TEST_CASE(sizes_that_cannot_be_are_refused) {
  BOOST_CHECK_THROW(memory::host_buffer<std::uint64_t>(~std::size_t{0} / 4), cuzk::invalid_argument);
  BOOST_CHECK_EXCEPTION(
      memory::host_buffer<std::byte>(std::size_t{1} << 60U), cuzk::out_of_memory, [](cuzk::out_of_memory const& e) {
        return std::string(e.what()) == "out of pageable host memory: 1152921504606846976 bytes asked";
      });
}

BOOST_AUTO_TEST_CASE(large_pageable_memory_can_be_written_and_read) {
  memory::host_buffer<std::uint32_t> a((std::size_t{5} << 20U) + 3);
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = static_cast<std::uint32_t>(i);
  std::uint64_t sum = 0;
  for (auto const x : a) sum += x;
  BOOST_TEST(sum == std::uint64_t{a.size()} * (a.size() - 1) / 2);
}
