/** Bytes that may come before they are asked for. */
export class ChunkQueue implements AsyncIterable<Uint8Array> {
  readonly #chunks: Uint8Array[] = [];
  #end: { readonly error: unknown } | undefined;
  #wake: () => void = () => undefined;

  push(chunk: Uint8Array): void {
    this.#chunks.push(chunk);
    this.#wake();
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

/** Reads on while nobody asks yet, because the network waits for nobody. */
export function readAhead(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  const queue = new ChunkQueue();
  const read = async () => {
    for await (const chunk of chunks) queue.push(chunk);
  };
  read().then(
    () => queue.finish(),
    (error: unknown) => queue.finish(error),
  );
  return queue;
}
