// Writes safetensors files: https://github.com/huggingface/safetensors#format

const BYTES = { F32: 4, I8: 1 };

/**
 * @typedef {{ name: string, type: "F32" | "I8", shape: number[], data: Float32Array | Int8Array }} Tensor
 */

/**
 * The bytes of a file. Tensors of four bytes come first, then those of one, each by name, so that every tensor
 * is aligned to its own type (the format allows no holes).
 *
 * @param {Tensor[]} tensors
 * @param {Record<string, string>} metadata
 * @returns {Buffer}
 */
export function safetensorsFile(tensors, metadata) {
  const sorted = [...tensors].sort((a, b) => BYTES[b.type] - BYTES[a.type] || (a.name < b.name ? -1 : 1));
  const header = { __metadata__: metadata };
  let end = 0;
  for (const { name, type, shape, data } of sorted) {
    const size = shape.reduce((product, length) => product * length, 1);
    if (data.length !== size) throw new Error(`${name}: ${data.length} numbers for the shape [${shape}]`);
    header[name] = { dtype: type, shape, data_offsets: [end, end + data.byteLength] };
    end += data.byteLength;
  }
  let json = JSON.stringify(header);
  json += " ".repeat((64 - ((8 + json.length) % 64)) % 64);
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(json.length));
  const parts = sorted.map(({ data }) => Buffer.from(data.buffer, data.byteOffset, data.byteLength));
  return Buffer.concat([length, Buffer.from(json), ...parts]);
}

/**
 * Int8 with one scale a row: scale = largest absolute value / 127, rounded half away from zero.
 *
 * @param {Float32Array} weights [rows, columns]
 * @param {number} rows
 * @returns {{ values: Int8Array, scales: Float32Array }}
 */
export function quantizeRows(weights, rows) {
  const columns = weights.length / rows;
  const values = new Int8Array(weights.length);
  const scales = new Float32Array(rows);
  for (let row = 0; row < rows; row++) {
    const numbers = weights.subarray(row * columns, (row + 1) * columns);
    let largest = 0;
    for (const number of numbers) largest = Math.max(largest, Math.abs(number));
    scales[row] = largest / 127;
    if (scales[row] === 0) continue;
    for (let i = 0; i < columns; i++) {
      const quotient = numbers[i] / scales[row];
      const rounded = Math.sign(quotient) * Math.floor(Math.abs(quotient) + 0.5);
      values[row * columns + i] = Math.max(-127, Math.min(127, rounded));
    }
  }
  return { values, scales };
}
