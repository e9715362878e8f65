// SPDX-License-Identifier: Apache-2.0
#pragma once

// The steps of a proof on a device: what each needs of memory, and how each is enqueued.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>

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
#include <cuzk/groth16/device_key.cuh>
#include <cuzk/groth16/qap.hpp>
#include <cuzk/memory/device_buffer.cuh>
#include <cuzk/memory/device_resource.cuh>
#include <cuzk/memory/host_buffer.hpp>
#include <cuzk/memory/pinned.cuh>
#include <cuzk/msm/device_plan.cuh>
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

// Immutable after its set-up: any number of jobs and streams share it.
template <pairing_curve C, qap_reduction Qap>
class device_steps {
 public:
  using F = typename C::fr;
  using g1 = typename C::g1;
  using g2 = typename C::g2;
  using counts = std::array<msm::selected_points, wire_queries>;

  // Tables of transforms are from where's resource and filled on its stream; the key outlives this object.
  // @throws as device_key::validate, and the plans
  device_steps(exec::cuda const& where, device_key<C, Qap> const& key, msm::options const& choice)
      : key_(&checked(key)),
        quotient_(where, floor_log2(key.domain_size)),
        plan_h_(key.h.size(), choice),
        plan_l_(key.l.points.size(), in_chunks(choice, 23)),
        plan_a_(key.a.points.size(), in_chunks(choice, 23)),
        plan_b1_(key.b_g1.points.size(), in_chunks(choice, 23)),
        plan_b2_(key.b_g2.points.size(), in_chunks(choice, 22)) {
    std::array<std::size_t, g1_sums> const sizes{plan_l_.max_sums(), plan_a_.max_sums(), plan_b1_.max_sums(),
                                                 plan_h_.window_sums()};
    for (std::size_t i = 0; i < g1_sums; ++i) first_sum_[i + 1] = first_sum_[i] + sizes[i];
    std::size_t selecting = 0;
    for (std::size_t const n : {key.l.points.size(), key.a.points.size(), key.b_g1.points.size()}) {
      selecting = std::max(selecting, msm::sparse_plan<g1>::select_workspace_bytes(n));
    }
    scratch_bytes_ =
        std::max({selecting, quotient_.workspace_bytes(), plan_h_.workspace_bytes(), plan_l_.workspace_bytes(),
                  plan_a_.workspace_bytes(), plan_b1_.workspace_bytes(), plan_b2_.workspace_bytes()});
  }

  [[nodiscard]] device_key<C, Qap> const& key() const noexcept { return *key_; }
  [[nodiscard]] std::size_t domain_size() const noexcept { return quotient_.size(); }
  // Of all scratch that steps take from where's resource while they are enqueued.
  [[nodiscard]] std::size_t scratch_bytes() const noexcept { return scratch_bytes_; }

  // What a job keeps on the device from step to step.
  struct buffers {
    memory::device_buffer<F> witness, a, b, c;
    memory::device_buffer<msm::scalar_class> classes;
    std::array<memory::device_buffer<std::uint32_t>, wire_queries> lists;
    memory::device_buffer<std::uint64_t> totals;
    memory::device_buffer<xyzz<g1>> sums_g1;
    memory::device_buffer<xyzz<g2>> sums_g2;

    buffers(exec::cuda const& where, device_steps const& steps)
        : witness(where.template allocate<F>(steps.key_->wires)),
          a(where.template allocate<F>(steps.domain_size())),
          b(where.template allocate<F>(steps.domain_size())),
          c(where.template allocate<F>(steps.domain_size())),
          classes(where.template allocate<msm::scalar_class>(steps.key_->wires)),
          lists{where.template allocate<std::uint32_t>(steps.key_->l.points.size()),
                where.template allocate<std::uint32_t>(steps.key_->a.points.size()),
                where.template allocate<std::uint32_t>(steps.key_->b_g1.points.size())},
          totals(where.template allocate<std::uint64_t>(wire_queries)),
          sums_g1(where.template allocate<xyzz<g1>>(steps.first_sum_[g1_sums])),
          sums_g2(where.template allocate<xyzz<g2>>(steps.plan_b2_.max_sums())) {}
  };
  [[nodiscard]] std::size_t buffer_bytes() const {
    using memory::workspace;
    std::size_t const n = domain_size(), wires = key_->wires;
    std::size_t bytes = workspace::rounded(wires * sizeof(F)) + 3 * workspace::rounded(n * sizeof(F)) +
                        workspace::rounded(wires * sizeof(msm::scalar_class)) +
                        workspace::rounded(wire_queries * sizeof(std::uint64_t)) +
                        workspace::rounded(first_sum_[g1_sums] * sizeof(xyzz<g1>)) +
                        workspace::rounded(plan_b2_.max_sums() * sizeof(xyzz<g2>));
    for (std::size_t const k : {key_->l.points.size(), key_->a.points.size(), key_->b_g1.points.size()}) {
      bytes += workspace::rounded(k * sizeof(std::uint32_t));
    }
    return bytes;
  }

