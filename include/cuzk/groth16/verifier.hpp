// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Groth16 verification: one proof, or many under one key at once.

#include <bit>
#include <cstddef>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/core/random.hpp>
#include <cuzk/core/span.hpp>
#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/concepts.hpp>
#include <cuzk/curve/jacobian.hpp>
#include <cuzk/curve/scalar_mul.hpp>
#include <cuzk/curve/subgroup.hpp>
#include <cuzk/exec/executor.hpp>
#include <cuzk/exec/for_each.hpp>
#include <cuzk/exec/serial.hpp>
#include <cuzk/field/big_int.hpp>
#include <cuzk/groth16/keys.hpp>
#include <cuzk/groth16/proof.hpp>
#include <cuzk/msm/msm.hpp>
#include <cuzk/pairing/final_exponentiation.hpp>
#include <cuzk/pairing/miller_loop.hpp>
#include <cuzk/pairing/pairing.hpp>

namespace cuzk::inline v0::groth16 {

/// A verifying key with e(alpha, beta) and the lines of -gamma and -delta computed once: 38 KiB for
/// BLS12-381. Immutable; may be shared by threads.
template <pairing_curve C>
class prepared_verifying_key {
 public:
  /// @param vk  points in their subgroups, as every reader of keys ensures
  /// @throws invalid_argument for an empty ic or a point off its curve
  /// @cost   one pairing, and the lines of two
  explicit prepared_verifying_key(verifying_key<C> vk)
      : vk_(checked(std::move(vk))), alpha_beta_(pairing::pairing<C>(vk_.alpha_g1, vk_.beta_g2)) {
    lines_.reserve(2);
    lines_.emplace_back(-vk_.gamma_g2);
    lines_.emplace_back(-vk_.delta_g2);
  }

  /// The key.
  [[nodiscard]] verifying_key<C> const& key() const noexcept { return vk_; }
  /// e(alpha, beta).
  [[nodiscard]] pairing::gt<C> const& alpha_beta() const noexcept { return alpha_beta_; }
  /// -gamma, with its lines.
  [[nodiscard]] pairing::g2_prepared<C> const& minus_gamma() const noexcept { return lines_[0]; }
  /// -delta, with its lines.
  [[nodiscard]] pairing::g2_prepared<C> const& minus_delta() const noexcept { return lines_[1]; }
  /// Number of public inputs, the constant one not counted.
  [[nodiscard]] std::size_t public_count() const noexcept { return vk_.ic.size() - 1; }

 private:
  static verifying_key<C> checked(verifying_key<C> vk) {
    static_cast<void>(vk.public_count());
    bool on_curve =
        is_on_curve(vk.alpha_g1) && is_on_curve(vk.beta_g2) && is_on_curve(vk.gamma_g2) && is_on_curve(vk.delta_g2);
    for (auto const& p : vk.ic) on_curve = on_curve && is_on_curve(p);
    if (!on_curve) throw invalid_argument("groth16: verifying key with a point off its curve");
    return vk;
  }

