// Runs a model where it is called: in Node, inside a worker, or in a page that asked for it.
import { nextTurn, throwIfAborted } from "./abort.js";
import { invalid } from "./check.js";
import type { Engine, EngineOptions, JobControl, ModelFacts, Stages, Vectors } from "./engine.js";
import { WembedError } from "./errors.js";
import type { OpenFile } from "./hub.js";
import { checkIntegrity } from "./integrity.js";
import { Native, TextBlock, unwrap } from "./native.js";
import type { NativeModel, NativeTokenizer } from "./wasm/wembed.mjs";

export interface EngineFiles {
  readonly config: Uint8Array;
  readonly tokenizer: Uint8Array;
  readonly weights: OpenFile;
  readonly weightsName: string;
  /** The SHA-256 that the weights should have. */
  readonly weightsDigest: string | undefined;
}

// A chunk takes some tens of milliseconds at most; between chunks others have their turn.
const chunkTexts = 16;
const chunkUnits = 2048;

export class LocalEngine implements Engine {
  readonly facts: ModelFacts;
  readonly native: Native;
  readonly #model: NativeModel;
  readonly #texts: TextBlock;
  #disposed = false;

  private constructor(native: Native, model: NativeModel) {
    this.native = native;
    this.#model = model;
    this.#texts = new TextBlock(native);
    this.facts = model.facts();
  }

  static async load(compiled: WebAssembly.Module, files: EngineFiles): Promise<LocalEngine> {
    const native = await Native.create(compiled);
    const weights = await receive(native, files.weights);
    await checkIntegrity(files.weightsName, native.bytes(weights.address, weights.size), files.weightsDigest);
    const model = native.call((module) => new module.NativeModel());
    native.withBytes(files.config, (config) =>
      native.withBytes(files.tokenizer, (tokenizer) => {
        const configSize = files.config.length;
        const tokenizerSize = files.tokenizer.length;
        const { address, size } = weights;
        const addresses = { config, configSize, tokenizer, tokenizerSize, weights: address, weightsSize: size };
        native.call(() => unwrap(model.load(addresses)));
      }),
    );
    return new LocalEngine(native, model);
  }

  /** The model's own tokenizer, which lives as long as the model. */
  tokenizer(): NativeTokenizer {
    const tokenizer = this.#open().tokenizer();
    if (tokenizer === null) throw new WembedError("internal", "the model has no tokenizer");
    return tokenizer;
  }

  async embed(texts: readonly string[], options: EngineOptions, control: JobControl): Promise<Vectors> {
    throwIfAborted(control.signal);
    const vectors = this.#allocate(texts.length);
    for (const [begin, end] of chunks(texts)) {
      if (begin > 0) await nextTurn();
      throwIfAborted(control.signal);
      this.#embedChunk(texts, begin, end, options, vectors);
      control.onDone?.(end);
    }
    return vectors;
  }

  embedSync(texts: readonly string[], options: EngineOptions): Vectors {
    const vectors = this.#allocate(texts.length);
    for (const [begin, end] of chunks(texts)) this.#embedChunk(texts, begin, end, options, vectors);
    return vectors;
  }

  async inspect(text: string, options: EngineOptions, control: JobControl): Promise<Stages> {
    throwIfAborted(control.signal);
    const model = this.#open();
    return this.#texts.with([text], ({ bytes, begins }) => {
      const size = this.native.uint32(begins, 2)[1] ?? 0;
      return this.native.call(() => unwrap(model.inspect(bytes, size, options.normalize)));
    });
  }

  dispose(): void {
    // The instance and its memory go with this object; nothing has to be freed one by one.
    this.#disposed = true;
  }

  #open(): NativeModel {
    if (this.#disposed) throw new WembedError("disposed", "this EmbeddingModel was disposed");
    return this.#model;
  }

  #allocate(count: number): Vectors {
    try {
      return {
        data: new Float32Array(count * this.facts.dimension),
        tokenCounts: new Uint32Array(count),
        truncated: new Uint8Array(count),
      };
    } catch (cause) {
      throw new WembedError("out-of-memory", `no memory for ${count} vectors`, { cause });
    }
  }

  #embedChunk(texts: readonly string[], begin: number, end: number, options: EngineOptions, into: Vectors): void {
    const model = this.#open();
    const { native, facts } = this;
    const count = end - begin;
    const numbers = count * facts.dimension;
    native.withBlock(numbers * 4 + count * 5, (vectors) => {
      const tokenCounts = vectors + numbers * 4;
      const truncated = tokenCounts + count * 4;
      this.#texts.with(texts.slice(begin, end), ({ bytes, begins }) =>
        native.call(() =>
          unwrap(model.embed({ bytes, begins, count, vectors, tokenCounts, truncated }, options.normalize)),
        ),
      );
      into.data.set(native.float32(vectors, numbers), begin * facts.dimension);
      into.tokenCounts.set(native.uint32(tokenCounts, count), begin);
      into.truncated.set(native.bytes(truncated, count), begin);
    });
    if (options.truncate === "error") {
      const index = into.truncated.indexOf(1, begin);
      if (index >= 0) {
        const which = texts.length === 1 ? "the text" : `text ${index}`;
        const advice = "shorten or split it, or pass truncate: 'end' to leave its end out";
        throw invalid(`${which} has more than the ${facts.maxTokens} tokens that this model reads: ${advice}`);
      }
    }
  }
}

/** Ranges of texts that are worked on at once. */
function* chunks(texts: readonly string[]): Generator<readonly [begin: number, end: number]> {
  let begin = 0;
  let units = 0;
  for (let i = 0; i < texts.length; ++i) {
    const length = texts[i]?.length ?? 0;
    if (i > begin && (i - begin === chunkTexts || units + length > chunkUnits)) {
      yield [begin, i];
      begin = i;
      units = 0;
    }
    units += length;
  }
  if (begin < texts.length) yield [begin, texts.length];
}

/** Writes a file into a block of memory as it arrives. The size is a hint: servers may leave it out, or compress. */
async function receive(native: Native, file: OpenFile): Promise<{ address: number; size: number }> {
  const room = file.size ?? 0;
  let address = native.allocate(room);
  let size = 0;
  const beyond: Uint8Array[] = [];
  for await (const chunk of file.chunks) {
    if (beyond.length > 0 || size + chunk.length > room) beyond.push(chunk);
    else native.bytes(address + size, chunk.length).set(chunk);
    size += chunk.length;
  }
  if (beyond.length > 0) {
    const whole = native.allocate(size);
    let next = size - beyond.reduce((sum, chunk) => sum + chunk.length, 0);
    native.bytes(whole, next).set(native.bytes(address, next));
    for (const chunk of beyond) {
      native.bytes(whole + next, chunk.length).set(chunk);
      next += chunk.length;
    }
    native.free(address);
    address = whole;
  }
  return { address, size };
}
