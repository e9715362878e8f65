// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE cli_porep
#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <unistd.h>

#include <cuzk/porep/seal.hpp>
#include <cuzk/porep/setup.hpp>
#include <cuzk/porep/shape.hpp>

#include <cli/program.hpp>
#include <support/hex.hpp>

using namespace cuzk_test;

namespace {

outcome porep(work_folder const& work, std::vector<std::string> const& arguments) {
  return run_named("CUZK_POREP", work, arguments);
}

void refused(work_folder const& work, int code, std::vector<std::string> const& arguments) {
  auto const result = porep(work, arguments);
  std::string text;
  for (auto const& a : arguments) text += a + " ";
  BOOST_TEST_CONTEXT(text) {
    BOOST_TEST(result.code == code);
    BOOST_TEST(is_one_clear_line(result.err, "cuzk-porep"), result.err);
  }
}

std::string const zeros(64, '0');
std::string const seed(64, '7');

}  // namespace

// What follows from equal data, ticket and seed is equal; keys, which take minutes, are a slow test's.
BOOST_AUTO_TEST_CASE(a_sector_is_sealed_and_challenged) {
  work_folder const work;
  write_text(work("data"), "some bytes");
  auto const seal = [&](std::string const& folder) {
    return porep(work, {"--json", "seal", work(folder), "--data", work("data"), "--ticket", zeros});
  };
  auto const first = seal("first");
  BOOST_TEST(first.code == 0, first.err);
  auto const second = seal("second");
  auto const facts = nlohmann::json::parse(first.out);
  BOOST_TEST(facts.at("sector_bytes") == 2048);
  BOOST_TEST((facts.at("comm_r") == nlohmann::json::parse(second.out).at("comm_r")));

  for (std::string const folder : {"first", "second"}) {
    auto const challenged = porep(work, {"challenge", work(folder), "--seed-of-chain", seed});
    BOOST_TEST(challenged.code == 0, challenged.err);
  }
  auto const c1 = read_text(work("first/c1.json"));
  BOOST_TEST(c1.size() > 50000U);
  BOOST_TEST(c1 == read_text(work("second/c1.json")));
  BOOST_TEST((nlohmann::json::parse(c1).at("registered_proof") == "StackedDrg2KiBV1_1"));

  auto const info = porep(work, {"--json", "info", work("first")});
  BOOST_TEST(info.code == 0, info.err);
  auto const said = nlohmann::json::parse(info.out);
  BOOST_TEST((said.at("constraints") == 2687921));
  BOOST_TEST((said.at("data_bytes") == 10));
  BOOST_TEST((said.at("vanilla_proofs") == "there"));
  BOOST_TEST((said.at("seed") == seed));
}

// What a verifier reads are the sector's record, the key and the proof, here a well-formed one of another sector.
BOOST_AUTO_TEST_CASE(the_seed_is_of_the_record_or_the_command_line) {
  work_folder const work;
  BOOST_TEST(porep(work, {"seal", work("sector")}).code == 0);
  BOOST_TEST((nlohmann::json::parse(porep(work, {"--json", "info", work("sector")}).out).at("seed") != seed));
  auto const real = nlohmann::json::parse(read_text(CUZK_TEST_DATA "/porep/real_2KiB_proof.json"));
  auto const write_bytes = [&](std::filesystem::path const& path, char const* name) {
    auto const bytes = from_hex(real.at(name).get<std::string>());
    write_text(path.string(), std::string(reinterpret_cast<char const*>(bytes.data()), bytes.size()));
  };
  std::filesystem::create_directory(work("keys"));
  write_bytes(cuzk::porep::vk_path<cuzk::porep::sector_2KiB>(work("keys")), "verifying_key");
  write_bytes(work("sector/proof.bin"), "proof");
  for (std::string const command : {"verify", "export"}) {
    refused(work, 2, {command, work("sector"), "--keys", work("keys")});  // not challenged
    refused(work, 2, {command, work("sector"), "--keys", work("keys"), "--seed-of-chain", "77"});
  }
  refused(work, 1, {"verify", work("sector"), "--keys", work("keys"), "--seed-of-chain", seed});

  BOOST_TEST(porep(work, {"challenge", work("sector"), "--seed-of-chain", seed}).code == 0);
  auto const exported = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"export", work("sector"), "--keys", work("keys")});
    auto const result = porep(work, more);
    BOOST_TEST(result.code == 0, result.err);
    return read_text(work("sector/public_0.json"));
  };
  auto const by_record = exported({});
  BOOST_TEST(by_record == exported({"--seed-of-chain", seed}));
  BOOST_TEST(by_record != exported({"--seed-of-chain", zeros}));
  write_text(work("sector/c1.json"), "what the prover says");
  BOOST_TEST(by_record == exported({}));
  std::filesystem::remove(work("sector/c1.json"));
  BOOST_TEST(by_record == exported({}));
  refused(work, 1, {"verify", work("sector"), "--keys", work("keys")});
}

