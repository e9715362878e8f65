// SPDX-License-Identifier: Apache-2.0
// prove FOLDER --keys FOLDER [--backend host|cuda]: the vanilla proofs of c1.json to proof.bin.

#include <chrono>
#include <cstddef>
#include <iostream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/groth16/prove_options.hpp>
#include <cuzk/io/input.hpp>
#include <cuzk/io/output.hpp>
#include <cuzk/porep/c1_json.hpp>
#include <cuzk/porep/challenges.hpp>
#include <cuzk/porep/graph.hpp>
#include <cuzk/porep/prover.hpp>
#include <cuzk/porep/public_inputs.hpp>
#include <cuzk/porep/setup.hpp>

#include "../groth16_cli/report.hpp"
#include "commands.hpp"
#include "device.hpp"
#include "sector_folder.hpp"

namespace porep_cli {
namespace {

template <class Shape>
int prove(cli::settings const& s, prove_arguments const& arguments, sector_folder const& folder,
          porep::c1_document const& document) {
  cli::report out("prove", s.json);
  auto const where = cli::make_executor(s);
  cli::secrets_source secrets(s);

  out.begin("read vanilla proofs");
  auto const c1 = document.template output<Shape>();
  out.end();

  // Subgroups of the key's many points are trusted: each proof is verified before it is written.
  out.begin("read key");
  auto const key = porep::read_proving_key<Shape>(where, arguments.keys, {.trust_subgroups = true});
  out.end();

  out.begin("prove");
  porep::prove_options options;
  std::vector<std::vector<porep::fr>> inputs;
  porep::stacked_graph const graph(Shape::nodes, c1.registered);
  for (std::size_t k = 0; k < c1.proofs.size(); ++k) {
    auto const challenges =
        porep::partition_challenges<Shape>(c1.registered.kind(), c1.of.replica_id, c1.of.comm_r, c1.seed, k);
    inputs.push_back(porep::public_inputs<Shape>(graph, c1.of, challenges));
  }
  options.expected_inputs = inputs;
  options.observer = [&](std::size_t partition, std::string_view stage, std::chrono::nanoseconds took) {
    auto const name = "partition " + std::to_string(partition) + " " + std::string(stage);
    out.time(name, took);
    out.show(name + " done");
  };
  std::span<porep::vanilla_proof<Shape> const> const partitions(c1.proofs);
  std::vector<std::byte> proofs;
  try {
    if (arguments.backend == "cuda") {
#if defined(CUZK_CLI_WITH_CUDA)
      proofs = prove_on_device<Shape>(where, key, c1.of, partitions,
                                      {[&](std::span<std::byte> bytes) { secrets.fill(bytes); }}, options);
#else
      throw cuzk::unsupported("--backend cuda: this program was built without CUDA");
#endif
    } else {
      porep::prover<Shape> prover(key);
      proofs = prover.prove(where, c1.of, partitions, secrets, options);
    }
  } catch (cuzk::groth16::proof_rejected const&) {
    out.clear();
    std::cerr << "cuzk-porep: " << folder.vanilla().string() << ": a vanilla proof is false; no proof written\n";
    return cli::exit_not_valid;
  }
  out.end();

  out.begin("write");
  cuzk::io::write_file(folder.proofs(), [&](auto& file) { file.write(proofs); });
  out.end();
  auto const size = porep::circuit_size<Shape>();
  out.fact("partitions", c1.proofs.size());
  out.fact("constraints", size.constraints);
  out.fact("proof_bytes", proofs.size());
  out.print();
  return cli::exit_fine;
}

}  // namespace

int run_prove(cli::settings const& s, prove_arguments const& arguments) {
  sector_folder const folder(arguments.folder);
  porep::c1_document const document(cuzk::io::input(folder.vanilla().string()));
  return with_shape(document.registered(), [&]<class Shape>() { return prove<Shape>(s, arguments, folder, document); });
}

}  // namespace porep_cli
