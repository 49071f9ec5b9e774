// Timing that is the same in Node and in a page.

/** @param {number[]} values */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/**
 * Times contestants in turns (A B A B), so that a machine that slows down slows both. A turn is as many runs as
 * fill `turn` milliseconds: one run only would find the caches full of the other's weights every time.
 *
 * @param {Record<string, () => unknown>} contestants each does the same work once
 * @param {{ warmUp: number, turn: number, rounds: number }} options
 *   warmUp: milliseconds for each before anything counts, so that engines have compiled
 * @returns {Promise<Record<string, number>>} the median of each, in milliseconds
 */
export async function measure(contestants, { warmUp, turn, rounds }) {
  const times = {};
  for (const [name, run] of Object.entries(contestants)) {
    times[name] = [];
    const end = performance.now() + warmUp;
    do await run();
    while (performance.now() < end);
  }
  for (let round = 0; round < rounds; round++) {
    for (const [name, run] of Object.entries(contestants)) {
      const end = performance.now() + turn;
      do {
        const start = performance.now();
        await run();
        times[name].push(performance.now() - start);
      } while (performance.now() < end);
    }
  }
  return Object.fromEntries(Object.entries(times).map(([name, values]) => [name, median(values)]));
}
