// SPDX-License-Identifier: Apache-2.0
#pragma once

// Proofs by groth16::device_prover against those of the host's prover, for one curve.

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <cuda_runtime.h>

#include <cuzk/core/error.hpp>
#include <cuzk/core/random.hpp>
#include <cuzk/exec/cuda.cuh>
#include <cuzk/exec/serial.hpp>
#include <cuzk/field/random.hpp>
#include <cuzk/groth16/device_key.cuh>
#include <cuzk/groth16/device_prover.cuh>
#include <cuzk/groth16/prover.hpp>
#include <cuzk/groth16/setup.hpp>
#include <cuzk/groth16/verifier.hpp>
#include <cuzk/lock.hpp>
#include <cuzk/memory.cuh>
#include <cuzk/r1cs/builder.hpp>
#include <cuzk/r1cs/device_matrix.cuh>
#include <cuzk/telemetry.hpp>

#include <gpu/memory/throws_at.cuh>
#include <laws/circuits.hpp>
#include <support/gpu_test.cuh>
#include <support/seed.hpp>

namespace cuzk_test {

namespace groth16 = cuzk::groth16;

/// `bits` private wires of 0 and 1, each with its own row, some full-size products, and a public sum.
template <class F>
cuzk_laws::instance<F> bits_and_products(std::size_t bits, std::size_t products, cuzk::insecure_seeded_random& random) {
  cuzk::r1cs::builder<F> circuit;
  auto const expected = [&] {
    std::vector<F> values;
    for (std::size_t i = 0; i < bits; ++i) values.push_back(F(random.next_u64() % 2));
    return values;
  }();
  F sum = F::zero();
  for (F const& b : expected) sum = sum + b;
  auto const out = circuit.public_wire(sum);
  auto all = circuit.private_wire(F::zero());
  auto total = all + F::zero();
  for (F const& b : expected) {
    auto const wire = circuit.private_wire(b);
    circuit.constrain(wire, wire, wire);
    total = total + wire;
  }
  circuit.constrain_equal(total, out);
  auto x = circuit.private_wire(cuzk::random_element<F>(random));
  for (std::size_t i = 0; i < products; ++i) x = circuit.product(x, x + F(i));
  return cuzk_laws::finished("bits and products", circuit);
}

/// A circuit with its key on both sides, and what the host proves.
template <class C, class Qap>
struct proved_circuit {
  using F = typename C::fr;

  cuzk_laws::instance<F> circuit;
  groth16::proving_key<C, Qap> key;
  groth16::prover<C, Qap> host;
  F r, s;
  groth16::proof<C> proof;
  std::vector<F> a, b, c;

  proved_circuit(cuzk_laws::instance<F> of, cuzk::insecure_seeded_random& random)
      : circuit(std::move(of)),
        key(groth16::setup<C, Qap>(cuzk::exec::serial{}, circuit.cs, random)),
        host(key, circuit.cs),
        r(cuzk::random_element<F>(random)),
        s(cuzk::random_element<F>(random)),
        proof(host.prove_with(cuzk::exec::serial{}, circuit.witness, r, s)) {
    std::size_t const rows = circuit.cs.constraints(), inputs = std::size_t{key.public_count} + 1;
    a.resize(rows);
    b.resize(rows);
    cuzk::exec::serial const here;
    circuit.cs.a.multiply(here, a, circuit.witness);
    circuit.cs.b.multiply(here, b, circuit.witness);
    for (std::size_t i = 0; i < rows; ++i) c.push_back(a[i] * b[i]);
    a.insert(a.end(), circuit.witness.begin(), circuit.witness.begin() + static_cast<std::ptrdiff_t>(inputs));
    b.resize(a.size(), F::zero());
    c.resize(a.size(), F::zero());
  }
  proved_circuit(proved_circuit const&) = delete;
  proved_circuit& operator=(proved_circuit const&) = delete;
};

/// Inputs in host memory of a policy.
template <class F, class Memory>
struct job_inputs {
  cuzk::memory::secret_buffer<F, Memory> witness, a, b, c;

