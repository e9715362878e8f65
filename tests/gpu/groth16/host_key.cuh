// SPDX-License-Identifier: Apache-2.0
#pragma once

// Keys made on a device, against the host's.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <cuda_runtime.h>

#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/concepts.hpp>
#include <cuzk/groth16/device_key.cuh>
#include <cuzk/groth16/keys.hpp>

#include <support/gpu_test.cuh>

namespace cuzk_test {

template <cuzk::group G>
cuzk::groth16::query<G> on_host(cudaStream_t stream, cuzk::groth16::device_query<G> const& query) {
  return {copy_to_host(stream, query.points.on_device().data(), query.points.size()),
          copy_to_host(stream, query.wires.data(), query.wires.size()), query.first};
}

/// What is on the device as a key of the host.
template <class C, class Qap>
cuzk::groth16::proving_key<C, Qap> on_host(cudaStream_t stream, cuzk::groth16::device_key<C, Qap> const& key) {
  cuzk::groth16::proving_key<C, Qap> host_key;
  host_key.vk = key.vk;
  host_key.beta_g1 = key.beta_g1;
  host_key.delta_g1 = key.delta_g1;
  host_key.a = on_host(stream, key.a);
  host_key.b_g1 = on_host(stream, key.b_g1);
  host_key.b_g2 = on_host(stream, key.b_g2);
  host_key.l = on_host(stream, key.l);
  host_key.h = copy_to_host(stream, key.h.on_device().data(), key.h.size());
  host_key.wires = key.wires;
  host_key.public_count = key.public_count;
  host_key.domain_size = key.domain_size;
  return host_key;
}

/// A query without the wires whose point is infinity, where it lists its wires: columns that vanish by chance, which a
/// set-up on a device leaves out and the host's, which looks at the matrices, does not.
template <cuzk::group G>
cuzk::groth16::query<G> without_infinity(cuzk::groth16::query<G> query) {
  if (query.is_dense()) return query;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < query.points.size(); ++i) {
    if (is_infinity(query.points[i])) continue;
    query.points[kept] = query.points[i];
    query.wires[kept++] = query.wires[i];
  }
  query.points.resize(kept);
  query.wires.resize(kept);
  return query;
}

template <cuzk::group G>
void require_same_query(cuzk::groth16::query<G> const& wanted, cuzk::groth16::query<G> const& made,
                        std::string const& name) {
  require_equal(wanted.wires, made.wires, "wires of " + name);
  require_equal(wanted.points, made.points, "points of " + name);
  require(wanted.first == made.first, "first wire of " + name);
}

/// A key of the device is that of the host's set-up from the same secrets, point by point.
template <class C, class Qap>
void require_same_key(cuzk::groth16::proving_key<C, Qap> wanted, cuzk::groth16::proving_key<C, Qap> const& made) {
  wanted.a = without_infinity(wanted.a);
  wanted.b_g1 = without_infinity(wanted.b_g1);
  wanted.b_g2 = without_infinity(wanted.b_g2);
  require_same_query(wanted.a, made.a, "A");
  require_same_query(wanted.b_g1, made.b_g1, "B in G1");
  require_same_query(wanted.b_g2, made.b_g2, "B in G2");
  require_same_query(wanted.l, made.l, "L");
  require_equal(wanted.h, made.h, "H");
  require_equal(wanted.vk.ic, made.vk.ic, "ic");
  require(wanted == made, "another part of the key differs");
}

}  // namespace cuzk_test
