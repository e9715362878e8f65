// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE groth16_verifier
#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/core/random.hpp>
#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/jacobian.hpp>
#include <cuzk/curve/subgroup.hpp>
#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/curves/toy_bn.hpp>
#include <cuzk/exec/serial.hpp>
#include <cuzk/exec/tbb.hpp>
#include <cuzk/field/sqrt.hpp>
#include <cuzk/groth16/prover.hpp>
#include <cuzk/groth16/setup.hpp>
#include <cuzk/groth16/verifier.hpp>

#include "laws/groth16.hpp"

namespace {

namespace groth16 = cuzk::groth16;
using cuzk_laws::serial;
using cuzk_laws::tbb;
using curve = cuzk::curves::bls12_381;
using fr = curve::fr;
using g1 = cuzk::affine<curve::g1>;
using g2 = cuzk::affine<curve::g2>;
using proof = groth16::proof<curve>;

// A public input is an element of the scalar field, so x and x + r cannot be told apart because the
// second cannot be written: readers refuse it.
static_assert(std::is_same_v<std::remove_const_t<decltype(cuzk_laws::cubic<fr>().inputs())>::element_type, fr const>);

// r times the first point found on the curve outside of the subgroup: a point of cofactor order.
template <class G>
cuzk::affine<G> point_of_cofactor_order() {
  using F = typename G::base_field;
  for (F x = F::one();; x = x + F::one()) {
    auto const y = sqrt(cuzk::affine<G>::right_side(x));
    if (!y) continue;
    cuzk::affine<G> const p{x, *y};
    auto const order = G::scalar_field::modulus;
    auto sum = cuzk::jacobian<G>::infinity();
    for (std::size_t i = order.bit_length(); i-- > 0;) {
      sum = doubled(sum);
      if (order.bit(i)) sum = sum + p;
    }
    if (!is_infinity(sum)) return to_affine(sum);
  }
}

struct fixture {
  cuzk_laws::instance<fr> circuit = cuzk_laws::cubic<fr>();
  groth16::proving_key<curve, groth16::qap::snarkjs> key =
      groth16::insecure_development_setup<curve>(serial, circuit.cs, 1);
  groth16::prepared_verifying_key<curve> vk{key.vk};
  groth16::prover<curve> prover{key, circuit.cs};
  proof good = prover.prove_with(serial, circuit.witness, fr(11), fr(12));

