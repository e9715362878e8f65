// SPDX-License-Identifier: Apache-2.0
// Transforms of BLS12-381 Fr in device memory: milliseconds, products a second counted as n/2 log2 n, and
// the share of 4.29 TB/s that one read and one write of the data would take.
//
//   device_plan [least log2 n [largest log2 n [tile_log least_column_log [thread_elements_log
//              [table_bytes_log]]]]]

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <cuda_runtime.h>

#include <cuzk/core/cuda.cuh>
#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/exec/cuda.cuh>
#include <cuzk/memory/device_resource.cuh>
#include <cuzk/ntt/device_plan.cuh>
#include <cuzk/ntt/tile_tuning.hpp>

namespace {

using f = cuzk::curves::bls12_381::fr;
using cuzk::ntt::options;
using cuzk::ntt::order;

// Element i is a full-size value that depends on i.
struct fill {
  f* data;
  CUZK_HD void operator()(std::size_t i) const {
    f const x = f(i + 1) * f(0x9e37'79b9'7f4a'7c15);
    data[i] = x * x * x * x * x;
  }
};

struct count_different {
  f const* a;
  f const* b;
  unsigned long long* count;
  CUZK_HD void operator()(std::size_t i) const {
    if (a[i] == b[i]) return;
#if defined(__CUDA_ARCH__)
    atomicAdd(count, 1ULL);
#endif
  }
};

template <class Call>
double median_ms(cudaStream_t stream, std::size_t repetitions, Call const& call) {
  cudaEvent_t begin = nullptr, end = nullptr;
  CUZK_CUDA_CHECK(cudaEventCreate(&begin));
  CUZK_CUDA_CHECK(cudaEventCreate(&end));
  call();
  call();
  std::vector<float> times(repetitions);
  for (float& t : times) {
    CUZK_CUDA_CHECK(cudaEventRecord(begin, stream));
    call();
    CUZK_CUDA_CHECK(cudaEventRecord(end, stream));
    CUZK_CUDA_CHECK(cudaEventSynchronize(end));
    CUZK_CUDA_CHECK(cudaEventElapsedTime(&t, begin, end));
  }
  CUZK_CUDA_CHECK(cudaEventDestroy(begin));
  CUZK_CUDA_CHECK(cudaEventDestroy(end));
  std::nth_element(times.begin(), times.begin() + static_cast<std::ptrdiff_t>(repetitions / 2), times.end());
  return static_cast<double>(times[repetitions / 2]);
}

void row(char const* what, unsigned log_size, double ms) {
  double const n = static_cast<double>(std::size_t{1} << log_size);
  double const products = n / 2 * log_size / ms * 1e-6;
  double const passes = ms * 1e-3 * 4.29e12 / (2 * n * sizeof(f));
  std::printf("2^%-3u %-34s %9.4f ms %7.1f G products/s %6.2f copies of the data\n", log_size, what, ms, products,
              passes);
  std::printf("{\"name\": \"ntt/%s\", \"log_size\": %u, \"ms\": %.5f, \"g_products_per_s\": %.2f, \"copies\": %.2f}\n",
              what, log_size, ms, products, passes);
}

bool run(unsigned log_size, std::optional<cuzk::ntt::tile_tuning> const& tuning, cudaStream_t stream,
         cuzk::memory::device_pool& pool) {
  cuzk::exec::cuda const where(cuzk::stream_ref(stream), pool);
  std::size_t const n = std::size_t{1} << log_size;
  auto const x = where.allocate<f>(n), kept = where.allocate<f>(n);
  auto const wrong = where.allocate<unsigned long long>(1);
  cuzk::exec::for_each_index(where, n, fill{x.data()});
  cuzk::exec::for_each_index(where, n, fill{kept.data()});
  double const build_ms = median_ms(stream, 1, [&] { cuzk::ntt::device_plan<f> const again(where, log_size, tuning); });
  cuzk::ntt::device_plan<f> const plan(where, log_size, tuning);
  std::printf("2^%-3u tables %.1f MiB in %.3f ms\n", log_size, static_cast<double>(plan.table_bytes()) / 1048576,
              build_ms);

  f const shift(7);
  struct way {
    char const* name;
    options<f> there, back;
  };
  std::vector<way> const ways{
      {"natural to natural", {}, {}},
      {"natural to reversed", {order::natural, order::bit_reversed}, {order::bit_reversed, order::natural}},
      {"natural to natural, coset", {order::natural, order::natural, shift}, {order::natural, order::natural, shift}},
      {"natural to reversed, coset",
       {order::natural, order::bit_reversed, shift},
       {order::bit_reversed, order::natural, shift}},
  };
  bool good = true;
  for (auto const& w : ways) {
    plan.forward(where, x.span(), w.there);
    plan.inverse(where, x.span(), w.back);
    unsigned long long different = 1;
    CUZK_CUDA_CHECK(cudaMemsetAsync(wrong.data(), 0, sizeof(different), stream));
    cuzk::exec::for_each_index(where, n, count_different{x.data(), kept.data(), wrong.data()});
    CUZK_CUDA_CHECK(cudaMemcpyAsync(&different, wrong.data(), sizeof(different), cudaMemcpyDeviceToHost, stream));
    CUZK_CUDA_CHECK(cudaStreamSynchronize(stream));
    if (different != 0) {
      std::printf("FAIL 2^%u %s: %llu elements differ after the round trip\n", log_size, w.name, different);
      good = false;
      continue;
    }
    std::size_t const repetitions = log_size < 22 ? 21 : 7;
    std::string const name = w.name;
    row(("forward " + name).c_str(), log_size,
        median_ms(stream, repetitions, [&] { plan.forward(where, x.span(), w.there); }));
    row(("inverse of " + name).c_str(), log_size,
        median_ms(stream, repetitions, [&] { plan.inverse(where, x.span(), w.back); }));
    cuzk::exec::for_each_index(where, n, fill{x.data()});
  }
  return good;
}

}  // namespace

int main(int count, char** arguments) {
  auto const argument = [&](int i, unsigned otherwise) {
    return i < count ? static_cast<unsigned>(std::strtoul(arguments[i], nullptr, 10)) : otherwise;
  };
  int devices = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
    std::puts("no CUDA device");
    return 77;
  }
  try {
    cudaDeviceProp device{};
    CUZK_CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
    std::printf("{\"device\": \"%s\", \"multiprocessors\": %d}\n", device.name, device.multiProcessorCount);
    std::optional<cuzk::ntt::tile_tuning> tuning;
    if (count > 4) tuning = cuzk::ntt::tile_tuning{argument(3, 10), argument(4, 1), argument(5, 3), argument(6, 30)};
    cudaStream_t stream = nullptr;
    CUZK_CUDA_CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    cuzk::memory::device_pool pool;
    bool good = true;
    for (unsigned log_size = argument(1, 16); log_size <= argument(2, 27); ++log_size) {
      good = run(log_size, tuning, stream, pool) && good;
    }
    CUZK_CUDA_CHECK(cudaStreamSynchronize(stream));
    CUZK_CUDA_CHECK(cudaStreamDestroy(stream));
    std::puts(good ? "PASS" : "FAIL");
    return good ? 0 : 1;
  } catch (std::exception const& e) {
    std::printf("FAIL %s\n", e.what());
    return 1;
  }
}
