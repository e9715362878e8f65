// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the threads of a block do with one tile: bring it to shared memory, take it through the levels
// of the pass, and write it back. Every function is the part of one thread between two synchronisations,
// so that the host can run a pass too.
//
// A butterfly is small on purpose: one product, in a loop that is not unrolled. All warps run the same few
// kilobytes of instructions, which the multiprocessors keep beside their schedulers.

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <cuzk/core/config.hpp>
#include <cuzk/field/detail/lazy.hpp>
#include <cuzk/field/detail/montgomery.hpp>
#include <cuzk/ntt/concepts.hpp>
#include <cuzk/ntt/detail/passes.hpp>
#include <cuzk/ntt/detail/tile_map.hpp>
#include <cuzk/ntt/detail/tile_memory.hpp>

namespace cuzk::inline v0::ntt::detail {

// An element of a table, which no kernel writes while it is read.
template <class F>
CUZK_HD CUZK_FORCE_INLINE F read_only(F const* p) {
#if defined(__CUDA_ARCH__)
  return assembled<F>([&](std::uint32_t h) {
    typename chunks<F>::type part;
    if constexpr (chunks<F>::bytes == 16) {
      ulonglong2 const words = __ldg(reinterpret_cast<ulonglong2 const*>(p) + h);
      part.low = words.x;
      part.high = words.y;
    } else {
      part.word = __ldg(reinterpret_cast<unsigned long long const*>(p) + h);
    }
    return part;
  });
#else
  return *p;
#endif
}

// A number below n / 2, in as few bits as there are for every n.
template <ntt_field F>
using block_number = std::conditional_t<(F::two_adicity <= 32), std::uint32_t, std::uint64_t>;

// b -> low[b mod 2^low_log] * high[b / 2^low_log]; the second factor only where it is not 1.
template <ntt_field F>
struct two_level_table {
  F const* low = nullptr;
  F const* high = nullptr;
  unsigned low_log = 0;

  template <class Index>
  CUZK_HD CUZK_FORCE_INLINE F at(Index b) const {
    F x = read_only(low + (b & ((Index{1} << low_log) - 1)));
    if (b >> low_log != 0) x *= read_only(high + (b >> low_log));
    return x;
  }
};

// x / 2^log for log < 64, by as many bits of a Montgomery reduction: some 6 % of a product.
template <ntt_field F>
CUZK_HD CUZK_FORCE_INLINE F divided_by_power_of_two(F const& x, unsigned log, F const& reciprocal) {
  if constexpr (requires {
                  F::from_montgomery_unchecked(x.montgomery());
                  F::modulus;
                }) {
    if (log == 0) return x;
    constexpr auto p = F::modulus;
    constexpr cuzk::detail::u64 negative_inverse = cuzk::detail::negative_inverse_of(p.limbs[0]);
    auto value = x.montgomery();
    cuzk::detail::u64 const m = low_bits(value.limbs[0] * negative_inverse, log);
    cuzk::detail::u64 carry = 0;  // value + m p < 2^log p
    for (std::size_t i = 0; i < F::limb_count; ++i) {
      value.limbs[i] = cuzk::detail::mul_add(value.limbs[i], m, p.limbs[i], carry);
    }
    for (std::size_t i = 0; i + 1 < F::limb_count; ++i) {
      value.limbs[i] = value.limbs[i] >> log | value.limbs[i + 1] << (64U - log);
    }
    value.limbs[F::limb_count - 1] = value.limbs[F::limb_count - 1] >> log | carry << (64U - log);
    return F::from_montgomery_unchecked(value);
  } else {
    return x * reciprocal;
  }
}

// What elements are multiplied with at one end of a pass.
enum class factor { none, size_reciprocal, powers };

template <ntt_field F>
struct tile_scaling {
  factor kind = factor::none;
  bool reversed_index = false;  // the element at p is that of index reversed(p)
  F size_reciprocal{};          // 1 / n
  two_level_table<F> powers;    // factor of the element of index i
};

// Where the elements v 2^thread_log of a tile are, against element 0: in shared memory (bits that differ) and
// among the bytes of all data (a sum). Element v 2^thread_log + t is as far from element t, as a place is made
// of the bits of the index, each moved somewhere.
struct element_steps {
  static constexpr std::uint32_t most = 16;  // elements a thread
  std::uint32_t place[most] = {};
  std::uint64_t bytes[most] = {};
};

// One pass over all data.
template <direction D, bool Negated, ntt_field F>
struct tile_pass {
  F const* in = nullptr;
  F* out = nullptr;  // may be `in` unless one end is permuted and there are several tiles a transform
  std::uint64_t count = 0;
  std::uint64_t tiles = 0;
  tile_map map;
  unsigned thread_log = 0;    // threads of a block, warp_log at least
  bool permuted_in = false;   // `in` is in bit-reversed order
  bool permuted_out = false;  // `out` is to be
  bool last = false;          // leaves reduced elements
  element_steps steps_in, steps_out;
  tile_scaling<F> before, after;
  two_level_table<F> twiddles;

