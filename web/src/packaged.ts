// Where the files that the package ships are. Each `new URL("…", import.meta.url)` is written out, because that
// is what bundlers recognise: they copy the file and put its new address here.
import { locateFolder } from "./locate.js";

// Vite before version 8 bundles dependencies into node_modules/.vite/deps/ while developing, and leaves such
// URLs pointing there.
function mended(url: URL): URL {
  return new URL(url.href.replace(/\/\.vite\/deps\/(?=models\/|wasm\/)/, "/wembed/dist/"));
}

/** The URL of a file of a packaged model; undefined where the package has no such file. */
export function packagedModelFile(model: string, file: string, modelsUrl: URL | string | undefined): URL | undefined {
  if (modelsUrl !== undefined) return new URL(`${model}/${file}`, locateFolder(modelsUrl));
  switch (`${model}/${file}`) {
    case "use-lite/config.json":
      return mended(new URL("./models/use-lite/config.json", import.meta.url));
    case "use-lite/tokenizer.json":
      return mended(new URL("./models/use-lite/tokenizer.json", import.meta.url));
    case "use-lite/model_q8.safetensors":
      return mended(new URL("./models/use-lite/model_q8.safetensors", import.meta.url));
    default:
      return undefined;
  }
}

export function packagedWasm(flavour: "simd" | "relaxed", wasmUrl: URL | string | undefined): URL {
  if (wasmUrl !== undefined) return new URL(`wembed-${flavour}.wasm`, locateFolder(wasmUrl));
  return flavour === "simd"
    ? mended(new URL("./wasm/wembed-simd.wasm", import.meta.url))
    : mended(new URL("./wasm/wembed-relaxed.wasm", import.meta.url));
}

export function startPackagedWorker(): Worker {
  const developing = import.meta.url.replace(/\/\.vite\/deps\/.*$/, "/wembed/dist/worker.js");
  // Bundlers recognise a worker by this very form, without a variable in it.
  return developing === import.meta.url
    ? new Worker(new URL("./worker.js", import.meta.url), { type: "module", name: "wembed" })
    : new Worker(developing, { type: "module", name: "wembed" });
}
