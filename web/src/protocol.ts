// What a page and its worker tell each other.
import type { EngineOptions, ModelFacts, Stages, Vectors } from "./engine.js";
import type { ErrorCode } from "./errors.js";

export interface Failure {
  readonly code: ErrorCode;
  readonly message: string;
}

export type ToWorker =
  | {
      readonly type: "load";
      readonly compiled: WebAssembly.Module;
      readonly config: Uint8Array;
      readonly tokenizer: Uint8Array;
      readonly weightsName: string;
      readonly weightsSize: number | undefined;
      readonly weightsDigest: string | undefined;
    }
  /** The next bytes of the weights; none when they are complete. */
  | { readonly type: "weights"; readonly chunk?: Uint8Array }
  | {
      readonly type: "embed";
      readonly job: number;
      readonly texts: readonly string[];
      readonly options: EngineOptions;
    }
  | { readonly type: "inspect"; readonly job: number; readonly text: string; readonly options: EngineOptions }
  | { readonly type: "abort"; readonly job: number };

export type FromWorker =
  | { readonly type: "ready" }
  | { readonly type: "loaded"; readonly facts: ModelFacts }
  | { readonly type: "load-failed"; readonly failure: Failure }
  | { readonly type: "progress"; readonly job: number; readonly done: number }
  | { readonly type: "embedded"; readonly job: number; readonly vectors: Vectors }
  | { readonly type: "inspected"; readonly job: number; readonly stages: Stages }
  | { readonly type: "failed"; readonly job: number; readonly failure: Failure };
