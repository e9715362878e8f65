// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Memory for the witness of a circuit and the values of its rows, of which parts are filled in parallel.

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include <cuzk/core/config.hpp>
#include <cuzk/core/error.hpp>
#include <cuzk/core/policy.hpp>
#include <cuzk/groth16/prover.hpp>
#include <cuzk/memory/host_buffer.hpp>
#include <cuzk/memory/pageable.hpp>
#include <cuzk/memory/policy.hpp>
#include <cuzk/porep/detail/part_size.hpp>
#include <cuzk/porep/partition_size.hpp>
#include <cuzk/porep/shape.hpp>
#include <cuzk/r1cs/evaluator.hpp>

namespace cuzk::inline v0::porep::detail {

/// The size of a circuit that has all of these parts.
constexpr partition_size to_partition_size(part_size const& all) {
  return {1 + all.public_wires + all.private_wires, all.public_wires, all.rows};
}

/// The values of one circuit, and those of the rows that keys add for the constant and each public wire. Taken once;
/// wiped at the end.
template <policy... Policies>
class partition_values {
 public:
  using host_memory = cuzk::detail::pick<memory_kind, memory::pageable, Policies...>;
  static_assert(memory_policy<host_memory>);
  using evaluator = r1cs::evaluator<fr>;

  /// @throws out_of_memory for more than `most_bytes`, before anything is allocated
  partition_values(partition_size const& size, host_memory memory, std::uint64_t most_bytes)
      : size_(checked(size, most_bytes)),
        witness_(size_.wires, memory),
        a_(size_.rows(), memory),
        b_(size_.rows(), memory),
        c_(size_.rows(), std::move(memory)) {}

  [[nodiscard]] partition_size const& size() const noexcept { return size_; }

  /// Before the first part is filled: from now on, until `finish`, nothing may be viewed.
  void start() noexcept { complete_ = false; }
  /// Runs part(evaluator) on its place.
  /// @param begin  what all parts before it have
  /// @param size   what this one has
  template <class Part>
  void fill(part_size const& begin, part_size const& size, Part const& part) {
    auto const publics = witness_.span().subspan(1, size_.public_count);
    auto const privates = witness_.span().subspan(1 + size_.public_count);
    evaluator cs({publics.subspan(begin.public_wires, size.public_wires),
                  privates.subspan(begin.private_wires, size.private_wires), a_.span().subspan(begin.rows, size.rows),
                  b_.span().subspan(begin.rows, size.rows), c_.span().subspan(begin.rows, size.rows)});
    part(cs);
    cs.finish();
  }
  /// What no part writes, once all parts are there.
  void finish() {
    witness_[0] = fr::one();
    for (std::size_t i = 0; i <= size_.public_count; ++i) {
      a_[size_.constraints + i] = witness_[i];
      b_[size_.constraints + i] = fr::zero();
      c_[size_.constraints + i] = fr::zero();
    }
    complete_ = true;
  }

  [[nodiscard]] groth16::evaluated_witness<fr> view() const noexcept {
    CUZK_ASSERT(complete_);
    return {witness_.span(), a_.span(), b_.span(), c_.span()};
  }
  [[nodiscard]] std::span<fr const> public_inputs() const noexcept {
    CUZK_ASSERT(complete_);
    return witness_.span().subspan(1, size_.public_count);
  }

 private:
  using buffer = memory::secret_buffer<fr, host_memory>;

  static partition_size const& checked(partition_size const& size, std::uint64_t most_bytes) {
    if (size.bytes() > most_bytes) throw out_of_memory("synthesis of a partition", size.bytes(), most_bytes);
    return size;
  }

  partition_size size_;
  buffer witness_, a_, b_, c_;
  bool complete_ = false;  // all parts are of one evaluation
};

}  // namespace cuzk::inline v0::porep::detail
