// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Groth16 keys made on a device, for circuits of any size.

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <cuda_runtime_api.h>

#include <cuzk/core/checked.hpp>
#include <cuzk/core/config.hpp>
#include <cuzk/core/cuda.cuh>
#include <cuzk/core/error.hpp>
#include <cuzk/core/span.hpp>
#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/concepts.hpp>
#include <cuzk/curve/scalar_mul.hpp>
#include <cuzk/exec/cuda.cuh>
#include <cuzk/exec/detail/wait_at_end.cuh>
#include <cuzk/groth16/detail/domain.hpp>
#include <cuzk/groth16/detail/lagrange.cuh>
#include <cuzk/groth16/detail/listed_wires.cuh>
#include <cuzk/groth16/detail/secret_scratch.cuh>
#include <cuzk/groth16/device_columns.cuh>
#include <cuzk/groth16/device_key.cuh>
#include <cuzk/groth16/qap.hpp>
#include <cuzk/groth16/trapdoor.hpp>
#include <cuzk/memory/device_buffer.cuh>
#include <cuzk/memory/device_resource.cuh>
#include <cuzk/vector/fixed_base.cuh>
#include <cuzk/vector/powers.cuh>

namespace cuzk::inline v0::groth16 {

/// The size of a circuit, as its key has it.
struct key_size {
  std::uint32_t wires = 1;         ///< the constant one included
  std::uint32_t public_count = 0;  ///< the constant one not counted
  std::uint64_t domain_size = 1;   ///< a power of two, see `domain_size`

  friend bool operator==(key_size const&, key_size const&) = default;
};

/// What a caller may choose about a set-up on a device. Keys do not depend on it.
struct device_setup_options {
  /// Points that are made at once, rounded up to a multiple of 64: scratch is some 170 bytes for each.
  std::size_t chunk = std::size_t{1} << 22U;

  friend bool operator==(device_setup_options const&, device_setup_options const&) = default;
};

namespace detail {

// c[i] = (beta a[i] + alpha b[i] + c[i]) / gamma for inputs, / delta for the others.
template <class F>
struct combine_columns_step {
  F const* a;
  F const* b;
  F* c;
  std::size_t inputs;  // how many of the first places are inputs
  F alpha, beta, over_gamma, over_delta;

  CUZK_HD void operator()(std::size_t i) const {
    F const k = beta * a[i] + alpha * b[i] + c[i];
    c[i] = k * (i < inputs ? over_gamma : over_delta);
  }
};

// One set-up at work.
template <pairing_curve C, qap_reduction Qap, class Columns>
class device_key_maker {
 public:
  using F = typename C::fr;
  using g1 = typename C::g1;
  using g2 = typename C::g2;

  device_key_maker(exec::cuda const& where, key_size const& size, Columns const& columns, trapdoor<F> const& secret,
                   std::size_t chunk)
      : where_(where),
        size_(size),
        columns_(columns),
        secret_(secret),
        chunk_(chunk),
        scratch_(where, 4 * memory::workspace::rounded(chunk_ * sizeof(F))),
        a_(scratch_.where().template allocate<F>(chunk_)),
        b_(scratch_.where().template allocate<F>(chunk_)),
        c_(scratch_.where().template allocate<F>(chunk_)),
        listed_(scratch_.where().template allocate<F>(chunk_)),
        table_g1_(where, affine<g1>::generator(), 3 * std::size_t{size.wires} + h_size()) {}

  [[nodiscard]] device_key<C, Qap> make() {
    device_key<C, Qap> key;
    key.wires = size_.wires;
    key.public_count = size_.public_count;
    key.domain_size = size_.domain_size;
    key.l.first = size_.public_count + 1;
    {
      std::optional<wire_list<F>> in_a, in_b;
      if constexpr (std::same_as<Qap, qap::libsnark>) {
        in_a.emplace(counted(circuit_matrix::a));
        in_b.emplace(counted(circuit_matrix::b));
      }
      make_queries(key, in_a ? &*in_a : nullptr, in_b ? &*in_b : nullptr);
    }
    make_h(key);
    make_single_points(key);
    where_.stream().synchronize();
    return key;
  }

 private:
  [[nodiscard]] std::size_t inputs() const { return std::size_t{size_.public_count} + 1; }
  [[nodiscard]] std::size_t h_size() const {
    return static_cast<std::size_t>(size_.domain_size) - (std::same_as<Qap, qap::libsnark> ? 1 : 0);
  }

  // Calls f(first, count) for all pieces of n.
  template <class Step>
  void for_each_piece(std::size_t n, Step const& f) const {
    for (std::size_t i = 0; i < n; i += chunk_) f(i, std::min(chunk_, n - i));
  }

  [[nodiscard]] std::span<F const> column(circuit_matrix which, memory::device_buffer<F> const& to, std::size_t first,
                                          std::size_t count) const {
    auto const piece = to.span().first(count);
    columns_.write(where_, which, first, piece);
    return piece;
  }

