// SPDX-License-Identifier: Apache-2.0
// Points by SEC 1. The first byte chooses the curve; what is decoded must be a point of the curve and must
// encode to the same bytes in the form that its length says.
// Seeds: corpus/sec1.

#include <cstdlib>
#include <cstring>
#include <vector>

#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/sec1_encoding.hpp>
#include <cuzk/curves/pallas.hpp>
#include <cuzk/curves/secp256k1.hpp>

#include "refuse_or_read.hpp"

namespace {

template <class G>
void decode(std::span<std::byte const> in) {
  auto const p = cuzk::sec1::decode<G>(in);
  if (!p) return;
  ++cuzk_test::accepted;
  std::vector<std::byte> out(cuzk::sec1::uncompressed_bytes<G>);
  auto const used = in.size() == cuzk::sec1::compressed_bytes<G> ? cuzk::sec1::encode_compressed(*p, out)
                                                                 : cuzk::sec1::encode_uncompressed(*p, out);
  if (!is_on_curve(*p) || used != in.size() || std::memcmp(out.data(), in.data(), used) != 0) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  if (size == 0) return 0;
  auto const in = cuzk_test::bytes_of(data + 1, size - 1);
  if (data[0] % 2 == 0) {
    decode<cuzk::curves::secp256k1>(in);
  } else {
    decode<cuzk::curves::pallas>(in);
  }
  return 0;
}
