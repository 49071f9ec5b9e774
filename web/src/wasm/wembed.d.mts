// placeholder until the binding is built
interface WasmModule { _malloc(_0: number): number; _free(_0: number): void }
type F = { ok: false; code: 'invalid-input' | 'invalid-tokenizer' | 'invalid-model' | 'unsupported-architecture' | 'out-of-memory'; message: string };
type R<T> = { ok: true; value: T } | F;
export interface NativeEmbeddingLayer {
  tokenRows(_0: number, _1: number, _2: number): R<undefined>;
  positionRows(_0: number, _1: number, _2: number): R<undefined>;
  typeRows(_0: number, _1: number, _2: number): R<undefined>;
  combined(_0: Int32List, _1: Int32List, _2: Int32List, _3: number): R<undefined>;
  delete(): void;
}
export type Int32List = { address: number, count: number };
export type LayerParts = { block: number, dimension: number, tokens: number, positions: number, types: number, norm: boolean, normEpsilon: number, tokenScale: number };
export type SinusoidalParts = { base: number, scale: number, firstPosition: number, concatenated: boolean, inclusive: boolean };
export interface NativeTokenizer {
  encode(_0: number, _1: number, _2: boolean, _3: number): number | F;
  decode(_0: number, _1: number, _2: boolean): R<string>;
  vocabSize(): number;
  tokenToId(_0: string): number;
  idToToken(_0: number): string | undefined;
}
export interface NativeModel {
  facts(): { dimension: number; embeddingSize: number; hiddenSize: number; maxTokens: number; positionKind: 'none' | 'sinusoidal' | 'learned' };
  tokenizer(): NativeTokenizer;
  embed(_0: { bytes: number, begins: number, count: number, vectors: number, tokenCounts: number, truncated: number }, _1: boolean): R<undefined>;
  inspect(_0: number, _1: number, _2: boolean): R<{ ids: Int32Array<ArrayBuffer>; starts: Uint32Array<ArrayBuffer>; ends: Uint32Array<ArrayBuffer>; special: Uint8Array<ArrayBuffer>; pieces: string[]; truncated: boolean; token: Float32Array<ArrayBuffer>; position: Float32Array<ArrayBuffer>; type: Float32Array<ArrayBuffer>; sum: Float32Array<ArrayBuffer>; combined: Float32Array<ArrayBuffer>; hidden: Float32Array<ArrayBuffer>; vector: Float32Array<ArrayBuffer> }>;
}
interface EmbindModule {
  NativeEmbeddingLayer: { new(_0: LayerParts): NativeEmbeddingLayer };
  sinusoidalPositions(_0: SinusoidalParts, _1: number, _2: number, _3: number): void;
  loadTokenizer(_0: number, _1: number): R<NativeTokenizer>;
  loadModel(_0: { config: number, configSize: number, tokenizer: number, tokenizerSize: number, weights: number, weightsSize: number }): R<NativeModel>;
}
export type MainModule = WasmModule & EmbindModule;
export default function MainModuleFactory (options?: unknown): Promise<MainModule>;
