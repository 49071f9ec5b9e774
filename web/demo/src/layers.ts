// The rows of the tokens after the last layer.
import type { Inspection } from "wembed";
import type { Cell } from "./cells.js";
import { diverging, roundLimit, type Theme } from "./colour.js";
import { clip, decimal } from "./format.js";
import { Heatmap } from "./heatmap.js";

export interface LayersOptions {
  readonly container: HTMLElement;
  readonly readout: HTMLElement;
  readonly keysId: string;
  readonly onToken: (row: number) => void;
  readonly onAnnounce: (text: string) => void;
}

export class Layers {
  readonly #options: LayersOptions;
  readonly #map: Heatmap;
  #inspection: Inspection | undefined;
  #cell: Cell = { row: 0, column: 0 };

  constructor(options: LayersOptions) {
    this.#options = options;
    this.#map = new Heatmap({
      title: "After the last layer",
      note: "what each token has become",
      rowNames: true,
      room: { height: 264, minHeight: 3, maxHeight: 18, square: false },
      keysId: options.keysId,
      onCell: (cell, by) => {
        this.#mark(cell);
        options.onToken(cell.row);
        if (by === "keys") options.onAnnounce(this.#describe());
      },
    });
    options.container.append(this.#map.element);
  }

  show(inspection: Inspection): void {
    this.#inspection = inspection;
    const { data, rows, columns } = inspection.hidden;
    const rowNames = inspection.tokens.map(({ piece }) => piece);
    this.#map.show({ values: data, rows, columns, scale: diverging(roundLimit(data)), rowNames });
    this.#mark(this.#cell);
  }

  setTheme(theme: Theme): void {
    this.#map.setTheme(theme);
  }

  markRow(row: number): void {
    this.#mark({ row, column: this.#cell.column });
  }

  #mark(cell: Cell): void {
    this.#cell = cell;
    this.#map.mark(cell.row, cell.column);
    this.#options.readout.textContent = this.#describe();
  }

  #describe(): string {
    const { row, column } = this.#cell;
    const token = this.#inspection?.tokens[row];
    if (token === undefined) return "No token, no row.";
    const value = this.#inspection?.hidden.row(row)[column] ?? 0;
    return `${clip(token.piece, 18)} at position ${row}, dimension ${column} = ${decimal(value)}`;
  }
}
