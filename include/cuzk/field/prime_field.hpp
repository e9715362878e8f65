// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Fields of prime order in Montgomery form, every constant derived from the modulus.

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

#include <cuzk/core/config.hpp>
#include <cuzk/core/error.hpp>
#include <cuzk/field/big_int.hpp>
#include <cuzk/field/concepts.hpp>
#include <cuzk/field/detail/montgomery.hpp>
#include <cuzk/field/detail/ptx.hpp>
#include <cuzk/field/detail/safegcd.hpp>
#include <cuzk/field/detail/static_power.hpp>
#include <cuzk/field/detail/x86.hpp>

namespace cuzk::inline v0 {

/// `P::modulus`, a big_int.
template <class P>
concept has_modulus_parameter = requires {
  P::modulus.limbs;
};

/// `P::generator`, a small integer that generates the multiplicative group.
template <class P>
concept has_generator_parameter = requires {
  { P::generator } -> std::convertible_to<std::uint64_t>;
};

/// What an author writes to get a field: the modulus (an odd prime) and a small generator.
template <class P>
concept prime_field_parameters = has_modulus_parameter<P> && has_generator_parameter<P>;

/// An integer modulo the prime p = Params::modulus, stored as value * R mod p with R = 2^(64 N)
/// (Montgomery form), always below p. Plain memory: exactly the N 64-bit limbs, lowest first.
///
/// Arithmetic is exact and constexpr. At run time on x86-64 the products of 4- and 6-limb moduli
/// with a spare bit use mulx/adcx/adox where the processor has them.
/// Not constant in time: `inverse`, `pow`, `sqrt` depend on their values.
template <prime_field_parameters Params>
class prime_field {
  using constants = detail::montgomery_constants<Params>;
  static_assert(Params::generator > 1, "cuzk: a generator of the multiplicative group is at least 2");

 public:
  /// N, the 64-bit limbs of an element.
  static constexpr std::size_t limb_count = constants::limbs;
  /// The integer type that holds canonical values.
  using integer = big_int<limb_count>;
  /// The prime p.
  static constexpr integer modulus = constants::modulus;
  /// Number of bits of p.
  static constexpr std::size_t bits = constants::modulus.bit_length();
  /// Size of an element and of its encodings: 8 N.
  static constexpr std::size_t bytes = 8 * limb_count;
  /// A generator of the multiplicative group.
  static constexpr std::uint64_t generator = Params::generator;
  /// The largest s such that 2^s divides p - 1.
  static constexpr unsigned two_adicity = [] {
    unsigned s = 1;
    while (!constants::modulus.bit(s)) ++s;
    return s;
  }();

  /// Zero.
  constexpr prime_field() = default;

  /// `value` mod p: -1 is p - 1, whatever the width of the integer.
  template <std::integral T>
  requires(sizeof(T) <= sizeof(std::uint64_t)) CUZK_HD constexpr explicit prime_field(T value)
      : prime_field(from_u64(static_cast<std::uint64_t>(value))) {
    if constexpr (std::is_signed_v<T>) {
      if (value < 0) *this = -from_u64(std::uint64_t{0} - static_cast<std::uint64_t>(value));
    }
  }

  /// The neutral element of addition.
  [[nodiscard]] CUZK_HD static constexpr prime_field zero() { return {}; }
  /// The neutral element of multiplication.
  [[nodiscard]] CUZK_HD static constexpr prime_field one() {
    constexpr auto r = constants::one;
    return from_montgomery_unchecked(r);
  }
  /// `value` mod p.
  [[nodiscard]] CUZK_HD static constexpr prime_field from_u64(std::uint64_t value) {
    return reduce(big_int<1>::from_u64(value));
  }

