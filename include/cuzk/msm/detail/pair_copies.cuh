// SPDX-License-Identifier: Apache-2.0
#pragma once

// How threads bring elements of a field from memory to shared memory and back: each for itself, or a warp together.

#include <cstddef>
#include <type_traits>

#include <cuzk/core/config.hpp>
#include <cuzk/core/wide_access.hpp>

namespace cuzk::inline v0::msm::detail {

using cuzk::detail::load_wide;
using cuzk::detail::store_wide;
using cuzk::detail::u32;
using cuzk::detail::u64;

// What one instruction moves of an element.
template <class F>
inline constexpr u32 copy_piece = sizeof(F) % 16 == 0 ? 16 : 8;
template <class F>
using copy_piece_t = std::conditional_t<copy_piece<F> == 16, uint4, u64>;

// Elements on their way between memory and the slots of threads in shared memory, each thread's its own. A slot is an
// odd number of pieces of 16 bytes (8 where elements are not made of 16), so that threads side by side meet in no bank.
template <class F>
struct slot_copies {
  static constexpr u32 piece = copy_piece<F>;

  CUZK_HD static constexpr std::size_t bytes(std::size_t elements) {
    return (elements * sizeof(F) / piece | 1U) * piece;
  }

  __device__ slot_copies(unsigned char* shared, std::size_t elements)
      : slots_(shared + threadIdx.x / 32 * 32 * bytes(elements)), slot_bytes_(static_cast<u32>(bytes(elements))) {}

  __device__ F get(unsigned position) const { return load_wide(reinterpret_cast<F const*>(own(position))); }
  __device__ void put(unsigned position, F const& value) const {
    store_wide(reinterpret_cast<F*>(own(position)), value);
  }

 protected:
  // By way of the first cache, since a sector of 32 bytes has pieces of one or two others; __pipeline_memcpy_async goes
  // past it with 16 bytes.
  __device__ static void send(unsigned char* to, unsigned char const* from) {
    auto const shared = static_cast<u32>(__cvta_generic_to_shared(to));
    asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" : : "r"(shared), "l"(from), "n"(piece) : "memory");
  }
  __device__ unsigned char* own(unsigned position) const {
    return slots_ + threadIdx.x % 32 * slot_bytes_ + position * sizeof(F);
  }

  unsigned char* slots_;  // of the warp's first lane
  u32 slot_bytes_;
};

// Every thread copies for itself: for elements that neighbouring lanes have side by side in memory, or that lie in so
// little of it that caches help.
template <class F>
struct own_copies : slot_copies<F> {
  using slot_copies<F>::slot_copies;

  __device__ void meet() const {}  // a slot is its own lane's alone
  // Sends for `count` elements from `from` on.
  template <unsigned count = 1>
  __device__ void fetch(unsigned position, F const* from) const {
    unsigned char* const to = this->own(position);
#pragma unroll
    for (std::size_t i = 0; i < count * sizeof(F); i += this->piece) {
      this->send(to + i, reinterpret_cast<unsigned char const*>(from) + i);
    }
  }
  // *to = value, if `to` is a place; the slot's `position` may be used.
  __device__ void store(unsigned, F const& value, F* to) const {
    if (to != nullptr) store_wide(to, value);
  }
};

// The lanes of a warp copy for each other, neighbouring lanes neighbouring pieces: for elements that lie anywhere in
// much memory, each of which is read in one request then. All lanes call. H200, BLS12-381 G1, a list of 2^26 entries,
// 2^25 points in 3.2 GB and as much of images: the additions of the first round take 7.8 ms instead of 9.0; where
// elements are side by side the shuffles cost more than they save.
template <class F>
struct warp_copies : slot_copies<F> {
  using slot_copies<F>::slot_copies;

  // Orders the lane's use of its slot with what other lanes write there.
  __device__ void meet() const { __syncwarp(); }
  template <unsigned count = 1>
  __device__ void fetch(unsigned position, F const* from) const {
    each_piece<count>(position, from, [this](unsigned char* slot, unsigned char const* at) { this->send(slot, at); });
  }
  __device__ void store(unsigned position, F const& value, F* to) const {
    __syncwarp();
    this->put(position, value);
    __syncwarp();
    each_piece<1>(position, to, [](unsigned char const* slot, unsigned char* at) {
      if (at == nullptr) return;
      *reinterpret_cast<copy_piece_t<F>*>(at) = *reinterpret_cast<copy_piece_t<F> const*>(slot);
    });
  }

 private:
  template <unsigned count, class Pointer, class Copy>
  __device__ void each_piece(unsigned position, Pointer* of_lane, Copy const& copy) const {
    constexpr u32 piece = slot_copies<F>::piece, pieces = count * sizeof(F) / piece;
    using bytes_type = std::conditional_t<std::is_const_v<Pointer>, unsigned char const, unsigned char>;
    u32 lane = threadIdx.x % 32;
    asm volatile("" : "+r"(lane));  // nothing of this is to stay in registers from call to call
    u32 owner = lane / pieces, part = lane % pieces;
    u32 place = owner * this->slot_bytes_ + part * piece;
#pragma unroll
    for (u32 i = 0; i < pieces; ++i) {
      u64 const at = __shfl_sync(~u32{0}, reinterpret_cast<u64>(of_lane), static_cast<int>(owner));
      copy(this->slots_ + position * sizeof(F) + place,
           at == 0 ? nullptr : reinterpret_cast<bytes_type*>(at) + part * piece);
      // The piece 32 further on.
      owner += 32 / pieces;
      part += 32 % pieces;
      place += 32 / pieces * this->slot_bytes_ + 32 % pieces * piece;
      if (part >= pieces) {
        ++owner;
        part -= pieces;
        place += this->slot_bytes_ - pieces * piece;
      }
    }
  }
};

// A warp's elements on their way to places side by side, which are written in whole sectors.
template <class F>
struct warp_tile {
  static constexpr u32 pieces = sizeof(F) / copy_piece<F>;

  alignas(16) copy_piece_t<F> at[32 * pieces];

  // first[lane] = value, for the lanes below `count`. All lanes call.
  __device__ void store(F const& value, F* first, u32 count) {
    u32 const lane = threadIdx.x % 32;
    __syncwarp();
    store_wide(reinterpret_cast<F*>(at + lane * pieces), value);
    __syncwarp();
    auto* const to = reinterpret_cast<copy_piece_t<F>*>(first);
#pragma unroll
    for (u32 i = lane; i < 32 * pieces; i += 32) {
      if (i < count * pieces) to[i] = at[i];
    }
  }
};

}  // namespace cuzk::inline v0::msm::detail