  // What comes back to the host, page-locked so that a copy does not hold it up.
  struct results {
    memory::host_buffer<std::uint64_t, memory::pinned> totals;
    memory::host_buffer<xyzz<g1>, memory::pinned> sums_g1;
    memory::host_buffer<xyzz<g2>, memory::pinned> sums_g2;

    explicit results(device_steps const& steps)
        : totals(wire_queries), sums_g1(steps.first_sum_[g1_sums]), sums_g2(steps.plan_b2_.max_sums()) {}
  };

  // From the witness to the points of each query that have work, and their numbers to the host.
  void select(exec::cuda const& where, buffers const& job, results& to) const {
    clear(where, job.sums_g1.span());  // what a sum needs none of comes to the host too
    clear(where, job.sums_g2.span());
    msm::classify(where, std::span<F const>(job.witness.span()), job.classes.span());
    select(where, job, wire_query::l, key_->l);
    select(where, job, wire_query::a, key_->a);
    select(where, job, wire_query::b, key_->b_g1);
    CUZK_CUDA_CHECK(cudaMemcpyAsync(to.totals.data(), job.totals.data(), to.totals.size() * sizeof(std::uint64_t),
                                    cudaMemcpyDeviceToHost, where.stream().get()));
  }
  // What `select` found, once it is on the host.
  [[nodiscard]] static counts selected(results const& from) {
    counts all;
    for (std::size_t q = 0; q < wire_queries; ++q) all[q] = msm::selected_points::from(from.totals[q]);
    return all;
  }

  void sum_l(exec::cuda const& where, buffers const& job, counts const& all) const {
    sum(where, job, plan_l_, key_->l, wire_query::l, all, sums_of(job, g1_sum::l));
  }
  void sum_a(exec::cuda const& where, buffers const& job, counts const& all) const {
    sum(where, job, plan_a_, key_->a, wire_query::a, all, sums_of(job, g1_sum::a));
  }
  void sum_b_g1(exec::cuda const& where, buffers const& job, counts const& all) const {
    sum(where, job, plan_b1_, key_->b_g1, wire_query::b, all, sums_of(job, g1_sum::b));
  }
  void sum_b_g2(exec::cuda const& where, buffers const& job, counts const& all) const {
    sum(where, job, plan_b2_, key_->b_g2, wire_query::b, all, job.sums_g2.span());
  }

  // One of a, b, c, which is there, to the coset.
  void bring_to_coset(exec::cuda const& where, std::span<F> values) const { quotient_.bring_to_coset(where, values); }
  // The scalars of H, in a, from all three.
  void combine(exec::cuda const& where, buffers const& job) const {
    quotient_.combine(where, job.a.span(), job.b.span(), job.c.span());
  }
  void sum_h(exec::cuda const& where, buffers const& job) const {
    plan_h_.enqueue(where, std::span<affine<g1> const>(key_->h.span()),
                    std::span<F const>(job.a.data(), key_->h.size()), sums_of(job, g1_sum::h));
  }

