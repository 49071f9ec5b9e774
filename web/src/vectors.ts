import { WembedError } from "./errors.js";
import type { Matrix } from "./matrix.js";

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
  const { mode = "mean", mask } = options;
  if (mask !== undefined && mask.length !== tokens.rows) {
    throw new WembedError("invalid-input", `pool: a mask of ${mask.length} for ${tokens.rows} rows`);
  }
  const rows = [...tokens].filter((_, index) => mask === undefined || mask[index] !== 0);
  const [first] = rows;
  const last = rows.at(-1);
  if (first === undefined || last === undefined) return new Float32Array(tokens.columns);
  switch (mode) {
    case "cls":
      return first.slice();
    case "last":
      return last.slice();
    case "max":
      return first.map((_, column) => Math.max(...rows.map((row) => row[column] ?? 0)));
    case "mean":
      return first.map((_, column) => rows.reduce((sum, row) => sum + (row[column] ?? 0), 0) / rows.length);
    default:
      throw new WembedError("invalid-input", `pool: there is no mode ${String(mode)}`);
  }
}

function checkSameLength(name: string, a: Vector, b: Vector): void {
  if (a.length !== b.length) {
    throw new WembedError("invalid-input", `${name}: one vector has ${a.length} numbers, the other ${b.length}`);
  }
}
