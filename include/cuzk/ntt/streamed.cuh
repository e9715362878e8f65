// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Number-theoretic transforms on a GPU of data that is in host memory, and may be more than the GPU holds.

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include <cuda_runtime_api.h>

#include <cuzk/core/checked.hpp>
#include <cuzk/core/cuda.cuh>
#include <cuzk/core/detail/handles.cuh>
#include <cuzk/core/error.hpp>
#include <cuzk/core/policy.hpp>
#include <cuzk/core/waiting.hpp>
#include <cuzk/exec/cuda.cuh>
#include <cuzk/exec/detail/wait_at_end.cuh>
#include <cuzk/lock/detail/call_regions.cuh>
#include <cuzk/lock/ledger.hpp>
#include <cuzk/lock/none.hpp>
#include <cuzk/lock/policy.hpp>
#include <cuzk/lock/region.hpp>
#include <cuzk/memory/detail/kind_name.cuh>
#include <cuzk/memory/device_buffer.cuh>
#include <cuzk/memory/device_resource.cuh>
#include <cuzk/memory/pageable.hpp>
#include <cuzk/memory/policy.hpp>
#include <cuzk/memory/transfer.cuh>
#include <cuzk/ntt/concepts.hpp>
#include <cuzk/ntt/detail/checks.hpp>
#include <cuzk/ntt/detail/power_tables.hpp>
#include <cuzk/ntt/detail/stream_block.hpp>
#include <cuzk/ntt/device_plan.cuh>
#include <cuzk/ntt/options.hpp>
#include <cuzk/ntt/tile_tuning.hpp>
#include <cuzk/telemetry/detail/device_lanes.cuh>
#include <cuzk/telemetry/none.hpp>
#include <cuzk/telemetry/policy.hpp>
#include <cuzk/telemetry/record.hpp>

namespace cuzk::inline v0::ntt {

namespace detail {

// The end of the last call. Waits for it when it dies, before what the call uses does.
class last_call {
 public:
  last_call() : end_(cuzk::detail::make_event()) {}
  last_call(last_call&&) noexcept = default;
  last_call& operator=(last_call&&) = delete;
  ~last_call() {
    if (end_ != nullptr) cuzk::detail::succeeds(cudaEventSynchronize(end_.get()));
  }
  [[nodiscard]] cudaEvent_t get() const noexcept { return end_.get(); }

 private:
  cuzk::detail::owned_event end_;
};

template <ntt_field F>
constexpr std::size_t plan_bytes(unsigned log_size) {
  return memory::workspace::rounded(twiddle_shape<F>(log_size, tile_tuning{}.table_bytes_log).elements() * sizeof(F));
}

}  // namespace detail

/// What `plan` does, for data in host memory, in place, by a device that holds one block of it at a time: the same
/// sizes, roots, orders, cosets and results, bit for bit. Block by block data goes to the device and comes back,
/// twice; uploads, kernels and downloads of different blocks run side by side. Data of a single block goes once.
///
/// Made once, at set-up, for the device that is current then; for one thread at a time. Calls may use different
/// streams: each begins when the one before has ended. Movable between calls.
///
/// A call goes through the regions `reserve` (its scratch is asked for), `upload`, `kernels` and `download`, each until
/// its work is complete. The first copy begins before the region `kernels`, and of several blocks uploads go on beside
/// kernels and downloads until the second pass: a policy like `lock::two_lock` then keeps its first lock nearly to the
/// end, and only calls of a single block run beside each other.
///
/// @tparam Policies  in any order: the kind of memory that data is in (`memory::pageable`), the lock policy
///                   (`lock::none`: no region is announced), telemetry (`telemetry::none`). With direct DMA and without
///                   locks a call returns when its work is enqueued; otherwise when data has been written. Without
///                   direct DMA host threads copy in turn for uploads and downloads, which do not run side by side
/// @cost  2 n elements each way, at once: not less than 4 GiB * 2 / (55 GB/s) = 156 ms for 2^27 elements of 32 bytes on
///        a bus of that speed. A pass of k blocks takes the time of k + 2, since nothing hides its first upload and its
///        last download
/// @source four steps, D. H. Bailey, "FFTs in external or hierarchical memory", 1990; natural order in place by
///         digits that change places, C. Temperton, "Self-sorting in-place fast Fourier transforms", 1991
template <ntt_field F, policy... Policies>
class streamed {
  static_assert(((is_of_memory_kind<Policies> || is_of_lock_kind<Policies> || is_of_telemetry_kind<Policies>)&&...),
                "cuzk: ntt::streamed takes memory, lock and telemetry policies, and policies of no other kind");

