// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE cli_groth16
#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include <cli/digits.hpp>
#include <cli/program.hpp>

using namespace cuzk_test;

namespace {

std::string const data = std::string(CUZK_TEST_DATA) + "/groth16/";
std::vector<std::string> const curves{"bn128", "bls12381"};
std::vector<std::string> const sets{"mul", "zeropub", "pub200", "merkle8"};

void refused(work_folder const& work, int code, std::vector<std::string> const& arguments) {
  auto const result = run(work, arguments);
  std::string text;
  for (auto const& a : arguments) text += a + " ";
  BOOST_TEST_CONTEXT(text) {
    BOOST_TEST(result.code == code);
    BOOST_TEST(is_one_clear_line(result.err), result.err);
  }
}

}  // namespace

BOOST_AUTO_TEST_CASE(proves_and_verifies_every_set) {
  work_folder const work;
  for (auto const& curve : curves) {
    for (auto const& set : sets) {
      auto const in = data + curve + "/" + set + "/";
      BOOST_TEST_CONTEXT(in) {
        auto const proved =
            run(work, {"prove", in + "circuit.zkey", in + "witness.wtns", work("proof.json"), work("public.json")});
        BOOST_TEST(proved.code == 0, proved.err);
        BOOST_TEST(proved.out.empty());
        auto const verified = run(work, {"verify", in + "vkey.json", work("public.json"), work("proof.json")});
        BOOST_TEST(verified.code == 0, verified.err);
        BOOST_TEST(verified.out.find("verified") != std::string::npos);
        BOOST_TEST((nlohmann::json::parse(read_text(work("public.json"))) ==
                    nlohmann::json::parse(read_text(in + "public.json"))));
        BOOST_TEST(run(work, {"verify", in + "vkey.json", in + "public.json", in + "proof.json"}).code == 0);
        if (set != "zeropub") {
          BOOST_TEST(
              run(work, {"verify", in + "vkey.json", work("public.json"), data + curve + "/zeropub/proof.json"}).code ==
              1);
        }
      }
    }
  }
}

// Where there is a device, the proofs are the host's; where there is none, that is said and nothing is written.
BOOST_AUTO_TEST_CASE(a_device_proves_what_the_host_proves) {
  work_folder const work;
  for (auto const& curve : curves) {
    for (auto const& set : sets) {
      auto const in = data + curve + "/" + set + "/";
      BOOST_TEST_CONTEXT(in) {
        std::vector<std::string> const files{in + "circuit.zkey", in + "witness.wtns"};
        auto const prove = [&](std::string const& backend, std::string const& proof, std::string const& inputs) {
          return run(work,
                     {"prove", "--backend", backend, files[0], files[1], work(proof), work(inputs), "--seed", "7"});
        };
        auto const by_device = prove("cuda", "device.json", "device_public.json");
        if (by_device.code != 0) {
          BOOST_TEST((by_device.code == 2 || by_device.code == 3));
          BOOST_TEST(is_one_clear_line(by_device.err), by_device.err);
          BOOST_TEST(!std::filesystem::exists(work("device.json")));
          BOOST_TEST(!std::filesystem::exists(work("device_public.json")));
          continue;
        }
        BOOST_TEST(prove("host", "host.json", "host_public.json").code == 0);
        BOOST_TEST((read_text(work("device.json")) == read_text(work("host.json"))));
        BOOST_TEST((read_text(work("device_public.json")) == read_text(work("host_public.json"))));
        std::filesystem::remove(work("device.json"));
        std::filesystem::remove(work("device_public.json"));
      }
    }
  }
  auto const in = data + "bn128/mul/";
  refused(work, 2,
          {"prove", "--backend", "abacus", in + "circuit.zkey", in + "witness.wtns", work("p.json"), work("q.json")});
}

BOOST_AUTO_TEST_CASE(a_proof_without_its_inputs_does_not_stay) {
  if (!std::filesystem::exists("/dev/full")) return;
  work_folder const work;
  auto const in = data + "bn128/mul/";
  refused(work, 2, {"prove", in + "circuit.zkey", in + "witness.wtns", work("proof.json"), "/dev/full"});
  BOOST_TEST(!std::filesystem::exists(work("proof.json")));
  // What is no file of one's own is left alone.
  refused(work, 2, {"prove", in + "circuit.zkey", in + "witness.wtns", "/dev/null", "/dev/full"});
  BOOST_TEST(std::filesystem::is_character_file("/dev/null"));
}

