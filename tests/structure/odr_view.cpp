// SPDX-License-Identifier: Apache-2.0
// Compiled with and without NDEBUG, under flags of a processor, and by nvcc, under the name that CUZK_ODR_VIEW gives.
#include "odr_view.hpp"

#include <everything.hpp>

#include <array>
#include <span>

namespace {

using curve = cuzk::curves::bls12_381;

template <class... Ts>
void add_layout(odr_view& view) {
  (view.layout.insert(view.layout.end(), {sizeof(Ts), alignof(Ts)}), ...);
}

}  // namespace

odr_view CUZK_ODR_VIEW() {
  odr_view view;
  add_layout<cuzk::big_int<4>, curve::fr, curve::fq, curve::fq2, curve::fq12, cuzk::affine<curve::g1>,
             cuzk::jacobian<curve::g1>, cuzk::xyzz<curve::g2>, cuzk::ntt::plan<curve::fr>,
             cuzk::r1cs::constraint_system<curve::fr>, cuzk::groth16::verifying_key<curve>,
             cuzk::groth16::proving_key<curve, cuzk::groth16::qap::snarkjs>, cuzk::groth16::proof<curve>,
             cuzk::format_error, cuzk::os_random>(view);

  // A transform there and back, and a multi-scalar multiplication: the longest chains of shared templates.
  std::array<curve::fr, 8> data;
  for (std::size_t i = 0; i < data.size(); ++i) data[i] = curve::fr(i + 3);
  auto const plan = cuzk::ntt::plan<curve::fr>::for_size(data.size());
  plan.forward(cuzk::exec::serial{}, std::span<curve::fr>(data));
  // Few points and many take different ways.
  for (std::size_t const n : {data.size(), std::size_t{100}}) {
    std::vector<cuzk::affine<curve::g1>> const points(n, cuzk::affine<curve::g1>::generator());
    std::vector<curve::fr> scalars;
    for (std::size_t i = 0; i < n; ++i) scalars.push_back(data[i % data.size()] + curve::fr(i));
    auto const sum = to_affine(cuzk::msm::msm(cuzk::exec::serial{}, points, scalars));
    for (std::uint64_t limb : sum.x.to_canonical().limbs) view.values.push_back(limb);
  }
#if CUZK_HAS_X86_64
  view.forms.push_back(cuzk::detail::x86::has_adx);
#endif
#if CUZK_HAS_AVX512_FORM
  view.forms.push_back(cuzk::msm::detail::has_ifma && cuzk::msm::detail::has_lane_form_v<curve::g1>);
#endif
  return view;
}
