// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// The JSON of a C1 output as a tree that takes no more memory than its text: parsed event by event, with known
/// names alone, lists of bounded length, and 32 numbers as 32 bytes.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <nlohmann/json.hpp>

#include <cuzk/core/error.hpp>
#include <cuzk/io/input.hpp>
#include <cuzk/porep/api_version.hpp>
#include <cuzk/porep/node.hpp>
#include <cuzk/porep/shape.hpp>

namespace cuzk::inline v0::porep::detail {

struct c1_value;

/// Values in order.
using c1_list = std::vector<c1_value>;
/// Values by name, in the file's order; the names are of `c1_names` or of a registered proof.
using c1_object = std::vector<std::pair<std::string, c1_value>>;

/// A value of the file.
struct c1_value {
  std::variant<std::monostate, std::uint64_t, std::string, bytes_32, c1_list, c1_object> value;
};

/// Every name that occurs, but for those of proofs.
inline constexpr std::array<std::string_view, 37> c1_names = {"SectorNum",
                                                              "Phase1Out",
                                                              "SectorSize",
                                                              "registered_proof",
                                                              "vanilla_proofs",
                                                              "comm_r",
                                                              "comm_d",
                                                              "replica_id",
                                                              "seed",
                                                              "ticket",
                                                              "comm_d_proofs",
                                                              "comm_r_last_proof",
                                                              "replica_column_proofs",
                                                              "labeling_proofs",
                                                              "encoding_proof",
                                                              "c_x",
                                                              "drg_parents",
                                                              "exp_parents",
                                                              "column",
                                                              "inclusion_proof",
                                                              "index",
                                                              "rows",
                                                              "_h",
                                                              "parents",
                                                              "layer_index",
                                                              "node",
                                                              "data",
                                                              "Single",
                                                              "Sub",
                                                              "Top",
                                                              "root",
                                                              "leaf",
                                                              "path",
                                                              "base_proof",
                                                              "sub_proof",
                                                              "top_proof",
                                                              "hashes"};

/// Builds the tree from the parser's events.
class c1_tree_builder {
 public:
  /// No list of the format is longer.
  static constexpr std::size_t longest = 128;
  /// No value of it is nested deeper.
  static constexpr std::size_t deepest = 24;

  /// Why the last event was refused.
  [[nodiscard]] std::string const& why() const noexcept { return why_; }
  /// The outermost value.
  [[nodiscard]] c1_value& root() noexcept { return root_; }

  // The parser's interface: true to go on.
  bool null() { return add({}); }
  bool boolean(bool) { return refuse("true or false; there is none in these files"); }
  bool number_integer(std::int64_t) { return refuse("a negative number"); }
  bool number_unsigned(std::uint64_t number) {
    if (open_.empty() || is_object(*open_.back())) return add({number});
    // In a list: one of 32 numbers of a byte each.
    if (number > 255) return refuse("a list's number above 255");
    if (auto* const list = std::get_if<c1_list>(&open_.back()->value); list != nullptr) {
      if (!list->empty()) return refuse("a number among other values");
      open_.back()->value = bytes_32{};
      filled_ = 0;
    }
    if (filled_ == node_bytes) return refuse("a list of more than 32 numbers");
    std::get<bytes_32>(open_.back()->value)[filled_++] = static_cast<std::byte>(number);
    return true;
  }
  bool number_float(double, std::string const&) { return refuse("a number that is not whole"); }
  bool string(std::string& text) { return add({std::move(text)}); }
  bool binary(nlohmann::json::binary_t const&) { return refuse("binary data"); }
  bool start_object(std::size_t) { return open({c1_object{}}); }
  bool end_object() { return close(); }
  bool start_array(std::size_t) { return open({c1_list{}}); }
  bool end_array() {
    if (std::holds_alternative<bytes_32>(open_.back()->value) && filled_ != node_bytes) {
      return refuse("a list of " + std::to_string(filled_) + " numbers; 32 are expected");
    }
    return close();
  }
  bool key(std::string& name) {
    bool const is_known = std::find(c1_names.begin(), c1_names.end(), name) != c1_names.end() ||
                          registered_proof::try_from_name(name).has_value();
    if (!is_known) return refuse("an unknown field");
    auto& object = std::get<c1_object>(open_.back()->value);
    for (auto const& [other, value] : object) {
      if (other == name) return refuse("a field occurs twice: " + name);
    }
    object.emplace_back(std::move(name), c1_value{});
    return true;
  }
  bool parse_error(std::size_t at, std::string const&, nlohmann::json::exception const&) {
    at_ = at == 0 ? 0 : at - 1;
    return refuse("no valid JSON");
  }
  /// Where the text is no JSON; 0 for everything else.
  [[nodiscard]] std::size_t at() const noexcept { return at_; }

 private:
  static bool is_object(c1_value const& v) { return std::holds_alternative<c1_object>(v.value); }

