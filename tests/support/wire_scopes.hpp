// SPDX-License-Identifier: Apache-2.0
#pragma once

// In which parts of a circuit its private wires are made.

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <cuzk/r1cs/circuit.hpp>
#include <cuzk/r1cs/linear_value.hpp>

namespace cuzk_test {

/// A model of circuits that computes values, keeps no rows, and notes private wires by the names of the scopes in which
/// they are made, without their indices: "challenge/layer/block/round".
template <class F>
class wire_scopes {
 public:
  using field_type = F;
  using linear = cuzk::r1cs::linear_value<F>;
  static constexpr bool has_values = true;

  class named_scope {
   public:
    named_scope(named_scope const&) = delete;
    named_scope& operator=(named_scope const&) = delete;
    ~named_scope() {
      of_.names_.pop_back();
      of_.current_ = nullptr;
    }

   private:
    friend class wire_scopes;
    named_scope(wire_scopes& of, std::string_view name) : of_(of) {
      of_.names_.push_back(name);
      of_.current_ = nullptr;
    }
    wire_scopes& of_;
  };

  [[nodiscard]] linear public_wire(F const& v) { return linear(v); }
  [[nodiscard]] linear private_wire(F const& v) {
    if (current_ == nullptr) current_ = &wires_[path()];
    current_->push_back(privates_++);
    return linear(v);
  }
  void constrain(linear const&, linear const&, linear const&) {}
  [[nodiscard]] F value(linear const& x) const { return x.value(); }
  [[nodiscard]] named_scope scope(std::string_view name, std::size_t = cuzk::r1cs::npos) {
    return named_scope(*this, name);
  }

  /// The private wires by class, in order.
  [[nodiscard]] std::map<std::string, std::vector<std::size_t>> const& wires() const { return wires_; }

 private:
  [[nodiscard]] std::string path() const {
    std::string text;
    for (auto const name : names_) text += (text.empty() ? "" : "/") + std::string(name);
    return text;
  }

  std::size_t privates_ = 0;
  std::vector<std::string_view> names_;
  std::map<std::string, std::vector<std::size_t>> wires_;
  std::vector<std::size_t>* current_ = nullptr;
};

}  // namespace cuzk_test
