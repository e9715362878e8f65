// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Device memory that is reserved once and handed out in stream order, without a call that other work waits for.

#include <cstddef>
#include <cstdint>
#include <limits>
#include <mutex>
#include <optional>
#include <string>

#include <cuda_runtime_api.h>

#include <cuzk/core/config.hpp>
#include <cuzk/core/cuda.cuh>
#include <cuzk/core/detail/handles.cuh>
#include <cuzk/core/error.hpp>
#include <cuzk/memory/detail/piece_list.hpp>
#include <cuzk/memory/device_resource.cuh>

namespace cuzk::inline v0::memory {

/// What an arena makes at set-up.
struct device_arena_options {
  /// Events. One is needed a piece that is out, and one a stream that may still work on bytes that are free; what is
  /// missing is made by `allocate` and kept.
  std::size_t events = 64;
};

/// One reservation of device memory, of which pieces are handed out. Pieces go back in any order, on any stream of
/// the device, by any thread. Thread-safe.
///
/// After set-up it calls nothing device-wide: neither allocation nor synchronisation nor a question to the device.
/// A piece that was given back on one stream and is handed out on another makes the latter wait, on the device, for
/// an event that was recorded when it was given back; on the same stream there is no wait. Nothing waits for other
/// work of the stream that is enqueued later.
///
/// A piece is the begin of the smallest free run of bytes that it fits in, the first of several; free neighbours are
/// one run. So the places depend on the order of calls alone, not on time, and pieces that go back in the reverse
/// order leave no hole. A call looks at every piece: it is made for tens or hundreds of them, not for millions.
///
/// Not in a capture: a graph runs again when its memory has long been handed to others. Take a piece before, and let
/// calls that are captured have a `workspace` of it.
class device_arena {
 public:
  /// Reserves memory of the current device.
  /// @param bytes  rounded up to a multiple of device_alignment
  /// @throws invalid_argument for 0 bytes; out_of_memory with the bytes asked and those free on the device; cuda_error
  /// @sync   the allocation is device-wide, and so is the release in the destructor
  explicit device_arena(std::size_t bytes, device_arena_options const& options = {})
      : pieces_(checked_size(bytes)), device_(current_device()) {
    make_events(options.events);
    reserve_own();
  }

  /// Sits on a piece of another resource: an adaptor to a CCCL or RMM resource, a device_pool, another arena.
  /// @param stream  of the current device; the piece is asked for and given back on it. Outlives the arena
  /// @param source  outlives the arena
  /// @param bytes   rounded up to a multiple of device_alignment
  /// @throws invalid_argument for 0 bytes, or if the piece is not aligned to device_alignment; what the source
  ///         throws; cuda_error
  /// @sync   none of its own
  device_arena(stream_ref stream, device_resource_ref source, std::size_t bytes,
               device_arena_options const& options = {})
      : pieces_(checked_size(bytes)), device_(current_device()), origin_{{stream, source}} {
    make_events(options.events == 0 ? 1 : options.events);
    std::uint64_t const id = id_of(stream);
    base_ = static_cast<std::byte*>(source.allocate(stream, capacity()));
    try {
      require_aligned();
      CUZK_CUDA_CHECK(cudaEventRecord(pieces_.next_event().get(), stream.get()));
    } catch (...) {
      source.deallocate(stream, base_, capacity());
      throw;
    }
    pieces_.begin_after(id);
  }

  device_arena(device_arena const&) = delete;
  device_arena& operator=(device_arena const&) = delete;

  /// All pieces have been given back. Work on them may still run: memory of another resource goes back behind it, in
  /// the order of the stream; own memory when it is done.
  ~device_arena() {
    if (origin_) {
      pieces_.for_each_mark([this](std::uint64_t, cuzk::detail::owned_event const& event) {
        cuzk::detail::succeeds(cudaStreamWaitEvent(origin_->stream.get(), event.get(), 0));
      });
      origin_->source.deallocate(origin_->stream, base_, capacity());
    } else {
      pieces_.for_each_mark([](std::uint64_t, cuzk::detail::owned_event const& event) {
        cuzk::detail::succeeds(cudaEventSynchronize(event.get()));
      });
      cuzk::detail::succeeds(cudaFree(base_));
    }
  }

