// Where models come from, and what may be wrong with them on the way.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { EmbeddingModel, Tokenizer } from "wembed";
import { failsWith, wrongType } from "./support/errors.mjs";
import { tree, useLiteFile, useLiteFiles, useLiteUrl } from "./support/files.mjs";
import { serve } from "./support/server.mjs";

/** @type {Float32Array} */
let expected;
before(async () => {
  const model = await EmbeddingModel.load();
  expected = await model.embed("hello world");
  model.dispose();
});

/**
 * Loads, and checks that the model is the packaged one.
 * @param {import("wembed").ModelSource} source
 * @param {import("wembed").LoadOptions} [options]
 */
async function loadsTheSame(source, options) {
  const model = await EmbeddingModel.load(source, options);
  assert.deepEqual(await model.embed("hello world"), expected);
  model.dispose();
}

const modelsFolder = join(tree, "dist/models");

test("files in memory: a record, a map, blobs, and the files of a chosen folder", async () => {
  const files = await useLiteFiles();
  await loadsTheSame(files);
  await loadsTheSame(new Map(Object.entries(files)));
  await loadsTheSame(Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, bytes.buffer])));
  await loadsTheSame(Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, new Blob([bytes])])));
  const { File } = await import("node:buffer");
  const chosen = Object.entries(files).map(([name, bytes]) => new File([bytes], name));
  await loadsTheSame(wrongType(chosen));
  // As a browser gives them for a chosen folder.
  for (const file of chosen) Object.defineProperty(file, "webkitRelativePath", { value: `use-lite/${file.name}` });
  await loadsTheSame(wrongType(chosen));
});

test("the caller's own bytes are left as they are", async () => {
  const files = await useLiteFiles();
  await loadsTheSame(files);
  assert.deepEqual(files["model_q8.safetensors"], await useLiteFile("model_q8.safetensors"));
});

test("a folder on disk: a URL, a path, with and without the last slash", async () => {
  await loadsTheSame(useLiteUrl);
  await loadsTheSame(useLiteUrl.pathname);
  await loadsTheSame(new URL(useLiteUrl.href.replace(/\/$/, "")));
  const cwd = process.cwd();
  process.chdir(tree);
  try {
    await loadsTheSame("./dist/models/use-lite");
  } finally {
    process.chdir(cwd);
  }
});

test("the packaged files may lie elsewhere", async () => {
  await loadsTheSame("builtin:use-lite", { modelsUrl: modelsFolder });
  await loadsTheSame("builtin:use-lite", { wasmUrl: pathToFileURL(join(tree, "dist/wasm")) });
  const wrong = EmbeddingModel.load("builtin:use-lite", { wasmUrl: "./no/such/folder/" });
  await assert.rejects(wrong, failsWith("not-found", /wembed-simd\.wasm/));
});

test("the packaged model in float32 is said not to be in the package, with the way to get it", async () => {
  const wanted = EmbeddingModel.load("builtin:use-lite", { dtype: "f32" });
  await assert.rejects(wanted, failsWith("not-found", /npm run build/));
  const model = await EmbeddingModel.load(useLiteUrl, { dtype: "f32" });
  assert.equal(model.dtype, "f32");
  model.dispose();
});

test("over HTTP there is one request a file, with progress up to each file's size", async () => {
  const server = await serve(modelsFolder);
  try {
    /** @type {Map<string, import("wembed").LoadProgress>} */
    const last = new Map();
    await loadsTheSame(new URL("use-lite/", server.url), {
      onProgress: (progress) => {
        assert.ok(progress.loaded >= (last.get(progress.file)?.loaded ?? 0));
        last.set(progress.file, progress);
      },
    });
    const names = ["config.json", "model_q8.safetensors", "tokenizer.json"];
    assert.deepEqual(
      server.requests.toSorted(),
      names.map((name) => `/use-lite/${name}`),
    );
    assert.deepEqual([...last.keys()].toSorted(), names);
    for (const [file, { loaded, total }] of last) {
      assert.equal(loaded, total);
      assert.equal(loaded, (await useLiteFile(file)).length);
    }
  } finally {
    server.close();
  }
});

test("a hub id is a folder of the hub, at the revision asked for", async () => {
  const hub = await serve(modelsFolder, {
    answer: (path, response) => {
      const file = /^\/owner\/some\.model-1\/resolve\/v1\.0\/(.+)$/.exec(path)?.[1];
      if (file === undefined) return false;
      response.writeHead(302, { location: `/use-lite/${file}` }).end();
      return true;
    },
  });
  try {
    await loadsTheSame("owner/some.model-1", { endpoint: hub.url, revision: "v1.0" });
    const missing = EmbeddingModel.load("owner/other", { endpoint: hub.url });
    await assert.rejects(missing, failsWith("not-found", /owner\/other\/resolve\/main\/.* 404/));
    const tokenizer = await Tokenizer.load("owner/some.model-1", { endpoint: hub.url, revision: "v1.0" });
    assert.ok(tokenizer.vocabSize > 7900);
  } finally {
    hub.close();
  }
});

