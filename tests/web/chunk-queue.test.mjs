import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { ChunkQueue, readAhead } from "../../dist/chunk-queue.js";
import { failsWith } from "./support/errors.mjs";

/** @param {AsyncIterable<Uint8Array>} chunks */
async function sizes(chunks) {
  const found = [];
  for await (const chunk of chunks) found.push(chunk.length);
  return found;
}

test("chunks come out in order, before and after somebody waits, up to the end", async () => {
  const queue = new ChunkQueue();
  queue.push(new Uint8Array(1));
  const reading = sizes(queue);
  await sleep(1);
  queue.push(new Uint8Array(2));
  queue.push(new Uint8Array(3));
  queue.finish();
  assert.deepEqual(await reading, [1, 2, 3]);
});

test("an error comes after the chunks that came before it", async () => {
  const queue = new ChunkQueue();
  queue.push(new Uint8Array(1));
  queue.finish(new Error("broke off"));
  await assert.rejects(sizes(queue), { message: "broke off" });
});

test("reading ahead stops at 8 MB, goes on as chunks are taken, and closes its source when aborted", async () => {
  let made = 0;
  let closed = false;
  const source = async function* () {
    try {
      for (; made < 40; ++made) yield new Uint8Array(1 << 20);
    } finally {
      closed = true;
    }
  };
  const controller = new AbortController();
  const ahead = readAhead(source(), controller.signal);
  await sleep(20);
  assert.ok(made >= 8 && made < 11, `${made} MB are waiting`);
  controller.abort();
  await assert.rejects(sizes(ahead), failsWith("aborted"));
  assert.ok(closed);

  made = 0;
  assert.equal((await sizes(readAhead(source(), new AbortController().signal))).length, 40);
});
