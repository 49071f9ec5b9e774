import assert from "node:assert/strict";
import { test } from "node:test";
import { Matrix, positions } from "wembed";
import { failsWith, wrongType } from "./support/errors.mjs";

/**
 * The definition in double precision.
 * @param {import("wembed").positions.SinusoidalOptions} options
 */
function reference({ length, dimension, base = 1e4, layout, spacing, scale = 1, offset = 0 }) {
  const pairs = Math.floor(dimension / 2);
  const steps = spacing === "inclusive" ? pairs - 1 : pairs;
  const rows = [];
  for (let row = 0; row < length; ++row) {
    const values = new Array(dimension).fill(0);
    for (let i = 0; i < Math.ceil(dimension / 2); ++i) {
      const angle = (offset + row) * base ** (-i / Math.max(1, steps));
      if (layout === "concatenated") {
        if (i === pairs) continue; // the last column of an odd dimension stays zero
        values[i] = scale * Math.sin(angle);
        values[pairs + i] = scale * Math.cos(angle);
      } else {
        // The paper's exponent is 2i / d, also where d is odd.
        const odd = (offset + row) * base ** ((-2 * i) / dimension);
        const used = dimension % 2 === 1 && spacing !== "inclusive" ? odd : angle;
        values[2 * i] = scale * Math.sin(used);
        if (2 * i + 1 < dimension) values[2 * i + 1] = scale * Math.cos(used);
      }
    }
    rows.push(values);
  }
  return rows;
}

for (const layout of /** @type {const} */ (["interleaved", "concatenated"])) {
  for (const spacing of /** @type {const} */ (["exclusive", "inclusive"])) {
    test(`sinusoidal positions, ${layout} and ${spacing}, are those of the formula`, async () => {
      const options = { length: 300, dimension: 256, base: 5000, layout, spacing, scale: 0.5, offset: 7 };
      const matrix = await positions.sinusoidal(options);
      assert.equal(matrix.rows, 300);
      assert.equal(matrix.columns, 256);
      for (const [row, values] of reference(options).entries()) {
        for (const [column, value] of values.entries()) {
          const found = matrix.row(row)[column] ?? Number.NaN;
          assert.ok(Math.abs(found - value) < 1e-6, `row ${row}, column ${column}: ${found}, not ${value}`);
        }
      }
    });
  }
}

test("an odd dimension ends on a sine where interleaved, on zero where concatenated", async () => {
  const [, interleaved] = await positions.sinusoidal({ length: 2, dimension: 3 });
  assert.equal(interleaved?.length, 3);
  assert.ok((interleaved?.[2] ?? 0) > 0);
  const [, concatenated] = await positions.sinusoidal({ length: 2, dimension: 3, layout: "concatenated" });
  assert.equal(concatenated?.[2], 0);
});

test("no positions at all are an empty matrix", async () => {
  assert.equal((await positions.sinusoidal({ length: 0, dimension: 4 })).rows, 0);
});

test("options that cannot be are errors, and the next call works", async () => {
  const good = { length: 2, dimension: 4 };
  for (const bad of [
    { length: -1 },
    { length: 1.5 },
    { length: "2" },
    { dimension: 0 },
    { base: 0 },
    { base: Number.NaN },
    { scale: Number.POSITIVE_INFINITY },
    { offset: -1 },
    { offset: 2 ** 40 },
    { layout: "diagonal" },
    { spacing: "none" },
  ]) {
    await assert.rejects(positions.sinusoidal(wrongType({ ...good, ...bad })), failsWith("invalid-input"));
  }
  await assert.rejects(positions.sinusoidal(wrongType(undefined)), failsWith("invalid-input"));
  await assert.rejects(positions.sinusoidal({ length: 2 ** 31, dimension: 2 ** 20 }), failsWith("out-of-memory"));
  assert.equal((await positions.sinusoidal(good)).rows, 2);
});

test("learned positions are rows of the table", () => {
  const table = Matrix.from([[0], [1], [2], [3]]);
  assert.deepEqual(positions.learned(table, { offset: 2 }).data, Float32Array.of(2, 3));
  assert.deepEqual(positions.learned(table, { length: 1 }).data, Float32Array.of(0));
  assert.throws(() => positions.learned(table, { offset: 2, length: 3 }), failsWith("invalid-input", /4/));
  assert.throws(() => positions.learned(wrongType([[1]])), failsWith("invalid-input"));
});
