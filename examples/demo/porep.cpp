// SPDX-License-Identifier: Apache-2.0
// A 2 KiB sector of Filecoin: sealed, challenged, proved and verified.

#include <chrono>
#include <cstddef>
#include <cstdio>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <cuzk/core/random.hpp>
#include <cuzk/exec/tbb.hpp>
#include <cuzk/porep/fr32.hpp>
#include <cuzk/porep/prover.hpp>
#include <cuzk/porep/seal.hpp>
#include <cuzk/porep/setup.hpp>
#include <cuzk/porep/vanilla_prover.hpp>
#include <cuzk/porep/vanilla_verifier.hpp>
#include <cuzk/porep/verifier.hpp>

#include "prove_set.hpp"

namespace demo {

bool prove_sector(cuzk::exec::tbb const& where) {
  namespace porep = cuzk::porep;
  using shape = porep::sector_2KiB;
  cuzk::os_random const random;
  std::printf("PoRep\n");
  auto const size = porep::circuit_size<shape>();
  say("circuit", "Filecoin's proof of replication of a 2 KiB sector");
  say("curve", "BLS12-381");
  say("constraints", std::to_string(size.constraints) + " over " + std::to_string(size.wires) + " wires, " +
                         std::to_string(size.public_count) + " of them public");
  say("threads", std::to_string(where.concurrency()));

  std::printf("  time of each stage\n");
  porep::sector_identity identity;
  identity.prover_id = porep::prover_id_of_miner(1000);
  identity.sector_number = 1;
  identity.rules = porep::registered_proof(5);
  random.fill(identity.ticket);
  std::vector<std::byte> data(shape::bytes / porep::fr32_padded_bytes * porep::fr32_data_bytes);
  random.fill(data);
  std::vector<std::byte> padded(shape::bytes);
  porep::fr32_pad(padded, data);
  auto const sector = timed("seal", [&] { return porep::seal<shape>(where, identity, padded); });

  porep::replication_claim claim{identity, porep::challenge_kind::interactive, {}, {}, {}};
  random.fill(claim.seed);
  claim.comm_d = porep::to_node(sector.statement().comm_d);
  claim.comm_r = porep::to_node(sector.statement().comm_r);
  auto const vanilla =
      timed("vanilla proof", [&] { return porep::prove_all_vanilla<shape>(where, sector, claim.kind, claim.seed); });

  // Made here for the demonstration; the network has keys of its own.
  auto const matrices = timed("circuit", [&] { return porep::circuit_matrices<shape>(); });
  auto const key =
      timed("development key", [&] { return cuzk::groth16::setup<porep::curve, porep::qap>(where, matrices, random); });
  porep::prover<shape> prover(key);
  porep::prove_options options;
  options.observer = [](std::size_t, std::string_view stage, std::chrono::nanoseconds time) {
    say_time(name_of(stage), time);
  };
  auto const start = clock_type::now();
  auto const proof = prover.prove(where, sector.statement(), std::span(vanilla), random, options);
  say_time("proof, together", clock_type::now() - start);

  porep::verifying_key const vk(key.vk);
  auto const verifies = [&](porep::replication_claim const& what) {
    return porep::verify<shape>(where, vk, what, proof, random);
  };
  bool const verified = timed("verify", [&] { return verifies(claim); });
  auto falsified = claim;
  ++falsified.identity.sector_number;
  bool const refuses = !timed("verify a false statement", [&] { return verifies(falsified); });

  auto const print = [](char const* name, std::span<std::byte const> bytes) {
    std::printf("    %-8s", name);
    for (auto const b : bytes) std::printf("%02x", std::to_integer<unsigned>(b));
    std::printf("\n");
  };
  say("sector", "");
  print("comm_d", claim.comm_d);
  print("comm_r", claim.comm_r);
  print("proof", proof);
  say("falsified", refuses ? "the proof of another sector is refused" : "a false statement is ACCEPTED");
  bool const good = verified && refuses;
  std::printf("PoRep: %s\n", good ? "verified" : "NOT verified");
  return good;
}

}  // namespace demo
