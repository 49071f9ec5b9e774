// The page: one text, followed through every step, and two uses of the vector at its end.
import type { EmbeddingModel } from "wembed";
import { Compare } from "./compare.js";
import { find } from "./dom.js";
import { showFacts } from "./facts.js";
import { megabytes, milliseconds } from "./format.js";
import { Latest } from "./latest.js";
import { Loading } from "./loading.js";
import { NoteSearch } from "./note-search.js";
import { firstSentences, notes } from "./notes.js";
import { Steps } from "./steps.js";
import { startTheme } from "./theme.js";
import { TokenizerClock } from "./tokenizer-clock.js";

const facts = find("facts", HTMLElement);
const loading = new Loading({
  status: find("status", HTMLElement),
  statusText: find("status-text", HTMLElement),
  progress: find("progress", HTMLProgressElement),
  failure: find("failure", HTMLElement),
  failureTitle: find("failure-title", HTMLElement),
  failureText: find("failure-text", HTMLElement),
  retry: find("retry", HTMLButtonElement),
});
const onError = (error: unknown) => loading.stop("The model stopped; reload the page to go on.", error);
let tokenizerClock: TokenizerClock | undefined;

// What is typed while the model loads waits for it.
const loaded = loading.load();
const inspecting = new Latest<string>(async (text) => follow((await loaded).model, text));
const steps = new Steps({ onText: (text) => inspecting.push(text) });
const compare = new Compare(firstSentences, {
  list: find("sentences", HTMLElement),
  add: find("add-sentence", HTMLButtonElement),
  table: find("cosines", HTMLTableElement),
  verdict: find("most-alike", HTMLElement),
  onError,
});
const noteSearch = new NoteSearch(notes, {
  input: find("query", HTMLInputElement),
  list: find("hits", HTMLElement),
  timing: find("search-timing", HTMLElement),
  onError,
});
startTheme(find("theme", HTMLButtonElement), (theme) => {
  steps.setTheme(theme);
  compare.setTheme(theme);
});

await inspecting.push(steps.text);
const firstVector = performance.now();
const { model, duration, size } = await loaded;
showFacts(find("model-facts", HTMLElement), [
  ["model loaded in", milliseconds(duration)],
  ["page to first vector", milliseconds(firstVector)],
  ["model files", megabytes(size)],
  ["weights", model.dtype === "q8" ? "8-bit integers" : "32-bit floats"],
  ["WebAssembly", model.simd === "relaxed" ? "relaxed SIMD" : "SIMD"],
  ["runs in", model.runsIn === "worker" ? "a worker" : "the page"],
]);
compare.start(model);
await noteSearch.start(model);
tokenizerClock = new TokenizerClock(model);
// Once more, now that all code is warm.
await inspecting.push(steps.text);

/** Takes a text through every step and shows each. */
async function follow(ready: EmbeddingModel, text: string): Promise<void> {
  try {
    const tokenizing = tokenizerClock?.time(text);
    const begin = performance.now();
    await ready.embed(text, { truncate: "end" });
    const embedded = performance.now();
    const inspection = await ready.inspect(text);
    const inspected = performance.now();
    steps.show(ready, text, inspection);
    showFacts(facts, [
      ["tokens", `${inspection.tokens.length} of at most ${ready.maxTokens}`],
      ...(tokenizing === undefined ? [] : [["tokenizing", tokenizing] as const]),
      ["text to vector", milliseconds(embedded - begin)],
      ["with every step shown here", milliseconds(inspected - embedded)],
      ["drawing", milliseconds(performance.now() - inspected)],
    ]);
  } catch (error) {
    onError(error);
  }
}
