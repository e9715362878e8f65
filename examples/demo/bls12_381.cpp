// SPDX-License-Identifier: Apache-2.0
#include "prove_set.hpp"

#include <filesystem>
#include <string>

#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/exec/tbb.hpp>

namespace demo {

bool prove_bls12_381(std::filesystem::path const& set, std::string const& description, cuzk::exec::tbb const& where) {
  return prove_set<cuzk::curves::bls12_381>(set, description, "BLS12-381", where);
}

}  // namespace demo
