/// <reference lib="esnext.disposable" preserve="true" />
import { WembedError } from "./errors.js";
import type { Matrix } from "./matrix.js";

export interface EmbeddingLayerParts {
  /** One row for each id of the vocabulary. */
  readonly tokenTable: Matrix;
  /** One row a position: `await positions.sinusoidal(…)`, `positions.learned(…)` or any matrix. */
  readonly positionTable?: Matrix;
  /** One row a token type (BERT's segments). */
  readonly typeTable?: Matrix;
  /** Multiplies token rows before anything is added; the original Transformer has √dimension. 1 by default. */
  readonly tokenScale?: number;
  /** Layer normalization of the sum, where the model has one. */
  readonly norm?: {
    readonly weight: Float32Array;
    readonly bias: Float32Array;
    /** 1e-12 by default, as in BERT. */
    readonly epsilon?: number;
  };
}

export interface EmbeddingLayerInput {
  /** The token type of each id; by default all 0. */
  readonly typeIds?: ArrayLike<number>;
  /** The position of each id; by default 0, 1, 2, … */
  readonly positionIds?: ArrayLike<number>;
}

/**
 * Token embedding + position embedding (+ type embedding, norm) = combined embedding: the first thing that happens in
 * a Transformer, on its own and without a model.
 */
export class EmbeddingLayer {
  private constructor() {}

  /** Copies the tables into WebAssembly memory. What comes after is synchronous. */
  static async create(_parts: EmbeddingLayerParts): Promise<EmbeddingLayer> {
    throw new WembedError("internal", "not there yet");
  }

  get dimension(): number {
    return 0;
  }

  /** The rows of the token table, times `tokenScale`. */
  tokens(_ids: ArrayLike<number>): Matrix {
    throw new WembedError("internal", "not there yet");
  }

  /** The rows of the position table: the first `count`, or those of the positions given. */
  positions(_count: number | ArrayLike<number>): Matrix {
    throw new WembedError("internal", "not there yet");
  }

  /** The rows of the type table. */
  types(_typeIds: ArrayLike<number>): Matrix {
    throw new WembedError("internal", "not there yet");
  }

  /** Token + position (+ type) + norm in one pass: what enters the first layer. */
  combined(_ids: ArrayLike<number>, _input: EmbeddingLayerInput = {}): Matrix {
    throw new WembedError("internal", "not there yet");
  }

  dispose(): void {}

  [Symbol.dispose](): void {
    this.dispose();
  }
}
