// SPDX-License-Identifier: Apache-2.0
#pragma once

// Instances of Groth16 that have the shape of Filecoin's partitions: how many rows, which share of the wires is in A
// and in B, which share of the scalars is neither zero nor one. The circuit says nothing of use; its key is made on the
// device from a trapdoor that a seed gives away, so that proofs can be made and verified at full size without a file
// of 47 GB. INSECURE: whoever knows the seed can prove anything.
//
// Each private wire w_j, j = 0, 1, ..., has a row of its own with one term a matrix, so that matrices, witness and
// columns of the key are computed place by place:
//
//   in A alone       w_j * 1 = w_j
//   in B alone       1 * w_j = w_j
//   in both          w_j * w_j = w_j, a bit; or w_j * w_j = w_(j+1) for a full-size w_j, and w_(j+1) is full-size too
//   in neither       1 * 1 = w_j
//
// After these rows come those of the inputs, as in every key: A has the constant and each public wire there.
// Squares of squares are chains, which end within a block of 64 wires: a thread walks back no further.
//
// By count, a set-up at 2^27: 19 additions a point by windows of 13 bits, in G1 for 130 M points of A, 33 M of B, 130 M
// of L and 134 M of H, in G2 for 33 M of B. Beside the key of 48 GB the rows' Lagrange values, 4.2 GB, and 1.1 GB.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <cuda_runtime_api.h>

#include <cuzk/core/config.hpp>
#include <cuzk/core/cuda.cuh>
#include <cuzk/core/error.hpp>
#include <cuzk/core/random.hpp>
#include <cuzk/core/span.hpp>
#include <cuzk/curve/concepts.hpp>
#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/exec/cuda.cuh>
#include <cuzk/groth16/device_columns.cuh>
#include <cuzk/groth16/device_key.cuh>
#include <cuzk/groth16/device_setup.cuh>
#include <cuzk/groth16/qap.hpp>
#include <cuzk/groth16/row_weights.cuh>
#include <cuzk/groth16/trapdoor.hpp>
#include <cuzk/memory/device_buffer.cuh>
#include <cuzk/memory/policy.hpp>
#include <cuzk/memory/transfer.cuh>
#include <cuzk/r1cs/constraint_system.hpp>
#include <cuzk/vector/insecure_random.hpp>

namespace cuzk_bench {

/// Sizes and shares of an instance; `validate` is the judge of them. Shares are of the private wires.
struct porep_shape {
  /// log2 of the evaluation domain, 30 at most.
  unsigned log_domain = 20;
  /// Rows, those of the inputs included; more than half the domain. There are as many wires.
  std::uint64_t rows = 0;
  /// Public wires, without the constant.
  std::uint32_t public_wires = 20;
  /// Wires with a point in A, with points in B.
  double in_a = 1, in_b = 0;
  /// Wires whose values are neither zero nor one, but uniform; of the others, those that are one.
  double full_size = 0, ones = 0.5;
  /// Of the matrices and of the trapdoor.
  std::uint64_t seed = 1;

  /// A partition of PoRep of 32 GiB: 130.3 M rows of 2^27, or as many of another domain.
  [[nodiscard]] static porep_shape porep(unsigned log_domain) {
    return of_domain(log_domain, 130'278'869, {.in_a = 0.997, .in_b = 0.254, .full_size = 0.0131});
  }
  /// As many rows, with more full-size scalars and more wires in B.
  [[nodiscard]] static porep_shape dense(unsigned log_domain) {
    return of_domain(log_domain, 130'278'869, {.in_a = 0.95, .in_b = 0.38, .full_size = 0.10});
  }
  /// A partition of WindowPoSt of 32 GiB: 125.3 M rows of 2^27, nearly all scalars full-size.
  [[nodiscard]] static porep_shape post(unsigned log_domain) {
    return of_domain(log_domain, 125'305'057, {.in_a = 0.76, .in_b = 0.72, .full_size = 0.99});
  }

  /// The constant and the public wires.
  [[nodiscard]] std::uint32_t inputs() const { return public_wires + 1; }
  /// Rows without those of the inputs: the private wires.
  [[nodiscard]] std::uint64_t constraints() const { return rows - inputs(); }
  /// Wires, the constant included.
  [[nodiscard]] std::uint32_t wires() const { return static_cast<std::uint32_t>(rows); }
  /// Size of the domain.
  [[nodiscard]] std::uint64_t domain_size() const { return std::uint64_t{1} << log_domain; }

