// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Sealing: from data to a replica with the trees that proofs are made of; and back.

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include <cuzk/core/checked.hpp>
#include <cuzk/core/config.hpp>
#include <cuzk/core/error.hpp>
#include <cuzk/core/span.hpp>
#include <cuzk/exec/executor.hpp>
#include <cuzk/memory/host_buffer.hpp>
#include <cuzk/memory/memory_budget.hpp>
#include <cuzk/porep/commitments.hpp>
#include <cuzk/porep/encoding.hpp>
#include <cuzk/porep/graph.hpp>
#include <cuzk/porep/labels.hpp>
#include <cuzk/porep/merkle_tree.hpp>
#include <cuzk/porep/node.hpp>
#include <cuzk/porep/replica_id.hpp>
#include <cuzk/porep/shape.hpp>
#include <cuzk/porep/vanilla_proof.hpp>

namespace cuzk::inline v0::porep {

/// What sealing does, in its order.
enum class sealing_step {
  data_tree,     ///< SHA-256 over the data
  labels,        ///< SHA-256, layer by layer
  encoding,      ///< an addition a node
  column_tree,   ///< Poseidon over the columns of labels
  replica_tree,  ///< Poseidon over the replica
};

/// How far it is.
struct sealing_progress {
  sealing_step step;    ///< at which step
  std::uint64_t done;   ///< nodes made
  std::uint64_t total;  ///< of so many in this step
};

/// Sealing by what and told to whom.
struct seal_options {
  /// What the sector's memory is reserved from, for as long as it lives; without one it is only asked for.
  std::optional<memory::memory_budget> budget;
  /// Called by the thread that seals, one to some thousand times a step; none is not called.
  std::function<void(sealing_progress const&)> progress;
};

/// Bytes that a sealed sector keeps: its layers of labels, its replica and its three trees without their leaves.
/// 2.2 GiB for 512 MiB. Its graph and sealing itself take more: `seal_bytes`.
template <porep_shape Shape>
[[nodiscard]] constexpr std::uint64_t sealed_sector_bytes() {
  return checked_mul<std::uint64_t>(Shape::bytes, Shape::layers + 1) +
         node_bytes * (kept_nodes(data_arities<Shape>()) + 2 * kept_nodes(tree_arities<Shape>()));
}

/// Bytes of memory that sealing takes at its most: the caller's data, what the sealed sector keeps, the graph and the
/// parents of the nodes whose labels are next; beside them some kilobytes a thread. 2.6 GiB for 512 MiB, 457 GiB for
/// 32 GiB, 914 GiB for 64 GiB. Nothing is known here of the machine: whoever starts a seal asks it, or gives a budget.
template <porep_shape Shape>
[[nodiscard]] constexpr std::uint64_t seal_bytes() {
  std::uint64_t const beside = stacked_graph::kept_bytes(Shape::nodes) + detail::label_batch_bytes(Shape::nodes);
  return checked_add<std::uint64_t>(checked_add<std::uint64_t>(Shape::bytes, sealed_sector_bytes<Shape>()), beside);
}

/// A sealed sector with all that its proofs need. Move-only; may be read by several threads.
///
/// The data are not kept: they are the replica without its labels.
template <porep_shape Shape>
class sealed_sector {
 public:
  using shape = Shape;  ///< the shape of the sector

