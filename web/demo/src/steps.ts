// One text through every step. What is chosen in one place, a token or a cell, is marked in all the others.
import type { EmbeddingModel, Inspection } from "wembed";
import type { Cell } from "./cells.js";
import type { Theme } from "./colour.js";
import { find, onChoice } from "./dom.js";
import { EmbeddingMaps } from "./embeddings.js";
import { Layers } from "./layers.js";
import { RowTable } from "./row-table.js";
import { isRowKind, RowSimilarity } from "./similarity.js";
import { TextField } from "./text-field.js";
import { TokenChips } from "./tokens.js";
import { truncationNotice } from "./truncation.js";
import { VectorStrip } from "./vector-strip.js";

export interface StepsOptions {
  readonly onText: (text: string) => void;
}

const keysId = "heatmap-keys";

export class Steps {
  readonly #live = find("live", HTMLElement);
  readonly #truncated = find("truncated", HTMLElement);
  readonly #textField: TextField;
  readonly #chips: TokenChips;
  readonly #maps: EmbeddingMaps;
  readonly #rowTable: RowTable;
  readonly #similarity: RowSimilarity;
  readonly #layers: Layers;
  readonly #strip: VectorStrip;
  #cell: Cell = { row: 1, column: 20 };

  constructor({ onText }: StepsOptions) {
    const onToken = (row: number) => this.#choose({ row, column: this.#cell.column });
    const onAnnounce = (text: string) => {
      this.#live.textContent = text;
    };
    this.#textField = new TextField({
      field: find("text", HTMLTextAreaElement),
      marks: find("text-marks", HTMLElement),
      onText,
      onToken,
    });
    this.#chips = new TokenChips({
      list: find("tokens", HTMLElement),
      detail: find("token-detail", HTMLElement),
      onToken,
    });
    this.#maps = new EmbeddingMaps({
      container: find("heatmaps", HTMLElement),
      formulaCell: find("formula-cell", HTMLElement),
      formulaTerms: find("formula-terms", HTMLElement),
      keysId,
      onCell: (cell) => this.#choose(cell),
      onAnnounce,
    });
    this.#rowTable = new RowTable({
      details: find("row-details", HTMLDetailsElement),
      summary: find("row-summary", HTMLElement),
      table: find("row-table", HTMLTableElement),
    });
    this.#similarity = new RowSimilarity({
      container: find("similarity", HTMLElement),
      readout: find("similarity-readout", HTMLElement),
      about: find("similarity-about", HTMLElement),
      keysId,
      onToken,
      onAnnounce,
    });
    this.#layers = new Layers({
      container: find("layers", HTMLElement),
      readout: find("layers-readout", HTMLElement),
      keysId,
      onToken,
      onAnnounce,
    });
    this.#strip = new VectorStrip({
      container: find("vector", HTMLElement),
      readout: find("vector-readout", HTMLElement),
      copy: find("copy", HTMLButtonElement),
      copied: find("copied", HTMLElement),
      keysId,
      onAnnounce,
    });
    onChoice(find("scale-choice", HTMLFieldSetElement), (value) => this.#maps.setSharedScale(value === "shared"));
    onChoice(find("similarity-choice", HTMLFieldSetElement), (value) => {
      if (isRowKind(value)) this.#similarity.setKind(value);
    });
  }

  get text(): string {
    return this.#textField.text;
  }

  setTheme(theme: Theme): void {
    for (const part of [this.#maps, this.#similarity, this.#layers, this.#strip]) part.setTheme(theme);
  }

  show(model: EmbeddingModel, text: string, inspection: Inspection): void {
    const { tokens, truncated, vector } = inspection;
    const end = tokens.at(-1)?.end ?? 0;
    const notice = truncationNotice({ truncated, tokens: tokens.length, end, length: text.length });
    this.#truncated.hidden = notice === undefined;
    this.#truncated.textContent = notice ?? "";
    this.#textField.show({ text, tokens, truncated });
    this.#chips.show(tokens);
    this.#maps.show(inspection);
    this.#rowTable.show(inspection);
    this.#similarity.show(inspection, model);
    this.#layers.show(inspection);
    this.#strip.show(vector);
    const row = this.#textField.rowAtCaret() ?? this.#cell.row;
    this.#choose({ row: Math.max(0, Math.min(row, tokens.length - 1)), column: this.#cell.column });
  }

  #choose(cell: Cell): void {
    this.#cell = cell;
    this.#textField.mark(cell.row);
    this.#chips.mark(cell.row);
    this.#maps.mark(cell);
    this.#rowTable.mark(cell.row);
    this.#similarity.markRow(cell.row);
    this.#layers.markRow(cell.row);
  }
}
