/// <reference lib="esnext.disposable" preserve="true" />
import { asBytes, checkCount, checkFinite, checkOptions, describe, invalid, toInt32 } from "./check.js";
import { WembedError } from "./errors.js";
import { Matrix } from "./matrix.js";
import { Native, unwrap } from "./native.js";
import type { NativeEmbeddingLayer } from "./wasm/wembed.mjs";
import { compile } from "./wasm.js";

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
  readonly #native: Native;
  readonly #dimension: number;
  readonly #positions: number;
  #layer: NativeEmbeddingLayer | undefined;

  private constructor(native: Native, dimension: number, positions: number, layer: NativeEmbeddingLayer) {
    this.#native = native;
    this.#dimension = dimension;
    this.#positions = positions;
    this.#layer = layer;
  }

  /** Copies the tables into WebAssembly memory. What comes after is synchronous. */
  static async create(parts: EmbeddingLayerParts): Promise<EmbeddingLayer> {
    checkOptions(parts, "EmbeddingLayer.create: parts");
    const { tokenTable, positionTable, typeTable, tokenScale = 1, norm } = parts;
    checkTable(tokenTable, "tokenTable", undefined);
    const dimension = tokenTable.columns;
    if (positionTable !== undefined) checkTable(positionTable, "positionTable", dimension);
    if (typeTable !== undefined) checkTable(typeTable, "typeTable", dimension);
    checkFinite(tokenScale, "tokenScale");
    const { epsilon = 1e-12 } = norm ?? {};
    checkFinite(epsilon, "norm: epsilon");
    const blocks = [tokenTable.data, positionTable?.data, typeTable?.data];
    if (norm !== undefined) blocks.push(checkNorm(norm.weight, dimension), checkNorm(norm.bias, dimension));

    const native = await Native.create((await compile({})).module);
    const block = native.allocate(blocks.reduce((size, part) => size + (part?.byteLength ?? 0), 0));
    let next = block;
    for (const part of blocks) {
      if (part === undefined) continue;
      native.float32(next, part.length).set(part);
      next += part.byteLength;
    }
    const layer = native.call(
      (module) =>
        new module.NativeEmbeddingLayer({
          block,
          dimension,
          tokens: tokenTable.rows,
          positions: positionTable?.rows ?? 0,
          types: typeTable?.rows ?? 0,
          norm: norm !== undefined,
          normEpsilon: epsilon,
          tokenScale,
        }),
    );
    return new EmbeddingLayer(native, dimension, positionTable?.rows ?? 0, layer);
  }

  /** The numbers in a row. */
  get dimension(): number {
    return this.#dimension;
  }

  /** The rows of the token table, times `tokenScale`. */
  tokens(ids: ArrayLike<number>): Matrix {
    const list = toInt32(ids, "ids");
    return this.#rows([list], (layer, [rows = 0], out) => layer.tokenRows(rows, list.length, out));
  }

  /** The rows of the position table: the first `count`, or those of the positions given. */
  positions(positions: number | ArrayLike<number>): Matrix {
    const list = typeof positions === "number" ? this.#first(positions) : toInt32(positions, "positions");
    return this.#rows([list], (layer, [rows = 0], out) => layer.positionRows(rows, list.length, out));
  }

  /** The rows of the type table. */
  types(typeIds: ArrayLike<number>): Matrix {
    const list = toInt32(typeIds, "typeIds");
    return this.#rows([list], (layer, [rows = 0], out) => layer.typeRows(rows, list.length, out));
  }

  /** Token + position (+ type) + norm in one pass: what enters the first layer. */
  combined(ids: ArrayLike<number>, input: EmbeddingLayerInput = {}): Matrix {
    checkOptions(input, "combined: input");
    const list = toInt32(ids, "ids");
    const { positionIds, typeIds } = input;
    const positions = positionIds === undefined ? new Int32Array() : toInt32(positionIds, "positionIds");
    const types = typeIds === undefined ? new Int32Array() : toInt32(typeIds, "typeIds");
    return this.#rows([list, positions, types], (layer, [first = 0, second = 0, third = 0], out) =>
      layer.combined(
        { address: first, count: list.length },
        { address: second, count: positions.length },
        { address: third, count: types.length },
        out,
      ),
    );
  }

  dispose(): void {
    this.#layer = undefined;
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  #first(count: number): Int32Array {
    checkCount(count, "positions");
    if (count > this.#positions) throw invalid(`positions: ${count} of a table of ${this.#positions} rows`);
    return Int32Array.from({ length: count }, (_, index) => index);
  }

  /** Copies lists in and a matrix out: one row for each entry of the first list. */
  #rows(
    lists: readonly Int32Array[],
    work: (
      layer: NativeEmbeddingLayer,
      addresses: readonly number[],
      out: number,
    ) => ReturnType<NativeEmbeddingLayer["tokenRows"]>,
  ): Matrix {
    const layer = this.#layer;
    if (layer === undefined) throw new WembedError("disposed", "this EmbeddingLayer was disposed");
    const native = this.#native;
    const rows = lists[0]?.length ?? 0;
    const listBytes = lists.reduce((size, list) => size + list.byteLength, 0);
    return native.withBlock(listBytes + rows * this.#dimension * 4, (block) => {
      const addresses: number[] = [];
      let next = block;
      for (const list of lists) {
        native.bytes(next, list.byteLength).set(asBytes(list));
        addresses.push(next);
        next += list.byteLength;
      }
      native.call(() => unwrap(work(layer, addresses, next)));
      return new Matrix(native.float32(next, rows * this.#dimension).slice(), rows, this.#dimension);
    });
  }
}

function checkTable(table: unknown, name: string, columns: number | undefined): asserts table is Matrix {
  if (!(table instanceof Matrix)) throw invalid(`${name} has to be a Matrix, found ${describe(table)}`);
  if (columns === undefined && table.columns === 0) throw invalid(`${name} has no columns`);
  if (columns !== undefined && table.columns !== columns) {
    throw invalid(`${name} has ${table.columns} columns, the token table ${columns}`);
  }
}

function checkNorm(values: unknown, dimension: number): Float32Array {
  if (!(values instanceof Float32Array) || values.length !== dimension) {
    throw invalid(`norm: weight and bias have to be Float32Arrays of ${dimension} numbers`);
  }
  return values;
}