  static constexpr unsigned warp_log = 5;
  using chunk = typename chunks<F>::type;
  using lazy = cuzk::detail::lazy<F>;

  [[nodiscard]] CUZK_HD std::uint32_t threads() const { return std::uint32_t{1} << thread_log; }
  // Level t of the pass in the order of the direction, as the bit of the index in the tile.
  [[nodiscard]] CUZK_HD unsigned bit(unsigned t) const {
    return map.bit_of_level(D == direction::descending ? t : map.level_log - 1 - t);
  }
  // Whether the elements that a thread needs in the level of bit `next` come from its own warp, after the
  // level of bit `done`.
  [[nodiscard]] CUZK_HD bool within_warp(unsigned done, unsigned next) const {
    unsigned const of_warp = map.tile_log - thread_log + warp_log;
    return done < of_warp && next < of_warp;
  }

  // For the map, threads and permutations as they are set.
  void set_steps() {
    for (std::uint32_t v = 0; v < 1U << (map.tile_log - thread_log); ++v) {
      spot const in_spot = spot_of(v << thread_log, 0, permuted_in);
      spot const out_spot = spot_of(v << thread_log, 0, permuted_out);
      steps_in.place[v] = tile_memory<F>::place_in(map.tile_log, in_spot.element);
      steps_in.bytes[v] = in_spot.position * sizeof(F);
      steps_out.place[v] = tile_memory<F>::place_in(map.tile_log, out_spot.element);
      steps_out.bytes[v] = out_spot.position * sizeof(F);
    }
  }

  // Copies the tile's chunks into shared memory; `copy(to, from)` may finish later.
  template <class Copy>
  CUZK_HD CUZK_FORCE_INLINE void load(tile_memory<F> const& x, std::uint64_t tile, std::uint32_t thread,
                                      Copy const& copy) const {
    auto const* const bytes = reinterpret_cast<char const*>(in);
    auto const bring = [&](chunk_spot const& s) { copy(s.here, reinterpret_cast<chunk const*>(bytes + s.byte)); };
    auto const bring_or_clear = [&](chunk_spot const& s) {
      if (s.inside) {
        bring(s);
      } else {
        *s.here = chunk{};
      }
    };
    for_each_two_chunks(x, tile, thread, permuted_in, steps_in, [&](chunk_spot const& a, chunk_spot const& b) {
      if (a.inside && b.inside) {
        bring(a);
        bring(b);
      } else {
        bring_or_clear(a);
        bring_or_clear(b);
      }
    });
  }

  CUZK_HD CUZK_FORCE_INLINE void store(tile_memory<F> const& x, std::uint64_t tile, std::uint32_t thread) const {
    auto* const bytes = reinterpret_cast<char*>(out);
    auto const to = [&](chunk_spot const& s) { return reinterpret_cast<chunk*>(bytes + s.byte); };
    for_each_two_chunks(x, tile, thread, permuted_out, steps_out, [&](chunk_spot const& a, chunk_spot const& b) {
      if (a.inside && b.inside) {  // both are read before one is written
        chunk const first = *a.here, second = *b.here;
        *to(a) = first;
        *to(b) = second;
      } else {
        if (a.inside) *to(a) = *a.here;
        if (b.inside) *to(b) = *b.here;
      }
    });
  }

