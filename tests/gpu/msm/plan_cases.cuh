// SPDX-License-Identifier: Apache-2.0
#pragma once

// Sums by msm::device_plan against known logarithms and the host's msm, for one group. Public bug reports of other
// software whose kind of fault a case covers are named as owner/repo#number.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <exception>
#include <span>
#include <string>
#include <thread>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <cuda_runtime.h>

#include <cuzk/core/error.hpp>
#include <cuzk/core/random.hpp>
#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/jacobian.hpp>
#include <cuzk/curve/xyzz.hpp>
#include <cuzk/exec/cuda.cuh>
#include <cuzk/exec/serial.hpp>
#include <cuzk/field/big_int.hpp>
#include <cuzk/memory/device_resource.cuh>
#include <cuzk/msm/device_plan.cuh>
#include <cuzk/msm/msm.hpp>

#include <gpu/memory/throws_at.cuh>
#include <reference/naive_msm.hpp>
#include <support/gpu_test.cuh>
#include <support/guarded.cuh>
#include <support/msm_inputs.hpp>
#include <support/seed.hpp>

namespace cuzk_test {

using cuzk::msm::options;

template <class G>
using scalar_t = typename G::scalar_field;
template <class G>
using integer_t = typename G::scalar_field::integer;

/// One large piece of device memory for all calls of a program.
class scratch_memory {
 public:
  /// `bytes` bytes of 0xA5, with a guard behind them; nothing if the device has not so much.
  std::span<std::byte> get(cudaStream_t stream, std::size_t bytes) {
    if (bytes + guard > size_) {
      cudaFree(data_);
      data_ = nullptr;
      size_ = 0;
      if (cudaMalloc(&data_, bytes + guard) != cudaSuccess) {
        static_cast<void>(cudaGetLastError());
        return {};
      }
      size_ = bytes + guard;
    }
    CUZK_CUDA_CHECK(cudaMemsetAsync(data_, 0xa5, bytes + guard, stream));
    return {static_cast<std::byte*>(data_), bytes};
  }
  void require_guard(cudaStream_t stream, std::span<std::byte> given) const {
    auto const behind = copy_to_host(stream, given.data() + given.size(), guard);
    require(std::all_of(behind.begin(), behind.end(), [](std::byte b) { return b == std::byte{0xa5}; }),
            "memory behind the workspace was written");
  }

 private:
  static constexpr std::size_t guard = 256;

  void* data_ = nullptr;  // lives as long as the program
  std::size_t size_ = 0;
};
inline scratch_memory scratch;

inline cuzk::insecure_seeded_random random_source() { return cuzk::insecure_seeded_random(seed()); }

/// The sum by `plan` with a workspace of exactly as many bytes as it says, all memory 0xA5 before and guarded.
/// `peak` gets what was used of the workspace.
template <class G, class S>
cuzk::affine<G> sum_by(cuzk::msm::device_plan<G> const& plan, std::vector<cuzk::affine<G>> const& points,
                       std::vector<S> const& scalars, std::size_t* peak = nullptr) {
  own_stream const stream;
  guarded<cuzk::affine<G>> const p(stream.get(), points);
  guarded<S> const s(stream.get(), scalars);
  guarded<cuzk::xyzz<G>> const sums(plan.window_sums());
  std::size_t const bytes = plan.workspace_bytes();
  auto const memory = scratch.get(stream.get(), bytes);
  require(!memory.empty(), std::to_string(bytes) + " bytes of scratch memory are not to be had");
  cuzk::memory::workspace space(memory);
  plan.enqueue(cuzk::exec::cuda(stream.ref(), space), p.in(), s.in(), sums.span());
  auto const on_host = sums.get(stream.get());
  scratch.require_guard(stream.get(), memory);
  require(space.peak() <= bytes,
          "the workspace's peak is " + std::to_string(space.peak()) + " of " + std::to_string(bytes) + " bytes");
  if (peak != nullptr) *peak = space.peak();
  return to_affine(plan.combine(on_host));
}
template <class G, class S>
cuzk::affine<G> sum_by(options const& choice, std::vector<cuzk::affine<G>> const& points,
                       std::vector<S> const& scalars) {
  return sum_by(cuzk::msm::device_plan<G>(points.size(), choice), points, scalars);
}

template <class G>
cuzk::affine<G> multiple_of_generator(scalar_t<G> const& k) {
  return to_affine(naive_multiple(cuzk::affine<G>::generator(), k));
}
/// Points that are the given multiples of the generator, and the logarithm of their sum.
template <class G>
struct multiples_of_the_generator {
  std::vector<cuzk::affine<G>> points;
  scalar_t<G> sum = scalar_t<G>::zero();

