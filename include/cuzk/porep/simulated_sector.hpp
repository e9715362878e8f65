// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Sectors that exist only where they are challenged: vanilla proofs of any size without sealing.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/hash/sha256.hpp>
#include <cuzk/porep/commitments.hpp>
#include <cuzk/porep/graph.hpp>
#include <cuzk/porep/labels.hpp>
#include <cuzk/porep/merkle_proof.hpp>
#include <cuzk/porep/merkle_tree.hpp>
#include <cuzk/porep/node.hpp>
#include <cuzk/porep/replica_id.hpp>
#include <cuzk/porep/shape.hpp>
#include <cuzk/porep/vanilla_proof.hpp>

namespace cuzk::inline v0::porep {

namespace detail {

/// A node that is a function of a seed, what it is for, and two numbers.
inline bytes_32 seeded_node(std::uint64_t seed, std::string_view purpose, std::uint64_t first, std::uint64_t second) {
  hash::sha256_hasher hasher;
  for (auto const number : {seed, first, second}) hasher.update(little_endian<8>(number));
  hasher.update(std::as_bytes(std::span<char const>(purpose.data(), purpose.size())));
  return trimmed(hasher.digest());
}

/// A Merkle tree of which only the paths of some leaves are there; all other nodes are seeded ones.
template <merkle_hash Hash>
class sparse_tree {
 public:
  using node = typename Hash::node;

  /// @param leaves   those that are there, by number
  /// @param levels   elements of a path
  /// @param arity_of of each level, the lowest first
  template <class Arity>
  sparse_tree(std::uint64_t seed, std::string_view name, std::map<std::uint64_t, node> leaves, std::size_t levels,
              Arity const& arity_of)
      : leaves_(std::move(leaves)), families_(levels) {
    auto known = leaves_;
    for (std::size_t level = 0; level < levels; ++level) {
      std::size_t const arity = arity_of(level);
      std::map<std::uint64_t, node> parents;
      for (auto const& child : known) {
        std::uint64_t const parent = child.first / arity;
        if (parents.contains(parent)) continue;
        std::vector<node> children(arity);
        for (std::size_t i = 0; i < arity; ++i) {
          auto const found = known.find(parent * arity + i);
          children[i] = found != known.end()
                            ? found->second
                            : Hash::from_field(to_field(seeded_node(seed, name, level, parent * arity + i)));
        }
        parents.emplace(parent, Hash::hash(std::span<node const>(children)));
        families_[level].emplace(parent, std::move(children));
      }
      known = std::move(parents);
    }
    root_ = known.begin()->second;
  }

  [[nodiscard]] fr root() const { return Hash::to_field(root_); }

  [[nodiscard]] merkle_proof path(std::uint64_t leaf) const {
    merkle_proof proof;
    proof.leaf = Hash::to_field(leaves_.at(leaf));
    proof.root = root();
    for (auto const& families : families_) {
      std::size_t const arity = families.begin()->second.size();
      auto const& children = families.at(leaf / arity);
      merkle_level level;
      level.index = leaf % arity;
      for (std::size_t i = 0; i < arity; ++i) {
        if (i != level.index) level.siblings.push_back(Hash::to_field(children[i]));
      }
      proof.levels.push_back(std::move(level));
      leaf /= arity;
    }
    return proof;
  }

 private:
  std::map<std::uint64_t, node> leaves_;
  std::vector<std::map<std::uint64_t, std::vector<node>>> families_;  // of each level: children by their parent
  node root_;
};

}  // namespace detail

/// What a sector's proofs would be made of, for challenges that are given: data, labels of the challenged nodes'
/// parents and the rest of all trees follow from a seed; labels, replica and paths of the challenged nodes are computed
/// as sealing would. So its vanilla proofs are true and are proved like any other, and a 32 GiB sector takes seconds
/// and megabytes. It has no storage behind it: for tests and measurements of what comes after sealing.
template <porep_shape Shape>
class simulated_sector {
 public:
  /// @param graph       of the shape's size
  /// @param identity    whose replica; its challenges could not follow from its replica id, which follows from them
  /// @param challenges  nodes 1 to `Shape::nodes` - 1, those of one partition after the other's
  /// @param seed        for all that is not computed
  /// @throws invalid_argument for a graph of another size, no challenges or a challenge that is no such node
  /// @cost   labels and 15 paths a challenge
  simulated_sector(stacked_graph const& graph, sector_identity const& identity, std::vector<std::uint64_t> challenges,
                   std::uint64_t seed)
      : graph_(&checked(graph, challenges)),
        seed_(seed),
        challenges_(std::move(challenges)),
        data_(seed, "data", data_leaves(), Shape::data_levels, [](std::size_t) { return std::size_t{2}; }) {
    statement_.comm_d = data_.root();
    statement_.replica_id = replica_id(identity, statement_.comm_d);
    compute_labels();
    auto const arity = [](std::size_t level) { return Shape::tree_arity(level); };
    std::map<std::uint64_t, fr> columns;
    std::map<std::uint64_t, fr> replica;
    for (auto const c : challenges_) {
      replica.emplace(c, to_field(label(c, Shape::layers)) + to_field(data(c)));
      columns.emplace(c, column_hash(c));
      for (auto const parent : graph_->parents(c)) {
        if (!columns.contains(parent)) columns.emplace(parent, column_hash(parent));
      }
    }
    columns_.emplace_back(seed, "columns", std::move(columns), Shape::tree_levels, arity);
    replica_.emplace_back(seed, "replica", std::move(replica), Shape::tree_levels, arity);
    statement_.comm_r = replica_commitment(columns_.front().root(), replica_.front().root());
  }
  simulated_sector(stacked_graph const&&, sector_identity const&, std::vector<std::uint64_t>, std::uint64_t) = delete;