  // The sums of all queries to the host.
  void download(exec::cuda const& where, buffers const& job, results& to) const {
    cudaStream_t const stream = where.stream().get();
    CUZK_CUDA_CHECK(cudaMemcpyAsync(to.sums_g1.data(), job.sums_g1.data(), to.sums_g1.span().size_bytes(),
                                    cudaMemcpyDeviceToHost, stream));
    CUZK_CUDA_CHECK(cudaMemcpyAsync(to.sums_g2.data(), job.sums_g2.data(), to.sums_g2.span().size_bytes(),
                                    cudaMemcpyDeviceToHost, stream));
  }
  // On the host: a few hundred operations of the groups.
  [[nodiscard]] query_sums<C> sums_from(results const& from, counts const& all) const {
    query_sums<C> sums;
    sums.l = combined(plan_l_, wire_query::l, all, sums_of(from, g1_sum::l));
    sums.a = combined(plan_a_, wire_query::a, all, sums_of(from, g1_sum::a));
    sums.b1 = combined(plan_b1_, wire_query::b, all, sums_of(from, g1_sum::b));
    sums.b2 = combined(plan_b2_, wire_query::b, all, from.sums_g2.span());
    sums.h = plan_h_.combine(sums_of(from, g1_sum::h));
    return sums;
  }

 private:
  // Multiplied points that are brought together at once, unless told: so many that their scratch, which is in
  // proportion up to here, is no more than that of the sum of H.
  static msm::options in_chunks(msm::options choice, unsigned log_points) {
    if (choice.chunk_points == 0) choice.chunk_points = std::size_t{1} << log_points;
    return choice;
  }

  static device_key<C, Qap> const& checked(device_key<C, Qap> const& key) {
    key.validate();
    if (floor_log2(key.domain_size) > F::two_adicity) {
      throw invalid_argument("groth16: domain size " + std::to_string(key.domain_size) +
                             " exceeds the roots of unity of the scalar field");
    }
    return key;
  }

  template <class T>
  static void clear(exec::cuda const& where, std::span<T> memory) {
    if (memory.empty()) return;
    CUZK_CUDA_CHECK(cudaMemsetAsync(memory.data(), 0, memory.size_bytes(), where.stream().get()));
  }

  template <class G>
  static msm::scalar_places places_of(device_query<G> const& query) {
    return {query.wires.span(), query.first};
  }

  template <class G>
  void select(exec::cuda const& where, buffers const& job, wire_query which, device_query<G> const& query) const {
    auto const q = static_cast<std::size_t>(which);
    msm::sparse_plan<G>::select(where, job.classes.span(), places_of(query), job.lists[q].span(),
                                job.totals.data() + q);
  }

  template <class G>
  void sum(exec::cuda const& where, buffers const& job, msm::sparse_plan<G> const& plan, device_query<G> const& query,
           wire_query which, counts const& all, std::span<xyzz<G>> to) const {
    auto const q = static_cast<std::size_t>(which);
    auto const sums = to.first(plan.sums(all[q]));
    typename msm::sparse_plan<G>::call call(where, plan, all[q]);
    call.add(query.points.span(), job.witness.span(), places_of(query), job.lists[q].span(), all[q], sums);
    call.finish(sums);
  }

  template <class G>
  static jacobian<G> combined(msm::sparse_plan<G> const& plan, wire_query which, counts const& all,
                              std::span<xyzz<G> const> sums) {
    auto const& of = all[static_cast<std::size_t>(which)];
    return plan.combine(of, sums.first(plan.sums(of)));
  }

  [[nodiscard]] std::span<xyzz<g1>> sums_of(buffers const& job, g1_sum which) const {
    auto const i = static_cast<std::size_t>(which);
    return job.sums_g1.span().subspan(first_sum_[i], first_sum_[i + 1] - first_sum_[i]);
  }
  [[nodiscard]] std::span<xyzz<g1> const> sums_of(results const& from, g1_sum which) const {
    auto const i = static_cast<std::size_t>(which);
    return from.sums_g1.span().subspan(first_sum_[i], first_sum_[i + 1] - first_sum_[i]);
  }

  device_key<C, Qap> const* key_;
  device_quotient<Qap, F> quotient_;
  msm::device_plan<g1> plan_h_;
  msm::sparse_plan<g1> plan_l_, plan_a_, plan_b1_;
  msm::sparse_plan<g2> plan_b2_;
  std::array<std::size_t, g1_sums + 1> first_sum_{};
  std::size_t scratch_bytes_ = 0;
};

}  // namespace cuzk::inline v0::groth16::detail
