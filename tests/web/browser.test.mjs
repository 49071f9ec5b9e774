// The library in Chromium, from a plain static server, under a strict content security policy.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { cosineSimilarity, EmbeddingModel } from "wembed";
import { launchChromium, newPage, waitForGlobal } from "./support/browser.mjs";
import { tree } from "./support/files.mjs";
import { serve } from "./support/server.mjs";

const policy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src data:";

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {Float32Array} */
let expected;
before(async () => {
  browser = await launchChromium();
  const model = await EmbeddingModel.load();
  expected = await model.embed("hello world");
  model.dispose();
});
after(() => browser.close());

/**
 * Opens the plain page under a policy and runs `work` in a test of its own page and server.
 * @param {(page: import("playwright-core").Page, url: string, requests: string[]) => Promise<void>} work
 * @param {{ policy?: string, contentTypes?: Record<string, string>, complaints?: RegExp }} [options] complaints: those
 *   that are expected
 */
async function inPage(work, options = {}) {
  const headers = { "content-security-policy": options.policy ?? policy };
  const server = await serve(tree, { headers, contentTypes: options.contentTypes ?? {} });
  const { page, complaints } = await newPage(browser, server.url);
  try {
    await page.goto(`${server.url}tests/web/pages/plain.html`);
    await waitForGlobal(page, "ready");
    await work(page, server.url, server.requests);
    const unexpected = complaints.filter((complaint) => !options.complaints?.test(complaint));
    assert.deepEqual(unexpected, []);
  } finally {
    await page.close();
    server.close();
  }
}

/**
 * @param {number[]} vector
 * @param {number} [least]
 */
function isExpected(vector, least = 0.999) {
  assert.equal(vector.length, expected.length);
  assert.ok(cosineSimilarity(vector, expected) > least, `cosine ${cosineSimilarity(vector, expected)}`);
}

test("in a page the model runs in a worker, with relaxed SIMD, and asks for nothing twice", async () => {
  await inPage(async (page, _, requests) => {
    const found = await page.evaluate(async () => {
      const model = await wembed.EmbeddingModel.load();
      const vector = await model.embed("hello world");
      return {
        vector: [...vector],
        runsIn: model.runsIn,
        simd: model.simd,
        tokens: model.tokenizer.countTokens("a b"),
      };
    });
    assert.equal(found.runsIn, "worker");
    assert.equal(found.simd, "relaxed");
    assert.ok(found.tokens >= 2);
    isExpected(found.vector);
    const data = requests.filter((path) => /\.(?:json|safetensors|wasm)$/.test(path));
    assert.deepEqual(data.toSorted(), [
      "/dist/models/use-lite/config.json",
      "/dist/models/use-lite/model_q8.safetensors",
      "/dist/models/use-lite/tokenizer.json",
      "/dist/wasm/wembed-relaxed.wasm",
    ]);
  });
});

test("in the page itself it works as well, and at once", async () => {
  await inPage(async (page) => {
    const found = await page.evaluate(async () => {
      const model = await wembed.EmbeddingModel.load(undefined, { worker: false, simd: "simd" });
      const view = await model.inspect("hello world");
      return { runsIn: model.runsIn, vector: [...model.embedSync("hello world")], inspected: [...view.vector] };
    });
    assert.equal(found.runsIn, "caller");
    isExpected(found.vector, 0.999999);
    isExpected(found.inspected, 0.999999);
  });
});

test("inside a worker of the page's own it runs right there", async () => {
  await inPage(async (page) => {
    const found = await page.evaluate(
      () =>
        new Promise((resolve) => {
          const worker = new Worker("./inner_worker.js", { type: "module" });
          worker.onmessage = ({ data }) => resolve({ ...data, vector: [...data.vector] });
        }),
    );
    assert.equal(found.runsIn, "caller");
    assert.equal(found.atOnce, 512);
    isExpected(found.vector);
  });
});

test("frames go on while a thousand texts are embedded, progress is told, the order is kept", async () => {
  await inPage(async (page) => {
    const found = await page.evaluate(async () => {
      const model = await wembed.EmbeddingModel.load();
      const texts = Array.from({ length: 1000 }, (_, i) => `sentence number ${i} about nothing much`);
      let worst = 0;
      let last = performance.now();
      let going = true;
      const frame = () => {
        worst = Math.max(worst, performance.now() - last);
        last = performance.now();
        if (going) setTimeout(frame, 0);
      };
      frame();
      /** @type {number[]} */
      const seen = [];
      const matrix = await model.embed(texts, { onProgress: ({ done }) => seen.push(done) });
      going = false;
      const alone = await model.embed(texts[777] ?? "");
      return { worst, seen, same: alone.every((value, i) => value === matrix.row(777)[i]), rows: matrix.rows };
    });
    assert.equal(found.rows, 1000);
    assert.ok(found.same);
    assert.ok(found.seen.length > 10 && found.seen.at(-1) === 1000);
    assert.ok(found.worst < 500, `the page stood still for ${found.worst} ms`);
  });
});