  verifying_key<C> vk_;
  pairing::gt<C> alpha_beta_;
  std::vector<pairing::g2_prepared<C>> lines_;  // of -gamma, -delta
};

namespace detail {

/// Whether all three points are on their curve and in their subgroup. Without the subgroup check a
/// point with a component of cofactor order would pass now and then, or make proofs malleable.
template <pairing_curve C>
[[nodiscard]] bool is_well_formed(proof<C> const& p) {
  return is_on_curve(p.a) && is_on_curve(p.b) && is_on_curve(p.c) && is_in_subgroup(p.a) && is_in_subgroup(p.b) &&
         is_in_subgroup(p.c);
}

template <pairing_curve C>
void require_public_count(prepared_verifying_key<C> const& key, std::size_t given) {
  require_same_size("groth16: verify", given, "public inputs", key.public_count(), "public wires of the key");
}

/// IC_0 + sum x_i IC_i.
template <pairing_curve C>
[[nodiscard]] affine<typename C::g1> sum_of_inputs(prepared_verifying_key<C> const& key,
                                                   std::span<typename C::fr const> public_inputs) {
  using g1 = affine<typename C::g1>;
  auto const& ic = key.key().ic;
  return to_affine(msm::msm<typename C::g1>(exec::serial{}, std::span<g1 const>(ic).subspan(1), public_inputs) + ic[0]);
}

/// The equation of the paper alone: e(A, B) = e(alpha, beta) e(IC_0 + sum x_i IC_i, gamma) e(C, delta).
template <pairing_curve C>
[[nodiscard]] bool equation_holds(prepared_verifying_key<C> const& key, std::span<typename C::fr const> public_inputs,
                                  proof<C> const& p) {
  pairing::g2_prepared<C> const b(p.b);
  pairing::prepared_pair<C> const pairs[] = {
      {p.a, &b}, {sum_of_inputs(key, public_inputs), &key.minus_gamma()}, {p.c, &key.minus_delta()}};
  auto const loops = pairing::miller_loop<C>(std::span<pairing::prepared_pair<C> const>(pairs));
  return pairing::final_exponentiation<C>(loops) == key.alpha_beta();
}

/// The same in two steps, which costs the squarings of a Miller loop more: first what does not need C.
template <pairing_curve C>
class equation_without_c {
 public:
  equation_without_c(prepared_verifying_key<C> const& key, std::span<typename C::fr const> public_inputs,
                     affine<typename C::g1> const& a, affine<typename C::g2> const& b)
      : key_(&key) {
    pairing::g2_prepared<C> const lines(b);
    pairing::prepared_pair<C> const pairs[] = {{a, &lines}, {sum_of_inputs(key, public_inputs), &key.minus_gamma()}};
    loops_ = pairing::miller_loop<C>(std::span<pairing::prepared_pair<C> const>(pairs));
  }

  [[nodiscard]] bool holds(affine<typename C::g1> const& c) const {
    pairing::prepared_pair<C> const pairs[] = {{c, &key_->minus_delta()}};
    auto const loop = pairing::miller_loop<C>(std::span<pairing::prepared_pair<C> const>(pairs));
    return pairing::final_exponentiation<C>(loops_ * loop) == key_->alpha_beta();
  }

