// SPDX-License-Identifier: Apache-2.0
// Calls that take memory from the caller's resource, with each allocation refused in turn: a typed error, nothing kept,
// and the next call works (filecoin-project/rust-fil-proofs#1476). Returns 77 where there is no device.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <cuda_runtime.h>

#include <cuzk/core/random.hpp>
#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/jacobian.hpp>
#include <cuzk/curve/xyzz.hpp>
#include <cuzk/curves/toy.hpp>
#include <cuzk/exec/cuda.cuh>
#include <cuzk/exec/serial.hpp>
#include <cuzk/memory/host_buffer.hpp>
#include <cuzk/memory/pinned.cuh>
#include <cuzk/msm/device_plan.cuh>
#include <cuzk/msm/fixed_base.cuh>
#include <cuzk/msm/streamed.cuh>
#include <cuzk/ntt/device_plan.cuh>
#include <cuzk/ntt/options.hpp>
#include <cuzk/ntt/plan.hpp>
#include <cuzk/ntt/streamed.cuh>
#include <cuzk/vector/batch_inverse.cuh>
#include <cuzk/vector/batch_to_affine.cuh>
#include <cuzk/vector/fixed_base.cuh>
#include <cuzk/vector/insecure_random.cuh>
#include <cuzk/vector/polynomial.cuh>
#include <cuzk/vector/powers.cuh>

#include <gpu/memory/throws_at.cuh>
#include <reference/naive_msm.hpp>
#include <support/gpu_test.cuh>
#include <support/guarded.cuh>
#include <support/msm_inputs.hpp>
#include <support/ntt.hpp>
#include <support/seed.hpp>

