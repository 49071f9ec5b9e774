import type { Matrix } from "wembed";

export interface Pair {
  readonly first: number;
  readonly second: number;
  readonly cosine: number;
}

/** The two different rows of the greatest cosine, of those that count. */
export function mostAlike(
  cosines: Pick<Matrix, "data" | "rows">,
  counts: (row: number) => boolean = () => true,
): Pair | undefined {
  let best: Pair | undefined;
  for (let first = 0; first < cosines.rows; ++first) {
    for (let second = first + 1; second < cosines.rows; ++second) {
      const cosine = cosines.data[first * cosines.rows + second] ?? 0;
      if (!counts(first) || !counts(second) || cosine <= (best?.cosine ?? Number.NEGATIVE_INFINITY)) continue;
      best = { first, second, cosine };
    }
  }
  return best;
}
