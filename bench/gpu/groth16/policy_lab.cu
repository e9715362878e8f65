// SPDX-License-Identifier: Apache-2.0
// The policy laboratory: the same stream of proofs under every memory policy, lock policy and number of workers, with
// telemetry and without.
//
//   [log2 of the domain [jobs of a stream [most workers]]], 22 12 3 unless told
//
// Prints a line a combination. Where CUZK_LAB_OUT names a folder, it also gets the trace, for Perfetto, and the lines
// of text of each.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <cuda_runtime.h>

#include <cuzk/core/error.hpp>

#include <gpu/groth16/prover_runs.cuh>

namespace {

using namespace cuzk_bench;
namespace memory = cuzk::memory;
namespace lock = cuzk::lock;
namespace telemetry = cuzk::telemetry;

struct laboratory {
  cuzk::exec::cuda where;
  cuzk::groth16::device_key<curve, libsnark> const& key;
  std::size_t domain;
  std::size_t jobs;
  unsigned most_workers;
  char const* out;
};

struct row {
  std::string memory, lock;
  unsigned workers;
  double each_ms = 0;
};

double ms(std::uint64_t ns) { return 1e-6 * static_cast<double>(ns); }
double ms(lock::region_times::duration d) { return std::chrono::duration<double, std::milli>(d).count(); }

// The longest and the shortest upload of vector a.
struct upload_range {
  double least = std::numeric_limits<double>::max(), most = 0;

