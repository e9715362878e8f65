// SPDX-License-Identifier: Apache-2.0
#pragma once

// What one job of a prover does on a device, from its first upload to its last kernel, on the streams of the worker
// whose thread enqueues it.

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <cuda_runtime_api.h>

#include <cuzk/core/config.hpp>
#include <cuzk/core/cuda.cuh>
#include <cuzk/core/detail/handles.cuh>
#include <cuzk/core/error.hpp>
#include <cuzk/curve/concepts.hpp>
#include <cuzk/exec/cuda.cuh>
#include <cuzk/exec/detail/side_streams.cuh>
#include <cuzk/groth16/detail/device_steps.cuh>
#include <cuzk/groth16/detail/key_runs.cuh>
#include <cuzk/groth16/detail/prover_worker.cuh>
#include <cuzk/groth16/device_circuit.cuh>
#include <cuzk/groth16/device_key.cuh>
#include <cuzk/groth16/qap.hpp>
#include <cuzk/lock/detail/call_regions.cuh>
#include <cuzk/lock/policy.hpp>
#include <cuzk/lock/region.hpp>
#include <cuzk/lock/session.hpp>
#include <cuzk/memory/detail/kind_name.cuh>
#include <cuzk/memory/device_resource.cuh>
#include <cuzk/memory/policy.hpp>
#include <cuzk/memory/transfer.cuh>
#include <cuzk/telemetry/device_spans.cuh>
#include <cuzk/telemetry/policy.hpp>
#include <cuzk/telemetry/span.hpp>
#include <cuzk/vector/elementwise.cuh>

namespace cuzk::inline v0::groth16::detail {

// Shared by the workers of a prover; refers to its steps and its circuit.
template <pairing_curve C, qap_reduction Qap, memory_policy HostMemory, lock_policy Lock, telemetry_policy Telemetry>
class job_flow {
 public:
  using scalar = typename C::fr;
  using steps_type = device_steps<C, Qap>;
  using session_type = lock::session<Lock>;
  using guard_type = typename session_type::guard;
  using task = proof_task<C>;
  using upload_end_type = upload_end<C, guard_type>;
  using worker = prover_worker<steps_type, Telemetry, upload_end_type>;

  // For `early_domain` see device_prover_options.
  job_flow(steps_type const& steps, device_circuit<scalar> const* circuit, memory::staging_options const& staging,
           std::size_t early_domain)
      : steps_(steps), circuit_(circuit), copies_(staging), begins_early_(steps.domain_size() >= early_domain) {}

  // A job on its way.
  struct running {
    worker& w;
    task& t;
    session_type& session;
    guard_type const& in;  // the region that the worker's thread is in
    upload_end_type& uploaded;
    exec::cuda where;
    memory::workspace const& space;  // where's
  };
  // The next region of a job. @throws cancelled; what the lock policy throws, also `timed_out`
  static guard_type enter(worker const& w, task const& t, session_type& session, region which) {
    require_wanted(t);
    return lock::detail::enter_timed(session, which, w.host_place, {t.state->stop(), t.what.deadline});
  }

  // For what was on the worker's stream when the event was recorded.
  void wait(worker& w, guard_type const& in, cuzk::detail::owned_event const& event) const {
    wait(w, in, event, "barrier_wait");
  }
  // Whether a job brings a, b and c.
  static bool has_vectors(device_job<scalar> const& what) {
    return !(what.a.empty() && what.b.empty() && what.c.empty());
  }
  // @throws invalid_argument for memory that is not of the policy
  void require_reachable(std::span<scalar const> input) const { copies_.require_reachable(input); }

  // What has been enqueued: all sums and their way to the host. Where those over wires come well before that of H, the
  // host can go on with them once the event `wires_arrived` has come.
  struct enqueued_sums {
    typename steps_type::counts found;
    bool wires_come_early = false;
  };

  // Enqueues all sums of a job. `in` is the region `reserve`, and then `kernels`.
  enqueued_sums sum_all(running const& job, typename steps_type::sum_buffers const& sums, guard_type& in) const {
    switch (steps_.plan().form()) {
      case job_form::roomy:
        return sum_roomy(job, sums, in);
      case job_form::close:
        return sum_close(job, sums, in);
      case job_form::wires_first:
        break;
    }
    return sum_wires_first(job, sums, in);
  }

 private:
  static void require_wanted(task const& t) {
    if (t.state->stop().stop_requested()) throw cancelled("groth16: the job was cancelled");
  }

