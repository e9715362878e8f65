// SPDX-License-Identifier: Apache-2.0
// seeds: porep/c1_2KiB.json

#include <cuzk/porep/c1_json.hpp>

#include "refuse_or_read.hpp"

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  using namespace cuzk;
  cuzk_test::refuse_or_read(data, size, [](auto const& in) {
    porep::c1_document const file(in);
    if (file.registered().sector_bytes() == porep::sector_2KiB::bytes) {
      static_cast<void>(file.output<porep::sector_2KiB>());
    }
  });
  cuzk_test::refuse_or_read(data, size, [](auto const& in) { static_cast<void>(porep::read_c1_envelope(in)); });
  return 0;
}
