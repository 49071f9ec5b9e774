// How long tokenizing alone takes. The model's work is in a worker, so this is the page's own tokenizer at the same task.
import type { EmbeddingModel } from "wembed";
import { milliseconds } from "./format.js";

/** The page would stand still while a longer text is tokenized in it. */
const longest = 50_000;

export class TokenizerClock {
  readonly #model: EmbeddingModel;

  constructor(model: EmbeddingModel) {
    this.#model = model;
    model.tokenizer.encode("The first call reads the vocabulary.");
  }

  /** Undefined for a text that is too long to try. */
  time(text: string): string | undefined {
    if (text.length > longest) return undefined;
    const begin = performance.now();
    this.#model.tokenizer.encode(text, { maxLength: this.#model.maxTokens });
    return milliseconds(performance.now() - begin);
  }
}
