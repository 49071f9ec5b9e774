// `npm run demo`: sets up what is missing, builds the library and the page, and serves the page on this machine. With
// `--build-only` it stops after the build. PORT names the first port to try, 5173 by default.
import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { build, tree } from "./build.mjs";

const folder = join(tree, "build", "demo");

const types = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
};

const headers = {
  "content-security-policy":
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; style-src 'self'; " +
    "img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-embedder-policy": "require-corp",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cache-control": "no-cache",
};

/** The library into dist/, and the page into build/demo/. */
export async function buildDemo() {
  await build();
  await buildPage();
}

export async function buildPage() {
  const vite = await import("vite");
  await vite.build({ configFile: join(tree, "web/demo/vite.config.ts"), logLevel: "warn" });
}

function answer(request, response) {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  const file = locate(request.url ?? "/");
  if (file === undefined) {
    response.writeHead(404, { "content-type": "text/plain" }).end("not found");
    return;
  }
  response.writeHead(200, {
    "content-type": types[extname(file)] ?? "application/octet-stream",
    "content-length": statSync(file).size,
  });
  if (request.method === "HEAD") response.end();
  else createReadStream(file).pipe(response);
}

/** The file that an address means; undefined where there is none in the folder. */
function locate(address) {
  let path;
  try {
    path = decodeURIComponent(new URL(address, "http://localhost").pathname);
  } catch {
    return undefined;
  }
  if (path.includes("\0")) return undefined;
  const file = join(folder, normalize(path.endsWith("/") ? `${path}index.html` : path));
  if (!file.startsWith(folder + sep) || !existsSync(file) || !statSync(file).isFile()) return undefined;
  return file;
}

/** Serves build/demo/ on 127.0.0.1; port 0 takes any that is free. Rejects where the port is taken. */
export function serveDemo(port = 0) {
  return new Promise((resolve, reject) => {
    const server = createServer(answer);
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => {
      const close = () => {
        server.closeAllConnections();
        server.close();
      };
      resolve({ url: `http://127.0.0.1:${server.address().port}/`, close });
    });
  });
}

/** The first port from `port` on that is free. */
async function serveFrom(port) {
  for (let next = port; next < port + 100; ++next) {
    try {
      return await serveDemo(next);
    } catch (error) {
      if (error.code !== "EADDRINUSE" && error.code !== "EACCES") throw error;
    }
  }
  throw new Error(`no port from ${port} to ${port + 99} is free; name another in PORT`);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await buildDemo();
  if (!process.argv.includes("--build-only")) {
    const { url } = await serveFrom(Number(process.env.PORT ?? 5173));
    console.log(`\nThe demo page is at ${url} (Ctrl+C ends it)`);
  }
}