  /// What its proofs say.
  [[nodiscard]] statement const& of() const noexcept { return statement_; }
  /// The challenges of all partitions.
  [[nodiscard]] std::span<std::uint64_t const> challenges() const noexcept { return challenges_; }

  /// The vanilla proof of the challenges from `first` on, `Shape::challenges` of them.
  /// @throws invalid_argument if there are not so many
  [[nodiscard]] vanilla_proof<Shape> proof(std::size_t first = 0) const {
    if (first > challenges_.size() || Shape::challenges > challenges_.size() - first) {
      throw invalid_argument("porep: simulated sector: challenges from " + std::to_string(first) + " on of " +
                             std::to_string(challenges_.size()));
    }
    vanilla_proof<Shape> made;
    for (std::size_t i = 0; i < Shape::challenges; ++i) {
      std::uint64_t const c = challenges_[first + i];
      challenge_proof<Shape> of_node;
      of_node.challenge = c;
      of_node.data = data_.path(c);
      of_node.replica = replica_.front().path(c);
      of_node.column = column(c);
      auto const parents = graph_->parents(c);
      for (std::size_t p = 0; p < drg_degree; ++p) of_node.drg_parents[p] = column(parents[p]);
      for (std::size_t p = 0; p < expander_degree; ++p) of_node.expander_parents[p] = column(parents[drg_degree + p]);
      made.challenges.push_back(std::move(of_node));
    }
    return made;
  }

 private:
  static stacked_graph const& checked(stacked_graph const& graph, std::vector<std::uint64_t> const& challenges) {
    graph.require_nodes(Shape::nodes);
    if (challenges.empty()) throw invalid_argument("porep: simulated sector: no challenges");
    for (auto const c : challenges) {
      if (c == 0 || c >= Shape::nodes) {
        throw invalid_argument("porep: simulated sector: challenge " + std::to_string(c) + " of " +
                               std::to_string(Shape::nodes) + " nodes");
      }
    }
    return graph;
  }

  [[nodiscard]] bytes_32 data(std::uint64_t node) const { return detail::seeded_node(seed_, "node", 0, node); }
  [[nodiscard]] std::map<std::uint64_t, bytes_32> data_leaves() const {
    std::map<std::uint64_t, bytes_32> leaves;
    for (auto const c : challenges_) leaves.emplace(c, data(c));
    return leaves;
  }

  // Layer by layer, in the order of the nodes: a challenged node may be another's parent.
  void compute_labels() {
    auto ordered = challenges_;
    std::sort(ordered.begin(), ordered.end());
    auto const id = to_node(statement_.replica_id);
    for (std::size_t layer = 1; layer <= Shape::layers; ++layer) {
      for (auto const c : ordered) {
        std::vector<bytes_32> parents;
        auto const numbers = graph_->parents(c);
        for (std::size_t i = 0; i < label_parents(static_cast<std::uint32_t>(layer), c); ++i) {
          parents.push_back(label(numbers[i], i < drg_degree ? layer : layer - 1));
        }
        labels_[c][layer - 1] = make_label(id, static_cast<std::uint32_t>(layer), c, parents);
      }
    }
  }
  [[nodiscard]] bytes_32 label(std::uint64_t node, std::size_t layer) const {
    auto const found = labels_.find(node);
    return found != labels_.end() ? found->second[layer - 1] : detail::seeded_node(seed_, "label", layer, node);
  }
  [[nodiscard]] std::array<fr, Shape::layers> labels(std::uint64_t node) const {
    std::array<fr, Shape::layers> all;
    for (std::size_t layer = 1; layer <= Shape::layers; ++layer) all[layer - 1] = to_field(label(node, layer));
    return all;
  }
  [[nodiscard]] fr column_hash(std::uint64_t node) const { return porep::column_hash<Shape>(labels(node)); }
  [[nodiscard]] column_proof<Shape> column(std::uint64_t node) const {
    return {labels(node), columns_.front().path(node)};
  }

  stacked_graph const* graph_;
  std::uint64_t seed_;
  std::vector<std::uint64_t> challenges_;
  statement statement_;
  detail::sparse_tree<sha256_nodes> data_;
  std::map<std::uint64_t, std::array<bytes_32, Shape::layers>> labels_;  // of the challenged nodes
  std::vector<detail::sparse_tree<poseidon_nodes>> columns_, replica_;   // one each
};

}  // namespace cuzk::inline v0::porep
