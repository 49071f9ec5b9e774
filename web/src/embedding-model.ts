/// <reference lib="esnext.disposable" preserve="true" />
import { orAborted, throwIfAborted } from "./abort.js";
import { checkFunction, checkOneOf, checkOptions, checkSignal, checkText, checkTexts, invalid } from "./check.js";
import type { Engine, EngineOptions, JobControl, PositionKind, Stages, Vectors } from "./engine.js";
import { WembedError } from "./errors.js";
import { LocalEngine } from "./local-engine.js";
import { EmbeddingMatrix, Matrix } from "./matrix.js";
import { type Dtype, type ModelFiles, openModel } from "./model-files.js";
import { runsInNode } from "./node.js";
import { checkSearchOptions, type SearchHit, type SearchOptions, search } from "./search.js";
import { checkFetchOptions, type FetchOptions, type ModelSource, openFolder } from "./source.js";
import { Tokenizer } from "./tokenizer.js";
import { cosineSimilarity, type Vector } from "./vectors.js";
import { type Compiled, compile, type Flavour } from "./wasm.js";
import { startWorker, WorkerEngine } from "./worker-engine.js";

export interface LoadOptions extends FetchOptions {
  /**
   * How weights are held: `q8` (8-bit integers, a quarter of the size) reads model_q8.safetensors, `f32` reads
   * model.safetensors. By default `q8` where the folder has it, else `f32`.
   */
  readonly dtype?: Dtype;
  /**
   * Whether the model runs in a worker, so that a page never freezes. `auto` (default): in a page yes, in Node and
   * inside workers no, and not where a page cannot start one. `true` fails where a worker cannot be started.
   */
  readonly worker?: "auto" | boolean;
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
  readonly #engine: Engine;
  readonly #tokenizer: Tokenizer;
  readonly #dtype: Dtype;
  readonly #flavour: Flavour;

  private constructor(engine: Engine, tokenizer: Tokenizer, dtype: Dtype, flavour: Flavour) {
    this.#engine = engine;
    this.#tokenizer = tokenizer;
    this.#dtype = dtype;
    this.#flavour = flavour;
    if (engine instanceof WorkerEngine) forgotten.register(this, engine.worker, this);
  }

  /** Loads a model; without a source, the one inside the package, which needs no network. */
  static async load(source: ModelSource = "builtin:use-lite", options: LoadOptions = {}): Promise<EmbeddingModel> {
    checkFetchOptions(options, "EmbeddingModel.load: options");
    const { dtype, worker = "auto", signal } = options;
    if (dtype !== undefined) checkOneOf(dtype, ["q8", "f32"], "dtype");
    checkOneOf(worker, ["auto", true, false], "worker");
    throwIfAborted(signal);

    // One failure stops the rest: requests under way, and the worker.
    const stop = new AbortController();
    const onAbort = () => stop.abort(signal?.reason);
    const fetchOptions = { ...options, signal: stop.signal };
    const folder = openFolder(source, fetchOptions);
    signal?.addEventListener("abort", onAbort, { once: true });
    const starting = chooseWorker(worker);
    try {
      const [compiled, files, started] = await Promise.all([
        orAborted(compile(options), signal),
        openModel(folder, dtype, fetchOptions),
        orAborted(starting, signal),
      ]);
      const loaded = await orAborted(startModel(compiled, files, started), signal);
      return new EmbeddingModel(loaded.engine, loaded.tokenizer, files.dtype, compiled.flavour);
    } catch (error) {
      stop.abort(error);
      starting.then((started) => started?.terminate()).catch(() => undefined);
      if (isBroken(error)) await folder.forget?.();
      throw error;
    } finally {
      signal?.removeEventListener("abort", onAbort);
    }
  }

  /** The numbers in a vector. */
  get dimension(): number {
    return this.#engine.facts.dimension;
  }

  /** The most tokens of a text that the model reads. */
  get maxTokens(): number {
    return this.#engine.facts.maxTokens;
  }

  get positionKind(): PositionKind {
    return this.#engine.facts.positionKind;
  }

  /** How the weights are held. */
  get dtype(): Dtype {
    return this.#dtype;
  }

  /** Where the work is done. */
  get runsIn(): "worker" | "caller" {
    return this.#engine instanceof WorkerEngine ? "worker" : "caller";
  }

  /** Which WebAssembly build is in use. */
  get simd(): Flavour {
    return this.#flavour;
  }

  /** The model's tokenizer; it lives as long as the model. */
  get tokenizer(): Tokenizer {
    return this.#tokenizer;
  }

  /** The vector of a text. */
  embed(text: string, options?: EmbedJobOptions): Promise<Float32Array>;
  /** One row for each text. A text gives the same vector alone and in any batch. */
  embed(texts: readonly string[], options?: EmbedJobOptions): Promise<EmbeddingMatrix>;
  async embed(
    input: string | readonly string[],
    options: EmbedJobOptions = {},
  ): Promise<Float32Array | EmbeddingMatrix> {
    const texts = toTexts(input, "embed: text");
    const engineOptions = toEngineOptions(input, options);
    const vectors = await this.#engine.embed(texts, engineOptions, toControl(options, texts.length));
    return this.#toResult(input, vectors);
  }

