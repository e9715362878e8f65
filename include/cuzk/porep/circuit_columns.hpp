// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// The weighted columns of a shape's circuit, for keys whose matrices do not fit into memory.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <cuzk/core/config.hpp>
#include <cuzk/core/error.hpp>
#include <cuzk/core/span.hpp>
#include <cuzk/core/wipe.hpp>
#include <cuzk/exec/executor.hpp>
#include <cuzk/exec/for_each.hpp>
#include <cuzk/memory/policy.hpp>
#include <cuzk/porep/circuit.hpp>
#include <cuzk/porep/detail/part_size.hpp>
#include <cuzk/porep/shape.hpp>
#include <cuzk/porep/synthesis.hpp>
#include <cuzk/r1cs/column_evaluator.hpp>
#include <cuzk/r1cs/column_sums.hpp>

namespace cuzk::inline v0::porep {

namespace detail {

/// Sums for the wires of the head and the constant one, which all blocks share: each has its own.
struct head_columns {
  std::size_t publics;
  secret_vector<fr> sums;  // [a, b, c][wires], public ones first

  explicit head_columns(part_size const& head)
      : publics(1 + head.public_wires), sums(3 * (publics + head.private_wires), fr::zero()) {}

  [[nodiscard]] r1cs::column_range<fr> of_publics() { return range(0, publics); }
  [[nodiscard]] r1cs::column_range<fr> of_privates() { return range(publics, wires() - publics); }
  void add(head_columns const& other) {
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] = sums[i] + other.sums[i];
  }

 private:
  [[nodiscard]] std::size_t wires() const { return sums.size() / 3; }
  [[nodiscard]] r1cs::column_range<fr> range(std::size_t begin, std::size_t count) {
    std::span<fr> const all(sums);
    return {0, all.subspan(begin, count), all.subspan(wires() + begin, count), all.subspan(2 * wires() + begin, count)};
  }
};

}  // namespace detail

/// Evaluates the matrices of a shape's circuit: for each wire the sum of its coefficients times the weights of their
/// rows, challenges in parallel. The rows that keys add for the constant and each public wire are among them. With the
/// Lagrange basis at tau as weights this is what `groth16::device_setup` needs.
///
/// @param where    host executor; a task a challenge
/// @param sums     as many as there are wires; written
/// @param weights  one a row: those of the circuit, then those of the constant and each public wire
/// @throws invalid_argument for other sizes; std::bad_alloc
/// @cost   a pass over the circuit with its terms: some three million rows a second and core
template <porep_shape Shape, executor Exec, memory_policy Memory>
void circuit_columns(Exec const& where, r1cs::column_sums<fr, Memory>& sums, std::span<fr const> weights) {
  using evaluator = r1cs::column_evaluator<fr>;
  detail::part_sizes<Shape> const sizes;
  detail::part_size const block = sizes.block();
  partition_size const size = sizes.partition();
  auto const sums_of = [&](auto& buffer, char const* name) {
    require_same_size("porep: circuit columns", buffer.size(), name, size.wires, "wires of the circuit");
    return buffer.span();
  };
  r1cs::column_range<fr> const all{0, sums_of(sums.a, "sums of A"), sums_of(sums.b, "sums of B"),
                                   sums_of(sums.c, "sums of C")};
  require_same_size("porep: circuit columns", weights.size(), "weights", size.rows(), "rows");
  auto const publics = all.part(0, 1 + size.public_count);
  auto privates = all.part(publics.a.size(), size.wires - publics.a.size());
  privates.first = 0;

  // The head's rows use no other wires than its own and the constant.
  detail::head_columns of_head(sizes.head);
  head_wires<evaluator> head;
  {
    evaluator cs({weights.first(sizes.head.rows),
                  of_head.of_publics().part(1, sizes.head.public_wires),
                  of_head.of_privates(),
                  of_head.of_publics().part(0, 1),
                  {}});
    head = synthesize_head(cs, {}, {}, {});
    cs.finish();
  }
  std::vector<detail::head_columns> in_blocks(Shape::challenges, detail::head_columns(sizes.head));
  auto const blank = blank_challenge_proof<Shape>();
  auto const clear = [](r1cs::column_range<fr> const& range) {
    std::fill(range.a.begin(), range.a.end(), fr::zero());
    std::fill(range.b.begin(), range.b.end(), fr::zero());
    std::fill(range.c.begin(), range.c.end(), fr::zero());
  };
  where.run(Shape::challenges, [&](std::size_t k) {
    detail::part_size const begin = sizes.head + k * block;
    auto const own_publics = publics.part(1 + begin.public_wires, block.public_wires);
    auto const own_privates = privates.part(begin.private_wires, block.private_wires);
    clear(own_publics);
    clear(own_privates);
    evaluator cs({weights.subspan(begin.rows, block.rows), own_publics, own_privates, in_blocks[k].of_publics(),
                  in_blocks[k].of_privates()});
    synthesize_challenge<Shape>(cs, head, blank);
    cs.finish();
  });
  for (auto const& in_block : in_blocks) of_head.add(in_block);
  auto const copy = [](r1cs::column_range<fr> const& from, r1cs::column_range<fr> const& to) {
    std::copy(from.a.begin(), from.a.end(), to.a.begin());
    std::copy(from.b.begin(), from.b.end(), to.b.begin());
    std::copy(from.c.begin(), from.c.end(), to.c.begin());
  };
  copy(of_head.of_publics(), publics);
  copy(of_head.of_privates(), privates);
  for (std::size_t i = 0; i < publics.a.size(); ++i) publics.a[i] = publics.a[i] + weights[size.constraints + i];
}

}  // namespace cuzk::inline v0::porep
