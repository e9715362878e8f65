// SPDX-License-Identifier: Apache-2.0
#pragma once

// The commands, a source file each. They return the exit code and throw for bad input.

#include <string>

#include "settings.hpp"

namespace cli {

struct prove_arguments {
  std::string zkey, witness, proof, inputs;
  std::string backend = "host";  // or "cuda"
};
int run_prove(settings const&, prove_arguments const&);

struct verify_arguments {
  std::string key, inputs, proof;
};
int run_verify(settings const&, verify_arguments const&);

int run_info(settings const&, std::string const& file);

struct setup_arguments {
  std::string circuit, zkey;
  bool insecure = false;
};
int run_setup(settings const&, setup_arguments const&);

struct export_arguments {
  std::string key, out;
};
int run_export(settings const&, export_arguments const&);

int run_self_test(settings const&);

}  // namespace cli
