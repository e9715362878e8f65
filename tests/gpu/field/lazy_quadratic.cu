// SPDX-License-Identifier: Apache-2.0
// Products and squares in quadratic extensions give in a kernel bit for bit what they give on the host, over
// moduli that leave the room for lazy reduction and over moduli that do not: all pairs of extreme
// coefficients, then random ones. Returns 77 where there is no device.

#include <cstddef>
#include <cstdio>
#include <cstring>
#include <exception>
#include <vector>

#include <cuda_runtime.h>

#include <cuzk/core/cuda.cuh>
#include <cuzk/core/random.hpp>
#include <cuzk/curves/bls12_377.hpp>
#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/curves/bn254.hpp>
#include <cuzk/exec/cuda.cuh>
#include <cuzk/field/detail/lazy_quadratic.hpp>
#include <cuzk/field/prime_field.hpp>
#include <cuzk/field/quadratic_extension.hpp>
#include <cuzk/field/random.hpp>
#include <cuzk/memory/device_resource.cuh>

#include <support/device_array.cuh>
#include <support/fields.hpp>
#include <support/towers.hpp>

namespace {

constexpr std::size_t results = 6;  // of one index

// Products and squares alone, in place too.
template <class F>
struct products {
  F const* a;
  F const* b;
  F* out;

  CUZK_HD void operator()(std::size_t i) const {
    F const x = a[i], y = b[i];
    F* const to = out + results * i;
    to[0] = x * y;
    to[1] = square(x);
    F z = y;
    z *= z;
    to[2] = z;
    z *= x;
    to[3] = z;
    z = square(z);
    to[4] = z;
    to[5] = conjugate(x) * x;
  }
};

// Coefficients whose Montgomery forms are extreme: 0, 1, R mod p, p - 1, p - R mod p, 2^(64 k) - 1, and all limbs of
// ones below the highest one of p.
template <class B>
std::vector<B> extreme_coefficients() {
  typename B::integer last = B::modulus, ones{}, one = B::integer::from_u64(1);
  last.limbs[0] -= 1;
  std::vector<B> c{B::zero(), B::one(), -B::one(), B::from_montgomery_unchecked(one),
                   B::from_montgomery_unchecked(last)};
  for (std::size_t k = 0; k + 1 < B::limb_count; ++k) {
    ones.limbs[k] = ~cuzk::detail::u64{0};
    c.push_back(B::from_montgomery_unchecked(ones));
  }
  ones.limbs[B::limb_count - 1] = B::modulus.limbs[B::limb_count - 1] - 1;
  c.push_back(B::from_montgomery_unchecked(ones));
  return c;
}

template <class F>
bool agrees_with_host(char const* name, cudaStream_t stream) {
  std::vector<F> edges, a, b;
  auto const coefficients = extreme_coefficients<typename F::base_field>();
  for (auto const& c0 : coefficients) {
    for (auto const& c1 : coefficients) edges.push_back({c0, c1});
  }
  for (F const& x : edges) {
    for (F const& y : edges) {
      a.push_back(x);
      b.push_back(y);
    }
  }
  cuzk::insecure_seeded_random random(8);
  for (int i = 0; i < 5000; ++i) {
    a.push_back(cuzk::random_element<F>(random));
    b.push_back(cuzk::random_element<F>(random));
  }

  std::size_t const n = a.size();
  std::vector<F> on_host(results * n), on_device(results * n);
  cuzk_test::device_array<F> da(n), db(n), dout(results * n);
  CUZK_CUDA_CHECK(cudaMemcpyAsync(da.data, a.data(), n * sizeof(F), cudaMemcpyHostToDevice, stream));
  CUZK_CUDA_CHECK(cudaMemcpyAsync(db.data, b.data(), n * sizeof(F), cudaMemcpyHostToDevice, stream));
  cuzk::memory::device_pool pool;
  cuzk::exec::cuda const where(cuzk::stream_ref(stream), pool);
  cuzk::exec::for_each_index(where, n, products<F>{da.data, db.data, dout.data});
  CUZK_CUDA_CHECK(
      cudaMemcpyAsync(on_device.data(), dout.data, results * n * sizeof(F), cudaMemcpyDeviceToHost, stream));
  where.stream().synchronize();

  products<F> const step{a.data(), b.data(), on_host.data()};
  for (std::size_t i = 0; i < n; ++i) step(i);
  bool const same = std::memcmp(on_host.data(), on_device.data(), results * n * sizeof(F)) == 0;
  std::printf("%s: %s\n", name, same ? "equal" : "DIFFERENT");
  return same;
}

using fq_381 = cuzk::curves::bls12_381::fq;
using fq_377 = cuzk::curves::bls12_377::fq;
using fq_254 = cuzk::curves::bn254::fq;
using fq_127 = cuzk::prime_field<cuzk_test::mersenne_127>;  // one bit of room
using fq_25519 = cuzk::prime_field<cuzk_test::p25519>;      // one bit of room
using fq_384 = cuzk::prime_field<cuzk_test::p384>;          // no room
using fq_goldilocks = cuzk::prime_field<cuzk_test::goldilocks>;
using cuzk_test::integer_tag;
template <class B, int beta>
using root_of = cuzk::quadratic_extension<integer_tag<B, beta>>;

using cuzk::detail::has_lazy_quadratic;
static_assert(has_lazy_quadratic<fq_381, -1> && has_lazy_quadratic<fq_377, -5> && has_lazy_quadratic<fq_377, 5>);
static_assert(has_lazy_quadratic<fq_254, -1> && has_lazy_quadratic<fq_254, -5> && has_lazy_quadratic<fq_254, 3>);
static_assert(!has_lazy_quadratic<fq_254, -6> && !has_lazy_quadratic<fq_254, 5>);
static_assert(has_lazy_quadratic<fq_127, -1> && has_lazy_quadratic<fq_127, -2>);
static_assert(!has_lazy_quadratic<fq_127, 3> && !has_lazy_quadratic<fq_25519, 2>);
static_assert(!has_lazy_quadratic<fq_384, -1> && !has_lazy_quadratic<fq_goldilocks, 7>);
static_assert(!has_lazy_quadratic<cuzk_test::f7_6, -1>);

}  // namespace

