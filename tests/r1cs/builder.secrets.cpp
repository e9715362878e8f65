// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE r1cs_builder_secrets
#include <boost/test/unit_test.hpp>

#include <cstdint>

#include <cuzk/curves/bn254.hpp>
#include <cuzk/r1cs/builder.hpp>

#include "support/freed_memory.hpp"

namespace {

using fr = cuzk::curves::bn254::fr;

BOOST_AUTO_TEST_CASE(a_builder_that_grows_leaves_no_value_behind) {
  cuzk_test::freed_memory_watch watch;
  fr const of_private(std::uint64_t{0x1234567890abcdef});
  fr const of_public(std::uint64_t{0xfedcba0987654321});
  watch.secret(of_private);
  watch.secret(of_public);
  watch.start();
  {
    cuzk::r1cs::builder<fr> circuit;
    static_cast<void>(circuit.private_wire(of_private));
    static_cast<void>(circuit.public_wire(of_public));
    for (int i = 0; i < 1000; ++i) {
      static_cast<void>(circuit.private_wire(fr(7)));
      static_cast<void>(circuit.public_wire(fr(8)));
    }
    auto const copy = circuit;
    auto const moved = std::move(circuit);
    BOOST_TEST(moved.constraints().wires == 2003U);
  }
  BOOST_TEST(watch.found() == 0U);
}

}  // namespace
