// The demo page as built, in Chromium, under the headers that `npm run demo` sends.
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { buildPage, serveDemo } from "../../scripts/demo.mjs";
import { launchChromium, newPage } from "../web/support/browser.mjs";
import { tree } from "../web/support/files.mjs";

const screenshots = join(tree, "build/screenshots");

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {{ url: string, close: () => void }} */
let server;
before(async () => {
  mkdirSync(screenshots, { recursive: true });
  await buildPage();
  [browser, server] = await Promise.all([launchChromium(), serveDemo(0)]);
});
after(async () => {
  await browser.close();
  server.close();
});

/**
 * Opens the page, waits until it has followed its first text through every step, and runs `work` with it.
 * @param {(page: import("playwright-core").Page) => Promise<void>} work
 * @param {{ width?: number, colorScheme?: "light" | "dark" }} [options]
 */
async function inPage(work, { width = 1200, colorScheme = "light" } = {}) {
  const { page, complaints } = await newPage(browser, server.url);
  try {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    await page.goto(server.url);
    await page.locator("#hits li").first().waitFor();
    await work(page);
    assert.deepEqual(complaints, []);
  } finally {
    await page.close();
  }
}

/**
 * Asks again until `find` gives a value that fits: the page follows what is typed a moment later.
 * @template T
 * @param {() => Promise<T>} find
 * @param {(value: T) => boolean} fits
 */
