// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Sparse matrices that are kept on a device, and their products with witnesses.

#include <cuzk/r1cs/matrix.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <type_traits>

#include <cuda_runtime_api.h>

#include <cuzk/core/checked.hpp>
#include <cuzk/core/config.hpp>
#include <cuzk/core/cuda.cuh>
#include <cuzk/core/error.hpp>
#include <cuzk/core/span.hpp>
#include <cuzk/core/wide_access.hpp>
#include <cuzk/exec/cuda.cuh>
#include <cuzk/exec/detail/wait_at_end.cuh>
#include <cuzk/exec/executor.hpp>
#include <cuzk/exec/serial.hpp>
#include <cuzk/field/concepts.hpp>
#include <cuzk/memory/device_buffer.cuh>
#include <cuzk/memory/device_resource.cuh>
#include <cuzk/r1cs/detail/coefficient_table.hpp>
#include <cuzk/r1cs/detail/packed_matrix.hpp>
#include <cuzk/r1cs/detail/row_plan.hpp>

namespace cuzk::inline v0::r1cs {

namespace detail {

inline constexpr unsigned matrix_block_size = 128;
inline constexpr unsigned warp_size = 32;
static_assert(warp_size == slice_rows && matrix_block_size % warp_size == 0);

// The plan of the rows in device memory.
struct planned_rows {
  std::uint64_t rows;
  std::uint64_t slices;
  std::uint64_t piece_count;
  std::uint64_t cut_row_count;
  std::uint8_t const* lengths;
  std::uint64_t const* slice_begins;
  row_piece const* pieces;
  cut_row const* cut_rows;
};

// The value of the lane whose number differs by `mask`. All lanes call it together.
template <class F>
__device__ F exchanged(F const& x, unsigned mask) {
  static_assert(sizeof(F) % sizeof(unsigned) == 0);
  union pieces {
    unsigned words[sizeof(F) / sizeof(unsigned)];
    F value;
    __device__ explicit pieces(F const& v) : value(v) {}
  } y(x);
#pragma unroll
  for (unsigned i = 0; i < sizeof(F) / sizeof(unsigned); ++i) {
    y.words[i] = __shfl_xor_sync(0xffffffffU, y.words[i], static_cast<int>(mask));
  }
  return y.value;
}

// The sum over the lanes of a warp, in all of them.
template <class F>
__device__ F sum_of_warp(F x) {
  for (unsigned mask = warp_size / 2; mask != 0; mask /= 2) x = x + exchanged(x, mask);
  return x;
}

// The sum of the values of the lanes up to this one.
__device__ inline unsigned running_sum(unsigned x, unsigned lane) {
  for (unsigned distance = 1; distance < warp_size; distance *= 2) {
    unsigned const below = __shfl_up_sync(0xffffffffU, x, distance);
    if (lane >= distance) x += below;
  }
  return x;
}

// A warp takes a piece of a long row or the short rows of a slice. Pieces come first: they take longest.
template <class F, class Index>
CUZK_KERNEL void __launch_bounds__(matrix_block_size)
    sum_rows_kernel(planned_rows plan, term_reader<F, Index> terms, F* out, F* piece_sums) {
  constexpr unsigned warps_of_block = matrix_block_size / warp_size;
  unsigned const lane = threadIdx.x % warp_size;
  std::uint64_t const units = plan.piece_count + plan.slices;
  std::uint64_t const stride = std::uint64_t{gridDim.x} * warps_of_block;
  for (auto unit = std::uint64_t{blockIdx.x} * warps_of_block + threadIdx.x / warp_size; unit < units; unit += stride) {
    bool const is_piece = unit < plan.piece_count;
    std::uint64_t begin = 0, end = 0;
    F* target = nullptr;
    if (is_piece) {
      row_piece const piece = plan.pieces[unit];
      begin = piece.begin + lane;
      end = piece.end;
      if (lane == 0) target = piece.target < plan.rows ? out + piece.target : piece_sums + (piece.target - plan.rows);
    } else {
      std::uint64_t const slice = unit - plan.piece_count;
      std::uint64_t const row = slice * slice_rows + lane;
      unsigned length = row < plan.rows ? plan.lengths[row] : long_row;
      if (length != long_row) {
        target = out + row;
      } else {
        length = 0;
      }
      end = plan.slice_begins[slice] + running_sum(length, lane);
      begin = end - length;
    }
    F sum = terms.sum(begin, end, is_piece ? warp_size : 1);
    if (is_piece) sum = sum_of_warp(sum);
    if (target != nullptr) cuzk::detail::store_wide(target, sum);
  }
}

// A warp adds the sums of the pieces of a row.
template <class F>
CUZK_KERNEL void __launch_bounds__(matrix_block_size)
    join_pieces_kernel(cut_row const* cut_rows, std::uint64_t count, F const* piece_sums, F* out) {
  constexpr unsigned warps_of_block = matrix_block_size / warp_size;
  unsigned const lane = threadIdx.x % warp_size;
  std::uint64_t const stride = std::uint64_t{gridDim.x} * warps_of_block;
  for (auto i = std::uint64_t{blockIdx.x} * warps_of_block + threadIdx.x / warp_size; i < count; i += stride) {
    cut_row const cut = cut_rows[i];
    F sum = F::zero();
    for (std::uint64_t k = lane; k < cut.count; k += warp_size) {
      sum = sum + cuzk::detail::load_wide(piece_sums + cut.first + k);
    }
    sum = sum_of_warp(sum);
    if (lane == 0) cuzk::detail::store_wide(out + cut.row, sum);
  }
}

// Blocks for so many warps, which take more than one turn if there are too many of them.
[[nodiscard]] inline unsigned blocks_of_warps(std::uint64_t warps) {
  std::uint64_t const blocks = ceil_div<std::uint64_t>(warps, matrix_block_size / warp_size);
  constexpr std::uint64_t most = std::numeric_limits<std::int32_t>::max();
  return static_cast<unsigned>(blocks < most ? blocks : most);
}

// Places of the parts of a packed matrix in one piece of device memory.
struct matrix_parts {
  std::size_t coefficients, words, index, slice_begins, pieces, cut_rows, lengths;
  std::size_t bytes;

