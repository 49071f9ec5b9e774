/** What went wrong, for code that has to react to it. */
export type ErrorCode =
  /** An argument that cannot be right: a number where a string is due, a matrix of the wrong width. */
  | "invalid-input"
  /** A tokenizer.json that is broken. */
  | "invalid-tokenizer"
  /** Weights or a config that are broken or contradict each other. */
  | "invalid-model"
  /** A model architecture, a tensor type or a component of a tokenizer that wembed lacks. */
  | "unsupported-architecture"
  /** The browser or runtime lacks something that is needed, such as WebAssembly SIMD. */
  | "unsupported-platform"
  | "out-of-memory"
  /** A request failed, or its answer is not what was asked for (a page of HTML where JSON is due). */
  | "network"
  /** A file that the model needs is not there. */
  | "not-found"
  /** A file is there, but its SHA-256 is not the one that was asked for. */
  | "integrity"
  /** The caller's AbortSignal fired; `cause` is the signal's reason. */
  | "aborted"
  /** A model, tokenizer or layer was used after `dispose()`. */
  | "disposed"
  /** The worker could not be started, or died; the model has to be loaded again. */
  | "worker-failed"
  /** A bug in wembed. Please report it. */
  | "internal";

/** Every error that wembed throws or rejects with. */
export class WembedError extends Error {
  override readonly name = "WembedError";
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
