// SPDX-License-Identifier: Apache-2.0
// The sums of buckets against the host's: buckets of every kind of sizes, ranked and cut in pieces or in layers as
// they come; threads that copy for themselves and warps that copy together; exactly the memory that is asked for.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include <cuda_runtime.h>

#include <cuzk/core/cuda.cuh>
#include <cuzk/core/random.hpp>
#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/batch_to_affine.hpp>
#include <cuzk/curve/jacobian.hpp>
#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/curves/bn254.hpp>
#include <cuzk/curves/toy.hpp>
#include <cuzk/exec/cuda.cuh>
#include <cuzk/memory/device_resource.cuh>
#include <cuzk/msm/detail/pair_sums.cuh>

#include <support/device_array.cuh>
#include <support/gpu_test.cuh>
#include <support/msm_inputs.hpp>
#include <support/seed.hpp>

namespace {

using namespace cuzk_test;
using cuzk::msm::detail::bucket_range;
using cuzk::msm::detail::even_buckets;
using cuzk::msm::detail::pair_sums;
using cuzk::msm::detail::referred_points;

constexpr std::size_t far_from_the_first_byte = 0, near_by = ~std::size_t{0};

unsigned multiprocessors() {
  int count = 0;
  CUZK_CUDA_CHECK(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, 0));
  return static_cast<unsigned>(count);
}

/// References to random points, with signs.
template <class G>
struct references {
  known_points<G> known;
  std::vector<std::uint32_t> values;

  references(std::size_t points, std::size_t count, cuzk::insecure_seeded_random& random) : known(points, random) {
    for (std::size_t i = 3; i < points; i += 5) known.set_infinity(i);
    for (std::size_t i = 7; i < points; i += 11) known.repeat(i, i - 6);
    for (std::size_t i = 9; i < points; i += 13) known.negate(i, i - 8);
    for (std::size_t i = 0; i < count; ++i) {
      values.push_back(static_cast<std::uint32_t>(random.next_u64() % points << 1U | random.next_u64() % 2));
    }
  }
  [[nodiscard]] cuzk::affine<G> point(std::size_t value) const {
    auto const& p = known.points[values[value] >> 1U];
    return values[value] % 2 == 0 ? p : -p;
  }
};

/// Points and references on the device, the points in two halves, and scratch of just the bytes that are told.
template <class G>
struct on_device {
  own_stream stream;
  std::size_t half;
  device_array<cuzk::affine<G>> points;
  device_array<cuzk::affine<G>> others;
  device_array<std::uint32_t> values;
  device_array<std::uint32_t> scratch;
  device_array<cuzk::affine<G>> sums;
  device_array<std::byte> memory;
  cuzk::memory::workspace workspace;

  on_device(references<G> const& from, std::size_t buckets, std::size_t bytes)
      : half(from.known.points.size() / 2),
        points(half),
        others(from.known.points.size() - half),
        values(from.values.size()),
        scratch(from.values.size()),
        sums(buckets),
        memory(bytes),
        workspace(std::span(memory.data, bytes)) {
    auto const& all = from.known.points;
    copy_to_device(stream.get(), points.data,
                   std::vector(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(half)));
    copy_to_device(stream.get(), others.data, std::vector(all.begin() + static_cast<std::ptrdiff_t>(half), all.end()));
    copy_to_device(stream.get(), values.data, from.values);
    CUZK_CUDA_CHECK(cudaMemsetAsync(sums.data, 0, buckets * sizeof(cuzk::affine<G>), stream.get()));
  }
  [[nodiscard]] cuzk::exec::cuda where() { return {stream.ref(), workspace}; }
  [[nodiscard]] referred_points<G> list() const {
    return {points.data, others.data, static_cast<std::uint32_t>(half), values.data};
  }
};

template <class G>
void check_sums(std::string const& what, on_device<G>& device, std::vector<cuzk::jacobian<G>> const& sums) {
  std::vector<cuzk::affine<G>> want(sums.size());
  cuzk::batch_to_affine(std::span<cuzk::jacobian<G> const>(sums), std::span<cuzk::affine<G>>(want));
  auto const got = copy_to_host(device.stream.get(), device.sums.data, want.size());
  for (std::size_t b = 0; b < got.size(); ++b) {
    require(got[b] == want[b], what + ": bucket " + std::to_string(b) + " of " + std::to_string(got.size()));
  }
}