  /// A piece, aligned to device_alignment, for work that is enqueued on the stream from now on.
  /// @param stream  of the arena's device
  /// @throws out_of_memory with the bytes asked and those of the largest free run; unsupported if the stream is being
  ///         captured; cuda_error. The pieces are then as before
  /// @sync   none; the stream may wait for work on the bytes that was enqueued before they were given back
  [[nodiscard]] void* allocate(stream_ref stream, std::size_t bytes) {
    if (is_captured(stream)) {
      throw unsupported(
          "memory: an arena cannot hand out memory in a capture; take a piece before, and a memory::workspace of it");
    }
    std::uint64_t const id = id_of(stream);
    std::lock_guard<std::mutex> const hold(mutex_);
    std::size_t const piece = find(bytes);
    if (!pieces_.can_take()) find_event();
    pieces_.for_each_mark(piece, [&](std::uint64_t marked, cuzk::detail::owned_event const& event) {
      if (marked != id) CUZK_CUDA_CHECK(cudaStreamWaitEvent(stream.get(), event.get(), 0));
    });
    return base_ + pieces_.take(piece, rounded(bytes));
  }

  /// Gives a piece back once the work enqueued on the stream so far is done. Where no event can be recorded the stream
  /// is waited for; where it cannot be, since it is being captured or the device has failed, nobody could tell when
  /// that work is done: the piece stays used.
  /// @param stream  of the arena's device, any
  /// @param p       from `allocate`, not given back since
  /// @param bytes   as given to `allocate`
  /// @sync none, unless no event can be recorded
  void deallocate(stream_ref stream, void* p, std::size_t bytes) noexcept {
    auto const offset = static_cast<std::uint64_t>(static_cast<std::byte*>(p) - base_);
    std::lock_guard<std::mutex> const hold(mutex_);
    CUZK_ASSERT(pieces_.bytes_at(offset) == rounded(bytes));
    static_cast<void>(bytes);
    using cuzk::detail::succeeds;
    unsigned long long id = 0;
    cudaStreamCaptureStatus capture = cudaStreamCaptureStatusNone;
    bool const is_asked = succeeds(cudaStreamIsCapturing(stream.get(), &capture));
    if (is_asked && capture == cudaStreamCaptureStatusNone && succeeds(cudaStreamGetId(stream.get(), &id)) &&
        succeeds(cudaEventRecord(pieces_.next_event().get(), stream.get()))) {
      pieces_.give_back(offset, id);
    } else if (capture == cudaStreamCaptureStatusNone && succeeds(cudaStreamSynchronize(stream.get()))) {
      pieces_.give_back(offset, no_stream);  // whatever that event stands for, to wait for it is enough
    }
  }

  /// Bytes reserved.
  [[nodiscard]] std::size_t capacity() const noexcept { return pieces_.capacity(); }
  /// Bytes of the pieces that are out, each rounded up to a multiple of device_alignment.
  [[nodiscard]] std::size_t used_bytes() const {
    std::lock_guard<std::mutex> const hold(mutex_);
    return pieces_.used_bytes();
  }
  /// The most bytes that were out at once.
  [[nodiscard]] std::size_t peak_bytes() const {
    std::lock_guard<std::mutex> const hold(mutex_);
    return pieces_.peak_bytes();
  }
  /// The largest piece that can be had now.
  [[nodiscard]] std::size_t largest_free_bytes() const {
    std::lock_guard<std::mutex> const hold(mutex_);
    return pieces_.largest_free_bytes();
  }
  /// Pieces that are out.
  [[nodiscard]] std::size_t pieces() const {
    std::lock_guard<std::mutex> const hold(mutex_);
    return pieces_.pieces();
  }
  /// The device that the memory is on.
  [[nodiscard]] int device() const noexcept { return device_; }

  /// What a piece of `bytes` takes of an arena.
  [[nodiscard]] static constexpr std::size_t rounded(std::size_t bytes) noexcept {
    return bytes == 0 ? device_alignment : workspace::rounded(bytes);
  }