  // One level, of `bit`, on the thread's pairs of elements; a product each, none in the first block.
  // Between levels and passes elements are lazy (field/detail/lazy.hpp): below B on the way down, below 2 p on
  // the way up, where neither side of a difference is known to be a product.
  CUZK_HD CUZK_FORCE_INLINE void butterflies(tile_memory<F> const& x, std::uint64_t tile, std::uint32_t thread,
                                             unsigned bit) const {
    auto const blocks = blocks_of(tile, bit);
    std::uint32_t const half = x.place(std::uint32_t{1} << bit);
    std::uint32_t pair = first_pair(thread);
#if defined(__CUDA_ARCH__)
#pragma unroll 1
#endif
    for (std::uint32_t left = pairs_per_thread(); left != 0; --left, pair += 1U << warp_log) {
      std::uint32_t const below = pair & ((std::uint32_t{1} << bit) - 1);
      std::uint32_t const i = (pair ^ below) << 1U | below;
      std::uint32_t const first = x.place(i), second = first ^ half;
      butterfly(x, first, second, blocks.of(i));
    }
  }

  // The factors of the elements that the thread has in the level of `bit`. In the end these are reduced.
  CUZK_HD CUZK_FORCE_INLINE void scale(tile_memory<F> const& x, std::uint64_t tile, std::uint32_t thread, unsigned bit,
                                       tile_scaling<F> const& by, bool reduces) const {
    if (by.kind == factor::none && !reduces) return;
    std::uint32_t pair = first_pair(thread);
    std::uint32_t const end = pair + (pairs_per_thread() << warp_log);
    std::uint32_t upper = 0;
#if defined(__CUDA_ARCH__)
#pragma unroll 1
#endif
    while (pair < end) {
      std::uint32_t const below = pair & ((std::uint32_t{1} << bit) - 1);
      std::uint32_t const i = (pair ^ below) << 1U | below | upper << bit;
      std::uint32_t const at = x.place(i);
      F y = x.load_place(at);
      if (by.kind != factor::powers) {
        y = lazy::reduced(y);
        if (by.kind == factor::size_reciprocal) y = divided_by_power_of_two(y, map.log_size, by.size_reciprocal);
      } else {
        std::uint64_t const place = low_bits(map.position(tile, i), map.log_size);
        y = by.powers.at(by.reversed_index ? reversed(place, map.log_size) : place) * y;
      }
      x.store_place(at, y);
      pair += upper << warp_log;
      upper ^= 1U;
    }
  }

 private:
  // The blocks of a level, and where their number stands among the bits of an element's index in the tile.
  struct level_blocks {
    using number = block_number<F>;
    number mask;              // all bits of a number
    number of_tile;           // those that the tile has
    unsigned bit;             // above it, those that say which part of a longer block;
    std::uint32_t part_mask;  // so many
    unsigned apart_bit;       // from it on, those that say which longer block, if they stand elsewhere
    unsigned apart_shift;     // in the number

    CUZK_HD CUZK_FORCE_INLINE number of(std::uint32_t i) const {
      return (of_tile | number{i >> apart_bit} << apart_shift | (i >> (bit + 1) & part_mask)) & mask;
    }
  };
  CUZK_HD CUZK_FORCE_INLINE level_blocks blocks_of(std::uint64_t tile, unsigned bit) const {
    using number = block_number<F>;
    unsigned const shift = map.level_shift + bit - map.column_log + 1;
    unsigned const top_bit = map.column_log + map.level_log;
    bool const apart = map.top_shift != map.level_shift + map.level_log;
    level_blocks b;
    b.mask = (number{1} << (map.log_size - shift)) - 1;
    b.of_tile = static_cast<number>(map.position(tile, 0) >> shift) & b.mask;
    b.bit = bit;
    b.part_mask = apart ? (std::uint32_t{1} << (top_bit - bit - 1)) - 1 : ~std::uint32_t{0};
    b.apart_bit = apart ? top_bit : 31;
    b.apart_shift = map.top_shift - shift;
    return b;
  }

  // The e-th element of a tile in the order of the data, or, where that is permuted, of where it goes.
  struct spot {
    std::uint32_t element;   // of the tile
    std::uint64_t position;  // in the data
  };
  [[nodiscard]] CUZK_HD CUZK_FORCE_INLINE spot spot_of(std::uint32_t e, std::uint64_t tile, bool permuted) const {
    if (!permuted) return {e, map.position(tile, e)};
    auto const i = static_cast<std::uint32_t>(reversed(e, map.tile_log));
    return {i, map.permuted(map.position(tile, i))};
  }

