// Runs a model in a worker: sends it files and texts, and waits.
import { nextTurn, orAborted, throwIfAborted } from "./abort.js";
import type { Engine, EngineOptions, JobControl, ModelFacts, Stages, Vectors } from "./engine.js";
import { WembedError } from "./errors.js";
import type { EngineFiles } from "./local-engine.js";
import { startPackagedWorker } from "./packaged.js";
import type { Failure, FromWorker, ToWorker } from "./protocol.js";

/** A worker that has started and waits for a model. Rejects with `worker-failed` where a page cannot have one. */
export function startWorker(): Promise<Worker> {
  return new Promise((resolve, reject) => {
    const fail = (cause: unknown) =>
      reject(new WembedError("worker-failed", "a module worker cannot be started here", { cause }));
    try {
      const worker = startPackagedWorker();
      worker.onmessage = () => resolve(worker);
      worker.onerror = (event) => {
        event.preventDefault();
        worker.terminate();
        fail(event.message);
      };
    } catch (cause) {
      fail(cause);
    }
  });
}

interface Job {
  readonly onDone: ((texts: number) => void) | undefined;
  readonly resolve: (reply: FromWorker) => void;
  readonly reject: (error: unknown) => void;
}

export class WorkerEngine implements Engine {
  readonly facts: ModelFacts;
  readonly worker: Worker;
  readonly #jobs = new Map<number, Job>();
  #lastJob = 0;
  #end: WembedError | undefined;

  private constructor(worker: Worker, facts: ModelFacts) {
    this.worker = worker;
    this.facts = facts;
    worker.onmessage = (event) => this.#receive(event.data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.#finish(died(event.message));
    };
  }

  static async load(worker: Worker, compiled: WebAssembly.Module, files: EngineFiles): Promise<WorkerEngine> {
    const { config, tokenizer, weights, weightsName, weightsDigest } = files;
    const loaded = new Promise<ModelFacts>((resolve, reject) => {
      worker.onmessage = (event) => {
        const message: FromWorker = event.data;
        if (message.type === "loaded") resolve(message.facts);
        if (message.type === "load-failed") reject(toError(message.failure));
      };
      worker.onerror = (event) => {
        event.preventDefault();
        reject(died(event.message));
      };
    });
    const weightsSize = weights.size;
    post(worker, { type: "load", compiled, config, tokenizer, weightsName, weightsSize, weightsDigest });
    const [facts] = await Promise.all([loaded, sendChunks(worker, weights.chunks)]);
    return new WorkerEngine(worker, facts);
  }

  async embed(texts: readonly string[], options: EngineOptions, control: JobControl): Promise<Vectors> {
    const reply = await this.#request((job) => ({ type: "embed", job, texts, options }), control);
    if (reply.type !== "embedded") throw unexpected(reply);
    return reply.vectors;
  }

  async inspect(text: string, options: EngineOptions, control: JobControl): Promise<Stages> {
    const reply = await this.#request((job) => ({ type: "inspect", job, text, options }), control);
    if (reply.type !== "inspected") throw unexpected(reply);
    return reply.stages;
  }

  dispose(): void {
    this.#finish(new WembedError("disposed", "this EmbeddingModel was disposed"));
  }

  async #request(message: (job: number) => ToWorker, { signal, onDone }: JobControl): Promise<FromWorker> {
    if (this.#end !== undefined) throw new WembedError(this.#end.code, this.#end.message);
    throwIfAborted(signal);
    const id = ++this.#lastJob;
    const reply = new Promise<FromWorker>((resolve, reject) => this.#jobs.set(id, { onDone, resolve, reject }));
    post(this.worker, message(id));
    try {
      return await orAborted(reply, signal);
    } finally {
      // Still there: the signal fired before the worker answered.
      if (this.#jobs.delete(id)) post(this.worker, { type: "abort", job: id });
    }
  }

  #receive(message: FromWorker): void {
    if (!("job" in message)) return;
    const job = this.#jobs.get(message.job);
    if (job === undefined) return;
    if (message.type === "progress") {
      try {
        job.onDone?.(message.done);
      } catch (error) {
        job.reject(error);
      }
      return;
    }
    this.#jobs.delete(message.job);
    if (message.type === "failed") job.reject(toError(message.failure));
    else job.resolve(message);
  }

  #finish(reason: WembedError): void {
    if (this.#end !== undefined) return;
    this.#end = reason;
    this.worker.terminate();
    const jobs = [...this.#jobs.values()];
    this.#jobs.clear();
    for (const job of jobs) job.reject(reason);
  }
}

function post(worker: Worker, message: ToWorker, transfer: Transferable[] = []): void {
  worker.postMessage(message, transfer);
}

const pieceSize = 1 << 20;

/** Sends copies: the bytes may be the caller's own, and sending a view would send all that lies around it. */
async function sendChunks(worker: Worker, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const chunk of chunks) {
    for (let begin = 0; begin < chunk.length; begin += pieceSize) {
      if (begin > 0) await nextTurn();
      const piece = new Uint8Array(chunk.subarray(begin, begin + pieceSize));
      post(worker, { type: "weights", chunk: piece }, [piece.buffer]);
    }
  }
  post(worker, { type: "weights" });
}

function toError({ code, message }: Failure): WembedError {
  return new WembedError(code, message);
}

function died(message: string): WembedError {
  return new WembedError("worker-failed", `the worker died (${message}); load the model again`);
}

function unexpected(reply: FromWorker): WembedError {
  return new WembedError("internal", `the worker answered with ${reply.type}`);
}
