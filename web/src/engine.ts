// What runs a model: in the caller (local-engine.ts) or in a worker (worker-engine.ts).

/** How a model knows where a token stands. */
export type PositionKind = "none" | "sinusoidal" | "learned";

export interface ModelFacts {
  readonly dimension: number;
  /** Of the combined embedding. */
  readonly embeddingSize: number;
  /** Between layers. */
  readonly hiddenSize: number;
  readonly maxTokens: number;
  readonly positionKind: PositionKind;
}

export interface EngineOptions {
  readonly normalize: boolean;
  readonly truncate: "end" | "error";
}

/** How a caller follows and stops a job. */
export interface JobControl {
  readonly signal: AbortSignal | undefined;
  /** Called with how many texts are done. */
  readonly onDone: ((texts: number) => void) | undefined;
}

/** One row of `data`, one token count and one mark for each text. */
export interface Vectors {
  readonly data: Float32Array<ArrayBuffer>;
  readonly tokenCounts: Uint32Array<ArrayBuffer>;
  readonly truncated: Uint8Array<ArrayBuffer>;
}

/** The stages of a text as plain arrays; matrices are row after row. Empty where a model lacks the stage. */
export interface Stages {
  readonly ids: Int32Array<ArrayBuffer>;
  readonly starts: Uint32Array<ArrayBuffer>;
  readonly ends: Uint32Array<ArrayBuffer>;
  readonly special: Uint8Array<ArrayBuffer>;
  readonly pieces: readonly string[];
  readonly truncated: boolean;
  readonly token: Float32Array<ArrayBuffer>;
  readonly position: Float32Array<ArrayBuffer>;
  readonly type: Float32Array<ArrayBuffer>;
  readonly sum: Float32Array<ArrayBuffer>;
  readonly combined: Float32Array<ArrayBuffer>;
  readonly hidden: Float32Array<ArrayBuffer>;
  readonly vector: Float32Array<ArrayBuffer>;
}

export interface Engine {
  readonly facts: ModelFacts;
  embed(texts: readonly string[], options: EngineOptions, control: JobControl): Promise<Vectors>;
  inspect(text: string, options: EngineOptions, control: JobControl): Promise<Stages>;
  dispose(): void;
}