  template <class F>
  explicit matrix_parts(matrix_plan<F> const& plan) : bytes(0) {
    std::uint64_t const terms = plan.rows.terms();
    coefficients = place(plan.coefficients(), sizeof(F));
    words = place(terms, sizeof(std::uint32_t));
    index = place(terms, plan.format.index_bytes);
    slice_begins = place(plan.rows.slice_begins().size(), sizeof(std::uint64_t));
    pieces = place(plan.rows.pieces().size(), sizeof(row_piece));
    cut_rows = place(plan.rows.cut_rows().size(), sizeof(cut_row));
    lengths = place(plan.rows.lengths().size(), sizeof(std::uint8_t));
  }

 private:
  std::size_t place(std::uint64_t count, std::size_t element_bytes) {
    std::size_t const begin = bytes;
    bytes = checked_add(bytes, memory::workspace::rounded(checked_mul<std::size_t>(count, element_bytes)));
    return begin;
  }
};

}  // namespace detail

/// A sparse matrix kept on a device: made once for a circuit, multiplied by every witness.
///
/// A term takes 4 bytes, wire and number of its coefficient in one word, where circuits have few coefficients; up to
/// 4 more where they have many; and the coefficient itself where nearly all are distinct. A row takes 1.25 bytes, and
/// 24 for each piece of at most 1024 terms if a warp sums it (rows that would hold up their 31 neighbours; a row of
/// more than 2^22 terms is 4096 longer pieces, a row of a million terms some thousand, all summed at once). Terms of
/// coefficient zero are left out.
///
/// Any number of threads and streams may share one. It is given back on the stream of the constructor, which the caller
/// orders after all work that uses it.
///
/// @source rows a warp each, or a lane each: Bell, Garland, "Implementing sparse matrix-vector multiplication on
///         throughput-oriented processors", 2009
template <field F>
class device_matrix {
 public:
  /// @param where  the stream of the upload; device_bytes() are taken from its resource, which outlives this object
  /// @param m      on the host; not needed afterwards
  /// @param wires  number of columns
  /// @param host   executor that packs the terms
  /// @throws invalid_argument for a matrix that `m.validate(wires)` refuses, before memory is asked for; unsupported
  ///         while the stream is captured; what the resource throws; cuda_error
  /// @cost   two passes over the terms, some 50 ns a term and thread each; on the host 8 bytes a row and as many as on
  ///         the device, which are uploaded from pageable memory
  /// @sync   waits for the stream: afterwards the matrix can be used on every stream
  template <executor Host = exec::serial>
  device_matrix(exec::cuda const& where, sparse_matrix<F> const& m, std::size_t wires, Host const& host = {})
      : wires_(wires) {
    m.validate(wires);
    require_no_capture(where.stream());
    auto const plan = detail::matrix_plan<F>::of(host, m, wires);
    detail::packed_terms<F> const terms(host, m, plan);
    detail::matrix_parts const parts(plan);
    memory_ = where.template allocate<std::byte>(parts.bytes);
    format_ = plan.format;
    terms_ = plan.rows.terms();
    piece_sums_ = plan.rows.piece_sums();
    std::byte* const base = memory_.data();
    // What is uploaded lives until the stream has passed.
    exec::detail::wait_at_end<1> const wait(exec::detail::leaving::by_exception, {where.stream().get()});
    std::span<F const> const coefficients =
        format_.own_coefficients ? std::span<F const>(terms.own) : plan.table.values();
    coefficients_ = upload(where, base + parts.coefficients, coefficients);
    words_ = upload(where, base + parts.words, std::span<std::uint32_t const>(terms.words));
    index_ = upload(where, base + parts.index, std::span<std::byte const>(terms.index));
    rows_ = {plan.rows.rows(),
             plan.rows.slice_begins().size(),
             plan.rows.pieces().size(),
             plan.rows.cut_rows().size(),
             upload(where, base + parts.lengths, plan.rows.lengths()),
             upload(where, base + parts.slice_begins, plan.rows.slice_begins()),
             upload(where, base + parts.pieces, plan.rows.pieces()),
             upload(where, base + parts.cut_rows, plan.rows.cut_rows())};
    where.stream().synchronize();
  }

