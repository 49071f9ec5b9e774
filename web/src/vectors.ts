import { checkOptions, describe, invalid } from "./check.js";
import { Matrix } from "./matrix.js";

/** A vector of numbers: any typed array of floats or integers, or a plain array. */
export type Vector = ArrayLike<number>;

/** The sum of `a[i] * b[i]`, added up in double precision: exact for integers. */
export function dot(a: Vector, b: Vector): number {
  checkSameLength("dot", a, b);
  let sum = 0;
  for (let i = 0; i < a.length; ++i) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}

/** The cosine of the angle between two vectors, -1 to 1; 0 where one of them is zero. */
export function cosineSimilarity(a: Vector, b: Vector): number {
  checkSameLength("cosineSimilarity", a, b);
  let product = 0;
  let squaresOfA = 0;
  let squaresOfB = 0;
  for (let i = 0; i < a.length; ++i) {
    const x = a[i] ?? 0;
    const y = b[i] ?? 0;
    product += x * y;
    squaresOfA += x * x;
    squaresOfB += y * y;
  }
  // Two roots: the product of two squares would leave the range of a double sooner.
  const lengths = Math.sqrt(squaresOfA) * Math.sqrt(squaresOfB);
  return lengths === 0 ? 0 : Math.max(-1, Math.min(1, product / lengths));
}

/** The same direction at length 1, as a new array; a zero vector stays zero. */
export function normalize(vector: Vector): Float32Array {
  const length = Math.sqrt(dot(vector, vector));
  const factor = length === 0 ? 0 : 1 / length;
  return Float32Array.from(vector, (value) => value * factor);
}

export interface PoolOptions {
  /** `mean` by default; `cls` takes the first token that counts, `last` the last. */
  readonly mode?: "mean" | "max" | "cls" | "last";
  /** For each row, 1 where the token counts and 0 where it is padding. By default all count. */
  readonly mask?: ArrayLike<number>;
}

/** Turns the vectors of a text's tokens into one. Without a token that counts, the result is zero. */
export function pool(tokens: Matrix, options: PoolOptions = {}): Float32Array {
  if (!(tokens instanceof Matrix)) throw invalid(`pool: tokens have to be a Matrix, found ${describe(tokens)}`);
  checkOptions(options, "pool: options");
  const { mode = "mean", mask } = options;
  if (mask !== undefined && mask.length !== tokens.rows) {
    throw invalid(`pool: a mask of ${mask.length} for ${tokens.rows} rows`);
  }
  const rows = [...tokens].filter((_, index) => mask === undefined || mask[index] !== 0);
  const first = rows.at(0)?.slice() ?? new Float32Array(tokens.columns);
  switch (mode) {
    case "cls":
      return first;
    case "last":
      return rows.at(-1)?.slice() ?? first;
    case "max":
      return rows.reduce((best, row) => best.map((value, column) => Math.max(value, row[column] ?? value)), first);
    case "mean": {
      const sums = new Float64Array(tokens.columns);
      for (const row of rows) {
        for (let column = 0; column < row.length; ++column) sums[column] = (sums[column] ?? 0) + (row[column] ?? 0);
      }
      return Float32Array.from(sums, (sum) => sum / Math.max(1, rows.length));
    }
    default:
      throw invalid(`pool: there is no mode ${describe(mode)}`);
  }
}

function checkSameLength(name: string, a: Vector, b: Vector): void {
  checkVector(name, a);
  checkVector(name, b);
  if (a.length !== b.length) throw invalid(`${name}: one vector has ${a.length} numbers, the other ${b.length}`);
}

function checkVector(name: string, vector: unknown): void {
  if (!ArrayBuffer.isView(vector) && !Array.isArray(vector)) {
    throw invalid(`${name}: a vector has to be a typed array or an array of numbers, found ${describe(vector)}`);
  }
}
