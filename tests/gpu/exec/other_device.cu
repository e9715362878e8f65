// SPDX-License-Identifier: Apache-2.0
// All rooms on each device of a machine: one after the other in a thread, at once in a thread each, objects of several
// devices by turns. What asks for a second device says so where there is one. Returns 77 where there is no device.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <cuda_runtime.h>

#include <cuzk/core/cuda.cuh>
#include <cuzk/core/error.hpp>
#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/jacobian.hpp>
#include <cuzk/curve/scalar_mul.hpp>
#include <cuzk/curves/toy.hpp>
#include <cuzk/exec/cuda.cuh>
#include <cuzk/exec/serial.hpp>
#include <cuzk/memory/device_buffer.cuh>
#include <cuzk/memory/device_resource.cuh>
#include <cuzk/memory/host_buffer.hpp>
#include <cuzk/memory/pageable.hpp>
#include <cuzk/memory/pinned.cuh>
#include <cuzk/memory/transfer.cuh>
#include <cuzk/msm/device_plan.cuh>
#include <cuzk/msm/fixed_base.cuh>
#include <cuzk/msm/on_devices.cuh>
#include <cuzk/msm/options.hpp>
#include <cuzk/msm/streamed.cuh>
#include <cuzk/ntt/device_plan.cuh>
#include <cuzk/ntt/options.hpp>
#include <cuzk/ntt/plan.hpp>
#include <cuzk/ntt/streamed.cuh>
#include <cuzk/vector/batch_inverse.cuh>
#include <cuzk/vector/batch_to_affine.cuh>
#include <cuzk/vector/elementwise.cuh>
#include <cuzk/vector/fixed_base.cuh>
#include <cuzk/vector/insecure_random.cuh>
#include <cuzk/vector/polynomial.cuh>
#include <cuzk/vector/powers.cuh>

#include <support/gpu_test.cuh>
#include <support/msm_inputs.hpp>
#include <support/ntt.hpp>

namespace {

namespace memory = cuzk::memory;
namespace vector = cuzk::vector;
using namespace cuzk_test;
using cuzk::device_guard;
using cuzk::msm::options;
using F = f12289;
using G = cuzk::curves::toy_349;
using S = G::scalar_field;
using point = cuzk::affine<G>;

constexpr unsigned log_size = 12;
constexpr std::size_t n = std::size_t{1} << log_size;
constexpr std::uint64_t seed_of_elements = 3, seed_of_points = 4;
cuzk::ntt::options<F> const coset{cuzk::ntt::order::natural, cuzk::ntt::order::natural, F(11)};

int device_count() {
  int count = 0;
  CUZK_CUDA_CHECK(cudaGetDeviceCount(&count));
  return count;
}
int current_device() {
  int device = -1;
  CUZK_CUDA_CHECK(cudaGetDevice(&device));
  return device;
}

/// What goes in and what has to come out, made on the host.
struct expected {
  std::vector<F> elements, inverses, prefixes, values;
  F value;
  memory::host_buffer<point, memory::pinned> points{n};
  memory::host_buffer<S, memory::pinned> scalars{n};
  point sum;

  expected() : elements(n), prefixes(n) {
    cuzk::exec::serial const host;
    vector::insecure_random_elements(host, std::span<F>(elements), seed_of_elements);
    inverses = values = elements;
    vector::batch_inverse(host, std::span<F>(inverses));
    vector::prefix_products<F>(host, prefixes, inverses);
    value = vector::evaluate<F>(host, elements, F(5));
    cuzk::ntt::plan<F>(log_size).forward(host, std::span<F>(values), coset);
    auto const multiples = all_multiples<G>();
    std::size_t total = 0;
    for (std::size_t i = 0; i < n; ++i) {
      std::size_t const a = (13 * i + 5) % multiples.size(), k = (7 * i + i / 349) % multiples.size();
      points[i] = multiples[a];
      scalars[i] = S(k);
      total += a * k;
    }
    sum = multiples[total % multiples.size()];
  }
};
expected const& want() {
  static expected const made;
  return made;
}

/// An object of each kind on the device that is current.
class rooms {
 public:
  rooms() : device_(current_device()), where_(stream_.ref(), pool_) {
    stream_.ref().synchronize();
    require(pool_.device() == device_, "the pool's device");
    require_here(elements_.data(), "memory of a pool");
  }

