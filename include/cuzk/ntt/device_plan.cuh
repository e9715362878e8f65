// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Number-theoretic transforms of data in device memory.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include <cuzk/core/checked.hpp>
#include <cuzk/core/config.hpp>
#include <cuzk/core/error.hpp>
#include <cuzk/exec/cuda.cuh>
#include <cuzk/memory/device_buffer.cuh>
#include <cuzk/memory/device_resource.cuh>
#include <cuzk/ntt/concepts.hpp>
#include <cuzk/ntt/detail/checks.hpp>
#include <cuzk/ntt/detail/power_tables.hpp>
#include <cuzk/ntt/detail/tile_kernels.cuh>
#include <cuzk/ntt/detail/tile_schedule.hpp>
#include <cuzk/ntt/detail/tile_transform.hpp>
#include <cuzk/ntt/options.hpp>
#include <cuzk/ntt/tile_tuning.hpp>

namespace cuzk::inline v0::ntt {

/// What `plan` is on the host, for data in the memory of one device: the same sizes, roots, orders,
/// cosets and results, bit for bit.
///
/// Owns its tables on the device that is current where it is made. Immutable: any number of streams and
/// threads may use one plan at once.
///
/// @cost tables of n / 2 elements, at most about 1 GiB; another limit is a tile_tuning's table_bytes_log
/// @source blocks as reductions modulo X^L - c, D. J. Bernstein, "Multidigit multiplication for
///         mathematicians", 2001, section 4; several levels a pass through the fast memory,
///         D. H. Bailey, "FFTs in external or hierarchical memory", 1990
template <ntt_field F>
class device_plan {
 public:
  /// The largest log_size, as on the host.
  static constexpr unsigned max_log_size = detail::max_log_size<F>;

  /// Size 2^log_size with w = F::root_of_unity(log_size).
  /// @param where  the tables come from its resource and are filled on its stream; both outlive the plan.
  ///               Work on other streams has to be ordered after that, and before the plan is destroyed
  /// @param tuning tiles of all calls instead of default_tile_tuning(elements), and the size of the tables
  /// @sync none
  /// @throws invalid_argument above max_log_size or for tiles that cannot be, before anything is allocated;
  ///         what the resource throws
  device_plan(exec::cuda const& where, unsigned log_size, std::optional<tile_tuning> const& tuning = std::nullopt)
      : device_plan(where, log_size, F::root_of_unity(detail::checked_log_size<F>(log_size)), tuning) {}

  /// Size n with w = F::root_of_unity(log2 n).
  /// @throws invalid_argument if n is no power of two or above 2^max_log_size
  [[nodiscard]] static device_plan for_size(exec::cuda const& where, std::size_t n,
                                            std::optional<tile_tuning> const& tuning = std::nullopt) {
    return device_plan(where, detail::log_size_of<F>(n), tuning);
  }

  /// Size 2^log_size with the root given, for formats that use another generator.
  /// @throws invalid_argument above max_log_size, or if the order of root is not exactly 2^log_size
  [[nodiscard]] static device_plan with_root(exec::cuda const& where, unsigned log_size, F const& root,
                                             std::optional<tile_tuning> const& tuning = std::nullopt) {
    detail::check_order_of_root(log_size, root);
    return device_plan(where, log_size, root, tuning);
  }

  device_plan(device_plan const&) = delete;
  device_plan& operator=(device_plan const&) = delete;
  /// Takes over the tables.
  device_plan(device_plan&&) noexcept = default;
  device_plan& operator=(device_plan&&) noexcept = default;
  ~device_plan() = default;

  /// n.
  [[nodiscard]] std::size_t size() const noexcept { return std::size_t{1} << log_size_; }
  /// log2 n.
  [[nodiscard]] unsigned log_size() const noexcept { return log_size_; }
  /// w, of order n.
  [[nodiscard]] F const& root() const noexcept { return root_; }
  /// Size of the tables in device memory.
  [[nodiscard]] std::size_t table_bytes() const noexcept { return tables_.size() * sizeof(F); }

  /// The scratch memory that a call with so many elements takes from the resource: 0 without a coset if
  /// the orders at the two ends differ; else as much as the data, and about 2 sqrt(n) elements for a coset.
  [[nodiscard]] std::size_t workspace_bytes(std::size_t elements, options<F> const& how = {}) const {
    std::size_t bytes = 0;
    if (needs_coset_table(elements, how)) {
      bytes += memory::workspace::rounded(detail::coset_shape(log_size_).elements() * sizeof(F));
    }
    if (elements != 0 && schedule_of(detail::call_for(true, how.input, how.output), elements).needs_scratch) {
      bytes += memory::workspace::rounded(checked_mul(elements, sizeof(F)));
    }
    return bytes;
  }