  /// Seals.
  ///
  /// @param where     host executor
  /// @param identity  of the sector
  /// @param data      `Shape::bytes` bytes, padded: each 32 of them an element of the field
  /// @param options   memory and progress
  /// @throws invalid_argument for another size, also by the identity's registered proof, and for data that are not
  ///         padded; out_of_memory, before anything is allocated, for a budget that never has
  ///         `sealed_sector_bytes<Shape>()`; std::bad_alloc
  /// @cost   20 blocks of SHA-256 a label, a Poseidon hash a column and 2/7 of them more; see docs/porep.md
  template <executor Exec>
  sealed_sector(Exec const& where, sector_identity const& identity, std::span<std::byte const> data,
                seal_options const& options = {})
      : identity_(identity),
        reserved_(reserve(identity, data, options)),
        graph_(Shape::nodes, identity.rules),
        labels_(static_cast<std::size_t>(Shape::nodes) * Shape::layers),
        replica_(static_cast<std::size_t>(Shape::nodes)) {
    std::span<bytes_32 const> const nodes(reinterpret_cast<bytes_32 const*>(data.data()), replica_.size());
    detail::require_canonical(where, nodes, "data");
    auto const tell = [&](sealing_step step, std::uint64_t done, std::uint64_t total) {
      if (options.progress) options.progress({step, done, total});
    };
    auto const tell_tree = [&](sealing_step step, std::uint64_t total) {
      tell(step, 0, total);
      return [&tell, step, total](std::uint64_t done) { tell(step, done, total); };
    };

    constexpr auto binary = data_arities<Shape>();
    data_tree_.emplace(
        where, binary, [&](std::uint64_t i) { return nodes[i]; },
        tell_tree(sealing_step::data_tree, kept_nodes(binary)));
    statement_.comm_d = data_tree_->root();
    statement_.replica_id = porep::replica_id(identity_, statement_.comm_d);

    auto const id = to_node(statement_.replica_id);
    for (std::size_t layer = 1; layer <= Shape::layers; ++layer) {
      make_layer(where, layer_of_labels(layer), graph_, id, static_cast<std::uint32_t>(layer),
                 layer == 1 ? std::span<bytes_32 const>() : labels(layer - 1), [&](std::uint64_t done) {
                   tell(sealing_step::labels, (layer - 1) * Shape::nodes + done, Shape::layers * Shape::nodes);
                 });
    }
    encode(where, replica_.span(), nodes, labels(Shape::layers));
    tell(sealing_step::encoding, Shape::nodes, Shape::nodes);

    constexpr auto arities = tree_arities<Shape>();
    column_tree_.emplace(
        where, arities, [this](std::uint64_t i) { return column_leaf(i); },
        tell_tree(sealing_step::column_tree, kept_nodes(arities)));
    replica_tree_.emplace(
        where, arities, [this](std::uint64_t i) { return replica_leaf(i); },
        tell_tree(sealing_step::replica_tree, kept_nodes(arities)));
    statement_.comm_r = replica_commitment(comm_c(), comm_r_last());
  }

  /// Which sector it is.
  [[nodiscard]] sector_identity const& identity() const noexcept { return identity_; }
  /// Its graph.
  [[nodiscard]] stacked_graph const& graph() const noexcept { return graph_; }
  /// Replica id, comm_d and comm_r: what proofs say of it.
  [[nodiscard]] porep::statement const& statement() const noexcept { return statement_; }
  /// The root of the tree over the columns.
  [[nodiscard]] fr comm_c() const { return column_tree_->root(); }
  /// The root of the tree over the replica.
  [[nodiscard]] fr comm_r_last() const { return replica_tree_->root(); }
  /// The replica, `Shape::nodes` nodes.
  [[nodiscard]] std::span<bytes_32 const> replica() const noexcept { return replica_.span(); }
  /// The labels of a layer, 1 to `Shape::layers`. @throws invalid_argument for another one
  [[nodiscard]] std::span<bytes_32 const> labels(std::size_t layer) const {
    if (layer == 0 || layer > Shape::layers) {
      throw invalid_argument("porep: layer " + std::to_string(layer) + "; there are 1 to " +
                             std::to_string(Shape::layers));
    }
    return labels_.span().subspan((layer - 1) * replica_.size(), replica_.size());
  }

  /// The path of a node in the tree over the data. @throws invalid_argument for a number that is no node
  [[nodiscard]] merkle_proof data_path(std::uint64_t node) const {
    auto const last = labels(Shape::layers);
    return data_tree_->path(node, [&](std::uint64_t i) { return detail::difference_of(replica_[i], last[i]); });
  }
  /// The path of a node in the tree over the replica. @throws invalid_argument for a number that is no node
  [[nodiscard]] merkle_proof replica_path(std::uint64_t node) const {
    return replica_tree_->path(node, [this](std::uint64_t i) { return replica_leaf(i); });
  }
  /// The labels of a node and their path. @throws invalid_argument for a number that is no node
  [[nodiscard]] column_proof<Shape> column(std::uint64_t node) const {
    auto path = column_tree_->path(node, [this](std::uint64_t i) { return column_leaf(i); });
    return {column_labels(node), std::move(path)};
  }

