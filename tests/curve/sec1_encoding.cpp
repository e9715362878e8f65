// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE curve_sec1_encoding
#include <boost/test/unit_test.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <span>
#include <string_view>
#include <tuple>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/core/random.hpp>
#include <cuzk/curve/random.hpp>
#include <cuzk/curve/sec1_encoding.hpp>
#include <cuzk/curves/bn254.hpp>
#include <cuzk/curves/secp256k1.hpp>
#include <cuzk/curves/toy.hpp>
#include <cuzk/field/big_int.hpp>

#include <laws/group.hpp>
#include <support/check.hpp>
#include <support/seed.hpp>

namespace {

using cuzk::affine;
namespace sec1 = cuzk::sec1;
using bytes = std::vector<std::byte>;
using view = std::span<std::byte const>;
using secp256k1 = cuzk::curves::secp256k1;

template <class G>
bytes compressed(affine<G> const& p) {
  bytes out(sec1::compressed_bytes<G>);
  out.resize(sec1::encode_compressed(p, out));
  return out;
}
template <class G>
bytes uncompressed(affine<G> const& p) {
  bytes out(sec1::uncompressed_bytes<G>);
  out.resize(sec1::encode_uncompressed(p, out));
  return out;
}

bytes from_hex(std::string_view text) {
  bytes out(text.size() / 2);
  cuzk::big_int<9>::from_hex(text).to_bytes(out, std::endian::big);
  return out;
}

// SEC 2 version 2.0, section 2.4.1, prints the generator in both forms.
BOOST_AUTO_TEST_CASE(published_generator) {
  auto const g = affine<secp256k1>::generator();
  auto const short_form = from_hex("0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798");
  auto const long_form = from_hex(
      "0479be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"
      "483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8");
  CUZK_CHECK(compressed(g) == short_form && uncompressed(g) == long_form);
  CUZK_CHECK(sec1::decode<secp256k1>(short_form) == g && sec1::decode<secp256k1>(long_form) == g);
}

using groups = std::tuple<secp256k1, cuzk::curves::bn254::g1, cuzk::curves::toy_271, cuzk::curves::toy_349>;

BOOST_AUTO_TEST_CASE_TEMPLATE(round_trips_and_neighbours, G, groups) {
  cuzk::insecure_seeded_random random(cuzk_test::seed());
  for (int i = 0; i < 30; ++i) {
    auto const p = cuzk::random_point<G>(random);
    auto const small = compressed(p);
    auto const large = uncompressed(p);
    CUZK_CHECK(sec1::decode<G>(small) == p && sec1::decode<G>(large) == p && sec1::decode<G>(compressed(-p)) == -p);
    for (unsigned first = 0; first < 256; ++first) {
      auto changed = small;
      changed[0] = static_cast<std::byte>(first);
      bool const valid = first == 2 || first == 3;
      CUZK_CHECK(sec1::decode<G>(changed).has_value() == valid);
      changed = large;
      changed[0] = static_cast<std::byte>(first);
      CUZK_CHECK(sec1::decode<G>(changed).has_value() == (first == 4));
    }
    for (auto const& in : {small, large}) {
      for (std::size_t size = 0; size < in.size(); ++size)
        CUZK_CHECK(!sec1::decode<G>(view(in).first(size)).has_value());
    }
    auto changed = large;
    changed.back() ^= std::byte{1};
    CUZK_CHECK(!sec1::decode<G>(changed).has_value());
  }
  CUZK_CHECK(compressed(affine<G>::infinity()) == bytes{std::byte{0}});
  CUZK_CHECK(uncompressed(affine<G>::infinity()) == bytes{std::byte{0}});
  CUZK_CHECK(sec1::decode<G>(bytes{std::byte{0}}) == affine<G>::infinity());
  CUZK_CHECK(!sec1::decode<G>(bytes{}).has_value() && !sec1::decode<G>(bytes{std::byte{1}}).has_value());
  CUZK_CHECK(!sec1::decode<G>(bytes(sec1::compressed_bytes<G>)).has_value());
}

// x + p for the small x of a point is refused.
BOOST_AUTO_TEST_CASE(not_canonical) {
  using F = secp256k1::base_field;
  for (std::uint64_t x = 1; x < 40; ++x) {
    auto const y = sqrt(affine<secp256k1>::right_side(F::from_u64(x)));
    if (!y) continue;
    affine<secp256k1> const p{F::from_u64(x), *y};
    auto in = compressed(p);
    CUZK_CHECK(sec1::decode<secp256k1>(in) == p);
    auto above = F::modulus;
    BOOST_REQUIRE(add(above, above, F::integer::from_u64(x)) == 0);
    above.to_bytes(std::span(in).subspan(1), std::endian::big);
    CUZK_CHECK(!sec1::decode<secp256k1>(in).has_value());
  }
}

// A curve with cofactor: every point, those outside the subgroup refused.
BOOST_AUTO_TEST_CASE(every_point_of_a_toy_curve) {
  using G = cuzk::curves::toy_79;
  for (auto const& p : laws::all_points<G>()) {
    bool const inside = is_in_subgroup(p);
    CUZK_CHECK(sec1::decode<G>(compressed(p)).has_value() == inside);
    CUZK_CHECK(sec1::decode<G>(uncompressed(p)).has_value() == inside);
    CUZK_CHECK(!inside || (sec1::decode<G>(compressed(p)) == p && sec1::decode<G>(uncompressed(p)) == p));
  }
}

BOOST_AUTO_TEST_CASE(encoders_check_the_size) {
  std::array<std::byte, 32> out{};
  BOOST_CHECK_THROW(
      static_cast<void>(sec1::encode_compressed(affine<secp256k1>::generator(), std::span<std::byte>(out))),
      cuzk::invalid_argument);
  BOOST_CHECK_THROW(
      static_cast<void>(sec1::encode_uncompressed(affine<secp256k1>::generator(), std::span<std::byte>(out))),
      cuzk::invalid_argument);
  BOOST_CHECK_THROW(static_cast<void>(sec1::encode_compressed(affine<secp256k1>::infinity(), std::span<std::byte>{})),
                    cuzk::invalid_argument);
}

static_assert(cuzk::prime_field_group<secp256k1> && !cuzk::prime_field_group<cuzk::curves::bn254::g2>);

}  // namespace
