// Abort signals, and turns of the event loop.
import { WembedError } from "./errors.js";

export function aborted(signal: AbortSignal): WembedError {
  return new WembedError("aborted", "the caller's signal stopped the work", { cause: signal.reason });
}

export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw aborted(signal);
}

/** `work`, or a rejection as soon as the signal fires: for work that others share, so that it goes on. */
export function orAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(aborted(signal));
    if (signal.aborted) onAbort();
    signal.addEventListener("abort", onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}

/** Lets events, timers and frames have their turn. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    // Timers wait for 4 ms in a browser; messages and immediates do not.
    if (typeof setImmediate === "function") {
      setImmediate(resolve);
    } else {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        port1.close();
        resolve();
      };
      port2.postMessage(undefined);
    }
  });
}
