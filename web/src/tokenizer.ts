/// <reference lib="esnext.disposable" preserve="true" />
import { WembedError } from "./errors.js";
import type { FetchOptions } from "./source.js";

/**
 * Where a tokenizer comes from: the bytes of a tokenizer.json, the same parsed, a URL or (Node) path of the file or of
 * the folder that holds it, a hub id (`owner/name`), or `builtin:use-lite`.
 */
export type TokenizerSource = Uint8Array | ArrayBuffer | Blob | URL | string | Readonly<Record<string, unknown>>;

export interface TokenizerLoadOptions extends FetchOptions {
  /** `auto` (default) takes relaxed SIMD where the engine has it. */
  readonly simd?: "auto" | "simd" | "relaxed";
}

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
  private constructor() {}

  static async load(_source: TokenizerSource, _options: TokenizerLoadOptions = {}): Promise<Tokenizer> {
    throw new WembedError("internal", "not there yet");
  }

  /** The ids of the vocabulary, added tokens included. */
  get vocabSize(): number {
    return 0;
  }

  encode(_text: string, _options: EncodeOptions = {}): Encoding {
    throw new WembedError("internal", "not there yet");
  }

  encodeBatch(_texts: readonly string[], _options: EncodeOptions = {}): Encoding[] {
    throw new WembedError("internal", "not there yet");
  }

  /** How many tokens a text has; cheaper than `encode`. */
  countTokens(_text: string, _options: EncodeOptions = {}): number {
    throw new WembedError("internal", "not there yet");
  }

  decode(_ids: ArrayLike<number>, _options: DecodeOptions = {}): string {
    throw new WembedError("internal", "not there yet");
  }

  /** The id of a piece as the vocabulary writes it, undefined where it has none. */
  tokenToId(_token: string): number | undefined {
    throw new WembedError("internal", "not there yet");
  }

  /** The piece of an id, undefined where the vocabulary has none. */
  idToToken(_id: number): string | undefined {
    throw new WembedError("internal", "not there yet");
  }

  dispose(): void {}

  [Symbol.dispose](): void {
    this.dispose();
  }
}
