// SPDX-License-Identifier: Apache-2.0
#pragma once

// The steps of a proof on a device: what each needs of memory, and how each is enqueued.

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <cuda_runtime_api.h>

#include <cuzk/core/checked.hpp>
#include <cuzk/core/config.hpp>
#include <cuzk/core/cuda.cuh>
#include <cuzk/core/error.hpp>
#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/concepts.hpp>
#include <cuzk/curve/jacobian.hpp>
#include <cuzk/curve/xyzz.hpp>
#include <cuzk/exec/cuda.cuh>
#include <cuzk/groth16/detail/assembly.hpp>
#include <cuzk/groth16/detail/device_quotient.cuh>
#include <cuzk/groth16/detail/key_runs.cuh>
#include <cuzk/groth16/detail/prover_checks.hpp>
#include <cuzk/groth16/device_key.cuh>
#include <cuzk/groth16/qap.hpp>
#include <cuzk/memory/device_buffer.cuh>
#include <cuzk/memory/device_resource.cuh>
#include <cuzk/memory/host_buffer.hpp>
#include <cuzk/memory/pinned.cuh>
#include <cuzk/msm/device_plan.cuh>
#include <cuzk/msm/fixed_base.cuh>
#include <cuzk/msm/options.hpp>
#include <cuzk/msm/scalar_classes.cuh>
#include <cuzk/msm/sparse_plan.cuh>

namespace cuzk::inline v0::groth16::detail {

// The queries whose scalars are wires; B in G1 and in G2 have the same.
enum class wire_query : std::uint8_t { l, a, b };
inline constexpr std::size_t wire_queries = 3;

// Which sums of G1 there are, in the order in which they stand in memory.
enum class g1_sum : std::uint8_t { l, a, b, h };
inline constexpr std::size_t g1_sums = 4;

// The sums over wires, in the order of their runs.
enum class wire_sum : std::uint8_t { l, a, b_g1, b_g2 };
inline constexpr std::size_t wire_sums = 4;

// One run of the key for one of them.
struct wire_run {
  wire_sum sum;
  std::size_t run;
};

// How a job uses a device's memory.
enum class job_form : std::uint8_t {
  roomy,        // all that it needs at once, so that nothing waits for memory
  close,        // b and c in one buffer; of a key on the host, so that H and the wires can still take turns
  wires_first,  // b and c in one buffer, where the wires were
};

// list[i] for i = size - 1, size - 2, ... names points 0, 1, ...
struct backwards_step {
  std::uint32_t* list;
  std::size_t size;
  CUZK_HD void operator()(std::size_t i) const { list[size - 1 - i] = static_cast<std::uint32_t>(i); }
};

// Immutable after its set-up: any number of jobs and streams share it.
template <pairing_curve C, qap_reduction Qap>
class device_steps {
 public:
  using F = typename C::fr;
  using g1 = typename C::g1;
  using g2 = typename C::g2;

  // What has work, run by run.
  struct counts {
    std::array<std::vector<msm::selected_points>, wire_queries> runs;
  };

