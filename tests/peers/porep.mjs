// SPDX-License-Identifier: Apache-2.0
// snarkjs judges the proof of a sector: a 2 KiB one, from its sealing to the files that snarkjs reads, with a key made
// for that. Arguments: cuzk-porep, a folder for its files.
import fs from "node:fs";
import path from "node:path";
import * as snarkjs from "snarkjs";
import { check, cuzk, finish, out, readJson } from "./peer.mjs";

fs.rmSync(out, { recursive: true, force: true });
const sector = path.join(out, "sector");
const keys = path.join(out, "keys");
fs.mkdirSync(out, { recursive: true });
cuzk("a key is made", 0, "setup", keys, "--insecure-development");
cuzk("a sector is sealed", 0, "seal", sector);
cuzk("it is challenged", 0, "challenge", sector);
cuzk("it is proved", 0, "prove", sector, "--keys", keys);
cuzk("cuzk accepts the proof", 0, "verify", sector, "--keys", keys);
cuzk("all is written for snarkjs", 0, "export", sector, "--keys", keys);

const vkey = readJson(path.join(sector, "verification_key.json"));
const proof = readJson(path.join(sector, "proof_0.json"));
const signals = readJson(path.join(sector, "public_0.json"));
check("the circuit has 39 public inputs", signals.length === 39 && vkey.nPublic === 39);
check("snarkjs accepts the proof", await snarkjs.groth16.verify(vkey, signals, proof));
for (const i of signals.keys()) {
  const other = [...signals];
  other[i] = (BigInt(other[i]) + 1n).toString();
  check(`snarkjs refuses another public input ${i}`, !(await snarkjs.groth16.verify(vkey, other, proof)));
}
fs.rmSync(keys, { recursive: true, force: true });  // a gigabyte
finish();
