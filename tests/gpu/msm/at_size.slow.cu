// SPDX-License-Identifier: Apache-2.0
// Large sums over BLS12-381 G1 held against what a sum means: the logarithms of the points are known, so that the
// sum of k_i (a_i G) is (the sum of k_i a_i) G. Points and scalars are made on the device. Returns 77 where there is
// no device.
//
// A sanitizer is given 2^18 points, one more being too many for short sums, and one list of mostly zeros.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <span>
#include <string>

#include <cuda_runtime.h>

#include <cuzk/core/config.hpp>
#include <cuzk/core/cuda.cuh>
#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/jacobian.hpp>
#include <cuzk/curve/scalar_mul.hpp>
#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/exec/cuda.cuh>
#include <cuzk/memory/device_buffer.cuh>
#include <cuzk/memory/device_resource.cuh>
#include <cuzk/msm/device_plan.cuh>
#include <cuzk/msm/fixed_base.cuh>
#include <cuzk/msm/options.hpp>
#include <cuzk/vector/elementwise.cuh>
#include <cuzk/vector/fixed_base.cuh>
#include <cuzk/vector/insecure_random.cuh>
#include <cuzk/vector/polynomial.cuh>

#include <support/gpu_test.cuh>
#include <support/seed.hpp>

namespace {

using namespace cuzk_test;
using cuzk::msm::options;
using G = cuzk::curves::bls12_381::g1;
using S = G::scalar_field;
using point = cuzk::affine<G>;
using sum_type = cuzk::jacobian<G>;

// Infinity, negatives and the same point again, a few of each and a run.
struct make_exceptional {
  point* points;
  S* logarithms;
  std::size_t run;

  CUZK_HD void operator()(std::size_t i) const {
    if (i % 1009 == 5 || (i >= run && i < run + 1000)) {
      points[i] = point::infinity();
      logarithms[i] = S::zero();
    } else if (i % 1013 == 7 || (i >= run + 1000 && i < run + 3000)) {
      points[i] = point::generator();
      logarithms[i] = S::one();
    } else if (i % 1019 == 9) {
      points[i] = -points[i];
      logarithms[i] = -logarithms[i];
    }
  }
};

// Scalars at the edges, short ones and a run of equal ones among random ones.
struct make_edges {
  S* scalars;
  std::size_t run;

  CUZK_HD void operator()(std::size_t i) const {
    if (i % 997 == 3) scalars[i] = S::zero();
    if (i % 997 == 4) scalars[i] = S::one();
    if (i % 997 == 5) scalars[i] = -S::one();
    if (i % 997 == 6) scalars[i] = S(i);
    if (i >= run && i < run + 5000) scalars[i] = S(0x123456789abcdefU);
  }
};

/// Points with known logarithms and scalars, the first so many of the most.
class known_sums {
 public:
  known_sums(cuzk::exec::cuda const& where, std::size_t most)
      : where_(where),
        points_(where.allocate<point>(most)),
        logarithms_(where.allocate<S>(most)),
        k_(where.allocate<S>(most)),
        l_(where.allocate<S>(most)),
        value_(where.allocate<S>(1)) {
    cuzk::vector::device_fixed_base<G> const table(where, point::generator(), std::size_t{1} << 20U);
    cuzk::vector::insecure_random_points(where, points_.span(), logarithms_.span(), table, seed(), 64);
    cuzk::exec::for_each_index(where, most, make_exceptional{points_.data(), logarithms_.data(), 12345});
    cuzk::vector::insecure_random_elements(where, k_.span(), seed() + 1);
    cuzk::vector::insecure_random_elements(where, l_.span(), seed() + 2);
    cuzk::exec::for_each_index(where, most, make_edges{k_.data(), 13000});
  }

  void sums_of(std::size_t n) const {
    std::string const size = std::to_string(n) + " points: ";
    std::span<point const> const p = points_.span().first(n);
    std::span<S const> const k = k_.span().first(n), l = l_.span().first(n);
    cuzk::msm::device_plan<G> const plan(n);
    auto const sum_k = plan.sum(where_, p, k);
    require(sum_k == want(k), size + "known logarithms");

    // Linear in the scalars.
    auto const sum_l = plan.sum(where_, p, l);
    S const a = cuzk::vector::insecure_random_element<S>(seed(), 3);
    {
      auto const both = where_.allocate<S>(n);
      cuzk::vector::scale(where_, both.span(), k, a);
      cuzk::vector::add(where_, both.span(), std::span<S const>(both.span()), l);
      std::span<S const> const scalars = both.span();
      require(plan.sum(where_, p, scalars) == mul(sum_k, a) + sum_l, size + "a k + l");
      cuzk::vector::subtract(where_, both.span(), k, k);
      require(plan.sum(where_, p, scalars) == sum_type::infinity(), size + "zeros");
    }

    // A call in two parts and in chunks; one place further, so that every point has another scalar.
    std::size_t const half = n / 2 + 1;
    require(
        plan.sum(where_, p.first(half), k.first(half)) + plan.sum(where_, p.subspan(half), k.subspan(half)) == sum_k,
        size + "two parts");
    cuzk::msm::device_plan<G> const chunked(n, {.chunk_points = n / 3});
    require(chunked.sum(where_, p, k) == sum_k, size + "chunks");
    require(plan.sum(where_, p.subspan(1), k.first(n - 1)) == want(k.first(n - 1), 1), size + "moved by a place");
  }

