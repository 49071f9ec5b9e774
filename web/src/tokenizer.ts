/// <reference lib="esnext.disposable" preserve="true" />
import { orAborted, throwIfAborted } from "./abort.js";
import { asBytes, checkCount, checkOneOf, checkOptions, checkText, checkTexts, toInt32 } from "./check.js";
import { WembedError } from "./errors.js";
import { locate } from "./locate.js";
import { Native, TextBlock, unwrap } from "./native.js";
import { checkFetchOptions, type FetchOptions, openFolder, openUrl, readFile } from "./source.js";
import type { NativeTokenizer } from "./wasm/wembed.mjs";
import { compile } from "./wasm.js";

/**
 * Where a tokenizer comes from: the bytes of a tokenizer.json, the same parsed, a URL or (Node) path of the file or of
 * the folder that holds it, a hub id (`owner/name`), or `builtin:use-lite`.
 */
export type TokenizerSource = Uint8Array | ArrayBuffer | Blob | URL | string | Readonly<Record<string, unknown>>;

export type TokenizerLoadOptions = FetchOptions;

export interface EncodeOptions {
  /** Adds what the model expects around a text, such as [CLS] and [SEP]; true by default. */
  readonly addSpecialTokens?: boolean;
  /** Cuts the end off beyond this many tokens, special ones included, and says so in `truncated`. */
  readonly maxLength?: number;
}

export interface DecodeOptions {
  /** Leaves special tokens out; true by default. */
  readonly skipSpecialTokens?: boolean;
}

/** The tokens of one text. All lists have one entry a token. */
export interface Encoding {
  readonly length: number;
  readonly ids: Int32Array;
  /** The pieces of the vocabulary, as the model writes them ("▁hello", "##ing"). Made when first read. */
  readonly tokens: readonly string[];
  /** Where each token begins in the text that was given, so that `text.slice(starts[i], ends[i])` is right. */
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  /** The same as pairs `[start, end]`. Made when first read. */
  readonly offsets: readonly (readonly [start: number, end: number])[];
  readonly typeIds: Int32Array;
  readonly attentionMask: Uint8Array;
  /** 1 where a token was added rather than found in the text. */
  readonly specialTokensMask: Uint8Array;
  /** The word that each token belongs to, -1 for special tokens. */
  readonly wordIds: Int32Array;
  /** The text had more tokens than `maxLength`. */
  readonly truncated: boolean;
}

/** Turns text into the ids of a model's vocabulary, and back. Synchronous once loaded. */
export class Tokenizer {
  readonly #native: Native;
  readonly #texts: TextBlock;
  #open: (() => NativeTokenizer) | undefined;
  #tokenizer: NativeTokenizer | undefined;

  private constructor(native: Native, open: () => NativeTokenizer) {
    this.#native = native;
    this.#texts = new TextBlock(native);
    this.#open = open;
  }

  static async load(source: TokenizerSource, options: TokenizerLoadOptions = {}): Promise<Tokenizer> {
    checkFetchOptions(options, "Tokenizer.load: options");
    throwIfAborted(options.signal);
    const [compiled, json] = await Promise.all([
      orAborted(compile(options), options.signal),
      readTokenizer(source, options),
    ]);
    const tokenizer = await Tokenizer.fromJson(compiled.module, json);
    tokenizer.#call(() => undefined);
    return tokenizer;
  }

  /**
   * Reads tokenizer.json when it is first needed: a model in a worker has read it there already.
   * @internal
   */
  static async fromJson(compiled: WebAssembly.Module, json: Uint8Array): Promise<Tokenizer> {
    const native = await Native.create(compiled);
    return new Tokenizer(native, () => {
      const tokenizer = native.call((module) => new module.NativeTokenizer());
      native.withBytes(json, (address) => native.call(() => unwrap(tokenizer.load(address, json.length))));
      return tokenizer;
    });
  }

  /**
   * The tokenizer of a model that runs here.
   * @internal
   */
  static fromNative(native: Native, tokenizer: NativeTokenizer): Tokenizer {
    return new Tokenizer(native, () => tokenizer);
  }

  /** How many different tokens there are, added ones included. */
  get vocabSize(): number {
    return this.#call((tokenizer) => tokenizer.vocabSize());
  }

  encode(text: string, options: EncodeOptions = {}): Encoding {
    checkText(text, "encode: text");
    checkEncodeOptions(options);
    return this.#encode(text, options);
  }

  encodeBatch(texts: readonly string[], options: EncodeOptions = {}): Encoding[] {
    checkTexts(texts, "encodeBatch: texts");
    checkEncodeOptions(options);
    return texts.map((text) => this.#encode(text, options));
  }

  /** How many tokens `encode` finds, at less cost. */
  countTokens(text: string, options: EncodeOptions = {}): number {
    checkText(text, "countTokens: text");
    checkEncodeOptions(options);
    return this.#run(text, options, false)[0] ?? 0;
  }

  /** The text of ids. It may differ from the text that was encoded where the vocabulary has no piece for a part. */
  decode(ids: ArrayLike<number>, options: DecodeOptions = {}): string {
    const list = toInt32(ids, "decode: ids");
    checkOptions(options, "decode: options");
    const { skipSpecialTokens = true } = options;
    checkOneOf(skipSpecialTokens, [true, false], "skipSpecialTokens");
    return this.#native.withBytes(asBytes(list), (address) =>
      this.#call((tokenizer) => tokenizer.decode(address, list.length, skipSpecialTokens)),
    );
  }

