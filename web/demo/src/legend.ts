// The colour scale with its numbers, beside a heatmap.
import { type Scale, type Theme, toPixels } from "./colour.js";
import { make } from "./dom.js";
import { signed } from "./format.js";

const steps = 101;

export class Legend {
  readonly element: HTMLElement;
  readonly #canvas = make("canvas", { attributes: { width: String(steps), height: "1", "aria-hidden": "true" } });
  readonly #numbers = make("span", { class: "legend-numbers" });

  constructor() {
    this.element = make("span", { class: "legend" }, this.#canvas, this.#numbers);
  }

  show(scale: Scale, theme: Theme): void {
    const { low, middle, high } = scale;
    const ends = low < middle ? [signed(low), signed(middle), signed(high)] : [String(low), String(high)];
    this.#numbers.replaceChildren(...ends.map((text) => make("span", { text })));
    const values = Float32Array.from({ length: steps }, (_, step) => low + (step * (high - low)) / (steps - 1));
    this.#canvas.getContext("2d")?.putImageData(new ImageData(toPixels(values, scale, theme), steps, 1), 0, 0);
  }
}
