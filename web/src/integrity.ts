import { WembedError } from "./errors.js";

/** Compares the SHA-256 of a file with the one that the caller gave, if any. */
export async function checkIntegrity(
  file: string,
  bytes: Uint8Array<ArrayBuffer>,
  expected: string | undefined,
): Promise<void> {
  if (expected === undefined) return;
  if (globalThis.crypto?.subtle === undefined) {
    throw new WembedError("integrity", `${file} cannot be checked: this page is not a secure context (https)`);
  }
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const base64 = `sha256-${btoa(String.fromCharCode(...digest))}`;
  if (expected !== base64 && expected.toLowerCase() !== hex) {
    throw new WembedError("integrity", `${file} has the SHA-256 ${hex}, expected was ${expected}`);
  }
}