  void upload(worker& w, std::span<scalar> to, std::span<scalar const> from, cuzk::detail::owned_event const& there,
              char const* name) const {
    {
      auto const span = w.copy_spans.begin(w.copy_stream(), w.copy_place, telemetry::activity::upload, name,
                                           from.size_bytes(), memory::detail::kind_name<HostMemory>());
      copies_.upload(w.copy_stream(), to.first(from.size()), from);
      if (from.size() < to.size()) {
        auto const rest = to.subspan(from.size());
        CUZK_CUDA_CHECK(cudaMemsetAsync(rest.data(), 0, rest.size_bytes(), w.copies.get()));
      }
    }
    CUZK_CUDA_CHECK(cudaEventRecord(there.get(), w.copies.get()));
  }

  static constexpr bool uploads_at_once = memory::transfer<HostMemory>::returns_before_copy;

  // All memory at once: uploads go on beside the kernels.
  enqueued_sums sum_roomy(running const& job, typename steps_type::sum_buffers const& sums, guard_type& in) const {
    worker& w = job.w;
    typename steps_type::wire_buffers const wires(job.where, steps_);
    typename steps_type::vector_buffers const vectors(job.where, steps_);
    auto const slots = steps_.slots(job.where);
    begin_upload(job, wires, in);
    if (uploads_at_once) upload_vectors(job, vectors);
    in = enter(w, job.t, job.session, region::kernels);
    select(job, wires);
    if (steps_.plan().takes_turns()) {
      w.key.begin(w.main_stream(), slots);  // so that the first runs are uploaded beside the transforms
      if (!uploads_at_once) upload_vectors(job, vectors);
      transform(job, wires, vectors);
      return sum_by_turns(job, wires, vectors, sums, in);
    }
    // What is there goes first, so that the device has work while the host waits for the numbers of points.
    bool const are_there = uploads_at_once && vectors_are_there(w, job.t);
    auto const sum_quotient = [&] {
      transform(job, wires, vectors);
      sum_h(job, vectors, sums, slots);
    };
    if (are_there) sum_quotient();
    auto const counts = selected(job, in);
    sum_wires(job, wires, counts, sums, slots);
    if (are_there) return {counts};
    if (!uploads_at_once) upload_vectors(job, vectors);
    sum_quotient();
    return {counts, begins_early_};
  }

  // The same with c where b was.
  enqueued_sums sum_close(running const& job, typename steps_type::sum_buffers const& sums, guard_type& in) const {
    telemetry::span<Telemetry> const little(job.w.host_place, telemetry::activity::fallback, "low_memory");
    typename steps_type::wire_buffers const wires(job.where, steps_);
    typename steps_type::vector_buffers vectors(job.where, steps_);
    begin_upload(job, wires, in);
    if (uploads_at_once) upload_a_b(job, vectors);
    in = enter(job.w, job.t, job.session, region::kernels);
    select(job, wires);
    if (!uploads_at_once) upload_a_b(job, vectors);
    transform_in_two(job, vectors);
    auto const slots = steps_.slots(job.where);
    job.w.key.begin(job.w.main_stream(), slots);
    return sum_by_turns(job, wires, vectors, sums, in);
  }

  // First the wires, then the vectors where those were.
  enqueued_sums sum_wires_first(running const& job, typename steps_type::sum_buffers const& sums,
                                guard_type& in) const {
    worker& w = job.w;
    telemetry::span<Telemetry> const lean(w.host_place, telemetry::activity::fallback, "low_memory");
    typename steps_type::counts counts;
    {
      typename steps_type::wire_buffers const wires(job.where, steps_);
      auto const slots = steps_.slots(job.where);
      begin_upload(job, wires, in);
      in = enter(w, job.t, job.session, region::kernels);
      select(job, wires);
      counts = selected(job, in);
      sum_wires(job, wires, counts, sums, slots);
    }
    typename steps_type::vector_buffers vectors(job.where, steps_);
    let_copies_follow(w);
    upload_a_b(job, vectors);
    transform_in_two(job, vectors);
    sum_h(job, vectors, sums, steps_.slots(job.where));
    return {counts, begins_early_};
  }

  void upload_a_b(running const& job, typename steps_type::vector_buffers const& vectors) const {
    upload(job.w, vectors.a.span(), job.t.what.a, job.w.vectors_are_there[0], "upload_a");
    upload(job.w, vectors.b.span(), job.t.what.b, job.w.vectors_are_there[1], "upload_b");
  }
  // As `transform`, where only two vectors have room: the scalars of H in a, whose memory is all that is left.
  void transform_in_two(running const& job, typename steps_type::vector_buffers& vectors) const {
    worker& w = job.w;
    multiply_on_coset(job, vectors, true);
    let_copies_follow(w);
    leave_coset(job, vectors);
    upload(w, vectors.c(), job.t.what.c, w.vectors_are_there[2], "upload_c");
    end_upload(job);
    subtract_c(job, vectors, true);
    vectors.leave_a();
  }

