// SPDX-License-Identifier: Apache-2.0
#pragma once

// The order of the passes: breadth-first while there are fewer blocks than threads want, then one
// task a block, depth-first, so that each block stays in the nearest cache that holds it.

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>

#include <cuzk/core/config.hpp>
#include <cuzk/exec/executor.hpp>
#include <cuzk/exec/for_each.hpp>
#include <cuzk/ntt/concepts.hpp>
#include <cuzk/ntt/detail/passes.hpp>
#include <cuzk/ntt/detail/twiddles.hpp>

namespace cuzk::inline v0::ntt::detail {

// Sizes that change the time and never the result.
struct tuning {
  unsigned leaf_log = 10;               // a leaf, done pass by pass, fits the first-level cache
  unsigned least_block_log = 8;         // no block is split for the sake of threads below this
  std::size_t tasks_per_thread = 4;     // blocks wanted
  std::size_t least_butterflies = 256;  // radix-4 steps in a task of a breadth-first pass

  friend constexpr bool operator==(tuning const&, tuning const&) = default;
};

// Leaves of 32 KiB: on a Xeon with 48 KiB of first-level and 2 MiB of second-level cache.
template <class F>
constexpr tuning default_tuning() {
  tuning t;
  t.leaf_log = 1;
  while ((std::size_t{2} << t.leaf_log) * sizeof(F) <= 32768) ++t.leaf_log;
  return t;
}

// The factor constant * step^j of the coefficient j; without a step, a constant; or nothing.
template <ntt_field F>
struct scaling {
  std::optional<F> constant;
  std::optional<F> step;

  [[nodiscard]] F first() const { return constant ? *constant : F::one(); }
};

// What one task does with one block of one transform: serial, no allocation.
template <direction D, bool Negated, ntt_field F>
class block_transform {
 public:
  block_transform(twiddles<F> const& table, unsigned leaf_log, F const* constant, reversed_powers<F> const* powers)
      : table_(table), leaf_log_(leaf_log), constant_(constant), powers_(powers) {}

  // The block of 2^log_length elements at x, number `block` of its size in the transform.
  void run(F* x, unsigned log_length, std::size_t block) const {
    if (log_length <= leaf_log_) {
      leaf(x, log_length, block);
      return;
    }
    unsigned const part_log = log_length - 2;
    std::size_t const quarter = std::size_t{1} << part_log;
    if constexpr (D == direction::descending) long_pass(x, quarter, block);
    for (std::size_t part = 0; part < 4; ++part) run(x + (part << part_log), part_log, 4 * block + part);
    if constexpr (D == direction::ascending) long_pass(x, quarter, block);
  }

 private:
  void long_pass(F* x, std::size_t quarter, std::size_t block) const {
    radix4_pass<D, Negated>(table_, x, quarter, block, 0, quarter);
  }

  void leaf(F* x, unsigned log_length, std::size_t block) const {
    unsigned const odd = log_length % 2;
    unsigned const top = log_length - odd;  // log of the longest blocks of radix-4 passes
    std::size_t const half = (std::size_t{1} << log_length) / 2;
    if constexpr (D == direction::descending) {
      if (odd != 0) radix2_pass<D, Negated>(table_, x, half, block);
      for (unsigned level = top; level > 0; level -= 2) short_pass(x, log_length, level, block, top);
      if (top == 0) scale_by_constant(x, log_length);
      if (powers_ != nullptr) powers_->scale(x, block);
    } else {
      if (powers_ != nullptr) powers_->scale(x, block);
      if (top == 0) scale_by_constant(x, log_length);
      for (unsigned level = 2; level <= top; level += 2) short_pass(x, log_length, level, block, top);
      if (odd != 0) radix2_pass<D, Negated>(table_, x, half, block);
    }
  }

  // All blocks of 2^level elements in a leaf. The constant rides on blocks of 64 or less: there are
  // few of them for their twiddles to be scaled, and many besides the first, which has none.
  void short_pass(F* x, unsigned log_length, unsigned level, std::size_t block, unsigned top) const {
    std::size_t const quarter = std::size_t{1} << (level - 2);
    std::size_t const blocks = std::size_t{1} << (log_length - level);
    std::size_t const first = block * blocks;
    if (level == std::min(top, 6U) && constant_ != nullptr) {
      for (std::size_t b = 0; b < blocks; ++b) {
        radix4_pass_scaled<D, Negated>(table_, x + (b << level), quarter, first + b, *constant_);
      }
    } else if (quarter == 1) {
      for (std::size_t b = 0; b < blocks; ++b) {
        radix4_pass<D, Negated>(table_, x + (b << 2U), 1, first + b, 0, 1);
      }
    } else {
      for (std::size_t b = 0; b < blocks; ++b) {
        radix4_pass<D, Negated>(table_, x + (b << level), quarter, first + b, 0, quarter);
      }
    }
  }

  void scale_by_constant(F* x, unsigned log_length) const {
    if (constant_ == nullptr) return;
    F const c = *constant_;
    for (std::size_t j = 0; j < std::size_t{1} << log_length; ++j) x[j] *= c;
  }