 public:
  /// The policy of the data's memory.
  using host_memory = cuzk::detail::pick<memory_kind, memory::pageable, Policies...>;
  /// Which regions of calls exclude each other.
  using lock_policy_type = cuzk::detail::pick<lock_kind, lock::none, Policies...>;
  /// Where spans go.
  using telemetry_type = cuzk::detail::pick<telemetry_kind, telemetry::none, Policies...>;
  static_assert(memory_policy<host_memory> && lock_policy<lock_policy_type> && telemetry_policy<telemetry_type>);
  /// The largest log_size, as on the host.
  static constexpr unsigned max_log_size = detail::max_log_size<F>;

  /// Size 2^log_size with w = F::root_of_unity(log_size).
  ///
  /// @param where           whose resource the blocks and tables are from, and on whose stream they are given back;
  ///                        both outlive this object. Calls may use other streams
  /// @param block_elements  of a block, a power of two, least_block(log_size) at least; all fit in one block if it is
  ///                        n or more. 0: one block up to 512 MiB, else four blocks, or more of 1 GiB (of more for
  ///                        pieces of host memory of 4 KiB)
  /// @param staging         used only where the policy has no direct DMA
  /// @param locks           calls of objects with copies of one policy's object exclude each other
  /// @param spans           the timeline
  /// @param times           where waits for regions are written; nowhere if null or where the policy has no locks
  /// @param lane            of the calls on the timeline; their work on the device is in LANE_kernels, LANE_uploads and
  ///                        LANE_downloads
  /// @throws invalid_argument above max_log_size or for blocks that cannot be, before anything is allocated;
  ///         out_of_memory; what the resource throws; cuda_error
  /// @sync   waits for the stream
  streamed(exec::cuda const& where, unsigned log_size, std::size_t block_elements = 0,
           memory::staging_options const& staging = {}, lock_policy_type locks = lock_policy_type(),
           telemetry_type spans = telemetry_type(), std::shared_ptr<lock::ledger> times = nullptr,
           std::string const& lane = "ntt")
      : streamed(where, detail::checked_cut<F>(log_size, block_elements),
                 F::root_of_unity(detail::checked_log_size<F>(log_size)), staging, {std::move(locks), std::move(times)},
                 spans, lane) {}

  /// Size 2^log_size with the root given, for formats that use another generator.
  /// @throws as the constructor; invalid_argument if the order of root is not exactly 2^log_size
  [[nodiscard]] static streamed with_root(exec::cuda const& where, unsigned log_size, F const& root,
                                          std::size_t block_elements = 0, memory::staging_options const& staging = {},
                                          lock_policy_type locks = lock_policy_type(),
                                          telemetry_type spans = telemetry_type(),
                                          std::shared_ptr<lock::ledger> times = nullptr,
                                          std::string const& lane = "ntt") {
    detail::check_order_of_root(log_size, root);
    return streamed(where, detail::checked_cut<F>(log_size, block_elements), root, staging,
                    {std::move(locks), std::move(times)}, spans, lane);
  }

  streamed(streamed const&) = delete;
  streamed& operator=(streamed const&) = delete;
  /// Takes over everything.
  streamed(streamed&&) noexcept = default;
  streamed& operator=(streamed&&) = delete;
  /// Waits for the last call, and adds its spans to the timeline.
  ~streamed() = default;

  /// n.
  [[nodiscard]] std::size_t size() const noexcept { return std::size_t{1} << shape_.log_size; }
  /// log2 n.
  [[nodiscard]] unsigned log_size() const noexcept { return shape_.log_size; }
  /// w, of order n.
  [[nodiscard]] F const& root() const noexcept { return root_; }
  /// Elements of a block.
  [[nodiscard]] std::size_t block() const noexcept { return shape_.block(); }
  /// Blocks of a pass. There are two passes, or one if there is one block.
  [[nodiscard]] std::size_t blocks() const noexcept { return shape_.blocks(); }