 private:
  static memory::memory_budget::reservation reserve(sector_identity const& identity, std::span<std::byte const> data,
                                                    seal_options const& options) {
    identity.rules.require_size_of<Shape>();
    require_same_size("porep: sealing", data.size(), "bytes of data", static_cast<std::size_t>(Shape::bytes),
                      "bytes of a sector");
    if (!options.budget) return {};
    return options.budget->reserve({sealed_sector_bytes<Shape>(), 0, 0});
  }

  [[nodiscard]] std::span<bytes_32> layer_of_labels(std::size_t layer) {
    return labels_.span().subspan((layer - 1) * replica_.size(), replica_.size());
  }
  [[nodiscard]] std::array<fr, Shape::layers> column_labels(std::uint64_t node) const {
    std::array<fr, Shape::layers> column;
    for (std::size_t layer = 0; layer < Shape::layers; ++layer) {
      column[layer] = to_field(labels_[layer * replica_.size() + node]);
    }
    return column;
  }
  [[nodiscard]] fr column_leaf(std::uint64_t node) const { return column_hash<Shape>(column_labels(node)); }
  [[nodiscard]] fr replica_leaf(std::uint64_t node) const { return to_field(replica_[node]); }

  sector_identity identity_;
  memory::memory_budget::reservation reserved_;  // outlives the memory below
  stacked_graph graph_;
  memory::host_buffer<bytes_32> labels_;  // [layer][node]
  memory::host_buffer<bytes_32> replica_;
  std::optional<merkle_tree<sha256_nodes>> data_tree_;
  std::optional<merkle_tree<poseidon_nodes>> column_tree_, replica_tree_;
  porep::statement statement_;
};

/// Seals a sector: `sealed_sector`'s constructor by another name.
template <porep_shape Shape, executor Exec>
[[nodiscard]] sealed_sector<Shape> seal(Exec const& where, sector_identity const& identity,
                                        std::span<std::byte const> data, seal_options const& options = {}) {
  return sealed_sector<Shape>(where, identity, data, options);
}

/// The data of a replica, from nothing but what the sector is: all labels are made again.
///
/// @param where     host executor
/// @param out       `Shape::nodes` nodes, padded data; may be the replica itself
/// @param replica   as many
/// @param identity  of the sector
/// @param comm_d    of its data
/// @throws invalid_argument for other sizes, also by the identity's registered proof, and for a replica whose nodes are
///         no elements; std::bad_alloc
/// @cost   all labels; two layers of memory
template <porep_shape Shape, executor Exec>
void unseal(Exec const& where, std::span<bytes_32> out, std::span<bytes_32 const> replica,
            sector_identity const& identity, fr const& comm_d) {
  identity.rules.require_size_of<Shape>();
  std::size_t const nodes = Shape::nodes;
  require_same_size("porep: unsealing", replica.size(), "nodes of a replica", nodes, "nodes of a sector");
  require_same_size("porep: unsealing", out.size(), "nodes", nodes, "nodes of a sector");
  stacked_graph const graph(Shape::nodes, identity.rules);
  auto const id = to_node(replica_id(identity, comm_d));
  memory::host_buffer<bytes_32> layer(nodes);
  memory::host_buffer<bytes_32> before(Shape::layers == 1 ? 0 : nodes);
  for (std::uint32_t i = 1; i <= Shape::layers; ++i) {
    if (i > 1) std::swap(layer, before);
    make_layer(where, layer.span(), graph, id, i, std::span<bytes_32 const>(before.span()));
  }
  decode(where, out, replica, std::span<bytes_32 const>(layer.span()));
}

}  // namespace cuzk::inline v0::porep