  // Copies that come now wait until what the kernels' stream has before them is done with their memory.
  static void let_copies_follow(worker& w) {
    CUZK_CUDA_CHECK(cudaEventRecord(w.memory_is_there.get(), w.main.get()));
    CUZK_CUDA_CHECK(cudaStreamWaitEvent(w.copies.get(), w.memory_is_there.get()));
  }

  // From the region `reserve` to `upload`, with the witness on its way.
  void begin_upload(running const& job, typename steps_type::wire_buffers const& wires, guard_type& in) const {
    worker& w = job.w;
    guard_type uploading = enter(w, job.t, job.session, region::upload);
    in = {};
    job.uploaded.enter(std::move(uploading));
    let_copies_follow(w);
    upload(w, wires.witness.span(), job.t.what.witness, w.witness_is_there, "upload_witness");
  }
  // Those of a, b and c that there are; then the inputs are free.
  void upload_vectors(running const& job, typename steps_type::vector_buffers const& vectors) const {
    worker& w = job.w;
    if (has_vectors(job.t.what)) {
      upload(w, vectors.a.span(), job.t.what.a, w.vectors_are_there[0], "upload_a");
      upload(w, vectors.b.span(), job.t.what.b, w.vectors_are_there[1], "upload_b");
      upload(w, vectors.c(), job.t.what.c, w.vectors_are_there[2], "upload_c");
    }
    end_upload(job);
  }
  void end_upload(running const& job) const {
    CUZK_CUDA_CHECK(cudaLaunchHostFunc(
        job.w.copies.get(), [](void* end) { static_cast<upload_end_type*>(end)->reached(); }, &job.uploaded));
  }

  void select(running const& job, typename steps_type::wire_buffers const& wires) const {
    worker& w = job.w;
    CUZK_CUDA_CHECK(cudaStreamWaitEvent(w.main.get(), w.witness_is_there.get()));
    {
      auto const span = kernel_span(w, "prep_msm");
      steps_.select(job.where, wires, w.results);
    }
    CUZK_CUDA_CHECK(cudaEventRecord(w.arrived.get(), w.main.get()));
  }
  typename steps_type::counts selected(running const& job, guard_type const& in) const {
    wait(job.w, in, job.w.arrived);
    require_wanted(job.t);
    return steps_.selected(job.w.results);
  }

  // For an event of the job's own work.
  void wait(worker& w, guard_type const& in, cuzk::detail::owned_event const& event, char const* name) const {
    telemetry::span<Telemetry> const waiting(w.host_place, telemetry::activity::barrier_wait, name);
    in.at_barrier([&] { CUZK_CUDA_CHECK(cudaEventSynchronize(event.get())); });
  }

  // Whether nothing of a, b and c has to be waited for.
  static bool vectors_are_there(worker const& w, task const& t) {
    if (!has_vectors(t.what)) return true;
    cudaError_t const code = cudaEventQuery(w.vectors_are_there[2].get());
    if (cuzk::detail::succeeds(code)) return true;
    if (code != cudaErrorNotReady) cuzk::detail::throw_unless_success(code, "cudaEventQuery", __FILE__, __LINE__);
    return false;
  }

  auto kernel_span(worker& w, char const* name) const {
    return w.kernel_spans.begin(w.main_stream(), w.main_place, telemetry::activity::kernel, name);
  }

  // The runs of the key for one sum: kernels and uploads are spans apart, so that a wait for points is neither.
  struct traced_runs {
    job_flow const& of;
    running const& job;
    char const* name;
    typename worker::beside_lane const* beside = nullptr;  // none on the main stream

