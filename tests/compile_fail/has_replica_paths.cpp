// expect: has_replica_paths
// SPDX-License-Identifier: Apache-2.0
// A replica that knows its roots and has no paths.
#include <cstddef>
#include <cstdint>
#include <vector>

#include <cuzk/exec/serial.hpp>
#include <cuzk/porep/merkle_proof.hpp>
#include <cuzk/post/challenges.hpp>
#include <cuzk/post/shape.hpp>
#include <cuzk/post/vanilla_prover.hpp>

namespace post = cuzk::post;
using shape = post::window_2KiB;

struct my_replica {
  [[nodiscard]] post::fr comm_c() const { return post::fr::zero(); }
  [[nodiscard]] post::fr comm_r_last() const { return post::fr::zero(); }
#ifdef CUZK_TEST_FIXED
  [[nodiscard]] cuzk::porep::merkle_proof replica_path(std::uint64_t) const { return {}; }
#endif
};

int main() {
  my_replica const kept;
  auto const find = [&](std::size_t) -> my_replica const& { return kept; };
  std::vector<post::challenged_sector<shape>> const asked(1);
  auto const proof = post::prove_vanilla<shape>(cuzk::exec::serial{}, asked, find);
  return static_cast<int>(proof.sectors.size());
}
