// expect: acquires_permits
// SPDX-License-Identifier: Apache-2.0
// A lock policy whose permits cannot be moved to where they are kept.
#include <cstddef>

#include <cuzk/lock/session.hpp>

struct my_lock {
  using policy_kind = cuzk::lock_kind;
  static constexpr std::size_t locks = 1;
  struct permit {
    permit() = default;
#ifdef CUZK_TEST_FIXED
    permit(permit&&) = default;
    permit& operator=(permit&&) = default;
#else
    permit(permit&&) = delete;
#endif
  };
  static bool needs(std::size_t, cuzk::region) { return true; }
  permit acquire(std::size_t, cuzk::wait_limits const&) { return {}; }
};

int main() {
  cuzk::lock::session<my_lock> job{my_lock()};
  auto const in = job.enter(cuzk::region::kernels);
  return 0;
}