  /// Calls on every object; the device is current again.
  void run() const {
    require(current_device() == device_, "another device is current");
    cudaStream_t const stream = stream_.get();
    std::span<F const> const elements = elements_.span();

    transfer_.upload(stream_.ref(), elements_.span(), std::span<F const>(want().elements));
    vector::evaluate_into(where_, value_.span(), elements, F(5));
    require(copy_to_host(stream, value_.data(), 1)[0] == want().value, "vector::evaluate_into");
    vector::insecure_random_elements(where_, elements_.span(), seed_of_elements);
    vector::batch_inverse(where_, elements_.span());
    require_equal(want().inverses, copy_to_host(stream, elements_.data(), n), "vector::batch_inverse");
    vector::prefix_products(where_, elements_.span(), elements);
    std::vector<F> prefixes(n);
    transfer_.download(stream_.ref(), std::span<F>(prefixes), elements);
    stream_.ref().synchronize();
    require_equal(want().prefixes, prefixes, "vector::prefix_products");

    copy_to_device(stream, elements_.data(), want().elements);
    transform_.forward(where_, elements_.span(), coset);
    require_equal(want().values, copy_to_host(stream, elements_.data(), n), "ntt forward");
    transform_.inverse(where_, elements_.span(), coset);
    require_equal(want().elements, copy_to_host(stream, elements_.data(), n), "ntt inverse");

    auto data = want().elements;
    streamed_transform_.forward(where_, std::span<F>(data), coset);
    require_equal(want().values, data, "ntt::streamed forward");
    streamed_transform_.inverse(where_, std::span<F>(data), coset);
    require_equal(want().elements, data, "ntt::streamed inverse");

    vector::insecure_random_points(where_, points_.span(), scalars_.span(), multiples_, seed_of_points);
    auto const scalars = copy_to_host(stream, scalars_.data(), n);
    auto const made = copy_to_host(stream, points_.data(), n);
    for (std::size_t i = 0; i < n; i += 97) {
      require(made[i] == to_affine(mul(point::generator(), scalars[i])), "vector::insecure_random_points");
    }

    auto const p = want().points.span();
    auto const s = want().scalars.span();
    direct_.upload(stream_.ref(), points_.span(), p);
    direct_.upload(stream_.ref(), scalars_.span(), s);
    std::span<point const> const points = points_.span();
    std::span<S const> const device_scalars = scalars_.span();
    require(to_affine(short_sums_.sum(where_, points, device_scalars)) == want().sum, "msm::device_plan, short sums");
    require(to_affine(sums_.sum(where_, points, device_scalars)) == want().sum, "msm::device_plan");
    cuzk::msm::fixed_base<G> const table(where_, points);
    require(to_affine(table.sum(where_, device_scalars)) == want().sum, "msm::fixed_base");
    require(to_affine(streamed_.sum(where_, p, s)) == want().sum, "msm::streamed");
    stream_.ref().synchronize();
    require(cudaGetLastError() == cudaSuccess, "no error stays behind");
    require(current_device() == device_, "the current device has changed");
  }

 private:
  void require_here(void const* p, std::string const& what) const {
    cudaPointerAttributes attributes{};
    CUZK_CUDA_CHECK(cudaPointerGetAttributes(&attributes, p));
    require(attributes.type == cudaMemoryTypeDevice && attributes.device == device_,
            what + " is on device " + std::to_string(attributes.device) + ", not " + std::to_string(device_));
  }

  int device_;
  own_stream stream_;
  memory::device_pool pool_;
  cuzk::exec::cuda where_;
  memory::device_buffer<F> elements_ = where_.allocate<F>(n);
  memory::device_buffer<F> value_ = where_.allocate<F>(1);
  memory::device_buffer<point> points_ = where_.allocate<point>(n);
  memory::device_buffer<S> scalars_ = where_.allocate<S>(n);
  memory::transfer<memory::pageable> transfer_{{2, 4096}};
  memory::transfer<memory::pinned> direct_;
  cuzk::ntt::device_plan<F> transform_{where_, log_size};
  mutable cuzk::ntt::streamed<F> streamed_transform_{where_, log_size, cuzk::ntt::streamed<F>::least_block(log_size)};
  vector::device_fixed_base<G> multiples_{where_, point::generator(), n};
  cuzk::msm::device_plan<G> short_sums_{n};
  cuzk::msm::device_plan<G> sums_{n, {.window_bits = 17}};  // too wide for short sums
  mutable cuzk::msm::streamed<G, memory::pinned> streamed_{where_, n, {.chunk_points = 1000}};
};

// Kernels, attributes and tables that were set up for one device are there for the next.
void devices_one_after_the_other() {
  int const before = current_device();
  for (int round = 0; round < 2; ++round) {
    for (int device = 0; device < device_count(); ++device) {
      device_guard const here(device);
      rooms const all;
      all.run();
    }
  }
  require(current_device() == before, "the current device stays");
}

// A thread begins with device 0 whatever the others have made current.
void devices_at_once_in_a_thread_each() {
  int const before = current_device();
  std::vector<std::string> errors(static_cast<std::size_t>(std::max(2, device_count())));
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < errors.size(); ++t) {
    threads.emplace_back([&errors, t] {
      try {
        require(current_device() == 0, "the device that a thread begins with");
        CUZK_CUDA_CHECK(cudaSetDevice(static_cast<int>(t) % device_count()));
        rooms const all;
        for (int run = 0; run < 3; ++run) all.run();
      } catch (std::exception const& e) {
        errors[t] = e.what();
      }
    });
  }
  for (auto& t : threads) t.join();
  for (auto const& e : errors) require(e.empty(), e);
  require(current_device() == before, "the current device stays");
}

