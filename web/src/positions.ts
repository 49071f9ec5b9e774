import { checkCount, checkFinite, checkOneOf, checkOptions, invalid } from "./check.js";
import { WembedError } from "./errors.js";
import { Matrix } from "./matrix.js";
import { Native } from "./native.js";
import { compile } from "./wasm.js";

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
export async function sinusoidal(options: SinusoidalOptions): Promise<Matrix> {
  checkOptions(options, "sinusoidal: options");
  const {
    length,
    dimension,
    base = 10_000,
    layout = "interleaved",
    spacing = "exclusive",
    scale = 1,
    offset = 0,
  } = options;
  checkCount(length, "sinusoidal: length");
  checkCount(dimension, "sinusoidal: dimension", 1);
  checkCount(offset, "sinusoidal: offset");
  checkFinite(base, "sinusoidal: base");
  checkFinite(scale, "sinusoidal: scale");
  checkOneOf(layout, ["interleaved", "concatenated"], "sinusoidal: layout");
  checkOneOf(spacing, ["exclusive", "inclusive"], "sinusoidal: spacing");
  if (base <= 0) throw invalid(`sinusoidal: base has to be above 0, found ${base}`);
  if (offset + length > 2 ** 32) throw invalid("sinusoidal: positions beyond 2^32");

  const native = await sharedNative();
  const data = allocate(length, dimension);
  // A part at a time: WebAssembly memory that has grown stays.
  const rowsAtOnce = Math.max(1, Math.floor(65536 / dimension));
  native.withBlock(rowsAtOnce * dimension * 4, (out) => {
    for (let row = 0; row < length; row += rowsAtOnce) {
      const rows = Math.min(rowsAtOnce, length - row);
      const parts = {
        base,
        scale,
        firstPosition: offset + row,
        concatenated: layout === "concatenated",
        inclusive: spacing === "inclusive",
      };
      native.call((module) => module.sinusoidalPositions(parts, out, rows, dimension));
      data.set(native.float32(out, rows * dimension), row * dimension);
    }
  });
  return new Matrix(data, length, dimension);
}

export interface LearnedOptions {
  /** How many positions; by default all that the table has after `offset`. */
  readonly length?: number;
  /** The table's row for the first position; 0 by default (RoBERTa has 2). */
  readonly offset?: number;
}

/** Learned position embeddings: rows of a table that came with a model, as a view. */
export function learned(table: Matrix, options: LearnedOptions = {}): Matrix {
  if (!(table instanceof Matrix)) throw invalid("learned: the table has to be a Matrix");
  checkOptions(options, "learned: options");
  const { offset = 0 } = options;
  checkCount(offset, "learned: offset");
  const { length = Math.max(0, table.rows - offset) } = options;
  checkCount(length, "learned: length");
  if (offset + length > table.rows) {
    throw invalid(`learned: rows ${offset} to ${offset + length} of a table of ${table.rows}`);
  }
  const { columns } = table;
  return new Matrix(table.data.subarray(offset * columns, (offset + length) * columns), length, columns);
}

let shared: Promise<Native> | undefined;

/** One instance for functions that keep nothing in it. */
function sharedNative(): Promise<Native> {
  shared ??= compile({}).then(({ module }) => Native.create(module));
  shared.catch(() => {
    shared = undefined;
  });
  return shared;
}

function allocate(rows: number, columns: number): Float32Array {
  try {
    return new Float32Array(rows * columns);
  } catch (cause) {
    throw new WembedError("out-of-memory", `no memory for ${rows} rows of ${columns} numbers`, { cause });
  }
}
