// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Powers of an element, running products, and products with powers.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <cuzk/core/config.hpp>
#include <cuzk/core/span.hpp>
#include <cuzk/exec/executor.hpp>
#include <cuzk/exec/for_each.hpp>
#include <cuzk/field/concepts.hpp>
#include <cuzk/vector/elementwise.hpp>

namespace cuzk::inline v0::vector {

/// out[i] = first base^i.
///
/// @param where  any executor
/// @param out    n elements
/// @param base   0^0 is 1
/// @param first  the factor of all
/// @cost n products and one power a chunk; no allocation
template <field F, executor Exec>
requires has_pow<F>
void powers(Exec const& where, std::span<F> out, F const& base, F const& first = F::one()) {
  F const step = base, start = first;  // they may be elements of out
  exec::for_each_chunk(where, out.size(), detail::least_chunk, [&](std::size_t begin, std::size_t end) {
    F power = begin == 0 ? start : start * pow(step, std::uint64_t{begin});
    for (std::size_t i = begin; i < end; ++i) {
      out[i] = power;
      power = power * step;
    }
  });
}

/// out[i] = first base^i a[i]: a polynomial in x becomes one in base x.
///
/// @param where  any executor
/// @param out    n elements; may be a, must not overlap it otherwise
/// @param a      n elements
/// @param base   0^0 is 1
/// @param first  the factor of all
/// @throws invalid_argument if the sizes differ or out overlaps a in part, before out is changed
/// @cost 2 n products and one power a chunk; no allocation
template <field F, executor Exec>
requires has_pow<F>
void multiply_by_powers(Exec const& where, std::span<F> out, std::span<F const> a, F const& base,
                        F const& first = F::one()) {
  require_same_size("vector::multiply_by_powers", out.size(), "outputs", a.size(), "elements of a");
  detail::require_same_or_apart("vector::multiply_by_powers", out, a);
  F const step = base, start = first;  // they may be elements of out
  exec::for_each_chunk(where, out.size(), detail::least_chunk, [&](std::size_t begin, std::size_t end) {
    F power = begin == 0 ? start : start * pow(step, std::uint64_t{begin});
    for (std::size_t i = begin; i < end; ++i) {
      out[i] = a[i] * power;
      power = power * step;
    }
  });
}

/// out[i] = a[0] a[1] ... a[i].
///
/// @param where  any executor; one thread takes n products, more take 2 n
/// @param out    n elements; may be a, must not overlap it otherwise
/// @param a      n elements
/// @throws invalid_argument if the sizes differ or out overlaps a in part, before out is changed;
///         std::bad_alloc
/// @cost one element a chunk is allocated
template <field F, executor Exec>
void prefix_products(Exec const& where, std::span<F> out, std::span<F const> a) {
  require_same_size("vector::prefix_products", out.size(), "outputs", a.size(), "elements of a");
  detail::require_same_or_apart("vector::prefix_products", out, a);
  std::size_t const n = out.size();
  if (n == 0) return;
  std::size_t const chunks =
      where.concurrency() <= 1 || n < 2 * detail::least_chunk ? 1 : (n + detail::least_chunk - 1) / detail::least_chunk;
  std::size_t const length = chunks == 1 ? n : detail::least_chunk;
  auto const end_of = [&](std::size_t chunk) { return chunk + 1 == chunks ? n : (chunk + 1) * length; };
  // 1. Each chunk on its own, n products.
  exec::for_each_index(where, chunks, [&](std::size_t chunk) {
    F product = a[chunk * length];
    out[chunk * length] = product;
    for (std::size_t i = chunk * length + 1; i < end_of(chunk); ++i) {
      product = product * a[i];
      out[i] = product;
    }
  });
  if (chunks == 1) return;
  // 2. What comes before each chunk.
  std::vector<F> before(chunks, F::one());
  for (std::size_t chunk = 1; chunk < chunks; ++chunk) before[chunk] = before[chunk - 1] * out[chunk * length - 1];
  // 3. Times that, n products.
  exec::for_each_index(where, chunks - 1, [&](std::size_t k) {
    for (std::size_t i = (k + 1) * length; i < end_of(k + 1); ++i) out[i] = out[i] * before[k + 1];
  });
}

}  // namespace cuzk::inline v0::vector