  template <class C, class Qap>
  explicit job_inputs(proved_circuit<C, Qap> const& of)
      : witness(copy(of.circuit.witness)), a(copy(of.a)), b(copy(of.b)), c(copy(of.c)) {}

  static cuzk::memory::secret_buffer<F, Memory> copy(std::vector<F> const& from) {
    cuzk::memory::secret_buffer<F, Memory> to(from.size());
    for (std::size_t i = 0; i < from.size(); ++i) to[i] = from[i];
    return to;
  }
  [[nodiscard]] groth16::device_job<F> job(std::uint64_t id = 0) const {
    groth16::device_job<F> j;
    j.witness = witness.span();
    j.a = a.span();
    j.b = b.span();
    j.c = c.span();
    j.id = id;
    return j;
  }
  [[nodiscard]] groth16::device_job<F> witness_alone(std::uint64_t id = 0) const {
    groth16::device_job<F> j;
    j.witness = witness.span();
    j.id = id;
    return j;
  }
};

/// A key and matrices on the device.
template <class C, class Qap>
struct on_device {
  own_stream stream;
  cuzk::memory::device_pool pool;
  cuzk::exec::cuda where{stream.ref(), pool};
  groth16::device_key<C, Qap> key;
  groth16::device_circuit<typename C::fr> circuit;

  explicit on_device(proved_circuit<C, Qap> const& of)
      : key(where, of.key),
        circuit{{where, of.circuit.cs.a, of.circuit.cs.wires}, {where, of.circuit.cs.b, of.circuit.cs.wires}, true} {}
};

template <class C, class Qap>
void require_proofs_equal_the_host(proved_circuit<C, Qap> const& of) {
  using F = typename C::fr;
  on_device<C, Qap> device(of);
  job_inputs<F, cuzk::memory::pinned> const inputs(of);
  groth16::device_prover<C, Qap> prover(device.where, device.key, device.circuit);
  require(prover.start_with(inputs.job(), of.r, of.s).finish() == of.proof, of.circuit.name + ": from a, b, c");
  require(prover.start_with(inputs.witness_alone(), of.r, of.s).finish() == of.proof,
          of.circuit.name + ": from the witness");
  groth16::prepared_verifying_key<C> const vk(of.key.vk);
  auto const first = prover.finish(prover.start(inputs.job()));
  auto const second = prover.finish(prover.start(inputs.job()));
  require(groth16::verify(vk, of.circuit.inputs(), first) && groth16::verify(vk, of.circuit.inputs(), second),
          of.circuit.name + ": verifies");
  require(!(first.a == second.a), of.circuit.name + ": two proofs of one witness differ");
}

template <class C, class Qap>
void small_circuits_equal_the_host() {
  cuzk::insecure_seeded_random random(seed());
  for (auto const& t : cuzk_laws::instances<typename C::fr>()) {
    require_proofs_equal_the_host<C, Qap>(proved_circuit<C, Qap>(t, random));
  }
}
template <class C>
void small_circuits_of_snarkjs() {
  small_circuits_equal_the_host<C, groth16::qap::snarkjs>();
}
template <class C>
void small_circuits_of_libsnark() {
  small_circuits_equal_the_host<C, groth16::qap::libsnark>();
}

template <class C>
void larger_circuits_equal_the_host() {
  using F = typename C::fr;
  cuzk::insecure_seeded_random random(seed());
  for (auto const& [bits, products] : {std::pair<std::size_t, std::size_t>{3000, 40}, {10, 3000}}) {
    auto const circuit = bits_and_products<F>(bits, products, random);
    require_proofs_equal_the_host<C, groth16::qap::snarkjs>({circuit, random});
    require_proofs_equal_the_host<C, groth16::qap::libsnark>({circuit, random});
  }
}

/// A lock policy that counts the jobs in a region that another policy keeps for itself.
template <class Inner, cuzk::region Which>
struct counted_region {
  using policy_kind = cuzk::lock_kind;
  static constexpr std::size_t locks = Inner::locks + 1;

