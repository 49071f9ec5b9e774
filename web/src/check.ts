// Run-time checks of what a caller gives: plain JavaScript and `unknown` reach this library too.
import { WembedError } from "./errors.js";

export function invalid(message: string, options?: ErrorOptions): WembedError {
  return new WembedError("invalid-input", message, options);
}

/** What a value is, for an error message. */
export function describe(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (typeof value === "object") return value.constructor?.name ?? "an object";
  if (typeof value === "string") return value.length > 40 ? `"${value.slice(0, 40)}…"` : `"${value}"`;
  if (typeof value === "function") return "a function";
  return `${typeof value} ${String(value)}`;
}

export function checkText(value: unknown, name: string): asserts value is string {
  if (typeof value !== "string") throw invalid(`${name} has to be a string, found ${describe(value)}`);
}

export function checkTexts(value: unknown, name: string): asserts value is readonly string[] {
  if (!Array.isArray(value)) throw invalid(`${name} has to be a string or a list of strings, found ${describe(value)}`);
  // By index: `for of` and `forEach` would treat holes in their own ways.
  for (let i = 0; i < value.length; ++i) checkText(value[i], `${name}[${i}]`);
}

export function checkOptions(value: unknown, name: string): asserts value is object {
  if (typeof value !== "object" || value === null)
    throw invalid(`${name} has to be an object, found ${describe(value)}`);
}

export function checkOneOf<T>(value: unknown, allowed: readonly T[], name: string): asserts value is T {
  if (!allowed.some((item) => item === value)) {
    throw invalid(`${name} has to be ${allowed.map(String).join(" or ")}, found ${describe(value)}`);
  }
}

export function checkCount(value: unknown, name: string, least = 0): asserts value is number {
  if (typeof value !== "number" || !Number.isInteger(value) || value < least) {
    throw invalid(`${name} has to be a whole number of at least ${least}, found ${describe(value)}`);
  }
}

export function checkFinite(value: unknown, name: string): asserts value is number {
  if (typeof value !== "number" || !Number.isFinite(value)) {
    throw invalid(`${name} has to be a number, found ${describe(value)}`);
  }
}

export function checkFunction(value: unknown, name: string): void {
  if (value !== undefined && typeof value !== "function") {
    throw invalid(`${name} has to be a function, found ${describe(value)}`);
  }
}

export function checkSignal(value: unknown): void {
  if (value !== undefined && !(value instanceof AbortSignal)) {
    throw invalid(`signal has to be an AbortSignal, found ${describe(value)}`);
  }
}

/** Whole numbers that fit 32 bits, as the binding takes them. */
export function toInt32(values: ArrayLike<number>, name: string): Int32Array {
  if (typeof values !== "object" || values === null || typeof values.length !== "number") {
    throw invalid(`${name} has to be a list of whole numbers, found ${describe(values)}`);
  }
  if (values instanceof Int32Array) return values;
  const result = new Int32Array(values.length);
  for (let i = 0; i < values.length; ++i) {
    const value = values[i];
    if (typeof value !== "number" || !Number.isInteger(value) || Math.abs(value) > 0x7fffffff) {
      throw invalid(`${name}[${i}] has to be a whole number, found ${describe(value)}`);
    }
    result[i] = value;
  }
  return result;
}

/** The memory under a list of numbers. */
export function asBytes({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
