import assert from "node:assert/strict";
import { test } from "node:test";
import { cosineSimilarity, Matrix, search } from "wembed";
import { failsWith, wrongType } from "./support/errors.mjs";

const matrix = Matrix.from([
  [0, 1],
  [1, 0],
  [1, 1],
  [1, 0],
]);

test("the best come first, and equal scores in the order of the rows", () => {
  const hits = search([1, 0], matrix);
  assert.deepEqual(
    hits.map(({ index }) => index),
    [1, 3, 2, 0],
  );
  assert.equal(hits[0]?.score, 1);
});

test("topK, minScore and filter narrow the hits", () => {
  assert.equal(search([1, 0], matrix, { topK: 1 }).length, 1);
  assert.equal(search([1, 0], matrix, { topK: 0 }).length, 0);
  assert.deepEqual(
    search([1, 0], matrix, { minScore: 0.5, filter: (row) => row !== 1 }).map(({ index }) => index),
    [3, 2],
  );
});

test("many rows give what sorting all of them gives", () => {
  const data = Float32Array.from({ length: 3000 * 4 }, (_, i) => Math.sin(i * i));
  const many = new Matrix(data, 3000, 4);
  const query = [0.3, -0.2, 0.9, 0.1];
  const all = [...many].map((row, index) => ({ index, score: cosineSimilarity(query, row) }));
  all.sort((a, b) => b.score - a.score);
  assert.deepEqual(search(query, many, { topK: 25 }), all.slice(0, 25));
  assert.equal(search(query, many, { topK: 1e6 }).length, 3000);
});

test("a query of another dimension, or options that cannot be, are errors", () => {
  assert.throws(() => search([1, 2, 3], matrix), failsWith("invalid-input"));
  assert.throws(() => search([1, 0], wrongType([[1, 0]])), failsWith("invalid-input"));
  assert.throws(() => search([1, 0], matrix, { topK: -1 }), failsWith("invalid-input"));
  assert.throws(() => search([1, 0], matrix, { filter: wrongType("x") }), failsWith("invalid-input"));
});
