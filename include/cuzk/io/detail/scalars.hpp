// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Primes and arrays of field elements inside files.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <cuzk/core/wipe.hpp>
#include <cuzk/exec/executor.hpp>
#include <cuzk/exec/for_each.hpp>
#include <cuzk/field/big_int.hpp>
#include <cuzk/field/concepts.hpp>
#include <cuzk/io/binary_reader.hpp>
#include <cuzk/io/output.hpp>

namespace cuzk::inline v0::io::detail {

// Longest prime that a header may hold: 12 limbs, as the largest curve in use has.
inline constexpr std::size_t prime_limbs = 12;
using prime = big_int<prime_limbs>;

/// 8 N bytes as an integer, low byte first. On the usual machines the bytes are the integer, and a key has
/// millions of them.
template <std::size_t N>
[[nodiscard]] big_int<N> integer_from_le(std::span<std::byte const> bytes) {
  if constexpr (std::endian::native == std::endian::little && sizeof(big_int<N>) == 8 * N) {
    if (bytes.size() == 8 * N) {
      big_int<N> x;
      std::memcpy(&x, bytes.data(), 8 * N);
      return x;
    }
  }
  return big_int<N>::from_bytes(bytes, std::endian::little);
}

/// Reads `u32 bytes | prime`, the way each header names a field.
inline prime read_prime(binary_reader& reader, std::string_view name) {
  auto const field = std::string(name);
  auto const bytes = reader.u32_le(field + ", bytes of an element");
  if (bytes == 0 || bytes % 8 != 0 || bytes > 8 * prime_limbs) {
    reader.fail(field + ", bytes of an element", std::to_string(bytes) + " found; a multiple of 8 up to " +
                                                     std::to_string(8 * prime_limbs) + " expected");
  }
  return prime::from_bytes(reader.take(bytes, field), std::endian::little);
}

/// Reads `u32 bytes | prime` and refuses all but the field F.
template <prime_field_element F>
void require_prime(binary_reader& reader, std::string_view name) {
  auto const start = reader.offset();
  auto const before = reader.remaining();
  auto const found = read_prime(reader, name);
  auto const expected = F::modulus.template resize<prime_limbs>();
  if (!(found == expected) || before - reader.remaining() != 4 + F::bytes) {
    throw format_error(reader.file(), start, std::string(name),
                       found.to_hex() + " found, " + expected.to_hex() + " expected: another curve");
  }
}

/// Writes what `require_prime` reads.
template <prime_field_element F, byte_output Output>
void write_prime(Output& out) {
  write_integer<4>(out, F::bytes, std::endian::little);
  std::byte bytes[F::bytes];
  F::modulus.to_bytes(bytes, std::endian::little);
  out.write(bytes);
}

inline constexpr std::size_t no_index = std::numeric_limits<std::size_t>::max();

/// The least index below `count` for which refuse(i) holds, or no_index. Chunks run on `where`.
template <executor Exec, class Refuse>
[[nodiscard]] std::size_t first_refused(Exec const& where, std::size_t count, std::size_t chunk, Refuse const& refuse) {
  return exec::reduce(
      where, count, chunk, no_index,
      [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
          if (refuse(i)) return i;
        }
        return no_index;
      },
      [](std::size_t a, std::size_t b) { return a < b ? a : b; });
}

/// Reads `out.size()` elements, each little-endian, plain and below the modulus.
template <prime_field_element F, executor Exec>
void read_elements(Exec const& where, std::span<F> out, binary_reader& reader, std::string_view name) {
  auto const start = reader.offset();
  auto const bytes = reader.take_items(out.size(), F::bytes, name);
  auto const bad = first_refused(where, out.size(), 1024, [&](std::size_t i) {
    auto const x = F::try_from_canonical(integer_from_le<F::limb_count>(bytes.subspan(i * F::bytes, F::bytes)));
    if (x) out[i] = *x;
    return !x;
  });
  if (bad != no_index) {
    throw format_error(reader.file(), start + bad * F::bytes, std::string(name) + ", element " + std::to_string(bad),
                       "not below the modulus");
  }
}

/// Reads one element, as `read_elements`.
template <prime_field_element F>
[[nodiscard]] F read_element(binary_reader& reader, std::string_view name) {
  auto const start = reader.offset();
  auto const x = F::try_from_canonical(integer_from_le<F::limb_count>(reader.take(F::bytes, name)));
  if (!x) throw format_error(reader.file(), start, std::string(name), "not below the modulus");
  return *x;
}

/// Writes one element: little-endian, plain.
template <prime_field_element F, byte_output Output>
void write_element(Output& out, F const& x) {
  std::byte bytes[F::bytes];
  x.to_bytes(bytes, std::endian::little);
  out.write(bytes);
  wipe(bytes);  // it may be of a witness
}

}  // namespace cuzk::inline v0::io::detail