  /// @throws invalid_argument
  void validate() const {
    auto const fail = [](std::string const& why) { throw cuzk::invalid_argument("porep_shape: " + why); };
    if (log_domain == 0 || log_domain > 30)
      fail("a domain of 2^" + std::to_string(log_domain) + "; 1 to 30 are possible");
    if (rows > domain_size() || rows <= domain_size() / 2 || rows < std::uint64_t{public_wires} + 2) {
      fail(std::to_string(rows) + " rows with " + std::to_string(public_wires) + " public wires in a domain of 2^" +
           std::to_string(log_domain) + "; more than half of it, and one more than there are inputs, are needed");
    }
    for (double const share : {in_a, in_b, full_size, ones}) {
      if (!(share >= 0 && share <= 1)) fail("a share of " + std::to_string(share) + "; 0 to 1 are possible");
    }
  }

 private:
  struct shares {
    double in_a, in_b, full_size;
  };

  static porep_shape of_domain(unsigned log_domain, std::uint64_t rows_of_2_27, shares const& s) {
    porep_shape shape;
    shape.log_domain = log_domain;
    shape.rows = log_domain <= 30 ? (rows_of_2_27 << log_domain) >> 27U : 0;
    shape.in_a = s.in_a;
    shape.in_b = s.in_b;
    shape.full_size = s.full_size;
    return shape;
  }
};

/// A 64-bit mixture of a stream and an index: the finaliser of SplitMix64.
/// @source Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014
[[nodiscard]] CUZK_HD constexpr std::uint64_t hashed(std::uint64_t stream, std::uint64_t index) {
  std::uint64_t z = stream + (index + 1) * 0x9e3779b97f4a7c15U;
  z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
  return z ^ (z >> 31U);
}

/// In which of the matrices A and B a wire is.
enum class wire_place : unsigned char { neither, a, b, both };

/// Which matrices a private wire is in and whether it is full-size: functions of its index, the same on the host and in
/// a kernel. Trivially copyable.
class wire_rule {
 public:
  /// Wires of a block; a chain of squares stays in one.
  static constexpr std::uint64_t block = 64;

  /// @throws invalid_argument for a malformed shape, or one whose shares cannot be met
  explicit wire_rule(porep_shape const& shape) {
    shape.validate();
    count_ = shape.constraints();
    stream_ = hashed(hashed(shape.seed, 1), 1);
    set_places(shape);
    set_values(shape);
  }

  /// Private wires.
  [[nodiscard]] CUZK_HD std::uint64_t count() const { return count_; }

  /// Where private wire j < count() is. Only the first of a block may be in neither, since the one before could be a
  /// chain's; the last is never in both, since a chain would go on.
  [[nodiscard]] CUZK_HD wire_place place(std::uint64_t j) const {
    std::uint64_t const drawn = hashed(stream_, j) >> 32U;
    bool const is_last = j % block == block - 1 || j == count_ - 1;
    std::uint64_t const* const below = below_[is_last ? last : j % block == 0 ? first : middle];
    if (drawn < below[0]) return wire_place::neither;
    if (drawn < below[1]) return wire_place::a;
    return drawn < below[2] ? wire_place::b : wire_place::both;
  }
  /// Whether it occurs in A, in B.
  [[nodiscard]] CUZK_HD bool in_a(std::uint64_t j) const {
    wire_place const p = place(j);
    return p == wire_place::a || p == wire_place::both;
  }
  [[nodiscard]] CUZK_HD bool in_b(std::uint64_t j) const {
    wire_place const p = place(j);
    return p == wire_place::b || p == wire_place::both;
  }

  /// The wire whose value, squared j - chain_begin(j) times, is that of wire j.
  [[nodiscard]] CUZK_HD std::uint64_t chain_begin(std::uint64_t j) const {
    std::uint64_t begin = j;
    for (std::uint64_t k = j; k % block != 0 && place(k - 1) == wire_place::both; --k) {
      if (draws_full(k - 1)) begin = k - 1;
    }
    return begin;
  }
  /// Whether row j - 1 makes wire j the square of the wire before.
  [[nodiscard]] CUZK_HD bool is_square(std::uint64_t j) const { return chain_begin(j) < j; }
  /// Whether its value is a full-size one.
  [[nodiscard]] CUZK_HD bool is_full(std::uint64_t j) const {
    return place(j) != wire_place::neither && (draws_full(j) || is_square(j));
  }
  /// Whether row j makes the next wire its square.
  [[nodiscard]] CUZK_HD bool squares_into_next(std::uint64_t j) const {
    return place(j) == wire_place::both && is_full(j);
  }