 private:
  prepared_verifying_key<C> const* key_;
  pairing::gt<C> loops_;
};

}  // namespace detail

/// Whether the proof is valid for the public inputs. The points of the proof are always checked to
/// be on their curves and in their subgroups. Public inputs are below r by their type.
///
/// @param public_inputs  one value a public wire, without the constant
/// @returns false for any wrong proof
/// @throws  invalid_argument when the number of inputs is not that of the key
/// @cost    one product of three pairings, two of them with lines at hand, one MSM of the inputs, three subgroup
///          checks
/// @source  Groth, "On the Size of Pairing-based Non-interactive Arguments", 2016, section 3.2
template <pairing_curve C>
[[nodiscard]] bool verify(prepared_verifying_key<C> const& key, std::span<typename C::fr const> public_inputs,
                          proof<C> const& p) {
  detail::require_public_count(key, public_inputs.size());
  return detail::is_well_formed(p) && detail::equation_holds(key, public_inputs, p);
}

/// As above with a plain key, which costs one pairing more; prepare the key to verify often.
/// @throws invalid_argument as `prepared_verifying_key` too
template <pairing_curve C>
[[nodiscard]] bool verify(verifying_key<C> const& vk, std::span<typename C::fr const> public_inputs,
                          proof<C> const& p) {
  return verify(prepared_verifying_key<C>(vk), public_inputs, p);
}

/// Whether all proofs are valid under one key, by one product of pairings with random weights.
/// A batch with a wrong proof passes with a probability of about 2^-128, of 1 / (r - 1) if r is shorter than that;
/// `find_invalid` says which proof it is.
///
/// @param where          host executor
/// @param public_inputs  one vector a proof
/// @param proofs         as many; none at all is valid
/// @param rng            source of the weights; whoever can predict it can forge
/// @returns false when any proof is wrong
/// @throws  invalid_argument when a number of inputs is not that of the key; random_error
/// @cost    proofs + 3 Miller loops, one final exponentiation
/// @source  Bellare, Garay, Rabin, "Fast Batch Verification for Modular Exponentiation and Digital
///          Signatures", 1998, small exponents test; Zcash protocol specification, appendix B.2
template <pairing_curve C, executor Exec, class Rng>
requires random_source<std::remove_reference_t<Rng>>
[[nodiscard]] bool verify_batch(Exec const& where, prepared_verifying_key<C> const& key,
                                std::span<std::vector<typename C::fr> const> public_inputs,
                                std::span<std::type_identity_t<proof<C>> const> proofs, Rng&& rng) {
  using F = typename C::fr;
  using g1 = affine<typename C::g1>;
  using g2 = affine<typename C::g2>;
  require_same_size("groth16: verify_batch", public_inputs.size(), "vectors of inputs", proofs.size(), "proofs");
  for (auto const& inputs : public_inputs) detail::require_public_count(key, inputs.size());
  std::size_t const count = proofs.size();
  if (count == 0) return true;

  auto const& vk = key.key();
  std::vector<F> weights;
  weights.reserve(count);
  for (int refused = 0; weights.size() < count;) {
    std::byte bytes[16];
    rng.fill(std::span<std::byte>(bytes));
    auto const z = F::reduce(big_int<2>::from_bytes(std::span<std::byte const>(bytes), std::endian::little));
    if (!is_zero(z)) {
      weights.push_back(z);
      refused = 0;
    } else if (++refused == 128) {
      throw random_error("groth16: verify_batch: 128 weights in a row were zero; the source is broken");
    }
  }

  // Pairs 0 to count - 1: z_i A_i with B_i; then the sums with -beta, -gamma, -delta.
  std::vector<g1> in_g1(count + 3);
  std::vector<g2> in_g2(count + 3);
  std::vector<unsigned char> well_formed(count, 0);
  exec::for_each_index(where, count, [&](std::size_t i) {
    if (!detail::is_well_formed(proofs[i])) return;
    well_formed[i] = 1;
    in_g1[i] = to_affine(mul(proofs[i].a, weights[i]));
    in_g2[i] = proofs[i].b;
  });
  for (auto const ok : well_formed) {
    if (ok == 0) return false;
  }

  std::vector<F> input_sums(vk.ic.size(), F::zero());
  std::vector<g1> c_points(count);
  for (std::size_t i = 0; i < count; ++i) {
    input_sums[0] = input_sums[0] + weights[i];
    for (std::size_t j = 0; j < public_inputs[i].size(); ++j) {
      input_sums[j + 1] = input_sums[j + 1] + weights[i] * public_inputs[i][j];
    }
    c_points[i] = proofs[i].c;
  }
  in_g1[count] = to_affine(mul(vk.alpha_g1, input_sums[0]));
  in_g1[count + 1] =
      to_affine(msm::msm<typename C::g1>(where, std::span<g1 const>(vk.ic), std::span<F const>(input_sums)));
  in_g1[count + 2] =
      to_affine(msm::msm<typename C::g1>(where, std::span<g1 const>(c_points), std::span<F const>(weights)));
  in_g2[count] = -vk.beta_g2;
  in_g2[count + 1] = -vk.gamma_g2;
  in_g2[count + 2] = -vk.delta_g2;
  // Pairs of one chunk share the squarings of their Miller loops.
  auto const product = exec::reduce(
      where, count + 3, std::size_t{4}, pairing::gt<C>::one(),
      [&](std::size_t begin, std::size_t end) {
        return pairing::miller_loop<C>(std::span<g1 const>(in_g1).subspan(begin, end - begin),
                                       std::span<g2 const>(in_g2).subspan(begin, end - begin));
      },
      [](pairing::gt<C> const& x, pairing::gt<C> const& y) { return x * y; });
  return pairing::final_exponentiation<C>(product) == pairing::gt<C>::one();
}

/// The indices of the wrong proofs, each verified on its own; parameters as `verify_batch`.
template <pairing_curve C, executor Exec>
[[nodiscard]] std::vector<std::size_t> find_invalid(Exec const& where, prepared_verifying_key<C> const& key,
                                                    std::span<std::vector<typename C::fr> const> public_inputs,
                                                    std::span<std::type_identity_t<proof<C>> const> proofs) {
  require_same_size("groth16: find_invalid", public_inputs.size(), "vectors of inputs", proofs.size(), "proofs");
  for (auto const& inputs : public_inputs) detail::require_public_count(key, inputs.size());
  std::vector<unsigned char> valid(proofs.size(), 0);
  exec::for_each_index(where, proofs.size(), [&](std::size_t i) {
    valid[i] = verify(key, std::span<typename C::fr const>(public_inputs[i]), proofs[i]) ? 1 : 0;
  });
  std::vector<std::size_t> invalid;
  for (std::size_t i = 0; i < valid.size(); ++i) {
    if (valid[i] == 0) invalid.push_back(i);
  }
  return invalid;
}

}  // namespace cuzk::inline v0::groth16
