// SPDX-License-Identifier: Apache-2.0
// Proofs of replication on a device, against the host's, for a sector of eight nodes: a circuit of a million rows made
// of the same parts as the network's. Returns 77 where there is no device.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/core/random.hpp>
#include <cuzk/exec/cuda.cuh>
#include <cuzk/exec/serial.hpp>
#include <cuzk/groth16/prove_options.hpp>
#include <cuzk/memory/device_resource.cuh>
#include <cuzk/memory/pageable.hpp>
#include <cuzk/porep/device_setup.cuh>
#include <cuzk/porep/prover.cuh>
#include <cuzk/porep/verifier.hpp>

#include <gpu/groth16/host_key.cuh>
#include <porep/shapes.hpp>
#include <support/gpu_test.cuh>

namespace {

namespace porep = cuzk::porep;
using cuzk_test::own_stream;
using cuzk_test::require;
using cuzk_test::require_throws;
using porep::fr;
using shape = cuzk_test::eight_nodes;
using partition = porep::vanilla_proof<shape>;

constexpr cuzk::exec::serial host{};

// A sector with one challenge after the other, each a partition of its own, and a key.
struct world {
  own_stream stream;
  cuzk::memory::device_pool pool;
  cuzk::exec::cuda where{cuzk::stream_ref(stream.get()), pool};
  std::vector<std::uint64_t> challenges{5, 7, 1};
  cuzk_test::simulated<shape> made{challenges};
  std::vector<partition> partitions{made.sector.proof(0), made.sector.proof(1), made.sector.proof(2)};
  cuzk::groth16::device_key<porep::curve, porep::qap> key =
      porep::insecure_development_device_key<shape>(host, where, 1);
  porep::verifying_key vk{key.vk};

  static world& get() {
    static world& one = *new world;  // left to the process: CUDA may end before statics do
    return one;
  }

  template <class Prover>
  std::vector<std::byte> prove(Prover& prover, std::size_t count, std::uint64_t seed,
                               porep::prove_options const& options = {}) const {
    return prover.prove(host, made.sector.of(), std::span<partition const>(partitions).first(count),
                        cuzk::insecure_seeded_random(seed), options);
  }
  [[nodiscard]] bool verifies(std::span<std::byte const> proofs) const {
    std::vector<std::vector<std::uint64_t>> all;
    for (std::size_t i = 0; i * porep::partition_proof_bytes < proofs.size(); ++i) all.push_back({challenges[i]});
    return porep::verify<shape>(host, vk, made.graph, made.sector.of(),
                                std::span<std::vector<std::uint64_t> const>(all), proofs, cuzk::os_random{});
  }
};

void proofs_equal_the_hosts() {
  auto& w = world::get();
  porep::device_prover<shape> on_device(w.where, w.key);
  auto const key = cuzk_test::on_host(w.stream.get(), w.key);
  porep::prover<shape> on_host(key);
  require(on_device.size() == on_host.size(), "one circuit");
  auto const proofs = w.prove(on_device, 1, 3);
  require(proofs == w.prove(on_host, 1, 3), "the same proof from the same blinding");
  require(w.verifies(proofs), "it verifies");
}

void partitions_share_few_places() {
  auto& w = world::get();
  std::vector<std::byte> first;
  for (std::size_t const places : {1U, 2U, 5U}) {
    porep::device_prover<shape> prover(w.where, w.key, places);
    std::array<std::size_t, 3> synthesised{}, proved{};
    porep::prove_options options;
    options.observer = [&](std::size_t k, std::string_view stage, std::chrono::nanoseconds) {
      ++(stage == "synthesis" ? synthesised : proved).at(k);
    };
    for (int again = 0; again < 2; ++again) {
      auto const proofs = w.prove(prover, 3, 4, options);
      require(proofs.size() == 3 * porep::partition_proof_bytes, "192 bytes a partition");
      require(w.verifies(proofs), "all verify, each for its own challenge");
      if (first.empty()) first = proofs;
      require(proofs == first, "the places change nothing");
    }
    require(synthesised == std::array<std::size_t, 3>{2, 2, 2} && proved == synthesised, "every stage is told");
  }
}

void ordinary_memory_does() {
  auto& w = world::get();
  porep::device_prover<shape, cuzk::memory::pageable> prover(w.where, w.key);
  require(w.verifies(w.prove(prover, 2, 5)), "they verify");
}

// The prover keeps a key that others have too, and lets it go.
void a_key_may_be_shared() {
  auto& w = world::get();
  auto key = std::make_shared<porep::device_prover<shape>::key_type>(
      porep::insecure_development_device_key<shape>(host, w.where, 1));
  std::weak_ptr<porep::device_prover<shape>::key_type const> const alive = key;
  {
    porep::device_prover<shape> prover(w.where, std::move(key));
    require(!alive.expired(), "the prover keeps its key");
    porep::device_prover<shape> other(w.where, w.key);
    require(w.prove(prover, 1, 3) == w.prove(other, 1, 3), "the same proof with the same key of one's own");
  }
  require(alive.expired(), "the key goes with the last prover");
}

void a_false_partition_gives_no_proofs() {
  auto& w = world::get();
  porep::device_prover<shape> prover(w.where, w.key);
  auto wrong = w.partitions;
  wrong[1].challenges[0].drg_parents[2].labels[1] += fr::one();
  require_throws<cuzk::groth16::proof_rejected>(
      [&] {
        static_cast<void>(prover.prove(host, w.made.sector.of(), std::span<partition const>(wrong), cuzk::os_random{}));
      },
      "does not verify");
  require(w.verifies(w.prove(prover, 3, 6)), "the next ones are proved");
}

void what_does_not_fit_is_refused() {
  auto& w = world::get();
  using prover = porep::device_prover<shape>;
  require_throws<cuzk::invalid_argument>([&] { prover(w.where, w.key, 0); }, "no partitions");
  require_throws<cuzk::invalid_argument>([&] { prover(w.where, std::shared_ptr<prover::key_type const>()); },
                                         "without a key");
  using other = porep::device_prover<cuzk_test::three_challenges>;
  require_throws<cuzk::invalid_argument>([&] { other(w.where, w.key); }, "wires of the circuit");
  prover one(w.where, w.key, 1);
  require_throws<cuzk::invalid_argument>([&] { static_cast<void>(w.prove(one, 0, 1)); }, "no partitions");
  auto shorter = w.partitions;
  shorter[2].challenges[0].data.levels.pop_back();
  require_throws<cuzk::invalid_argument>(
      [&] {
        static_cast<void>(one.prove(host, w.made.sector.of(), std::span<partition const>(shorter), cuzk::os_random{}));
      },
      "levels");
}

}  // namespace

int main() {
  if (cuzk_test::is_left_out("a circuit of a million rows; the prover's own tests have every kernel")) return 77;
  cuzk_test::gpu_case const cases[] = {
      {"proofs_equal_the_hosts", proofs_equal_the_hosts},
      {"partitions_share_few_places", partitions_share_few_places},
      {"ordinary_memory_does", ordinary_memory_does},
      {"a_key_may_be_shared", a_key_may_be_shared},
      {"a_false_partition_gives_no_proofs", a_false_partition_gives_no_proofs},
      {"what_does_not_fit_is_refused", what_does_not_fit_is_refused},
  };
  return cuzk_test::gpu_main(cases);
}
