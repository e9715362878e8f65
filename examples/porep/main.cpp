// SPDX-License-Identifier: Apache-2.0
// cuzk-porep: the command line. What it accepts, and which exit code an error gets.

#include <functional>
#include <string>

#include <CLI/CLI.hpp>

#include "../groth16_cli/command_line.hpp"
#include "commands.hpp"

int main(int argc, char** argv) {
  CLI::App app{"Filecoin's proof of replication: a sector in a folder, sealed, challenged, proved, verified."};
  cli::settings settings;
  cli::add_settings(app, settings);

  std::function<int()> command;
  porep_cli::seal_arguments seal;
  porep_cli::challenge_arguments challenge;
  porep_cli::prove_arguments prove;
  porep_cli::verify_arguments verify, exported;
  porep_cli::setup_arguments setup;
  std::string info_folder;

  auto* const seal_command = app.add_subcommand("seal", "Seal data into a new sector");
  seal_command->add_option("FOLDER", seal.folder, "Of the sector; made")->required();
  seal_command->add_option("--data", seal.data, "File to seal, filled with zeros; without it random bytes");
  seal_command->add_option("--proof", seal.proof, "Registered proof, which says the size")
      ->capture_default_str()
      ->type_name("NAME");
  seal_command->add_option("--miner", seal.miner, "Number of the miner")->capture_default_str();
  seal_command->add_option("--sector", seal.sector_number, "Number of the sector")->capture_default_str();
  seal_command->add_option("--ticket", seal.ticket_hex, "32 bytes; drawn if not given")->type_name("HEX");
  seal_command->callback([&] { command = [&] { return porep_cli::run_seal(settings, seal); }; });

  auto* const challenge_command = app.add_subcommand("challenge", "Draw challenges and make vanilla proofs");
  challenge_command->add_option("FOLDER", challenge.folder)->required();
  challenge_command->add_option("--seed-of-chain", challenge.seed_hex, "32 bytes; drawn if not given")
      ->type_name("HEX");
  challenge_command->callback([&] { command = [&] { return porep_cli::run_challenge(settings, challenge); }; });

  auto* const prove_command = app.add_subcommand("prove", "Prove what the vanilla proofs show");
  prove_command->add_option("FOLDER", prove.folder, "With c1.json, of `challenge` or of sealing software")->required();
  prove_command->add_option("--keys", prove.keys, "Folder of keys by their published names")->required();
  prove_command->add_option("--backend", prove.backend, "Where to prove: host, or cuda for the current CUDA device")
      ->check(CLI::IsMember({"host", "cuda"}));
  prove_command->callback([&] { command = [&] { return porep_cli::run_prove(settings, prove); }; });

  auto* const verify_command = app.add_subcommand("verify", "Check the proofs");
  verify_command->add_option("FOLDER", verify.folder)->required();
  verify_command->add_option("--keys", verify.keys, "Folder of keys by their published names")->required();
  char const* const seed_help = "32 bytes; those of sector.json if not given";
  verify_command->add_option("--seed-of-chain", verify.seed_hex, seed_help)->type_name("HEX");
  verify_command->callback([&] { command = [&] { return porep_cli::run_verify(settings, verify); }; });

  auto* const export_command = app.add_subcommand("export", "Write key, public inputs and proofs for snarkjs");
  export_command->add_option("FOLDER", exported.folder, "Gets verification_key.json, public_0.json, proof_0.json, ...")
      ->required();
  export_command->add_option("--keys", exported.keys, "Folder of keys by their published names")->required();
  export_command->add_option("--seed-of-chain", exported.seed_hex, seed_help)->type_name("HEX");
  export_command->callback([&] { command = [&] { return porep_cli::run_export(settings, exported); }; });

  auto* const info_command = app.add_subcommand("info", "Say what a sector and its circuit are");
  info_command->add_option("FOLDER", info_folder)->required();
  info_command->callback([&] { command = [&] { return porep_cli::run_info(settings, info_folder); }; });

  auto* const setup_command = app.add_subcommand("setup", "Make keys for development");
  setup_command->add_option("KEYS", setup.keys, "Folder for the keys; made")->required();
  setup_command->add_option("--proof", setup.proof, "Registered proof, which says the size")
      ->capture_default_str()
      ->type_name("NAME");
  setup_command->add_flag("--insecure-development", setup.insecure,
                          "Say that you know: this program alone draws the key's secrets, so nobody but you may "
                          "trust its proofs");
  setup_command->callback([&] { command = [&] { return porep_cli::run_setup(settings, setup); }; });

  return cli::parse_and_run(app, argc, argv, "cuzk-porep", command);
}
