// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE curve_encoding
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <ios>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/core/random.hpp>
#include <cuzk/curve/encoding.hpp>
#include <cuzk/curve/random.hpp>
#include <cuzk/curves/bls12_377.hpp>
#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/curves/bn254.hpp>
#include <cuzk/curves/toy.hpp>

#include <support/check.hpp>
#include <support/seed.hpp>

namespace {

using cuzk::affine;
namespace zcash = cuzk::zcash;
namespace raw = cuzk::raw;
using g1 = cuzk::curves::bls12_381::g1;
using g2 = cuzk::curves::bls12_381::g2;
using bytes = std::vector<std::byte>;
using view = std::span<std::byte const>;

bytes read_file(std::string const& name) {
  std::ifstream file(std::string(CUZK_TEST_DATA) + "/encodings/" + name, std::ios::binary);
  std::string const text((std::istreambuf_iterator<char>(file)), {});
  bytes data(text.size());
  std::transform(text.begin(), text.end(), data.begin(), [](char c) { return static_cast<std::byte>(c); });
  return data;
}

template <class G>
bytes compressed(affine<G> const& p) {
  bytes out(zcash::compressed_bytes<G>);
  zcash::encode_compressed(p, out);
  return out;
}
template <class G>
bytes uncompressed(affine<G> const& p) {
  bytes out(zcash::uncompressed_bytes<G>);
  zcash::encode_uncompressed(p, out);
  return out;
}
template <class G>
bytes raw_bytes(affine<G> const& p) {
  bytes out(raw::encoded_bytes<G>);
  raw::encode(p, out);
  return out;
}
template <class G>
bytes encoded(affine<G> const& p, bool compress) {
  return compress ? compressed(p) : uncompressed(p);
}
template <class G>
std::optional<affine<G>> decoded(view in, bool compress) {
  return compress ? zcash::decode_compressed<G>(in) : zcash::decode_uncompressed<G>(in);
}

// in + p for the prime p of the coordinate, as big-endian integers below the three flag bits.
template <class F>
void add_modulus(std::span<std::byte> coordinate) {
  auto x = F::integer::from_bytes(coordinate, std::endian::big);
  add(x, x, F::modulus);
  x.to_bytes(coordinate, std::endian::big);
}

// Every encoding of a file both ways, and what is next to it.
template <class G>
void whole_file(std::string const& name, bool compress) {
  auto const data = read_file(name);
  std::size_t const size = compress ? zcash::compressed_bytes<G> : zcash::uncompressed_bytes<G>;
  BOOST_REQUIRE(data.size() == 1000 * size);
  auto p = cuzk::jacobian<G>::infinity();
  for (std::size_t i = 0; i < 1000; ++i, p += affine<G>::generator()) {
    auto const in = view(data).subspan(i * size, size);
    auto const right = to_affine(p);
    auto const point = decoded<G>(in, compress);
    CUZK_CHECK(point == right);
    CUZK_CHECK(std::ranges::equal(encoded(right, compress), in));
    // The raw form and back.
    CUZK_CHECK(raw::decode<G>(raw_bytes(right)) == right);

    bytes changed(in.begin(), in.end());
    // The flags: each other combination either is refused or is the other sign.
    for (unsigned flags = 0; flags < 8; ++flags) {
      changed[0] = (in[0] & std::byte{0x1f}) | static_cast<std::byte>(flags << 5U);
      if (changed[0] == in[0]) continue;
      auto const other = decoded<G>(changed, compress);
      bool const other_sign = compress && i != 0 && (changed[0] ^ in[0]) == std::byte{0x20};
      CUZK_CHECK(other_sign ? other == -right : !other.has_value());
      CUZK_CHECK(!decoded<G>(changed, !compress).has_value());
    }
    // Every coefficient with the prime added, where that fits in the bits below the flags.
    std::size_t const width = G::scalar_field::bytes == 32 ? 48 : 0;
    for (std::size_t at = 0; at + width <= size; at += width) {
      changed.assign(in.begin(), in.end());
      std::byte const flags = changed[0] & std::byte{0xe0};
      changed[0] &= std::byte{0x1f};
      add_modulus<cuzk::prime_subfield_t<typename G::base_field>>(std::span(changed).subspan(at, width));
      bool const fits = (changed[0] & std::byte{0xe0}) == std::byte{};
      changed[0] |= flags;
      if (fits) CUZK_CHECK(!decoded<G>(changed, compress).has_value());
    }
    // Lengths.
    CUZK_CHECK(!decoded<G>(in.first(size - 1), compress).has_value());
    changed.assign(in.begin(), in.end());
    changed.push_back(std::byte{});
    CUZK_CHECK(!decoded<G>(changed, compress).has_value());
  }
}

BOOST_AUTO_TEST_CASE(g1_compressed_file) { whole_file<g1>("g1_compressed.dat", true); }
BOOST_AUTO_TEST_CASE(g1_uncompressed_file) { whole_file<g1>("g1_uncompressed.dat", false); }
BOOST_AUTO_TEST_CASE(g2_compressed_file) { whole_file<g2>("g2_compressed.dat", true); }

using every_group = std::tuple<g1, g2, cuzk::curves::bls12_377::g1, cuzk::curves::bls12_377::g2, cuzk::curves::toy_349>;

BOOST_AUTO_TEST_CASE_TEMPLATE(round_trips, G, every_group) {
  cuzk::insecure_seeded_random random(cuzk_test::seed());
  for (int i = 0; i < 30; ++i) {
    auto const p = i == 0 ? affine<G>::infinity() : cuzk::random_point<G>(random);
    CUZK_CHECK(zcash::decode_compressed<G>(compressed(p)) == p && zcash::decode_compressed<G>(compressed(-p)) == -p);
    CUZK_CHECK(zcash::decode_uncompressed<G>(uncompressed(p)) == p);
    CUZK_CHECK(raw::decode<G>(raw_bytes(p)) == p);
    CUZK_CHECK(!zcash::decode_compressed<G>(uncompressed(p)).has_value());
    CUZK_CHECK(!zcash::decode_uncompressed<G>(compressed(p)).has_value());
  }
}

// A point of the curve outside the subgroup is read only by the calls that say so.
using with_cofactor = std::tuple<g1, g2, cuzk::curves::bls12_377::g1, cuzk::curves::bls12_377::g2>;
BOOST_AUTO_TEST_CASE_TEMPLATE(wrong_subgroup_is_refused, G, with_cofactor) {
  cuzk::insecure_seeded_random random(cuzk_test::seed());
  for (int i = 0; i < 5; ++i) {
    auto const p = cuzk::random_curve_point<G>(random);
    if (is_in_subgroup(p)) continue;
    CUZK_CHECK(!zcash::decode_compressed<G>(compressed(p)).has_value());
    CUZK_CHECK(!zcash::decode_uncompressed<G>(uncompressed(p)).has_value());
    CUZK_CHECK(!raw::decode<G>(raw_bytes(p)).has_value());
    CUZK_CHECK(zcash::decode_compressed_unchecked_subgroup<G>(compressed(p)) == p);
    CUZK_CHECK(zcash::decode_uncompressed_unchecked_subgroup<G>(uncompressed(p)) == p);
    CUZK_CHECK(raw::decode_unchecked_subgroup<G>(raw_bytes(p)) == p);
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(off_the_curve_is_refused, G, every_group) {
  cuzk::insecure_seeded_random random(cuzk_test::seed());
  using F = typename G::base_field;
  auto const p = cuzk::random_point<G>(random);
  for (auto const& q : {affine<G>{p.x, p.y + F::one()}, affine<G>{p.x + F::one(), p.y}, affine<G>{p.y, p.x}}) {
    if (is_on_curve(q)) continue;
    CUZK_CHECK(!zcash::decode_uncompressed_unchecked_subgroup<G>(uncompressed(q)).has_value());
    CUZK_CHECK(!raw::decode_unchecked_subgroup<G>(raw_bytes(q)).has_value());
  }
  // About half of all x belong to no point.
  int refused = 0;
  for (std::uint64_t i = 1; i <= 40; ++i) {
    affine<G> const q{p.x + F::from_u64(i), F::one()};
    bool const has_y = sqrt(affine<G>::right_side(q.x)).has_value();
    CUZK_CHECK(zcash::decode_compressed_unchecked_subgroup<G>(compressed(q)).has_value() == has_y);
    refused += has_y ? 0 : 1;
  }
  CUZK_CHECK(refused > 5 && refused < 35);
}

// Infinity has one encoding: its flag and zeros.
BOOST_AUTO_TEST_CASE_TEMPLATE(infinity_has_one_encoding, G, every_group) {
  auto const in = compressed(affine<G>::infinity());
  CUZK_CHECK(in[0] == std::byte{0xc0});
  auto const wide = uncompressed(affine<G>::infinity());
  CUZK_CHECK(wide[0] == std::byte{0x40});
  for (std::size_t i = 0; i < wide.size(); ++i) {
    auto changed = wide;
    changed[i] ^= std::byte{1};
    CUZK_CHECK(!zcash::decode_uncompressed<G>(changed).has_value());
    if (i < in.size()) {
      changed = in;
      changed[i] ^= std::byte{1};
      CUZK_CHECK(!zcash::decode_compressed<G>(changed).has_value());
    }
  }
  // All zeros are infinity in the raw form only.
  CUZK_CHECK(!zcash::decode_uncompressed<G>(bytes(wide.size())).has_value());
  CUZK_CHECK(!zcash::decode_compressed<G>(bytes(in.size())).has_value());
  CUZK_CHECK(raw::decode<G>(bytes(raw::encoded_bytes<G>)) == affine<G>::infinity());
}

// y = 0 is its own negative, so its sign flag is no second encoding.
BOOST_AUTO_TEST_CASE(sign_of_zero) {
  using G = cuzk::curves::bls12_377::g1;  // (-1, 0) is on y^2 = x^3 + 1
  affine<G> const p{-G::base_field::one(), G::base_field::zero()};
  BOOST_REQUIRE(is_on_curve(p));
  auto in = compressed(p);
  CUZK_CHECK(zcash::decode_compressed_unchecked_subgroup<G>(in) == p);
  in[0] |= std::byte{0x20};
  CUZK_CHECK(!zcash::decode_compressed_unchecked_subgroup<G>(in).has_value());
}

// The raw form: Montgomery values of p and above, and every wrong length, are refused.
using snarkjs_groups = std::tuple<g1, g2, cuzk::curves::bn254::g1, cuzk::curves::bn254::g2>;
BOOST_AUTO_TEST_CASE_TEMPLATE(raw_form, G, snarkjs_groups) {
  using F = cuzk::prime_subfield_t<typename G::base_field>;
  auto const g = affine<G>::generator();
  auto const in = raw_bytes(g);
  CUZK_CHECK(raw::decode<G>(in) == g);
  // It is the memory of a point on a little-endian machine.
  if (std::endian::native == std::endian::little) {
    CUZK_CHECK(std::ranges::equal(std::as_bytes(std::span(&g, 1)), in));
  }
  for (std::size_t at = 0; at < in.size(); at += F::bytes) {
    auto changed = in;
    auto const place = std::span(changed).subspan(at, F::bytes);
    auto x = F::integer::from_bytes(place, std::endian::little);
    if (add(x, x, F::modulus) != 0) continue;
    x.to_bytes(place, std::endian::little);
    CUZK_CHECK(!raw::decode<G>(changed).has_value());
    F::modulus.to_bytes(place, std::endian::little);
    CUZK_CHECK(!raw::decode<G>(changed).has_value());
    std::ranges::fill(place, std::byte{0xff});
    CUZK_CHECK(!raw::decode<G>(changed).has_value());
  }
  for (std::size_t size = 0; size < in.size(); ++size) CUZK_CHECK(!raw::decode<G>(view(in).first(size)).has_value());
}

BOOST_AUTO_TEST_CASE(encoders_check_the_size) {
  auto const g = affine<g1>::generator();
  bytes out(47, std::byte{0xa5});
  BOOST_CHECK_THROW(zcash::encode_compressed(g, out), cuzk::invalid_argument);
  BOOST_CHECK_THROW(zcash::encode_uncompressed(g, out), cuzk::invalid_argument);
  BOOST_CHECK_THROW(raw::encode(g, out), cuzk::invalid_argument);
  CUZK_CHECK(std::ranges::all_of(out, [](std::byte b) { return b == std::byte{0xa5}; }));
}

}  // namespace
