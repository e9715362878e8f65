// SPDX-License-Identifier: Apache-2.0
// The windows' sums of short MSMs against known logarithms: every way that scalars can be spread over the buckets,
// every window width, exactly the memory that is asked for, twice the same bits.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include <cuda_runtime.h>

#include <cuzk/core/random.hpp>
#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/glv.hpp>
#include <cuzk/curve/jacobian.hpp>
#include <cuzk/curve/scalar_mul.hpp>
#include <cuzk/curve/xyzz.hpp>
#include <cuzk/curves/bn254.hpp>
#include <cuzk/curves/toy.hpp>
#include <cuzk/exec/cuda.cuh>
#include <cuzk/field/random.hpp>
#include <cuzk/memory/device_resource.cuh>
#include <cuzk/msm/detail/small_sums.cuh>

#include <support/device_array.cuh>
#include <support/gpu_test.cuh>
#include <support/msm_inputs.hpp>
#include <support/seed.hpp>

namespace {

using namespace cuzk_test;

template <class G>
cuzk::jacobian<G> combined(std::vector<cuzk::xyzz<G>> const& sums, unsigned window_bits) {
  auto result = cuzk::jacobian<G>::infinity();
  for (std::size_t w = sums.size(); w-- > 0;) {
    for (unsigned bit = 0; bit < window_bits; ++bit) result = doubled(result);
    result += to_jacobian(sums[w]);
  }
  return result;
}

// `split` only where every point has order r.
template <class G>
void check(std::string const& what, known_points<G> const& known, std::vector<typename G::scalar_field> const& scalars,
           unsigned window_bits, bool split) {
  using S = typename G::scalar_field;
  std::size_t const n = known.points.size();
  auto const expected = mul(cuzk::jacobian<G>::generator(), known.product(scalars));

  int multiprocessors = 0;
  CUZK_CUDA_CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0));
  // One for more points is used for fewer too.
  for (std::size_t most : {n, n + 1 + n / 3}) {
    cuzk::msm::detail::small_sums<G> const summer(most, split, window_bits, static_cast<unsigned>(multiprocessors));
    own_stream const stream;
    device_array<cuzk::affine<G>> const points(n);
    device_array<S> const device_scalars(n);
    device_array<cuzk::xyzz<G>> const sums(summer.windows());
    device_array<std::byte> const memory(summer.bytes());
    copy_to_device(stream.get(), points.data, known.points);
    copy_to_device(stream.get(), device_scalars.data, scalars);
    cuzk::memory::workspace workspace(std::span(memory.data, summer.bytes()));
    cuzk::exec::cuda const where(stream.ref(), workspace);
    std::vector<cuzk::xyzz<G>> first;
    for (int repetition = 0; repetition < 2; ++repetition) {
      summer.enqueue(where, std::span<cuzk::affine<G> const>(points.data, n),
                     std::span<S const>(device_scalars.data, n), sums.data);
      auto const result = copy_to_host(stream.get(), sums.data, summer.windows());
      std::string const name = what + ", " + std::to_string(n) + " points, windows of " +
                               std::to_string(summer.window_bits()) + " bits, " + (split ? "split" : "whole");
      require(combined<G>(result, summer.window_bits()) == expected, name + ": the sum is wrong");
      if (repetition == 0) first = result;
      require(std::memcmp(first.data(), result.data(), first.size() * sizeof(first[0])) == 0,
              name + ": the second call gives other bits");
    }
  }
}

template <class G>
void spreads() {
  using S = typename G::scalar_field;
  cuzk::insecure_seeded_random random(seed());
  // 5001 points leave more pieces of runs than one block finishes, and runs of more than the least length.
  for (std::size_t n : sanitized_few<std::size_t>("sizes", {1, 2, 5, 33, 1000, 5001}, {1, 33, 5001})) {
    known_points<G> known(n, random);
    for (std::size_t i = 3; i < n; i += 5) known.set_infinity(i);
    for (std::size_t i = 7; i < n; i += 11) known.repeat(i, i - 6);
    known_points<G> one_point = known;
    for (std::size_t i = 1; i < n; ++i) one_point.repeat(i, 0);
    S const same = cuzk::random_element<S>(random);
    std::vector<S> any(n), few(n);
    for (auto& s : any) s = cuzk::random_element<S>(random);
    for (auto& s : few) s = S(random.next_u64() % 3) - S::one();
    for (bool split : {false, true}) {
      if (split && !cuzk::has_endomorphism_v<G>) continue;
      check("random scalars", known, any, 0, split);
      check("small scalars", known, few, 0, split);
      check("one scalar", known, std::vector<S>(n, same), 0, split);
      check("one scalar, one point", one_point, std::vector<S>(n, same), 0, split);
      check("ones", known, std::vector<S>(n, S::one()), 0, split);
      check("zeros", known, std::vector<S>(n, S::zero()), 0, split);
    }
  }
}

template <class G>
void widths() {
  using S = typename G::scalar_field;
  cuzk::insecure_seeded_random random(seed());
  known_points<G> const known(300, random);
  std::vector<S> scalars(known.points.size());
  for (auto& s : scalars) s = cuzk::random_element<S>(random);
  for (unsigned const c :
       sanitized_few<unsigned>("widths", {2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}, {2, 7, 12, 16})) {
    check("a width", known, scalars, c, false);
  }
}

}  // namespace

int main() {
  using namespace cuzk::curves;
  gpu_case const cases[] = {
      {"spreads, a toy curve with a = 0", spreads<toy_349>},
      {"spreads, a toy curve with a != 0", spreads<toy_271>},
      {"spreads, bn254 g1", spreads<bn254::g1>},
      {"widths, a toy curve", widths<toy_271>},
      {"widths, bn254 g1", widths<bn254::g1>},
  };
  return gpu_main(cases);
}
