import assert from "node:assert/strict";
import { test } from "node:test";
import { EmbeddingLayer, Matrix, positions } from "wembed";
import { failsWith, wrongType } from "./support/errors.mjs";

const tokenTable = Matrix.from([
  [1, 2, 3],
  [4, 5, 6],
  [7, 8, 9],
]);

test("combined is token plus position, row by row", async () => {
  const positionTable = Matrix.from([
    [10, 20, 30],
    [100, 200, 300],
  ]);
  const layer = await EmbeddingLayer.create({ tokenTable, positionTable });
  assert.equal(layer.dimension, 3);
  assert.deepEqual(layer.tokens([2, 0]).data, Float32Array.of(7, 8, 9, 1, 2, 3));
  assert.deepEqual(layer.positions(2).data, positionTable.data);
  assert.deepEqual(layer.positions([1]).data, Float32Array.of(100, 200, 300));
  assert.deepEqual(layer.combined([2, 0]).data, Float32Array.of(17, 28, 39, 101, 202, 303));
  assert.deepEqual(layer.combined([0], { positionIds: [1] }).data, Float32Array.of(101, 202, 303));
  layer.dispose();
});

test("types and the scale of tokens are added in", async () => {
  const typeTable = Matrix.from([
    [0, 0, 0],
    [0.5, 0.5, 0.5],
  ]);
  const layer = await EmbeddingLayer.create({ tokenTable, typeTable, tokenScale: 2 });
  assert.deepEqual(layer.tokens([0]).data, Float32Array.of(2, 4, 6));
  assert.deepEqual(layer.types([1]).data, Float32Array.of(0.5, 0.5, 0.5));
  assert.deepEqual(layer.combined([0, 1], { typeIds: [1, 0] }).data, Float32Array.of(2.5, 4.5, 6.5, 8, 10, 12));
});

test("the norm comes last", async () => {
  const norm = { weight: Float32Array.of(1, 1, 1), bias: Float32Array.of(0, 0, 1) };
  const layer = await EmbeddingLayer.create({ tokenTable, norm });
  const [a = 0, b = 0, c = 0] = layer.combined([0]).data;
  const deviation = Math.sqrt(2 / 3);
  assert.ok(Math.abs(a + 1 / deviation) < 1e-5 && Math.abs(b) < 1e-5 && Math.abs(c - 1 - 1 / deviation) < 1e-5);
});

test("a sinusoidal table is a position table like any other", async () => {
  const positionTable = await positions.sinusoidal({ length: 8, dimension: 3 });
  const layer = await EmbeddingLayer.create({ tokenTable, positionTable });
  const sum = layer.combined([1, 1]).row(1);
  for (const [column, value] of positionTable.row(1).entries()) {
    assert.equal(sum[column], Math.fround(value + (tokenTable.row(1)[column] ?? 0)));
  }
});

test("no ids give no rows", async () => {
  const layer = await EmbeddingLayer.create({ tokenTable });
  assert.equal(layer.combined([]).rows, 0);
  assert.equal(layer.tokens(new Int32Array()).rows, 0);
});

test("ids without a row are errors, and the layer stays usable", async () => {
  const positionTable = Matrix.from([[0, 0, 0]]);
  const layer = await EmbeddingLayer.create({ tokenTable, positionTable });
  for (const ids of [[3], [-1], [1.5], [Number.NaN], ["1"], [2 ** 40], null, undefined, 1, { length: 2 }]) {
    assert.throws(() => layer.combined(wrongType(ids)), failsWith("invalid-input"));
    assert.throws(() => layer.tokens(wrongType(ids)), failsWith("invalid-input"));
  }
  assert.throws(() => layer.combined([0, 0]), failsWith("invalid-input", /position/));
  assert.throws(() => layer.combined([0], { positionIds: [0, 0] }), failsWith("invalid-input"));
  assert.throws(() => layer.positions(2), failsWith("invalid-input"));
  assert.throws(() => layer.positions(2 ** 32), failsWith("invalid-input"));
  assert.throws(() => layer.types([0]), failsWith("invalid-input"));
  assert.deepEqual(layer.combined([0]).data, Float32Array.of(1, 2, 3));
});

test("parts that do not fit each other are errors", async () => {
  const narrow = Matrix.from([[1]]);
  for (const parts of [
    undefined,
    {},
    { tokenTable: [[1, 2]] },
    { tokenTable: new Matrix(new Float32Array(), 0, 0) },
    { tokenTable, positionTable: narrow },
    { tokenTable, typeTable: narrow },
    { tokenTable, tokenScale: "2" },
    { tokenTable, norm: { weight: Float32Array.of(1), bias: Float32Array.of(1) } },
    { tokenTable, norm: {} },
  ]) {
    await assert.rejects(EmbeddingLayer.create(wrongType(parts)), failsWith("invalid-input"));
  }
});

test("a layer that was disposed says so", async () => {
  const layer = await EmbeddingLayer.create({ tokenTable });
  layer.dispose();
  layer.dispose();
  assert.throws(() => layer.combined([0]), failsWith("disposed"));
});
