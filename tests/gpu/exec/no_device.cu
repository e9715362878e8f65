// SPDX-License-Identifier: Apache-2.0
// Where no device is to be had every object says so before any work, and nothing else happens in its place:
// supranational/supra_seal#10, filecoin-project/lotus#2913, filecoin-project/curio#1001. Runs with and without a GPU.

#include <array>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include <cuda_runtime.h>

#include <cuzk/core/config.hpp>
#include <cuzk/core/cuda.cuh>
#include <cuzk/core/error.hpp>
#include <cuzk/curve/affine.hpp>
#include <cuzk/curves/toy.hpp>
#include <cuzk/exec/cuda.cuh>
#include <cuzk/memory/device_resource.cuh>
#include <cuzk/memory/host_buffer.hpp>
#include <cuzk/memory/pageable.hpp>
#include <cuzk/memory/pinned.cuh>
#include <cuzk/memory/registered.cuh>
#include <cuzk/memory/transfer.cuh>
#include <cuzk/msm/device_plan.cuh>
#include <cuzk/msm/fixed_base.cuh>
#include <cuzk/msm/on_devices.cuh>
#include <cuzk/msm/streamed.cuh>
#include <cuzk/ntt/device_plan.cuh>
#include <cuzk/ntt/streamed.cuh>
#include <cuzk/vector/batch_inverse.cuh>

#include <support/gpu_test.cuh>
#include <support/ntt.hpp>

namespace {

namespace memory = cuzk::memory;
using namespace cuzk_test;
using F = f12289;
using G = cuzk::curves::toy_349;

struct nothing_to_do {
  CUZK_HD void operator()(std::size_t) const {}
};

// Memory of the host passed off as that of a device: it must not be touched.
struct host_memory {
  std::vector<std::byte> bytes = std::vector<std::byte>(std::size_t{1} << 20U);
  std::size_t used = 0;
  void* allocate(cuzk::stream_ref, std::size_t n) {
    std::size_t const at = used;
    used += (n + 255) / 256 * 256;
    if (used > bytes.size()) throw cuzk::out_of_memory("test", n, 0);
    return bytes.data() + at;
  }
  void deallocate(cuzk::stream_ref, void*, std::size_t) noexcept {}
};

template <class Call>
bool says_so(char const* what, Call const& call) {
  try {
    call();
  } catch (cuzk::cuda_error const& e) {
    std::string const text = e.what();
    // Without a driver the runtime names that first.
    bool const good = text.find("cudaErrorNoDevice") != std::string::npos ||
                      text.find("cudaErrorInsufficientDriver") != std::string::npos;
    std::printf("%s %s: %s\n", good ? "PASS" : "FAIL", what, e.what());
    return good;
  } catch (std::exception const& e) {
    std::printf("FAIL %s: another error: %s\n", what, e.what());
    return false;
  }
  std::printf("FAIL %s: no error\n", what);
  return false;
}

}  // namespace

int main() {
  setenv("CUDA_VISIBLE_DEVICES", "", 1);  // before the runtime's first call
  bool good = true;
  host_memory resource;
  cuzk::exec::cuda const where(cuzk::stream_ref(nullptr), resource);
  std::vector<F> elements(16, F::one());
  std::vector<cuzk::affine<G>> const points(16, cuzk::affine<G>::generator());
  good = says_so("device_guard", [] { cuzk::device_guard const guard(0); }) && good;
  good = says_so("memory::device_pool", [] { memory::device_pool const pool; }) && good;
  good = says_so("memory::transfer", [] { memory::transfer<memory::pageable> const transfer; }) && good;
  good = says_so("memory::pinned", [] { memory::host_buffer<F, memory::pinned> const buffer(16); }) && good;
  good = says_so("memory::registration", [&] { memory::registration const lock{std::span<F>(elements)}; }) && good;
  good = says_so("exec::for_each_index", [&] { cuzk::exec::for_each_index(where, 1, nothing_to_do{}); }) && good;
  good = says_so("vector::batch_inverse", [&] { cuzk::vector::batch_inverse(where, std::span<F>(elements)); }) && good;
  good = says_so("ntt::device_plan", [&] { cuzk::ntt::device_plan<F> const plan(where, 4); }) && good;
  good = says_so("ntt::streamed", [&] { cuzk::ntt::streamed<F> const object(where, 4); }) && good;
  good = says_so("msm::device_plan", [] { cuzk::msm::device_plan<G> const plan(16); }) && good;
  good = says_so("msm::fixed_base",
                 [&] { cuzk::msm::fixed_base<G> const table(where, std::span<cuzk::affine<G> const>(points)); }) &&
         good;
  good = says_so("msm::streamed", [&] { cuzk::msm::streamed<G> const object(where, 16); }) && good;
  good = says_so("msm::on_devices", [] { cuzk::msm::on_devices<G> const object(std::array{0}, 16); }) && good;
  if (elements != std::vector<F>(16, F::one())) {
    std::puts("FAIL elements were changed");
    good = false;
  }
  std::puts(good ? "PASS" : "FAIL");
  return good ? 0 : 1;
}
