// SPDX-License-Identifier: Apache-2.0
// export-vkey IN.zkey OUT.json

#include <cuzk/io/input.hpp>
#include <cuzk/io/json.hpp>
#include <cuzk/io/zkey.hpp>
#include <cuzk/pairing/pairing.hpp>

#include "commands.hpp"
#include "curve_choice.hpp"
#include "report.hpp"

namespace cli {
namespace {

template <class C>
int export_vkey(settings const& s, export_arguments const& files, cuzk::io::input const& zkey) {
  report out("export-vkey", s.json);
  out.fact("curve", C::snarkjs_name);
  out.begin("export");
  auto const vk = cuzk::io::read_zkey_verifying_key<C>(zkey);
  cuzk::io::write_verifying_key_json<C>(files.out, vk, cuzk::pairing::pairing<C>(vk.alpha_g1, vk.beta_g2));
  out.end();
  out.fact("public_inputs", vk.public_count());
  if (s.json) out.print();
  return exit_fine;
}

}  // namespace

int run_export(settings const& s, export_arguments const& files) {
  cuzk::io::input const zkey(files.key);
  return with_curve(identify_as(zkey, cuzk::io::file_format::zkey), files.key,
                    [&]<class C>() { return export_vkey<C>(s, files, zkey); });
}

}  // namespace cli