  // Tables of transforms, and one of `rows_of_h` multiples of H's points unless that is 1, are from where's resource
  // and filled on its stream; the key outlives this object. Jobs are not roomy if they would take more than `limit`
  // bytes then; those with a circuit, whose products take `circuit_scratch`, always are, but they too keep their
  // scratch within the limit. Of a key on the host H and the wires take turns, unless their memory leaves H less than
  // a quarter of the scratch that the sums would have without, or too little for any sum.
  // @throws as device_key::validate, and the plans; invalid_argument for a table of a key on the host; out_of_memory if
  //         a job cannot do with the limit, before a table is made
  device_steps(exec::cuda const& where, device_key<C, Qap> const& key, msm::options choice, unsigned rows_of_h,
               std::size_t run_bytes, bool has_circuit, std::size_t circuit_scratch, std::uint64_t limit)
      : key_(&checked_key(key)),
        streams_key_(key.residence() == key_residence::on_host),
        slot_bytes_(streams_key_ ? std::clamp(run_bytes, sizeof(affine<g2>), largest_query_bytes(key)) : 0),
        quotient_(where, floor_log2(key.domain_size)),
        circuit_scratch_(circuit_scratch) {
    std::array<std::size_t, wire_queries> const sizes{key.l.points.size(), key.a.points.size(), key.b_g1.points.size()};
    for (std::size_t q = 0; q < wire_queries; ++q) {
      // B has the same runs in both groups.
      std::size_t const a_point =
          q == static_cast<std::size_t>(wire_query::b) ? sizeof(affine<g2>) : sizeof(affine<g1>);
      run_size_[q] = streams_key_ ? std::min(sizes[q], slot_bytes_ / a_point) : sizes[q];
      runs_[q] = run_size_[q] == 0 ? 1 : ceil_div(sizes[q], run_size_[q]);
      first_total_[q + 1] = first_total_[q] + runs_[q];
    }
    run_size_h_ = streams_key_ ? std::min(key.h.size(), slot_bytes_ / sizeof(affine<g1>)) : key.h.size();
    runs_h_ = run_size_h_ == 0 ? 1 : ceil_div(key.h.size(), run_size_h_);
    if (rows_of_h != 1) {
      if (streams_key_) throw invalid_argument("groth16: a table of H's points for a key on the host");
      of_table_ = msm::fixed_base<g1>::sizes_for(key.h.size(), rows_of_h, choice);
    }
    choose_form(choice, has_circuit, limit);
    if (of_table_) table_h_.emplace(where, key.h.on_device(), rows_of_h, choice);
  }

  [[nodiscard]] device_key<C, Qap> const& key() const noexcept { return *key_; }
  [[nodiscard]] std::size_t domain_size() const noexcept { return quotient_.size(); }
  // Device memory of the table of H's points.
  [[nodiscard]] std::size_t table_bytes() const noexcept { return table_h_ ? table_h_->table_bytes() : 0; }
  [[nodiscard]] job_form form() const noexcept { return form_; }
  // Whether runs of H and of the wires are worked on by turns, so that uploads of these hide behind the work on those.
  [[nodiscard]] bool takes_turns() const noexcept { return takes_turns_; }

  // Makes what the first job on a stream would make beside memory.
  void prepare(stream_ref stream) const {
    plans_->l.prepare(stream);
    plans_->a.prepare(stream);
    plans_->b1.prepare(stream);
    plans_->b2.prepare(stream);
    if (table_h_) table_h_->prepare(stream);
    if (plans_->resident_h) plans_->resident_h->prepare(stream);
    if (plans_->streamed_h) plans_->streamed_h->prepare(stream);
  }

  // What a job takes of a workspace.
  [[nodiscard]] std::size_t job_bytes() const {
    std::size_t const of_wires = key_slot_bytes() + wire_scratch_bytes();
    std::size_t const of_transforms = std::max(quotient_.workspace_bytes(), circuit_scratch_);
    std::size_t const of_h = key_slot_bytes() + h_list_bytes() + h_scratch_bytes();
    std::size_t const of_sums = takes_turns_ ? of_h + wire_scratch_bytes() : std::max(of_wires, of_h);
    switch (form_) {
      case job_form::roomy:
        return sum_bytes() + wire_bytes() + 3 * vector_bytes() + std::max(key_slot_bytes() + of_transforms, of_sums);
      case job_form::close:
        return sum_bytes() + wire_bytes() +
               std::max(2 * vector_bytes() + std::max(of_transforms, select_scratch_bytes()), vector_bytes() + of_sums);
      case job_form::wires_first:
        break;
    }
    return sum_bytes() + std::max({wire_bytes() + of_wires, 2 * vector_bytes() + of_transforms, vector_bytes() + of_h});
  }

  // The sums of a job, which live as long as it.
  struct sum_buffers {
    memory::device_buffer<xyzz<g1>> g1s;
    memory::device_buffer<xyzz<g2>> g2s;

    sum_buffers(exec::cuda const& where, device_steps const& steps)
        : g1s(where.template allocate<xyzz<g1>>(steps.first_sum_[g1_sums])),
          g2s(where.template allocate<xyzz<g2>>(steps.g2_sums())) {}
  };
  // The witness, and which points of each run of each query have work.
  struct wire_buffers {
    memory::device_buffer<F> witness;
    memory::device_buffer<msm::scalar_class> classes;
    std::array<memory::device_buffer<std::uint32_t>, wire_queries> lists;
    memory::device_buffer<std::uint64_t> totals;