  [[nodiscard]] wire_list<F> counted(circuit_matrix which) const {
    wire_list<F> list(where_, size_.wires);
    for_each_piece(size_.wires, [&](std::size_t first, std::size_t count) {
      list.count(where_, first, column(which, a_, first, count));
    });
    list.end_count(where_);
    return list;
  }

  // Without a list each wire has a point.
  template <group G>
  void allocate(device_query<G>& query, wire_list<F> const* list) const {
    query.points = resident_points<G>(
        where_.template allocate<affine<G>>(list != nullptr ? list->size() : std::size_t{size_.wires}));
    if (list != nullptr) query.wires = where_.template allocate<std::uint32_t>(list->size());
  }

  void make_queries(device_key<C, Qap>& key, wire_list<F> const* in_a, wire_list<F> const* in_b) const {
    allocate(key.a, in_a);
    allocate(key.b_g1, in_b);
    allocate(key.b_g2, in_b);
    key.l.points = resident_points<g1>(where_.template allocate<affine<g1>>(size_.wires - inputs()));
    auto const ic = where_.template allocate<affine<g1>>(inputs());
    vector::device_fixed_base<g2> const table_g2(where_, affine<g2>::generator(), size_.wires);
    F const over_gamma = inverse(secret_.gamma), over_delta = inverse(secret_.delta);
    for_each_piece(size_.wires, [&](std::size_t first, std::size_t count) {
      auto const a = column(circuit_matrix::a, a_, first, count);
      auto const b = column(circuit_matrix::b, b_, first, count);
      auto const c = column(circuit_matrix::c, c_, first, count);
      std::size_t const public_ones = std::min(count, inputs() - std::min(inputs(), first));
      exec::for_each_index(where_, count,
                           combine_columns_step<F>{a.data(), b.data(), c_.data(), public_ones, secret_.alpha,
                                                   secret_.beta, over_gamma, over_delta});
      multiply(table_g1_, ic.span(), first, c.first(public_ones));
      multiply(table_g1_, key.l.points.span(), first + public_ones - inputs(), c.subspan(public_ones));
      if (in_a == nullptr) {
        multiply(table_g1_, key.a.points.span(), first, a);
        multiply(table_g1_, key.b_g1.points.span(), first, b);
        multiply(table_g2, key.b_g2.points.span(), first, b);
      } else {
        auto const of_a = listed(*in_a, first, a, key.a.wires.data());
        multiply(table_g1_, key.a.points.span(), in_a->begin(first), of_a);
        auto const of_b = listed(*in_b, first, b, key.b_g1.wires.data());
        multiply(table_g1_, key.b_g1.points.span(), in_b->begin(first), of_b);
        multiply(table_g2, key.b_g2.points.span(), in_b->begin(first), of_b);
      }
    });
    if (in_b != nullptr && in_b->size() != 0) {
      CUZK_CUDA_CHECK(cudaMemcpyAsync(key.b_g2.wires.data(), key.b_g1.wires.data(),
                                      in_b->size() * sizeof(std::uint32_t), cudaMemcpyDeviceToDevice,
                                      where_.stream().get()));
    }
    key.vk.ic.resize(inputs());
    CUZK_CUDA_CHECK(cudaMemcpyAsync(key.vk.ic.data(), ic.data(), ic.span().size_bytes(), cudaMemcpyDeviceToHost,
                                    where_.stream().get()));
    where_.stream().synchronize();
  }

  [[nodiscard]] std::span<F const> listed(wire_list<F> const& list, std::size_t first, std::span<F const> values,
                                          std::uint32_t* wires) const {
    list.list(where_, first, values, wires, listed_.data());
    return listed_.span().first(list.begin(first + values.size()) - list.begin(first));
  }

  // points[first + i] = scalars[i] times the table's base.
  template <group G>
  void multiply(vector::device_fixed_base<G> const& table, std::span<affine<G>> points, std::size_t first,
                std::span<F const> scalars) const {
    if (!scalars.empty()) table.multiply(where_, points.subspan(first, scalars.size()), scalars);
  }

  void make_h(device_key<C, Qap>& key) const {
    key.h = resident_points<g1>(where_.template allocate<affine<g1>>(h_size()));
    F const over_delta = inverse(secret_.delta);
    for_each_piece(h_size(), [&](std::size_t first, std::size_t count) {
      auto const piece = a_.span().first(count);
      if constexpr (std::same_as<Qap, qap::snarkjs>) {
        lagrange_values<F> const odd_ones{secret_.tau,
                                          domain_root<Qap, F>(floor_log2(size_.domain_size) + 1),
                                          2 * size_.domain_size,
                                          over_delta,
                                          1,
                                          2};
        secret_scratch of_inverses(where_, lagrange_workspace_bytes<F>(count));
        write_lagrange(of_inverses.where(), piece, odd_ones.from(first));
      } else {
        F const vanishing = pow(secret_.tau, size_.domain_size) - F::one();
        vector::powers<F>(where_, piece, secret_.tau,
                          vanishing * over_delta * pow(secret_.tau, static_cast<std::uint64_t>(first)));
      }
      multiply(table_g1_, key.h.span(), first, std::span<F const>(piece));
    });
  }

