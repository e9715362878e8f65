// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// What a prover on a device is given for one proof.

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>

#include <cuzk/core/config.hpp>
#include <cuzk/field/concepts.hpp>

namespace cuzk::inline v0::groth16 {

/// What is proved, in host memory that must stay as it is until the ticket says that the inputs are free.
template <prime_field_element F>
struct device_job {
  /// One element a wire, wire 0 is one; public wires next.
  std::span<F const> witness{};
  /// A, B and C times the witness, row by row, rows for the constant and the public wires as the key's reduction has
  /// them included; rows missing up to the domain are zero. All three empty: the prover computes them, from the
  /// matrices that it was made with.
  std::span<F const> a{}, b{}, c{};
  /// A number of the caller's, for telemetry.
  std::uint64_t id = 0;
  /// Verify the proof before handing it out: a verification without subgroup checks, on the host.
  bool check = true;
  /// The latest time at which the job may still wait for a lock or memory.
  std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();
  /// Lives until the inputs are free: what owns them, if nothing else does.
  std::shared_ptr<void const> owner{};
  /// Called once when the inputs are free, on a thread of the prover, before waits for that end; must not throw, nor
  /// wait for this job.
  std::function<void()> on_inputs_free{};
};

}  // namespace cuzk::inline v0::groth16
