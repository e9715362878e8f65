// SPDX-License-Identifier: Apache-2.0
// seal FOLDER [--proof NAME] [--data FILE] [--miner N] [--sector N] [--ticket HEX]

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/io/input.hpp>
#include <cuzk/io/output.hpp>
#include <cuzk/porep/fr32.hpp>
#include <cuzk/porep/seal.hpp>

#include "../groth16_cli/report.hpp"
#include "commands.hpp"
#include "physical_memory.hpp"
#include "sealing_report.hpp"
#include "sector_folder.hpp"

namespace porep_cli {
namespace {

// The file's bytes or drawn ones, filled with zeros to a sector and padded.
template <class Shape>
std::vector<std::byte> padded_data(seal_arguments const& arguments, cli::secrets_source& random,
                                   std::uint64_t& data_bytes) {
  std::uint64_t const most = Shape::bytes / porep::fr32_padded_bytes * porep::fr32_data_bytes;
  std::vector<std::byte> data(static_cast<std::size_t>(most));
  if (arguments.data.empty()) {
    random.fill(data);
    data_bytes = most;
  } else {
    cuzk::io::input const file(arguments.data);
    data_bytes = file.bytes().size();
    if (data_bytes > most) {
      throw cuzk::invalid_argument(arguments.data + ": " + std::to_string(data_bytes) +
                                   " bytes; a sector of this size holds " + std::to_string(most));
    }
    std::copy(file.bytes().begin(), file.bytes().end(), data.begin());
  }
  std::vector<std::byte> padded(static_cast<std::size_t>(Shape::bytes));
  porep::fr32_pad(padded, data);
  return padded;
}

template <class Shape>
int seal(cli::settings const& s, seal_arguments const& arguments, porep::registered_proof const& proof) {
  require_memory_to_seal<Shape>();
  cli::report out("seal", s.json);
  auto const where = cli::make_executor(s);
  cli::secrets_source random(s);
  sector_folder const folder(arguments.folder);
  if (std::filesystem::exists(folder.record())) {
    throw cuzk::invalid_argument(arguments.folder + ": holds a sector already");
  }
  std::filesystem::create_directories(folder.path());

  sector_record record;
  record.proof = proof;
  record.prover_id = porep::prover_id_of_miner(arguments.miner);
  record.sector_number = arguments.sector_number;
  if (arguments.ticket_hex.empty()) {
    random.fill(record.ticket);
  } else {
    record.ticket = from_hex(arguments.ticket_hex, "--ticket");
  }
  out.begin("read data");
  auto const data = padded_data<Shape>(arguments, random, record.data_bytes);
  out.end();

  out.begin("seal");
  porep::seal_options options;
  options.progress = sealing_report(out);
  auto const sector = porep::seal<Shape>(where, record.identity(), data, options);
  out.end();
  record.comm_d = porep::to_node(sector.statement().comm_d);
  record.comm_r = porep::to_node(sector.statement().comm_r);

  out.begin("write");
  cuzk::io::write_file(folder.replica(), [&](auto& file) { file.write(std::as_bytes(sector.replica())); });
  folder.write(record);
  out.end();
  out.fact("sector_bytes", Shape::bytes);
  out.fact("replica_id", to_hex(porep::to_node(sector.statement().replica_id)));
  out.fact("comm_d", to_hex(record.comm_d));
  out.fact("comm_r", to_hex(record.comm_r));
  out.print();
  return cli::exit_fine;
}

}  // namespace

int run_seal(cli::settings const& s, seal_arguments const& arguments) {
  auto const proof = proof_named(arguments.proof);
  return with_shape(proof, [&]<class Shape>() { return seal<Shape>(s, arguments, proof); });
}

}  // namespace porep_cli
