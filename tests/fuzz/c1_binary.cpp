// SPDX-License-Identifier: Apache-2.0
// seeds: porep/c1_2KiB.bin

#include <cuzk/porep/c1_binary.hpp>

#include "refuse_or_read.hpp"

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  using namespace cuzk;
  cuzk_test::refuse_or_read(data, size, [](auto const& in) {
    static_cast<void>(porep::read_c1_binary<porep::sector_2KiB>(in, porep::registered_proof(5)));
  });
  return 0;
}
