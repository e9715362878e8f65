// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE io_json
#include <boost/test/unit_test.hpp>

#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/curves/bn254.hpp>
#include <cuzk/io/json.hpp>
#include <cuzk/io/output.hpp>
#include <cuzk/pairing/pairing.hpp>

#include <cctype>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <vector>

#include <nlohmann/json.hpp>

#include <io/curve_points.hpp>
#include <io/hostile.hpp>

using namespace cuzk_test;
namespace io = cuzk::io;

namespace {

using bn = cuzk::curves::bn254;
using bls = cuzk::curves::bls12_381;
using curves = std::tuple<bn, bls>;
using json = nlohmann::ordered_json;

template <class C>
std::string set(std::string const& name, std::string const& file) {
  return (std::is_same_v<C, bn> ? "groth16/bn128/" : "groth16/bls12381/") + name + "/" + file;
}
template <class C>
json parsed(std::string const& file) {
  return json::parse(to_text(load_data(set<C>("mul", file))));
}

template <class C>
void read_vk(io::input const& from) {
  static_cast<void>(io::read_verifying_key_json<C>(from));
}
template <class C>
void read_proof(io::input const& from) {
  static_cast<void>(io::read_proof_json<C>(from));
}
template <class C>
void read_public(io::input const& from) {
  static_cast<void>(io::read_public_json<typename C::fr>(from));
}

// JSON is allocated as a tree: a few dozen bytes for each two of text.
std::string text_of(json const& j) { return j.dump(); }

}  // namespace

