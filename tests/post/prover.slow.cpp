// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE post_prover_slow
#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include <unistd.h>

#include <cuzk/core/random.hpp>
#include <cuzk/io/bellman_key.hpp>
#include <cuzk/post/prover.hpp>
#include <cuzk/post/setup.hpp>
#include <cuzk/post/verifier.hpp>

#include "post/proved.hpp"

namespace {

using namespace cuzk_test;
using window = post::window_2KiB;
using winning = post::winning_2KiB;

template <class Shape>
void keys_have_published_sizes(porep::proving_key const& key, std::uintmax_t params, std::uintmax_t vk) {
  auto const folder = std::filesystem::temp_directory_path() / ("cuzk-post-" + std::to_string(::getpid()));
  std::filesystem::create_directory(folder);
  struct remove_at_end {
    std::filesystem::path const& path;
    ~remove_at_end() { std::filesystem::remove_all(path); }
  } const remove{folder};
  post::write_keys<Shape>(folder, key);
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

BOOST_AUTO_TEST_CASE(the_published_window_is_proved) {
  proved_window<window> const made({77, 78, 90}, post::api_version::v1_2);
  BOOST_TEST(made.verifies(made.claim, made.proofs));
  auto claim = made.claim;
  claim.sectors[2].id = 91;
  BOOST_TEST(!made.verifies(claim, made.proofs));
  keys_have_published_sizes<window>(made.key, 11501496, 3076);
}

BOOST_AUTO_TEST_CASE(the_published_winner_is_proved) {
  cuzk::exec::tbb const where(2);
  sealed_sectors<winning::sector> const sealed({12});
  auto const key = post::insecure_development_key<winning>(where, 6);
  porep::verifying_key const vk(key.vk);
  auto const asked = post::winning_challenges<winning>(some_randomness(), sealed.statements[0]);
  std::vector<post::vanilla_proof<winning>> const vanilla{post::prove_vanilla<winning>(
      where, asked, [&](std::size_t) -> auto const& { return sealed.sectors.front(); })};
  auto const proof = post::prover<winning>(key).prove(where, std::span<post::vanilla_proof<winning> const>(vanilla),
                                                      cuzk::os_random{});
  post::spacetime_claim claim;
  claim.randomness = filled(1);
  claim.sectors.push_back({12, porep::to_node(sealed.statements[0].comm_r)});
  auto const verifies = [&] { return post::verify_winning<winning>(where, vk, claim, proof, cuzk::os_random{}); };
  BOOST_TEST(verifies());
  claim.randomness[3] ^= std::byte{1};
  BOOST_TEST(!verifies());
  claim.randomness[3] ^= std::byte{1};
  claim.sectors[0].id = 13;
  BOOST_TEST(!verifies());
  keys_have_published_sizes<winning>(key, 47299128, 13636);
}

}  // namespace
