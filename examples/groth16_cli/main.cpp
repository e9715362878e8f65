// SPDX-License-Identifier: Apache-2.0
// cuzk-groth16: the command line. What it accepts, and which exit code an error gets.

#include <cstdio>
#include <exception>
#include <functional>
#include <iostream>
#include <new>
#include <string>

#include <CLI/CLI.hpp>

#include <cuzk/core/error.hpp>

#include "commands.hpp"
#include "settings.hpp"

namespace {

int complain(std::string const& what, int code) {
  std::string line = what.substr(0, what.find('\n'));
  std::cerr << "cuzk-groth16: " << line << '\n';
  return code;
}

int run(std::function<int()> const& command) {
  try {
    return command();
  } catch (cuzk::random_error const& e) {
    return complain(e.what(), cli::exit_device);
  } catch (cuzk::out_of_memory const& e) {
    return complain(e.what(), cli::exit_device);
  } catch (cuzk::cuda_error const& e) {
    return complain(e.what(), cli::exit_device);
  } catch (std::bad_alloc const&) {
    return complain("out of memory", cli::exit_device);
  } catch (std::exception const& e) {
    return complain(e.what(), cli::exit_bad_input);
  }
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"Groth16 proofs from snarkjs's files, on bn128 and bls12381 (the file says which)."};
  app.require_subcommand(1);
  app.footer("Exit codes: 0 fine, 1 the proof is not valid, 2 bad usage or input, 3 the machine failed.");

  cli::settings settings;
  app.add_option("--threads", settings.threads, "Threads to use; 0 is all")->type_name("N");
  app.add_option("--seed", settings.seed_hex,
                 "For tests only: draw all secrets from this seed, up to 32 bytes. Who knows it knows the secrets.")
      ->type_name("HEX");
  app.add_flag("--json", settings.json, "Write results and times as one line of JSON");

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

  for (auto* const sub : app.get_subcommands({})) sub->fallthrough();

  try {
    app.parse(argc, argv);
  } catch (CLI::ParseError const& e) {
    if (e.get_exit_code() == 0) return app.exit(e);  // --help
    return complain(std::string(e.what()) + " (--help tells the usage)", cli::exit_bad_input);
  }
  return run(command);
}