namespace {

namespace memory = cuzk::memory;
namespace vector = cuzk::vector;
using namespace cuzk_test;
using F = f12289;
using G = cuzk::curves::toy_349;
using S = G::scalar_field;
using point = cuzk::affine<G>;

constexpr unsigned log_size = 11;
constexpr std::size_t n = std::size_t{1} << log_size;

template <class Call>
void require_some_refusals(cuzk::stream_ref stream, char const* what, Call const& call) {
  require(require_refusals_leave_nothing(stream, call) > 0, std::string(what) + " takes no memory");
}

void vectors() {
  own_stream const stream;
  cuzk::exec::serial const host;
  auto const input = random_elements<F>(n, 1);
  auto inverses = input;
  vector::batch_inverse(host, std::span<F>(inverses));
  std::vector<F> prefixes(n);
  vector::prefix_products<F>(host, prefixes, input);
  guarded<F> const x(stream.get(), input), y(n), value(1);
  require_some_refusals(stream.ref(), "batch_inverse", [&](cuzk::exec::cuda const& where) {
    copy_to_device(stream.get(), y.span().data(), input);
    vector::batch_inverse(where, y.span());
    require_equal(inverses, y.get(stream.get()), "batch_inverse");
  });
  require_some_refusals(stream.ref(), "prefix_products", [&](cuzk::exec::cuda const& where) {
    vector::prefix_products(where, y.span(), x.in());
    require_equal(prefixes, y.get(stream.get()), "prefix_products");
  });
  require_some_refusals(stream.ref(), "evaluate_into", [&](cuzk::exec::cuda const& where) {
    vector::evaluate_into(where, value.span(), x.in(), F(3));
    require_equal({vector::evaluate<F>(host, input, F(3))}, value.get(stream.get()), "evaluate_into");
  });
  require_some_refusals(stream.ref(), "inner_product_into", [&](cuzk::exec::cuda const& where) {
    vector::inner_product_into(where, value.span(), x.in(), x.in());
    require_equal({vector::inner_product<F>(host, input, input)}, value.get(stream.get()), "inner_product_into");
  });
}

void points() {
  own_stream const stream;
  std::vector<cuzk::xyzz<G>> sums;
  std::vector<point> expected;
  auto sum = cuzk::xyzz<G>::generator();
  for (std::size_t i = 0; i < n; ++i) {
    sums.push_back(sum);
    expected.push_back(to_affine(to_jacobian(sum)));
    sum = doubled(sum);
  }
  guarded<cuzk::xyzz<G>> const p(stream.get(), sums);
  guarded<point> const out(n);
  guarded<S> const scalars(n);
  require_some_refusals(stream.ref(), "batch_to_affine", [&](cuzk::exec::cuda const& where) {
    vector::batch_to_affine<G>(where, out.span(), p.in());
    require_equal(expected, out.get(stream.get()), "batch_to_affine");
  });
  auto const multiples = all_multiples<G>();
  require_some_refusals(stream.ref(), "device_fixed_base", [&](cuzk::exec::cuda const& where) {
    vector::device_fixed_base<G> const table(where, point::generator(), n);
    vector::insecure_random_points(where, out.span(), scalars.span(), table, 5);
    auto const k = scalars.get(stream.get());
    auto const made = out.get(stream.get());
    for (std::size_t i = 0; i < n; ++i) {
      require(made[i] == multiples[k[i].to_canonical().limbs[0]], "insecure_random_points");
    }
  });
}

void transforms() {
  own_stream const stream;
  auto const input = random_elements<F>(n, 2);
  auto expected = input;
  cuzk::ntt::options<F> const how{cuzk::ntt::order::natural, cuzk::ntt::order::natural, F(11)};
  cuzk::ntt::plan<F>(log_size).forward(cuzk::exec::serial{}, std::span<F>(expected), how);
  guarded<F> const x(n);
  require_some_refusals(stream.ref(), "ntt", [&](cuzk::exec::cuda const& where) {
    cuzk::ntt::device_plan<F> const plan(where, log_size);
    copy_to_device(stream.get(), x.span().data(), input);
    plan.forward(where, x.span(), how);
    require_equal(expected, x.get(stream.get()), "forward");
    plan.inverse(where, x.span(), how);
    require_equal(input, x.get(stream.get()), "inverse");
  });
  require_some_refusals(stream.ref(), "ntt::streamed", [&](cuzk::exec::cuda const& where) {
    cuzk::ntt::streamed<F> object(where, log_size, cuzk::ntt::streamed<F>::least_block(log_size), {2, 4096});
    auto data = input;
    object.forward(where, std::span<F>(data), how);
    require_equal(expected, data, "ntt::streamed");
  });
}

void sums() {
  own_stream const stream;
  cuzk::insecure_seeded_random random(seed());
  known_points<G> const known(n, random);
  auto const scalars = random_scalars<S>(n, random);
  auto const want = to_affine(naive_multiple(point::generator(), known.product(scalars)));
  guarded<point> const p(stream.get(), known.points);
  guarded<S> const s(stream.get(), scalars);
  for (unsigned const c : {0U, 17U}) {  // the latter too wide for short sums
    cuzk::msm::device_plan<G> const plan(n, {.window_bits = c, .chunk_points = 1500});
    require_some_refusals(stream.ref(), "msm::device_plan", [&](cuzk::exec::cuda const& where) {
      require(to_affine(plan.sum(where, p.in(), s.in())) == want, "msm::device_plan");
    });
  }
  require_some_refusals(stream.ref(), "msm::fixed_base", [&](cuzk::exec::cuda const& where) {
    cuzk::msm::fixed_base<G> const table(where, p.in(), 2);
    require(to_affine(table.sum(where, s.in())) == want, "msm::fixed_base");
  });
  memory::host_buffer<point, memory::pinned> host_points(n);
  memory::host_buffer<S, memory::pinned> host_scalars(n);
  for (std::size_t i = 0; i < n; ++i) {
    host_points[i] = known.points[i];
    host_scalars[i] = scalars[i];
  }
  std::span<point const> const hp = host_points.span();
  std::span<S const> const hs = host_scalars.span();
  require_some_refusals(stream.ref(), "msm::streamed", [&](cuzk::exec::cuda const& where) {
    cuzk::msm::streamed<G, memory::pinned> object(where, n, {.chunk_points = 700});
    require(to_affine(object.sum(where, hp, hs)) == want, "msm::streamed");
  });
}

}  // namespace

int main() {
  gpu_case const cases[] = {
      {"vectors", vectors},
      {"points", points},
      {"transforms", transforms},
      {"sums", sums},
  };
  return gpu_main(cases);
}
