// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Groth16 proving keys in the memory of a device.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <cuzk/core/checked.hpp>
#include <cuzk/core/config.hpp>
#include <cuzk/core/error.hpp>
#include <cuzk/core/span.hpp>
#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/concepts.hpp>
#include <cuzk/exec/cuda.cuh>
#include <cuzk/groth16/keys.hpp>
#include <cuzk/groth16/qap.hpp>
#include <cuzk/memory/device_buffer.cuh>
#include <cuzk/memory/pageable.hpp>
#include <cuzk/memory/transfer.cuh>

namespace cuzk::inline v0::groth16 {

/// The points of one query and the wires whose values are their scalars, on a device.
template <group G>
struct device_query {
  /// The points, 16-byte aligned; infinity allowed.
  memory::device_buffer<affine<G>> points;
  /// The wire of each point; empty when point i belongs to wire first + i.
  memory::device_buffer<std::uint32_t> wires;
  /// Wire of the first point when `wires` is empty.
  std::uint32_t first = 0;

  /// Device memory.
  [[nodiscard]] std::size_t bytes() const noexcept {
    return points.size() * sizeof(affine<G>) + wires.size() * sizeof(std::uint32_t);
  }

  /// Checks the counts, as `query` does; the wires themselves are not looked at.
  /// @throws invalid_argument
  void validate(std::uint64_t wire_count, std::string_view name) const {
    auto const what = "groth16: query " + std::string(name);
    if (wires.size() != 0) return require_same_size(what, points.size(), "points", wires.size(), "wires");
    if (first > wire_count || points.size() > wire_count - first) {
      throw invalid_argument(what + ": " + std::to_string(points.size()) + " points from wire " +
                             std::to_string(first) + "; there are " + std::to_string(wire_count) + " wires");
    }
  }
};

/// A proving key whose queries are on a device: what `proving_key` is on the host. Plain data: a set-up on the device
/// fills it too. Its memory is given back on the stream that it was asked for on.
///
/// @tparam Qap  the reduction that the key was made with; see qap.hpp
template <pairing_curve C, qap_reduction Qap = qap::snarkjs>
struct device_key {
  using curve = C;         ///< the pairing curve
  using qap_policy = Qap;  ///< the reduction

  /// The verifying key, on the host.
  verifying_key<C> vk;
  /// [beta]_1, [delta]_1, on the host.
  affine<typename C::g1> beta_g1, delta_g1;
  /// As in `proving_key`; the wires of b_g1 and b_g2 are the same.
  device_query<typename C::g1> a, b_g1, l;
  /// As b_g1.
  device_query<typename C::g2> b_g2;
  /// As in `proving_key`.
  memory::device_buffer<affine<typename C::g1>> h;
  /// Wires of the circuit, the constant one included; public ones, without it.
  std::uint32_t wires = 1, public_count = 0;
  /// Size of the evaluation domain, a power of two.
  std::uint64_t domain_size = 1;

  /// Nothing.
  device_key() = default;

  /// A copy of a key of the host on the device that is current now.
  /// @param where  its resource has the memory and outlives the key
  /// @throws invalid_argument for a malformed key, or one whose queries in B are of different wires, before anything is
  ///         allocated; what the resource throws; cuda_error
  /// @sync   waits for the copies
  device_key(exec::cuda const& where, proving_key<C, Qap> const& key)
      : vk(checked(key).vk),
        beta_g1(key.beta_g1),
        delta_g1(key.delta_g1),
        wires(key.wires),
        public_count(key.public_count),
        domain_size(key.domain_size) {
    memory::transfer<memory::pageable> const copies;
    copy(where, copies, a, key.a);
    copy(where, copies, b_g1, key.b_g1);
    copy(where, copies, b_g2, key.b_g2);
    copy(where, copies, l, key.l);
    copy(where, copies, h, key.h);
    where.stream().synchronize();
  }

  /// Device memory of the queries.
  [[nodiscard]] std::size_t bytes() const noexcept {
    return a.bytes() + b_g1.bytes() + b_g2.bytes() + l.bytes() + h.size() * sizeof(affine<typename C::g1>);
  }

  /// Checks all counts against each other, as `proving_key` does.
  /// @throws invalid_argument that names the first mismatch
  void validate() const {
    detail::require_key_shape<Qap>(wires, public_count, domain_size, vk.ic.size(), h.size(), l.points.size());
    a.validate(wires, "A");
    b_g1.validate(wires, "B in G1");
    b_g2.validate(wires, "B in G2");
    l.validate(wires, "L");
    require_same_size("groth16: proving key", b_g1.points.size(), "B points in G1", b_g2.points.size(),
                      "B points in G2");
  }

 private:
  static proving_key<C, Qap> const& checked(proving_key<C, Qap> const& key) {
    key.validate();
    if (key.b_g1.wires != key.b_g2.wires || key.b_g1.first != key.b_g2.first) {
      throw invalid_argument("groth16: the queries B in G1 and B in G2 are of different wires");
    }
    return key;
  }

  template <class T>
  static void copy(exec::cuda const& where, memory::transfer<memory::pageable> const& copies,
                   memory::device_buffer<T>& to, std::vector<T> const& from) {
    to = where.template allocate<T>(from.size());
    copies.upload(where.stream(), to.span(), std::span<T const>(from));
  }
  template <class G>
  static void copy(exec::cuda const& where, memory::transfer<memory::pageable> const& copies, device_query<G>& to,
                   query<G> const& from) {
    copy(where, copies, to.points, from.points);
    copy(where, copies, to.wires, from.wires);
    to.first = from.first;
  }
};

}  // namespace cuzk::inline v0::groth16
