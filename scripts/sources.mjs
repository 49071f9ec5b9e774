// The C++ files that are ours.
import { readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { tree } from "./build.mjs";

/** Paths in the project of the C++ files under `folders`. */
export function cppFiles(folders, pattern = /\.(?:h|cpp)$/) {
  return folders.flatMap((folder) =>
    readdirSync(join(tree, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && pattern.test(entry.name))
      .map((entry) => relative(tree, join(entry.parentPath, entry.name)))
      .sort(),
  );
}
