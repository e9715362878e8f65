// SPDX-License-Identifier: Apache-2.0
// Field operations in a kernel give bit for bit what they give on the host, for every shape of a
// modulus. Returns 77 where there is no device.

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <vector>

#include <cuda_runtime.h>

#include <cuzk/core/cuda.cuh>
#include <cuzk/core/random.hpp>
#include <cuzk/exec/cuda.cuh>
#include <cuzk/field/prime_field.hpp>
#include <cuzk/field/random.hpp>
#include <cuzk/memory/device_resource.cuh>

#include <support/device_array.cuh>
#include <support/fields.hpp>

namespace {

// RFC 9380, section 8.8.1.
struct bls12_381_fq {
  static constexpr auto modulus = cuzk::big_int<6>::from_hex(
      "1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab");
  static constexpr std::uint64_t generator = 2;
};

// The order of its groups, the same section; its lowest 32-bit limbs are 1 and 2^32 - 1.
struct bls12_381_fr {
  static constexpr auto modulus =
      cuzk::big_int<4>::from_hex("73eda753299d7d48'3339d80809a1d805'53bda402fffe5bfe'ffffffff00000001");
  static constexpr std::uint64_t generator = 7;
};

constexpr std::size_t results = 9;  // of one index

// Everything an element can do, of the pair (a[i], b[i]), into out[results * i ...].
template <class F>
struct all_operations {
  F const* a;
  F const* b;
  F* out;

  CUZK_HD void operator()(std::size_t i) const {
    F const x = a[i], y = b[i];
    F* const to = out + results * i;
    to[0] = x + y;
    to[1] = x - y;
    to[2] = x * y;
    to[3] = square(x);
    to[4] = -x;
    to[5] = halved(x);
    to[6] = inverse(x);
    to[7] = pow(x, std::uint64_t{0x1234567});
    to[8] = is_lexicographically_largest(x) && !is_zero(y) ? F::one() : F(i);
  }
};

template <class Params>
bool agrees_with_host(char const* name, cudaStream_t stream) {
  using field = cuzk::prime_field<Params>;
  std::size_t const n = 1000;  // no multiple of a warp
  std::vector<field> a(n), b(n), on_host(results * n), on_device(results * n);
  cuzk::insecure_seeded_random random(7);
  for (std::size_t i = 0; i < n; ++i) {
    a[i] = cuzk::random_element<field>(random);
    b[i] = cuzk::random_element<field>(random);
  }
  a[0] = field::zero();
  a[1] = field::one();
  a[2] = -field::one();
  b[1] = field::zero();
  b[2] = -field::one();

  cuzk_test::device_array<field> da(n), db(n), dout(results * n);
  CUZK_CUDA_CHECK(cudaMemcpyAsync(da.data, a.data(), n * sizeof(field), cudaMemcpyHostToDevice, stream));
  CUZK_CUDA_CHECK(cudaMemcpyAsync(db.data, b.data(), n * sizeof(field), cudaMemcpyHostToDevice, stream));
  cuzk::memory::device_pool pool;
  cuzk::exec::cuda const where(cuzk::stream_ref(stream), pool);
  cuzk::exec::for_each_index(where, n, all_operations<field>{da.data, db.data, dout.data});
  cuzk::exec::for_each_index(where, 0, all_operations<field>{nullptr, nullptr, nullptr});
  CUZK_CUDA_CHECK(
      cudaMemcpyAsync(on_device.data(), dout.data, results * n * sizeof(field), cudaMemcpyDeviceToHost, stream));
  where.stream().synchronize();

  all_operations<field> const step{a.data(), b.data(), on_host.data()};
  for (std::size_t i = 0; i < n; ++i) step(i);
  std::size_t differing = 0;
  while (differing < results * n && on_host[differing] == on_device[differing]) ++differing;
  bool const same = differing == results * n;
  if (same) {
    std::printf("%s: equal\n", name);
  } else {
    std::printf("%s: operation %zu of pair %zu is DIFFERENT\n", name, differing % results, differing / results);
  }
  return same;
}

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
    bool good = agrees_with_host<cuzk_test::p17>("p17", stream);
    good = agrees_with_host<cuzk_test::goldilocks>("goldilocks", stream) && good;
    good = agrees_with_host<cuzk_test::mersenne_127>("mersenne_127", stream) && good;
    good = agrees_with_host<cuzk_test::p25519>("p25519", stream) && good;
    good = agrees_with_host<bls12_381_fq>("bls12_381_fq", stream) && good;
    good = agrees_with_host<bls12_381_fr>("bls12_381_fr", stream) && good;
    good = agrees_with_host<cuzk_test::p384>("p384", stream) && good;
    CUZK_CUDA_CHECK(cudaStreamDestroy(stream));
    return good ? 0 : 1;
  } catch (std::exception const& e) {
    std::printf("failed: %s\n", e.what());
    return 1;
  }
}