BOOST_AUTO_TEST_CASE(a_changed_replica_is_noticed) {
  work_folder const work;
  BOOST_TEST(porep(work, {"seal", work("sector")}).code == 0);
  auto replica = read_text(work("sector/replica"));
  replica[1000] = static_cast<char>(replica[1000] ^ 1);
  write_text(work("sector/replica"), replica);
  refused(work, 2, {"challenge", work("sector")});
  write_text(work("sector/replica"), replica.substr(1));
  refused(work, 2, {"challenge", work("sector")});
}

BOOST_AUTO_TEST_CASE(what_is_larger_than_the_machine_is_not_begun) {
  auto const machine =
      static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES)) * static_cast<std::uint64_t>(::sysconf(_SC_PAGE_SIZE));
  work_folder const work;
  write_text(work("data"), "some bytes");
  auto const is_not_begun = [&](std::uint64_t needed, std::string const& proof) {
    if (needed <= machine) {
      BOOST_TEST_MESSAGE(proof + ": skipped, the machine has the memory");
      return;
    }
    refused(work, 3, {"seal", work("large"), "--proof", proof, "--data", work("data")});
    BOOST_TEST(read_text(work("stderr")).find(std::to_string(needed) + " bytes asked") != std::string::npos);
    BOOST_TEST(!std::filesystem::exists(work("large")));
    auto record = nlohmann::json::parse(read_text(work("small/sector.json")));
    record["registered_proof"] = proof;
    write_text(work("small/sector.json"), record.dump());
    refused(work, 3, {"challenge", work("small")});
  };
  BOOST_TEST(porep(work, {"seal", work("small"), "--data", work("data")}).code == 0);
  is_not_begun(cuzk::porep::seal_bytes<cuzk::porep::sector_32GiB>(), "StackedDrg32GiBV1_1");
  is_not_begun(cuzk::porep::seal_bytes<cuzk::porep::sector_64GiB>(), "StackedDrg64GiBV1_1");
}

BOOST_AUTO_TEST_CASE(bad_usage_and_input_is_one_clear_line) {
  work_folder const work;
  BOOST_TEST(porep(work, {"seal", work("sector")}).code == 0);
  refused(work, 2, {});
  refused(work, 2, {"burn", work("sector")});
  refused(work, 2, {"seal", work("sector")});  // holds one already
  refused(work, 2, {"seal", work("x"), "--proof", "StackedDrg3KiBV1"});
  refused(work, 2, {"seal", work("x"), "--ticket", "12"});
  refused(work, 2, {"seal", work("x"), "--data", work("nothing")});
  write_text(work("long"), std::string(2033, 'x'));
  refused(work, 2, {"seal", work("x"), "--data", work("long")});
  refused(work, 2, {"info", work("nothing")});
  refused(work, 2, {"challenge", work("sector"), "--seed-of-chain", std::string(64, 'g')});
  refused(work, 2, {"prove", work("sector"), "--keys", work("keys")});  // not challenged
  refused(work, 2, {"verify", work("sector"), "--keys", work("keys")});
  refused(work, 2, {"setup", work("keys")});  // without the flag
  BOOST_TEST(!std::filesystem::exists(work("keys")));
  BOOST_TEST(porep(work, {"challenge", work("sector")}).code == 0);
  refused(work, 2, {"prove", work("sector"), "--keys", work("keys")});
  refused(work, 2, {"prove", work("sector"), "--keys", work("keys"), "--backend", "abacus"});
  for (std::string const text : {"", "{", "{}", R"({"registered_proof":"StackedDrg2KiBV1_1","prover_id":"00"})"}) {
    write_text(work("sector/sector.json"), text);
    refused(work, 2, {"info", work("sector")});
  }
}
