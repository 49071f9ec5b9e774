/// <reference lib="esnext.disposable" preserve="true" />
import { WembedError } from "./errors.js";
import type { EmbeddingMatrix, Matrix } from "./matrix.js";
import type { SearchHit, SearchOptions } from "./search.js";
import type { FetchOptions, ModelSource } from "./source.js";
import type { Tokenizer } from "./tokenizer.js";
import type { Vector } from "./vectors.js";

export interface LoadOptions extends FetchOptions {
  /**
   * How weights are held: `q8` (8-bit integers, a quarter of the size) reads model_q8.safetensors, `f32` reads
   * model.safetensors. By default `q8` where the folder has it, else `f32`.
   */
  readonly dtype?: "q8" | "f32";
  /**
   * Whether the model runs in a worker, so that a page never freezes. `auto` (default): in a page yes, in Node and
   * inside workers no, and not where a page cannot start one. `true` fails where a worker cannot be started.
   */
  readonly worker?: "auto" | boolean;
  /** `auto` (default) takes relaxed SIMD where the engine has it. */
  readonly simd?: "auto" | "simd" | "relaxed";
}

export interface EmbedOptions {
  /** Vectors of length 1; true by default. */
  readonly normalize?: boolean;
  /**
   * What to do with a text of more than `maxTokens` tokens. `end` cuts its end off, `error` rejects with code
   * `invalid-input`. A list defaults to `end`, and the result names the rows (`truncatedRows`); a single text defaults
   * to `error`, because a lone vector has no place to say that half of its text was left out.
   */
  readonly truncate?: "end" | "error";
}

export interface EmbedJobOptions extends EmbedOptions {
  /** Stops the work; it then rejects with code `aborted`. */
  readonly signal?: AbortSignal;
  /** Called as texts are done. */
  readonly onProgress?: (progress: EmbedProgress) => void;
}

export interface EmbedProgress {
  /** Texts so far. */
  readonly done: number;
  /** Texts in all. */
  readonly total: number;
}

/** How a model knows where a token stands. */
export type PositionKind = "none" | "sinusoidal" | "learned";

export interface InspectedToken {
  readonly id: number;
  /** The part of the text that it stands for: `text.slice(start, end)`. */
  readonly text: string;
  /** The vocabulary's own spelling, such as "▁hello". */
  readonly piece: string;
  /** UTF-16 units of the text that was given. */
  readonly start: number;
  readonly end: number;
  /** Added by the tokenizer rather than found in the text. */
  readonly special: boolean;
}

/** Every step from a text to its vector. Matrices have one row a token. */
export interface Inspection {
  readonly tokens: readonly InspectedToken[];
  /** The text had more tokens than the model reads; its end is not in here. */
  readonly truncated: boolean;
  readonly positionKind: PositionKind;
  /** Rows of the token table. */
  readonly tokenEmbeddings: Matrix;
  /** Rows that were added for the position, null where the model adds none. */
  readonly positionEmbeddings: Matrix | null;
  /** Rows that were added for the token type, null where the model has none. */
  readonly typeEmbeddings: Matrix | null;
  /** Token + position (+ type). */
  readonly sum: Matrix;
  /** The sum after the model's own scale and norm: what enters the first layer. */
  readonly combined: Matrix;
  /** After the last layer. */
  readonly hidden: Matrix;
  /** What `embed` gives. */
  readonly vector: Float32Array;
}

/**
 * Turns text into vectors. Calls may overlap; they take turns. Holds WebAssembly memory, and a worker where it has one,
 * until `dispose()`.
 */
export class EmbeddingModel {
  private constructor() {}

  /** Loads a model; without a source, the one inside the package, which needs no network. */
  static async load(_source: ModelSource = "builtin:use-lite", _options: LoadOptions = {}): Promise<EmbeddingModel> {
    throw new WembedError("internal", "not there yet");
  }

  /** The numbers in a vector. */
  get dimension(): number {
    return 0;
  }

  /** The most tokens of a text that the model reads. */
  get maxTokens(): number {
    return 0;
  }

  get positionKind(): PositionKind {
    return "none";
  }

  /** How the weights are held. */
  get dtype(): "q8" | "f32" {
    return "q8";
  }

  /** Where the work is done. */
  get runsIn(): "worker" | "caller" {
    return "caller";
  }

  /** Which WebAssembly build is in use. */
  get simd(): "simd" | "relaxed" {
    return "simd";
  }

  /** The model's tokenizer; it lives as long as the model. */
  get tokenizer(): Tokenizer {
    throw new WembedError("internal", "not there yet");
  }

  /** The vector of a text. */
  embed(text: string, options?: EmbedJobOptions): Promise<Float32Array>;
  /** One row for each text. A text gives the same vector alone and in any batch. */
  embed(texts: readonly string[], options?: EmbedJobOptions): Promise<EmbeddingMatrix>;
  async embed(_input: string | readonly string[], _options: EmbedJobOptions = {}): Promise<Float32Array | EmbeddingMatrix> {
    throw new WembedError("internal", "not there yet");
  }

  /** Like `embed`, at once. Only for a model that runs in the caller (`worker: false`, Node, inside a worker). */
  embedSync(text: string, options?: EmbedOptions): Float32Array;
  embedSync(texts: readonly string[], options?: EmbedOptions): EmbeddingMatrix;
  embedSync(_input: string | readonly string[], _options: EmbedOptions = {}): Float32Array | EmbeddingMatrix {
    throw new WembedError("internal", "not there yet");
  }

  /** Every step from a text to its vector: tokens, token + position = combined embeddings, hidden states. */
  async inspect(_text: string, _options: { readonly signal?: AbortSignal } = {}): Promise<Inspection> {
    throw new WembedError("internal", "not there yet");
  }

  /** The rows of `matrix` most like a text or a vector, best first. */
  async search(_query: string | Vector, _matrix: Matrix, _options: SearchOptions = {}): Promise<SearchHit[]> {
    throw new WembedError("internal", "not there yet");
  }

  /** The cosine of two vectors; for two matrices, that of each row of `a` with each row of `b`. */
  similarity(a: Vector, b: Vector): number;
  similarity(a: Matrix, b: Matrix): Matrix;
  similarity(_a: Vector | Matrix, _b: Vector | Matrix): number | Matrix {
    throw new WembedError("internal", "not there yet");
  }

  /** Frees the memory and ends the worker. Calls under way reject with code `disposed`. */
  dispose(): void {}

  [Symbol.dispose](): void {
    this.dispose();
  }
}
