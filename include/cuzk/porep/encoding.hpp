// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// How data and labels make a replica, node by node.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include <cuzk/core/config.hpp>
#include <cuzk/core/error.hpp>
#include <cuzk/core/span.hpp>
#include <cuzk/exec/executor.hpp>
#include <cuzk/exec/for_each.hpp>
#include <cuzk/porep/node.hpp>
#include <cuzk/porep/shape.hpp>

namespace cuzk::inline v0::porep {

namespace detail {

using node_integer = fr::integer;

inline node_integer load_node(bytes_32 const& node) { return node_integer::from_bytes(node, std::endian::little); }
inline bytes_32 store_node(node_integer const& value) {
  bytes_32 node;
  value.to_bytes(node, std::endian::little);
  return node;
}

/// (a + b) mod r for a, b < r; r has a spare bit, so nothing is carried out.
inline bytes_32 sum_of(bytes_32 const& a, bytes_32 const& b) {
  node_integer sum;
  add(sum, load_node(a), load_node(b));
  if (sum >= fr::modulus) sub(sum, sum, fr::modulus);
  return store_node(sum);
}
/// (a - b) mod r for a, b < r.
inline bytes_32 difference_of(bytes_32 const& a, bytes_32 const& b) {
  node_integer difference;
  if (sub(difference, load_node(a), load_node(b)) != 0) add(difference, difference, fr::modulus);
  return store_node(difference);
}

/// Refuses nodes that are no elements, before anything is made of them.
template <executor Exec>
void require_canonical(Exec const& where, std::span<bytes_32 const> nodes, char const* what) {
  auto const none = nodes.size();
  auto const first = exec::reduce(
      where, nodes.size(), std::size_t{4096}, none,
      [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
          if (load_node(nodes[i]) >= fr::modulus) return i;
        }
        return none;
      },
      [](std::size_t a, std::size_t b) { return a < b ? a : b; });
  if (first != none) {
    throw invalid_argument(std::string("porep: node ") + std::to_string(first) + " of the " + what +
                           " is not below the modulus; data are padded to 254 bits a node");
  }
}

}  // namespace detail

/// The replica: label and data added in the field, node by node.
///
/// @param where   host executor
/// @param out     a node for each of the data; may be the data themselves
/// @param data    each below r
/// @param labels  those of the last layer, as many
/// @throws invalid_argument for other lengths and for data or labels that are no nodes; nothing is then written
template <executor Exec>
void encode(Exec const& where, std::span<bytes_32> out, std::span<bytes_32 const> data,
            std::span<bytes_32 const> labels) {
  require_same_size("porep: encoding", data.size(), "nodes of data", labels.size(), "labels");
  require_same_size("porep: encoding", out.size(), "nodes", labels.size(), "labels");
  detail::require_canonical(where, data, "data");
  detail::require_canonical(where, labels, "labels");
  exec::for_each_chunk(where, out.size(), std::size_t{4096}, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) out[i] = detail::sum_of(data[i], labels[i]);
  });
}

/// The data of a replica.
///
/// @param out      a node for each of the replica; may be the replica itself
/// @param replica  each node below r
/// @param labels   those of the last layer, as many
/// @throws invalid_argument as `encode`
template <executor Exec>
void decode(Exec const& where, std::span<bytes_32> out, std::span<bytes_32 const> replica,
            std::span<bytes_32 const> labels) {
  require_same_size("porep: decoding", replica.size(), "nodes of a replica", labels.size(), "labels");
  require_same_size("porep: decoding", out.size(), "nodes", labels.size(), "labels");
  detail::require_canonical(where, replica, "replica");
  detail::require_canonical(where, labels, "labels");
  exec::for_each_chunk(where, out.size(), std::size_t{4096}, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) out[i] = detail::difference_of(replica[i], labels[i]);
  });
}

}  // namespace cuzk::inline v0::porep
