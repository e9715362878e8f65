// SPDX-License-Identifier: Apache-2.0
// Seals two sectors, proves by Filecoin's own circuit that both are still there, and verifies the proof.

#include <cstddef>
#include <cstdint>
#include <iostream>
#include <span>
#include <vector>

#include <cuzk/core/random.hpp>
#include <cuzk/exec/tbb.hpp>
#include <cuzk/porep/seal.hpp>
#include <cuzk/post/prover.hpp>
#include <cuzk/post/setup.hpp>
#include <cuzk/post/vanilla_prover.hpp>
#include <cuzk/post/verifier.hpp>

namespace porep = cuzk::porep;
namespace post = cuzk::post;
using shape = post::window_2KiB;  // two sectors, ten challenges of each

int main() {
  cuzk::exec::tbb const where;

  // Sealed once, with data of zeros.
  std::vector<std::byte> const data(shape::sector::bytes);
  std::vector<porep::sealed_sector<shape::sector>> sealed;
  std::vector<post::sector_statement> sectors;  // what the chain knows of them
  for (std::uint64_t number : {7U, 8U}) {
    porep::sector_identity identity;
    identity.prover_id = porep::prover_id_of_miner(1000);
    identity.sector_number = number;
    sealed.push_back(porep::seal<shape::sector>(where, identity, data));
    sectors.push_back({number, sealed.back().statement().comm_r});
  }

  // In every window the chain draws randomness; the prover opens its replicas where that points.
  post::spacetime_claim claim;
  cuzk::os_random{}.fill(claim.randomness);
  for (auto const& sector : sectors) claim.sectors.push_back({sector.id, porep::to_node(sector.comm_r)});
  auto const randomness = post::chain_randomness(claim.randomness);
  auto const asked = post::window_challenges<shape>(randomness, claim.version, sectors, 0);
  auto const find = [&](std::size_t i) -> auto const& { return sealed[i]; };
  std::vector<post::vanilla_proof<shape>> const vanilla{post::prove_vanilla<shape>(where, asked, find)};

  auto const key = post::insecure_development_key<shape>(where, 1);  // the network has keys of its own
  auto const proof = post::prover<shape>(key).prove(where, std::span(vanilla), cuzk::os_random{});
  porep::verifying_key const vk(key.vk);
  bool const accepted = post::verify_window<shape>(where, vk, claim, proof, cuzk::os_random{});

  claim.sectors[1].id = 9;  // another sector
  bool const refused = !post::verify_window<shape>(where, vk, claim, proof, cuzk::os_random{});
  std::cout << proof.size() << " bytes " << (accepted && refused ? "prove both sectors\n" : "prove nothing\n");
  return accepted && refused ? 0 : 1;
}
