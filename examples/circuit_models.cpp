// SPDX-License-Identifier: Apache-2.0
// "I know a message of 32 bytes with this SHA-256 digest": one circuit, run on four models.

#include <array>
#include <cstddef>
#include <cstdio>
#include <span>

#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/exec/serial.hpp>
#include <cuzk/memory/host_buffer.hpp>
#include <cuzk/r1cs.hpp>

namespace r1cs = cuzk::r1cs;
namespace gadgets = cuzk::r1cs::gadgets;
using fr = cuzk::curves::bls12_381::fr;
using bytes = std::array<std::byte, 32>;

// The circuit is a function of any model. Models without values ignore the message.
template <r1cs::circuit Cs>
void preimage(Cs& cs, bytes const& message) {
  using bit = gadgets::boolean<Cs>;
  std::array<bit, 256> bits;
  for (std::size_t i = 0; i < 256; ++i) {
    bits[i] = bit::allocate(cs, (message[i / 8] >> (7 - i % 8) & std::byte{1}) != std::byte{0});
  }
  auto const digest = gadgets::sha256(cs, std::span<bit const>(bits));
  auto const part = cs.scope("digest");
  gadgets::pack_public(cs, std::span<bit const>(digest).first(128));  // two public halves
  gadgets::pack_public(cs, std::span<bit const>(digest).last(128));
}

int main() {
  bytes message{};
  for (std::size_t i = 0; i < 32; ++i) message[i] = static_cast<std::byte>(7 * i);
  r1cs::counter<fr> counter;  // how large is it?
  preimage(counter, {});
  auto const size = counter.size();
  r1cs::shape_builder<fr> recorder;  // matrices for a set-up, without values
  preimage(recorder, {});
  auto const matrices = recorder.constraints();
  // The witness and the rows' values, into any host memory. Wire 0 is the constant one.
  auto const rows = size.constraints;
  cuzk::memory::secret_buffer<fr> w(size.public_wires + size.private_wires), a(rows), b(rows), c(rows);
  w[0] = fr::one();
  auto const publics = w.span().subspan(1, size.public_wires - 1);
  auto const privates = w.span().subspan(size.public_wires);
  r1cs::evaluator<fr> evaluator({publics, privates, a.span(), b.span(), c.span()});
  preimage(evaluator, message);
  evaluator.finish();
  bool const holds = matrices.is_satisfied(cuzk::exec::serial{}, std::span<fr const>(w.span()));

  publics[0] += fr::one();  // another digest: which part of the circuit refuses it?
  r1cs::checker<fr> checker(publics, privates);
  preimage(checker, {});
  auto const refused = checker.first_unsatisfied();
  std::printf("%zu rows; the witness %s; with another digest row %zu breaks, in \"%s\"\n", matrices.constraints(),
              holds ? "holds" : "breaks", refused ? refused->row : 0, refused ? refused->scope.c_str() : "none");
  return holds && refused && refused->scope == "digest/pack_public" ? 0 : 1;
}
