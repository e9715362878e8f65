// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE post_prover_slow
#include <boost/test/unit_test.hpp>

#include <cstdint>
#include <filesystem>

#include <cuzk/io/bellman_key.hpp>
#include <cuzk/post/prover.hpp>
#include <cuzk/post/setup.hpp>

#include "post/proved.hpp"
#include "support/temporary_folder.hpp"

namespace {

using namespace cuzk_test;
using window = post::window_2KiB;
using winning = post::winning_2KiB;

// Sizes by the format's formula, for the circuit's counts.
template <class Shape>
void keys_have_sizes(porep::proving_key const& key, std::uintmax_t params, std::uintmax_t vk) {
  temporary_folder const here("post");
  auto const& folder = here.path();
  post::write_keys<Shape>(folder, porep::proving_key(key));
  BOOST_TEST(std::filesystem::file_size(post::params_path<Shape>(folder)) == params);
  BOOST_TEST(std::filesystem::file_size(post::vk_path<Shape>(folder)) == vk);
  BOOST_TEST((post::read_verifying_key<Shape>(folder) == key.vk));
  BOOST_TEST((post::read_proving_key<Shape>(cuzk::exec::tbb(2), folder, {.trust_subgroups = true}) == key));
  using other = post::window_shape<typename Shape::sector, 7>;
  std::filesystem::rename(post::params_path<Shape>(folder), post::params_path<other>(folder));
  std::filesystem::rename(post::vk_path<Shape>(folder), post::vk_path<other>(folder));
  BOOST_CHECK_THROW(
      static_cast<void>(post::read_proving_key<other>(cuzk::exec::tbb(2), folder, {.trust_subgroups = true})),
      cuzk::io::key_mismatch);
  BOOST_CHECK_THROW(static_cast<void>(post::read_verifying_key<other>(folder)), cuzk::io::key_mismatch);
}

BOOST_AUTO_TEST_CASE(a_window_of_the_smallest_published_shape_is_proved) {
  proved_window<window> const made({77, 78, 90}, post::api_version::v1_2);
  BOOST_TEST(made.verifies(made.claim, made.proofs));
  auto claim = made.claim;
  claim.sectors[2].id = 91;
  BOOST_TEST(!made.verifies(claim, made.proofs));
  keys_have_sizes<window>(made.key, 11501496, 3076);
}

BOOST_AUTO_TEST_CASE(a_winner_of_the_smallest_published_shape_is_proved) {
  proved_winner<winning> const made(12);
  BOOST_TEST(made.verifies(made.claim, made.proof));
  auto claim = made.claim;
  claim.randomness[3] ^= std::byte{1};
  BOOST_TEST(!made.verifies(claim, made.proof));
  claim = made.claim;
  claim.sectors[0].id = 13;
  BOOST_TEST(!made.verifies(claim, made.proof));
  keys_have_sizes<winning>(made.key, 47299128, 13636);
}

}  // namespace
