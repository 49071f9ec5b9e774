// The parts of the page that need no browser: colours, cells, numbers, the order of work.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { runnerImport } from "vite";
import { tree } from "../web/support/files.mjs";

/** @param {string} name of a file of web/demo/src, without its extension */
async function load(name) {
  const { module } = await runnerImport(join(tree, `web/demo/src/${name}.ts`), { configFile: false });
  return module;
}

test("the page's sources pass the strict TypeScript compiler", () => {
  const tsc = join(tree, "node_modules/typescript/bin/tsc");
  const done = spawnSync(process.execPath, [tsc, "-p", "web/demo/tsconfig.json"], { cwd: tree, encoding: "utf8" });
  assert.equal(done.stdout, "");
  assert.equal(done.status, 0);
});

test("colours: blue below zero, orange above, grey at zero, and further is always further from the ground", async () => {
  const { divergingColour, luminance } = await load("colour");
  for (const theme of ["light", "dark"]) {
    const [red, , blue] = divergingColour(-0.5, theme);
    assert.ok(blue > red, theme);
    const [redAbove, , blueAbove] = divergingColour(0.5, theme);
    assert.ok(redAbove > blueAbove, theme);
    const zero = divergingColour(0, theme);
    assert.ok(Math.max(...zero) - Math.min(...zero) < 12, theme);
    for (const side of [-1, 1]) {
      const steps = Array.from({ length: 21 }, (_, i) => luminance(divergingColour((side * i) / 20, theme)));
      const sorted = steps.toSorted((a, b) => (theme === "light" ? b - a : a - b));
      assert.deepEqual(steps, sorted, `${theme} ${side}`);
    }
  }
});

test("colours beyond the ends are those of the ends, and no number is as zero", async () => {
  const { divergingColour, diverging, toPixels } = await load("colour");
  assert.deepEqual(divergingColour(7, "light"), divergingColour(1, "light"));
  assert.deepEqual(divergingColour(-7, "dark"), divergingColour(-1, "dark"));
  assert.deepEqual(divergingColour(Number.NaN, "light"), divergingColour(0, "light"));
  const pixels = toPixels([-2, 0, 2, 9], diverging(2), "light");
  assert.deepEqual([...pixels.slice(4, 7)], divergingColour(0, "light"));
  assert.deepEqual([...pixels.slice(8, 12)], [...pixels.slice(12, 16)]);
  assert.deepEqual([...pixels.slice(0, 3)], divergingColour(-1, "light"));
});

test("cosines far above zero are spread over half of the scale, others keep zero in its middle", async () => {
  const { cosineScale, shareOf } = await load("colour");
  const near = cosineScale([1, 0.64, 0.8]);
  assert.deepEqual(near, { low: 0.6, middle: 0.6, high: 1 });
  assert.equal(shareOf(1, near), 1);
  assert.equal(shareOf(0.6, near), 0);
  assert.equal(shareOf(0.1, near), 0);
  assert.deepEqual(cosineScale([1, -0.2]), { low: -1, middle: 0, high: 1 });
  assert.equal(shareOf(-0.5, cosineScale([1, -0.2])), -0.5);
  assert.deepEqual(cosineScale([1]), { low: 0.9, middle: 0.9, high: 1 });
});

test("text on any colour of the scale has a contrast of at least 4.5", async () => {
  const { divergingColour, inkOn, luminance } = await load("colour");
  for (const theme of ["light", "dark"]) {
    for (let value = -1; value <= 1; value += 0.01) {
      const ground = divergingColour(value, theme);
      const light = luminance(ground);
      const contrast = inkOn(ground) === "#fff" ? 1.05 / (light + 0.05) : (light + 0.05) / 0.05;
      assert.ok(contrast >= 4.5, `${theme} ${value}: ${contrast}`);
    }
  }
});

test("the limit of a scale is round, covers all but outliers, and is 1 where there is nothing", async () => {
  const { roundLimit } = await load("colour");
  assert.equal(roundLimit([]), 1);
  assert.equal(roundLimit([0, 0]), 1);
  assert.equal(roundLimit([0.1, -0.47]), 0.5);
  assert.equal(roundLimit([-1, 1]), 1);
  assert.equal(roundLimit([0.0612]), 0.08);
  assert.equal(roundLimit([...new Float32Array(999).fill(0.2), 50]), 0.2);
});

