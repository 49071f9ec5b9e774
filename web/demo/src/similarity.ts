// The cosine of every row with every other row of one step: position, token, combined or last-layer rows.
import type { EmbeddingModel, Inspection, Matrix } from "wembed";
import type { Cell } from "./cells.js";
import { cosineScale, type Theme } from "./colour.js";
import { clip, decimal } from "./format.js";
import { Heatmap } from "./heatmap.js";

const kinds = {
  position: {
    about:
      "Cosine of each position embedding with each other one. Neighbours are alike and the pattern only depends on the distance: that is how the model can tell near from far.",
    pick: (inspection: Inspection) => inspection.positionEmbeddings,
  },
  token: {
    about: "Cosine of each token embedding with each other one. The same token is the same row wherever it stands.",
    pick: (inspection: Inspection) => inspection.tokenEmbeddings,
  },
  combined: {
    about: "Cosine of the combined embeddings: position's stripes with the tokens' own differences in them.",
    pick: (inspection: Inspection) => inspection.combined,
  },
  hidden: {
    about: "Cosine of the rows after the last layer, where every token has read all others.",
    pick: (inspection: Inspection) => inspection.hidden,
  },
};

export type RowKind = keyof typeof kinds;

export function isRowKind(value: string): value is RowKind {
  return Object.hasOwn(kinds, value);
}

export interface RowSimilarityOptions {
  readonly container: HTMLElement;
  readonly readout: HTMLElement;
  readonly about: HTMLElement;
  readonly keysId: string;
  readonly onToken: (row: number) => void;
  readonly onAnnounce: (text: string) => void;
}

export class RowSimilarity {
  readonly #options: RowSimilarityOptions;
  readonly #map: Heatmap;
  #kind: RowKind = "position";
  #inspection: Inspection | undefined;
  #model: EmbeddingModel | undefined;
  #cosines: Matrix | undefined;
  #cell: Cell = { row: 0, column: 0 };

  constructor(options: RowSimilarityOptions) {
    this.#options = options;
    this.#map = new Heatmap({
      title: "Cosine similarity",
      note: "row by row",
      rowNames: true,
      room: { height: 420, minHeight: 3, maxHeight: 36, square: true },
      keysId: options.keysId,
      onCell: (cell, by) => {
        this.#mark(cell);
        options.onToken(cell.row);
        if (by === "keys") options.onAnnounce(this.#describe());
      },
    });
    options.container.append(this.#map.element);
    options.about.textContent = kinds.position.about;
  }

  show(inspection: Inspection, model: EmbeddingModel): void {
    this.#inspection = inspection;
    this.#model = model;
    this.#draw();
  }

  setKind(kind: RowKind): void {
    this.#kind = kind;
    this.#options.about.textContent = kinds[kind].about;
    this.#draw();
  }

  setTheme(theme: Theme): void {
    this.#map.setTheme(theme);
  }

  /** Marks the row of a token that was chosen elsewhere. */
  markRow(row: number): void {
    this.#mark({ row, column: this.#cell.column });
  }

  #draw(): void {
    if (this.#inspection === undefined || this.#model === undefined) return;
    const rows = kinds[this.#kind].pick(this.#inspection);
    if (rows === null || rows.rows === 0) {
      this.#cosines = undefined;
      this.#map.show();
    } else {
      this.#cosines = this.#model.similarity(rows, rows);
      const { data, rows: size } = this.#cosines;
      const rowNames = this.#inspection.tokens.map(({ piece }) => piece);
      this.#map.show({ values: data, rows: size, columns: size, scale: cosineScale(data), rowNames });
    }
    this.#mark(this.#cell);
  }

  #mark(cell: Cell): void {
    const last = (this.#cosines?.rows ?? 1) - 1;
    this.#cell = { row: Math.min(cell.row, last), column: Math.min(cell.column, last) };
    this.#map.mark(this.#cell.row, this.#cell.column);
    this.#options.readout.textContent = this.#describe();
  }

  #describe(): string {
    const { row, column } = this.#cell;
    const value = this.#cosines?.row(row)[column];
    if (value === undefined) return "No rows to compare.";
    const name = (index: number) => `${index} ${clip(this.#inspection?.tokens[index]?.piece ?? "", 18)}`;
    return `cos(${name(row)}, ${name(column)}) = ${decimal(value)}`;
  }
}