/// Buckets of the given sizes, side by side but for the gaps that empty ones stand for.
template <class G>
void check(std::string const& what, std::vector<std::uint32_t> const& sizes, cuzk::insecure_seeded_random& random) {
  std::size_t const count = std::accumulate(sizes.begin(), sizes.end(), std::size_t{0});
  references<G> const from(std::min<std::size_t>(500, count + 2), std::max<std::size_t>(1, count), random);
  std::vector<bucket_range> ranges;
  std::vector<cuzk::jacobian<G>> sums(sizes.size(), cuzk::jacobian<G>::infinity());
  std::uint32_t start = 0;
  for (std::size_t b = 0; b < sizes.size(); ++b) {
    ranges.push_back({start, sizes[b]});
    for (std::uint32_t i = 0; i < sizes[b]; ++i) sums[b] += from.point(start + i);
    start += sizes[b];
  }
  std::uint32_t const largest = *std::max_element(sizes.begin(), sizes.end());
  for (std::size_t const much_memory : {near_by, far_from_the_first_byte}) {
    std::size_t const bytes = pair_sums<G>::bytes(from.values.size(), sizes.size(), multiprocessors(), true);
    on_device<G> device(from, sizes.size(), bytes);
    device_array<bucket_range> const on(sizes.size());
    copy_to_device(device.stream.get(), on.data, ranges);
    pair_sums<G> summer(device.where(), from.values.size(), sizes.size(), multiprocessors(), true, much_memory);
    // The bound of the largest bucket may be above it, and a call leaves nothing for the next one.
    for (std::size_t const at_most : {std::size_t{largest}, std::max<std::size_t>(1, count)}) {
      summer.sum(device.stream.get(), device.list(), from.known.points.size(), device.values.data, device.scratch.data,
                 on.data, sizes.size(), from.values.size(), at_most, device.sums.data);
      check_sums(what + (much_memory == near_by ? ", near" : ", far"), device, sums);
    }
  }
}

template <class G>
void buckets_of_all_sizes() {
  cuzk::insecure_seeded_random random(seed());
  auto const any = [&](std::size_t buckets, std::uint64_t most) {
    std::vector<std::uint32_t> sizes(buckets);
    for (auto& s : sizes) s = static_cast<std::uint32_t>(random.next_u64() % (most + 1));
    return sizes;
  };
  check<G>("nothing", {0, 0, 0}, random);
  check<G>("one point", {1}, random);
  for (std::uint32_t size : {2U, 3U, 4U, 5U, 31U, 32U, 33U, 1023U, 1024U, 1025U}) {
    check<G>("one bucket of " + std::to_string(size), {size}, random);
    check<G>("one bucket and empty ones", {0, 0, size, 0}, random);
  }
  check<G>("few points", any(300, 1), random);
  check<G>("pairs", std::vector<std::uint32_t>(300, 2), random);
  check<G>("as many for each", std::vector<std::uint32_t>(200, 37), random);
  check<G>("any sizes", any(300, 40), random);
  auto uneven = any(400, 6);
  uneven[17] = 900;  // cut in pieces
  uneven[399] = 65;
  check<G>("some large ones", uneven, random);
  std::vector<std::uint32_t> lopsided(600, 0);
  for (std::size_t b = 0; b < 10; ++b) lopsided[b * b] = 1U << b;
  check<G>("powers of two", lopsided, random);
  std::vector<std::uint32_t> threes(1000, 0);  // as many pieces as there is room for
  for (std::size_t b = 0; b < 30; ++b) threes[33 * b] = 3;
  check<G>("few buckets of three", threes, random);
}

// More pieces of one bucket than there are layers of pieces.
template <class G>
void one_bucket_with_nearly_all() {
  cuzk::insecure_seeded_random random(seed());
  std::vector<std::uint32_t> sizes(sanitized_less<std::size_t>("buckets", 20000, 4000), 1);
  sizes[5] = sanitized_less<std::uint32_t>("points", 40000, 9000);
  check<G>("one bucket with nearly all", sizes, random);
}

