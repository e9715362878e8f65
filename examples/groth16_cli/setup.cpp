// SPDX-License-Identifier: Apache-2.0
// setup CIRCUIT.r1cs OUT.zkey --insecure-development

#include <utility>

#include <cuzk/core/error.hpp>
#include <cuzk/groth16/setup.hpp>
#include <cuzk/io/input.hpp>
#include <cuzk/io/r1cs_file.hpp>
#include <cuzk/io/zkey.hpp>
#include <cuzk/r1cs/matrix.hpp>

#include "commands.hpp"
#include "curve_choice.hpp"
#include "report.hpp"

namespace cli {
namespace {

template <class C>
int setup(settings const& s, setup_arguments const& files, cuzk::io::input const& circuit) {
  using fr = typename C::fr;
  report out("setup", s.json);
  out.fact("curve", C::snarkjs_name);
  auto const where = make_executor(s);
  secrets_source secrets(s);

  out.begin("read");
  auto system = cuzk::io::read_r1cs<fr>(circuit).system;
  out.end();
  out.fact("constraints", system.constraints());
  out.fact("wires", system.wires);

  out.begin("setup");
  cuzk::io::zkey<C> file;
  file.key = cuzk::groth16::setup<C>(where, system, secrets);
  out.end();

  out.begin("write");
  cuzk::r1cs::append_identity_rows(system.a, system.public_count + 1);
  file.a = std::move(system.a);
  file.b = std::move(system.b);
  file.contributions.emplace();
  cuzk::io::write_zkey<C>(files.zkey, file);
  out.end();
  out.fact("domain", file.key.domain_size);
  if (s.json) out.print();
  return exit_fine;
}

}  // namespace

int run_setup(settings const& s, setup_arguments const& files) {
  if (!files.insecure) {
    throw cuzk::invalid_argument(
        "setup: a key made by one party is for development only; say --insecure-development if that is what you want");
  }
  cuzk::io::input const circuit(files.circuit);
  return with_curve(identify_as(circuit, cuzk::io::file_format::r1cs), files.circuit,
                    [&]<class C>() { return setup<C>(s, files, circuit); });
}

}  // namespace cli
