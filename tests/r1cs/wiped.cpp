// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE r1cs_wiped
#include <boost/test/unit_test.hpp>

#include <array>
#include <cstddef>
#include <new>

#include <cuzk/curves/bn254.hpp>
#include <cuzk/r1cs/builder.hpp>
#include <cuzk/r1cs/checker.hpp>
#include <cuzk/r1cs/counter.hpp>
#include <cuzk/r1cs/detail/wiped.hpp>
#include <cuzk/r1cs/evaluator.hpp>
#include <cuzk/r1cs/gadgets/uint32.hpp>

namespace {

using fr = cuzk::curves::bn254::fr;

// Out of line, so that what is written before is not left out as never read.
template <class T>
[[gnu::noinline]] void destroy(T* object) {
  object->~T();
}

// Words of ones in memory of ours; how many of its bytes are left when they are gone.
template <class Cs>
std::size_t bytes_left_by_words() {
  using word = cuzk::r1cs::gadgets::uint32<Cs>;
  using words = cuzk::r1cs::detail::wiped<Cs, std::array<word, 4>>;
  alignas(words) std::array<std::byte, sizeof(words)> memory{};
  auto* const object = new (memory.data()) words;
  for (word& w : **object) w = word::constant(0xffffffffU);
  destroy(object);
  std::size_t left = 0;
  for (std::byte volatile const& b : memory) left += b != std::byte{0} ? 1U : 0U;
  return left;
}

BOOST_AUTO_TEST_CASE(words_with_values_are_gone_with_their_scope) {
  BOOST_TEST(bytes_left_by_words<cuzk::r1cs::evaluator<fr>>() == 0U);
  BOOST_TEST(bytes_left_by_words<cuzk::r1cs::builder<fr>>() == 0U);
  BOOST_TEST(bytes_left_by_words<cuzk::r1cs::checker<fr>>() == 0U);
  BOOST_TEST(bytes_left_by_words<cuzk::r1cs::counter<fr>>() >= 4U * 32);  // nothing to hide
}

}  // namespace
