// SPDX-License-Identifier: Apache-2.0
// Keys of a toy curve that share a device's memory: where they are, what they take, and what is left at the end. No
// kernel is launched. Returns 77 where there is no device.

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <cuda_runtime.h>

#include <cuzk/core/error.hpp>
#include <cuzk/core/random.hpp>
#include <cuzk/curves/toy_bn.hpp>
#include <cuzk/exec/cuda.cuh>
#include <cuzk/exec/serial.hpp>
#include <cuzk/groth16/device_key.cuh>
#include <cuzk/groth16/key_cache.cuh>
#include <cuzk/groth16/setup.hpp>
#include <cuzk/memory/device_arena.cuh>
#include <cuzk/memory/device_resource.cuh>
#include <cuzk/memory/memory_budget.hpp>

#include <gpu/memory/throws_at.cuh>
#include <laws/circuits.hpp>
#include <support/gpu_test.cuh>
#include <support/seed.hpp>

namespace {

namespace groth16 = cuzk::groth16;
using namespace cuzk_test;
using curve = cuzk::curves::toy_bn;
using fr = curve::fr;
using qap = groth16::qap::libsnark;
using key_type = groth16::proving_key<curve, qap>;
using device_key = groth16::device_key<curve, qap>;
using cache_type = groth16::key_cache<curve, qap>;
using cuzk::memory::memory_amounts;
using cuzk::memory::memory_budget;
using groth16::key_residence;

/// Keys of one shape, each with points of its own.
std::vector<std::shared_ptr<key_type const>> keys(std::size_t count) {
  cuzk::insecure_seeded_random random(seed());
  auto const circuit = cuzk_laws::cubic<fr>();
  std::vector<std::shared_ptr<key_type const>> made;
  for (std::size_t i = 0; i < count; ++i) {
    made.push_back(
        std::make_shared<key_type const>(groth16::setup<curve, qap>(cuzk::exec::serial{}, circuit.cs, random)));
  }
  return made;
}

template <class G>
std::vector<cuzk::affine<G>> points_of(cuzk::stream_ref stream, groth16::resident_points<G> const& from) {
  auto const on_host = from.on_host();
  if (!on_host.empty()) return {on_host.begin(), on_host.end()};
  return copy_to_host(stream.get(), from.on_device().data(), from.on_device().size());
}

/// Every point and wire of the key is there.
void require_same_key(cuzk::stream_ref stream, key_type const& key, device_key const& found, std::string const& what) {
  require(found.vk == key.vk && found.beta_g1 == key.beta_g1 && found.delta_g1 == key.delta_g1,
          what + ": points apart");
  auto const require_query = [&](auto const& host, auto const& device, char const* name) {
    require_equal(host.points, points_of(stream, device.points), what + ": " + name);
    require_equal(host.wires, copy_to_host(stream.get(), device.wires.data(), device.wires.size()),
                  what + ": wires of " + name);
    require(host.first == device.first, what + ": first wire of " + name);
  };
  require_query(key.a, found.a, "A");
  require_query(key.b_g1, found.b_g1, "B in G1");
  require_query(key.b_g2, found.b_g2, "B in G2");
  require_query(key.l, found.l, "L");
  require_equal(key.h, points_of(stream, found.h), what + ": H");
}

/// Counts what is out, for several threads.
struct counted_arena {
  cuzk::memory::device_arena& arena;
  std::mutex mutex;
  std::size_t bytes = 0, most = 0;