    wire_buffers(exec::cuda const& where, device_steps const& steps)
        : witness(where.template allocate<F>(steps.key_->wires)),
          classes(where.template allocate<msm::scalar_class>(steps.key_->wires)),
          lists{where.template allocate<std::uint32_t>(steps.key_->l.points.size()),
                where.template allocate<std::uint32_t>(steps.key_->a.points.size()),
                where.template allocate<std::uint32_t>(steps.key_->b_g1.points.size())},
          totals(where.template allocate<std::uint64_t>(steps.first_total_[wire_queries])) {}
  };
  // a, b and c; in every form but the roomy one c comes to where b was.
  struct vector_buffers {
    memory::device_buffer<F> a, b, own_c;

    vector_buffers(exec::cuda const& where, device_steps const& steps)
        : a(where.template allocate<F>(steps.domain_size())),
          b(where.template allocate<F>(steps.domain_size())),
          own_c(where.template allocate<F>(steps.form() == job_form::roomy ? steps.domain_size() : 0)) {}

    // The scalars of H are in a.
    void leave_a() {
      own_c = {};
      b = {};
    }

    [[nodiscard]] std::span<F> c() const noexcept { return own_c.size() != 0 ? own_c.span() : b.span(); }
  };

  // What comes back to the host, page-locked so that a copy does not hold it up.
  struct results {
    memory::host_buffer<std::uint64_t, memory::pinned> totals;
    memory::secret_buffer<xyzz<g1>, memory::pinned> g1s;  // without the blinding
    memory::secret_buffer<xyzz<g2>, memory::pinned> g2s;

    explicit results(device_steps const& steps)
        : totals(steps.first_total_[wire_queries]), g1s(steps.first_sum_[g1_sums]), g2s(steps.g2_sums()) {}

    void wipe() noexcept {
      g1s.wipe();
      g2s.wipe();
    }
  };

  [[nodiscard]] bool streams_key() const noexcept { return streams_key_; }

  // What a sum needs none of comes to the host too.
  void clear(exec::cuda const& where, sum_buffers const& sums) const {
    cudaStream_t const stream = where.stream().get();
    CUZK_CUDA_CHECK(cudaMemsetAsync(sums.g1s.data(), 0, sums.g1s.span().size_bytes(), stream));
    CUZK_CUDA_CHECK(cudaMemsetAsync(sums.g2s.data(), 0, sums.g2s.span().size_bytes(), stream));
  }

  // From the witness to the points of each query that have work, and their numbers to the host.
  void select(exec::cuda const& where, wire_buffers const& job, results& to) const {
    msm::classify(where, std::span<F const>(job.witness.span()), job.classes.span());
    select(where, job, wire_query::l, key_->l);
    select(where, job, wire_query::a, key_->a);
    select(where, job, wire_query::b, key_->b_g1);
    if (to.totals.empty()) return;
    CUZK_CUDA_CHECK(cudaMemcpyAsync(to.totals.data(), job.totals.data(), to.totals.span().size_bytes(),
                                    cudaMemcpyDeviceToHost, where.stream().get()));
  }
  // What `select` found, once it is on the host.
  [[nodiscard]] counts selected(results const& from) const {
    counts found;
    for (std::size_t q = 0; q < wire_queries; ++q) {
      for (std::size_t i = first_total_[q]; i < first_total_[q + 1]; ++i) {
        found.runs[q].push_back(msm::selected_points::from(from.totals[i]));
      }
    }
    return found;
  }

  // Memory for the runs of a key that is on the host.
  [[nodiscard]] key_slots slots(exec::cuda const& where) const { return key_slots(where, slot_count(), slot_bytes_); }