test("without a dtype, float32 weights do where there are no 8-bit ones", async () => {
  for (const answer of [
    () => false,
    // A server that shows its own page for what it lacks.
    (/** @type {string} */ path, /** @type {import("node:http").ServerResponse} */ response) => {
      if (!path.endsWith("model_q8.safetensors")) return false;
      response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html>");
      return true;
    },
  ]) {
    const folder = await mkdtemp(join(tmpdir(), "wembed-"));
    for (const name of ["config.json", "tokenizer.json", "model.safetensors"]) {
      await writeFile(join(folder, name), await useLiteFile(name));
    }
    const server = await serve(folder, { answer });
    try {
      const model = await EmbeddingModel.load(new URL(server.url));
      assert.equal(model.dtype, "f32");
      model.dispose();
      if (answer.length > 0) continue;
      const wanted = EmbeddingModel.load(new URL(server.url), { dtype: "q8" });
      await assert.rejects(wanted, failsWith("not-found", /model_q8\.safetensors/));
    } finally {
      server.close();
      await rm(folder, { recursive: true });
    }
  }
});

test("a compressed answer, or one without a length, is read to its end", async () => {
  const server = await serve(modelsFolder, {
    answer: (path, response) => {
      useLiteFile(path.replace("/use-lite/", "")).then((bytes) => {
        response.writeHead(200, path.endsWith(".json") ? { "content-encoding": "gzip" } : {});
        response.end(path.endsWith(".json") ? gzipSync(bytes) : bytes);
      });
      return true;
    },
  });
  try {
    await loadsTheSame(new URL("use-lite/", server.url));
  } finally {
    server.close();
  }
});

test("the caller's fetch is used, once a file", async () => {
  /** @type {string[]} */
  const asked = [];
  await loadsTheSame("https://models.invalid/use-lite/", {
    fetch: async (url) => {
      asked.push(url);
      return new Response(await useLiteFile(url.split("/").at(-1) ?? ""));
    },
  });
  assert.equal(asked.length, 3);
});

/**
 * @param {string} broken the file to answer wrongly
 * @param {(response: import("node:http").ServerResponse, bytes: Uint8Array) => void} answer
 * @param {import("wembed").LoadOptions} [options]
 */
async function loadBroken(broken, answer, options) {
  const bytes = await useLiteFile(broken);
  const server = await serve(modelsFolder, {
    answer: (path, response) => {
      if (!path.endsWith(broken)) return false;
      answer(response, bytes);
      return true;
    },
  });
  try {
    const model = await EmbeddingModel.load(new URL("use-lite/", server.url), options);
    model.dispose();
  } finally {
    server.close();
  }
}

for (const file of ["config.json", "tokenizer.json", "model_q8.safetensors"]) {
  test(`${file}: a web page in its place is a network error with address and content-type`, async () => {
    const page = loadBroken(
      file,
      (response) => response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end("<!doctype html>"),
      { dtype: "q8" },
    );
    const names = new RegExp(`http://127.*/use-lite/${file} .*text/html`);
    await assert.rejects(page, failsWith("network", names));
  });

  test(`${file}: HTTP errors and broken connections are network errors`, async () => {
    const failing = loadBroken(file, (response) => response.writeHead(503).end(), { dtype: "q8" });
    await assert.rejects(failing, failsWith("network", /503/));
    const cut = loadBroken(file, (response, bytes) => {
      response.writeHead(200, { "content-length": bytes.length });
      response.write(bytes.subarray(0, bytes.length >> 1), () => response.destroy());
    });
    await assert.rejects(cut, failsWith("network", /broke off|ended after|reached/));
  });

  test(`${file}: missing is not-found`, async () => {
    const missing = loadBroken(file, (response) => response.writeHead(404).end(), { dtype: "q8" });
    await assert.rejects(missing, failsWith("not-found", new RegExp(file)));
    const files = await useLiteFiles();
    delete files[file];
    await assert.rejects(EmbeddingModel.load(files, { dtype: "q8" }), failsWith("not-found", new RegExp(file)));
  });

  test(`${file}: empty or cut short is a typed error`, async () => {
    for (const share of [0, 0.3, 0.99]) {
      const files = await useLiteFiles();
      const bytes = files[file] ?? new Uint8Array();
      files[file] = bytes.slice(0, Math.floor(bytes.length * share));
      const code = file === "tokenizer.json" ? "invalid-tokenizer" : "invalid-model";
      await assert.rejects(EmbeddingModel.load(files), failsWith(code), `${share} of ${file}`);
    }
  });

  test(`${file}: a wrong SHA-256 is an integrity error, the right one passes`, async () => {
    const digest = createHash("sha256").update(await useLiteFile(file));
    const hex = digest.copy().digest("hex");
    await loadsTheSame(useLiteUrl, { integrity: { [file]: hex } });
    await loadsTheSame(useLiteUrl, { integrity: { [file]: `sha256-${digest.digest("base64")}` } });
    const files = await useLiteFiles();
    const bytes = files[file] ?? new Uint8Array();
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
    const flipped = EmbeddingModel.load(files, { integrity: { [file]: hex } });
    await assert.rejects(flipped, failsWith("integrity", new RegExp(`${file}.*${hex}`)));
  });
}

