// SPDX-License-Identifier: Apache-2.0
// setup KEYS --proof NAME --insecure-development: keys for development, under the network's names.

#include <filesystem>
#include <string>
#include <utility>

#include <cuzk/core/error.hpp>
#include <cuzk/groth16/setup.hpp>
#include <cuzk/porep/setup.hpp>

#include "../groth16_cli/report.hpp"
#include "commands.hpp"
#include "sector_folder.hpp"

namespace porep_cli {
namespace {

template <class Shape>
int setup(cli::settings const& s, setup_arguments const& arguments) {
  cli::report out("setup", s.json);
  auto const where = cli::make_executor(s);
  cli::secrets_source secrets(s);
  if (std::filesystem::exists(porep::params_path<Shape>(arguments.keys))) {
    throw cuzk::invalid_argument(porep::params_path<Shape>(arguments.keys).string() + ": exists already");
  }
  std::filesystem::create_directories(arguments.keys);
  out.begin("circuit");
  auto const matrices = porep::circuit_matrices<Shape>();
  out.end();
  out.begin("setup");
  auto key = cuzk::groth16::setup<porep::curve, porep::qap>(where, matrices, secrets);
  out.end();
  out.fact("constraints", matrices.constraints());
  out.fact("domain", key.domain_size);
  out.begin("write");
  porep::write_keys<Shape>(arguments.keys, std::move(key));
  out.end();
  out.fact("key", porep::params_path<Shape>(arguments.keys).string());
  out.print();
  return cli::exit_fine;
}

}  // namespace

int run_setup(cli::settings const& s, setup_arguments const& arguments) {
  if (!arguments.insecure) {
    throw cuzk::invalid_argument(
        "setup: a key made by one party is for development only, and the network accepts no proofs by it; say "
        "--insecure-development if that is what you want");
  }
  auto const proof = proof_named(arguments.proof);
  return with_shape(proof, [&]<class Shape>() { return setup<Shape>(s, arguments); });
}

}  // namespace porep_cli
