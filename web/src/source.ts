// From what a caller names to a folder of files.
import { throwIfAborted } from "./abort.js";
import { checkFunction, checkOneOf, checkOptions, checkSignal, checkText, describe, invalid } from "./check.js";
import { WembedError } from "./errors.js";
import { cached, type Fetch, fetchFile, hubFolder, type OpenFile, once, uncache } from "./hub.js";
import { checkIntegrity } from "./integrity.js";
import { locateFolder } from "./locate.js";
import { openLocalFile, runsInNode } from "./node.js";
import { packagedModelFile } from "./packaged.js";

/** How the files of a model and the code are fetched and checked. */
export interface FetchOptions {
  /** Which WebAssembly build: `auto` (default) takes relaxed SIMD where the engine has it. */
  readonly simd?: "auto" | "simd" | "relaxed";
  /** Which version of a model on the hub: a branch, a tag or a commit; `main` by default. */
  readonly revision?: string;
  /** The hub, `https://huggingface.co` by default. */
  readonly endpoint?: string;
  /**
   * Whether files from the hub are kept in the browser's Cache Storage, so that the next visit needs no network; true
   * by default. They are found again by endpoint, id and revision: name a commit, or pass false, where a branch moves.
   */
  readonly cache?: boolean;
  /** Used in place of the global `fetch`, for instance to add headers or to answer from a cache. */
  readonly fetch?: Fetch;
  /** Where the packaged models are, when they do not lie beside the code: the URL of `dist/models/`. */
  readonly modelsUrl?: URL | string;
  /** Where the .wasm files are, when they do not lie beside the code: the URL of `dist/wasm/`. */
  readonly wasmUrl?: URL | string;
  /** File name → its SHA-256, as 64 hexadecimal digits or `sha256-` and base64. Other files are not checked. */
  readonly integrity?: Readonly<Record<string, string>>;
  /** Stops the load; it then rejects with code `aborted`. */
  readonly signal?: AbortSignal;
  /** Called as bytes arrive. */
  readonly onProgress?: (progress: LoadProgress) => void;
}

export interface LoadProgress {
  readonly file: string;
  /** Bytes so far. */
  readonly loaded: number;
  /** Bytes in all, undefined where the server does not say. */
  readonly total: number | undefined;
}

export type FileContent = Uint8Array | ArrayBuffer | Blob;

/**
 * Where a model comes from: `builtin:use-lite` (packaged), a hub id (`owner/name`), the URL or (Node) path of a folder,
 * the files of a folder as `<input type="file" webkitdirectory>` gives them, or file name → bytes. A string that could
 * be a hub id is one; begin a path with `./` or `/`.
 */
export type ModelSource =
  | URL
  | string
  | readonly File[]
  | ReadonlyMap<string, FileContent>
  | Readonly<Record<string, FileContent>>;

/** A folder of files, wherever it is. */
export interface Folder {
  /** For messages. */
  readonly name: string;
  /** Rejects with `not-found` where there is no such file. */
  open(file: string): Promise<OpenFile>;
  /** Drops what is kept of it, after it turned out to be broken. */
  forget?(): Promise<void>;
}

export function checkFetchOptions(options: FetchOptions, name: string): void {
  checkOptions(options, name);
  checkFunction(options.fetch, `${name}: fetch`);
  checkFunction(options.onProgress, `${name}: onProgress`);
  checkSignal(options.signal);
  if (options.cache !== undefined) checkOneOf(options.cache, [true, false], `${name}: cache`);
  if (options.endpoint !== undefined) checkText(options.endpoint, `${name}: endpoint`);
  if (options.revision !== undefined) checkText(options.revision, `${name}: revision`);
  if (options.simd !== undefined) checkOneOf(options.simd, ["auto", "simd", "relaxed"], `${name}: simd`);
  if (options.integrity !== undefined) checkOptions(options.integrity, `${name}: integrity`);
}

const hubId = /^[\w.-]*\w[\w.-]*\/[\w.-]*\w[\w.-]*$/;

export function openFolder(source: unknown, options: FetchOptions): Folder {
  if (typeof source === "string" && source.startsWith("builtin:")) return packagedFolder(source, options);
  if (typeof source === "string" && hubId.test(source) && !source.startsWith(".")) {
    return hubModel(source, options);
  }
  if (typeof source === "string" || source instanceof URL) {
    if (source === "") throw invalid("a model's name or address is due, found an empty string");
    return remoteFolder(locateFolder(source), options);
  }
  if (Array.isArray(source)) return memoryFolder(source.map(fileEntry));
  if (source instanceof Map) return memoryFolder([...source].map(contentEntry));
  if (typeof source === "object" && source !== null) return memoryFolder(Object.entries(source).map(contentEntry));
  throw invalid(`a model's name, URL, path or files are due, found ${describe(source)}`);
}

