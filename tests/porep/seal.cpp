// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE porep_seal
#include <boost/test/unit_test.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/exec/serial.hpp>
#include <cuzk/exec/tbb.hpp>
#include <cuzk/memory/memory_budget.hpp>
#include <cuzk/porep/fr32.hpp>
#include <cuzk/porep/seal.hpp>

#include <support/executors.hpp>

#include "porep_test.hpp"

namespace {

using namespace cuzk_test;
namespace hash = cuzk::hash;
using sector = porep::sector_2KiB;

std::span<bytes_32 const> nodes_of(std::vector<std::byte> const& data) {
  return {reinterpret_cast<bytes_32 const*>(data.data()), data.size() / porep::node_bytes};
}

// Each layer, row and sum by its definition.
template <class Shape>
struct by_definition {
  std::vector<std::vector<bytes_32>> labels;
  std::vector<fr> replica;
  fr comm_d, comm_c, comm_r_last, comm_r;

  by_definition(porep::sector_identity const& identity, std::vector<std::byte> const& data) {
    std::vector<bytes_32> row(nodes_of(data).begin(), nodes_of(data).end());
    while (row.size() > 1) {
      std::vector<bytes_32> above;
      for (std::size_t i = 0; i < row.size(); i += 2) {
        hash::sha256_hasher hasher;
        hasher.update(row[i]);
        hasher.update(row[i + 1]);
        above.push_back(porep::trimmed(hasher.digest()));
      }
      row = above;
    }
    comm_d = porep::to_field(row[0]);
    auto const id = porep::to_node(porep::replica_id(identity, comm_d));

    porep::stacked_graph const graph(Shape::nodes, identity.rules);
    for (std::size_t layer = 1; layer <= Shape::layers; ++layer) {
      auto& made = labels.emplace_back();
      for (std::size_t v = 0; v < Shape::nodes; ++v) {
        hash::sha256_hasher hasher;
        hasher.update(id);
        std::array<std::byte, 32> place{};
        place[3] = static_cast<std::byte>(layer);
        for (std::size_t i = 0; i < 8; ++i) place[4 + i] = static_cast<std::byte>(std::uint64_t{v} >> (56 - 8 * i));
        hasher.update(place);
        if (v != 0) {
          std::size_t const parents = layer == 1 ? 6 : 14;
          for (std::size_t i = 0; i < 37; ++i) {
            std::size_t const j = i % parents;
            hasher.update(j < 6 ? made[graph.parents(v)[j]] : labels[layer - 2][graph.parents(v)[j]]);
          }
        }
        made.push_back(porep::trimmed(hasher.digest()));
      }
    }

    std::vector<fr> columns;
    for (std::size_t v = 0; v < Shape::nodes; ++v) {
      std::vector<fr> column;
      for (auto const& layer : labels) column.push_back(porep::to_field(layer[v]));
      columns.push_back(hash::poseidon<fr, Shape::layers>::hash(std::span<fr const>(column)));
      replica.push_back(column.back() + porep::to_field(nodes_of(data)[v]));
    }
    comm_c = root(columns);
    comm_r_last = root(replica);
    comm_r = hash::poseidon<fr, 2>::hash(std::vector<fr>{comm_c, comm_r_last});
  }