  /// The least block_elements that is possible, about n^(2/3).
  /// @throws invalid_argument above max_log_size
  [[nodiscard]] static std::size_t least_block(unsigned log_size) {
    return std::size_t{1} << detail::least_block_log(detail::checked_log_size<F>(log_size));
  }
  /// Device memory that an object with these arguments takes of a `memory::workspace` at set-up: four blocks and
  /// tables; for a single block that one and n / 2 elements of tables.
  /// @throws as the constructor
  [[nodiscard]] static std::size_t device_bytes(unsigned log_size, std::size_t block_elements = 0) {
    auto const shape = detail::checked_cut<F>(log_size, block_elements);
    std::size_t const block = memory::workspace::rounded(checked_mul(shape.block(), sizeof(F)));
    std::size_t const powers = shape.whole() ? 0 : detail::coset_shape(log_size).elements();
    return detail::plan_bytes<F>(shape.long_log()) + detail::plan_bytes<F>(shape.outer_log) +
           memory::workspace::rounded(powers * sizeof(F)) + checked_mul(block, shape.whole() ? 1 : slots + 1);
  }
  /// The largest block_elements with device_bytes(log_size, block_elements) <= bytes. Scratch of a call is not counted.
  /// @throws invalid_argument above max_log_size; out_of_memory if the least blocks take more
  [[nodiscard]] static std::size_t block_within(unsigned log_size, std::size_t bytes) {
    std::size_t const least = least_block(log_size);
    for (std::size_t block = std::size_t{1} << log_size; block >= least; block /= 2) {
      if (block <= bytes / sizeof(F) && device_bytes(log_size, block) <= bytes) return block;
    }
    throw out_of_memory("device", device_bytes(log_size, least), bytes, "the least that this size can do with");
  }
  /// Scratch memory of one call, which a `memory::workspace` must have: for several blocks 0, or about 2 sqrt(n)
  /// elements for a coset; for one block what `device_plan` needs.
  [[nodiscard]] std::size_t workspace_bytes(options<F> const& how = {}) const {
    if (shape_.whole()) return memory::workspace::rounded(long_ones_.workspace_bytes(size(), how));
    return has_shifts(how) ? memory::workspace::rounded(detail::coset_shape(log_size()).elements() * sizeof(F)) : 0;
  }

  /// Replaces the coefficients c by their values: y_i = sum of c_j (g w^i)^j, with g the coset of the options or 1.
  ///
  /// @param where  any stream of the object's device; scratch of workspace_bytes(how) is from its resource
  /// @param data   n elements in host memory of the policy, in place
  /// @param how    orders at either end and coset
  /// @param limits of each wait for a region; none unless told
  /// @throws invalid_argument if data.size() is not n, the coset is zero, another device is current or data's ends are
  ///         not page-locked though the policy promises it, unsupported if the stream is captured, and what where's
  ///         resource throws: before anything is enqueued; `cancelled`, `timed_out` and what the lock policy throws
  ///         where a wait for a region ends without it, before anything is downloaded, so that data is as before, and
  ///         for `upload` and before it with nothing enqueued; cuda_error and what `memory::transfer` throws, after
  ///         which data has no meaning. After any of them nothing of the call is under way, no region is held, and the
  ///         object is as before
  /// @sync   with direct DMA and without locks none: data is read and written in the order of where's stream, and must
  ///         live until that has done the work. Otherwise waits until data is written; where's stream must not wait for
  ///         who waits for a region of the call. The device's blocks keep what was last in them
  /// @cost   as the class; on the device n/2 log2 n + 2 n products and six reads and writes of all data; a coset
  ///         adds 2 n products
  void forward(exec::cuda const& where, std::span<F> data, options<F> const& how = {}, wait_limits const& limits = {}) {
    run(where, data, how, true, limits);
  }

  /// Undoes `forward` with the same coset, the factor 1 / n included: from values to coefficients.
  /// `how.input` is the order of the values here. Arguments, errors and cost as for `forward`.
  void inverse(exec::cuda const& where, std::span<F> data, options<F> const& how = {}, wait_limits const& limits = {}) {
    run(where, data, how, false, limits);
  }

  /// Adds the spans of work that is done to the timeline. Each call does it at its end, where that waits for all of its
  /// work; after one that returns before that, it is to be called when where's stream has been waited for, or left to
  /// the next call or to the destructor.
  /// @sync none
  void collect_spans() noexcept { lanes_.collect(); }

 private:
  static constexpr std::size_t slots = 3;  // one is filled, one worked on, one emptied

  using shared_regions = lock::detail::shared_regions<lock_policy_type>;
  using call_regions = lock::detail::call_regions<lock_policy_type, telemetry_type>;