  // All runs of the sums over wires.
  [[nodiscard]] std::vector<wire_run> wire_runs() const {
    std::vector<wire_run> all;
    for (std::size_t s = 0; s < wire_sums; ++s) {
      auto const which = static_cast<wire_sum>(s);
      for (std::size_t run = 0; run < runs_[static_cast<std::size_t>(query_of(which))]; ++run)
        all.push_back({which, run});
    }
    return all;
  }
  // What one of them adds.
  template <class Runs>
  void sum(exec::cuda const& where, wire_buffers const& job, counts const& found, sum_buffers const& sums,
           wire_run const& of, Runs& runs) const {
    switch (of.sum) {
      case wire_sum::l:
        return sum(where, job, plans_->l, key_->l, of, found, sums_of(sums, g1_sum::l), runs);
      case wire_sum::a:
        return sum(where, job, plans_->a, key_->a, of, found, sums_of(sums, g1_sum::a), runs);
      case wire_sum::b_g1:
        return sum(where, job, plans_->b1, key_->b_g1, of, found, sums_of(sums, g1_sum::b), runs);
      case wire_sum::b_g2:
        return sum(where, job, plans_->b2, key_->b_g2, of, found, sums.g2s.span(), runs);
    }
  }

  // The scalars of H, in a, from a, b and c: each to the coset, once it is there; then a b; then a b - c.
  void bring_to_coset(exec::cuda const& where, std::span<F> values) const { quotient_.bring_to_coset(where, values); }
  void multiply(exec::cuda const& where, vector_buffers const& job) const {
    quotient_.multiply(where, job.a.span(), job.b.span());
  }
  void divide(exec::cuda const& where, vector_buffers const& job) const {
    quotient_.divide(where, job.a.span(), job.c());
  }

  // between(done, of): called after each run of a key on the host.
  template <class Runs, class Between>
  void sum_h(exec::cuda const& where, std::span<F const> scalars, sum_buffers const& sums, Runs& runs,
             Between const& between) const {
    auto const to = sums_of(sums, g1_sum::h);
    std::size_t const n = key_->h.size();
    if (table_h_) {
      auto const working = runs.work();
      return table_h_->enqueue(where, scalars.first(n), to);
    }
    if (!streams_key_) {
      auto const working = runs.work();
      auto const& plan = *plans_->resident_h;
      plan.enqueue(where, key_->h.on_device(), scalars.first(n), to, [&] { runs.enqueued(plan.chunk_points()); });
      return runs.enqueued(plan.chunk_points());
    }
    // All points are to be multiplied.
    auto const list = where.template allocate<std::uint32_t>(run_size_h_);
    exec::for_each_index(where, list.size(), backwards_step{list.data(), list.size()});
    msm::selected_points const all{0, n};
    typename msm::sparse_plan<g1>::call call(where, *plans_->streamed_h, all);
    std::size_t const at_once = plans_->streamed_h->chunk_points(all);
    auto const out = to.first(plans_->streamed_h->sums(all));
    for_each_run(n, run_size_h_, runs_h_, [&](std::size_t run, std::size_t begin, std::size_t size) {
      auto const points = runs.template next<g1>(key_->h, begin, size);
      {
        auto const working = runs.work();
        call.add(points, scalars, {{}, static_cast<std::uint32_t>(begin)}, list.span().last(size), {0, size}, out,
                 [&] { runs.enqueued(at_once); });
      }
      runs.used();
      between(run + 1, runs_h_);
    });
    auto const working = runs.work();
    call.finish(out);
  }

  // The sums of all queries to the host.
  void download(exec::cuda const& where, sum_buffers const& sums, results& to) const {
    cudaStream_t const stream = where.stream().get();
    CUZK_CUDA_CHECK(
        cudaMemcpyAsync(to.g1s.data(), sums.g1s.data(), to.g1s.span().size_bytes(), cudaMemcpyDeviceToHost, stream));
    CUZK_CUDA_CHECK(
        cudaMemcpyAsync(to.g2s.data(), sums.g2s.data(), to.g2s.span().size_bytes(), cudaMemcpyDeviceToHost, stream));
  }
  // On the host: a few hundred operations of the groups for each run.
  [[nodiscard]] query_sums<C> sums_from(results const& from, counts const& found) const {
    query_sums<C> sums;
    sums.l = combined(plans_->l, wire_query::l, found, sums_of(from, g1_sum::l));
    sums.a = combined(plans_->a, wire_query::a, found, sums_of(from, g1_sum::a));
    sums.b1 = combined(plans_->b1, wire_query::b, found, sums_of(from, g1_sum::b));
    sums.b2 = combined(plans_->b2, wire_query::b, found, from.g2s.span());
    auto const of_h = sums_of(from, g1_sum::h);
    if (table_h_) {
      sums.h = table_h_->combine(of_h);
    } else if (streams_key_) {
      msm::selected_points const all{0, key_->h.size()};
      sums.h = plans_->streamed_h->combine(all, of_h.first(plans_->streamed_h->sums(all)));
    } else {
      sums.h = plans_->resident_h->combine(of_h);
    }
    return sums;
  }

