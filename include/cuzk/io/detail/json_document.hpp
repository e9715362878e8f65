// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// JSON of strangers: parsed with a bound on its nesting, then taken apart with typed errors.

#include <algorithm>
#include <cstddef>
#include <functional>
#include <initializer_list>
#include <set>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include <cuzk/core/error.hpp>
#include <cuzk/field/concepts.hpp>
#include <cuzk/io/input.hpp>

namespace cuzk::inline v0::io::detail {

using json = nlohmann::json;

/// A parsed document that knows its file for messages.
class json_document {
 public:
  /// @throws format_error for text that is no JSON, nested deeper than the formats are, with an object inside
  ///         another value, or with a key that occurs twice
  explicit json_document(input const& from)
      : text_(reinterpret_cast<char const*>(from.bytes().data()), from.bytes().size()), file_(from.name()) {
    // The parser would take a zero byte for the end and ignore what follows.
    if (auto const zero = text_.find('\0'); zero != std::string_view::npos) {
      throw format_error(file_, zero, "text", "a zero byte; JSON has none");
    }
    std::set<std::string, std::less<>> keys;
    auto const look = [&](int depth, json::parse_event_t event, json& parsed) {
      if (depth > deepest) throw format_error(file_, 0, "text", "nested too deep for any of these files");
      if (event == json::parse_event_t::object_start && depth > 0) {
        throw format_error(file_, 0, "text", "an object inside another value; these files have none");
      }
      if (event == json::parse_event_t::key && !keys.insert(parsed.get<std::string>()).second) {
        throw format_error(file_, 0, "text", "a field occurs twice: " + excerpt(parsed.get<std::string>()));
      }
      return true;
    };
    try {
      root_ = json::parse(text_.begin(), text_.end(), look);
    } catch (json::parse_error const& e) {
      throw format_error(file_, e.byte == 0 ? 0 : e.byte - 1, "text", "no valid JSON");
    } catch (json::exception const&) {
      throw format_error(file_, 0, "text", "no valid JSON: a number out of range");
    }
  }

  /// The outermost value.
  [[nodiscard]] json const& root() const noexcept { return root_; }

  /// @throws format_error always, at the first place that names `field`
  [[noreturn]] void fail(std::string const& field, std::string const& why) const {
    auto const key = field.substr(0, field.find_first_of("[, "));
    auto const at = text_.find("\"" + key + "\"");
    throw format_error(file_, at == std::string_view::npos ? 0 : at, field, why);
  }

  /// Refuses a root that is no object or has fields other than these.
  void require_object(std::initializer_list<std::string_view> known) const {
    if (!root_.is_object()) fail("text", "an object is expected");
    for (auto const& [key, value] : root_.items()) {
      if (std::find(known.begin(), known.end(), key) == known.end()) fail(excerpt(key), "unknown field");
    }
  }

  /// The field with this name. @throws format_error when it is missing
  [[nodiscard]] json const& at(std::string const& name) const {
    auto const found = root_.find(name);
    if (found == root_.end()) fail(name, "is missing");
    return *found;
  }
  /// Whether there is such a field.
  [[nodiscard]] bool has(std::string const& name) const { return root_.contains(name); }

  /// Refuses anything but this text under this name.
  void require_text(std::string const& name, std::string_view expected) const {
    auto const& value = at(name);
    if (!value.is_string() || value.get_ref<std::string const&>() != expected) {
      fail(name,
           (value.is_string() ? "\"" + excerpt(value.get_ref<std::string const&>()) + "\" found, " : std::string{}) +
               "\"" + std::string(expected) + "\" expected");
    }
  }

  /// Refuses anything but an array of exactly `count` elements.
  void require_array(json const& value, std::string const& name, std::size_t count) const {
    if (!value.is_array()) fail(name, "an array of " + std::to_string(count) + " is expected");
    if (value.size() != count) {
      fail(name, std::to_string(value.size()) + " elements found, " + std::to_string(count) + " expected");
    }
  }

  /// A decimal string without leading zeros: each number has one spelling.
  std::string const& require_decimal(json const& value, std::string const& name) const {
    if (!value.is_string()) fail(name, "a decimal number in quotes is expected");
    auto const& text = value.get_ref<std::string const&>();
    bool const is_plain = !text.empty() && (text == "0" || text[0] != '0') &&
                          std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
    if (!is_plain) fail(name, "\"" + excerpt(text) + "\" is no decimal number without sign and leading zeros");
    return text;
  }

  /// A decimal string as above, below the modulus.
  template <prime_field_element F>
  [[nodiscard]] F element(json const& value, std::string const& name) const {
    auto const& text = require_decimal(value, name);
    auto const x = F::try_from_decimal(text);
    if (!x) fail(name, excerpt(text) + " is not below the modulus");
    return *x;
  }

  /// Text for a message: short, one line, plain characters.
  [[nodiscard]] static std::string excerpt(std::string_view text) {
    std::string out(text.substr(0, 80));
    for (auto& c : out) {
      if (c < ' ' || c > '~') c = '?';
    }
    return text.size() > 80 ? out + "..." : out;
  }

 private:
  static constexpr int deepest = 8;

  std::string_view text_;
  std::string file_;
  json root_;
};

}  // namespace cuzk::inline v0::io::detail
