// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Several Groth16 proving keys that share a device's memory and leave it by a budget.

#include <concepts>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>

#include <cuda_runtime_api.h>

#include <cuzk/core/config.hpp>
#include <cuzk/core/cuda.cuh>
#include <cuzk/core/error.hpp>
#include <cuzk/core/waiting.hpp>
#include <cuzk/curve/concepts.hpp>
#include <cuzk/exec/cuda.cuh>
#include <cuzk/groth16/device_key.cuh>
#include <cuzk/groth16/keys.hpp>
#include <cuzk/groth16/qap.hpp>
#include <cuzk/memory/lru_cache.hpp>
#include <cuzk/memory/memory_budget.hpp>

namespace cuzk::inline v0::groth16 {

/// How a key for a device is made, and what memory it takes: what is loaded into a `key_cache`. Of a key of the host it
/// is made by itself; a key that a device sets up, or that is read into page-locked memory, says it in its own words.
template <pairing_curve C, qap_reduction Qap>
struct key_recipe {
  /// What the key takes where its points are on the device, and where they are on the host, with what its making takes
  /// beside it, which goes back to the budget when the key is made.
  memory::memory_amounts on_device{}, on_host{};
  /// The key, with its points there, for the device that is current; where's resource outlives it. Called at most once,
  /// when the memory is reserved.
  std::function<device_key<C, Qap>(exec::cuda const& where, key_residence to)> make{};

  /// Of nothing, to be filled.
  key_recipe() = default;
  /// Of a key of the host, which goes when the one for the device is made.
  /// @throws invalid_argument for a malformed key
  key_recipe(proving_key<C, Qap> key)  // NOLINT(google-explicit-constructor): a loader returns a key or a recipe
      : key_recipe(std::make_shared<proving_key<C, Qap> const>(std::move(key))) {}
  /// Of one that others have too.
  /// @throws invalid_argument for a malformed key, or none
  key_recipe(std::shared_ptr<proving_key<C, Qap> const> key) {  // NOLINT(google-explicit-constructor): as above
    if (key == nullptr) throw invalid_argument("groth16: a key cache's loader gave no key");
    key->validate();
    on_device = key_amounts(*key, key_residence::on_device);
    on_host = key_amounts(*key, key_residence::on_host);
    make = [key = std::move(key)](exec::cuda const& where, key_residence to) {
      return device_key<C, Qap>(where, *key, to);
    };
  }
};

/// Device keys as values of a `memory::lru_cache`: in full on the device, reduced in page-locked memory.
template <pairing_curve C, qap_reduction Qap, std::copy_constructible Id>
class device_key_store {
 public:
  using id_type = Id;                      ///< what keys are named by
  using source_type = key_recipe<C, Qap>;  ///< what is loaded
  using value_type = device_key<C, Qap>;   ///< what is kept

  /// For the device that is current now.
  /// @param where  its stream and resource have all keys' memory, are used by several threads, and outlive the keys
  /// @throws cuda_error
  explicit device_key_store(exec::cuda const& where) : where_(where) { CUZK_CUDA_CHECK(cudaGetDevice(&device_)); }

  /// As the recipe says.
  [[nodiscard]] memory::memory_amounts amounts(source_type const& from, memory::cache_form form) const {
    return form == memory::cache_form::full ? from.on_device : from.on_host;
  }
  /// As `key_amounts`.
  [[nodiscard]] memory::memory_amounts amounts(value_type const& key, memory::cache_form form) const {
    return key_amounts(key, residence_of(form));
  }
  /// @throws what the recipe throws; invalid_argument if its key is not where it was asked for, takes more than was
  ///         said, or there is nothing to make one
  [[nodiscard]] value_type make(source_type const& from, memory::cache_form form) const {
    if (!from.make) throw invalid_argument("groth16: a recipe of no key");
    device_guard const on(device_);
    auto made = from.make(where_, residence_of(form));
    made.validate();
    auto const said = amounts(from, form), takes = key_amounts(made, made.residence());
    bool const is_more = takes.host > said.host || takes.page_locked > said.page_locked || takes.device > said.device;
    if (is_more) {
      throw invalid_argument("groth16: a key of " + std::to_string(takes.device) + " bytes of the device and " +
                             std::to_string(takes.page_locked) + " page-locked ones; its recipe says " +
                             std::to_string(said.device) + " and " + std::to_string(said.page_locked));
    }
    return made;
  }
  /// To page-locked memory. @throws out_of_memory; cuda_error
  void reduce(value_type& key) const {
    device_guard const on(device_);
    key.move_to_host(where_.stream());
  }
  /// To the device. @throws what the resource throws; cuda_error. The key is then as it was
  void restore(value_type& key) const {
    device_guard const on(device_);
    key.move_to_device(where_);
  }

