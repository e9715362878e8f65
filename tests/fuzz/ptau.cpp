// SPDX-License-Identifier: Apache-2.0
// Seeds: corpus/ptau.

#include <cuzk/curves/bn254.hpp>
#include <cuzk/exec/serial.hpp>
#include <cuzk/io/ptau.hpp>

#include "refuse_or_read.hpp"

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  using namespace cuzk;
  cuzk_test::refuse_or_read(data, size, [](auto const& in) {
    io::ptau<curves::bn254>(io::input(in.bytes(), in.name())).check_points(exec::serial{});
  });
  return 0;
}