// snarkjs's own bytes; the stored files end in a line feed that it does not write.
BOOST_AUTO_TEST_CASE_TEMPLATE(files_are_written_as_snarkjs_does, C, curves) {
  using fr = typename C::fr;
  for (auto const* const name : {"mul", "zeropub", "pub200", "merkle8"}) {
    auto const vkey = to_text(load_data(set<C>(name, "vkey.json")));
    auto const key = io::read_verifying_key_json<C>(from_text(vkey));
    io::memory_output out;
    io::write_verifying_key_json<C>(out, key.vk, key.alpha_beta);
    BOOST_TEST((to_text(out.bytes) + "\n" == vkey));

    auto const proof = to_text(load_data(set<C>(name, "proof.json")));
    out.bytes.clear();
    io::write_proof_json<C>(out, io::read_proof_json<C>(from_text(proof)));
    BOOST_TEST((to_text(out.bytes) + "\n" == proof));

    auto const inputs = to_text(load_data(set<C>(name, "public.json")));
    auto const values = io::read_public_json<fr>(from_text(inputs));
    BOOST_TEST(values.size() == key.vk.public_count());
    BOOST_TEST(io::count_public_json(from_text(inputs)) == values.size());
    out.bytes.clear();
    io::write_public_json<fr>(out, std::span<fr const>(values));
    // The stored empty array is JSON.stringify's; the command line of snarkjs breaks the line.
    BOOST_TEST((values.empty() ? to_text(out.bytes) == "[\n]" : to_text(out.bytes) + "\n" == inputs));
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(the_cached_pairing_is_ours, C, curves) {
  auto const key = io::read_verifying_key_json<C>(data_path(set<C>("mul", "vkey.json")));
  BOOST_TEST((*key.alpha_beta == cuzk::pairing::pairing<C>(key.vk.alpha_g1, key.vk.beta_g2)));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(optional_fields_may_be_missing, C, curves) {
  auto vkey = parsed<C>("vkey.json");
  vkey.erase("vk_alphabeta_12");
  BOOST_TEST(!io::read_verifying_key_json<C>(from_text(text_of(vkey))).alpha_beta.has_value());
  auto proof = parsed<C>("proof.json");
  proof.erase("curve");
  proof.erase("protocol");
  BOOST_CHECK_NO_THROW(read_proof<C>(from_text(text_of(proof))));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(infinity_is_zero_one_zero, C, curves) {
  auto vkey = parsed<C>("vkey.json");
  vkey["IC"][1] = json::array({"0", "1", "0"});
  vkey.erase("vk_alphabeta_12");
  auto const key = io::read_verifying_key_json<C>(from_text(text_of(vkey)));
  BOOST_TEST(is_infinity(key.vk.ic[1]));
  io::memory_output out;
  io::write_verifying_key_json<C>(out, key.vk, std::nullopt);
  BOOST_TEST(to_text(out.bytes) == vkey.dump(1));
  for (auto const* const wrong : {R"(["0","0","0"])", R"(["1","1","0"])", R"(["0","2","0"])", R"(["0","0","1"])"}) {
    vkey["IC"][1] = json::parse(wrong);
    refuses(wrong, from_text(text_of(vkey)), read_vk<C>);
  }
}

// With gamma and delta at infinity e(A, B) = e(alpha, beta) is all that is left to satisfy.
BOOST_AUTO_TEST_CASE_TEMPLATE(a_key_with_infinity_for_a_secret_is_refused, C, curves) {
  for (auto const* const name : {"vk_alpha_1", "vk_beta_2", "vk_gamma_2", "vk_delta_2"}) {
    auto vkey = parsed<C>("vkey.json");
    bool const in_g1 = std::string(name) == "vk_alpha_1";
    vkey[name] = json::parse(in_g1 ? R"(["0","1","0"])" : R"([["0","0"],["1","0"],["0","0"]])");
    refuses(name, from_text(text_of(vkey)), read_vk<C>);
  }
}

// A digit that changes makes another number: no point, another point, or no number at all.
BOOST_AUTO_TEST_CASE_TEMPLATE(a_changed_digit_of_a_proof_is_found, C, curves) {
  auto const text = to_text(load_data(set<C>("mul", "proof.json")));
  std::size_t changed = 0;
  for (std::size_t at = text.find('['); at < text.rfind(']'); ++at) {
    if (!std::isdigit(static_cast<unsigned char>(text[at])) || text[at - 1] == '_') continue;
    auto other = text;
    other[at] = static_cast<char>('0' + (text[at] - '0' + 1 + static_cast<int>(at % 9)) % 10);
    if (other == text) continue;
    ++changed;
    refuses("digit at " + std::to_string(at), from_text(other), read_proof<C>);
  }
  BOOST_TEST(changed > 500U);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(numbers_have_one_spelling_below_the_modulus, C, curves) {
  auto const q = C::fq::modulus;
  auto const r = C::fr::modulus;
  auto proof = parsed<C>("proof.json");
  auto const y = C::fq::from_decimal(proof["pi_a"][1].template get<std::string>()).to_canonical();
  auto sum = y;
  BOOST_REQUIRE(add(sum, y, q) == 0U);
  for (auto const& wrong : {json(sum.to_decimal()),
                            json(q.to_decimal()),
                            json("-" + y.to_decimal()),
                            json("0" + y.to_decimal()),
                            json("+" + y.to_decimal()),
                            json(" " + y.to_decimal()),
                            json(y.to_decimal() + " "),
                            json(y.to_hex()),
                            json("1'000"),
                            json(""),
                            json("0x1"),
                            json("1e3"),
                            json("1.0"),
                            json(std::string(5000, '9')),
                            json(7),
                            json(-7),
                            json(1.5),
                            json(nullptr),
                            json(true),
                            json::array({"1"}),
                            json::object()}) {
    auto other = proof;
    other["pi_a"][1] = wrong;
    refuses(wrong.dump().substr(0, 30), from_text(text_of(other)), read_proof<C>);
    refuses(wrong.dump().substr(0, 30),
            from_text(text_of(json::array({wrong == json(sum.to_decimal()) ? json(r.to_decimal()) : wrong}))),
            [](io::input const& from) {
              // Below q need not be below r, but each of these is refused for its spelling or its size.
              read_public<C>(from);
            });
  }
  auto aliased = r;
  BOOST_REQUIRE(add(aliased, aliased, cuzk::big_int<4>::from_u64(5)) == 0U);
  for (auto const& value : {r.to_decimal(), aliased.to_decimal()}) {
    refuses("public input " + value, from_text(text_of(json::array({value}))), read_public<C>);
  }
  auto last = r;
  sub(last, last, cuzk::big_int<4>::from_u64(1));
  BOOST_TEST(
      (io::read_public_json<typename C::fr>(from_text(text_of(json::array({last.to_decimal()}))))[0] == -C::fr::one()));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(malformed_documents_are_refused, C, curves) {
  auto const good_vk = parsed<C>("vkey.json");
  auto const good_proof = parsed<C>("proof.json");
  for (auto const& [name, value] : good_vk.items()) {
    auto other = good_vk;
    if (name != "vk_alphabeta_12") {
      other.erase(name);
      refuses("key without " + name, from_text(text_of(other)), read_vk<C>);
    }
    for (auto const& wrong :
         {json(nullptr), json("text"), json(12345), json::array(), json::object(), json::array({json::array()})}) {
      other = good_vk;
      other[name] = wrong;
      refuses("key with " + name + " = " + wrong.dump(), from_text(text_of(other)), read_vk<C>);
    }
  }
  for (auto const& [name, value] : good_proof.items()) {
    auto other = good_proof;
    if (name != "curve" && name != "protocol") {
      other.erase(name);
      refuses("proof without " + name, from_text(text_of(other)), read_proof<C>);
    }
    other = good_proof;
    other[name] = json::array({"1"});
    refuses("proof with another " + name, from_text(text_of(other)), read_proof<C>);
  }
  auto other = good_vk;
  other["nPublic"] = 3;
  refuses("nPublic", from_text(text_of(other)), read_vk<C>);
  other["nPublic"] = -1;
  refuses("nPublic", from_text(text_of(other)), read_vk<C>);
  other = good_vk;
  other["vk_alphabeta_13"] = other["vk_alphabeta_12"];
  refuses("unknown field", from_text(text_of(other)), read_vk<C>);
  for (std::size_t i = 0; i < 2; ++i) {
    other = good_vk;
    other["vk_beta_2"][2][i] = "2";
    refuses("third coordinate", from_text(text_of(other)), read_vk<C>);
  }
  other = good_proof;
  other["pi_c"][2] = "2";
  refuses("third coordinate", from_text(text_of(other)), read_proof<C>);
  other = good_proof;
  other["pi_c"].push_back("1");
  refuses("four coordinates", from_text(text_of(other)), read_proof<C>);
  refuses("the wrong file", from_text(text_of(good_vk)), read_proof<C>);
  refuses("the wrong file", from_text(text_of(good_proof)), read_vk<C>);
  refuses("the wrong file", from_text(text_of(good_proof)), read_public<C>);
  using other_curve = std::conditional_t<std::is_same_v<C, bn>, bls, bn>;
  refuses("the other curve", from_text(text_of(good_vk)), read_vk<other_curve>);
  refuses("the other curve", from_text(text_of(good_proof)), read_proof<other_curve>);

  auto const proof = text_of(good_proof);
  for (std::size_t cut = 0; cut < proof.size(); cut += 17) {
    refuses("cut to " + std::to_string(cut), from_text(proof.substr(0, cut)), read_proof<C>);
  }
  refuses("zero byte behind", from_text(proof + std::string(1, '\0')), read_proof<C>);
  refuses("text behind", from_text(proof + "x"), read_proof<C>);
  auto twice = proof;
  twice.insert(1, "\"pi_a\":[\"1\",\"2\",\"1\"],");
  refuses("a field twice", from_text(twice), read_proof<C>);
  refuses("broken UTF-8", from_text("[\"\xff\xfe\"]"), read_public<C>);
  refuses("huge exponent", from_text("[1e999999]"), read_public<C>);
  refuses("object inside", from_text("[{}]"), read_public<C>);
}

BOOST_AUTO_TEST_CASE(nesting_is_bounded) {
  for (std::size_t const depth : {9U, 100U, 100000U, 1000000U}) {
    auto const open = from_text(std::string(depth, '['));
    refuses("open", open, read_public<bn>);
    refuses("open in object", from_text("{\"pi_a\":" + std::string(depth, '[')), read_proof<bn>);
    refuses("closed", from_text(std::string(depth, '[') + std::string(depth, ']')), read_public<bn>);
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(points_outside_the_subgroup_are_refused, C, curves) {
  auto const number = [](auto const& x) { return x.to_canonical().to_decimal(); };
  auto const g2 = outside_subgroup<typename C::g2>();
  auto const b = json::array({json::array({number(g2.x.c0), number(g2.x.c1)}),
                              json::array({number(g2.y.c0), number(g2.y.c1)}), json::array({"1", "0"})});
  auto proof = parsed<C>("proof.json");
  proof["pi_b"] = b;
  refuses("pi_b", from_text(text_of(proof)), read_proof<C>);
  auto vkey = parsed<C>("vkey.json");
  vkey["vk_gamma_2"] = b;
  refuses("vk_gamma_2", from_text(text_of(vkey)), read_vk<C>);
  if constexpr (std::is_same_v<C, bls>) {
    auto const g1 = outside_subgroup<typename C::g1>();
    auto const a = json::array({number(g1.x), number(g1.y), "1"});
    proof = parsed<C>("proof.json");
    proof["pi_a"] = a;
    refuses("pi_a", from_text(text_of(proof)), read_proof<C>);
    vkey = parsed<C>("vkey.json");
    vkey["IC"][0] = a;
    refuses("IC", from_text(text_of(vkey)), read_vk<C>);
  }
}
