// SPDX-License-Identifier: Apache-2.0
#pragma once

// How the jobs of a key are cut for a device: runs of the key, plans of the sums, what all of it takes of memory, and
// the form that a job has where there is little.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include <cuzk/core/checked.hpp>
#include <cuzk/core/config.hpp>
#include <cuzk/core/cuda.cuh>
#include <cuzk/core/error.hpp>
#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/concepts.hpp>
#include <cuzk/curve/xyzz.hpp>
#include <cuzk/groth16/detail/key_runs.cuh>
#include <cuzk/groth16/device_key.cuh>
#include <cuzk/groth16/qap.hpp>
#include <cuzk/memory/device_resource.cuh>
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
// Their spans, and lanes where they go on at once.
inline constexpr std::array<char const*, wire_sums> wire_sum_names{"msm_l", "msm_a", "b_g1_msm", "b_g2_msm"};

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

// The query whose wires a sum has.
constexpr wire_query query_of(wire_sum which) {
  return which == wire_sum::l ? wire_query::l : which == wire_sum::a ? wire_query::a : wire_query::b;
}

// Immutable after its set-up; owns no device memory.
template <pairing_curve C, qap_reduction Qap>
class job_plan {
 public:
  using F = typename C::fr;
  using g1 = typename C::g1;
  using g2 = typename C::g2;

  struct sum_plans {
    msm::sparse_plan<g1> l, a, b1;
    msm::sparse_plan<g2> b2;
    std::optional<msm::device_plan<g1>> resident_h{};
    std::optional<msm::sparse_plan<g1>> streamed_h{};
  };

  // Jobs are not roomy if they would take more than `limit` bytes even with one sum over wires after the other; those
  // with a circuit always are, but they too keep their scratch within the limit. Of a key on the host H and the wires
  // take turns, unless their memory leaves H less than a quarter of the scratch that the sums would have without, or
  // too little for any sum.
  // @param key              outlives this object
  // @param rows_of_h        of a table of H's points that the caller makes, 1 for none
  // @param run_bytes        of a key on the host that are uploaded at once
  // @param transform_bytes  scratch of transforms, and of a circuit's matrices
  // @throws what the plans throw; invalid_argument for a table of a key on the host; out_of_memory if a job cannot do
  //         with the limit
  job_plan(device_key<C, Qap> const& key, msm::options const& choice, unsigned rows_of_h, std::size_t run_bytes,
           bool has_circuit, std::size_t transform_bytes, std::uint64_t limit)
      : key_(&key),
        streams_key_(key.residence() == key_residence::on_host),
        slot_bytes_(streams_key_ ? std::clamp(run_bytes, sizeof(affine<g2>), largest_query_bytes(key)) : 0),
        transform_bytes_(transform_bytes) {
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
  }

  [[nodiscard]] job_form form() const noexcept { return form_; }
  // Whether the key is on the host.
  [[nodiscard]] bool streams_key() const noexcept { return streams_key_; }
  // Whether runs of H and of the wires are worked on by turns, so that uploads of these hide behind the work on those.
  [[nodiscard]] bool takes_turns() const noexcept { return takes_turns_; }
  // Whether H is summed by a table.
  [[nodiscard]] bool has_table() const noexcept { return of_table_.has_value(); }

  // Of query q: points of a run, number of runs, and the runs of the queries before, for q = wire_queries of all.
  [[nodiscard]] std::size_t run_size(std::size_t q) const noexcept { return run_size_[q]; }
  [[nodiscard]] std::size_t runs(std::size_t q) const noexcept { return runs_[q]; }
  [[nodiscard]] std::size_t first_total(std::size_t q) const noexcept { return first_total_[q]; }
  // The same of H.
  [[nodiscard]] std::size_t run_size_h() const noexcept { return run_size_h_; }
  [[nodiscard]] std::size_t runs_h() const noexcept { return runs_h_; }

  // Each run of the wires is a sum of its own, so that what it takes of memory is free after it; H is one sum.
  [[nodiscard]] sum_plans const& plans() const noexcept { return *plans_; }
  // Where the elements of sum i of G1 begin, for i = g1_sums where they end; and how many there are of G2.
  [[nodiscard]] std::size_t first_sum(std::size_t i) const noexcept { return first_sum_[i]; }
  [[nodiscard]] std::size_t g2_sums() const noexcept { return runs_[2] * plans_->b2.max_sums(); }