function packagedFolder(name: string, options: FetchOptions): Folder {
  const model = name.slice("builtin:".length);
  if (model !== "use-lite") throw new WembedError("not-found", `there is no ${name}; packaged is builtin:use-lite`);
  return {
    name,
    open(file) {
      const url = packagedModelFile(model, file, options.modelsUrl);
      return url === undefined
        ? Promise.reject(new WembedError("not-found", `${name}: the package does not hold ${file}`))
        : openUrl(url, options);
    },
  };
}

function hubModel(id: string, options: FetchOptions): Folder {
  const { cache = true, revision, endpoint } = options;
  const url = hubFolder(id, revision, endpoint);
  if (!cache) return remoteFolder(url, options);
  const fetcher = cached(options.fetch ?? globalFetch);
  return { ...remoteFolder(url, { ...options, fetch: fetcher }), forget: () => uncache(url) };
}

function remoteFolder(url: URL, options: FetchOptions): Folder {
  return { name: url.href, open: (file) => openUrl(new URL(file, url), options) };
}

/** Opens a file on the network or, in Node, on disk. */
export function openUrl(url: URL, options: FetchOptions): Promise<OpenFile> {
  if (url.protocol === "file:" && runsInNode()) return openLocalFile(url);
  return fetchFile(url, options.fetch ?? globalFetch, options.signal);
}

const globalFetch: Fetch = (url, init) => fetch(url, init);

type Entry = readonly [name: string, content: Blob | Uint8Array];

function memoryFolder(entries: readonly Entry[]): Folder {
  const files = new Map(entries);
  const name = "the files given";
  return {
    name,
    open(file) {
      const content = files.get(file);
      if (content === undefined) {
        const found = [...files.keys()].slice(0, 10).join(", ") || "nothing";
        return Promise.reject(new WembedError("not-found", `${name}: ${file} is missing; found: ${found}`));
      }
      return Promise.resolve(openContent(content));
    },
  };
}

function contentEntry([name, content]: readonly [unknown, unknown]): Entry {
  if (typeof name !== "string") throw invalid(`a file name has to be a string, found ${describe(name)}`);
  return [name, toContent(content, name)];
}

function fileEntry(file: unknown, index: number): Entry {
  if (!(file instanceof Blob) || !("name" in file) || typeof file.name !== "string") {
    throw invalid(`the list of files: item ${index} has to be a File, found ${describe(file)}`);
  }
  // A chosen folder gives its files paths that begin with the folder's own name.
  const path = "webkitRelativePath" in file ? String(file.webkitRelativePath) : "";
  return [path === "" ? file.name : path.slice(path.indexOf("/") + 1), file];
}

/** Bytes as a caller may give them. */
export function toContent(content: unknown, name: string): Blob | Uint8Array {
  if (content instanceof Blob) return content;
  if (content instanceof ArrayBuffer) return new Uint8Array(content);
  if (content instanceof Uint8Array) return content;
  throw invalid(`${name} has to be a Uint8Array, ArrayBuffer or Blob, found ${describe(content)}`);
}

export function openContent(content: Blob | Uint8Array): OpenFile {
  return content instanceof Blob
    ? { size: content.size, chunks: readBlob(content) }
    : { size: content.length, chunks: once(content) };
}

async function* readBlob(blob: Blob): AsyncGenerator<Uint8Array> {
  const reader = blob.stream().getReader();
  try {
    for (;;) {
      const next = await reader.read();
      if (next.done) return;
      yield next.value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** Passes the chunks of a file on, tells of progress and heeds the signal. */
export async function* watched(file: string, opened: OpenFile, options: FetchOptions): AsyncGenerator<Uint8Array> {
  let loaded = 0;
  options.onProgress?.({ file, loaded, total: opened.size });
  for await (const chunk of opened.chunks) {
    throwIfAborted(options.signal);
    loaded += chunk.length;
    options.onProgress?.({ file, loaded, total: opened.size });
    yield chunk;
  }
}

/** The whole of a small file, checked against its digest. */
export async function readFile(folder: Folder, file: string, options: FetchOptions): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of watched(file, await folder.open(file), options)) chunks.push(chunk);
  const bytes = joined(chunks);
  await checkIntegrity(file, bytes, options.integrity?.[file]);
  return bytes;
}

/** Chunks end to end, as a copy. */
export function joined(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(chunks.reduce((size, chunk) => size + chunk.length, 0));
  let next = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, next);
    next += chunk.length;
  }
  return bytes;
}
