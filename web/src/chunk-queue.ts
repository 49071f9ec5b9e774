import { throwIfAborted } from "./abort.js";

/** Bytes that may come before they are asked for. */
export class ChunkQueue implements AsyncIterable<Uint8Array> {
  readonly #chunks: Uint8Array[] = [];
  #end: { readonly error: unknown } | undefined;
  #bytes = 0;
  #wake: () => void = () => undefined;
  #taken: () => void = () => undefined;

  push(chunk: Uint8Array): void {
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    this.#wake();
  }

  /** Resolves when no more than this many bytes wait, or the signal fires. */
  async drained(bytes: number, signal: AbortSignal): Promise<void> {
    while (this.#bytes > bytes && !signal.aborted) {
      await new Promise<void>((resolve) => {
        this.#taken = resolve;
        signal.addEventListener("abort", () => resolve(), { once: true });
      });
    }
  }

  /** No more will come; with an error, whoever waits for more gets it. */
  finish(error?: unknown): void {
    this.#end = { error };
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    for (;;) {
      const chunk = this.#chunks.shift();
      if (chunk !== undefined) {
        this.#bytes -= chunk.length;
        this.#taken();
        yield chunk;
      } else if (this.#end !== undefined) {
        if (this.#end.error !== undefined) throw this.#end.error;
        return;
      } else {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    }
  }
}

const mostAhead = 8 << 20;

/** Reads on while nobody asks yet, because the network waits for nobody; at most 8 MB ahead, and until the signal. */
export function readAhead(chunks: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncIterable<Uint8Array> {
  const queue = new ChunkQueue();
  const read = async () => {
    for await (const chunk of chunks) {
      queue.push(chunk);
      await queue.drained(mostAhead, signal);
      throwIfAborted(signal);
    }
  };
  read().then(
    () => queue.finish(),
    (error: unknown) => queue.finish(error),
  );
  return queue;
}