// Made on every device first, then used by turns.
void objects_of_several_devices_by_turns() {
  std::vector<std::unique_ptr<rooms>> all;
  for (int device = 0; device < device_count(); ++device) {
    device_guard const here(device);
    all.push_back(std::make_unique<rooms>());
  }
  for (int turn = 0; turn < 3; ++turn) {
    for (int device = 0; device < device_count(); ++device) {
      device_guard const here(device);
      all[static_cast<std::size_t>(device)]->run();
    }
  }
  for (int device = 0; device < device_count(); ++device) {
    device_guard const here(device);
    all[static_cast<std::size_t>(device)].reset();
  }
}

// A pool's memory is that of its device, whatever is current at its end.
void memory_returns_with_another_device_current() {
  int const last = device_count() - 1;
  if (last == 0) {
    std::puts("skipped: one device; memory that returns while another device is current is not tested");
    return;
  }
  std::size_t const bytes = std::size_t{256} << 20U;
  std::optional<device_guard> there(last);
  std::size_t before = 0, after = 0, total = 0;
  CUZK_CUDA_CHECK(cudaMemGetInfo(&before, &total));
  {
    own_stream const stream;
    memory::device_pool pool;
    {
      memory::device_buffer<std::byte> const piece(stream.ref(), pool, bytes);
      CUZK_CUDA_CHECK(cudaMemsetAsync(piece.data(), 1, bytes, stream.get()));
      there.reset();
      require(current_device() == 0, "the first device is current again");
    }
    stream.ref().synchronize();
    require(pool.used_bytes() == 0 && pool.device() == last, "the piece is back in its pool");
    there.emplace(last);
    memory::device_buffer<std::byte> const again(stream.ref(), pool, bytes);
    require(pool.held_bytes() < 2 * bytes, "the piece is used again");
  }
  CUZK_CUDA_CHECK(cudaMemGetInfo(&after, &total));
  if (is_left_out("free memory, of which other programs take")) return;
  require(after + bytes / 4 > before, "free memory after the pool's end");
}

// Lists that name a device twice, made, used and gone while any device is current. supranational/sppark#82: every
// device that is named has its share.
void lists_that_name_devices_twice() {
  int const last = device_count() - 1;
  if (last == 0) std::puts("one device: lists name it alone");
  auto const p = want().points.span();
  auto const s = want().scalars.span();
  for (auto const& list : {std::vector{0, 0}, std::vector{last, last}, std::vector{last, 0, last}}) {
    for (int const made_on : {0, last}) {
      for (int const used_on : {0, last}) {
        std::optional<cuzk::msm::on_devices<G, memory::pinned>> object;
        {
          device_guard const here(made_on);
          object.emplace(list, n, options{.chunk_points = 500});
          require(current_device() == made_on, "the current device stays where the object is made");
        }
        require(object->devices() == list.size(), "shares");
        {
          device_guard const here(used_on);
          for (int run = 0; run < 2; ++run) require(to_affine(object->sum(p, s)) == want().sum, "sum");
          require(current_device() == used_on, "the current device stays in a call");
          object.reset();
          require(current_device() == used_on, "the current device stays where the object ends");
        }
        require(cudaGetLastError() == cudaSuccess, "no error stays behind");
      }
    }
  }
}

// filecoin-project/curio#1001: no such device.
void devices_that_are_not_there() {
  int const count = device_count();
  for (int const device : {-1, count, 1 << 20}) {
    require_throws<cuzk::cuda_error>([&] { device_guard const here(device); }, "cudaErrorInvalidDevice");
    require_throws<cuzk::cuda_error>(
        [&] {
          cuzk::msm::on_devices<G, memory::pinned> const object(std::array{0, device}, n);
        },
        "cudaErrorInvalidDevice");
    require(current_device() == 0 && cudaGetLastError() == cudaSuccess, "the current device stays, and no error");
  }
  require_throws<cuzk::invalid_argument>(
      [] { cuzk::msm::on_devices<G, memory::pinned> const object(std::span<int const>{}, n); }, "no device");
}

}  // namespace

int main() {
  gpu_case const cases[] = {
      {"devices_one_after_the_other", devices_one_after_the_other},
      {"devices_at_once_in_a_thread_each", devices_at_once_in_a_thread_each},
      {"objects_of_several_devices_by_turns", objects_of_several_devices_by_turns},
      {"memory_returns_with_another_device_current", memory_returns_with_another_device_current},
      {"lists_that_name_devices_twice", lists_that_name_devices_twice},
      {"devices_that_are_not_there", devices_that_are_not_there},
  };
  int const code = gpu_main(cases);
  int count = 0;
  if (cudaGetDeviceCount(&count) == cudaSuccess && count == 1) {
    std::puts("one device: a device that is not the current one is not tested");
  }
  return code;
}
