// The tokens of the text as chips; the one hovered or focused is described below them.
import type { InspectedToken } from "wembed";
import { make } from "./dom.js";
import { clip } from "./format.js";

export interface TokenChipsOptions {
  readonly list: HTMLElement;
  readonly detail: HTMLElement;
  /** A chip was hovered or focused. */
  readonly onToken: (row: number) => void;
}

export class TokenChips {
  readonly #options: TokenChipsOptions;
  #tokens: readonly InspectedToken[] = [];
  #chips: readonly HTMLButtonElement[] = [];

  constructor(options: TokenChipsOptions) {
    this.#options = options;
    options.list.addEventListener("keydown", (event) => this.#press(event));
  }

  show(tokens: readonly InspectedToken[]): void {
    this.#tokens = tokens;
    this.#chips = tokens.map((token, row) => this.#chip(token, row));
    this.#options.list.replaceChildren(...this.#chips.map((chip) => make("li", {}, chip)));
    if (tokens.length === 0) this.#options.detail.textContent = "No tokens yet: type something above.";
  }

  mark(row: number): void {
    this.#chips.forEach((chip, index) => {
      chip.classList.toggle("current", index === row);
      // One stop for the Tab key; arrow keys move between chips.
      chip.tabIndex = index === row ? 0 : -1;
    });
    const token = this.#tokens[row];
    if (token === undefined) return;
    const facts = [
      ["position", String(row)],
      ["piece", clip(token.piece, 40)],
      ["id", String(token.id)],
      ["offsets", `${token.start}–${token.end}`],
      ["text", `“${clip(token.text, 40)}”`],
    ] as const;
    this.#options.detail.replaceChildren(
      ...facts.map(([name, value]) => make("span", {}, make("small", { text: name }), make("b", { text: value }))),
    );
  }

  #chip(token: InspectedToken, row: number): HTMLButtonElement {
    const piece = clip(token.piece, 28);
    const label = `Position ${row}: ${piece}, id ${token.id}, characters ${token.start} to ${token.end}`;
    const chip = make(
      "button",
      { class: "chip", attributes: { type: "button", "aria-label": label } },
      make("span", { class: "chip-piece" }, ...spelled(piece)),
      make("small", { text: String(token.id) }),
    );
    chip.addEventListener("pointerenter", () => this.#options.onToken(row));
    chip.addEventListener("focus", () => this.#options.onToken(row));
    return chip;
  }

  #press(event: KeyboardEvent): void {
    const from = event.target instanceof HTMLButtonElement ? this.#chips.indexOf(event.target) : -1;
    const last = this.#chips.length - 1;
    const target = { ArrowRight: from + 1, ArrowLeft: from - 1, Home: 0, End: last }[event.key];
    if (from < 0 || target === undefined) return;
    event.preventDefault();
    this.#chips[Math.max(0, Math.min(last, target))]?.focus();
  }
}

/** The piece with the mark for a space in a quieter colour. */
function spelled(piece: string): Node[] {
  const parts = piece.split(/(▁)/u).filter((part) => part !== "");
  return parts.map((part) => (part === "▁" ? make("i", { text: part }) : document.createTextNode(part)));
}
