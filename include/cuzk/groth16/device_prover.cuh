// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// The Groth16 prover on a device.

#include <algorithm>
#include <array>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#include <cuda_runtime_api.h>

#include <cuzk/core/checked.hpp>
#include <cuzk/core/config.hpp>
#include <cuzk/core/cuda.cuh>
#include <cuzk/core/detail/handles.cuh>
#include <cuzk/core/error.hpp>
#include <cuzk/core/policy.hpp>
#include <cuzk/core/random.hpp>
#include <cuzk/core/span.hpp>
#include <cuzk/core/waiting.hpp>
#include <cuzk/core/wipe.hpp>
#include <cuzk/curve/concepts.hpp>
#include <cuzk/exec/cuda.cuh>
#include <cuzk/exec/detail/wait_at_end.cuh>
#include <cuzk/groth16/detail/assembly.hpp>
#include <cuzk/groth16/detail/blinding.hpp>
#include <cuzk/groth16/detail/device_steps.cuh>
#include <cuzk/groth16/detail/job_flow.cuh>
#include <cuzk/groth16/detail/prover_checks.hpp>
#include <cuzk/groth16/detail/prover_worker.cuh>
#include <cuzk/groth16/device_circuit.cuh>
#include <cuzk/groth16/device_job.hpp>
#include <cuzk/groth16/device_key.cuh>
#include <cuzk/groth16/proof.hpp>
#include <cuzk/groth16/qap.hpp>
#include <cuzk/groth16/ticket.hpp>
#include <cuzk/groth16/verifier.hpp>
#include <cuzk/lock/ledger.hpp>
#include <cuzk/lock/policy.hpp>
#include <cuzk/lock/region.hpp>
#include <cuzk/lock/session.hpp>
#include <cuzk/lock/two_lock.hpp>
#include <cuzk/memory/device_buffer.cuh>
#include <cuzk/memory/device_resource.cuh>
#include <cuzk/memory/memory_budget.hpp>
#include <cuzk/memory/pinned.cuh>
#include <cuzk/memory/policy.hpp>
#include <cuzk/memory/transfer.cuh>
#include <cuzk/msm/options.hpp>
#include <cuzk/telemetry/device_spans.cuh>
#include <cuzk/telemetry/none.hpp>
#include <cuzk/telemetry/policy.hpp>
#include <cuzk/telemetry/span.hpp>

