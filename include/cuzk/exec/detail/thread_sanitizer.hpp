// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// What ThreadSanitizer must be told: oneTBB as distributions build it is not instrumented, so the
/// sanitizer sees neither that a task starts after `run` was called nor that `run` returns after it.

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define CUZK_HAS_THREAD_SANITIZER 1
#endif
#elif defined(__SANITIZE_THREAD__)
#define CUZK_HAS_THREAD_SANITIZER 1
#endif

#if defined(CUZK_HAS_THREAD_SANITIZER)
extern "C" void __tsan_acquire(void* address);
extern "C" void __tsan_release(void* address);
#endif

namespace cuzk::inline v0::exec::detail {

/// Tells the sanitizer the order that the library keeps: what stands before `run` is before every part
/// that runs elsewhere, and these are before what stands after `run`, also when an exception leaves.
/// Empty in other builds.
class handover {
 public:
  handover() { release(&started_); }
  handover(handover const&) = delete;
  handover& operator=(handover const&) = delete;
  ~handover() { acquire(&finished_); }

  /// The scope of one part.
  class part {
   public:
    explicit part(handover& all) : all_(all) { acquire(&all_.started_); }
    part(part const&) = delete;
    part& operator=(part const&) = delete;
    ~part() { release(&all_.finished_); }

   private:
    handover& all_;
  };

 private:
  static void release([[maybe_unused]] char* what) noexcept {
#if defined(CUZK_HAS_THREAD_SANITIZER)
    __tsan_release(what);
#endif
  }
  static void acquire([[maybe_unused]] char* what) noexcept {
#if defined(CUZK_HAS_THREAD_SANITIZER)
    __tsan_acquire(what);
#endif
  }

  char started_ = 0;
  char finished_ = 0;
};

}  // namespace cuzk::inline v0::exec::detail
