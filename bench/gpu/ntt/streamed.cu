// SPDX-License-Identifier: Apache-2.0
// Transforms of BLS12-381 Fr in host memory beside the wires: what the bus does with pieces of several lengths, up,
// down and both at once; then milliseconds of a forward transform, natural order at both ends.
//
//   [least log2 n [largest log2 n]], 24 27 unless told
//
// Every result is held against that of device_plan. Needs 3 copies of the data on the device and 2 on the host.

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <span>
#include <string>
#include <utility>

#include <cuda_runtime.h>

#include <cuzk/core/cuda.cuh>
#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/exec/cuda.cuh>
#include <cuzk/memory/device_buffer.cuh>
#include <cuzk/memory/device_resource.cuh>
#include <cuzk/memory/host_buffer.hpp>
#include <cuzk/memory/pageable.hpp>
#include <cuzk/memory/pinned.cuh>
#include <cuzk/memory/transfer.cuh>
#include <cuzk/ntt/device_plan.cuh>
#include <cuzk/ntt/streamed.cuh>

#include <gpu/ntt/data.cuh>
#include <support/gpu_bench.cuh>

namespace {

namespace memory = cuzk::memory;
using namespace cuzk_bench;
using f = cuzk::curves::bls12_381::fr;
using cuzk::ntt::order;

class stream_of_own {
 public:
  stream_of_own() { CUZK_CUDA_CHECK(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking)); }
  stream_of_own(stream_of_own const&) = delete;
  stream_of_own& operator=(stream_of_own const&) = delete;
  ~stream_of_own() { cudaStreamDestroy(stream_); }
  [[nodiscard]] cuzk::stream_ref ref() const { return cuzk::stream_ref(stream_); }

 private:
  cudaStream_t stream_ = nullptr;
};

// Seconds that both ways at once take a byte each way, in one piece; prints pieces of several lengths.
double wires(memory::device_pool& pool) {
  std::size_t const n = std::size_t{1} << 23U;
  stream_of_own const up, down;
  memory::host_buffer<f, memory::pinned> host(2 * n);
  memory::device_buffer<f> const a(up.ref(), pool, n), b(up.ref(), pool, n);
  up.ref().synchronize();
  memory::transfer<memory::pinned> const transfer;
  auto const bytes = static_cast<double>(n * sizeof(f));
  double best = 0;
  for (std::size_t const width : {std::size_t{16}, std::size_t{32}, std::size_t{64}, std::size_t{128}, std::size_t{256},
                                  std::size_t{512}, std::size_t{4096}, n}) {
    // Every second piece goes up, every other down.
    memory::pieces const how{width, 2 * width};
    auto const first = host.span().first(2 * n - width), second = host.span().last(2 * n - width);
    auto const upload = [&] { transfer.upload_pieces(up.ref(), a.span(), std::span<f const>(first), how); };
    auto const download = [&] { transfer.download_pieces(down.ref(), second, std::span<f const>(b.span()), how); };
    double const up_ms = wall_ms(up.ref().get(), upload), down_ms = wall_ms(down.ref().get(), download);
    double const both_ms = wall_ms(up.ref().get(), [&] {
      upload();
      download();
      down.ref().synchronize();
    });
    std::printf("pieces of %8zu bytes: up %6.2f, down %6.2f, both at once %6.2f GB/s each way\n", width * sizeof(f),
                bytes / up_ms * 1e-6, bytes / down_ms * 1e-6, bytes / both_ms * 1e-6);
    std::printf(
        "{\"name\":\"ntt/streamed/wires\",\"piece_bytes\":%zu,\"up_gb_s\":%.3f,\"down_gb_s\":%.3f,"
        "\"both_gb_s\":%.3f}\n",
        width * sizeof(f), bytes / up_ms * 1e-6, bytes / down_ms * 1e-6, bytes / both_ms * 1e-6);
    best = both_ms * 1e-3 / bytes;
  }
  return best;
}

