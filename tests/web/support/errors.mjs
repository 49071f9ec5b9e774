import assert from "node:assert/strict";
import { WembedError } from "wembed";

/**
 * For assert.throws and assert.rejects: a WembedError with this code, and a message that matches.
 * @param {import("wembed").ErrorCode} code
 * @param {RegExp} [message]
 */
export function failsWith(code, message = /./) {
  return (/** @type {unknown} */ error) => {
    assert.ok(error instanceof WembedError, `not a WembedError: ${String(error)}`);
    assert.equal(error.code, code, error.message);
    assert.match(error.message, message);
    return true;
  };
}

/**
 * Passes a value of a wrong type on purpose.
 * @param {unknown} value
 * @returns {never}
 */
export function wrongType(value) {
  return /** @type {never} */ (value);
}
