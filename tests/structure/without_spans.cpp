// SPDX-License-Identifier: Apache-2.0
// Work with the spans of a policy that records nothing, and the same without their lines.
#include <cstddef>

#if !defined(CUZK_TEST_WITHOUT_SPANS)
#include <cuzk/telemetry/none.hpp>
#include <cuzk/telemetry/span.hpp>

using place = cuzk::telemetry::place<cuzk::telemetry::none>;
using span = cuzk::telemetry::span<cuzk::telemetry::none>;
#endif

void prepare(float* x, std::size_t n);

double sum_of_squares(float* x, std::size_t n) {
#if !defined(CUZK_TEST_WITHOUT_SPANS)
  place const where{};
  span whole(where, cuzk::telemetry::activity::host, "whole");
  {
    span const first(where, cuzk::telemetry::activity::host, "prepare");
    prepare(x, n);
  }
  span upload(where, cuzk::telemetry::activity::upload, "upload");
  upload.copied(n * sizeof(float), "pinned");
#else
  prepare(x, n);
#endif
  double sum = 0;
  for (std::size_t i = 0; i < n; ++i) sum += static_cast<double>(x[i]) * static_cast<double>(x[i]);
  return sum;
}