  // A chunk in shared memory, and its place among the bytes of all data.
  struct chunk_spot {
    chunk* here;
    std::uint64_t byte;
    bool inside;
  };
  // body(a, b) for all chunks of the thread. Neighbouring threads take neighbouring chunks of the data.
  template <class Body>
  CUZK_HD CUZK_FORCE_INLINE void for_each_two_chunks(tile_memory<F> const& x, std::uint64_t tile, std::uint32_t thread,
                                                     bool permuted, element_steps const& steps,
                                                     Body const& body) const {
    std::uint64_t const end = count * sizeof(F);
#if defined(__CUDA_ARCH__)
#pragma unroll 1
#endif
    for (std::uint32_t part = 0; part < chunks<F>::count; ++part) {
      std::uint32_t const c = part * threads() + thread;
      std::uint32_t const h = c % chunks<F>::count;
      spot const first = spot_of(c / chunks<F>::count, tile, permuted);
      std::uint64_t const byte = first.position * sizeof(F) + h * sizeof(chunk);
      std::uint32_t const place = x.place(first.element);
      auto const at = [&](std::uint32_t v) {
        std::uint64_t const b = byte + steps.bytes[v];
        return chunk_spot{&x.at_place(place ^ steps.place[v], h), b, b < end};
      };
#if defined(__CUDA_ARCH__)
#pragma unroll 1
#endif
      for (std::uint32_t v = 0; v < 1U << (map.tile_log - thread_log); v += 2) body(at(v), at(v + 1));
    }
  }

  // A warp has neighbouring pairs.
  [[nodiscard]] CUZK_HD CUZK_FORCE_INLINE std::uint32_t pairs_per_thread() const {
    return std::uint32_t{1} << (map.tile_log - 1 - thread_log);
  }
  [[nodiscard]] CUZK_HD CUZK_FORCE_INLINE std::uint32_t first_pair(std::uint32_t thread) const {
    std::uint32_t const lane = thread & ((1U << warp_log) - 1);
    return (thread ^ lane) << (map.tile_log - 1 - thread_log) | lane;
  }

  // The elements at two places. The first block has the twiddle 1.
  CUZK_HD CUZK_FORCE_INLINE void butterfly(tile_memory<F> const& x, std::uint32_t first, std::uint32_t second,
                                           block_number<F> block) const {
    bool const multiplied = block != 0;
    bool const exchanged = Negated && multiplied;
    F y, z;  // what is stored
    if (D == direction::descending) {
      // (a, b) -> (a + w b, a - w b), which change places where w stands for -w.
      F b = x.load_place(second);
      b = multiplied ? lazy::product(twiddles.at(Negated ? negated_inverse(block) : block), b) : lazy::below_2p(b);
      F const a = x.load_place(first);
      y = lazy::sum(a, b);
      z = lazy::difference(a, b);
      x.store_place(exchanged ? second : first, y);
      x.store_place(exchanged ? first : second, z);
    } else {
      // (a, b) -> (a + b, (a - b) w), or (b - a) w.
      F const a = x.load_place(exchanged ? second : first), b = x.load_place(exchanged ? first : second);
      y = lazy::exact_sum(a, b);
      x.store_place(first, y);
      z = lazy::difference(a, b);
      if (multiplied) {
        x.store_place(second, lazy::product(twiddles.at(Negated ? negated_inverse(block) : block), z));
      } else {
        x.store_place(second, z);
      }
    }
  }

  // As in twiddles.hpp.
  CUZK_HD CUZK_FORCE_INLINE static block_number<F> negated_inverse(block_number<F> b) {
#if defined(__CUDA_ARCH__)
    unsigned const top = sizeof(b) == 4 ? 31U - static_cast<unsigned>(__clz(static_cast<int>(b)))
                                        : 63U - static_cast<unsigned>(__clzll(static_cast<long long>(b)));
#else
    unsigned const top = 63U - static_cast<unsigned>(__builtin_clzll(b));
#endif
    return b ^ ((block_number<F>{1} << top) - 1);
  }
};

}  // namespace cuzk::inline v0::ntt::detail