 private:
  struct sum_plans {
    msm::sparse_plan<g1> l, a, b1;
    msm::sparse_plan<g2> b2;
    std::optional<msm::device_plan<g1>> resident_h{};
    std::optional<msm::sparse_plan<g1>> streamed_h{};
  };

  // Each run of the wires is a sum of its own, so that what it takes of memory is free after it; H is one sum.
  void make_plans(msm::options const& of_wires, msm::options const& of_h) {
    using plan_g1 = msm::sparse_plan<g1>;
    using plan_g2 = msm::sparse_plan<g2>;
    plans_.emplace(
        sum_plans{plan_g1(run_size_[0], in_chunks(of_wires, 23)), plan_g1(run_size_[1], in_chunks(of_wires, 23)),
                  plan_g1(run_size_[2], in_chunks(of_wires, 23)), plan_g2(run_size_[2], in_chunks(of_wires, 22))});
    std::size_t const n = key_->h.size();
    if (streams_key_) {
      // By turns: so much work at once that the uploads of as many runs as there are slots hide behind it.
      plans_->streamed_h.emplace(n, in_chunks(of_h, takes_turns_ ? 22 : 23), runs_h_);
    } else if (!of_table_) {
      plans_->resident_h.emplace(n, of_h);
    }
    std::array<std::size_t, g1_sums> const sizes{runs_[0] * plans_->l.max_sums(), runs_[1] * plans_->a.max_sums(),
                                                 runs_[2] * plans_->b1.max_sums(), h_sums()};
    for (std::size_t i = 0; i < g1_sums; ++i) first_sum_[i + 1] = first_sum_[i] + sizes[i];
  }
  [[nodiscard]] std::size_t h_sums() const {
    if (of_table_) return of_table_->window_sums;
    return streams_key_ ? plans_->streamed_h->max_sums() : plans_->resident_h->window_sums();
  }
  [[nodiscard]] std::size_t g2_sums() const { return runs_[2] * plans_->b2.max_sums(); }

  void choose_form(msm::options choice, bool has_circuit, std::uint64_t limit) {
    make_plans(choice, choice);
    if (job_bytes() <= limit) return;
    job_form const close = has_circuit ? job_form::roomy : job_form::close;
    job_form const last = has_circuit ? job_form::roomy : job_form::wires_first;
    if (streams_key_ && try_turns(close, last, choice, limit)) return;
    takes_turns_ = false;
    form_ = last;
    make_plans(choice, choice);
    for (int tries = 0; job_bytes() > limit; ++tries) {  // smaller chunks may leave more sums
      std::size_t const kept = kept_beside_scratch();
      if (kept >= limit || tries == 2) throw_too_large(std::max(kept, job_bytes()), limit);
      choice = bounded(choice, static_cast<std::size_t>(limit) - kept);
      make_plans(choice, choice);
    }
  }
  // Whether jobs of the form `close` have room for turns, which they take then, beside a share of the scratch that
  // those of the form `last` would have without turns.
  [[nodiscard]] bool try_turns(job_form close, job_form last, msm::options const& choice, std::uint64_t limit) {
    form_ = last;
    takes_turns_ = false;
    std::size_t const least = kept_beside_scratch();
    form_ = close;
    takes_turns_ = true;
    make_plans(choice, choice);
    if (job_bytes() <= limit) return true;
    std::size_t const kept = kept_beside_scratch();
    if (kept >= limit) return false;
    // Both have their scratch at once; in most circuits a run of the wires has few points to multiply.
    std::size_t const all = static_cast<std::size_t>(limit) - kept, of_wires = all / 5;
    if (all - of_wires < (limit - least) / 4) return false;
    try {
      make_plans(bounded(choice, of_wires), bounded(choice, all - of_wires));
    } catch (out_of_memory const&) {  // with so little scratch there is no sum
      return false;
    }
    return job_bytes() <= limit;
  }
  static msm::options bounded(msm::options choice, std::size_t scratch_bytes) {
    if (choice.scratch_bytes == 0 || choice.scratch_bytes > scratch_bytes) {
      choice.scratch_bytes = std::max<std::size_t>(1, scratch_bytes);
    }
    return choice;
  }

