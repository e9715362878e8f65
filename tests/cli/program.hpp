// SPDX-License-Identifier: Apache-2.0
#pragma once

// Runs the command lines as a user does.

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

#include <sys/wait.h>

#include <support/temporary_folder.hpp>

namespace cuzk_test {

/// A folder of its own for the files of a test, removed at the end: work("file") is the path of one.
class work_folder {
 public:
  [[nodiscard]] std::string operator()(std::string const& name) const { return (folder_.path() / name).string(); }

 private:
  temporary_folder folder_{"cli"};
};

inline std::string read_text(std::string const& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}
inline void write_text(std::string const& path, std::string const& text) {
  std::ofstream(path, std::ios::binary) << text;
}

/// What a run left.
struct outcome {
  int code;
  std::string out, err;
};

/// Runs the program that a variable of the environment names. @throws std::runtime_error when it ends by a signal
inline outcome run_named(char const* variable, work_folder const& work, std::vector<std::string> const& arguments) {
  char const* const program = std::getenv(variable);
  if (program == nullptr) throw std::runtime_error(std::string(variable) + " must name the program");
  auto const quoted = [](std::string const& text) { return "'" + text + "'"; };
  auto line = quoted(program);
  for (auto const& a : arguments) line += " " + quoted(a);
  line += " > " + quoted(work("stdout")) + " 2> " + quoted(work("stderr"));
  int const status = std::system(line.c_str());
  if (status == -1 || !WIFEXITED(status)) throw std::runtime_error("ended abnormally: " + line);
  return {WEXITSTATUS(status), read_text(work("stdout")), read_text(work("stderr"))};
}

/// Runs cuzk-groth16.
inline outcome run(work_folder const& work, std::vector<std::string> const& arguments) {
  return run_named("CUZK_GROTH16", work, arguments);
}

/// One line, ending in a line feed, by the program.
inline bool is_one_clear_line(std::string const& err, std::string const& program = "cuzk-groth16") {
  return err.starts_with(program + ": ") && err.size() > 20 && err.find('\n') == err.size() - 1;
}

}  // namespace cuzk_test
