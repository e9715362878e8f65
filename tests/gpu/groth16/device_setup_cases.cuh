// SPDX-License-Identifier: Apache-2.0
#pragma once

// Keys made on a device against those that the host makes from the same secrets, for one curve.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include <cuda_runtime.h>

#include <cuzk/core/cuda.cuh>
#include <cuzk/core/error.hpp>
#include <cuzk/core/random.hpp>
#include <cuzk/exec/cuda.cuh>
#include <cuzk/exec/serial.hpp>
#include <cuzk/groth16/device_columns.cuh>
#include <cuzk/groth16/device_setup.cuh>
#include <cuzk/groth16/qap.hpp>
#include <cuzk/groth16/row_weights.cuh>
#include <cuzk/groth16/setup.hpp>
#include <cuzk/groth16/trapdoor.hpp>
#include <cuzk/memory/device_resource.cuh>
#include <cuzk/memory/pageable.hpp>
#include <cuzk/memory/pinned.cuh>
#include <cuzk/r1cs/builder.hpp>
#include <cuzk/r1cs/column_sums.hpp>

#include <gpu/groth16/host_key.cuh>
#include <laws/circuits.hpp>
#include <support/device_array.cuh>
#include <support/gpu_test.cuh>
#include <support/seed.hpp>

namespace cuzk_test {

namespace groth16 = cuzk::groth16;

/// Few rows over many wires, so that wires come in pieces however small the field's domains are: each wire in A, in B
/// or in neither, a fifth of them in C.
template <class F>
cuzk_laws::instance<F> wide_circuit(std::size_t publics, std::size_t privates, std::size_t rows) {
  cuzk::insecure_seeded_random random(seed() + 7);
  cuzk::r1cs::builder<F> circuit;
  using linear = typename cuzk::r1cs::builder<F>::linear;
  std::vector<linear> x(rows), y(rows), z(rows);
  for (std::size_t i = 0; i < publics + privates; ++i) {
    auto const wire = i < publics ? circuit.public_wire(F::zero()) : circuit.private_wire(F::zero());
    std::size_t const row = random.next_u64() % rows;
    F const k(1 + random.next_u64() % 5);
    switch (random.next_u64() % 3) {
      case 0:
        x[row] += k * wire;
        break;
      case 1:
        y[row] += k * wire;
        break;
      default:
        break;
    }
    if (random.next_u64() % 5 == 0) z[row] += wire;
  }
  for (std::size_t row = 0; row < rows; ++row) circuit.constrain(x[row], y[row], z[row]);
  return cuzk_laws::finished("wide", circuit);
}

/// A pool that knows what is not given back yet, to the byte.
struct counting_pool {
  cuzk::memory::device_pool pool;
  std::size_t bytes = 0;

  [[nodiscard]] void* allocate(cuzk::stream_ref stream, std::size_t n) {
    void* const p = pool.allocate(stream, n);
    bytes += n;
    return p;
  }
  void deallocate(cuzk::stream_ref stream, void* p, std::size_t n) noexcept {
    bytes -= n;
    pool.deallocate(stream, p, n);
  }
};

template <class C, class Qap>
class setup_cases {
 public:
  using F = typename C::fr;

  /// Every small circuit, and wide ones in pieces of many sizes.
  static void keys_are_the_hosts() {
    cuzk::insecure_seeded_random random(seed());
    for (auto const& t : cuzk_laws::instances<F>()) require_keys(t, random, {1});
    // Of which the first 64 wires are public, more, or fewer.
    for (std::size_t const publics : {1U, 3U}) {
      require_keys(wide_circuit<F>(publics, 300 - publics, 5), random, {1, 64, 65, 299, 1000});
    }
    if constexpr (F::two_adicity >= 10) {
      require_keys(wide_circuit<F>(200, 60, 300), random, {64, 128, 1U << 22U});
      require_keys(wide_circuit<F>(63, 700, 300), random, {64, 300, 1U << 22U});
    }
  }

  static void weights_are_the_hosts() {
    own_stream const stream;
    counting_pool pool;
    cuzk::exec::cuda const where(stream.ref(), pool);
    cuzk::insecure_seeded_random random(seed() + 1);
    for (unsigned log_size = 1; log_size <= std::min<std::size_t>(F::two_adicity - 1, 12); ++log_size) {
      std::uint64_t const n = std::uint64_t{1} << log_size;
      groth16::trapdoor<F> const secret(random, n);
      for (std::size_t const rows : {n, n - 1, std::uint64_t{1}}) {
        std::vector<F> host(rows);
        groth16::row_weights<Qap>(cuzk::exec::serial{}, std::span(host), n, secret.tau);
        device_array<F> const device(rows);
        groth16::row_weights<Qap>(where, std::span<F>(device.data, rows), n, secret.tau);
        require_equal(host, copy_to_host(stream.get(), device.data, rows), "weights of 2^" + std::to_string(log_size));
      }
    }
    std::vector<F> nine(9);
    auto const refuses = [&](std::uint64_t domain) {
      require_throws<cuzk::invalid_argument>(
          [&] { groth16::row_weights<Qap>(where, std::span<F>(nine), domain, F::one()); }, "9 rows");
    };
    refuses(8);
    refuses(12);
    refuses(std::uint64_t{1} << 63U);
    require(pool.bytes == 0, "memory was taken for a refused call, or not given back");
  }

