// SPDX-License-Identifier: Apache-2.0
#pragma once

// The commands, a source file each. They return the exit code and throw for bad input.

#include <cstdint>
#include <string>

#include "../groth16_cli/settings.hpp"

namespace porep_cli {

struct seal_arguments {
  std::string folder, data;
  std::string proof = "StackedDrg2KiBV1_1";
  std::uint64_t miner = 1000, sector_number = 1;
  std::string ticket_hex;  // drawn where empty
};
int run_seal(cli::settings const&, seal_arguments const&);

struct challenge_arguments {
  std::string folder, seed_hex;  // drawn where empty
};
int run_challenge(cli::settings const&, challenge_arguments const&);

struct prove_arguments {
  std::string folder, keys;
  std::string backend = "host";  // or "cuda"
};
int run_prove(cli::settings const&, prove_arguments const&);

struct verify_arguments {
  std::string folder, keys;
  std::string seed_hex;  // that of the record where empty
};
int run_verify(cli::settings const&, verify_arguments const&);
int run_export(cli::settings const&, verify_arguments const&);

int run_info(cli::settings const&, std::string const& folder);

struct setup_arguments {
  std::string keys;
  std::string proof = "StackedDrg2KiBV1_1";
  bool insecure = false;
};
int run_setup(cli::settings const&, setup_arguments const&);

}  // namespace porep_cli
