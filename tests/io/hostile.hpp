// SPDX-License-Identifier: Apache-2.0
#pragma once

// What every reader owes to a damaged file: a format_error that names it, and no allocation that the
// file's own size does not explain. Include after allocations.hpp and Boost.Test.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <cuzk/core/error.hpp>
#include <cuzk/core/random.hpp>
#include <cuzk/io/input.hpp>

#include <io/allocations.hpp>
#include <io/bytes.hpp>
#include <support/seed.hpp>

namespace cuzk_test {

/// No single request may be larger than this: vectors of what the file holds, messages.
inline std::size_t allowed_allocation(std::size_t file_bytes) { return 4 * file_bytes + 8192; }

/// `read(input)` must refuse the bytes with a format_error.
template <class Read>
void refuses(std::string const& what, bytes const& file, Read const& read) {
  BOOST_TEST_CONTEXT(what) {
    allocation_watch const watch;
    try {
      read(cuzk::io::input(file, "damaged"));
      BOOST_ERROR("was accepted");
    } catch (cuzk::format_error const& e) {
      BOOST_TEST(e.file() == "damaged");
      BOOST_TEST(!e.field().empty());
      BOOST_TEST(e.offset() <= file.size());
      BOOST_TEST(std::string(e.what()).find('\n') == std::string::npos);
    } catch (std::exception const& e) {
      BOOST_ERROR(std::string("another exception: ") + e.what());
    }
    BOOST_TEST(watch.largest() <= allowed_allocation(file.size()));
  }
}

/// `read(input)` may accept or refuse, but nothing else.
template <class Read>
void survives(std::string const& what, bytes const& file, Read const& read) {
  BOOST_TEST_CONTEXT(what) {
    allocation_watch const watch;
    try {
      read(cuzk::io::input(file, "damaged"));
    } catch (cuzk::format_error const&) {
    } catch (std::exception const& e) {
      BOOST_ERROR(std::string("another exception: ") + e.what());
    }
    BOOST_TEST(watch.largest() <= allowed_allocation(file.size()));
  }
}

/// A file of sections: cut everywhere that matters, claims of huge sizes and counts, twins and gaps.
template <class Read>
void refuses_damaged_containers(std::string const& magic, bytes const& file, std::vector<std::uint32_t> const& needed,
                                Read const& read) {
  auto const version = static_cast<std::uint32_t>(get(file, 4, 4));
  auto const sections = split(file);

  std::vector<std::size_t> cuts{0, 1, 3, 4, 7, 8, 11, 12, 13, file.size() - 1};
  for (auto const& s : sections) {
    for (auto const at : {s.offset - 12, s.offset - 8, s.offset, s.offset + s.content.size()}) {
      for (std::size_t const cut : {at - 1, at, at + 1}) cuts.push_back(cut);
    }
  }
  cuzk::insecure_seeded_random random(seed());
  for (int i = 0; i < 100; ++i) cuts.push_back(random.next_u64() % file.size());
  for (auto const cut : cuts) {
    if (cut < file.size()) {
      refuses("cut to " + std::to_string(cut), bytes(file.begin(), file.begin() + static_cast<std::ptrdiff_t>(cut)),
              read);
    }
  }

  auto longer = file;
  longer.push_back(std::byte{0});
  refuses("a byte behind the last section", longer, read);

  for (std::size_t i = 0; i < 4; ++i) {
    auto other = file;
    other[i] ^= std::byte{1};
    refuses("magic", other, read);
  }
  for (std::uint32_t const v : {version - 1, version + 1, 0xffffffffU}) {
    auto other = file;
    put(other, 4, v, 4);
    refuses("version " + std::to_string(v), other, read);
  }
  for (std::uint64_t const count : {std::uint64_t{0}, sections.size() + 1, std::uint64_t{0xffffffff}}) {
    auto other = file;
    put(other, 8, count, 4);
    refuses("number of sections " + std::to_string(count), other, read);
  }
  bytes claims_one = from_text(magic);
  append(claims_one, version, 4);
  append(claims_one, 1, 4);
  refuses("12 bytes that claim a section", claims_one, read);

  for (auto const& s : sections) {
    for (std::uint64_t const size :
         {std::uint64_t{0} - 1, std::uint64_t{0} - 12, std::uint64_t{0} - s.offset, std::uint64_t{1} << 63U,
          std::uint64_t{1} << 32U, std::uint64_t{s.content.size() + 1}}) {
      auto other = file;
      put(other, s.offset - 8, size, 8);
      refuses("section " + std::to_string(s.id) + " of " + std::to_string(size) + " bytes", other, read);
    }
    auto twice = sections;
    twice.push_back(s);
    refuses("section " + std::to_string(s.id) + " twice", join(magic, version, twice), read);
    for (int const change : {-1, 1}) {
      auto resized = sections;
      auto& content = section_of(resized, s.id).content;
      if (change < 0 && content.empty()) continue;
      content.resize(static_cast<std::size_t>(static_cast<int>(content.size()) + change));
      refuses("section " + std::to_string(s.id) + " resized", join(magic, version, resized), read);
    }
  }
  for (auto const id : needed) {
    auto less = sections;
    std::erase_if(less, [&](section const& s) { return s.id == id; });
    refuses("no section " + std::to_string(id), join(magic, version, less), read);
  }

  auto reversed = sections;
  std::reverse(reversed.begin(), reversed.end());
  reversed.push_back({777, 0, from_text("of a later version")});
  BOOST_CHECK_NO_THROW(read(cuzk::io::input(join(magic, version, reversed))));  // order and unknown ids are free
}

}  // namespace cuzk_test
