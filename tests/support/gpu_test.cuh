// SPDX-License-Identifier: Apache-2.0
#pragma once

// The main of a GPU test: runs cases, prints PASS or FAIL for each, returns 77 where there is no device. Environment
// variables: CUZK_TEST_CASES, parts of the names of the cases to run, with commas between them, or =NAME for one; 77
// where there is none. CUZK_TEST_LIST names the cases instead. CUZK_TEST_SANITIZED tells of a sanitizer.

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <cuda_runtime.h>

#include <cuzk/core/cuda.cuh>

namespace cuzk_test {

/// A case fails by throwing.
struct gpu_case {
  char const* name;
  void (*run)();
};

/// Whether the program runs under compute-sanitizer, as scripts/gpu-test says: kernels one after the other and a
/// hundred to a thousand times as long, other programs on the same device. Cases whose number of kernels and threads is
/// of many such take a part that has every kernel and every branch, and those that look at what kernels do at the
/// same time, or at the device's free memory, do not look.
[[nodiscard]] inline bool is_sanitized() {
  char const* const value = std::getenv("CUZK_TEST_SANITIZED");
  return value != nullptr && *value != '\0' && std::strcmp(value, "0") != 0;
}

/// Whether a case, or an end of it, is left out under a sanitizer, which is said.
[[nodiscard]] inline bool is_left_out(char const* why) {
  if (is_sanitized()) std::printf("left out under a sanitizer: %s\n", why);
  return is_sanitized();
}

/// `all`, or under a sanitizer `less`, which is said.
template <class T>
[[nodiscard]] T sanitized_less(char const* what, T const& all, T const& less) {
  if (is_sanitized()) std::printf("less under a sanitizer: %s\n", what);
  return is_sanitized() ? less : all;
}
/// The same of lists that a case goes through.
template <class T>
[[nodiscard]] std::vector<T> sanitized_few(char const* what, std::vector<T> const& all, std::vector<T> const& few) {
  return sanitized_less(what, all, few);
}

inline void require(bool good, std::string const& what) {
  if (!good) throw std::runtime_error(what);
}

/// Whether f throws an E whose text contains `text`.
template <class E, class F>
void require_throws(F const& f, std::string const& text) {
  try {
    f();
  } catch (E const& e) {
    require(std::string(e.what()).find(text) != std::string::npos,
            "the message is: " + std::string(e.what()) + "; it lacks: " + text);
    return;
  }
  throw std::runtime_error("nothing was thrown; expected: " + text);
}

/// Runs job(0) and job(1) at once; fails with what either throws.
template <class Job>
void in_two_threads(Job const& job) {
  std::string failed[2];
  auto const guarded_job = [&](std::size_t who) {
    try {
      job(who);
    } catch (std::exception const& e) {
      failed[who] = e.what();
    }
  };
  std::thread other(guarded_job, std::size_t{1});
  guarded_job(0);
  other.join();
  require(failed[0].empty() && failed[1].empty(), failed[0] + " / " + failed[1]);
}

/// The first index where two vectors differ is named.
template <class T>
void require_equal(std::vector<T> const& host, std::vector<T> const& device, std::string const& what) {
  require(host.size() == device.size(), what + ": sizes differ");
  for (std::size_t i = 0; i < host.size(); ++i) {
    require(host[i] == device[i],
            what + ": element " + std::to_string(i) + " of " + std::to_string(host.size()) + " differs");
  }
}

/// A stream that does not wait for the null stream.
class own_stream {
 public:
  own_stream() { CUZK_CUDA_CHECK(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking)); }
  own_stream(own_stream const&) = delete;
  own_stream& operator=(own_stream const&) = delete;
  ~own_stream() { cudaStreamDestroy(stream_); }
  [[nodiscard]] cuzk::stream_ref ref() const { return cuzk::stream_ref(stream_); }
  [[nodiscard]] cudaStream_t get() const { return stream_; }

 private:
  cudaStream_t stream_ = nullptr;
};

template <class T>
void copy_to_device(cudaStream_t stream, T* device, std::vector<T> const& host) {
  if (host.empty()) return;
  CUZK_CUDA_CHECK(cudaMemcpyAsync(device, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice, stream));
}

template <class T>
[[nodiscard]] std::vector<T> copy_to_host(cudaStream_t stream, T const* device, std::size_t n) {
  std::vector<T> host(n);
  if (n != 0) {
    CUZK_CUDA_CHECK(cudaMemcpyAsync(host.data(), device, n * sizeof(T), cudaMemcpyDeviceToHost, stream));
  }
  CUZK_CUDA_CHECK(cudaStreamSynchronize(stream));
  return host;
}

/// Whether CUZK_TEST_CASES, if set, asks for a case of this name.
inline bool is_wanted(std::string_view name) {
  char const* const value = std::getenv("CUZK_TEST_CASES");
  if (value == nullptr) return true;
  std::string_view wanted(value);
  if (wanted.substr(0, 1) == "=") return wanted.substr(1) == name;
  for (;;) {
    std::size_t const comma = wanted.find(',');
    if (name.find(wanted.substr(0, comma)) != std::string_view::npos) return true;
    if (comma == std::string_view::npos) return false;
    wanted.remove_prefix(comma + 1);
  }
}

inline int gpu_main(std::span<gpu_case const> cases) {
  if (std::getenv("CUZK_TEST_LIST") != nullptr) {
    for (auto const& c : cases) {
      if (is_wanted(c.name)) std::printf("CASE %s\n", c.name);
    }
    return 0;
  }
  int devices = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
    std::puts("no CUDA device");
    return 77;
  }
  int failures = 0;
  std::size_t ran = 0;
  for (auto const& c : cases) {
    if (!is_wanted(c.name)) continue;
    ++ran;
    try {
      c.run();
      CUZK_CUDA_CHECK(cudaDeviceSynchronize());
      std::printf("PASS %s\n", c.name);
    } catch (std::exception const& e) {
      ++failures;
      std::printf("FAIL %s: %s\n", c.name, e.what());
    }
    std::fflush(stdout);
  }
  if (ran == 0) {
    char const* const wanted = std::getenv("CUZK_TEST_CASES");
    std::printf("no case has such a name: %s\n", wanted == nullptr ? "" : wanted);
    return 77;
  }
  std::printf("%s: %d of %zu cases failed\n", failures == 0 ? "PASS" : "FAIL", failures, ran);
  return failures == 0 ? 0 : 1;
}

}  // namespace cuzk_test
