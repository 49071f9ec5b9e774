// The Rust library (tokenizers 0.22.2, in @anush008/tokenizers 0.6.0) and the native build of wembed, on the same
// tokenizer.json and the same texts.
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Tokenizer } from "@anush008/tokenizers";

/** Offsets from code points to UTF-16 units. */
function unitsOf(text) {
  const units = [0];
  for (const character of text) units.push(units[units.length - 1] + character.length);
  return units;
}

function fromRust(encoding, texts) {
  const ids = encoding.getIds();
  const sequences = encoding.getSequenceIds();
  const units = texts.map(unitsOf);
  const offsets = encoding.getOffsets();
  const at = (index, place) => units[sequences[index] ?? 0]?.[place] ?? place;
  return {
    ids,
    typeIds: encoding.getTypeIds(),
    starts: offsets.map(([start], i) => at(i, start)),
    ends: offsets.map(([, end], i) => at(i, end)),
    special: encoding.getSpecialTokensMask(),
    words: encoding.getWordIds().map((word) => word ?? -1),
    mask: encoding.getAttentionMask(),
    overflowing: encoding.getOverflowing().map((rest) => fromRust(rest, texts)),
  };
}

/** What the Rust library makes of texts, or of pairs. */
export async function rust(json, inputs, { addSpecialTokens = true, truncation, padding } = {}) {
  const tokenizer = Tokenizer.fromString(json);
  if (truncation) tokenizer.setTruncation(truncation.maxLength, truncation);
  if (padding) tokenizer.setPadding(padding);
  const results = [];
  for (const input of inputs) {
    const texts = typeof input === "string" ? [input] : input;
    try {
      const encoding = await tokenizer.encode(texts[0], texts[1], { addSpecialTokens });
      const result = fromRust(encoding, texts);
      result.decoded = await tokenizer.decode(result.ids, false);
      result.decodedWithoutSpecials = await tokenizer.decode(result.ids, true);
      results.push(result);
    } catch (error) {
      results.push({ error: String(error) });
    }
  }
  return results;
}

/** Lone surrogates have no UTF-8: as on the way into WebAssembly, they count as U+FFFD. */
function wellFormed(input) {
  return typeof input === "string" ? input.toWellFormed() : input.map((text) => text.toWellFormed());
}

/** What wembed makes of them. `command` runs the driver (tests/tools/tokenize.cpp). */
export function wembed(command, folder, json, inputs, flags = []) {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, "tokenizer.json");
  writeFileSync(file, json);
  const run = spawnSync(command[0], [...command.slice(1), file, ...flags], {
    input: inputs.map((input) => `${JSON.stringify(wellFormed(input))}\n`).join(""),
    maxBuffer: 2 ** 30,
    encoding: "utf8",
  });
  if (run.status !== 0) throw new Error(`tokenize: ${run.stderr}`);
  return run.stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

const lists = ["ids", "typeIds", "starts", "ends", "special", "words", "mask"];

/** The names of what differs between two results. */
export function differences(ours, theirs, { decodes = true, overflows = true } = {}) {
  if (theirs.error !== undefined || ours.error !== undefined) {
    return (theirs.error === undefined) === (ours.error === undefined) ? [] : ["error"];
  }
  const names = lists.filter((name) => JSON.stringify(ours[name]) !== JSON.stringify(theirs[name]));
  if (decodes && theirs.decoded !== undefined) {
    for (const name of ["decoded", "decodedWithoutSpecials"]) if (ours[name] !== theirs[name]) names.push(name);
  }
  // Overflowing pieces of a pair have overflowing pieces in turn in the Rust library: the same ones again.
  if (!overflows) return names;
  if (ours.overflowing.length !== theirs.overflowing.length) return [...names, "overflowing"];
  ours.overflowing.forEach((rest, i) => {
    const inner = differences(rest, theirs.overflowing[i], { decodes: false, overflows: false });
    names.push(...inner.map((name) => `overflowing.${name}`));
  });
  return names;
}
