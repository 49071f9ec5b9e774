// One WebAssembly instance: the binding to C++, and its memory. Every model, tokenizer and layer has its own, so
// that its memory goes when it goes: WebAssembly memory never shrinks.
import { invalid } from "./check.js";
import { WembedError } from "./errors.js";
import createWembed, { type MainModule, type NativeModel } from "./wasm/wembed.mjs";

type Failure = Extract<ReturnType<NativeModel["load"]>, { ok: false }>;

/** The success, or the failure as an exception. */
export function unwrap<T extends { readonly ok: true }>(result: T | Failure): T {
  if (result.ok) return result;
  throw new WembedError(result.code, result.message);
}

export class Native {
  readonly #module: MainModule;
  readonly #memory: WebAssembly.Memory;
  #trap: WembedError | undefined;

  private constructor(module: MainModule, memory: WebAssembly.Memory) {
    this.#module = module;
    this.#memory = memory;
  }

  static create(compiled: WebAssembly.Module): Promise<Native> {
    return new Promise((resolve, reject) => {
      let memory: WebAssembly.Memory | undefined;
      const instantiateWasm = (
        imports: WebAssembly.Imports,
        receive: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
      ) => {
        WebAssembly.instantiate(compiled, imports).then((instance) => {
          // The names of exports are minified, so the memory is known by its type.
          memory = Object.values(instance.exports).find((value) => value instanceof WebAssembly.Memory);
          receive(instance, compiled);
        }, noMemory);
        return {};
      };
      const noMemory = (cause: unknown) =>
        reject(new WembedError("out-of-memory", "no memory for a WebAssembly instance", { cause }));
      createWembed({ instantiateWasm, printErr: () => undefined })
        .then((module) => {
          if (memory === undefined) throw new WembedError("internal", "the WebAssembly module exports no memory");
          resolve(new Native(module, memory));
        })
        .catch(reject);
    });
  }

  /**
   * Calls into C++. What C++ can foresee comes back as data; a trap (a bug, or memory that ran out where C++ cannot
   * say so) leaves the instance in an unknown state, so it is not used again.
   */
  call<T>(work: (module: MainModule) => T): T {
    if (this.#trap !== undefined) throw new WembedError(this.#trap.code, this.#trap.message, { cause: this.#trap });
    try {
      return work(this.#module);
    } catch (cause) {
      if (!(cause instanceof WebAssembly.RuntimeError) && !(cause instanceof RangeError)) throw cause;
      // Without C++ exceptions, `new` ends in abort() when memory has run out.
      this.#trap = cause.message.startsWith("Aborted")
        ? new WembedError("out-of-memory", "WebAssembly memory ran out; load the model again", { cause })
        : new WembedError("internal", `WebAssembly stopped: ${cause.message}; load the model again`, { cause });
      throw this.#trap;
    }
  }

  /** A block of memory; `free` it, or give it to a call that takes it over. */
  allocate(size: number): number {
    // emmalloc may answer 0 for 0 bytes.
    const address = size < 2 ** 32 ? this.call((module) => module._malloc(Math.max(size, 1))) : 0;
    if (address === 0) throw new WembedError("out-of-memory", `no WebAssembly memory for ${size} bytes`);
    return address;
  }

  free(address: number): void {
    // After a trap the allocator may be broken; the whole instance is about to go.
    if (this.#trap === undefined) this.#module._free(address);
  }

  /** Allocates for the time of `work`. */
  withBlock<T>(size: number, work: (address: number) => T): T {
    const address = this.allocate(size);
    try {
      return work(address);
    } finally {
      this.free(address);
    }
  }

  // Views into memory. They die when memory grows, so nobody keeps one across a call.
  bytes(address: number, length: number): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.#memory.buffer, address, length);
  }
  uint32(address: number, length: number): Uint32Array<ArrayBuffer> {
    return new Uint32Array(this.#memory.buffer, address, length);
  }
  int32(address: number, length: number): Int32Array<ArrayBuffer> {
    return new Int32Array(this.#memory.buffer, address, length);
  }
  float32(address: number, length: number): Float32Array<ArrayBuffer> {
    return new Float32Array(this.#memory.buffer, address, length);
  }

  /** Copies bytes in for the time of `work`. */
  withBytes<T>(bytes: Uint8Array, work: (address: number) => T): T {
    return this.withBlock(bytes.length, (address) => {
      this.bytes(address, bytes.length).set(bytes);
      return work(address);
    });
  }
}

const utf8 = new TextEncoder();

/** Texts as UTF-8, end to end in memory: `begins` has one entry more than there are texts. */
export interface NativeTexts {
  readonly bytes: number;
  readonly begins: number;
  readonly count: number;
}

/** Memory for texts on their way in; it is kept from call to call while it is small. */
export class TextBlock {
  readonly #native: Native;
  #address = 0;
  #capacity = 0;

  constructor(native: Native) {
    this.#native = native;
  }

  /** Writes texts for the time of `work`. A lone surrogate becomes U+FFFD, which has its length in UTF-16. */
  with<T>(texts: readonly string[], work: (texts: NativeTexts) => T): T {
    const count = texts.length;
    const table = 4 * (count + 1);
    // A UTF-16 unit becomes at most 3 bytes.
    const size = table + texts.reduce((sum, text) => sum + 3 * text.length, 0);
    if (size >= 2 ** 31) throw invalid("the text is too long: more than 700 million characters");
    this.#reserve(size);
    const begins = new Uint32Array(count + 1);
    const room = this.#native.bytes(this.#address + table, size - table);
    let end = 0;
    for (let i = 0; i < count; ++i) {
      end += utf8.encodeInto(texts[i] ?? "", room.subarray(end)).written;
      begins[i + 1] = end;
    }
    this.#native.uint32(this.#address, count + 1).set(begins);
    try {
      return work({ bytes: this.#address + table, begins: this.#address, count });
    } finally {
      if (this.#capacity > keptCapacity) this.free();
    }
  }

  free(): void {
    if (this.#address !== 0) this.#native.free(this.#address);
    this.#address = 0;
    this.#capacity = 0;
  }

  #reserve(size: number): void {
    if (size <= this.#capacity) return;
    this.free();
    const capacity = Math.max(2 * size, 4096);
    this.#address = this.#native.allocate(size > keptCapacity ? size : capacity);
    this.#capacity = size > keptCapacity ? size : capacity;
  }
}

const keptCapacity = 1 << 20;