  /// The element `value`, or nothing if value >= p.
  [[nodiscard]] static constexpr std::optional<prime_field> try_from_canonical(integer const& value) {
    if (value >= constants::modulus) return std::nullopt;
    return enter(value);
  }
  /// The element `value`. @throws invalid_argument if value >= p
  [[nodiscard]] static constexpr prime_field from_canonical(integer const& value) {
    auto const x = try_from_canonical(value);
    if (!x) throw invalid_argument("field: " + value.to_hex() + " is not below the modulus " + modulus.to_hex());
    return *x;
  }
  /// `value` mod p for any integer, in about M + 1 products.
  template <std::size_t M>
  [[nodiscard]] CUZK_HD static constexpr prime_field reduce(big_int<M> const& value) {
    // Horner's rule over limbs, high to low; 2^64 as an element is the step.
    if constexpr (M == 1 && limb_count > 1) {
      return enter(value.template resize<limb_count>());
    } else {
      prime_field const step = enter_limb(1) * power_of_two_64();
      prime_field x;
      for (std::size_t i = M; i-- > 0;) x = x * step + enter_limb(value.limbs[i]);
      return x;
    }
  }
  /// The element whose Montgomery form is `value`, which the caller knows to be below p.
  [[nodiscard]] CUZK_HD static constexpr prime_field from_montgomery_unchecked(integer const& value) {
    prime_field x;
    x.value_ = value;
    return x;
  }
  /// The element whose Montgomery form is `value`, or nothing if value >= p.
  [[nodiscard]] static constexpr std::optional<prime_field> try_from_montgomery(integer const& value) {
    if (value >= constants::modulus) return std::nullopt;
    return from_montgomery_unchecked(value);
  }

  /// Hexadecimal, canonical. @throws invalid_argument for another text or a value >= p
  [[nodiscard]] static constexpr prime_field from_hex(std::string_view text) {
    return from_canonical(integer::from_hex(text));
  }
  /// Decimal, canonical. @throws invalid_argument for another text or a value >= p
  [[nodiscard]] static constexpr prime_field from_decimal(std::string_view text) {
    return from_canonical(integer::from_decimal(text));
  }
  /// Decimal, canonical, or nothing.
  [[nodiscard]] static constexpr std::optional<prime_field> try_from_decimal(std::string_view text) {
    auto const value = integer::try_from_decimal(text);
    return value ? try_from_canonical(*value) : std::nullopt;
  }
  /// Exactly `bytes` bytes of a canonical value, or nothing.
  [[nodiscard]] static constexpr std::optional<prime_field> try_from_bytes(std::span<std::byte const> in,
                                                                           std::endian order) {
    if (in.size() != bytes) return std::nullopt;
    return try_from_canonical(integer::from_bytes(in, order));
  }
  /// Writes the canonical value. @throws invalid_argument unless out has exactly `bytes` bytes
  constexpr void to_bytes(std::span<std::byte> out, std::endian order) const {
    if (out.size() != bytes) {
      throw invalid_argument("field: an element takes " + std::to_string(bytes) + " bytes, not " +
                             std::to_string(out.size()));
    }
    to_canonical().to_bytes(out, order);
  }

  /// The value below p as an integer.
  [[nodiscard]] CUZK_HD constexpr integer to_canonical() const {
    integer x;
    product(x, value_, integer::from_u64(1));
    return x;
  }
  /// The Montgomery form: value * R mod p.
  [[nodiscard]] CUZK_HD constexpr integer const& montgomery() const { return value_; }

  /// generator^((p - 1) / 2^log_size): of order exactly 2^log_size.
  /// @throws invalid_argument beyond the two-adicity
  [[nodiscard]] static constexpr prime_field root_of_unity(unsigned log_size) {
    if constexpr (two_adicity == 1) {
      return descend(-one(), log_size);  // the power of a non-residue is -1: no constant to derive
    } else {
      return descend(two_adic_root::value, log_size);
    }
  }
  /// The same from another generator, or any non-residue: `base`^((p - 1) / 2^log_size).
  /// @throws invalid_argument beyond the two-adicity
  [[nodiscard]] static constexpr prime_field root_of_unity_from(std::uint64_t base, unsigned log_size) {
    return descend(pow(from_u64(base), odd_part_of_order), log_size);
  }

