// SPDX-License-Identifier: Apache-2.0
#pragma once

// Calls of the CUDA runtime that fail when a test says so, and what of the runtime's and the heap's a program holds.
// The linker puts the wrappers below between the program and the runtime: the program's source says `// link:
// --wrap=NAME` for each of them (a wrapper without that does not link). It also replaces the global operator new, so it
// is for a test's only source file.
//
// Calls that give something back are counted and never fail.

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include <cuda_runtime.h>

#include <cuzk/core/error.hpp>

namespace cuzk_test {

/// What the call that fails does.
enum class failing {
  instead,       ///< nothing: the error is all that comes of it
  afterwards,    ///< its work, and then it says that it failed
  from_there_on  ///< nothing, nor does any call that comes later: the device has failed
};
inline char const* name_of(failing how) {
  switch (how) {
    case failing::instead:
      return "instead";
    case failing::afterwards:
      return "afterwards";
    case failing::from_there_on:
      return "from there on";
  }
  return "";
}

/// What a function of the runtime does.
enum class function_kind {
  plain,
  launches,   ///< a kernel
  makes,      ///< a handle
  allocates,  ///< memory, and fails for want of it
};

/// A function of the runtime that can fail. One that makes something never does so and then says that it failed: what
/// it made would be lost.
struct cuda_function {
  char const* name;
  function_kind kind;
  std::atomic<std::uint64_t> made{0};          // while calls were counted
  std::atomic<std::uint64_t> failed{0};        // the first of each fault
  std::atomic<std::uint64_t> told_at_once{0};  // of these: thrown by the call of the library
  std::atomic<std::uint64_t> told_by_ticket{0};
  std::atomic<std::uint64_t> harmless{0};  // no error, and the result is right
  std::atomic<bool> has_failed{false};     // of this fault
};

/// What a program holds of the runtime and the heap.
struct held_resources {
  std::int64_t device_bytes = 0;       ///< from pools and cudaMalloc
  std::int64_t page_locked_bytes = 0;  ///< allocated so
  std::int64_t registered_bytes = 0;   ///< page-locked afterwards
  std::int64_t streams = 0;
  std::int64_t events = 0;
  std::int64_t pools = 0;
  std::int64_t errors = 0;      ///< that a later cudaGetLastError of their thread would find
  std::int64_t heap_bytes = 0;  ///< from operator new

  friend bool operator==(held_resources const&, held_resources const&) = default;
};
[[nodiscard]] inline std::string text_of(held_resources const& h) {
  return std::to_string(h.device_bytes) + " bytes of the device, " + std::to_string(h.page_locked_bytes) +
         " page-locked, " + std::to_string(h.registered_bytes) + " registered, " + std::to_string(h.streams) +
         " streams, " + std::to_string(h.events) + " events, " + std::to_string(h.pools) + " pools, " +
         std::to_string(h.errors) + " errors that were left, " + std::to_string(h.heap_bytes) + " bytes of the heap";
}

/// Which call fails, and what has been seen. One fault at a time.
class failing_cuda {
 public:
  static constexpr cudaError_t code = cudaErrorUnknown;

  /// From now on calls are counted, and number k, from 1 on, fails; 0: none does.
  /// @param marked_alone  only calls of the marked thread count
  static void arm(std::uint64_t k, failing how, bool marked_alone = false) {
    is_armed = false;
    seen = 0;
    first = nullptr;
    for (cuda_function* const f : all()) f->has_failed = false;
    at = k;
    kind = how;
    marked = marked_alone;
    is_armed = true;
  }
  /// As `arm`, but at call k, which does not fail, `what` is done by the calling thread before it.
  static void arm_action(std::uint64_t k, std::function<void()> what, bool marked_alone = false) {
    action = std::move(what);
    has_action = true;
    arm(k, failing::instead, marked_alone);
  }
  /// Number of calls that were counted.
  static std::uint64_t disarm() {
    is_armed = false;
    if (has_action.exchange(false)) action = nullptr;
    return seen;
  }
  /// The function that failed first since `arm`; null if none did.
  [[nodiscard]] static cuda_function* hit() { return first; }
  /// All that can fail.
  [[nodiscard]] static std::vector<cuda_function*>& all() {
    static std::vector<cuda_function*> functions;
    return functions;
  }
  /// The calling thread is the marked one until `unmark` of the number that is returned, by any thread.
  static std::uint64_t mark_this_thread() {
    std::scoped_lock const hold(mutex);
    marked_thread = std::this_thread::get_id();
    return ++marks;
  }
  static void unmark(std::uint64_t number) {
    std::scoped_lock const hold(mutex);
    if (number == marks) marked_thread = std::thread::id();
  }

