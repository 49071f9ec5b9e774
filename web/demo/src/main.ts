// The page: one text, followed through every step, and two uses of the vector at its end.
import type { EmbeddingModel, Inspection } from "wembed";
import type { Cell } from "./cells.js";
import { Compare } from "./compare.js";
import { find, onChoice } from "./dom.js";
import { EmbeddingMaps } from "./embeddings.js";
import { showFacts } from "./facts.js";
import { megabytes, milliseconds } from "./format.js";
import { Latest } from "./latest.js";
import { Loading } from "./loading.js";
import { NoteSearch } from "./note-search.js";
import { firstQuery, firstSentences, firstText, notes } from "./notes.js";
import { isRowKind, RowSimilarity } from "./similarity.js";
import { startTheme } from "./theme.js";
import { TokenChips } from "./tokens.js";
import { truncationNotice } from "./truncation.js";
import { VectorStrip } from "./vector-strip.js";

const textField = find("text", HTMLTextAreaElement);
const queryField = find("query", HTMLInputElement);
const live = find("live", HTMLElement);
const facts = find("facts", HTMLElement);
const truncatedNote = find("truncated", HTMLElement);

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
const onAnnounce = (text: string) => {
  live.textContent = text;
};

let cell: Cell = { row: 1, column: 20 };

const chips = new TokenChips({
  list: find("tokens", HTMLElement),
  detail: find("token-detail", HTMLElement),
  onToken: (row) => choose({ row, column: cell.column }),
});
const maps = new EmbeddingMaps({
  container: find("heatmaps", HTMLElement),
  formulaCell: find("formula-cell", HTMLElement),
  formulaTerms: find("formula-terms", HTMLElement),
  keysId: "heatmap-keys",
  onCell: (next, by) => {
    choose(next);
    if (by === "keys") onAnnounce(maps.describe());
  },
});
const rowSimilarity = new RowSimilarity({
  container: find("similarity", HTMLElement),
  readout: find("similarity-readout", HTMLElement),
  about: find("similarity-about", HTMLElement),
  onAnnounce,
});
const strip = new VectorStrip({
  container: find("vector", HTMLElement),
  readout: find("vector-readout", HTMLElement),
  copy: find("copy", HTMLButtonElement),
  copied: find("copied", HTMLElement),
  onAnnounce,
});
const compare = new Compare(firstSentences, {
  list: find("sentences", HTMLElement),
  add: find("add-sentence", HTMLButtonElement),
  table: find("cosines", HTMLTableElement),
  verdict: find("most-alike", HTMLElement),
  onError,
});
const noteSearch = new NoteSearch(notes, { input: queryField, list: find("hits", HTMLElement), onError });

textField.value = firstText;
queryField.value = firstQuery;
startTheme(find("theme", HTMLButtonElement), (theme) => {
  for (const part of [maps, rowSimilarity, strip, compare]) part.setTheme(theme);
});
onChoice(find("scale-choice", HTMLFieldSetElement), (value) => maps.setSharedScale(value === "shared"));
onChoice(find("similarity-choice", HTMLFieldSetElement), (value) => {
  if (isRowKind(value)) rowSimilarity.setKind(value);
});

const { model, duration, size } = await loading.load();
const inspecting = new Latest<string>((text) => follow(model, text));
textField.addEventListener("input", () => inspecting.push(textField.value));
// Somebody may have typed while the model was loading.
await inspecting.push(textField.value);
showFacts(find("model-facts", HTMLElement), [
  ["model loaded in", milliseconds(duration)],
  ["page to first vector", milliseconds(performance.now())],
  ["model files", megabytes(size)],
  ["weights", model.dtype === "q8" ? "8-bit integers" : "32-bit floats"],
  ["WebAssembly", model.simd === "relaxed" ? "relaxed SIMD" : "SIMD"],
  ["runs in", model.runsIn === "worker" ? "a worker" : "the page"],
]);
compare.start(model);
await noteSearch.start(model);

/** Takes a text through every step and shows each. */
async function follow(ready: EmbeddingModel, text: string): Promise<void> {
  try {
    const begin = performance.now();
    const inspection = await ready.inspect(text);
    const inspected = performance.now();
    await ready.embed(text, { truncate: "end" });
    const embedded = performance.now();
    show(ready, inspection, text);
    showFacts(facts, [
      ["tokens", `${inspection.tokens.length} of at most ${ready.maxTokens}`],
      ["text to vector", milliseconds(embedded - inspected)],
      ["with every step shown here", milliseconds(inspected - begin)],
      ["drawing", milliseconds(performance.now() - embedded)],
    ]);
  } catch (error) {
    onError(error);
  }
}

function show(ready: EmbeddingModel, inspection: Inspection, text: string): void {
  const { tokens, truncated } = inspection;
  const end = tokens.at(-1)?.end ?? 0;
  const notice = truncationNotice({ truncated, tokens: tokens.length, end, length: text.length });
  truncatedNote.hidden = notice === undefined;
  truncatedNote.textContent = notice ?? "";
  chips.show(tokens);
  maps.show(inspection);
  rowSimilarity.show(inspection, ready);
  strip.show(inspection.vector);
  choose({ row: Math.max(0, Math.min(cell.row, tokens.length - 1)), column: cell.column });
}

function choose(next: Cell): void {
  cell = next;
  chips.mark(next.row);
  maps.mark(next);
  rowSimilarity.markRow(next.row);
}
