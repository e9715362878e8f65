// SPDX-License-Identifier: Apache-2.0
// What the prover on a device takes of memory, in every form and for every number of points that have work, by a
// runtime without kernels: jobs keep to job_bytes(), copies to their memory, and all of it comes back. And which form
// the jobs of a 32 GiB partition have on devices of several sizes. Proofs are not looked at: there is nobody who
// computes them.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/core/random.hpp>
#include <cuzk/curve/affine.hpp>
#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/exec/cuda.cuh>
#include <cuzk/groth16/device_key.cuh>
#include <cuzk/groth16/device_prover.cuh>
#include <cuzk/groth16/qap.hpp>
#include <cuzk/memory.cuh>

#include <gpu/groth16/prover_cases.cuh>
#include <support/gpu_test.cuh>
#include <support/runtime_without_kernels.hpp>
#include <support/seed.hpp>

namespace {

using namespace cuzk_test;
namespace memory = cuzk::memory;
using C = cuzk::curves::bls12_381;
using F = C::fr;
using qap = cuzk::groth16::qap::libsnark;
using key_type = groth16::device_key<C, qap>;
template <class... Policies>
using prover_of = groth16::device_prover<C, qap, Policies...>;

// How many points of each run have scalars 1, and how many others, as the device tells them: of a run of n points so
// many thousandths others, and half of the rest ones.
void let_wires_be(key_type const& key, std::size_t run_bytes, unsigned thousandths) {
  constexpr std::size_t of_g1 = sizeof(cuzk::affine<C::g1>), of_g2 = sizeof(cuzk::affine<C::g2>);
  bool const in_runs = key.residence() == groth16::key_residence::on_host;
  std::array<std::pair<std::size_t, std::size_t>, 3> const queries{
      {{key.l.points.size(), of_g1}, {key.a.points.size(), of_g1}, {key.b_g1.points.size(), of_g2}}};
  std::vector<std::uint64_t> totals;
  for (auto const& [points, bytes] : queries) {
    std::size_t const run = in_runs ? std::max<std::size_t>(1, run_bytes / bytes) : points;
    for (std::size_t begin = 0; begin < points; begin += run) {
      std::size_t const n = std::min(run, points - begin), others = n * thousandths / 1000;
      totals.push_back(std::uint64_t{others} << 32U | (n - others) / 2);
    }
  }
  runtime_without_kernels::set_numbers(std::move(totals));
}

template <class Prover>
void prove(Prover& prover, groth16::device_job<F> job, std::string const& what) {
  job.check = false;
  std::size_t const before = runtime_without_kernels::device_bytes();
  static_cast<void>(runtime_without_kernels::peak_of_device_bytes());
  static_cast<void>(prover.start_with(std::move(job), F::one(), F::one()).finish());
  require(runtime_without_kernels::peak_of_device_bytes() - before == prover.job_bytes(), what + ": one block a job");
  require(runtime_without_kernels::device_bytes() == before, what + ": memory is out");
}

// The block's own limit is what tells of a job that wants more.
void jobs_keep_to_their_memory() {
  cuzk::insecure_seeded_random random(seed());
  for (auto const& [bits, products] : {std::pair<std::size_t, std::size_t>{500, 60}, {3, 2}}) {
    proved_circuit<C, qap> const of(bits_and_products<F>(bits, products, random), random);
    on_device<C, qap> device(of);
    job_inputs<F, memory::pinned> const pinned(of);
    job_inputs<F, memory::pageable> const pageable(of);
    key_type const on_host(device.where, of.key, groth16::key_residence::on_host);
    for (key_type const* const key : std::array<key_type const*, 2>{&device.key, &on_host}) {
      bool const in_runs = key == &on_host;
      for (std::size_t const run_bytes : {std::size_t{1} << 20U, 100 * sizeof(cuzk::affine<C::g2>)}) {
        groth16::device_prover_options options;
        options.workers = 1;
        options.key_run_bytes = run_bytes;
        options.early_epilogue_domain = 0;
        for (unsigned const thousandths : {0U, 500U, 1000U}) {
          let_wires_be(*key, run_bytes, thousandths);
          std::string const what = std::to_string(thousandths) + " thousandths, " + std::to_string(run_bytes);
          prover_of<> roomy(device.where, *key, device.circuit, options);
          require(!roomy.is_lean() && roomy.takes_turns() == in_runs, what + ": all memory is there");
          prove(roomy, pinned.job(), what);
          prove(roomy, pinned.witness_alone(), what);
          prover_of<memory::pageable> staged(device.where, *key, options);
          prove(staged, pageable.job(), what + ", pageable");
          bool turns = false, wires_first = false;
          for (std::uint64_t limit = roomy.job_bytes() - 1;;) {
            auto bounded = options;
            memory::memory_amounts limits;
            limits.device = limit;
            bounded.budget.emplace(limits);
            try {
              prover_of<> prover(device.where, *key, bounded);
              require(prover.job_bytes() <= limit, what + ": a job is within its limit");
              if (limit == roomy.job_bytes() - 1) {  // of a key on the device: without room for sums at once
                require(prover.is_lean() == in_runs, what + ": a little less memory");
              }
              prove(prover, pinned.job(), what + ", less memory");
              if (prover.is_lean()) (prover.takes_turns() ? turns : wires_first) = true;
              limit = prover.is_lean() ? limit * 15 / 16 : prover.job_bytes() - 1;
            } catch (cuzk::out_of_memory const& e) {
              require(e.kind() == "device", what + ": " + e.what());
              break;
            }
          }
          require(turns == in_runs && wires_first, what + ": the forms that less and less memory has");
        }
      }
    }
  }
}

groth16::device_query<C::g1> query_of(std::size_t points) {
  groth16::device_query<C::g1> query;
  query.points = groth16::resident_points<C::g1>(memory::host_buffer<cuzk::affine<C::g1>, memory::pinned>(points));
  return query;
}

// 130.3 M wires, 1.31 % of the scalars full-size, A query 99.7 %, B query 25.4 %; nothing of it is touched.
void a_partition_on_small_devices() {
  cuzk::insecure_seeded_random random(seed());
  proved_circuit<C, qap> const small(bits_and_products<F>(5, 2, random), random);
  constexpr std::size_t wires = 130'300'000;
  key_type key;
  key.vk = small.key.vk;
  key.public_count = small.key.public_count;
  key.wires = wires;
  key.domain_size = std::uint64_t{1} << 27U;
  key.l = query_of(wires - 1 - key.public_count);
  key.l.first = 1 + key.public_count;
  key.a = query_of(wires / 1000 * 997);
  key.b_g1 = query_of(wires / 1000 * 254);
  key.b_g2.points =
      groth16::resident_points<C::g2>(memory::host_buffer<cuzk::affine<C::g2>, memory::pinned>(key.b_g1.points.size()));
  key.h =
      groth16::resident_points<C::g1>(memory::host_buffer<cuzk::affine<C::g1>, memory::pinned>(key.domain_size - 1));
  memory::host_buffer<F, memory::pinned> witness(wires);
  memory::host_buffer<F, memory::pinned> const rows(wires);
  witness[0] = F::one();
  own_stream stream;
  memory::device_pool pool;
  cuzk::exec::cuda const where(stream.ref(), pool);

  auto const of_rows = [&] {
    groth16::device_job<F> job;
    job.witness = witness.span();
    job.a = job.b = job.c = rows.span();
    return job;
  };
  struct form {
    std::uint64_t gigabytes;
    bool is_lean, takes_turns;
  };
  for (form const& of : {form{11, true, false}, {16, true, true}, {24, true, true}, {48, false, true}}) {
    groth16::device_prover_options options;
    options.workers = 1;
    memory::memory_amounts limits;
    limits.device = of.gigabytes * 1'000'000'000;
    options.budget.emplace(limits);
    std::string const what = std::to_string(of.gigabytes) + " GB";
    prover_of<> prover(where, key, options);
    require(prover.is_lean() == of.is_lean && prover.takes_turns() == of.takes_turns, what + ": the form of its jobs");
    for (unsigned const thousandths : {13U, 1000U}) {
      let_wires_be(key, options.key_run_bytes, thousandths);
      prove(prover, of_rows(), what);
    }
  }
  groth16::device_prover_options options;
  options.workers = 1;
  memory::memory_amounts limits;
  limits.device = 8'000'000'000;
  options.budget.emplace(limits);
  require_throws<cuzk::out_of_memory>([&] { prover_of<>(where, key, options); }, "never");

  // On the device the sums over wires have what that of H has, whatever the wires are.
  key.move_to_device(where);
  options.budget.reset();
  prover_of<> const roomy(where, key, options);
  limits.device = roomy.job_bytes();
  for (std::uint64_t const limit : {limits.device, limits.device - 1, limits.device / 2}) {
    limits.device = limit;
    options.budget.emplace(limits);
    prover_of<> prover(where, key, options);
    std::string const what = "a key on the device, " + std::to_string(limit);
    require(prover.job_bytes() <= limit && prover.is_lean() == (limit < roomy.job_bytes()), what);
    for (unsigned const thousandths : {13U, 1000U}) {
      let_wires_be(key, options.key_run_bytes, thousandths);
      prove(prover, of_rows(), what);
    }
  }
}

}  // namespace

int main() {
  gpu_case const cases[] = {
      {"jobs_keep_to_their_memory", jobs_keep_to_their_memory},
      {"a_partition_on_small_devices", a_partition_on_small_devices},
  };
  return gpu_main(cases);
}
