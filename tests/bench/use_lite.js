// Universal Sentence Encoder lite by wembed and by TensorFlow.js, on the same weights and texts, one thread.
// Runs in Node and in a page; what differs between them is passed in.
import { measure } from "./measure.js";

/**
 * @typedef {object} Contestants
 * @property {(texts: string[]) => unknown} f32 wembed
 * @property {(texts: string[]) => unknown} q8 wembed
 * @property {(texts: string[]) => unknown} tfjs
 */

/**
 * @param {Contestants} contestants
 * @param {string[]} texts several thousand sentences
 * @param {(text: string) => number} countTokens
 */
export async function benchUseLite(contestants, texts, countTokens) {
  const even = texts.filter((text) => countTokens(text) === 15).slice(0, 256);
  const works = [
    { name: "1 sentence of 15 tokens", texts: even.slice(0, 1), warmUp: 3000, turn: 150, rounds: 12 },
    { name: "256 sentences of 15 tokens", texts: even, warmUp: 3000, turn: 0, rounds: 5 },
    { name: "256 sentences of mixed length", texts: texts.slice(0, 256), warmUp: 1000, turn: 0, rounds: 5 },
  ];
  const results = [];
  for (const { name, texts: batch, ...options } of works) {
    const runs = Object.entries(contestants).map(([who, embed]) => [who, () => embed(batch)]);
    const ms = await measure(Object.fromEntries(runs), options);
    results.push({ name, ms, ratios: { f32: ms.tfjs / ms.f32, q8: ms.tfjs / ms.q8 } });
  }
  return results;
}

/**
 * The tfjs side: the package's own way from texts to a tensor.
 *
 * @param {{ tf: any, graph: any, tokenizer: { encode(text: string): number[] } }} loaded
 */
export function tfjsEmbed({ tf, graph, tokenizer }) {
  return async (texts) => {
    const lists = texts.map((text) => tokenizer.encode(text));
    const places = lists.flatMap((ids, row) => ids.map((_, place) => [row, place]));
    const indices = tf.tensor2d(places, [places.length, 2], "int32");
    const values = tf.tensor1d(lists.flat(), "int32");
    const output = await graph.executeAsync({ indices, values });
    const data = await output.data();
    tf.dispose([indices, values, output]);
    return data;
  };
}
