// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Groth16 proving keys for a device: in its memory, or at hand in page-locked memory of the host.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <cuzk/core/checked.hpp>
#include <cuzk/core/config.hpp>
#include <cuzk/core/cuda.cuh>
#include <cuzk/core/error.hpp>
#include <cuzk/core/span.hpp>
#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/concepts.hpp>
#include <cuzk/exec/cuda.cuh>
#include <cuzk/exec/detail/wait_at_end.cuh>
#include <cuzk/groth16/keys.hpp>
#include <cuzk/groth16/qap.hpp>
#include <cuzk/memory/device_buffer.cuh>
#include <cuzk/memory/device_resource.cuh>
#include <cuzk/memory/host_buffer.hpp>
#include <cuzk/memory/memory_budget.hpp>
#include <cuzk/memory/pageable.hpp>
#include <cuzk/memory/pinned.cuh>
#include <cuzk/memory/transfer.cuh>

namespace cuzk::inline v0::groth16 {

/// Where the points of a key are.
enum class key_residence : std::uint8_t {
  on_device,  ///< all of them, for as long as the key lives
  on_host,    ///< in page-locked memory of the host: each proof uploads them piece by piece, in the order of their use
};

/// Points on a device, or in page-locked memory from which they are uploaded piece by piece.
template <group G>
class resident_points {
 public:
  /// None.
  resident_points() = default;
  /// On a device, 16-byte aligned; infinity allowed.
  explicit resident_points(memory::device_buffer<affine<G>> points) noexcept : on_device_(std::move(points)) {}
  /// On the host.
  explicit resident_points(memory::host_buffer<affine<G>, memory::pinned> points) noexcept
      : on_host_(std::move(points)) {}

  /// Number of points.
  [[nodiscard]] std::size_t size() const noexcept { return on_device_.size() + on_host_.size(); }
  /// Bytes on a device.
  [[nodiscard]] std::size_t device_bytes() const noexcept { return on_device_.size() * sizeof(affine<G>); }
  /// The points, if they are on a device.
  [[nodiscard]] std::span<affine<G> const> on_device() const noexcept { return on_device_.span(); }
  /// The points, if they are on the host.
  [[nodiscard]] std::span<affine<G> const> on_host() const noexcept { return on_host_.span(); }
  /// Those on the device, to be written.
  [[nodiscard]] std::span<affine<G>> span() noexcept { return on_device_.span(); }

  /// Brings points from the device to the host.
  /// @throws out_of_memory for page-locked memory; cuda_error
  /// @sync   waits for the stream
  void move_to_host(stream_ref stream) {
    if (on_device_.size() == 0) return;
    memory::host_buffer<affine<G>, memory::pinned> moved(on_device_.size());
    exec::detail::wait_at_end<1> const waiting(exec::detail::leaving::by_exception, {stream.get()});
    memory::transfer<memory::pinned>().download(stream, moved.span(), on_device());
    stream.synchronize();
    on_host_ = std::move(moved);
    on_device_ = {};
  }
  /// A copy on a device of points that are on the host, which outlive the copying; none of others.
  /// @throws what the resource throws; cuda_error
  /// @sync   none
  [[nodiscard]] resident_points uploaded_async(exec::cuda const& where) const {
    if (on_host_.empty()) return {};
    auto copy = where.template allocate<affine<G>>(on_host_.size());
    memory::transfer<memory::pinned>().upload(where.stream(), copy.span(), on_host());
    return resident_points(std::move(copy));
  }
  /// Has the points of another object instead, if that has any.
  void take_over(resident_points&& moved) noexcept {
    if (moved.size() != 0) *this = std::move(moved);
  }

 private:
  memory::device_buffer<affine<G>> on_device_;
  memory::host_buffer<affine<G>, memory::pinned> on_host_;
};

/// The points of one query and the wires whose values are their scalars.
template <group G>
struct device_query {
  /// The points.
  resident_points<G> points;
  /// The wire of each point, on the device; empty when point i belongs to wire first + i.
  memory::device_buffer<std::uint32_t> wires;
  /// Wire of the first point when `wires` is empty.
  std::uint32_t first = 0;

