// What the page says about a text that is longer than the model reads.

export interface Reading {
  readonly truncated: boolean;
  readonly tokens: number;
  /** Where the last token that was read ends. */
  readonly end: number;
  readonly length: number;
}

/** A sentence about what was left out; undefined where nothing was. */
export function truncationNotice({ truncated, tokens, end, length }: Reading): string | undefined {
  if (!truncated) return undefined;
  const left = (length - end).toLocaleString("en");
  const read = end.toLocaleString("en");
  return `Truncated: the model reads ${tokens} tokens, here the first ${read} characters. The other ${left} are left out.`;
}
