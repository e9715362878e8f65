// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE hash_poseidon_domain
#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>

#include <cuzk/core/error.hpp>
#include <cuzk/field/big_int.hpp>
#include <cuzk/hash/poseidon_domain.hpp>

namespace hash = cuzk::hash;

BOOST_AUTO_TEST_CASE(tags_as_published) {
  using integer = cuzk::big_int<2>;
  BOOST_TEST((hash::merkle_tree{}.tag(8) == integer::from_u64(255)));
  BOOST_TEST((hash::merkle_tree{}.tag(2) == integer::from_u64(3)));
  BOOST_TEST((hash::merkle_tree{}.tag(36) == integer::from_hex("fffffffff")));
  BOOST_TEST((hash::merkle_tree{}.tag(64) == integer::from_hex("ffffffffffffffff")));
  BOOST_TEST((hash::sparse_merkle_tree{5}.tag(8) == integer::from_u64(5)));
  BOOST_TEST((hash::constant_length{4}.tag(8) == integer::from_hex("4'0000000000000000")));
  BOOST_TEST((hash::variable_length{}.tag(8) == integer::from_hex("1'0000000000000000")));
  BOOST_TEST((hash::encryption{}.tag(8) == integer::from_hex("1'00000000")));
  BOOST_TEST((hash::custom_domain{1}.tag(2) == integer::from_hex("100'00000000")));
  BOOST_TEST((hash::sponge{}.tag(8) == integer{}));
}

BOOST_AUTO_TEST_CASE(tags_of_different_domains_differ) {
  for (std::size_t arity = 1; arity <= 36; ++arity) {
    std::set<std::string> tags{hash::merkle_tree{}.tag(arity).to_hex(), hash::encryption{}.tag(arity).to_hex(),
                               hash::sponge{}.tag(arity).to_hex()};
    for (std::uint64_t id = 1; id <= 256; ++id) tags.insert(hash::custom_domain{id}.tag(arity).to_hex());
    for (std::size_t count = 1; count <= arity; ++count) tags.insert(hash::constant_length{count}.tag(arity).to_hex());
    BOOST_TEST(tags.size() == 3 + 256 + arity);
  }
}

BOOST_AUTO_TEST_CASE(what_does_not_fit_is_refused) {
  BOOST_CHECK_THROW(static_cast<void>(hash::merkle_tree{}.tag(65)), cuzk::invalid_argument);
  BOOST_CHECK_THROW(static_cast<void>(hash::sparse_merkle_tree{4}.tag(2)), cuzk::invalid_argument);
  BOOST_CHECK_NO_THROW(static_cast<void>(hash::sparse_merkle_tree{~std::uint64_t{0}}.tag(64)));
  BOOST_CHECK_THROW(static_cast<void>(hash::constant_length{0}.tag(2)), cuzk::invalid_argument);
  BOOST_CHECK_THROW(static_cast<void>(hash::constant_length{3}.length(2)), cuzk::invalid_argument);
  BOOST_CHECK_THROW(static_cast<void>(hash::custom_domain{0}.tag(2)), cuzk::invalid_argument);
  BOOST_CHECK_THROW(static_cast<void>(hash::custom_domain{257}.tag(2)), cuzk::invalid_argument);
}
