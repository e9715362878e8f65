// SPDX-License-Identifier: Apache-2.0
#pragma once

// What all commands share: exit codes, threads, randomness.

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/core/random.hpp>

#if defined(CUZK_CLI_WITH_TBB)
#include <cuzk/exec/tbb.hpp>
#else
#include <cuzk/exec/serial.hpp>
#endif

namespace cli {

inline constexpr int exit_fine = 0, exit_not_valid = 1, exit_bad_input = 2, exit_device = 3;

struct settings {
  unsigned threads = 0;
  std::string seed_hex;
  bool json = false;
};

/// Where the work runs.
#if defined(CUZK_CLI_WITH_TBB)
using executor = cuzk::exec::tbb;
inline executor make_executor(settings const& s) {
  return s.threads == 0 ? cuzk::exec::tbb() : cuzk::exec::tbb(s.threads);
}
#else
using executor = cuzk::exec::serial;
inline executor make_executor(settings const& s) {
  if (s.threads > 1) throw cuzk::unsupported("built without oneTBB: one thread only");
  return {};
}
#endif

/// The bytes of --seed. @throws invalid_argument for anything but 1 to 32 bytes in hexadecimal
inline std::vector<std::byte> seed_bytes(std::string hex) {
  if (hex.starts_with("0x")) hex.erase(0, 2);
  if (hex.size() % 2 != 0) hex.insert(hex.begin(), '0');
  if (hex.empty() || hex.size() > 64 || hex.find_first_not_of("0123456789abcdefABCDEF") != std::string::npos) {
    throw cuzk::invalid_argument("--seed: 1 to 32 bytes in hexadecimal are expected");
  }
  std::vector<std::byte> bytes;
  for (std::size_t i = 0; i < hex.size(); i += 2) {
    bytes.push_back(static_cast<std::byte>(std::stoul(hex.substr(i, 2), nullptr, 16)));
  }
  return bytes;
}

/// The system's randomness, or --seed's stream.
class secrets_source {
 public:
  explicit secrets_source(settings const& s) {
    if (!s.seed_hex.empty()) seeded_.emplace(std::span<std::byte const>(seed_bytes(s.seed_hex)));
  }
  void fill(std::span<std::byte> bytes) {
    if (seeded_) {
      seeded_->fill(bytes);
    } else {
      system_.fill(bytes);
    }
  }

 private:
  std::optional<cuzk::insecure_seeded_random> seeded_;
  cuzk::os_random system_;
};

}  // namespace cli
