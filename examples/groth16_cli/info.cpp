// SPDX-License-Identifier: Apache-2.0
// info FILE: what it is, its curve, counts and sizes, and whether every point in it is valid.

#include <cstddef>
#include <string>

#include <cuzk/core/error.hpp>
#include <cuzk/core/wipe.hpp>
#include <cuzk/curve/encoding.hpp>
#include <cuzk/groth16/proof.hpp>
#include <cuzk/io/bellman.hpp>
#include <cuzk/io/identify.hpp>
#include <cuzk/io/input.hpp>
#include <cuzk/io/json.hpp>
#include <cuzk/io/ptau.hpp>
#include <cuzk/io/r1cs_file.hpp>
#include <cuzk/io/wtns.hpp>
#include <cuzk/io/zkey.hpp>

#include "commands.hpp"
#include "curve_choice.hpp"
#include "report.hpp"

namespace cli {
namespace {

using cuzk::io::file_format;
using cuzk::io::input;

constexpr char const* all_valid = "all canonical, on their curve, in their subgroup";

template <class C>
void r1cs_facts(report& out, input const& file) {
  auto const r1cs = cuzk::io::read_r1cs<typename C::fr>(file);
  out.fact("wires", r1cs.system.wires);
  out.fact("public_outputs", r1cs.public_outputs);
  out.fact("public_inputs", r1cs.public_inputs);
  out.fact("private_inputs", r1cs.private_inputs);
  out.fact("constraints", r1cs.system.constraints());
  out.fact("terms", r1cs.system.a.terms() + r1cs.system.b.terms() + r1cs.system.c.terms());
}

template <class C>
void wtns_facts(report& out, input const& file, executor const& where) {
  auto witness = cuzk::io::read_wtns<typename C::fr>(where, file);
  cuzk::wipe_on_exit const wipe_witness(witness);
  out.fact("values", witness.size());
}

template <class C>
void zkey_facts(report& out, input const& file, executor const& where) {
  auto const zkey = cuzk::io::read_zkey<C>(where, file);
  out.fact("wires", zkey.key.wires);
  out.fact("public_inputs", zkey.key.public_count);
  out.fact("domain", zkey.key.domain_size);
  out.fact("rows", zkey.a.rows());
  out.fact("terms", zkey.a.terms() + zkey.b.terms());
  out.fact("contributions", zkey.contributions ? zkey.contributions->entries.size() : 0);
  out.fact("points", all_valid);
}

template <class C>
void ptau_facts(report& out, input const& file, executor const& where) {
  cuzk::io::ptau<C> const ptau(cuzk::io::input(file.bytes(), file.name()));
  out.fact("power", ptau.power());
  out.fact("ceremony_power", ptau.ceremony_power());
  out.fact("prepared", ptau.is_prepared());
  ptau.check_points(where);
  out.fact("points", all_valid);
}

template <class C>
void key_facts(report& out, cuzk::groth16::verifying_key<C> const& vk) {
  out.fact("public_inputs", vk.public_count());
  out.fact("points", all_valid);
}

// A stranger's file should not be called a broken key.
template <class C>
void require_bellman_file(input const& file) {
  auto const bytes = file.bytes();
  using g1 = typename C::g1;
  constexpr std::size_t half = cuzk::zcash::compressed_bytes<g1>;
  constexpr std::size_t whole = cuzk::zcash::uncompressed_bytes<g1>;
  if (bytes.size() >= half && cuzk::zcash::decode_compressed<g1>(bytes.first(half))) return;
  if (bytes.size() >= whole && cuzk::zcash::decode_uncompressed<g1>(bytes.first(whole))) return;
  throw cuzk::format_error(file.name(), 0, "format",
                           "neither a file of snarkjs nor one of bellman: no magic, no JSON, no point of " +
                               std::string(C::snarkjs_name) + " at its start");
}

// bellman's files say nothing of themselves: they are what they can be read as.
void bellman_facts(report& out, input const& file, executor const& where) {
  using curve = cuzk::curves::bls12_381;
  require_bellman_file<curve>(file);
  out.fact("curve", curve::snarkjs_name);
  if (file.bytes().size() == cuzk::groth16::proof_bytes<curve>) {
    out.fact("format", "proof of bellman, compressed points");
    static_cast<void>(cuzk::groth16::from_bytes<curve>(file.bytes()));
    return out.fact("points", all_valid);
  }
  bool const compressed = cuzk::io::bellman_point_form(file) == cuzk::io::point_form::compressed;
  if (compressed || cuzk::io::is_bellman_vk<curve>(file)) {
    out.fact("format", compressed ? ".vk verifying key of bellman, compressed points" : ".vk verifying key of bellman");
    return key_facts<curve>(out, cuzk::io::read_bellman_vk<curve>(file).vk);
  }
  out.fact("format", ".params proving key of bellman");
  auto const params = cuzk::io::read_bellman_params<curve>(where, file);
  out.fact("h", params.h.size());
  out.fact("l", params.l.size());
  out.fact("a", params.a.size());
  out.fact("b", params.b_g1.size());
  out.fact("trailing_bytes", file.bytes().size() - cuzk::io::bellman_params_bytes(params));
  key_facts<curve>(out, params.key.vk);
}

template <class C>
void facts(report& out, input const& file, file_format format, executor const& where) {
  out.fact("curve", C::snarkjs_name);
  switch (format) {
    case file_format::r1cs:
      return r1cs_facts<C>(out, file);
    case file_format::wtns:
      return wtns_facts<C>(out, file, where);
    case file_format::zkey:
      return zkey_facts<C>(out, file, where);
    case file_format::ptau:
      return ptau_facts<C>(out, file, where);
    case file_format::verification_key_json:
      return key_facts<C>(out, cuzk::io::read_verifying_key_json<C>(file).vk);
    case file_format::proof_json:
      static_cast<void>(cuzk::io::read_proof_json<C>(file));
      out.fact("points", all_valid);
      return;
    case file_format::public_json:
    case file_format::headerless:
      break;
  }
}

}  // namespace

int run_info(settings const& s, std::string const& name) {
  report out("info", s.json);
  auto const where = make_executor(s);
  input const file(name);
  out.begin("read and check");
  out.fact("file", name);
  out.fact("bytes", file.bytes().size());
  auto const found = cuzk::io::identify(file);
  if (found.format == file_format::headerless) {
    bellman_facts(out, file, where);
  } else {
    out.fact("format", to_string(found.format));
    if (found.format == file_format::public_json) {
      out.fact("values", cuzk::io::count_public_json(file));
    } else {
      with_curve(found, name, [&]<class C>() {
        facts<C>(out, file, found.format, where);
        return exit_fine;
      });
    }
  }
  out.end();
  out.print();
  return exit_fine;
}

}  // namespace cli
