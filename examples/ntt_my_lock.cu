// SPDX-License-Identifier: Apache-2.0
// Transforms of host data under a lock policy of one's own: one job at a time on the bus, kernels beside each other.
#include <cstddef>
#include <iostream>
#include <memory>
#include <span>
#include <thread>
#include <vector>

#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/lock.hpp>
#include <cuzk/memory.cuh>
#include <cuzk/ntt/streamed.cuh>

struct one_on_the_bus {
  using policy_kind = cuzk::lock_kind;
  static constexpr std::size_t locks = 1;

  cuzk::lock::fifo_lock bus{};

  static constexpr bool needs(std::size_t, cuzk::region which) {
    return which == cuzk::region::upload || which == cuzk::region::download;
  }
  auto acquire(std::size_t, cuzk::wait_limits const& limits) const { return bus.acquire(limits); }
};
static_assert(cuzk::lock_policy<one_on_the_bus>);

using fr = cuzk::curves::bls12_381::fr;

bool round_trips(one_on_the_bus const& mine, std::shared_ptr<cuzk::lock::ledger> const& times) {
  cudaStream_t stream = nullptr;
  CUZK_CUDA_CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  cuzk::memory::device_pool pool;
  cuzk::exec::cuda const where(cuzk::stream_ref(stream), pool);
  cuzk::ntt::streamed<fr, one_on_the_bus> ntt(where, 16, 0, {}, mine, {}, times);
  std::vector<fr> data(ntt.size(), fr::zero());
  data[1] = fr::one();
  ntt.forward(where, std::span(data));
  bool const is_powers = data[1] == ntt.root() && data[5] == data[2] * data[3];  // of the root, the values of x
  ntt.inverse(where, std::span(data));
  return is_powers && data[0] == fr::zero() && data[1] == fr::one() && data[2] == fr::zero();
}

int main() {
  int devices = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) return 77;  // skipped
  one_on_the_bus const mine;
  auto const times = std::make_shared<cuzk::lock::ledger>();
  bool good[2] = {};
  std::thread other([&] { good[0] = round_trips(mine, times); });
  good[1] = round_trips(mine, times);
  other.join();
  auto const t = times->times(cuzk::region::upload);
  std::cout << t.entered << " uploads, the longest wait for the bus " << t.longest_wait.count() << " ns\n";
  return good[0] && good[1] && t.entered == 4 ? 0 : 1;
}
