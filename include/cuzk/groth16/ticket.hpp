// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// A proof in the making.

#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <utility>

#include <cuzk/core/config.hpp>
#include <cuzk/core/error.hpp>
#include <cuzk/core/waiting.hpp>
#include <cuzk/curve/concepts.hpp>
#include <cuzk/groth16/proof.hpp>

namespace cuzk::inline v0::groth16 {

namespace detail {

// What a ticket and the prover share of one job.
template <pairing_curve C>
class job_state {
 public:
  // `owner` lives until the inputs have been read; then `on_inputs_free` is called, which must not throw.
  job_state(std::uint64_t id, std::shared_ptr<void const> owner, std::function<void()> on_inputs_free)
      : id_(id), owner_(std::move(owner)), on_inputs_free_(std::move(on_inputs_free)) {}

  [[nodiscard]] std::uint64_t id() const noexcept { return id_; }
  [[nodiscard]] std::stop_token stop() const noexcept { return stop_.get_token(); }

  // Whether it is to be worked on. A job that is cancelled from now on notices before it reads its inputs: it looks at
  // the stop token at each step.
  [[nodiscard]] bool begin() {
    std::scoped_lock const hold(mutex_);
    has_begun_ = !is_done_;
    return has_begun_;
  }
  void cancel() {
    stop_.request_stop();
    {
      std::scoped_lock const hold(mutex_);
      if (has_begun_) return;  // the prover notices
    }
    fail(std::make_exception_ptr(cancelled("groth16: the job was cancelled before it began")));
  }

  // Ends the job's hold of its inputs; returns when that is so, whichever thread does it. Not to be called where CUDA
  // is forbidden: the owner's end may need it.
  void inputs_are_free() noexcept {
    std::shared_ptr<void const> owner;
    std::function<void()> tell;
    {
      std::unique_lock hold(mutex_);
      if (is_freeing_) {
        changed_.wait(hold, [this] { return inputs_free_; });
        return;
      }
      is_freeing_ = true;
      owner.swap(owner_);
      tell.swap(on_inputs_free_);
    }
    owner.reset();
    if (tell) tell();
    {
      std::scoped_lock const hold(mutex_);
      inputs_free_ = true;
    }
    changed_.notify_all();
  }
  void succeed(proof<C> const& made) {
    end([&] { made_ = made; });
  }
  void fail(std::exception_ptr why) noexcept {
    end([&] { failure_ = std::move(why); });
  }

  void wait_for_inputs(wait_limits const& limits) const {
    std::unique_lock hold(mutex_);
    if (!cuzk::detail::wait_within(changed_, hold, limits, [this] { return inputs_free_; })) {
      cuzk::detail::throw_wait_ended(limits, "groth16: wait for a job's inputs");
    }
  }
  void wait(wait_limits const& limits) const {
    std::unique_lock hold(mutex_);
    if (!cuzk::detail::wait_within(changed_, hold, limits, [this] { return is_done_; })) {
      cuzk::detail::throw_wait_ended(limits, "groth16: wait for a proof");
    }
  }
  [[nodiscard]] bool is_done() const {
    std::scoped_lock const hold(mutex_);
    return is_done_;
  }
  [[nodiscard]] proof<C> result() const {
    std::scoped_lock const hold(mutex_);
    if (failure_) std::rethrow_exception(failure_);
    return *made_;
  }

 private:
  template <class Set>
  void end(Set const& set) {
    inputs_are_free();
    {
      std::scoped_lock const hold(mutex_);
      if (is_done_) return;
      set();
      is_done_ = true;
    }
    changed_.notify_all();
  }

  std::uint64_t id_;
  std::stop_source stop_;
  mutable std::mutex mutex_;  // of what follows
  mutable std::condition_variable_any changed_;
  std::shared_ptr<void const> owner_;
  std::function<void()> on_inputs_free_;
  bool has_begun_ = false;
  bool is_freeing_ = false;
  bool inputs_free_ = false;
  bool is_done_ = false;
  std::optional<proof<C>> made_;
  std::exception_ptr failure_;
};

}  // namespace detail

/// What a prover gives for a job at once, and the proof is asked for with. Movable. Every member but the destructor
/// and the assignment may be called by several threads at once; waits leave the job as it is.
///
/// A ticket that dies without having been asked for the proof cancels its job and waits until the job's inputs are no
/// longer read.
template <pairing_curve C>
class ticket {
 public:
  /// Of no job.
  ticket() = default;
  /// Takes over the job.
  ticket(ticket&&) noexcept = default;
  /// Takes over the other's job after its own is dropped.
  ticket& operator=(ticket&& other) noexcept {
    ticket old(std::move(*this));
    state_ = std::move(other.state_);
    return *this;
  }
  ticket(ticket const&) = delete;
  ticket& operator=(ticket const&) = delete;
  ~ticket() {
    if (state_ == nullptr || state_->is_done()) return;
    state_->cancel();
    state_->wait_for_inputs({});
  }

  /// Whether there is a job.
  [[nodiscard]] bool is_valid() const noexcept { return state_ != nullptr; }
  /// The job's own number. @throws invalid_argument without a job
  [[nodiscard]] std::uint64_t id() const { return job().id(); }
  /// Whether the proof is there, or the reason why it is not.
  /// @throws invalid_argument without a job
  [[nodiscard]] bool is_done() const { return job().is_done(); }

  /// Waits until the job's inputs have been read: from then on they may be used again or freed.
  /// @throws `cancelled`, `timed_out` for the wait; invalid_argument without a job
  void wait_for_inputs(wait_limits const& limits = {}) const { job().wait_for_inputs(limits); }
  /// Waits until is_done().
  /// @throws `cancelled`, `timed_out` for the wait; invalid_argument without a job
  void wait(wait_limits const& limits = {}) const { job().wait(limits); }

  /// Asks the job to end: `finish` throws `cancelled` then, unless the job was past its last step. A job that has begun
  /// ends at its next step. @throws invalid_argument without a job
  void cancel() const { job().cancel(); }

  /// Waits for the proof.
  /// @throws `cancelled`, `timed_out`; what the job failed with; invalid_argument without a job
  [[nodiscard]] proof<C> finish(wait_limits const& limits = {}) const {
    job().wait(limits);
    return job().result();
  }

  /// Of a prover's job.
  explicit ticket(std::shared_ptr<detail::job_state<C>> state) noexcept : state_(std::move(state)) {}

 private:
  [[nodiscard]] detail::job_state<C>& job() const {
    if (state_ == nullptr) throw invalid_argument("groth16: a ticket of no job");
    return *state_;
  }

  std::shared_ptr<detail::job_state<C>> state_;
};

}  // namespace cuzk::inline v0::groth16
