// SPDX-License-Identifier: Apache-2.0
// node semaphore.mjs CUZK_GROTH16 OUT DEPTH: group membership as deployed (BN254), with the key of its ceremony.
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import * as snarkjs from "snarkjs";
import { crossCheck, finish, out } from "./peer.mjs";

const depth = Number(process.argv[4]);
const packages = path.join(path.dirname(fileURLToPath(import.meta.url)), "node_modules");
const artifact = (kind) => path.join(packages, "@zk-kit/semaphore-artifacts", `semaphore-${depth}.${kind}`);

// 250 bits are below the order of the circuit's own curve, which bounds the secret.
const number = (tag, bits = 250n) => BigInt(`0x${createHash("sha256").update(tag).digest("hex")}`) >> (256n - bits);
const input = {
  secret: number("member"),
  merkleProofLength: BigInt(depth),
  merkleProofIndex: number("leaf", BigInt(depth)),
  merkleProofSiblings: Array.from({ length: depth }, (_, i) => number(`sibling ${i}`)),
  message: number("message"),
  scope: number("scope"),
};
fs.mkdirSync(out, { recursive: true });
const witness = path.join(out, `semaphore-${depth}.wtns`);
await snarkjs.wtns.calculate(input, artifact("wasm"), witness);
await crossCheck(`semaphore-${depth}`, artifact("zkey"), witness, artifact("json"));
finish();
