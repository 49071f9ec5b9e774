// The binding between C++ and TypeScript.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
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