    template <class G>
    [[nodiscard]] auto next(resident_points<G> const& points, std::size_t begin, std::size_t size) {
      worker& w = job.w;
      return w.key.next(points, begin, size, [&w](std::size_t bytes) {
        return w.key_spans.begin(w.key.uploads(), w.key_place, telemetry::activity::upload, "upload_key", bytes,
                                 "pinned");
      });
    }
    [[nodiscard]] auto work() {
      worker& w = job.w;
      if (beside == nullptr) return of.kernel_span(w, name);
      return w.kernel_spans.begin(beside->stream_on(), beside->place, telemetry::activity::kernel, name);
    }
    void used() { job.w.key.used(); }
    // By turns only chunks of multiplied points are marked: the uploads behind a run of the wires must not wait for it.
    void ended(std::size_t points) {
      if (!of.steps_.plan().takes_turns()) enqueued(points);
    }
    // Marks are of the main stream.
    void enqueued(std::size_t points) {
      if (beside == nullptr) of.keep_pace(job, points);
    }
  };
  void keep_pace(running const& job, std::size_t points) const {
    job.w.pace.add(job.w.main_stream(), points,
                   [this, &job](cuzk::detail::owned_event const& mark) { wait(job.w, job.in, mark, "launch_pace"); });
  }

  static constexpr char const* name_of(wire_sum which) { return wire_sum_names[static_cast<std::size_t>(which)]; }

  void sum_wires(running const& job, typename steps_type::wire_buffers const& wires,
                 typename steps_type::counts const& counts, typename steps_type::sum_buffers const& sums,
                 key_slots const& slots) const {
    job.w.key.begin(job.w.main_stream(), slots);
    auto const all = steps_.wire_runs();
    std::size_t scratch = 0;
    for (auto const& run : all) scratch += steps_.scratch_bytes(counts, sums, run);
    if (!steps_.plan().streams_key() && scratch <= std::min(job.space.left(), most_at_once)) {
      sum_at_once(job, wires, counts, sums, all, scratch);
    } else {
      for (auto const& run : all) {
        traced_runs runs{*this, job, name_of(run.sum)};
        steps_.sum(job.where, wires, counts, sums, run, runs);
      }
    }
    download_wires(job, sums);
  }
  // Scratch of short sums; longer ones leave little idle, and are in each other's way. H200, 2026-11-30, the shape of
  // PoRep, ms a job of a stream with sums at once and without: 2^20 12.5 and 14.1, 2^24 122.3 and 124.5 (6.4 GB), 2^27
  // 896 and 874 (24.5 GB).
  static constexpr std::size_t most_at_once = std::size_t{1} << 33U;
  // Each on a stream of its own, with a part of so many bytes of scratch: what one leaves idle while it waits for
  // inversions, and at its short ends, is the others'.
  void sum_at_once(running const& job, typename steps_type::wire_buffers const& wires,
                   typename steps_type::counts const& counts, typename steps_type::sum_buffers const& sums,
                   std::vector<wire_run> const& all, std::size_t scratch) const {
    worker& w = job.w;
    CUZK_ASSERT(all.size() == w.beside.size() + 1);
    auto const block = job.where.template allocate<std::byte>(scratch);
    std::array<std::optional<exec::detail::forked_stream>, wire_sums> forks;  // end before the block goes
    for (std::size_t i = 1; i < all.size(); ++i) {
      forks[i].emplace(w.main_stream(), w.beside[i - 1].stream);
      forks[i]->fork();
    }
    std::span<std::byte> left = block.span();
    for (std::size_t i = all.size(); i-- > 0;) {  // the longest first, which is the last
      std::size_t const bytes = steps_.scratch_bytes(counts, sums, all[i]);
      memory::workspace own(left.first(bytes));
      left = left.subspan(bytes);
      traced_runs runs{*this, job, name_of(all[i].sum), i == 0 ? nullptr : &w.beside[i - 1]};
      steps_.sum(exec::cuda(i == 0 ? w.main_stream() : forks[i]->side(), own), wires, counts, sums, all[i], runs);
    }
    for (std::size_t i = 1; i < all.size(); ++i) forks[i]->join();
  }
  void download_wires(running const& job, typename steps_type::sum_buffers const& sums) const {
    steps_.download_wires(job.where, sums, job.w.results);
    CUZK_CUDA_CHECK(cudaEventRecord(job.w.wires_arrived.get(), job.w.main.get()));
  }

  // H and the wires: after each run of H as large a share of the wires' runs is done as of H's.
  enqueued_sums sum_by_turns(running const& job, typename steps_type::wire_buffers const& wires,
                             typename steps_type::vector_buffers const& vectors,
                             typename steps_type::sum_buffers const& sums, guard_type const& in) const {
    auto counts = selected(job, in);
    auto const of_wires = steps_.wire_runs();
    std::size_t next = 0;
    traced_runs of_h{*this, job, "msm_h"};
    steps_.sum_h(job.where, vectors.a.span(), sums, of_h, [&](std::size_t done, std::size_t of) {
      for (; next < of_wires.size() * done / of; ++next) {
        traced_runs runs{*this, job, name_of(of_wires[next].sum)};
        steps_.sum(job.where, wires, counts, sums, of_wires[next], runs);
      }
    });
    download_wires(job, sums);
    steps_.download_h(job.where, sums, job.w.results);
    return {counts};
  }