  void sums_as_they_are(std::size_t n) const {
    cuzk::msm::device_plan<G> const plan(n, {.points_in_subgroup = false});
    std::span<S const> const k = k_.span().first(n);
    require(plan.sum(where_, std::span<point const>(points_.span().first(n)), k) == want(k), "scalars as they are");
  }

  // More points than a table's rows are made from at once.
  void tables_of(std::size_t n, unsigned rows) const {
    cuzk::msm::fixed_base<G> const table(where_, std::span<point const>(points_.span().first(n)), rows);
    std::string const size = std::to_string(n) + " points, " + std::to_string(table.rows()) + " rows";
    std::span<S const> const k = k_.span().first(n), l = l_.span().first(n);
    require(table.sum(where_, k) == want(k) && table.sum(where_, l) == want(l), size);
  }

  // A list of 2^23 digits, of which few are not zero.
  void table_of_mostly_zeros() const {
    std::size_t const n = 330'000, few = 8192;
    cuzk::msm::fixed_base<G> const table(where_, std::span<point const>(points_.span().first(n)), 0,
                                         {.window_bits = 10});
    require(2 * std::size_t{table.rows()} * n >= std::size_t{1} << 23U, "digits");
    auto const scalars = where_.allocate<S>(n);
    std::span<S const> const k = k_.span().first(n), made = scalars.span();
    cuzk::vector::subtract(where_, scalars.span(), k, k);
    cuzk::vector::add(where_, scalars.span().first(few), k.first(few), made.first(few));
    require(table.sum(where_, made) == want(made), "a table whose digits are mostly zeros");
  }

 private:
  /// (The sum of scalars[i] a_(i + from)) G.
  [[nodiscard]] sum_type want(std::span<S const> scalars, std::size_t from = 0) const {
    std::span<S const> const logarithms = logarithms_.span().subspan(from, scalars.size());
    cuzk::vector::inner_product_into(where_, value_.span(), scalars, logarithms);
    return mul(sum_type::generator(), copy_to_host(where_.stream().get(), value_.data(), 1)[0]);
  }

  cuzk::exec::cuda where_;
  cuzk::memory::device_buffer<point> points_;
  cuzk::memory::device_buffer<S> logarithms_, k_, l_, value_;
};

// Known sums of as many points as the largest case takes, or as the memory is for.
class all_sums {
 public:
  all_sums() {
    std::size_t free = 0, total = 0;
    CUZK_CUDA_CHECK(cudaMemGetInfo(&free, &total));
    // Points, four vectors of scalars and one more; the workspace of a plan beside them.
    auto const bytes = [](unsigned log_size) {
      std::size_t const n = std::size_t{1} << log_size;
      return n * (sizeof(point) + 5 * sizeof(S)) + 2 * cuzk::msm::device_plan<G>(n).workspace_bytes();
    };
    unsigned log_size = sanitized_less("points", 26U, 19U);
    while (log_size > 20 && bytes(log_size) > free / 4 * 3) --log_size;
    most_ = std::size_t{1} << log_size;
    known_.emplace(cuzk::exec::cuda(stream_.ref(), pool_), most_);
  }
  /// Nothing, said, if there are not so many points.
  [[nodiscard]] known_sums const* of(std::size_t n) const {
    if (n <= most_) return &*known_;
    std::printf("skipped: %zu points; the memory is for %zu\n", n, most_);
    return nullptr;
  }

 private:
  own_stream stream_;
  cuzk::memory::device_pool pool_;
  std::size_t most_ = 0;
  std::optional<known_sums> known_;
};
all_sums const& all() {
  static all_sums const made;
  return made;
}

template <unsigned LogSize, int More>
void sums() {
  if (LogSize > 20 && is_left_out("more than 2^20 points")) return;
  std::size_t const n = (std::size_t{1} << sanitized_less("points", LogSize, 18U)) + static_cast<std::size_t>(More);
  if (auto const* const known = all().of(n)) known->sums_of(n);
}
template <unsigned LogSize>
void sums_as_they_are() {
  if (is_left_out("more than 2^20 points")) return;
  std::size_t const n = std::size_t{1} << LogSize;
  if (auto const* const known = all().of(n)) known->sums_as_they_are(n);
}
template <unsigned LogSize, unsigned Rows>
void tables() {
  if (LogSize > 20 && is_sanitized()) return all().of(1)->table_of_mostly_zeros();
  std::size_t const n = (std::size_t{1} << sanitized_less("points", LogSize, 18U)) + 3;
  if (auto const* const known = all().of(n)) known->tables_of(n, Rows);
}

}  // namespace

int main() {
  gpu_case const cases[] = {
      {"sums of 2^20", sums<20, 0>},
      {"sums of 2^20 + 1", sums<20, 1>},
      {"sums of 2^21 + 12345", sums<21, 12345>},
      {"sums of 2^22 - 1", sums<22, -1>},
      {"sums of 2^24", sums<24, 0>},
      {"sums of 2^26", sums<26, 0>},
      {"sums of 2^22, scalars as they are", sums_as_they_are<22>},
      {"tables of 2^20 + 3 points, a row a window", tables<20, 0>},
      {"tables of 2^22 + 3 points, 2 rows", tables<22, 2>},
  };
  return gpu_main(cases);
}
