// A static server whose answers a test can bend.
import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

/** @type {Record<string, string>} */
const types = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".json": "application/json",
  ".wasm": "application/wasm",
  ".css": "text/css",
};

/**
 * @typedef {object} Options
 * @property {Record<string, string>} [headers] sent with every answer
 * @property {Record<string, string>} [contentTypes] of extensions, in place of the right ones
 * @property {(path: string, response: import("node:http").ServerResponse) => boolean} [answer] true: it has answered
 */

/**
 * Serves a folder on a free port of this machine.
 * @param {string} root
 * @param {Options} [options]
 */
export async function serve(root, { headers = {}, contentTypes = {}, answer = () => false } = {}) {
  /** @type {string[]} */
  const requests = [];
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? "/", "http://localhost").pathname);
    requests.push(path);
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    if (answer(path, response)) return;
    const file = join(root, normalize(path).replace(/\/$/, "/index.html"));
    if (!existsSync(file) || !statSync(file).isFile()) {
      response.writeHead(404, { "content-type": "text/plain" }).end("not found");
      return;
    }
    response.writeHead(200, {
      "content-type": { ...types, ...contentTypes }[extname(file)] ?? "application/octet-stream",
      "content-length": statSync(file).size,
    });
    createReadStream(file).pipe(response);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return {
    url: `http://127.0.0.1:${address.port}/`,
    /** The paths asked for so far. */
    requests,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
