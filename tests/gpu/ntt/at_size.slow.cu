// SPDX-License-Identifier: Apache-2.0
// Large transforms over BLS12-381 Fr held against what a transform means: values at powers of the root, round trips,
// shifts. Nothing but single values leaves the device. Returns 77 where there is no device.

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <cuda_runtime.h>

#include <cuzk/core/config.hpp>
#include <cuzk/core/cuda.cuh>
#include <cuzk/core/random.hpp>
#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/exec/cuda.cuh>
#include <cuzk/exec/serial.hpp>
#include <cuzk/field/prime_field.hpp>
#include <cuzk/memory/device_buffer.cuh>
#include <cuzk/memory/device_resource.cuh>
#include <cuzk/ntt/bit_reversal.hpp>
#include <cuzk/ntt/device_plan.cuh>
#include <cuzk/ntt/options.hpp>
#include <cuzk/ntt/plan.hpp>
#include <cuzk/vector/elementwise.cuh>
#include <cuzk/vector/insecure_random.cuh>
#include <cuzk/vector/polynomial.cuh>
#include <cuzk/vector/powers.cuh>

#include <support/fields.hpp>
#include <support/gpu_test.cuh>
#include <support/seed.hpp>

namespace {

using namespace cuzk_test;
using F = cuzk::curves::bls12_381::fr;
using cuzk::ntt::order;

// differs[0] = 1 unless a[i + shift mod n] = b[i] for every i < n.
struct compare_shifted {
  F const* a;
  F const* b;
  std::size_t shift;
  std::size_t n;
  unsigned* differs;

  CUZK_HD void operator()(std::size_t i) const {
    std::size_t const from = i + shift < n ? i + shift : i + shift - n;
    if (!(a[from] == b[i])) *differs = 1;
  }
};

struct spread_ones {
  F* out;
  std::size_t step;

  CUZK_HD void operator()(std::size_t i) const { out[i] = i % step == 0 ? F::one() : F::zero(); }
};

/// A transform of 2^log_size elements, and memory for three vectors.
class transform {
 public:
  transform(cuzk::exec::cuda const& where, unsigned log_size)
      : where_(where),
        plan_(where, log_size),
        n_(std::size_t{1} << log_size),
        x_(where.allocate<F>(n_)),
        y_(where.allocate<F>(n_)),
        z_(where.allocate<F>(n_)),
        value_(where.allocate<F>(1)),
        differs_(where.allocate<unsigned>(1)) {}

  void random_input() { cuzk::vector::insecure_random_elements(where_, x_.span(), seed() + plan_.log_size()); }

  // y is the transform of x with `how`: a few values of it are those of the polynomial, and back comes x.
  void values_and_back(cuzk::ntt::options<F> const& how) {
    copy(y_, x_);
    plan_.forward(where_, y_.span(), how);
    cuzk::insecure_seeded_random random(seed());
    for (int k = 0; k < 4; ++k) {
      std::size_t const i = k == 0 ? 0 : k == 1 ? n_ - 1 : random.next_u64() % n_;
      F x = pow(plan_.root(), std::uint64_t{i});
      if (how.coset) x *= *how.coset;
      bool const natural = how.output == order::natural;
      F const* const place = y_.data() + (natural ? i : cuzk::ntt::reversed_bits(i, plan_.log_size()));
      cuzk::vector::evaluate_into(where_, value_.span(), std::span<F const>(x_.span()), x);
      require(fetch(place) == fetch(value_.data()), name("the value at power " + std::to_string(i)));
    }
    plan_.inverse(where_, y_.span(), {how.output, how.input, how.coset});
    require(equal(y_, x_), name("forward and back"));
  }

  // From values to coefficients first, in the orders given.
  void round_trip(cuzk::ntt::options<F> const& how) {
    copy(y_, x_);
    plan_.inverse(where_, y_.span(), how);
    plan_.forward(where_, y_.span(), {how.output, how.input, how.coset});
    require(equal(y_, x_), name("back and forward"));
  }

  // Coefficients times powers of the root shift the values; coefficients moved by one place multiply them by powers.
  void shifts() {
    F const root = plan_.root();
    copy(y_, x_);
    plan_.forward(where_, y_.span());
    cuzk::vector::multiply_by_powers(where_, z_.span(), std::span<F const>(x_.span()), root);
    plan_.forward(where_, z_.span());
    require(equal(y_, z_, 1), name("coefficients times powers of the root"));

    std::size_t const by = n_ / 3 + 1;  // y_i w^(i by) is the transform of c_(j - by)
    cuzk::vector::multiply_by_powers(where_, y_.span(), std::span<F const>(y_.span()), pow(root, std::uint64_t{by}));
    plan_.inverse(where_, y_.span());
    require(equal(y_, x_, by), name("coefficients moved by " + std::to_string(by)));
  }

  // The transform of ones at every `step`-th place, where it divides n: n / step at every (n / step)-th place.
  void combs() {
    for (std::size_t step = 1; step <= n_; step *= step < n_ / 64 ? 64 : 2) {
      cuzk::exec::for_each_index(where_, n_, spread_ones{y_.data(), step});
      plan_.forward(where_, y_.span());
      cuzk::exec::for_each_index(where_, n_, spread_ones{z_.data(), n_ / step});
      cuzk::vector::scale(where_, z_.span(), std::span<F const>(z_.span()), F(n_ / step));
      require(equal(y_, z_), name("ones at every place that " + std::to_string(step) + " divides"));
    }
  }

 private:
  using buffer = cuzk::memory::device_buffer<F>;

