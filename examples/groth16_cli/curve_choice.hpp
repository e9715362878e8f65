// SPDX-License-Identifier: Apache-2.0
#pragma once

// The file decides the curve: each command is a template that runs for the one that fits.

#include <string>

#include <cuzk/core/error.hpp>
#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/curves/bn254.hpp>
#include <cuzk/io/identify.hpp>

namespace cli {

/// Calls command.operator()<Curve>() for the curve of the file.
/// @throws format_error for another curve
template <class Command>
auto with_curve(cuzk::io::file_identity const& file, std::string const& name, Command&& command) {
  using namespace cuzk::curves;
  if (cuzk::io::is_of_curve<bn254>(file)) return command.template operator()<bn254>();
  if (cuzk::io::is_of_curve<bls12_381>(file)) return command.template operator()<bls12_381>();
  throw cuzk::format_error(name, 0, "curve",
                           file.curve_text() + " is none of those known here: " + std::string(bn254::snarkjs_name) +
                               ", " + std::string(bls12_381::snarkjs_name));
}

/// Identifies a file that must have the given format. @throws format_error
inline cuzk::io::file_identity identify_as(cuzk::io::input const& file, cuzk::io::file_format format) {
  auto const found = cuzk::io::identify(file);
  if (found.format != format) {
    throw cuzk::format_error(
        file.name(), 0, "format",
        std::string(to_string(found.format)) + " found, " + std::string(to_string(format)) + " expected");
  }
  return found;
}

}  // namespace cli
