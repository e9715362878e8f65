// SPDX-License-Identifier: Apache-2.0
#pragma once

// What can never fit into this machine's memory is refused before it is begun.

#include <cstdint>
#include <string>

#include <unistd.h>

#include <cuzk/core/checked.hpp>
#include <cuzk/core/error.hpp>
#include <cuzk/porep/seal.hpp>

namespace porep_cli {

/// Bytes of the machine's memory, of which others may have a part; 0 where the system does not say.
inline std::uint64_t physical_memory() {
  long const pages = ::sysconf(_SC_PHYS_PAGES);
  long const page_bytes = ::sysconf(_SC_PAGE_SIZE);
  if (pages <= 0 || page_bytes <= 0) return 0;
  return cuzk::checked_mul(static_cast<std::uint64_t>(pages), static_cast<std::uint64_t>(page_bytes));
}

/// Refuses to seal where the memory that it takes is not in the machine. @throws out_of_memory
template <class Shape>
void require_memory_to_seal() {
  std::uint64_t const there = physical_memory();
  if (there == 0 || cuzk::porep::seal_bytes<Shape>() <= there) return;
  throw cuzk::out_of_memory("host", cuzk::porep::seal_bytes<Shape>(), there,
                            "a sector of " + std::to_string(Shape::bytes) + " bytes is sealed in memory as a whole");
}

}  // namespace porep_cli