namespace cuzk::inline v0::groth16 {

/// Choices of a prover on a device.
struct device_prover_options {
  /// Jobs that are worked on at once, each by a host thread with streams of its own; what of them excludes each other
  /// is the lock policy's to say. At least 1.
  unsigned workers = 2;
  /// What jobs take of a device's memory is reserved here before it is taken; without one nothing is reserved. Where
  /// its limit is below what a job would take with the sums over wires one after the other, jobs are lean, unless there
  /// is a circuit (see `is_lean`).
  std::optional<memory::memory_budget> budget{};
  /// Whether the key is charged to the budget too, as one of a `key_cache` with this budget is. A job never has more
  /// than the rest then.
  bool budget_has_key = false;
  /// How a job waits where the budget does not have its memory at once: called by several threads, returns a
  /// reservation of the budget. Without one it is `memory_budget::reserve`, which lets no key go; `key_cache::reserve`
  /// lets unused keys go meanwhile. Keys in use stay: jobs of two provers wait for each other's end, until their
  /// deadlines, where the budget has no room for all keys in use or asked for and the largest job beside them.
  std::function<memory::memory_budget::reservation(memory::memory_amounts const&, wait_limits const&)>
      wait_for_memory{};
  /// Where waits for regions are written; may be null.
  std::shared_ptr<lock::ledger> ledger{};
  /// For the sums: window width and the size of chunks.
  msm::options sums{};
  /// Multiples of each point of H that the prover keeps in a table on the device (`msm::fixed_base`), which it makes at
  /// its set-up: 1 is no table, 0 a row for every window. Of a key on the device alone, and of fewer than 2^31 entries.
  /// The table is from the prover's resource and not charged to the budget (`table_bytes()`); the sum is not cut into
  /// chunks then, and the budget does not bound its scratch.
  unsigned rows_of_h = 1;
  /// Of a key on the host, bytes that are uploaded at once, to one of four such pieces of a job's memory, or of two if
  /// jobs do not take turns (see `takes_turns`): 7 ms of uploads, which hide what it takes to begin one.
  std::size_t key_run_bytes = std::size_t{384} << 20U;
  /// For host memory that a device does not reach.
  memory::staging_options staging{};
  /// Where the sums over wires come before that of H and the domain has so many rows or more, the host makes A, B and
  /// what the check needs of them beside the device's work on H. A job is longer in its region `kernels` where the
  /// device takes less than that: 2 ms of one core of an EPYC for BLS12-381, as an H200 takes for the sum of H at about
  /// 2^17. 0 is always, the largest number never; jobs that take turns, or whose a, b and c are there when they begin,
  /// sum H first and never do.
  std::size_t early_epilogue_domain = std::size_t{1} << 18U;
};

/// Makes Groth16 proofs on a device with one key. `start` returns at once; the job waits for its turn, is worked on by
/// one of the prover's threads, and the ticket has the proof. Everything that grows with the circuit is done on the
/// device; the host works for microseconds a step, and for the last few hundred operations of the groups, so many for
/// each run of a key that is on the host.
///
/// A job asks for all its device memory at once (`job_bytes()`), in its region `reserve`; its first upload begins
/// before its region `kernels`, so that under a policy like `lock::two_lock` it runs beside the kernels of the job
/// before. Where the budget does not have it at once, the job waits, and telemetry has a span of kind fallback; without
/// a budget a job that finds no memory fails.
///
/// @tparam C         pairing curve
/// @tparam Policies  in any order: the QAP reduction (qap::snarkjs), the kind of memory that inputs are in
///                   (memory::pinned), the lock policy (lock::two_lock), telemetry (telemetry::none)
template <pairing_curve C, policy... Policies>
class device_prover {
 public:
  using curve = C;                      ///< the pairing curve
  using scalar = typename C::fr;        ///< the field of witnesses
  using job_type = device_job<scalar>;  ///< what is proved
  using qap_policy =                    ///< the reduction
      cuzk::detail::pick<qap_kind, qap::snarkjs, Policies...>;
  using host_memory =  ///< of inputs
      cuzk::detail::pick<memory_kind, memory::pinned, Policies...>;
  using lock_policy_type =  ///< which regions of jobs exclude each other
      cuzk::detail::pick<lock_kind, lock::two_lock, Policies...>;
  using telemetry_type =  ///< where spans go
      cuzk::detail::pick<telemetry_kind, telemetry::none, Policies...>;
  static_assert(qap_reduction<qap_policy> && memory_policy<host_memory> && lock_policy<lock_policy_type> &&
                telemetry_policy<telemetry_type>);

  /// A prover on the device that is current now.
  ///
  /// @param where    its resource has the memory of tables now and of jobs later, from several threads and streams, and
  ///                 outlives the prover; tables are filled on its stream
  /// @param key      outlives the prover; where its points are on the host, each proof uploads them, in the order of
  ///                 their use, beside the kernels
  /// @param options  see there
  /// @param locks    jobs of provers with copies of one object exclude each other
  /// @param spans    the timeline
  /// @throws invalid_argument for a malformed key, no workers, or a table that is too large or of a key on the host;
  ///         unsupported when qap::snarkjs has no coset for the domain; what the resource throws; out_of_memory when
  ///         the budget can never have a job; cuda_error
  /// @cost   tables of transforms, a pairing on the host, and the table of H if there is one
  /// @sync   waits for where's stream
  device_prover(exec::cuda const& where, device_key<C, qap_policy> const& key, device_prover_options options = {},
                lock_policy_type locks = {}, telemetry_type spans = {})
      : device_prover(where, outlives(key), nullptr, std::move(options), std::move(locks), std::move(spans)) {}

  /// One that can also compute a, b and c: for jobs of a witness alone.
  /// @param circuit  outlives the prover
  /// @throws as above; invalid_argument if the circuit is not the key's
  device_prover(exec::cuda const& where, device_key<C, qap_policy> const& key, device_circuit<scalar> const& circuit,
                device_prover_options options = {}, lock_policy_type locks = {}, telemetry_type spans = {})
      : device_prover(where, outlives(key), &circuit, std::move(options), std::move(locks), std::move(spans)) {}

