// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE post_setup
#include <boost/test/unit_test.hpp>

#include <string>

#include <cuzk/post/setup.hpp>
#include <cuzk/r1cs/circuit_outline.hpp>
#include <cuzk/r1cs/counter.hpp>

#include "post/post_test.hpp"

namespace {

using namespace cuzk_test;

// The beginnings of the published digests.
template <class Shape>
void is(std::string const& ending) {
  auto const name = post::parameter_name<Shape>();
  auto const beginning = "v28-proof-of-spacetime-fallback-merkletree-poseidon_hasher-" + ending;
  BOOST_TEST(name.substr(0, beginning.size()) == beginning);
  BOOST_TEST(name.size() == name.rfind('-') + 1 + 64);
  BOOST_TEST(post::params_path<Shape>("keys").string() == "keys/" + name + ".params");
  BOOST_TEST(post::vk_path<Shape>("keys").string() == "keys/" + name + ".vk");
}

BOOST_AUTO_TEST_CASE(keys_have_published_names) {
  is<post::window_32GiB>("8-8-0-0377ded6");
  is<post::winning_32GiB>("8-8-0-559e581f");
  is<post::window_64GiB>("8-8-2-2627e400");
  is<post::window_2KiB>("8-0-0-0170db1f");
  is<post::winning_2KiB>("8-0-0-3ea05428");
}

template <class Shape>
void outline_is_that_of_the_whole_circuit() {
  auto const outline = post::outline<Shape>();
  BOOST_TEST((outline == cuzk::r1cs::outline_of(post::circuit_matrices<Shape>())));
  cuzk::r1cs::counter<fr> cs;
  post::synthesize<Shape>(cs);
  BOOST_TEST((outline == cs.outline()));
}

BOOST_AUTO_TEST_CASE(an_outline_is_that_of_the_whole_circuit) {
  outline_is_that_of_the_whole_circuit<three_places>();
  outline_is_that_of_the_whole_circuit<mixed_levels>();
  outline_is_that_of_the_whole_circuit<post::window_2KiB>();
}

}  // namespace
