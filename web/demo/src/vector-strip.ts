// The sentence vector as a block of cells to be read line by line, and as JSON for the clipboard.
import type { Cell } from "./cells.js";
import { diverging, roundLimit, type Theme } from "./colour.js";
import { decimal } from "./format.js";
import { Heatmap } from "./heatmap.js";

export interface VectorStripOptions {
  readonly container: HTMLElement;
  readonly readout: HTMLElement;
  readonly copy: HTMLButtonElement;
  readonly copied: HTMLElement;
  readonly keysId: string;
  readonly onAnnounce: (text: string) => void;
}

const columns = 128;

export class VectorStrip {
  readonly #options: VectorStripOptions;
  readonly #map: Heatmap;
  #vector: Float32Array = new Float32Array();
  #index = 0;

  constructor(options: VectorStripOptions) {
    this.#options = options;
    this.#map = new Heatmap({
      title: "Sentence vector",
      note: `line by line, ${columns} numbers each`,
      rowNames: false,
      room: { height: 72, minHeight: 12, maxHeight: 18, square: false },
      keysId: options.keysId,
      onCell: (cell, by) => {
        this.#mark(cell);
        if (by === "keys") options.onAnnounce(this.#describe());
      },
    });
    options.container.append(this.#map.element);
    options.copy.addEventListener("click", () => this.#copy());
  }

  show(vector: Float32Array): void {
    const isNew = vector.length !== this.#vector.length || vector.some((value, i) => value !== this.#vector[i]);
    this.#vector = vector;
    this.#options.copy.disabled = false;
    // The same text may come again: what was copied is then still what is shown.
    if (isNew) this.#options.copied.textContent = "";
    const rows = Math.floor(vector.length / columns);
    this.#map.show({ values: vector, rows, columns, scale: diverging(roundLimit(vector)) });
    this.#mark({ row: Math.floor(this.#index / columns), column: this.#index % columns });
  }

  setTheme(theme: Theme): void {
    this.#map.setTheme(theme);
  }

  #mark({ row, column }: Cell): void {
    this.#index = row * columns + column;
    this.#map.mark(row, column);
    this.#options.readout.textContent = this.#describe();
  }

  #describe(): string {
    return `v[${this.#index}] = ${decimal(this.#vector[this.#index] ?? 0, 4)}`;
  }

  async #copy(): Promise<void> {
    const { copied } = this.#options;
    try {
      await navigator.clipboard.writeText(JSON.stringify([...this.#vector]));
      copied.textContent = `${this.#vector.length} numbers copied.`;
    } catch {
      copied.textContent = "The browser did not allow copying.";
    }
  }
}
