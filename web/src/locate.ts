// What a caller's string or URL points at.
import { invalid } from "./check.js";
import { pathToFileUrl, runsInNode } from "./node.js";

/** A URL as it is; a string as a URL, relative to the page, or (Node) as a path, relative to the working folder. */
export function locate(location: URL | string): URL {
  if (location instanceof URL) return location;
  try {
    if (runsInNode() && !/^[a-z][a-z\d+.-]+:/i.test(location)) return pathToFileUrl(location);
    return new URL(location, globalThis.document?.baseURI ?? globalThis.location?.href);
  } catch (cause) {
    throw invalid(`"${location}" is neither a URL nor a path`, { cause });
  }
}

export function locateFolder(location: URL | string): URL {
  const url = new URL(locate(location));
  if (!url.pathname.endsWith("/")) url.pathname += "/";
  return url;
}