  /// Device memory.
  [[nodiscard]] std::size_t bytes() const noexcept {
    return points.device_bytes() + wires.size() * sizeof(std::uint32_t);
  }

  /// Checks the counts, as `query` does; the wires themselves are not looked at.
  /// @throws invalid_argument
  void validate(std::uint64_t wire_count, std::string_view name) const {
    auto const what = "groth16: query " + std::string(name);
    if (wires.size() != 0) return require_same_size(what, points.size(), "points", wires.size(), "wires");
    detail::require_neighbours(what, points.size(), first, wire_count);
  }
};

/// The memory that a key takes on a device and in page-locked memory, wherever it is now: each of its arrays on a
/// device in whole pieces of `memory::device_alignment`.
/// @param key  a `proving_key` or `device_key`
template <class Key>
[[nodiscard]] memory::memory_amounts key_amounts(Key const& key, key_residence residence) {
  using g1 = affine<typename Key::curve::g1>;
  using g2 = affine<typename Key::curve::g2>;
  std::array<std::size_t, 5> const points{key.a.points.size() * sizeof(g1), key.b_g1.points.size() * sizeof(g1),
                                          key.b_g2.points.size() * sizeof(g2), key.l.points.size() * sizeof(g1),
                                          key.h.size() * sizeof(g1)};
  memory::memory_amounts sum;
  for (std::size_t const bytes : points) {
    if (residence == key_residence::on_host) {
      sum.page_locked += bytes;
    } else {
      sum.device += memory::workspace::rounded(bytes);
    }
  }
  for (std::size_t const wires :
       {key.a.wires.size(), key.b_g1.wires.size(), key.b_g2.wires.size(), key.l.wires.size()}) {
    sum.device += memory::workspace::rounded(wires * sizeof(std::uint32_t));
  }
  return sum;
}

/// A proving key for a device: what `proving_key` is for the host. Plain data: a set-up on the device fills it too. Its
/// memory of a device is given back on the stream that it was asked for on.
///
/// @tparam Qap  the reduction that the key was made with; see qap.hpp
template <pairing_curve C, qap_reduction Qap = qap::snarkjs>
struct device_key {
  using curve = C;         ///< the pairing curve
  using qap_policy = Qap;  ///< the reduction

  /// The verifying key, on the host.
  verifying_key<C> vk;
  /// [beta]_1, [delta]_1, on the host.
  affine<typename C::g1> beta_g1, delta_g1;
  /// As in `proving_key`; the wires of b_g1 and b_g2 are the same.
  device_query<typename C::g1> a, b_g1, l;
  /// As b_g1.
  device_query<typename C::g2> b_g2;
  /// As in `proving_key`.
  resident_points<typename C::g1> h;
  /// Wires of the circuit, the constant one included; public ones, without it.
  std::uint32_t wires = 1, public_count = 0;
  /// Size of the evaluation domain, a power of two.
  std::uint64_t domain_size = 1;

  /// Nothing.
  device_key() = default;

  /// A copy of a key for the device that is current now.
  /// @param where  its resource has the memory and outlives the key
  /// @param to     where the points go; wires are on the device in any case
  /// @throws invalid_argument for a malformed key, or one whose queries in B are of different wires, before anything is
  ///         allocated; what the resource throws; cuda_error
  /// @sync   waits for the copies
  device_key(exec::cuda const& where, proving_key<C, Qap> const& key, key_residence to = key_residence::on_device)
      : vk(checked(key).vk),
        beta_g1(key.beta_g1),
        delta_g1(key.delta_g1),
        wires(key.wires),
        public_count(key.public_count),
        domain_size(key.domain_size) {
    memory::transfer<memory::pageable> const copies;
    copy(where, copies, a, key.a, to);
    copy(where, copies, b_g1, key.b_g1, to);
    copy(where, copies, b_g2, key.b_g2, to);
    copy(where, copies, l, key.l, to);
    copy(where, copies, h, key.h, to);
    where.stream().synchronize();
  }

