// SPDX-License-Identifier: Apache-2.0
// node darkforest.mjs CUZK_GROTH16 OUT: circuits of a deployed game (BN254) up to 2^15, with mostly 0/1 witnesses.
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import * as snarkjs from "snarkjs";
import { check, crossCheck, cuzk, finish, out, readJson, writeJson } from "./peer.mjs";

const packages = path.join(path.dirname(fileURLToPath(import.meta.url)), "node_modules");
const artifact = (name, kind) => path.join(packages, "@darkforest_eth/snarks", `${name}.${kind}`);
const number = (tag, bits) => BigInt(`0x${createHash("sha256").update(tag).digest("hex")}`) >> (256n - bits);
const map = { PLANETHASH_KEY: 8n, SPACETYPE_KEY: 9n, SCALE: 4096n, xMirror: 0n, yMirror: 1n };
const here = { x: 1000n, y: -300n };
const circuits = {
  whitelist: { key: number("key", 250n), recipient: number("recipient", 160n) },
  reveal: { ...here, ...map },
  biomebase: { ...here, PLANETHASH_KEY: 8n, BIOMEBASE_KEY: 10n, SCALE: 4096n, xMirror: 0n, yMirror: 1n },
  init: { ...here, r: 1045n, ...map },
  move: { x1: 1000n, y1: -300n, x2: 1300n, y2: 100n, r: 2000n, distMax: 500n, ...map },
};

async function witnessOf(name, input, file) {
  const witness = path.join(out, `${file}.wtns`);
  await snarkjs.wtns.calculate(input, artifact(name, "wasm"), witness);
  return witness;
}

fs.rmSync(out, { recursive: true, force: true });
fs.mkdirSync(out, { recursive: true });
for (const [name, input] of Object.entries(circuits)) {
  const vkey = path.join(out, `${name}.vkey.json`);
  writeJson(vkey, await snarkjs.zKey.exportVerificationKey(artifact(name, "zkey")));
  await crossCheck(`darkforest-${name}`, artifact(name, "zkey"), await witnessOf(name, input, name), vkey);
}

// This circuit's calculator gives out a witness that breaks its constraints. cuzk refuses to prove from it;
// snarkjs makes a proof, which no verifier takes.
const broken = await witnessOf("init", { ...circuits.init, r: 2000n }, "init_broken");
const [proof, signals, vkey] = ["broken_proof.json", "broken_public.json", "init.vkey.json"].map((f) => path.join(out, f));
cuzk("broken witness: cuzk refuses to prove", 1, "prove", artifact("init", "zkey"), broken, proof, signals);
check("broken witness: nothing is written", !fs.existsSync(proof) && !fs.existsSync(signals));
const theirs = await snarkjs.groth16.prove(artifact("init", "zkey"), broken);
writeJson(proof, theirs.proof);
writeJson(signals, theirs.publicSignals);
cuzk("broken witness: cuzk refuses the proof of snarkjs", 1, "verify", vkey, signals, proof);
check("broken witness: snarkjs refuses it", !(await snarkjs.groth16.verify(readJson(vkey), theirs.publicSignals, theirs.proof)));
finish();
