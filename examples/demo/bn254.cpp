// SPDX-License-Identifier: Apache-2.0
#include "prove_set.hpp"

#include <filesystem>
#include <string>

#include <cuzk/curves/bn254.hpp>
#include <cuzk/exec/tbb.hpp>

namespace demo {

bool prove_bn254(std::filesystem::path const& set, std::string const& description, cuzk::exec::tbb const& where) {
  return prove_set<cuzk::curves::bn254>(set, description, "BN254", where);
}

}  // namespace demo