  /// Whether a wire that is not full-size is one, for 64 random bits.
  [[nodiscard]] CUZK_HD bool is_one(std::uint64_t j, std::uint64_t random) const {
    return place(j) == wire_place::neither || (random >> 32U) < one_below_;
  }

 private:
  enum position { first, middle, last, positions };

  static std::uint64_t scaled(double chance) { return static_cast<std::uint64_t>(chance * 4294967296.0); }

  [[nodiscard]] CUZK_HD bool draws_full(std::uint64_t j) const {
    return (hashed(stream_, j) & 0xffffffffU) < full_below_;
  }

  // A share of all wires. A few, so that they occur; all of them are ones.
  static double share_in_neither(porep_shape const& s) {
    return std::min({(1 - s.in_a) / 2, s.ones * (1 - s.full_size) / 2, 0.5 / static_cast<double>(block)});
  }

  void set_places(porep_shape const& s) {
    constexpr double one_of_block = 1.0 / static_cast<double>(block);
    double const neither = share_in_neither(s);
    // Of the last of a block, in_a are in A and the others in B; of those that are in neither nor last, a and b.
    double const free = 1 - neither - one_of_block;
    double const a = (s.in_a - one_of_block * s.in_a) / free;
    double const b = (s.in_b - one_of_block * (1 - s.in_a)) / free;
    both_ = std::max(a + b - 1, 0.0);
    constexpr double rounding = 1e-9;
    if (a > 1 || b > 1 || b < 0 || a + b - 1 < -rounding) {
      throw cuzk::invalid_argument("porep_shape: shares of " + std::to_string(s.in_a) + " in A and " +
                                   std::to_string(s.in_b) +
                                   " in B; together they must be one at least, and one wire of 64 is not in both");
    }
    neither_at_first_ = neither * static_cast<double>(block);
    double const at[positions][3] = {
        {neither_at_first_, neither_at_first_ + (1 - neither_at_first_) * (1 - b), 1 - (1 - neither_at_first_) * both_},
        {0, 1 - b, 1 - both_},
        {0, s.in_a, 1}};
    for (int p = first; p < positions; ++p) {
      for (int k = 0; k < 3; ++k) below_[p][k] = scaled(at[p][k]);
    }
  }

  // The share of full-size wires of a block, if each draws it with this chance and squares are so too.
  [[nodiscard]] double full_share(double chance) const {
    double sum = (1 - neither_at_first_) * chance, before = sum;
    for (std::uint64_t i = 1; i < block; ++i) {
      before = chance + (1 - chance) * both_ * before;
      sum += before;
    }
    return sum / static_cast<double>(block);
  }

  void set_values(porep_shape const& s) {
    double low = 0, high = 1;
    for (int i = 0; i < 60; ++i) {
      double const chance = (low + high) / 2;
      (full_share(chance) < s.full_size ? low : high) = chance;
    }
    full_below_ = scaled(s.full_size == 0 ? 0 : high);
    double const neither = share_in_neither(s), bits = 1 - s.full_size - neither;
    one_below_ = bits > 0 ? scaled((s.ones * (1 - s.full_size) - neither) / bits) : 0;
  }

  std::uint64_t count_ = 0;
  std::uint64_t stream_ = 0;
  std::uint64_t below_[positions][3]{};  // of 2^32: in neither, in A alone, in B alone
  std::uint64_t full_below_ = 0;
  std::uint64_t one_below_ = 0;
  double both_ = 0;              // of the wires that are neither in neither nor last of a block
  double neither_at_first_ = 0;  // of the first of a block
};

/// The vectors of an instance.
enum class instance_part { witness, a, b, c };

/// Elements of the vectors of one witness: functions of their index, the same on the host and in a kernel. Trivially
/// copyable.
template <class F>
struct instance_values {
  wire_rule rule;
  std::uint32_t inputs;
  std::uint64_t seed;  // of the witness

