import type { Matrix } from "./matrix.js";
import { WembedError } from "./errors.js";

export interface SinusoidalOptions {
  /** How many positions: the rows of the result. */
  readonly length: number;
  /** The numbers in a row. */
  readonly dimension: number;
  /** The longest wavelength is about 2π times this; 10,000 by default. */
  readonly base?: number;
  /**
   * Where sines and cosines stand in a row. `interleaved` (default): sin, cos, sin, cos, … as in "Attention Is All
   * You Need". `concatenated`: all sines, then all cosines, as in tensor2tensor, fairseq and Marian.
   */
  readonly layout?: "interleaved" | "concatenated";
  /**
   * How frequencies run from 1 down to 1 / base. `exclusive` (default): base^(-i / pairs), the paper's 2i / d.
   * `inclusive`: base^(-i / (pairs - 1)), as in tensor2tensor, so that the last one is 1 / base.
   */
  readonly spacing?: "exclusive" | "inclusive";
  /** Multiplies every value; 1 by default. */
  readonly scale?: number;
  /** The position of the first row; 0 by default. */
  readonly offset?: number;
}

/** The fixed position embeddings of the original Transformer, one row a position. */
export async function sinusoidal(_options: SinusoidalOptions): Promise<Matrix> {
  throw new WembedError("internal", "not there yet");
}

export interface LearnedOptions {
  /** How many positions; by default all that the table has after `offset`. */
  readonly length?: number;
  /** The table's row for the first position; 0 by default (RoBERTa has 2). */
  readonly offset?: number;
}

/** Learned position embeddings: rows of a table that came with a model, as a view. */
export function learned(_table: Matrix, _options: LearnedOptions = {}): Matrix {
  throw new WembedError("internal", "not there yet");
}
