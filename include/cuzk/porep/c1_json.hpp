// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// The JSON that sealing software writes at the end of the first phase of a commit. Needs nlohmann/json.
/// docs/porep.md has the layout.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include <cuzk/core/error.hpp>
#include <cuzk/io/input.hpp>
#include <cuzk/io/output.hpp>
#include <cuzk/porep/api_version.hpp>
#include <cuzk/porep/c1_output.hpp>
#include <cuzk/porep/detail/base64.hpp>
#include <cuzk/porep/detail/c1_json_parts.hpp>
#include <cuzk/porep/detail/c1_tree.hpp>
#include <cuzk/porep/sealing_rules.hpp>
#include <cuzk/porep/shape.hpp>

namespace cuzk::inline v0::porep {

/// What a proving daemon is handed: a C1 output in an envelope.
struct c1_envelope {
  std::uint64_t sector_number = 0;    ///< of the prover
  std::uint64_t sector_bytes = 0;     ///< size of the sector
  std::vector<std::byte> phase1_out;  ///< the C1 output, JSON

  friend bool operator==(c1_envelope const&, c1_envelope const&) = default;
};

/// Reads an envelope; its content is bytes for `c1_document`.
/// @throws format_error for anything else than its three fields, and for a text that is no base64; io_error
[[nodiscard]] c1_envelope read_c1_envelope(io::input const& from);

/// A parsed file, which says of what sector it is before anything else is read from it.
class c1_document {
 public:
  /// @param from  path, or bytes that must outlive this object
  /// @throws format_error for text that is no JSON of this format: unknown or repeated fields, lists that are too
  ///         long, values nested too deep; io_error
  /// @cost   memory of a few times the text's size at most
  explicit c1_document(io::input&& from) : from_(std::move(from)) {
    std::string_view const text(reinterpret_cast<char const*>(from_.bytes().data()), from_.bytes().size());
    // The parser would take a zero byte for the end and ignore what follows.
    if (auto const zero = text.find('\0'); zero != std::string_view::npos) {
      throw format_error(from_.name(), zero, "text", "a zero byte; JSON has none");
    }
    detail::c1_tree_builder builder;
    bool read = false;
    try {
      read = nlohmann::json::sax_parse(text.begin(), text.end(), &builder);
    } catch (nlohmann::json::exception const&) {
      throw format_error(from_.name(), 0, "text", "no valid JSON: a number out of range");
    }
    if (!read) throw format_error(from_.name(), builder.at(), "text", builder.why());
    root_ = std::move(builder.root());
  }
  /// As above. `from` must outlive this object.
  explicit c1_document(io::input const& from) : c1_document(io::input(from.bytes(), from.name())) {}

  /// The kind of proof that a C1 output is for.
  /// @throws format_error if this is none, or of an unknown kind
  [[nodiscard]] registered_proof registered() const {
    auto const name = cursor().at("registered_proof");
    auto const found = registered_proof::try_from_name(name.text());
    if (!found) name.fail("a kind of proof that is not registered");
    return *found;
  }

  /// The C1 output. Nothing is verified but the form: see `find_vanilla_fault`.
  /// @throws invalid_argument for a kind of another size; format_error for anything else than the shape has: numbers
  ///         of parts, arities, values that are no elements, indices out of range, challenges of node 0, labels
  ///         or node numbers that differ where the form repeats them
  template <porep_shape Shape>
  [[nodiscard]] c1_output<Shape> output() const {
    auto const kind = registered();
    sealing_rules(kind).require_size_of<Shape>();
    return detail::c1_json_reader<Shape>::output(cursor(), kind);
  }

 private:
  friend c1_envelope read_c1_envelope(io::input const& from);

  [[nodiscard]] detail::c1_cursor cursor() const { return {from_, root_}; }

  io::input from_;
  detail::c1_value root_;
};

/// Reads a C1 output whose shape is known; errors as `c1_document` and its `output`.
template <porep_shape Shape>
[[nodiscard]] c1_output<Shape> read_c1_json(io::input const& from) {
  return c1_document(from).output<Shape>();
}

/// Writes a C1 output as the sealing software does, byte for byte.
///
/// @param of  proofs whose paths have the shape's arities
/// @throws invalid_argument for paths or numbers of proofs of another shape, and for node 0 challenged; what the
///         output throws
template <porep_shape Shape, io::byte_output Output>
void write_c1_json(Output& out, c1_output<Shape> const& of) {
  detail::require_form(of);
  detail::c1_json_writer<Shape, Output>(out).output(of);
}

/// Writes a file that appears complete or not at all. @throws io_error; as above
template <porep_shape Shape>
void write_c1_json(std::filesystem::path const& path, c1_output<Shape> const& of) {
  io::write_file(path, [&](auto& out) { write_c1_json(out, of); });
}

inline c1_envelope read_c1_envelope(io::input const& from) {
  c1_document const file(from);
  auto const root = file.cursor();
  root.require_names({"SectorNum", "Phase1Out", "SectorSize"});
  auto content = detail::from_base64(root.at("Phase1Out").text());
  if (!content) root.at("Phase1Out").fail("no base64");
  return {root.at("SectorNum").number(), root.at("SectorSize").number(), std::move(*content)};
}

/// Writes an envelope. @throws what the output throws
template <io::byte_output Output>
void write_c1_envelope(Output& out, c1_envelope const& of) {
  io::write_text(out, "{\"SectorNum\":" + std::to_string(of.sector_number) + ",\"Phase1Out\":\"" +
                          detail::to_base64(of.phase1_out) + "\",\"SectorSize\":" + std::to_string(of.sector_bytes) +
                          "}");
}

}  // namespace cuzk::inline v0::porep
