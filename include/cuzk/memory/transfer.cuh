// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Copies between a device and host memory of any policy.

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <type_traits>

#include <cuda_runtime_api.h>

#include <cuzk/core/checked.hpp>
#include <cuzk/core/config.hpp>
#include <cuzk/core/cuda.cuh>
#include <cuzk/core/error.hpp>
#include <cuzk/core/span.hpp>
#include <cuzk/memory/detail/staging_ring.cuh>
#include <cuzk/memory/policy.hpp>

namespace cuzk::inline v0::memory {

/// How memory that a device cannot reach is staged. Data for tuning; results do not depend on it.
struct staging_options {
  /// Host threads that copy, the caller's included; 1 to 256.
  unsigned threads = 8;
  /// Of a page-locked block; two a thread are allocated.
  std::size_t block_bytes = std::size_t{2} << 20U;

  friend bool operator==(staging_options const&, staging_options const&) = default;
};

/// Pieces of host memory of equal length: piece r is the `width` elements from r * pitch on.
struct pieces {
  std::size_t width = 0;  ///< elements of a piece, 1 at least
  std::size_t pitch = 0;  ///< elements from the begin of a piece to that of the next, `width` at least

  friend bool operator==(pieces const&, pieces const&) = default;
};

/// Copies between a device and host memory of one policy. Made once, at set-up, for the device that is
/// current then: where the policy has no direct DMA it owns page-locked blocks and threads. Safe in
/// several threads; transfers that are staged take turns.
///
/// With direct DMA a call returns when the copy is enqueued: the host's memory must stay as it is until
/// the stream has passed. Without, `upload` returns when the host's memory has been read and `download`
/// when it has been written; no page-locking and no allocation happens in either.
///
/// @tparam Policy  of the host's memory
template <memory_policy Policy>
class transfer {
 public:
  /// Whether the host's memory must stay untouched after a call, until the stream has passed.
  static constexpr bool returns_before_copy = Policy::direct_dma;

  /// @param staging  used only where the policy has no direct DMA
  /// @throws out_of_memory if the blocks cannot be page-locked; invalid_argument; cuda_error
  explicit transfer(staging_options const& staging = {}) {
    if constexpr (!Policy::direct_dma) {
      ring_ = std::make_unique<detail::staging_ring>(staging.threads, staging.block_bytes);
    } else {
      static_cast<void>(staging);
    }
  }

  /// What every copy checks of the host's memory, for callers that want to know before they begin.
  /// @throws invalid_argument if the policy has direct DMA and the first or last byte is not page-locked; cuda_error
  template <class T>
  static void require_reachable(std::span<T const> host) {
    if constexpr (Policy::direct_dma) {
      if (!host.empty()) require_page_locked(std::as_bytes(host));
    } else {
      static_cast<void>(host);
    }
  }

  /// device[i] = host[i], in stream order.
  ///
  /// @param stream  of the current device
  /// @param device  n elements of device memory, written once the work before on the stream is done
  /// @param host    n elements of the policy's memory
  /// @throws invalid_argument if the sizes differ, or if the policy has direct DMA and this memory is not
  ///         page-locked, before anything is enqueued; unsupported when a staged transfer is captured;
  ///         cuda_error, after which the device's elements are unspecified
  /// @sync   see the class
  template <class T>
  requires std::is_trivially_copyable_v<T>
  void upload(stream_ref stream, std::span<T> device, std::span<T const> host) const {
    require_same_size("memory::transfer", device.size(), "elements of the device", host.size(), "of the host");
    if (host.empty()) return;
    if constexpr (Policy::direct_dma) {
      require_reachable(host);
      CUZK_CUDA_CHECK(
          cudaMemcpyAsync(device.data(), host.data(), host.size_bytes(), cudaMemcpyHostToDevice, stream.get()));
    } else {
      std::size_t const bytes = host.size_bytes();
      ring_->upload(stream.get(), std::as_writable_bytes(device), std::as_bytes(host).data(), bytes, bytes);
    }
  }