  /// Value of any wire.
  [[nodiscard]] CUZK_HD F wire(std::uint64_t w) const {
    if (w == 0) return F::one();
    if (w < inputs) return drawn(w);
    std::uint64_t const j = w - inputs;
    if (!rule.is_full(j)) return rule.is_one(j, hashed(hashed(seed, 2), j)) ? F::one() : F::zero();
    std::uint64_t const begin = rule.chain_begin(j);
    F x = drawn(inputs + begin);
    for (std::uint64_t k = begin; k < j; ++k) x = square(x);
    return x;
  }
  /// Element i of a vector; for a, b and c, of a domain of any size: input rows after the constraints, then zeros.
  [[nodiscard]] CUZK_HD F at(instance_part part, std::uint64_t i) const {
    if (part == instance_part::witness) return wire(i);
    if (i >= rule.count()) {
      std::uint64_t const w = i - rule.count();
      return part == instance_part::a && w < inputs ? wire(w) : F::zero();
    }
    F const w = wire(inputs + i);
    F const a = rule.in_a(i) ? w : F::one();
    F const b = rule.in_b(i) ? w : F::one();
    return part == instance_part::a ? a : part == instance_part::b ? b : a * b;
  }

 private:
  [[nodiscard]] CUZK_HD F drawn(std::uint64_t w) const { return cuzk::vector::insecure_random_element<F>(seed, w); }
};

/// out[i] = element first + i of a vector.
template <class F>
struct instance_values_step {
  instance_values<F> values;
  instance_part part;
  std::uint64_t first;
  F* out;

  CUZK_HD void operator()(std::size_t i) const { out[i] = values.at(part, first + i); }
};

/// The constant wire's columns of A and of B, constraints alone, as `stride` sums each: [2][stride].
template <class F>
struct constant_sums_step {
  wire_rule rule;
  F const* basis;
  F* sums;
  std::size_t stride;

  CUZK_HD void operator()(std::size_t k) const {
    F a = F::zero(), b = F::zero();
    for (std::uint64_t j = k; j < rule.count(); j += stride) {
      wire_place const p = rule.place(j);
      if (p == wire_place::b || p == wire_place::neither) a = a + basis[j];
      if (p == wire_place::a || p == wire_place::neither) b = b + basis[j];
    }
    sums[k] = a;
    sums[stride + k] = b;
  }
};

/// Columns of a matrix at tau, wire by wire.
template <class F>
struct columns_step {
  wire_rule rule;
  std::uint32_t inputs;
  F const* basis;                  // Lagrange values at tau of all rows
  F constant_in_a, constant_in_b;  // columns of the constant wire
  cuzk::groth16::circuit_matrix which{};
  std::size_t first = 0;  // out[i] is of wire first + i
  F* out = nullptr;

  CUZK_HD void operator()(std::size_t i) const {
    std::uint64_t const w = first + i;
    using cuzk::groth16::circuit_matrix;
    out[i] = which == circuit_matrix::a ? in_a(w) : which == circuit_matrix::b ? in_b(w) : in_c(w);
  }

  [[nodiscard]] CUZK_HD F in_a(std::uint64_t w) const {
    if (w == 0) return constant_in_a;
    if (w < inputs) return basis[rule.count() + w];
    return rule.in_a(w - inputs) ? basis[w - inputs] : F::zero();
  }
  [[nodiscard]] CUZK_HD F in_b(std::uint64_t w) const {
    if (w == 0) return constant_in_b;
    return w >= inputs && rule.in_b(w - inputs) ? basis[w - inputs] : F::zero();
  }
  [[nodiscard]] CUZK_HD F in_c(std::uint64_t w) const {
    if (w < inputs) return F::zero();
    std::uint64_t const j = w - inputs;
    F const own = rule.squares_into_next(j) ? F::zero() : basis[j];
    return rule.is_square(j) ? own + basis[j - 1] : own;
  }
};

/// The columns as a source for the set-up, made where they are asked for.
template <class F>
class shape_columns {
 public:
  /// @param where  has the memory of the rows' Lagrange values
  shape_columns(cuzk::exec::cuda const& where, porep_shape const& shape, wire_rule const& rule, F const& tau)
      : basis_(where.template allocate<F>(shape.rows)), step_{rule, shape.inputs(), basis_.data(), {}, {}} {
    cuzk::groth16::row_weights<cuzk::groth16::qap::libsnark>(where, basis_.span(), shape.domain_size(), tau);
    std::size_t const stride = std::min<std::uint64_t>(rule.count(), 1U << 16U);
    auto const partial = where.template allocate<F>(2 * stride);
    cuzk::exec::for_each_index(where, stride, constant_sums_step<F>{rule, basis_.data(), partial.data(), stride});
    auto const sums = to_host(where, std::span<F const>(partial.span()));
    step_.constant_in_a = to_host(where, std::span<F const>(basis_.data() + rule.count(), 1))[0];
    step_.constant_in_b = F::zero();
    for (std::size_t k = 0; k < stride; ++k) {
      step_.constant_in_a = step_.constant_in_a + sums[k];
      step_.constant_in_b = step_.constant_in_b + sums[stride + k];
    }
  }