  // The good proof with other blinding.
  proof another(std::uint64_t i) const { return prover.prove_with(serial, circuit.witness, fr(i), fr(i + 1)); }
};

BOOST_FIXTURE_TEST_CASE(plain_and_prepared_keys_agree, fixture) {
  BOOST_TEST(groth16::verify(key.vk, circuit.inputs(), good));
  BOOST_TEST(groth16::verify(vk, circuit.inputs(), good));
  std::vector<fr> const wrong{fr(36)};
  BOOST_TEST(!groth16::verify(key.vk, wrong, good));
  BOOST_TEST(!groth16::verify(vk, wrong, good));
}

// In two steps as in one, whatever is wrong and where.
BOOST_FIXTURE_TEST_CASE(the_equation_in_two_steps, fixture) {
  std::vector<fr> const right(circuit.inputs().begin(), circuit.inputs().end()), wrong{fr(36)};
  std::vector<proof> proofs(7, good);
  proofs[1].a = -good.a;
  proofs[2].b = -good.b;
  proofs[3].c = -good.c;
  proofs[4].a = g1{};
  proofs[5].b = g2{};
  proofs[6].c = g1{};
  std::size_t held = 0;
  for (auto const& inputs : {right, wrong}) {
    for (proof const& p : proofs) {
      bool const holds = groth16::detail::equation_holds<curve>(vk, inputs, p);
      BOOST_TEST(groth16::detail::equation_without_c<curve>(vk, inputs, p.a, p.b).holds(p.c) == holds);
      held += holds ? 1 : 0;
    }
  }
  BOOST_TEST(held == 1U);
}

BOOST_FIXTURE_TEST_CASE(the_number_of_inputs_is_exact, fixture) {
  for (auto const& inputs : {std::vector<fr>{}, std::vector<fr>{fr(35), fr(0)}}) {
    BOOST_CHECK_THROW(static_cast<void>(groth16::verify(vk, inputs, good)), cuzk::invalid_argument);
  }
  auto empty = key.vk;
  empty.ic.clear();
  BOOST_CHECK_THROW(static_cast<void>(groth16::verify(empty, circuit.inputs(), good)), cuzk::invalid_argument);
}

BOOST_FIXTURE_TEST_CASE(any_other_point_in_the_proof_is_wrong, fixture) {
  for (auto const& p : {g1::infinity(), g1::generator(), -good.a, good.c}) {
    auto bad = good;
    bad.a = p;
    BOOST_TEST(!groth16::verify(vk, circuit.inputs(), bad));
  }
  for (auto const& p : {g1::infinity(), g1::generator(), -good.c, good.a}) {
    auto bad = good;
    bad.c = p;
    BOOST_TEST(!groth16::verify(vk, circuit.inputs(), bad));
  }
  for (auto const& p : {g2::infinity(), g2::generator(), -good.b}) {
    auto bad = good;
    bad.b = p;
    BOOST_TEST(!groth16::verify(vk, circuit.inputs(), bad));
  }
}

BOOST_FIXTURE_TEST_CASE(any_other_point_in_the_key_is_wrong, fixture) {
  auto const refuse = [&](auto change) {
    auto bad = key.vk;
    change(bad);
    BOOST_TEST(!groth16::verify(bad, circuit.inputs(), good));
  };
  refuse([](auto& k) { k.alpha_g1 = -k.alpha_g1; });
  refuse([](auto& k) { k.beta_g2 = g2::generator(); });
  refuse([](auto& k) { k.gamma_g2 = g2::generator(); });
  refuse([](auto& k) { k.delta_g2 = g2::generator(); });
  refuse([](auto& k) { k.ic[0] = -k.ic[0]; });
  refuse([](auto& k) { k.ic[1] = g1::infinity(); });
}

BOOST_FIXTURE_TEST_CASE(points_off_the_curve_are_wrong_in_a_proof_and_an_error_in_a_key, fixture) {
  auto bad = good;
  bad.a.y = bad.a.y + curve::fq::one();
  BOOST_TEST(!groth16::verify(vk, circuit.inputs(), bad));
  bad = good;
  bad.b.x = bad.b.x + curve::fq2::one();
  BOOST_TEST(!groth16::verify(vk, circuit.inputs(), bad));
  bad = good;
  bad.c.x = curve::fq::zero();
  BOOST_TEST(!groth16::verify(vk, circuit.inputs(), bad));
  auto off = key.vk;
  off.ic[1].x = off.ic[1].x + curve::fq::one();
  BOOST_CHECK_THROW(static_cast<void>(groth16::verify(off, circuit.inputs(), good)), cuzk::invalid_argument);
}

// gnark once lacked this test: the pairing alone may not see a component of cofactor order.
BOOST_FIXTURE_TEST_CASE(points_outside_the_subgroup_are_refused, fixture) {
  auto const t1 = point_of_cofactor_order<curve::g1>();
  auto const t2 = point_of_cofactor_order<curve::g2>();
  auto bad = good;
  bad.a = to_affine(to_jacobian(good.a) + t1);
  BOOST_TEST(is_on_curve(bad.a));
  BOOST_TEST(!is_in_subgroup(bad.a));
  BOOST_TEST(!groth16::verify(vk, circuit.inputs(), bad));
  bad = good;
  bad.b = to_affine(to_jacobian(good.b) + t2);
  BOOST_TEST(is_on_curve(bad.b));
  BOOST_TEST(!groth16::verify(vk, circuit.inputs(), bad));
  bad = good;
  bad.c = to_affine(to_jacobian(good.c) + t1);
  BOOST_TEST(!groth16::verify(vk, circuit.inputs(), bad));
  std::vector<std::vector<fr>> const inputs(1, {circuit.inputs().begin(), circuit.inputs().end()});
  BOOST_TEST(!groth16::verify_batch(serial, vk, inputs, std::vector<proof>{bad}, cuzk::os_random{}));
}

BOOST_FIXTURE_TEST_CASE(a_batch_is_valid_if_every_proof_is, fixture) {
  std::vector<proof> proofs;
  std::vector<std::vector<fr>> inputs;
  auto const valid = [&] {
    bool const one_thread = groth16::verify_batch(serial, vk, inputs, proofs, cuzk::os_random{});
    BOOST_TEST(groth16::verify_batch(tbb, vk, inputs, proofs, cuzk::os_random{}) == one_thread);
    return one_thread;
  };
  BOOST_TEST(valid());
  for (std::uint64_t i = 0; i < 6; ++i) {
    proofs.push_back(another(i));
    inputs.push_back({fr(35)});
    BOOST_TEST(valid());
  }
  for (std::size_t i = 0; i < proofs.size(); ++i) {
    auto const kept = proofs[i];
    proofs[i].c = -proofs[i].c;
    BOOST_TEST(!valid());
    BOOST_TEST((groth16::find_invalid(tbb, vk, inputs, proofs) == std::vector<std::size_t>{i}));
    proofs[i] = kept;
    inputs[i][0] = fr(36);
    BOOST_TEST(!valid());
    inputs[i][0] = fr(35);
  }
  BOOST_TEST(groth16::find_invalid(serial, vk, inputs, proofs).empty());
}

// With equal weights the two errors would cancel.
BOOST_FIXTURE_TEST_CASE(errors_that_cancel_each_other_are_found, fixture) {
  auto first = another(1);
  auto second = another(2);
  auto const step = g1::generator();
  first.c = to_affine(to_jacobian(first.c) + step);
  second.c = to_affine(to_jacobian(second.c) + -step);
  std::vector<std::vector<fr>> const inputs{{fr(35)}, {fr(35)}};
  BOOST_TEST(!groth16::verify_batch(serial, vk, inputs, std::vector<proof>{first, second}, cuzk::os_random{}));
  BOOST_TEST(
      (groth16::find_invalid(serial, vk, inputs, std::vector<proof>{first, second}) == std::vector<std::size_t>{0, 1}));
}

// Gives a number of the caller's, then ones.
struct one_number {
  std::uint64_t first;
  bool given = false;
  void fill(std::span<std::byte> bytes) {
    for (auto& b : bytes) b = std::byte{0};
    bytes[0] = given ? std::byte{1} : static_cast<std::byte>(first);
    given = true;
  }
};
struct zeros {
  void fill(std::span<std::byte> bytes) const {
    for (auto& b : bytes) b = std::byte{0};
  }
};

// A weight that is a multiple of r leaves its proof unchecked.
BOOST_AUTO_TEST_CASE(weights_that_are_zero_in_the_field_are_drawn_again) {
  using toy = cuzk::curves::toy_bn;
  using toy_fr = toy::fr;
  auto const p = cuzk::affine<toy::g1>::generator();
  auto const q = cuzk::affine<toy::g2>::generator();
  groth16::prepared_verifying_key<toy> const key(groth16::verifying_key<toy>{p, q, q, q, {p}});
  groth16::proof<toy> const wrong{p, q, p};  // 1 against 1 + 1 + 1
  BOOST_TEST(!groth16::verify(key, std::span<toy_fr const>{}, wrong));
  std::vector<std::vector<toy_fr>> const inputs(1);
  std::vector<groth16::proof<toy>> const proofs{wrong};
  BOOST_TEST(!groth16::verify_batch(cuzk::exec::serial{}, key, inputs, proofs, one_number{toy_fr::modulus.limbs[0]}));
  BOOST_CHECK_THROW(static_cast<void>(groth16::verify_batch(cuzk::exec::serial{}, key, inputs, proofs, zeros{})),
                    cuzk::random_error);
}

BOOST_FIXTURE_TEST_CASE(a_batch_of_another_shape_is_an_error, fixture) {
  std::vector<proof> const proofs{good, good};
  std::vector<std::vector<fr>> inputs{{fr(35)}};
  auto const call = [&] { static_cast<void>(groth16::verify_batch(serial, vk, inputs, proofs, cuzk::os_random{})); };
  BOOST_CHECK_THROW(call(), cuzk::invalid_argument);
  inputs.push_back({});
  BOOST_CHECK_THROW(call(), cuzk::invalid_argument);
  BOOST_CHECK_THROW(static_cast<void>(groth16::find_invalid(serial, vk, inputs, proofs)), cuzk::invalid_argument);
}

}  // namespace
