// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// What a Poseidon hash is of: the domain, a type, gives element 0 of the state, so that hashes of different
/// things differ. Tags as Filecoin has them, after the Poseidon paper (eprint 2019/458, section 4.2).

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>

#include <cuzk/core/error.hpp>
#include <cuzk/field/big_int.hpp>
#include <cuzk/field/concepts.hpp>

namespace cuzk::inline v0::hash {

/// A domain: `d.tag(arity)`, the integer in element 0, and `d.length(arity)`, how many inputs there are; fewer than
/// the arity are followed by zeros. Either throws invalid_argument for what does not fit.
template <class D>
concept poseidon_domain = requires(D const& d, std::size_t arity) {
  { d.tag(arity) } -> std::same_as<big_int<2>>;
  { d.length(arity) } -> std::same_as<std::size_t>;
};

/// The children of a node of a Merkle tree that has all of them: the tag is 2^arity - 1.
struct merkle_tree {
  /// 2^arity - 1. @throws invalid_argument for an arity above 64
  [[nodiscard]] constexpr big_int<2> tag(std::size_t arity) const {
    if (arity > 64)
      throw invalid_argument("poseidon: a Merkle tree of arity " + std::to_string(arity) + "; at most 64");
    big_int<2> value;
    sub(value, big_int<2>::from_u64(1).shifted_left(arity), big_int<2>::from_u64(1));
    return value;
  }
  /// The arity.
  [[nodiscard]] constexpr std::size_t length(std::size_t arity) const { return arity; }
};

/// The children of a node that may lack some: the tag is a mask of those that are there. The others are given as
/// zeros, which is not checked.
struct sparse_merkle_tree {
  std::uint64_t present = 0;  ///< one bit a child

  /// The mask. @throws invalid_argument for bits beyond the arity
  [[nodiscard]] constexpr big_int<2> tag(std::size_t arity) const {
    if (arity < 64 && present >> arity != 0) {
      throw invalid_argument("poseidon: a mask of children " + big_int<1>::from_u64(present).to_hex() + " for arity " +
                             std::to_string(arity));
    }
    return big_int<2>::from_u64(present);
  }
  /// The arity.
  [[nodiscard]] constexpr std::size_t length(std::size_t arity) const { return arity; }
};

/// Inputs whose number is fixed by what is hashed: the tag is their number times 2^64.
struct constant_length {
  std::size_t count = 0;  ///< inputs, 1 to the arity

  /// count 2^64. @throws invalid_argument for a count of 0 or beyond the arity
  [[nodiscard]] constexpr big_int<2> tag(std::size_t arity) const {
    return big_int<2>::from_u64(length(arity)).shifted_left(64);
  }
  /// The count. @throws invalid_argument for 0 or more than the arity
  [[nodiscard]] constexpr std::size_t length(std::size_t arity) const {
    if (count == 0 || count > arity) {
      throw invalid_argument("poseidon: a constant length of " + std::to_string(count) + "; from 1 to the arity " +
                             std::to_string(arity));
    }
    return count;
  }
};

/// Inputs whose number varies, padded by the caller to the arity: the tag is 2^64.
struct variable_length {
  /// 2^64.
  [[nodiscard]] constexpr big_int<2> tag(std::size_t) const { return big_int<2>::from_u64(1).shifted_left(64); }
  /// The arity.
  [[nodiscard]] constexpr std::size_t length(std::size_t arity) const { return arity; }
};

/// Encryption: the tag is 2^32.
struct encryption {
  /// 2^32.
  [[nodiscard]] constexpr big_int<2> tag(std::size_t) const { return big_int<2>::from_u64(1).shifted_left(32); }
  /// The arity.
  [[nodiscard]] constexpr std::size_t length(std::size_t arity) const { return arity; }
};

/// A use of an application's own: the tag is its number times 2^40.
struct custom_domain {
  std::uint64_t id = 0;  ///< 1 to 256

  /// id 2^40. @throws invalid_argument for an id of 0 or above 256
  [[nodiscard]] constexpr big_int<2> tag(std::size_t) const {
    if (id == 0 || id > 256)
      throw invalid_argument("poseidon: custom domain " + std::to_string(id) + "; from 1 to 256");
    return big_int<2>::from_u64(id).shifted_left(40);
  }
  /// The arity.
  [[nodiscard]] constexpr std::size_t length(std::size_t arity) const { return arity; }
};

/// A sponge's capacity: the tag is 0.
struct sponge {
  /// 0.
  [[nodiscard]] constexpr big_int<2> tag(std::size_t) const { return {}; }
  /// The arity.
  [[nodiscard]] constexpr std::size_t length(std::size_t arity) const { return arity; }
};

static_assert(poseidon_domain<merkle_tree> && poseidon_domain<sparse_merkle_tree> && poseidon_domain<constant_length> &&
              poseidon_domain<variable_length> && poseidon_domain<encryption> && poseidon_domain<custom_domain> &&
              poseidon_domain<sponge>);

}  // namespace cuzk::inline v0::hash
