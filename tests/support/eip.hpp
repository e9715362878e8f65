// SPDX-License-Identifier: Apache-2.0
#pragma once

// The known answers of EIP-196/197 (bn254) and EIP-2537 (bls12_381) in tests/data/eip.

#include <bit>
#include <cstddef>
#include <fstream>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <cuzk/curve/affine.hpp>
#include <cuzk/field/big_int.hpp>
#include <cuzk/field/extension_traits.hpp>

namespace cuzk_test::eip {

using bytes = std::vector<std::byte>;

struct known_answer {
  std::string name;
  bytes input;
  std::optional<bytes> expected;  // nothing: the input must be refused
};

inline bytes from_hex(std::string const& text) {
  auto const digit = [](char c) { return c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10; };
  bytes result;
  for (std::size_t i = 0; i + 1 < text.size(); i += 2) {
    result.push_back(static_cast<std::byte>(16 * digit(text[i]) + digit(text[i + 1])));
  }
  return result;
}

inline std::vector<known_answer> read(std::string const& file) {
  std::ifstream in(std::string(CUZK_TEST_DATA) + "/eip/" + file);
  if (!in) throw std::runtime_error("no test data: eip/" + file);
  std::vector<known_answer> all;
  for (auto const& entry : nlohmann::json::parse(in)) {
    known_answer answer{entry.at("Name"), from_hex(entry.at("Input")), std::nullopt};
    if (entry.contains("Expected")) answer.expected = from_hex(entry.at("Expected"));
    all.push_back(answer);
  }
  return all;
}

/// Bytes of one coordinate of the prime field: 64 for bls12_381, 32 for bn254.
template <class F>
inline constexpr std::size_t coordinate_bytes = F::bytes == 48 ? 64 : F::bytes;

/// A big-endian, padded element; coefficients of fq2 lowest first in EIP-2537, highest first in EIP-197.
template <class F>
std::optional<F> read_element(std::span<std::byte const> in) {
  if constexpr (cuzk::extension_degree_v<F> == 1) {
    for (auto const b : in.first(in.size() - F::bytes)) {
      if (b != std::byte{0}) return std::nullopt;
    }
    return F::try_from_bytes(in.last(F::bytes), std::endian::big);
  } else {
    using base = typename F::base_field;
    std::size_t const half = in.size() / 2;
    auto const first = read_element<base>(in.first(half));
    auto const second = read_element<base>(in.last(half));
    if (!first || !second) return std::nullopt;
    return coordinate_bytes<base> == 64 ? F{*first, *second} : F{*second, *first};
  }
}

/// Size of a point of G.
template <class G>
inline constexpr std::size_t point_bytes =
    2 *
    cuzk::extension_degree_v<typename G::base_field>* coordinate_bytes<cuzk::prime_subfield_t<typename G::base_field>>;

/// A point that is canonical and on the curve, or nothing.
template <class G>
std::optional<cuzk::affine<G>> read_point(std::span<std::byte const> in) {
  auto const x = read_element<typename G::base_field>(in.first(in.size() / 2));
  auto const y = read_element<typename G::base_field>(in.last(in.size() / 2));
  if (!x || !y) return std::nullopt;
  cuzk::affine<G> const p{*x, *y};
  if (!is_on_curve(p)) return std::nullopt;
  return p;
}

}  // namespace cuzk_test::eip
