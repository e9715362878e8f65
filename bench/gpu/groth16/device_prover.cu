// SPDX-License-Identifier: Apache-2.0
// Proofs of instances that have the shape of Filecoin's partitions, inputs in page-locked memory, the key on the
// device: one alone, and a stream of them. Every proof is verified.
//
//   [log2 of the domain [shape: 0 PoRep, 1 denser, 2 PoSt [jobs of the stream [workers]]]], 20 0 10 2 unless told

#include <array>
#include <cstddef>
#include <cstdio>
#include <string>
#include <vector>

#include <cuda_runtime.h>

#include <cuzk/core/error.hpp>

#include <gpu/groth16/prover_runs.cuh>

namespace {

using namespace cuzk_bench;
namespace memory = cuzk::memory;

void run(unsigned log_domain, unsigned shape, std::size_t jobs, unsigned workers) {
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
    auto const key = of.key(where);
    double const key_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    std::printf("key of %.2f GB in %.2f s\n", 1e-9 * static_cast<double>(key.bytes()), key_s);
    std::vector<host_inputs<memory::pinned>> inputs;
    inputs.emplace_back(where, of, 1);
    pool.trim();
    std::fflush(stdout);

    std::string const name = std::string("groth16/device_prover/") + names[shape];
    cuzk::telemetry::timeline const timeline;
    auto const spans = run_jobs<memory::pinned, cuzk::lock::two_lock>(where, key, inputs, workers, jobs, timeline);
    for (auto const& [span, time] : times_by_name(spans.records, jobs)) {
      std::printf("  %-34s %10.3f ms a job\n", span.c_str(), time);
    }
    auto const report = cuzk::telemetry::make_report(spans.records);
    std::printf("kernels run for %.2f %% of the stream's time\n", 100 * report.kernel_share());
    auto const times =
        run_jobs<memory::pinned, cuzk::lock::two_lock>(where, key, inputs, workers, jobs, cuzk::telemetry::none{});
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
    run(argument(1, 20), argument(2, 0), argument(3, 10), argument(4, 2));
  });
}