  streamed(exec::cuda const& where, detail::stream_shape const& shape, F const& root,
           memory::staging_options const& staging, shared_regions locks, telemetry_type const& spans,
           std::string const& lane)
      : shape_(shape),
        root_(root),
        long_ones_(device_plan<F>::with_root(where, shape.long_log(), power_of_two_of(root, shape.outer_log))),
        short_ones_(device_plan<F>::with_root(where, shape.outer_log, power_of_two_of(root, shape.long_log()))),
        roots_shape_(shape.whole() ? no_table : detail::coset_shape(shape.log_size)),
        roots_(where.template allocate<F>(shape.whole() ? 0 : roots_shape_.elements())),
        slots_{where.template allocate<F>(shape.block()), where.template allocate<F>(shape.whole() ? 0 : shape.block()),
               where.template allocate<F>(shape.whole() ? 0 : shape.block())},
        transforms_(where.template allocate<F>(shape.whole() ? 0 : shape.block())),
        transfer_(staging),
        uploads_(cuzk::detail::make_stream()),
        downloads_(cuzk::detail::make_stream()),
        uploaded_{cuzk::detail::make_event(), cuzk::detail::make_event(), cuzk::detail::make_event()},
        computed_{cuzk::detail::make_event(), cuzk::detail::make_event(), cuzk::detail::make_event()},
        downloaded_{cuzk::detail::make_event(), cuzk::detail::make_event(), cuzk::detail::make_event()},
        begun_(cuzk::detail::make_event()),
        locks_(std::move(locks)),
        lanes_(stream_ref(uploads_.get()), spans, lane, shape.whole() ? 3 : 6 * shape.blocks() + 1) {
    CUZK_CUDA_CHECK(cudaGetDevice(&device_));
    exec::for_each_index(where, roots_.size(), detail::coset_table(roots_.data(), roots_shape_, F::one(), root));
    where.stream().synchronize();
  }

  static constexpr detail::table_shape no_table{};

  // What a call's blocks have in common.
  struct call {
    exec::cuda const& where;
    std::span<F> data;
    bool forward;
    options<F> short_way;  // of the short transforms
    call_regions& regions;
  };

  // x^(2^k).
  static F power_of_two_of(F x, unsigned k) {
    for (; k != 0; --k) x = square(x);
    return x;
  }
  static detail::two_level_table<F> table_of(memory::device_buffer<F> const& entries,
                                             detail::table_shape const& shape) {
    return {entries.data(), entries.data() + (std::size_t{1} << shape.low_log), shape.low_log};
  }
  [[nodiscard]] bool has_shifts(options<F> const& how) const { return !shape_.whole() && how.coset.has_value(); }

  void check(exec::cuda const& where, std::span<F> data, options<F> const& how) const {
    if (data.size() != size()) {
      throw invalid_argument("ntt: " + std::to_string(data.size()) + " elements, the object is for " +
                             std::to_string(size()));
    }
    detail::check_transform(shape_.log_size, data.size(), how);
    int device = 0;
    CUZK_CUDA_CHECK(cudaGetDevice(&device));
    if (device != device_) {
      throw invalid_argument("ntt: device " + std::to_string(device) + " is current, the object is for device " +
                             std::to_string(device_));
    }
    cudaStreamCaptureStatus capture = cudaStreamCaptureStatusNone;
    CUZK_CUDA_CHECK(cudaStreamIsCapturing(where.stream().get(), &capture));
    if (capture != cudaStreamCaptureStatusNone) {
      throw unsupported("ntt: a transform of data in host memory cannot be captured; ntt::device_plan's can");
    }
    transfer_.require_reachable(std::span<F const>(data));
  }

  void run(exec::cuda const& where, std::span<F> data, options<F> const& how, bool forward, wait_limits const& limits) {
    check(where, data, how);
    call_regions regions(locks_, lanes_.host(), limits);
    if (shape_.whole()) {
      run_at_once(where, data, how, forward, regions);
    } else {
      run_in_blocks(where, data, how, forward, regions);
    }
    lanes_.collect();
  }

  // Scratch of n elements in the region `reserve`; then the call is in the region `upload`.
  template <class T>
  memory::device_buffer<T> reserve(exec::cuda const& where, std::size_t n, call_regions& regions) const {
    regions.enter(region::reserve);
    auto reserving = lanes_.on_host(telemetry::activity::reserve, "reserve");
    auto scratch = where.template allocate<T>(n);
    reserving.end();
    regions.enter(region::upload);
    regions.leave(region::reserve);
    return scratch;
  }

