// SPDX-License-Identifier: Apache-2.0
#pragma once

// Proves and verifies one set of files that circom and snarkjs made, and reports.

#include <chrono>
#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <cuzk/core/random.hpp>
#include <cuzk/core/wipe.hpp>
#include <cuzk/exec/tbb.hpp>
#include <cuzk/groth16/prover.hpp>
#include <cuzk/groth16/verifier.hpp>
#include <cuzk/io/json.hpp>
#include <cuzk/io/r1cs_file.hpp>
#include <cuzk/io/wtns.hpp>
#include <cuzk/io/zkey.hpp>

namespace demo {

using clock_type = std::chrono::steady_clock;

inline void say(std::string_view name, std::string const& value) {
  std::printf("  %-13.*s%s\n", static_cast<int>(name.size()), name.data(), value.c_str());
}

inline void say_time(std::string_view stage, clock_type::duration time) {
  double const milliseconds = std::chrono::duration<double, std::milli>(time).count();
  std::printf("    %-24.*s%9.2f ms\n", static_cast<int>(stage.size()), stage.data(), milliseconds);
}

// Runs `work`, reports its time, and returns what it returns.
template <class Work>
auto timed(std::string_view stage, Work const& work) {
  auto const start = clock_type::now();
  auto result = work();
  say_time(stage, clock_type::now() - start);
  return result;
}

// Where the prover's stages are reported, and their names for people.
inline std::string_view name_of(std::string_view stage) {
  static constexpr std::pair<std::string_view, std::string_view> names[] = {
      {"synthesis", "synthesis"},     {"matrices", "A and B times witness"},
      {"transforms", "transforms"},   {"msm_h", "sum over H"},
      {"msm_l", "sum over L"},        {"msm_a", "sum over A"},
      {"msm_b1", "sum over B in G1"}, {"msm_b2", "sum over B in G2"},
      {"assemble", "blinding"},       {"check", "prover's own check"}};
  for (auto const& [key, text] : names) {
    if (key == stage) return text;
  }
  return stage;
}

template <class C>
bool prove_set(std::filesystem::path const& set, std::string const& description, char const* curve,
               cuzk::exec::tbb const& where) {
  using fr = typename C::fr;
  std::printf("%s\n", curve);
  auto const circuit = cuzk::io::read_r1cs<fr>(set / "circuit.r1cs").system;
  say("circuit", set.filename().string() + (description.empty() ? "" : ": " + description));
  say("curve", curve);
  say("constraints", std::to_string(circuit.constraints()) + " over " + std::to_string(circuit.wires) + " wires, " +
                         std::to_string(circuit.public_count) + " of them public");
  say("threads", std::to_string(where.concurrency()));

  std::printf("  time of each stage\n");
  auto const file = timed("read the key", [&] { return cuzk::io::read_zkey<C>(where, set / "circuit.zkey"); });
  auto witness = timed("read the witness", [&] { return cuzk::io::read_wtns<fr>(where, set / "witness.wtns"); });
  cuzk::wipe_on_exit const wipe_witness(witness);

  cuzk::groth16::prover<C> const prover(file.key, file.a, file.b);
  cuzk::os_random random;
  cuzk::groth16::prove_options options;
  options.observer = [](std::string_view stage, std::chrono::nanoseconds time) { say_time(name_of(stage), time); };
  auto const start = clock_type::now();
  auto const proof = prover.prove(where, std::span<fr const>(witness), random, options);
  say_time("proof, together", clock_type::now() - start);

  std::vector<fr> publics(witness.begin() + 1, witness.begin() + 1 + circuit.public_count);
  cuzk::groth16::prepared_verifying_key<C> const key(file.key.vk);
  bool const verified = timed("verify", [&] { return cuzk::groth16::verify(key, publics, proof); });
  auto const others = cuzk::io::read_proof_json<C>(set / "proof.json");
  bool const accepts_others =
      timed("verify snarkjs's proof", [&] { return cuzk::groth16::verify(key, publics, others); });
  auto falsified = publics;
  if (!falsified.empty()) falsified.front() += fr::one();
  bool const refuses = falsified.empty() ||
                       !timed("verify a false statement", [&] { return cuzk::groth16::verify(key, falsified, proof); });

  say("public", "");
  for (fr const& value : publics) std::printf("    %s\n", value.to_canonical().to_decimal().c_str());
  say("proof", "");
  auto const print = [](char const* name, auto const& coordinate) {
    std::printf("    %-6s%s\n", name, coordinate.to_canonical().to_hex().c_str());
  };
  print("a.x", proof.a.x);
  print("a.y", proof.a.y);
  print("b.x.0", proof.b.x.c0);
  print("b.x.1", proof.b.x.c1);
  print("b.y.0", proof.b.y.c0);
  print("b.y.1", proof.b.y.c1);
  print("c.x", proof.c.x);
  print("c.y", proof.c.y);
  say("snarkjs", accepts_others ? "its proof of the same statement is accepted" : "its proof is REFUSED");
  say("falsified", refuses ? "the proof of another statement is refused" : "a false statement is ACCEPTED");
  bool const good = verified && accepts_others && refuses;
  std::printf("%s: %s\n", curve, good ? "verified" : "NOT verified");
  return good;
}

// A curve a file, so that they are compiled side by side.
bool prove_bn254(std::filesystem::path const& set, std::string const& description, cuzk::exec::tbb const& where);
bool prove_bls12_381(std::filesystem::path const& set, std::string const& description, cuzk::exec::tbb const& where);
// A sector, in a file of its own too.
bool prove_sector(cuzk::exec::tbb const& where);

}  // namespace demo
