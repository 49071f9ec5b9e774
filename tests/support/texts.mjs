// Texts to tokenize and embed: sentences, and what people and programs do to strings.
import { randomIntegers } from "./random.mjs";

const SUBJECTS =
  "the old lighthouse keeper|my sister|a small team of engineers|the committee|nobody in the village|our neighbour's dog|the quarterly report|an experienced nurse|the last train|this recipe|the museum's newest painting|a stray comet|the compiler|every student|the river|her first novel|the power station|a flock of geese|the border guard|the new tax law|his grandmother|the orchestra|the patient in room nine|a teenager with headphones|the printing press|the harbour master|the software update|the smallest child|a retired judge|the glacier".split(
    "|",
  );
const VERBS =
  "quietly repaired|could not find|argued about|is writing a letter to|slowly forgot|painted over|sold|never trusted|measured|was surprised by|will replace|has been waiting for|laughed at|borrowed|translated|carried|protects|burned|finally understood|interrupted|photographed|is afraid of|cleaned|remembers|outlived|predicted|destroyed|invented|bought|ignored".split(
    "|",
  );
const OBJECTS =
  "the broken clock|three bags of flour|the results of the election|a letter from abroad|the noise upstairs|an unusual kind of bread|the theory of relativity|the winter of 1962|a map of the underground|two hundred sheep|the price of copper|a song about the sea|the missing invoice|the password|an orange bicycle|the oldest tree in the park|a bridge across the valley|the instructions|the taste of salt|a photograph of the harbour|the firewall|the weather forecast|a bowl of soup|the second amendment|the night shift|a cure for the disease|the garden wall|half of the budget|the keys to the cellar|its own shadow".split(
    "|",
  );
const TAILS =
  "|before breakfast|because it was raining|in 1987|at 3:45 p.m.|, which cost $12.50|without saying a word|for the third time this week|and went home|near São Paulo|although nobody had asked|(or so they said)|— at least until Monday|in a café in Zürich|with 99.9% certainty|as the sun set|; the rest is history|on the 21st of May|despite the warnings|to everyone's relief".split(
    "|",
  );
const ENDS = [".", ".", ".", "!", "?", "...", "", " :)", "!!"];

/** Strings that are not sentences, one for each thing that has gone wrong somewhere. */
const ODD = [
  "a",
  " ",
  "   ",
  ".",
  ":",
  ": leading colon",
  ":)",
  ":-) smile",
  "://",
  "hello world",
  " leading space",
  "trailing space ",
  "two  spaces   three",
  "tab\there",
  "line\nbreak\r\nand more",
  "NUL\u0000inside",
  "\u0000",
  "bell\u0007 escape\u001b[0m",
  "no\u00a0break\u2003em\u3000ideographic",
  "zero\u200bwidth\u200djoiner\ufeffbom",
  "soft\u00adhyphen",
  "ﬁne ﬂow oﬃce ① ② ㎏ ℃ Ⅷ ½",
  "ＦＵＬＬ　ｗｉｄｔｈ",
  "ｶﾞｷﾞ halfwidth kana",
  "café naïve résumé Ångström",
  "cafe\u0301 combining a\u0327\u0301",
  "q\u0307\u0323 versus q\u0323\u0307",
  "İstanbul ıssız STRASSE straße",
  "Ὀδυσσεύς ΣΊΣΥΦΟΣ",
  "Привет, мир! Ёлка",
  "你好，世界。这是一个测试。",
  "日本語の文章です。",
  "한국어 문장입니다",
  "\u1112\u1161\u11ab\u1100\u1173\u11af",
  "مرحبا بالعالم",
  "שלום עולם",
  "नमस्ते दुनिया",
  "สวัสดีชาวโลก",
  "ಕನ್ನಡ ᏣᎳᎩ ʻŌlelo",
  "😀",
  "emoji 👍🏽 and 👩‍👩‍👧‍👦 and 🇨🇭 flags",
  "👋🌍🎉🎉🎉",
  "\ud83d alone",
  "alone \ude00",
  "\ud800\ud800",
  "\ufffd replacement",
  "▁ already ▁▁ there",
  "<s> </s> <unk> extra_token_id_1",
  "....................",
  "!!!!!?????!!!",
  "-----",
  "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
  "hahahahahahahaha",
  "1234567890 3.14159 1,000,000 0x7ff",
  "https://example.com/path?q=1&r=%20#frag",
  "someone@example.org",
  "if (a[i] != NULL) { return *p++; }",
  "SELECT * FROM t WHERE x = 'y';",
  "C:\\Users\\me\\file.txt",
  "#hashtag @mention $TICKER",
  "“curly” ‘quotes’ — dash – en … dots",
  "∫∂x ≈ √π ± ∞ ≠ ≤",
  "█▄▒░═►●★♥",
  "\u202eright to left override\u202c",
  "antidisestablishmentarianism pneumonoultramicroscopicsilicovolcanoconiosis",
  "x".repeat(300),
  "word ".repeat(200),
];

/** Where random characters are drawn from: [first, count]. */
const BLOCKS = [
  [0x20, 95],
  [0x20, 95],
  [0xa0, 96],
  [0x100, 128],
  [0x300, 80],
  [0x370, 128],
  [0x400, 128],
  [0x5d0, 27],
  [0x620, 64],
  [0x900, 112],
  [0xe00, 80],
  [0x1100, 200],
  [0x2000, 112],
  [0x2460, 160],
  [0x3040, 190],
  [0x4e00, 600],
  [0xac00, 600],
  [0xff00, 230],
  [0x1f300, 700],
];

function pick(list, random) {
  return list[random(list.length)];
}

/** One made-up English sentence. */
export function sentence(random) {
  const tail = pick(TAILS, random);
  const space = tail === "" || /^[,;]/.test(tail) ? "" : " ";
  const text = `${pick(SUBJECTS, random)} ${pick(VERBS, random)} ${pick(OBJECTS, random)}${space}${tail}${pick(ENDS, random)}`;
  return random(8) === 0 ? text.toUpperCase() : text[0].toUpperCase() + text.slice(1);
}

/** Characters of any script beside each other. */
export function mixedCharacters(random) {
  let text = "";
  for (let i = 1 + random(40); i > 0; i--) {
    const [first, count] = pick(BLOCKS, random);
    text += String.fromCodePoint(first + random(count));
  }
  return text;
}

/** A sentence with characters doubled, dropped, replaced or joined. */
function damaged(random) {
  const characters = [...sentence(random)];
  for (let i = 1 + random(6); i > 0; i--) {
    const at = random(characters.length);
    const [first, count] = pick(BLOCKS, random);
    const changes = ["", characters[at].repeat(1 + random(9)), String.fromCodePoint(first + random(count)), "  ", "\u0301", "..."];
    characters.splice(at, 1, pick(changes, random));
  }
  return characters.join("");
}

/**
 * Lines of every kind: all the odd ones first, then sentences, damaged sentences and mixed characters.
 *
 * @param {number} count
 * @param {number} [seed]
 * @returns {string[]} none of them empty
 */
export function variedLines(count, seed = 1) {
  const random = randomIntegers(seed);
  const lines = ODD.slice(0, count);
  const makers = [sentence, sentence, damaged, mixedCharacters];
  while (lines.length < count) {
    const line = makers[lines.length % makers.length](random);
    if (line !== "") lines.push(line);
  }
  return lines;
}

/**
 * English sentences only.
 *
 * @param {number} count
 * @param {number} [seed]
 * @returns {string[]}
 */
export function sentences(count, seed = 1) {
  const random = randomIntegers(seed);
  return Array.from({ length: count }, () => sentence(random));
}
