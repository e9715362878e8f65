// SPDX-License-Identifier: Apache-2.0
#include <string>

#include <cuzk/curves/bls12_381.hpp>

#include <gpu/msm/fixed_base_cases.cuh>
#include <gpu/msm/off_subgroup.cuh>

namespace {

using namespace cuzk_test;
using G = cuzk::curves::bls12_381::g1;

void points_off_the_subgroup_in_tables() {
  off_subgroup<G> const all;
  auto const want = to_affine(naive_msm<G, scalar_t<G>>(all.points, all.scalars));
  for (unsigned const c : sanitized_few<unsigned>("widths", {0, 2, 5, 11, 16}, {0, 5})) {
    for (unsigned const rows : sanitized_few<unsigned>("rows", {0, 1, 3}, {0, 3})) {
      table_of<G> const t(all.points, rows, {.window_bits = c, .points_in_subgroup = false});
      require(t.sum(all.scalars) == want, described(t.table()));
    }
  }
}

}  // namespace

int main() {
  auto cases = table_cases<G>();
  cases.push_back({"points_off_the_subgroup_in_tables", points_off_the_subgroup_in_tables});
  return gpu_main(cases);
}
