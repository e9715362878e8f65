// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the benchmarks of transforms work on.

#include <cstddef>

#include <cuzk/core/config.hpp>
#include <cuzk/curves/bls12_381.hpp>

namespace cuzk_bench {

/// Element first + i is a full-size value that depends on its index.
struct fill {
  using f = cuzk::curves::bls12_381::fr;
  f* data;
  std::size_t first = 0;
  CUZK_HD void operator()(std::size_t i) const {
    f const x = f(first + i + 1) * f(0x9e37'79b9'7f4a'7c15);
    data[i] = x * x * x * x * x;
  }
};

struct count_different {
  cuzk::curves::bls12_381::fr const* a;
  cuzk::curves::bls12_381::fr const* b;
  unsigned long long* count;
  CUZK_HD void operator()(std::size_t i) const {
    if (a[i] == b[i]) return;
#if defined(__CUDA_ARCH__)
    atomicAdd(count, 1ULL);
#endif
  }
};

}  // namespace cuzk_bench
