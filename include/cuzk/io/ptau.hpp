// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Powers-of-tau files of snarkjs (`.ptau`), for reading. docs/formats/ptau.md has the layout.

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/concepts.hpp>
#include <cuzk/exec/executor.hpp>
#include <cuzk/io/container.hpp>
#include <cuzk/io/detail/points.hpp>
#include <cuzk/io/detail/scalars.hpp>
#include <cuzk/io/input.hpp>
#include <cuzk/io/read_options.hpp>

namespace cuzk::inline v0::io {

/// A powers-of-tau file, open for reading. Such files have up to hundreds of gigabytes, so points are
/// decoded when asked for, as many as asked for. Each call checks its points as `options` says:
/// canonical and on the curve always.
///
/// The names of the vectors: tau^i in both groups, alpha tau^i and beta tau^i in G1, beta in G2; a
/// prepared file has their Lagrange bases too.
template <pairing_curve C>
class ptau {
 public:
  /// One vector of points of the file.
  enum class part : std::uint32_t {
    tau_g1 = 2,                  ///< 2^(power+1) - 1 points
    tau_g2 = 3,                  ///< 2^power points
    alpha_tau_g1 = 4,            ///< 2^power points
    beta_tau_g1 = 5,             ///< 2^power points
    beta_g2 = 6,                 ///< 1 point
    lagrange_tau_g1 = 12,        ///< bases of 1, 2, 4, .., 2^(power+1) points one after the other
    lagrange_tau_g2 = 13,        ///< bases of 1, 2, 4, .., 2^power points
    lagrange_alpha_tau_g1 = 14,  ///< bases of 1, 2, 4, .., 2^power points
    lagrange_beta_tau_g1 = 15,   ///< bases of 1, 2, 4, .., 2^power points
  };

  /// Reads the header and checks the size of every section against it.
  ///
  /// @param from  path or bytes; kept open
  /// @throws format_error for anything malformed or another curve; io_error
  explicit ptau(input from) : from_(std::move(from)), file_(from_, "ptau", 1) {
    auto header = file_.open(1, "header");
    detail::require_prime<typename C::fq>(header, "section 1, prime");
    auto const at = header.offset();
    power_ = header.u32_le("section 1, power");
    ceremony_power_ = header.u32_le("section 1, power of the ceremony");
    header.require_end("section 1");
    if (power_ > C::fr::two_adicity || power_ > ceremony_power_) {
      throw format_error(from_.name(), at, "section 1, power",
                         std::to_string(power_) + " found; at most " + std::to_string(C::fr::two_adicity) +
                             " and at most that of the ceremony, " + std::to_string(ceremony_power_));
    }
    for (auto const v : all_parts) {
      if (is_lagrange(v) && file_.find(id(v)) == nullptr) continue;
      static_cast<void>(file_.open_array(id(v), name(v), size(v), point_bytes(v)));
    }
  }

  ptau(ptau const&) = delete;
  ptau& operator=(ptau const&) = delete;

  /// The file serves circuits of up to 2^power rows.
  [[nodiscard]] std::uint32_t power() const noexcept { return power_; }
  /// Power of the ceremony that the file was cut from.
  [[nodiscard]] std::uint32_t ceremony_power() const noexcept { return ceremony_power_; }
  /// Whether all Lagrange bases are there.
  [[nodiscard]] bool is_prepared() const noexcept {
    for (auto const v : all_parts) {
      if (file_.find(id(v)) == nullptr) return false;
    }
    return true;
  }
  /// Whether the file has this vector.
  [[nodiscard]] bool has(part v) const noexcept { return file_.find(id(v)) != nullptr; }
  /// All that a file can have.
  [[nodiscard]] static constexpr auto const& parts() noexcept { return all_parts; }

  /// Number of points in a vector.
  [[nodiscard]] std::uint64_t size(part v) const noexcept {
    auto const n = std::uint64_t{1} << power_;
    switch (v) {
      case part::tau_g1:
      case part::lagrange_tau_g2:
      case part::lagrange_alpha_tau_g1:
      case part::lagrange_beta_tau_g1:
        return 2 * n - 1;
      case part::lagrange_tau_g1:
        return 4 * n - 1;
      case part::beta_g2:
        return 1;
      case part::tau_g2:
      case part::alpha_tau_g1:
      case part::beta_tau_g1:
        break;
    }
    return n;
  }

  /// Whether a vector is of points of G2.
  [[nodiscard]] static constexpr bool is_in_g2(part v) noexcept {
    return v == part::tau_g2 || v == part::beta_g2 || v == part::lagrange_tau_g2;
  }

