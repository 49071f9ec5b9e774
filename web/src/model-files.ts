// Which files of a folder make a model.
import { readAhead } from "./chunk-queue.js";
import { WembedError } from "./errors.js";
import { WebPageError } from "./hub.js";
import type { EngineFiles } from "./local-engine.js";
import { type FetchOptions, type Folder, readFile, watched } from "./source.js";

/** How weights are held: 8-bit integers or 32-bit floats. */
export type Dtype = "q8" | "f32";

export interface ModelFiles extends EngineFiles {
  readonly dtype: Dtype;
}

type Options = FetchOptions & { readonly signal: AbortSignal };

/** Asks for all files at once. The small ones are whole when this is done; the weights are on their way. */
export async function openModel(folder: Folder, dtype: Dtype | undefined, options: Options): Promise<ModelFiles> {
  const [config, tokenizer, weights] = await Promise.all([
    readFile(folder, "config.json", options),
    readFile(folder, "tokenizer.json", options),
    openWeights(folder, dtype, options),
  ]);
  return { config, tokenizer, ...weights };
}

type Weights = Pick<ModelFiles, "dtype" | "weights" | "weightsName" | "weightsDigest">;

const fileOf = { q8: "model_q8.safetensors", f32: "model.safetensors" } as const;

async function openWeights(folder: Folder, dtype: Dtype | undefined, options: Options): Promise<Weights> {
  if (dtype !== undefined) return openDtype(folder, dtype, options);
  try {
    return await openDtype(folder, "q8", options);
  } catch (error) {
    // Some servers answer with a page of theirs for files they do not have.
    const missing = error instanceof WembedError && (error.code === "not-found" || error instanceof WebPageError);
    if (!missing) throw error;
    return openDtype(folder, "f32", options);
  }
}

async function openDtype(folder: Folder, dtype: Dtype, options: Options): Promise<Weights> {
  const file = fileOf[dtype];
  try {
    const opened = await folder.open(file);
    const weights = { size: opened.size, chunks: readAhead(watched(file, opened, options), options.signal) };
    return { dtype, weights, weightsName: file, weightsDigest: options.integrity?.[file] };
  } catch (error) {
    if (!(error instanceof WembedError) || error.code !== "not-found") throw error;
    throw new WembedError("not-found", `${error.message}; ${adviceFor(folder, dtype)}`, { cause: error });
  }
}

function adviceFor(folder: Folder, dtype: Dtype): string {
  if (folder.name.startsWith("builtin:") && dtype === "f32") {
    return "the package ships 8-bit weights only: for float32, run `npm run build` in a checkout of wembed and load the folder dist/models/use-lite/";
  }
  return `weights of dtype ${dtype} are read from ${fileOf[dtype]}`;
}
