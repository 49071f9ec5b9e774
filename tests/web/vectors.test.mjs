import assert from "node:assert/strict";
import { test } from "node:test";
import { cosineSimilarity, dot, Matrix, normalize, pool } from "wembed";
import { failsWith, wrongType } from "./support/errors.mjs";

test("cosine is 1 for the same direction, -1 for the opposite, 0 for right angles", () => {
  assert.equal(cosineSimilarity([3, 4], [6, 8]), 1);
  assert.equal(cosineSimilarity([1, 0], [-2, 0]), -1);
  assert.equal(cosineSimilarity(Float32Array.of(1, 0), [0, 5]), 0);
});

test("cosine with a zero vector is 0", () => {
  assert.equal(cosineSimilarity([0, 0], [1, 2]), 0);
  assert.equal(cosineSimilarity([0, 0], [0, 0]), 0);
});

test("cosine never leaves -1 to 1", () => {
  const vector = Float32Array.from({ length: 384 }, (_, i) => Math.sin(i) / 3);
  assert.ok(cosineSimilarity(vector, vector) <= 1);
});

test("int8 vectors are added up exactly", () => {
  const vector = new Int8Array(1024).fill(-128);
  assert.equal(dot(vector, vector), 1024 * 128 * 128);
  assert.equal(cosineSimilarity(vector, vector), 1);
});

test("vectors of different length are an error that names both lengths", () => {
  assert.throws(() => cosineSimilarity([1, 2], [1, 2, 3]), failsWith("invalid-input", /2 numbers.*3/));
  assert.throws(() => dot([1], []), failsWith("invalid-input"));
});

test("what is not a vector is an error", () => {
  for (const value of [undefined, null, 1, "12", {}]) {
    assert.throws(() => dot(wrongType(value), [1, 2]), failsWith("invalid-input"));
    assert.throws(() => normalize(wrongType(value)), failsWith("invalid-input"));
  }
});

test("normalize gives length 1, and leaves zero as it is", () => {
  const [x = 0, y = 0] = normalize([3, 4]);
  assert.ok(Math.abs(x - 0.6) < 1e-7 && Math.abs(y - 0.8) < 1e-7);
  assert.deepEqual(normalize([0, 0]), new Float32Array(2));
});

const tokens = Matrix.from([
  [1, 2],
  [3, 4],
  [9, 9],
]);

test("mean pooling counts only what the mask lets in", () => {
  assert.deepEqual(pool(tokens, { mask: [1, 1, 0] }), Float32Array.of(2, 3));
  assert.deepEqual(pool(tokens, { mask: [0, 0, 0] }), Float32Array.of(0, 0));
});

test("last takes the last row that counts, cls the first, max the largest of each column", () => {
  assert.deepEqual(pool(tokens, { mode: "last", mask: [1, 1, 0] }), Float32Array.of(3, 4));
  assert.deepEqual(pool(tokens, { mode: "cls", mask: [0, 1, 1] }), Float32Array.of(3, 4));
  assert.deepEqual(pool(Matrix.from([[-1, -5]]), { mode: "max" }), Float32Array.of(-1, -5));
  assert.deepEqual(pool(tokens, { mode: "max" }), Float32Array.of(9, 9));
});

test("pooling checks mask and mode", () => {
  assert.throws(() => pool(tokens, { mask: [1] }), failsWith("invalid-input", /1.*3 rows/));
  assert.throws(() => pool(tokens, { mode: wrongType("median") }), failsWith("invalid-input", /median/));
  assert.throws(() => pool(wrongType([[1]])), failsWith("invalid-input"));
});