  /// Number of rows.
  [[nodiscard]] std::size_t rows() const noexcept { return rows_.rows; }
  /// Number of columns.
  [[nodiscard]] std::size_t wires() const noexcept { return wires_; }
  /// Number of terms that are kept: those of a coefficient that is not zero.
  [[nodiscard]] std::size_t terms() const noexcept { return terms_; }
  /// Device memory that is kept, which a `memory::workspace` of the constructor's must have.
  [[nodiscard]] std::size_t device_bytes() const noexcept { return memory_.size(); }
  /// The same before it is made. @throws invalid_argument as the constructor @cost one pass over the terms
  template <executor Host = exec::serial>
  [[nodiscard]] static std::size_t device_bytes(sparse_matrix<F> const& m, std::size_t wires, Host const& host = {}) {
    m.validate(wires);
    return detail::matrix_parts(detail::matrix_plan<F>::of(host, m, wires)).bytes;
  }
  /// What `multiply` takes of a workspace: an element for each piece of the rows of more than 1024 terms, nothing if
  /// there are none.
  [[nodiscard]] std::size_t workspace_bytes() const noexcept {
    return memory::workspace::rounded(piece_sums_ * sizeof(F));
  }

  /// out[i] = the inner product of row i with the witness; what `sparse_matrix::multiply` gives, bit for bit.
  ///
  /// @param where    a stream, and scratch of workspace_bytes()
  /// @param out      rows() elements of device memory, all overwritten; apart from the witness; aligned to 16 bytes if
  ///                 sizeof(F) is a multiple of 16
  /// @param witness  wires() elements of device memory, aligned likewise
  /// @throws invalid_argument for other lengths, misaligned or overlapping memory; what where's resource throws;
  ///         cuda_error if a launch is refused
  /// @cost   a product for each term whose coefficient is neither 1 nor -1 (in the form with a coefficient a term: for
  ///         each term), a sum for each; reads device_bytes() and an element of the witness for each term, which caches
  ///         serve in part, and writes rows() elements: bound by memory
  /// @sync   none; this object, out and witness must live until the work is done. Can be captured in a graph when
  ///         `where` has a workspace.
  void multiply(exec::cuda const& where, std::span<F> out, std::span<F const> witness) const {
    require_same_size("r1cs::device_matrix", out.size(), "outputs", rows(), "rows");
    require_same_size("r1cs::device_matrix", witness.size(), "elements of the witness", wires(), "wires");
    require_aligned(out.data(), "outputs");
    require_aligned(witness.data(), "the witness");
    require_apart(out, witness);
    auto const piece_sums = where.template allocate<F>(piece_sums_);
    std::uint64_t const units = rows_.piece_count + rows_.slices;
    if (units == 0) return;
    cudaStream_t const stream = where.stream().get();
    detail::with_index(format_, index_, [&](auto const& index) {
      using reader = detail::term_reader<F, std::decay_t<decltype(index)>>;
      reader const terms{words_, index, coefficients_, witness.data(), format_.wire_bits};
      detail::sum_rows_kernel<<<detail::blocks_of_warps(units), detail::matrix_block_size, 0, stream>>>(
          rows_, terms, out.data(), piece_sums.data());
    });
    CUZK_CUDA_CHECK(cudaGetLastError());
    if (rows_.cut_row_count == 0) return;
    detail::join_pieces_kernel<<<detail::blocks_of_warps(rows_.cut_row_count), detail::matrix_block_size, 0, stream>>>(
        rows_.cut_rows, rows_.cut_row_count, static_cast<F const*>(piece_sums.data()), out.data());
    CUZK_CUDA_CHECK(cudaGetLastError());
  }

