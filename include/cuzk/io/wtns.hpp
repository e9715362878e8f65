// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Witness files of circom (`.wtns`, version 2). docs/formats/wtns.md has the layout.

#include <bit>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/core/wipe.hpp>
#include <cuzk/exec/executor.hpp>
#include <cuzk/exec/serial.hpp>
#include <cuzk/field/concepts.hpp>
#include <cuzk/io/container.hpp>
#include <cuzk/io/detail/scalars.hpp>
#include <cuzk/io/input.hpp>
#include <cuzk/io/output.hpp>

namespace cuzk::inline v0::io {

/// Reads a witness: one value a wire, the constant one first.
///
/// Whether it satisfies a circuit is not said by the file. The values are secrets: wipe the vector
/// when it is done with (`wipe`, `wipe_on_exit`).
///
/// @param where  host executor
/// @param from   path or bytes
/// @returns      elements of F (Montgomery form)
/// @throws format_error for anything malformed, another field, a value of the modulus and above, no
///         value at all, or a first value other than one; io_error
/// @cost   one product a value
template <prime_field_element F, executor Exec>
[[nodiscard]] std::vector<F> read_wtns(Exec const& where, input const& from) {
  container const file(from, "wtns", 2);
  auto header = file.open(1, "header");
  detail::require_prime<F>(header, "section 1, prime");
  auto const at = header.offset();
  auto const count = header.u32_le("section 1, number of values");
  header.require_end("section 1");
  if (count == 0) {
    throw format_error(from.name(), at, "section 1, number of values", "0 found; wire 0 is the constant one");
  }
  auto values = file.open_array(2, "values", count, F::bytes);
  auto const start = values.offset();
  std::vector<F> witness(count);
  try {
    detail::read_elements(where, std::span<F>(witness), values, "section 2, values");
    if (!(witness[0] == F::one())) {
      throw format_error(from.name(), start, "section 2, value 0", "the constant wire must be one");
    }
  } catch (...) {
    wipe(std::span<F>(witness));  // the values of a bad file are secrets as well
    throw;
  }
  return witness;
}

/// As above, on the calling thread.
template <prime_field_element F>
[[nodiscard]] std::vector<F> read_wtns(input const& from) {
  return read_wtns<F>(exec::serial{}, from);
}

/// Writes a witness, byte for byte as circom's calculators and snarkjs do.
///
/// @param out      where the bytes go
/// @param witness  one value a wire, the first is one
/// @throws invalid_argument for 2^32 values and more, or when the first is not one
template <prime_field_element F, byte_output Output>
void write_wtns(Output& out, std::span<F const> witness) {
  if (witness.empty() || !(witness[0] == F::one())) {
    throw invalid_argument("wtns: the first value of a witness is the constant one");
  }
  if (witness.size() > std::numeric_limits<std::uint32_t>::max()) {
    throw invalid_argument("wtns: " + std::to_string(witness.size()) + " values; at most 2^32 - 1");
  }
  write_text(out, "wtns");
  write_integer<4>(out, 2, std::endian::little);
  write_integer<4>(out, 2, std::endian::little);
  write_integer<4>(out, 1, std::endian::little);
  write_integer<8>(out, 4 + F::bytes + 4, std::endian::little);
  detail::write_prime<F>(out);
  write_integer<4>(out, witness.size(), std::endian::little);
  write_integer<4>(out, 2, std::endian::little);
  write_integer<8>(out, witness.size() * F::bytes, std::endian::little);
  for (auto const& value : witness) detail::write_element(out, value);
}

/// Writes a witness file, which appears complete or not at all. @throws io_error; as above
template <prime_field_element F>
void write_wtns(std::filesystem::path const& path, std::span<F const> witness) {
  write_file(path, [&](auto& out) { write_wtns<F>(out, witness); });
}

}  // namespace cuzk::inline v0::io
