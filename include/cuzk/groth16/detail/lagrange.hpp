// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <cuzk/core/config.hpp>
#include <cuzk/core/wipe.hpp>
#include <cuzk/exec/executor.hpp>
#include <cuzk/exec/for_each.hpp>
#include <cuzk/field/concepts.hpp>
#include <cuzk/vector/batch_inverse.hpp>
#include <cuzk/vector/powers.hpp>

namespace cuzk::inline v0::groth16::detail {

// Elements first, first + step, ... of the Lagrange basis of the domain {w^i} at an x outside of it, each times
// `scale`: L_i(x) = w^i (x^n - 1) / (n (x - w^i)).
template <class F>
struct lagrange_values {
  F x;
  F root;              // w
  std::uint64_t size;  // n
  F scale = F::one();
  std::uint64_t first = 0, step = 1;

  [[nodiscard]] F power_begin() const { return pow(root, first); }
  [[nodiscard]] F power_step() const { return pow(root, step); }
  // Times w^i / (x - w^i) this is the element.
  [[nodiscard]] F factor() const { return scale * (pow(x, size) - F::one()) * inverse(F::from_u64(size)); }
  // Those from element i of these on.
  [[nodiscard]] lagrange_values from(std::uint64_t i) const { return {x, root, size, scale, first + i * step, step}; }
  ~lagrange_values() {
    wipe(x);
    wipe(scale);
  }
};

// values[i] = x - values[i].
template <class F>
struct differences_step {
  F* values;
  F x;

  CUZK_HD void operator()(std::size_t i) const { values[i] = x - values[i]; }
};

// Six products an element.
template <class F, executor Exec>
void write_lagrange(Exec const& where, std::span<F> out, lagrange_values<F> const& values) {
  F const begin = values.power_begin(), step = values.power_step();
  vector::powers(where, out, step, begin);
  differences_step<F> const subtract{out.data(), values.x};
  exec::for_each_chunk(where, out.size(), std::size_t{4096}, [&](std::size_t from, std::size_t to) {
    for (std::size_t i = from; i < to; ++i) subtract(i);
  });
  vector::batch_inverse(where, out);
  vector::multiply_by_powers<F>(where, out, out, step, begin * values.factor());
}

}  // namespace cuzk::inline v0::groth16::detail
