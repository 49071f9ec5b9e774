/** How files of a model are fetched and checked. */
export interface FetchOptions {
  /** Which version of a model on the hub: a branch, a tag or a commit; `main` by default. */
  readonly revision?: string;
  /** The hub, `https://huggingface.co` by default. */
  readonly endpoint?: string;
  /** Used in place of the global `fetch`, for instance to add headers or to answer from a cache. */
  readonly fetch?: (url: string, init: { readonly signal: AbortSignal | null }) => Promise<Response>;
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
 * the files of a folder as `<input type="file" webkitdirectory>` gives them, or file name → bytes.
 */
export type ModelSource =
  | URL
  | string
  | readonly File[]
  | ReadonlyMap<string, FileContent>
  | Readonly<Record<string, FileContent>>;
