// SPDX-License-Identifier: Apache-2.0
// Partitions of a simulated sector from synthesis on the host to verified proofs, with a key for development that is
// made on the device: synthesis, the key, one proof alone, a stream of proofs of one witness, and sectors' partitions
// whose synthesis runs beside the proofs of those before.
//
//   [shape: 2KiB, 8MiB, 512MiB or 32GiB [jobs of the stream, and partitions in a row [workers [threads of the host, 0
//   for all]]]], 2KiB 4 2 0
//
// 32 GiB take 48.2 GB of device memory for the key and 44.1 GB for each worker; of the host's, two partitions of
// 16.7 GB, page-locked (5.7 s for one). Measured on an H200 with one worker: docs/performance/prover_gpu.md.

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <cuda_runtime.h>

#include <cuzk/core/cuda.cuh>
#include <cuzk/core/error.hpp>
#include <cuzk/core/random.hpp>
#include <cuzk/exec/cuda.cuh>
#include <cuzk/groth16/device_prover.cuh>
#include <cuzk/groth16/verifier.hpp>
#include <cuzk/memory/device_resource.cuh>
#include <cuzk/memory/pinned.cuh>
#include <cuzk/porep/device_setup.cuh>
#include <cuzk/porep/graph.hpp>
#include <cuzk/porep/prover.cuh>
#include <cuzk/porep/public_inputs.hpp>
#include <cuzk/porep/shape.hpp>
#include <cuzk/porep/simulated_sector.hpp>
#include <cuzk/porep/synthesis.hpp>
#include <cuzk/porep/verifier.hpp>
#include <cuzk/telemetry.hpp>

#include <gpu/groth16/prover_runs.cuh>
#include <support/gpu_bench.cuh>
#include <support/host_threads.hpp>

namespace {

using namespace cuzk_bench;
namespace porep = cuzk::porep;
namespace groth16 = cuzk::groth16;
using cuzk::memory::pinned;
using cuzk::telemetry::timeline;
using clock_type = std::chrono::steady_clock;
using groth16_prover = groth16::device_prover<porep::curve, porep::qap, timeline>;

double ms_since(clock_type::time_point begin) {
  return std::chrono::duration<double, std::milli>(clock_type::now() - begin).count();
}

// Two partitions of a sector, with what their proofs say.
template <class Shape>
struct partitions {
  porep::stacked_graph graph{Shape::nodes, porep::porep_id::of_registered(5), porep::api_version::v1_1};
  porep::simulated_sector<Shape> sector{graph, {}, challenges(), 1};
  std::vector<porep::vanilla_proof<Shape>> proofs{sector.proof(0), sector.proof(Shape::challenges)};
  std::vector<std::vector<fr>> inputs{inputs_of(0), inputs_of(1)};

  static constexpr std::size_t count = 2;