// Host memory and a reference on the device, block by block.
class reference {
 public:
  reference(cuzk::exec::cuda const& where, std::size_t n, unsigned log_size)
      : where_(where),
        values_(where.allocate<f>(n)),
        piece_(where.allocate<f>(step)),
        wrong_(where.allocate<unsigned long long>(1)) {
    cuzk::exec::for_each_index(where, n, fill{values_.data(), 0});
    cuzk::ntt::device_plan<f> const plan(where, log_size);
    plan.forward(where, values_.span());
    where.stream().synchronize();
  }
  // The coefficients.
  template <class Transfer>
  void write(Transfer const& transfer, std::span<f> host) {
    for (std::size_t i = 0; i < host.size(); i += step) {
      auto const part = host.subspan(i, step < host.size() - i ? step : host.size() - i);
      cuzk::exec::for_each_index(where_, part.size(), fill{piece_.data(), i});
      transfer.download(where_.stream(), part, std::span<f const>(piece_.span().first(part.size())));
    }
    where_.stream().synchronize();
  }
  template <class Transfer>
  [[nodiscard]] bool equals(Transfer const& transfer, std::span<f const> host) {
    unsigned long long different = 1;
    CUZK_CUDA_CHECK(cudaMemsetAsync(wrong_.data(), 0, sizeof(different), where_.stream().get()));
    for (std::size_t i = 0; i < host.size(); i += step) {
      auto const part = host.subspan(i, step < host.size() - i ? step : host.size() - i);
      transfer.upload(where_.stream(), piece_.span().first(part.size()), part);
      cuzk::exec::for_each_index(where_, part.size(),
                                 count_different{values_.data() + i, piece_.data(), wrong_.data()});
    }
    CUZK_CUDA_CHECK(
        cudaMemcpyAsync(&different, wrong_.data(), sizeof(different), cudaMemcpyDeviceToHost, where_.stream().get()));
    where_.stream().synchronize();
    return different == 0;
  }

 private:
  static constexpr std::size_t step = std::size_t{1} << 22U;

  cuzk::exec::cuda where_;
  memory::device_buffer<f> values_, piece_;
  memory::device_buffer<unsigned long long> wrong_;
};

// Returns the elements of a block.
template <class Policy>
std::size_t time_blocks(std::string const& name, cuzk::exec::cuda const& where, std::span<f> data, unsigned log_size,
                        std::size_t block, reference& want, double seconds_a_byte, std::size_t repetitions) {
  std::size_t const n = data.size();
  memory::transfer<Policy> const transfer;
  cuzk::ntt::streamed<f, Policy> object(where, log_size, block);
  want.write(transfer, data);
  object.forward(where, data);
  where.stream().synchronize();
  check(want.equals(transfer, std::span<f const>(data)), "forward");
  double const ms = wall_ms(
      where.stream().get(), [&] { object.forward(where, data); }, repetitions);
  double const ms_inverse = wall_ms(
      where.stream().get(),
      [&] {
        object.inverse(where, data, {order::natural, order::bit_reversed, f(7)});
      },
      3);
  double const passes = object.blocks() == 1 ? 1 : 2;
  double const bytes = passes * static_cast<double>(n * sizeof(f));
  double const floor_ms = bytes * seconds_a_byte * 1e3;
  std::size_t const device_bytes = cuzk::ntt::streamed<f, Policy>::device_bytes(log_size, block);
  std::printf(
      "2^%u %-9s %4zu blocks of %9zu %8.1f MiB %10.3f ms %7.2f GB/s each way, %5.3f of both wires; "
      "inverse to reversed, coset %10.3f ms\n",
      log_size, name.c_str(), object.blocks(), object.block(), static_cast<double>(device_bytes) / 1048576, ms,
      bytes / ms * 1e-6, floor_ms / ms, ms_inverse);
  std::printf(
      "{\"name\":\"ntt/streamed/%s\",\"log_size\":%u,\"blocks\":%zu,\"device_bytes\":%zu,\"median_ms\":%.5f,"
      "\"gb_s_each_way\":%.3f,\"of_both_wires\":%.4f,\"inverse_coset_ms\":%.5f}\n",
      name.c_str(), log_size, object.blocks(), device_bytes, ms, bytes / ms * 1e-6, floor_ms / ms, ms_inverse);
  std::fflush(stdout);
  return object.block();
}

void run(unsigned least, unsigned most) {
  stream_of_own const stream;
  memory::device_pool pool;
  double const seconds_a_byte = wires(pool);
  std::size_t const largest = std::size_t{1} << most;
  memory::host_buffer<f, memory::pinned> pinned(largest);
  memory::host_buffer<f> pageable(largest);
  for (unsigned log_size = least; log_size <= most; ++log_size) {
    std::size_t const n = std::size_t{1} << log_size;
    cuzk::exec::cuda const where(stream.ref(), pool);
    reference want(where, n, log_size);
    auto const time_pinned = [&](std::size_t block) {
      return time_blocks<memory::pinned>("pinned", where, pinned.span().first(n), log_size, block, want, seconds_a_byte,
                                         5);
    };
    std::size_t const by_default = time_pinned(0);
    for (unsigned const log : {21U, 22U, 23U, 24U, 25U}) {
      std::size_t const block = std::size_t{1} << log;
      if (log + 2 <= log_size && log + 6 > log_size && block != by_default) time_pinned(block);
    }
    time_blocks<memory::pageable>("pageable", where, pageable.span().first(n), log_size, 0, want, seconds_a_byte, 2);
  }
  stream.ref().synchronize();
}

}  // namespace

int main(int argc, char** argv) {
  return bench_main(argc, argv, [](arguments const& argument) { run(argument(1, 24), argument(2, 27)); });
}
