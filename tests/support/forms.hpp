// SPDX-License-Identifier: Apache-2.0
#pragma once

// The forms of arithmetic that are chosen by processor at run time. With CUZK_TEST_PORTABLE in the
// environment they are switched off, so that the portable ones are tested where a processor has all.
// Needs Boost.Test to be included first; for a test's only source file.

#include <cstdlib>

#include <cuzk/field/detail/x86.hpp>

namespace cuzk_test {

inline bool portable_only() { return std::getenv("CUZK_TEST_PORTABLE") != nullptr; }

struct scalar_form_of_choice {
  scalar_form_of_choice() {
#if CUZK_HAS_X86_64
    if (portable_only()) cuzk::detail::x86::has_adx = false;
#endif
  }
};
BOOST_TEST_GLOBAL_FIXTURE(scalar_form_of_choice);

}  // namespace cuzk_test
