// SPDX-License-Identifier: Apache-2.0
#pragma once

// Transfers between pageable memory and a device through page-locked blocks, which threads fill and empty
// while the blocks before are on the bus. Each thread has two blocks of its own, so nobody queues for one.
// In host memory the bytes may be in pieces; on the device and in the blocks they are neighbours.

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstring>
#include <exception>
#include <mutex>
#include <span>
#include <thread>
#include <vector>

#include <cuda_runtime_api.h>

#include <cuzk/core/checked.hpp>
#include <cuzk/core/config.hpp>
#include <cuzk/core/cuda.cuh>
#include <cuzk/core/error.hpp>
#include <cuzk/core/wipe.hpp>
#include <cuzk/memory/pinned.cuh>

namespace cuzk::inline v0::memory::detail {

struct staging_job {
  cudaStream_t stream;
  std::byte* device;        // to or from
  std::byte const* source;  // set for an upload
  std::byte* target;        // set for a download
  std::size_t bytes;        // without what is between the pieces
  std::size_t width;        // bytes of a piece
  std::size_t pitch;        // from one piece to the next
  std::size_t blocks;
  std::atomic<std::size_t> next{0};  // block that nobody has taken
};

class staging_ring {
 public:
  // The caller's thread works too: threads - 1 are started.
  staging_ring(unsigned threads, std::size_t block_bytes) : block_bytes_(block_bytes) {
    if (threads == 0 || threads > 256 || block_bytes == 0) {
      throw invalid_argument("memory: staging by " + std::to_string(threads) + " threads and blocks of " +
                             std::to_string(block_bytes) + " bytes; 1 to 256 threads and at least 1 byte are possible");
    }
    CUZK_CUDA_CHECK(cudaGetDevice(&device_));
    try {
      slots_.resize(std::size_t{2} * threads);
      for (slot& s : slots_) {
        s.block = static_cast<std::byte*>(pinned{}.allocate(block_bytes, 64));
        CUZK_CUDA_CHECK(cudaEventCreateWithFlags(&s.done, cudaEventDisableTiming | cudaEventBlockingSync));
      }
      workers_.reserve(threads - 1);
      for (unsigned w = 1; w < threads; ++w) workers_.emplace_back([this, w] { serve(w); });
    } catch (...) {
      stop();
      throw;
    }
  }
  staging_ring(staging_ring const&) = delete;
  staging_ring& operator=(staging_ring const&) = delete;
  ~staging_ring() { stop(); }

  // Returns when `from` has been read and all copies to the device are enqueued.
  void upload(cudaStream_t stream, std::span<std::byte> device, std::byte const* from, std::size_t width,
              std::size_t pitch) {
    staging_job job{stream, device.data(), from, nullptr, device.size(), width, pitch, 0};
    run(job);
  }
  // Returns when `to` is written.
  void download(cudaStream_t stream, std::byte* to, std::size_t width, std::size_t pitch,
                std::span<std::byte const> device) {
    staging_job job{stream, const_cast<std::byte*>(device.data()), nullptr, to, device.size(), width, pitch, 0};
    run(job);
  }

 private:
  struct slot {
    std::byte* block = nullptr;
    cudaEvent_t done = nullptr;  // of the last copy from or to the block
    std::size_t waiting = 0;     // download: 1 + index of the block of the job that the copy brings
  };

  void run(staging_job& job) {
    if (job.bytes == 0) return;
    cudaStreamCaptureStatus capture = cudaStreamCaptureStatusNone;
    CUZK_CUDA_CHECK(cudaStreamIsCapturing(job.stream, &capture));
    if (capture != cudaStreamCaptureStatusNone) {
      throw unsupported("memory: a transfer of pageable memory cannot be captured; take memory::pinned or registered");
    }
    job.blocks = ceil_div(job.bytes, block_bytes_);
    std::lock_guard const one_at_a_time(use_);
    bool const alone = job.blocks <= 2 || workers_.empty();
    if (!alone) {
      {
        std::lock_guard const lock(state_);
        job_ = &job;
        ++generation_;
        busy_ = workers_.size();
        failure_ = nullptr;
      }
      wake_.notify_all();
    }
    std::exception_ptr failure;
    try {
      work(job, 0);
    } catch (...) {
      failure = std::current_exception();
      job.next = job.blocks;
    }
    if (!alone) {
      std::unique_lock lock(state_);
      idle_.wait(lock, [this] { return busy_ == 0; });
      job_ = nullptr;
      if (!failure) failure = failure_;
    }
    if (!failure) return;
    // Copies may be under way whose events are not recorded.
    cuzk::detail::succeeds(cudaStreamSynchronize(job.stream));
    std::rethrow_exception(failure);
  }

