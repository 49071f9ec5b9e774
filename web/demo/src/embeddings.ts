// The three aligned heatmaps, token + position = combined, and the formula with the numbers of the cell chosen.
import type { Inspection, Matrix } from "wembed";
import type { Cell } from "./cells.js";
import { cssColour, diverging, divergingColour, roundLimit, type Scale, shareOf, type Theme } from "./colour.js";
import { make } from "./dom.js";
import { clip, decimal } from "./format.js";
import { Heatmap } from "./heatmap.js";

/** What the built-in model multiplies its token rows by; `inspect` tells the result, not the factor. */
export const tokenFactor = 2;

export interface EmbeddingMapsOptions {
  readonly container: HTMLElement;
  readonly formulaCell: HTMLElement;
  readonly formulaTerms: HTMLElement;
  readonly keysId: string;
  readonly onCell: (cell: Cell) => void;
  readonly onAnnounce: (text: string) => void;
}

interface Layer {
  readonly name: "token" | "position" | "combined";
  readonly map: Heatmap;
  readonly pick: (inspection: Inspection) => Matrix | null;
}

export class EmbeddingMaps {
  readonly #options: EmbeddingMapsOptions;
  readonly #layers: readonly Layer[];
  #inspection: Inspection | undefined;
  #sharedScale = false;
  #theme: Theme = "light";
  #cell: Cell = { row: 0, column: 0 };
  readonly #scales = new Map<Layer["name"], Scale>();

  constructor(options: EmbeddingMapsOptions) {
    this.#options = options;
    const layer = (name: Layer["name"], title: string, note: string, pick: Layer["pick"]): Layer => ({
      name,
      pick,
      map: new Heatmap({
        title,
        note,
        rowNames: true,
        room: { height: 264, minHeight: 3, maxHeight: 18, square: false },
        keysId: options.keysId,
        onCell: (cell, by) => {
          options.onCell(cell);
          if (by === "keys") options.onAnnounce(this.#describe());
        },
      }),
    });
    this.#layers = [
      layer("token", "Token embedding", "what the token is", (inspection) => inspection.tokenEmbeddings),
      layer("position", "Position embedding", "where it stands", (inspection) => inspection.positionEmbeddings),
      layer("combined", "Combined embedding", "what enters the first layer", (inspection) => inspection.combined),
    ];
    const signs = ["+", "="];
    this.#layers.forEach(({ map }, index) => {
      if (index > 0) {
        const sign = signs[index - 1] ?? "";
        options.container.append(make("div", { class: "sign", text: sign, attributes: { "aria-hidden": "true" } }));
      }
      options.container.append(map.element);
    });
  }

  show(inspection: Inspection): void {
    this.#inspection = inspection;
    this.#draw();
  }

  setTheme(theme: Theme): void {
    this.#theme = theme;
    for (const { map } of this.#layers) map.setTheme(theme);
    this.mark(this.#cell);
  }

  /** One colour scale for the three maps, so that their sizes can be compared. */
  setSharedScale(shared: boolean): void {
    this.#sharedScale = shared;
    this.#draw();
  }

  /** Marks a cell in all maps and writes its sum. */
  mark(cell: Cell): void {
    this.#cell = cell;
    for (const { map } of this.#layers) map.mark(cell.row, cell.column);
    this.#writeFormula();
  }

  /** The chosen cell in words. */
  #describe(): string {
    const values = this.#values();
    const token = this.#inspection?.tokens[this.#cell.row];
    if (values === undefined || token === undefined) return "";
    const { row, column } = this.#cell;
    const numbers = `token ${decimal(values.token)}, position ${decimal(values.position)}`;
    return `Position ${row}, ${clip(token.piece)}, dimension ${column}: ${numbers}, combined ${decimal(values.combined)}`;
  }

  #draw(): void {
    const inspection = this.#inspection;
    if (inspection === undefined) return;
    const matrices = this.#layers.map(({ pick }) => pick(inspection));
    const limits = matrices.map((matrix) => roundLimit(matrix?.data ?? []));
    const most = Math.max(...limits);
    const rowNames = inspection.tokens.map(({ piece }) => piece);
    this.#layers.forEach(({ name, map }, index) => {
      const { data, rows, columns } = matrices[index] ?? { data: new Float32Array(), rows: 0, columns: 0 };
      const scale = diverging(this.#sharedScale ? most : (limits[index] ?? 1));
      this.#scales.set(name, scale);
      map.show({ values: data, rows, columns, scale, rowNames });
    });
    this.mark(this.#cell);
  }

  #values(): Record<Layer["name"], number> | undefined {
    const inspection = this.#inspection;
    const { row, column } = this.#cell;
    if (inspection === undefined || row >= inspection.tokens.length) return undefined;
    const { tokenEmbeddings, positionEmbeddings, combined } = inspection;
    const at = (matrix: Matrix | null) => matrix?.data[row * matrix.columns + column] ?? 0;
    return { token: at(tokenEmbeddings), position: at(positionEmbeddings), combined: at(combined) };
  }

  #writeFormula(): void {
    const { formulaCell, formulaTerms } = this.#options;
    const values = this.#values();
    const token = this.#inspection?.tokens[this.#cell.row];
    if (values === undefined || token === undefined) {
      formulaCell.textContent = "Without a token there is nothing to add.";
      formulaTerms.replaceChildren();
      return;
    }
    formulaCell.replaceChildren(
      make("b", { text: clip(token.piece, 18) }),
      document.createTextNode(` at position ${this.#cell.row}, dimension ${this.#cell.column}`),
    );
    const sign = (text: string) => make("span", { class: "operator", text });
    formulaTerms.replaceChildren(
      sign(`${tokenFactor} ×`),
      this.#term("token", values.token),
      sign("+"),
      this.#term("position", values.position),
      sign("="),
      this.#term("combined", values.combined),
    );
  }

  #term(name: Layer["name"], value: number): HTMLElement {
    const swatch = make("i", { class: "swatch", attributes: { "aria-hidden": "true" } });
    const share = shareOf(value, this.#scales.get(name) ?? diverging(1));
    swatch.style.backgroundColor = cssColour(divergingColour(share, this.#theme));
    const number = make("b", { text: decimal(value), attributes: { "data-term": name } });
    return make("span", { class: "term" }, make("small", { text: name }), swatch, number);
  }
}
