// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE porep_c1_json
#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <cuzk/core/error.hpp>
#include <cuzk/io/output.hpp>
#include <cuzk/porep/c1_json.hpp>
#include <cuzk/porep/vanilla_verifier.hpp>

#include <io/allocations.hpp>
#include <io/hostile.hpp>

#include "c1_files.hpp"

namespace {

using namespace cuzk_test;
using json = nlohmann::ordered_json;
namespace io = cuzk::io;

template <class Shape>
bytes written(porep::c1_output<Shape> const& of) {
  io::memory_output out;
  porep::write_c1_json(out, of);
  return out.bytes;
}
template <class Shape>
void read(io::input const& from) {
  static_cast<void>(porep::read_c1_json<Shape>(from));
}
bytes text_of(json const& j) { return from_text(j.dump()); }

template <class Shape>
void is_read_as_written(std::uint64_t registered) {
  porep::registered_proof const kind(registered);
  auto const output = random_c1_output<Shape>(kind);
  auto const file = written(output);
  BOOST_TEST((porep::read_c1_json<Shape>(file) == output));
  porep::c1_document const document{io::input(file)};
  BOOST_TEST((document.registered() == kind));
  BOOST_TEST((document.output<Shape>() == output));
  // nlohmann/json prints the same fields in the same order.
  BOOST_TEST((text_of(json::parse(to_text(file))) == file));
}

BOOST_AUTO_TEST_CASE(outputs_are_read_as_written) {
  is_read_as_written<single_shape>(0);
  is_read_as_written<single_shape>(5);
  is_read_as_written<single_shape>(10);
  is_read_as_written<single_shape>(15);  // non-interactive: 13 partitions
  is_read_as_written<sub_shape>(5);
  is_read_as_written<top_shape>(6);
}

// A file that stays: were it read or written in another way, or made of other numbers, files of others would be too.
BOOST_AUTO_TEST_CASE(a_stored_output_is_made_again) {
  auto const stored = load_data("porep/c1_2KiB.json");
  auto const output = zero_sector_c1_output();
  BOOST_TEST((written(output) == stored));
  auto const again = porep::read_c1_json<single_shape>(data_path("porep/c1_2KiB.json"));
  BOOST_TEST((again == output));
  porep::stacked_graph const graph(single_shape::nodes, again.registered.id(), again.registered.version());
  auto const challenges = porep::interactive_challenges<single_shape>(again.of.replica_id, again.seed, 0);
  BOOST_TEST(porep::verify_vanilla(graph, again.of, std::span<std::uint64_t const>(challenges), again.proofs[0]));
  // The commitment of 2 KiB of zeros, as the network knows it.
  BOOST_TEST(to_hex(porep::to_node(again.of.comm_d)) ==
             "fc7e928296e516faade986b28f92d44a4f24b935485223376a799027bc18f833");
}

BOOST_AUTO_TEST_CASE(node_0_is_no_challenge) {
  auto const output = c1_output_of_node_0();
  BOOST_CHECK_THROW(static_cast<void>(written(output)), cuzk::invalid_argument);
  io::memory_output out;
  porep::detail::c1_json_writer<single_shape, io::memory_output>(out).output(output);
  BOOST_CHECK_EXCEPTION(read<single_shape>(out.bytes), cuzk::format_error, [](cuzk::format_error const& e) {
    return std::string(e.what()).find("node 0") != std::string::npos;
  });
}

BOOST_AUTO_TEST_CASE(envelopes_are_read_as_written) {
  for (std::size_t size = 0; size < 20; ++size) {
    porep::c1_envelope const envelope{77, 2048, bytes(size, static_cast<std::byte>(0xf0 + size))};
    io::memory_output out;
    porep::write_c1_envelope(out, envelope);
    BOOST_TEST((porep::read_c1_envelope(out.bytes) == envelope));
  }
  // RFC 4648, section 10.
  auto const content = [](std::string const& text) {
    auto const file = from_text(R"({"SectorNum":1,"Phase1Out":")" + text + R"(","SectorSize":2})");
    return to_text(porep::read_c1_envelope(file).phase1_out);
  };
  BOOST_TEST(content("").empty());
  BOOST_TEST(content("Zg==") == "f");
  BOOST_TEST(content("Zm8=") == "fo");
  BOOST_TEST(content("Zm9v") == "foo");
  BOOST_TEST(content("Zm9vYmFy") == "foobar");
  auto const refused = [](std::string const& what, std::string const& file) {
    refuses(what, from_text(file), [](io::input const& in) { static_cast<void>(porep::read_c1_envelope(in)); });
  };
  for (auto const* const text :
       {"Z", "Zg", "Zg=", "Zg===", "====", "Zh==", "Zm9=", "Zg==Zg==", "Zm=v", "Zm9-", "Zm 9"}) {
    refused(text, R"({"SectorNum":1,"Phase1Out":")" + std::string(text) + R"(","SectorSize":2})");
  }
  refused("a field less", R"({"SectorNum":1,"Phase1Out":""})");
  refused("a field more", R"({"SectorNum":1,"Phase1Out":"","SectorSize":2,"seed":3})");
  refused("a number below zero", R"({"SectorNum":-1,"Phase1Out":"","SectorSize":2})");
  refused("no text", R"({"SectorNum":1,"Phase1Out":5,"SectorSize":2})");
}

// What stands for all values at such a place: list positions do not matter.
std::string place_class(std::string const& pointer) {
  std::string out;
  bool in_number = false;
  for (std::size_t i = 0; i < pointer.size(); ++i) {
    bool const is_digit = pointer[i] >= '0' && pointer[i] <= '9' && (in_number || pointer[i - 1] == '/');
    if (!is_digit) out += pointer[i];
    if (is_digit && !in_number) out += '*';
    in_number = is_digit;
  }
  return out;
}

// For files that are parsed a thousand times.
struct one_challenge {
  static constexpr std::size_t minimum = 1;
  static constexpr std::size_t partitions = 1;
  static constexpr std::size_t non_interactive_minimum = 1;
  static constexpr std::size_t non_interactive_partitions = 1;
};

// Every kind of value in the file, damaged in every way.
template <class Shape>
void damage_is_refused(std::uint64_t registered) {
  auto const file = json::parse(to_text(written(random_c1_output<Shape>(porep::registered_proof(registered)))));
  std::set<std::string> seen;
  auto const flat = file.flatten();
  std::vector<std::string> places;
  for (auto const& [pointer, leaf] : flat.items()) {
    // The value and all that it is in.
    for (auto at = pointer; !at.empty(); at = at.substr(0, at.rfind('/'))) {
      if (seen.insert(place_class(at)).second) places.push_back(at);
    }
  }
  BOOST_TEST(places.size() > 50U);
  auto const refused = [&](std::string const& what, json const& damaged) {
    refuses(what, text_of(damaged), read<Shape>);
  };
  for (auto const& at : places) {
    json::json_pointer const pointer(at);
    bool const is_null = file.at(pointer).is_null();
    for (auto const* const other :
         {"null", "true", "-1", "1.5", "256", "\"x\"", "{}", "[[]]", "99999999999999999999999"}) {
      auto damaged = file;
      damaged.at(pointer) = json::parse(other);
      if (is_null && damaged == file) continue;
      refused(at + " = " + other, damaged);
    }
    auto damaged = file;
    auto& parent = damaged.at(pointer.parent_pointer());
    if (parent.is_object()) {
      parent.erase(pointer.back());
      if (pointer.back() != "_h") refused(at + " left out", damaged);
      damaged = file;
      damaged.at(pointer.parent_pointer())["unknown"] = 1;
      refused(at + " with an unknown field", damaged);
      damaged = file;
      damaged.at(pointer.parent_pointer())["SectorNum"] = 1;
      refused(at + " with a field that does not belong there", damaged);
    } else {
      parent.erase(std::stoul(pointer.back()));
      refused(at + " left out", damaged);
      damaged = file;
      auto& list = damaged.at(pointer.parent_pointer());
      list.push_back(json(list.at(0)));
      refused(at + " twice", damaged);
    }
  }
}

BOOST_AUTO_TEST_CASE(any_damage_of_form_is_refused) {
  damage_is_refused<porep::sector_shape<2048, 8, 0, 1, one_challenge>>(5);
}

// Where the form says a thing twice, both must be the same.
BOOST_AUTO_TEST_CASE(contradictions_are_refused) {
  auto const file = json::parse(to_text(written(random_c1_output<single_shape>(porep::registered_proof(5)))));
  std::string const challenge = "/vanilla_proofs/StackedDrg2KiBV1/0/1";
  auto const refused = [&](std::string const& place) {
    auto damaged = file;
    auto& value = damaged.at(json::json_pointer(challenge + place));
    value = value.get<std::uint64_t>() ^ 1U;
    refuses(place, text_of(damaged), read<single_shape>);
  };
  refused("/labeling_proofs/0/parents/0/0");
  refused("/labeling_proofs/1/parents/36/31");
  refused("/labeling_proofs/0/layer_index");
  refused("/labeling_proofs/1/node");
  refused("/encoding_proof/parents/13/5");
  refused("/encoding_proof/layer_index");
  refused("/encoding_proof/node");
  refused("/replica_column_proofs/c_x/column/index");
  refused("/replica_column_proofs/c_x/inclusion_proof/data/Single/path/path/0/index");
  refused("/replica_column_proofs/drg_parents/3/column/index");
  refused("/replica_column_proofs/drg_parents/3/column/rows/0/0");  // its label is a parent's too
}

BOOST_AUTO_TEST_CASE(what_is_no_such_file_is_refused) {
  auto const file = written(random_c1_output<single_shape>(porep::registered_proof(5)));
  for (std::size_t const cut : {std::size_t{0}, std::size_t{1}, std::size_t{20}, file.size() / 2, file.size() - 1}) {
    refuses("cut to " + std::to_string(cut), bytes(file.begin(), file.begin() + static_cast<std::ptrdiff_t>(cut)),
            read<single_shape>);
  }
  auto longer = file;
  longer.push_back(std::byte{'x'});
  refuses("a character behind", longer, read<single_shape>);
  longer.back() = std::byte{0};
  refuses("a zero byte behind", longer, read<single_shape>);
  refuses("nested lists", from_text(std::string(1000, '[')), read<single_shape>);
  refuses("nested objects", from_text("{\"data\":" + std::string(30, '[') + std::string(30, ']') + "}"),
          read<single_shape>);
  std::string many = "{\"rows\":[";
  for (int i = 0; i < 1000; ++i) many += "[],";
  refuses("a long list", from_text(many + "[]]}"), read<single_shape>);
  refuses("a field twice", from_text(R"({"seed":1,"seed":1})"), read<single_shape>);
  auto text = to_text(file);
  auto const name = text.find("StackedDrg2KiBV1_1");
  refuses("an unknown kind", from_text(text.replace(name, 18, "StackedDrg4KiBV1_1")), read<single_shape>);
  // The caller's mistake: a file of another size.
  BOOST_CHECK_THROW(static_cast<void>(porep::read_c1_json<porep::sector_8MiB>(file)), cuzk::invalid_argument);
  // Damaged at random, byte by byte.
  cuzk::insecure_seeded_random random(seed());
  for (int i = 0; i < 300; ++i) {
    auto other = file;
    other[random.next_u64() % other.size()] = static_cast<std::byte>(random.next_u64());
    survives("one byte", other, read<single_shape>);
  }
}

BOOST_AUTO_TEST_CASE(what_has_no_form_is_not_written) {
  auto const output = random_c1_output<single_shape>(porep::registered_proof(5));
  auto const refused = [&](auto const& change) {
    auto other = output;
    change(other);
    BOOST_CHECK_THROW(static_cast<void>(written(other)), cuzk::invalid_argument);
  };
  refused([](auto& o) { o.registered = porep::registered_proof(6); });
  refused([](auto& o) { o.registered = porep::registered_proof(15); });
  refused([](auto& o) { o.proofs.clear(); });
  refused([](auto& o) { o.proofs[0].challenges.pop_back(); });
  refused([](auto& o) { o.proofs[0].challenges[0].challenge ^= 1U; });
  refused([](auto& o) { o.proofs[0].challenges[0].data.levels.pop_back(); });
  refused([](auto& o) { o.proofs[0].challenges[0].replica.levels[0].siblings.pop_back(); });
  refused([](auto& o) { o.proofs[0].challenges[1].column.path.levels[1].index = 8; });
  refused([](auto& o) { o.proofs[0].challenges[1].drg_parents[5].path.levels.clear(); });
  refused([](auto& o) { o.proofs[0].challenges[1].expander_parents[7].path.levels.pop_back(); });
}

}  // namespace
