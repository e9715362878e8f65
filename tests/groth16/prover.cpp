// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE groth16_prover
#include <boost/test/unit_test.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <thread>
#include <type_traits>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/core/random.hpp>
#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/exec/serial.hpp>
#include <cuzk/exec/tbb.hpp>
#include <cuzk/groth16/prover.hpp>
#include <cuzk/groth16/setup.hpp>
#include <cuzk/groth16/verifier.hpp>

#include "laws/groth16.hpp"
#include "support/seed.hpp"

namespace {

namespace groth16 = cuzk::groth16;
using cuzk_laws::serial;
using cuzk_laws::tbb;
using curve = cuzk::curves::bls12_381;
using fr = curve::fr;
using proof = groth16::proof<curve>;
using prover = groth16::prover<curve>;
using key_type = groth16::proving_key<curve, groth16::qap::snarkjs>;
using matrix = prover::matrix;

// It refers to what it is made of: temporaries do not compile.
static_assert(std::is_constructible_v<prover, key_type const&, matrix const&, matrix const&>);
static_assert(!std::is_constructible_v<prover, key_type, matrix const&, matrix const&>);
static_assert(!std::is_constructible_v<prover, key_type const&, matrix, matrix const&>);
static_assert(!std::is_constructible_v<prover, key_type const&, matrix const&, matrix>);
static_assert(!std::is_constructible_v<prover, key_type const&, matrix, matrix>);
static_assert(std::is_constructible_v<prover, key_type const&>);
static_assert(!std::is_constructible_v<prover, key_type>);

struct fixture {
  cuzk_laws::instance<fr> circuit = cuzk_laws::cubic<fr>();
  groth16::proving_key<curve, groth16::qap::snarkjs> key =
      groth16::insecure_development_setup<curve>(serial, circuit.cs, 1);
  groth16::prepared_verifying_key<curve> vk{key.vk};
  prover prove{key, circuit.cs};
};

struct failing_random {
  void fill(std::span<std::byte>) const { throw cuzk::random_error("no entropy today"); }
};

struct all_ones_random {
  void fill(std::span<std::byte> bytes) const {
    for (auto& b : bytes) b = std::byte{0xff};
  }
};

BOOST_FIXTURE_TEST_CASE(two_proofs_of_one_witness_differ_in_every_point, fixture) {
  auto const first = prove.prove(serial, circuit.witness, cuzk::os_random{});
  auto const second = prove.prove(serial, circuit.witness, cuzk::os_random{});
  BOOST_TEST(!(first.a == second.a));
  BOOST_TEST(!(first.b == second.b));
  BOOST_TEST(!(first.c == second.c));
  BOOST_TEST(groth16::verify(vk, circuit.inputs(), first));
  BOOST_TEST(groth16::verify(vk, circuit.inputs(), second));
}

BOOST_FIXTURE_TEST_CASE(equal_blinding_gives_equal_proofs, fixture) {
  auto const make = [&](fr const& r, fr const& s) { return prove.prove_with(tbb, circuit.witness, r, s); };
  BOOST_TEST((make(fr(0), fr(0)) == make(fr(0), fr(0))));
  BOOST_TEST((make(fr(5), fr(6)) == make(fr(5), fr(6))));
  BOOST_TEST(!(make(fr(5), fr(6)) == make(fr(6), fr(5))));
  cuzk::insecure_seeded_random first(8);
  cuzk::insecure_seeded_random second(8);
  BOOST_TEST((prove.prove(tbb, circuit.witness, first) == prove.prove(serial, circuit.witness, second)));
}

BOOST_FIXTURE_TEST_CASE(a_witness_of_another_length_is_refused, fixture) {
  auto shorter = circuit.witness;
  shorter.pop_back();
  auto longer = circuit.witness;
  longer.push_back(fr(0));
  for (auto const& w : {shorter, longer, std::vector<fr>{}}) {
    BOOST_CHECK_THROW(static_cast<void>(prove.prove(serial, w, cuzk::os_random{})), cuzk::invalid_argument);
    BOOST_CHECK_THROW(static_cast<void>(prove.prove_with(serial, w, fr(1), fr(1))), cuzk::invalid_argument);
  }
}

BOOST_FIXTURE_TEST_CASE(a_witness_without_the_one_is_refused, fixture) {
  auto w = circuit.witness;
  w[0] = fr(2);
  BOOST_CHECK_THROW(static_cast<void>(prove.prove(serial, w, cuzk::os_random{})), cuzk::invalid_argument);
}

BOOST_FIXTURE_TEST_CASE(a_witness_that_breaks_a_constraint_gives_no_proof, fixture) {
  for (std::size_t i = 1; i < circuit.witness.size(); ++i) {
    auto w = circuit.witness;
    w[i] = w[i] + fr(1);
    BOOST_CHECK_THROW(static_cast<void>(prove.prove(serial, w, cuzk::os_random{})), groth16::proof_rejected);
    groth16::prove_options unchecked;
    unchecked.check = false;
    auto const made = prove.prove(serial, w, cuzk::os_random{}, unchecked);
    BOOST_TEST(!groth16::verify(vk, std::span<fr const>(w).subspan(1, 1), made));
  }
}

BOOST_FIXTURE_TEST_CASE(a_key_of_another_circuit_gives_no_proof, fixture) {
  auto other = circuit.cs;  // of the same shape, with one other coefficient
  other.a.value.back() = other.a.value.back() + fr(1);
  auto const other_key = groth16::insecure_development_setup<curve>(serial, other, 1);
  prover const mixed(other_key, circuit.cs);
  BOOST_CHECK_THROW(static_cast<void>(mixed.prove(serial, circuit.witness, cuzk::os_random{})),
                    groth16::proof_rejected);
}

BOOST_FIXTURE_TEST_CASE(a_failing_source_of_randomness_is_an_error, fixture) {
  BOOST_CHECK_THROW(static_cast<void>(prove.prove(serial, circuit.witness, failing_random{})), cuzk::random_error);
  BOOST_CHECK_THROW(static_cast<void>(prove.prove(serial, circuit.witness, all_ones_random{})), cuzk::random_error);
}

BOOST_AUTO_TEST_CASE(blinding_is_uniform_in_its_top_bits) {
  // r = 0x73.. * 2^248: a uniform element has bit 254 with probability 0.447, bit 253 with 0.5.
  cuzk::insecure_seeded_random rng(cuzk_test::seed());
  constexpr int draws = 2048;
  std::array<int, 4> top{};
  for (int i = 0; i < draws; ++i) {
    auto const secret = groth16::detail::blinding<fr>(rng);
    ++top[secret.r.to_canonical().extract_bits(fr::bits - 2, 2)];
    ++top[secret.s.to_canonical().extract_bits(fr::bits - 2, 2)];
  }
  // Shares of 2^253 / r, twice full, once 0.81 of it (r = 3.62 * 2^253), sixteen sigma to each side.
  double const quarter = 2.0 * draws / 3.622;
  BOOST_TEST(top[0] > quarter - 480);
  BOOST_TEST(top[0] < quarter + 480);
  BOOST_TEST(top[1] > quarter - 480);
  BOOST_TEST(top[1] < quarter + 480);
  BOOST_TEST(top[2] > quarter - 480);
  BOOST_TEST(top[2] < quarter + 480);
  BOOST_TEST(top[3] > 0.622 * quarter - 480);
  BOOST_TEST(top[3] < 0.622 * quarter + 480);
}

BOOST_FIXTURE_TEST_CASE(eight_threads_share_one_prover, fixture) {
  constexpr std::size_t threads = 8;
  std::array<std::vector<proof>, threads> made;
  std::vector<std::thread> workers;
  for (std::size_t i = 0; i < threads; ++i) {
    workers.emplace_back([&, i] {
      cuzk::insecure_seeded_random rng(i);
      for (int k = 0; k < 5; ++k) {
        if (i % 2 == 0) {
          made[i].push_back(prove.prove(serial, circuit.witness, rng));
        } else {
          made[i].push_back(prove.prove(tbb, circuit.witness, rng));
        }
      }
    });
  }
  for (auto& w : workers) w.join();
  for (auto const& proofs : made) {
    BOOST_TEST(proofs.size() == 5U);
    for (auto const& p : proofs) BOOST_TEST(groth16::verify(vk, circuit.inputs(), p));
  }
}

BOOST_FIXTURE_TEST_CASE(the_observer_is_told_every_stage_in_order, fixture) {
  std::vector<std::string> stages;
  groth16::prove_options options;
  options.observer = [&](std::string_view stage, std::chrono::nanoseconds time) {
    stages.emplace_back(stage);
    BOOST_TEST(time.count() >= 0);
  };
  static_cast<void>(prove.prove(serial, circuit.witness, cuzk::os_random{}, options));
  std::vector<std::string> expected(groth16::prove_stages.begin(), groth16::prove_stages.end());
  BOOST_TEST(stages == expected, boost::test_tools::per_element());
  stages.clear();
  expected.pop_back();
  options.check = false;
  static_cast<void>(prove.prove(serial, circuit.witness, cuzk::os_random{}, options));
  BOOST_TEST(stages == expected, boost::test_tools::per_element());
}

BOOST_FIXTURE_TEST_CASE(matrices_with_public_rows_give_the_same_proof, fixture) {
  auto a = circuit.cs.a;
  cuzk::r1cs::append_identity_rows(a, circuit.cs.public_count + 1);
  prover const from_matrices(key, a, circuit.cs.b);
  BOOST_TEST((from_matrices.prove_with(serial, circuit.witness, fr(3), fr(4)) ==
              prove.prove_with(serial, circuit.witness, fr(3), fr(4))));
}

// What a circuit that is evaluated without matrices leaves.
struct evaluated : fixture {
  explicit evaluated() {
    a.resize(circuit.cs.constraints());
    b = c = a;
    circuit.cs.a.multiply(serial, std::span(a), circuit.witness);
    circuit.cs.b.multiply(serial, std::span(b), circuit.witness);
    circuit.cs.c.multiply(serial, std::span(c), circuit.witness);
    a.insert(a.end(), circuit.witness.begin(), circuit.witness.begin() + circuit.cs.public_count + 1);
    b.resize(a.size());
    c.resize(a.size());
  }
  [[nodiscard]] groth16::evaluated_witness<fr> view() const { return {circuit.witness, a, b, c}; }

