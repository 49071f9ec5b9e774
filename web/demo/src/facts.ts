// Short facts with their names: timings, sizes.
import { make } from "./dom.js";

export type Facts = readonly (readonly [name: string, value: string])[];

export function showFacts(list: HTMLElement, facts: Facts): void {
  list.replaceChildren(
    ...facts.map(([name, value]) => make("div", {}, make("dt", { text: name }), make("dd", { text: value }))),
  );
}