  struct permit {
    std::shared_ptr<void> held;
  };

  Inner inner{};
  std::shared_ptr<std::atomic<int>> inside = std::make_shared<std::atomic<int>>(0);
  std::shared_ptr<std::atomic<int>> most = std::make_shared<std::atomic<int>>(0);

  // The count comes last, when the inner locks are held.
  static constexpr bool needs(std::size_t lock, cuzk::region which) {
    return lock == Inner::locks ? which == Which : Inner::needs(lock, which);
  }
  [[nodiscard]] permit acquire(std::size_t lock, cuzk::wait_limits const& limits) const {
    if (lock != Inner::locks) {
      using inner_permit = decltype(inner.acquire(lock, limits));
      return {std::make_shared<inner_permit>(inner.acquire(lock, limits))};
    }
    int const now = ++*inside;
    int before = *most;
    while (before < now && !most->compare_exchange_weak(before, now)) {}
    return {std::shared_ptr<void>(nullptr, [count = inside](void*) { --*count; })};
  }
};

/// Several jobs of one circuit by two provers and several threads, under one policy object. At most `together` jobs are
/// in the region at any time.
template <class C, class Memory, class Inner, cuzk::region Which>
void require_jobs_under(std::string const& what, int together) {
  using Lock = counted_region<Inner, Which>;
  using F = typename C::fr;
  using qap = groth16::qap::libsnark;
  cuzk::insecure_seeded_random random(seed());
  proved_circuit<C, qap> const of(bits_and_products<F>(200, 20, random), random);
  on_device<C, qap> device(of);
  job_inputs<F, Memory> const inputs(of);
  Lock const locks;
  auto const ledger = std::make_shared<cuzk::lock::ledger>();
  cuzk::telemetry::timeline const timeline;
  using prover_type = groth16::device_prover<C, qap, Memory, Lock, cuzk::telemetry::timeline>;
  groth16::device_prover_options options;
  options.workers = 3;
  options.ledger = ledger;
  options.early_epilogue_domain = 0;
  constexpr std::size_t jobs = 12;
  {
    prover_type first(device.where, device.key, options, locks, timeline);
    prover_type second(device.where, device.key, options, locks, timeline);
    std::array<std::string, 3> failed;
    std::vector<std::thread> threads;
    for (std::size_t who = 0; who < failed.size(); ++who) {
      threads.emplace_back([&, who] {
        try {
          std::vector<groth16::ticket<C>> tickets;
          for (std::size_t i = 0; i < jobs / 3; ++i) {
            auto& prover = i % 2 == 0 ? first : second;
            tickets.push_back(prover.start_with(inputs.job(1 + who * 100 + i), of.r, of.s));
          }
          for (auto const& t : tickets) {
            t.wait_for_inputs();
            if (!(t.finish() == of.proof)) failed[who] = "job " + std::to_string(t.id()) + " differs";
          }
        } catch (std::exception const& e) {
          failed[who] = e.what();
        }
      });
    }
    for (auto& t : threads) t.join();
    for (auto const& f : failed) require(f.empty(), what + ": " + f);
  }
  require(*locks.inside == 0 && *locks.most >= 1 && *locks.most <= together,
          what + ": " + std::to_string(*locks.most) + " jobs in one region");
  for (std::size_t i = 0; i < cuzk::region_count; ++i) {
    auto const which = static_cast<cuzk::region>(i);
    auto const times = ledger->times(which);
    require(times.entered == jobs && times.refused == 0,
            what + ": region " + cuzk::name_of(which) + " entered " + std::to_string(times.entered) + " times");
  }
  std::size_t kernels = 0, uploads = 0, early = 0, at_once = 0;
  auto const lanes = timeline.lanes();
  for (auto const& r : timeline.records()) {
    at_once += r.name == "b_g2_msm" && lanes[r.lane].starts_with("b_g2_msm") ? 1 : 0;
    early += r.name == "epilogue_of_wires" ? 1 : 0;
    kernels += r.what == cuzk::telemetry::activity::kernel ? 1 : 0;
    uploads += r.what == cuzk::telemetry::activity::upload ? 1 : 0;
  }
  require(kernels == jobs * 12, what + ": " + std::to_string(kernels) + " spans of kernels");
  require(uploads == jobs * 4, what + ": " + std::to_string(uploads) + " spans of uploads");
  require(at_once == jobs, what + ": " + std::to_string(at_once) + " sums on streams of their own");
  // Where a, b and c are not there before the wires' turn, their sums always come first.
  bool const wires_first = !cuzk::memory::transfer<Memory>::returns_before_copy;
  require(wires_first ? early == jobs : early <= jobs, what + ": " + std::to_string(early) + " early epilogues");
  device.stream.ref().synchronize();
}

template <class C>
void jobs_under_every_policy() {
  using namespace cuzk;
  constexpr int all = 6;  // threads of both provers
  require_jobs_under<C, memory::pinned, lock::none, region::kernels>("pinned, none", all);
  require_jobs_under<C, memory::pinned, lock::whole_job, region::epilogue>("pinned, whole_job", 1);
  require_jobs_under<C, memory::registered, lock::kernel_region, region::kernels>("registered, kernel_region", 1);
  require_jobs_under<C, memory::pageable, lock::two_lock, region::kernels>("pageable, two_lock", 1);
  require_jobs_under<C, memory::pinned, lock::two_lock, region::kernels>("pinned, two_lock", 1);
  require_jobs_under<C, memory::pageable, lock::bounded<2>, region::kernels>("pageable, bounded", 2);
}

/// A prover of the key with the smallest budget that its jobs do with, to a 64th.
template <class Prover, class Key>
std::unique_ptr<Prover> prover_of_least_budget(cuzk::exec::cuda const& where, Key const& key,
                                               groth16::device_prover_options options, std::uint64_t enough) {
  auto const within = [&](std::uint64_t limit) -> std::unique_ptr<Prover> {
    cuzk::memory::memory_amounts limits;
    limits.device = limit;
    options.budget.emplace(limits);
    try {
      return std::make_unique<Prover>(where, key, options);
    } catch (cuzk::out_of_memory const&) {
      return nullptr;
    }
  };
  std::uint64_t too_little = 0;
  auto least = within(enough);
  while (enough - too_little > enough / 64) {
    std::uint64_t const half = too_little + (enough - too_little) / 2;
    auto next = within(half);
    if (next == nullptr) {
      too_little = half;
    } else {
      enough = half;
      least = std::move(next);
    }
  }
  return least;
}

/// Keys on the device and on the host, whole and in runs, with all memory and with less and less.
template <class C, class Qap>
void require_proofs_in_little_memory() {
  using F = typename C::fr;
  cuzk::insecure_seeded_random random(seed());
  proved_circuit<C, Qap> const of(bits_and_products<F>(500, 60, random), random);
  on_device<C, Qap> device(of);
  job_inputs<F, cuzk::memory::pinned> const inputs(of);
  groth16::device_key<C, Qap> const on_host(device.where, of.key, groth16::key_residence::on_host);
  groth16::device_key<C, Qap> moved(device.where, of.key);
  require(moved.residence() == groth16::key_residence::on_device && moved.bytes() > on_host.bytes(), "where a key is");
  moved.move_to_host(device.stream.ref());
  require(moved.residence() == groth16::key_residence::on_host && moved.bytes() == on_host.bytes(), "a key that moved");
  std::array<groth16::device_key<C, Qap> const*, 3> const keys{&device.key, &on_host, &moved};
  for (auto const* const key : keys) {
    // Whole queries, and runs of 100 points of G2.
    for (std::size_t const run_bytes : {std::size_t{1} << 20U, 100 * sizeof(cuzk::affine<typename C::g2>)}) {
      groth16::device_prover_options options;
      options.workers = 1;
      options.key_run_bytes = run_bytes;
      std::uint64_t roomy = 0;
      {
        groth16::device_prover<C, Qap> prover(device.where, *key, options);
        require(!prover.is_lean(), "all memory is there");
        require(prover.takes_turns() == (key->residence() == groth16::key_residence::on_host), "who takes turns");
        roomy = prover.job_bytes();
        require(prover.start_with(inputs.job(), of.r, of.s).finish() == of.proof, "all memory");
      }
      std::uint64_t lean = 0;  // the last limit under which jobs were lean
      for (std::uint64_t limit = roomy - 1;;) {
        cuzk::memory::memory_amounts limits;
        limits.device = limit;
        options.budget.emplace(limits);
        std::unique_ptr<groth16::device_prover<C, Qap>> prover;
        try {
          prover = std::make_unique<groth16::device_prover<C, Qap>>(device.where, *key, options);
        } catch (cuzk::out_of_memory const& e) {
          require(e.kind() == "device" && lean > 0, e.what());
          break;  // with less it is no better
        }
        require(prover->job_bytes() <= limit, "a job is within its limit");
        // Of a key on the device the sums over wires go one after the other then, and that is all.
        bool const is_streamed = key != &device.key;
        if (limit == roomy - 1) {
          require(prover->is_lean() == is_streamed && prover->takes_turns() == is_streamed, "a little less memory");
        }
        require(prover->start_with(inputs.job(), of.r, of.s).finish() == of.proof,
                "memory of " + std::to_string(limit) + " of " + std::to_string(roomy));
        if (prover->is_lean()) lean = limit;
        limit = prover->is_lean() ? limit * 3 / 4 : prover->job_bytes() - 1;
      }
      {
        auto const prover = prover_of_least_budget<groth16::device_prover<C, Qap>>(device.where, *key, options, lean);
        require(prover->is_lean() && !prover->takes_turns(), "the least memory");
        require(prover->start_with(inputs.job(), of.r, of.s).finish() == of.proof, "the least memory");
      }
      // With the matrices' products beside it.
      options.budget.reset();
      groth16::device_prover<C, Qap> prover(device.where, *key, device.circuit, options);
      require(prover.start_with(inputs.witness_alone(), of.r, of.s).finish() == of.proof, "from the witness");
    }
  }
}
template <class C>
void proofs_in_little_memory() {
  require_proofs_in_little_memory<C, groth16::qap::snarkjs>();
  require_proofs_in_little_memory<C, groth16::qap::libsnark>();
}

/// The sum of H by tables of several numbers of rows.
template <class C>
void tables_of_h() {
  using F = typename C::fr;
  using qap = groth16::qap::snarkjs;
  cuzk::insecure_seeded_random random(seed());
  proved_circuit<C, qap> const of(bits_and_products<F>(500, 60, random), random);
  on_device<C, qap> device(of);
  job_inputs<F, cuzk::memory::pinned> const inputs(of);
  std::size_t const row = device.key.h.device_bytes();
  groth16::device_prover_options options;
  require(groth16::device_prover<C, qap>(device.where, device.key, options).table_bytes() == 0, "no table");
  for (unsigned const rows : {0U, 2U, 3U}) {
    options.rows_of_h = rows;
    groth16::device_prover<C, qap> prover(device.where, device.key, device.circuit, options);
    require(prover.table_bytes() >= (rows == 0 ? 4 : rows) * row, "bytes of a table");
    auto const first = prover.start_with(inputs.job(), of.r, of.s);
    auto const second = prover.start_with(inputs.witness_alone(), of.r, of.s);
    require(first.finish() == of.proof && second.finish() == of.proof, std::to_string(rows) + " rows");
  }
  groth16::device_key<C, qap> const on_host(device.where, of.key, groth16::key_residence::on_host);
  require_throws<cuzk::invalid_argument>([&] { groth16::device_prover<C, qap>(device.where, on_host, options); },
                                         "table");
  cuzk::memory::memory_amounts limits;
  limits.device = 1000;
  options.budget.emplace(limits);
  require_throws<cuzk::out_of_memory>([&] { groth16::device_prover<C, qap>(device.where, device.key, options); },
                                      "budget");
}

/// A job that works, after whatever happened before; then nothing of the device's memory is in use but what was.
template <class C, class Qap, class Prover>
void require_next_job_works(Prover& prover, proved_circuit<C, Qap> const& of,
                            job_inputs<typename C::fr, cuzk::memory::pinned> const& inputs, std::string const& after) {
  require(prover.start_with(inputs.job(), of.r, of.s).finish() == of.proof, "the next job, after " + after);
}

template <class C>
void faults_are_told_and_leave_nothing() {
  using F = typename C::fr;
  using qap = groth16::qap::snarkjs;
  cuzk::insecure_seeded_random random(seed());
  proved_circuit<C, qap> const of(bits_and_products<F>(200, 20, random), random);
  on_device<C, qap> device(of);
  job_inputs<F, cuzk::memory::pinned> const inputs(of);
  throws_at source{device.pool};
  cuzk::exec::cuda const where(device.stream.ref(), source);
  groth16::device_prover_options options;
  options.workers = 1;
  cuzk::memory::memory_amounts limits;
  {
    groth16::device_prover<C, qap> const probe(where, device.key, options);
    limits.device = probe.job_bytes();
  }
  require(source.out == 0, "a prover that is gone has given back its tables");
  options.budget.emplace(limits);
  {
    groth16::device_prover<C, qap> prover(where, device.key, options);
    std::size_t const tables = source.bytes_out;

    // Memory that is not to be had.
    source.k = source.calls;
    require_throws<cuzk::out_of_memory>([&] { static_cast<void>(prover.start(inputs.job()).finish()); }, "device");
    require_next_job_works(prover, of, inputs, "an allocation was refused");

    // A budget that is exhausted: waits, until the deadline, the cancellation, or the end of what has it.
    auto other = options.budget->reserve(limits);
    auto late = inputs.job();
    late.deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(20);
    require_throws<cuzk::timed_out>([&] { static_cast<void>(prover.start(late).finish()); }, "");
    auto const waiting = prover.start(inputs.job());
    auto const behind = prover.start_with(inputs.job(), of.r, of.s);
    waiting.cancel();
    require_throws<cuzk::cancelled>([&] { static_cast<void>(waiting.finish()); }, "");
    require_throws<cuzk::timed_out>([&] { behind.wait(cuzk::wait_limits::within(std::chrono::milliseconds(20))); },
                                    "not within");
    other.release(limits);
    require(behind.finish() == of.proof, "a job that waited for memory");
    require_next_job_works(prover, of, inputs, "waits for memory");

    // A witness that breaks a constraint; unchecked it is handed out.
    job_inputs<F, cuzk::memory::pinned> broken(of);
    broken.witness[of.circuit.witness.size() - 1] = broken.witness[of.circuit.witness.size() - 1] + F::one();
    require_throws<groth16::proof_rejected>([&] { static_cast<void>(prover.start(broken.job()).finish()); }, "verify");
    auto unchecked = broken.job();
    unchecked.check = false;
    auto const wrong = prover.start(unchecked).finish();
    require(!groth16::verify(groth16::prepared_verifying_key<C>(of.key.vk), of.circuit.inputs(), wrong),
            "a proof of a broken witness verifies");
    require_next_job_works(prover, of, inputs, "a broken witness");

    // Jobs that are not of the key.
    auto shorter = inputs.job();
    shorter.witness = shorter.witness.first(shorter.witness.size() - 1);
    require_throws<cuzk::invalid_argument>([&] { static_cast<void>(prover.start(shorter)); }, "wires of the key");
    auto uneven = inputs.job();
    uneven.b = uneven.b.first(uneven.b.size() - 1);
    require_throws<cuzk::invalid_argument>([&] { static_cast<void>(prover.start(uneven)); }, "rows of b");
    require_throws<cuzk::invalid_argument>([&] { static_cast<void>(prover.start(inputs.witness_alone())); },
                                           "without the circuit's matrices");
    std::vector<F> const ordinary(of.circuit.witness);
    auto unreachable = inputs.job();
    unreachable.witness = ordinary;
    require_throws<cuzk::invalid_argument>([&] { static_cast<void>(prover.start(unreachable)); }, "page-locked");
    job_inputs<F, cuzk::memory::pinned> no_one(of);
    no_one.witness[0] = F::zero();
    require_throws<cuzk::invalid_argument>([&] { static_cast<void>(prover.start(no_one.job())); }, "wire 0");
    require_next_job_works(prover, of, inputs, "jobs that were refused");

    // Tickets that are dropped, and inputs that a job owns.
    std::atomic<int> freed{0};
    for (int i = 0; i < 4; ++i) {
      auto owned = std::make_shared<job_inputs<F, cuzk::memory::pinned>>(of);
      auto j = owned->job();
      std::weak_ptr<void const> const alive = owned;
      j.owner = std::move(owned);
      j.on_inputs_free = [&freed] { ++freed; };
      auto t = prover.start(std::move(j));
      if (i % 2 == 0) {
        t.wait_for_inputs();
        require(alive.expired(), "inputs outlive their use");
      }
      t = {};
      require(alive.expired(), "inputs outlive a dropped ticket");
    }
    require(freed == 4, "callbacks at the end of inputs: " + std::to_string(freed));
    require_next_job_works(prover, of, inputs, "dropped tickets");

    require(options.budget->used() == cuzk::memory::memory_amounts{}, "the budget is not given back");
    require(source.bytes_out == tables, "memory of jobs is out: " + std::to_string(source.bytes_out - tables));
  }
  require(source.out == 0, "memory is out after the prover's end");
  limits.device = 1000;
  options.budget.emplace(limits);
  require_throws<cuzk::out_of_memory>([&] { groth16::device_prover<C, qap>(where, device.key, options); }, "never has");
  options = {};
  options.workers = 0;
  require_throws<cuzk::invalid_argument>([&] { groth16::device_prover<C, qap>(where, device.key, options); },
                                         "no workers");
  options = {};
  options.budget_has_key = true;
  require_throws<cuzk::invalid_argument>([&] { groth16::device_prover<C, qap>(where, device.key, options); },
                                         "without a budget");
}

/// Memory that is full of 0xA5 when it is handed out, and must be zero when a job gives it back.
struct checks_wiping {
  cuzk::memory::device_pool& pool;
  std::size_t of_job = 0;  // bytes of a job; others are not looked at
  int checked = 0;
  bool all_wiped = true;