BOOST_AUTO_TEST_CASE(sets_up_from_the_circuit_alone) {
  work_folder const work;
  for (auto const& curve : curves) {
    auto const in = data + curve + "/mul/";
    BOOST_TEST(
        run(work, {"setup", in + "circuit.r1cs", work("own.zkey"), "--insecure-development", "--seed", "0xabc"}).code ==
        0);
    BOOST_TEST(run(work, {"export-vkey", work("own.zkey"), work("own.json")}).code == 0);
    BOOST_TEST(
        run(work, {"prove", work("own.zkey"), in + "witness.wtns", work("proof.json"), work("public.json")}).code == 0);
    BOOST_TEST(run(work, {"verify", work("own.json"), work("public.json"), work("proof.json")}).code == 0);
    BOOST_TEST(run(work, {"verify", in + "vkey.json", work("public.json"), work("proof.json")}).code == 1);
    BOOST_TEST(
        run(work, {"setup", in + "circuit.r1cs", work("again.zkey"), "--insecure-development", "--seed", "abc"}).code ==
        0);
    BOOST_TEST((read_text(work("own.zkey")) == read_text(work("again.zkey"))));
    BOOST_TEST(run(work, {"setup", in + "circuit.r1cs", work("again.zkey"), "--insecure-development"}).code == 0);
    BOOST_TEST((read_text(work("own.zkey")) != read_text(work("again.zkey"))));
    std::filesystem::remove(work("no.zkey"));
    refused(work, 2, {"setup", in + "circuit.r1cs", work("no.zkey")});
    BOOST_TEST(!std::filesystem::exists(work("no.zkey")));
  }
}

BOOST_AUTO_TEST_CASE(exports_keys_as_snarkjs_does) {
  work_folder const work;
  for (auto const& curve : curves) {
    for (auto const& set : sets) {
      auto const in = data + curve + "/" + set + "/";
      BOOST_TEST(run(work, {"export-vkey", in + "circuit.zkey", work("vkey.json")}).code == 0);
      BOOST_TEST((read_text(work("vkey.json")) + "\n" == read_text(in + "vkey.json")));
    }
  }
}

BOOST_AUTO_TEST_CASE(tells_what_files_hold) {
  work_folder const work;
  for (auto const& curve : curves) {
    auto const in = data + curve + "/mul/";
    for (std::string const file : {"circuit.r1cs", "circuit.zkey", "witness.wtns", "vkey.json", "proof.json"}) {
      auto const info = run(work, {"info", in + file});
      BOOST_TEST(info.code == 0, info.err);
      BOOST_TEST(info.out.find("curve: " + curve) != std::string::npos, info.out);
    }
    BOOST_TEST(run(work, {"info", in + "public.json"}).out.find("values: 2") != std::string::npos);
  }
  for (std::string const file : {"/groth16/bls12381/mul/circuit.params", "/bellperson/ironfish-output/vkey.bin",
                                 "/bellperson/ironfish-output/proof.bin"}) {
    auto const info = run(work, {"info", CUZK_TEST_DATA + file, "--json"});
    BOOST_TEST(info.code == 0, info.err);
    auto const facts = nlohmann::json::parse(info.out);
    BOOST_TEST(facts.at("curve") == "bls12381");
    BOOST_TEST(facts.contains("times_ms"));
  }
  refused(work, 2, {"info", std::string(CUZK_TEST_DATA) + "/README.md"});
  refused(work, 2, {"info", work("missing")});
  refused(work, 2, {"info", "/"});
}

// Some of the digits here; all of them in groth16.slow.cpp.
BOOST_AUTO_TEST_CASE(a_changed_digit_never_verifies) {
  work_folder const work;
  for (auto const& curve : curves) {
    changed_digits_never_verify(work, data + curve + "/mul/", "vkey.json", 37);
    changed_digits_never_verify(work, data + curve + "/mul/", "proof.json", 13);
    changed_digits_never_verify(work, data + curve + "/mul/", "public.json", 7);
  }
}

BOOST_AUTO_TEST_CASE(malformed_numbers_are_bad_input) {
  work_folder const work;
  std::vector<std::pair<std::string, std::string>> const orders{
      {"bn128", "21888242871839275222246405745257275088548364400416034343698204186575808495617"},
      {"bls12381", "52435875175126190479447740508185965837690552500527637822603658699938581184513"}};
  for (auto const& [curve, order] : orders) {
    auto const in = data + curve + "/mul/";
    auto inputs = nlohmann::json::parse(read_text(in + "public.json"));
    auto const check = [&](nlohmann::json const& changed) {
      write_text(work("public.json"), changed.dump());
      refused(work, 2, {"verify", in + "vkey.json", work("public.json"), in + "proof.json"});
    };
    for (std::string const& value : {order, std::string("-1"), "1" + order}) {
      auto changed = inputs;
      changed[0] = value;
      check(changed);
    }
    auto more = inputs;
    more.push_back("1");
    check(more);
    check(nlohmann::json::array());
    check(nlohmann::json::object());
    check("text");
  }
}

