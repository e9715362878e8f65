// SPDX-License-Identifier: Apache-2.0
// node sets.mjs CUZK_GROTH16 OUT DATA: every set under DATA/CURVE/NAME, both ways; then keys made here.
import fs from "node:fs";
import path from "node:path";
import { check, crossCheck, cuzk, finish, out, readJson } from "./peer.mjs";

const data = process.argv[4];
// The fields of a verification key that say something; vk_alphabeta_12 is a cache of a pairing.
const parts = ["protocol", "curve", "nPublic", "vk_alpha_1", "vk_beta_2", "vk_gamma_2", "vk_delta_2", "IC"];

for (const curve of fs.readdirSync(data)) {
  for (const set of fs.readdirSync(path.join(data, curve))) {
    const at = (file) => path.join(data, curve, set, file);
    const name = `${curve}/${set}`;
    await crossCheck(name, at("circuit.zkey"), at("witness.wtns"), at("vkey.json"), readJson(at("public.json")));
    cuzk(`${name}: cuzk accepts the stored proof`, 0, "verify", at("vkey.json"), at("public.json"), at("proof.json"));

    const exported = path.join(out, name, "exported.json");
    if (cuzk(`${name}: cuzk exports the verification key`, 0, "export-vkey", at("circuit.zkey"), exported)) {
      const theirs = readJson(at("vkey.json"));
      const ours = readJson(exported);
      for (const part of parts) {
        check(`${name}: exported ${part}`, JSON.stringify(ours[part]) === JSON.stringify(theirs[part]));
      }
    }

    // A key made here from the circuit alone serves snarkjs as well.
    const zkey = path.join(out, name, "own.zkey");
    if (cuzk(`${name}: cuzk makes a key`, 0, "setup", at("circuit.r1cs"), zkey, "--insecure-development")) {
      const vkey = path.join(out, name, "own.json");
      cuzk(`${name}: cuzk exports it`, 0, "export-vkey", zkey, vkey);
      await crossCheck(`${name}/own_key`, zkey, at("witness.wtns"), vkey, readJson(at("public.json")));
    }
  }
}
finish();
