// SPDX-License-Identifier: Apache-2.0
#pragma once

// Sums by msm::fixed_base against known logarithms and the host's msm, for one group. Public bug reports of other
// software whose kind of fault a case covers are named as owner/repo#number.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <exception>
#include <numeric>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <cuda_runtime.h>

#include <cuzk/core/cuda.cuh>
#include <cuzk/core/error.hpp>
#include <cuzk/core/random.hpp>
#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/jacobian.hpp>
#include <cuzk/curve/xyzz.hpp>
#include <cuzk/exec/cuda.cuh>
#include <cuzk/field/big_int.hpp>
#include <cuzk/field/random.hpp>
#include <cuzk/memory/device_resource.cuh>
#include <cuzk/msm/fixed_base.cuh>
#include <cuzk/msm/options.hpp>

#include <gpu/memory/throws_at.cuh>
#include <gpu/msm/plan_cases.cuh>
#include <reference/naive_msm.hpp>
#include <support/device_array.cuh>
#include <support/gpu_test.cuh>
#include <support/guarded.cuh>
#include <support/msm_inputs.hpp>

namespace cuzk_test {

/// A table of points on a stream of its own. The points' memory is overwritten as soon as the table's work is done.
template <class G>
class table_of {
 public:
  using table_type = cuzk::msm::fixed_base<G>;

  explicit table_of(std::vector<cuzk::affine<G>> const& points, unsigned rows = 0, options const& choice = {})
      : table_(make(points, rows, choice)) {
    require(table_.size() == points.size(), "size");
    require(rows == 0 || table_.rows() <= rows, "more rows than asked for");
    require(table_.table_bytes() >= std::size_t{table_.rows()} * points.size() * sizeof(cuzk::affine<G>), "bytes");
  }

  [[nodiscard]] table_type const& table() const { return table_; }
  [[nodiscard]] cudaStream_t stream() const { return stream_.get(); }
  [[nodiscard]] cuzk::stream_ref ref() const { return stream_.ref(); }

  /// The sum with a workspace of exactly as many bytes as the table says, which it must use up; all memory is 0xA5
  /// before and guarded.
  template <class S>
  [[nodiscard]] cuzk::affine<G> sum(std::vector<S> const& scalars) const {
    guarded<S> const s(stream(), scalars);
    guarded<cuzk::xyzz<G>> const sums(table_.window_sums());
    std::size_t const bytes = table_.workspace_bytes();
    auto const memory = scratch.get(stream(), bytes);
    require(memory.size() == bytes, std::to_string(bytes) + " bytes of scratch memory are not to be had");
    cuzk::memory::workspace space(memory);
    table_.enqueue(cuzk::exec::cuda(ref(), space), s.in(), sums.span());
    auto const on_host = sums.get(stream());
    scratch.require_guard(stream(), memory);
    require(space.peak() == bytes || table_.size() == 0,
            "the workspace's peak is " + std::to_string(space.peak()) + " of " + std::to_string(bytes) + " bytes");
    return to_affine(table_.combine(on_host));
  }

 private:
  table_type make(std::vector<cuzk::affine<G>> const& points, unsigned rows, options const& choice) {
    guarded<cuzk::affine<G>> const p(stream(), points);
    table_type made(cuzk::exec::cuda(ref(), pool_), p.in(), rows, choice);
    require(p.get(stream()) == points, "the points were written");
    CUZK_CUDA_CHECK(cudaMemsetAsync(p.span().data(), 0x5a, p.span().size_bytes(), stream()));
    ref().synchronize();
    return made;
  }