  [[nodiscard]] CUZK_HD friend constexpr prime_field operator+(prime_field const& a, prime_field const& b) {
    prime_field x;
    sum(x.value_, a.value_, b.value_);
    return x;
  }
  [[nodiscard]] CUZK_HD friend constexpr prime_field operator-(prime_field const& a, prime_field const& b) {
    prime_field x;
    difference(x.value_, a.value_, b.value_);
    return x;
  }
  [[nodiscard]] CUZK_HD friend constexpr prime_field operator*(prime_field const& a, prime_field const& b) {
    prime_field x;
    product(x.value_, a.value_, b.value_);
    return x;
  }
  [[nodiscard]] CUZK_HD friend constexpr prime_field operator-(prime_field const& a) {
    prime_field x;
    difference(x.value_, integer{}, a.value_);
    return x;
  }
  CUZK_HD constexpr prime_field& operator+=(prime_field const& b) {
    sum(value_, value_, b.value_);
    return *this;
  }
  CUZK_HD constexpr prime_field& operator-=(prime_field const& b) {
    difference(value_, value_, b.value_);
    return *this;
  }
  CUZK_HD constexpr prime_field& operator*=(prime_field const& b) {
    product(value_, value_, b.value_);
    return *this;
  }
  [[nodiscard]] CUZK_HD friend constexpr bool operator==(prime_field const& a, prime_field const& b) {
    return a.value_ == b.value_;
  }

  /// a^2.
  [[nodiscard]] CUZK_HD friend constexpr prime_field square(prime_field const& a) {
#if defined(__CUDA_ARCH__)
    if (!__builtin_is_constant_evaluated()) {
      constexpr auto p = constants::modulus;
      prime_field x;
      detail::ptx::montgomery_square(x.value_, a.value_, p, constants::negative_inverse);
      return x;
    }
#endif
    return a * a;
  }
  /// 2 a.
  [[nodiscard]] CUZK_HD friend constexpr prime_field doubled(prime_field const& a) { return a + a; }
  /// a / 2.
  [[nodiscard]] CUZK_HD friend constexpr prime_field halved(prime_field const& a) {
    constexpr auto p = constants::modulus;
    integer x = a.value_;
    std::uint64_t const carry = x.is_odd() ? add(x, x, p) : 0;
    x = x.shifted_right(1);
    x.limbs[limb_count - 1] |= carry << 63U;
    return from_montgomery_unchecked(x);
  }
  /// 1 / a, and 0 for 0, by division steps (Bernstein, Yang 2019). Variable time.
  [[nodiscard]] CUZK_HD friend constexpr prime_field inverse(prime_field const& a) {
    constexpr auto p = constants::modulus;
    constexpr auto r3 = constants::r3;
    // 1 / (a R) * R^3 / R = (1 / a) R.
    prime_field x;
    product(x.value_, detail::inverse_mod(a.value_, p, constants::negative_inverse), r3);
    return x;
  }
  /// Whether a is 0.
  [[nodiscard]] CUZK_HD friend constexpr bool is_zero(prime_field const& a) { return a.value_.is_zero(); }
  /// a^exponent by squarings and products, 4 bits at a time; 0^0 = 1. Variable time.
  template <std::size_t M>
  [[nodiscard]] CUZK_HD friend constexpr prime_field pow(prime_field const& a, big_int<M> const& exponent) {
    return detail::power(a, exponent);
  }
  /// a^exponent.
  [[nodiscard]] CUZK_HD friend constexpr prime_field pow(prime_field const& a, std::uint64_t exponent) {
    return detail::power(a, big_int<1>::from_u64(exponent));
  }
  /// Whether the canonical value is greater than (p - 1) / 2, the sign of compressed points.
  [[nodiscard]] CUZK_HD friend constexpr bool is_lexicographically_largest(prime_field const& a) {
    constexpr auto half = constants::modulus.shifted_right(1);
    return a.to_canonical() > half;
  }

  /// (p - 1) / 2^two_adicity.
  static constexpr integer odd_part_of_order = constants::modulus.shifted_right(two_adicity);