  /// What is held now.
  [[nodiscard]] static held_resources held() {
    return {device_bytes, page_locked_bytes, registered_bytes, streams, events, pools, errors, heap_bytes};
  }

  // --- for the wrappers ---

  template <class Real>
  static cudaError_t call(cuda_function& of, Real const& real) {
    verdict const now = turn(of);
    if (now == verdict::goes_on) return real();
    bool const makes = of.kind == function_kind::makes || of.kind == function_kind::allocates;
    if (now == verdict::fails_afterwards && !makes) {
      cudaError_t const got = real();
      if (got != cudaSuccess && got != cudaErrorNotReady) return got;
    }
    return left(of.kind == function_kind::allocates ? cudaErrorMemoryAllocation : code);
  }
  static cudaError_t last(bool take, cudaError_t real) {
    cudaError_t const mine = left_error;
    if (mine == cudaSuccess) return real;
    if (take) {
      left_error = cudaSuccess;
      --errors;
    }
    return mine;
  }

  // A device that has failed does nothing with what is given back.
  static void let_device_end() {
    if (first != nullptr && kind == failing::from_there_on) static_cast<void>(cudaDeviceSynchronize());
  }
  static void note(std::atomic<std::int64_t>& bytes, void const* p, std::size_t size) {
    if (p == nullptr) return;
    std::scoped_lock const hold(mutex);
    sizes().emplace(p, size);
    bytes += static_cast<std::int64_t>(size);
  }
  static void forget(std::atomic<std::int64_t>& bytes, void const* p) {
    if (p == nullptr) return;
    let_device_end();
    std::scoped_lock const hold(mutex);
    auto const at_p = sizes().find(p);
    if (at_p == sizes().end()) return;  // of before
    bytes -= static_cast<std::int64_t>(at_p->second);
    sizes().erase(at_p);
  }

  static inline std::atomic<std::int64_t> device_bytes{0}, page_locked_bytes{0}, registered_bytes{0}, streams{0},
      events{0}, pools{0}, errors{0}, heap_bytes{0};

 private:
  enum class verdict { goes_on, fails, fails_afterwards };

  // Apart from the heap that is counted.
  template <class T>
  struct uncounted {
    using value_type = T;
    uncounted() = default;
    template <class U>
    uncounted(uncounted<U> const&) noexcept {}  // NOLINT(google-explicit-constructor): as allocators are
    T* allocate(std::size_t n) {
      void* const p = std::malloc(n * sizeof(T));
      if (p == nullptr) throw std::bad_alloc();
      return static_cast<T*>(p);
    }
    void deallocate(T* p, std::size_t) noexcept { std::free(p); }
    friend bool operator==(uncounted const&, uncounted const&) { return true; }
  };
  using size_map =
      std::map<void const*, std::size_t, std::less<>, uncounted<std::pair<void const* const, std::size_t>>>;
  static size_map& sizes() {
    static size_map all;
    return all;
  }

