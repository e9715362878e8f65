// SPDX-License-Identifier: Apache-2.0
// Spans as NVTX ranges, as a tool sees them that this program attaches to itself. Returns 77 where there is no device.

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <mutex>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <cuda_runtime.h>

#include <cuzk/core/cuda.cuh>
#include <cuzk/telemetry.cuh>

#include <support/gpu_test.cuh>

namespace {

namespace telemetry = cuzk::telemetry;
using cuzk_test::own_stream;
using cuzk_test::require;
using telemetry::activity;
using telemetry::timeline;

static_assert(cuzk::telemetry_policy<telemetry::nvtx<timeline>>);

// What NVTX told: "+name category job" where a range opens, "-name" where it closes, and domains.
struct tool {
  std::mutex mutex;
  bool is_attached = false;
  std::vector<std::string> log;
  std::map<std::uint32_t, std::string> categories;
  std::map<std::uint64_t, std::string> open;
  std::uint64_t last = 0;
  int domains = 0;

  std::vector<std::string> taken() {
    std::lock_guard<std::mutex> const hold(mutex);
    return std::exchange(log, {});
  }
};
tool& seen() {
  static tool one;
  return one;
}

nvtxDomainHandle_t domain() { return reinterpret_cast<nvtxDomainHandle_t>(&seen()); }

nvtxDomainHandle_t NVTX_API create_domain(char const* name) {
  std::lock_guard<std::mutex> const hold(seen().mutex);
  seen().log.push_back("domain " + std::string(name));
  ++seen().domains;
  return domain();
}
void NVTX_API destroy_domain(nvtxDomainHandle_t) {
  std::lock_guard<std::mutex> const hold(seen().mutex);
  --seen().domains;
}
void NVTX_API name_category(nvtxDomainHandle_t, std::uint32_t category, char const* name) {
  std::lock_guard<std::mutex> const hold(seen().mutex);
  seen().categories[category] = name;
}
nvtxRangeId_t NVTX_API start_range(nvtxDomainHandle_t in, nvtxEventAttributes_t const* range) {
  std::lock_guard<std::mutex> const hold(seen().mutex);
  std::string const name = range->message.ascii;
  seen().log.push_back((in == domain() ? "+" : "elsewhere +") + name + " " + seen().categories[range->category] + " " +
                       std::to_string(range->payload.ullValue));
  seen().open[++seen().last] = name;
  return seen().last;
}
void NVTX_API end_range(nvtxDomainHandle_t in, nvtxRangeId_t id) {
  std::lock_guard<std::mutex> const hold(seen().mutex);
  auto const found = seen().open.find(id);
  seen().log.push_back((in == domain() ? "-" : "elsewhere -") +
                       (found == seen().open.end() ? "not open" : found->second));
  if (found != seen().open.end()) seen().open.erase(found);
}

// The table of NVTX's functions that a tool replaces.
int NVTX_API attach(NvtxGetExportTableFunc_t get_table) {
  auto const* callbacks = static_cast<NvtxExportTableCallbacks const*>(get_table(NVTX_ETID_CALLBACKS));
  if (callbacks == nullptr) return 0;
  NvtxFunctionTable table = nullptr;
  unsigned size = 0;
  if (callbacks->GetModuleFunctionTable(NVTX_CB_MODULE_CORE2, &table, &size) == 0) return 0;
  if (size <= NVTX_CBID_CORE2_DomainDestroy) return 0;
  *table[NVTX_CBID_CORE2_DomainCreateA] = reinterpret_cast<NvtxFunctionPointer>(create_domain);
  *table[NVTX_CBID_CORE2_DomainDestroy] = reinterpret_cast<NvtxFunctionPointer>(destroy_domain);
  *table[NVTX_CBID_CORE2_DomainNameCategoryA] = reinterpret_cast<NvtxFunctionPointer>(name_category);
  *table[NVTX_CBID_CORE2_DomainRangeStartEx] = reinterpret_cast<NvtxFunctionPointer>(start_range);
  *table[NVTX_CBID_CORE2_DomainRangeEnd] = reinterpret_cast<NvtxFunctionPointer>(end_range);
  seen().is_attached = true;
  return 1;
}

// Under a profiler or a sanitizer NVTX speaks to that tool instead; then only what is forwarded can be compared.
bool has_other_tool() {
  for (char const* variable : {"NVTX_INJECTION64_PATH", "CUDA_INJECTION64_PATH", "LD_PRELOAD"}) {
    if (std::getenv(variable) != nullptr) return true;
  }
  return false;
}

void require_told(std::vector<std::string> const& expected) {
  if (!seen().is_attached) {
    require(has_other_tool(), "the tool was not attached");
    return;
  }
  std::string told;
  auto const log = seen().taken();
  for (std::string const& line : log) told += "[" + line + "]";
  require(log == expected, "NVTX told " + told);
}

void host_spans_are_ranges() {
  {
    telemetry::nvtx<> const policy;
    telemetry::place<telemetry::nvtx<>> const where{policy, 0, 3};
    {
      telemetry::span outer(where, activity::host, "prepare");
      telemetry::span inner(where, activity::lock_wait, "mutex_wait");
      telemetry::span moved(std::move(inner));
      outer.end();
      outer.end();
    }
    try {
      telemetry::span const ended(where, activity::synthesis, "witness");
      throw std::runtime_error("ends it");
    } catch (std::runtime_error const&) {}
  }
  require_told({"domain cuzk", "+prepare host 3", "+mutex_wait lock_wait 3", "-prepare", "-mutex_wait",
                "+witness synthesis 3", "-witness"});
  require(seen().domains == 0 && seen().open.empty(), "all is closed");
}

void records_go_to_the_inner_policy() {
  timeline const t;
  telemetry::nvtx<timeline> policy(t);
  auto const lane = policy.lane("worker 0");
  require(t.lanes() == std::vector<std::string>{"worker 0"} && policy.lane("worker 0") == lane, "lanes");
  auto const before = t.now();
  {
    telemetry::span s(telemetry::place<telemetry::nvtx<timeline>>{policy, lane, 5}, activity::upload, "copy");
    s.copied(64, "pinned");
  }
  auto const all = t.records();
  require(all.size() == 1 && all[0].name == "copy" && all[0].job == 5 && all[0].bytes == 64, "the record");
  require(before <= all[0].begin_ns && all[0].begin_ns <= all[0].end_ns && all[0].end_ns <= t.now(), "its times");
  require_told({"domain cuzk", "+copy upload 5", "-copy"});
}

// The range is that of the calls, the record that of the device.
void device_spans_are_ranges() {
  own_stream const stream;
  timeline const t;
  telemetry::nvtx<timeline> const policy(t);
  telemetry::device_spans<telemetry::nvtx<timeline>> on_device(stream.ref(), policy, 1);
  {
    auto s = on_device.begin(stream.ref(), {policy, 2, 9}, activity::kernel, "msm_h");
    auto const moved(std::move(s));
  }
  require_told({"domain cuzk", "+msm_h kernel 9", "-msm_h"});
  require(t.records().empty(), "the record comes with a collect");
  stream.ref().synchronize();
  on_device.collect();
  auto const all = t.records();
  require(all.size() == 1 && all[0].name == "msm_h" && all[0].lane == 2 && all[0].job == 9, "the record");
  require_told({});
}

}  // namespace

int main() {
  InitializeInjectionNvtx2_fnptr = attach;  // NVTX looks there at its first call
  cuzk_test::gpu_case const cases[] = {
      {"host_spans_are_ranges", host_spans_are_ranges},
      {"records_go_to_the_inner_policy", records_go_to_the_inner_policy},
      {"device_spans_are_ranges", device_spans_are_ranges},
  };
  return cuzk_test::gpu_main(cases);
}