  /// Points [first, first + count) of a vector in G1.
  ///
  /// @param where    host executor
  /// @throws invalid_argument when the vector is of G2 or has fewer points; format_error when it is missing or a
  ///         point is bad
  template <executor Exec>
  [[nodiscard]] std::vector<affine<typename C::g1>> read_g1(Exec const& where, part v, std::uint64_t first,
                                                            std::uint64_t count, key_read_options options = {}) const {
    return read<typename C::g1>(where, v, first, count, options);
  }

  /// As `read_g1`, of a vector in G2.
  template <executor Exec>
  [[nodiscard]] std::vector<affine<typename C::g2>> read_g2(Exec const& where, part v, std::uint64_t first,
                                                            std::uint64_t count, key_read_options options = {}) const {
    return read<typename C::g2>(where, v, first, count, options);
  }

  /// Index in a Lagrange vector of the first point of the basis for 2^log_size rows.
  [[nodiscard]] static constexpr std::uint64_t lagrange_begin(unsigned log_size) noexcept {
    return (std::uint64_t{1} << log_size) - 1;
  }

  /// Decodes and checks every point of the file, a piece at a time.
  /// @throws format_error that names the first bad point
  template <executor Exec>
  void check_points(Exec const& where, key_read_options options = {}) const {
    constexpr std::uint64_t piece = 65536;
    for (auto const v : all_parts) {
      if (!has(v)) continue;
      for (std::uint64_t first = 0; first < size(v); first += piece) {
        auto const count = size(v) - first < piece ? size(v) - first : piece;
        if (is_in_g2(v)) {
          static_cast<void>(read_g2(where, v, first, count, options));
        } else {
          static_cast<void>(read_g1(where, v, first, count, options));
        }
      }
    }
  }

 private:
  static constexpr part all_parts[] = {part::tau_g1,
                                       part::tau_g2,
                                       part::alpha_tau_g1,
                                       part::beta_tau_g1,
                                       part::beta_g2,
                                       part::lagrange_tau_g1,
                                       part::lagrange_tau_g2,
                                       part::lagrange_alpha_tau_g1,
                                       part::lagrange_beta_tau_g1};

  static constexpr std::uint32_t id(part v) noexcept { return static_cast<std::uint32_t>(v); }
  static constexpr bool is_lagrange(part v) noexcept { return id(v) >= id(part::lagrange_tau_g1); }
  static constexpr std::uint64_t point_bytes(part v) noexcept {
    return is_in_g2(v) ? detail::lem_encoding::bytes<typename C::g2> : detail::lem_encoding::bytes<typename C::g1>;
  }
  static constexpr std::string_view name(part v) noexcept {
    switch (v) {
      case part::tau_g1:
        return "tau in G1";
      case part::tau_g2:
        return "tau in G2";
      case part::alpha_tau_g1:
        return "alpha tau in G1";
      case part::beta_tau_g1:
        return "beta tau in G1";
      case part::beta_g2:
        return "beta in G2";
      case part::lagrange_tau_g1:
        return "Lagrange basis of tau in G1";
      case part::lagrange_tau_g2:
        return "Lagrange basis of tau in G2";
      case part::lagrange_alpha_tau_g1:
        return "Lagrange basis of alpha tau in G1";
      case part::lagrange_beta_tau_g1:
        return "Lagrange basis of beta tau in G1";
    }
    return "";
  }

  template <group G, executor Exec>
  std::vector<affine<G>> read(Exec const& where, part v, std::uint64_t first, std::uint64_t count,
                              key_read_options options) const {
    if (is_in_g2(v) != std::same_as<G, typename C::g2>) {
      throw invalid_argument("ptau: " + std::string(name(v)) + " is a vector of the other group");
    }
    if (first > size(v) || count > size(v) - first) {
      throw invalid_argument("ptau: points " + std::to_string(first) + " to " + std::to_string(first) + " + " +
                             std::to_string(count) + " of " + std::string(name(v)) + ", which has " +
                             std::to_string(size(v)));
    }
    auto reader = file_.open(id(v), name(v));
    reader.take_items(first, point_bytes(v), name(v));
    return detail::read_points<G, detail::lem_encoding>(where, reader, count, name(v), !options.trust_subgroups);
  }

  input from_;
  container file_;
  std::uint32_t power_ = 0;
  std::uint32_t ceremony_power_ = 0;
};

}  // namespace cuzk::inline v0::io
