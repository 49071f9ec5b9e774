// The binding between C++ and TypeScript.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { Native } from "../../dist/native.js";
import { compile } from "../../dist/wasm.js";
import { failsWith } from "./support/errors.mjs";
import { tree } from "./support/files.mjs";

const generated = await readFile(join(tree, "dist/wasm/wembed.d.mts"), "utf8");

test("the committed declarations of the binding are those that the build generates", async () => {
  const committed = await readFile(join(tree, "web/src/wasm/wembed.d.mts"), "utf8");
  assert.equal(committed, generated, "after a change of cpp/wasm/, run: node scripts/build.mjs wasm declarations");
});

test("the declarations of the binding let no any through", () => {
  assert.doesNotMatch(generated, /\bany\b/);
});

test("the code that loads the module needs neither eval nor Node's modules", async () => {
  const glue = await readFile(join(tree, "dist/wasm/wembed.mjs"), "utf8");
  assert.doesNotMatch(glue, /\beval\(|new Function|\brequire\(|from\s*["']node:|import\(/);
});

test("memory that cannot be had is a typed error, and the instance goes on", async () => {
  const native = await Native.create((await compile({})).module);
  for (const size of [2 ** 32 - 1, 2 ** 40, Number.POSITIVE_INFINITY]) {
    assert.throws(() => native.allocate(size), failsWith("out-of-memory"));
  }
  native.withBlock(1000, (address) => native.bytes(address, 1000).fill(1));
});

test("an instance that trapped is not used again, and others are not touched", async () => {
  const { module } = await compile({});
  const [broken, other] = await Promise.all([Native.create(module), Native.create(module)]);
  const trap = (/** @type {string} */ message) => () => {
    throw new WebAssembly.RuntimeError(message);
  };
  assert.throws(() => broken.call(trap("Aborted(). Build with -sASSERTIONS")), failsWith("out-of-memory"));
  assert.throws(() => broken.call(() => 1), failsWith("out-of-memory"));
  assert.throws(() => broken.allocate(1), failsWith("out-of-memory"));
  assert.throws(() => other.call(trap("unreachable")), failsWith("internal", /unreachable/));
  assert.equal(
    (await Native.create(module)).call(() => 1),
    1,
  );
});
