// Rewrites C++, TypeScript, JavaScript, JSON and CSS in the project's format.
import { run, runInToolchain, setUpNodeModules } from "./build.mjs";
import { cppFiles } from "./sources.mjs";

setUpNodeModules();
runInToolchain("clang-format", "-i", ...cppFiles(["cpp", "tests"]));
run(process.execPath, ["node_modules/@biomejs/biome/bin/biome", "check", "--write"]);
