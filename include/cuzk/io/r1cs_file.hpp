// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Constraint systems of circom (`.r1cs`, version 1). docs/formats/r1cs.md has the layout.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/field/concepts.hpp>
#include <cuzk/io/container.hpp>
#include <cuzk/io/detail/scalars.hpp>
#include <cuzk/io/input.hpp>
#include <cuzk/io/output.hpp>
#include <cuzk/r1cs/constraint_system.hpp>
#include <cuzk/r1cs/matrix.hpp>

namespace cuzk::inline v0::io {

/// What a `.r1cs` file holds. `system.public_count` is public_outputs + public_inputs.
template <prime_field_element F>
struct r1cs_file {
  /// The constraints.
  r1cs::constraint_system<F> system;
  /// Wires 1 to public_outputs are outputs, the next public_inputs are public inputs. private_inputs are
  /// those of the source: circom counts them before it leaves wires out, so there may be fewer wires.
  std::uint32_t public_outputs = 0, public_inputs = 0, private_inputs = 0;
  /// Number of signals of the source, and the signal of each wire (empty when the file has none).
  std::uint64_t labels = 0;
  std::vector<std::uint64_t> wire_to_label;
};

namespace detail {

// One pass over the combinations of the constraint section: calls begin_combination(matrix, terms)
// and, for each term, term(matrix, reader at the wire).
template <class Begin, class Term>
void walk_constraints(binary_reader reader, std::uint32_t constraints, Begin&& begin_combination, Term&& term) {
  for (std::uint32_t row = 0; row < constraints; ++row) {
    for (unsigned matrix = 0; matrix < 3; ++matrix) {
      auto const terms = reader.u32_le("section 2, number of terms");
      begin_combination(matrix, terms, reader);
      for (std::uint32_t t = 0; t < terms; ++t) term(matrix, reader);
    }
  }
  reader.require_end("section 2, end of the last constraint");
}

}  // namespace detail

/// Reads a constraint system.
///
/// @param from  path or bytes
/// @throws format_error for anything malformed, another field, a coefficient of the modulus and above, a wire
///         that does not exist, custom gates; io_error
/// @cost   two passes over the file (the first one counts, so that each vector is allocated once
///         and is no larger than the file calls for), one product a term
template <prime_field_element F>
[[nodiscard]] r1cs_file<F> read_r1cs(input const& from) {
  container const file(from, "r1cs", 1);
  for (std::uint32_t const custom : {4U, 5U}) {
    if (auto const* const s = file.find(custom)) {
      throw format_error(from.name(), s->offset, "section " + std::to_string(custom),
                         "custom gates belong to PLONK; Groth16 has none");
    }
  }
  r1cs_file<F> out;
  auto header = file.open(1, "header");
  detail::require_prime<F>(header, "section 1, prime");
  auto const counts_at = header.offset();
  out.system.wires = header.u32_le("section 1, number of wires");
  out.public_outputs = header.u32_le("section 1, number of outputs");
  out.public_inputs = header.u32_le("section 1, number of public inputs");
  out.private_inputs = header.u32_le("section 1, number of private inputs");
  out.labels = header.u64_le("section 1, number of labels");
  auto const constraints = header.u32_le("section 1, number of constraints");
  header.require_end("section 1");
  auto const inputs = std::uint64_t{1} + out.public_outputs + out.public_inputs;
  if (out.system.wires < inputs) {
    throw format_error(
        from.name(), counts_at, "section 1, number of wires",
        std::to_string(out.system.wires) + " found; the constant and the public wires are " + std::to_string(inputs));
  }
  if (out.system.wires > from.bytes().size()) {  // a wire has a term or a label, which take bytes
    throw format_error(from.name(), counts_at, "section 1, number of wires",
                       std::to_string(out.system.wires) + " found; more than the file has bytes");
  }
  out.system.public_count = out.public_outputs + out.public_inputs;

  r1cs::sparse_matrix<F>* const matrices[3] = {&out.system.a, &out.system.b, &out.system.c};
  constexpr std::uint64_t term_bytes = 4 + F::bytes;
  auto const section = file.open(2, "constraints");
  if (section.remaining() / 12 < constraints) {  // three empty combinations are the least
    section.fail("section 2", std::to_string(section.remaining()) + " bytes cannot hold " +
                                  std::to_string(constraints) + " constraints");
  }
  std::size_t terms_of[3] = {0, 0, 0};
  detail::walk_constraints(
      section, constraints,
      [&](unsigned matrix, std::uint32_t terms, binary_reader& reader) {
        if (terms > reader.remaining() / term_bytes) {
          reader.fail("section 2, number of terms", std::to_string(terms) + " terms do not fit");
        }
        terms_of[matrix] += terms;
      },
      [](unsigned, binary_reader& reader) { reader.take(term_bytes, "section 2, term"); });
  for (unsigned m = 0; m < 3; ++m) {
    matrices[m]->row_begin.reserve(std::size_t{constraints} + 1);
    matrices[m]->wire.reserve(terms_of[m]);
    matrices[m]->value.reserve(terms_of[m]);
  }
  detail::walk_constraints(
      section, constraints,
      [&](unsigned matrix, std::uint32_t terms, binary_reader&) {
        matrices[matrix]->row_begin.push_back(matrices[matrix]->row_begin.back() + terms);
      },
      [&](unsigned matrix, binary_reader& reader) {
        auto const at = reader.offset();
        auto const wire = reader.u32_le("section 2, wire");
        if (wire >= out.system.wires) {
          throw format_error(from.name(), at, "section 2, wire",
                             std::to_string(wire) + " found; there are " + std::to_string(out.system.wires));
        }
        matrices[matrix]->push_term(wire, detail::read_element<F>(reader, "section 2, coefficient"));
      });

  if (file.find(3) != nullptr) {
    auto labels = file.open_array(3, "labels", out.system.wires, 8);
    out.wire_to_label.resize(out.system.wires);
    for (auto& label : out.wire_to_label) label = labels.u64_le("section 3");
  }
  return out;
}

/// Writes a constraint system, in the order of sections that circom 2.2 has: 2, 1, 3.
///
/// @param out   where the bytes go
/// @param file  what to write; without labels section 3 is left out
/// @throws invalid_argument when the system is malformed, a count does not fit in 32 bits, the public
///         counts disagree, or the labels are neither none nor one a wire
template <prime_field_element F, byte_output Output>
void write_r1cs(Output& out, r1cs_file<F> const& file) {
  auto const& s = file.system;
  s.validate();
  constexpr auto most = std::numeric_limits<std::uint32_t>::max();
  if (s.constraints() > most) throw invalid_argument("r1cs file: more than 2^32 - 1 constraints");
  if (std::uint64_t{file.public_outputs} + file.public_inputs != s.public_count) {
    throw invalid_argument("r1cs file: " + std::to_string(file.public_outputs) + " outputs and " +
                           std::to_string(file.public_inputs) + " public inputs, " + std::to_string(s.public_count) +
                           " public wires");
  }
  if (!file.wire_to_label.empty() && file.wire_to_label.size() != s.wires) {
    throw invalid_argument("r1cs file: " + std::to_string(file.wire_to_label.size()) + " labels, " +
                           std::to_string(s.wires) + " wires");
  }
  auto const begin_section = [&](std::uint32_t id, std::uint64_t bytes) {
    write_integer<4>(out, id, std::endian::little);
    write_integer<8>(out, bytes, std::endian::little);
  };
  write_text(out, "r1cs");
  write_integer<4>(out, 1, std::endian::little);
  write_integer<4>(out, file.wire_to_label.empty() ? 2 : 3, std::endian::little);

  auto const terms = std::uint64_t{s.a.terms()} + s.b.terms() + s.c.terms();
  begin_section(2, 12 * std::uint64_t{s.constraints()} + terms * (4 + F::bytes));
  for (std::size_t row = 0; row < s.constraints(); ++row) {
    for (auto const* m : {&s.a, &s.b, &s.c}) {
      auto const row_terms = m->row_begin[row + 1] - m->row_begin[row];
      if (row_terms > most) throw invalid_argument("r1cs file: a row of more than 2^32 - 1 terms");
      write_integer<4>(out, row_terms, std::endian::little);
      for (auto t = m->row_begin[row]; t < m->row_begin[row + 1]; ++t) {
        write_integer<4>(out, m->wire[t], std::endian::little);
        detail::write_element(out, m->value[t]);
      }
    }
  }

  begin_section(1, 4 + F::bytes + 4 * 5 + 8);
  detail::write_prime<F>(out);
  write_integer<4>(out, s.wires, std::endian::little);
  write_integer<4>(out, file.public_outputs, std::endian::little);
  write_integer<4>(out, file.public_inputs, std::endian::little);
  write_integer<4>(out, file.private_inputs, std::endian::little);
  write_integer<8>(out, file.labels, std::endian::little);
  write_integer<4>(out, s.constraints(), std::endian::little);

  if (!file.wire_to_label.empty()) {
    begin_section(3, 8 * std::uint64_t{s.wires});
    for (auto const label : file.wire_to_label) write_integer<8>(out, label, std::endian::little);
  }
}

/// Writes a file that appears complete or not at all. @throws io_error; as above
template <prime_field_element F>
void write_r1cs(std::filesystem::path const& path, r1cs_file<F> const& file) {
  write_file(path, [&](auto& out) { write_r1cs<F>(out, file); });
}

}  // namespace cuzk::inline v0::io
