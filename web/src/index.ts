export {
  EmbeddingLayer,
  type EmbeddingLayerInput,
  type EmbeddingLayerParts,
} from "./embedding-layer.js";
export {
  EmbeddingModel,
  type EmbedJobOptions,
  type EmbedOptions,
  type EmbedProgress,
  type InspectedToken,
  type Inspection,
  type LoadOptions,
} from "./embedding-model.js";
export type { PositionKind } from "./engine.js";
export { type ErrorCode, WembedError } from "./errors.js";
export { EmbeddingMatrix, Matrix } from "./matrix.js";
export type { Dtype } from "./model-files.js";
export * as positions from "./positions.js";
export { type SearchHit, type SearchOptions, search } from "./search.js";
export type { FetchOptions, FileContent, LoadProgress, ModelSource } from "./source.js";
export {
  type DecodeOptions,
  type EncodeOptions,
  type Encoding,
  Tokenizer,
  type TokenizerLoadOptions,
  type TokenizerSource,
} from "./tokenizer.js";
export { cosineSimilarity, dot, normalize, type PoolOptions, pool, type Vector } from "./vectors.js";
