// SPDX-License-Identifier: Apache-2.0
// A lock policy of one's own is one short struct: here a lock file, so that processes exclude each other's kernels.
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <iostream>
#include <memory>
#include <string>
#include <thread>

#include <fcntl.h>
#include <unistd.h>

#include <cuzk/lock.hpp>

struct my_file_lock {
  using policy_kind = cuzk::lock_kind;
  static constexpr std::size_t locks = 1;

  struct remove {
    void operator()(std::string* path) const {
      std::remove(path->c_str());
      delete path;
    }
  };
  using permit = std::unique_ptr<std::string, remove>;  // the file is there as long as this is

  std::string path;

  static constexpr bool needs(std::size_t, cuzk::region which) { return which == cuzk::region::kernels; }
  permit acquire(std::size_t, cuzk::wait_limits const& limits) const {
    for (;;) {
      int const file = open(path.c_str(), O_CREAT | O_EXCL | O_CLOEXEC, 0600);
      if (file >= 0) {
        close(file);
        return permit(new std::string(path));
      }
      if (limits.stop.stop_requested()) throw cuzk::cancelled("my_file_lock: cancelled");
      if (std::chrono::steady_clock::now() >= limits.deadline) throw cuzk::timed_out("my_file_lock: " + path);
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }
};
static_assert(cuzk::lock_policy<my_file_lock>);

int main() {
  using std::chrono::milliseconds;
  my_file_lock const policy{"my_lock." + std::to_string(getpid())};
  auto const times = std::make_shared<cuzk::lock::ledger>();
  cuzk::lock::session<my_file_lock> first(policy, times), second(policy, times);
  auto kernels = first.enter(cuzk::region::kernels);
  auto const upload = second.enter(cuzk::region::upload);  // needs no lock
  try {
    auto const in = second.enter(cuzk::region::kernels, cuzk::wait_limits::within(milliseconds(5)));
    return 1;
  } catch (cuzk::timed_out const& e) {
    std::cout << "the other job waits: " << e.what() << '\n';
  }
  kernels = {};
  auto const in = second.enter(cuzk::region::kernels);
  auto const t = times->times(cuzk::region::kernels);
  std::cout << t.entered << " entries, " << t.refused << " refused, waited "
            << std::chrono::duration_cast<milliseconds>(t.waited).count() << " ms\n";
  return t.entered == 2 && t.refused == 1 ? 0 : 1;
}
