// The native tokenizers against the Rust library: ids, types, offsets, words, masks, overflowing pieces, decoded
// texts. Definitions cover every component and option; texts are nasty ones and random ones from a fixed seed.
// compare.mjs runs more of them.
//
// Where the two differ, and why:
// - The Rust library asks four crates about characters, each of another version of Unicode. Regular expressions
//   (Oniguruma) know Unicode 16, as wembed does; normalization forms know 12 and lack what came later; the marks and
//   the punctuation that BERT's steps look for come from tables of Unicode 8. wembed takes Unicode's own answer: some
//   300 code points of scripts encoded since 2015 differ.
// - Where Precompiled takes characters at the beginning of a text out, the Rust library's offsets of all that follows
//   are too small by as many; wembed's say where a token is.
// - Overflowing pieces of a pair hold each other again; wembed's have no pieces of their own.
import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { compareDefinition } from "./support/compare.mjs";
import { definitions, useLite } from "./support/definitions.mjs";
import { bertJson } from "./support/real.mjs";

const driver = ["scripts/toolchain.sh", "run", "build/native/wembed_tokenize"];
const useLiteFile = fileURLToPath(new URL("../../dist/models/use-lite/tokenizer.json", import.meta.url));
const textsEach = 10;
const seed = 20_261_201;

const groups = new Map();
for (const definition of definitions()) {
  const group = definition.name.split(":")[0];
  groups.set(group, [...(groups.get(group) ?? []), definition]);
}
groups.set("real definitions", [
  { name: "USE lite", json: useLite(useLiteFile), texts: 400 },
  { name: "BERT", json: bertJson(), texts: 400, pairs: true },
]);

for (const [group, list] of groups) {
  test(`${group}: ${list.length} definitions agree with the Rust library`, async () => {
    for (const definition of list) {
      const { differing } = await compareDefinition(driver, definition, definition.texts ?? textsEach, seed);
      const [first] = differing;
      assert.equal(first, undefined, `${definition.name}: ${JSON.stringify(first)}`);
    }
  });
}
