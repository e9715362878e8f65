// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// A pool of blocks of host memory that are dear to make, such as page-locked ones.

#include <algorithm>
#include <bit>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include <cuzk/core/config.hpp>
#include <cuzk/core/error.hpp>
#include <cuzk/core/waiting.hpp>
#include <cuzk/memory/memory_budget.hpp>
#include <cuzk/memory/policy.hpp>

namespace cuzk::inline v0::memory {

/// How large a pool may grow, and what happens then.
struct block_pool_options {
  /// The most bytes of blocks, in use or idle.
  std::uint64_t limit = std::numeric_limits<std::uint64_t>::max();
  /// How long `allocate` waits for a block where the limit is reached; without patience it throws at once.
  std::chrono::nanoseconds patience{0};
  /// An account that each block is charged to as long as it exists: as page-locked memory where the source has direct
  /// DMA, else as the host's. `allocate` waits there by `memory_budget::reserve`: where an `lru_cache` has the same
  /// budget, beside values that nobody uses, unless a call of the cache is in the line too.
  std::optional<memory_budget> budget = std::nullopt;
};

/// What a pool has done and has.
struct block_pool_counts {
  std::uint64_t reused = 0;        ///< allocations that got an idle block, or one from its user's hand
  std::uint64_t made = 0;          ///< allocations that made a block
  std::uint64_t freed = 0;         ///< blocks that went back to the source
  std::uint64_t waited = 0;        ///< allocations that waited for others
  std::uint64_t refused = 0;       ///< allocations that ended without a block
  std::uint64_t bytes_in_use = 0;  ///< of blocks
  std::uint64_t bytes_idle = 0;
  std::uint64_t peak_bytes = 0;  ///< the most of both together
};

/// A memory policy whose blocks come from another and are used again. Copies are the same pool, which lives until the
/// last copy and the last block are gone. Blocks have sizes of 8 to 15 eighths of a power of two, so that buffers of
/// almost equal size share them and less than an eighth is wasted. Where the limit is reached, idle blocks of other
/// sizes go back to the source, those longest idle first; then `allocate` waits, first come, first served, or throws.
/// Thread-safe.
///
/// @tparam Source  where blocks come from: `pinned`, or an own policy
template <memory_policy Source>
class block_pool {
 public:
  using policy_kind = memory_kind;
  /// As the source.
  static constexpr bool direct_dma = Source::direct_dma;

  /// A pool of its own, without a limit.
  block_pool() : block_pool(block_pool_options{}) {}
  /// A pool of its own.
  explicit block_pool(block_pool_options options, Source source = {})
      : state_(std::make_shared<state>(std::move(options), std::move(source))) {}

  /// A block of at least so many bytes.
  /// @throws out_of_memory where the limit or the budget is reached and no block came back in time; what the source
  ///         throws. The pool goes on as before
  [[nodiscard]] void* allocate(std::size_t bytes, std::size_t alignment) {
    return state_->allocate(block_size(bytes), alignment);
  }
  /// Gives the block to the one who waits longest, or keeps it. @param bytes as given to `allocate`
  void deallocate(void* p, std::size_t, std::size_t) noexcept { state_->give_back(p); }

  /// Frees idle blocks, those longest idle first, until at most so many bytes of them are left.
  void trim(std::uint64_t bytes_kept = 0) noexcept {
    std::unique_lock<std::mutex> hold(state_->mutex);
    while (state_->counts.bytes_idle > bytes_kept) state_->free_longest_idle(hold);
  }

  /// What it has done and has.
  [[nodiscard]] block_pool_counts counts() const {
    std::lock_guard<std::mutex> const hold(state_->mutex);
    return state_->counts;
  }

