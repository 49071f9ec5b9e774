// TypeScript bindings for emscripten-generated code.  Automatically generated at compile time.
interface WasmModule {
  _malloc(_0: number): number;
  _free(_0: number): void;
}

type EmbindString = ArrayBuffer|Uint8Array|Uint8ClampedArray|Int8Array|string;
export type ModelFileAddresses = {
  config: number,
  configSize: number,
  tokenizer: number,
  tokenizerSize: number,
  weights: number,
  weightsSize: number
};

export type Batch = {
  bytes: number,
  begins: number,
  count: number,
  vectors: number,
  tokenCounts: number,
  truncated: number
};

export interface NativeModel {
  facts(): { dimension: number; embeddingSize: number; hiddenSize: number; maxTokens: number; positionKind: 'none' | 'sinusoidal' | 'learned' };
  inspect(_0: number, _1: number, _2: boolean): { ok: true; ids: Int32Array<ArrayBuffer>; starts: Uint32Array<ArrayBuffer>; ends: Uint32Array<ArrayBuffer>; special: Uint8Array<ArrayBuffer>; pieces: string[]; truncated: boolean; token: Float32Array<ArrayBuffer>; position: Float32Array<ArrayBuffer>; type: Float32Array<ArrayBuffer>; sum: Float32Array<ArrayBuffer>; combined: Float32Array<ArrayBuffer>; hidden: Float32Array<ArrayBuffer>; vector: Float32Array<ArrayBuffer> } | Exclude<ReturnType<NativeModel['load']>, { ok: true }>;
  load(_0: ModelFileAddresses): { ok: true } | { ok: false; code: 'invalid-input' | 'invalid-tokenizer' | 'invalid-model' | 'unsupported-architecture' | 'out-of-memory'; message: string };
  embed(_0: Batch, _1: boolean): { ok: true } | { ok: false; code: 'invalid-input' | 'invalid-tokenizer' | 'invalid-model' | 'unsupported-architecture' | 'out-of-memory'; message: string };
  tokenizer(): NativeTokenizer | null;
  delete(): void;
}

export type LayerParts = {
  block: number,
  dimension: number,
  tokens: number,
  positions: number,
  types: number,
  norm: boolean,
  normEpsilon: number,
  tokenScale: number
};

export type Int32List = {
  address: number,
  count: number
};

export interface NativeEmbeddingLayer {
  tokenRows(_0: number, _1: number, _2: number): { ok: true } | { ok: false; code: 'invalid-input' | 'invalid-tokenizer' | 'invalid-model' | 'unsupported-architecture' | 'out-of-memory'; message: string };
  positionRows(_0: number, _1: number, _2: number): { ok: true } | { ok: false; code: 'invalid-input' | 'invalid-tokenizer' | 'invalid-model' | 'unsupported-architecture' | 'out-of-memory'; message: string };
  typeRows(_0: number, _1: number, _2: number): { ok: true } | { ok: false; code: 'invalid-input' | 'invalid-tokenizer' | 'invalid-model' | 'unsupported-architecture' | 'out-of-memory'; message: string };
  combined(_0: Int32List, _1: Int32List, _2: Int32List, _3: number): { ok: true } | { ok: false; code: 'invalid-input' | 'invalid-tokenizer' | 'invalid-model' | 'unsupported-architecture' | 'out-of-memory'; message: string };
  delete(): void;
}

export type SinusoidalParts = {
  base: number,
  scale: number,
  firstPosition: number,
  concatenated: boolean,
  inclusive: boolean
};

export interface NativeTokenizer {
  load(_0: number, _1: number): { ok: true } | { ok: false; code: 'invalid-input' | 'invalid-tokenizer' | 'invalid-model' | 'unsupported-architecture' | 'out-of-memory'; message: string };
  encode(_0: number, _1: number, _2: boolean, _3: boolean, _4: number): number;
  decode(_0: number, _1: number, _2: boolean): string;
  vocabSize(): number;
  tokenToId(_0: EmbindString): number;
  idToToken(_0: number): string | undefined;
  delete(): void;
}

interface EmbindModule {
  NativeModel: {
    new(): NativeModel;
  };
  NativeEmbeddingLayer: {
    new(_0: LayerParts): NativeEmbeddingLayer;
  };
  sinusoidalPositions(_0: SinusoidalParts, _1: number, _2: number, _3: number): void;
  NativeTokenizer: {
    new(): NativeTokenizer;
  };
}

export type MainModule = WasmModule & EmbindModule;
export default function MainModuleFactory (options?: unknown): Promise<MainModule>;
