// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Miller's loop of the optimal ate pairing, over one or many pairs, the points of g2 prepared or not.

#include <cstddef>
#include <span>
#include <vector>

#include <cuzk/core/config.hpp>
#include <cuzk/core/span.hpp>
#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/concepts.hpp>
#include <cuzk/curve/twist_frobenius.hpp>
#include <cuzk/pairing/detail/loop.hpp>
#include <cuzk/pairing/line.hpp>

namespace cuzk::inline v0::pairing {

/// The target group's elements, and what Miller's loop gives on the way there: a product of pairings
/// is a product in this field, `==` compares. C is not constrained here: as a return type that would hide
/// from clang's messages what a curve lacks.
template <class C>
using gt = typename C::fq12;

namespace detail {

// A point of g2 that works out its lines as the loop asks for them.
template <pairing_curve C>
struct computed_lines {
  affine<typename C::g1> p;
  affine<typename C::g2> q;
  loop_point<C> t;

  CUZK_HD static constexpr computed_lines of(affine<typename C::g1> const& p, affine<typename C::g2> const& q) {
    return {p, q, loop_point<C>::from_affine(q)};
  }
  CUZK_HD constexpr line<C> doubling() { return t.double_in_place(); }
  CUZK_HD constexpr line<C> addition(int digit) { return t.add_in_place(digit > 0 ? q : -q); }
  // BN ends with the images of q under the Frobenius map: + p q, then - p^2 q.
  CUZK_HD constexpr line<C> first_ending() {
    if constexpr (C::x_negative) t.y = -t.y;
    q = twist_frobenius(q);
    return t.add_in_place(q);
  }
  CUZK_HD constexpr line<C> second_ending() { return t.add_in_place(-twist_frobenius(q)); }
};

// The loop over `count` sources of lines. Empty: 1.
template <pairing_curve C, class Source>
CUZK_HD constexpr gt<C> miller_loop_over(Source* sources, std::size_t count) {
  static_assert(pairing_data_is_sound<C>);
  constexpr auto digits = loop_digits<C>;
  gt<C> f = gt<C>::one();
  for (unsigned i = digits.length - 1; i-- > 0;) {
    if (i + 2 < digits.length) f = square(f);
    for (std::size_t j = 0; j < count; ++j) mul_by_line<C>(f, sources[j].doubling(), sources[j].p);
    if (int const digit = digits.digit(i); digit != 0) {
      for (std::size_t j = 0; j < count; ++j) mul_by_line<C>(f, sources[j].addition(digit), sources[j].p);
    }
  }
  if constexpr (C::x_negative) f = conjugate(f);  // 1 / f but for what the final exponentiation removes
  if constexpr (is_bn<C>) {
    for (std::size_t j = 0; j < count; ++j) mul_by_line<C>(f, sources[j].first_ending(), sources[j].p);
    for (std::size_t j = 0; j < count; ++j) mul_by_line<C>(f, sources[j].second_ending(), sources[j].p);
  }
  return f;
}

// The lines of a prepared point, one after the other.
template <pairing_curve C>
struct stored_lines {
  affine<typename C::g1> p;
  line<C> const* next;

  CUZK_HD constexpr line<C> const& doubling() { return *next++; }
  CUZK_HD constexpr line<C> const& addition(int) { return *next++; }
  CUZK_HD constexpr line<C> const& first_ending() { return *next++; }
  CUZK_HD constexpr line<C> const& second_ending() { return *next++; }
};

}  // namespace detail

/// A point of g2 with all its lines worked out, for points that meet many points of g1 (those of a
/// verifying key). Plain memory of a fixed size: 68 lines, about 19 KiB, for bls12_381.
template <pairing_curve C>
class g2_prepared {
 public:
  /// Infinity.
  constexpr g2_prepared() = default;