  /// With a key that others use too, such as a handle of a `key_cache`: the prover keeps it as long as it lives.
  /// @throws as above; invalid_argument without a key
  device_prover(exec::cuda const& where, std::shared_ptr<device_key<C, qap_policy> const> key,
                device_prover_options options = {}, lock_policy_type locks = {}, telemetry_type spans = {})
      : device_prover(where, std::move(key), nullptr, std::move(options), std::move(locks), std::move(spans)) {}
  /// The same for jobs of a witness alone.
  /// @param circuit  outlives the prover
  device_prover(exec::cuda const& where, std::shared_ptr<device_key<C, qap_policy> const> key,
                device_circuit<scalar> const& circuit, device_prover_options options = {}, lock_policy_type locks = {},
                telemetry_type spans = {})
      : device_prover(where, std::move(key), &circuit, std::move(options), std::move(locks), std::move(spans)) {}

  // It refers to the key and the circuit.
  template <class... Rest>
  device_prover(exec::cuda const&, device_key<C, qap_policy> const&&, Rest&&...) = delete;
  template <class... Rest>
  device_prover(exec::cuda const&, device_key<C, qap_policy> const&, device_circuit<scalar> const&&,
                Rest&&...) = delete;
  template <class... Rest>
  device_prover(exec::cuda const&, std::shared_ptr<device_key<C, qap_policy> const>, device_circuit<scalar> const&&,
                Rest&&...) = delete;

  device_prover(device_prover const&) = delete;
  device_prover& operator=(device_prover const&) = delete;
  /// Jobs that have not begun end with `cancelled`; waits for the others, also where those wait for a lock or memory.
  ~device_prover() { stop(); }

  /// Device memory that a job takes.
  [[nodiscard]] std::size_t job_bytes() const noexcept { return job_bytes_; }
  /// Device memory of the table of H's points; 0 without one.
  [[nodiscard]] std::size_t table_bytes() const noexcept { return steps_.table_bytes(); }
  /// Whether jobs do with little memory, since the budget never has more: b and c share one buffer, and sums take less
  /// scratch. Unless the key is on the host and there is room for it all the same (`takes_turns`), the transforms take
  /// their memory when the sums over the wires have left it, so that a, b and c are uploaded late. Each job then has a
  /// span of kind fallback named low_memory. Never with a circuit.
  [[nodiscard]] bool is_lean() const noexcept { return steps_.plan().form() != detail::job_form::roomy; }
  /// Whether runs of H and of the wires are worked on by turns, as those of a key on the host are where a job has room
  /// for the wires beside the transforms: work on H hides the uploads of the others.
  [[nodiscard]] bool takes_turns() const noexcept { return steps_.plan().takes_turns(); }
  /// The key that proofs are made with.
  [[nodiscard]] device_key<C, qap_policy> const& key() const noexcept { return steps_.key(); }
  /// Jobs that have not begun.
  [[nodiscard]] std::size_t queued() const {
    std::scoped_lock const hold(mutex_);
    return queue_.size();
  }

  /// Puts a job in the queue, with fresh blinding: two proofs of one witness differ.
  /// @param rng  source of the blinding, two uniform scalars, which are drawn at once
  /// @throws invalid_argument for lengths, a witness without the one, memory that is not of the policy, or a job that
  ///         lacks a, b, c where the prover has no matrices; random_error. Nothing is queued then
  /// @cost   no CUDA call that waits
  template <class Rng>
  requires random_source<std::remove_reference_t<Rng>>
  [[nodiscard]] ticket<C> start(job_type what, Rng&& rng) {
    check(what);
    detail::blinding<scalar> const secret(rng);
    return enqueue(std::move(what), secret.r, secret.s);
  }
  /// The same with blinding from the operating system.
  [[nodiscard]] ticket<C> start(job_type what) { return start(std::move(what), os_random{}); }
  /// As `start`, with given blinding: the proof is a function of the arguments, the same as the host's prover makes.
  /// Zero-knowledge is lost unless r and s are uniform, secret and used once.
  [[nodiscard]] ticket<C> start_with(job_type what, scalar const& r, scalar const& s) {
    check(what);
    return enqueue(std::move(what), r, s);
  }
  /// Waits for the proof of a job.
  /// @throws what `ticket::finish` throws: proof_rejected, `cancelled`, `timed_out`, out_of_memory, cuda_error
  [[nodiscard]] proof<C> finish(ticket<C> const& of) const { return of.finish(); }

 private:
  using steps_type = detail::device_steps<C, qap_policy>;
  using state_type = detail::job_state<C>;
  using session_type = lock::session<lock_policy_type>;
  using guard_type = typename session_type::guard;
  using place_type = telemetry::place<telemetry_type>;

