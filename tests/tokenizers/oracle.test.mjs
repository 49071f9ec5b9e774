// Every definition against the Rust library: ids, type ids, offsets, masks, words, overflow, decoded texts. A sample:
// WEMBED_ORACLE_TEXTS and WEMBED_ORACLE_SEED ask for more, or for the seed that a failure printed.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compareDefinition } from "./support/compare.mjs";
import { definitions } from "./support/definitions.mjs";
import { driver } from "./support/driver.mjs";
import { bertJson, packaged, packagedJson } from "./support/real.mjs";

const count = Number(process.env.WEMBED_ORACLE_TEXTS ?? 20);
const seed = Number(process.env.WEMBED_ORACLE_SEED ?? Math.floor(Math.random() * 2 ** 32));

async function compare(definition, texts) {
  const { differing } = await compareDefinition(driver, definition, texts, seed);
  const [first] = differing;
  if (first === undefined) return;
  const pick = (result) => Object.fromEntries(first.names.map((name) => [name, result[name.split(".")[0]]]));
  const place = `${definition.name}, seed ${seed}: ${JSON.stringify(first.input)}`;
  assert.deepEqual(pick(first.ours), pick(first.theirs), place);
}

test(`generated definitions agree with the Rust library (seed ${seed})`, async () => {
  for (const definition of definitions()) await compare(definition, count);
});

for (const name of ["bert", ...packaged]) {
  test(`${name} agrees with the Rust library (seed ${seed})`, async () => {
    const json = name === "bert" ? bertJson() : packagedJson(name);
    await compare({ name, json, pairs: true }, 10 * count);
  });
}
