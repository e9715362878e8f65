// SPDX-License-Identifier: Apache-2.0
// What the peer tests share: running cuzk-groth16, and judging both provers by both verifiers.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import * as snarkjs from "snarkjs";

export const program = process.argv[2];
export const out = process.argv[3];
export const readJson = (file) => JSON.parse(fs.readFileSync(file, "utf8"));
export const writeJson = (file, value) => fs.writeFileSync(file, JSON.stringify(value));

let failures = 0;
let checks = 0;
export function check(what, right, detail = "") {
  checks++;
  if (!right) failures++;
  console.log(`${right ? "ok  " : "FAIL"} ${what}${right || !detail ? "" : `: ${detail}`}`);
  return right;
}

// Runs cuzk-groth16 and checks its exit code; returns whether it was the expected one.
export function cuzk(what, expected, ...args) {
  const run = spawnSync(program, args, { encoding: "utf8" });
  return check(what, run.status === expected, `exit ${run.status}, expected ${expected}: ${run.stderr.trim()}`);
}

// Proves with cuzk and with snarkjs; each proof must please both verifiers, and neither another statement.
export async function crossCheck(name, zkey, wtns, vkeyFile, expectedPublic = null) {
  const dir = path.join(out, name);
  fs.mkdirSync(dir, { recursive: true });
  const at = (file) => path.join(dir, file);
  const vkey = readJson(vkeyFile);
  if (!cuzk(`${name}: cuzk proves`, 0, "prove", zkey, wtns, at("proof.json"), at("public.json"))) return;
  const proof = readJson(at("proof.json"));
  const signals = readJson(at("public.json"));
  if (expectedPublic) {
    check(`${name}: the public signals are the known ones`, JSON.stringify(signals) === JSON.stringify(expectedPublic));
  }
  check(`${name}: snarkjs accepts the proof of cuzk`, await snarkjs.groth16.verify(vkey, signals, proof));
  cuzk(`${name}: cuzk accepts it too`, 0, "verify", vkeyFile, at("public.json"), at("proof.json"));

  const theirs = await snarkjs.groth16.prove(zkey, wtns);
  writeJson(at("theirs.json"), theirs.proof);
  writeJson(at("theirs_public.json"), theirs.publicSignals);
  check(`${name}: both name the same public signals`, JSON.stringify(theirs.publicSignals) === JSON.stringify(signals));
  cuzk(`${name}: cuzk accepts the proof of snarkjs`, 0, "verify", vkeyFile, at("theirs_public.json"), at("theirs.json"));

  if (signals.length > 0) {
    const other = [...signals];
    other[0] = (BigInt(other[0]) === 0n ? 1n : BigInt(other[0]) - 1n).toString();
    writeJson(at("other.json"), other);
    check(`${name}: snarkjs refuses another statement`, !(await snarkjs.groth16.verify(vkey, other, proof)));
    cuzk(`${name}: cuzk refuses another statement`, 1, "verify", vkeyFile, at("other.json"), at("theirs.json"));
  }
}

export function finish() {
  console.log(`${checks - failures} of ${checks} checks hold`);
  process.exit(failures === 0 && checks > 0 ? 0 : 1);  // exit ends the workers that snarkjs keeps
}
