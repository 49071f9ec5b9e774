// The rows of one token in numbers, for those who would rather read or copy than look.
import type { Inspection } from "wembed";
import { make } from "./dom.js";
import { clip, decimal } from "./format.js";

export interface RowTableOptions {
  readonly details: HTMLDetailsElement;
  readonly summary: HTMLElement;
  readonly table: HTMLTableElement;
}

export class RowTable {
  readonly #options: RowTableOptions;
  #inspection: Inspection | undefined;
  #row = 0;
  /** The table is older than what is chosen. */
  #stale = true;

  constructor(options: RowTableOptions) {
    this.#options = options;
    options.details.addEventListener("toggle", () => this.#draw());
  }

  show(inspection: Inspection): void {
    this.#inspection = inspection;
    this.#stale = true;
    this.mark(this.#row);
  }

  mark(row: number): void {
    if (row === this.#row && !this.#stale) return;
    this.#row = row;
    this.#stale = true;
    const token = this.#inspection?.tokens[row];
    this.#options.details.hidden = token === undefined;
    this.#options.summary.textContent = `Numbers of “${clip(token?.piece ?? "", 18)}” at position ${row}`;
    this.#draw();
  }

  /** Where it is open: it has hundreds of lines. */
  #draw(): void {
    const { details, table } = this.#options;
    const token = this.#inspection?.tokens[this.#row];
    if (!details.open || !this.#stale || this.#inspection === undefined || token === undefined) return;
    this.#stale = false;
    const { tokenEmbeddings, positionEmbeddings, combined } = this.#inspection;
    const rows = [tokenEmbeddings, positionEmbeddings, combined].map((matrix) => matrix?.row(this.#row));
    const name = `Embeddings of ${clip(token.piece, 18)} at position ${this.#row}`;
    const headings = ["Dimension", "Token", "Position", "Combined"];
    const head = headings.map((text) => make("th", { text, attributes: { scope: "col" } }));
    const lines = Array.from({ length: combined.columns }, (_, dimension) => {
      const numbers = rows.map((row) => make("td", { text: decimal(row?.[dimension] ?? 0, 4) }));
      return make("tr", {}, make("th", { text: String(dimension), attributes: { scope: "row" } }), ...numbers);
    });
    table.replaceChildren(
      make("caption", { class: "visually-hidden", text: name }),
      make("thead", {}, make("tr", {}, ...head)),
      make("tbody", {}, ...lines),
    );
  }
}