  bool refuse(std::string why) {
    why_ = std::move(why);
    return false;
  }
  /// Where the next value goes; none if it may not.
  c1_value* place() {
    if (open_.empty()) return &root_;
    auto& parent = open_.back()->value;
    if (auto* const object = std::get_if<c1_object>(&parent); object != nullptr) return &object->back().second;
    auto* const list = std::get_if<c1_list>(&parent);
    if (list == nullptr || list->size() == longest) return nullptr;
    return &list->emplace_back();
  }
  bool add(c1_value value) {
    auto* const to = place();
    if (to == nullptr) return refuse("a list that is too long or of unlike values");
    *to = std::move(value);
    return true;
  }
  bool open(c1_value value) {
    if (open_.size() == deepest) return refuse("nested too deep for any of these files");
    auto* const to = place();
    if (to == nullptr) return refuse("a list that is too long or of unlike values");
    *to = std::move(value);
    open_.push_back(to);
    return true;
  }
  bool close() {
    open_.pop_back();
    return true;
  }

  c1_value root_;
  // The values not yet closed. A parent gets no other child while one of its children is open, so none moves.
  std::vector<c1_value*> open_;
  std::size_t filled_ = 0;
  std::size_t at_ = 0;
  std::string why_;
};

/// A value with its place in the file, for messages. Refers to the document.
class c1_cursor {
 public:
  /// The outermost value.
  c1_cursor(io::input const& file, c1_value const& value) : file_(&file), value_(&value) {}

  /// The value of this name. @throws format_error if this is no object or lacks it
  [[nodiscard]] c1_cursor at(std::string_view name) const {
    auto const found = find(name);
    if (!found) c1_cursor(*this, *value_, step{name}).fail("is missing");
    return *found;
  }
  /// The value of this name, if there is one. @throws format_error if this is no object
  [[nodiscard]] std::optional<c1_cursor> find(std::string_view name) const {
    for (auto const& [key, value] : as<c1_object>("an object")) {
      if (key == name) return c1_cursor(*this, value, step{key});
    }
    return std::nullopt;
  }
  /// Refuses other names than these. @throws format_error
  void require_names(std::initializer_list<std::string_view> known) const {
    for (auto const& [key, value] : as<c1_object>("an object")) {
      if (std::find(known.begin(), known.end(), key) == known.end()) {
        c1_cursor(*this, value, step{key}).fail("does not belong here");
      }
    }
  }
  /// Refuses anything but a list of so many. @throws format_error
  void require_count(std::size_t count) const {
    std::size_t const found = as<c1_list>("a list").size();
    if (found != count) fail(std::to_string(found) + " values found, " + std::to_string(count) + " expected");
  }
  /// Value i of a list.
  [[nodiscard]] c1_cursor operator[](std::size_t i) const {
    auto const& list = as<c1_list>("a list");
    if (i >= list.size()) fail("has no value " + std::to_string(i));
    return c1_cursor(*this, list[i], step{{}, i});
  }
  /// 32 bytes. @throws format_error
  [[nodiscard]] bytes_32 const& bytes() const { return as<bytes_32>("a list of 32 numbers"); }
  /// An element. @throws format_error
  [[nodiscard]] fr element() const {
    auto const x = try_to_field(bytes());
    if (!x) fail("is not below the modulus");
    return *x;
  }
  /// A whole number. @throws format_error
  [[nodiscard]] std::uint64_t number() const { return as<std::uint64_t>("a whole number"); }
  /// A text. @throws format_error
  [[nodiscard]] std::string const& text() const { return as<std::string>("a text"); }
  /// Refuses anything but this number. @throws format_error
  void require_number(std::uint64_t expected) const {
    if (number() != expected) {
      fail(std::to_string(number()) + " found, " + std::to_string(expected) + " expected");
    }
  }
  /// Refuses anything but null. @throws format_error
  void require_null() const { static_cast<void>(as<std::monostate>("null")); }

  /// @throws format_error always: at the first place in the file that has the last name
  [[noreturn]] void fail(std::string const& why) const {
    std::string place;
    std::string_view last = "text";
    for (std::size_t i = 0; i < depth_; ++i) {
      if (path_[i].name.empty()) {
        place += "[" + std::to_string(path_[i].index) + "]";
      } else {
        last = path_[i].name;
        place += (place.empty() ? "" : ".") + std::string(last);
      }
    }
    std::string_view const all(reinterpret_cast<char const*>(file_->bytes().data()), file_->bytes().size());
    auto const at = all.find("\"" + std::string(last) + "\"");
    throw format_error(file_->name(), at == std::string_view::npos ? 0 : at, place.empty() ? "text" : place, why);
  }

 private:
  struct step {
    std::string_view name;  // none: a list's value
    std::size_t index = 0;
  };

  c1_cursor(c1_cursor const& parent, c1_value const& value, step const& last) : c1_cursor(parent) {
    value_ = &value;
    path_[depth_++] = last;
  }

  template <class T>
  [[nodiscard]] T const& as(char const* what) const {
    auto const* const held = std::get_if<T>(&value_->value);
    if (held == nullptr) fail(std::string(what) + " is expected");
    return *held;
  }

  io::input const* file_;
  c1_value const* value_;
  std::array<step, c1_tree_builder::deepest + 1> path_{};
  std::size_t depth_ = 0;
};

}  // namespace cuzk::inline v0::porep::detail
