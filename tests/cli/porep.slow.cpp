// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE cli_porep_slow
#include <boost/test/unit_test.hpp>

#include <filesystem>
#include <string>
#include <vector>

#include <cli/program.hpp>

using namespace cuzk_test;

// Keys take a minute or two and 1.1 GB.
BOOST_AUTO_TEST_CASE(a_proof_is_of_the_seed_that_the_verifier_knows) {
  work_folder const work;
  auto const runs = [&](std::vector<std::string> const& arguments) {
    auto const result = run_named("CUZK_POREP", work, arguments);
    BOOST_TEST_INFO(arguments.front() << ": " << result.err);
    return result.code;
  };
  std::vector<std::string> const verify{"verify", work("sector"), "--keys", work("keys")};
  auto const verified_by = [&](std::string const& seed) {
    auto arguments = verify;
    arguments.insert(arguments.end(), {"--seed-of-chain", seed});
    return runs(arguments);
  };
  std::string const seed(64, '7');
  std::string const chosen(64, '8');
  BOOST_REQUIRE(runs({"setup", work("keys"), "--insecure-development"}) == 0);
  BOOST_REQUIRE(runs({"seal", work("sector")}) == 0);
  BOOST_REQUIRE(runs({"challenge", work("sector"), "--seed-of-chain", seed}) == 0);
  auto const record = read_text(work("sector/sector.json"));
  BOOST_REQUIRE(runs({"prove", work("sector"), "--keys", work("keys")}) == 0);
  BOOST_TEST(runs(verify) == 0);
  BOOST_TEST(verified_by(seed) == 0);
  BOOST_TEST(verified_by(chosen) == 1);

  // A true proof of challenges that the prover has chosen.
  BOOST_REQUIRE(runs({"challenge", work("sector"), "--seed-of-chain", chosen}) == 0);
  BOOST_REQUIRE(runs({"prove", work("sector"), "--keys", work("keys")}) == 0);
  BOOST_TEST(verified_by(chosen) == 0);
  write_text(work("sector/sector.json"), record);
  BOOST_TEST(runs(verify) == 1);
}
