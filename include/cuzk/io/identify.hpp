// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Which format a file has and which curve it is of, by its content, never by its name.

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

#include <cuzk/core/error.hpp>
#include <cuzk/field/big_int.hpp>
#include <cuzk/io/container.hpp>
#include <cuzk/io/detail/json_document.hpp>
#include <cuzk/io/detail/scalars.hpp>
#include <cuzk/io/input.hpp>
#include <cuzk/io/snarkjs_name.hpp>

namespace cuzk::inline v0::io {

/// The formats that `identify` tells apart.
enum class file_format {
  r1cs,
  wtns,
  zkey,
  ptau,
  verification_key_json,
  proof_json,
  public_json,
  headerless,  ///< none of the above: perhaps bellman's, which have nothing to be told by
};

/// The usual name of a format.
[[nodiscard]] constexpr std::string_view to_string(file_format format) noexcept {
  switch (format) {
    case file_format::r1cs:
      return ".r1cs constraint system";
    case file_format::wtns:
      return ".wtns witness";
    case file_format::zkey:
      return ".zkey proving key";
    case file_format::ptau:
      return ".ptau powers of tau";
    case file_format::verification_key_json:
      return "verification_key.json";
    case file_format::proof_json:
      return "proof.json";
    case file_format::public_json:
      return "public.json";
    case file_format::headerless:
      break;
  }
  return "no format with a header";
}

/// What `identify` found. What a format does not say is zero or empty.
struct file_identity {
  file_format format = file_format::headerless;  ///< the format
  big_int<12> coordinate_prime{};                ///< q, in .zkey and .ptau
  big_int<12> scalar_prime{};                    ///< r, in .zkey, .r1cs and .wtns
  std::string curve{};                           ///< the curve's name in JSON files

  /// What the file says of its curve, for messages.
  [[nodiscard]] std::string curve_text() const {
    if (!curve.empty()) return "curve \"" + curve + "\"";
    if (!coordinate_prime.is_zero()) return "the curve over the prime " + coordinate_prime.to_hex();
    if (!scalar_prime.is_zero()) return "the curve of order " + scalar_prime.to_hex();
    return "no curve";
  }
};

/// Whether everything the file says of its curve fits C; false when it says nothing.
template <snarkjs_curve C>
[[nodiscard]] bool is_of_curve(file_identity const& file) {
  bool const says_q = !file.coordinate_prime.is_zero();
  bool const says_r = !file.scalar_prime.is_zero();
  bool const says_name = !file.curve.empty();
  return (says_q || says_r || says_name) &&
         (!says_q || file.coordinate_prime == C::fq::modulus.template resize<12>()) &&
         (!says_r || file.scalar_prime == C::fr::modulus.template resize<12>()) &&
         (!says_name || file.curve == C::snarkjs_name);
}

namespace detail {

inline file_identity identify_json(input const& from) {
  json_document const file(from);
  file_identity out;
  if (file.root().is_array()) {
    out.format = file_format::public_json;
    return out;
  }
  if (!file.root().is_object()) file.fail("text", "an object or an array is expected");
  if (file.has("pi_a")) {
    out.format = file_format::proof_json;
  } else if (file.has("vk_alpha_1")) {
    out.format = file_format::verification_key_json;
  } else {
    file.fail("text", "neither a verification key nor a proof: no field vk_alpha_1 or pi_a");
  }
  if (file.has("curve")) {
    auto const& name = file.at("curve");
    if (!name.is_string()) file.fail("curve", "a name in quotes is expected");
    out.curve = json_document::excerpt(name.get_ref<std::string const&>());
  }
  return out;
}

}  // namespace detail

/// Tells format and curve. Only headers are looked at: a file that is identified may still be malformed.
///
/// @param from  path or bytes
/// @throws format_error for a file that has a known magic but a broken header, for an empty one, and for
///         JSON that is none of these files; io_error
[[nodiscard]] inline file_identity identify(input const& from) {
  auto const bytes = from.bytes();
  if (bytes.empty()) throw format_error(from.name(), 0, "magic", "the file is empty");
  auto const starts_with = [&](std::string_view text) {
    return bytes.size() >= text.size() && std::equal(text.begin(), text.end(), bytes.begin(), [](char a, std::byte b) {
             return static_cast<unsigned char>(a) == std::to_integer<unsigned char>(b);
           });
  };
  file_identity out;
  if (starts_with("r1cs") || starts_with("wtns")) {
    bool const is_r1cs = starts_with("r1cs");
    out.format = is_r1cs ? file_format::r1cs : file_format::wtns;
    container const file(from, is_r1cs ? "r1cs" : "wtns", is_r1cs ? 1 : 2);
    auto header = file.open(1, "header");
    out.scalar_prime = detail::read_prime(header, "section 1, prime");
    return out;
  }
  if (starts_with("zkey")) {
    out.format = file_format::zkey;
    container const file(from, "zkey", 1);
    auto protocol = file.open(1, "protocol");
    if (auto const p = protocol.u32_le("section 1, protocol"); p != 1) {
      throw format_error(from.name(), protocol.offset() - 4, "section 1, protocol",
                         std::to_string(p) + " found (2 is PLONK, 10 fflonk); Groth16 is 1");
    }
    auto header = file.open(2, "header");
    out.coordinate_prime = detail::read_prime(header, "section 2, prime of the coordinates");
    out.scalar_prime = detail::read_prime(header, "section 2, prime of the scalars");
    return out;
  }
  if (starts_with("ptau")) {
    out.format = file_format::ptau;
    container const file(from, "ptau", 1);
    auto header = file.open(1, "header");
    out.coordinate_prime = detail::read_prime(header, "section 1, prime");
    return out;
  }
  auto const blank = [](std::byte b) {
    return b == std::byte{' '} || b == std::byte{'\t'} || b == std::byte{'\n'} || b == std::byte{'\r'};
  };
  auto const first = std::find_if_not(bytes.begin(), bytes.end(), blank);
  if (first != bytes.end() && (*first == std::byte{'{'} || *first == std::byte{'['}))
    return detail::identify_json(from);
  return out;
}

}  // namespace cuzk::inline v0::io
