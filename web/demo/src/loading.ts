// Loads the model: tells of progress, offers another try after a failure.
import { EmbeddingModel, WembedError } from "wembed";
import { megabytes } from "./format.js";

export interface Loaded {
  readonly model: EmbeddingModel;
  /** From the call to the model being ready. */
  readonly duration: number;
  /** Bytes of the model's files. */
  readonly size: number;
}

export interface LoadingOptions {
  readonly status: HTMLElement;
  readonly statusText: HTMLElement;
  readonly progress: HTMLProgressElement;
  readonly failure: HTMLElement;
  readonly failureTitle: HTMLElement;
  readonly failureText: HTMLElement;
  readonly retry: HTMLButtonElement;
}

export class Loading {
  readonly #options: LoadingOptions;

  constructor(options: LoadingOptions) {
    this.#options = options;
  }

  /** Resolves once the model is loaded, however many tries that takes. */
  async load(): Promise<Loaded> {
    for (;;) {
      try {
        return await this.#try();
      } catch (error) {
        this.#fail("The model could not be loaded.", error);
        this.#options.retry.hidden = false;
        await pressed(this.#options.retry);
      }
    }
  }

  /** Shows what went wrong for good. */
  stop(title: string, error: unknown): void {
    this.#options.retry.hidden = true;
    this.#fail(title, error);
  }

  #fail(title: string, error: unknown): void {
    const { status, failure, failureTitle, failureText } = this.#options;
    status.hidden = true;
    failureTitle.textContent = title;
    failureText.textContent = describe(error);
    failure.hidden = false;
  }

  async #try(): Promise<Loaded> {
    const { status, statusText, progress, failure } = this.#options;
    failure.hidden = true;
    status.hidden = false;
    progress.removeAttribute("value");
    const files = new Map<string, { loaded: number; total: number | undefined }>();
    const begin = performance.now();
    const model = await EmbeddingModel.load(undefined, {
      onProgress: ({ file, loaded, total }) => {
        files.set(file, { loaded, total });
        const sum = sumOf([...files.values()].map((each) => each.loaded));
        const all = sumOf([...files.values()].map((each) => each.total ?? each.loaded));
        statusText.textContent = `Loading the model: ${megabytes(sum)} of ${megabytes(all)}`;
        if (all > 0) progress.value = sum / all;
      },
    });
    const duration = performance.now() - begin;
    status.hidden = true;
    return { model, duration, size: sumOf([...files.values()].map((each) => each.loaded)) };
  }
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

function describe(error: unknown): string {
  if (error instanceof WembedError) return `${error.message} (${error.code})`;
  return error instanceof Error ? error.message : String(error);
}

function pressed(button: HTMLButtonElement): Promise<void> {
  return new Promise((resolve) => button.addEventListener("click", () => resolve(), { once: true }));
}
