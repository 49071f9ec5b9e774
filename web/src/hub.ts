// The only file that touches the network.
import { aborted } from "./abort.js";
import { WembedError } from "./errors.js";
import { locateFolder } from "./locate.js";

/** Used in place of the global `fetch`. */
export type Fetch = (url: string, init: { readonly signal: AbortSignal | null }) => Promise<Response>;

/** A file on its way: its bytes come once, in order. */
export interface OpenFile {
  /** Undefined where the server does not say, or compresses. */
  readonly size: number | undefined;
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** A web page came with status 200 where a file is due. */
export class WebPageError extends WembedError {}

/** The folder of a model on a hub. */
export function hubFolder(id: string, revision = "main", endpoint = "https://huggingface.co"): URL {
  return new URL(`${id}/resolve/${encodeURIComponent(revision)}/`, locateFolder(endpoint));
}

const cacheName = "wembed";

/**
 * Keeps answers in the browser's Cache Storage, so that the next visit asks the network for nothing. Where there is no
 * such storage (Node, pages without https, a full disk) it does nothing.
 */
export function cached(fetcher: Fetch): Fetch {
  if (globalThis.caches === undefined) return fetcher;
  return async (url, init) => {
    const cache = await caches.open(cacheName).catch(() => undefined);
    const known = await cache?.match(url);
    if (known !== undefined) return known;
    const response = await fetcher(url, init);
    const worthKeeping = response.status === 200 && responseProblem(new URL(url), response) === undefined;
    // A body that breaks off is not stored: put() rejects then.
    if (worthKeeping) cache?.put(url, response.clone()).catch(() => undefined);
    return response;
  };
}

/** Forgets what is kept of a folder, for instance because it turned out to be broken. */
export async function uncache(folder: URL): Promise<void> {
  const cache = await globalThis.caches?.open(cacheName).catch(() => undefined);
  const requests = (await cache?.keys()) ?? [];
  const ours = requests.filter(({ url }) => url.startsWith(folder.href));
  await Promise.all(ours.map((request) => cache?.delete(request)));
}

/** Requests a file. Rejects with `not-found` for 404 and 410, with `network` for anything else that is not the file. */
export async function fetchFile(url: URL, fetcher: Fetch, signal: AbortSignal | undefined): Promise<OpenFile> {
  if (url.protocol === "data:") return decodeDataUrl(url);
  let response: Response;
  try {
    response = await fetcher(url.href, { signal: signal ?? null });
  } catch (cause) {
    if (signal?.aborted) throw aborted(signal);
    throw new WembedError("network", `${url.href} cannot be reached`, { cause });
  }
  const problem = responseProblem(url, response);
  if (problem !== undefined) {
    await response.body?.cancel();
    throw problem;
  }
  const length = response.headers.get("content-length");
  // The length of a compressed body is not that of the file.
  const size = length === null || response.headers.has("content-encoding") ? undefined : Number(length);
  return { size, chunks: readBody(url, response, size, signal) };
}

function responseProblem(url: URL, response: Response): WembedError | undefined {
  if (!response.ok) {
    const missing = response.status === 404 || response.status === 410;
    const answer = `${url.href} answered ${response.status} ${response.statusText}`.trimEnd();
    return new WembedError(missing ? "not-found" : "network", answer);
  }
  const type = response.headers.get("content-type") ?? "";
  if (!/^(?:text\/html|application\/xhtml\+xml)\b/i.test(type)) return undefined;
  return new WebPageError("network", `${url.href} answered with a web page (content-type ${type}), not with the file`);
}

async function* readBody(
  url: URL,
  response: Response,
  size: number | undefined,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  const reader = response.body?.getReader();
  let loaded = 0;
  try {
    for (;;) {
      const next = await reader?.read();
      if (next === undefined || next.done) break;
      loaded += next.value.length;
      yield next.value;
    }
  } catch (cause) {
    if (signal?.aborted) throw aborted(signal);
    throw new WembedError("network", `${url.href} broke off after ${loaded} bytes`, { cause });
  } finally {
    // Also where the consumer stops early; a stream that has failed has nothing left to cancel.
    await reader?.cancel().catch(() => undefined);
  }
  // From another origin the browser hides that a body was compressed, and so what the length means.
  if (size !== undefined && loaded !== size && response.type !== "cors") {
    throw new WembedError("network", `${url.href} ended after ${loaded} of ${size} bytes`);
  }
}

/** Bundlers put small files into the code as data: URLs, which a content security policy forbids to fetch. */
function decodeDataUrl(url: URL): OpenFile {
  const comma = url.href.indexOf(",");
  const text = decodeURIComponent(url.href.slice(comma + 1));
  const bytes = url.href.slice(0, comma).endsWith(";base64")
    ? Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
    : new TextEncoder().encode(text);
  return { size: bytes.length, chunks: once(bytes) };
}

export async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
