// SPDX-License-Identifier: Apache-2.0
#pragma once

// The steps of a proof on a device: the buffers that they share, and how each is enqueued.

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
#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/concepts.hpp>
#include <cuzk/curve/jacobian.hpp>
#include <cuzk/curve/xyzz.hpp>
#include <cuzk/exec/cuda.cuh>
#include <cuzk/groth16/detail/assembly.hpp>
#include <cuzk/groth16/detail/device_quotient.cuh>
#include <cuzk/groth16/detail/job_plan.cuh>
#include <cuzk/groth16/detail/key_runs.cuh>
#include <cuzk/groth16/detail/prover_checks.hpp>
#include <cuzk/groth16/device_key.cuh>
#include <cuzk/groth16/qap.hpp>
#include <cuzk/memory/device_buffer.cuh>
#include <cuzk/memory/device_resource.cuh>
#include <cuzk/memory/host_buffer.hpp>
#include <cuzk/memory/pinned.cuh>
#include <cuzk/msm/fixed_base.cuh>
#include <cuzk/msm/options.hpp>
#include <cuzk/msm/scalar_classes.cuh>
#include <cuzk/msm/sparse_plan.cuh>

namespace cuzk::inline v0::groth16::detail {

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
  // and filled on its stream; the key outlives this object. The rest as for `job_plan`; `circuit_scratch` is what the
  // products of a circuit's matrices take.
  // @throws as device_key::validate, and the plans, before a table of H is made
  device_steps(exec::cuda const& where, device_key<C, Qap> const& key, msm::options const& choice, unsigned rows_of_h,
               std::size_t run_bytes, bool has_circuit, std::size_t circuit_scratch, std::uint64_t limit)
      : key_(&checked_key(key)),
        quotient_(where, floor_log2(key.domain_size)),
        plan_(key, choice, rows_of_h, run_bytes, has_circuit, std::max(quotient_.workspace_bytes(), circuit_scratch),
              limit) {
    if (plan_.has_table()) table_h_.emplace(where, key.h.on_device(), rows_of_h, choice);
  }

  [[nodiscard]] device_key<C, Qap> const& key() const noexcept { return *key_; }
  [[nodiscard]] std::size_t domain_size() const noexcept { return quotient_.size(); }
  // Device memory of the table of H's points.
  [[nodiscard]] std::size_t table_bytes() const noexcept { return table_h_ ? table_h_->table_bytes() : 0; }
  // What jobs take and how they are cut.
  [[nodiscard]] job_plan<C, Qap> const& plan() const noexcept { return plan_; }

  // Makes what the first job on a stream would make beside memory.
  void prepare(stream_ref stream) const {
    plan_.prepare(stream);
    if (table_h_) table_h_->prepare(stream);
  }

  // The sums of a job, which live as long as it.
  struct sum_buffers {
    memory::device_buffer<xyzz<g1>> g1s;
    memory::device_buffer<xyzz<g2>> g2s;

    sum_buffers(exec::cuda const& where, device_steps const& steps)
        : g1s(where.template allocate<xyzz<g1>>(steps.plan_.first_sum(g1_sums))),
          g2s(where.template allocate<xyzz<g2>>(steps.plan_.g2_sums())) {}
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
          totals(where.template allocate<std::uint64_t>(steps.plan_.first_total(wire_queries))) {}
  };
  // a, b and c; in every form but the roomy one c comes to where b was.
  struct vector_buffers {
    memory::device_buffer<F> a, b, own_c;

    vector_buffers(exec::cuda const& where, device_steps const& steps)
        : a(where.template allocate<F>(steps.domain_size())),
          b(where.template allocate<F>(steps.domain_size())),
          own_c(where.template allocate<F>(steps.plan_.form() == job_form::roomy ? steps.domain_size() : 0)) {}

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
        : totals(steps.plan_.first_total(wire_queries)),
          g1s(steps.plan_.first_sum(g1_sums)),
          g2s(steps.plan_.g2_sums()) {}

