// SPDX-License-Identifier: Apache-2.0
#pragma once

// Times of calls on a stream, as a table for people and a JSON line for programs.

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

#include <cuda_runtime.h>

#include <cuzk/core/cuda.cuh>

namespace cuzk_bench {

inline double median(std::vector<double> times) {
  std::nth_element(times.begin(), times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2), times.end());
  return times[times.size() / 2];
}

/// Milliseconds of `call` between two events of the stream: the median of `repetitions` after two calls to warm up.
template <class Call>
double device_ms(cudaStream_t stream, Call const& call, std::size_t repetitions = 7) {
  cudaEvent_t begin = nullptr, end = nullptr;
  CUZK_CUDA_CHECK(cudaEventCreate(&begin));
  CUZK_CUDA_CHECK(cudaEventCreate(&end));
  call();
  call();
  std::vector<double> times(repetitions);
  for (double& t : times) {
    float ms = 0;
    CUZK_CUDA_CHECK(cudaEventRecord(begin, stream));
    call();
    CUZK_CUDA_CHECK(cudaEventRecord(end, stream));
    CUZK_CUDA_CHECK(cudaEventSynchronize(end));
    CUZK_CUDA_CHECK(cudaEventElapsedTime(&ms, begin, end));
    t = static_cast<double>(ms);
  }
  CUZK_CUDA_CHECK(cudaEventDestroy(begin));
  CUZK_CUDA_CHECK(cudaEventDestroy(end));
  return median(times);
}

/// Milliseconds on the host's clock until the stream is empty: for calls that work on the host too.
template <class Call>
double wall_ms(cudaStream_t stream, Call const& call, std::size_t repetitions = 5) {
  std::vector<double> times(repetitions);
  call();
  CUZK_CUDA_CHECK(cudaStreamSynchronize(stream));
  for (double& t : times) {
    auto const begin = std::chrono::steady_clock::now();
    call();
    CUZK_CUDA_CHECK(cudaStreamSynchronize(stream));
    t = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
  }
  return median(times);
}

/// One result. `count` items of `bytes` in all that are read or written.
inline void report(std::string const& name, std::size_t count, double bytes, double ms) {
  double const rate = static_cast<double>(count) / ms * 1e-6;
  double const bandwidth = bytes / ms * 1e-6;
  std::printf("%-44s %10zu %10.4f ms %9.3f G/s %9.1f GB/s\n", name.c_str(), count, ms, rate, bandwidth);
  std::printf("{\"name\":\"%s\",\"n\":%zu,\"median_ms\":%.6f,\"giga_items_per_s\":%.6f,\"gigabytes_per_s\":%.3f}\n",
              name.c_str(), count, ms, rate, bandwidth);
  std::fflush(stdout);
}

inline void check(bool good, char const* what) {
  if (!good) throw std::runtime_error(std::string("the result is wrong: ") + what);
}

/// Multiprocessors of the device, which it names in a JSON line.
inline unsigned print_device() {
  cudaDeviceProp device{};
  CUZK_CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
  std::printf("{\"device\": \"%s\", \"multiprocessors\": %d}\n", device.name, device.multiProcessorCount);
  return static_cast<unsigned>(device.multiProcessorCount);
}

/// The numbers that a program is called with.
class arguments {
 public:
  arguments(int count, char** values) : count_(count), values_(values) {}
  [[nodiscard]] int count() const { return count_; }
  [[nodiscard]] unsigned operator()(int i, unsigned otherwise) const {
    return i < count_ ? static_cast<unsigned>(std::strtoul(values_[i], nullptr, 10)) : otherwise;
  }

 private:
  int count_;
  char** values_;
};

/// The main of a benchmark: run(arguments), then PASS, or FAIL with what it threw; 77 where there is no device.
template <class Run>
int bench_main(int argc, char** argv, Run const& run) {
  int devices = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
    std::puts("no CUDA device");
    return 77;
  }
  try {
    run(arguments(argc, argv));
    std::puts("PASS");
    return 0;
  } catch (std::exception const& e) {
    std::printf("FAIL %s\n", e.what());
    return 1;
  }
}

}  // namespace cuzk_bench