async function eventually(find, fits) {
  for (let tries = 0; ; ++tries) {
    const value = await find();
    if (fits(value)) return value;
    if (tries === 200) throw new Error(`still ${JSON.stringify(value)?.slice(0, 200)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** @param {import("playwright-core").Locator} locator */
const textOf = async (locator) => (await locator.textContent()) ?? "";

/** @param {import("playwright-core").Page} page */
const pieces = (page) => page.locator(".chip-piece").allTextContents();

/** @param {import("playwright-core").Page} page */
async function formula(page) {
  const read = async (/** @type {string} */ name) =>
    Number((await textOf(page.locator(`[data-term="${name}"]`))).replace("−", "-"));
  return { token: await read("token"), position: await read("position"), combined: await read("combined") };
}

/**
 * How many colours a canvas shows.
 * @param {import("playwright-core").Page} page
 * @param {string} selector
 */
function coloursOf(page, selector) {
  return page.locator(selector).evaluateAll((canvases) =>
    canvases.map((canvas) => {
      if (!(canvas instanceof HTMLCanvasElement)) return 0;
      const data = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
      return new Set(new Uint32Array(Uint8Array.from(data).buffer)).size;
    }),
  );
}

test("chips are the tokens of what is typed, and tell id and offsets", async () => {
  await inPage(async (page) => {
    await page.fill("#text", "the world");
    await eventually(
      () => pieces(page),
      (found) => found.join() === "▁the,▁world",
    );
    await page.locator(".chip").nth(1).hover();
    const detail = await textOf(page.locator("#token-detail"));
    assert.match(detail, /▁world/);
    assert.match(detail, /3–9/);
    assert.match((await page.locator(".chip").nth(1).getAttribute("aria-label")) ?? "", /id \d+, characters 3 to 9/);
  });
});

test("the last text wins, however fast somebody types", async () => {
  await inPage(async (page) => {
    await page.fill("#text", "");
    await page.locator("#text").pressSequentially("one two three four", { delay: 0 });
    await eventually(
      () => pieces(page),
      (found) => found.join("") === "▁one▁two▁three▁four",
    );
  });
});

test("heatmaps, similarity and vector are painted in many colours", async () => {
  await inPage(async (page) => {
    const maps = await coloursOf(page, "#heatmaps .frame canvas");
    assert.equal(maps.length, 3);
    const others = await coloursOf(page, "#similarity .frame canvas, #layers .frame canvas, #vector .frame canvas");
    assert.equal(others.length, 3);
    // The similarity of positions has one colour for each distance, and there are 16 tokens.
    for (const colours of [...maps, ...others]) assert.ok(colours > 10, `${colours} colours`);
  });
});

for (const { layout, width, edge } of [
  { layout: "one above the other", width: 1200, edge: "left" },
  { layout: "side by side", width: 1440, edge: "top" },
]) {
  test(`at ${width} px the three heatmaps are ${layout} and aligned`, async () => {
    await inPage(
      async (page) => {
        const boxes = await page
          .locator("#heatmaps .frame canvas")
          .evaluateAll((canvases) => canvases.map((canvas) => canvas.getBoundingClientRect().toJSON()));
        assert.equal(new Set(boxes.map((box) => `${box[edge]} ${box.width} ${box.height}`)).size, 1);
      },
      { width },
    );
  });
}

test("in every cell that is shown, combined is twice the token and the position", async () => {
  await inPage(async (page) => {
    const canvas = page.locator("#heatmaps .frame canvas").first();
    const box = await canvas.boundingBox();
    assert.ok(box);
    const seen = new Set();
    for (const [x, y] of [
      [0.1, 0.1],
      [0.4, 0.6],
      [0.7, 0.3],
      [0.95, 0.9],
    ]) {
      await canvas.hover({ position: { x: (x ?? 0) * box.width, y: (y ?? 0) * box.height } });
      const { token, position, combined } = await formula(page);
      assert.ok(Math.abs(2 * token + position - combined) < 0.0021, `2 × ${token} + ${position} = ${combined}`);
      seen.add(await textOf(page.locator("#formula-cell")));
    }
    assert.equal(seen.size, 4);
  });
});

test("hovering a chip marks its row in every map and its letters in the text", async () => {
  await inPage(async (page) => {
    await page.locator(".chip").nth(5).hover();
    const marked = await page.locator(".row-names .current").allTextContents();
    const names = await pieces(page);
    assert.deepEqual(marked, Array(5).fill(names[5]));
    assert.equal(await textOf(page.locator("#text-marks mark")), " jump");
  });
});

test("marks lie under the letters of the text", async () => {
  await inPage(
    async (page) => {
      const [field, marks] = await Promise.all(
        ["#text", "#text-marks"].map((selector) =>
          page.locator(selector).evaluate((element) => {
            const { fontFamily, fontSize, lineHeight, paddingLeft, paddingTop } = getComputedStyle(element);
            const { left, top, width, height } = element.getBoundingClientRect();
            const { clientWidth, scrollHeight } = element;
            const font = { fontFamily, fontSize, lineHeight, paddingLeft, paddingTop };
            return { ...font, left, top, width, height, clientWidth, scrollHeight };
          }),
        ),
      );
      assert.deepEqual(marks, field);
    },
    { width: 360 },
  );
});

test("the token that the caret comes to is chosen", async () => {
  await inPage(async (page) => {
    await page.locator("#text").evaluate((field) => {
      if (!(field instanceof HTMLTextAreaElement)) return;
      field.focus();
      field.setSelectionRange(6, 6);
    });
    await eventually(
      () => textOf(page.locator("#formula-cell")),
      (text) => text.startsWith("▁quick at position 1,"),
    );
  });
});

test("the numbers of the chosen token are there as a table, in which combined is the sum as well", async () => {
  await inPage(async (page) => {
    await page.locator("#row-summary").click();
    const lines = await eventually(
      () =>
        page
          .locator("#row-table tbody tr")
          .evaluateAll((rows) =>
            rows.map((row) =>
              [...row.querySelectorAll("td")].map((cell) => Number(cell.textContent.replace("−", "-"))),
            ),
          ),
      (found) => found.length === 256,
    );
    for (const [token = Number.NaN, position = Number.NaN, combined = Number.NaN] of lines) {
      assert.ok(Math.abs(2 * token + position - combined) < 0.00021, `2 × ${token} + ${position} = ${combined}`);
    }
  });
});

test("a heatmap is walked with the arrow keys, and each cell is told to a screen reader", async () => {
  await inPage(async (page) => {
    const map = page.locator("#heatmaps .frame").nth(2);
    await map.focus();
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowDown");
    const told = await textOf(page.locator("#live"));
    assert.match(told, /^Position 2, .*dimension 1: token .*, position .*, combined /);
    assert.match(await textOf(page.locator("#formula-cell")), /at position 2, dimension 1$/);
    await page.keyboard.press("End");
    assert.match(await textOf(page.locator("#live")), /dimension 255/);
  });
});

test("chips are one stop for the Tab key, and arrow keys go between them", async () => {
  await inPage(async (page) => {
    assert.equal(await page.locator('.chip[tabindex="0"]').count(), 1);
    await page.locator('.chip[tabindex="0"]').focus();
    await page.keyboard.press("End");
    const focused = await page.evaluate(() => document.activeElement?.textContent);
    assert.match(focused ?? "", /^\./);
    assert.match(await textOf(page.locator("#token-detail")), /position\s*15/);
  });
});

test("a text beyond the model's limit is said to be truncated, and a megabyte does not freeze the page", async () => {
  await inPage(async (page) => {
    assert.equal(await page.locator("#truncated").isVisible(), false);
    // How long the page cannot answer, from within.
    await page.evaluate(() => {
      const field = document.querySelector("#text");
      if (!(field instanceof HTMLTextAreaElement)) return;
      let last = performance.now();
      let worst = 0;
      setInterval(() => {
        worst = Math.max(worst, performance.now() - last);
        last = performance.now();
        document.body.dataset["worst"] = String(worst);
      }, 10);
      field.value = "word ".repeat(200_000);
      field.dispatchEvent(new Event("input", { bubbles: true }));
    });
    await page.locator("#truncated").waitFor({ timeout: 30_000 });
    assert.match(await textOf(page.locator("#truncated")), /^Truncated: the model reads 128 tokens/);
    assert.equal((await pieces(page)).length, 128);
    assert.match(await textOf(page.locator("#text-marks span.unread")), /^ word word/);
    const worst = Number(await page.locator("body").getAttribute("data-worst"));
    assert.ok(worst < 2000, `frozen for ${worst} ms`);
    await page.fill("#text", "short again");
    await page.locator("#truncated").waitFor({ state: "hidden" });
  });
});

test("odd texts leave the page working", async () => {
  await inPage(async (page) => {
    for (const text of ["", " ", "\u0000", "😀 \ud800 a", "x".repeat(100_000)]) {
      await page.locator("#text").evaluate((field, value) => {
        if (!(field instanceof HTMLTextAreaElement)) return;
        field.value = value;
        field.dispatchEvent(new Event("input", { bubbles: true }));
      }, text);
      await page.waitForTimeout(50);
    }
    await page.fill("#text", "the world");
    await eventually(
      () => pieces(page),
      (found) => found.join() === "▁the,▁world",
    );
    assert.equal(await page.locator("#failure").isVisible(), false);
  });
});

test("the theme follows the system until the button is pressed, and is remembered", async () => {
  await inPage(
    async (page) => {
      const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      const dark = await ground();
      await page.getByRole("button", { name: "Light theme" }).click();
      const light = await ground();
      assert.notEqual(light, dark);
      await page.reload();
      assert.equal(await ground(), light);
      await page.getByRole("button", { name: "Dark theme" }).click();
      assert.equal(await ground(), dark);
    },
    { colorScheme: "dark" },
  );
});

test("the matrix of sentences is symmetric, has ones on its diagonal and names the most alike", async () => {
  await inPage(async (page) => {
    const read = () =>
      page
        .locator("#cosines tbody tr")
        .evaluateAll((rows) => rows.map((row) => [...row.querySelectorAll("td")].map((cell) => cell.textContent)));
    const table = await eventually(read, (rows) => rows.length === 4);
    table.forEach((row, i) => {
      row.forEach((cell, j) => {
        assert.equal(cell, table[j]?.[i]);
      });
      assert.equal(row[i], "1.00");
    });
    assert.match(await textOf(page.locator("#most-alike")), /^Most alike: A and B, 0\.\d\d$/);

    await page.getByRole("button", { name: "Add a sentence" }).click();
    await page.getByRole("textbox", { name: "Sentence E" }).fill("The weather is lovely today.");
    await eventually(
      () => textOf(page.locator("#most-alike")),
      (text) => text === "Most alike: C and E, 1.00",
    );
    await page.getByRole("button", { name: "Remove sentence C" }).click();
    await eventually(read, (rows) => rows.length === 4);
    assert.match(await textOf(page.locator("#most-alike")), /^Most alike: A and B/);
  });
});

test("the search ranks notes by meaning as one types", async () => {
  await inPage(async (page) => {
    const first = () => textOf(page.locator("#hits li").first());
    assert.match(await first(), /car makes a strange noise/);
    await page.fill("#query", "a pet has to see the vet");
    await eventually(first, (text) => /cat needs her vaccination/.test(text));
  });
});

test("the vector is copied as JSON of 512 numbers", async () => {
  const { page } = await newPage(browser, server.url);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(server.url);
  await page.getByRole("button", { name: "Copy as JSON" }).click();
  await page.getByText("512 numbers copied.").waitFor();
  const vector = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()));
  assert.equal(vector.length, 512);
  assert.ok(Math.abs(Math.hypot(...vector) - 1) < 1e-5);
  await page.close();
});

test("with the network cut it goes on", async () => {
  await inPage(async (page) => {
    await page.context().setOffline(true);
    await page.fill("#text", "no network here");
    await eventually(
      () => pieces(page),
      (found) => found[0] === "▁no",
    );
    await page.fill("#query", "plants in the garden");
    await eventually(
      () => textOf(page.locator("#hits li").first()),
      (text) => /tomatoes|bulbs/.test(text),
    );
    await page.context().setOffline(false);
  });
});

test("a model that cannot be fetched is told, and loads on another try", async () => {
  const page = await browser.newPage();
  let broken = true;
  await page.route("**/*.safetensors", (route) => (broken ? route.abort() : route.continue()));
  await page.goto(server.url);
  await page.getByRole("alert").waitFor();
  assert.match(await textOf(page.getByRole("alert")), /could not be loaded[\s\S]*network/);
  broken = false;
  await page.getByRole("button", { name: "Try again" }).click();
  await page.locator("#hits li").first().waitFor();
  assert.equal(await page.getByRole("alert").isVisible(), false);
  await page.close();
});

test("everything that can be focused has a name, and ids are unique", async () => {
  await inPage(async (page) => {
    const nameless = await page.evaluate(() =>
      [...document.querySelectorAll("button, input, textarea, a[href], [tabindex]")]
        .filter((element) => {
          const labels = "labels" in element && element.labels instanceof NodeList ? [...element.labels] : [];
          const name = element.getAttribute("aria-label") ?? labels.map((label) => label.textContent).join("") ?? "";
          return name.trim() === "" && (element.textContent ?? "").trim() === "";
        })
        .filter((element) => element.checkVisibility())
        .map((element) => element.outerHTML),
    );
    assert.deepEqual(nameless, []);
    const ids = await page.evaluate(() => [...document.querySelectorAll("[id]")].map(({ id }) => id));
    assert.equal(new Set(ids).size, ids.length);
    for (const name of ["Token embedding", "Position embedding", "Combined embedding", "Cosine similarity"]) {
      assert.equal(await page.getByRole("application", { name: new RegExp(`^${name}: `) }).count(), 1, name);
    }
  });
});

for (const width of [360, 768, 1440]) {
  for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    test(`at ${width} px in ${colorScheme} nothing has to be scrolled sideways`, async () => {
      await inPage(
        async (page) => {
          for (const text of [undefined, `${"a".repeat(3000)} ${"word ".repeat(200)}`]) {
            if (text !== undefined) {
              await page.fill("#text", text);
              await page.locator("#truncated").waitFor();
            }
            const beyond = await page.evaluate(
              () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
            );
            assert.equal(beyond, 0);
            const name = `${width}-${colorScheme}${text === undefined ? "" : "-long"}.png`;
            await page.screenshot({ path: join(screenshots, name), fullPage: true });
          }
        },
        { width, colorScheme },
      );
    });
  }
}
