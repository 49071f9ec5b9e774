// The worker: a LocalEngine behind messages.
import { ChunkQueue } from "./chunk-queue.js";
import type { Stages, Vectors } from "./engine.js";
import { WembedError } from "./errors.js";
import { LocalEngine } from "./local-engine.js";
import type { Failure, FromWorker, ToWorker } from "./protocol.js";

let engine: Promise<LocalEngine> | undefined;
const arriving = new ChunkQueue();
const jobs = new Map<number, AbortController>();

function send(message: FromWorker, transfer: Transferable[] = []): void {
  postMessage(message, { transfer });
}

addEventListener("message", (event) => {
  const message: ToWorker = event.data;
  switch (message.type) {
    case "load":
      engine = load(message);
      return;
    case "weights":
      if (message.chunk === undefined) arriving.finish();
      else arriving.push(message.chunk);
      return;
    case "abort":
      jobs.get(message.job)?.abort();
      return;
    case "embed":
      run(message.job, async (local, signal) => {
        const vectors = await local.embed(message.texts, message.options, {
          signal,
          onDone: (done) => send({ type: "progress", job: message.job, done }),
        });
        send({ type: "embedded", job: message.job, vectors }, vectorBuffers(vectors));
      });
      return;
    case "inspect":
      run(message.job, async (local, signal) => {
        const stages = await local.inspect(message.text, message.options, { signal, onDone: undefined });
        send({ type: "inspected", job: message.job, stages }, stageBuffers(stages));
      });
  }
});

function load(message: Extract<ToWorker, { type: "load" }>): Promise<LocalEngine> {
  const { compiled, config, tokenizer, weightsName, weightsSize, weightsDigest } = message;
  const weights = { size: weightsSize, chunks: arriving };
  const loading = LocalEngine.load(compiled, { config, tokenizer, weights, weightsName, weightsDigest });
  loading.then(
    (local) => send({ type: "loaded", facts: local.facts }),
    (error: unknown) => send({ type: "load-failed", failure: toFailure(error) }),
  );
  return loading;
}

async function run(job: number, work: (local: LocalEngine, signal: AbortSignal) => Promise<void>): Promise<void> {
  const controller = new AbortController();
  jobs.set(job, controller);
  try {
    if (engine === undefined) throw new WembedError("internal", "a job came before the model");
    await work(await engine, controller.signal);
  } catch (error) {
    send({ type: "failed", job, failure: toFailure(error) });
  } finally {
    jobs.delete(job);
  }
}

function toFailure(error: unknown): Failure {
  return error instanceof WembedError
    ? { code: error.code, message: error.message }
    : { code: "internal", message: String(error) };
}

function vectorBuffers({ data, tokenCounts, truncated }: Vectors): Transferable[] {
  return [data.buffer, tokenCounts.buffer, truncated.buffer];
}

function stageBuffers(stages: Stages): Transferable[] {
  const { ids, starts, ends, special, token, position, type, sum, combined, hidden, vector } = stages;
  const arrays = [ids, starts, ends, special, token, position, type, sum, combined, hidden, vector];
  return arrays.map((array) => array.buffer);
}

send({ type: "ready" });