  // By turns there are runs between those of H, which are uploaded while that is worked on.
  [[nodiscard]] std::size_t slot_count() const { return !streams_key_ ? 0 : takes_turns_ ? key_slots::most : 2; }
  [[nodiscard]] std::size_t slot_bytes() const noexcept { return slot_bytes_; }

  // Makes what the first job on a stream would make beside memory.
  void prepare(stream_ref stream) const {
    plans_->l.prepare(stream);
    plans_->a.prepare(stream);
    plans_->b1.prepare(stream);
    plans_->b2.prepare(stream);
    if (plans_->resident_h) plans_->resident_h->prepare(stream);
    if (plans_->streamed_h) plans_->streamed_h->prepare(stream);
  }

  // The same for one of the sums over wires alone.
  void prepare(stream_ref stream, wire_sum which) const {
    switch (which) {
      case wire_sum::l:
        return plans_->l.prepare(stream);
      case wire_sum::a:
        return plans_->a.prepare(stream);
      case wire_sum::b_g1:
        return plans_->b1.prepare(stream);
      case wire_sum::b_g2:
        return plans_->b2.prepare(stream);
    }
  }

  // What a job takes of a workspace.
  [[nodiscard]] std::size_t job_bytes() const {
    std::size_t const of_wires = key_slot_bytes() + wire_scratch_bytes();
    std::size_t const of_h = key_slot_bytes() + h_list_bytes() + h_scratch_bytes();
    std::size_t const of_sums = takes_turns_ ? of_h + wire_scratch_bytes() : std::max(of_wires, of_h);
    switch (form_) {
      case job_form::roomy:
        return sum_bytes() + wire_bytes() + 3 * vector_bytes() +
               std::max({key_slot_bytes() + transform_bytes_, of_sums, at_once_bytes()});
      case job_form::close:
        return sum_bytes() + wire_bytes() +
               std::max(2 * vector_bytes() + std::max(transform_bytes_, select_scratch_bytes()),
                        vector_bytes() + of_sums);
      case job_form::wires_first:
        break;
    }
    return sum_bytes() +
           std::max({wire_bytes() + of_wires, 2 * vector_bytes() + transform_bytes_, vector_bytes() + of_h});
  }

 private:
  void make_plans(msm::options const& of_wires, msm::options const& of_h) {
    using plan_g1 = msm::sparse_plan<g1>;
    using plan_g2 = msm::sparse_plan<g2>;
    std::size_t const n = key_->h.size();
    std::optional<msm::device_plan<g1>> resident_h;
    std::optional<msm::sparse_plan<g1>> streamed_h;
    if (streams_key_) {
      // By turns: so much work at once that the uploads of as many runs as there are slots hide behind it.
      streamed_h.emplace(n, in_chunks(of_h, takes_turns_ ? 22 : 23), runs_h_);
    } else if (!of_table_) {
      resident_h.emplace(n, of_h);
    }
    msm::options const of_g1 = for_wires(of_wires, 23, resident_h), of_g2 = for_wires(of_wires, 22, resident_h);
    plans_.emplace(sum_plans{plan_g1(run_size_[0], of_g1), plan_g1(run_size_[1], of_g1), plan_g1(run_size_[2], of_g1),
                             plan_g2(run_size_[2], of_g2), std::move(resident_h), std::move(streamed_h)});
    std::array<std::size_t, g1_sums> const sizes{runs_[0] * plans_->l.max_sums(), runs_[1] * plans_->a.max_sums(),
                                                 runs_[2] * plans_->b1.max_sums(), h_sums()};
    for (std::size_t i = 0; i < g1_sums; ++i) first_sum_[i + 1] = first_sum_[i] + sizes[i];
  }
  [[nodiscard]] std::size_t h_sums() const {
    if (of_table_) return of_table_->window_sums;
    return streams_key_ ? plans_->streamed_h->max_sums() : plans_->resident_h->window_sums();
  }