  own_stream stream_;
  cuzk::memory::device_pool pool_;
  table_type table_;
};

template <class G>
std::string described(cuzk::msm::fixed_base<G> const& table) {
  return std::to_string(table.size()) + " points, windows of " + std::to_string(table.window_bits()) + " bits, " +
         std::to_string(table.rows()) + " rows";
}

template <class G>
std::vector<integer_t<G>> integers_of(std::vector<scalar_t<G>> const& scalars) {
  std::vector<integer_t<G>> integers;
  for (auto const& s : scalars) integers.push_back(s.to_canonical());
  return integers;
}

// supranational/blst#177: one point. supranational/sppark#1: sizes that are no multiple of the warp.
// spaceandtimefdn/blitzar#217: lengths that are no power of two.
template <class G>
void tables_equal_the_host() {
  auto random = random_source();
  for (std::size_t const n :
       sanitized_few<std::size_t>("sizes", {0, 1, 2, 3, 8, 31, 33, 65, 237, 1000, (1U << 12U) + 5}, {0, 1, 1000})) {
    known_points<G> known(n, random);
    for (std::size_t i = 3; i < n; i += 97) known.set_infinity(i);
    auto const scalars = random_scalars<scalar_t<G>>(n, random);
    auto const want = sum_on_host<G>(known.points, scalars);
    require(want == multiple_of_generator<G>(known.product(scalars)), "the host's sum of " + std::to_string(n));
    for (unsigned const rows : sanitized_few<unsigned>("rows", {1, 2, 3, 0}, {2, 0})) {
      for (bool const in_subgroup : {true, false}) {
        table_of<G> const t(known.points, rows, {.points_in_subgroup = in_subgroup});
        require(t.sum(scalars) == want, described(t.table()));
        require(t.sum(integers_of<G>(scalars)) == want, described(t.table()) + ", integers");
      }
    }
  }
}

// ingonyama-zk/icicle#529: a number of rows that is no power of two.
template <class G>
void every_number_of_rows() {
  auto random = random_source();
  std::size_t const n = sanitized_less<std::size_t>("points", 1000, 300);
  known_points<G> const known(n, random);
  auto const scalars = random_scalars<scalar_t<G>>(n, random);
  auto const want = multiple_of_generator<G>(known.product(scalars));
  for (unsigned const c : sanitized_few<unsigned>("widths", {0, 7, 13}, {7, 13})) {
    table_of<G> const all(known.points, 0, {.window_bits = c});
    require(all.table().window_sums() == 1, "a row for every window leaves one sum");
    unsigned const windows = all.table().rows();
    unsigned before = 0;
    unsigned const step = sanitized_less("rows", 1U, std::max(1U, windows / 2));
    for (unsigned rows = 1; rows <= windows + 1; rows += step) {
      table_of<G> const t(known.points, rows, {.window_bits = c});
      require(t.sum(scalars) == want, described(t.table()) + ", of " + std::to_string(rows) + " asked for");
      require(c == 0 || t.table().rows() >= before, "more rows asked for give fewer");
      before = t.table().rows();
    }
    table_of<G> const many(known.points, 1000, {.window_bits = c});
    require(many.table().rows() == windows || c == 0, "no more rows than windows");
    require(many.sum(scalars) == want, "1000 rows asked for");
  }
}

// ingonyama-zk/icicle#615, mratsim/constantine#366: widths that divide the bits of a scalar.
// dalek-cryptography/curve25519-dalek#259: digits at both ends of their range.
template <class G>
void every_window_width_of_tables() {
  using F = scalar_t<G>;
  auto random = random_source();
  auto const edges = edge_integers<F, F::limb_count>();
  known_points<G> const known(edges.size(), random);
  auto const want = multiple_of_generator<G>(known.product(edges));
  std::size_t free = 0, total = 0;
  CUZK_CUDA_CHECK(cudaMemGetInfo(&free, &total));
  std::vector<unsigned> every(options::max_window_bits);
  std::iota(every.begin(), every.end(), 1U);
  // Two buckets a set, lines as they are, and lines that are halved, once and in rounds.
  for (unsigned const c : sanitized_few("widths", every, {2, 12, 13, 17})) {
    auto const digits = extreme_digits<F>(c);
    known_points<G> const few(digits.size(), random);
    auto const sum_of_digits = multiple_of_generator<G>(few.product(digits));
    for (unsigned const rows : sanitized_few<unsigned>("rows", {0, 1, 2}, {0, 2})) {
      if (c > 16 && rows == 1) continue;  // gigabytes of buckets, and as for a plan
      for (bool const in_subgroup : {true, false}) {
        if (c > 20 && c != 24 && !in_subgroup) continue;
        options const choice{.window_bits = c, .points_in_subgroup = in_subgroup};
        table_of<G> const t(few.points, rows, choice);
        if (t.table().workspace_bytes() > total / 2) {
          std::printf("skipped: %s, which take %zu bytes\n", described(t.table()).c_str(), t.table().workspace_bytes());
          continue;
        }
        require(t.table().window_bits() == c, "the width that was asked for");
        require(t.sum(digits) == sum_of_digits, "extreme digits, " + described(t.table()));
        require(table_of<G>(known.points, rows, choice).sum(edges) == want, "edge scalars, " + described(t.table()));
      }
    }
  }
}

// arkworks-rs/algebra#656: scalars of r and more. ingonyama-zk/icicle v4 msm.h: Montgomery or plain form.
template <class G>
void scalar_forms_of_tables() {
  using F = scalar_t<G>;
  auto const g = cuzk::affine<G>::generator();
  auto random = random_source();
  auto const wide = edge_integers<F, F::limb_count + 1>();
  known_points<G> const known(wide.size(), random);
  for (unsigned const rows : {1U, 3U, 0U}) {
    require(table_of<G>(known.points, rows).sum(wide) == multiple_of_generator<G>(known.product(wide)),
            "integers of more limbs than the field has");
    table_of<G> const t({g}, rows);
    auto const sum_of_one = [&](auto const& s) { return t.sum(std::vector{s}); };
    require(sum_of_one(F::one()) == g, "1 as an element");
    require(sum_of_one(-F::one()) == -g, "r - 1 as an element");
    require(sum_of_one(F::zero()) == cuzk::affine<G>::infinity(), "0 as an element");
    require(sum_of_one(F::one().montgomery()) == to_affine(naive_multiple(g, F::one().montgomery())),
            "the integer that 1 is stored as");
    auto const edges = edge_integers<F, F::limb_count>();  // 0, 1, r - 1, r, all ones among them
    for (std::size_t i = 0, step = sanitized_less("edge scalars", 1, 29); i < edges.size(); i += step) {
      auto const& k = edges[i];
      require(sum_of_one(k) == multiple_of_generator<G>(F::reduce(k)), "the integer " + k.to_hex());
    }
    for (std::uint64_t const k : {std::uint64_t{0}, std::uint64_t{1}, ~std::uint64_t{0}}) {
      auto const integer = cuzk::big_int<1>::from_u64(k);
      require(sum_of_one(integer) == multiple_of_generator<G>(F::reduce(integer)), "an integer of one limb");
    }
    if constexpr (F::limb_count == 4) {
      cuzk::big_int<4> const k{{0x025607a7919d793f, 0xbdf7228f3a3dbd99, 0x68d0564b14693662, 0xaf6dd88bb87cb4ac}};
      require(sum_of_one(k) == to_affine(naive_multiple(g, k)), "a scalar above the order");
    }
  }
}

// ingonyama-zk/icicle#169 and AztecProtocol/barretenberg#1043: infinity among the points.
// ethereum/c-kzg-4844#138: one zero among others. ProvableHQ/snarkVM#548: equal points in each bucket.
// privacy-ethereum/halo2curves#212: P and -P, P and P, a running sum that equals the next point.
template <class G>
void exceptional_points_of_tables() {
  using F = scalar_t<G>;
  auto random = random_source();
  auto lists = exceptional_lists();
  // Windows are of 4 bits, so that of P and 16 P a row of one is the next row of the other.
  for (auto const& list :
       {std::vector<std::int64_t>{1, 16}, {16, 1, 256}, {1, -16}, {-1, 16, 256, -256, -16, 1}, {1, 17, -16, 272}}) {
    lists.push_back(list);
  }
  auto const some = cuzk::random_element<F>(random);
  for (auto const& list : lists) {
    multiples_of_the_generator<G> const known(list);
    for (unsigned const rows : {0U, 2U}) {
      for (bool const in_subgroup : {true, false}) {
        table_of<G> const t(known.points, rows, {.window_bits = 4, .points_in_subgroup = in_subgroup});
        for (F const& s : sanitized_few<F>("scalars", {F::one(), F(17), F(273), -F::one(), some}, {F(273), some})) {
          require(t.sum(std::vector<F>(list.size(), s)) == multiple_of_generator<G>(known.sum * s),
                  "a list of " + std::to_string(list.size()) + " that begins with " + std::to_string(list[0]) +
                      ", scalars " + s.to_canonical().to_hex() + ", " + described(t.table()));
        }
      }
    }
  }
}

template <class G>
void skewed_scalars_of_tables() {
  auto random = random_source();
  std::size_t const n = sanitized_less<std::size_t>("points", (1U << 12U) + 5U, 1003);
  known_points<G> known(n, random);
  for (std::size_t i = 0; i < n; i += 5) known.repeat(i, random.next_u64() % n);
  for (std::size_t i = 1; i < n; i += 5) known.negate(i, random.next_u64() % n);
  for (std::size_t i = 2; i < n; i += 25) known.set_infinity(i);
  for (unsigned const rows : {0U, 3U}) {
    table_of<G> const t(known.points, rows);
    for (auto const& [name, scalars] : skewed_scalars<G>(n, random)) {
      require(t.sum(scalars) == multiple_of_generator<G>(known.product(scalars)),
              std::string(name) + ", " + described(t.table()));
    }
  }
}

// With less memory than the table says a call is refused, and nothing has been enqueued then.
template <class G>
void too_small_workspaces_enqueue_nothing() {
  auto random = random_source();
  for (auto const& [n, rows] : {std::pair{1U, 0U}, {1000U, 0U}, {1000U, 2U}}) {
    table_of<G> const t(known_points<G>(n, random).points, rows);
    guarded<scalar_t<G>> const s(t.stream(), random_scalars<scalar_t<G>>(n, random));
    guarded<cuzk::xyzz<G>> const sums(t.table().window_sums());
    std::size_t const bytes = t.table().workspace_bytes();
    for (std::size_t const less : {std::size_t{1}, bytes / 2, bytes}) {
      cuzk::memory::workspace space(scratch.get(t.stream(), bytes).first(bytes - less));
      require_refused_before_work(
          t.ref(), [&] { t.table().enqueue(cuzk::exec::cuda(t.ref(), space), s.in(), sums.span()); },
          std::to_string(less) + " bytes too few, " + described(t.table()));
    }
  }
}

// Of what the table is made from only the table stays; whichever allocation is refused, all goes back.
template <class G>
void memory_of_tables() {
  auto random = random_source();
  own_stream const stream;
  cuzk::memory::device_pool pool;
  known_points<G> const known(500, random);
  auto const scalars = random_scalars<scalar_t<G>>(500, random);
  guarded<cuzk::affine<G>> const p(stream.get(), known.points);
  guarded<scalar_t<G>> const s(stream.get(), scalars);
  for (unsigned const rows : {1U, 0U}) {
    throws_at counting{pool};
    {
      cuzk::exec::cuda const where(stream.ref(), counting);
      cuzk::msm::fixed_base<G> made(where, p.in(), rows);
      require(counting.bytes_out == made.table_bytes(), std::to_string(counting.bytes_out) + " bytes are kept, " +
                                                            std::to_string(made.table_bytes()) + " are the table's");
      auto const sizes = cuzk::msm::fixed_base<G>::sizes_for(500, rows);
      require(sizes.table_bytes == made.table_bytes() && sizes.workspace_bytes == made.workspace_bytes() &&
                  sizes.window_sums == made.window_sums(),
              "sizes before a table is made");
      cuzk::msm::fixed_base<G> const table(std::move(made));
      require(to_affine(table.sum(where, s.in())) == multiple_of_generator<G>(known.product(scalars)), "moved");
      require(counting.bytes_out == table.table_bytes(), "a sum keeps no memory");
    }
    require(counting.out == 0, "memory of a table that is gone");
    std::size_t const allocations = require_refusals_leave_nothing(stream.ref(), [&](cuzk::exec::cuda const& where) {
      cuzk::msm::fixed_base<G> const table(where, p.in(), rows);
      require(to_affine(table.sum(where, s.in())) == multiple_of_generator<G>(known.product(scalars)), "sum");
    });
    require(allocations == counting.calls, "as many allocations as before");
  }
}

// Refused before memory is asked for: lengths (dusk-network/bls12_381#183), alignment, choices, sizes.
template <class G>
void mistakes_of_tables_are_refused() {
  using A = cuzk::affine<G>;
  using S = scalar_t<G>;
  no_memory none;
  table_of<G> const t(std::vector<A>(20, A::generator()), 2);
  auto const& table = t.table();
  cuzk::exec::cuda const where(t.ref(), none);
  guarded<A> const p(t.stream(), std::vector<A>(20, A::generator()));
  guarded<S> const s(t.stream(), std::vector<S>(21, S::one()));
  guarded<cuzk::xyzz<G>> const sums(table.window_sums() + 1);
  auto const out = sums.span().first(table.window_sums());
  auto const refused = [](auto const& call, char const* text) { require_throws<cuzk::invalid_argument>(call, text); };
  refused([&] { table.enqueue(where, s.in(), out); }, "20 points, 21 scalars");
  refused([&] { table.enqueue(where, s.in().first(19), out); }, "20 points, 19 scalars");
  refused([&] { table.enqueue(where, s.in().first(0), out); }, "20 points, 0 scalars");
  // One more: those of a second sum where one is all that a sum has.
  refused([&] { table.enqueue(where, s.in().first(20), sums.span()); },
          table.window_sums() == 1 ? "2 sums at once" : "window sums");
  refused([&] { table.enqueue(where, s.in().first(20), out.first(out.size() - 1)); }, "window sums");
  refused([&] { table.enqueue(where, s.in().first(20), misaligned(out)); }, "16 bytes");
  std::vector<cuzk::xyzz<G>> const few(table.window_sums() - 1);
  refused([&] { static_cast<void>(table.combine(few)); }, "window sums");
  using made = cuzk::msm::fixed_base<G>;
  refused([&] { made const x(where, misaligned(p.in().first(5))); }, "16 bytes");
  refused([&] { made const x(where, p.in(), 0, {.window_bits = options::max_window_bits + 1}); }, "25");
  for (unsigned const log_size : {30U, 40U, 55U}) {  // not read: there is no such memory
    std::span<A const> const huge(p.in().data(), (std::size_t{1} << log_size) + 1);
    refused([&] { made const x(where, huge, 0); }, "more than a list holds");
    refused([&] { made const x(where, huge, 1); }, "more than a list holds");
  }
  auto const bytes = copy_to_host(t.stream(), reinterpret_cast<unsigned char const*>(out.data()), out.size_bytes());
  require(std::all_of(bytes.begin(), bytes.end(), [](unsigned char b) { return b == 0xa5; }), "sums were written");
}

// Several sums in one call, each as if it were alone.
template <class G>
void several_sums_of_a_table() {
  using F = scalar_t<G>;
  auto random = random_source();
  own_stream const stream;
  cuzk::memory::device_pool pool;
  cuzk::exec::cuda const where(stream.ref(), pool);
  std::size_t const most = 3;
  for (auto const& [n, rows] : {std::pair{0U, 0U}, {1U, 0U}, {700U, 0U}, {700U, 2U}}) {
    known_points<G> const known(n, random);
    guarded<cuzk::affine<G>> const p(stream.get(), known.points);
    cuzk::msm::fixed_base<G> const table(where, p.in(), rows, {}, most);
    guarded<F> const s(stream.get(), random_scalars<F>(most * n, random));
    auto const scalars = s.get(stream.get());
    for (std::size_t count = 0; count <= most; ++count) {
      auto const made = table.sums(where, s.in().first(count * n), count);
      require(made.size() == count, "as many sums as asked for");
      for (std::size_t v = 0; v < count; ++v) {
        auto const begin = scalars.begin() + static_cast<std::ptrdiff_t>(v * n);
        std::vector<F> const own(begin, begin + static_cast<std::ptrdiff_t>(n));
        require(to_affine(made[v]) == multiple_of_generator<G>(known.product(own)),
                "sum " + std::to_string(v) + " of " + std::to_string(count) + ", " + described(table));
      }
    }
    guarded<cuzk::xyzz<G>> const sums(most * table.window_sums());
    require_exact_workspace(stream.ref(), n == 0 ? 0 : table.workspace_bytes(),
                            [&](cuzk::exec::cuda const& exactly) { table.enqueue(exactly, s.in(), sums.span()); });
    static_cast<void>(sums.get(stream.get()));  // looks at the guards
    require_throws<cuzk::invalid_argument>([&] { static_cast<void>(table.sums(where, s.in(), most + 1)); },
                                           "4 sums at once, the most are 3");
  }
  guarded<cuzk::affine<G>> const none(0);
  require_throws<cuzk::invalid_argument>([&] { cuzk::msm::fixed_base<G> const table(where, none.in(), 0, {}, 0); },
                                         "no sums");
}

// With a workspace a call can be recorded; replayed, it sums what the scalars are then.
template <class G>
void tables_are_captured_in_a_graph() {
  using F = scalar_t<G>;
  auto random = random_source();
  std::size_t const n = 1500;
  known_points<G> const known(n, random);
  for (unsigned const rows : {0U, 3U}) {
    table_of<G> const t(known.points, rows);
    guarded<F> const s(n);
    guarded<cuzk::xyzz<G>> const sums(t.table().window_sums());
    cuzk::memory::workspace space(scratch.get(t.stream(), t.table().workspace_bytes()));
    t.ref().synchronize();
    cudaGraph_t graph = nullptr;
    cudaGraphExec_t executable = nullptr;
    CUZK_CUDA_CHECK(cudaStreamBeginCapture(t.stream(), cudaStreamCaptureModeGlobal));
    t.table().enqueue(cuzk::exec::cuda(t.ref(), space), s.in(), sums.span());
    CUZK_CUDA_CHECK(cudaStreamEndCapture(t.stream(), &graph));
    CUZK_CUDA_CHECK(cudaGraphInstantiate(&executable, graph, 0));
    std::vector<cuzk::xyzz<G>> first;
    for (int replay = 0, replays = sanitized_less("replays", 6, 2); replay < replays; ++replay) {
      auto const scalars = random_scalars<F>(n, random);
      auto const want = multiple_of_generator<G>(known.product(scalars));
      copy_to_device(t.stream(), s.span().data(), scalars);
      CUZK_CUDA_CHECK(cudaGraphLaunch(executable, t.stream()));
      first = sums.get(t.stream());
      require(to_affine(t.table().combine(first)) == want, "replay " + std::to_string(replay));
      CUZK_CUDA_CHECK(cudaGraphLaunch(executable, t.stream()));  // ingonyama-zk/icicle#549
      auto const again = sums.get(t.stream());
      require(std::memcmp(first.data(), again.data(), first.size() * sizeof(first[0])) == 0, "the same bits");
    }
    CUZK_CUDA_CHECK(cudaGraphExecDestroy(executable));
    CUZK_CUDA_CHECK(cudaGraphDestroy(graph));
  }
}

// One table, two streams at once, from one thread and from two: ethstorage/es-node#409.
template <class G>
void streams_share(unsigned rows) {
  using F = scalar_t<G>;
  auto random = random_source();
  std::size_t const n = 2000;
  known_points<G> const known(n, random);
  table_of<G> const t(known.points, rows);
  auto const& table = t.table();
  std::vector<F> const scalars[] = {random_scalars<F>(n, random), random_scalars<F>(n, random)};
  cuzk::affine<G> const want[] = {multiple_of_generator<G>(known.product(scalars[0])),
                                  multiple_of_generator<G>(known.product(scalars[1]))};
  {
    own_stream const streams[2];
    cuzk::memory::device_pool pool;
    guarded<F> const s[] = {guarded<F>(streams[0].get(), scalars[0]), guarded<F>(streams[1].get(), scalars[1])};
    guarded<cuzk::xyzz<G>> const sums[] = {guarded<cuzk::xyzz<G>>(table.window_sums()),
                                           guarded<cuzk::xyzz<G>>(table.window_sums())};
    for (int run = 0, runs = sanitized_less("runs", 20, 3); run < runs; ++run) {
      for (std::size_t i : {0U, 1U}) {
        table.enqueue(cuzk::exec::cuda(streams[i].ref(), pool), s[i].in(), sums[i].span());
      }
    }
    for (std::size_t i : {0U, 1U}) {
      require(to_affine(table.combine(sums[i].get(streams[i].get()))) == want[i], "stream " + std::to_string(i));
    }
    for (auto const& stream : streams) stream.ref().synchronize();
  }
  std::string errors[2];
  std::vector<std::thread> threads;
  int const runs_of_thread = sanitized_less("runs", 10, 2);
  for (std::size_t who : {0U, 1U}) {
    threads.emplace_back([&, who] {
      try {
        own_stream const stream;
        cuzk::memory::device_pool pool;
        guarded<F> const s(stream.get(), scalars[who]);
        for (int run = 0; run < runs_of_thread; ++run) {
          require(to_affine(table.sum(cuzk::exec::cuda(stream.ref(), pool), s.in())) == want[who],
                  "thread " + std::to_string(who) + ", run " + std::to_string(run));
        }
      } catch (std::exception const& e) {
        errors[who] = e.what();
      }
    });
  }
  for (auto& thread : threads) thread.join();
  for (auto const& e : errors) require(e.empty(), e);
}
template <class G>
void streams_share_a_table() {
  streams_share<G>(0);
  streams_share<G>(3);  // several sets of windows, half of them on streams that the table lends
}

template <class G>
std::vector<gpu_case> table_cases() {
  return {
      {"tables_equal_the_host", tables_equal_the_host<G>},
      {"every_number_of_rows", every_number_of_rows<G>},
      {"every_window_width_of_tables", every_window_width_of_tables<G>},
      {"scalar_forms_of_tables", scalar_forms_of_tables<G>},
      {"exceptional_points_of_tables", exceptional_points_of_tables<G>},
      {"skewed_scalars_of_tables", skewed_scalars_of_tables<G>},
      {"too_small_workspaces_enqueue_nothing", too_small_workspaces_enqueue_nothing<G>},
      {"memory_of_tables", memory_of_tables<G>},
      {"mistakes_of_tables_are_refused", mistakes_of_tables_are_refused<G>},
      {"several_sums_of_a_table", several_sums_of_a_table<G>},
      {"tables_are_captured_in_a_graph", tables_are_captured_in_a_graph<G>},
      {"streams_share_a_table", streams_share_a_table<G>},
  };
}

}  // namespace cuzk_test
