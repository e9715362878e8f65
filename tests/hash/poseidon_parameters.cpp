// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE hash_poseidon_parameters
#include <boost/test/unit_test.hpp>

#include <array>
#include <cstddef>
#include <fstream>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/field/prime_field.hpp>
#include <cuzk/hash/poseidon_parameters.hpp>

#include <support/fields.hpp>

namespace {

using cuzk::hash::poseidon_parameters;
using cuzk::hash::poseidon_round_numbers;
using cuzk::hash::poseidon_rounds;
using cuzk::hash::poseidon_strength;
using fr = cuzk::curves::bls12_381::fr;

static_assert(poseidon_round_numbers(255, 9) == poseidon_rounds{8, 57});

}  // namespace

BOOST_AUTO_TEST_CASE(round_numbers_as_published) {
  std::ifstream file(CUZK_TEST_DATA "/hash/poseidon_round_numbers.txt");
  std::size_t width = 0, full = 0, partial = 0, lines = 0;
  while (file >> width >> full >> partial) {
    auto const rounds = poseidon_round_numbers(fr::bits, width);
    BOOST_TEST(rounds.full == full, "width " << width);
    BOOST_TEST(rounds.partial == partial, "width " << width);
    // the margin of the strong form: the least number that is 5/4 of the other at least
    auto const strong = poseidon_round_numbers(fr::bits, width, poseidon_strength::strengthened);
    BOOST_TEST(strong.full == full);
    BOOST_TEST(4 * strong.partial >= 5 * partial);
    BOOST_TEST(4 * (strong.partial - 1) < 5 * partial);
    ++lines;
  }
  BOOST_TEST(lines == 124U);
}

BOOST_AUTO_TEST_CASE(a_small_field_needs_more_rounds_against_statistics) {
  BOOST_TEST(poseidon_round_numbers(31, 3).full >= 12U);  // 28 bits * 4 are less than 128
  BOOST_TEST(poseidon_round_numbers(64, 3).full == 8U);
}

BOOST_AUTO_TEST_CASE(misuse_is_refused) {
  for (std::size_t const width : {std::size_t{0}, std::size_t{1}, std::size_t{4096}}) {
    BOOST_CHECK_THROW(static_cast<void>(poseidon_round_numbers(255, width)), cuzk::invalid_argument);
  }
  using parameters = poseidon_parameters<fr, 3>;
  for (poseidon_rounds const rounds :
       {poseidon_rounds{0, 5}, poseidon_rounds{7, 5}, poseidon_rounds{1024, 5}, poseidon_rounds{8, 1024},
        poseidon_rounds{8, std::numeric_limits<std::size_t>::max()}}) {
    BOOST_CHECK_THROW(static_cast<void>(parameters(rounds)), cuzk::invalid_argument);
  }
}

BOOST_AUTO_TEST_CASE(the_register_gives_the_published_constants) {
  // neptune, parameters/round_constants-1-1-255-9-8-57-...txt: the first two, and the last
  poseidon_parameters<fr, 9> const p({8, 57});
  BOOST_TEST(p.round_constants().size() == 65U);
  BOOST_TEST((p.round_constants().front()[0] ==
              fr::from_hex("6ce90d12c4045fe08c3caddb776dd84ac52b4ae7e48cd49443984154f2f4c2f9")));
  BOOST_TEST((p.round_constants().front()[1] ==
              fr::from_hex("0ccd9b480c84022b25a75b52c8e89d80b4fa6378d32e58f3a175504940bcec39")));
  BOOST_TEST((p.round_constants().back()[8] ==
              fr::from_hex("3b3a75eb91b0f723bcc4ab7e449e4a011b8960063efe74670c05e545519d9a8c")));
}

BOOST_AUTO_TEST_CASE(the_matrix_is_that_of_cauchy_and_every_minor_of_two_rows_is_regular) {
  poseidon_parameters<fr, 5> const p({8, 56});
  auto const& m = p.dense();
  for (std::size_t i = 0; i < 5; ++i) {
    for (std::size_t j = 0; j < 5; ++j) {
      BOOST_TEST((m[i][j] * fr(i + 5 + j) == fr::one()));
      for (std::size_t k = i + 1; k < 5; ++k) {
        for (std::size_t l = j + 1; l < 5; ++l) BOOST_TEST((!(m[i][j] * m[k][l] == m[i][l] * m[k][j])));
      }
    }
  }
}

// The product of all matrices between the middle of the first half and that of the second is the same in both
// forms, when the S-boxes are left out; and each sparse matrix leaves all but element 0 alone otherwise.
BOOST_AUTO_TEST_CASE(matrices_of_the_sparse_form_multiply_to_those_of_the_definition) {
  poseidon_parameters<fr, 4> const p({4, 6});
  for (std::size_t unit = 0; unit < 4; ++unit) {
    std::array<fr, 4> by_definition{}, by_sparse{};
    by_definition[unit] = by_sparse[unit] = fr::one();
    auto const multiply = [](auto const& rows, std::array<fr, 4> const& x) {
      std::array<fr, 4> y{};
      for (std::size_t i = 0; i < 4; ++i) {
        for (std::size_t j = 0; j < 4; ++j) y[i] += rows[i][j] * x[j];
      }
      return y;
    };
    for (int i = 0; i < 7; ++i) by_definition = multiply(p.dense(), by_definition);
    by_sparse = multiply(p.before_sparse(), by_sparse);
    for (auto const& s : p.sparse()) {
      BOOST_TEST((s.row[0] == s.column[0]));
      std::vector<std::array<fr, 4>> rows(4);
      for (std::size_t i = 1; i < 4; ++i) {
        rows[i][i] = fr::one();
        rows[i][0] = s.column[i];
      }
      rows[0] = s.row;
      by_sparse = multiply(rows, by_sparse);
    }
    BOOST_TEST((by_definition == by_sparse));
  }
}

BOOST_AUTO_TEST_CASE(strengths_and_widths_have_constants_of_their_own) {
  std::set<std::string> seen;
  auto const add = [&seen](auto const& parameters) {
    for (auto const& row : parameters.round_constants()) {
      for (fr const& c : row) seen.insert(c.to_canonical().to_hex());
    }
  };
  add(poseidon_parameters<fr, 3>({8, 55}));
  add(poseidon_parameters<fr, 3>({8, 69}));
  add(poseidon_parameters<fr, 5>({8, 56}));
  BOOST_TEST(seen.size() == 3U * 63 + 3U * 77 + 5U * 64);
}
