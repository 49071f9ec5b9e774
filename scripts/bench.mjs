// `npm run bench`: builds, then times wembed and its peers side by side, in this Node and in Chromium. Prints a table
// of medians and ratios, and writes build/bench/report.json. See tests/bench/README.md for what each figure is.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { build, tree } from "./build.mjs";

/** Runs one of tests/bench/*.mjs in a process of its own, and reads the JSON on its last line. */
function report(name) {
  console.log(`bench: ${name}`);
  const done = spawnSync(process.execPath, [join(tree, "tests/bench", name)], {
    cwd: tree,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
    maxBuffer: 2 ** 26,
  });
  if (done.status !== 0) throw new Error(`${name} ended with ${done.status ?? done.signal}`);
  return JSON.parse(done.stdout.trim().split("\n").at(-1));
}

const brotli = (paths) => paths.reduce((sum, path) => sum + brotliCompressSync(readFileSync(path)).length, 0);

/** What a page downloads, weights aside, in bytes after brotli. */
function sizes() {
  const modules = readdirSync(join(tree, "dist"))
    .filter((name) => name.endsWith(".js"))
    .map((name) => join(tree, "dist", name));
  const glue = join(tree, "dist/wasm/wembed.mjs");
  const wasm = ["simd", "relaxed"].map((flavour) => join(tree, "dist/wasm", `wembed-${flavour}.wasm`));
  const result = { javascript: brotli([...modules, glue]), wasm: Math.max(...wasm.map((path) => brotli([path]))) };
  const page = join(tree, "build/demo/assets");
  if (existsSync(page)) {
    const code = readdirSync(page).filter((name) => /\.(?:js|mjs|css)$/.test(name));
    result.demo = brotli(code.map((name) => join(page, name))) + result.wasm;
  }
  return result;
}

function version(name) {
  return JSON.parse(readFileSync(join(tree, "node_modules", name, "package.json"), "utf8")).version;
}

const number = (value) => (value >= 100 ? value.toFixed(0) : value.toFixed(2));

await build();
const runs = [report("node.mjs"), report("chromium.mjs")];
const result = {
  machine: { processor: cpus()[0]?.model, cores: cpus().length },
  versions: {
    tfjs: version("@tensorflow/tfjs-core"),
    "universal-sentence-encoder": version("@tensorflow-models/universal-sentence-encoder"),
  },
  weights: statSync(join(tree, "dist/models/use-lite/model_q8.safetensors")).size,
  brotli: sizes(),
  runs,
};
mkdirSync(join(tree, "build/bench"), { recursive: true });
writeFileSync(join(tree, "build/bench/report.json"), `${JSON.stringify(result, undefined, 2)}\n`);

console.log(`\n${result.machine.processor}, ${result.machine.cores} cores; one thread; milliseconds, medians`);
console.log(
  "\n| engine | work | tfjs | wembed f32 | wembed q8 | f32 faster | q8 faster |\n| --- | --- | --- | --- | --- | --- | --- |",
);
for (const { engine, simd, results } of runs) {
  for (const { name, ms, ratios } of results) {
    const cells = [`${engine}, ${simd}`, name, number(ms.tfjs), number(ms.f32), number(ms.q8)];
    console.log(`| ${[...cells, `${ratios.f32.toFixed(2)} ×`, `${ratios.q8.toFixed(2)} ×`].join(" | ")} |`);
  }
}
const { ms, ratio } = runs[1].start;
console.log(
  `\nPage load to first vector: tfjs ${number(ms.tfjs)}, wembed ${number(ms.wembed)}: ${ratio.toFixed(2)} × sooner`,
);
const kilobytes = Object.entries(result.brotli).map(([name, bytes]) => `${name} ${(bytes / 1000).toFixed(1)} kB`);
console.log(`After brotli: ${kilobytes.join(", ")}; weights ${(result.weights / 1e6).toFixed(1)} MB as they are`);