  static verdict turn(cuda_function& of) {
    if (!is_armed || (marked && marked_thread.load() != std::this_thread::get_id())) return verdict::goes_on;
    ++of.made;
    std::uint64_t const n = ++seen, k = at;
    if (k == 0 || n < k || (n > k && kind != failing::from_there_on)) return verdict::goes_on;
    if (has_action) {
      if (n == k) action();
      return verdict::goes_on;
    }
    of.has_failed = true;
    if (n == k) {
      ++of.failed;
      first = &of;
    }
    return kind == failing::afterwards ? verdict::fails_afterwards : verdict::fails;
  }
  // As the runtime does, an error stays until the thread asks for the last one.
  static cudaError_t left(cudaError_t error) {
    if (left_error == cudaSuccess) ++errors;
    left_error = error;
    return error;
  }

  static inline std::atomic<bool> is_armed{false}, marked{false}, has_action{false};
  static inline std::atomic<std::uint64_t> seen{0}, at{0};
  static inline std::atomic<failing> kind{failing::instead};
  static inline std::atomic<cuda_function*> first{nullptr};
  static inline std::function<void()> action;
  static inline std::mutex mutex;
  static inline thread_local cudaError_t left_error = cudaSuccess;
  static inline std::atomic<std::thread::id> marked_thread{};
  static inline std::uint64_t marks = 0;
};

/// Whether an error says which function failed: by its name; for a launch, which returns nothing, by the question for
/// the last error; for what CUB calls, by CUB's name; for memory, by its kind.
[[nodiscard]] inline bool tells_of(cuzk::error const& e, cuda_function const& of) {
  if (auto const* const memory = dynamic_cast<cuzk::out_of_memory const*>(&e)) {
    return of.kind == function_kind::allocates &&
           (memory->kind() == "device" || memory->kind() == "pinned host" || memory->kind() == "registered host");
  }
  auto const* const cuda = dynamic_cast<cuzk::cuda_error const*>(&e);
  if (cuda == nullptr) return false;
  std::string_view const call = cuda->call();
  auto const has = [&](std::string_view part) { return call.find(part) != std::string_view::npos; };
  if (has("cub::")) return true;  // which makes another error of some
  if (cuda->code() != static_cast<int>(failing_cuda::code)) return false;
  return has(of.name) || (of.kind == function_kind::launches && has("cudaGetLastError"));
}

/// Whether it says so of a function that failed since `arm`: of several the first may be one that nobody need tell.
[[nodiscard]] inline bool tells_of_fault(cuzk::error const& e) {
  auto const& all = failing_cuda::all();
  return std::any_of(all.begin(), all.end(), [&](cuda_function* f) { return f->has_failed && tells_of(e, *f); });
}

/// Waits until f() holds, for what a thread does after it has told a result; whether it does.
template <class F>
[[nodiscard]] bool comes_true(F const& f) {
  auto const end = std::chrono::steady_clock::now() + std::chrono::seconds(5);
  while (!f()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(std::chrono::microseconds(20));
  }
  return true;
}

// --- the wrappers; their names are the linker's ---

// NOLINTBEGIN(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp,readability-identifier-naming)

namespace wrapped {

struct listed : cuda_function {
  listed(char const* function, function_kind k) : cuda_function{function, k} { failing_cuda::all().push_back(this); }
};

}  // namespace wrapped

#define CUZK_TEST_WRAP(NAME, KIND, PARAMETERS, ARGUMENTS, NOTE) \
  namespace wrapped {                                           \
  inline listed of_##NAME{#NAME, function_kind::KIND};          \
  }                                                             \
  extern "C" cudaError_t __real_##NAME PARAMETERS;              \
  extern "C" cudaError_t __wrap_##NAME PARAMETERS {             \
    return failing_cuda::call(wrapped::of_##NAME, [&] {         \
      cudaError_t const got = __real_##NAME ARGUMENTS;          \
      if (got == cudaSuccess) NOTE;                             \
      return got;                                               \
    });                                                         \
  }