  void serve(unsigned worker) {
    bool is_on_device = false;
    std::size_t seen = 0;
    while (true) {
      staging_job* job = nullptr;
      {
        std::unique_lock lock(state_);
        wake_.wait(lock, [&] { return stopping_ || generation_ != seen; });
        if (stopping_) return;
        seen = generation_;
        job = job_;
      }
      std::exception_ptr failure;
      try {
        if (!is_on_device) CUZK_CUDA_CHECK(cudaSetDevice(device_));
        is_on_device = true;
        work(*job, worker);
      } catch (...) {
        failure = std::current_exception();
        job->next = job->blocks;
      }
      std::lock_guard const lock(state_);
      if (failure && !failure_) failure_ = failure;
      if (--busy_ == 0) idle_.notify_one();
    }
  }

  void work(staging_job& job, unsigned worker) {
    auto const mine = std::span(slots_).subspan(std::size_t{2} * worker, 2);
    mine[0].waiting = mine[1].waiting = 0;  // of a job that failed
    std::size_t turn = 0;
    for (std::size_t k = job.next++; k < job.blocks; k = job.next++, turn ^= 1U) {
      slot& s = mine[turn];
      empty(job, s);
      std::size_t const size = size_of(job, k);
      std::byte* const place = job.device + k * block_bytes_;
      if (job.source != nullptr) {
        for_each_part(job, k * block_bytes_, size, [&](std::size_t host, std::size_t in_block, std::size_t bytes) {
          std::memcpy(s.block + in_block, job.source + host, bytes);
        });
        CUZK_CUDA_CHECK(cudaMemcpyAsync(place, s.block, size, cudaMemcpyHostToDevice, job.stream));
      } else {
        CUZK_CUDA_CHECK(cudaMemcpyAsync(s.block, place, size, cudaMemcpyDeviceToHost, job.stream));
        s.waiting = k + 1;
      }
      CUZK_CUDA_CHECK(cudaEventRecord(s.done, job.stream));
    }
    if (job.source == nullptr) {
      empty(job, mine[turn]);
      empty(job, mine[turn ^ 1U]);
    }
  }

  // Waits for the copy from or to the block; then takes what a download brought.
  void empty(staging_job& job, slot& s) {
    CUZK_CUDA_CHECK(cudaEventSynchronize(s.done));
    if (s.waiting == 0) return;
    std::size_t const k = s.waiting - 1;
    for_each_part(job, k * block_bytes_, size_of(job, k),
                  [&](std::size_t host, std::size_t in_block, std::size_t bytes) {
                    std::memcpy(job.target + host, s.block + in_block, bytes);
                  });
    s.waiting = 0;
  }

  // body(host, in_block, bytes): the parts of pieces that are the bytes [begin, begin + size) of the device.
  template <class Body>
  static void for_each_part(staging_job const& job, std::size_t begin, std::size_t size, Body const& body) {
    std::size_t piece = begin / job.width, in_piece = begin % job.width;
    for (std::size_t done = 0; done < size; ++piece, in_piece = 0) {
      std::size_t const bytes = std::min(job.width - in_piece, size - done);
      body(piece * job.pitch + in_piece, done, bytes);
      done += bytes;
    }
  }

  std::size_t size_of(staging_job const& job, std::size_t k) const {
    return std::min(block_bytes_, job.bytes - k * block_bytes_);
  }

  void stop() noexcept {
    {
      std::lock_guard const lock(state_);
      stopping_ = true;
    }
    wake_.notify_all();
    for (auto& worker : workers_) worker.join();
    for (slot& s : slots_) {
      if (s.done != nullptr) {
        cuzk::detail::succeeds(cudaEventSynchronize(s.done));
        cuzk::detail::succeeds(cudaEventDestroy(s.done));
      }
      if (s.block == nullptr) continue;
      wipe(std::span<std::byte>(s.block, block_bytes_));  // it may have been a witness
      pinned{}.deallocate(s.block, block_bytes_, 64);
    }
  }

  std::size_t block_bytes_;
  int device_ = 0;
  std::vector<slot> slots_;  // two a thread
  std::vector<std::thread> workers_;

  std::mutex use_;  // held by the caller whose transfer it is
  std::mutex state_;
  std::condition_variable wake_;
  std::condition_variable idle_;
  staging_job* job_ = nullptr;
  std::size_t generation_ = 0;
  std::size_t busy_ = 0;
  bool stopping_ = false;
  std::exception_ptr failure_;
};

}  // namespace cuzk::inline v0::memory::detail