  [[nodiscard]] std::size_t wires() const { return step_.inputs + step_.rule.count(); }
  void write(cuzk::exec::cuda const& where, cuzk::groth16::circuit_matrix which, std::size_t first,
             std::span<F> out) const {
    columns_step<F> step = step_;
    step.which = which;
    step.first = first;
    step.out = out.data();
    cuzk::exec::for_each_index(where, out.size(), step);
  }

 private:
  static std::vector<F> to_host(cuzk::exec::cuda const& where, std::span<F const> device) {
    std::vector<F> host(device.size());
    CUZK_CUDA_CHECK(
        cudaMemcpyAsync(host.data(), device.data(), device.size_bytes(), cudaMemcpyDeviceToHost, where.stream().get()));
    where.stream().synchronize();
    return host;
  }

  cuzk::memory::device_buffer<F> basis_;
  columns_step<F> step_;
};

/// A circuit of a shape, its key and its witnesses. Immutable; any number of threads may use one.
template <cuzk::pairing_curve C = cuzk::curves::bls12_381>
class porep_instance {
 public:
  using scalar = typename C::fr;
  using key_type = cuzk::groth16::device_key<C, cuzk::groth16::qap::libsnark>;

  /// Scalars, or elements, that are made on the device at once.
  static constexpr std::size_t default_chunk = std::size_t{1} << 22U;

  /// @throws invalid_argument for a malformed shape, or one too large for the curve
  explicit porep_instance(porep_shape const& shape) : shape_(shape), rule_(shape) {
    if (shape.log_domain > scalar::two_adicity) {
      throw cuzk::invalid_argument("porep_shape: a domain of 2^" + std::to_string(shape.log_domain) +
                                   "; the scalar field has roots of unity up to 2^" +
                                   std::to_string(scalar::two_adicity));
    }
  }

  [[nodiscard]] porep_shape const& shape() const noexcept { return shape_; }
  /// What the private wires are.
  [[nodiscard]] wire_rule const& rule() const noexcept { return rule_; }
  /// The vectors of the witness that follows from a seed.
  [[nodiscard]] instance_values<scalar> values(std::uint64_t witness_seed) const {
    return {rule_, shape_.inputs(), witness_seed};
  }
  /// The public wires of that witness, without the constant: what a verifier is given.
  [[nodiscard]] std::vector<scalar> public_inputs(std::uint64_t witness_seed) const {
    auto const of = values(witness_seed);
    std::vector<scalar> inputs;
    for (std::uint32_t w = 1; w < shape_.inputs(); ++w) inputs.push_back(of.wire(w));
    return inputs;
  }

  /// What the key is made with, which is no secret: it follows from the shape's seed.
  [[nodiscard]] cuzk::groth16::trapdoor<scalar> secrets() const {
    return {cuzk::insecure_seeded_random(hashed(shape_.seed, 3)), shape_.domain_size()};
  }

  /// The matrices, on the host: some 200 bytes a wire.
  [[nodiscard]] cuzk::r1cs::constraint_system<scalar> system() const {
    cuzk::r1cs::constraint_system<scalar> cs;
    cs.wires = shape_.wires();
    cs.public_count = shape_.public_wires;
    auto const add = [](auto& matrix, std::uint64_t wire) {
      matrix.push_term(static_cast<std::uint32_t>(wire), scalar::one());
      matrix.end_row();
    };
    for (std::uint64_t j = 0; j < rule_.count(); ++j) {
      std::uint64_t const wire = shape_.inputs() + j;
      add(cs.a, rule_.in_a(j) ? wire : 0);
      add(cs.b, rule_.in_b(j) ? wire : 0);
      add(cs.c, rule_.squares_into_next(j) ? wire + 1 : wire);
    }
    return cs;
  }

