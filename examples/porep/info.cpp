// SPDX-License-Identifier: Apache-2.0
// info FOLDER: what the sector is, what there is of it, and the size of its circuit.

#include <filesystem>
#include <string>

#include <cuzk/porep/parameter_names.hpp>
#include <cuzk/porep/synthesis.hpp>

#include "../groth16_cli/report.hpp"
#include "commands.hpp"
#include "sector_folder.hpp"

namespace porep_cli {

int run_info(cli::settings const& s, std::string const& path) {
  sector_folder const folder(path);
  auto const record = folder.read();
  cli::report out("info", s.json);
  out.fact("registered_proof", record.proof.name());
  out.fact("sector_bytes", record.proof.sector_bytes());
  out.fact("data_bytes", record.data_bytes);
  out.fact("prover_id", to_hex(record.prover_id));
  out.fact("sector_number", record.sector_number);
  out.fact("ticket", to_hex(record.ticket));
  out.fact("comm_d", to_hex(record.comm_d));
  out.fact("comm_r", to_hex(record.comm_r));
  out.fact("seed", record.seed ? to_hex(*record.seed) : "none; see `challenge`");
  out.fact("vanilla_proofs", std::filesystem::exists(folder.vanilla()) ? "there" : "none; see `challenge`");
  out.fact("proofs", std::filesystem::exists(folder.proofs()) ? "there" : "none; see `prove`");
  with_shape(record.proof, [&]<class Shape>() {
    auto const size = porep::circuit_size<Shape>();
    out.fact("partitions", Shape::partitions_of(record.proof.kind()));
    out.fact("constraints", size.constraints);
    out.fact("wires", size.wires);
    out.fact("public_inputs", size.public_count);
    out.fact("synthesis_bytes", size.bytes());
    out.fact("key", porep::replication_parameter_name<Shape>());
  });
  out.print();
  return cli::exit_fine;
}

}  // namespace porep_cli
