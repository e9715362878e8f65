// SPDX-License-Identifier: Apache-2.0
#pragma once

// Jobs of an instance that has the shape of a partition, through a prover with given policies.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <sys/resource.h>

#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/exec/cuda.cuh>
#include <cuzk/groth16/device_prover.cuh>
#include <cuzk/groth16/verifier.hpp>
#include <cuzk/lock.hpp>
#include <cuzk/memory.cuh>
#include <cuzk/telemetry.hpp>

#include <support/gpu_bench.cuh>
#include <support/porep_shape.cuh>

namespace cuzk_bench {

using curve = cuzk::curves::bls12_381;
using fr = curve::fr;
using instance = porep_instance<curve>;
using libsnark = cuzk::groth16::qap::libsnark;

/// The inputs of a job in host memory of a policy.
template <class Memory>
struct host_inputs {
  cuzk::memory::host_buffer<fr, Memory> witness, a, b, c;
  std::vector<fr> public_inputs;

  host_inputs(cuzk::exec::cuda const& where, instance const& of, std::uint64_t witness_seed)
      : witness(of.shape().wires()),
        a(of.shape().rows),
        b(of.shape().rows),
        c(of.shape().rows),
        public_inputs(of.public_inputs(witness_seed)) {
    cuzk::memory::transfer<Memory> const copies;
    of.fill(where, copies, witness_seed, witness.span(), a.span(), b.span(), c.span());
  }
  [[nodiscard]] cuzk::groth16::device_job<fr> job(std::uint64_t id) const {
    cuzk::groth16::device_job<fr> j;
    j.witness = witness.span();
    j.a = a.span();
    j.b = b.span();
    j.c = c.span();
    j.id = id;
    return j;
  }
};

/// The host's processor time of this process, in seconds.
inline double processor_seconds() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  auto const seconds = [](timeval const& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  return seconds(used.ru_utime) + seconds(used.ru_stime);
}

/// What some jobs in a row took.
struct run_times {
  std::size_t job_bytes = 0;  ///< of a device
  bool is_lean = false;
  bool takes_turns = false;
  double first_ms = 0;                           ///< of the first, alone
  double each_ms = 0;                            ///< of the others, which were started together
  double processor_ms = 0;                       ///< of the host, for each of them
  std::vector<cuzk::telemetry::record> records;  ///< of the others
};

/// What a run may be given beside the number of workers.
struct run_options {
  std::shared_ptr<cuzk::lock::ledger> ledger{};
  std::uint64_t device_bytes = 0;                              ///< the budget's limit, if any
  cuzk::groth16::device_circuit<fr> const* circuit = nullptr;  ///< jobs are of the witness alone, if given
  std::size_t chunk_points = 0;                                ///< of the sums, if not their own
  unsigned rows_of_h = 1;                                      ///< of a table of H's points
};

/// One job alone, and `count` more at once; all proofs are verified, with subgroup checks.
template <class Memory, class Lock, class Telemetry>
run_times run_jobs(cuzk::exec::cuda const& where, cuzk::groth16::device_key<curve, libsnark> const& key,
                   std::vector<host_inputs<Memory>> const& inputs, unsigned workers, std::size_t count,
                   Telemetry const& telemetry, run_options const& how = {}) {
  using clock = std::chrono::steady_clock;
  auto const ms = [](clock::duration d) { return std::chrono::duration<double, std::milli>(d).count(); };
  cuzk::groth16::device_prover_options options;
  options.workers = workers;
  options.ledger = how.ledger;
  options.sums.chunk_points = how.chunk_points;
  options.rows_of_h = how.rows_of_h;
  if (how.device_bytes != 0) {
    cuzk::memory::memory_amounts limits;
    limits.device = how.device_bytes;
    options.budget.emplace(limits);
  }
  using prover_type = cuzk::groth16::device_prover<curve, libsnark, Memory, Lock, Telemetry>;
  auto const made_prover = how.circuit == nullptr
                               ? std::make_unique<prover_type>(where, key, options, Lock{}, telemetry)
                               : std::make_unique<prover_type>(where, key, *how.circuit, options, Lock{}, telemetry);
  prover_type& prover = *made_prover;
  auto const job = [&](auto const& of, std::uint64_t id) {
    auto j = of.job(id);
    if (how.circuit != nullptr) j.a = j.b = j.c = {};
    return j;
  };
  cuzk::groth16::prepared_verifying_key<curve> const vk(key.vk);
  auto const verified = [&](auto const& made, auto const& of) {
    check(cuzk::groth16::verify(vk, std::span<fr const>(of.public_inputs), made), "a proof");
  };
  run_times times;
  times.job_bytes = prover.job_bytes();
  times.is_lean = prover.is_lean();
  times.takes_turns = prover.takes_turns();
  // Twice: the first brings the device's memory into its pool.
  for (int i = 0; i < 2; ++i) {
    auto const begin = clock::now();
    auto const made = prover.start(job(inputs[0], 1000)).finish();
    times.first_ms = ms(clock::now() - begin);
    verified(made, inputs[0]);
  }
  if (count == 0) return times;
  std::size_t before = 0;
  if constexpr (Telemetry::enabled) before = telemetry.records().size();
  double const processor = processor_seconds();
  auto const begin = clock::now();
  std::vector<cuzk::groth16::ticket<curve>> tickets;
  for (std::size_t i = 0; i < count; ++i) {
    tickets.push_back(prover.start(job(inputs[i % inputs.size()], i + 1)));
  }
  std::vector<cuzk::groth16::proof<curve>> made;
  for (auto const& t : tickets) made.push_back(t.finish());
  times.each_ms = ms(clock::now() - begin) / static_cast<double>(count);
  times.processor_ms = 1e3 * (processor_seconds() - processor) / static_cast<double>(count);
  for (std::size_t i = 0; i < count; ++i) verified(made[i], inputs[i % inputs.size()]);
  if constexpr (Telemetry::enabled) {
    auto const all = telemetry.records();
    times.records.assign(all.begin() + static_cast<std::ptrdiff_t>(before), all.end());
  }
  return times;
}

/// Milliseconds of each span's name, a job.
inline std::map<std::string, double> times_by_name(std::vector<cuzk::telemetry::record> const& records,
                                                   std::size_t jobs) {
  std::map<std::string, double> all;
  for (auto const& r : records) {
    all[std::string(name_of(r.what)) + "." + r.name] += 1e-6 * static_cast<double>(r.end_ns - r.begin_ns);
  }
  for (auto& [name, time] : all) time /= static_cast<double>(jobs);
  return all;
}

}  // namespace cuzk_bench
