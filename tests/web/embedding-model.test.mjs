import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { cosineSimilarity, EmbeddingMatrix, EmbeddingModel, Matrix } from "wembed";
import { failsWith, wrongType } from "./support/errors.mjs";

/** @type {EmbeddingModel} */
let model;
before(async () => {
  model = await EmbeddingModel.load();
});
after(() => model.dispose());

const sentences = [
  "The cat sat on the mat.",
  "",
  "A feline rested on a rug.",
  "Stock markets fell sharply on Tuesday.",
  "😁 naïve café, 日本語",
];

test("the packaged model is there without a source, in 8 bits, here in Node", () => {
  assert.equal(model.dimension, 512);
  assert.equal(model.dtype, "q8");
  assert.equal(model.runsIn, "caller");
  assert.equal(model.positionKind, "sinusoidal");
  assert.ok(model.maxTokens >= 128);
});

test("a text gives a vector of length 1", async () => {
  const vector = await model.embed("hello world");
  assert.ok(vector instanceof Float32Array);
  assert.equal(vector.length, model.dimension);
  assert.ok(Math.abs(Math.hypot(...vector) - 1) < 1e-5);
});

test("texts of like meaning are closer than others", async () => {
  const [cat, , feline, stocks] = await model.embed(sentences);
  assert.ok(cat && feline && stocks);
  assert.ok(cosineSimilarity(cat, feline) > cosineSimilarity(cat, stocks) + 0.2);
});

test("a list gives a matrix with a row and a token count for each text", async () => {
  const matrix = await model.embed(sentences);
  assert.ok(matrix instanceof EmbeddingMatrix && matrix instanceof Matrix);
  assert.equal(matrix.rows, sentences.length);
  assert.equal(matrix.columns, model.dimension);
  assert.deepEqual(
    [...matrix.tokenCounts],
    sentences.map((text) => model.tokenizer.countTokens(text)),
  );
  assert.deepEqual(matrix.truncatedRows, []);
  assert.equal((await model.embed([])).rows, 0);
});

test("a text gives the same vector alone, in any batch, and at once", async () => {
  const batch = Array.from({ length: 100 }, (_, i) => `${sentences[i % sentences.length]} ${i}`);
  const matrix = await model.embed(batch);
  for (const [index, text] of batch.entries()) {
    if (index % 7 === 0) assert.deepEqual(await model.embed(text), matrix.row(index), text);
  }
  assert.deepEqual(model.embedSync(batch).data, matrix.data);
  assert.deepEqual(model.embedSync("hello"), await model.embed("hello"));
});

test("without normalize the direction is the same", async () => {
  const [plain, unit] = await Promise.all([
    model.embed("The cat sat.", { normalize: false }),
    model.embed("The cat sat."),
  ]);
  assert.ok(cosineSimilarity(plain, unit) > 0.99999);
});

test("calls may overlap", async () => {
  const expected = await model.embed(sentences);
  const results = await Promise.all([
    model.embed(sentences),
    ...sentences.map((text) => model.embed(text)),
    model.inspect("The cat sat on the mat."),
    model.embed([...sentences].reverse()),
  ]);
  const [matrix] = results;
  assert.ok(matrix instanceof EmbeddingMatrix);
  assert.deepEqual(matrix.data, expected.data);
  assert.deepEqual(results[1], expected.row(0));
});

test("progress runs up to the number of texts, and the event loop has its turns", async () => {
  const texts = Array.from({ length: 200 }, (_, i) => `sentence number ${i}`);
  /** @type {number[]} */
  const seen = [];
  let turns = 0;
  const timer = setInterval(() => ++turns, 0);
  await model.embed(texts, {
    onProgress: ({ done, total }) => {
      assert.equal(total, 200);
      seen.push(done);
    },
  });
  clearInterval(timer);
  assert.ok(seen.length > 3 && seen.every((done, i) => done > (seen[i - 1] ?? 0)), String(seen));
  assert.equal(seen.at(-1), 200);
  assert.ok(turns > 2);
});

