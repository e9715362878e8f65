// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// What a caller may choose about one proof, and what it may be told.

#include <array>
#include <chrono>
#include <functional>
#include <string_view>

#include <cuzk/core/error.hpp>

namespace cuzk::inline v0::groth16 {

/// The proof just made does not verify, so it is not handed out: the witness breaks a constraint,
/// or the key is of another circuit.
class proof_rejected : public error {
 public:
  using error::error;
};

/// The stages of a proof in their order; the last only when the proof is checked.
inline constexpr std::array<std::string_view, 9> prove_stages{"matrices", "transforms", "msm_h",    "msm_l", "msm_a",
                                                              "msm_b1",   "msm_b2",     "assemble", "check"};

/// Receives the name and wall time of each stage of a proof when it ends, on the calling thread, in the order of
/// `prove_stages`.
using stage_observer = std::function<void(std::string_view stage, std::chrono::nanoseconds time)>;

/// What a caller may choose for one proof.
struct prove_options {
  /// Verify the proof before handing it out. Costs about one verification without subgroup checks.
  bool check = true;
  /// Told about each stage; empty for none.
  stage_observer observer = {};
};

namespace detail {

// Tells the observer the time since the last stage ended.
class stage_clock {
 public:
  explicit stage_clock(stage_observer const& observer) : observer_(observer) {}

  void finished(std::string_view stage) {
    auto const now = std::chrono::steady_clock::now();
    if (observer_) {
      observer_(stage, std::chrono::duration_cast<std::chrono::nanoseconds>(now - start_));
    }
    start_ = std::chrono::steady_clock::now();
  }

 private:
  stage_observer const& observer_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace detail
}  // namespace cuzk::inline v0::groth16