  explicit multiples_of_the_generator(std::vector<std::int64_t> const& list) {
    for (std::int64_t const m : list) {
      scalar_t<G> const k(static_cast<std::uint64_t>(m < 0 ? -m : m));
      auto const point = multiple_of_generator<G>(k);
      points.push_back(m < 0 ? -point : point);
      sum += m < 0 ? -k : k;
    }
  }
};
template <class G>
cuzk::affine<G> sum_on_host(std::vector<cuzk::affine<G>> const& points, std::vector<scalar_t<G>> const& scalars,
                            options const& choice = {}) {
  return to_affine(cuzk::msm::msm<G, scalar_t<G>>(cuzk::exec::serial{}, points, scalars, choice));
}

template <class G, class S>
void require_sum(known_points<G> const& known, std::vector<S> const& scalars, options const& choice,
                 std::string const& what) {
  require(sum_by<G>(choice, known.points, scalars) == multiple_of_generator<G>(known.product(scalars)), what);
}

// Ways that sums go, for what a sanitizer is given (include/cuzk/msm/detail):
// - Without inversions, where all points of a call are short_points at most and windows have 2 to 16 bits. More than
//   some 2000 digits, of 100 points, leave more pieces of runs than one block finishes; 4101 points are cut into runs
//   of more than the least length.
// - By pairs of additions: windows of 1 bit (two buckets each, some 130 or 256 windows on two streams), or of more than
//   16, where lines of 2^16 buckets a window are halved in rounds, of more additions than there are threads. From 257
//   digits a window on, buckets with many more points than others are cut in pieces (pair_sums.cu has all ways of
//   that); from 5000 on, sorting takes more than a block.
// - By warps that copy points together: in pair_sums.cu, and from 2 GB of points on in at_size.slow.cu.

/// Windows of sums by pairs in cases that are not about the width.
inline unsigned bits_of_pairs() { return is_sanitized() ? 1 : 17; }

/// The same number of elements, 8 bytes further.
template <class T>
std::span<T> misaligned(std::span<T> span) {
  using byte = std::conditional_t<std::is_const_v<T>, std::byte const, std::byte>;
  return {reinterpret_cast<T*>(reinterpret_cast<byte*>(span.data()) + 8), span.size()};
}

/// Widths of windows that a test of every width takes: those whose memory the device has to spare.
template <class G>
std::vector<unsigned> widths(std::size_t n) {
  std::size_t free = 0, total = 0;
  CUZK_CUDA_CHECK(cudaMemGetInfo(&free, &total));
  std::vector<unsigned> all;
  for (unsigned c = 1; c <= options::max_window_bits; ++c) {
    std::size_t const bytes = cuzk::msm::device_plan<G>(n, {.window_bits = c}).workspace_bytes();
    if (bytes <= total / 2) {
      all.push_back(c);
    } else {
      std::printf("skipped: windows of %u bits, which take %zu bytes\n", c, bytes);
    }
  }
  return all;
}

// supranational/blst#177: one point. supranational/sppark#1: sizes that are no multiple of the warp.
// spaceandtimefdn/blitzar#217: lengths that are no power of two.
template <class G>
void sizes_equal_the_host() {
  auto random = random_source();
  for (std::size_t const n : sanitized_few<std::size_t>(
           "sizes", {0, 1, 2, 3, 5, 8, 31, 32, 33, 63, 65, 237, 1000, (1U << 12U) + 5}, {0, 1, 33, (1U << 12U) + 5})) {
    known_points<G> known(n, random);
    for (std::size_t i = 3; i < n; i += 97) known.set_infinity(i);
    auto const scalars = random_scalars<scalar_t<G>>(n, random);
    auto const want = sum_on_host<G>(known.points, scalars);
    require(want == multiple_of_generator<G>(known.product(scalars)), "the host's sum of " + std::to_string(n));
    require(sum_by<G>(options{}, known.points, scalars) == want, std::to_string(n) + " points");
    require(sum_by<G>(options{.points_in_subgroup = false}, known.points, scalars) == want,
            std::to_string(n) + " points, scalars as they are");
    std::vector<integer_t<G>> integers;
    for (auto const& s : scalars) integers.push_back(s.to_canonical());
    require(sum_by<G>(options{}, known.points, integers) == want, std::to_string(n) + " points, integers");
  }
}

// ingonyama-zk/icicle#615, mratsim/constantine#366: widths that divide the bits of a scalar.
// dalek-cryptography/curve25519-dalek#259: digits at both ends of their range.
template <class G>
void every_window_width() {
  using F = scalar_t<G>;
  auto random = random_source();
  auto const edges = edge_integers<F, F::limb_count>();
  known_points<G> const known(edges.size(), random);
  auto const want = multiple_of_generator<G>(known.product(edges));
  // Without inversions and by pairs, with two buckets a window, whole lines and halved ones.
  for (unsigned const c :
       is_sanitized() ? sanitized_few<unsigned>("widths", {}, {1, 2, 11, 16, 17}) : widths<G>(edges.size())) {
    std::string const at = " of windows of " + std::to_string(c) + " bits";
    require(sum_by<G>(options{.window_bits = c}, known.points, edges) == want, "edge scalars" + at);
    require(
        sum_by<G>(options{.window_bits = c}, std::vector{known.points[5]}, std::vector{-F::one()}) == -known.points[5],
        "(r - 1) P" + at);
    auto const digits = extreme_digits<F>(c);
    known_points<G> const few(digits.size(), random);
    require_sum<G>(few, digits, {.window_bits = c}, "extreme digits" + at);
    if (c > 20 && c != 24) continue;  // gigabytes of buckets
    require_sum<G>(few, digits, {.window_bits = c, .points_in_subgroup = false}, "extreme digits as they are" + at);
  }
}

// arkworks-rs/algebra#656: scalars of r and more. ingonyama-zk/icicle v4 msm.h: Montgomery or plain form.
template <class G>
void scalar_forms() {
  using F = scalar_t<G>;
  using I = integer_t<G>;
  auto const g = cuzk::affine<G>::generator();
  auto const sum_of_one = [&](auto const& s) { return sum_by<G>(options{}, std::vector{g}, std::vector{s}); };
  require(sum_of_one(F::one()) == g, "1 as an element");
  require(sum_of_one(I::from_u64(1)) == g, "1 as an integer");
  require(sum_of_one(F::one().montgomery()) == to_affine(naive_multiple(g, F::one().montgomery())),
          "the integer that 1 is stored as");
  auto const edges = edge_integers<F, F::limb_count>();
  for (std::size_t i = 0, step = sanitized_less("edge scalars", 1, 19); i < edges.size(); i += step) {
    auto const& k = edges[i];
    require(sum_of_one(k) == multiple_of_generator<G>(F::reduce(k)), "the integer " + k.to_hex());
  }
  if constexpr (F::limb_count == 4) {
    cuzk::big_int<4> const k{{0x025607a7919d793f, 0xbdf7228f3a3dbd99, 0x68d0564b14693662, 0xaf6dd88bb87cb4ac}};
    require(sum_of_one(k) == to_affine(naive_multiple(g, k)), "a scalar above the order");
  }
}

/// Multiples of the generator. With equal scalars each list is one bucket a window.
inline std::vector<std::vector<std::int64_t>> exceptional_lists() {
  if (is_sanitized()) {
    return sanitized_few<std::vector<std::int64_t>>(
        "exceptional lists", {},
        {{0, 0}, {0, 1}, {1, 1}, {1, -1}, {1, 2, -3, 0, 5, -5, 3}, std::vector<std::int64_t>(1001, -2)});
  }
  std::vector<std::vector<std::int64_t>> lists = {{0},
                                                  {0, 0},
                                                  {0, 0, 0, 0},
                                                  {1},
                                                  {0, 1},
                                                  {1, 0},
                                                  {0, 0, 0, 1},
                                                  {0, 4, 0, 0},
                                                  {1, 1},
                                                  {1, -1},
                                                  {-1, 1, -1},
                                                  {1, 1, -1, -1},
                                                  {1, -1, 1, -1},
                                                  {4, -4, 4, -4, 4},
                                                  {1, 2, 3},
                                                  {1, 2, 3, 6, 12, 24},
                                                  {5, 5, 10, 20},
                                                  {5, -5, 7},
                                                  {7, 5, -5},
                                                  {1, 2, -3},
                                                  {1, 2, -3, 0, 5, -5, 3},
                                                  {3, -3, 0, 9, -9, 0, 3},
                                                  std::vector<std::int64_t>(8, 1),
                                                  std::vector<std::int64_t>(1000, 1),
                                                  std::vector<std::int64_t>(1001, -2),
                                                  std::vector<std::int64_t>(1023, 0)};
  lists.emplace_back();
  for (int i = 0; i < 500; ++i) lists.back().push_back(i % 2 == 0 ? 3 : -3);
  return lists;
}

// ingonyama-zk/icicle#169 and AztecProtocol/barretenberg#1043: infinity among the points.
// ethereum/c-kzg-4844#138: one zero among others. ProvableHQ/snarkVM#548: equal points in each bucket.
// privacy-ethereum/halo2curves#212: P and -P, P and P, a running sum that equals the next point.
template <class G>
void exceptional_points() {
  using F = scalar_t<G>;
  auto random = random_source();
  auto const some = cuzk::random_element<F>(random);
  for (auto const& list : exceptional_lists()) {
    multiples_of_the_generator<G> const known_list(list);
    auto const& points = known_list.points;
    for (F const& s : sanitized_few<F>("scalars", {F::one(), F(5), -F::one(), some}, {some})) {
      auto const want = multiple_of_generator<G>(known_list.sum * s);
      std::string const what = "a list of " + std::to_string(list.size()) + " that begins with " +
                               std::to_string(list[0]) + ", scalars " + s.to_canonical().to_hex();
      require(sum_by<G>(options{}, points, std::vector<F>(list.size(), s)) == want, what);
      require(sum_by<G>(options{.window_bits = 4, .points_in_subgroup = false}, points,
                        std::vector<F>(list.size(), s)) == want,
              what + ", as they are");
    }
  }
  known_points<G> known(8, random);
  known.set_infinity(3);
  std::vector<F> count;
  for (std::uint64_t i = 1; i <= 8; ++i) count.emplace_back(i);
  require_sum<G>(known, count, {}, "one infinity among 8");
}

// spaceandtimefdn/blitzar#242: only the first chunk counted. kroma-network/tachyon#496: memory below a limit.
template <class G>
void chunks() {
  using F = scalar_t<G>;
  auto random = random_source();
  known_points<G> const five(5, random);
  auto const scalars = random_scalars<F>(5, random);
  for (std::size_t chunk = 1; chunk <= 6; ++chunk) {
    require_sum<G>(five, scalars, {.chunk_points = chunk}, "5 points, chunks of " + std::to_string(chunk));
  }
  for (std::size_t last = 1; last <= 5; ++last) {
    std::vector<F> only(5, F::zero());
    only[last - 1] = F(9);
    require_sum<G>(five, only, {.chunk_points = 2}, "only point " + std::to_string(last) + " of 5");
  }
  known_points<G> const known(1000, random);
  auto const many = random_scalars<F>(1000, random);
  cuzk::msm::device_plan<G> const whole(1000, {.window_bits = 6});
  for (std::size_t const chunk : sanitized_few<std::size_t>("chunks", {1000, 999, 501, 333, 128, 97}, {999, 333})) {
    cuzk::msm::device_plan<G> const plan(1000, {.window_bits = 6, .chunk_points = chunk});
    require(plan.workspace_bytes() <= whole.workspace_bytes(), "memory of chunks of " + std::to_string(chunk));
    require(sum_by(plan, known.points, many) == multiple_of_generator<G>(known.product(many)),
            "1000 points, chunks of " + std::to_string(chunk));
  }
  // A plan for many sums few: what is left over of its window sums is infinity.
  cuzk::msm::device_plan<G> const plan(100000, {.chunk_points = 500});
  for (std::size_t const n : sanitized_few<std::size_t>("sizes", {0, 1, 499, 500, 501, 1000}, {0, 500, 501})) {
    known_points<G> part = known;
    part.points.resize(n);
    part.logarithms.resize(n);
    std::vector<F> const first(many.begin(), many.begin() + static_cast<std::ptrdiff_t>(n));
    require(sum_by(plan, part.points, first) == multiple_of_generator<G>(part.product(first)),
            std::to_string(n) + " points by a plan for 100000");
  }
}

// Buckets that are kept from chunk to chunk, which meet themselves, their opposites and infinity; for several sums, and
// by a plan for more points than come.
template <class G>
void chunks_keep_buckets() {
  using F = scalar_t<G>;
  auto random = random_source();
  std::size_t const chunk = 200;
  known_points<G> known(5 * chunk, random);
  auto scalars = random_scalars<F>(5 * chunk, random);
  for (std::size_t i = 0; i < chunk; ++i) {
    known.negate(chunk + i, i);  // the second chunk takes the first away, the third is it again, the fourth too
    known.repeat(2 * chunk + i, i);
    known.repeat(3 * chunk + i, i);
    for (std::size_t c = 1; c < 4; ++c) scalars[c * chunk + i] = scalars[i];
  }
  std::vector<std::size_t> const sizes = sanitized_few<std::size_t>(
      "sizes", {1, chunk, chunk + 1, 2 * chunk, 3 * chunk, 4 * chunk, 5 * chunk - 1}, {chunk, chunk + 1, 3 * chunk});
  for (unsigned const c : sanitized_few<unsigned>("widths", {1, 2, 17, 18}, {1, 2})) {
    for (bool const in_subgroup : {true, false}) {
      // Short chunks in windows of two bits have window sums of their own.
      options const choice{.window_bits = c, .points_in_subgroup = in_subgroup, .chunk_points = chunk};
      cuzk::msm::device_plan<G> const plan(9 * chunk, choice);
      for (std::size_t const n : sizes) {
        known_points<G> part = known;
        part.points.resize(n);
        part.logarithms.resize(n);
        std::vector<F> const first(scalars.begin(), scalars.begin() + static_cast<std::ptrdiff_t>(n));
        require(sum_by(plan, part.points, first) == multiple_of_generator<G>(part.product(first)),
                std::to_string(n) + " points, windows of " + std::to_string(c) + " bits");
      }
    }
  }
  own_stream const stream;
  cuzk::memory::device_pool pool;
  cuzk::exec::cuda const where(stream.ref(), pool);
  cuzk::msm::device_plan<G> const series(5 * chunk, {.window_bits = bits_of_pairs(), .chunk_points = chunk}, 2);
  auto both = scalars;
  both.insert(both.end(), scalars.rbegin(), scalars.rend());
  guarded<cuzk::affine<G>> const p(stream.get(), known.points);
  guarded<F> const s(stream.get(), both);
  auto const made = series.sums(where, p.in(), s.in(), 2);
  require(to_affine(made[0]) == multiple_of_generator<G>(known.product(scalars)), "first of two sums");
  require(
      to_affine(made[1]) == multiple_of_generator<G>(known.product(std::vector<F>(scalars.rbegin(), scalars.rend()))),
      "second of two sums");
}

/// Scalars of n points by kind: all equal, one bucket, mostly zeros or ones, short, of either sign.
template <class G>
std::vector<std::pair<char const*, std::vector<scalar_t<G>>>> skewed_scalars(std::size_t n,
                                                                             cuzk::insecure_seeded_random& random) {
  using F = scalar_t<G>;
  std::vector<std::pair<char const*, std::vector<F>>> all;
  auto const add = [&](char const* name, auto const& scalar_of) {
    std::vector<F> scalars(n);
    for (std::size_t i = 0; i < n; ++i) scalars[i] = scalar_of(i);
    all.emplace_back(name, std::move(scalars));
  };
  F const some = cuzk::random_element<F>(random);
  add("uniform", [&](std::size_t) { return cuzk::random_element<F>(random); });
  add("zeros", [&](std::size_t) { return F::zero(); });
  add("ones", [&](std::size_t) { return F::one(); });
  add("minus ones", [&](std::size_t) { return -F::one(); });
  add("all equal", [&](std::size_t) { return some; });
  add("all but the last zero", [&](std::size_t i) { return i + 1 == n ? some : F::zero(); });
  add("99 % ones", [&](std::size_t i) { return i % 100 == 7 ? cuzk::random_element<F>(random) : F::one(); });
  add("99 % zeros", [&](std::size_t i) { return i % 100 == 7 ? cuzk::random_element<F>(random) : F::zero(); });
  add("either sign", [&](std::size_t i) { return i % 3 == 0 ? -some : some; });
  add("bits, bytes, words", [&](std::size_t i) {
    return F(random.next_u64() >> (i % 4 == 0 ? 63U : i % 4 == 1 ? 56U : i % 4 == 2 ? 32U : 0U));
  });
  return all;
}

template <class G>
void sums_of_skewed_scalars(std::size_t n, bool with_repetitions, unsigned window_bits = 0) {
  auto random = random_source();
  known_points<G> known(n, random);
  for (std::size_t i = 0; with_repetitions && i < n; ++i) {
    std::size_t const from = random.next_u64() % n;
    switch (random.next_u64() % 6) {
      case 0:
        known.repeat(i, from);
        break;
      case 1:
        known.negate(i, from);
        break;
      case 2:
        known.set_infinity(i);
        break;
      default:
        break;
    }
  }
  cuzk::msm::device_plan<G> const plan(n, {.window_bits = window_bits});
  for (auto const& [name, scalars] : skewed_scalars<G>(n, random)) {
    require(sum_by(plan, known.points, scalars) == multiple_of_generator<G>(known.product(scalars)),
            std::string(name) + ", " + std::to_string(n) + " points");
  }
}
template <class G>
void skewed_scalars_and_repeated_points() {
  sums_of_skewed_scalars<G>((1U << 12U) + 5U, true);
  std::size_t const n = sanitized_less<std::size_t>("points of sums by pairs", (1U << 12U) + 5U, 1003);
  sums_of_skewed_scalars<G>(n, true, bits_of_pairs());
}
template <class G>
void large_sums() {
  if (is_left_out("2^16 points, which go the way of 4101")) return;
  sums_of_skewed_scalars<G>((1U << 16U) + 3U, false);
}
// Narrow and wide windows for many points: short sums may go another way.
template <class G>
void large_sums_of_several_widths() {
  auto random = random_source();
  std::size_t const n = (std::size_t{1} << sanitized_less("points", 16U, 12U)) + 77;
  known_points<G> const known(n, random);
  auto const scalars = random_scalars<scalar_t<G>>(n, random);
  auto const want = multiple_of_generator<G>(known.product(scalars));
  for (unsigned const c : sanitized_few<unsigned>("widths", {1, 2, 5, 11, 15, 17, 20, 24}, {5, 15})) {
    for (bool const in_subgroup : {true, false}) {
      require(sum_by<G>(options{.window_bits = c, .points_in_subgroup = in_subgroup}, known.points, scalars) == want,
              "windows of " + std::to_string(c) + " bits");
    }
  }
}
template <class G>
void larger_sums() {
  if (is_left_out("2^18 points by pairs, as windows of 17 bits are")) return;
  sums_of_skewed_scalars<G>((std::size_t{1} << 18U) + 77, false);  // by pairs
}

// Several sums over the same points in one call, one after the other or side by side, as single sums.
template <class G>
void sums_over_the_same_points() {
  using F = scalar_t<G>;
  auto random = random_source();
  own_stream const stream;
  std::size_t const most = 3;
  unsigned const pairs = bits_of_pairs(), many = sanitized_less("points", 1500U, 300U), part = many / 2 - 50;
  for (auto const& [n, c, chunk] : {std::tuple{0U, 0U, 0U},
                                    {1U, 0U, 0U},
                                    {many, 0U, 0U},
                                    {many, pairs, 0U},
                                    {many, 8U, part},
                                    {many, pairs, part}}) {
    std::string const what = std::to_string(n) + " points, windows of " + std::to_string(c) + " bits, ";
    known_points<G> const known(n, random);
    cuzk::msm::device_plan<G> const plan(n, {.window_bits = c, .chunk_points = chunk}, most);
    require(plan.max_sums() == most, "max_sums");
    guarded<cuzk::affine<G>> const p(stream.get(), known.points);
    for (std::size_t count = sanitized_less<std::size_t>("least sums", 0, most); count <= most; ++count) {
      std::vector<F> scalars;
      std::vector<cuzk::affine<G>> want;
      for (std::size_t v = 0; v < count; ++v) {
        auto const own = v == 1 ? std::vector<F>(n, F(3)) : random_scalars<F>(n, random);
        want.push_back(multiple_of_generator<G>(known.product(own)));
        scalars.insert(scalars.end(), own.begin(), own.end());
      }
      guarded<F> const s(stream.get(), scalars);
      guarded<cuzk::xyzz<G>> const sums(count * plan.window_sums());
      auto const memory = scratch.get(stream.get(), plan.workspace_bytes());
      cuzk::memory::workspace space(memory);
      cuzk::exec::cuda const where(stream.ref(), space);
      plan.enqueue(where, p.in(), s.in(), sums.span());
      auto const on_host = sums.get(stream.get());
      scratch.require_guard(stream.get(), memory);
      for (std::size_t v = 0; v < count; ++v) {
        std::span<cuzk::xyzz<G> const> const own(on_host.data() + v * plan.window_sums(), plan.window_sums());
        require(to_affine(plan.combine(own)) == want[v],
                what + "sum " + std::to_string(v) + " of " + std::to_string(count));
      }
    }
    if (n == 0) continue;
    cuzk::memory::device_pool pool;
    cuzk::exec::cuda const where(stream.ref(), pool);
    auto const scalars = random_scalars<F>(2 * n, random);
    guarded<F> const s(stream.get(), scalars);
    auto const made = plan.sums(where, p.in(), s.in(), 2);
    require(made.size() == 2 && made[0] == plan.sum(where, p.in(), s.in().first(n)) &&
                made[1] == plan.sum(where, p.in(), s.in().last(n)),
            what + "sums()");
    std::size_t const of_one = plan.window_sums();
    guarded<cuzk::xyzz<G>> const sums(4 * of_one);
    auto const refused = [&](std::size_t scalars_given, std::size_t sums_given, char const* text) {
      require_throws<cuzk::invalid_argument>(
          [&] { plan.enqueue(where, p.in(), s.in().first(scalars_given), sums.span().first(sums_given)); }, text);
    };
    refused(2 * n, 0, "window sums");
    refused(2 * n, of_one, "scalars");
    refused(n, 2 * of_one, "scalars");
    refused(2 * n, 4 * of_one, "4 sums at once, the most are 3");
    require_throws<cuzk::invalid_argument>([&] { static_cast<void>(plan.sums(where, p.in(), s.in(), 4)); },
                                           "4 sums at once");
  }
  require_throws<cuzk::invalid_argument>([] { cuzk::msm::device_plan<G> const none(1, {}, 0); }, "no sums");
}

// The workspace is used up and not exceeded; a byte less is refused and nothing has been enqueued then.
template <class G>
void workspace_is_exact() {
  auto random = random_source();
  own_stream const stream;
  for (bool const in_subgroup : {true, false}) {
    unsigned const pairs = bits_of_pairs(), many = sanitized_less("points of sums by pairs", 5000U, 300U);
    for (auto const& [n, c, chunk] : {std::tuple{1U, 0U, 0U},
                                      {100U, 0U, 0U},
                                      {1000U, 0U, 0U},
                                      {1000U, 0U, 96U},
                                      {5000U, 0U, 0U},
                                      {1U, pairs, 0U},
                                      {many, pairs, 0U},
                                      {many, is_sanitized() ? pairs : 18U, many / 5}}) {
      known_points<G> const known(n, random);
      auto const scalars = random_scalars<scalar_t<G>>(n, random);
      cuzk::msm::device_plan<G> const plan(
          n, {.window_bits = c, .points_in_subgroup = in_subgroup, .chunk_points = chunk});
      std::size_t peak = 0;
      require(sum_by(plan, known.points, scalars, &peak) == multiple_of_generator<G>(known.product(scalars)), "sum");
      require(peak == plan.workspace_bytes(), "the workspace's peak is " + std::to_string(peak) + ", workspace_bytes " +
                                                  std::to_string(plan.workspace_bytes()));

      guarded<cuzk::affine<G>> const p(stream.get(), known.points);
      guarded<scalar_t<G>> const s(stream.get(), scalars);
      guarded<cuzk::xyzz<G>> const sums(plan.window_sums());
      for (std::size_t const less : {std::size_t{1}, plan.workspace_bytes() / 2, plan.workspace_bytes()}) {
        cuzk::memory::workspace space(
            scratch.get(stream.get(), plan.workspace_bytes()).first(plan.workspace_bytes() - less));
        require_refused_before_work(
            stream.ref(), [&] { plan.enqueue(cuzk::exec::cuda(stream.ref(), space), p.in(), s.in(), sums.span()); },
            std::to_string(less) + " bytes too few");
      }
    }
  }
}

// supranational/sppark msm/pippenger.cuh, AztecProtocol/aztec-packages#11249: more points than planned.
// dusk-network/bls12_381#183: lengths that differ. All is refused before anything is written.
template <class G>
void mistakes_are_refused() {
  using A = cuzk::affine<G>;
  using S = scalar_t<G>;
  own_stream const stream;
  no_memory none;
  cuzk::exec::cuda const where(stream.ref(), none);
  std::size_t const most = 256;
  cuzk::msm::device_plan<G> const plan(most);
  require(plan.max_points() == most, "max_points");
  guarded<A> const p(stream.get(), std::vector<A>(most + 3, A::generator()));
  guarded<S> const s(stream.get(), std::vector<S>(most + 3, S::one()));
  guarded<cuzk::xyzz<G>> const sums(plan.window_sums() + 1);
  auto const out = sums.span().first(plan.window_sums());
  auto const refused = [](auto const& call, char const* text) { require_throws<cuzk::invalid_argument>(call, text); };
  refused([&] { plan.enqueue(where, p.in().first(5), s.in().first(4), out); }, "5 points, 4 scalars");
  refused([&] { plan.enqueue(where, p.in().first(0), s.in().first(1), out); }, "0 points, 1 scalar");
  refused([&] { plan.enqueue(where, p.in().first(1), s.in().first(0), out); }, "1 point");
  refused([&] { plan.enqueue(where, p.in().first(most + 1), s.in().first(most + 1), out); }, "257 points");
  refused([&] { plan.enqueue(where, p.in(), s.in(), out); }, "259 points, the plan is for 256");
  refused([&] { plan.enqueue(where, p.in().first(5), s.in().first(5), sums.span()); }, "window sums");
  refused([&] { plan.enqueue(where, p.in().first(5), s.in().first(5), out.first(out.size() - 1)); }, "window sums");
  refused([&] { plan.enqueue(where, misaligned(p.in().first(5)), s.in().first(5), out); }, "16 bytes");
  refused([&] { plan.enqueue(where, p.in().first(5), s.in().first(5), misaligned(out)); }, "16 bytes");
  std::vector<cuzk::xyzz<G>> const few(plan.window_sums() - 1);
  refused([&] { static_cast<void>(plan.combine(few)); }, "window sums");
  refused([] { cuzk::msm::device_plan<G> const wide(1, {.window_bits = options::max_window_bits + 1}); }, "25");
  refused([] { cuzk::msm::device_plan<G> const large(1, {.chunk_points = (std::size_t{1} << 26U) + 1}); }, "67108865");
  auto const bytes = copy_to_host(stream.get(), reinterpret_cast<unsigned char const*>(out.data()), out.size_bytes());
  require(std::all_of(bytes.begin(), bytes.end(), [](unsigned char b) { return b == 0xa5; }), "sums were written");
}

// Sizes beyond 32 bits: spaceandtimefdn/blitzar#201, ingonyama-zk/icicle#358.
template <class G>
void sizes_of_plans_do_not_wrap() {
  using plan = cuzk::msm::device_plan<G>;
  std::size_t before = 0;
  for (unsigned log_size = 0; log_size <= 40; ++log_size) {
    plan const p(std::size_t{1} << log_size);
    // Fewer windows at once can take less memory for more points, but never less than a window's list.
    std::size_t const list = 8 * std::min(std::size_t{1} << log_size, std::size_t{1} << 25U);
    require(p.workspace_bytes() > list, "workspace of 2^" + std::to_string(log_size) + " points");
    if (log_size > 25) {
      plan const chunk(std::size_t{1} << 25U);  // beside its memory, buckets are kept
      require(p.workspace_bytes() <= chunk.workspace_bytes() / 4 * 5, "chunks bound the workspace");
      require(p.window_sums() <= chunk.window_sums(), "window sums");
    }
    before = p.workspace_bytes();
  }
  require(before > (std::size_t{1} << 25U) * 2 * sizeof(typename G::base_field), "no memory for two lists");
}

// ingonyama-zk/icicle#549: a race in the reduction of buckets. Bit for bit the same each time, in workspaces whose
// memory differs.
template <class G>
void runs_are_bit_identical() {
  auto random = random_source();
  own_stream const stream;
  std::size_t const n = 3001;
  known_points<G> known(n, random);
  for (std::size_t i = 0; i < n; i += 5) known.repeat(i, i / 2);
  auto const scalars = random_scalars<scalar_t<G>>(n, random);
  guarded<cuzk::affine<G>> const p(stream.get(), known.points);
  guarded<scalar_t<G>> const s(stream.get(), scalars);
  int const runs = sanitized_less("runs", 20, 2);
  for (unsigned const c : sanitized_few<unsigned>("widths", {0, 5, 8, 17}, {0, 17})) {
    cuzk::msm::device_plan<G> const plan(n, {.window_bits = c});
    guarded<cuzk::xyzz<G>> const sums(plan.window_sums());
    std::vector<cuzk::xyzz<G>> first;
    auto const memory = scratch.get(stream.get(), plan.workspace_bytes());
    for (int run = 0; run < runs; ++run) {
      cuzk::memory::workspace space(memory);
      plan.enqueue(cuzk::exec::cuda(stream.ref(), space), p.in(), s.in(), sums.span());
      auto const got = sums.get(stream.get());
      if (run == 0) first = got;
      require(std::memcmp(got.data(), first.data(), got.size() * sizeof(cuzk::xyzz<G>)) == 0,
              "run " + std::to_string(run) + " differs, windows of " + std::to_string(plan.window_bits()) + " bits");
    }
    require(to_affine(plan.combine(first)) == multiple_of_generator<G>(known.product(scalars)), "sum");
  }
}

// One plan, several threads with a stream and a pool each: ethstorage/es-node#409.
template <class G>
void threads_share(unsigned window_bits) {
  using F = scalar_t<G>;
  auto random = random_source();
  std::size_t const n = sanitized_less<std::size_t>("points", 2000, 300);
  int const runs = sanitized_less("runs", 10, 2);
  cuzk::msm::device_plan<G> const plan(n, {.window_bits = window_bits});
  known_points<G> const known(n, random);
  std::vector<std::vector<F>> scalars;
  for (int i = 0; i < 2; ++i) scalars.push_back(random_scalars<F>(n, random));
  std::vector<std::string> errors(scalars.size());
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < scalars.size(); ++t) {
    threads.emplace_back([&, t] {
      try {
        own_stream const stream;
        cuzk::memory::device_pool pool;
        cuzk::exec::cuda const where(stream.ref(), pool);
        guarded<cuzk::affine<G>> const p(stream.get(), known.points);
        guarded<F> const s(stream.get(), scalars[t]);
        auto const want = multiple_of_generator<G>(known.product(scalars[t]));
        for (int run = 0; run < runs; ++run) {
          require(to_affine(plan.sum(where, p.in(), s.in())) == want, "sum of run " + std::to_string(run));
        }
      } catch (std::exception const& e) {
        errors[t] = e.what();
      }
    });
  }
  for (auto& t : threads) t.join();
  for (auto const& e : errors) require(e.empty(), e);
}

