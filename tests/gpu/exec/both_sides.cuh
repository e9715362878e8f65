// SPDX-License-Identifier: Apache-2.0
#pragma once

// A step on the host and in a kernel: the results are the same, bit for bit.

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string>
#include <vector>

#include <cuzk/exec/cuda.cuh>
#include <cuzk/memory/device_resource.cuh>

#include <support/gpu_test.cuh>
#include <support/guarded.cuh>

namespace cuzk_test {

/// Runs Step{in..., out} for every index of the inputs, which are of one size. It writes `results` elements of out an
/// index, or leaves what is there.
template <class Step, class Out, class... In>
void require_equal_on_both_sides(std::size_t results, std::vector<In> const&... in) {
  std::size_t const n = std::min({in.size()...});
  std::vector<Out> on_host(results * n);
  std::memset(static_cast<void*>(on_host.data()), 0xa5, on_host.size() * sizeof(Out));
  Step const step{in.data()..., on_host.data()};
  for (std::size_t i = 0; i < n; ++i) step(i);

  own_stream const stream;
  cuzk::memory::device_pool pool;
  cuzk::exec::cuda const where(stream.ref(), pool);
  guarded<Out> const out(results * n);
  [&](guarded<In> const&... inputs) {
    cuzk::exec::for_each_index(where, n, Step{inputs.in().data()..., out.span().data()});
    stream.ref().synchronize();
  }(guarded<In>(stream.get(), in)...);
  auto const on_device = out.get(stream.get());
  for (std::size_t k = 0; k < results * n; ++k) {
    require(std::memcmp(&on_host[k], &on_device[k], sizeof(Out)) == 0,
            "result " + std::to_string(k % results) + " of index " + std::to_string(k / results) + " differs");
  }
}

}  // namespace cuzk_test