test("abort stops between chunks, and the model stays usable", async () => {
  const texts = Array.from({ length: 500 }, (_, i) => `sentence number ${i}`);
  const controller = new AbortController();
  let done = 0;
  const work = model.embed(texts, {
    signal: controller.signal,
    onProgress: (progress) => {
      done = progress.done;
      controller.abort(new Error("enough"));
    },
  });
  await assert.rejects(work, (/** @type {Error} */ error) => {
    assert.equal(/** @type {Error} */ (error.cause).message, "enough");
    return failsWith("aborted")(error);
  });
  assert.ok(done < 500);
  await assert.rejects(model.embed("x", { signal: AbortSignal.abort() }), failsWith("aborted"));
  await assert.rejects(model.inspect("x", { signal: AbortSignal.abort() }), failsWith("aborted"));
  assert.equal((await model.embed("still here")).length, model.dimension);
});

test("what the caller's callback throws comes back to the caller", async () => {
  const work = model.embed(["a", "b"], {
    onProgress: () => {
      throw new TypeError("mine");
    },
  });
  await assert.rejects(work, { name: "TypeError", message: "mine" });
  assert.equal((await model.embed("still here")).length, model.dimension);
});

test("changing the list while it is worked on changes nothing", async () => {
  const texts = Array.from({ length: 64 }, (_, i) => `sentence number ${i}`);
  const expected = await model.embed(texts);
  const work = model.embed(texts);
  texts.fill("something else");
  assert.deepEqual((await work).data, expected.data);
});

test("text beyond the limit is cut only where the caller can see it", async () => {
  const long = "word ".repeat(5000);
  const matrix = await model.embed(["short", long, "short too"]);
  assert.deepEqual(matrix.truncatedRows, [1]);
  assert.equal(matrix.tokenCounts[1], model.maxTokens);
  await assert.rejects(model.embed(long), failsWith("invalid-input", /128 tokens.*truncate/));
  await assert.rejects(model.embed(["short", long], { truncate: "error" }), failsWith("invalid-input", /text 1/));
  assert.throws(() => model.embedSync(long), failsWith("invalid-input"));
  assert.deepEqual(await model.embed(long, { truncate: "end" }), matrix.row(1));
  assert.equal((await model.inspect(long)).truncated, true);
});

test("inspect shows every step: token + position = combined", async () => {
  const text = "The café's cat 😁 sat.";
  const view = await model.inspect(text);
  const rows = view.tokens.length;
  assert.equal(rows, model.tokenizer.countTokens(text));
  assert.equal(view.truncated, false);
  for (const token of view.tokens) {
    assert.equal(token.text, text.slice(token.start, token.end));
    assert.equal(token.piece, model.tokenizer.idToToken(token.id));
  }
  assert.ok(view.positionEmbeddings);
  assert.equal(view.typeEmbeddings, null);
  for (const matrix of [view.tokenEmbeddings, view.positionEmbeddings, view.sum, view.combined]) {
    assert.equal(matrix.rows, rows);
    assert.equal(matrix.columns, 256);
  }
  const { tokenEmbeddings, positionEmbeddings, sum } = view;
  sum.data.forEach((value, i) => {
    const added = (tokenEmbeddings.data[i] ?? 0) + (positionEmbeddings.data[i] ?? 0);
    assert.ok(Math.abs(value - added) < 1e-5);
  });
  assert.equal(view.hidden.rows, rows);
  assert.ok(cosineSimilarity(view.vector, await model.embed(text)) > 0.999999);
});

test("inspecting an empty text gives no rows", async () => {
  const view = await model.inspect("");
  assert.deepEqual(view.tokens, []);
  assert.equal(view.combined.rows, 0);
  assert.equal(view.vector.length, model.dimension);
});

test("search finds the text that is meant", async () => {
  const matrix = await model.embed(sentences);
  const [best] = await model.search("finance news", matrix, { topK: 1 });
  assert.equal(best?.index, 3);
  assert.equal((await model.search(matrix.row(0), matrix))[0]?.index, 0);
  await assert.rejects(model.search("x", Matrix.from([[1]])), failsWith("invalid-input"));
});