template <class G>
void buckets_in_layers() {
  cuzk::insecure_seeded_random random(seed());
  for (auto const& even :
       {even_buckets{1, 1, 1, 1}, even_buckets{7, 7, 2, 2}, even_buckets{100, 0, 5, 5}, even_buckets{100, 30, 6, 5},
        even_buckets{64, 64, 8, 8}, even_buckets{33, 11, 64, 32}, even_buckets{3, 1, 256, 255}}) {
    std::size_t const count =
        std::size_t{even.longer} * even.most + std::size_t{even.buckets - even.longer} * even.least;
    references<G> const from(200, count, random);
    std::vector<cuzk::jacobian<G>> sums(even.buckets, cuzk::jacobian<G>::infinity());
    std::size_t place = 0;
    for (std::uint32_t k = 0; k < even.layers(); ++k) {
      std::uint32_t const width = k < even.least ? even.buckets : even.longer;
      for (std::uint32_t b = 0; b < width; ++b) sums[b] += from.point(place++);
    }
    std::size_t const bytes = pair_sums<G>::bytes(count, even.buckets, multiprocessors(), false);
    on_device<G> device(from, even.buckets, bytes);
    pair_sums<G> summer(device.where(), count, even.buckets, multiprocessors(), false);
    summer.sum(device.stream.get(), device.list(), even, count, device.sums.data);
    check_sums(std::to_string(even.buckets) + " buckets of " + std::to_string(even.most), device, sums);
  }
}

// Layer j after so many rounds has the sums of layers [j 2^rounds, (j + 1) 2^rounds), in the order of the buckets.
template <class G>
void halved_layers() {
  cuzk::insecure_seeded_random random(seed());
  struct item {
    even_buckets even;
    unsigned rounds;
  };
  for (auto const& [even, rounds] : {item{{7, 0, 3, 3}, 1}, item{{100, 30, 6, 5}, 1}, item{{33, 11, 64, 32}, 4},
                                     item{{5, 2, 18, 17}, 4}, item{{64, 64, 64, 64}, 5}}) {
    std::size_t const longer = even.longer, count = longer * even.most + (even.buckets - longer) * even.least;
    references<G> const from(200, count, random);
    std::vector<cuzk::jacobian<G>> sums;
    std::size_t place = 0, halved = 0;  // of a layer, there and in the halved list
    for (std::uint32_t k = 0; k < even.layers(); ++k) {
      std::uint32_t const width = k < even.least ? even.buckets : even.longer;
      if (k % (1U << rounds) == 0) {
        halved = sums.size();
        sums.resize(halved + width, cuzk::jacobian<G>::infinity());
      }
      for (std::uint32_t b = 0; b < width; ++b) sums[halved + b] += from.point(place++);
    }
    std::size_t const bytes = pair_sums<G>::bytes(count, even.buckets, multiprocessors(), false);
    on_device<G> device(from, sums.size(), bytes);
    pair_sums<G> summer(device.where(), count, even.buckets, multiprocessors(), false);
    auto const left = summer.halve(device.stream.get(), device.list(), even, count, rounds);
    std::vector<cuzk::affine<G>> want(sums.size());
    cuzk::batch_to_affine(std::span<cuzk::jacobian<G> const>(sums), std::span<cuzk::affine<G>>(want));
    auto const xs = copy_to_host(device.stream.get(), left.xs, want.size());
    auto const ys = copy_to_host(device.stream.get(), left.ys, want.size());
    for (std::size_t i = 0; i < want.size(); ++i) {
      require(
          xs[i] == want[i].x && ys[i] == want[i].y,
          std::to_string(even.buckets) + " buckets, " + std::to_string(rounds) + " rounds: place " + std::to_string(i));
    }
  }
}

}  // namespace

int main() {
  using namespace cuzk::curves;
  gpu_case const cases[] = {
      {"buckets_of_all_sizes, a toy curve", buckets_of_all_sizes<toy_271>},
      {"buckets_of_all_sizes, bls12_381 g1", buckets_of_all_sizes<bls12_381::g1>},
      {"buckets_of_all_sizes, bn254 g1", buckets_of_all_sizes<bn254::g1>},
      {"one_bucket_with_nearly_all, a toy curve", one_bucket_with_nearly_all<toy_271>},
      {"one_bucket_with_nearly_all, bls12_381 g1", one_bucket_with_nearly_all<bls12_381::g1>},
      {"buckets_in_layers, a toy curve", buckets_in_layers<toy_271>},
      {"buckets_in_layers, bls12_381 g1", buckets_in_layers<bls12_381::g1>},
      {"halved_layers, a toy curve", halved_layers<toy_271>},
      {"halved_layers, bls12_381 g1", halved_layers<bls12_381::g1>},
  };
  return gpu_main(cases);
}