  void run_at_once(exec::cuda const& where, std::span<F> data, options<F> const& how, bool forward,
                   call_regions& regions) {
    auto const scratch = reserve<std::byte>(where, long_ones_.workspace_bytes(size(), how), regions);
    memory::workspace space(scratch.span());
    exec::cuda const here(where.stream(), space);
    cudaStream_t const stream = where.stream().get();
    std::span<F> const all = slots_[0].span();
    exec::detail::wait_at_end<1> const waits(exec::detail::leaving::by_exception, {stream});
    CUZK_CUDA_CHECK(cudaStreamWaitEvent(stream, last_.get()));
    {
      auto const span = upload_span(where.stream());
      transfer_.upload(where.stream(), all, std::span<F const>(data));
    }
    regions.mark(uploaded_[0].get(), where.stream());
    regions.enter(region::kernels);
    {
      auto const span = lanes_.kernels(where.stream(), "ntt");
      forward ? long_ones_.forward(here, all, how) : long_ones_.inverse(here, all, how);
    }
    regions.mark(computed_[0].get(), where.stream());
    regions.wait(region::upload, uploaded_[0].get());
    regions.leave(region::upload);
    regions.wait(region::kernels, computed_[0].get());
    regions.enter(region::download);
    regions.leave(region::kernels);
    {
      auto const span = download_span(where.stream());
      transfer_.download(where.stream(), data, std::span<F const>(all));
    }
    CUZK_CUDA_CHECK(cudaEventRecord(last_.get(), stream));
    regions.wait(region::download, last_.get());
  }

  void run_in_blocks(exec::cuda const& where, std::span<F> data, options<F> const& how, bool forward,
                     call_regions& regions) {
    auto const shifts_shape = detail::coset_shape(shape_.log_size);
    auto const shifts = reserve<F>(where, has_shifts(how) ? shifts_shape.elements() : 0, regions);
    cudaStream_t const stream = where.stream().get();
    exec::detail::wait_at_end<3> const waits(exec::detail::leaving::by_exception,
                                             {stream, uploads_.get(), downloads_.get()});
    CUZK_CUDA_CHECK(cudaStreamWaitEvent(stream, last_.get()));
    CUZK_CUDA_CHECK(cudaEventRecord(begun_.get(), stream));
    CUZK_CUDA_CHECK(cudaStreamWaitEvent(uploads_.get(), begun_.get()));
    auto const opposite = how.input == order::natural ? order::bit_reversed : order::natural;
    call const c{where, data, forward, {how.input, opposite, std::nullopt}, regions};
    upload(c, {detail::stream_pass_of(shape_, true, how.input, how.output), 0});
    regions.enter(region::kernels);
    if (has_shifts(how)) {
      auto const span = lanes_.kernels(where.stream(), "coset_powers");
      F const step = forward ? *how.coset : detail::reciprocal(*how.coset);
      exec::for_each_index(where, shifts.size(), detail::coset_table(shifts.data(), shifts_shape, F::one(), step));
    }
    for (bool const first : {true, false}) {
      auto const pass = detail::stream_pass_of(shape_, first, how.input, how.output);
      auto const factors =
          detail::factors_of<F>(pass, forward, how, table_of(roots_, roots_shape_),
                                has_shifts(how) ? table_of(shifts, shifts_shape) : detail::two_level_table<F>{});
      run_pass(c, pass, factors);
    }
    CUZK_CUDA_CHECK(cudaStreamWaitEvent(stream, last_download().get()));
    CUZK_CUDA_CHECK(cudaEventRecord(last_.get(), stream));
    std::size_t const last_slot = (blocks() - 1) % slots;
    regions.wait(region::upload, uploaded_[last_slot].get());
    regions.leave(region::upload);
    regions.wait(region::kernels, computed_[last_slot].get());
    regions.leave(region::kernels);
    regions.wait(region::download, last_.get());
  }

  // Each block is enqueued before the one before it is fetched, which the host waits for if it copies itself. The first
  // of all is on its way already.
  void run_pass(call const& c, detail::stream_pass const& pass, detail::stream_factors<F> const& factors) {
    for (std::size_t i = 0; i <= blocks(); ++i) {
      if (i < blocks()) {
        if (!pass.first || i > 0) upload(c, {pass, i});
        compute(c, {pass, i}, factors);
      }
      if (i > 0) download(c, {pass, i - 1});
    }
  }

