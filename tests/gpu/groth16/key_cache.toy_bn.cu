// SPDX-License-Identifier: Apache-2.0
// Provers with keys of a cache, over a toy curve: a key in use stays where it is, one that was moved proves the same,
// and jobs and keys share one budget. Returns 77 where there is no device.

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <cuda_runtime.h>

#include <cuzk/core/error.hpp>
#include <cuzk/core/random.hpp>
#include <cuzk/core/waiting.hpp>
#include <cuzk/curves/toy_bn.hpp>
#include <cuzk/exec/cuda.cuh>
#include <cuzk/groth16/device_key.cuh>
#include <cuzk/groth16/device_prover.cuh>
#include <cuzk/groth16/key_cache.cuh>
#include <cuzk/memory/device_arena.cuh>
#include <cuzk/memory/memory_budget.hpp>
#include <cuzk/memory/pinned.cuh>

#include <gpu/groth16/prover_cases.cuh>
#include <laws/circuits.hpp>
#include <support/gpu_test.cuh>
#include <support/seed.hpp>

namespace {

using namespace cuzk_test;
using curve = cuzk::curves::toy_bn;
using fr = curve::fr;
using qap = groth16::qap::libsnark;
using circuit_type = proved_circuit<curve, qap>;
using inputs_type = job_inputs<fr, cuzk::memory::pinned>;
using prover_type = groth16::device_prover<curve, qap>;
using cache_type = groth16::key_cache<curve, qap, int>;
using cuzk::memory::memory_amounts;
using cuzk::memory::memory_budget;
using groth16::key_residence;

constexpr std::uint64_t plenty = std::uint64_t{1} << 30U;

/// Two circuits, memory, and what loads their keys.
struct two_circuits {
  cuzk::insecure_seeded_random random{seed()};
  circuit_type first{cuzk_laws::cubic<fr>(), random};
  circuit_type second{bits_and_products<fr>(6, 3, random), random};
  inputs_type first_inputs{first}, second_inputs{second};
  own_stream stream;
  cuzk::memory::device_arena arena{std::size_t{256} << 20U};
  cuzk::exec::cuda where{stream.ref(), arena};

