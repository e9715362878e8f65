// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE porep_vanilla_verifier_slow
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <cuzk/exec/tbb.hpp>
#include <cuzk/porep/challenges.hpp>
#include <cuzk/porep/vanilla_prover.hpp>
#include <cuzk/porep/vanilla_verifier.hpp>

#include "porep_test.hpp"

namespace {

using namespace cuzk_test;

// Sealed, proved with challenges of all kinds, and opened again.
template <class Shape>
void seals_proves_and_opens() {
  cuzk::exec::tbb const where;
  auto const data = padded_data(Shape::bytes);
  auto const sealed = porep::seal<Shape>(where, some_identity(), data);
  auto const& of = sealed.statement();
  for (auto const kind :
       {porep::challenge_kind::interactive, porep::challenge_kind::synthetic, porep::challenge_kind::non_interactive}) {
    auto const proofs = porep::prove_all_vanilla(where, sealed, kind, filled(13));
    for (std::size_t k = 0; k < proofs.size(); ++k) {
      auto const challenges = porep::partition_challenges<Shape>(kind, of.replica_id, of.comm_r, filled(13), k);
      auto const fault =
          porep::find_vanilla_fault(sealed.graph(), of, std::span<std::uint64_t const>(challenges), proofs[k]);
      BOOST_TEST(!fault.has_value(), (fault ? fault->what : std::string()));
    }
  }
  std::vector<bytes_32> opened(Shape::nodes);
  porep::unseal<Shape>(where, opened, sealed.replica(), some_identity(), of.comm_d);
  auto const bytes = std::as_bytes(std::span<bytes_32 const>(opened));
  BOOST_TEST(std::equal(bytes.begin(), bytes.end(), data.begin(), data.end()));
}

BOOST_AUTO_TEST_CASE(sectors_of_mebibytes_are_sealed_and_proved) {
  seals_proves_and_opens<porep::sector_8MiB>();
  seals_proves_and_opens<porep::sector_16MiB>();
}

}  // namespace
