// The packaged model's files, as the build leaves them.
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

export const tree = fileURLToPath(new URL("../../../", import.meta.url));
export const useLiteUrl = new URL("../../../dist/models/use-lite/", import.meta.url);

/**
 * The bytes of a file of dist/models/use-lite/, a fresh copy each time.
 * @param {string} name
 */
export async function useLiteFile(name) {
  return new Uint8Array(await readFile(new URL(name, useLiteUrl)));
}

/** File name → bytes of the 8-bit model. */
export async function useLiteFiles() {
  const names = ["config.json", "tokenizer.json", "model_q8.safetensors"];
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await useLiteFile(name)])));
}