  // a, b and c, from the job or the matrices, each to the coset as soon as it is there; from them the scalars of H.
  void transform(running const& job, typename steps_type::wire_buffers const& wires,
                 typename steps_type::vector_buffers const& vectors) const {
    worker& w = job.w;
    bool const are_given = has_vectors(job.t.what);
    if (!are_given) {
      auto const span = kernel_span(w, "matrices");
      multiply_matrices(job.where, wires.witness.span(), vectors);
    }
    multiply_on_coset(job, vectors, are_given);
    leave_coset(job, vectors);
    subtract_c(job, vectors, are_given);
  }
  // a b on the coset; b is free then. Where a and b are of the job, each is waited for.
  void multiply_on_coset(running const& job, typename steps_type::vector_buffers const& vectors, bool are_given) const {
    worker& w = job.w;
    std::array<std::span<scalar>, 2> const factors{vectors.a.span(), vectors.b.span()};
    for (std::size_t i = 0; i < factors.size(); ++i) {
      if (are_given) wait_for_vector(w, i);
      auto const span = kernel_span(w, "ntt");
      steps_.bring_to_coset(job.where, factors[i]);
    }
    auto const span = kernel_span(w, "multiply");
    steps_.multiply(job.where, vectors);
  }
  void leave_coset(running const& job, typename steps_type::vector_buffers const& vectors) const {
    if constexpr (steps_type::divides) {
      auto const span = kernel_span(job.w, "coset_intt");
      steps_.leave_coset(job.where, vectors);
    }
  }
  // After that: the scalars of H in a.
  void subtract_c(running const& job, typename steps_type::vector_buffers const& vectors, bool is_given) const {
    worker& w = job.w;
    if (is_given) wait_for_vector(w, 2);
    {
      auto const span = kernel_span(w, "ntt");
      steps_.prepare_c(job.where, vectors);
    }
    auto const span = kernel_span(w, "subtract");
    steps_.subtract(job.where, vectors);
  }
  static void wait_for_vector(worker& w, std::size_t which) {
    CUZK_CUDA_CHECK(cudaStreamWaitEvent(w.main.get(), w.vectors_are_there[which].get()));
  }

  void sum_h(running const& job, typename steps_type::vector_buffers const& vectors,
             typename steps_type::sum_buffers const& sums, key_slots const& slots) const {
    worker& w = job.w;
    w.key.begin(w.main_stream(), slots);
    traced_runs runs{*this, job, "msm_h"};
    steps_.sum_h(job.where, vectors.a.span(), sums, runs, [](std::size_t, std::size_t) {});
    steps_.download_h(job.where, sums, w.results);
  }

  // a = A w, then the public wires; b = B w; c = a o b; zeros up to the domain.
  void multiply_matrices(exec::cuda const& where, std::span<scalar const> witness,
                         typename steps_type::vector_buffers const& buffers) const {
    cudaStream_t const stream = where.stream().get();
    auto const a = buffers.a.span(), b = buffers.b.span();
    std::size_t const rows_a = circuit_->a.rows(), rows_b = circuit_->b.rows();
    CUZK_CUDA_CHECK(cudaMemsetAsync(a.data() + rows_a, 0, (a.size() - rows_a) * sizeof(scalar), stream));
    CUZK_CUDA_CHECK(cudaMemsetAsync(b.data() + rows_b, 0, (b.size() - rows_b) * sizeof(scalar), stream));
    circuit_->a.multiply(where, a.first(rows_a), witness);
    circuit_->b.multiply(where, b.first(rows_b), witness);
    if (circuit_->add_public_rows) {
      CUZK_CUDA_CHECK(cudaMemcpyAsync(a.data() + rows_a, witness.data(),
                                      (std::size_t{steps_.key().public_count} + 1) * sizeof(scalar),
                                      cudaMemcpyDeviceToDevice, stream));
    }
    vector::multiply<scalar>(where, buffers.c(), a, b);
  }

  steps_type const& steps_;
  device_circuit<scalar> const* circuit_;
  memory::transfer<HostMemory> copies_;
  bool begins_early_;  // its epilogue, where the wires come first
};

}  // namespace cuzk::inline v0::groth16::detail