  [[noreturn]] static void throw_too_large(std::uint64_t bytes, std::uint64_t limit) {
    throw out_of_memory("device", bytes, limit, "the budget never has what one job of this key takes at the least");
  }

  // The most that sums' scratch has beside it.
  [[nodiscard]] std::size_t kept_beside_scratch() const {
    std::size_t const of_all = sum_bytes() + key_slot_bytes();
    std::size_t const of_h = vector_bytes() + h_list_bytes();
    switch (form_) {
      case job_form::roomy:
        return of_all + wire_bytes() + 2 * vector_bytes() + of_h;
      case job_form::close:
        return of_all + wire_bytes() + of_h;
      case job_form::wires_first:
        break;
    }
    return of_all + std::max(wire_bytes(), of_h);
  }

  // Multiplied points that are brought together at once, unless told: so many that their scratch, which is in
  // proportion up to here, is no more than that of the sum of H.
  static msm::options in_chunks(msm::options choice, unsigned log_points) {
    if (choice.chunk_points == 0) choice.chunk_points = std::size_t{1} << log_points;
    return choice;
  }

  static std::size_t largest_query_bytes(device_key<C, Qap> const& key) {
    std::size_t const of_g1 =
        std::max({key.l.points.size(), key.a.points.size(), key.b_g1.points.size(), key.h.size()});
    return std::max({of_g1 * sizeof(affine<g1>), key.b_g2.points.size() * sizeof(affine<g2>), sizeof(affine<g2>)});
  }

  // --- bytes of a workspace ---

  [[nodiscard]] std::size_t sum_bytes() const {
    using memory::workspace;
    return workspace::rounded(first_sum_[g1_sums] * sizeof(xyzz<g1>)) +
           workspace::rounded(g2_sums() * sizeof(xyzz<g2>));
  }
  [[nodiscard]] std::size_t wire_bytes() const {
    using memory::workspace;
    std::size_t const wires = key_->wires;
    std::size_t bytes = workspace::rounded(wires * sizeof(F)) + workspace::rounded(wires * sizeof(msm::scalar_class)) +
                        workspace::rounded(first_total_[wire_queries] * sizeof(std::uint64_t));
    for (std::size_t const k : {key_->l.points.size(), key_->a.points.size(), key_->b_g1.points.size()}) {
      bytes += workspace::rounded(k * sizeof(std::uint32_t));
    }
    return bytes;
  }
  // Of one of a, b, c.
  [[nodiscard]] std::size_t vector_bytes() const { return memory::workspace::rounded(domain_size() * sizeof(F)); }
  // By turns there are runs between those of H, which are uploaded while that is worked on.
  [[nodiscard]] std::size_t slot_count() const { return !streams_key_ ? 0 : takes_turns_ ? key_slots::most : 2; }
  [[nodiscard]] std::size_t key_slot_bytes() const { return key_slots::bytes(slot_count(), slot_bytes_); }
  [[nodiscard]] std::size_t select_scratch_bytes() const {
    return msm::sparse_plan<g1>::select_workspace_bytes(*std::max_element(run_size_.begin(), run_size_.end()));
  }
  [[nodiscard]] std::size_t wire_scratch_bytes() const {
    return std::max({select_scratch_bytes(), plans_->l.workspace_bytes(), plans_->a.workspace_bytes(),
                     plans_->b1.workspace_bytes(), plans_->b2.workspace_bytes()});
  }
  [[nodiscard]] std::size_t h_list_bytes() const {
    if (!streams_key_) return 0;
    return memory::workspace::rounded(run_size_h_ * sizeof(std::uint32_t));
  }
  [[nodiscard]] std::size_t h_scratch_bytes() const {
    if (of_table_) return of_table_->workspace_bytes;
    return streams_key_ ? plans_->streamed_h->workspace_bytes() : plans_->resident_h->workspace_bytes();
  }

  // --- runs ---

