// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE post_public_inputs
#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/post/public_inputs.hpp>

#include "post/post_test.hpp"

namespace {

using namespace cuzk_test;
using shape = three_places;

std::vector<fr> numbers(std::vector<std::uint64_t> const& from) {
  std::vector<fr> to;
  for (auto const x : from) to.push_back(fr::from_u64(x));
  return to;
}

BOOST_AUTO_TEST_CASE(the_last_sector_has_the_free_places) {
  std::vector<post::challenged_sector<shape>> asked;
  asked.push_back({1, fr::from_u64(100), {3, 7}});
  BOOST_TEST((post::public_inputs<shape>(asked) == numbers({100, 3, 7, 100, 3, 7, 100, 3, 7})));
  asked.push_back({2, fr::from_u64(200), {0, 1}});
  BOOST_TEST((post::public_inputs<shape>(asked) == numbers({100, 3, 7, 200, 0, 1, 200, 0, 1})));
  asked.push_back({3, fr::from_u64(300), {5, 5}});
  BOOST_TEST((post::public_inputs<shape>(asked) == numbers({100, 3, 7, 200, 0, 1, 300, 5, 5})));
}

BOOST_AUTO_TEST_CASE(what_does_not_fit_is_refused) {
  post::challenged_sector<shape> const sector{1, fr::one(), {3, 7}};
  auto const build = [](std::vector<post::challenged_sector<shape>> const& asked) {
    static_cast<void>(post::public_inputs<shape>(asked));
  };
  BOOST_CHECK_NO_THROW(build({sector}));
  BOOST_CHECK_THROW(build({}), cuzk::invalid_argument);
  BOOST_CHECK_THROW(build({sector, sector, sector, sector}), cuzk::invalid_argument);
  BOOST_CHECK_THROW(build({{1, fr::one(), {3, shape::sector::nodes}}}), cuzk::invalid_argument);
}

BOOST_AUTO_TEST_CASE(a_vanilla_proof_claims_what_its_paths_say) {
  sealed_sectors<shape::sector> const sealed({4, 5});
  auto const asked = post::window_challenges<shape>(some_randomness(), post::api_version::v1_2, sealed.statements, 0);
  auto proof = sealed.prove<shape>(asked);
  BOOST_TEST((post::claimed_public_inputs(proof) == post::public_inputs<shape>(asked)));
  auto& level = proof.sectors[1].paths[1].levels[0];
  level.index = (level.index + 1) % level.arity();
  auto changed = asked;
  changed[1].leaves[1] = level.index;
  BOOST_TEST((post::claimed_public_inputs(proof) == post::public_inputs<shape>(changed)));
}

}  // namespace
