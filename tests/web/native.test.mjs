// The binding between C++ and TypeScript.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { declarations } from "../../scripts/build.mjs";
import { tree } from "./support/files.mjs";

test("the committed declarations of the binding are those that the build generates", async () => {
  const committed = await readFile(join(tree, "web/src/wasm/wembed.d.mts"), "utf8");
  assert.equal(committed, declarations(), "commit web/src/wasm/wembed.d.mts after a change of cpp/wasm/");
});

test("the declarations of the binding let no any through", () => {
  assert.doesNotMatch(declarations(), /\bany\b/);
});

test("the code that loads the module needs neither eval nor Node's modules", async () => {
  const glue = await readFile(join(tree, "dist/wasm/wembed.mjs"), "utf8");
  assert.doesNotMatch(glue, /\beval\(|new Function|\brequire\(|from\s*["']node:|import\(/);
});
