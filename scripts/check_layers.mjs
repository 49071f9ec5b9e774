// Fails on an include in cpp/ that points up: each folder may include the folders below it, and no others.
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { tree } from "./build.mjs";

const mayInclude = {
  base: [],
  text: ["base"],
  io: ["base", "text"],
  tokenize: ["base", "text", "io"],
  kernels: ["base"],
  embedding: ["base", "kernels"],
  model: ["base", "io", "kernels", "embedding"],
  embedder: ["base", "text", "io", "tokenize", "kernels", "embedding", "model"],
  wasm: ["base", "tokenize", "embedding", "embedder"],
};

/** What is wrong, as lines to print. */
export function checkLayers() {
  const problems = [];
  const root = join(tree, "cpp");
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(?:h|cpp)$/.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    const [folder] = relative(root, path).split("/");
    const allowed = mayInclude[folder];
    if (allowed === undefined) {
      problems.push(`cpp/${folder}: scripts/check_layers.mjs does not know this folder`);
      continue;
    }
    const lines = readFileSync(path, "utf8").split("\n");
    lines.forEach((line, index) => {
      const where = `${relative(tree, path)}:${index + 1}`;
      const included = /^\s*#\s*include\s+"([^"]+)"/.exec(line)?.[1];
      if (included !== undefined) {
        const target = included.split("/")[0];
        if (target !== folder && target in mayInclude && !allowed.includes(target))
          problems.push(`${where}: ${folder} may not include ${included}`);
      }
      if (folder !== "wasm" && /^\s*#\s*include\s+<emscripten/.test(line)) {
        problems.push(`${where}: only cpp/wasm may include Emscripten's headers`);
      }
    });
  }
  return problems;
}