  using flow_type = detail::job_flow<C, qap_policy, host_memory, lock_policy_type, telemetry_type>;
  using task = typename flow_type::task;
  using upload_end = typename flow_type::upload_end_type;
  using worker = typename flow_type::worker;

  using key_ptr = std::shared_ptr<device_key<C, qap_policy> const>;

  // A pointer that keeps nothing.
  static key_ptr outlives(device_key<C, qap_policy> const& key) noexcept { return {key_ptr(), &key}; }
  static key_ptr checked(key_ptr key) {
    if (key == nullptr) throw invalid_argument("groth16: a prover without a key");
    return key;
  }

  device_prover(exec::cuda const& where, key_ptr key, device_circuit<scalar> const* circuit,
                device_prover_options options, lock_policy_type locks, telemetry_type spans)
      : key_(checked(std::move(key))),
        resource_(where.resource()),
        circuit_(checked(circuit, *key_)),
        options_(checked(std::move(options))),
        locks_(std::move(locks)),
        telemetry_(std::move(spans)),
        steps_(where, *key_, options_.sums, options_.rows_of_h, options_.key_run_bytes, circuit != nullptr,
               circuit_scratch(), most_bytes()),
        verifying_(key_->vk),
        flow_(steps_, circuit_, options_.staging, options_.early_epilogue_domain),
        releaser_(options_.workers) {
    CUZK_CUDA_CHECK(cudaGetDevice(&device_));
    job_bytes_ = steps_.plan().job_bytes();
    where.stream().synchronize();
    workers_.reserve(options_.workers);
    for (unsigned w = 0; w < options_.workers; ++w) {
      workers_.push_back(std::make_unique<worker>(steps_, telemetry_, w));
      auto const& made = *workers_.back();
      steps_.prepare(made.main_stream());
      for (std::size_t i = 0; i < made.beside.size(); ++i) {
        steps_.plan().prepare(made.beside[i].stream_on(), static_cast<detail::wire_sum>(i + 1));
      }
    }
    try {
      threads_.reserve(options_.workers);
      for (auto& w : workers_) threads_.emplace_back([this, &w = *w] { serve(w); });
    } catch (...) {
      stop();
      throw;
    }
  }

  // What the products of the matrices take.
  [[nodiscard]] std::size_t circuit_scratch() const {
    return circuit_ == nullptr ? 0 : std::max(circuit_->a.workspace_bytes(), circuit_->b.workspace_bytes());
  }
  [[nodiscard]] std::uint64_t most_bytes() const {
    if (!options_.budget) return std::numeric_limits<std::uint64_t>::max();
    std::uint64_t const most = options_.budget->limits().device;
    if (!options_.budget_has_key) return most;
    return most - std::min(most, key_amounts(*key_, key_->residence()).device);
  }

  static device_prover_options checked(device_prover_options options) {
    if (options.workers == 0) throw invalid_argument("groth16: a prover of no workers");
    if (!options.budget && (options.budget_has_key || options.wait_for_memory)) {
      throw invalid_argument("groth16: a prover without a budget, of which its options say more");
    }
    return options;
  }
  static device_circuit<scalar> const* checked(device_circuit<scalar> const* circuit,
                                               device_key<C, qap_policy> const& k) {
    if (circuit == nullptr) return nullptr;
    require_same_size("groth16: device prover", circuit->a.wires(), "wires of A", k.wires, "wires of the key");
    require_same_size("groth16: device prover", circuit->b.wires(), "wires of B", k.wires, "wires of the key");
    std::size_t const public_rows = circuit->add_public_rows ? std::size_t{k.public_count} + 1 : 0;
    detail::require_rows(circuit->a.rows() + public_rows, circuit->b.rows(), k.domain_size);
    return circuit;
  }

  void check(job_type const& what) const {
    auto const& k = steps_.key();
    if (steps_.plan().streams_key() != (k.residence() == key_residence::on_host)) {
      throw invalid_argument("groth16: the key has moved since the prover was made");
    }
    detail::require_witness(what.witness, k.wires);
    if (flow_type::has_vectors(what)) {
      require_same_size("groth16: job", what.a.size(), "rows of a", what.b.size(), "rows of b");
      require_same_size("groth16: job", what.a.size(), "rows of a", what.c.size(), "rows of c");
      if (what.a.size() > steps_.domain_size()) {
        throw invalid_argument("groth16: job: " + std::to_string(what.a.size()) + " rows; the key's domain has " +
                               std::to_string(steps_.domain_size()));
      }
    } else if (circuit_ == nullptr) {
      throw invalid_argument("groth16: a job without a, b and c, for a prover without the circuit's matrices");
    }
    std::array<std::span<scalar const>, 4> const inputs{what.witness, what.a, what.b, what.c};
    for (auto const& input : inputs) flow_.require_reachable(input);
  }