  void* allocate(cuzk::stream_ref stream, std::size_t bytes) {
    void* const p = pool.allocate(stream, bytes);
    CUZK_CUDA_CHECK(cudaMemsetAsync(p, 0xa5, bytes, stream.get()));
    return p;
  }
  void deallocate(cuzk::stream_ref stream, void* p, std::size_t bytes) noexcept {
    if (bytes == of_job) {
      std::vector<unsigned char> left(bytes, 1);
      cudaMemcpyAsync(left.data(), p, bytes, cudaMemcpyDeviceToHost, stream.get());
      cudaStreamSynchronize(stream.get());
      for (unsigned char const b : left) all_wiped = all_wiped && b == 0;
      ++checked;
    }
    pool.deallocate(stream, p, bytes);
  }
};

template <class C>
void memory_of_jobs_is_wiped() {
  using F = typename C::fr;
  using qap = groth16::qap::libsnark;
  cuzk::insecure_seeded_random random(seed());
  proved_circuit<C, qap> const of(bits_and_products<F>(200, 20, random), random);
  proved_circuit<C, qap> const other(bits_and_products<F>(200, 20, random), random);
  on_device<C, qap> device(of);
  job_inputs<F, cuzk::memory::pinned> const inputs(of), of_other(other);
  checks_wiping source{device.pool};
  groth16::device_prover_options options;
  options.workers = 1;
  options.early_epilogue_domain = 0;
  groth16::device_prover<C, qap> prover(cuzk::exec::cuda(device.stream.ref(), source), device.key, options);
  source.of_job = prover.job_bytes();
  require(prover.start_with(inputs.job(), of.r, of.s).finish() == of.proof, "memory that is not zero before");
  // Of the same shape, with another public sum: nothing but the check can tell.
  auto mixed = of_other.job();
  mixed.witness = inputs.witness.span();
  bool const differs = !(other.circuit.witness == of.circuit.witness);
  require(differs, "two circuits' witnesses");
  require_throws<groth16::proof_rejected>([&] { static_cast<void>(prover.start(mixed).finish()); }, "verify");
  auto const cancelled = prover.start(inputs.job());
  cancelled.cancel();
  try {
    require(cancelled.finish().a == cancelled.finish().a, "a job that was past its last step");
  } catch (cuzk::cancelled const&) {}
  require(prover.start_with(inputs.job(), of.r, of.s).finish() == of.proof, "the next job");
  require(source.checked >= 3 && source.all_wiped, "memory of a job came back with something in it");
}

/// Jobs in the queue when the prover ends.
template <class C>
void a_prover_that_ends_cancels_its_queue() {
  using F = typename C::fr;
  using qap = groth16::qap::snarkjs;
  cuzk::insecure_seeded_random random(seed());
  proved_circuit<C, qap> const of(bits_and_products<F>(100, 10, random), random);
  on_device<C, qap> device(of);
  job_inputs<F, cuzk::memory::pinned> const inputs(of);
  std::vector<groth16::ticket<C>> tickets;
  {
    groth16::device_prover_options options;
    options.workers = 1;
    groth16::device_prover<C, qap> prover(device.where, device.key, options);
    for (int i = 0; i < 50; ++i) tickets.push_back(prover.start_with(inputs.job(), of.r, of.s));
  }
  std::size_t proved = 0;
  for (auto const& t : tickets) {
    require(t.is_done(), "a ticket outlives its prover unfinished");
    try {
      require(t.finish() == of.proof, "a proof from before the end");
      ++proved;
    } catch (cuzk::cancelled const&) {}
  }
  require(proved < tickets.size(), "nothing was cancelled");
}

template <class C>
std::vector<gpu_case> prover_cases() {
  return {{"small_circuits_of_snarkjs", small_circuits_of_snarkjs<C>},
          {"small_circuits_of_libsnark", small_circuits_of_libsnark<C>},
          {"larger_circuits_equal_the_host", larger_circuits_equal_the_host<C>},
          {"jobs_under_every_policy", jobs_under_every_policy<C>},
          {"proofs_in_little_memory", proofs_in_little_memory<C>},
          {"tables_of_h", tables_of_h<C>},
          {"faults_are_told_and_leave_nothing", faults_are_told_and_leave_nothing<C>},
          {"memory_of_jobs_is_wiped", memory_of_jobs_is_wiped<C>},
          {"a_prover_that_ends_cancels_its_queue", a_prover_that_ends_cancels_its_queue<C>}};
}

}  // namespace cuzk_test
