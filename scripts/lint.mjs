// Checks without changing anything: format, layers, clang-tidy, Biome, TypeScript. `node scripts/lint.mjs` checks
// all; `--fast` leaves clang-tidy out, which takes a minute.
import { spawnSync } from "node:child_process";
import { cpus } from "node:os";
import { join } from "node:path";
import { buildNative, setUpNodeModules, tree } from "./build.mjs";
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

setUpNodeModules();
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
if (!process.argv.includes("--fast")) {
  step("clang-tidy", () => {
    buildNative({ configureOnly: true });
    const sources = cppFiles(["cpp"], /\.cpp$/).filter((path) => !path.startsWith(join("cpp", "wasm")));
    const jobs = String(cpus().length);
    return toolchain(
      "run-clang-tidy",
      "-quiet",
      "-j",
      jobs,
      "-p",
      "build/native",
      ...sources.map((path) => `${path}$`),
    );
  });
}

if (failed.length > 0) {
  console.error(`lint: failed: ${failed.join(", ")}`);
  process.exit(1);
}
console.log("lint: all is well");