  void* allocate(cuzk::stream_ref stream, std::size_t n) {
    void* const p = arena.allocate(stream, n);
    std::scoped_lock const hold(mutex);
    bytes += cuzk::memory::workspace::rounded(n);
    if (bytes > most) most = bytes;
    return p;
  }
  void deallocate(cuzk::stream_ref stream, void* p, std::size_t n) noexcept {
    {
      std::scoped_lock const hold(mutex);
      bytes -= cuzk::memory::workspace::rounded(n);
    }
    arena.deallocate(stream, p, n);
  }
};

auto gives(std::shared_ptr<key_type const> const& key) {
  return [&key] { return key; };
}
std::shared_ptr<key_type const> never() { throw std::logic_error("a key was loaded"); }

/// What a key is said to take is what it takes, and it comes back from the host as it was.
void keys_move_and_take_what_is_said() {
  auto const all = keys(1);
  key_type const& key = *all[0];
  own_stream stream;
  cuzk::memory::device_arena arena(std::size_t{1} << 20U);
  cuzk::exec::cuda const where(stream.ref(), arena);
  auto const on_device = groth16::key_amounts(key, key_residence::on_device);
  auto const on_host = groth16::key_amounts(key, key_residence::on_host);
  require(on_device.page_locked == 0 && on_host.page_locked > 0 && on_host.device < on_device.device, "amounts");
  {
    device_key moved(where, key);
    require(arena.used_bytes() == on_device.device, "bytes of a key on the device");
    require(groth16::key_amounts(moved, key_residence::on_host) == on_host, "amounts of a key on the device");
    moved.move_to_device(where);
    require_same_key(stream.ref(), key, moved, "a key that was there");
    for (int round = 0; round < 2; ++round) {
      moved.move_to_host(stream.ref());
      require(moved.residence() == key_residence::on_host && arena.used_bytes() == on_host.device, "a key that moved");
      require(groth16::key_amounts(moved, key_residence::on_device) == on_device, "amounts of a key on the host");
      require_same_key(stream.ref(), key, moved, "on the host");
      moved.move_to_device(where);
      require(moved.residence() == key_residence::on_device && arena.used_bytes() == on_device.device, "a key is back");
      require_same_key(stream.ref(), key, moved, "on the device again");
    }
  }
  require(arena.used_bytes() == 0, "bytes are out");
}

/// Three keys where two fit on the device and one in page-locked memory.
void keys_leave_by_the_budget() {
  auto const all = keys(4);
  own_stream stream;
  cuzk::memory::device_arena arena(std::size_t{1} << 20U);
  counted_arena source{arena, {}};
  cuzk::exec::cuda const where(stream.ref(), source);
  auto const full = groth16::key_amounts(*all[0], key_residence::on_device);
  auto const on_host = groth16::key_amounts(*all[0], key_residence::on_host);
  memory_budget const budget({on_host.page_locked, on_host.page_locked, 2 * full.device + on_host.device});
  {
    cache_type cache(where, budget);
    static_cast<void>(cache.get("0", gives(all[0])));
    auto const one = cache.get("1", gives(all[1]));
    require(cache.get("0", never)->residence() == key_residence::on_device, "both fit");
    auto const two = cache.get("2", gives(all[2]));  // 0 is the only one that nobody uses
    require(two->residence() == key_residence::on_device, "the third fits");
    auto zero = cache.find("0");
    require(zero != nullptr && zero->residence() == key_residence::on_host, "the first is on the host");
    require_same_key(stream.ref(), *all[0], *zero, "the first");
    require_same_key(stream.ref(), *all[1], *one, "the second");
    require_same_key(stream.ref(), *all[2], *two, "the third");
    require(source.bytes == 2 * full.device + on_host.device && budget.used().device == source.bytes &&
                budget.used().page_locked == on_host.page_locked,
            "what is charged exists");
    // All are in use: a fourth has no room anywhere, and says so within its limits.
    require_throws<cuzk::timed_out>(
        [&] {
          static_cast<void>(cache.get("3", gives(all[3]), cuzk::wait_limits::within(std::chrono::milliseconds(5))));
        },
        "not within");
    zero.reset();
    auto const three = cache.get("3", gives(all[3]));  // in the place of the first
    require(three->residence() == key_residence::on_host && cache.find("0") == nullptr, "the first is gone");
    require_same_key(stream.ref(), *all[3], *three, "the fourth");
    auto const counts = cache.counts();
    require(counts.loads == 4 && counts.loads_reduced == 1 && counts.reductions == 1 && counts.evictions == 1 &&
                counts.values == 3 && counts.in_use == 3 && counts.failures == 1 && counts.bytes == budget.used(),
            "counts");
  }
  require(budget.used() == memory_amounts{} && source.bytes == 0, "all is given back with the last handle");
  require(source.most <= budget.limits().device, "more than the budget was out");
}

void keys_come_back_to_the_device() {
  auto const all = keys(2);
  own_stream stream;
  cuzk::memory::device_pool pool;
  auto const full = groth16::key_amounts(*all[0], key_residence::on_device);
  auto const on_host = groth16::key_amounts(*all[0], key_residence::on_host);
  memory_budget const budget({1U << 20U, 1U << 20U, full.device + on_host.device});
  cache_type cache(cuzk::exec::cuda(stream.ref(), pool), budget);
  static_cast<void>(cache.get("a", gives(all[0])));
  static_cast<void>(cache.get("b", gives(all[1])));
  require(cache.get("a", never)->residence() == key_residence::on_host, "the first made room");
  {
    auto const job = cache.reserve({0, 0, full.device - on_host.device});
    require(cache.find("b")->residence() == key_residence::on_host, "and the second, for a job");
  }
  auto const back = cache.get("b", never);
  require(back->residence() == key_residence::on_device && cache.counts().restorations == 1, "it came back");
  require_same_key(stream.ref(), *all[1], *back, "the key that came back");
  require_same_key(stream.ref(), *all[0], *cache.find("a"), "the key that did not");
}

/// Every allocation of a load refused in turn, and of a return to the device.
void failures_are_told_and_leave_nothing() {
  auto const all = keys(1);
  own_stream stream;
  memory_budget const budget({1U << 20U, 1U << 20U, 1U << 20U});
  std::size_t const allocations = require_refusals_leave_nothing(stream.ref(), [&](cuzk::exec::cuda const& where) {
    cache_type cache(where, budget);
    try {
      static_cast<void>(cache.get("a", gives(all[0])));
    } catch (...) {
      require(cache.counts().failures == 1 && cache.counts().values == 0 && budget.used() == memory_amounts{},
              "a load that failed left something");
      throw;
    }
  });
  require(allocations >= 4, "allocations of a key: " + std::to_string(allocations));
  cuzk::memory::device_pool pool;
  auto const on_host = groth16::key_amounts(*all[0], key_residence::on_host);
  for (std::size_t k = 0;; ++k) {
    throws_at source{pool};
    cache_type cache(cuzk::exec::cuda(stream.ref(), source), memory_budget({1U << 20U, 1U << 20U, 1U << 20U}));
    static_cast<void>(cache.get("a", gives(all[0])));
    static_cast<void>(cache.reserve({0, 0, (1U << 20U) - on_host.device}));
    require(cache.counts().reductions == 1, "the key is on the host");
    source.k = source.calls + k;
    std::size_t const out = source.out, bytes_out = source.bytes_out;
    bool refused = false;
    try {
      static_cast<void>(cache.get("a", never));
    } catch (cuzk::out_of_memory const&) {
      refused = true;
    }
    if (refused) {
      auto const stayed = cache.find("a");
      require(source.out == out && source.bytes_out == bytes_out, "a way back that failed has left memory out");
      require(stayed != nullptr && stayed->residence() == key_residence::on_host && cache.counts().failures == 1,
              "a key that did not come back is not on the host");
      require_same_key(stream.ref(), *all[0], *stayed, "a key that did not come back");
    }
    auto const back = cache.get("a", never);
    require(back->residence() == key_residence::on_device, "the next call");
    require_same_key(stream.ref(), *all[0], *back, "the next call");
    if (refused) continue;
    require(k >= 4, "allocations on the way back: " + std::to_string(k));
    break;
  }
  cache_type cache(cuzk::exec::cuda(stream.ref(), pool), budget);
  auto malformed = *all[0];
  malformed.wires += 1;
  require_throws<cuzk::invalid_argument>([&] { static_cast<void>(cache.get("a", [&] { return malformed; })); }, "L");
  require_throws<cuzk::invalid_argument>(
      [&] { static_cast<void>(cache.get("a", [] { return std::shared_ptr<key_type const>(); })); }, "gave no key");
  groth16::key_recipe<curve, qap> too_little(all[0]);
  too_little.on_device.device -= 1;
  require_throws<cuzk::invalid_argument>([&] { static_cast<void>(cache.get("a", [&] { return too_little; })); },
                                         "its recipe says");
  require_throws<cuzk::invalid_argument>(
      [&] { static_cast<void>(cache.get("a", [] { return groth16::key_recipe<curve, qap>(); })); }, "no key");
  stream.ref().synchronize();
  require(budget.used() == memory_amounts{} && pool.used_bytes() == 0, "bytes are out");
}

/// Threads that ask for more keys than fit, each of which must be the one that was asked for.
void many_threads() {
  auto const all = keys(5);
  own_stream stream;
  cuzk::memory::device_arena arena(std::size_t{1} << 20U);
  counted_arena source{arena, {}};
  auto const full = groth16::key_amounts(*all[0], key_residence::on_device);
  auto const on_host = groth16::key_amounts(*all[0], key_residence::on_host);
  memory_budget const budget({on_host.page_locked, on_host.page_locked, 3 * full.device});
  {
    cache_type cache(cuzk::exec::cuda(stream.ref(), source), budget);
    std::atomic<std::size_t> loads = 0;
    int const rounds = sanitized_less("rounds of two threads", 60, 10);
    in_two_threads([&](std::size_t who) {
      own_stream mine;
      for (int i = 0; i < rounds; ++i) {
        std::size_t const which = (static_cast<std::size_t>(i) * (2 * who + 1) + static_cast<std::size_t>(i) / 7) % 5;
        auto const key = cache.get(std::to_string(which), [&] {
          ++loads;
          return all[which];
        });
        require_same_key(mine.ref(), *all[which], *key, "key " + std::to_string(which));
      }
    });
    auto const counts = cache.counts();
    require(counts.loads == loads && counts.hits + counts.loads == 2 * static_cast<std::size_t>(rounds), "counts");
    require(counts.reductions > 0 && counts.evictions > 0 && counts.in_use == 0, "nothing had to make room");
    require(counts.bytes == budget.used() && source.bytes == budget.used().device, "what is charged exists");
  }
  require(budget.used() == memory_amounts{} && source.bytes == 0, "bytes are out");
  require(source.most <= budget.limits().device, "more than the budget was out");
}

}  // namespace

int main() {
  std::array<gpu_case, 5> const cases{{{"keys_move_and_take_what_is_said", keys_move_and_take_what_is_said},
                                       {"keys_leave_by_the_budget", keys_leave_by_the_budget},
                                       {"keys_come_back_to_the_device", keys_come_back_to_the_device},
                                       {"failures_are_told_and_leave_nothing", failures_are_told_and_leave_nothing},
                                       {"many_threads", many_threads}}};
  return gpu_main(cases);
}