  static void refused_arguments() {
    own_stream const stream;
    counting_pool pool;
    cuzk::exec::cuda const where(stream.ref(), pool);
    std::vector<F> const values(5, F::one());
    std::span<F const> const five(values);
    groth16::host_columns<F> const columns(five, five, five);
    groth16::trapdoor<F> const fit(cuzk::insecure_seeded_random(1), 8);
    auto const refuses = [&](groth16::key_size const& size, groth16::trapdoor<F> const& secret, std::size_t chunk,
                             std::string const& text) {
      require_throws<cuzk::invalid_argument>(
          [&] { static_cast<void>(groth16::device_setup<C, Qap>(where, size, columns, secret, {chunk})); }, text);
    };
    refuses({4, 1, 8}, fit, 1, "5 columns, 4 wires");
    refuses({0, 0, 8}, fit, 1, "0 wires");
    refuses({5, 5, 8}, fit, 1, "5 of them public");
    refuses({5, 1, 6}, fit, 1, "a domain of 6");
    refuses({5, 1, 0}, fit, 1, "a domain of 0");
    refuses({5, 2, 2}, fit, 1, "a domain of 2");
    refuses({5, 1, std::uint64_t{1} << 63U}, fit, 1, "a domain of 9223372036854775808");
    refuses({5, 1, 8}, fit, 0, "chunks of 0");
    F const t = fit.tau, zero = F::zero();
    refuses({5, 1, 8}, {F::one(), t, t, t, t}, 1, "tau lies in the domain");
    refuses({5, 1, 8}, {zero, t, t, t, t}, 1, "a secret is zero");
    refuses({5, 1, 8}, {t, zero, t, t, t}, 1, "a secret is zero");
    refuses({5, 1, 8}, {t, t, zero, t, t}, 1, "a secret is zero");
    refuses({5, 1, 8}, {t, t, t, zero, t}, 1, "a secret is zero");
    refuses({5, 1, 8}, {t, t, t, t, zero}, 1, "a secret is zero");
    require_throws<cuzk::invalid_argument>([&] { groth16::host_columns<F>(five, five.first(4), five); },
                                           "4 columns of B");
    require_throws<cuzk::invalid_argument>([&] { groth16::device_columns<F>(five, five, five.first(3)); },
                                           "3 columns of C");
    require(pool.bytes == 0, "memory was taken for a refused call");
  }

 private:
  // From all kinds of memory.
  static void require_keys(cuzk_laws::instance<F> const& t, cuzk::insecure_seeded_random& random,
                           std::vector<std::size_t> const& chunks) {
    own_stream const stream;
    counting_pool pool;
    cuzk::exec::cuda const where(stream.ref(), pool);
    groth16::key_size const size{t.cs.wires, t.cs.public_count,
                                 groth16::domain_size<Qap>(t.cs.constraints(), t.cs.public_count)};
    groth16::trapdoor<F> const secret(random, size.domain_size);
    auto const wanted = groth16::detail::setup_from<C, Qap>(cuzk::exec::serial{}, t.cs, secret);
    auto const in_pages = columns<cuzk::memory::pageable>(t, size, secret);
    auto const locked = columns<cuzk::memory::pinned>(t, size, secret);
    std::span<F const> const a = in_pages.a.span(), b = in_pages.b.span(), c = in_pages.c.span();
    device_array<F> const device(3 * a.size());
    for (std::size_t i = 0; i < 3; ++i) {
      auto const from = i == 0 ? a : i == 1 ? b : c;
      copy_to_device(stream.get(), device.data + i * a.size(), std::vector<F>(from.begin(), from.end()));
    }
    std::span<F const> const there(device.data, 3 * a.size());
    for (std::size_t const chunk : chunks) {
      auto const what = t.name + ", chunks of " + std::to_string(chunk) + ": ";
      auto const make = [&](auto const& source) {
        auto const key = groth16::device_setup<C, Qap>(where, size, source, secret, {chunk});
        key.validate();
        try {
          require_same_key(wanted, on_host(stream.get(), key));
        } catch (std::exception const& e) {
          throw std::runtime_error(what + e.what());
        }
        require(pool.bytes == key.bytes(), what + "memory beside the key's is kept");
      };
      make(groth16::host_columns<F>(a, b, c));
      make(groth16::host_columns<F, cuzk::memory::pinned>(locked.a.span(), locked.b.span(), locked.c.span()));
      make(groth16::device_columns<F>(there.first(a.size()), there.subspan(a.size(), a.size()), there.last(a.size())));
    }
    require(pool.bytes == 0, t.name + ": memory of a key is kept");
  }

  template <class Memory>
  static cuzk::r1cs::column_sums<F, Memory> columns(cuzk_laws::instance<F> const& t, groth16::key_size const& size,
                                                    groth16::trapdoor<F> const& secret) {
    std::vector<F> weights(size.domain_size);
    groth16::row_weights<Qap>(cuzk::exec::serial{}, std::span(weights), size.domain_size, secret.tau);
    cuzk::r1cs::column_sums<F, Memory> sums(size.wires);
    auto const weigh = [&](std::span<F> out, cuzk::r1cs::sparse_matrix<F> const& m) {
      std::fill(out.begin(), out.end(), F::zero());
      groth16::detail::weigh_columns(out, m, std::span<F const>(weights));
    };
    weigh(sums.a.span(), t.cs.a);
    weigh(sums.b.span(), t.cs.b);
    weigh(sums.c.span(), t.cs.c);
    for (std::size_t s = 0; s <= size.public_count; ++s) {
      sums.a[s] = sums.a[s] + weights[t.cs.constraints() + s];
    }
    return sums;
  }
};

}  // namespace cuzk_test