 private:
  // Products by the x86 path need a spare bit in the top limb.
  static constexpr bool has_x86_form = CUZK_HAS_X86_64 && constants::spare_bits >= 1 &&
                                       constants::modulus.limbs[limb_count - 1] < (~std::uint64_t{0} >> 1U) &&
                                       (limb_count == 4 || limb_count == 6);

  struct two_adic_root : detail::static_power<two_adic_root, prime_field, limb_count> {
    static constexpr prime_field base() { return prime_field::from_u64(Params::generator); }
    static constexpr integer exponent() { return constants::modulus.shifted_right(two_adicity); }
  };

  CUZK_HD static CUZK_FORCE_INLINE constexpr void sum(integer& out, integer const& a, integer const& b) {
#if CUZK_HAS_X86_64
    if constexpr (has_x86_form) {
      if (!__builtin_is_constant_evaluated()) return detail::x86::add_mod(out, a, b, constants::modulus);
    }
#endif
    constexpr auto p = constants::modulus;
#if defined(__CUDA_ARCH__)
    if (!__builtin_is_constant_evaluated()) return detail::ptx::add_mod(out, a, b, p);
#endif
    out = detail::add_mod(a, b, p);
  }
  CUZK_HD static CUZK_FORCE_INLINE constexpr void difference(integer& out, integer const& a, integer const& b) {
#if CUZK_HAS_X86_64
    if constexpr (has_x86_form) {
      if (!__builtin_is_constant_evaluated()) return detail::x86::sub_mod(out, a, b, constants::modulus);
    }
#endif
    constexpr auto p = constants::modulus;
#if defined(__CUDA_ARCH__)
    if (!__builtin_is_constant_evaluated()) return detail::ptx::sub_mod(out, a, b, p);
#endif
    out = detail::sub_mod(a, b, p);
  }
  CUZK_HD static CUZK_FORCE_INLINE constexpr void product(integer& out, integer const& a, integer const& b) {
#if CUZK_HAS_X86_64
    if constexpr (has_x86_form) {
      if (!__builtin_is_constant_evaluated()) {
        if (detail::x86::has_adx) {
          return detail::x86::montgomery_product(out, a, b, constants::modulus, constants::negative_inverse);
        }
        return portable_product(out, a, b);
      }
    }
#endif
    constexpr auto p = constants::modulus;
#if defined(__CUDA_ARCH__)
    if (!__builtin_is_constant_evaluated()) {
      return detail::ptx::montgomery_product(out, a, b, p, constants::negative_inverse);
    }
#endif
    out = detail::montgomery_product(a, b, p, constants::negative_inverse);
  }
#if CUZK_HAS_X86_64
  // For a processor without adx: out of line, so that it does not keep the other form from being inlined.
  __attribute__((noinline)) static void portable_product(integer& out, integer const& a, integer const& b) {
    out = detail::montgomery_product(a, b, constants::modulus, constants::negative_inverse);
  }
#endif

  // value * R; right for every value below R, since value * R^2 / R < p + value * R^2 / (p R) holds
  // with a product below p for one factor.
  CUZK_HD static constexpr prime_field enter(integer const& value) {
    constexpr auto r2 = constants::r2;
    prime_field x;
    product(x.value_, r2, value);
    return x;
  }
  CUZK_HD static constexpr prime_field enter_limb(std::uint64_t limb) { return enter(integer::from_u64(limb)); }
  // 2^64 as an element.
  CUZK_HD static constexpr prime_field power_of_two_64() {
    if constexpr (limb_count > 1) {
      integer x;
      x.limbs[1] = 1;
      return enter(x);
    } else {
      constexpr auto r2 = constants::r2;  // R^2 is the Montgomery form of R = 2^64
      return from_montgomery_unchecked(r2);
    }
  }

  static constexpr prime_field descend(prime_field root, unsigned log_size) {
    if (log_size > two_adicity) {
      throw invalid_argument("field: no root of unity of order 2^" + std::to_string(log_size) +
                             ", the two-adicity is " + std::to_string(two_adicity));
    }
    for (unsigned i = log_size; i < two_adicity; ++i) root = square(root);
    return root;
  }

  integer value_{};
};

}  // namespace cuzk::inline v0
