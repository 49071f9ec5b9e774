// The colour scale with its numbers, beside a heatmap.
import { type Theme, toPixels } from "./colour.js";
import { make } from "./dom.js";

const steps = 101;

export class Legend {
  readonly element: HTMLElement;
  readonly #canvas = make("canvas", { attributes: { width: String(steps), height: "1", "aria-hidden": "true" } });
  readonly #low = make("span");
  readonly #high = make("span");

  constructor() {
    const zero = make("span", { text: "0" });
    const numbers = make("span", { class: "legend-numbers" }, this.#low, zero, this.#high);
    this.element = make("span", { class: "legend" }, this.#canvas, numbers);
  }

  show(limit: number, theme: Theme): void {
    this.#low.textContent = `−${limit}`;
    this.#high.textContent = `+${limit}`;
    const values = Float32Array.from({ length: steps }, (_, step) => (2 * step) / (steps - 1) - 1);
    this.#canvas.getContext("2d")?.putImageData(new ImageData(toPixels(values, 1, theme), steps, 1), 0, 0);
  }
}
