// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the threads of a block do with one tile: bring it to shared memory, take it through the levels
// of the pass, two in a step, and write it back. Every function is the part of one thread between two
// synchronisations, so that the host can run a pass too.

#include <cstddef>
#include <cstdint>

#include <cuzk/core/config.hpp>
#include <cuzk/field/detail/montgomery.hpp>
#include <cuzk/ntt/concepts.hpp>
#include <cuzk/ntt/detail/butterflies.hpp>
#include <cuzk/ntt/detail/passes.hpp>
#include <cuzk/ntt/detail/tile_map.hpp>
#include <cuzk/ntt/detail/tile_memory.hpp>

namespace cuzk::inline v0::ntt::detail {

inline constexpr std::uint32_t elements_per_thread = 4;

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

// b -> low[b mod 2^low_log] * high[b / 2^low_log]; the second factor only where it is not 1.
template <ntt_field F>
struct two_level_table {
  F const* low = nullptr;
  F const* high = nullptr;
  unsigned low_log = 0;

  CUZK_HD CUZK_FORCE_INLINE F at(std::uint64_t b) const {
    F x = read_only(low + low_bits(b, low_log));
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

// One pass over all data.
template <direction D, bool Negated, ntt_field F>
struct tile_pass {
  F const* in = nullptr;
  F* out = nullptr;  // may be `in` unless one end is permuted and there are several tiles a transform
  std::uint64_t count = 0;
  std::uint64_t tiles = 0;
  tile_map map;
  bool permuted_in = false;   // `in` is in bit-reversed order
  bool permuted_out = false;  // `out` is to be
  tile_scaling<F> before, after;
  two_level_table<F> twiddles;

  using chunk = typename chunks<F>::type;

  [[nodiscard]] CUZK_HD std::uint32_t threads() const {
    return (std::uint32_t{1} << map.tile_log) / elements_per_thread;
  }
  [[nodiscard]] CUZK_HD tile_step step(unsigned t) const {
    return step_of(map, D == direction::descending ? t : map.steps() - 1 - t);
  }

  // Copies the tile's chunks into shared memory; `copy(to, from)` may finish later.
  template <class Copy>
  CUZK_HD CUZK_FORCE_INLINE void load(tile_memory<F> const& x, std::uint64_t tile, std::uint32_t thread,
                                      Copy const& copy) const {
    auto const* const from = reinterpret_cast<chunk const*>(in);
    for_each_chunk_of(tile, thread, permuted_in, [&](std::uint32_t i, std::uint32_t h, std::uint64_t at, bool inside) {
      if (inside) {
        copy(&x.at(i, h), from + at * chunks<F>::count + h);
      } else {
        x.at(i, h) = chunk{};
      }
    });
  }

  CUZK_HD CUZK_FORCE_INLINE void store(tile_memory<F> const& x, std::uint64_t tile, std::uint32_t thread) const {
    auto* const to = reinterpret_cast<chunk*>(out);
    for_each_chunk_of(tile, thread, permuted_out, [&](std::uint32_t i, std::uint32_t h, std::uint64_t at, bool inside) {
      if (inside) to[at * chunks<F>::count + h] = x.at(i, h);
    });
  }

  // One or two levels on the thread's four elements. 4 products a thread, 1 in the first block.
  CUZK_HD CUZK_FORCE_INLINE void butterflies(tile_memory<F> const& x, std::uint64_t tile, std::uint32_t thread,
                                             tile_step const& s) const {
    std::uint32_t const i = first_element(thread, s);
    std::uint64_t const place = low_bits(map.position(tile, i), map.log_size);
    std::uint64_t const block = s.first ? place >> (map.level_shift + s.bit - map.column_log + 2) : 0;
    four_elements const e{x, i, std::uint32_t{1} << s.bit};
    if (block == 0) {
      first_block(e, s);
    } else {
      other_block(e, s, block);
    }
  }

  // The factors of the four elements that the thread has in step s.
  CUZK_HD CUZK_FORCE_INLINE void scale(tile_memory<F> const& x, std::uint64_t tile, std::uint32_t thread,
                                       tile_step const& s, tile_scaling<F> const& by) const {
    if (by.kind == factor::none) return;
    std::uint32_t i = first_element(thread, s);
#if defined(__CUDA_ARCH__)
#pragma unroll 1
#endif
    for (std::uint32_t e = 0; e < elements_per_thread; ++e, i += std::uint32_t{1} << s.bit) {
      F y = x.load(i);
      if (by.kind == factor::size_reciprocal) {
        y = divided_by_power_of_two(y, map.log_size, by.size_reciprocal);
      } else {
        std::uint64_t const place = low_bits(map.position(tile, i), map.log_size);
        y *= by.powers.at(by.reversed_index ? reversed(place, map.log_size) : place);
      }
      x.store(i, y);
    }
  }

 private:
  // body(i, h, at, inside): chunk h of element i of the tile is that of element `at` of the data, if
  // inside. Neighbouring threads take neighbouring chunks of the data.
  template <class Body>
  CUZK_HD CUZK_FORCE_INLINE void for_each_chunk_of(std::uint64_t tile, std::uint32_t thread, bool permuted,
                                                   Body const& body) const {
    std::uint32_t const stride = threads();
#if defined(__CUDA_ARCH__)
#pragma unroll
#endif
    for (std::uint32_t u = 0; u < elements_per_thread * chunks<F>::count; ++u) {
      std::uint32_t const c = u * stride + thread;
      std::uint32_t const e = c / chunks<F>::count, h = c % chunks<F>::count;
      std::uint32_t const i = permuted ? static_cast<std::uint32_t>(reversed(e, map.tile_log)) : e;
      std::uint64_t const position = map.position(tile, i);
      body(i, h, permuted ? map.permuted(position) : position, position < count);
    }
  }

  // The thread's number with the two bits of the step put in as zeros.
  CUZK_HD CUZK_FORCE_INLINE static std::uint32_t first_element(std::uint32_t thread, tile_step const& s) {
    std::uint32_t const below = thread & ((std::uint32_t{1} << s.bit) - 1);
    return (thread ^ below) << 2U | below;
  }

  // The elements of a step in shared memory, read late and written early: registers are scarce.
  struct four_elements {
    tile_memory<F> const& x;
    std::uint32_t first, part;

    CUZK_HD CUZK_FORCE_INLINE F load(std::uint32_t k) const { return x.load(first + k * part); }
    CUZK_HD CUZK_FORCE_INLINE void store(std::uint32_t k, F const& y) const { x.store(first + k * part, y); }
  };

  CUZK_HD CUZK_FORCE_INLINE void first_block(four_elements const& e, tile_step const& s) const {
    F x0 = e.load(0), x1 = e.load(1), x2 = e.load(2), x3 = e.load(3);
    if (!s.first) {
      radix2_first(x0, x1);
      radix2_first(x2, x3);
    } else if (!s.second) {
      radix2_first(x0, x2);
      radix2_first(x1, x3);
    } else {
      F const i = twiddles.at(1);
      if constexpr (D == direction::descending) {
        descend_radix4_first<Negated>(x0, x1, x2, x3, i);
      } else {
        ascend_radix4_first<Negated>(x0, x1, x2, x3, i);
      }
    }
    e.store(0, x0);
    e.store(1, x1);
    e.store(2, x2);
    e.store(3, x3);
  }

  // descend_radix4 and ascend_radix4, or only the level with the twiddle of the block itself.
  CUZK_HD CUZK_FORCE_INLINE void other_block(four_elements const& e, tile_step const& s, std::uint64_t block) const {
    std::uint64_t const b = Negated ? negated_inverse(block) : block;
    std::uint64_t const b2 = 2 * b + (Negated ? 1 : 0), b3 = b2 ^ 1U;
    if constexpr (D == direction::descending) {
      F x2 = e.load(2), x3 = e.load(3);
      {
        F const w1 = twiddles.at(b);
        x2 *= w1;
        x3 *= w1;
      }
      F x0 = e.load(0), x1 = e.load(1);
      split<Negated>(x0, x2);
      split<Negated>(x1, x3);
      if (s.second) descend_radix2<Negated>(x0, x1, twiddles.at(b2));
      e.store(0, x0);
      e.store(1, x1);
      if (s.second) descend_radix2<Negated>(x2, x3, twiddles.at(b3));
      e.store(2, x2);
      e.store(3, x3);
    } else {
      F x0 = e.load(0), x1 = e.load(1);
      if (s.second) ascend_radix2<Negated>(x0, x1, twiddles.at(b2));
      F x2 = e.load(2), x3 = e.load(3);
      if (s.second) ascend_radix2<Negated>(x2, x3, twiddles.at(b3));
      join<Negated>(x0, x2);
      join<Negated>(x1, x3);
      e.store(0, x0);
      e.store(1, x1);
      F const w1 = twiddles.at(b);
      e.store(2, x2 * w1);
      e.store(3, x3 * w1);
    }
  }

  // As in twiddles.hpp.
  CUZK_HD CUZK_FORCE_INLINE static std::uint64_t negated_inverse(std::uint64_t b) {
#if defined(__CUDA_ARCH__)
    return b ^ ((std::uint64_t{1} << (63 - __clzll(static_cast<long long>(b)))) - 1);
#else
    return b ^ ((std::uint64_t{1} << (63 - __builtin_clzll(b))) - 1);
#endif
  }
};

}  // namespace cuzk::inline v0::ntt::detail