  twiddles<F> const& table_;
  unsigned leaf_log_;
  F const* constant_;
  reversed_powers<F> const* powers_;
};

// Calls body(transform, block, begin, end) for the pieces of the radix-4 steps [begin, end) of a pass
// over many transforms, each of `per_transform` steps in blocks of `quarter`.
template <class Body>
void for_each_piece(std::size_t begin, std::size_t end, std::size_t per_transform, std::size_t quarter,
                    Body const& body) {
  while (begin < end) {
    std::size_t const within = begin % per_transform;
    std::size_t const j = within % quarter;
    std::size_t const length = std::min(end - begin, quarter - j);
    body(begin / per_transform, within / quarter, j, j + length);
    begin += length;
  }
}

// Radix-4 passes over everything before (after) the blocks become tasks of their own.
inline unsigned breadth_first_passes(std::size_t transforms, unsigned log_size, std::size_t concurrency,
                                     bool at_least_one, tuning const& t) {
  unsigned passes = at_least_one && log_size >= 2 ? 1 : 0;
  if (concurrency <= 1) return passes;
  auto const enough = [&] {
    std::size_t const blocks_each = std::size_t{1} << 2 * passes;
    return transforms / t.tasks_per_thread >= concurrency ||
           transforms * blocks_each / t.tasks_per_thread >= concurrency;
  };
  while (!enough() && log_size >= 2 * (passes + 1) && log_size - 2 * (passes + 1) >= t.least_block_log) ++passes;
  return passes;
}

// Transforms all of data, a multiple of 2^table.log_size() elements.
//
// Descending: natural to bit-reversed; ascending: back. Negated: with the inverse root.
// `natural` scales at the end that is in natural order, `reversed` at the other; one at most has a
// step, and a constant alone belongs to `reversed`.
// n/2 log2 n - n + 1 products a transform; for a constant about 0.3 n + 50 more from n = 64 on, for a step 2 n more,
// 3 n at the reversed end; with two tables (plan.hpp) about n more.
template <direction D, bool Negated, ntt_field F, executor Exec>
void transform(Exec const& where, twiddles<F> const& table, std::span<F> data, scaling<F> const& natural,
               scaling<F> const& reversed, tuning const& t) {
  unsigned const log_size = table.log_size();
  std::size_t const n = std::size_t{1} << log_size;
  std::size_t const transforms = data.size() >> log_size;
  std::size_t const concurrency = exec::threads_of(where);
  bool const natural_step = natural.step.has_value();
  unsigned const passes = breadth_first_passes(transforms, log_size, concurrency, natural_step, t);
  unsigned const block_log = log_size - 2 * passes;
  unsigned const leaf_log = block_log <= t.leaf_log ? block_log : t.leaf_log - (block_log - t.leaf_log) % 2;

  std::optional<reversed_powers<F>> powers;
  if (reversed.step) powers.emplace(reversed.first(), *reversed.step, log_size, leaf_log);
  std::optional<natural_powers<F>> quarters;
  if (natural_step && passes > 0) quarters.emplace(natural.first(), *natural.step, n / 4);
  bool const constant_in_leaves = !reversed.step && reversed.constant;

  // Sizes 1 and 2 have no pass with four quarters.
  auto const scale_small = [&] {
    if (!natural_step || passes > 0) return;
    F const factors[2] = {natural.first(), natural.first() * *natural.step};
    for (std::size_t i = 0; i < data.size(); ++i) data[i] *= factors[i % n];
  };

  auto const pass = [&](unsigned level) {  // there are 4^level blocks
    std::size_t const quarter = n / 4 >> 2 * level;
    exec::for_each_chunk(where, data.size() / 4, t.least_butterflies, [&](std::size_t first, std::size_t last) {
      for_each_piece(first, last, n / 4, quarter,
                     [&](std::size_t which, std::size_t block, std::size_t begin, std::size_t end) {
                       F* const x = data.data() + which * n + block * quarter * 4;
                       if (level == 0 && quarters) {
                         radix4_pass_with_powers<D, Negated>(table, x, quarter, begin, end, *quarters);
                       } else {
                         radix4_pass<D, Negated>(table, x, quarter, block, begin, end);
                       }
                     });
    });
  };

  auto const blocks = [&] {
    block_transform<D, Negated, F> const each(table, leaf_log, constant_in_leaves ? &*reversed.constant : nullptr,
                                              powers ? &*powers : nullptr);
    std::size_t const count = data.size() >> block_log;
    std::size_t const least = std::max<std::size_t>(1, 4 * t.least_butterflies >> block_log);
    auto const one = [&](std::size_t b) {
      each.run(data.data() + (b << block_log), block_log, b & ((std::size_t{1} << 2 * passes) - 1));
    };
    if (least == 1) {
      exec::for_each_index(where, count, one);
    } else {
      exec::for_each_chunk(where, count, least, [&](std::size_t first, std::size_t last) {
        for (std::size_t b = first; b < last; ++b) one(b);
      });
    }
  };

  if constexpr (D == direction::descending) {
    scale_small();
    for (unsigned level = 0; level < passes; ++level) pass(level);
    blocks();
  } else {
    blocks();
    for (unsigned level = passes; level-- > 0;) pass(level);
    scale_small();
  }
}

}  // namespace cuzk::inline v0::ntt::detail
