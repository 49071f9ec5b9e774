// bert-base-uncased: texts that went wrong somewhere, pairs, truncation and padding, with the values of the Rust
// library (in bert_uncased.json its offsets are in code points).
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { driver } from "./support/driver.mjs";
import { wembed } from "./support/oracle.mjs";
import { bertJson } from "./support/real.mjs";

const cases = JSON.parse(readFileSync(new URL("bert_uncased.json", import.meta.url), "utf8"));

function encode(inputs, settings = {}, flags = []) {
  const json = JSON.stringify({ ...JSON.parse(bertJson()), ...settings });
  return wembed(driver, `build/oracle/${process.pid}`, json, inputs, flags);
}

const truncation = (max_length, more = {}) => ({
  truncation: { direction: "Right", strategy: "LongestFirst", stride: 0, max_length, ...more },
});
const padding = (more) => ({
  padding: {
    ...{ strategy: "BatchLongest", direction: "Right", pad_to_multiple_of: null },
    ...{ pad_id: 0, pad_type_id: 0, pad_token: "[PAD]", ...more },
  },
});

test("ids and offsets are those of the Rust library", () => {
  const results = encode(cases.map(({ input }) => input));
  for (const [i, { input, ids, offsets }] of cases.entries()) {
    const name = JSON.stringify(input.slice(0, 80));
    const units = [0];
    for (const character of input) units.push(units[units.length - 1] + character.length);
    assert.deepEqual(results[i].ids, ids, name);
    assert.deepEqual(
      results[i].starts,
      offsets.map(([start]) => units[start]),
      name,
    );
    assert.deepEqual(
      results[i].ends,
      offsets.map(([, end]) => units[end]),
      name,
    );
  }
});

test("a pair has two type ids and a separator behind each text", () => {
  const [pair] = encode([["a", "b c"]]);
  assert.deepEqual(pair.ids, [101, 1037, 102, 1038, 1039, 102]);
  assert.deepEqual(pair.typeIds, [0, 0, 0, 1, 1, 1]);
  assert.deepEqual(pair.special, [1, 0, 1, 0, 0, 1]);
});

test("truncation takes tokens off the end, or off the beginning", () => {
  const [right] = encode(["a b c d e f"], truncation(5));
  assert.deepEqual(right.ids, [101, 1037, 1038, 1039, 102]);
  const [left] = encode(["a b c d e f"], truncation(5, { direction: "Left" }));
  assert.deepEqual(left.ids, [101, 1040, 1041, 1042, 102]);
});

test("of a pair the longer text is cut first, and one that must be cut alone has to be long enough", () => {
  const pair = [["a b c d", "e f g"]];
  assert.deepEqual(encode(pair, truncation(5))[0].ids, [101, 1037, 102, 1041, 102]);
  assert.deepEqual(encode(pair, truncation(5, { direction: "Left" }))[0].ids, [101, 1040, 102, 1043, 102]);
  assert.match(encode(pair, truncation(5, { strategy: "OnlyFirst" }))[0].error, /too short/);
});

test("what is cut off comes in pieces that share the stride", () => {
  const [first] = encode(["a b c d e f g"], truncation(6, { stride: 1 }), ["--overflow"]);
  assert.deepEqual(first.ids, [101, 1037, 1038, 1039, 1040, 102]);
  assert.deepEqual(
    first.overflowing.map(({ ids }) => ids),
    [[101, 1040, 1041, 1042, 1043, 102]],
  );
});

test("padding goes to a multiple, or to a length, on either side", () => {
  const [multiple] = encode(["a b c d e f g"], padding({ pad_to_multiple_of: 8 }), ["--padding"]);
  assert.equal(multiple.ids.length, 16);
  const [left] = encode(["a"], padding({ direction: "Left", strategy: { Fixed: 5 } }), ["--padding"]);
  assert.deepEqual(left.ids, [0, 0, 101, 1037, 102]);
  assert.deepEqual(left.mask, [0, 0, 1, 1, 1]);
});

test("decoding puts a space around an apostrophe, as the Rust library does", () => {
  assert.equal(encode(["don't"])[0].decodedWithoutSpecials, "don ' t");
});