  /// The pieces of the host's memory one after the other to the device, in stream order.
  ///
  /// @param device  a multiple of the width
  /// @param host    from the begin of the first piece to the end of the last
  /// @param how     which of the host's elements. Direct copies need some KiB a piece to be as fast as of one piece
  /// @throws as `upload`; invalid_argument if the pieces and the two sizes do not fit together; cuda_error for direct
  ///         copies of several pieces 2^31 bytes apart and more
  template <class T>
  requires std::is_trivially_copyable_v<T>
  void upload_pieces(stream_ref stream, std::span<T> device, std::span<T const> host, pieces const& how) const {
    require_pieces(device.size(), host.size(), how);
    if (host.empty()) return;
    if constexpr (Policy::direct_dma) {
      require_reachable(host);
      std::size_t const width = how.width * sizeof(T), count = device.size() / how.width;
      copy_pieces(device.data(), width, host.data(), how.pitch * sizeof(T), width, count, cudaMemcpyHostToDevice,
                  stream);
    } else {
      ring_->upload(stream.get(), std::as_writable_bytes(device), std::as_bytes(host).data(), how.width * sizeof(T),
                    how.pitch * sizeof(T));
    }
  }

  /// host[i] = device[i], in stream order; as `upload`.
  template <class T>
  requires std::is_trivially_copyable_v<T>
  void download(stream_ref stream, std::span<T> host, std::span<T const> device) const {
    require_same_size("memory::transfer", device.size(), "elements of the device", host.size(), "of the host");
    if (host.empty()) return;
    if constexpr (Policy::direct_dma) {
      require_reachable(std::span<T const>(host));
      CUZK_CUDA_CHECK(
          cudaMemcpyAsync(host.data(), device.data(), host.size_bytes(), cudaMemcpyDeviceToHost, stream.get()));
    } else {
      std::size_t const bytes = host.size_bytes();
      ring_->download(stream.get(), std::as_writable_bytes(host).data(), bytes, bytes, std::as_bytes(device));
    }
  }

  /// And back; what is between the pieces stays as it is. As `upload_pieces`.
  template <class T>
  requires std::is_trivially_copyable_v<T>
  void download_pieces(stream_ref stream, std::span<T> host, std::span<T const> device, pieces const& how) const {
    require_pieces(device.size(), host.size(), how);
    if (host.empty()) return;
    if constexpr (Policy::direct_dma) {
      require_reachable(std::span<T const>(host));
      std::size_t const width = how.width * sizeof(T), count = device.size() / how.width;
      copy_pieces(host.data(), how.pitch * sizeof(T), device.data(), width, width, count, cudaMemcpyDeviceToHost,
                  stream);
    } else {
      ring_->download(stream.get(), std::as_writable_bytes(host).data(), how.width * sizeof(T), how.pitch * sizeof(T),
                      std::as_bytes(device));
    }
  }

 private:
  struct nothing {};

  // Bytes. CUDA takes pitches below 2^31 alone, so what is one piece has none.
  static void copy_pieces(void* to, std::size_t to_pitch, void const* from, std::size_t from_pitch, std::size_t width,
                          std::size_t count, cudaMemcpyKind kind, stream_ref stream) {
    if (count == 1 || (to_pitch == width && from_pitch == width)) {
      CUZK_CUDA_CHECK(cudaMemcpyAsync(to, from, width * count, kind, stream.get()));
    } else {
      CUZK_CUDA_CHECK(cudaMemcpy2DAsync(to, to_pitch, from, from_pitch, width, count, kind, stream.get()));
    }
  }

  static void require_pieces(std::size_t device, std::size_t host, pieces const& how) {
    if (how.width == 0 || how.pitch < how.width || device % how.width != 0) {
      throw invalid_argument(
          "memory::transfer: " + std::to_string(device) + " elements in pieces of " + std::to_string(how.width) + ", " +
          std::to_string(how.pitch) +
          " apart; a width of 1 and more that divides the elements, and no smaller pitch are possible");
    }
    std::size_t const count = device / how.width;
    std::size_t const spanned = count == 0 ? 0 : checked_add(checked_mul(count - 1, how.pitch), how.width);
    require_same_size("memory::transfer", spanned, "elements from the first piece to the last", host, "of the host");
  }

  // The runtime would take other memory too, and stage it silently.
  static void require_page_locked(std::span<std::byte const> memory) {
    for (std::byte const* const p : {&memory.front(), &memory.back()}) {
      cudaPointerAttributes attributes{};
      CUZK_CUDA_CHECK(cudaPointerGetAttributes(&attributes, p));
      if (attributes.type == cudaMemoryTypeUnregistered) {
        throw invalid_argument("memory::transfer: these " + std::to_string(memory.size()) +
                               " bytes are not page-locked, which the memory policy promises; allocate by the policy, "
                               "hold a memory::registration, or take memory::pageable");
      }
    }
  }

  std::conditional_t<Policy::direct_dma, nothing, std::unique_ptr<detail::staging_ring>> ring_{};
};

}  // namespace cuzk::inline v0::memory
