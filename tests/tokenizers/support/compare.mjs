// One definition, many texts, two libraries.
import { differences, rust, wembed } from "./oracle.mjs";
import { everyCodePoint, nasty, randomText, seeded } from "./random_texts.mjs";

/** What differs on a definition: `count` random texts beside the nasty ones, or texts with every code point. */
export async function compareDefinition(
  driver,
  { name, json, pairs = false, flags = [], pieces },
  count,
  seed,
  sweeps = false,
) {
  const random = seeded(seed);
  const likes =
    pieces ??
    JSON.parse(json)
      .added_tokens.slice(0, 50)
      .map((token) => token.content);
  const inputs = sweeps ? everyCodePoint() : [...nasty];
  while (!sweeps && inputs.length < nasty.length + count) inputs.push(randomText(random, likes));
  const singles = inputs.length;
  if (pairs) for (let i = 0; i < 100; i++) inputs.push([inputs[random() % singles], inputs[random() % singles]]);
  const theirs = await rust(json, inputs);
  const ours = wembed(driver, `build/oracle/${process.pid}`, json, inputs, flags);
  const differing = [];
  inputs.forEach((input, i) => {
    const names = differences(ours[i], theirs[i]);
    if (names.length > 0) differing.push({ input, names, ours: ours[i], theirs: theirs[i] });
  });
  return { name, count: inputs.length, differing };
}
