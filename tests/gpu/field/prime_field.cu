// SPDX-License-Identifier: Apache-2.0
// Field operations in a kernel give bit for bit what they give on the host, for every shape of a
// modulus. Returns 77 where there is no device.

#include <cstddef>
#include <cstdint>
#include <vector>

#include <cuzk/core/config.hpp>
#include <cuzk/core/random.hpp>
#include <cuzk/field/big_int.hpp>
#include <cuzk/field/prime_field.hpp>
#include <cuzk/field/random.hpp>

#include <gpu/exec/both_sides.cuh>
#include <support/fields.hpp>
#include <support/gpu_test.cuh>

namespace {

// RFC 9380, section 8.8.1.
struct bls12_381_fq {
  static constexpr auto modulus = cuzk::big_int<6>::from_hex(
      "1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab");
  static constexpr std::uint64_t generator = 2;
};

// The order of its groups, the same section; its lowest 32-bit limbs are 1 and 2^32 - 1.
struct bls12_381_fr {
  static constexpr auto modulus =
      cuzk::big_int<4>::from_hex("73eda753299d7d48'3339d80809a1d805'53bda402fffe5bfe'ffffffff00000001");
  static constexpr std::uint64_t generator = 7;
};

constexpr std::size_t results = 9;  // of one index

// Everything an element can do, of the pair (a[i], b[i]), into out[results * i ...].
template <class F>
struct all_operations {
  F const* a;
  F const* b;
  F* out;

  CUZK_HD void operator()(std::size_t i) const {
    F const x = a[i], y = b[i];
    F* const to = out + results * i;
    to[0] = x + y;
    to[1] = x - y;
    to[2] = x * y;
    to[3] = square(x);
    to[4] = -x;
    to[5] = halved(x);
    to[6] = inverse(x);
    to[7] = pow(x, std::uint64_t{0x1234567});
    to[8] = is_lexicographically_largest(x) && !is_zero(y) ? F::one() : F(i);
  }
};

template <class Params>
void agrees_with_host() {
  using field = cuzk::prime_field<Params>;
  std::size_t const n = 1000;  // no multiple of a warp
  std::vector<field> a(n), b(n);
  cuzk::insecure_seeded_random random(7);
  for (std::size_t i = 0; i < n; ++i) {
    a[i] = cuzk::random_element<field>(random);
    b[i] = cuzk::random_element<field>(random);
  }
  a[0] = field::zero();
  a[1] = field::one();
  a[2] = -field::one();
  b[1] = field::zero();
  b[2] = -field::one();
  // Inverses and halves of powers of two and of what is beside them: mratsim/constantine#433.
  for (std::size_t k = 0; k < field::bits; ++k) {
    field const power = pow(field(2), std::uint64_t{k});
    a[10 + k] = k % 3 == 0 ? power : k % 3 == 1 ? -power : power + field::one();
  }
  cuzk_test::require_equal_on_both_sides<all_operations<field>, field>(results, a, b);
}

}  // namespace

int main() {
  cuzk_test::gpu_case const cases[] = {
      {"p17", agrees_with_host<cuzk_test::p17>},
      {"goldilocks", agrees_with_host<cuzk_test::goldilocks>},
      {"mersenne_127", agrees_with_host<cuzk_test::mersenne_127>},
      {"p25519", agrees_with_host<cuzk_test::p25519>},
      {"bls12_381_fq", agrees_with_host<bls12_381_fq>},
      {"bls12_381_fr", agrees_with_host<bls12_381_fr>},
      {"p384", agrees_with_host<cuzk_test::p384>},
  };
  return cuzk_test::gpu_main(cases);
}
