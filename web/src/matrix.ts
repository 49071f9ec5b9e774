import { WembedError } from "./errors.js";

/** Rows of equal length in one typed array, row after row. */
export class Matrix {
  /** `rows` times `columns` numbers: row `i` begins at `i * columns`. */
  readonly data: Float32Array;
  readonly rows: number;
  readonly columns: number;

  /** Takes `data` as it is, without a copy. Its length has to be `rows * columns`. */
  constructor(data: Float32Array, rows: number, columns: number) {
    if (!(data instanceof Float32Array)) {
      throw new WembedError("invalid-input", "Matrix: data has to be a Float32Array");
    }
    if (!Number.isInteger(rows) || !Number.isInteger(columns) || rows < 0 || columns < 0) {
      throw new WembedError("invalid-input", `Matrix: ${rows} rows of ${columns} columns`);
    }
    if (data.length !== rows * columns) {
      const due = `${rows} rows of ${columns} columns are ${rows * columns} numbers`;
      throw new WembedError("invalid-input", `Matrix: ${due}, but data has ${data.length}`);
    }
    this.data = data;
    this.rows = rows;
    this.columns = columns;
  }

  /** Copies rows of numbers, which have to be of equal length. */
  static from(rows: readonly ArrayLike<number>[]): Matrix {
    if (!Array.isArray(rows)) throw new WembedError("invalid-input", "Matrix.from: rows have to be a list");
    const columns = rows[0]?.length ?? 0;
    const data = new Float32Array(rows.length * columns);
    rows.forEach((row, index) => {
      if (row?.length !== columns) {
        const found = `row ${index} has ${row?.length} numbers, row 0 has ${columns}`;
        throw new WembedError("invalid-input", `Matrix.from: ${found}`);
      }
      data.set(row, index * columns);
    });
    return new Matrix(data, rows.length, columns);
  }

  /** Row `index` as a view: writing into it writes into the matrix. */
  row(index: number): Float32Array {
    if (!Number.isInteger(index) || index < 0 || index >= this.rows) {
      throw new WembedError("invalid-input", `Matrix.row: ${index} of ${this.rows} rows`);
    }
    return this.data.subarray(index * this.columns, (index + 1) * this.columns);
  }

  /** The rows, as views. */
  *[Symbol.iterator](): IterableIterator<Float32Array> {
    for (let index = 0; index < this.rows; ++index) yield this.row(index);
  }
}

/** One row for each text of a batch, and what became of each text on the way. */
export class EmbeddingMatrix extends Matrix {
  /** For each text, how many tokens entered the encoder. */
  readonly tokenCounts: Uint32Array;
  /** The rows of texts that were longer than the model's limit and lost their end; most often empty. */
  readonly truncatedRows: readonly number[];

  constructor(data: Float32Array, columns: number, tokenCounts: Uint32Array, truncatedRows: readonly number[]) {
    super(data, tokenCounts.length, columns);
    this.tokenCounts = tokenCounts;
    this.truncatedRows = truncatedRows;
  }
}