  /// The size of the block for so many bytes: the next of 8 to 15 eighths of a power of two, 4096 at least.
  [[nodiscard]] static constexpr std::uint64_t block_size(std::uint64_t bytes) {
    constexpr std::uint64_t least = 4096;
    if (bytes <= least) return least;
    std::uint64_t const step = std::bit_floor(bytes - 1) / 8;
    if (bytes > std::numeric_limits<std::uint64_t>::max() - step) throw out_of_memory("pool", bytes, 0);
    return (bytes + step - 1) / step * step;
  }

 private:
  struct block {
    std::uint64_t bytes;
    std::size_t alignment;
    memory_budget::reservation charged;
  };
  struct waiter {
    std::uint64_t bytes;
    std::size_t alignment;
    bool served = false;  // with a block, or with room for one
    void* given = nullptr;
    std::condition_variable changed;
  };

  struct state {
    state(block_pool_options o, Source s) : options(std::move(o)), source(std::move(s)) {}
    state(state const&) = delete;
    state& operator=(state const&) = delete;
    ~state() {  // no block is in use: each holds the pool
      for (void* const p : idle)
        source.deallocate(p, static_cast<std::size_t>(blocks.at(p).bytes), blocks.at(p).alignment);
    }

    void* allocate(std::uint64_t bytes, std::size_t alignment) {
      if (bytes > options.limit) {
        throw out_of_memory("pool", bytes, options.limit, "the pool's limit; no wait would help");
      }
      auto const deadline = deadline_after(options.patience);
      std::unique_lock<std::mutex> hold(mutex);
      while (waiting.empty()) {
        if (void* const p = take_idle(bytes, alignment)) return p;
        if (bytes <= room() || idle.empty()) break;
        if (options.patience.count() <= 0 && bytes > room() + counts.bytes_idle) break;  // all of them would not do
        free_longest_idle(hold);
      }
      if (waiting.empty() && bytes <= room()) {
        existing += bytes;
      } else if (void* const p = wait(hold, bytes, alignment, deadline)) {
        return p;
      }
      hold.unlock();
      return make(bytes, alignment, deadline);
    }

    void give_back(void* p) noexcept {
      std::unique_lock<std::mutex> hold(mutex);
      block const& b = blocks.find(p)->second;
      if (waiting.empty() && at_the_budget == 0) {
        idle.push_back(p);  // there is room for all blocks
        counts.bytes_in_use -= b.bytes;
        counts.bytes_idle += b.bytes;
        return;
      }
      if (!waiting.empty() && waiting.front().bytes == b.bytes && b.alignment >= waiting.front().alignment) {
        ++counts.reused;
        serve(waiting.front(), p);
        return;
      }
      counts.bytes_in_use -= b.bytes;
      free_block(hold, p);
    }

    // The mutex is free while the source works.
    void free_longest_idle(std::unique_lock<std::mutex>& hold) noexcept {
      void* const p = idle.front();
      idle.erase(idle.begin());
      counts.bytes_idle -= blocks.find(p)->second.bytes;
      free_block(hold, p);
    }

    block_pool_options options;
    Source source;
    std::mutex mutex;  // of what follows
    block_pool_counts counts;
    std::uint64_t existing = 0;  // bytes of blocks, those that are being made included
    std::unordered_map<void*, block> blocks;
    std::vector<void*> idle;  // longest idle first
    std::list<waiter> waiting;
    std::list<waiter> served;       // until their threads have woken
    std::size_t at_the_budget = 0;  // threads that wait there, for what no block may be idle

   private:
    [[nodiscard]] std::uint64_t room() const noexcept { return options.limit - existing; }

    void* take_idle(std::uint64_t bytes, std::size_t alignment) {
      auto const found = std::find_if(idle.rbegin(), idle.rend(), [&](void* p) {
        block const& b = blocks.find(p)->second;
        return b.bytes == bytes && b.alignment >= alignment;
      });
      if (found == idle.rend()) return nullptr;
      void* const p = *found;
      idle.erase(std::next(found).base());
      ++counts.reused;
      counts.bytes_idle -= bytes;
      counts.bytes_in_use += bytes;
      return p;
    }