    void wipe() noexcept {
      g1s.wipe();
      g2s.wipe();
    }
  };

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
      for (std::size_t i = plan_.first_total(q); i < plan_.first_total(q + 1); ++i) {
        found.runs[q].push_back(msm::selected_points::from(from.totals[i]));
      }
    }
    return found;
  }

  // Memory for the runs of a key that is on the host.
  [[nodiscard]] key_slots slots(exec::cuda const& where) const {
    return key_slots(where, plan_.slot_count(), plan_.slot_bytes());
  }

  // All runs of the sums over wires.
  [[nodiscard]] std::vector<wire_run> wire_runs() const {
    std::vector<wire_run> all;
    for (std::size_t s = 0; s < wire_sums; ++s) {
      auto const which = static_cast<wire_sum>(s);
      for (std::size_t run = 0; run < plan_.runs(static_cast<std::size_t>(query_of(which))); ++run)
        all.push_back({which, run});
    }
    return all;
  }
  // What one of them adds.
  template <class Runs>
  void sum(exec::cuda const& where, wire_buffers const& job, counts const& found, sum_buffers const& sums,
           wire_run const& of, Runs& runs) const {
    with_plan(of.sum, sums, [&](auto const& plan, auto const& query, auto elements) {
      sum(where, job, plan, query, of, found, elements, runs);
    });
  }
  // Scratch of the same.
  [[nodiscard]] std::size_t scratch_bytes(counts const& found, sum_buffers const& sums, wire_run const& of) const {
    std::size_t bytes = 0;
    with_plan(of.sum, sums, [&](auto const& plan, auto const&, auto) {
      bytes = plan.workspace_bytes(found.runs[static_cast<std::size_t>(query_of(of.sum))].at(of.run));
    });
    return bytes;
  }

  static constexpr bool divides = device_quotient<Qap, F>::divides;
  // The scalars of H, in a, from a, b and c, each once it is there: a and b to the coset; a b, and b is free; from the
  // coset, where the quotient divides; c; the difference.
  void bring_to_coset(exec::cuda const& where, std::span<F> values) const { quotient_.bring_to_coset(where, values); }
  void multiply(exec::cuda const& where, vector_buffers const& job) const {
    quotient_.multiply(where, job.a.span(), job.b.span());
  }
  void leave_coset(exec::cuda const& where, vector_buffers const& job) const requires divides {
    quotient_.leave_coset(where, job.a.span());
  }
  void prepare_c(exec::cuda const& where, vector_buffers const& job) const { quotient_.prepare_c(where, job.c()); }
  void subtract(exec::cuda const& where, vector_buffers const& job) const {
    quotient_.subtract(where, job.a.span(), job.c());
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
    if (!plan_.streams_key()) {
      auto const working = runs.work();
      auto const& plan = *plan_.plans().resident_h;
      plan.enqueue(where, key_->h.on_device(), scalars.first(n), to, [&] { runs.enqueued(plan.chunk_points()); });
      return runs.enqueued(plan.chunk_points());
    }
    // All points are to be multiplied.
    auto const list = where.template allocate<std::uint32_t>(plan_.run_size_h());
    exec::for_each_index(where, list.size(), backwards_step{list.data(), list.size()});
    msm::selected_points const all{0, n};
    typename msm::sparse_plan<g1>::call call(where, *plan_.plans().streamed_h, all);
    std::size_t const at_once = plan_.plans().streamed_h->chunk_points(all);
    auto const out = to.first(plan_.plans().streamed_h->sums(all));
    for_each_run(n, plan_.run_size_h(), plan_.runs_h(), [&](std::size_t run, std::size_t begin, std::size_t size) {
      auto const points = runs.template next<g1>(key_->h, begin, size);
      {
        auto const working = runs.work();
        call.add(points, scalars, {{}, static_cast<std::uint32_t>(begin)}, list.span().last(size), {0, size}, out,
                 [&] { runs.enqueued(at_once); });
      }
      runs.used();
      between(run + 1, plan_.runs_h());
    });
    auto const working = runs.work();
    call.finish(out);
  }

  // The sums over wires to the host, and that of H.
  void download_wires(exec::cuda const& where, sum_buffers const& sums, results& to) const {
    download<xyzz<g1>>(where, sums.g1s.span().first(plan_.first_sum(h_first)), to.g1s.data());
    download<xyzz<g2>>(where, sums.g2s.span(), to.g2s.data());
  }
  void download_h(exec::cuda const& where, sum_buffers const& sums, results& to) const {
    std::size_t const first = plan_.first_sum(h_first);
    download<xyzz<g1>>(where, sums.g1s.span().subspan(first), to.g1s.data() + first);
  }
  // On the host: a few hundred operations of the groups for each run.
  [[nodiscard]] sums_over_wires<C> wire_sums_from(results const& from, counts const& found) const {
    sums_over_wires<C> sums;
    sums.l = combined(plan_.plans().l, wire_query::l, found, sums_of(from, g1_sum::l));
    sums.a = combined(plan_.plans().a, wire_query::a, found, sums_of(from, g1_sum::a));
    sums.b1 = combined(plan_.plans().b1, wire_query::b, found, sums_of(from, g1_sum::b));
    sums.b2 = combined(plan_.plans().b2, wire_query::b, found, from.g2s.span());
    return sums;
  }
  [[nodiscard]] jacobian<g1> sum_h_from(results const& from) const {
    auto const of_h = sums_of(from, g1_sum::h);
    if (table_h_) return table_h_->combine(of_h);
    if (!plan_.streams_key()) return plan_.plans().resident_h->combine(of_h);
    msm::selected_points const all{0, key_->h.size()};
    return plan_.plans().streamed_h->combine(all, of_h.first(plan_.plans().streamed_h->sums(all)));
  }

 private:
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
    for_each_run(query.points.size(), plan_.run_size(q), plan_.runs(q),
                 [&](std::size_t i, std::size_t begin, std::size_t size) {
                   msm::sparse_plan<G>::select(where, job.classes.span(), places_of(query, begin, size),
                                               job.lists[q].span().subspan(begin, size),
                                               job.totals.data() + plan_.first_total(q) + i);
                 });
  }

  // use(plan, query, where its elements go) of a sum over wires.
  template <class Use>
  void with_plan(wire_sum which, sum_buffers const& sums, Use const& use) const {
    auto const& plans = plan_.plans();
    switch (which) {
      case wire_sum::l:
        return use(plans.l, key_->l, sums_of(sums, g1_sum::l));
      case wire_sum::a:
        return use(plans.a, key_->a, sums_of(sums, g1_sum::a));
      case wire_sum::b_g1:
        return use(plans.b1, key_->b_g1, sums_of(sums, g1_sum::b));
      case wire_sum::b_g2:
        return use(plans.b2, key_->b_g2, sums.g2s.span());
    }
  }

  template <class G, class Runs>
  void sum(exec::cuda const& where, wire_buffers const& job, msm::sparse_plan<G> const& plan,
           device_query<G> const& query, wire_run const& of, counts const& found, std::span<xyzz<G>> to,
           Runs& runs) const {
    auto const q = static_cast<std::size_t>(query_of(of.sum));
    std::size_t const begin = of.run * plan_.run_size(q),
                      size = std::min(plan_.run_size(q), query.points.size() - begin);
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

  // H is the last of the sums of G1.
  static constexpr std::size_t h_first = static_cast<std::size_t>(g1_sum::h);
  static_assert(h_first + 1 == g1_sums);
  template <class T>
  static void download(exec::cuda const& where, std::span<T const> from, T* to) {
    if (from.empty()) return;
    CUZK_CUDA_CHECK(cudaMemcpyAsync(to, from.data(), from.size_bytes(), cudaMemcpyDeviceToHost, where.stream().get()));
  }

  [[nodiscard]] std::span<xyzz<g1>> sums_of(sum_buffers const& sums, g1_sum which) const {
    auto const i = static_cast<std::size_t>(which);
    return sums.g1s.span().subspan(plan_.first_sum(i), plan_.first_sum(i + 1) - plan_.first_sum(i));
  }
  [[nodiscard]] std::span<xyzz<g1> const> sums_of(results const& from, g1_sum which) const {
    auto const i = static_cast<std::size_t>(which);
    return from.g1s.span().subspan(plan_.first_sum(i), plan_.first_sum(i + 1) - plan_.first_sum(i));
  }

  device_key<C, Qap> const* key_;
  device_quotient<Qap, F> quotient_;
  job_plan<C, Qap> plan_;
  std::optional<msm::fixed_base<g1>> table_h_;
};

}  // namespace cuzk::inline v0::groth16::detail