test("errors keep their code across the worker, and the model goes on", async () => {
  await inPage(async (page) => {
    const codes = await page.evaluate(async () => {
      const model = await wembed.EmbeddingModel.load();
      /** @type {(work: Promise<unknown>) => Promise<string | false>} */
      const codeOf = (work) =>
        work.then(
          () => "none",
          (error) => error instanceof wembed.WembedError && error.code,
        );
      const controller = new AbortController();
      const long = Array.from({ length: 2000 }, (_, i) => `sentence number ${i}`);
      const abort = codeOf(model.embed(long, { signal: controller.signal, onProgress: () => controller.abort() }));
      const results = {
        number: await codeOf(model.embed(/** @type {never} */ (7))),
        hole: await codeOf(model.embed(Array(2))),
        tooLong: await codeOf(model.embed("word ".repeat(1000))),
        aborted: await abort,
        sync: await codeOf((async () => model.embedSync("a"))()),
        callback: await codeOf(
          model.embed(["a"], {
            onProgress: () => {
              throw new wembed.WembedError("internal", "mine");
            },
          }),
        ),
        surrogate: await codeOf(model.embed("\ud800")),
        after: await codeOf(model.embed("still here")),
      };
      const underWay = codeOf(model.embed(long));
      model.dispose();
      return { ...results, underWay: await underWay, disposed: await codeOf(model.embed("a")) };
    });
    assert.deepEqual(codes, {
      number: "invalid-input",
      hole: "invalid-input",
      tooLong: "invalid-input",
      aborted: "aborted",
      sync: "invalid-input",
      callback: "internal",
      surrogate: "none",
      after: "none",
      underWay: "disposed",
      disposed: "disposed",
    });
  });
});

test("broken files are typed errors from the worker too, and no worker is left", async () => {
  await inPage(
    async (page) => {
      const found = await page.evaluate(async () => {
        /** @type {(name: string) => Promise<Uint8Array>} */
        const read = async (name) => new Uint8Array(await (await fetch(`/dist/models/use-lite/${name}`)).arrayBuffer());
        const files = {
          "config.json": await read("config.json"),
          "tokenizer.json": await read("tokenizer.json"),
          "model_q8.safetensors": await read("model_q8.safetensors"),
        };
        /** @type {(source: import("wembed").ModelSource, options?: import("wembed").LoadOptions) => Promise<string>} */
        const codeOf = (source, options) =>
          wembed.EmbeddingModel.load(source, options).then(
            () => "none",
            ({ code }) => code,
          );
        const weights = files["model_q8.safetensors"];
        const hash = "0".repeat(64);
        return {
          cut: await codeOf({ ...files, "model_q8.safetensors": weights.slice(0, 1e6) }),
          html: await codeOf({ ...files, "tokenizer.json": new TextEncoder().encode("<!doctype html>") }),
          integrity: await codeOf(files, { integrity: { "model_q8.safetensors": hash } }),
          missing: await codeOf("/no/such/folder/"),
          page: await codeOf("/tests/web/pages/plain.html?"),
          good: await codeOf(files),
          untouched: weights.length > 1e6,
        };
      });
      assert.deepEqual(found, {
        cut: "invalid-model",
        html: "invalid-tokenizer",
        integrity: "integrity",
        missing: "not-found",
        page: "not-found",
        good: "none",
        untouched: true,
      });
      assert.equal(page.workers().length, 1);
    },
    { complaints: /404/ },
  );
});

test("a load that is aborted leaves no worker behind", async () => {
  await inPage(async (page) => {
    const code = await page.evaluate(async () => {
      const controller = new AbortController();
      const loading = wembed.EmbeddingModel.load(undefined, {
        signal: controller.signal,
        onProgress: ({ file, loaded }) => {
          if (file.endsWith(".safetensors") && loaded > 0) controller.abort();
        },
      });
      return loading.then(
        () => "none",
        (error) => error.code,
      );
    });
    assert.equal(code, "aborted");
    // One that is still starting ends when it has started.
    for (let i = 0; i < 50 && page.workers().length > 0; ++i) await page.waitForTimeout(100);
    assert.equal(page.workers().length, 0);
  });
});