test("a server that cannot be reached is a network error", async () => {
  const server = await serve(modelsFolder);
  server.close();
  await assert.rejects(EmbeddingModel.load(new URL("use-lite/", server.url)), failsWith("network", /reached/));
});

test("a bit flipped anywhere in the weights gives a typed error or a model that answers", async () => {
  const files = await useLiteFiles();
  const bytes = files["model_q8.safetensors"] ?? new Uint8Array();
  const headerSize = Number(new DataView(bytes.buffer).getBigUint64(0, true));
  // All over the length and the header, and a few in the numbers themselves.
  const places = Array.from({ length: 64 }, (_, i) => (i < 8 ? i : 8 + Math.floor(((i - 8) * headerSize) / 50)));
  let failures = 0;
  for (const [i, place] of places.entries()) {
    const flipped = bytes.slice();
    flipped[place] = (flipped[place] ?? 0) ^ (1 << (i % 8));
    try {
      const model = await EmbeddingModel.load({ ...files, "model_q8.safetensors": flipped });
      assert.equal((await model.embed("hello world")).length, model.dimension);
      model.dispose();
    } catch (error) {
      // A broken name of a type looks like a type that wembed lacks.
      const { code } = /** @type {import("wembed").WembedError} */ (error);
      failsWith(code === "unsupported-architecture" ? code : "invalid-model")(error);
      ++failures;
    }
  }
  assert.ok(failures > 30, `${failures} of ${places.length} were noticed`);
});

test("abort stops a load wherever it is, and the next load works", async () => {
  const server = await serve(modelsFolder, {
    answer: (path, response) => {
      if (!path.endsWith("model_q8.safetensors")) return false;
      response.writeHead(200, { "content-length": 1e6 }).write(new Uint8Array(1000)); // and never ends
      return true;
    },
  });
  try {
    const controller = new AbortController();
    const loading = EmbeddingModel.load(new URL("use-lite/", server.url), {
      signal: controller.signal,
      onProgress: ({ file }) => {
        if (file === "model_q8.safetensors") controller.abort();
      },
    });
    await assert.rejects(loading, failsWith("aborted"));
    await assert.rejects(EmbeddingModel.load(undefined, { signal: AbortSignal.abort() }), failsWith("aborted"));
    await loadsTheSame("builtin:use-lite");
  } finally {
    server.close();
  }
});

test("a file that is said to be larger than memory is an out-of-memory error, and the next load works", async () => {
  const loading = EmbeddingModel.load("https://models.invalid/use-lite/", {
    dtype: "q8",
    fetch: async (url) => {
      const bytes = await useLiteFile(url.split("/").at(-1) ?? "");
      return new Response(bytes, { headers: url.endsWith(".json") ? {} : { "content-length": "9000000000" } });
    },
  });
  await assert.rejects(loading, failsWith("out-of-memory"));
  await loadsTheSame("builtin:use-lite");
});

test("sources that cannot be are errors", async () => {
  for (const source of [42, null, true, "", [1], [{}], { "config.json": "text" }, { "config.json": 1 }]) {
    await assert.rejects(EmbeddingModel.load(wrongType(source)), failsWith("invalid-input"));
  }
  for (const options of [{ endpoint: "http://" }, { endpoint: 1 }, { revision: {} }, { cache: "yes" }]) {
    await assert.rejects(EmbeddingModel.load("owner/name", wrongType(options)), failsWith("invalid-input"));
  }
  await assert.rejects(EmbeddingModel.load("builtin:nothing"), failsWith("not-found", /use-lite/));
  await assert.rejects(EmbeddingModel.load({}), failsWith("not-found", /config\.json/));
  await assert.rejects(EmbeddingModel.load("./no/such/folder"), failsWith("not-found"));
});

test("a worker can be asked for, and Node has none of the kind", async () => {
  await assert.rejects(EmbeddingModel.load(undefined, { worker: true }), failsWith("worker-failed"));
  await loadsTheSame("builtin:use-lite", { worker: false });
});