  explicit upload_range(std::vector<telemetry::record> const& records) {
    for (auto const& r : records) {
      if (r.name != "upload_a") continue;
      least = std::min(least, ms(r.end_ns - r.begin_ns));
      most = std::max(most, ms(r.end_ns - r.begin_ns));
    }
  }
};

void write_files(laboratory const& lab, telemetry::timeline const& timeline, std::string const& name) {
  if (lab.out == nullptr) return;
  std::ofstream trace(std::string(lab.out) + "/" + name + ".json");
  telemetry::write_trace(trace, timeline);
  std::ofstream lines(std::string(lab.out) + "/" + name + ".txt");
  telemetry::write_text(lines, timeline);
}

template <class Memory, class Lock>
row measure(laboratory const& lab, std::vector<host_inputs<Memory>> const& inputs, std::string const& memory_name,
            std::string const& lock_name, unsigned workers) {
  auto const ledger = std::make_shared<lock::ledger>();
  telemetry::timeline const timeline;
  auto const spans =
      run_jobs<Memory, Lock>(lab.where, lab.key, inputs, workers, lab.jobs, timeline, {.ledger = ledger});
  auto const plain = run_jobs<Memory, Lock>(lab.where, lab.key, inputs, workers, lab.jobs, telemetry::none{});
  auto const report = telemetry::make_report(spans.records);
  auto const kernels = ledger->times(cuzk::region::kernels);
  lock::region_times::duration waited{};
  for (std::size_t i = 0; i < cuzk::region_count; ++i) waited += ledger->times(static_cast<cuzk::region>(i)).waited;
  double const of_jobs = static_cast<double>(lab.jobs + 2);  // those that warmed up are in the ledger
  upload_range const range(spans.records);
  double gigabytes = 0, copying = 0;
  for (auto const& [key, totals] : report.copies) {
    gigabytes += 1e-9 * static_cast<double>(totals.bytes);
    copying += 1e-9 * static_cast<double>(totals.busy_ns);
  }
  double const bandwidth = copying == 0 ? 0 : gigabytes / copying;
  auto const idle = [&](telemetry::idle_cause why) {
    return report.end_ns == report.begin_ns ? 0
                                            : 100 * static_cast<double>(report.idle_ns[static_cast<std::size_t>(why)]) /
                                                  static_cast<double>(report.end_ns - report.begin_ns);
  };
  std::printf(
      "%-10s %-13s %u  %7.3f proofs/s  alone %8.2f ms  each %8.2f (with spans %8.2f)  kernels %5.1f %%  "
      "idle: lock %4.1f upload %4.1f barrier %4.1f host %4.1f none %4.1f  lock waits %7.2f holds %7.2f ms  "
      "upload %5.1f GB/s, of a %.2f to %.2f ms\n",
      memory_name.c_str(), lock_name.c_str(), workers, 1e3 / plain.each_ms, plain.first_ms, plain.each_ms,
      spans.each_ms, 100 * report.kernel_share(), idle(telemetry::idle_cause::lock),
      idle(telemetry::idle_cause::upload), idle(telemetry::idle_cause::barrier), idle(telemetry::idle_cause::host),
      idle(telemetry::idle_cause::no_work), ms(waited) / of_jobs, ms(kernels.held) / of_jobs, bandwidth, range.least,
      range.most);
  std::printf(
      "{\"name\":\"groth16/policy_lab/%s/%s/%u\",\"n\":%zu,\"median_ms\":%.6f,\"alone_ms\":%.6f,"
      "\"with_spans_ms\":%.6f,\"kernel_share\":%.6f,\"wait_ms\":%.4f,\"hold_ms\":%.4f,\"upload_gb_s\":%.3f,"
      "\"upload_a_least_ms\":%.4f,\"upload_a_most_ms\":%.4f,\"idle_lock\":%.4f,\"idle_upload\":%.4f,"
      "\"idle_barrier\":%.4f,\"idle_host\":%.4f,\"idle_no_work\":%.4f,\"processor_ms\":%.3f}\n",
      memory_name.c_str(), lock_name.c_str(), workers, lab.domain, plain.each_ms, plain.first_ms, spans.each_ms,
      report.kernel_share(), ms(waited) / of_jobs, ms(kernels.held) / of_jobs, bandwidth, range.least, range.most,
      idle(telemetry::idle_cause::lock), idle(telemetry::idle_cause::upload), idle(telemetry::idle_cause::barrier),
      idle(telemetry::idle_cause::host), idle(telemetry::idle_cause::no_work), plain.processor_ms);
  std::fflush(stdout);
  write_files(lab, timeline, memory_name + "-" + lock_name + "-" + std::to_string(workers));
  return {memory_name, lock_name, workers, plain.each_ms};
}

template <class Memory>
void measure_locks(laboratory const& lab, instance const& of, std::string const& name, std::vector<row>& rows) {
  std::vector<host_inputs<Memory>> inputs;
  inputs.emplace_back(lab.where, of, 1);
  inputs.emplace_back(lab.where, of, 2);
  for (unsigned w = 1; w <= lab.most_workers; ++w) {
    rows.push_back(measure<Memory, lock::whole_job>(lab, inputs, name, "whole_job", w));
    rows.push_back(measure<Memory, lock::kernel_region>(lab, inputs, name, "kernel_region", w));
    rows.push_back(measure<Memory, lock::two_lock>(lab, inputs, name, "two_lock", w));
    rows.push_back(measure<Memory, lock::bounded<2>>(lab, inputs, name, "bounded_2", w));
    rows.push_back(measure<Memory, lock::none>(lab, inputs, name, "none", w));
  }
}

void run(unsigned log_domain, std::size_t jobs, unsigned most_workers) {
  if (jobs == 0 || most_workers == 0) throw cuzk::invalid_argument("no jobs or no workers");
  print_device();
  cudaStream_t stream = nullptr;
  CUZK_CUDA_CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  {
    memory::device_pool pool;
    cuzk::exec::cuda const where(cuzk::stream_ref(stream), pool);
    instance const of(porep_shape::porep(log_domain));
    auto const key = of.key(where);
    laboratory const lab{where, key, std::size_t{1} << log_domain, jobs, most_workers, std::getenv("CUZK_LAB_OUT")};
    std::vector<row> rows;
    measure_locks<memory::pinned>(lab, of, "pinned", rows);
    measure_locks<memory::registered>(lab, of, "registered", rows);
    measure_locks<memory::pageable>(lab, of, "pageable", rows);
    for (unsigned w = 1; w <= most_workers; ++w) {
      row const* best = nullptr;
      for (row const& r : rows) {
        if (r.workers == w && (best == nullptr || r.each_ms < best->each_ms)) best = &r;
      }
      std::printf("best for %u workers: %s, %s: %.2f ms a proof\n", w, best->memory.c_str(), best->lock.c_str(),
                  best->each_ms);
    }
  }
  CUZK_CUDA_CHECK(cudaStreamDestroy(stream));
}

}  // namespace

int main(int argc, char** argv) {
  return bench_main(argc, argv,
                    [](arguments const& argument) { run(argument(1, 22), argument(2, 12), argument(3, 3)); });
}