// A function that gives something back.
#define CUZK_TEST_COUNT(NAME, PARAMETERS, ARGUMENTS, NOTE) \
  extern "C" cudaError_t __real_##NAME PARAMETERS;         \
  extern "C" cudaError_t __wrap_##NAME PARAMETERS {        \
    NOTE;                                                  \
    return __real_##NAME ARGUMENTS;                        \
  }

CUZK_TEST_WRAP(cudaMemcpyAsync, plain,
               (void* to, void const* from, std::size_t n, cudaMemcpyKind kind, cudaStream_t stream),
               (to, from, n, kind, stream), {})
CUZK_TEST_WRAP(cudaMemcpy2DAsync, plain,
               (void* to, std::size_t to_pitch, void const* from, std::size_t from_pitch, std::size_t width,
                std::size_t height, cudaMemcpyKind kind, cudaStream_t stream),
               (to, to_pitch, from, from_pitch, width, height, kind, stream), {})
CUZK_TEST_WRAP(cudaMemsetAsync, plain, (void* p, int value, std::size_t n, cudaStream_t stream), (p, value, n, stream),
               {})
CUZK_TEST_WRAP(cudaLaunchHostFunc, plain, (cudaStream_t stream, cudaHostFn_t f, void* data), (stream, f, data), {})
CUZK_TEST_WRAP(cudaEventRecord, plain, (cudaEvent_t event, cudaStream_t stream), (event, stream), {})
CUZK_TEST_WRAP(cudaEventQuery, plain, (cudaEvent_t event), (event), {})
CUZK_TEST_WRAP(cudaEventSynchronize, plain, (cudaEvent_t event), (event), {})
CUZK_TEST_WRAP(cudaEventElapsedTime, plain, (float* ms, cudaEvent_t from, cudaEvent_t to), (ms, from, to), {})
CUZK_TEST_WRAP(cudaStreamWaitEvent, plain, (cudaStream_t stream, cudaEvent_t event, unsigned flags),
               (stream, event, flags), {})
CUZK_TEST_WRAP(cudaStreamSynchronize, plain, (cudaStream_t stream), (stream), {})
CUZK_TEST_WRAP(cudaStreamIsCapturing, plain, (cudaStream_t stream, cudaStreamCaptureStatus* status), (stream, status),
               {})
CUZK_TEST_WRAP(cudaStreamGetId, plain, (cudaStream_t stream, unsigned long long* id), (stream, id), {})
CUZK_TEST_WRAP(cudaPointerGetAttributes, plain, (cudaPointerAttributes * attributes, void const* p), (attributes, p),
               {})
CUZK_TEST_WRAP(cudaGetDevice, plain, (int* device), (device), {})
CUZK_TEST_WRAP(cudaSetDevice, plain, (int device), (device), {})
CUZK_TEST_WRAP(cudaDeviceGetAttribute, plain, (int* value, cudaDeviceAttr which, int device), (value, which, device),
               {})
CUZK_TEST_WRAP(cudaFuncGetAttributes, plain, (cudaFuncAttributes * attributes, void const* f), (attributes, f), {})
CUZK_TEST_WRAP(cudaFuncSetAttribute, plain, (void const* f, cudaFuncAttribute which, int value), (f, which, value), {})
CUZK_TEST_WRAP(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags, plain,
               (int* blocks, void const* f, int threads, std::size_t shared, unsigned flags),
               (blocks, f, threads, shared, flags), {})
CUZK_TEST_WRAP(cudaMemPoolSetAttribute, plain, (cudaMemPool_t pool, cudaMemPoolAttr which, void* value),
               (pool, which, value), {})

CUZK_TEST_WRAP(cudaLaunchKernelExC, launches, (cudaLaunchConfig_t const* how, void const* f, void** arguments),
               (how, f, arguments), {})
// A kernel<<<...>>>() is a call of this one; before CUDA 13 of the other.
#if CUDART_VERSION >= 13000
CUZK_TEST_WRAP(__cudaLaunchKernel, launches,
               (cudaKernel_t f, dim3 grid, dim3 block, void** arguments, std::size_t shared, cudaStream_t stream),
               (f, grid, block, arguments, shared, stream), {})
