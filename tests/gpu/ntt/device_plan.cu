// SPDX-License-Identifier: Apache-2.0
// Transforms on a device against the host for BLS12-381 Fr, large sizes by the meaning of a transform,
// refusals, threads and graphs. Returns 77 where there is no device.

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#include <cuda_runtime.h>

#include <cuzk/core/cuda.cuh>
#include <cuzk/core/error.hpp>
#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/exec/cuda.cuh>
#include <cuzk/memory/device_resource.cuh>
#include <cuzk/ntt/device_plan.cuh>
#include <cuzk/ntt/plan.hpp>
#include <cuzk/ntt/tile_tuning.hpp>

#include <support/device_array.cuh>
#include <support/device_ntt.cuh>
#include <support/gpu_test.cuh>

namespace {

using f = cuzk::curves::bls12_381::fr;
using plan = cuzk::ntt::device_plan<f>;
using cuzk::ntt::options;
using cuzk::ntt::order;
using cuzk_test::check;
using cuzk_test::copy_to_device;
using cuzk_test::copy_to_host;
using cuzk_test::device_array;
using cuzk_test::own_stream;

static_assert(plan::max_log_size == 32);
static_assert(!std::is_copy_constructible_v<plan> && std::is_nothrow_move_constructible_v<plan>);

f const shift(7);
options<f> const natural_to_reversed{order::natural, order::bit_reversed};
options<f> const reversed_to_natural{order::bit_reversed, order::natural};

// The value at g w^i of the polynomial, by Horner's rule; a thread each.
bool values_are_right(std::vector<f> const& coefficients, std::vector<f> const& values, f const& root,
                      std::optional<f> const& coset, std::vector<std::size_t> const& places) {
  std::vector<char> right(places.size());
  std::vector<std::thread> threads;
  for (std::size_t k = 0; k < places.size(); ++k) {
    threads.emplace_back([&, k] {
      f x = pow(root, std::uint64_t{places[k]});
      if (coset) x *= *coset;
      f y = f::zero();
      for (std::size_t j = coefficients.size(); j-- > 0;) y = y * x + coefficients[j];
      right[k] = y == values[places[k]];
    });
  }
  for (auto& t : threads) t.join();
  for (char const r : right) {
    if (r == 0) return false;
  }
  return true;
}

// Under a sanitizer 2^15 elements in the tiles of the large size.
template <unsigned LogSize>
bool large_size(cuzk::stream_ref stream) {
  unsigned const log_size = cuzk_test::sanitized_less("elements", LogSize, 15U);
  std::optional<cuzk::ntt::tile_tuning> tuning;
  if (log_size != LogSize) tuning = cuzk::ntt::default_tile_tuning<f>(std::size_t{1} << LogSize);
  cuzk::memory::device_pool pool;
  cuzk::exec::cuda const where(stream, pool);
  std::size_t const n = std::size_t{1} << log_size;
  plan const p(where, log_size, tuning);
  auto const coefficients = cuzk_test::random_elements<f>(n, log_size);
  device_array<f> data(n), other(n);
  std::span<f> const x(data.data, n), y(other.data, n);
  bool good = true;
  std::string const name = "2^" + std::to_string(log_size);
  for (auto const& coset : {std::optional<f>{}, std::optional<f>{shift}}) {
    copy_to_device(stream.get(), data.data, coefficients);
    p.forward(where, x, {order::natural, order::natural, coset});
    auto const values = copy_to_host(stream.get(), data.data, n);
    std::vector<std::size_t> const places{0, 1, n / 2 + 1, n - 1, 0x2345'6789 % n};
    good = check(values_are_right(coefficients, values, p.root(), coset, places), name + " values") && good;
    // The other orders agree with this one.
    copy_to_device(stream.get(), other.data, coefficients);
    p.forward(where, y, {order::natural, order::bit_reversed, coset});
    auto const reversed_values = copy_to_host(stream.get(), other.data, n);
    bool same = true;
    for (std::size_t i = 0; i < n; ++i) {
      same = same && reversed_values[cuzk::ntt::reversed_bits(i, log_size)] == values[i];
    }
    good = check(same, name + " to reversed order") && good;
    p.inverse(where, y, {order::bit_reversed, order::natural, coset});
    good = check(copy_to_host(stream.get(), other.data, n) == coefficients, name + " back from reversed order") && good;
    p.inverse(where, x, {order::natural, order::natural, coset});
    good = check(copy_to_host(stream.get(), data.data, n) == coefficients, name + " back from natural order") && good;
    // Reversed to natural and back.
    p.forward(where, x, {order::bit_reversed, order::natural, coset});
    p.inverse(where, x, {order::natural, order::bit_reversed, coset});
    good = check(copy_to_host(stream.get(), data.data, n) == coefficients, name + " reversed round trip") && good;
    p.forward(where, x, {order::bit_reversed, order::bit_reversed, coset});
    p.inverse(where, x, {order::bit_reversed, order::bit_reversed, coset});
    good = check(copy_to_host(stream.get(), data.data, n) == coefficients, name + " reversed at both ends") && good;
  }
  return good;
}

bool batches(cuzk::stream_ref stream) {
  bool good = cuzk_test::equals_host<f>(1, 1000, shift, stream);
  good = cuzk_test::equals_host<f>(3, 777, shift, stream) && good;
  good = cuzk_test::equals_host<f>(9, 33, shift, stream) && good;
  if (cuzk_test::is_left_out("80 transforms of 2^12, in tiles that `tunings` has")) return good;
  good = cuzk_test::equals_host<f>(12, 80, shift, stream) && good;  // tiles of the larger kind
  return good;
}

bool tunings(cuzk::stream_ref stream) {
  bool good = true;
  for (unsigned tile_log = 7; tile_log <= 10; ++tile_log) {
    for (unsigned const least :
         cuzk_test::sanitized_few<unsigned>("columns", {0, 2, 4}, {tile_log % 2 == 0 ? 4U : 0U})) {
      good = cuzk_test::equals_host<f>(13, 2, shift, stream, cuzk::ntt::tile_tuning{tile_log, least}) && good;
    }
  }
  for (unsigned tile_log = 7; tile_log <= 10; ++tile_log) {
    unsigned const step = cuzk_test::sanitized_less("elements of a thread", 1U, 3U);
    for (unsigned elements = tile_log > 8 ? tile_log - 7 : 1; elements <= 4; elements += step) {
      good = cuzk_test::equals_host<f>(11, 1, shift, stream, cuzk::ntt::tile_tuning{tile_log, 0, elements}) && good;
    }
  }
  // Tables of two levels.
  good = cuzk_test::equals_host<f>(14, 1, shift, stream, cuzk::ntt::tile_tuning{9, 0, 3, 16}) && good;
  return good;
}

template <class Call>
bool refuses(Call const& call, std::string const& text) {
  try {
    call();
  } catch (cuzk::invalid_argument const& e) {
    return check(std::string(e.what()).find(text) != std::string::npos, std::string("refusal says ") + e.what());
  }
  return check(false, "not refused: " + text);
}

bool refusals(cuzk::stream_ref stream) {
  device_array<std::byte> nothing(1);
  cuzk::memory::workspace none(std::span<std::byte>(nothing.data, 0));  // any allocation would be out_of_memory
  cuzk::exec::cuda const empty(stream, none);
  bool good = true;
  for (std::size_t const n : std::vector<std::size_t>{0, 3, 6, (std::size_t{1} << 20U) + 1, ~std::size_t{0}}) {
    good = refuses([&] { (void)plan::for_size(empty, n); }, std::to_string(n)) && good;
  }
  good = refuses([&] { (void)plan::for_size(empty, std::size_t{1} << 33U); }, "2^33 is above 2^32") && good;
  good = refuses([&] { plan(empty, 33); }, "2^33 is above 2^32") && good;
  good = refuses([&] { (void)plan::with_root(empty, 9, f(7)); }, "order 2^9") && good;
  good = refuses([&] { plan(empty, 9, cuzk::ntt::tile_tuning{11, 1}); }, "2^11") && good;
  good = refuses([&] { plan(empty, 9, cuzk::ntt::tile_tuning{6, 1}); }, "2^6") && good;
  good = refuses([&] { plan(empty, 9, cuzk::ntt::tile_tuning{9, 7}); }, "2^7") && good;
  good = refuses([&] { plan(empty, 9, cuzk::ntt::tile_tuning{9, 1, 5}); }, "2^5") && good;
  good = refuses([&] { plan(empty, 9, cuzk::ntt::tile_tuning{10, 1, 1}); }, "256 threads") && good;
  good = refuses([&] { plan(empty, 9, cuzk::ntt::tile_tuning{10, 1, 3, 41}); }, "2^41 bytes") && good;
  good = refuses([&] { plan(empty, 9, cuzk::ntt::tile_tuning{10, 1, 3, 15}); }, "2^15 bytes") && good;

  cuzk::memory::device_pool pool;
  cuzk::exec::cuda const where(stream, pool);
  plan const p(where, 4);
  auto const before = cuzk_test::random_elements<f>(32, 1);
  device_array<f> data(32);
  copy_to_device(stream.get(), data.data, before);
  for (std::size_t const count : std::vector<std::size_t>{1, 15, 17, 31}) {
    good = refuses([&] { p.forward(empty, std::span<f>(data.data, count)); }, "multiple of the size 16") && good;
    good = refuses([&] { p.inverse(empty, std::span<f>(data.data, count)); }, "multiple of the size 16") && good;
  }
  options<f> const zero{order::natural, order::natural, f::zero()};
  good = refuses([&] { p.forward(empty, std::span<f>(data.data, 16), zero); }, "zero") && good;
  good = refuses([&] { p.inverse(empty, std::span<f>(data.data, 16), zero); }, "zero") && good;
  auto* const odd = reinterpret_cast<f*>(reinterpret_cast<std::uintptr_t>(data.data) + 8);
  good = refuses([&] { p.forward(empty, std::span<f>(odd, 16)); }, "aligned to 16 bytes") && good;
  p.forward(empty, std::span<f>{});
  good = check(copy_to_host(stream.get(), data.data, 32) == before, "refused data changed") && good;

  plan const large(where, 12);
  device_array<f> much(4096);
  bool short_of_memory = false;
  std::size_t const bytes = large.workspace_bytes(4096);
  device_array<std::byte> memory(bytes);
  cuzk::memory::workspace too_small(std::span<std::byte>(memory.data, bytes - 256));
  try {
    large.forward(cuzk::exec::cuda(stream, too_small), std::span<f>(much.data, 4096));
  } catch (cuzk::out_of_memory const&) {
    short_of_memory = true;
  }
  good = check(short_of_memory, "a workspace too small is refused") && good;
  good = check(large.workspace_bytes(4096, natural_to_reversed) == 0, "in place without scratch") && good;
  return good;
}

bool own_roots_and_moves(cuzk::stream_ref stream) {
  cuzk::memory::device_pool pool;
  cuzk::exec::cuda const where(stream, pool);
  f const root = f::root_of_unity_from(5, 11);
  plan made = plan::with_root(where, 11, root);
  plan const p = std::move(made);
  auto expected = cuzk_test::random_elements<f>(2048, 3);
  device_array<f> data(2048);
  copy_to_device(stream.get(), data.data, expected);
  p.forward(where, std::span<f>(data.data, 2048));
  cuzk::ntt::plan<f>::with_root(11, root).forward(cuzk::exec::serial{}, std::span<f>(expected));
  return check(p.root() == root && p.size() == 2048 && p.table_bytes() >= 1024 * sizeof(f) &&
                   copy_to_host(stream.get(), data.data, 2048) == expected,
               "root of another generator");
}

// One plan, a stream and a thread each.
bool threads_share_a_plan(cuzk::stream_ref stream) {
  unsigned const log_size = 13;
  std::size_t const n = std::size_t{1} << log_size;
  cuzk::memory::device_pool pool;
  plan const p(cuzk::exec::cuda(stream, pool), log_size);
  stream.synchronize();
  auto const input = cuzk_test::random_elements<f>(n, 5);
  auto expected = input;
  cuzk::ntt::plan<f>(log_size).forward(cuzk::exec::serial{}, std::span<f>(expected),
                                       {order::natural, order::natural, shift});
  int const rounds = cuzk_test::sanitized_less("rounds", 20, 3);
  std::vector<char> right(4, 1);
  std::vector<std::thread> threads;
  for (char& ok : right) {
    threads.emplace_back([&] {
      try {
        own_stream mine;
        cuzk::exec::cuda const where(mine.ref(), pool);
        device_array<f> data(n);
        for (int round = 0; round < rounds; ++round) {
          copy_to_device(mine.get(), data.data, input);
          p.forward(where, std::span<f>(data.data, n), {order::natural, order::natural, shift});
          if (copy_to_host(mine.get(), data.data, n) != expected) ok = 0;
        }
      } catch (std::exception const& e) {
        std::printf("FAIL %s\n", e.what());
        ok = 0;
      }
    });
  }
  for (auto& t : threads) t.join();
  bool good = true;
  for (char const ok : right) good = good && ok != 0;
  return good;
}

bool can_be_captured(cuzk::stream_ref stream) {
  unsigned const log_size = 13;
  std::size_t const n = std::size_t{1} << log_size;
  cuzk::memory::device_pool pool;
  plan const p(cuzk::exec::cuda(stream, pool), log_size);
  auto const input = cuzk_test::random_elements<f>(n, 6);
  device_array<f> data(n);
  options<f> const how{order::natural, order::natural, shift};
  std::size_t const bytes = p.workspace_bytes(n, how);
  device_array<std::byte> memory(bytes);
  cuzk::memory::workspace scratch(std::span<std::byte>(memory.data, bytes));
  cuzk::exec::cuda const where(stream, scratch);
  stream.synchronize();
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t executable = nullptr;
  CUZK_CUDA_CHECK(cudaStreamBeginCapture(stream.get(), cudaStreamCaptureModeGlobal));
  p.forward(where, std::span<f>(data.data, n), how);
  p.inverse(where, std::span<f>(data.data, n), natural_to_reversed);
  CUZK_CUDA_CHECK(cudaStreamEndCapture(stream.get(), &graph));
  CUZK_CUDA_CHECK(cudaGraphInstantiate(&executable, graph, 0));
  auto expected = input;
  copy_to_device(stream.get(), data.data, input);
  cuzk::ntt::plan<f> const host(log_size);
  for (int launch = 0; launch < 2; ++launch) {
    CUZK_CUDA_CHECK(cudaGraphLaunch(executable, stream.get()));
    host.forward(cuzk::exec::serial{}, std::span<f>(expected), how);
    host.inverse(cuzk::exec::serial{}, std::span<f>(expected), natural_to_reversed);
  }
  bool const good = copy_to_host(stream.get(), data.data, n) == expected;
  CUZK_CUDA_CHECK(cudaGraphExecDestroy(executable));
  CUZK_CUDA_CHECK(cudaGraphDestroy(graph));
  return good;
}

// 0, 1, p - 1 and Montgomery forms 1 and p - 1.
bool extreme_elements(cuzk::stream_ref stream) {
  f::integer one{};
  one.limbs[0] = 1;
  auto below = f::modulus;
  below.limbs[0] -= 1;
  std::vector<f> const extremes{f::zero(), f::one(), -f::one(), f::from_montgomery_unchecked(one),
                                f::from_montgomery_unchecked(below)};
  cuzk::memory::device_pool pool;
  cuzk::exec::cuda const where(stream, pool);
  plan const p(where, 8);
  cuzk::ntt::plan<f> const host(8);
  std::vector<f> all;
  for (std::size_t pattern = 0; pattern < 25; ++pattern) {
    for (std::size_t i = 0; i < 256; ++i) all.push_back(extremes[i % 2 == 0 ? pattern % 5 : pattern / 5]);
  }
  device_array<f> data(all.size());
  copy_to_device(stream.get(), data.data, all);
  p.forward(where, std::span<f>(data.data, all.size()));
  host.forward(cuzk::exec::serial{}, std::span<f>(all));
  bool good = check(copy_to_host(stream.get(), data.data, all.size()) == all, "forward of extremes");
  p.inverse(where, std::span<f>(data.data, all.size()), reversed_to_natural);
  host.inverse(cuzk::exec::serial{}, std::span<f>(all), reversed_to_natural);
  good = check(copy_to_host(stream.get(), data.data, all.size()) == all, "inverse of extremes") && good;
  return good;
}

template <bool (*Case)(cuzk::stream_ref)>
void on_a_stream() {
  own_stream const stream;
  cuzk_test::require(Case(stream.ref()), "said above");
}

}  // namespace

int main() {
  cuzk_test::gpu_case const cases[] = {
      {"bls12_381 fr to 2^14", cuzk_test::equals_host_up_to<f, 14, 7>},
      {"batches", on_a_stream<batches>},
      {"tunings", on_a_stream<tunings>},
      {"refusals", on_a_stream<refusals>},
      {"own_roots_and_moves", on_a_stream<own_roots_and_moves>},
      {"extreme_elements", on_a_stream<extreme_elements>},
      {"threads_share_a_plan", on_a_stream<threads_share_a_plan>},
      {"can_be_captured", on_a_stream<can_be_captured>},
      {"large_size 2^19", on_a_stream<large_size<19>>},
      {"large_size 2^20", on_a_stream<large_size<20>>},
      {"large_size 2^23", on_a_stream<large_size<23>>},
      {"large_size 2^24", on_a_stream<large_size<24>>},
  };
  return cuzk_test::gpu_main(cases);
}
