// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/test/unit_test.hpp>

namespace cuzk_test {

/// One out-of-line check for conditions that templates repeat over many types: BOOST_TEST in their
/// place costs a second of compile time a field.
inline void check(bool holds, char const* condition, int line) {
  BOOST_CHECK_MESSAGE(holds, "line " << line << ": " << condition);
}

}  // namespace cuzk_test

#define CUZK_CHECK(...) ::cuzk_test::check(static_cast<bool>(__VA_ARGS__), #__VA_ARGS__, __LINE__)
