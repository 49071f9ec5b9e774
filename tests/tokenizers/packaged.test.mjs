// Tokenizer definitions that npm ships, against the Rust library: byte-level BPE with the patterns of Llama 3, Qwen and
// GPT-4o, and SentencePiece's BPE with byte fallback (Llama 2). WEMBED_ORACLE_TEXTS and WEMBED_ORACLE_SEED ask for more
// texts, or for the seed that a failure printed.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compareDefinition } from "./support/compare.mjs";
import { driver } from "./support/driver.mjs";
import { packaged, packagedJson } from "./support/real.mjs";

const count = Number(process.env.WEMBED_ORACLE_TEXTS ?? 200);
const seed = Number(process.env.WEMBED_ORACLE_SEED ?? Math.floor(Math.random() * 2 ** 32));

for (const name of packaged) {
  test(`${name} agrees with the Rust library (seed ${seed})`, async () => {
    const { differing } = await compareDefinition(driver, { name, json: packagedJson(name), pairs: true }, count, seed);
    const [first] = differing;
    assert.equal(first, undefined, `seed ${seed}: ${JSON.stringify(first)}`);
  });
}