int main() {
  int devices = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
    std::puts("no CUDA device");
    return 77;
  }
  try {
    cudaStream_t stream = nullptr;
    CUZK_CUDA_CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    bool good = agrees_with_host<cuzk::curves::bls12_381::fq2>("bls12_381.fq2", stream);
    good = agrees_with_host<cuzk::curves::bls12_377::fq2>("bls12_377.fq2", stream) && good;
    good = agrees_with_host<cuzk::curves::bn254::fq2>("bn254.fq2", stream) && good;
    good = agrees_with_host<root_of<fq_377, 5>>("root of 5 over bls12_377.fq", stream) && good;
    good = agrees_with_host<root_of<fq_254, 3>>("root of 3 over bn254.fq", stream) && good;
    good = agrees_with_host<root_of<fq_254, -5>>("root of -5 over bn254.fq", stream) && good;
    good = agrees_with_host<root_of<fq_127, -1>>("root of -1 over 2^127 - 1", stream) && good;
    good = agrees_with_host<root_of<fq_127, -2>>("root of -2 over 2^127 - 1", stream) && good;
    good = agrees_with_host<root_of<fq_25519, 2>>("root of 2 over 2^255 - 19", stream) && good;
    good = agrees_with_host<root_of<fq_384, -1>>("root of -1 over P-384's field", stream) && good;
    good = agrees_with_host<root_of<fq_goldilocks, 7>>("root of 7 over 2^64 - 2^32 + 1", stream) && good;
    CUZK_CUDA_CHECK(cudaStreamDestroy(stream));
    return good ? 0 : 1;
  } catch (std::exception const& e) {
    std::printf("failed: %s\n", e.what());
    return 1;
  }
}
