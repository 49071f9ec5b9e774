// Finds out which WebAssembly build the engine can run, and compiles it once for everybody.
import { WembedError } from "./errors.js";
import { openLocalFile, runsInNode } from "./node.js";
import { packagedWasm } from "./packaged.js";
import { joined } from "./source.js";

/** `relaxed` needs relaxed SIMD, `simd` is what every browser has had since 2023. */
export type Flavour = "simd" | "relaxed";

export interface Compiled {
  readonly flavour: Flavour;
  readonly module: WebAssembly.Module;
}

export interface CompileOptions {
  readonly simd?: "auto" | Flavour;
  readonly wasmUrl?: URL | string;
}

/** Compiles on the first call, and again after a failure; otherwise all callers share one module. */
export function compile(options: CompileOptions): Promise<Compiled> {
  const flavour = chooseFlavour(options.simd ?? "auto");
  const url = packagedWasm(flavour, options.wasmUrl);
  const known = compiling.get(url.href);
  if (known !== undefined) return known;
  const started = compileUrl(url).then((module) => ({ flavour, module }));
  compiling.set(url.href, started);
  started.catch(() => compiling.delete(url.href));
  return started;
}

// Holds code, never a model: the one piece of state that all callers share.
const compiling = new Map<string, Promise<Compiled>>();

function chooseFlavour(wanted: "auto" | Flavour): Flavour {
  const flavour = wanted === "auto" ? (supports(relaxedProbe) ? "relaxed" : "simd") : wanted;
  if (!supports(flavour === "relaxed" ? relaxedProbe : simdProbe)) {
    throw new WembedError("unsupported-platform", `this engine lacks WebAssembly ${flavour} instructions`);
  }
  return flavour;
}

function supports(probe: readonly number[]): boolean {
  return typeof WebAssembly === "object" && WebAssembly.validate(new Uint8Array(probe));
}

// (module (func (param v128) (result v128) local.get 0 … operator)): valid where the operator is known.
const simdProbe = probe([0x20, 0x00, 0x20, 0x00, 0xfd, 0xe4, 0x01]); // f32x4.add
const relaxedProbe = probe([0x20, 0x00, 0x20, 0x00, 0x20, 0x00, 0xfd, 0x85, 0x02]); // f32x4.relaxed_madd

function probe(code: readonly number[]): readonly number[] {
  const header = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00];
  const type = [0x01, 0x06, 0x01, 0x60, 0x01, 0x7b, 0x01, 0x7b];
  const functions = [0x03, 0x02, 0x01, 0x00];
  return [...header, ...type, ...functions, 0x0a, code.length + 4, 0x01, code.length + 2, 0x00, ...code, 0x0b];
}

async function compileUrl(url: URL): Promise<WebAssembly.Module> {
  if (url.protocol === "file:" && runsInNode()) {
    const chunks: Uint8Array[] = [];
    for await (const chunk of (await openLocalFile(url)).chunks) chunks.push(chunk);
    return WebAssembly.compile(joined(chunks));
  }
  const response = await fetch(url).catch((cause: unknown) => {
    throw new WembedError("network", `${url.href} cannot be reached`, { cause });
  });
  const type = response.headers.get("content-type") ?? "no content-type";
  if (!response.ok) throw new WembedError("network", `${url.href} answered ${response.status}`);
  try {
    // Streaming is refused where the server gives another type.
    return type.startsWith("application/wasm")
      ? await WebAssembly.compileStreaming(response)
      : await WebAssembly.compile(await response.arrayBuffer());
  } catch (cause) {
    throw new WembedError("network", `${url.href} (${type}) is not a WebAssembly module that can be used`, { cause });
  }
}