  // For the copies of a block.
  auto upload_span(stream_ref on) {
    return lanes_.upload(on, "upload", shape_.block() * sizeof(F), memory::detail::kind_name<host_memory>());
  }
  auto download_span(stream_ref on) {
    return lanes_.download(on, "download", shape_.block() * sizeof(F), memory::detail::kind_name<host_memory>());
  }

  // In a pass.
  [[nodiscard]] cuzk::detail::owned_event const& last_download() const { return downloaded_[(blocks() - 1) % slots]; }

  static memory::pieces pieces_of(detail::stream_block const& block) {
    return {std::size_t{1} << block.width_log(), std::size_t{1} << block.pitch_log()};
  }
  // From the first element of a block to the last.
  static std::span<F> reach_of(detail::stream_block const& block, std::span<F> data) {
    std::size_t const begin = block.position(0), end = block.position(block.pass.shape.block() - 1) + 1;
    return data.subspan(begin, end - begin);
  }

  void upload(call const& c, detail::stream_block const& block) {
    std::size_t const slot = block.number % slots;
    cudaStream_t const stream = uploads_.get();
    if (block.number >= slots) {
      CUZK_CUDA_CHECK(cudaStreamWaitEvent(stream, downloaded_[slot].get()));
    } else if (!block.pass.first && block.number == 0) {
      CUZK_CUDA_CHECK(cudaStreamWaitEvent(stream, last_download().get()));  // all of the first pass
    }
    {
      auto const span = upload_span(stream_ref(stream));
      transfer_.upload_pieces(stream_ref(stream), slots_[slot].span(), std::span<F const>(reach_of(block, c.data)),
                              pieces_of(block));
    }
    CUZK_CUDA_CHECK(cudaEventRecord(uploaded_[slot].get(), stream));
  }

  void compute(call const& c, detail::stream_block const& block, detail::stream_factors<F> const& factors) {
    std::size_t const slot = block.number % slots;
    cudaStream_t const stream = c.where.stream().get();
    auto const& plan = block.pass.is_long() ? long_ones_ : short_ones_;
    F* const elements = slots_[slot].data();
    F* const places = transforms_.data();
    CUZK_CUDA_CHECK(cudaStreamWaitEvent(stream, uploaded_[slot].get()));
    {
      auto const span = lanes_.kernels(c.where.stream(), "ntt");
      exec::for_each_index(c.where, shape_.block(), detail::move_in<F>{block, factors.in, elements, places});
      if (c.forward) {
        plan.forward(c.where, transforms_.span(), c.short_way);
      } else {
        plan.inverse(c.where, transforms_.span(), c.short_way);
      }
      exec::for_each_index(c.where, shape_.block(), detail::move_out<F>{block, factors.out, places, elements});
    }
    CUZK_CUDA_CHECK(cudaEventRecord(computed_[slot].get(), stream));
  }

  void download(call const& c, detail::stream_block const& block) {
    std::size_t const slot = block.number % slots;
    cudaStream_t const stream = downloads_.get();
    c.regions.enter(region::download);
    CUZK_CUDA_CHECK(cudaStreamWaitEvent(stream, computed_[slot].get()));
    {
      auto const span = download_span(stream_ref(stream));
      transfer_.download_pieces(stream_ref(stream), reach_of(block, c.data), std::span<F const>(slots_[slot].span()),
                                pieces_of(block));
    }
    CUZK_CUDA_CHECK(cudaEventRecord(downloaded_[slot].get(), stream));
  }

  detail::stream_shape shape_;
  F root_;
  int device_ = 0;
  device_plan<F> long_ones_;   // of the first two parts of a position, or all
  device_plan<F> short_ones_;  // of the third
  detail::table_shape roots_shape_;
  memory::device_buffer<F> roots_;  // powers of w
  std::array<memory::device_buffer<F>, slots> slots_;
  memory::device_buffer<F> transforms_;  // of the block that is worked on
  memory::transfer<host_memory> transfer_;
  cuzk::detail::owned_stream uploads_;
  cuzk::detail::owned_stream downloads_;
  std::array<cuzk::detail::owned_event, slots> uploaded_;
  std::array<cuzk::detail::owned_event, slots> computed_;
  std::array<cuzk::detail::owned_event, slots> downloaded_;
  cuzk::detail::owned_event begun_;
  [[no_unique_address]] shared_regions locks_;
  [[no_unique_address]] telemetry::detail::device_lanes<telemetry_type> lanes_;
  detail::last_call last_;
};

}  // namespace cuzk::inline v0::ntt