 private:
  static constexpr std::size_t alignment = sizeof(F) % 16 == 0 ? 16 : alignof(F);  // of core/wide_access.hpp

  static void require_no_capture(stream_ref stream) {
    cudaStreamCaptureStatus capture = cudaStreamCaptureStatusNone;
    CUZK_CUDA_CHECK(cudaStreamIsCapturing(stream.get(), &capture));
    if (capture != cudaStreamCaptureStatusNone) {
      throw unsupported("r1cs::device_matrix: the upload of a matrix cannot be captured; make it before");
    }
  }

  static void require_aligned(void const* p, char const* what) {
    if (reinterpret_cast<std::uintptr_t>(p) % alignment != 0) {
      throw invalid_argument(std::string("r1cs::device_matrix: ") + what + " must be aligned to " +
                             std::to_string(alignment) + " bytes");
    }
  }

  static void require_apart(std::span<F const> out, std::span<F const> witness) {
    std::less<F const*> const before;
    if (out.empty() || witness.empty()) return;
    if (before(out.data(), witness.data() + witness.size()) && before(witness.data(), out.data() + out.size())) {
      throw invalid_argument("r1cs::device_matrix: the outputs overlap the witness; they must be apart");
    }
  }

  // Where the elements are then.
  template <class T>
  static T const* upload(exec::cuda const& where, std::byte* to, std::span<T const> from) {
    if (!from.empty()) {
      CUZK_CUDA_CHECK(
          cudaMemcpyAsync(to, from.data(), from.size_bytes(), cudaMemcpyHostToDevice, where.stream().get()));
    }
    return reinterpret_cast<T const*>(to);
  }

  std::size_t wires_;
  std::size_t terms_ = 0;
  std::size_t piece_sums_ = 0;
  memory::device_buffer<std::byte> memory_;
  detail::term_format format_;
  detail::planned_rows rows_{};
  F const* coefficients_ = nullptr;
  std::uint32_t const* words_ = nullptr;
  std::byte const* index_ = nullptr;
};

}  // namespace cuzk::inline v0::r1cs