template <class G>
void threads_share_a_plan() {
  threads_share<G>(0);
  threads_share<G>(bits_of_pairs());  // with streams that the plan lends
}

// With a workspace a call can be recorded; replayed, it sums what the arrays hold then.
template <class G>
void is_captured(unsigned window_bits) {
  using F = scalar_t<G>;
  auto random = random_source();
  own_stream const stream, other;
  std::size_t const n = sanitized_less<std::size_t>("points", 1500, 300);
  known_points<G> const known(n, random);
  guarded<cuzk::affine<G>> const p(stream.get(), known.points);
  guarded<F> const s(n);
  std::vector<F> const other_scalars = random_scalars<F>(n, random);
  guarded<F> const of_other(stream.get(), other_scalars);
  cuzk::msm::device_plan<G> const plan(n, {.window_bits = window_bits, .chunk_points = n / 3 * 2});
  guarded<cuzk::xyzz<G>> const sums(plan.window_sums()), sums_of_other(plan.window_sums());
  std::size_t const bytes = cuzk::memory::workspace::rounded(plan.workspace_bytes());
  auto const memory = scratch.get(stream.get(), 2 * bytes);
  cuzk::memory::workspace space(memory.first(bytes)), other_space(memory.last(bytes));
  stream.ref().synchronize();
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t executable = nullptr;
  CUZK_CUDA_CHECK(cudaStreamBeginCapture(stream.get(), cudaStreamCaptureModeGlobal));
  plan.enqueue(cuzk::exec::cuda(stream.ref(), space), p.in(), s.in(), sums.span());
  // A call of the same plan on another stream takes no part in the capture.
  plan.enqueue(cuzk::exec::cuda(other.ref(), other_space), p.in(), of_other.in(), sums_of_other.span());
  CUZK_CUDA_CHECK(cudaStreamEndCapture(stream.get(), &graph));
  require(
      to_affine(plan.combine(sums_of_other.get(other.get()))) == multiple_of_generator<G>(known.product(other_scalars)),
      "a call during the capture");
  CUZK_CUDA_CHECK(cudaGraphInstantiate(&executable, graph, 0));
  for (int replay = 0; replay < 3; ++replay) {
    auto const scalars = random_scalars<F>(n, random);
    copy_to_device(stream.get(), s.span().data(), scalars);
    CUZK_CUDA_CHECK(cudaGraphLaunch(executable, stream.get()));
    require(to_affine(plan.combine(sums.get(stream.get()))) == multiple_of_generator<G>(known.product(scalars)),
            "replay " + std::to_string(replay));
  }
  CUZK_CUDA_CHECK(cudaGraphExecDestroy(executable));
  CUZK_CUDA_CHECK(cudaGraphDestroy(graph));
}

