// SPDX-License-Identifier: Apache-2.0
// challenge FOLDER [--seed-of-chain HEX]: draws the challenges, writes the vanilla proofs and records the seed.
//
// Labels and trees are not kept in the folder: the replica is unsealed and sealed again, which must give its comm_r.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/io/input.hpp>
#include <cuzk/porep/c1_json.hpp>
#include <cuzk/porep/c1_output.hpp>
#include <cuzk/porep/challenges.hpp>
#include <cuzk/porep/seal.hpp>
#include <cuzk/porep/vanilla_prover.hpp>
#include <cuzk/porep/vanilla_verifier.hpp>

#include "../groth16_cli/report.hpp"
#include "commands.hpp"
#include "physical_memory.hpp"
#include "sealing_report.hpp"
#include "sector_folder.hpp"

namespace porep_cli {
namespace {

template <class Shape>
int challenge(cli::settings const& s, challenge_arguments const& arguments, sector_folder const& folder,
              sector_record record) {
  require_memory_to_seal<Shape>();  // more than unsealing takes
  cli::report out("challenge", s.json);
  auto const where = cli::make_executor(s);
  cli::secrets_source random(s);

  out.begin("unseal");
  cuzk::io::input const replica(folder.replica().string());
  if (replica.bytes().size() != Shape::bytes) {
    throw cuzk::format_error(
        replica.name(), 0, "replica",
        std::to_string(replica.bytes().size()) + " bytes; the sector has " + std::to_string(Shape::bytes));
  }
  std::span<porep::bytes_32 const> const nodes(reinterpret_cast<porep::bytes_32 const*>(replica.bytes().data()),
                                               static_cast<std::size_t>(Shape::nodes));
  std::vector<porep::bytes_32> data(nodes.size());
  porep::unseal<Shape>(where, data, nodes, record.identity(), porep::to_field(record.comm_d));
  out.end();

  out.begin("labels and trees");
  porep::seal_options options;
  options.progress = sealing_report(out);
  auto const sector = porep::seal<Shape>(where, record.identity(), std::as_bytes(std::span(data)), options);
  out.end();
  if (porep::to_node(sector.statement().comm_r) != record.comm_r) {
    throw cuzk::invalid_argument(arguments.folder + ": the replica is not that of sector.json's comm_r");
  }

  out.begin("vanilla proofs");
  porep::c1_output<Shape> c1;
  c1.registered = record.proof;
  c1.of = sector.statement();
  c1.ticket = record.ticket;
  if (arguments.seed_hex.empty()) {
    random.fill(c1.seed);
  } else {
    c1.seed = from_hex(arguments.seed_hex, "--seed-of-chain");
  }
  c1.proofs = porep::prove_all_vanilla(where, sector, record.proof.kind(), c1.seed);
  std::string drawn;
  for (std::size_t k = 0; k < c1.proofs.size(); ++k) {
    auto const challenges =
        porep::partition_challenges<Shape>(record.proof.kind(), c1.of.replica_id, c1.of.comm_r, c1.seed, k);
    if (auto const fault = porep::find_vanilla_fault<Shape>(sector.graph(), c1.of, challenges, c1.proofs[k])) {
      throw cuzk::invalid_argument("partition " + std::to_string(k) + ", challenge " + std::to_string(fault->position) +
                                   ": " + fault->what);
    }
    for (auto const c : challenges) drawn += (drawn.empty() ? "" : " ") + std::to_string(c);
  }
  out.end();

  out.begin("write");
  porep::write_c1_json(folder.vanilla(), c1);
  record.seed = c1.seed;
  folder.write(record);
  out.end();
  out.fact("seed", to_hex(c1.seed));
  out.fact("partitions", c1.proofs.size());
  out.fact("challenges", drawn);
  out.print();
  return cli::exit_fine;
}

}  // namespace

int run_challenge(cli::settings const& s, challenge_arguments const& arguments) {
  sector_folder const folder(arguments.folder);
  auto const record = folder.read();
  return with_shape(record.proof, [&]<class Shape>() { return challenge<Shape>(s, arguments, folder, record); });
}

}  // namespace porep_cli
