// SPDX-License-Identifier: Apache-2.0
#pragma once

// What a command says: a progress line while it works, facts and times at the end.

#include <chrono>
#include <iostream>
#include <string>
#include <string_view>

#include <unistd.h>

#include <nlohmann/json.hpp>

namespace cli {

/// One line on standard error that names the stage at work; only where that is a terminal.
class progress_line {
 public:
  progress_line() : shown_(::isatty(STDERR_FILENO) == 1) {}
  progress_line(progress_line const&) = delete;
  progress_line& operator=(progress_line const&) = delete;
  ~progress_line() { clear(); }

  void show(std::string_view stage) {
    if (shown_) std::cerr << "\r\033[K" << stage << " ..." << std::flush;
  }
  void clear() {
    if (shown_) std::cerr << "\r\033[K" << std::flush;
  }

 private:
  bool shown_;
};

/// Facts and stage times, printed as lines or as JSON.
class report {
 public:
  report(std::string_view command, bool as_json) : as_json_(as_json) { facts_["command"] = command; }

  template <class T>
  void fact(std::string const& name, T const& value) {
    facts_[name] = value;
  }

  /// A stage begins now.
  void begin(std::string_view stage) {
    progress_.show(stage);
    stage_ = stage;
    stage_start_ = clock::now();
  }
  /// Part of a stage begins, for the progress line only.
  void show(std::string_view part) { progress_.show(stage_ + ": " + std::string(part)); }
  /// The stage that began last is over.
  void end() { time(stage_, clock::now() - stage_start_); }
  /// A stage that was timed elsewhere.
  void time(std::string_view stage, std::chrono::nanoseconds took) { times_[std::string(stage)] = milliseconds(took); }

  /// Takes the progress line away.
  void clear() { progress_.clear(); }

  /// Prints everything; as text only the facts that were stated.
  void print() {
    progress_.clear();
    if (as_json_) {
      auto all = facts_;
      all["times_ms"] = times_;
      all["total_ms"] = milliseconds(clock::now() - start_);
      std::cout << all.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) << '\n';
      return;
    }
    for (auto const& [name, value] : facts_.items()) {
      if (name == "command") continue;
      std::cout << name << ": " << (value.is_string() ? value.get<std::string>() : value.dump()) << '\n';
    }
  }

 private:
  using clock = std::chrono::steady_clock;

  static double milliseconds(std::chrono::nanoseconds t) { return static_cast<double>(t.count() / 1000) / 1000.0; }

  bool as_json_;
  nlohmann::ordered_json facts_, times_ = nlohmann::ordered_json::object();
  clock::time_point start_ = clock::now(), stage_start_ = start_;
  std::string stage_;
  progress_line progress_;
};

}  // namespace cli