#endif
CUZK_TEST_WRAP(cudaLaunchKernel, launches,
               (void const* f, dim3 grid, dim3 block, void** arguments, std::size_t shared, cudaStream_t stream),
               (f, grid, block, arguments, shared, stream), {})

CUZK_TEST_WRAP(cudaStreamCreateWithFlags, makes, (cudaStream_t * stream, unsigned flags), (stream, flags),
               ++failing_cuda::streams)
CUZK_TEST_WRAP(cudaEventCreateWithFlags, makes, (cudaEvent_t * event, unsigned flags), (event, flags),
               ++failing_cuda::events)
CUZK_TEST_WRAP(cudaMemPoolCreate, makes, (cudaMemPool_t * pool, cudaMemPoolProps const* how), (pool, how),
               ++failing_cuda::pools)
CUZK_TEST_COUNT(cudaStreamDestroy, (cudaStream_t stream), (stream), --failing_cuda::streams)
CUZK_TEST_COUNT(cudaEventDestroy, (cudaEvent_t event), (event), --failing_cuda::events)
CUZK_TEST_COUNT(cudaMemPoolDestroy, (cudaMemPool_t pool), (pool), --failing_cuda::pools)

CUZK_TEST_WRAP(cudaMalloc, allocates, (void** p, std::size_t n), (p, n),
               failing_cuda::note(failing_cuda::device_bytes, *p, n))
CUZK_TEST_WRAP(cudaMallocFromPoolAsync, allocates, (void** p, std::size_t n, cudaMemPool_t pool, cudaStream_t stream),
               (p, n, pool, stream), failing_cuda::note(failing_cuda::device_bytes, *p, n))
CUZK_TEST_WRAP(cudaHostAlloc, allocates, (void** p, std::size_t n, unsigned flags), (p, n, flags),
               failing_cuda::note(failing_cuda::page_locked_bytes, *p, n))
CUZK_TEST_WRAP(cudaHostRegister, allocates, (void* p, std::size_t n, unsigned flags), (p, n, flags),
               failing_cuda::note(failing_cuda::registered_bytes, p, n))
CUZK_TEST_COUNT(cudaFree, (void* p), (p), failing_cuda::forget(failing_cuda::device_bytes, p))
CUZK_TEST_COUNT(cudaFreeAsync, (void* p, cudaStream_t stream), (p, stream),
                failing_cuda::forget(failing_cuda::device_bytes, p))
CUZK_TEST_COUNT(cudaFreeHost, (void* p), (p), failing_cuda::forget(failing_cuda::page_locked_bytes, p))
CUZK_TEST_COUNT(cudaHostUnregister, (void* p), (p), failing_cuda::forget(failing_cuda::registered_bytes, p))

#undef CUZK_TEST_WRAP
#undef CUZK_TEST_COUNT

extern "C" cudaError_t __real_cudaGetLastError();
extern "C" cudaError_t __wrap_cudaGetLastError() { return failing_cuda::last(true, __real_cudaGetLastError()); }
extern "C" cudaError_t __real_cudaPeekAtLastError();
extern "C" cudaError_t __wrap_cudaPeekAtLastError() { return failing_cuda::last(false, __real_cudaPeekAtLastError()); }

// NOLINTEND(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp,readability-identifier-naming)

// Without threads that call: one line a function.
inline void print_table() {
  std::printf("%-56s %9s %7s %8s %7s %9s\n", "function", "calls", "failed", "at once", "ticket", "harmless");
  for (cuda_function const* const f : failing_cuda::all()) {
    if (f->made == 0) continue;
    auto const number = [](std::atomic<std::uint64_t> const& n) { return static_cast<unsigned long long>(n); };
    std::printf("%-56s %9llu %7llu %8llu %7llu %9llu\n", f->name, number(f->made), number(f->failed),
                number(f->told_at_once), number(f->told_by_ticket), number(f->harmless));
  }
}