test("files from a hub are kept for the next visit, but not what is no model file", async () => {
  await inPage(
    async (page, url, requests) => {
      // The page's own server plays the hub.
      let down = true;
      await page.route("**/resolve/main/*", async (route) => {
        const file = route.request().url().split("/").at(-1);
        if (down && file === "config.json") {
          await route.fulfill({ status: 200, contentType: "text/html", body: "<!doctype html>" });
        } else {
          await route.fulfill({ response: await route.fetch({ url: `${url}dist/models/use-lite/${file}` }) });
        }
      });
      const load = () =>
        page.evaluate(async (endpoint) => {
          const loading = wembed.EmbeddingModel.load("some/model", { endpoint });
          return loading.then(
            async (model) => [...(await model.embed("hello world"))],
            (error) => error.code,
          );
        }, url);
      assert.equal(await load(), "network");
      down = false;
      isExpected(await load());
      await page.waitForTimeout(500);
      const before = requests.length;
      isExpected(await load());
      assert.deepEqual(
        requests.slice(before).filter((path) => path.includes("/models/")),
        [],
      );
      await page.evaluate(() => caches.delete("wembed"));
      isExpected(await load());
      assert.equal(requests.slice(before).filter((path) => path.includes("/models/")).length, 3);
    },
    { complaints: /404/ },
  );
});

test("a worker that dies is a typed error, and the next load works", async () => {
  await inPage(
    async (page) => {
      await page.route("**/dist/worker.js", async (route) => {
        const response = await route.fetch();
        const fatal = `addEventListener("message", ({ data }) => {
        if (data.type === "inspect" && data.text === "die") setTimeout(() => { throw new Error("boom"); });
        if (data.type === "embed" && data.texts[0] === "die") setTimeout(() => { throw new Error("boom"); });
      });`;
        await route.fulfill({ response, body: (await response.text()) + fatal });
      });
      const found = await page.evaluate(async () => {
        const model = await wembed.EmbeddingModel.load();
        const work = [
          model.embed(Array.from({ length: 2000 }, (_, i) => (i === 0 ? "die" : `text ${i}`))),
          model.embed("b"),
        ];
        const [first] = await Promise.all(work.map((job) => job.catch((error) => error)));
        const later = await model.embed("c").catch((error) => error);
        const again = await wembed.EmbeddingModel.load();
        return { code: first.code, message: first.message, later: later.code, again: (await again.embed("d")).length };
      });
      assert.match(found.message, /boom/);
      assert.deepEqual([found.code, found.later, found.again], ["worker-failed", "worker-failed", 512]);
    },
    { complaints: /boom/ },
  );
});

test("where a page may not start workers, the model runs in the page", async () => {
  await inPage(
    async (page) => {
      const found = await page.evaluate(async () => {
        const model = await wembed.EmbeddingModel.load();
        const forced = await wembed.EmbeddingModel.load(undefined, { worker: true }).catch((error) => error);
        return { runsIn: model.runsIn, vector: [...(await model.embed("hello world"))], forced: forced.code };
      });
      assert.equal(found.runsIn, "caller");
      assert.equal(found.forced, "worker-failed");
      isExpected(found.vector);
    },
    { policy: `${policy}; worker-src 'none'`, complaints: /worker|Content Security Policy/i },
  );
});

test("a server that does not know .wasm does no harm", async () => {
  await inPage(
    async (page) => {
      const code = await page.evaluate(() =>
        wembed.EmbeddingModel.load().then(
          async (model) => (await model.embed("a")).length,
          ({ code }) => code,
        ),
      );
      assert.equal(code, 512);
    },
    { contentTypes: { ".wasm": "application/octet-stream" } },
  );
});

test("a model that is forgotten takes its worker along", async () => {
  await inPage(async (page) => {
    await page.evaluate(async () => {
      const model = await wembed.EmbeddingModel.load();
      await model.embed("hello");
    });
    assert.equal(page.workers().length, 1);
    for (let i = 0; i < 50 && page.workers().length > 0; ++i) {
      await page.evaluate(async () => {
        globalThis.gc?.();
        await new Promise((resolve) => setTimeout(resolve, 100));
      });
    }
    assert.equal(page.workers().length, 0);
  });
});

test("the files of a folder that a visitor chooses are a model", async () => {
  await inPage(async (page) => {
    await page.setInputFiles("input", join(tree, "dist/models/use-lite"));
    const vector = await page.evaluate(async () => {
      const model = await wembed.EmbeddingModel.load([...(document.querySelector("input")?.files ?? [])], {
        dtype: "q8",
      });
      return [...(await model.embed("hello world"))];
    });
    isExpected(vector);
  });
});
