// SPDX-License-Identifier: Apache-2.0
// cuzk-demo SET...: proves and verifies each set of files that circom and snarkjs made, and reports.
// A set is a folder with circuit.r1cs, circuit.zkey, witness.wtns and proof.json. With --porep also seals a sector of
// Filecoin, proves its replication and verifies that.

#include <cstdio>
#include <exception>
#include <filesystem>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include <cuzk/core/error.hpp>
#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/curves/bn254.hpp>
#include <cuzk/exec/tbb.hpp>
#include <cuzk/io/identify.hpp>

#include "prove_set.hpp"

namespace {

bool prove(std::filesystem::path const& set, std::string const& description, cuzk::exec::tbb const& where) {
  auto const key = cuzk::io::identify(set / "circuit.zkey");
  if (cuzk::io::is_of_curve<cuzk::curves::bn254>(key)) return demo::prove_bn254(set, description, where);
  if (cuzk::io::is_of_curve<cuzk::curves::bls12_381>(key)) return demo::prove_bls12_381(set, description, where);
  throw cuzk::unsupported(set.string() + ": " + key.curve_text());
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"Proves and verifies sets of files that circom and snarkjs made"};
  std::vector<std::filesystem::path> sets;
  std::string description;
  app.add_option("set", sets, "folders with circuit.r1cs, circuit.zkey, witness.wtns and proof.json")
      ->required()
      ->check(CLI::ExistingDirectory);
  app.add_option("--description", description, "what the circuit is, for the report");
  bool with_porep = false;
  app.add_flag("--porep", with_porep, "seal a 2 KiB sector of Filecoin, prove and verify it too");
  CLI11_PARSE(app, argc, argv);
  try {
    cuzk::exec::tbb const where;
    bool good = true;
    for (auto const& set : sets) {
      if (&set != &sets.front()) std::printf("\n");
      good = prove(set, description, where) && good;
    }
    if (with_porep) {
      std::printf("\n");
      good = demo::prove_sector(where) && good;
    }
    return good ? 0 : 1;
  } catch (std::exception const& problem) {
    std::fprintf(stderr, "cuzk-demo: %s\n", problem.what());
    return 2;
  }
}