  void make_single_points(device_key<C, Qap>& key) const {
    auto const in_g1 = [](F const& k) { return to_affine(mul(affine<g1>::generator(), k)); };
    auto const in_g2 = [](F const& k) { return to_affine(mul(affine<g2>::generator(), k)); };
    key.vk.alpha_g1 = in_g1(secret_.alpha);
    key.beta_g1 = in_g1(secret_.beta);
    key.delta_g1 = in_g1(secret_.delta);
    key.vk.beta_g2 = in_g2(secret_.beta);
    key.vk.gamma_g2 = in_g2(secret_.gamma);
    key.vk.delta_g2 = in_g2(secret_.delta);
  }

  exec::cuda where_;
  key_size size_;
  Columns const& columns_;
  trapdoor<F> const& secret_;
  std::size_t chunk_;
  secret_scratch scratch_;
  memory::device_buffer<F> a_, b_, c_, listed_;
  vector::device_fixed_base<g1> table_g1_;
};

template <class C, class Qap>
void check_device_setup(key_size const& size, std::size_t columns, trapdoor<typename C::fr> const& secret,
                        device_setup_options const& options) {
  using F = typename C::fr;
  auto const refuse = [](std::string const& why) { throw invalid_argument("groth16: device setup: " + why); };
  if (size.public_count >= size.wires) {
    refuse(std::to_string(size.wires) + " wires, " + std::to_string(size.public_count) +
           " of them public beside the constant");
  }
  if (!is_power_of_two(size.domain_size) || size.domain_size < domain_size<Qap>(0, size.public_count) ||
      floor_log2(size.domain_size) > F::two_adicity) {
    refuse("a domain of " + std::to_string(size.domain_size) + " for " + std::to_string(size.public_count) +
           " public wires; a power of two up to 2^" + std::to_string(F::two_adicity) +
           " that has a row for each and the constant is possible");
  }
  if constexpr (std::same_as<Qap, qap::snarkjs>) static_cast<void>(coset_shift<Qap, F>(floor_log2(size.domain_size)));
  require_same_size("groth16: device setup", columns, "columns", size.wires, "wires");
  if (!secret.is_fit(size.domain_size)) refuse("a secret is zero, or tau lies in the domain");
  if (options.chunk == 0) refuse("chunks of 0 points; 1 at least");
}

}  // namespace detail

/// Makes a proving key on a device, from secrets and the columns that circuit and tau give. With the same secrets it is
/// the key of `setup`, but for wires whose columns in A or B vanish at tau by chance: with qap::libsnark all that are
/// zero are left out here, as bellman's keys do; no proof needs their points.
///
/// @tparam C    pairing curve
/// @tparam Qap  reduction, see qap.hpp
/// @param where    its resource has the memory and outlives the key; a pool or an arena, since the key's arrays stay
///                 when scratch of later birth goes
/// @param size     of the circuit
/// @param columns  `host_columns`, `device_columns` or an own source; read twice where wires are left out
/// @param secret   whoever knows them can prove anything
/// @throws invalid_argument for sizes that do not fit together, or unfit secrets, before anything is allocated;
///         unsupported when qap::snarkjs has no coset for the size; what columns and the resource throw; cuda_error
/// @cost   3 wires + domain products in G1 and as many as B has in G2, by tables of windows. Device memory beside
///         what there is of the key: 170 bytes for each of `chunk` points, which are overwritten before they go back,
///         tables and scratch of 0.3 GB, and 8 bytes for each 64 wires; measured with the default chunk, the most in
///         use at once is 0.65 GB more than the whole key (`docs/prover.md`)
/// @sync   waits for the stream
template <pairing_curve C, qap_reduction Qap = qap::snarkjs, class Columns>
requires column_source<Columns, typename C::fr>
[[nodiscard]] device_key<C, Qap> device_setup(exec::cuda const& where, key_size const& size, Columns const& columns,
                                              trapdoor<typename C::fr> const& secret,
                                              device_setup_options const& options = {}) {
  detail::check_device_setup<C, Qap>(size, columns.wires(), secret, options);
  std::size_t const most = std::max<std::size_t>(size.wires, static_cast<std::size_t>(size.domain_size));
  std::size_t const chunk = ceil_div(std::min(options.chunk, most), detail::listed_block) * detail::listed_block;
  exec::detail::wait_at_end<1> const waiting(exec::detail::leaving::by_exception, {where.stream().get()});
  detail::device_key_maker<C, Qap, Columns> maker(where, size, columns, secret, chunk);
  return maker.make();
}

}  // namespace cuzk::inline v0::groth16