template <class G>
void is_captured_in_a_graph() {
  is_captured<G>(0);
  is_captured<G>(bits_of_pairs());
}

template <class G>
std::vector<gpu_case> plan_cases() {
  return {
      {"sizes_equal_the_host", sizes_equal_the_host<G>},
      {"every_window_width", every_window_width<G>},
      {"scalar_forms", scalar_forms<G>},
      {"exceptional_points", exceptional_points<G>},
      {"chunks", chunks<G>},
      {"chunks_keep_buckets", chunks_keep_buckets<G>},
      {"skewed_scalars_and_repeated_points", skewed_scalars_and_repeated_points<G>},
      {"large_sums", large_sums<G>},
      {"large_sums_of_several_widths", large_sums_of_several_widths<G>},
      {"sums_over_the_same_points", sums_over_the_same_points<G>},
      {"workspace_is_exact", workspace_is_exact<G>},
      {"mistakes_are_refused", mistakes_are_refused<G>},
      {"sizes_of_plans_do_not_wrap", sizes_of_plans_do_not_wrap<G>},
      {"runs_are_bit_identical", runs_are_bit_identical<G>},
      {"threads_share_a_plan", threads_share_a_plan<G>},
      {"is_captured_in_a_graph", is_captured_in_a_graph<G>},
  };
}

}  // namespace cuzk_test
