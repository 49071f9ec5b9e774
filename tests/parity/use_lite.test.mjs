// The built-in model against the graph that it was converted from, run by TensorFlow.js.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { cosineSimilarity, EmbeddingModel } from "../../dist/index.js";
import { variedLines } from "../support/texts.mjs";
import { loadOldTokenizer, loadOracle } from "../support/use_lite_oracle.mjs";

const FOLDER = fileURLToPath(new URL("../../dist/models/use-lite/", import.meta.url));
const VECTORS = 500;
const LINES = 2500;

const models = {};
let oracle;

before(async () => {
  oracle = await loadOracle();
  models.f32 = await EmbeddingModel.load(FOLDER, { dtype: "f32" });
  models.q8 = await EmbeddingModel.load();
});
after(() => {
  for (const model of Object.values(models)) model.dispose();
});

test(`ids are those of the original tokenizer on ${LINES} varied lines`, () => {
  const tokenize = loadOldTokenizer();
  for (const line of variedLines(LINES)) {
    const { ids } = models.q8.tokenizer.encode(line);
    assert.deepEqual(Array.from(ids), tokenize(line), JSON.stringify(line.slice(0, 200)));
  }
});

test("offsets lie in the text and go forward, but where NFKC reorders combining marks", () => {
  for (const line of variedLines(LINES)) {
    const { offsets } = models.q8.tokenizer.encode(line);
    let last = 0;
    for (const [start, end] of offsets) {
      assert.ok(start >= 0 && start <= end && end <= line.length, JSON.stringify(line));
      const reordered = start < last && /\p{M}/u.test(line.slice(start, last + 2));
      assert.ok(start >= last || reordered, `offsets go back in ${JSON.stringify(line)}`);
      last = start;
    }
  }
});

/** Cosines with the oracle, text by text, in batches that the graph takes. */
async function cosines(model, texts) {
  const ours = await model.embed(texts);
  const result = [];
  for (let begin = 0; begin < texts.length; begin += 50) {
    const theirs = await oracle.embed(texts.slice(begin, begin + 50));
    result.push(...theirs.map((vector, i) => cosineSimilarity(vector, ours.row(begin + i))));
  }
  return result;
}

for (const [dtype, lowest] of [
  ["f32", 0.99999],
  ["q8", 0.995],
]) {
  test(`${dtype} vectors of ${VECTORS} texts have a cosine of at least ${lowest} with the graph's`, async (t) => {
    const texts = variedLines(VECTORS, 7);
    const values = await cosines(models[dtype], texts);
    const worst = values.indexOf(Math.min(...values));
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    t.diagnostic(`${dtype}: lowest ${values[worst].toFixed(7)}, mean ${mean.toFixed(7)}`);
    assert.ok(values[worst] >= lowest, `${values[worst]} for ${JSON.stringify(texts[worst].slice(0, 100))}`);
  });
}

test("every stage of inspect is the graph's: token, position, combined, hidden states", async () => {
  for (const text of ["The cat sat on the mat.", "café 😀 naïve", "x".repeat(300)]) {
    const view = await models.f32.inspect(text);
    const expected = await oracle.stages(text);
    const found = {
      token: view.tokenEmbeddings,
      position: view.positionEmbeddings,
      combined: view.combined,
      hidden: view.hidden,
    };
    const tolerance = { token: 0, position: 2e-5, combined: 2e-5, hidden: 2e-3 };
    for (const [stage, matrix] of Object.entries(found)) {
      assert.equal(matrix.data.length, expected[stage].length, `${stage} of ${text}`);
      for (let i = 0; i < matrix.data.length; i++) {
        const difference = Math.abs(matrix.data[i] - expected[stage][i]);
        assert.ok(
          difference <= tolerance[stage],
          `${stage}[${i}] of ${text}: ${matrix.data[i]}, not ${expected[stage][i]}`,
        );
      }
    }
  }
});

test("a text has the same vector alone and in any batch, bit for bit", async () => {
  const texts = ["", ...variedLines(120, 3), ""];
  for (const model of Object.values(models)) {
    const batch = await model.embed(texts);
    for (const [i, text] of texts.entries()) {
      assert.deepEqual(
        await model.embed(text, { truncate: "end" }),
        batch.row(i).slice(),
        JSON.stringify(text.slice(0, 80)),
      );
    }
  }
});
