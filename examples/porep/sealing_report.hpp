// SPDX-License-Identifier: Apache-2.0
#pragma once

// The progress of sealing on the progress line.

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include <cuzk/porep/seal.hpp>

#include "../groth16_cli/report.hpp"

namespace porep_cli {

inline std::string_view name_of(cuzk::porep::sealing_step step) {
  switch (step) {
    case cuzk::porep::sealing_step::data_tree:
      return "tree over the data";
    case cuzk::porep::sealing_step::labels:
      return "labels";
    case cuzk::porep::sealing_step::encoding:
      return "encoding";
    case cuzk::porep::sealing_step::column_tree:
      return "tree over the columns";
    case cuzk::porep::sealing_step::replica_tree:
      break;
  }
  return "tree over the replica";
}

/// Shows the step and its share when that has changed.
inline std::function<void(cuzk::porep::sealing_progress const&)> sealing_report(cli::report& out) {
  return [&out, shown = std::string()](cuzk::porep::sealing_progress const& p) mutable {
    std::uint64_t const share = p.total == 0 ? 100 : p.done * 100 / p.total;
    auto text = std::string(name_of(p.step)) + " " + std::to_string(share) + " %";
    if (text == shown) return;
    out.show(text);
    shown = std::move(text);
  };
}

}  // namespace porep_cli
