// Work that follows somebody who types: one run at a time, and of those that wait only the newest counts.

export class Latest<Input> {
  readonly #work: (input: Input) => Promise<void>;
  #waiting: { readonly input: Input } | undefined;
  #running = false;

  /** `work` handles its own errors. */
  constructor(work: (input: Input) => Promise<void>) {
    this.#work = work;
  }

  /** Runs now, or after the run under way; replaces an input that still waits. */
  async push(input: Input): Promise<void> {
    this.#waiting = { input };
    if (this.#running) return;
    this.#running = true;
    try {
      for (let next = this.#take(); next !== undefined; next = this.#take()) await this.#work(next.input);
    } finally {
      this.#running = false;
    }
  }

  #take(): { readonly input: Input } | undefined {
    const next = this.#waiting;
    this.#waiting = undefined;
    return next;
  }
}
