// Checks without changing anything: format, layers, clang-tidy, Biome, TypeScript. `node scripts/lint.mjs` checks
// all; `--fast` leaves clang-tidy out, which takes minutes when a header has changed.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { buildTypes, setUpNodeModules, tree, writeCompileCommands } from "./build.mjs";
import { checkLayers } from "./check_layers.mjs";
import { cppFiles } from "./sources.mjs";

const failed = [];

function step(name, work) {
  console.log(`lint: ${name}`);
  if (!work()) failed.push(name);
}

function succeeds(command, ...args) {
  return spawnSync(command, args, { cwd: tree, stdio: "inherit" }).status === 0;
}

function toolchain(...words) {
  return succeeds("bash", "scripts/toolchain.sh", "run", ...words);
}

/** Looks at the files that have changed, or that include what has changed, since they were last found clean. */
function tidy() {
  writeCompileCommands();
  const stamps = join(tree, "build/lint/tidy");
  mkdirSync(stamps, { recursive: true });
  const common = [".clang-tidy", ...cppFiles(["cpp"], /\.h$/)].map((path) => readFileSync(join(tree, path)));
  const changed = cppFiles(["cpp"], /\.cpp$/)
    .filter((path) => !path.startsWith("cpp/wasm/"))
    .map((path) => {
      const hash = createHash("sha256");
      for (const content of [...common, readFileSync(join(tree, path))]) hash.update(content);
      return { path, stamp: join(stamps, hash.digest("hex")) };
    })
    .filter(({ stamp }) => !existsSync(stamp));
  if (changed.length === 0) return true;
  const patterns = changed.map(({ path }) => `^${tree}/${path}$`);
  const words = ["run-clang-tidy", "-quiet", "-j", String(cpus().length), "-p", "build/lint", ...patterns];
  const done = spawnSync("bash", ["scripts/toolchain.sh", "run", ...words], { cwd: tree, encoding: "utf8" });
  if (done.status === 0) {
    for (const { stamp } of changed) writeFileSync(stamp, "");
    return true;
  }
  console.log(done.stdout.replace(/^\[.*\n/gm, ""));
  return false;
}

setUpNodeModules();
buildTypes(); // the tests are checked against the declarations in dist
step("layers", () => {
  const problems = checkLayers();
  for (const problem of problems) console.log(problem);
  return problems.length === 0;
});
step("clang-format", () => toolchain("clang-format", "--dry-run", "-Werror", ...cppFiles(["cpp", "tests"])));
step("biome", () => succeeds(process.execPath, "node_modules/@biomejs/biome/bin/biome", "check"));
for (const project of ["web/tsconfig.json", "tests/tsconfig.json"]) {
  step(`tsc ${project}`, () =>
    succeeds(process.execPath, "node_modules/typescript/bin/tsc", "--noEmit", "-p", project),
  );
}
if (!process.argv.includes("--fast")) step("clang-tidy", tidy);

if (failed.length > 0) {
  console.error(`lint: failed: ${failed.join(", ")}`);
  process.exit(1);
}
console.log("lint: all is well");
