import type { Matrix } from "./matrix.js";
import type { Vector } from "./vectors.js";

export interface SearchOptions {
  /** At most this many hits; 10 by default. */
  readonly topK?: number;
  /** Only rows whose cosine is at least this; by default every row counts. */
  readonly minScore?: number;
  /** Only rows for which this is true; by default every row counts. */
  readonly filter?: (row: number) => boolean;
}

export interface SearchHit {
  /** The row of the matrix, so the index of the text. */
  readonly index: number;
  /** Its cosine with the query. */
  readonly score: number;
}

/** The rows most like `query`, best first; rows of equal score in the order of the matrix. Exact. */
export function search(_query: Vector, _matrix: Matrix, _options: SearchOptions = {}): SearchHit[] {
  return [];
}