  /// Replaces the coefficients c of each polynomial by its values: y_i = sum of c_j (g w^i)^j, with g
  /// the coset of the options or 1.
  ///
  /// @param where  the stream that the work is enqueued on; its resource gives workspace_bytes(...) bytes
  /// @param data   device memory of data.size() / n polynomials one after the other, in place; aligned to
  ///               16 bytes if an element is a multiple of that
  /// @param how    orders at either end and coset
  /// @sync none: data must live until the stream has done the work. Can be captured in a graph when the
  ///       resource is a `memory::workspace`
  /// @throws invalid_argument if data.size() is no multiple of n, data is not aligned or the coset is
  ///         zero, before anything is allocated or launched; what the resource throws; cuda_error
  /// @cost n/2 log2 n products a polynomial at most, in log2 n / 8 or so reads and writes of all data; a
  ///       coset adds 2 n products
  void forward(exec::cuda const& where, std::span<F> data, options<F> const& how = {}) const {
    run<true>(where, data, how);
  }

  /// Undoes `forward` with the same coset, the factor 1 / n included: from values to coefficients.
  /// `how.input` is the order of the values here. Arguments, errors and cost as for `forward`.
  void inverse(exec::cuda const& where, std::span<F> data, options<F> const& how = {}) const {
    run<false>(where, data, how);
  }

 private:
  device_plan(exec::cuda const& where, unsigned log_size, F const& root, std::optional<tile_tuning> const& tuning)
      : log_size_(log_size),
        tuning_(tuning ? std::optional<tile_tuning>(detail::checked<F>(*tuning)) : std::nullopt),
        root_(root),
        inverse_size_(detail::reciprocal_of_size<F>(log_size)),
        shape_(detail::twiddle_shape<F>(log_size, (tuning ? *tuning : tile_tuning{}).table_bytes_log)),
        tables_(where.allocate<F>(shape_.elements())) {
    int device = 0;
    int major = 0;
    CUZK_CUDA_CHECK(cudaGetDevice(&device));
    CUZK_CUDA_CHECK(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device));
    starts_early_ = major >= 9;
    exec::for_each_index(where, tables_.size(), detail::twiddle_table(tables_.data(), shape_, log_size, root));
  }

  [[nodiscard]] bool needs_coset_table(std::size_t elements, options<F> const& how) const {
    return elements != 0 && log_size_ != 0 && how.coset.has_value();
  }

  [[nodiscard]] detail::tile_schedule schedule_of(detail::tile_call const& call, std::size_t elements) const {
    return detail::make_tile_schedule(call.way, call.permuted_in, call.permuted_out, log_size_,
                                      tuning_ ? *tuning_ : default_tile_tuning<F>(elements));
  }

  void check(std::span<F> data, options<F> const& how) const {
    detail::check_transform(log_size_, data.size(), how);
    if (reinterpret_cast<std::uintptr_t>(data.data()) % detail::chunks<F>::bytes != 0) {
      throw invalid_argument("ntt: device memory must be aligned to " + std::to_string(detail::chunks<F>::bytes) +
                             " bytes");
    }
    if (data.size() >> 7U > detail::most_tiles) {
      throw invalid_argument("ntt: " + std::to_string(data.size()) + " elements; a call takes 2^38 at most");
    }
  }

  template <bool Forward>
  void run(exec::cuda const& where, std::span<F> data, options<F> const& how) const {
    using detail::direction;
    check(data, how);
    if (data.empty() || log_size_ == 0) return;
    auto const call = detail::call_for(Forward, how.input, how.output);
    auto const schedule = schedule_of(call, data.size());

    detail::tile_scaling<F> none, scale;
    memory::device_buffer<F> powers;
    if (how.coset) {
      auto const shape = detail::coset_shape(log_size_);
      powers = where.allocate<F>(shape.elements());
      F const step = Forward ? *how.coset : detail::reciprocal(*how.coset);
      F const constant = Forward ? F::one() : inverse_size_;
      exec::for_each_index(where, powers.size(), detail::coset_table(powers.data(), shape, constant, step));
      scale.kind = detail::factor::powers;
      scale.powers = {powers.data(), powers.data() + (std::size_t{1} << shape.low_log), shape.low_log};
      scale.reversed_index = call.reversed_index;
    } else if (!Forward) {
      scale.kind = detail::factor::size_reciprocal;
      scale.size_reciprocal = inverse_size_;
    }
    auto const scratch = where.allocate<F>(schedule.needs_scratch ? data.size() : 0);
    detail::two_level_table<F> const twiddles{tables_.data(), tables_.data() + (std::size_t{1} << shape_.low_log),
                                              shape_.low_log};
    bool follows = false;  // another pass, and can be brought in before it ends
    auto const each = [&](auto const& pass) {
      detail::launch(where, pass, follows);
      follows = starts_early_;
    };
    auto const& first = call.scales_first ? scale : none;
    auto const& last = call.scales_first ? none : scale;
    if (call.way == direction::descending) {
      detail::for_each_tile_pass<direction::descending, !Forward>(schedule, data, scratch.data(), twiddles, first, last,
                                                                  each);
    } else {
      detail::for_each_tile_pass<direction::ascending, !Forward>(schedule, data, scratch.data(), twiddles, first, last,
                                                                 each);
    }
  }

  unsigned log_size_;
  std::optional<tile_tuning> tuning_;
  F root_;
  F inverse_size_;
  detail::table_shape shape_;
  bool starts_early_ = false;
  memory::device_buffer<F> tables_;  // [2^low_log] low, then [2^high_log] high
};

}  // namespace cuzk::inline v0::ntt
