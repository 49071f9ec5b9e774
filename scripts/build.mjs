// Builds what is out of date: `node scripts/build.mjs [wasm] [models] [types] [native] [declarations]`, by default
// wasm, models and types; `wasm declarations types` after a change of cpp/wasm/. Sets up node_modules and the C++
// toolchain where they are missing.
import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

export const tree = dirname(dirname(fileURLToPath(import.meta.url)));

/** Runs a command in the project folder, with its output shown; ends the process where it fails. */
export function run(command, args, options = {}) {
  const done = spawnSync(command, args, { cwd: tree, stdio: "inherit", ...options });
  if (done.error) fail(`${command}: ${done.error.message}`);
  if (done.status !== 0) fail(`${[command, ...args].join(" ")} ended with ${done.status ?? done.signal}`);
}

/** Runs a command with Emscripten, clang, CMake and Ninja at hand (scripts/toolchain.sh). */
export function runInToolchain(...words) {
  run("bash", ["scripts/toolchain.sh", "run", ...words]);
}

function fail(message) {
  console.error(message);
  process.exit(1);
}

/** Installs node_modules when the lock file is newer than what is there. */
export function setUpNodeModules() {
  const stamp = join(tree, "node_modules", ".wembed-lock");
  const lock = readFileSync(join(tree, "package-lock.json"), "utf8");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lock) return;
  console.log("build: npm ci");
  run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"]);
  writeFileSync(stamp, lock);
}

function configure(folder, ...options) {
  if (existsSync(join(tree, folder, "build.ninja"))) return;
  runInToolchain(...options, "-G", "Ninja", "-S", ".", "-B", folder);
}

function ninja(folder) {
  runInToolchain("ninja", "-C", folder, "--quiet");
}

/** The two WebAssembly modules, the JavaScript that loads either of them, and its declarations, into dist/wasm/. */
export function buildWasm() {
  configure("build/wasm", "emcmake", "cmake");
  ninja("build/wasm");
  const target = join(tree, "dist", "wasm");
  mkdirSync(target, { recursive: true });
  for (const flavour of ["simd", "relaxed"]) {
    copyFileSync(join(tree, `build/wasm/wembed-${flavour}.wasm`), join(target, `wembed-${flavour}.wasm`));
  }
  writeIfChanged(join(target, "wembed.mjs"), glue());
  writeIfChanged(join(target, "wembed.d.mts"), declarations());
}

/**
 * The TypeScript sources read the declarations from web/src/wasm/, where they are committed, so that a change of the
 * binding shows in a review; a test compares the two.
 */
export function updateDeclarations() {
  copyFileSync(join(tree, "dist/wasm/wembed.d.mts"), join(tree, "web/src/wasm/wembed.d.mts"));
}

/** Both modules have the same imports and exports, so one loader serves both: workers cannot choose one later. */
function glue() {
  const [simd, relaxed] = ["simd", "relaxed"].map((flavour) =>
    readFileSync(join(tree, `build/wasm/wembed-${flavour}.mjs`), "utf8").replaceAll(
      `wembed-${flavour}.wasm`,
      "wembed-simd.wasm",
    ),
  );
  if (simd !== relaxed) fail("build: the loaders of wembed-simd and wembed-relaxed differ");
  return simd;
}

/** What emcc writes, without the heap views, which are `any` there and which native.ts makes itself. */
function declarations() {
  return readFileSync(join(tree, "build/wasm/wembed.d.mts"), "utf8")
    .replace(/declare namespace RuntimeExports \{[^}]*\}\n/, "")
    .replace(" & typeof RuntimeExports", "");
}

function writeIfChanged(path, text) {
  if (!existsSync(path) || readFileSync(path, "utf8") !== text) writeFileSync(path, text);
}

const clang = ["-DCMAKE_C_COMPILER=clang", "-DCMAKE_CXX_COMPILER=clang++"];

/** Tests and fuzz-free native library, into build/native/. */
export function buildNative() {
  configure("build/native", "cmake", ...clang, "-DWEMBED_SANITIZE=ON");
  ninja("build/native");
}

/** The commands that compile each file, into build/lint/compile_commands.json. */
export function writeCompileCommands() {
  runInToolchain("cmake", ...clang, "-G", "Ninja", "-S", ".", "-B", "build/lint", "--log-level=WARNING");
}

/** The default model, into dist/models/. */
export async function buildModels() {
  const { convertUseLite } = await import("./convert_use_lite.mjs");
  await convertUseLite(join(tree, "dist", "models", "use-lite"));
}

/** JavaScript and declarations, into dist/, and nothing there of sources that are gone. */
export function buildTypes() {
  const declared = join(tree, "dist/wasm/wembed.d.mts");
  if (!existsSync(declared)) {
    // Nothing is built yet; the committed ones are enough to check types against.
    mkdirSync(dirname(declared), { recursive: true });
    copyFileSync(join(tree, "web/src/wasm/wembed.d.mts"), declared);
  }
  run(process.execPath, ["node_modules/typescript/bin/tsc", "-p", "web/tsconfig.json"]);
  for (const name of readdirSync(join(tree, "dist"))) {
    const source = /^(.+)(?:\.d\.ts|\.js)$/.exec(name)?.[1];
    if (source !== undefined && !existsSync(join(tree, "web/src", `${source}.ts`))) rmSync(join(tree, "dist", name));
  }
}

export async function build(parts = ["wasm", "models", "types"]) {
  setUpNodeModules();
  if (parts.includes("native")) buildNative();
  if (parts.includes("wasm")) buildWasm();
  if (parts.includes("declarations")) updateDeclarations();
  if (parts.includes("models")) await buildModels();
  if (parts.includes("types")) buildTypes();
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const parts = process.argv.slice(2);
  await build(parts.length > 0 ? parts : undefined);
}