  /// @param q  a point of the subgroup of order r (unchecked), infinity allowed
  CUZK_HD constexpr explicit g2_prepared(affine<typename C::g2> const& q) : infinity_(is_infinity(q)) {
    static_assert(detail::pairing_data_is_sound<C>);
    if (infinity_) return;
    constexpr auto digits = detail::loop_digits<C>;
    auto source = detail::computed_lines<C>::of({}, q);
    std::size_t k = 0;
    for (unsigned i = digits.length - 1; i-- > 0;) {
      lines_[k++] = source.doubling();
      if (int const digit = digits.digit(i); digit != 0) lines_[k++] = source.addition(digit);
    }
    if constexpr (detail::is_bn<C>) {
      lines_[k++] = source.first_ending();
      lines_[k++] = source.second_ending();
    }
    CUZK_ASSERT(k == detail::line_count<C>);
  }

  /// Whether the point is infinity, which contributes 1 to a product and has no lines.
  [[nodiscard]] CUZK_HD constexpr bool is_infinity_point() const { return infinity_; }

  /// The lines in the order of the loop; not meaningful for infinity.
  [[nodiscard]] CUZK_HD constexpr line<C> const* lines() const { return lines_; }

 private:
  line<C> lines_[detail::line_count<C>]{};
  bool infinity_ = true;
};

/// A point of g1 and a prepared point of g2, which must live as long as this.
template <pairing_curve C>
struct prepared_pair {
  affine<typename C::g1> p;
  g2_prepared<C> const* q;
};

/// Miller's loop of one pair; 1 if either point is infinity. Only `final_exponentiation` makes it a
/// value of the pairing.
///
/// @param p  a point of g1 of order r (unchecked), infinity allowed
/// @param q  a point of g2 of order r (unchecked), infinity allowed
/// @source   Vercauteren, "Optimal pairings", 2010, section 4
template <pairing_curve C>
[[nodiscard]] CUZK_HD constexpr gt<C> miller_loop(affine<typename C::g1> const& p, affine<typename C::g2> const& q) {
  if (is_infinity(p) || is_infinity(q)) return gt<C>::one();
  auto source = detail::computed_lines<C>::of(p, q);
  return detail::miller_loop_over<C>(&source, 1);
}

/// The same for a prepared point of g2.
template <pairing_curve C>
[[nodiscard]] CUZK_HD constexpr gt<C> miller_loop(affine<typename C::g1> const& p, g2_prepared<C> const& q) {
  if (is_infinity(p) || q.is_infinity_point()) return gt<C>::one();
  detail::stored_lines<C> source{p, q.lines()};
  return detail::miller_loop_over<C>(&source, 1);
}

/// The product of Miller's loops of all pairs p[i], q[i]; 1 for none. The loops share their squarings.
///
/// @throws invalid_argument if the lengths differ
template <pairing_curve C>
[[nodiscard]] gt<C> miller_loop(std::span<affine<typename C::g1> const> p, std::span<affine<typename C::g2> const> q) {
  require_same_size("miller_loop", p.size(), "points of g1", q.size(), "points of g2");
  std::vector<detail::computed_lines<C>> sources;
  sources.reserve(p.size());
  for (std::size_t i = 0; i < p.size(); ++i) {
    if (!is_infinity(p[i]) && !is_infinity(q[i])) sources.push_back(detail::computed_lines<C>::of(p[i], q[i]));
  }
  return detail::miller_loop_over<C>(sources.data(), sources.size());
}

/// The same for prepared points of g2.
template <pairing_curve C>
[[nodiscard]] gt<C> miller_loop(std::span<prepared_pair<C> const> pairs) {
  std::vector<detail::stored_lines<C>> sources;
  sources.reserve(pairs.size());
  for (auto const& pair : pairs) {
    if (!is_infinity(pair.p) && !pair.q->is_infinity_point()) sources.push_back({pair.p, pair.q->lines()});
  }
  return detail::miller_loop_over<C>(sources.data(), sources.size());
}

}  // namespace cuzk::inline v0::pairing