  void choose_form(msm::options choice, bool has_circuit, std::uint64_t limit) {
    make_plans(choice, choice);
    if (job_bytes() <= limit) return;
    reserved_at_once_ = 0;
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

  // Little for a device. Sums that need more have scratch for all at once where that of H has as much.
  static constexpr std::size_t short_sums_bytes = std::size_t{1} << 28U;

  // Multiplied points that are brought together at once, unless told.
  static msm::options in_chunks(msm::options choice, unsigned log_points) {
    if (choice.chunk_points == 0) choice.chunk_points = std::size_t{1} << log_points;
    return choice;
  }
  // So many that their scratch, which is in proportion up to here, is not much more than that of the sum of H. Where
  // that is large, 2^24 points, or fewer until they fit in just its scratch: H200, 2026-11-30, BLS12-381, PoSt's shape
  // at 2^27, L takes 530 ms instead of 555 with chunks of 2^23, B in G2 965 instead of 1037 with chunks of 2^22.
  static msm::options for_wires(msm::options choice, unsigned log_points,
                                std::optional<msm::device_plan<g1>> const& resident_h) {
    constexpr std::size_t much_scratch = std::size_t{16} << 30U;
    bool const is_given = choice.chunk_points != 0 || choice.scratch_bytes != 0;
    if (is_given || !resident_h || resident_h->workspace_bytes() < much_scratch) return in_chunks(choice, log_points);
    choice.scratch_bytes = resident_h->workspace_bytes();
    return in_chunks(choice, 24);
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
  [[nodiscard]] std::size_t vector_bytes() const { return memory::workspace::rounded(domain_size_ * sizeof(F)); }
  [[nodiscard]] std::size_t key_slot_bytes() const { return key_slots::bytes(slot_count(), slot_bytes_); }
  [[nodiscard]] std::size_t select_scratch_bytes() const {
    return msm::sparse_plan<g1>::select_workspace_bytes(*std::max_element(run_size_.begin(), run_size_.end()));
  }
  [[nodiscard]] std::size_t wire_scratch_bytes() const {
    return std::max({select_scratch_bytes(), plans_->l.workspace_bytes(), plans_->a.workspace_bytes(),
                     plans_->b1.workspace_bytes(), plans_->b2.workspace_bytes()});
  }
  // What there is at the least for sums over wires at once: what they take, up to reserved_at_once_.
  [[nodiscard]] std::size_t at_once_bytes() const {
    if (streams_key_) return 0;
    return std::min(reserved_at_once_, plans_->l.workspace_bytes() + plans_->a.workspace_bytes() +
                                           plans_->b1.workspace_bytes() + plans_->b2.workspace_bytes());
  }
  [[nodiscard]] std::size_t h_list_bytes() const {
    if (!streams_key_) return 0;
    return memory::workspace::rounded(run_size_h_ * sizeof(std::uint32_t));
  }
  [[nodiscard]] std::size_t h_scratch_bytes() const {
    if (of_table_) return of_table_->workspace_bytes;
    return streams_key_ ? plans_->streamed_h->workspace_bytes() : plans_->resident_h->workspace_bytes();
  }

  device_key<C, Qap> const* key_;
  bool streams_key_;
  std::size_t slot_bytes_;
  std::size_t transform_bytes_;
  std::size_t domain_size_ = static_cast<std::size_t>(key_->domain_size);
  job_form form_ = job_form::roomy;
  bool takes_turns_ = streams_key_;
  std::size_t reserved_at_once_ = short_sums_bytes;
  std::optional<typename msm::fixed_base<g1>::sizes> of_table_;
  std::optional<sum_plans> plans_;
  std::array<std::size_t, wire_queries> run_size_{};  // points of a query that are there at once
  std::array<std::size_t, wire_queries> runs_{};
  std::size_t run_size_h_ = 0;
  std::size_t runs_h_ = 1;
  std::array<std::size_t, g1_sums + 1> first_sum_{};         // of each sum of G1
  std::array<std::size_t, wire_queries + 1> first_total_{};  // of each query's runs
};

}  // namespace cuzk::inline v0::groth16::detail
