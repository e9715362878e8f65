// SPDX-License-Identifier: Apache-2.0
// Point decoders. The first byte chooses one; what is decoded must be a point of the curve and must encode
// to the same bytes.
// Seeds: corpus/points.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <span>
#include <vector>

#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/encoding.hpp>
#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/curves/bn254.hpp>

#include "refuse_or_read.hpp"

namespace {

using namespace cuzk;
using input = std::span<std::byte const>;

template <class G, class Encode>
void same_again(input in, std::optional<affine<G>> const& p, std::size_t size, Encode const& encode) {
  if (!p) return;
  std::vector<std::byte> out(size);
  encode(*p, std::span<std::byte>(out));
  ++cuzk_test::accepted;
  if (!is_on_curve(*p) || in.size() != size || std::memcmp(in.data(), out.data(), size) != 0) std::abort();
}

template <class G>
void zcash_points(input in) {
  auto const compressed = [](affine<G> const& p, std::span<std::byte> out) { zcash::encode_compressed(p, out); };
  auto const whole = [](affine<G> const& p, std::span<std::byte> out) { zcash::encode_uncompressed(p, out); };
  same_again<G>(in, zcash::decode_compressed<G>(in), zcash::compressed_bytes<G>, compressed);
  same_again<G>(in, zcash::decode_compressed_unchecked_subgroup<G>(in), zcash::compressed_bytes<G>, compressed);
  same_again<G>(in, zcash::decode_uncompressed<G>(in), zcash::uncompressed_bytes<G>, whole);
  same_again<G>(in, zcash::decode_uncompressed_unchecked_subgroup<G>(in), zcash::uncompressed_bytes<G>, whole);
}

template <class G>
void raw_points(input in) {
  auto const encode = [](affine<G> const& p, std::span<std::byte> out) { raw::encode(p, out); };
  same_again<G>(in, raw::decode<G>(in), raw::encoded_bytes<G>, encode);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  if (size == 0) return 0;
  auto const in = std::as_bytes(std::span(data + 1, size - 1));
  switch (data[0] % 6) {
    case 0:
      zcash_points<curves::bls12_381::g1>(in);
      break;
    case 1:
      zcash_points<curves::bls12_381::g2>(in);
      break;
    case 2:
      raw_points<curves::bls12_381::g1>(in);
      break;
    case 3:
      raw_points<curves::bls12_381::g2>(in);
      break;
    case 4:
      raw_points<curves::bn254::g1>(in);
      break;
    case 5:
      raw_points<curves::bn254::g2>(in);
      break;
  }
  return 0;
}
