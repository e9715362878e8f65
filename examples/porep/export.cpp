// SPDX-License-Identifier: Apache-2.0
// export FOLDER --keys FOLDER [--seed-of-chain HEX]: the verifying key, and of each partition the proof and its public
// inputs, as snarkjs reads them.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/groth16/proof.hpp>
#include <cuzk/io/input.hpp>
#include <cuzk/io/json.hpp>
#include <cuzk/pairing/pairing.hpp>
#include <cuzk/porep/challenges.hpp>
#include <cuzk/porep/public_inputs.hpp>
#include <cuzk/porep/setup.hpp>

#include "../groth16_cli/report.hpp"
#include "commands.hpp"
#include "sector_folder.hpp"

namespace porep_cli {
namespace {

template <class Shape>
int export_json(cli::settings const& s, verify_arguments const& arguments, sector_folder const& folder,
                sector_record const& record) {
  cli::report out("export", s.json);
  out.begin("read");
  auto const vk = porep::read_verifying_key<Shape>(arguments.keys);
  auto const seed = folder.verifier_seed(record, arguments.seed_hex);
  cuzk::io::input const proofs(folder.proofs().string());
  auto const bytes = proofs.bytes();
  std::size_t const partitions = Shape::partitions_of(record.proof.kind());
  if (bytes.size() != partitions * porep::partition_proof_bytes) {
    throw cuzk::format_error(
        proofs.name(), 0, "proofs",
        std::to_string(bytes.size()) + " bytes; " + std::to_string(partitions) + " partitions are expected");
  }
  out.end();

  out.begin("write");
  auto const comm_d = porep::to_field(record.comm_d);
  porep::statement const of{porep::replica_id(record.identity(), comm_d), comm_d, porep::to_field(record.comm_r)};
  porep::stacked_graph const graph(Shape::nodes, record.proof);
  cuzk::io::write_verifying_key_json<porep::curve>(folder.path() / "verification_key.json", vk,
                                                   cuzk::pairing::pairing<porep::curve>(vk.alpha_g1, vk.beta_g2));
  for (std::size_t k = 0; k < partitions; ++k) {
    auto const challenges = porep::partition_challenges<Shape>(record.proof.kind(), of.replica_id, of.comm_r, seed, k);
    auto const inputs = porep::public_inputs<Shape>(graph, of, challenges);
    auto const proof = cuzk::groth16::from_bytes<porep::curve>(
        bytes.subspan(k * porep::partition_proof_bytes, porep::partition_proof_bytes));
    auto const suffix = std::to_string(k) + ".json";
    cuzk::io::write_public_json<porep::fr>(folder.path() / ("public_" + suffix), std::span<porep::fr const>(inputs));
    cuzk::io::write_proof_json<porep::curve>(folder.path() / ("proof_" + suffix), proof);
  }
  out.end();
  out.fact("partitions", partitions);
  if (s.json) out.print();
  return cli::exit_fine;
}

}  // namespace

int run_export(cli::settings const& s, verify_arguments const& arguments) {
  sector_folder const folder(arguments.folder);
  auto const record = folder.read();
  return with_shape(record.proof, [&]<class Shape>() { return export_json<Shape>(s, arguments, folder, record); });
}

}  // namespace porep_cli
