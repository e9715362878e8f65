// SPDX-License-Identifier: Apache-2.0
// Towers in a kernel give bit for bit what they give on the host: fq2 and fq6 of bn254 and tiny
// ones. Returns 77 where there is no device.

#include <cstddef>
#include <cstdio>
#include <cstring>
#include <exception>
#include <vector>

#include <cuda_runtime.h>

#include <cuzk/core/cuda.cuh>
#include <cuzk/core/random.hpp>
#include <cuzk/curves/bn254.hpp>
#include <cuzk/exec/cuda.cuh>
#include <cuzk/field/frobenius.hpp>
#include <cuzk/field/random.hpp>
#include <cuzk/memory/device_resource.cuh>

#include <support/device_array.cuh>
#include <support/towers.hpp>

namespace {

constexpr std::size_t results = 6;  // of one index

// What a tower does beyond its coefficients, of the pair (a[i], b[i]), into out[results * i ...].
template <class F>
struct all_operations {
  F const* a;
  F const* b;
  F* out;

  CUZK_HD void operator()(std::size_t i) const {
    F const x = a[i], y = b[i];
    F* const to = out + results * i;
    to[0] = x * y;
    to[1] = square(x);
    to[2] = inverse(x);
    to[3] = cuzk::frobenius<1>(x);
    to[4] = cuzk::frobenius<2>(y) - halved(x);
    to[5] = mul_by_base(x, y.c1) + F::from_base(norm(y));
  }
};

template <class F>
bool agrees_with_host(char const* name, cudaStream_t stream) {
  std::size_t const n = 1000;  // no multiple of a warp
  std::vector<F> a(n), b(n), on_host(results * n), on_device(results * n);
  cuzk::insecure_seeded_random random(7);
  for (std::size_t i = 0; i < n; ++i) {
    a[i] = cuzk::random_element<F>(random);
    b[i] = cuzk::random_element<F>(random);
  }
  a[0] = F::zero();
  a[1] = F::one();
  a[2] = -F::one();
  a[3] = F::adjoined_root();
  b[1] = F::zero();
  b[2] = F::from_base(F::tag::non_residue());

  cuzk_test::device_array<F> da(n), db(n), dout(results * n);
  CUZK_CUDA_CHECK(cudaMemcpyAsync(da.data, a.data(), n * sizeof(F), cudaMemcpyHostToDevice, stream));
  CUZK_CUDA_CHECK(cudaMemcpyAsync(db.data, b.data(), n * sizeof(F), cudaMemcpyHostToDevice, stream));
  cuzk::memory::device_pool pool;
  cuzk::exec::cuda const where(cuzk::stream_ref(stream), pool);
  cuzk::exec::for_each_index(where, n, all_operations<F>{da.data, db.data, dout.data});
  CUZK_CUDA_CHECK(
      cudaMemcpyAsync(on_device.data(), dout.data, results * n * sizeof(F), cudaMemcpyDeviceToHost, stream));
  where.stream().synchronize();

  all_operations<F> const step{a.data(), b.data(), on_host.data()};
  for (std::size_t i = 0; i < n; ++i) step(i);
  bool const same = std::memcmp(on_host.data(), on_device.data(), results * n * sizeof(F)) == 0;
  std::printf("%s: %s\n", name, same ? "equal" : "DIFFERENT");
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
    bool good = agrees_with_host<cuzk_test::f7_6>("degree 6 over 7 elements", stream);
    good = agrees_with_host<cuzk_test::f5_6>("degree 6 over 5 elements", stream) && good;
    good = agrees_with_host<cuzk::curves::bn254::fq2>("bn254.fq2", stream) && good;
    good = agrees_with_host<cuzk::curves::bn254::fq6>("bn254.fq6", stream) && good;
    CUZK_CUDA_CHECK(cudaStreamDestroy(stream));
    return good ? 0 : 1;
  } catch (std::exception const& e) {
    std::printf("failed: %s\n", e.what());
    return 1;
  }
}
