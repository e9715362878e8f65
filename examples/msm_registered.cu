// SPDX-License-Identifier: Apache-2.0
// Sums of points and scalars in memory of mine, page-locked where it is, by two threads whose kernels take turns.
#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <memory>
#include <span>
#include <thread>
#include <vector>

#include <cuzk/curves/secp256k1.hpp>
#include <cuzk/exec/serial.hpp>
#include <cuzk/lock.hpp>
#include <cuzk/memory.cuh>
#include <cuzk/msm.hpp>
#include <cuzk/msm/streamed.cuh>

using curve = cuzk::curves::secp256k1;
using point = cuzk::affine<curve>;
using fr = curve::scalar_field;

int main() {
  int devices = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) return 77;  // skipped
  std::size_t const n = 1U << 12U, bytes = n * (sizeof(point) + sizeof(fr));   // whole pages
  std::unique_ptr<void, void (*)(void*)> const mine(std::aligned_alloc(4096, bytes), std::free);
  std::span const points(static_cast<point*>(mine.get()), n);
  std::span const scalars(reinterpret_cast<fr*>(points.data() + n), n);
  for (std::size_t i = 0; i < n; ++i) {
    points[i] = point::generator();
    scalars[i] = i == 0 ? fr::one() : fr(3) * scalars[i - 1];
  }
  cuzk::memory::registration const locked_pages(std::span(static_cast<std::byte*>(mine.get()), bytes));
  auto const expected = cuzk::msm::msm(cuzk::exec::serial{}, points, scalars);

  cuzk::lock::kernel_region const turns;
  auto const times = std::make_shared<cuzk::lock::ledger>();
  std::vector<int> good(2);
  auto const work = [&](int& is_good) {
    cudaStream_t stream = nullptr;
    CUZK_CUDA_CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    cuzk::memory::device_pool pool;
    cuzk::exec::cuda const where(cuzk::stream_ref(stream), pool);
    cuzk::msm::streamed<curve, cuzk::memory::registered, cuzk::lock::kernel_region> msm(where, n, {}, {}, turns, {},
                                                                                        times);
    is_good = msm.sum<fr>(where, points, scalars, cuzk::wait_limits::within(std::chrono::minutes(1))) == expected;
  };
  std::thread other(work, std::ref(good[0]));
  work(good[1]);
  other.join();
  auto const waited = times->times(cuzk::region::upload).waited;
  std::cout << "waited for turns: " << std::chrono::duration_cast<std::chrono::microseconds>(waited).count() << " us\n";
  return good[0] && good[1] && times->times(cuzk::region::kernels).entered == 2 ? 0 : 1;
}
