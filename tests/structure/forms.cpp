// SPDX-License-Identifier: Apache-2.0
// forms adx|ifma|sha: 0 where this processor has the form, so that its tests have run; 77 where they have not.

#include <cstdio>
#include <string_view>

#include <cuzk/field/detail/x86.hpp>
#include <cuzk/hash/detail/sha256_x86.hpp>
#include <cuzk/msm/detail/lane_field.hpp>

int main(int count, char** arguments) {
  std::string_view const form = count == 2 ? arguments[1] : "";
  bool has = false;
#if CUZK_HAS_X86_64
  if (form == "adx") has = cuzk::detail::x86::has_adx;
#endif
#if CUZK_HAS_AVX512_FORM
  if (form == "ifma") has = cuzk::msm::detail::has_ifma;
#endif
#if CUZK_HAS_SHA_FORM
  if (form == "sha") has = cuzk::hash::detail::has_sha;
#endif
  if (form != "adx" && form != "ifma" && form != "sha") return 1;
  if (has) return 0;
  std::printf("SKIPPED: this processor has no %s, the form of arithmetic for it was not tested\n", arguments[1]);
  return 77;
}