  /** Like `embed`, at once. Only for a model that runs in the caller (`worker: false`, Node, inside a worker). */
  embedSync(text: string, options?: EmbedOptions): Float32Array;
  embedSync(texts: readonly string[], options?: EmbedOptions): EmbeddingMatrix;
  embedSync(input: string | readonly string[], options: EmbedOptions = {}): Float32Array | EmbeddingMatrix {
    if (!(this.#engine instanceof LocalEngine)) {
      throw invalid("embedSync: this model runs in a worker; load it with worker: false");
    }
    const texts = toTexts(input, "embedSync: text");
    return this.#toResult(input, this.#engine.embedSync(texts, toEngineOptions(input, options)));
  }

  /** Every step from a text to its vector: tokens, token + position = combined embeddings, hidden states. */
  async inspect(
    text: string,
    options: { readonly normalize?: boolean; readonly signal?: AbortSignal } = {},
  ): Promise<Inspection> {
    checkText(text, "inspect: text");
    const engineOptions = toEngineOptions([], options);
    const stages = await this.#engine.inspect(text, engineOptions, toControl(options, 1));
    return this.#toInspection(text, stages);
  }

  /** The rows of `matrix` most like a text or a vector, best first. */
  async search(query: string | Vector, matrix: Matrix, options: SearchOptions = {}): Promise<SearchHit[]> {
    checkSearchOptions(options);
    return search(typeof query === "string" ? await this.embed(query) : query, matrix, options);
  }

  /** The cosine of two vectors; for two matrices, that of each row of `a` with each row of `b`. */
  similarity(a: Vector, b: Vector): number;
  similarity(a: Matrix, b: Matrix): Matrix;
  similarity(a: Vector | Matrix, b: Vector | Matrix): number | Matrix {
    if (a instanceof Matrix && b instanceof Matrix) {
      const columns = [...b];
      return Matrix.from([...a].map((row) => columns.map((column) => cosineSimilarity(row, column))));
    }
    if (a instanceof Matrix || b instanceof Matrix) throw invalid("similarity: give two vectors or two matrices");
    return cosineSimilarity(a, b);
  }

  /** Frees the memory and ends the worker. Calls under way reject with code `disposed`. */
  dispose(): void {
    forgotten.unregister(this);
    this.#engine.dispose();
    this.#tokenizer.dispose();
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  #toResult(
    input: string | readonly string[],
    { data, tokenCounts, truncated }: Vectors,
  ): Float32Array | EmbeddingMatrix {
    if (typeof input === "string") return data;
    const truncatedRows = [...truncated.keys()].filter((row) => truncated[row] === 1);
    return new EmbeddingMatrix(data, this.dimension, tokenCounts, truncatedRows);
  }

  #toInspection(text: string, stages: Stages): Inspection {
    const { embeddingSize, hiddenSize, positionKind } = this.#engine.facts;
    const rows = stages.ids.length;
    const matrix = (data: Float32Array) => new Matrix(data, rows, embeddingSize);
    const matrixOrNull = (data: Float32Array) => (data.length === rows * embeddingSize ? matrix(data) : null);
    return {
      tokens: Array.from(stages.ids, (id, index) => {
        const start = stages.starts[index] ?? 0;
        const end = stages.ends[index] ?? 0;
        const piece = stages.pieces[index] ?? "";
        return { id, text: text.slice(start, end), piece, start, end, special: stages.special[index] === 1 };
      }),
      truncated: stages.truncated,
      positionKind,
      tokenEmbeddings: matrix(stages.token),
      positionEmbeddings: positionKind === "none" ? null : matrix(stages.position),
      typeEmbeddings: matrixOrNull(stages.type),
      sum: matrix(stages.sum),
      combined: matrix(stages.combined),
      hidden: new Matrix(stages.hidden, rows, hiddenSize),
      vector: stages.vector,
    };
  }
}

// A model that is dropped without dispose() would leave its worker running.
const forgotten = new FinalizationRegistry<Worker>((worker) => worker.terminate());

function isBroken(error: unknown): boolean {
  const broken = ["integrity", "invalid-model", "invalid-tokenizer"];
  return error instanceof WembedError && broken.includes(error.code);
}

/** A worker that has started; undefined where the work is to be done here. */
async function chooseWorker(wanted: "auto" | boolean): Promise<Worker | undefined> {
  // A page has a document; a worker has none, and is not in anybody's way.
  const isPage = typeof Worker === "function" && typeof document === "object" && !runsInNode();
  if (wanted === false || (wanted === "auto" && !isPage)) return undefined;
  return startWorker().catch((error: unknown) => {
    if (wanted === "auto") return undefined;
    throw error;
  });
}

async function startModel(compiled: Compiled, files: ModelFiles, worker: Worker | undefined) {
  if (worker === undefined) {
    const engine = await LocalEngine.load(compiled.module, files);
    return { engine, tokenizer: Tokenizer.fromNative(engine.native, engine.tokenizer()) };
  }
  const [engine, tokenizer] = await Promise.all([
    WorkerEngine.load(worker, compiled.module, files),
    Tokenizer.fromJson(compiled.module, files.tokenizer),
  ]);
  return { engine, tokenizer };
}

function toTexts(input: unknown, name: string): readonly string[] {
  if (typeof input === "string") return [input];
  checkTexts(input, name);
  // A copy: the caller may change the list while the work goes on.
  return [...input];
}

function toEngineOptions(input: string | readonly string[], options: EmbedOptions): EngineOptions {
  checkOptions(options, "options");
  const { normalize = true, truncate = typeof input === "string" ? "error" : "end" } = options;
  checkOneOf(normalize, [true, false], "normalize");
  checkOneOf(truncate, ["end", "error"], "truncate");
  return { normalize, truncate };
}

function toControl(options: EmbedJobOptions, total: number): JobControl {
  const { signal, onProgress } = options;
  checkSignal(signal);
  checkFunction(onProgress, "onProgress");
  return { signal, onDone: onProgress && ((done) => onProgress({ done, total })) };
}
