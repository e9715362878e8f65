// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE core_wipe
#include <boost/test/unit_test.hpp>

#include <array>
#include <cstdint>
#include <vector>

#include <cuzk/core/wipe.hpp>

#include "support/freed_memory.hpp"

namespace {

using words = std::array<std::uint64_t, 4>;

constexpr words secret{0x0123456789abcdefU, 0xfedcba9876543210U, 0x5555aaaa5555aaaaU, 0x1122334455667788U};

// What happens to a vector that grows, is copied, moved and shrunk.
template <class Vector>
std::size_t blocks_with_the_secret() {
  cuzk_test::freed_memory_watch watch;
  watch.secret(secret);
  watch.start();
  {
    Vector v;
    v.push_back(secret);
    for (int i = 0; i < 100; ++i) v.push_back(words{});
    Vector copy = v;
    Vector moved = std::move(v);
    copy.resize(1);
    copy.shrink_to_fit();
  }
  return watch.found();
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_secret_vector_leaves_nothing_behind) {
  BOOST_TEST(blocks_with_the_secret<cuzk::secret_vector<words>>() == 0U);
  BOOST_TEST(blocks_with_the_secret<std::vector<words>>() > 8U);  // the watch does see
}

BOOST_AUTO_TEST_CASE(values_and_spans_become_zero) {
  words one = secret;
  cuzk::wipe(one);
  BOOST_TEST((one == words{}));
  std::vector<words> many(3, secret);
  {
    cuzk::wipe_on_exit const guard(many);
    BOOST_TEST((many[2] == secret));
  }
  BOOST_TEST((many == std::vector<words>(3)));
  cuzk::wipe(std::span<words>());
}

BOOST_AUTO_TEST_CASE(in_constant_evaluation_nothing_is_wiped) {
  static_assert([] {
    int x = 5;
    cuzk::detail::wipe_on_host(x);
    return x;
  }() == 5);
  int x = 5;
  cuzk::detail::wipe_on_host(x);
  BOOST_TEST(x == 0);
}