BOOST_AUTO_TEST_CASE(damaged_keys_and_witnesses_are_bad_input) {
  work_folder const work;
  for (auto const& curve : curves) {
    auto const in = data + curve + "/mul/";
    auto const key = read_text(in + "circuit.zkey");
    auto const prove = [&](std::string const& zkey, std::string const& witness) {
      return std::vector<std::string>{"prove", zkey, witness, work("proof.json"), work("public.json")};
    };
    for (std::size_t const size : {std::size_t{0}, std::size_t{11}, std::size_t{100}, key.size() / 2, key.size() - 1}) {
      write_text(work("cut.zkey"), key.substr(0, size));
      refused(work, 2, prove(work("cut.zkey"), in + "witness.wtns"));
      refused(work, 2, {"info", work("cut.zkey")});
      refused(work, 2, {"export-vkey", work("cut.zkey"), work("vkey.json")});
    }
    // In the middle of section 9, the last one with points of the key.
    auto damaged = key;
    damaged[key.size() - 900] = static_cast<char>(damaged[key.size() - 900] ^ 4);
    write_text(work("damaged.zkey"), damaged);
    refused(work, 2, {"info", work("damaged.zkey")});

    refused(work, 2, prove(in + "circuit.zkey", data + curve + "/zeropub/witness.wtns"));
    refused(work, 2,
            prove(in + "circuit.zkey", data + (curve == "bn128" ? "bls12381" : "bn128") + "/mul/witness.wtns"));
    refused(work, 2, prove(in + "witness.wtns", in + "witness.wtns"));
    refused(work, 2, prove(in + "circuit.zkey", in + "circuit.zkey"));
    refused(work, 2, prove(in + "circuit.zkey", work("missing.wtns")));

    // A witness of the right length that breaks a constraint: no proof is handed out.
    auto witness = read_text(in + "witness.wtns");
    witness[witness.size() - 32 * 4] = static_cast<char>(witness[witness.size() - 32 * 4] ^ 1);
    write_text(work("broken.wtns"), witness);
    refused(work, 1, prove(in + "circuit.zkey", work("broken.wtns")));

    BOOST_TEST(!std::filesystem::exists(work("proof.json")));
    BOOST_TEST(!std::filesystem::exists(work("public.json")));
    auto const nowhere = work("no/such/folder/proof.json");
    refused(work, 2, {"prove", in + "circuit.zkey", in + "witness.wtns", nowhere, work("public.json")});
  }
}

BOOST_AUTO_TEST_CASE(usage) {
  work_folder const work;
  auto const in = data + "bn128/mul/";
  refused(work, 2, {});
  refused(work, 2, {"frobnicate"});
  refused(work, 2, {"prove", in + "circuit.zkey"});
  refused(work, 2, {"verify", "a", "b", "c", "d"});
  refused(work, 2, {"verify", in + "vkey.json", in + "public.json", in + "proof.json", "--threads", "many"});
  refused(work, 2, {"prove", in + "circuit.zkey", in + "witness.wtns", work("a"), work("b"), "--threads", "5000"});
  refused(work, 2, {"prove", in + "circuit.zkey", in + "witness.wtns", work("a"), work("b"), "--seed", "xyz"});
  BOOST_TEST(run(work, {"--help"}).code == 0);
  BOOST_TEST(run(work, {"prove", "--help"}).code == 0);
  auto const test = run(work, {"self-test", "--threads", "1"});
  BOOST_TEST(test.code == 0, test.err);
  BOOST_TEST(test.out == "bn128: verified\nbls12381: verified\n");
}

BOOST_AUTO_TEST_CASE(proofs_follow_the_seed_and_differ_without) {
  work_folder const work;
  auto const in = data + "bn128/mul/";
  auto const prove = [&](std::string const& out, std::vector<std::string> const& more) {
    std::vector<std::string> arguments{"prove", in + "circuit.zkey", in + "witness.wtns", work(out),
                                       work("public.json")};
    arguments.insert(arguments.end(), more.begin(), more.end());
    auto const result = run(work, arguments);
    BOOST_TEST(result.code == 0, result.err);
    return result.out;
  };
  prove("a", {"--seed", "01"});
  prove("b", {"--seed", "01", "--threads", "1"});
  prove("c", {"--seed", "02"});
  prove("d", {});
  auto const timing = nlohmann::json::parse(prove("e", {"--json"}));
  BOOST_TEST(read_text(work("a")) == read_text(work("b")));
  BOOST_TEST(read_text(work("a")) != read_text(work("c")));
  BOOST_TEST(read_text(work("d")) != read_text(work("e")));
  BOOST_TEST(timing.at("command") == "prove");
  BOOST_TEST(timing.at("curve") == "bn128");
  BOOST_TEST(timing.at("total_ms").get<double>() > 0);
  BOOST_TEST(timing.at("times_ms").contains("read key"));
}
