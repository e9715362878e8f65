// SPDX-License-Identifier: Apache-2.0
#pragma once

// Where new pages of a thread come from, on machines whose processors have memory of their own (set_mempolicy(2)).

#include <array>
#include <cstddef>

#if defined(__linux__)
#include <sys/syscall.h>
#include <unistd.h>
#endif

namespace cuzk::inline v0::memory::detail {

// While it lives, memory that this thread allocates comes from a node of the system where that has room. For a negative
// node, and where the system has no such nodes or does not let a process choose (containers may not), nothing changes.
class prefer_node {
 public:
  explicit prefer_node([[maybe_unused]] int node) noexcept {
#if defined(__linux__)
    if (node < 0 || static_cast<std::size_t>(node) >= most_nodes) return;
    if (syscall(SYS_get_mempolicy, &mode_, nodes_.data(), most_nodes + 1, nullptr, 0UL) != 0) return;
    node_set wanted{};
    auto const bit = static_cast<std::size_t>(node);
    wanted[bit / word_bits] = 1UL << (bit % word_bits);
    constexpr int preferred = 1;  // MPOL_PREFERRED of <linux/mempolicy.h>
    is_set_ = syscall(SYS_set_mempolicy, preferred, wanted.data(), most_nodes + 1) == 0;
#endif
  }
  prefer_node(prefer_node const&) = delete;
  prefer_node& operator=(prefer_node const&) = delete;
  ~prefer_node() {
#if defined(__linux__)
    if (is_set_) syscall(SYS_set_mempolicy, mode_, nodes_.data(), most_nodes + 1);
#endif
  }

  // Whether the system took the wish.
  [[nodiscard]] bool is_set() const noexcept { return is_set_; }

 private:
  static constexpr std::size_t word_bits = 8 * sizeof(unsigned long);
  static constexpr std::size_t most_nodes = 1024;  // what Linux can be built for
  using node_set = std::array<unsigned long, most_nodes / word_bits>;

  int mode_ = 0;      // as it was
  node_set nodes_{};  // as they were
  bool is_set_ = false;
};

}  // namespace cuzk::inline v0::memory::detail
