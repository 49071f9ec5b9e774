// Universal Sentence Encoder lite in double precision and plain loops: what the tensors of the safetensors file
// mean. A vector is an array of numbers; a matrix, [tokens, dim], an array of vectors.

const ELEMENTS = { F32: Float32Array, I8: Int8Array };

/**
 * Reads a safetensors file and checks what the format demands of it.
 *
 * @param {Buffer} bytes
 * @returns {{ metadata: Record<string, string>, dataStart: number, tensors: Map<string, Tensor> }}
 * @typedef {{ dtype: "F32" | "I8", shape: number[], start: number, data: Float32Array | Int8Array }} Tensor
 */
export function readSafetensors(bytes) {
  const dataStart = 8 + Number(bytes.readBigUInt64LE(0));
  const { __metadata__: metadata, ...entries } = JSON.parse(bytes.toString("utf8", 8, dataStart));
  const tensors = new Map();
  let position = 0;
  const inOrder = Object.entries(entries).sort(([, a], [, b]) => a.data_offsets[0] - b.data_offsets[0]);
  for (const [name, { dtype, shape, data_offsets }] of inOrder) {
    const [start, end] = data_offsets;
    if (start !== position) throw new Error(`${name} starts at ${start}, not where the last one ends: ${position}`);
    const Elements = ELEMENTS[dtype];
    const count = shape.reduce((product, length) => product * length, 1);
    if (end - start !== count * Elements.BYTES_PER_ELEMENT) throw new Error(`${name}: ${end - start} bytes`);
    const copy = new Uint8Array(bytes.subarray(dataStart + start, dataStart + end));
    tensors.set(name, { dtype, shape, start, data: new Elements(copy.buffer) });
    position = end;
  }
  if (dataStart + position !== bytes.length) throw new Error(`${bytes.length - dataStart - position} bytes are left`);
  return { metadata, dataStart, tensors };
}

/** int8 * scale of its row, for every matrix that has scales; other tensors as they are. */
export function dequantize(tensors) {
  const result = new Map();
  for (const [name, tensor] of tensors) {
    if (name.endsWith("_scale")) continue;
    const scale = tensors.get(`${name}_scale`);
    const columns = tensor.shape[1];
    const data = scale
      ? Float64Array.from(tensor.data, (value, i) => value * scale.data[Math.floor(i / columns)])
      : tensor.data;
    result.set(name, { ...tensor, data });
  }
  return result;
}

/**
 * @param {Map<string, { shape: number[], data: ArrayLike<number> }>} tensors
 * @param {Record<string, any>} config config.json
 * @param {number[]} ids
 */
export function embedReference(tensors, config, ids) {
  const width = config.embedding_size;
  const table = tensors.get("embeddings.word_embeddings.weight").data; // [vocab, width]
  const kept = ids.slice(0, config.max_position_embeddings);
  const token = kept.map((id) => Array.from(table.slice(id * width, (id + 1) * width)));
  const position = kept.map((_, place) => sinusoid(place, width, config.position_embedding_base));
  const combined = add(scaled(token, config.embedding_scale), position);
  const layers = [];
  let hidden = combined;
  for (let i = 0; i < config.num_hidden_layers; i++) {
    hidden = encoderLayer(tensors, config, i, hidden);
    layers.push(hidden);
  }
  const pooled = mean(hidden, config.hidden_size);
  const [dense] = linear(tensors, "dense", [pooled]);
  return { token, position, combined, layers, pooled, vector: unitLength(dense.map(Math.tanh)) };
}

/** Sines in the first half, cosines in the second; wavelengths from 2 pi to 2 pi * base, both included. */
function sinusoid(place, width, base) {
  const half = width / 2;
  const angles = Array.from({ length: half }, (_, i) => place * base ** (-i / (half - 1)));
  return [...angles.map(Math.sin), ...angles.map(Math.cos)];
}

function encoderLayer(tensors, config, i, input) {
  const name = `encoder.layer.${i}`;
  const residual = tensors.has(`${name}.residual.weight`) ? linear(tensors, `${name}.residual`, input) : input;
  const attended = attention(
    linear(tensors, `${name}.attention.qkv`, layerNorm(tensors, config, `${name}.attention_norm`, input)),
    config.num_attention_heads,
  );
  const middle = add(linear(tensors, `${name}.attention.output`, attended), residual);
  const up = linear(tensors, `${name}.mlp.up`, layerNorm(tensors, config, `${name}.mlp_norm`, middle));
  const active = up.map((row) => row.map((value) => Math.max(value, 0)));
  return add(linear(tensors, `${name}.mlp.down`, active), middle);
}

/** qkv: [tokens, 3 * attention], queries, keys and values side by side. Returns [tokens, attention]. */
function attention(qkv, heads) {
  const size = (qkv[0]?.length ?? 0) / 3;
  const headSize = size / heads;
  return qkv.map((row) => {
    const result = new Array(size).fill(0);
    for (let head = 0; head < heads; head++) {
      const first = head * headSize;
      const scores = qkv.map((other) => {
        let sum = 0;
        for (let d = first; d < first + headSize; d++) sum += row[d] * other[size + d];
        return sum / Math.sqrt(headSize);
      });
      const weights = softmax(scores);
      for (let d = first; d < first + headSize; d++) {
        qkv.forEach((other, place) => {
          result[d] += weights[place] * other[2 * size + d];
        });
      }
    }
    return result;
  });
}

function softmax(scores) {
  const largest = scores.reduce((a, b) => Math.max(a, b), -Infinity);
  const powers = scores.map((score) => Math.exp(score - largest));
  const sum = powers.reduce((a, b) => a + b, 0);
  return powers.map((power) => power / sum);
}

/** rows * weight^T + bias, weight: [outputs, inputs]. */
function linear(tensors, name, rows) {
  const { shape, data: weight } = tensors.get(`${name}.weight`);
  const { data: bias } = tensors.get(`${name}.bias`);
  const [outputs, inputs] = shape;
  return rows.map((row) => {
    const result = new Array(outputs);
    for (let o = 0; o < outputs; o++) {
      let sum = bias[o];
      for (let i = 0; i < inputs; i++) sum += row[i] * weight[o * inputs + i];
      result[o] = sum;
    }
    return result;
  });
}

function layerNorm(tensors, config, name, rows) {
  const { data: weight } = tensors.get(`${name}.weight`);
  const { data: bias } = tensors.get(`${name}.bias`);
  return rows.map((row) => {
    const average = row.reduce((a, b) => a + b, 0) / row.length;
    const variance = row.reduce((sum, value) => sum + (value - average) ** 2, 0) / row.length;
    const factor = 1 / Math.sqrt(variance + config.layer_norm_eps);
    return row.map((value, i) => (value - average) * factor * weight[i] + bias[i]);
  });
}

function scaled(rows, factor) {
  return rows.map((row) => row.map((value) => value * factor));
}

function add(a, b) {
  return a.map((row, t) => row.map((value, i) => value + b[t][i]));
}

/** The mean of no tokens is 0, as in the graph. */
function mean(rows, width) {
  return Array.from({ length: width }, (_, i) => rows.reduce((sum, row) => sum + row[i], 0) / Math.max(rows.length, 1));
}

function unitLength(vector) {
  const squares = vector.reduce((sum, value) => sum + value * value, 0);
  return vector.map((value) => value / Math.sqrt(Math.max(squares, 1e-12)));
}