  template <class G>
  msm::scalar_places places_of(device_query<G> const& query, std::size_t begin, std::size_t size) const {
    if (query.wires.size() == 0) return {{}, static_cast<std::uint32_t>(query.first + begin)};
    return {query.wires.span().subspan(begin, size), 0};
  }

  // use(number of the run, its begin, its size)
  template <class Use>
  static void for_each_run(std::size_t n, std::size_t of_run, std::size_t runs, Use const& use) {
    for (std::size_t i = 0; i < runs; ++i) use(i, i * of_run, std::min(of_run, n - i * of_run));
  }

  template <class G>
  void select(exec::cuda const& where, wire_buffers const& job, wire_query which, device_query<G> const& query) const {
    auto const q = static_cast<std::size_t>(which);
    for_each_run(query.points.size(), run_size_[q], runs_[q], [&](std::size_t i, std::size_t begin, std::size_t size) {
      msm::sparse_plan<G>::select(where, job.classes.span(), places_of(query, begin, size),
                                  job.lists[q].span().subspan(begin, size), job.totals.data() + first_total_[q] + i);
    });
  }

  static constexpr wire_query query_of(wire_sum which) {
    return which == wire_sum::l ? wire_query::l : which == wire_sum::a ? wire_query::a : wire_query::b;
  }

  template <class G, class Runs>
  void sum(exec::cuda const& where, wire_buffers const& job, msm::sparse_plan<G> const& plan,
           device_query<G> const& query, wire_run const& of, counts const& found, std::span<xyzz<G>> to,
           Runs& runs) const {
    auto const q = static_cast<std::size_t>(query_of(of.sum));
    std::size_t const begin = of.run * run_size_[q], size = std::min(run_size_[q], query.points.size() - begin);
    auto const points = runs.template next<G>(query.points, begin, size);
    {
      auto const working = runs.work();
      auto const& with_work = found.runs[q].at(of.run);
      auto const sums = to.subspan(of.run * plan.max_sums(), plan.sums(with_work));
      typename msm::sparse_plan<G>::call call(where, plan, with_work);
      call.add(points, job.witness.span(), places_of(query, begin, size), job.lists[q].span().subspan(begin, size),
               with_work, sums, [&] { runs.enqueued(plan.chunk_points(with_work)); });
      call.finish(sums);
    }
    runs.used();
    runs.ended(size);
  }

  // On the host: what the runs have added.
  template <class G>
  static jacobian<G> combined(msm::sparse_plan<G> const& plan, wire_query which, counts const& found,
                              std::span<xyzz<G> const> sums) {
    auto total = jacobian<G>::infinity();
    std::size_t first = 0;
    for (auto const& run : found.runs[static_cast<std::size_t>(which)]) {
      total = total + plan.combine(run, sums.subspan(first, plan.sums(run)));
      first += plan.max_sums();
    }
    return total;
  }

  [[nodiscard]] std::span<xyzz<g1>> sums_of(sum_buffers const& sums, g1_sum which) const {
    auto const i = static_cast<std::size_t>(which);
    return sums.g1s.span().subspan(first_sum_[i], first_sum_[i + 1] - first_sum_[i]);
  }
  [[nodiscard]] std::span<xyzz<g1> const> sums_of(results const& from, g1_sum which) const {
    auto const i = static_cast<std::size_t>(which);
    return from.g1s.span().subspan(first_sum_[i], first_sum_[i + 1] - first_sum_[i]);
  }

  device_key<C, Qap> const* key_;
  bool streams_key_;
  std::size_t slot_bytes_;
  device_quotient<Qap, F> quotient_;
  std::size_t circuit_scratch_;
  job_form form_ = job_form::roomy;
  bool takes_turns_ = streams_key_;
  std::optional<typename msm::fixed_base<g1>::sizes> of_table_;
  std::optional<msm::fixed_base<g1>> table_h_;
  std::optional<sum_plans> plans_;
  std::array<std::size_t, wire_queries> run_size_{};  // points of a query that are there at once
  std::array<std::size_t, wire_queries> runs_{};
  std::size_t run_size_h_ = 0;
  std::size_t runs_h_ = 1;
  std::array<std::size_t, g1_sums + 1> first_sum_{};         // of each sum of G1
  std::array<std::size_t, wire_queries + 1> first_total_{};  // of each query's runs
};

}  // namespace cuzk::inline v0::groth16::detail
