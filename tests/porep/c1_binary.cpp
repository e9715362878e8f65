// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE porep_c1_binary
#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <cstdint>
#include <string>

#include <cuzk/core/error.hpp>
#include <cuzk/io/output.hpp>
#include <cuzk/porep/c1_binary.hpp>

#include <io/allocations.hpp>
#include <io/hostile.hpp>

#include "c1_files.hpp"

namespace {

using namespace cuzk_test;
namespace io = cuzk::io;

template <class Shape>
bytes written(porep::c1_output<Shape> const& of) {
  io::memory_output out;
  porep::write_c1_binary(out, of);
  return out.bytes;
}

// Bytes of a path, by the layout.
template <class Shape>
std::size_t path_bytes(bool is_binary) {
  std::size_t size = 4 + 2 * 32;
  std::size_t const levels = is_binary ? Shape::data_levels : Shape::tree_levels;
  for (std::size_t i = 0; i < levels; ++i) size += 16 + 32 * ((is_binary ? 2 : Shape::tree_arity(i)) - 1);
  return size + 8 * (is_binary || Shape::sub_arity == 0 ? 1 : Shape::top_arity == 0 ? 2 : 3);
}

template <class Shape>
void is_read_as_written(std::uint64_t registered) {
  porep::registered_proof const kind(registered);
  auto const output = random_c1_output<Shape>(kind);
  auto const file = written(output);
  BOOST_TEST((porep::read_c1_binary<Shape>(file, kind) == output));
  std::size_t const column = 4 + 8 + 32 * Shape::layers + path_bytes<Shape>(false);
  std::size_t const labeling = 8 + 37 * 32 + 4 + 8;
  std::size_t const challenge =
      path_bytes<Shape>(true) + path_bytes<Shape>(false) + 15 * column + 3 * 8 + (Shape::layers + 1) * labeling;
  std::size_t const partitions = Shape::partitions_of(kind.kind());
  BOOST_TEST(file.size() == 8 + partitions * (8 + Shape::challenges * challenge) + 5 * 32);
}

BOOST_AUTO_TEST_CASE(outputs_are_read_as_written) {
  is_read_as_written<single_shape>(0);
  is_read_as_written<single_shape>(15);
  is_read_as_written<sub_shape>(5);
  is_read_as_written<top_shape>(6);
}

BOOST_AUTO_TEST_CASE(a_stored_output_is_made_again) {
  auto const stored = load_data("porep/c1_2KiB.bin");
  auto const output = zero_sector_c1_output();
  BOOST_TEST((written(output) == stored));
  BOOST_TEST((porep::read_c1_binary<single_shape>(data_path("porep/c1_2KiB.bin"), output.registered) == output));
}

BOOST_AUTO_TEST_CASE(damage_is_refused_or_read_as_another_output) {
  porep::registered_proof const kind(5);
  auto const output = random_c1_output<sub_shape>(kind);
  auto const file = written(output);
  auto const read = [&](io::input const& in) { static_cast<void>(porep::read_c1_binary<sub_shape>(in, kind)); };
  cuzk::insecure_seeded_random random(seed());
  for (int i = 0; i < 300; ++i) {
    auto const cut = random.next_u64() % file.size();
    refuses("cut", bytes(file.begin(), file.begin() + static_cast<std::ptrdiff_t>(cut)), read);
  }
  auto longer = file;
  longer.push_back(std::byte{0});
  refuses("a byte more", longer, read);
  // Every byte of the first challenge's beginning, then some: counts and kinds are refused, elements make another.
  for (std::size_t at = 0; at < file.size(); at += at < 2000 ? 1 : 1 + random.next_u64() % 97) {
    auto other = file;
    other[at] ^= std::byte{1};
    try {
      BOOST_TEST(!(porep::read_c1_binary<sub_shape>(other, kind) == output), "byte " << at << " was not looked at");
    } catch (cuzk::format_error const& e) {
      BOOST_TEST(!e.field().empty());
    }
  }
  for (std::size_t const at : {0U, 8U, 16U, 20U}) {
    for (std::uint64_t const claim : {std::uint64_t{0}, ~std::uint64_t{0}, std::uint64_t{1} << 40U}) {
      auto other = file;
      put(other, at, claim, at == 16 ? 4 : 8);
      survives("a claim", other, read);
    }
  }
}

BOOST_AUTO_TEST_CASE(node_0_is_no_challenge) {
  auto const output = c1_output_of_node_0();
  BOOST_CHECK_THROW(static_cast<void>(written(output)), cuzk::invalid_argument);
  io::memory_output out;
  porep::detail::c1_binary_writer<single_shape, io::memory_output>(out).output(output);
  BOOST_CHECK_EXCEPTION(
      static_cast<void>(porep::read_c1_binary<single_shape>(out.bytes, output.registered)), cuzk::format_error,
      [](cuzk::format_error const& e) { return std::string(e.what()).find("node 0") != std::string::npos; });
}

BOOST_AUTO_TEST_CASE(what_does_not_fit_is_the_callers_mistake) {
  auto const output = random_c1_output<single_shape>(porep::registered_proof(5));
  auto const file = written(output);
  BOOST_CHECK_THROW(static_cast<void>(porep::read_c1_binary<single_shape>(file, porep::registered_proof(6))),
                    cuzk::invalid_argument);
  BOOST_CHECK_THROW(static_cast<void>(porep::read_c1_binary<single_shape>(file, porep::registered_proof(15))),
                    cuzk::format_error);
  auto other = output;
  other.proofs[0].challenges.pop_back();
  BOOST_CHECK_THROW(static_cast<void>(written(other)), cuzk::invalid_argument);
}

}  // namespace
