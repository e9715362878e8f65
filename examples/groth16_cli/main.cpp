// SPDX-License-Identifier: Apache-2.0
// cuzk-groth16: the command line. What it accepts, and which exit code an error gets.

#include <functional>
#include <string>

#include <CLI/CLI.hpp>

#include "command_line.hpp"
#include "commands.hpp"

int main(int argc, char** argv) {
  CLI::App app{"Groth16 proofs from snarkjs's files, on bn128 and bls12381 (the file says which)."};
  cli::settings settings;
  cli::add_settings(app, settings);

  std::function<int()> command;
  cli::prove_arguments prove;
  cli::verify_arguments verify;
  cli::setup_arguments setup;
  cli::export_arguments exported;
  std::string info_file;

  auto* const prove_command = app.add_subcommand("prove", "Make a proof");
  prove_command->add_option("CIRCUIT.zkey", prove.zkey)->required();
  prove_command->add_option("WITNESS.wtns", prove.witness)->required();
  prove_command->add_option("PROOF.json", prove.proof, "Written")->required();
  prove_command->add_option("PUBLIC.json", prove.inputs, "Written")->required();
  prove_command->add_option("--backend", prove.backend, "Where to prove: host, or cuda for the current CUDA device")
      ->check(CLI::IsMember({"host", "cuda"}));
  prove_command->callback([&] { command = [&] { return cli::run_prove(settings, prove); }; });

  auto* const verify_command = app.add_subcommand("verify", "Check a proof");
  verify_command->add_option("VKEY.json", verify.key)->required();
  verify_command->add_option("PUBLIC.json", verify.inputs)->required();
  verify_command->add_option("PROOF.json", verify.proof)->required();
  verify_command->callback([&] { command = [&] { return cli::run_verify(settings, verify); }; });

  auto* const info_command = app.add_subcommand("info", "Say what a file holds and check its points");
  info_command->add_option("FILE", info_file, "Any file of snarkjs or bellman")->required();
  info_command->callback([&] { command = [&] { return cli::run_info(settings, info_file); }; });

  auto* const setup_command = app.add_subcommand("setup", "Make a key for development");
  setup_command->add_option("CIRCUIT.r1cs", setup.circuit)->required();
  setup_command->add_option("OUT.zkey", setup.zkey, "Written")->required();
  setup_command->add_flag("--insecure-development", setup.insecure,
                          "Say that you know: this program alone draws the key's secrets, so nobody but you may "
                          "trust its proofs");
  setup_command->callback([&] { command = [&] { return cli::run_setup(settings, setup); }; });

  auto* const export_command = app.add_subcommand("export-vkey", "Write the verification key of a key");
  export_command->add_option("IN.zkey", exported.key)->required();
  export_command->add_option("OUT.json", exported.out, "Written")->required();
  export_command->callback([&] { command = [&] { return cli::run_export(settings, exported); }; });

  auto* const self_test_command = app.add_subcommand("self-test", "Prove and verify a small circuit on each curve");
  self_test_command->callback([&] { command = [&] { return cli::run_self_test(settings); }; });

  return cli::parse_and_run(app, argc, argv, "cuzk-groth16", command);
}
