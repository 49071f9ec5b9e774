// The field for the text, with marks behind its letters: the token that was chosen, and what the model does not read.
import type { InspectedToken } from "wembed";
import { make } from "./dom.js";

export interface TextFieldOptions {
  readonly field: HTMLTextAreaElement;
  /** Lies behind the field, with the same letters, unseen, in the same places. */
  readonly marks: HTMLElement;
  readonly onText: (text: string) => void;
  /** The caret came to a token. */
  readonly onToken: (row: number) => void;
}

/** What the model made of a text. */
export interface TextRead {
  readonly text: string;
  readonly tokens: readonly InspectedToken[];
  readonly truncated: boolean;
}

/** Laying out a longer text twice would be felt. */
const mostMarked = 10_000;

export class TextField {
  readonly #options: TextFieldOptions;
  #read: TextRead = { text: "", tokens: [], truncated: false };
  #row = 0;

  constructor(options: TextFieldOptions) {
    this.#options = options;
    const { field, marks } = options;
    field.addEventListener("input", () => options.onText(field.value));
    field.addEventListener("scroll", () => {
      marks.scrollTop = field.scrollTop;
    });
    document.addEventListener("selectionchange", () => {
      const row = this.rowAtCaret();
      if (row !== undefined) options.onToken(row);
    });
    new ResizeObserver(() => this.#draw()).observe(field);
  }

  get text(): string {
    return this.#options.field.value;
  }

  show(read: TextRead): void {
    this.#read = read;
    this.#draw();
  }

  /** Marks the letters of a token. */
  mark(row: number): void {
    if (row === this.#row) return;
    this.#row = row;
    this.#draw();
  }

  /** The token that the caret is in; undefined while somebody is elsewhere, or ahead of what was read. */
  rowAtCaret(): number | undefined {
    const { field } = this.#options;
    const { text, tokens } = this.#read;
    if (document.activeElement !== field || field.value !== text) return undefined;
    return tokenAt(tokens, field.selectionEnd);
  }

  #draw(): void {
    const { field, marks } = this.#options;
    const { text, tokens, truncated } = this.#read;
    const token = tokens[this.#row];
    const end = truncated ? (tokens.at(-1)?.end ?? 0) : text.length;
    const letters = (from: number, to: number) => text.slice(from, Math.min(to, mostMarked));
    marks.replaceChildren(
      document.createTextNode(letters(0, token?.start ?? end)),
      make("mark", { text: letters(token?.start ?? end, token?.end ?? end) }),
      document.createTextNode(letters(token?.end ?? end, end)),
      make("span", { class: "unread", text: letters(end, text.length) }),
    );
    if (truncated && text.length > mostMarked) {
      const rest = make("div", { class: "unread" });
      rest.style.height = `${field.scrollHeight}px`;
      marks.append(rest);
    }
    marks.scrollTop = field.scrollTop;
  }
}

/** The token that ends at the caret or holds it; the last one where it is beyond. */
export function tokenAt(tokens: readonly Pick<InspectedToken, "end">[], caret: number): number {
  const row = tokens.findIndex(({ end }) => end >= caret);
  return row < 0 ? Math.max(0, tokens.length - 1) : row;
}
