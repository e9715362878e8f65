// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Many inversions on an executor.

#include <cstddef>
#include <span>

#include <cuzk/core/config.hpp>
#include <cuzk/core/wipe.hpp>
#include <cuzk/exec/executor.hpp>
#include <cuzk/exec/for_each.hpp>
#include <cuzk/field/batch_inverse.hpp>
#include <cuzk/field/concepts.hpp>

namespace cuzk::inline v0::vector {

/// Replaces every nonzero element by its inverse; zeros stay zero.
///
/// @param where   any executor; each of its chunks is inverted by `cuzk::batch_inverse`
/// @param values  n elements, in place
/// @throws std::bad_alloc, before values is changed
/// @cost 3 n products and an inversion a chunk; n elements are allocated, and wiped at the end
/// @source see `cuzk::batch_inverse`
template <field F, executor Exec>
void batch_inverse(Exec const& where, std::span<F> values) {
  constexpr std::size_t least_chunk = 512;  // an inversion costs about 60 products there
  secret_vector<F> scratch(values.size());
  exec::for_each_chunk(where, values.size(), least_chunk, [&](std::size_t begin, std::size_t end) {
    cuzk::batch_inverse(values.subspan(begin, end - begin), std::span<F>(scratch).subspan(begin, end - begin));
  });
}

}  // namespace cuzk::inline v0::vector