 private:
  static std::vector<std::uint64_t> challenges() {
    cuzk::insecure_seeded_random random(1);
    std::vector<std::uint64_t> drawn(count * Shape::challenges);
    for (auto& c : drawn) c = 1 + random.next_u64() % (Shape::nodes - 1);
    return drawn;
  }
  [[nodiscard]] std::vector<fr> inputs_of(std::size_t k) const {
    return porep::public_inputs<Shape>(graph, sector.of(),
                                       sector.challenges().subspan(k * Shape::challenges, Shape::challenges));
  }
};

struct choices {
  std::size_t jobs;
  unsigned workers;
  std::size_t threads;
};

struct times {
  double synthesis_ms = 0;  // of a partition, alone
  double alone_ms = 0;      // a proof
  double each_ms = 0;       // of a stream of proofs of one witness
  double partition_ms = 0;  // of partitions in a row, synthesis included
  double kernel_share = 0;  // of the stream's time
  double key_ms = 0;
};

groth16::device_prover_options options_of(choices const& how) {
  groth16::device_prover_options options;
  options.workers = how.workers;
  return options;
}

void print_spans(timeline const& spans, std::size_t before, std::size_t jobs, times& to) {
  auto const all = spans.records();
  std::vector<cuzk::telemetry::record> const some(all.begin() + static_cast<std::ptrdiff_t>(before), all.end());
  for (auto const& [name, ms] : times_by_name(some, jobs)) std::printf("  %-34s %10.3f ms a job\n", name.c_str(), ms);
  to.kernel_share = cuzk::telemetry::make_report(some).kernel_share();
  std::printf("kernels run for %.2f %% of the stream's time\n", 100 * to.kernel_share);
  std::fflush(stdout);
}

// Proofs of what a synthesis leaves.
template <class Shape>
void prove_one_witness(cuzk::exec::cuda const& where, groth16::device_key<porep::curve, porep::qap> const& key,
                       host_threads const& host, partitions<Shape> const& of, choices const& how, times& to) {
  auto begin = clock_type::now();
  porep::synthesis<Shape, pinned> slot;
  std::printf("%.2f GB page-locked in %.0f ms\n", 1e-9 * static_cast<double>(slot.size().bytes()), ms_since(begin));
  std::vector<double> evaluated;
  for (int i = 0; i < 4; ++i) {
    begin = clock_type::now();
    slot.evaluate(host, of.sector.of(), of.proofs[i % 2 == 0 ? 1 : 0]);
    evaluated.push_back(ms_since(begin));
  }
  to.synthesis_ms = median({evaluated.begin() + 1, evaluated.end()});
  double const rows = static_cast<double>(slot.size().constraints);
  std::printf("synthesis of %.1f M rows in %.1f ms (the first %.1f): %.1f M rows/s on %zu threads\n", 1e-6 * rows,
              to.synthesis_ms, evaluated.front(), 1e-3 * rows / to.synthesis_ms, host.concurrency());
  std::fflush(stdout);
  auto const& inputs = of.inputs[0];  // of the last partition evaluated
  check(std::equal(slot.public_inputs().begin(), slot.public_inputs().end(), inputs.begin(), inputs.end()),
        "the public inputs");

  timeline const spans;
  groth16_prover prover(where, key, options_of(how), {}, spans);
  std::printf("a job takes %.2f GB of the device%s\n", 1e-9 * static_cast<double>(prover.job_bytes()),
              prover.is_lean() ? ", lean" : "");
  porep::verifying_key const vk(key.vk);
  auto const verified = [&](groth16::proof<porep::curve> const& made) {
    check(groth16::verify(vk, std::span<fr const>(inputs), made), "a proof");
  };
  auto const evaluated_witness = slot.view();
  groth16::device_job<fr> job;
  job.witness = evaluated_witness.witness;
  job.a = evaluated_witness.a;
  job.b = evaluated_witness.b;
  job.c = evaluated_witness.c;
  std::size_t before = 0;
  // Twice: the first brings the device's memory into its pool.
  for (int i = 0; i < 2; ++i) {
    before = spans.records().size();
    begin = clock_type::now();
    auto const made = prover.start(job).finish();
    to.alone_ms = ms_since(begin);
    verified(made);
  }
  std::printf("a proof alone in %.2f ms, verified\n", to.alone_ms);
  print_spans(spans, before, 1, to);
  if (how.jobs == 0) return;
  before = spans.records().size();
  begin = clock_type::now();
  std::vector<groth16::ticket<porep::curve>> tickets;
  for (std::size_t i = 0; i < how.jobs; ++i) tickets.push_back(prover.start(job));
  std::vector<groth16::proof<porep::curve>> made;
  for (auto const& ticket : tickets) made.push_back(ticket.finish());
  to.each_ms = ms_since(begin) / static_cast<double>(how.jobs);
  for (auto const& proof : made) verified(proof);
  std::printf("%.2f ms each of %zu proofs of one witness, all verified\n", to.each_ms, how.jobs);
  print_spans(spans, before, how.jobs, to);
}

// Partitions in a row, each evaluated beside the proofs of those before.
template <class Shape>
void prove_partitions(cuzk::exec::cuda const& where, groth16::device_key<porep::curve, porep::qap> const& key,
                      host_threads const& host, partitions<Shape> const& of, choices const& how, times& to) {
  porep::device_prover<Shape, timeline> prover(where, key, 2, options_of(how));
  std::vector<porep::vanilla_proof<Shape>> all;
  std::vector<std::vector<fr>> inputs;
  for (std::size_t k = 0; k < how.jobs; ++k) {
    all.push_back(of.proofs[k % partitions<Shape>::count]);
    inputs.push_back(of.inputs[k % partitions<Shape>::count]);
  }
  porep::prove_options options;
  options.observer = [](std::size_t k, std::string_view stage, std::chrono::nanoseconds time) {
    std::printf("  partition %zu %.*s %.1f ms\n", k, static_cast<int>(stage.size()), stage.data(),
                1e-6 * static_cast<double>(time.count()));
  };
  auto const begin = clock_type::now();
  auto const proofs =
      prover.prove(host, of.sector.of(), std::span<porep::vanilla_proof<Shape> const>(all), cuzk::os_random{}, options);
  to.partition_ms = ms_since(begin) / static_cast<double>(how.jobs);
  check(porep::verify<Shape>(host, porep::verifying_key(key.vk), std::span<std::vector<fr> const>(inputs), proofs,
                             cuzk::os_random{}),
        "the proofs of a sector's partitions");
  std::printf("%.2f ms each of %zu partitions from vanilla proof to proof, all verified\n", to.partition_ms, how.jobs);
  std::fflush(stdout);
}

template <class Shape>
void run(char const* name, choices const& how) {
  print_device();
  cudaStream_t stream = nullptr;
  CUZK_CUDA_CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  {
    cuzk::memory::device_pool pool;
    cuzk::exec::cuda const where(cuzk::stream_ref(stream), pool);
    host_threads const host(how.threads);
    auto begin = clock_type::now();
    partitions<Shape> const of;
    std::printf("a %s sector with vanilla proofs of two partitions simulated in %.0f ms\n", name, ms_since(begin));
    times to;
    begin = clock_type::now();
    auto const key = porep::insecure_development_device_key<Shape>(
        host, where, 1, [](std::string_view stage, std::chrono::nanoseconds time) {
          std::printf("  key: %.*s %.0f ms\n", static_cast<int>(stage.size()), stage.data(),
                      1e-6 * static_cast<double>(time.count()));
        });
    to.key_ms = ms_since(begin);
    std::printf("key of %.2f GB for a domain of %zu in %.2f s; at most %.2f GB of the device in use\n",
                1e-9 * static_cast<double>(key.bytes()), static_cast<std::size_t>(key.domain_size), 1e-3 * to.key_ms,
                1e-9 * static_cast<double>(pool.peak_bytes()));
    std::fflush(stdout);
    pool.trim();
    prove_one_witness<Shape>(where, key, host, of, how, to);
    if (how.jobs != 0) prove_partitions<Shape>(where, key, host, of, how, to);
    auto const size = porep::circuit_size<Shape>();
    std::printf(
        "{\"name\":\"porep/partition/%s\",\"n\":%zu,\"median_ms\":%.6f,\"proof_ms\":%.6f,\"alone_ms\":%.6f,"
        "\"synthesis_ms\":%.6f,\"key_ms\":%.3f,\"kernel_share\":%.6f,\"workers\":%u,\"threads\":%zu,\"jobs\":%zu}\n",
        name, static_cast<std::size_t>(size.constraints), to.partition_ms, to.each_ms, to.alone_ms, to.synthesis_ms,
        to.key_ms, to.kernel_share, how.workers, host.concurrency(), how.jobs);
    std::fflush(stdout);
  }
  CUZK_CUDA_CHECK(cudaStreamDestroy(stream));
}

void run_shape(unsigned shape, choices const& how) {
  switch (shape) {  // the number that its name begins with
    case 2:
      return run<porep::sector_2KiB>("2KiB", how);
    case 8:
      return run<porep::sector_8MiB>("8MiB", how);
    case 512:
      return run<porep::sector_512MiB>("512MiB", how);
    case 32:
      return run<porep::sector_32GiB>("32GiB", how);
    default:
      throw cuzk::invalid_argument("shapes are 2KiB, 8MiB, 512MiB and 32GiB");
  }
}

}  // namespace

int main(int argc, char** argv) {
  return bench_main(argc, argv, [](arguments const& argument) {
    run_shape(argument(1, 2), {argument(2, 4), argument(3, 2), argument(4, 0)});
  });
}
