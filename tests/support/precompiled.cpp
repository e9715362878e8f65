// SPDX-License-Identifier: Apache-2.0
// The function that Boost.Test's main() calls before the tests, for those that are compiled with the precompiled
// headers: their own, which BOOST_TEST_MODULE makes, comes too late when these hold Boost.Test already.
#include <boost/test/unit_test.hpp>

boost::unit_test::test_suite* init_unit_test_suite(int /*argc*/, char* /*argv*/[]) { return nullptr; }
