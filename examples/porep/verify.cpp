// SPDX-License-Identifier: Apache-2.0
// verify FOLDER --keys FOLDER [--seed-of-chain HEX]: proof.bin, for the sector and the seed of sector.json. Nothing is
// asked of c1.json, which is the prover's.

#include <iostream>
#include <string>

#include <cuzk/core/random.hpp>
#include <cuzk/io/input.hpp>
#include <cuzk/porep/setup.hpp>
#include <cuzk/porep/verifier.hpp>

#include "../groth16_cli/report.hpp"
#include "commands.hpp"
#include "sector_folder.hpp"

namespace porep_cli {
namespace {

template <class Shape>
int verify(cli::settings const& s, verify_arguments const& arguments, sector_folder const& folder,
           sector_record const& record) {
  cli::report out("verify", s.json);
  auto const where = cli::make_executor(s);
  out.begin("read");
  porep::verifying_key const key(porep::read_verifying_key<Shape>(arguments.keys));
  auto const claim = record.claim(folder.verifier_seed(record, arguments.seed_hex));
  cuzk::io::input const proofs(folder.proofs().string());
  out.end();
  out.begin("verify");
  bool const valid = porep::verify<Shape>(where, key, claim, proofs.bytes(), cuzk::os_random{});
  out.end();
  out.fact("proof_bytes", proofs.bytes().size());
  out.fact("result", valid ? "verified" : "not valid");
  out.print();
  if (valid) return cli::exit_fine;
  std::cerr << "cuzk-porep: " << folder.proofs().string() << ": not valid for this sector, seed and key\n";
  return cli::exit_not_valid;
}

}  // namespace

int run_verify(cli::settings const& s, verify_arguments const& arguments) {
  sector_folder const folder(arguments.folder);
  auto const record = folder.read();
  return with_shape(record.proof, [&]<class Shape>() { return verify<Shape>(s, arguments, folder, record); });
}

}  // namespace porep_cli