  [[nodiscard]] circuit_type const& circuit(int i) const { return i == 0 ? first : second; }
  [[nodiscard]] inputs_type const& inputs(int i) const { return i == 0 ? first_inputs : second_inputs; }
  [[nodiscard]] cache_type::handle key(cache_type& cache, int i, cuzk::wait_limits const& limits = {}) const {
    return cache.get(
        i,
        [&] {
          return std::shared_ptr<groth16::proving_key<curve, qap> const>(std::shared_ptr<void>(), &circuit(i).key);
        },
        limits);
  }
  [[nodiscard]] memory_amounts amounts(int i, key_residence where_to) const {
    return groth16::key_amounts(circuit(i).key, where_to);
  }
  void require_proof(prover_type& prover, int i, std::string const& what) const {
    require(prover.start_with(inputs(i).job(), circuit(i).r, circuit(i).s).finish() == circuit(i).proof, what);
  }
};

groth16::device_prover_options one_worker() {
  groth16::device_prover_options options;
  options.workers = 1;
  return options;
}

/// Keys that take turns on the device, with a prover each time.
void provers_take_turns() {
  two_circuits const of;
  auto const host_bytes =
      of.amounts(0, key_residence::on_host).page_locked + of.amounts(1, key_residence::on_host).page_locked;
  for (std::uint64_t const page_locked : {std::uint64_t{0}, host_bytes}) {
    auto const full =
        std::max(of.amounts(0, key_residence::on_device).device, of.amounts(1, key_residence::on_device).device);
    auto const others =
        std::max(of.amounts(0, key_residence::on_host).device, of.amounts(1, key_residence::on_host).device);
    memory_budget const budget({page_locked, page_locked, full + others});
    {
      cache_type cache(of.where, budget);
      for (int round = 0; round < 6; ++round) {
        int const i = round % 2;
        prover_type prover(of.where, of.key(cache, i), one_worker());
        of.require_proof(prover, i, "round " + std::to_string(round));
        require(cache.counts().in_use == 1 && cache.find(i).get() == &prover.key(), "a prover uses its key");
      }
      auto const counts = cache.counts();
      if (page_locked == 0) {
        require(counts.loads == 6 && counts.evictions == 5, "keys drive each other out");
      } else {
        require(counts.loads == 2 && counts.evictions == 0 && counts.reductions >= 1, "both keys stay at hand");
      }
      require(counts.in_use == 0, "a prover that is gone uses no key");
    }
    require(budget.used() == memory_amounts{} && of.arena.used_bytes() == 0, "bytes are out");
  }
}

/// As long as a prover lives its key stays, whoever asks for memory and although the cache is gone.
void keys_in_use_stay() {
  two_circuits const of;
  auto const full = of.amounts(0, key_residence::on_device);
  memory_budget const budget({plenty, plenty, full.device});
  auto cache = std::make_unique<cache_type>(of.where, budget);
  auto prover = std::make_unique<prover_type>(of.where, of.key(*cache, 0), one_worker());
  require_throws<cuzk::timed_out>(
      [&] {
        static_cast<void>(cache->reserve({0, 0, 1}, cuzk::wait_limits::within(std::chrono::seconds(-1))));
      },
      "not within the time given");
  cache->trim();
  require(cache->counts().values == 1 && prover->key().residence() == key_residence::on_device, "a key in use");
  of.require_proof(*prover, 0, "after others asked for its memory");
  require(cache->drop(0), "the key is dropped");
  of.require_proof(*prover, 0, "with a key that was dropped");

  // Who waits for its memory has it when the prover ends.
  std::thread ends([&] {
    while (budget.waiting() != 1) std::this_thread::yield();
    prover.reset();
  });
  static_cast<void>(cache->reserve({0, 0, full.device}));
  ends.join();
  prover = std::make_unique<prover_type>(of.where, of.key(*cache, 0), one_worker());
  cache.reset();
  of.require_proof(*prover, 0, "with a cache that is gone");
  prover.reset();
  require(budget.used() == memory_amounts{} && of.arena.used_bytes() == 0, "bytes are out");
  require_throws<cuzk::invalid_argument>([&] { prover_type(of.where, cache_type::handle(), one_worker()); },
                                         "without a key");
}

/// A job waits for memory that keys have: the unused one leaves.
void jobs_and_keys_share_one_budget() {
  two_circuits const of;
  auto const full = of.amounts(0, key_residence::on_device);
  std::uint64_t job = 0;
  {
    groth16::device_key<curve, qap> const key(of.where, of.circuit(0).key);
    job = prover_type(of.where, key, one_worker()).job_bytes();
  }
  auto const other = of.amounts(1, key_residence::on_device);
  require(job > other.device, "a job takes more than the other key");
  for (std::uint64_t const page_locked : {std::uint64_t{0}, plenty}) {
    auto const others = page_locked == 0 ? 0 : of.amounts(1, key_residence::on_host).device;
    memory_budget const budget({page_locked, page_locked, full.device + others + job});
    {
      cache_type cache(of.where, budget);
      auto options = one_worker();
      options.budget = budget;
      options.budget_has_key = true;
      options.wait_for_memory = [&cache](memory_amounts const& wanted, cuzk::wait_limits const& limits) {
        return cache.reserve(wanted, limits);
      };
      static_cast<void>(of.key(cache, 1));
      prover_type prover(of.where, of.key(cache, 0), options);
      require(!prover.is_lean() && prover.job_bytes() == job, "the job fits beside its key");
      require(cache.counts().values == 2, "both keys are there");
      of.require_proof(prover, 0, "in the memory of the other key");
      auto const counts = cache.counts();
      require(page_locked == 0 ? counts.evictions == 1 : counts.reductions == 1 && counts.evictions == 0,
              "the other key made room");
      require(prover.key().residence() == key_residence::on_device, "the key in use did not");
      of.require_proof(prover, 0, "when there is room");
      require(cache.counts().evictions == counts.evictions, "and nothing more left");
    }
    require(budget.used() == memory_amounts{} && of.arena.used_bytes() == 0, "bytes are out");
  }
  // A key that is charged leaves less for jobs.
  memory_budget const tight({plenty, plenty, full.device + job - 1});
  cache_type cache(of.where, tight);
  auto options = one_worker();
  options.budget = tight;
  require(prover_type(of.where, of.key(cache, 0), options).job_bytes() == job, "a key that is not counted");
  options.budget_has_key = true;
  prover_type prover(of.where, of.key(cache, 0), options);
  require(prover.job_bytes() < job, "a key that is counted");
  of.require_proof(prover, 0, "in little memory beside the key");
}

}  // namespace

int main() {
  std::array<gpu_case, 3> const cases{{{"provers_take_turns", provers_take_turns},
                                       {"keys_in_use_stay", keys_in_use_stay},
                                       {"jobs_and_keys_share_one_budget", jobs_and_keys_share_one_budget}}};
  return gpu_main(cases);
}