  std::vector<fr> a, b, c;
  prover without_matrices{key};
};

BOOST_FIXTURE_TEST_CASE(rows_at_hand_give_the_same_proof_as_matrices, evaluated) {
  auto const expected = prove.prove_with(serial, circuit.witness, fr(3), fr(4));
  BOOST_TEST((without_matrices.prove_with(serial, view(), fr(3), fr(4)) == expected));
  BOOST_TEST((without_matrices.prove_with(tbb, view(), fr(3), fr(4)) == expected));
  BOOST_TEST((prove.prove_with(serial, view(), fr(3), fr(4)) == expected));
  BOOST_TEST(groth16::verify(vk, circuit.inputs(), without_matrices.prove(serial, view(), cuzk::os_random{})));
}

BOOST_FIXTURE_TEST_CASE(rows_that_break_a_constraint_give_no_proof, evaluated) {
  for (auto* rows : {&a, &b, &c}) {
    for (std::size_t i = 0; i < rows->size(); ++i) {
      if (rows == &b && a[i] == fr(0)) continue;  // 0 times anything
      auto const kept = (*rows)[i];
      (*rows)[i] = kept + fr(1);
      BOOST_CHECK_THROW(static_cast<void>(without_matrices.prove(serial, view(), cuzk::os_random{})),
                        groth16::proof_rejected);
      (*rows)[i] = kept;
    }
  }
}

BOOST_FIXTURE_TEST_CASE(rows_of_another_shape_are_refused, evaluated) {
  auto const refuse = [&](groth16::evaluated_witness<fr> const& what) {
    BOOST_CHECK_THROW(static_cast<void>(without_matrices.prove(serial, what, cuzk::os_random{})),
                      cuzk::invalid_argument);
    BOOST_CHECK_THROW(static_cast<void>(without_matrices.prove_with(serial, what, fr(1), fr(1))),
                      cuzk::invalid_argument);
  };
  auto const shorter = [](std::span<fr const> x) { return x.first(x.size() - 1); };
  refuse({shorter(circuit.witness), a, b, c});
  refuse({circuit.witness, shorter(a), b, c});
  refuse({circuit.witness, a, shorter(b), c});
  refuse({circuit.witness, a, b, shorter(c)});
  std::vector<fr> const long_rows(key.domain_size + 1);
  refuse({circuit.witness, long_rows, long_rows, long_rows});
  BOOST_CHECK_THROW(static_cast<void>(without_matrices.prove(serial, circuit.witness, cuzk::os_random{})),
                    cuzk::invalid_argument);
}

BOOST_FIXTURE_TEST_CASE(what_does_not_fit_together_is_refused, fixture) {
  auto const refuse_key = [&](auto change) {
    auto bad = key;
    change(bad);
    BOOST_CHECK_THROW(prover(bad, circuit.cs), cuzk::invalid_argument);
  };
  refuse_key([](auto& k) { k.h.pop_back(); });
  refuse_key([](auto& k) { k.l.points.pop_back(); });
  refuse_key([](auto& k) { k.vk.ic.pop_back(); });
  refuse_key([](auto& k) { k.a.points.push_back(k.a.points[0]); });
  refuse_key([](auto& k) { k.b_g2.points.pop_back(); });
  refuse_key([](auto& k) { k.domain_size = 3; });
  refuse_key([](auto& k) { k.domain_size = 0; });
  refuse_key([](auto& k) { k.domain_size *= 2; });
  refuse_key([](auto& k) { k.wires = 0; });
  refuse_key([](auto& k) { k.wires = 4; });
  refuse_key([](auto& k) { k.public_count = 5; });
  refuse_key([](auto& k) { k.a.wires = {0, 1, 2, 3, 5}; });
  refuse_key([](auto& k) { k.l.first = 3; });

  auto larger = cuzk_laws::chain<fr>(7);
  BOOST_CHECK_THROW(prover(key, larger.cs), cuzk::invalid_argument);
  auto wide = circuit.cs;
  wide.wires += 1;
  BOOST_CHECK_THROW(prover(key, wide), cuzk::invalid_argument);
  auto more_public = circuit.cs;
  more_public.public_count = 2;
  BOOST_CHECK_THROW(prover(key, more_public), cuzk::invalid_argument);
  auto malformed = circuit.cs;
  malformed.a.wire[0] = 99;
  BOOST_CHECK_THROW(prover(key, malformed), cuzk::invalid_argument);
}

}  // namespace
