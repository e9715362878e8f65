// SPDX-License-Identifier: Apache-2.0
#include <support/runtime_without_kernels.hpp>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <utility>

#include <cuda_runtime_api.h>
#include <sys/mman.h>

namespace runtime_without_kernels {
namespace {

enum class side { none, device, host };

struct block {
  std::size_t bytes;
  side of;
};

// What is longer is neither copied nor filled.
constexpr std::size_t most_copied = std::size_t{1} << 20U;

std::mutex mutex;
std::map<std::uintptr_t, block> blocks;
std::size_t out = 0, peak = 0;
std::vector<std::uint64_t> found;
std::size_t next_found = 0;

cudaError_t take(void** to, std::size_t bytes, side of) {
  void* const p = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (p == MAP_FAILED) return cudaErrorMemoryAllocation;
  std::scoped_lock const hold(mutex);
  blocks[reinterpret_cast<std::uintptr_t>(p)] = {bytes, of};
  if (of == side::device) peak = std::max(peak, out += bytes);
  *to = p;
  return cudaSuccess;
}
cudaError_t give_back(void* p) {
  if (p == nullptr) return cudaSuccess;
  std::scoped_lock const hold(mutex);
  auto const found_block = blocks.find(reinterpret_cast<std::uintptr_t>(p));
  if (found_block == blocks.end()) return cudaErrorInvalidValue;
  auto const [bytes, of] = found_block->second;
  if (of == side::device) out -= bytes;
  blocks.erase(found_block);
  return ::munmap(p, bytes) == 0 ? cudaSuccess : cudaErrorInvalidValue;
}
// Which memory [p, p + bytes) lies in, none unless in one block.
side side_of(void const* p, std::size_t bytes) {
  std::scoped_lock const hold(mutex);
  auto const at = reinterpret_cast<std::uintptr_t>(p);
  auto after = blocks.upper_bound(at);
  if (after == blocks.begin()) return side::none;
  auto const& [begin, of] = *--after;
  return at - begin <= of.bytes && bytes <= of.bytes - (at - begin) ? of.of : side::none;
}
cudaError_t copy(void* to, void const* from, std::size_t bytes, cudaMemcpyKind kind) {
  bool const to_device = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
  bool const from_device = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
  if (to_device && side_of(to, bytes) != side::device) return cudaErrorInvalidValue;
  if (from_device && side_of(from, bytes) != side::device) return cudaErrorInvalidValue;
  if (to_device && from_device && bytes == sizeof(std::uint64_t)) {
    std::scoped_lock const hold(mutex);
    if (!found.empty()) {
      std::memcpy(to, &found[next_found++ % found.size()], bytes);
      return cudaSuccess;
    }
  }
  if (bytes <= most_copied) std::memmove(to, from, bytes);
  return cudaSuccess;
}
// Handles that nobody looks into, each another.
template <class Handle>
cudaError_t make(Handle* to) {
  *to = reinterpret_cast<Handle>(std::malloc(1));
  return *to == nullptr ? cudaErrorMemoryAllocation : cudaSuccess;
}
template <class Handle>
cudaError_t destroy(Handle of) {
  std::free(of);
  return cudaSuccess;
}
cudaError_t is_there(cudaEvent_t event) { return event == nullptr ? cudaErrorInvalidResourceHandle : cudaSuccess; }

}  // namespace

std::size_t device_bytes() {
  std::scoped_lock const hold(mutex);
  return out;
}
std::size_t peak_of_device_bytes() {
  std::scoped_lock const hold(mutex);
  return std::exchange(peak, out);
}
void set_numbers(std::vector<std::uint64_t> numbers) {
  std::scoped_lock const hold(mutex);
  found = std::move(numbers);
  next_found = 0;
}

}  // namespace runtime_without_kernels

namespace own = runtime_without_kernels;

extern "C" {

// An H200 by what the library asks of it.
cudaError_t cudaGetDevice(int* device) {
  *device = 0;
  return cudaSuccess;
}
cudaError_t cudaSetDevice(int device) { return device == 0 ? cudaSuccess : cudaErrorInvalidDevice; }
cudaError_t cudaGetDeviceCount(int* count) {
  *count = 1;
  return cudaSuccess;
}
cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr which, int) {
  switch (which) {
    case cudaDevAttrMultiProcessorCount:
      *value = 132;
      break;
    case cudaDevAttrComputeCapabilityMajor:
      *value = 9;
      break;
    case cudaDevAttrComputeCapabilityMinor:
      *value = 0;
      break;
    case cudaDevAttrMaxSharedMemoryPerBlockOptin:
      *value = 227 * 1024;
      break;
    case cudaDevAttrMaxGridDimX:
      *value = 0x7fffffff;
      break;
    case cudaDevAttrHostNumaId:
      *value = -1;
      break;
    default:
      *value = 1024;
  }
  return cudaSuccess;
}
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* to, void const*) {
  *to = {};
  to->ptxVersion = to->binaryVersion = 90;
  to->numRegs = 64;
  to->maxThreadsPerBlock = 1024;
  return cudaSuccess;
}
cudaError_t cudaFuncSetAttribute(void const*, cudaFuncAttribute, int) { return cudaSuccess; }
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, void const*, int, std::size_t,
                                                                   unsigned) {
  *blocks = 4;
  return cudaSuccess;
}
cudaError_t cudaMemGetInfo(std::size_t* available, std::size_t* total) {
  *available = *total = std::size_t{141} * 1000 * 1000 * 1000;
  return cudaSuccess;
}
cudaError_t cudaDeviceSynchronize() { return cudaSuccess; }

