// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Number-theoretic transforms: values of a polynomial at all 2^k-th roots of unity, and back.

#include <cstddef>
#include <optional>
#include <span>

#include <cuzk/core/config.hpp>
#include <cuzk/exec/executor.hpp>
#include <cuzk/ntt/bit_reversal.hpp>
#include <cuzk/ntt/concepts.hpp>
#include <cuzk/ntt/detail/checks.hpp>
#include <cuzk/ntt/detail/passes.hpp>
#include <cuzk/ntt/detail/transform.hpp>
#include <cuzk/ntt/detail/twiddles.hpp>
#include <cuzk/ntt/options.hpp>

namespace cuzk::inline v0::ntt {

/// Everything that transforms of one size share: the root w of order n = 2^log_size and its powers.
///
/// Elements are field elements, so canonical by their type: values that are not below the modulus are
/// refused or reduced where integers become elements (`try_from_canonical`, `try_from_montgomery`,
/// `reduce`), never here. Immutable: one plan may serve any number of threads at once.
///
/// @cost tables of n / 2 elements; above n = 2^22 two tables of about sqrt(n / 2) elements
/// @source decimation in time and in frequency, Cooley, Tukey 1965 and Gentleman, Sande 1966; both as
///         reductions modulo X^L - c, D. J. Bernstein, "Multidigit multiplication for
///         mathematicians", 2001, section 4
template <ntt_field F>
class plan {
 public:
  /// The largest log_size: the two-adicity of the field, or what a size can say.
  static constexpr unsigned max_log_size = detail::max_log_size<F>;

  /// Size 2^log_size with w = F::root_of_unity(log_size).
  /// @throws invalid_argument above max_log_size, before anything is allocated
  explicit plan(unsigned log_size) : plan(log_size, F::root_of_unity(detail::checked_log_size<F>(log_size))) {}

  /// Size n with w = F::root_of_unity(log2 n).
  /// @throws invalid_argument if n is no power of two or above 2^max_log_size
  [[nodiscard]] static plan for_size(std::size_t n) { return plan(detail::log_size_of<F>(n)); }

  /// Size 2^log_size with the root given, for formats that use another generator.
  /// @throws invalid_argument above max_log_size, or if the order of root is not exactly 2^log_size
  [[nodiscard]] static plan with_root(unsigned log_size, F const& root) {
    detail::check_order_of_root(log_size, root);
    return plan(log_size, root);
  }

  plan(plan const&) = delete;
  plan& operator=(plan const&) = delete;
  /// Takes over the tables.
  plan(plan&&) noexcept = default;
  plan& operator=(plan&&) noexcept = default;
  ~plan() = default;

  /// n.
  [[nodiscard]] std::size_t size() const noexcept { return std::size_t{1} << log_size(); }
  /// log2 n.
  [[nodiscard]] unsigned log_size() const noexcept { return table_.log_size(); }
  /// w, of order n.
  [[nodiscard]] F const& root() const noexcept { return root_; }
  /// Size of the tables.
  [[nodiscard]] std::size_t table_bytes() const noexcept { return table_.elements() * sizeof(F); }

  /// Replaces the coefficients c of each polynomial by its values: y_i = sum of c_j (g w^i)^j, with g
  /// the coset of the options or 1.
  ///
  /// @param where  any executor; the result does not depend on it
  /// @param data   data.size() / n polynomials one after the other, in place
  /// @param how    orders at either end and coset
  /// @throws invalid_argument if data.size() is no multiple of n or the coset is zero, before data is
  ///         changed; what the executor throws, after which data has no meaning
  /// @cost n/2 log2 n - n + 1 products, n log2 n sums a polynomial; a coset adds 2 n products,
  ///       3 n where the coefficients are in bit-reversed order; above n = 2^22 the two tables take about n
  ///       products more. Nothing
  ///       is allocated, except 32 KiB for a coset whose coefficients are in bit-reversed order
  template <executor Exec>
  void forward(Exec const& where, std::span<F> data, options<F> const& how = {}) const {
    using detail::direction;
    detail::check_transform(log_size(), data.size(), how);
    detail::scaling<F> const none;
    detail::scaling<F> const powers{std::nullopt, how.coset};
    if (how.input == order::bit_reversed && how.output == order::natural) {
      detail::transform<direction::ascending, false>(where, table_, data, none, powers, tuning);
      return;
    }
    if (how.input == order::bit_reversed) bit_reverse(where, data, log_size());
    detail::transform<direction::descending, false>(where, table_, data, powers, none, tuning);
    if (how.output == order::natural) bit_reverse(where, data, log_size());
  }

  /// Undoes `forward` with the same coset, the factor 1 / n included: from values to coefficients.
  /// `how.input` is the order of the values here. Arguments and errors as for `forward`.
  /// @cost as `forward`; where there is no coset 1 / n takes about 0.3 n + 50 products more (counted: 67 at
  ///       n = 64, 352 at 1024, 1264 at 4096)
  template <executor Exec>
  void inverse(Exec const& where, std::span<F> data, options<F> const& how = {}) const {
    using detail::direction;
    detail::check_transform(log_size(), data.size(), how);
    detail::scaling<F> const none;
    detail::scaling<F> scale{inverse_size_, std::nullopt};
    if (how.coset) scale.step = detail::reciprocal(*how.coset);
    bool const coset = how.coset.has_value();
    if (how.input == order::natural && how.output == order::bit_reversed) {
      detail::transform<direction::descending, true>(where, table_, data, none, scale, tuning);
      return;
    }
    if (how.input == order::natural) bit_reverse(where, data, log_size());
    detail::transform<direction::ascending, true>(where, table_, data, coset ? scale : none, coset ? none : scale,
                                                  tuning);
    if (how.output == order::bit_reversed) bit_reverse(where, data, log_size());
  }

 private:
  static constexpr detail::tuning tuning = detail::default_tuning<F>();
  static constexpr unsigned single_level_log = 22;  // 64 MiB of twiddles for elements of 32 bytes

  plan(unsigned log_size, F const& root)
      : root_(root), table_(log_size, root, single_level_log), inverse_size_(detail::reciprocal_of_size<F>(log_size)) {}

  F root_;
  detail::twiddles<F> table_;
  F inverse_size_;
};

}  // namespace cuzk::inline v0::ntt