test("cells of maps fill their room, and are whole pixels where they are small", async () => {
  const { fitCells } = await load("cells");
  const room = { width: 900, height: 200, minHeight: 3, maxHeight: 18, square: false };
  assert.deepEqual(fitCells(10, 256, room, 1), { width: 900 / 256, height: 18 });
  assert.equal(fitCells(128, 256, room, 1).height, 3);
  assert.equal(fitCells(10, 256, { ...room, width: 300 }, 1).width, 1);
  assert.equal(fitCells(10, 256, { ...room, width: 390 }, 1).width, 1.5);
  assert.equal(fitCells(10, 256, { ...room, width: 200 }, 1).width, 200 / 256);
  const square = fitCells(128, 128, { ...room, width: 300, square: true }, 2);
  assert.equal(square.width, square.height);
  assert.ok(square.width * 128 <= 300);
});

test("keys lead to the next cell and stop at the edges", async () => {
  const { nextCell } = await load("cells");
  const from = { row: 0, column: 3 };
  assert.deepEqual(nextCell(from, "ArrowUp", 2, 5), { row: 0, column: 3 });
  assert.deepEqual(nextCell(from, "ArrowDown", 2, 5), { row: 1, column: 3 });
  assert.deepEqual(nextCell(from, "ArrowRight", 2, 5), { row: 0, column: 4 });
  assert.deepEqual(nextCell(from, "PageDown", 2, 5), { row: 0, column: 4 });
  assert.deepEqual(nextCell(from, "Home", 2, 5), { row: 0, column: 0 });
  assert.equal(nextCell(from, "a", 2, 5), undefined);
});

test("numbers keep their width and never read as minus zero", async () => {
  const { clip, decimal, letter, milliseconds, signed } = await load("format");
  assert.equal(decimal(-0.5), "−0.500");
  assert.equal(decimal(-0.0001), "0.000");
  assert.equal(decimal(0.126, 2), "0.13");
  assert.deepEqual([-0.5, 0, 2].map(signed), ["−0.5", "0", "+2"]);
  assert.equal(milliseconds(0.123), "0.12 ms");
  assert.equal(milliseconds(3.21), "3.2 ms");
  assert.equal(milliseconds(321.2), "321 ms");
  assert.equal(milliseconds(1234), "1.23 s");
  assert.equal(letter(2), "C");
  assert.equal(clip("short"), "short");
  assert.equal(clip("😀".repeat(1e6), 4), "😀😀😀…");
});

test("the most alike of sentences are two different ones that count", async () => {
  const { mostAlike } = await load("most-alike");
  const cosines = { rows: 3, data: Float32Array.of(1, 0.25, 0.5, 0.25, 1, -0.5, 0.5, -0.5, 1) };
  assert.deepEqual(mostAlike(cosines), { first: 0, second: 2, cosine: 0.5 });
  assert.deepEqual(
    mostAlike(cosines, (row) => row !== 2),
    { first: 0, second: 1, cosine: 0.25 },
  );
  assert.equal(mostAlike({ rows: 1, data: Float32Array.of(1) }), undefined);
});

test("of inputs that come while work is under way only the newest is taken", async () => {
  const { Latest } = await load("latest");
  /** @type {string[]} */
  const done = [];
  const latest = new Latest(async (/** @type {string} */ input) => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    done.push(input);
  });
  const first = latest.push("a");
  latest.push("b");
  latest.push("c");
  await first;
  assert.deepEqual(done, ["a", "c"]);
  await latest.push("d");
  assert.deepEqual(done, ["a", "c", "d"]);
});

test("the caret is in the token that holds it or ends there", async () => {
  const { tokenAt } = await load("text-field");
  const tokens = [{ end: 3 }, { end: 7 }, { end: 8 }];
  assert.deepEqual(
    [0, 3, 4, 7, 8, 99].map((caret) => tokenAt(tokens, caret)),
    [0, 0, 1, 1, 2, 2],
  );
  assert.equal(tokenAt([], 4), 0);
});

test("a text that was cut is told with the number of characters left out", async () => {
  const { truncationNotice } = await load("truncation");
  assert.equal(truncationNotice({ truncated: false, tokens: 3, end: 9, length: 9 }), undefined);
  assert.match(truncationNotice({ truncated: true, tokens: 128, end: 600, length: 10_600 }), /128.*600.*10,000/);
});
