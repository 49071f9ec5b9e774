// A list of sentences that can be changed, and the cosine of each with each.
import type { EmbeddingModel, Matrix } from "wembed";
import { cssColour, divergingColour, inkOn, type Theme } from "./colour.js";
import { make } from "./dom.js";
import { decimal, letter } from "./format.js";
import { Latest } from "./latest.js";
import { mostAlike, type Pair } from "./most-alike.js";

export interface CompareOptions {
  readonly list: HTMLElement;
  readonly add: HTMLButtonElement;
  readonly table: HTMLTableElement;
  readonly verdict: HTMLElement;
  readonly onError: (error: unknown) => void;
}

const mostSentences = 8;
const fewestSentences = 2;

export class Compare {
  readonly #options: CompareOptions;
  readonly #embedding = new Latest<readonly string[]>((texts) => this.#embed(texts));
  readonly #sentences: string[];
  #model: EmbeddingModel | undefined;
  #theme: Theme = "light";
  #cosines: Matrix | undefined;
  /** The sentences that `#cosines` belongs to. */
  #compared: readonly string[] = [];

  constructor(sentences: readonly string[], options: CompareOptions) {
    this.#sentences = [...sentences];
    this.#options = options;
    options.add.addEventListener("click", () => {
      this.#sentences.push("");
      this.#changeList(this.#sentences.length - 1);
    });
    this.#drawList();
  }

  start(model: EmbeddingModel): void {
    this.#model = model;
    this.#update();
  }

  setTheme(theme: Theme): void {
    this.#theme = theme;
    this.#drawTable();
  }

  #update(): void {
    if (this.#model !== undefined) this.#embedding.push([...this.#sentences]);
  }

  async #embed(texts: readonly string[]): Promise<void> {
    if (this.#model === undefined) return;
    try {
      const vectors = await this.#model.embed(texts);
      this.#cosines = this.#model.similarity(vectors, vectors);
      this.#compared = texts;
      this.#drawTable();
    } catch (error) {
      this.#options.onError(error);
    }
  }

  /** After a sentence came or went. */
  #changeList(focused: number): void {
    this.#drawList();
    this.#options.list.querySelectorAll("input")[focused]?.focus();
    this.#update();
  }

  #drawList(): void {
    const { list, add } = this.#options;
    list.replaceChildren(...this.#sentences.map((sentence, index) => this.#item(sentence, index)));
    add.disabled = this.#sentences.length >= mostSentences;
  }

  #item(sentence: string, index: number): HTMLElement {
    const name = letter(index);
    const input = make("input", {
      attributes: { type: "text", "aria-label": `Sentence ${name}`, autocomplete: "off", maxlength: "2000" },
    });
    input.value = sentence;
    input.addEventListener("input", () => {
      this.#sentences[index] = input.value;
      this.#update();
    });
    const remove = make("button", {
      class: "remove",
      text: "×",
      attributes: { type: "button", "aria-label": `Remove sentence ${name}` },
    });
    remove.disabled = this.#sentences.length <= fewestSentences;
    remove.addEventListener("click", () => {
      this.#sentences.splice(index, 1);
      this.#changeList(Math.min(index, this.#sentences.length - 1));
    });
    const badge = make("span", { class: "badge", text: name, attributes: { "aria-hidden": "true" } });
    return make("li", {}, badge, input, remove);
  }

  #drawTable(): void {
    const cosines = this.#cosines;
    if (cosines === undefined) return;
    const { table, verdict } = this.#options;
    const best = mostAlike(cosines, (row) => this.#compared[row]?.trim() !== "");
    const heading = (index: number, scope: string) =>
      make("th", { text: letter(index), attributes: { scope, title: this.#compared[index] ?? "" } });
    const indices = [...this.#compared.keys()];
    const caption = make("caption", { class: "visually-hidden", text: "Cosine of each sentence with each other one" });
    const head = make("tr", {}, make("td"), ...indices.map((column) => heading(column, "col")));
    const rows = indices.map((row) =>
      make("tr", {}, heading(row, "row"), ...indices.map((column) => this.#cell(cosines, row, column, best))),
    );
    table.replaceChildren(caption, make("thead", {}, head), make("tbody", {}, ...rows));
    verdict.textContent =
      best === undefined
        ? "Write two sentences to compare."
        : `Most alike: ${letter(best.first)} and ${letter(best.second)}, ${decimal(best.cosine, 2)}`;
  }

  #cell(cosines: Matrix, row: number, column: number, best: Pair | undefined): HTMLElement {
    const value = cosines.row(row)[column] ?? 0;
    const cell = make("td", { text: decimal(value, 2) });
    // A sentence is always like itself: without colour, the other cells stand out.
    const ground = divergingColour(row === column ? 0 : value, this.#theme);
    cell.style.backgroundColor = cssColour(ground);
    cell.style.color = inkOn(ground);
    cell.classList.toggle("same", row === column);
    const [low, high] = [Math.min(row, column), Math.max(row, column)];
    cell.classList.toggle("best", best?.first === low && best.second === high);
    return cell;
  }
}
