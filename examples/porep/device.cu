// SPDX-License-Identifier: Apache-2.0
#include "device.hpp"

#include <algorithm>

#include <cuzk/core/detail/handles.cuh>
#include <cuzk/exec/cuda.cuh>
#include <cuzk/groth16/device_key.cuh>
#include <cuzk/memory/device_resource.cuh>
#include <cuzk/porep/prover.cuh>

namespace porep_cli {

namespace porep = cuzk::porep;

template <class Shape>
std::vector<std::byte> prove_on_device(cli::executor const& host, porep::proving_key const& key,
                                       porep::statement const& of,
                                       std::span<porep::vanilla_proof<Shape> const> partitions,
                                       cli::random_bytes const& random, porep::prove_options const& options) {
  auto const stream = cuzk::detail::make_stream();
  cuzk::memory::device_pool pool;
  cuzk::exec::cuda const where(cuzk::stream_ref(stream.get()), pool);
  cuzk::groth16::device_key<porep::curve, porep::qap> const on_device(where, key);
  porep::device_prover<Shape> prover(where, on_device, std::min<std::size_t>(2, partitions.size()));
  return prover.prove(host, of, partitions, random, options);
}

template std::vector<std::byte> prove_on_device<porep::sector_2KiB>(
    cli::executor const&, porep::proving_key const&, porep::statement const&,
    std::span<porep::vanilla_proof<porep::sector_2KiB> const>, cli::random_bytes const&, porep::prove_options const&);
template std::vector<std::byte> prove_on_device<porep::sector_8MiB>(
    cli::executor const&, porep::proving_key const&, porep::statement const&,
    std::span<porep::vanilla_proof<porep::sector_8MiB> const>, cli::random_bytes const&, porep::prove_options const&);
template std::vector<std::byte> prove_on_device<porep::sector_512MiB>(
    cli::executor const&, porep::proving_key const&, porep::statement const&,
    std::span<porep::vanilla_proof<porep::sector_512MiB> const>, cli::random_bytes const&, porep::prove_options const&);
template std::vector<std::byte> prove_on_device<porep::sector_32GiB>(
    cli::executor const&, porep::proving_key const&, porep::statement const&,
    std::span<porep::vanilla_proof<porep::sector_32GiB> const>, cli::random_bytes const&, porep::prove_options const&);
template std::vector<std::byte> prove_on_device<porep::sector_64GiB>(
    cli::executor const&, porep::proving_key const&, porep::statement const&,
    std::span<porep::vanilla_proof<porep::sector_64GiB> const>, cli::random_bytes const&, porep::prove_options const&);

}  // namespace porep_cli
