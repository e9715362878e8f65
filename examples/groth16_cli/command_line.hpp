// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the command lines have in common: the options of all commands, and which exit code an error gets.

#include <exception>
#include <functional>
#include <iostream>
#include <new>
#include <string>

#include <CLI/CLI.hpp>

#include <cuzk/core/error.hpp>

#include "settings.hpp"

namespace cli {

inline void add_settings(CLI::App& app, settings& to) {
  app.require_subcommand(1);
  app.footer("Exit codes: 0 fine, 1 the proof is not valid, 2 bad usage or input, 3 the machine failed.");
  app.add_option("--threads", to.threads, "Threads to use; 0 is all")->type_name("N");
  app.add_option("--seed", to.seed_hex,
                 "For tests only: draw all secrets from this seed, up to 32 bytes. Who knows it knows the secrets.")
      ->type_name("HEX");
  app.add_flag("--json", to.json, "Write results and times as one line of JSON");
}

/// Parses, then runs what the chosen subcommand has put into `command`; an error is one line that names the program.
inline int parse_and_run(CLI::App& app, int argc, char** argv, std::string const& program,
                         std::function<int()> const& command) {
  auto const complain = [&program](std::string const& what, int code) {
    std::cerr << program << ": " << what.substr(0, what.find('\n')) << '\n';
    return code;
  };
  for (auto* const sub : app.get_subcommands({})) sub->fallthrough();
  try {
    app.parse(argc, argv);
    return command();
  } catch (CLI::ParseError const& e) {
    if (e.get_exit_code() == 0) return app.exit(e);  // --help
    return complain(std::string(e.what()) + " (--help tells the usage)", exit_bad_input);
  } catch (cuzk::random_error const& e) {
    return complain(e.what(), exit_device);
  } catch (cuzk::out_of_memory const& e) {
    return complain(e.what(), exit_device);
  } catch (cuzk::cuda_error const& e) {
    return complain(e.what(), exit_device);
  } catch (std::bad_alloc const&) {
    return complain("out of memory", exit_device);
  } catch (std::exception const& e) {
    return complain(e.what(), exit_bad_input);
  }
}

}  // namespace cli