  /// The key, INSECURE, made on the device; see above for memory and time.
  ///
  /// @param where  its resource has the memory and outlives the key
  /// @param chunk  points that are made at once, 1 at least
  /// @throws invalid_argument; what the resource throws; cuda_error
  /// @sync   waits for the stream
  [[nodiscard]] key_type key(cuzk::exec::cuda const& where, std::size_t chunk = default_chunk) const {
    require_chunk(chunk);
    auto const secret = secrets();
    shape_columns<scalar> const columns(where, shape_, rule_, secret.tau);
    return cuzk::groth16::device_setup<C, cuzk::groth16::qap::libsnark>(
        where, {shape_.wires(), shape_.public_wires, shape_.domain_size()}, columns, secret, {chunk});
  }

  /// out[i] = element first + i of a vector, on the device.
  ///
  /// @param where  a stream; no scratch is taken
  /// @throws cuda_error if a launch is refused
  /// @sync   none
  void generate(cuzk::exec::cuda const& where, std::uint64_t witness_seed, instance_part part, std::uint64_t first,
                std::span<scalar> out) const {
    cuzk::exec::for_each_index(where, out.size(),
                               instance_values_step<scalar>{values(witness_seed), part, first, out.data()});
  }

  /// A witness and its rows, made on the device and copied to the host: what a circuit's synthesis leaves.
  ///
  /// @param where         a stream, and scratch for one chunk
  /// @param copies        of the policy of the host's memory
  /// @param witness_seed  two seeds give two witnesses of the same circuit, with other public inputs too
  /// @param witness       one element a wire
  /// @param a, b, c       equally long: at least the constraints, at most the domain. Beyond the constraints a has the
  ///                      inputs, beyond the rows all are zero
  /// @throws invalid_argument; what the resource throws; cuda_error, after which the spans are unspecified
  /// @sync   waits for the stream
  template <cuzk::memory_policy Policy>
  void fill(cuzk::exec::cuda const& where, cuzk::memory::transfer<Policy> const& copies, std::uint64_t witness_seed,
            std::span<scalar> witness, std::span<scalar> a, std::span<scalar> b, std::span<scalar> c,
            std::size_t chunk = default_chunk) const {
    require_chunk(chunk);
    cuzk::require_same_size("porep_instance", witness.size(), "elements of the witness", shape_.wires(), "wires");
    cuzk::require_same_size("porep_instance", b.size(), "elements of b", a.size(), "elements of a");
    cuzk::require_same_size("porep_instance", c.size(), "elements of c", a.size(), "elements of a");
    if (a.size() < shape_.constraints() || a.size() > shape_.domain_size()) {
      throw cuzk::invalid_argument("porep_instance: room for " + std::to_string(a.size()) + " rows; " +
                                   std::to_string(shape_.constraints()) + " to " +
                                   std::to_string(shape_.domain_size()) + " are possible");
    }
    for (std::span<scalar const> const host : {witness, a, b, c}) copies.require_reachable(host);
    auto const scratch = where.template allocate<scalar>(std::min(chunk, std::max(witness.size(), a.size())));
    auto const make = [&](instance_part part, std::span<scalar> host) {
      for (std::size_t i = 0; i < host.size(); i += chunk) {
        auto const piece = scratch.span().first(std::min(chunk, host.size() - i));
        generate(where, witness_seed, part, i, piece);
        copies.download(where.stream(), host.subspan(i, piece.size()), std::span<scalar const>(piece));
      }
    };
    make(instance_part::witness, witness);
    make(instance_part::a, a);
    make(instance_part::b, b);
    make(instance_part::c, c);
    where.stream().synchronize();
  }

 private:
  static void require_chunk(std::size_t chunk) {
    if (chunk == 0) throw cuzk::invalid_argument("porep_instance: chunks of 0 elements; 1 at least");
  }

  porep_shape shape_;
  wire_rule rule_;
};

}  // namespace cuzk_bench