// Errors are told by the call alone.
char const* cudaGetErrorName(cudaError_t) { return "an error of the runtime without kernels"; }
char const* cudaGetErrorString(cudaError_t) {
  return "a copy beyond its memory, or memory that is not out or not to be had";
}
cudaError_t cudaGetLastError() { return cudaSuccess; }
cudaError_t cudaPeekAtLastError() { return cudaSuccess; }

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* to, unsigned) { return own::make(to); }
cudaError_t cudaStreamDestroy(cudaStream_t stream) { return own::destroy(stream); }
cudaError_t cudaStreamSynchronize(cudaStream_t) { return cudaSuccess; }
cudaError_t cudaStreamWaitEvent(cudaStream_t, cudaEvent_t event, unsigned) { return own::is_there(event); }
cudaError_t cudaStreamIsCapturing(cudaStream_t, cudaStreamCaptureStatus* status) {
  *status = cudaStreamCaptureStatusNone;
  return cudaSuccess;
}
cudaError_t cudaEventCreateWithFlags(cudaEvent_t* to, unsigned) { return own::make(to); }
cudaError_t cudaEventDestroy(cudaEvent_t event) { return own::destroy(event); }
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t) { return own::is_there(event); }
cudaError_t cudaEventQuery(cudaEvent_t event) { return own::is_there(event); }
cudaError_t cudaEventSynchronize(cudaEvent_t event) { return own::is_there(event); }
cudaError_t cudaEventElapsedTime(float* ms, cudaEvent_t, cudaEvent_t) {
  *ms = 0;
  return cudaSuccess;
}
cudaError_t cudaLaunchHostFunc(cudaStream_t, cudaHostFn_t function, void* argument) {
  function(argument);
  return cudaSuccess;
}

cudaError_t cudaHostAlloc(void** to, std::size_t bytes, unsigned) { return own::take(to, bytes, own::side::host); }
cudaError_t cudaFreeHost(void* p) { return own::give_back(p); }
cudaError_t cudaHostRegister(void*, std::size_t, unsigned) { return cudaSuccess; }
cudaError_t cudaHostUnregister(void*) { return cudaSuccess; }
cudaError_t cudaMemPoolCreate(cudaMemPool_t* to, cudaMemPoolProps const*) { return own::make(to); }
cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool) { return own::destroy(pool); }
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t, cudaMemPoolAttr, void*) { return cudaSuccess; }
cudaError_t cudaMallocFromPoolAsync(void** to, std::size_t bytes, cudaMemPool_t, cudaStream_t) {
  return own::take(to, bytes, own::side::device);
}
cudaError_t cudaFreeAsync(void* p, cudaStream_t) { return own::give_back(p); }
cudaError_t cudaMemcpyAsync(void* to, void const* from, std::size_t bytes, cudaMemcpyKind kind, cudaStream_t) {
  return own::copy(to, from, bytes, kind);
}
cudaError_t cudaMemsetAsync(void* to, int value, std::size_t bytes, cudaStream_t) {
  if (own::side_of(to, bytes) != own::side::device) return cudaErrorInvalidValue;
  if (bytes <= own::most_copied) std::memset(to, value, bytes);
  return cudaSuccess;
}
cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* to, void const* p) {
  *to = {};
  own::side const of = own::side_of(p, 1);
  to->type = of == own::side::device ? cudaMemoryTypeDevice
             : of == own::side::host ? cudaMemoryTypeHost
                                     : cudaMemoryTypeUnregistered;
  return cudaSuccess;
}

cudaError_t cudaLaunchKernelExC(cudaLaunchConfig_t const*, void const*, void**) { return cudaSuccess; }
cudaError_t __cudaLaunchKernel(cudaKernel_t, dim3, dim3, void**, std::size_t, cudaStream_t) { return cudaSuccess; }
cudaError_t __cudaGetKernel(cudaKernel_t* to, void const* function) {
  *to = reinterpret_cast<cudaKernel_t>(const_cast<void*>(function));
  return cudaSuccess;
}
unsigned __cudaPushCallConfiguration(dim3, dim3, std::size_t, cudaStream_t) { return 0; }
cudaError_t __cudaPopCallConfiguration(dim3*, dim3*, std::size_t*, void*) { return cudaSuccess; }
// What a program's own start-up tells of its kernels.
void** __cudaRegisterFatBinary(void*) {
  static void* handle = nullptr;
  return &handle;
}
void __cudaRegisterFatBinaryEnd(void**) {}
void __cudaUnregisterFatBinary(void**) {}
void __cudaRegisterFunction(void**, char const*, char*, char const*, int, uint3*, uint3*, dim3*, dim3*, int*) {}
void __cudaRegisterVar(void**, char*, char*, char const*, int, std::size_t, int, int) {}

}  // extern "C"
