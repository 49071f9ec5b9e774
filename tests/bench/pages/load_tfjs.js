// Universal Sentence Encoder lite on TensorFlow.js in a page: the peer.

import { setThreadsCount, setWasmPaths } from "@tensorflow/tfjs-backend-wasm";
import { loadGraphModel } from "@tensorflow/tfjs-converter";
import * as tf from "@tensorflow/tfjs-core";
import { Tokenizer } from "@tensorflow-models/universal-sentence-encoder/dist/tokenizer";

/** Files are served under /original/ (the model) and /tfjs-wasm/ (the backend's). */
export async function loadTfjs() {
  setWasmPaths("/tfjs-wasm/");
  setThreadsCount(1);
  await tf.setBackend("wasm");
  const [graph, vocabulary] = await Promise.all([
    loadGraphModel("/original/model.json"),
    fetch("/original/vocab.json").then((response) => response.json()),
  ]);
  return { tf, graph, tokenizer: new Tokenizer(vocabulary) };
}