  /** The id of a piece as the vocabulary writes it, undefined where it has none. */
  tokenToId(token: string): number | undefined {
    checkText(token, "tokenToId: token");
    const id = this.#call((tokenizer) => tokenizer.tokenToId(token));
    return id < 0 ? undefined : id;
  }

  /** The piece of an id, undefined where the vocabulary has none. */
  idToToken(id: number): string | undefined {
    checkCount(id, "idToToken: id");
    return id > 0x7fffffff ? undefined : this.#call((tokenizer) => tokenizer.idToToken(id));
  }

  dispose(): void {
    this.#open = undefined;
    this.#tokenizer = undefined;
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  #call<T>(work: (tokenizer: NativeTokenizer) => T): T {
    if (this.#open === undefined) throw new WembedError("disposed", "this Tokenizer was disposed");
    this.#tokenizer ??= this.#open();
    const tokenizer = this.#tokenizer;
    return this.#native.call(() => work(tokenizer));
  }

  /** Encodes in C++, and gives the table of where the lists are: see cpp/wasm/tokenizer_bindings.cpp. */
  #run(text: string, options: EncodeOptions, offsets: boolean): Uint32Array {
    const { addSpecialTokens = true, maxLength = 0 } = options;
    return this.#texts.with([text], ({ bytes, begins }) => {
      const size = this.#native.uint32(begins, 2)[1] ?? 0;
      const address = this.#call((tokenizer) => tokenizer.encode(bytes, size, addSpecialTokens, offsets, maxLength));
      return this.#native.uint32(address, 9);
    });
  }

  #encode(text: string, options: EncodeOptions): Encoding {
    const native = this.#native;
    const [
      length = 0,
      ids = 0,
      typeIds = 0,
      starts = 0,
      ends = 0,
      special = 0,
      wordIds = 0,
      attentionMask = 0,
      truncated = 0,
    ] = this.#run(text, options, true);
    return new NativeEncoding(this, {
      ids: native.int32(ids, length).slice(),
      typeIds: native.int32(typeIds, length).slice(),
      starts: native.uint32(starts, length).slice(),
      ends: native.uint32(ends, length).slice(),
      specialTokensMask: native.bytes(special, length).slice(),
      wordIds: native.int32(wordIds, length).slice(),
      attentionMask: native.bytes(attentionMask, length).slice(),
      truncated: truncated !== 0,
    });
  }
}

type EncodingLists = Omit<Encoding, "length" | "tokens" | "offsets">;

class NativeEncoding implements Encoding {
  readonly ids: Int32Array;
  readonly typeIds: Int32Array;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  readonly specialTokensMask: Uint8Array;
  readonly wordIds: Int32Array;
  readonly attentionMask: Uint8Array;
  readonly truncated: boolean;
  readonly #tokenizer: Tokenizer;
  #tokens: readonly string[] | undefined;
  #offsets: readonly (readonly [number, number])[] | undefined;

  constructor(tokenizer: Tokenizer, lists: EncodingLists) {
    this.#tokenizer = tokenizer;
    this.ids = lists.ids;
    this.typeIds = lists.typeIds;
    this.starts = lists.starts;
    this.ends = lists.ends;
    this.specialTokensMask = lists.specialTokensMask;
    this.wordIds = lists.wordIds;
    this.attentionMask = lists.attentionMask;
    this.truncated = lists.truncated;
  }

  get length(): number {
    return this.ids.length;
  }

  get tokens(): readonly string[] {
    this.#tokens ??= Array.from(this.ids, (id) => this.#tokenizer.idToToken(id) ?? "");
    return this.#tokens;
  }

  get offsets(): readonly (readonly [number, number])[] {
    this.#offsets ??= Array.from(this.starts, (start, index): [number, number] => [start, this.ends[index] ?? start]);
    return this.#offsets;
  }
}

function checkEncodeOptions(options: EncodeOptions): void {
  checkOptions(options, "options");
  if (options.addSpecialTokens !== undefined) checkOneOf(options.addSpecialTokens, [true, false], "addSpecialTokens");
  if (options.maxLength !== undefined) checkCount(options.maxLength, "maxLength", 1);
}

async function readTokenizer(source: unknown, options: TokenizerLoadOptions): Promise<Uint8Array> {
  const file = "tokenizer.json";
  const isFile = (source instanceof URL || typeof source === "string") && /\.json(?:[?#].*)?$/.test(String(source));
  if (isFile) return readFile({ name: file, open: () => openUrl(locate(source), options) }, file, options);
  if (source instanceof URL || typeof source === "string") return readFile(openFolder(source, options), file, options);
  if (source instanceof Uint8Array || source instanceof ArrayBuffer || source instanceof Blob) {
    return readFile(openFolder({ [file]: source }, options), file, options);
  }
  checkOptions(source, "a tokenizer's source");
  try {
    return new TextEncoder().encode(JSON.stringify(source));
  } catch (cause) {
    throw new WembedError("invalid-tokenizer", "the object given cannot be written as JSON", { cause });
  }
}
