// Numbers and texts as the page shows them.

/** With a true minus sign and always the same decimals, so that columns stand still. */
export function decimal(value: number, digits = 3): string {
  const text = Math.abs(value).toFixed(digits);
  return value < 0 && Number(text) !== 0 ? `−${text}` : text;
}

/** A round number with its sign. */
export function signed(value: number): string {
  if (value === 0) return "0";
  return value < 0 ? `−${-value}` : `+${value}`;
}

export function milliseconds(duration: number): string {
  if (duration >= 1000) return `${(duration / 1000).toFixed(2)} s`;
  return `${duration.toFixed(duration >= 100 ? 0 : duration >= 1 ? 1 : 2)} ms`;
}

export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

/** At most `length` characters, with an ellipsis where something was left out. */
export function clip(text: string, length = 24): string {
  // Twice as many UTF-16 units always hold `length` characters.
  const characters = [...text.slice(0, 2 * length + 2)];
  return characters.length > length ? `${characters.slice(0, length - 1).join("")}…` : characters.join("");
}

/** A, B, C … */
export function letter(index: number): string {
  return String.fromCharCode(65 + index);
}