  /// Device memory of the queries.
  [[nodiscard]] std::size_t bytes() const noexcept {
    return a.bytes() + b_g1.bytes() + b_g2.bytes() + l.bytes() + h.device_bytes();
  }
  /// Where the points are; on_host as soon as some are there.
  [[nodiscard]] key_residence residence() const noexcept {
    bool const some_on_host = !a.points.on_host().empty() || !b_g1.points.on_host().empty() ||
                              !b_g2.points.on_host().empty() || !l.points.on_host().empty() || !h.on_host().empty();
    return some_on_host ? key_residence::on_host : key_residence::on_device;
  }
  /// Brings the points from the device to page-locked memory. No prover of the key may exist.
  /// @throws out_of_memory, with the queries before already moved; cuda_error
  /// @sync   waits for the stream
  void move_to_host(stream_ref stream) {
    a.points.move_to_host(stream);
    b_g1.points.move_to_host(stream);
    b_g2.points.move_to_host(stream);
    l.points.move_to_host(stream);
    h.move_to_host(stream);
  }
  /// Brings the points from page-locked memory to the device that is current now. No prover of the key may exist.
  /// @param where  its resource has the memory and outlives the key
  /// @throws what the resource throws; cuda_error. The key is then as it was
  /// @sync   waits for where's stream
  void move_to_device(exec::cuda const& where) {
    resident_points<typename C::g1> of_a, of_b_g1, of_l, of_h;
    resident_points<typename C::g2> of_b_g2;
    exec::detail::wait_at_end<1> const waiting(exec::detail::leaving::by_exception, {where.stream().get()});
    of_a = a.points.uploaded_async(where);
    of_b_g1 = b_g1.points.uploaded_async(where);
    of_b_g2 = b_g2.points.uploaded_async(where);
    of_l = l.points.uploaded_async(where);
    of_h = h.uploaded_async(where);
    where.stream().synchronize();
    a.points.take_over(std::move(of_a));
    b_g1.points.take_over(std::move(of_b_g1));
    b_g2.points.take_over(std::move(of_b_g2));
    l.points.take_over(std::move(of_l));
    h.take_over(std::move(of_h));
  }

  /// Checks all counts against each other, as `proving_key` does.
  /// @throws invalid_argument that names the first mismatch
  void validate() const {
    detail::require_consistent(*this);
    if (b_g1.first != b_g2.first || b_g1.wires.size() != b_g2.wires.size()) throw_different_wires();
  }

 private:
  static proving_key<C, Qap> const& checked(proving_key<C, Qap> const& key) {
    key.validate();
    if (key.b_g1.wires != key.b_g2.wires || key.b_g1.first != key.b_g2.first) throw_different_wires();
    return key;
  }
  [[noreturn]] static void throw_different_wires() {
    throw invalid_argument("groth16: the queries B in G1 and B in G2 are of different wires");
  }

  template <class G>
  static void copy(exec::cuda const& where, memory::transfer<memory::pageable> const& copies, resident_points<G>& to,
                   std::vector<affine<G>> const& from, key_residence residence) {
    if (residence == key_residence::on_host) {
      memory::host_buffer<affine<G>, memory::pinned> points(from.size());
      std::copy(from.begin(), from.end(), points.begin());
      to = resident_points<G>(std::move(points));
      return;
    }
    auto points = where.template allocate<affine<G>>(from.size());
    copies.upload(where.stream(), points.span(), std::span<affine<G> const>(from));
    to = resident_points<G>(std::move(points));
  }
  template <class G>
  static void copy(exec::cuda const& where, memory::transfer<memory::pageable> const& copies, device_query<G>& to,
                   query<G> const& from, key_residence residence) {
    copy(where, copies, to.points, from.points, residence);
    to.wires = where.template allocate<std::uint32_t>(from.wires.size());
    copies.upload(where.stream(), to.wires.span(), std::span<std::uint32_t const>(from.wires));
    to.first = from.first;
  }
};

}  // namespace cuzk::inline v0::groth16
