// A matrix as coloured cells on a canvas: pointer and arrow keys choose a cell, marks show the row and column chosen.
import { type Cell, type CellSize, fitCells, nextCell, type Room } from "./cells.js";
import { diverging, type Scale, type Theme, toPixels } from "./colour.js";
import { make } from "./dom.js";
import { clip } from "./format.js";
import { Legend } from "./legend.js";

export interface HeatmapOptions {
  readonly title: string;
  /** What stands beside the title. */
  readonly note: string;
  readonly room: Omit<Room, "width">;
  /** Names of rows beside the map, where rows are high enough. */
  readonly rowNames: boolean;
  /** The id of a text that tells the keys. */
  readonly keysId: string;
  /** A cell was chosen here. `by` tells whether a screen reader wants to hear of it. */
  readonly onCell: (cell: Cell, by: "pointer" | "keys") => void;
}

export interface HeatmapContent {
  readonly values: Float32Array;
  readonly rows: number;
  readonly columns: number;
  readonly scale: Scale;
  readonly rowNames?: readonly string[];
}

const leastNameHeight = 11;
const nothing: HeatmapContent = { values: new Float32Array(), rows: 0, columns: 0, scale: diverging(1) };

export class Heatmap {
  readonly element: HTMLElement;
  readonly #options: HeatmapOptions;
  readonly #canvas = make("canvas");
  readonly #names = make("div", { class: "row-names", attributes: { "aria-hidden": "true" } });
  readonly #rowMark = make("div", { class: "mark", attributes: { hidden: "" } });
  readonly #columnMark = make("div", { class: "mark", attributes: { hidden: "" } });
  readonly #legend = new Legend();
  readonly #frame: HTMLElement;
  readonly #space: HTMLElement;
  #content = nothing;
  #theme: Theme = "light";
  /** Of the space for cells; known from its observer, because asking the element lays the page out once more. */
  #width = 0;
  #size: CellSize = { width: 1, height: 1 };
  #marked: Cell | undefined;

  constructor(options: HeatmapOptions) {
    this.#options = options;
    const attributes = {
      tabindex: "0",
      role: "application",
      "aria-roledescription": "heatmap",
      "aria-label": options.title,
      "aria-describedby": options.keysId,
    };
    this.#frame = make("div", { class: "frame", attributes }, this.#canvas, this.#rowMark, this.#columnMark);
    this.#space = make("div", { class: "space" }, this.#frame);
    const title = make("strong", { text: options.title });
    const note = make("span", { class: "note", text: options.note });
    const plot = options.rowNames
      ? make("div", { class: "plot named" }, this.#names, this.#space)
      : make("div", { class: "plot" }, this.#space);
    this.element = make(
      "figure",
      { class: "heatmap" },
      make("figcaption", {}, title, note, this.#legend.element),
      plot,
    );

    const onPointer = (event: PointerEvent) => this.#point(event);
    this.#frame.addEventListener("pointermove", onPointer);
    this.#frame.addEventListener("pointerdown", onPointer);
    this.#frame.addEventListener("keydown", (event) => this.#press(event));
    new ResizeObserver(([entry]) => {
      const width = entry?.contentRect.width ?? 0;
      if (width === this.#width) return;
      this.#width = width;
      this.#draw();
    }).observe(this.#space);
  }

  show(content: HeatmapContent = nothing): void {
    this.#content = content;
    const { rows, columns } = content;
    this.#frame.setAttribute("aria-label", `${this.#options.title}: ${rows} rows of ${columns} values`);
    this.#draw();
  }

  setTheme(theme: Theme): void {
    this.#theme = theme;
    this.#draw();
  }

  /** Marks the row and the column of a cell. */
  mark(row: number, column: number): void {
    this.#marked = { row, column };
    this.#placeMarks();
  }

  #placeMarks(): void {
    const { rows, columns } = this.#content;
    const { width, height } = this.#size;
    const { row = rows, column = columns } = this.#marked ?? {};
    const inside = row < rows && column < columns;
    this.#rowMark.hidden = !inside;
    this.#columnMark.hidden = !inside;
    place(this.#rowMark, 0, row * height, columns * width, height);
    place(this.#columnMark, column * width, 0, width, rows * height);
    this.#names.querySelector(".current")?.classList.remove("current");
    this.#names.children.item(row)?.classList.add("current");
  }

  #draw(): void {
    const { values, rows, columns, scale } = this.#content;
    this.#legend.show(scale, this.#theme);
    const ratio = window.devicePixelRatio;
    this.#size = fitCells(rows, columns, { ...this.#options.room, width: this.#width }, ratio);
    const { width, height } = this.#size;
    const canvas = this.#canvas;
    canvas.width = Math.round(columns * width * ratio);
    canvas.height = Math.round(rows * height * ratio);
    canvas.style.width = `${columns * width}px`;
    canvas.style.height = `${rows * height}px`;
    const context = canvas.getContext("2d");
    if (context !== null && canvas.width > 0 && canvas.height > 0) {
      const cells = new OffscreenCanvas(columns, rows);
      cells.getContext("2d")?.putImageData(new ImageData(toPixels(values, scale, this.#theme), columns, rows), 0, 0);
      context.imageSmoothingEnabled = false;
      context.drawImage(cells, 0, 0, canvas.width, canvas.height);
      // A line of the page's ground between rows that are high enough to spare it.
      for (let row = 1; height >= 8 && !this.#options.room.square && row < rows; ++row) {
        context.clearRect(0, Math.round(row * height * ratio) - 1, canvas.width, 1);
      }
    }
    this.#drawNames();
    this.#placeMarks();
  }

  #drawNames(): void {
    const { rowNames = [] } = this.#content;
    const { height } = this.#size;
    this.#names.replaceChildren(
      ...(height < leastNameHeight ? [] : rowNames).map((name) => {
        const label = make("span", { text: clip(name, 14) });
        label.style.height = `${height}px`;
        label.style.lineHeight = `${height}px`;
        return label;
      }),
    );
  }

  #point(event: PointerEvent): void {
    const { rows, columns } = this.#content;
    const box = this.#canvas.getBoundingClientRect();
    const row = Math.floor((event.clientY - box.top) / this.#size.height);
    const column = Math.floor((event.clientX - box.left) / this.#size.width);
    if (row < 0 || row >= rows || column < 0 || column >= columns) return;
    this.#options.onCell({ row, column }, "pointer");
  }

  #press(event: KeyboardEvent): void {
    const { rows, columns } = this.#content;
    if (rows * columns === 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    const from = { row: this.#marked?.row ?? 0, column: this.#marked?.column ?? 0 };
    const cell = nextCell(from, event.key, rows, columns);
    if (cell === undefined) return;
    event.preventDefault();
    this.#options.onCell(cell, "keys");
  }
}

function place(mark: HTMLElement, left: number, top: number, width: number, height: number): void {
  mark.style.transform = `translate(${left}px, ${top}px)`;
  mark.style.width = `${width}px`;
  mark.style.height = `${height}px`;
}