  ticket<C> enqueue(job_type what, scalar const& r, scalar const& s) {
    auto made = std::make_unique<task>(std::move(what), r, s);
    auto state = made->state;
    made->queued_ns = telemetry_.now();
    {
      std::scoped_lock const hold(mutex_);
      queue_.push_back(std::move(made));
    }
    changed_.notify_one();
    return ticket<C>(std::move(state));
  }

  void stop() noexcept {
    std::deque<std::unique_ptr<task>> left;
    {
      std::scoped_lock const hold(mutex_);
      stops_ = true;
      left.swap(queue_);
    }
    changed_.notify_all();
    for (auto const& t : left) {
      t->state->fail(std::make_exception_ptr(cancelled("groth16: the prover ended before the job began")));
    }
    for (auto& thread : threads_) thread.join();
    threads_.clear();
  }

  void serve(worker& w) {
    for (;;) {
      std::unique_ptr<task> next;
      {
        std::unique_lock hold(mutex_);
        changed_.wait(hold, [this] { return stops_ || !queue_.empty(); });
        if (queue_.empty()) return;
        next = std::move(queue_.front());
        queue_.pop_front();
      }
      if (!next->state->begin()) continue;
      try {
        tell_wait_in_queue(w, *next);
        device_guard const on(device_);
        next->state->succeed(prove(w, *next));
      } catch (...) {
        next->state->fail(std::current_exception());
      }
      w.kernel_spans.collect();
      w.copy_spans.collect();
      w.key_spans.collect();
      static_cast<void>(cudaGetLastError());  // of what cannot throw; the next job's checks must not find it
    }
  }

  // --- one job, on a worker's thread ---

  void tell_wait_in_queue([[maybe_unused]] worker& w, [[maybe_unused]] task const& t) const {
    if constexpr (telemetry_type::enabled) {
      telemetry::record waited;
      waited.what = telemetry::activity::queue_wait;
      waited.name = "queue_wait";
      waited.lane = w.host_place.lane;
      waited.begin_ns = t.queued_ns;
      waited.end_ns = telemetry_.now();
      waited.job = t.what.id;
      w.host_place.to.add(std::move(waited));
    }
  }

  proof<C> prove(worker& w, task& t) {
    for (place_type* const p : {&w.host_place, &w.main_place, &w.copy_place, &w.key_place}) p->job = t.what.id;
    for (auto& beside : w.beside) beside.place.job = t.what.id;
    session_type session(locks_, options_.ledger);
    guard_type in = flow_type::enter(w, t, session, region::prepare);
    std::vector<scalar> const inputs(t.what.witness.begin() + 1,
                                     t.what.witness.begin() + 1 + steps_.key().public_count);
    wiped_results const wiping{w.results};
    std::optional<begun_proof> begun;
    auto const enqueued = sum_on_device(w, t, session, in, [&](typename steps_type::counts const& counts) {
      begun.emplace(*this, w, t, counts);
      if (t.what.check) begun->equation.emplace(verifying_, inputs, begun->proof.a(), begun->proof.b());
    });

    in = flow_type::enter(w, t, session, region::epilogue);
    telemetry::span<telemetry_type> const finishing(w.host_place, telemetry::activity::host, "epilogue");
    if (!begun) begun.emplace(*this, w, t, enqueued.found);
    auto const made = begun->proof.finish(steps_.sum_h_from(w.results));
    if (t.what.check) {
      detail::throw_unless_it_verifies(begun->equation ? begun->equation->holds(made.c)
                                                       : detail::equation_holds<C>(verifying_, inputs, made));
    }
    return made;
  }

  // A proof but for what needs the sum of H.
  struct begun_proof {
    detail::unfinished_proof<C> proof;
    std::optional<detail::equation_without_c<C>> equation;  // of one that is checked and was begun early

    begun_proof(device_prover const& of, worker const& w, task const& t, typename steps_type::counts const& counts)
        : proof(of.steps_.key().vk, of.steps_.key().beta_g1, of.steps_.key().delta_g1,
                of.steps_.wire_sums_from(w.results, counts), t.r, t.s) {}
  };

