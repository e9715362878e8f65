// SPDX-License-Identifier: Apache-2.0
#pragma once

// What is done at each place of vectors, on the host and in kernels, and the checks of both.

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include <cuzk/core/config.hpp>
#include <cuzk/core/error.hpp>

namespace cuzk::inline v0::vector::detail {

struct sum_of {
  template <class F>
  CUZK_HD F operator()(F const& x, F const& y) const {
    return x + y;
  }
};
struct difference_of {
  template <class F>
  CUZK_HD F operator()(F const& x, F const& y) const {
    return x - y;
  }
};
struct product_of {
  template <class F>
  CUZK_HD F operator()(F const& x, F const& y) const {
    return x * y;
  }
};

template <class F, class Operation>
struct zip_step {
  F* out;
  F const* a;
  F const* b;
  Operation operation;

  CUZK_HD void operator()(std::size_t i) const { out[i] = operation(a[i], b[i]); }
};

template <class F>
struct multiply_subtract_step {
  F* out;
  F const* a;
  F const* b;
  F const* c;

  CUZK_HD void operator()(std::size_t i) const { out[i] = a[i] * b[i] - c[i]; }
};

template <class F>
struct scale_step {
  F* out;
  F const* a;
  F factor;

  CUZK_HD void operator()(std::size_t i) const { out[i] = factor * a[i]; }
};

// The output may be an input; a shifted one would be read after it was written.
template <class F>
void require_same_or_apart(std::string_view what, std::span<F> out, std::span<F const> in) {
  std::less<F const*> const before;
  F const* const out_end = out.data() + out.size();
  F const* const in_end = in.data() + in.size();
  if (out.data() == in.data() || out.empty()) return;
  if (before(out.data(), in_end) && before(in.data(), out_end)) {
    throw invalid_argument(std::string(what) +
                           ": the output overlaps an input in part; it must be that input or apart from it");
  }
}

// For what is written before the last of the input is read.
inline void require_apart(std::string_view what, std::span<std::byte const> out, std::span<std::byte const> in) {
  std::less<std::byte const*> const before;
  if (out.empty() || in.empty()) return;
  if (before(out.data(), in.data() + in.size()) && before(in.data(), out.data() + out.size())) {
    throw invalid_argument(std::string(what) + ": the output overlaps the input; they must be apart");
  }
}

}  // namespace cuzk::inline v0::vector::detail