test("similarity takes two vectors or two matrices", async () => {
  const matrix = await model.embed(["a", "b", "c"]);
  const table = model.similarity(matrix, Matrix.from([matrix.row(1)]));
  assert.equal(table.rows, 3);
  assert.equal(table.columns, 1);
  assert.equal(table.row(1)[0], 1);
  assert.equal(model.similarity(matrix.row(0), matrix.row(0)), 1);
  assert.throws(() => model.similarity(wrongType(matrix), matrix.row(0)), failsWith("invalid-input"));
});

test("two models live side by side, and disposing one leaves the other", async () => {
  const other = await EmbeddingModel.load("builtin:use-lite", { simd: "simd" });
  const expected = await model.embed("hello");
  assert.ok(cosineSimilarity(await other.embed("hello"), expected) > 0.999);
  other.dispose();
  assert.deepEqual(await model.embed("hello"), expected);
});

test("a model that was disposed says so, also to calls under way", async () => {
  const other = await EmbeddingModel.load();
  const underWay = other.embed(Array.from({ length: 200 }, (_, i) => `sentence number ${i}`));
  other.dispose();
  other.dispose();
  await assert.rejects(underWay, failsWith("disposed"));
  await assert.rejects(other.embed("hello"), failsWith("disposed"));
  await assert.rejects(other.inspect("hello"), failsWith("disposed"));
  assert.throws(() => other.embedSync("hello"), failsWith("disposed"));
  assert.throws(() => other.tokenizer.encode("hello"), failsWith("disposed"));
  assert.equal(other.dimension, 512);
});

// ---- bad input: a typed error or a right answer, and the model goes on ----

test("odd texts give vectors", async () => {
  const odd = ["", " ", "\ud800", "a\udc00b", "nul\0inside", "\u0001\u007f\u0085", "\ufeff", "‮right to left"];
  const matrix = await model.embed(odd);
  assert.ok(matrix.data.every(Number.isFinite));
  assert.deepEqual(await model.embed("\ud800"), await model.embed("\ufffd"));
});

test("a megabyte of text, and a word of a million letters, are cut like any long text", async () => {
  const megabyte = "All work and no play makes Jack a dull boy. ".repeat(24_000);
  const matrix = await model.embed([megabyte, "x".repeat(1_000_000)]);
  assert.deepEqual(matrix.truncatedRows, [0, 1]);
  assert.ok(matrix.data.every(Number.isFinite));
  await assert.rejects(model.embed(megabyte), failsWith("invalid-input"));
});

test("what is not text is an error that says what was found", async () => {
  const cases = [
    { value: 42, found: /number 42/ },
    { value: null, found: /null/ },
    { value: undefined, found: /undefined/ },
    { value: {}, found: /Object/ },
    { value: new Uint8Array(2), found: /Uint8Array/ },
    { value: new Set(["a"]), found: /Set/ },
    { value: ["a", 7], found: /\[1\].*number 7/ },
    // biome-ignore lint/suspicious/noSparseArray: a hole is what this is about
    { value: ["a", , "c"], found: /\[1\].*undefined/ },
    { value: [["a"]], found: /\[0\].*Array/ },
    { value: [new String("a")], found: /\[0\].*String/ },
    { value: Symbol("a"), found: /Symbol/ },
  ];
  for (const { value, found } of cases) {
    await assert.rejects(model.embed(wrongType(value)), failsWith("invalid-input", found));
    assert.throws(() => model.embedSync(wrongType(value)), failsWith("invalid-input", found));
    if (!Array.isArray(value)) await assert.rejects(model.inspect(wrongType(value)), failsWith("invalid-input", found));
  }
  assert.equal((await model.embed("still here")).length, model.dimension);
});

test("options of a wrong type are errors", async () => {
  for (const options of [
    null,
    "fast",
    { normalize: "yes" },
    { truncate: "middle" },
    { truncate: true },
    { signal: {} },
    { onProgress: 1 },
  ]) {
    await assert.rejects(model.embed("a", wrongType(options)), failsWith("invalid-input"));
  }
  for (const options of [
    null,
    { dtype: "int4" },
    { worker: "yes" },
    { simd: "avx" },
    { signal: 1 },
    { onProgress: 1 },
    { fetch: 1 },
    { integrity: "x" },
  ]) {
    await assert.rejects(EmbeddingModel.load("builtin:use-lite", wrongType(options)), failsWith("invalid-input"));
  }
});
