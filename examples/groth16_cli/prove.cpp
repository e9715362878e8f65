// SPDX-License-Identifier: Apache-2.0
// prove [--backend host|cuda] CIRCUIT.zkey WITNESS.wtns PROOF.json PUBLIC.json
//
// Each of the two files appears complete or not at all. They cannot appear at one moment: when the second
// cannot be put in place, the first is removed again, and a former file of its name is lost.

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <iostream>
#include <span>
#include <string>
#include <string_view>
#include <system_error>

#include <cuzk/core/error.hpp>
#include <cuzk/core/wipe.hpp>
#include <cuzk/curve/subgroup.hpp>
#include <cuzk/groth16/proof.hpp>
#include <cuzk/groth16/prove_options.hpp>
#include <cuzk/io/input.hpp>
#include <cuzk/io/json.hpp>
#include <cuzk/io/output.hpp>
#include <cuzk/io/wtns.hpp>
#include <cuzk/io/zkey.hpp>

#include "commands.hpp"
#include "curve_choice.hpp"
#include "device.hpp"
#include "host.hpp"
#include "report.hpp"

namespace cli {
namespace {

// Not what is no regular file, such as /dev/stdout; of a link the target.
void remove_file(std::string const& name) {
  std::error_code ignored;
  auto const target = std::filesystem::canonical(name, ignored);
  if (!ignored && std::filesystem::is_regular_file(target, ignored)) std::filesystem::remove(target, ignored);
}

template <class C>
cuzk::groth16::proof<C> by_host(report& out, executor const& where, cuzk::io::zkey<C> const& file,
                                std::span<typename C::fr const> witness, secrets_source& secrets) {
  cuzk::groth16::prove_options options;
  out.show(cuzk::groth16::prove_stages[0]);
  options.observer = [&out, next = std::size_t{1}](std::string_view stage, std::chrono::nanoseconds took) mutable {
    out.time(stage, took);
    if (next < cuzk::groth16::prove_stages.size()) out.show(cuzk::groth16::prove_stages[next++]);
  };
  return prove_on_host<C>(where, file, witness, secrets, options);
}

template <class C>
cuzk::groth16::proof<C> by_device([[maybe_unused]] report& out, [[maybe_unused]] cuzk::io::zkey<C> const& file,
                                  [[maybe_unused]] std::span<typename C::fr const> witness,
                                  [[maybe_unused]] secrets_source& secrets) {
#if defined(CUZK_CLI_WITH_CUDA)
  return prove_on_device<C>(file, witness, {[&secrets](std::span<std::byte> bytes) { secrets.fill(bytes); }},
                            [&out](std::string_view stage, std::chrono::nanoseconds took) {
                              out.time("device_" + std::string(stage), took);
                            });
#else
  throw cuzk::unsupported("--backend cuda: this program was built without CUDA");
#endif
}

template <class C>
int prove(settings const& s, prove_arguments const& files, cuzk::io::input const& zkey) {
  using fr = typename C::fr;
  report out("prove", s.json);
  out.fact("curve", C::snarkjs_name);
  auto const where = make_executor(s);
  secrets_source secrets(s);

  // Subgroups of the key's many points are left to `info`; the proof's own are checked below.
  out.begin("read key");
  auto const file = cuzk::io::read_zkey<C>(where, zkey, {.trust_subgroups = true});
  out.end();
  out.fact("wires", file.key.wires);
  out.fact("domain", file.key.domain_size);
  out.fact("key_subgroups", "trusted");

  out.begin("read witness");
  auto witness = cuzk::io::read_wtns<fr>(where, files.witness);
  cuzk::wipe_on_exit const wipe_witness(witness);
  out.end();
  if (witness.size() != file.key.wires) {
    throw cuzk::invalid_argument(files.witness + ": a witness of " + std::to_string(witness.size()) +
                                 " values; the circuit of this key has " + std::to_string(file.key.wires) + " wires");
  }

  out.begin("prove");
  cuzk::groth16::proof<C> proof;
  try {
    proof = files.backend == "cuda" ? by_device<C>(out, file, witness, secrets)
                                    : by_host<C>(out, where, file, witness, secrets);
  } catch (cuzk::groth16::proof_rejected const&) {
    out.clear();
    std::cerr << "cuzk-groth16: " << files.witness
              << ": the witness does not satisfy the circuit of this key; no proof written\n";
    return exit_not_valid;
  }
  if (!is_in_subgroup(proof.a) || !is_in_subgroup(proof.b) || !is_in_subgroup(proof.c)) {
    throw cuzk::invalid_argument(files.zkey + ": has points outside the subgroup of order r; see `info`");
  }
  out.end();

  out.begin("write");
  auto const inputs = std::span<fr const>(witness).subspan(1, file.key.public_count);
  cuzk::io::file_output proof_file(files.proof);
  cuzk::io::file_output public_file(files.inputs);
  cuzk::io::write_proof_json<C>(proof_file, proof);
  cuzk::io::write_public_json<fr>(public_file, inputs);
  proof_file.commit();
  try {
    public_file.commit();
  } catch (...) {
    remove_file(files.proof);
    throw;
  }
  out.end();
  if (s.json) out.print();
  return exit_fine;
}

}  // namespace

int run_prove(settings const& s, prove_arguments const& files) {
  cuzk::io::input const zkey(files.zkey);
  return with_curve(identify_as(zkey, cuzk::io::file_format::zkey), files.zkey,
                    [&]<class C>() { return prove<C>(s, files, zkey); });
}

}  // namespace cli
