// Files, where the library runs in Node. Nothing here is imported statically, so that bundlers for browsers
// find no trace of Node.
import { WembedError } from "./errors.js";

/** Node's file system; undefined in browsers. */
function nodeFiles() {
  return typeof process === "object" && typeof process.getBuiltinModule === "function"
    ? process.getBuiltinModule("node:fs")
    : undefined;
}

export function runsInNode(): boolean {
  return nodeFiles() !== undefined;
}

/** A path as a URL, relative to the working folder; folders end in a slash. */
export function pathToFileUrl(path: string): URL {
  return process.getBuiltinModule("node:url").pathToFileURL(path);
}

export interface LocalFile {
  readonly size: number;
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** Opens a file; rejects with `not-found` where there is none. */
export async function openLocalFile(url: URL): Promise<LocalFile> {
  const files = nodeFiles();
  if (files === undefined) throw new WembedError("not-found", `${url.href}: files can be read in Node only`);
  const path = process.getBuiltinModule("node:url").fileURLToPath(url);
  try {
    const found = await files.promises.stat(path);
    if (!found.isFile()) throw new Error("it is not a file");
    await files.promises.access(path, files.constants.R_OK);
    return { size: found.size, chunks: readChunks(files, path) };
  } catch (cause) {
    throw new WembedError("not-found", `${path} cannot be read`, { cause });
  }
}

const chunkSize = 1 << 20;

/** Opens the file when the first chunk is wanted, so that nothing is left open where none is. */
async function* readChunks(files: typeof import("node:fs"), path: string): AsyncGenerator<Uint8Array> {
  const file = await files.promises.open(path);
  try {
    for (;;) {
      const { bytesRead, buffer } = await file.read(new Uint8Array(chunkSize), 0, chunkSize);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}
