import { checkCount, checkFinite, checkFunction, checkOptions, invalid } from "./check.js";
import { Matrix } from "./matrix.js";
import { cosineSimilarity, type Vector } from "./vectors.js";

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
export function search(query: Vector, matrix: Matrix, options: SearchOptions = {}): SearchHit[] {
  if (!(matrix instanceof Matrix)) throw invalid("search: the matrix has to be a Matrix");
  checkSearchOptions(options);
  const { topK = 10, minScore = Number.NEGATIVE_INFINITY, filter } = options;
  const hits: SearchHit[] = [];
  for (let index = 0; index < matrix.rows; ++index) {
    if (filter !== undefined && !filter(index)) continue;
    const score = cosineSimilarity(query, matrix.row(index));
    if (score >= minScore) hits.push({ index, score });
    if (hits.length >= 2 * topK + 100) keepBest(hits, topK);
  }
  keepBest(hits, topK);
  return hits;
}

function keepBest(hits: SearchHit[], count: number): void {
  // Sorting is stable and rows come in order, so equal scores stay in order.
  hits.sort((a, b) => b.score - a.score);
  hits.splice(count);
}

export function checkSearchOptions(options: SearchOptions): void {
  checkOptions(options, "search: options");
  if (options.topK !== undefined) checkCount(options.topK, "search: topK");
  if (options.minScore !== undefined) checkFinite(options.minScore, "search: minScore");
  checkFunction(options.filter, "search: filter");
}
