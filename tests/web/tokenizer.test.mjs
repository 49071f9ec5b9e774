import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Tokenizer } from "wembed";
import { failsWith, wrongType } from "./support/errors.mjs";
import { useLiteFile, useLiteUrl } from "./support/files.mjs";

/** @type {Tokenizer} */
let tokenizer;
before(async () => {
  tokenizer = await Tokenizer.load("builtin:use-lite");
});
after(() => tokenizer.dispose());

test("every source gives the same tokenizer", async () => {
  const bytes = await useLiteFile("tokenizer.json");
  const expected = tokenizer.encode("Hello, world").ids;
  for (const source of [
    bytes,
    bytes.buffer,
    new Blob([bytes]),
    JSON.parse(new TextDecoder().decode(bytes)),
    useLiteUrl,
    new URL("tokenizer.json", useLiteUrl),
    new URL("tokenizer.json", useLiteUrl).pathname,
  ]) {
    const loaded = await Tokenizer.load(source);
    assert.deepEqual(loaded.encode("Hello, world").ids, expected);
    loaded.dispose();
  }
});

test("all lists of an encoding have one entry a token", () => {
  const encoding = tokenizer.encode("The cat sat on the mat.");
  assert.ok(encoding.length > 5);
  for (const list of [
    encoding.ids,
    encoding.tokens,
    encoding.offsets,
    encoding.starts,
    encoding.ends,
    encoding.typeIds,
    encoding.attentionMask,
    encoding.specialTokensMask,
    encoding.wordIds,
  ]) {
    assert.equal(list.length, encoding.length);
  }
  assert.equal(encoding.truncated, false);
});

test("offsets index the caller's own string, whatever the script", () => {
  for (const text of [
    "naïve café",
    "日本語のテキスト",
    "😁 hello 👩‍👩‍👧‍👦",
    "a\u0301bc d",
    "tab\tand\nline",
    "ﬁne ①",
  ]) {
    const { offsets } = tokenizer.encode(text);
    let [lastStart, lastEnd] = [0, 0];
    for (const [start, end] of offsets) {
      const inOrder = lastStart <= start && lastEnd <= end;
      assert.ok(start <= end && end <= text.length && inOrder, `${text}: ${start} to ${end}`);
      [lastStart, lastEnd] = [start, end];
    }
    assert.equal(offsets.at(-1)?.[1], text.length, text);
  }
});

test("decoding gives back what was encoded", () => {
  const text = "The quick brown fox jumps over the lazy dog.";
  assert.equal(tokenizer.decode(tokenizer.encode(text).ids), text);
  assert.equal(tokenizer.decode([...tokenizer.encode(text).ids]), text);
  assert.equal(tokenizer.decode([]), "");
});

test("ids and pieces are each other's inverse", () => {
  const { ids, tokens } = tokenizer.encode("an ordinary sentence");
  for (const [index, id] of ids.entries()) {
    assert.equal(tokenizer.idToToken(id), tokens[index]);
    assert.equal(tokenizer.tokenToId(tokens[index] ?? ""), id);
  }
  assert.equal(tokenizer.tokenToId("no such piece"), undefined);
  assert.equal(tokenizer.idToToken(1_000_000), undefined);
  assert.equal(tokenizer.idToToken(2 ** 40), undefined);
});

test("maxLength cuts the end off, and says so", () => {
  const whole = tokenizer.encode("one two three four five six");
  const cut = tokenizer.encode("one two three four five six", { maxLength: 3 });
  assert.equal(cut.length, 3);
  assert.equal(cut.truncated, true);
  assert.deepEqual(cut.ids, whole.ids.slice(0, 3));
  assert.equal(tokenizer.encode("one", { maxLength: 512 }).truncated, false);
});

test("countTokens is the length of the encoding", () => {
  for (const text of ["", "word", "A longer text, with punctuation; and 12345."]) {
    assert.equal(tokenizer.countTokens(text), tokenizer.encode(text).length);
  }
});

test("a batch is its texts one by one", () => {
  const texts = ["first", "", "the third text"];
  const batch = tokenizer.encodeBatch(texts);
  assert.deepEqual(
    batch.map(({ ids }) => ids),
    texts.map((text) => tokenizer.encode(text).ids),
  );
});

test("odd texts are encoded, not refused", () => {
  assert.equal(tokenizer.encode("").length, 0);
  assert.equal(tokenizer.encode("\ud800").offsets.at(-1)?.[1], 1);
  assert.equal(tokenizer.encode("a\udc00b").offsets.at(-1)?.[1], 3);
  assert.equal(tokenizer.encode("nul\0inside").offsets.at(-1)?.[1], 10);
  const million = "x".repeat(1_000_000);
  assert.equal(tokenizer.encode(million).offsets.at(-1)?.[1], 1_000_000);
});

test("arguments of a wrong type are errors, and the tokenizer stays usable", () => {
  for (const text of [1, null, undefined, {}, ["a"], new String("a")]) {
    assert.throws(() => tokenizer.encode(wrongType(text)), failsWith("invalid-input", /string/));
    assert.throws(() => tokenizer.countTokens(wrongType(text)), failsWith("invalid-input"));
    assert.throws(() => tokenizer.tokenToId(wrongType(text)), failsWith("invalid-input"));
  }
  // biome-ignore lint/suspicious/noSparseArray: a hole is what this is about
  assert.throws(() => tokenizer.encodeBatch(wrongType(["a", , "b"])), failsWith("invalid-input", /\[1\]/));
  assert.throws(() => tokenizer.decode(wrongType(["1"])), failsWith("invalid-input"));
  assert.throws(() => tokenizer.idToToken(-1), failsWith("invalid-input"));
  assert.throws(() => tokenizer.encode("a", { maxLength: 0 }), failsWith("invalid-input"));
  assert.throws(() => tokenizer.encode("a", wrongType(null)), failsWith("invalid-input"));
  assert.ok(tokenizer.encode("still here").length > 0);
});

test("decoding leaves out ids that stand for nothing", () => {
  assert.equal(tokenizer.decode([-1, 2 ** 31 - 1]), "");
});

test("what is not a tokenizer.json is an error", async () => {
  const encode = (/** @type {string} */ text) => new TextEncoder().encode(text);
  for (const source of [
    encode(""),
    encode("<!doctype html><title>Not found</title>"),
    encode("[]"),
    encode('{"model":{}}'),
    encode('{"model":{"type":"Unigram","vocab":[["a",'),
  ]) {
    await assert.rejects(Tokenizer.load(source), failsWith("invalid-tokenizer"));
  }
  const unknown = { model: { type: "NoSuchModel" } };
  await assert.rejects(Tokenizer.load(unknown), failsWith("unsupported-architecture", /model/));
  await assert.rejects(Tokenizer.load("builtin:nothing"), failsWith("not-found"));
  await assert.rejects(Tokenizer.load("./no/such/tokenizer.json"), failsWith("not-found"));
  await assert.rejects(Tokenizer.load(wrongType(7)), failsWith("invalid-input"));
  await assert.rejects(Tokenizer.load(wrongType(null)), failsWith("invalid-input"));
});

test("a tokenizer that was disposed says so", async () => {
  const other = await Tokenizer.load("builtin:use-lite");
  const encoding = other.encode("hello");
  other.dispose();
  other.dispose();
  assert.throws(() => other.encode("hello"), failsWith("disposed"));
  assert.throws(() => other.vocabSize, failsWith("disposed"));
  assert.throws(() => encoding.tokens, failsWith("disposed"));
  assert.equal(encoding.ids.length > 0, true);
});
