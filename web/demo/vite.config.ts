import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: here("."),
  base: "./",
  resolve: { alias: { wembed: here("../../dist/index.js") } },
  build: {
    outDir: here("../../build/demo"),
    emptyOutDir: true,
    target: "es2022",
    // The page's policy allows scripts, styles and workers from its own origin only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  worker: { format: "es" },
  server: { host: "127.0.0.1" },
});
