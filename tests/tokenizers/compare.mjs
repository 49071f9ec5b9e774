// Compares wembed with the Rust library on all definitions and many texts, and prints what differs.
//
//   node tests/tokenizers/compare.mjs --driver "COMMAND ..." [--texts N] [--seed N] [--only PART] [--show N] [--sweep]
//                                     [FOLDER with further tokenizer.json files]
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { compareDefinition } from "./support/compare.mjs";
import { definitions, useLite } from "./support/definitions.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    driver: { type: "string", default: "scripts/toolchain.sh run build/native/wembed_tokenize" },
    texts: { type: "string", default: "500" },
    seed: { type: "string", default: "1" },
    only: { type: "string", default: "" },
    show: { type: "string", default: "2" },
    sweep: { type: "boolean", default: false },
  },
});
const list = [...definitions(), { name: "USE lite", json: useLite("dist/models/use-lite/tokenizer.json") }];
for (const folder of positionals) {
  for (const file of readdirSync(folder)) list.push({ name: file, json: readFileSync(join(folder, file), "utf8") });
}
let texts = 0;
let bad = 0;
for (const definition of list) {
  if (!definition.name.includes(values.only)) continue;
  const result = await compareDefinition(
    values.driver.split(" "),
    definition,
    Number(values.texts),
    Number(values.seed),
    values.sweep,
  );
  texts += result.count;
  bad += result.differing.length;
  if (result.differing.length === 0) continue;
  console.log(`${definition.name}: ${result.differing.length} of ${result.count} differ`);
  for (const { input, names, ours, theirs } of result.differing.slice(0, Number(values.show))) {
    console.log(`  ${JSON.stringify(input).replace(/[^\x20-\x7e]/gu, (c) => `\\u{${c.codePointAt(0).toString(16)}}`)}`);
    for (const name of names) {
      const key = name.split(".")[0];
      console.log(
        `    ${name}\n      wembed ${JSON.stringify(ours[key])}\n      Rust   ${JSON.stringify(theirs[key])}`,
      );
    }
  }
}
console.log(`${texts} texts over ${list.length} definitions, ${bad} differ`);
process.exitCode = bad === 0 ? 0 : 1;