 private:
  static constexpr std::uint64_t no_stream = std::numeric_limits<std::uint64_t>::max();

  struct origin {
    stream_ref stream;
    device_resource_ref source;
  };
  // Questions to events and new events harm no capture of others, which they might without this.
  class beside_captures {
   public:
    beside_captures() { CUZK_CUDA_CHECK(cudaThreadExchangeStreamCaptureMode(&mode_)); }
    beside_captures(beside_captures const&) = delete;
    beside_captures& operator=(beside_captures const&) = delete;
    ~beside_captures() { cuzk::detail::succeeds(cudaThreadExchangeStreamCaptureMode(&mode_)); }

   private:
    cudaStreamCaptureMode mode_ = cudaStreamCaptureModeRelaxed;
  };

  static std::size_t checked_size(std::size_t bytes) {
    if (bytes == 0) throw invalid_argument("memory: an arena of 0 bytes; at least 1 is possible");
    if (bytes > std::numeric_limits<std::size_t>::max() - device_alignment) throw out_of_memory("device", bytes, 0);
    return rounded(bytes);
  }
  static int current_device() {
    int device = 0;
    CUZK_CUDA_CHECK(cudaGetDevice(&device));
    return device;
  }
  // Handles are used again when a stream is destroyed, which may be before its work is done; these are not.
  static std::uint64_t id_of(stream_ref stream) {
    unsigned long long id = 0;
    CUZK_CUDA_CHECK(cudaStreamGetId(stream.get(), &id));
    return id;
  }
  static bool is_captured(stream_ref stream) {
    cudaStreamCaptureStatus capture = cudaStreamCaptureStatusNone;
    CUZK_CUDA_CHECK(cudaStreamIsCapturing(stream.get(), &capture));
    return capture != cudaStreamCaptureStatusNone;
  }

  void make_events(std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) pieces_.add_mark(cuzk::detail::make_event());
  }

  void reserve_own() {
    void* p = nullptr;
    cudaError_t const code = cudaMalloc(&p, capacity());
    if (code == cudaErrorMemoryAllocation) {
      cudaGetLastError();  // this error is handled
      std::size_t free = 0, total = 0;
      cuzk::detail::succeeds(cudaMemGetInfo(&free, &total));
      throw out_of_memory("device", capacity(), free);
    }
    cuzk::detail::throw_unless_success(code, "cudaMalloc", __FILE__, __LINE__);
    base_ = static_cast<std::byte*>(p);
  }

  void require_aligned() const {
    if (reinterpret_cast<std::uintptr_t>(base_) % device_alignment == 0) return;
    throw invalid_argument("memory: the memory of an arena must be aligned to " + std::to_string(device_alignment) +
                           " bytes");
  }

  // The free run for so many bytes.
  std::size_t find(std::size_t bytes) const {
    if (bytes <= capacity()) {  // so that rounding does not overflow
      if (auto const piece = pieces_.best_fit(rounded(bytes))) return *piece;
    }
    throw out_of_memory("arena", bytes, pieces_.largest_free_bytes(),
                        std::to_string(pieces_.used_bytes()) + " of " + std::to_string(capacity()) +
                            " bytes are used, by " + std::to_string(pieces_.pieces()) + " pieces");
  }

  // For the piece to come: one of work that is done, else a new one.
  void find_event() {
    beside_captures const relaxed;
    pieces_.drop_marks(
        [](cuzk::detail::owned_event const& event) { return cuzk::detail::succeeds(cudaEventQuery(event.get())); });
    if (pieces_.can_take()) return;
    device_guard const on(device_);
    pieces_.add_mark(cuzk::detail::make_event());
  }

  mutable std::mutex mutex_;
  detail::piece_list<cuzk::detail::owned_event> pieces_;
  int device_;
  std::optional<origin> origin_;  // none: own memory
  std::byte* base_ = nullptr;
};

static_assert(device_resource<device_arena>);

}  // namespace cuzk::inline v0::memory
