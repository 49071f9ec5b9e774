// Notes ranked by how alike they are to a question, while it is typed.
import type { EmbeddingMatrix, EmbeddingModel, SearchHit } from "wembed";
import { make } from "./dom.js";
import { decimal, milliseconds } from "./format.js";
import { Latest } from "./latest.js";

export interface NoteSearchOptions {
  readonly input: HTMLInputElement;
  readonly list: HTMLElement;
  readonly timing: HTMLElement;
  readonly onError: (error: unknown) => void;
}

const shown = 8;

export class NoteSearch {
  readonly #notes: readonly string[];
  readonly #options: NoteSearchOptions;
  readonly #searching = new Latest<string>((query) => this.#search(query));
  #model: EmbeddingModel | undefined;
  #vectors: EmbeddingMatrix | undefined;

  constructor(notes: readonly string[], options: NoteSearchOptions) {
    this.#notes = notes;
    this.#options = options;
    options.input.addEventListener("input", () => this.#update());
  }

  async start(model: EmbeddingModel): Promise<void> {
    try {
      this.#vectors = await model.embed(this.#notes);
      this.#model = model;
      this.#update();
    } catch (error) {
      this.#options.onError(error);
    }
  }

  #update(): void {
    if (this.#model !== undefined) this.#searching.push(this.#options.input.value);
  }

  async #search(query: string): Promise<void> {
    if (this.#model === undefined || this.#vectors === undefined) return;
    if (query.trim() === "") {
      this.#options.list.replaceChildren(make("li", { class: "empty", text: "Ask something." }));
      return;
    }
    try {
      const begin = performance.now();
      const vector = await this.#model.embed(query, { truncate: "end" });
      const embedded = performance.now();
      this.#show(await this.#model.search(vector, this.#vectors, { topK: shown }));
      const [embedding, ranking] = [embedded - begin, performance.now() - embedded].map(milliseconds);
      this.#options.timing.textContent = `Question to vector ${embedding}, ranking and drawing ${ranking}.`;
    } catch (error) {
      this.#options.onError(error);
    }
  }

  #show(hits: readonly SearchHit[]): void {
    this.#options.list.replaceChildren(
      ...hits.map(({ index, score }) => {
        const bar = make("span", { class: "bar", attributes: { "aria-hidden": "true" } }, make("i"));
        const fill = bar.firstElementChild;
        if (fill instanceof HTMLElement) fill.style.width = `${Math.max(0, score) * 100}%`;
        const note = make("span", { class: "note-text", text: this.#notes[index] ?? "" });
        return make("li", {}, note, bar, make("b", { text: decimal(score, 2) }));
      }),
    );
  }
}
