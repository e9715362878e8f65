// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE memory_numa_node
#include <boost/test/unit_test.hpp>

#include <array>
#include <cstring>
#include <optional>
#include <vector>

#include <cuzk/memory/detail/numa_node.hpp>

#if defined(__linux__)
#include <sys/syscall.h>
#include <unistd.h>
#endif

namespace {

using cuzk::memory::detail::prefer_node;

struct policy {
  int mode = -1;
  std::array<unsigned long, 16> nodes{};
  friend bool operator==(policy const&, policy const&) = default;
};

// Of this thread; nothing where the system does not tell.
std::optional<policy> policy_of_thread() {
#if defined(__linux__)
  policy p;
  if (syscall(SYS_get_mempolicy, &p.mode, p.nodes.data(), 1025UL, nullptr, 0UL) == 0) return p;
#endif
  return std::nullopt;
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_node_is_preferred_for_a_scope) {
  auto const before = policy_of_thread();
  {
    prefer_node const first(0);
    if (!before) {
      BOOST_TEST(!first.is_set());
    } else if (first.is_set()) {
      policy wanted;
      wanted.mode = 1;
      wanted.nodes[0] = 1;
      BOOST_TEST((policy_of_thread() == wanted));
      std::vector<char> const pages(1U << 20U, 1);  // memory is to be had
      BOOST_TEST(pages.back() == 1);
      {
        prefer_node const inner(0);
        BOOST_TEST(inner.is_set());
      }
      BOOST_TEST((policy_of_thread() == wanted));
    } else {
      BOOST_TEST_MESSAGE("the system does not let a process choose");
    }
  }
  BOOST_TEST((policy_of_thread() == before));
}

BOOST_AUTO_TEST_CASE(what_is_no_node_changes_nothing) {
  auto const before = policy_of_thread();
  for (int const node : {-1, 1023, 1024, 1 << 30}) {
    prefer_node const none(node);
    BOOST_TEST(!none.is_set());
    BOOST_TEST((policy_of_thread() == before));
  }
}