  struct wiped_results {
    typename steps_type::results& results;
    ~wiped_results() { results.wipe(); }
  };

  // From the region `reserve` to `download`: all that needs memory of the device. The sums are in w.results then. Where
  // those over wires come early, begin(counts) is called when they have.
  template <class Begin>
  typename flow_type::enqueued_sums sum_on_device(worker& w, task& t, session_type& session, guard_type& in,
                                                  Begin const& begin) {
    in = flow_type::enter(w, t, session, region::reserve);
    telemetry::span<telemetry_type> reserving(w.host_place, telemetry::activity::reserve, "reserve");
    auto const promised = reserve(w, t);
    exec::cuda const outside(w.main_stream(), resource_);
    auto const block = outside.template allocate<std::byte>(job_bytes_);
    reserving.end();

    // Whatever happens, the streams are done with the inputs and the memory before these go, and nothing secret stays
    // in the memory.
    detail::placed_upload_end<worker, upload_end> uploaded(w, t.state, releaser_);
    memory::workspace space(block.span());
    typename flow_type::running const job{w, t, session, in, uploaded.get(), exec::cuda(w.main_stream(), space), space};
    wiped_at_end const wiping{w, block.span()};
    exec::detail::wait_at_end<3> const waiting(exec::detail::leaving::by_exception,
                                               {w.copies.get(), w.key.uploads().get(), w.main.get()});
    typename steps_type::sum_buffers const sums(job.where, steps_);
    w.pace.begin();
    steps_.clear(job.where, sums);
    auto enqueued = flow_.sum_all(job, sums, in);
    CUZK_ASSERT(space.peak() <= job_bytes_);
    CUZK_CUDA_CHECK(cudaEventRecord(w.arrived.get(), w.main.get()));
    if (enqueued.wires_come_early) {
      flow_.wait(w, in, w.wires_arrived);
      telemetry::span<telemetry_type> const beginning(w.host_place, telemetry::activity::host, "epilogue_of_wires");
      begin(enqueued.found);
    }
    flow_.wait(w, in, w.arrived);
    w.copy_stream().synchronize();                           // its last step tells that the inputs are free
    in = flow_type::enter(w, t, session, region::download);  // results are there: they came with the kernels
    return enqueued;
  }

  // Overwrites memory once what is on the stream is done with it, beside the kernels of the next job.
  struct wiped_at_end {
    worker& w;
    std::span<std::byte> memory;
    ~wiped_at_end() {
      // Else the device has failed, which the job says itself.
      cuzk::detail::succeeds(cudaMemsetAsync(memory.data(), 0, memory.size(), w.main.get()));
    }
  };

  std::optional<memory::memory_budget::reservation> reserve(worker const& w, task const& t) const {
    if (!options_.budget) return std::nullopt;
    memory::memory_amounts wanted;
    wanted.device = job_bytes_;
    if (auto at_once = options_.budget->try_reserve(wanted)) return at_once;
    telemetry::span<telemetry_type> const late(w.host_place, telemetry::activity::fallback, "no_memory_to_prestage");
    wait_limits const limits{t.state->stop(), t.what.deadline};
    if (!options_.wait_for_memory) return options_.budget->reserve(wanted, limits);
    auto had = options_.wait_for_memory(wanted, limits);
    if (had.amounts().device < wanted.device) {
      throw invalid_argument("groth16: a job of " + std::to_string(wanted.device) + " bytes was lent " +
                             std::to_string(had.amounts().device));
    }
    return had;
  }

  key_ptr key_;  // goes last
  memory::device_resource_ref resource_;
  device_circuit<scalar> const* circuit_;
  device_prover_options options_;
  lock_policy_type locks_;
  [[no_unique_address]] telemetry_type telemetry_;
  steps_type steps_;
  prepared_verifying_key<C> verifying_;
  flow_type flow_;
  detail::input_releaser<C> releaser_;
  int device_ = 0;
  std::size_t job_bytes_ = 0;
  mutable std::mutex mutex_;  // of what follows
  std::condition_variable changed_;
  std::deque<std::unique_ptr<task>> queue_;
  bool stops_ = false;
  std::vector<std::unique_ptr<worker>> workers_;
  std::vector<std::thread> threads_;
};

}  // namespace cuzk::inline v0::groth16