 private:
  static key_residence residence_of(memory::cache_form form) noexcept {
    return form == memory::cache_form::full ? key_residence::on_device : key_residence::on_host;
  }

  exec::cuda where_;
  int device_ = 0;
};

/// Proving keys for a device by name: on the device while they fit, those that nobody uses in page-locked memory, from
/// where proofs can upload them piece by piece, and then gone, those first whose last use is longest ago. What
/// `memory::lru_cache` says of values holds for keys: loaded once for all who ask, never touched while in use, charged
/// to a budget before anything is allocated.
///
/// `get` gives a handle that a `device_prover` is made with; the key is in use as long as the prover lives. Who hands a
/// key to work of his own keeps the handle until the device is done with it.
///
/// A hit calls nothing of CUDA, unless it brings a key back to the device. A load uploads on the cache's stream. Where
/// room must be made, the thread that needs it copies a key to page-locked memory or frees one: page-locking (0.44 s a
/// GiB, see `memory::pinned`) and unlocking make other work of the process wait, so that who cannot bear this sets
/// `options.reduces_unused` to false and has keys on the device alone.
///
/// @tparam Id  what keys are named by: the path of a file, a digest; ordered by <
template <pairing_curve C, qap_reduction Qap = qap::snarkjs, std::copy_constructible Id = std::string>
class key_cache {
  using cache_type = memory::lru_cache<device_key_store<C, Qap, Id>>;

 public:
  using key_type = device_key<C, Qap>;     ///< a key for a device
  using recipe_type = key_recipe<C, Qap>;  ///< what is loaded
  /// A key in use; keeps it also when the cache has dropped it or is gone.
  using handle = std::shared_ptr<key_type const>;

  /// An empty cache for the device that is current now.
  /// @param where   its stream and resource have the memory of keys, are used by several threads, and outlive them
  /// @param budget  what keys are charged to, as `key_amounts` says; jobs may share it (see `reserve`), no other cache
  /// @throws cuda_error
  key_cache(exec::cuda const& where, memory::memory_budget budget, memory::cache_options options = {})
      : keys_(device_key_store<C, Qap, Id>(where), std::move(budget), options) {}

  /// The key of this name: on the device where it fits beside the keys in use, else, by `options.loads_reduced`, on the
  /// host; `residence()` tells. One on the host that nobody uses comes back to the device where memory is free.
  ///
  /// @param load    called without arguments if there is none: a proving_key, a shared pointer to one, or a key_recipe
  /// @param limits  of waits for another's load, and for memory
  /// @throws as `memory::lru_cache::get`: what `load` throws, invalid_argument for a malformed key, out_of_memory,
  ///         cuda_error, to all who waited for it; `cancelled`, `timed_out`. A key that could not come back to the
  ///         device stays on the host: the next call tries again, and `find` gives it as it is
  /// @sync   a hit: none. A load waits for the cache's stream
  template <class Load>
  requires std::constructible_from<key_recipe<C, Qap>, std::invoke_result_t<Load&>>
  [[nodiscard]] handle get(Id const& id, Load&& load, wait_limits const& limits = {}) {
    return keys_.get(id, load, limits);
  }
  /// The key, if it is there and no thread works on it; where it is.
  [[nodiscard]] handle find(Id const& id) { return keys_.find(id); }

  /// Memory of the budget for another purpose, for which unused keys make room; for
  /// `device_prover_options::wait_for_memory`, so that jobs and keys share one budget.
  /// @throws out_of_memory at once for what is above a limit; `cancelled`, `timed_out`
  [[nodiscard]] memory::memory_budget::reservation reserve(memory::memory_amounts const& wanted,
                                                           wait_limits const& limits = {}) {
    return keys_.reserve(wanted, limits);
  }

  /// Forgets a key, such as one whose file has changed: the next `get` loads. Who uses it keeps it. Whether there was
  /// one; one that a thread works on stays.
  bool drop(Id const& id) { return keys_.drop(id); }
  /// Frees all keys that nobody uses.
  void trim() { keys_.trim(); }

  /// What it has done and has.
  [[nodiscard]] memory::cache_counts counts() const { return keys_.counts(); }
  /// What keys are charged to.
  [[nodiscard]] memory::memory_budget const& budget() const noexcept { return keys_.budget(); }

 private:
  cache_type keys_;
};

}  // namespace cuzk::inline v0::groth16