  static fr root(std::vector<fr> row) {
    while (row.size() > Shape::base_trees) row = joined<8>(row);
    if (Shape::sub_arity == 2) row = joined<2>(row);
    if (Shape::sub_arity == 8) row = joined<8>(row);
    if (Shape::top_arity == 2) row = joined<2>(row);
    BOOST_REQUIRE(row.size() == 1U);
    return row[0];
  }
  template <std::size_t Arity>
  static std::vector<fr> joined(std::vector<fr> const& row) {
    std::vector<fr> above;
    for (std::size_t i = 0; i < row.size(); i += Arity) {
      above.push_back(hash::poseidon<fr, Arity>::hash(std::span<fr const>(row).subspan(i, Arity)));
    }
    return above;
  }
};

template <class Shape>
void seals_as_defined(porep::api_version version) {
  auto const data = padded_data(Shape::bytes);
  auto const identity = some_identity(version);
  by_definition<Shape> const expected(identity, data);
  auto const sealed = porep::seal<Shape>(cuzk::exec::tbb(2), identity, data);
  BOOST_TEST((sealed.statement().comm_d == expected.comm_d));
  BOOST_TEST((sealed.comm_c() == expected.comm_c));
  BOOST_TEST((sealed.comm_r_last() == expected.comm_r_last));
  BOOST_TEST((sealed.statement().comm_r == expected.comm_r));
  BOOST_TEST((sealed.statement().replica_id == porep::replica_id(identity, expected.comm_d)));
  for (std::size_t layer = 1; layer <= Shape::layers; ++layer) {
    auto const labels = sealed.labels(layer);
    BOOST_TEST((std::vector<bytes_32>(labels.begin(), labels.end()) == expected.labels[layer - 1]));
  }
  for (std::size_t v = 0; v < Shape::nodes; ++v) {
    BOOST_REQUIRE((sealed.replica()[v] == porep::to_node(expected.replica[v])));
  }
}

BOOST_AUTO_TEST_CASE(sectors_are_sealed_as_defined) {
  for (auto const version : {porep::api_version::v1_0, porep::api_version::v1_1, porep::api_version::v1_2}) {
    seals_as_defined<porep::sector_2KiB>(version);
  }
  seals_as_defined<porep::sector_4KiB>(porep::api_version::v1_1);
  seals_as_defined<porep::sector_16KiB>(porep::api_version::v1_1);
  seals_as_defined<porep::sector_32KiB>(porep::api_version::v1_1);
  // As many layers as production has, on a small sector.
  seals_as_defined<porep::sector_shape<2048, 0, 0, 11>>(porep::api_version::v1_1);
}

BOOST_AUTO_TEST_CASE(no_result_depends_on_the_executor) {
  auto const data = padded_data(sector::bytes);
  auto const expected = porep::seal<sector>(cuzk::exec::serial{}, some_identity(), data);
  for (auto const& where : every_executor()) {
    auto const sealed = porep::seal<sector>(where, some_identity(), data);
    BOOST_TEST((sealed.statement() == expected.statement()), where.name());
  }
}

BOOST_AUTO_TEST_CASE(unsealing_gives_the_data_back) {
  using shape = porep::sector_16KiB;
  std::vector<std::byte> const data(shape::bytes / 128 * 127, std::byte{0xa5});
  std::vector<std::byte> padded(shape::bytes);
  porep::fr32_pad(padded, data);
  auto const sealed = porep::seal<shape>(cuzk::exec::tbb(2), some_identity(), padded);
  std::vector<bytes_32> out(sealed.replica().begin(), sealed.replica().end());
  porep::unseal<shape>(cuzk::exec::serial{}, out, std::span<bytes_32 const>(out), some_identity(),
                       sealed.statement().comm_d);
  std::vector<std::byte> again(data.size());
  porep::fr32_unpad(again, std::as_bytes(std::span<bytes_32>(out)));
  BOOST_TEST((again == data));

  // Another identity has other labels.
  auto other = some_identity();
  ++other.sector_number;
  std::vector<bytes_32> wrong(sealed.replica().size());
  porep::unseal<shape>(cuzk::exec::serial{}, wrong, sealed.replica(), other, sealed.statement().comm_d);
  BOOST_TEST((wrong != out));
}

BOOST_AUTO_TEST_CASE(what_cannot_be_sealed_is_refused) {
  auto const identity = some_identity();
  auto const seal = [&](std::vector<std::byte> const& data, porep::seal_options const& options = {}) {
    static_cast<void>(porep::seal<sector>(cuzk::exec::serial{}, identity, data, options));
  };
  for (std::size_t const bytes : {std::size_t{0}, sector::bytes - 1, sector::bytes + 1, 2 * sector::bytes}) {
    BOOST_CHECK_THROW(seal(std::vector<std::byte>(bytes)), cuzk::invalid_argument);
  }
  for (std::size_t const node : {std::size_t{0}, std::size_t{63}}) {
    auto data = padded_data(sector::bytes);
    data[32 * node + 31] = std::byte{0x74};  // r begins with 0x73
    BOOST_CHECK_THROW(seal(data), cuzk::invalid_argument);
  }
  auto const sealed = porep::seal<sector>(cuzk::exec::serial{}, identity, padded_data(sector::bytes));
  BOOST_CHECK_THROW(static_cast<void>(sealed.labels(0)), cuzk::invalid_argument);
  BOOST_CHECK_THROW(static_cast<void>(sealed.labels(sector::layers + 1)), cuzk::invalid_argument);
  BOOST_CHECK_THROW(static_cast<void>(sealed.column(sector::nodes)), cuzk::invalid_argument);
  BOOST_CHECK_THROW(static_cast<void>(sealed.data_path(sector::nodes)), cuzk::invalid_argument);
  BOOST_CHECK_THROW(static_cast<void>(sealed.replica_path(sector::nodes)), cuzk::invalid_argument);
}

BOOST_AUTO_TEST_CASE(memory_is_reserved_while_the_sector_lives) {
  constexpr auto needed = porep::sealed_sector_bytes<sector>();
  // Labels twice, replica, 63 nodes of a binary tree, 1 + 8 of each other one.
  static_assert(needed == 3 * 2048 + 32 * (63 + 2 * 9));
  static_assert(porep::sealed_sector_bytes<porep::sector_512MiB>() < std::uint64_t{2300} << 20U);
  // With the data, three rounds of 2^5 values of the graph, and two times 14 parents of each of 64 nodes.
  static_assert(porep::seal_bytes<sector>() == 2048 + needed + 4 * (3 * 32 + 2 * 64 * 14));
  static_assert(porep::seal_bytes<porep::sector_32GiB>() >> 30U == 457);
  static_assert(porep::seal_bytes<porep::sector_64GiB>() >> 30U == 914);
  auto const data = padded_data(sector::bytes);
  porep::seal_options options;
  options.budget.emplace(cuzk::memory::memory_amounts{needed - 1, 0, 0});
  try {
    static_cast<void>(porep::seal<sector>(cuzk::exec::serial{}, some_identity(), data, options));
    BOOST_ERROR("more than the budget has was taken");
  } catch (cuzk::out_of_memory const& e) {
    BOOST_TEST(e.asked() == needed);
    BOOST_TEST(e.available() == needed - 1);
  }
  options.budget.emplace(cuzk::memory::memory_amounts{needed, 0, 0});
  {
    auto const sealed = porep::seal<sector>(cuzk::exec::serial{}, some_identity(), data, options);
    BOOST_TEST(options.budget->used().host == needed);
  }
  BOOST_TEST(options.budget->used().host == 0U);
}

BOOST_AUTO_TEST_CASE(progress_is_told_step_by_step) {
  std::vector<porep::sealing_progress> told;
  porep::seal_options options;
  options.progress = [&](porep::sealing_progress const& p) { told.push_back(p); };
  static_cast<void>(porep::seal<sector>(cuzk::exec::tbb(2), some_identity(), padded_data(sector::bytes), options));
  BOOST_REQUIRE(!told.empty());
  BOOST_TEST((told.back().step == porep::sealing_step::replica_tree));
  std::array<bool, 5> finished{};
  for (std::size_t i = 0; i < told.size(); ++i) {
    BOOST_TEST(told[i].done <= told[i].total);
    if (told[i].done == told[i].total) finished.at(static_cast<std::size_t>(told[i].step)) = true;
    if (i == 0) continue;
    BOOST_TEST((told[i - 1].step <= told[i].step));
    if (told[i - 1].step == told[i].step) BOOST_TEST(told[i - 1].done < told[i].done);
  }
  for (bool const all : finished) BOOST_TEST(all);
}

}  // namespace