// The size asked for stands before the memory: what malloc makes of it is not the same each time.
inline void* counted_allocation(std::size_t size, std::size_t alignment) {
  std::size_t const whole = alignment + (size + alignment - 1) / alignment * alignment;
  auto* const p = static_cast<std::byte*>(std::aligned_alloc(alignment, whole));
  if (p == nullptr) throw std::bad_alloc();
  std::memcpy(p + alignment - sizeof(size), &size, sizeof(size));
  failing_cuda::heap_bytes += static_cast<std::int64_t>(size);
  return p + alignment;
}
inline void counted_free(void* p, std::size_t alignment) noexcept {
  if (p == nullptr) return;
  std::size_t size = 0;
  std::memcpy(&size, static_cast<std::byte*>(p) - sizeof(size), sizeof(size));
  failing_cuda::heap_bytes -= static_cast<std::int64_t>(size);
  std::free(static_cast<std::byte*>(p) - alignment);
}
inline void* counted_allocation_or_none(std::size_t size, std::size_t alignment) noexcept {
  try {
    return counted_allocation(size, alignment);
  } catch (std::bad_alloc const&) {
    return nullptr;
  }
}
inline constexpr std::size_t usual_alignment = 16;

}  // namespace cuzk_test

// All forms of operator new and delete, by their names for the linker: nvcc takes definitions of them for device code
// too.
// NOLINTBEGIN(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp,readability-identifier-naming)
#define CUZK_TEST_NEW(NAME)                                                                                     \
  extern "C" void* NAME##m(std::size_t size) {                                                                  \
    return cuzk_test::counted_allocation(size, cuzk_test::usual_alignment);                                     \
  }                                                                                                             \
  extern "C" void* NAME##mRKSt9nothrow_t(std::size_t size, void const*) {                                       \
    return cuzk_test::counted_allocation_or_none(size, cuzk_test::usual_alignment);                             \
  }                                                                                                             \
  extern "C" void* NAME##mSt11align_val_t(std::size_t size, std::size_t alignment) {                            \
    return cuzk_test::counted_allocation(size, alignment);                                                      \
  }                                                                                                             \
  extern "C" void* NAME##mSt11align_val_tRKSt9nothrow_t(std::size_t size, std::size_t alignment, void const*) { \
    return cuzk_test::counted_allocation_or_none(size, alignment);                                              \
  }
#define CUZK_TEST_DELETE(NAME)                                                                                     \
  extern "C" void NAME(void* p) { cuzk_test::counted_free(p, cuzk_test::usual_alignment); }                        \
  extern "C" void NAME##m(void* p, std::size_t) { cuzk_test::counted_free(p, cuzk_test::usual_alignment); }        \
  extern "C" void NAME##RKSt9nothrow_t(void* p, void const*) {                                                     \
    cuzk_test::counted_free(p, cuzk_test::usual_alignment);                                                        \
  }                                                                                                                \
  extern "C" void NAME##St11align_val_t(void* p, std::size_t alignment) { cuzk_test::counted_free(p, alignment); } \
  extern "C" void NAME##mSt11align_val_t(void* p, std::size_t, std::size_t alignment) {                            \
    cuzk_test::counted_free(p, alignment);                                                                         \
  }                                                                                                                \
  extern "C" void NAME##St11align_val_tRKSt9nothrow_t(void* p, std::size_t alignment, void const*) {               \
    cuzk_test::counted_free(p, alignment);                                                                         \
  }
CUZK_TEST_NEW(_Znw)
CUZK_TEST_NEW(_Zna)
CUZK_TEST_DELETE(_ZdlPv)
CUZK_TEST_DELETE(_ZdaPv)
#undef CUZK_TEST_NEW
#undef CUZK_TEST_DELETE
// NOLINTEND(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp,readability-identifier-naming)
