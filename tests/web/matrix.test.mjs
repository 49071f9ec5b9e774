import assert from "node:assert/strict";
import { test } from "node:test";
import { Matrix } from "wembed";
import { failsWith, wrongType } from "./support/errors.mjs";

test("a row is a view of the data", () => {
  const matrix = new Matrix(Float32Array.of(1, 2, 3, 4, 5, 6), 3, 2);
  matrix.row(1)[0] = 9;
  assert.deepEqual(matrix.data, Float32Array.of(1, 2, 9, 4, 5, 6));
});

test("iterating gives the rows in order", () => {
  const rows = [
    ...Matrix.from([
      [1, 2],
      [3, 4],
    ]),
  ];
  assert.deepEqual(rows, [Float32Array.of(1, 2), Float32Array.of(3, 4)]);
});

test("no rows, or rows without columns, are fine", () => {
  assert.equal(Matrix.from([]).rows, 0);
  assert.deepEqual([...new Matrix(new Float32Array(), 2, 0)], [new Float32Array(), new Float32Array()]);
});

test("a shape that does not fit the data is an error", () => {
  assert.throws(() => new Matrix(new Float32Array(5), 2, 3), failsWith("invalid-input", /6 numbers.*5/));
  assert.throws(() => new Matrix(new Float32Array(2), -1, -2), failsWith("invalid-input"));
  assert.throws(() => new Matrix(wrongType([1, 2]), 1, 2), failsWith("invalid-input"));
  assert.throws(() => Matrix.from([[1, 2], [3]]), failsWith("invalid-input", /row 1 has 1/));
});

test("what is not a list of rows is an error", () => {
  for (const rows of [null, undefined, 7, "12", [[1], null]]) {
    assert.throws(() => Matrix.from(wrongType(rows)), failsWith("invalid-input"));
  }
});

test("a row that is not there is an error", () => {
  const matrix = Matrix.from([[1]]);
  for (const index of [-1, 1, 0.5, Number.NaN]) assert.throws(() => matrix.row(index), failsWith("invalid-input"));
});