    // A block from its user's hand, or null where there is room to make one.
    void* wait(std::unique_lock<std::mutex>& hold, std::uint64_t bytes, std::size_t alignment,
               std::chrono::steady_clock::time_point deadline) {
      if (options.patience.count() <= 0) {
        ++counts.refused;
        throw out_of_memory("pool", bytes, options.limit - counts.bytes_in_use, "the pool's limit is reached");
      }
      ++counts.waited;
      auto const self = waiting.emplace(waiting.end());
      self->bytes = bytes;
      self->alignment = alignment;
      self->changed.wait_until(hold, deadline, [&] { return self->served; });
      bool const was_served = self->served;
      void* const given = self->given;
      (was_served ? served : waiting).erase(self);
      if (was_served) return given;
      ++counts.refused;
      std::uint64_t const left = options.limit - counts.bytes_in_use;
      serve_those_that_fit();  // who stood behind
      throw out_of_memory("pool", bytes, left, "the pool's limit is reached and no block came back in time");
    }

    void serve(waiter& first, void* p) noexcept {
      first.given = p;
      first.served = true;
      first.changed.notify_one();
      served.splice(served.end(), waiting, waiting.begin());
    }
    void serve_those_that_fit() noexcept {
      while (!waiting.empty() && waiting.front().bytes <= room()) {
        existing += waiting.front().bytes;
        serve(waiting.front(), nullptr);
      }
    }

    void free_block(std::unique_lock<std::mutex>& hold, void* p) noexcept {
      auto const node = blocks.extract(p);
      hold.unlock();
      source.deallocate(p, static_cast<std::size_t>(node.mapped().bytes), node.mapped().alignment);
      hold.lock();
      existing -= node.mapped().bytes;
      ++counts.freed;
      serve_those_that_fit();  // who came in the meantime
    }

    // A block for which there is room.
    void* make(std::uint64_t bytes, std::size_t alignment, std::chrono::steady_clock::time_point deadline) {
      void* p = nullptr;
      try {
        block b{bytes, alignment, charge(bytes, deadline)};
        p = source.allocate(static_cast<std::size_t>(bytes), alignment);
        std::lock_guard<std::mutex> const hold(mutex);
        idle.reserve(blocks.size() + 1);
        blocks.emplace(p, std::move(b));
        ++counts.made;
        counts.bytes_in_use += bytes;
        counts.peak_bytes = std::max(counts.peak_bytes, counts.bytes_in_use + counts.bytes_idle);
        return p;
      } catch (...) {
        if (p != nullptr) source.deallocate(p, static_cast<std::size_t>(bytes), alignment);
        std::lock_guard<std::mutex> const hold(mutex);
        existing -= bytes;
        ++counts.refused;
        serve_those_that_fit();
        throw;
      }
    }

    // What is idle here may be what is missing there.
    memory_budget::reservation charge(std::uint64_t bytes, std::chrono::steady_clock::time_point deadline) {
      if (!options.budget) return {};
      memory_amounts wanted;
      (direct_dma ? wanted.page_locked : wanted.host) = bytes;
      std::unique_lock<std::mutex> hold(mutex);
      for (;;) {
        if (auto at_once = options.budget->try_reserve(wanted)) return std::move(*at_once);
        if (idle.empty()) break;
        free_longest_idle(hold);
      }
      struct waiting_there {
        state& of;
        std::unique_lock<std::mutex>& hold;
        waiting_there(state& s, std::unique_lock<std::mutex>& h) : of(s), hold(h) {
          ++of.at_the_budget;
          hold.unlock();
        }
        ~waiting_there() {
          hold.lock();
          --of.at_the_budget;
        }
      } const counted(*this, hold);
      try {
        return options.budget->reserve(wanted, {{}, deadline});
      } catch (timed_out const&) {
        throw out_of_memory("pool", bytes, 0, "the budget had no room in time");
      }
    }
  };

  std::shared_ptr<state> state_;
};

}  // namespace cuzk::inline v0::memory