  void copy(buffer const& to, buffer const& from) const {
    CUZK_CUDA_CHECK(cudaMemcpyAsync(to.data(), from.data(), n_ * sizeof(F), cudaMemcpyDeviceToDevice, stream()));
  }
  template <class T>
  [[nodiscard]] T fetch(T const* from) const {
    return copy_to_host(stream(), from, 1)[0];
  }
  /// Whether a[i + shift mod n] = b[i].
  [[nodiscard]] bool equal(buffer const& a, buffer const& b, std::size_t shift = 0) const {
    CUZK_CUDA_CHECK(cudaMemsetAsync(differs_.data(), 0, sizeof(unsigned), stream()));
    cuzk::exec::for_each_index(where_, n_, compare_shifted{a.data(), b.data(), shift, n_, differs_.data()});
    return fetch(differs_.data()) == 0;
  }
  [[nodiscard]] std::string name(std::string const& what) const {
    return "2^" + std::to_string(plan_.log_size()) + ": " + what;
  }
  [[nodiscard]] cudaStream_t stream() const { return where_.stream().get(); }

  cuzk::exec::cuda where_;
  cuzk::ntt::device_plan<F> plan_;
  std::size_t n_;
  buffer x_, y_, z_, value_;
  cuzk::memory::device_buffer<unsigned> differs_;
};

template <unsigned LogSize>
void properties() {
  if (LogSize > 20 && is_left_out("sizes whose tiles ntt.device_plan has")) return;
  unsigned const log_size = sanitized_less("elements", LogSize, 14U);
  std::size_t free = 0, total = 0;
  CUZK_CUDA_CHECK(cudaMemGetInfo(&free, &total));
  std::size_t const bytes = (sizeof(F) << log_size) * 6;  // three vectors, scratch, tables and what folds take
  if (bytes > free) {
    std::printf("skipped: 2^%u elements, which take %zu bytes of %zu\n", log_size, bytes, free);
    return;
  }
  own_stream const stream;
  cuzk::memory::device_pool pool;
  transform t(cuzk::exec::cuda(stream.ref(), pool), log_size);
  t.random_input();
  for (auto const& coset : {std::optional<F>{}, std::optional<F>{F(7)}}) {
    for (order const out : {order::natural, order::bit_reversed}) {
      t.values_and_back({order::natural, out, coset});
      for (order const in : {order::natural, order::bit_reversed}) t.round_trip({in, out, coset});
    }
  }
  t.shifts();
  t.combs();
  stream.ref().synchronize();
}

using element = cuzk::prime_field<goldilocks>;  // of 8 bytes

struct compare_random {
  element const* a;
  std::uint64_t seed;
  unsigned* differs;

  CUZK_HD void operator()(std::size_t i) const {
    if (!(a[i] == cuzk::vector::insecure_random_element<element>(seed, i))) *differs = 1;
  }
};

// Indices of 33 bits: ingonyama-zk/icicle#358.
void batch_of_more_than_two_to_the_32_elements() {
  if (is_left_out("more than 2^32 elements")) return;
  unsigned const log_size = 10;
  std::size_t const n = std::size_t{1} << log_size, transforms = (std::size_t{1} << 22U) + 3, count = transforms * n;
  std::size_t free = 0, total = 0;
  CUZK_CUDA_CHECK(cudaMemGetInfo(&free, &total));
  if (count * sizeof(element) > free / 5 * 4) {
    std::printf("skipped: %zu elements, which take %zu bytes of %zu\n", count, count * sizeof(element), free);
    return;
  }
  own_stream const stream;
  cuzk::memory::device_pool pool;
  cuzk::exec::cuda const where(stream.ref(), pool);
  cuzk::ntt::device_plan<element> const plan(where, log_size);
  auto const data = where.allocate<element>(count);
  auto const differs = where.allocate<unsigned>(1);
  cuzk::vector::insecure_random_elements(where, data.span(), seed());
  cuzk::ntt::options<element> const there{order::natural, order::bit_reversed, element(7)};
  plan.forward(where, data.span(), there);
  cuzk::ntt::plan<element> const host(log_size);
  for (std::size_t const t : {std::size_t{0}, (std::size_t{1} << 21U) + 1, (std::size_t{1} << 22U) - 1,
                              std::size_t{1} << 22U, transforms - 1}) {
    std::vector<element> expected(n);
    for (std::size_t i = 0; i < n; ++i) {
      expected[i] = cuzk::vector::insecure_random_element<element>(seed(), t * n + i);
    }
    host.forward(cuzk::exec::serial{}, std::span<element>(expected), there);
    require_equal(expected, copy_to_host(stream.get(), data.data() + t * n, n), "transform " + std::to_string(t));
  }
  plan.inverse(where, data.span(), {order::bit_reversed, order::natural, element(7)});
  CUZK_CUDA_CHECK(cudaMemsetAsync(differs.data(), 0, sizeof(unsigned), stream.get()));
  cuzk::exec::for_each_index(where, count, compare_random{data.data(), seed(), differs.data()});
  require(copy_to_host(stream.get(), differs.data(), 1)[0] == 0, "forward and back");
}

}  // namespace

int main() {
  gpu_case const cases[] = {
      {"transforms of 2^20", properties<20>},
      {"transforms of 2^21", properties<21>},
      {"transforms of 2^22", properties<22>},
      {"transforms of 2^23", properties<23>},
      {"transforms of 2^24", properties<24>},
      {"transforms of 2^25", properties<25>},
      {"transforms of 2^26", properties<26>},
      {"transforms of 2^28", properties<28>},
      {"batch_of_more_than_two_to_the_32_elements", batch_of_more_than_two_to_the_32_elements},
  };
  return gpu_main(cases);
}
