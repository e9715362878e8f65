// SPDX-License-Identifier: Apache-2.0
#pragma once

// A folder that holds a sector: sector.json says what it is, as the chain would, replica is the sealed data, c1.json
// the vanilla proofs, proof.bin the proofs.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include <cuzk/core/error.hpp>
#include <cuzk/io/input.hpp>
#include <cuzk/io/output.hpp>
#include <cuzk/porep/api_version.hpp>
#include <cuzk/porep/node.hpp>
#include <cuzk/porep/replica_id.hpp>
#include <cuzk/porep/shape.hpp>
#include <cuzk/porep/verifier.hpp>

namespace porep_cli {

namespace porep = cuzk::porep;

inline std::string to_hex(std::span<std::byte const> bytes) {
  std::string text;
  for (auto const b : bytes) {
    text += "0123456789abcdef"[std::to_integer<unsigned>(b) >> 4U];
    text += "0123456789abcdef"[std::to_integer<unsigned>(b) & 15U];
  }
  return text;
}

/// 32 bytes. @throws invalid_argument that begins with `name` for anything but 64 hexadecimal digits
inline porep::bytes_32 from_hex(std::string_view text, std::string const& name) {
  if (text.starts_with("0x")) text.remove_prefix(2);
  porep::bytes_32 bytes{};
  if (text.size() != 2 * bytes.size() || text.find_first_not_of("0123456789abcdefABCDEF") != std::string_view::npos) {
    throw cuzk::invalid_argument(name + ": 32 bytes in hexadecimal are expected");
  }
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    bytes[i] = static_cast<std::byte>(std::stoul(std::string(text.substr(2 * i, 2)), nullptr, 16));
  }
  return bytes;
}

/// A kind of proof by its name. @throws invalid_argument
inline porep::registered_proof proof_named(std::string const& name) {
  auto const found = porep::registered_proof::try_from_name(name);
  if (!found) {
    throw cuzk::invalid_argument("\"" + name + "\" names no registered proof, such as StackedDrg2KiBV1_1 does");
  }
  return *found;
}

/// Calls command.operator()<Shape>() for the size of a kind of proof.
template <class Command>
auto with_shape(porep::registered_proof const& proof, Command const& command) {
  switch (proof.sector_bytes()) {
    case porep::sector_2KiB::bytes:
      return command.template operator()<porep::sector_2KiB>();
    case porep::sector_8MiB::bytes:
      return command.template operator()<porep::sector_8MiB>();
    case porep::sector_512MiB::bytes:
      return command.template operator()<porep::sector_512MiB>();
    case porep::sector_32GiB::bytes:
      return command.template operator()<porep::sector_32GiB>();
    default:
      return command.template operator()<porep::sector_64GiB>();
  }
}

/// What sector.json says.
struct sector_record {
  porep::registered_proof proof{0};
  porep::bytes_32 prover_id{}, ticket{}, comm_d{}, comm_r{};
  std::uint64_t sector_number = 0;
  std::uint64_t data_bytes = 0;           // before padding
  std::optional<porep::bytes_32> seed{};  // of the chain; none before the sector is challenged

  [[nodiscard]] porep::sector_identity identity() const { return {prover_id, sector_number, ticket, proof}; }
  [[nodiscard]] porep::replication_claim claim(porep::bytes_32 const& chain_seed) const {
    return {identity(), proof.kind(), chain_seed, comm_d, comm_r};
  }
};

class sector_folder {
 public:
  explicit sector_folder(std::filesystem::path path) : path_(std::move(path)) {}

  [[nodiscard]] std::filesystem::path const& path() const noexcept { return path_; }
  [[nodiscard]] std::filesystem::path record() const { return path_ / "sector.json"; }
  [[nodiscard]] std::filesystem::path replica() const { return path_ / "replica"; }
  [[nodiscard]] std::filesystem::path vanilla() const { return path_ / "c1.json"; }
  [[nodiscard]] std::filesystem::path proofs() const { return path_ / "proof.bin"; }

  void write(sector_record const& of) const {
    nlohmann::ordered_json file;
    file["registered_proof"] = of.proof.name();
    file["prover_id"] = to_hex(of.prover_id);
    file["sector_number"] = of.sector_number;
    file["ticket"] = to_hex(of.ticket);
    file["data_bytes"] = of.data_bytes;
    file["comm_d"] = to_hex(of.comm_d);
    file["comm_r"] = to_hex(of.comm_r);
    if (of.seed) file["seed"] = to_hex(*of.seed);
    cuzk::io::write_file(record(), [&](auto& out) { cuzk::io::write_text(out, file.dump(1) + "\n"); });
  }

  /// The seed that proofs are judged by: the one of the command line, else that of the record. Never that of c1.json,
  /// which is the prover's: who chooses the seed chooses the challenges.
  /// @param seed_hex  of --seed-of-chain, empty where it was not given
  /// @throws invalid_argument if neither is there and the challenges depend on a seed
  [[nodiscard]] porep::bytes_32 verifier_seed(sector_record const& of, std::string const& seed_hex) const {
    if (!seed_hex.empty()) return from_hex(seed_hex, "--seed-of-chain");
    if (of.seed) return *of.seed;
    if (of.proof.kind() == porep::challenge_kind::non_interactive) return {};
    throw cuzk::invalid_argument(record().string() + ": has no seed; say --seed-of-chain, or see `challenge`");
  }

  /// @throws format_error; io_error
  [[nodiscard]] sector_record read() const {
    cuzk::io::input const from(record().string());
    auto const bytes = from.bytes();
    try {
      auto const file = nlohmann::json::parse(reinterpret_cast<char const*>(bytes.data()),
                                              reinterpret_cast<char const*>(bytes.data()) + bytes.size());
      auto const node = [&](char const* name) { return from_hex(file.at(name).get<std::string>(), name); };
      sector_record of;
      of.proof = proof_named(file.at("registered_proof").get<std::string>());
      of.prover_id = node("prover_id");
      of.sector_number = file.at("sector_number").get<std::uint64_t>();
      of.ticket = node("ticket");
      of.data_bytes = file.at("data_bytes").get<std::uint64_t>();
      of.comm_d = node("comm_d");
      of.comm_r = node("comm_r");
      if (file.contains("seed")) of.seed = node("seed");
      return of;
    } catch (nlohmann::json::exception const& e) {
      throw cuzk::format_error(from.name(), 0, "text", e.what());
    }
  }

 private:
  std::filesystem::path path_;
};

}  // namespace porep_cli
