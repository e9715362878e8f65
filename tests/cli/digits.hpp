// SPDX-License-Identifier: Apache-2.0
#pragma once

// Changed digits of numbers in the three files that a verifier reads.

#include <cctype>
#include <cstddef>
#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <cli/program.hpp>

namespace cuzk_test {

// Where the digits of numbers stand: numbers in quotes, and the bare nPublic; not digits of names.
inline std::vector<std::size_t> digits_of_numbers(std::string const& text) {
  std::vector<std::size_t> out;
  bool quoted = false;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"') {
      if (!quoted) begin = i + 1;
      quoted = !quoted;
    }
    if (!std::isdigit(static_cast<unsigned char>(text[i]))) continue;
    if (!quoted || std::isdigit(static_cast<unsigned char>(text[begin]))) out.push_back(i);
  }
  return out;
}

/// Changes every step-th digit of the numbers in one file of a set; none may verify.
inline void changed_digits_never_verify(work_folder const& work, std::string const& set, std::string const& name,
                                        std::size_t step) {
  auto const text = read_text(set + name);
  auto const digits = digits_of_numbers(text);
  BOOST_TEST(digits.size() > 100U);
  std::vector<std::string> arguments{"verify", set + "vkey.json", set + "public.json", set + "proof.json"};
  arguments[name == "vkey.json" ? 1 : name == "public.json" ? 2 : 3] = work("changed.json");
  for (std::size_t i = 0; i < digits.size(); i += step) {
    auto changed = text;
    auto& digit = changed[digits[i]];
    digit = static_cast<char>('0' + (digit - '0' + 1 + static_cast<int>(i % 9)) % 10);
    write_text(work("changed.json"), changed);
    auto const result = run(work, arguments);
    BOOST_TEST_CONTEXT(set << name << ", byte " << digits[i]) {
      BOOST_TEST((result.code == 1 || result.code == 2));
      BOOST_TEST(is_one_clear_line(result.err), result.err);
    }
  }
}

}  // namespace cuzk_test
