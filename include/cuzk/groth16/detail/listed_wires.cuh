// SPDX-License-Identifier: Apache-2.0
#pragma once

// Which elements of a vector are not zero, found out piece by piece.

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <cuda_runtime_api.h>

#include <cuzk/core/checked.hpp>
#include <cuzk/core/config.hpp>
#include <cuzk/core/cuda.cuh>
#include <cuzk/exec/cuda.cuh>
#include <cuzk/memory/device_buffer.cuh>

namespace cuzk::inline v0::groth16::detail {

// Elements that a thread looks at; pieces begin at a multiple of it.
inline constexpr std::size_t listed_block = 64;

// counts[k] = the elements of block k that are not zero.
template <class F>
struct count_nonzero_step {
  F const* values;
  std::size_t size;
  std::uint32_t* counts;

  CUZK_HD void operator()(std::size_t k) const {
    std::uint32_t count = 0;
    for (std::size_t i = k * listed_block; i < (k + 1) * listed_block && i < size; ++i) {
      if (!is_zero(values[i])) ++count;
    }
    counts[k] = count;
  }
};

// The elements that are not zero, one after the other, and their wires: those of block k from begins[k] on in the list
// of all, of which those of the piece begin with number `base`.
template <class F>
struct list_nonzero_step {
  F const* values;
  std::size_t size;
  std::uint32_t first_wire;  // of values[0]
  std::uint32_t const* begins;
  std::uint32_t base;
  std::uint32_t* wires;  // of all
  F* listed;             // of the piece

  CUZK_HD void operator()(std::size_t k) const {
    std::uint32_t next = begins[k];
    for (std::size_t i = k * listed_block; i < (k + 1) * listed_block && i < size; ++i) {
      if (is_zero(values[i])) continue;
      wires[next] = first_wire + static_cast<std::uint32_t>(i);
      listed[next - base] = values[i];
      ++next;
    }
  }
};

// The list of one query's wires: `count` each piece, `end_count`, then `list` each piece.
template <class F>
class wire_list {
 public:
  wire_list(exec::cuda const& where, std::size_t wires)
      : begins_(ceil_div(wires, listed_block)), on_device_(where.allocate<std::uint32_t>(begins_.size())) {}

  void count(exec::cuda const& where, std::size_t first, std::span<F const> values) const {
    exec::for_each_index(where, ceil_div(values.size(), listed_block),
                         count_nonzero_step<F>{values.data(), values.size(), on_device_.data() + first / listed_block});
  }
  // Waits for the stream. What the list has on the host must live until the stream has passed.
  void end_count(exec::cuda const& where) {
    copy(begins_.data(), on_device_.data(), cudaMemcpyDeviceToHost, where);
    where.stream().synchronize();
    for (auto& begin : begins_) size_ += std::exchange(begin, size_);
    copy(on_device_.data(), begins_.data(), cudaMemcpyHostToDevice, where);
  }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }

  // The place in the list of the first of a piece's.
  [[nodiscard]] std::size_t begin(std::size_t first) const {
    std::size_t const block = ceil_div(first, listed_block);
    return block < begins_.size() ? begins_[block] : size_;
  }
  // Those of the piece are written to `listed`, their wires to their place in the list.
  void list(exec::cuda const& where, std::size_t first, std::span<F const> values, std::uint32_t* wires,
            F* listed) const {
    exec::for_each_index(where, ceil_div(values.size(), listed_block),
                         list_nonzero_step<F>{values.data(), values.size(), static_cast<std::uint32_t>(first),
                                              on_device_.data() + first / listed_block,
                                              static_cast<std::uint32_t>(begin(first)), wires, listed});
  }

 private:
  void copy(std::uint32_t* to, std::uint32_t const* from, cudaMemcpyKind kind, exec::cuda const& where) const {
    if (begins_.empty()) return;
    CUZK_CUDA_CHECK(cudaMemcpyAsync(to, from, begins_.size() * sizeof(std::uint32_t), kind, where.stream().get()));
  }

  std::vector<std::uint32_t> begins_;
  memory::device_buffer<std::uint32_t> on_device_;
  std::uint32_t size_ = 0;
};

}  // namespace cuzk::inline v0::groth16::detail
