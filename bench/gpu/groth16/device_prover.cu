// SPDX-License-Identifier: Apache-2.0
// Proofs of instances that have the shape of Filecoin's partitions, inputs in page-locked memory, the key on the
// device: one alone, and a stream of them. Every proof is verified.
//
//   [log2 of the domain [shape: 0 PoRep, 1 denser, 2 PoSt [jobs of the stream [workers [GB that jobs may take of the
//   device, 0 for no limit [1 for a key on the host [1 for jobs of the witness alone [log2 of a chunk of the sums, 0
//   for their own [rows of a table of H's points, 1 for none, 0 for one for every window]]]]]]]]], 20 0 10 2 0 0 0 0 1

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include <cuda_runtime.h>

#include <cuzk/core/error.hpp>

#include <gpu/groth16/prover_runs.cuh>

namespace {

using namespace cuzk_bench;
namespace memory = cuzk::memory;

struct forms {
  unsigned gigabytes;
  bool key_on_host;
  bool witness_alone;
  unsigned log_chunk;
  unsigned rows_of_h;
};

// The matrices of the instance on the device; made on the host, some 200 bytes a wire.
cuzk::groth16::device_circuit<fr> circuit_of(cuzk::exec::cuda const& where, instance const& of) {
  auto const system = of.system();
  return {{where, system.a, system.wires}, {where, system.b, system.wires}, true};
}

void run(unsigned log_domain, unsigned shape, std::size_t jobs, unsigned workers, forms const& form) {
  constexpr std::array<char const*, 3> names{"porep", "dense", "post"};
  if (shape >= names.size()) throw cuzk::invalid_argument("shapes are 0, 1 and 2");
  print_device();
  cudaStream_t stream = nullptr;
  CUZK_CUDA_CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  {
    memory::device_pool pool;
    cuzk::exec::cuda const where(cuzk::stream_ref(stream), pool);
    instance const of(shape == 0   ? porep_shape::porep(log_domain)
                      : shape == 1 ? porep_shape::dense(log_domain)
                                   : porep_shape::post(log_domain));
    auto const begin = std::chrono::steady_clock::now();
    auto key = of.key(where);
    double const key_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    std::printf("key of %.2f GB in %.2f s\n", 1e-9 * static_cast<double>(key.bytes()), key_s);
    std::vector<host_inputs<memory::pinned>> inputs;
    inputs.emplace_back(where, of, 1);
    if (form.key_on_host) key.move_to_host(where.stream());
    std::optional<cuzk::groth16::device_circuit<fr>> circuit;
    if (form.witness_alone) circuit.emplace(circuit_of(where, of));
    run_options how;
    how.device_bytes = std::uint64_t{form.gigabytes} * 1000000000;
    how.circuit = circuit ? &*circuit : nullptr;
    how.rows_of_h = form.rows_of_h;
    how.chunk_points = form.log_chunk == 0 ? 0 : std::size_t{1} << form.log_chunk;
    pool.trim();
    std::fflush(stdout);

    std::string const name = std::string("groth16/device_prover/") + names[shape] +
                             (form.key_on_host ? "/key on the host" : "") +
                             (form.witness_alone ? "/witness alone" : "") +
                             (form.log_chunk != 0 ? "/chunks of 2^" + std::to_string(form.log_chunk) : "") +
                             (form.rows_of_h != 1 ? "/table of H" : "") +
                             (form.gigabytes != 0 ? "/" + std::to_string(form.gigabytes) + " GB" : "");
    cuzk::telemetry::timeline const timeline;
    auto const spans = run_jobs<memory::pinned, cuzk::lock::two_lock>(where, key, inputs, workers, jobs, timeline, how);
    for (auto const& [span, time] : times_by_name(spans.records, jobs)) {
      std::printf("  %-34s %10.3f ms a job\n", span.c_str(), time);
    }
    auto const report = cuzk::telemetry::make_report(spans.records);
    std::printf("kernels run for %.2f %% of the stream's time\n", 100 * report.kernel_share());
    auto const times =
        run_jobs<memory::pinned, cuzk::lock::two_lock>(where, key, inputs, workers, jobs, cuzk::telemetry::none{}, how);
    std::printf("a job takes %.2f GB%s%s\n", 1e-9 * static_cast<double>(times.job_bytes), times.is_lean ? ", lean" : "",
                times.takes_turns ? ", by turns" : "");
    std::printf("domain 2^%u, %s: %.2f ms alone, %.2f ms each of %zu, host %.2f ms of processor time a job\n",
                log_domain, names[shape], times.first_ms, times.each_ms, jobs, times.processor_ms);
    std::printf(
        "{\"name\":\"%s\",\"n\":%zu,\"median_ms\":%.6f,\"alone_ms\":%.6f,\"kernel_share\":%.6f,"
        "\"processor_ms\":%.3f,\"workers\":%u,\"jobs\":%zu}\n",
        name.c_str(), std::size_t{1} << log_domain, times.each_ms, times.first_ms, report.kernel_share(),
        times.processor_ms, workers, jobs);
    std::fflush(stdout);
  }
  CUZK_CUDA_CHECK(cudaStreamDestroy(stream));
}

}  // namespace

int main(int argc, char** argv) {
  return bench_main(argc, argv, [](arguments const& argument) {
    run(argument(1, 20), argument(2, 0), argument(3, 10), argument(4, 2),
        {argument(5, 0), argument(6, 0) != 0, argument(7, 0) != 0, argument(8, 0), argument(9, 1)});
  });
}
