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

/** Sentences that subject, verb, object and tail do not make: questions, orders, speech, lists, letters, notes. */
const HAND_WRITTEN = [
  "What time does the ferry to the island leave on Sundays?",
  "Who left the window open last night, and why is the cat on the roof?",
  "Please turn off the oven before you go.",
  "Don't touch that; it's still hot!",
  "I'd've told you if I'd known they weren't coming.",
  '"Never again," she said, "will I lend him my umbrella."',
  "Dear Sir or Madam, I am writing to ask about the flat on the second floor.",
  "Milk, eggs, two onions, a lemon (unwaxed), half a kilo of rice.",
  "Step 1: unplug the router. Step 2: wait 30 seconds. Step 3: plug it back in.",
  "The meeting has moved from 10:30 to 14:00 in room B-204; bring the draft.",
  "Rainfall was 12.4 mm, which is 37% less than in the same month of last year.",
  "She is the best goalkeeper the club has had since 1974/75.",
  "He neither confirmed nor denied that the bridge had been closed.",
  "It rained. It rained again. Then, for a change, it rained.",
  "My phone's battery lasts about a day and a half if I don't watch videos.",
  "A triangle whose sides are 3, 4 and 5 has a right angle.",
  "Water boils at a lower temperature on a mountain than at the sea.",
  "The defendant shall pay the costs of both parties within thirty days.",
  "take 2 tablets twice a day w/ food, max. 8 in 24 h",
  "LOL that was sooooo funny!!! can't stop laughing xD",
  "idk, maybe tmrw? brb",
  "The e-mail from Dr. O'Neill-Garc\u00eda arrived at 11 p.m. (GMT+2).",
  "We sailed past Reykjav\u00edk, \u00c5lesund and Ny-\u00c5lesund before the ice came.",
  "Il pleut sans cesse depuis trois jours, et le ch\u00e2teau est ferm\u00e9.",
  "El ni\u00f1o pregunt\u00f3 por qu\u00e9 el cielo es azul.",
  "Der Zug nach M\u00fcnchen f\u00e4hrt heute von Gleis f\u00fcnf.",
  "Kedim bug\u00fcn \u00e7ok uyudu, yar\u0131n oynayaca\u011f\u0131z.",
  "\u041f\u043e\u0435\u0437\u0434 \u043e\u043f\u0430\u0437\u0434\u044b\u0432\u0430\u0435\u0442 \u043d\u0430 \u0434\u0432\u0430\u0434\u0446\u0430\u0442\u044c \u043c\u0438\u043d\u0443\u0442.",
];

const ENDS = [".", ".", ".", "!", "?", "...", "", " :)", "!!"];

/** Strings that are not sentences, one for each thing that has gone wrong somewhere. */
const ODD = [
  "",
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
  "👋🏻👋🏼👋🏽👋🏾👋🏿 🧑🏽‍🚀 ❤️‍🔥 1️⃣",
  "e\u0301\u0302\u0303\u0304\u0305\u0306 stacked",
  "\u0301 starts with a mark",
  "\udc00\ud800 the wrong way round",
  "\u0001\u0002\u0003\u007f\u0080\u009f",
  "\t\n\v\f\r",
  '{"key": [1, 2.5e-3, null], "nested": {"a": "b\\n"}}',
  "<p class='x'>&amp; <b>bold</b></p>",
  "def f(x):\n    return x ** 2  # square",
  ": ".repeat(9),
  ":// :// ://",
  "”5 ”5”5 x”5",
  "at 3:30, 10:00 and :30:30",
  ":30",
  ":00",
  "a :( b :-) c ): d",
  "ǆ Ǉ ŉ ſ ﷺ ﬀ",
  "カ\u3099 ㌔ ㍿ ①②③",
];

/** Lines of 20 kB. Few: the original tokenizer takes seconds for each. */
const LONG = [HAND_WRITTEN.join(" ").repeat(20).slice(0, 20_000), "abcdefghij\u00e9\u4e2d".repeat(1700)];

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
  if (random(8) === 0) text += String.fromCharCode(0xd800 + random(2048)); // alone, or half of a pair
  return text;
}

/** A sentence with characters doubled, dropped, replaced or joined. */
function damaged(random) {
  const characters = [...sentence(random)];
  for (let i = 1 + random(6); i > 0; i--) {
    const at = random(characters.length);
    const [first, count] = pick(BLOCKS, random);
    const changes = [
      "",
      characters[at].repeat(1 + random(9)),
      String.fromCodePoint(first + random(count)),
      "  ",
      "\u0301",
      "...",
    ];
    characters.splice(at, 1, pick(changes, random));
  }
  return characters.join("");
}

/**
 * Lines of every kind: the odd ones first (the empty line is the first of all), then those written by hand, two of
 * 20 kB, and then sentences, damaged sentences and mixed characters in turns.
 *
 * @param {number} count
 * @param {number} [seed]
 * @returns {string[]}
 */
export function variedLines(count, seed = 1) {
  const random = randomIntegers(seed);
  const lines = [...ODD, ...HAND_WRITTEN, ...LONG].slice(0, count);
  const makers = [sentence, sentence, damaged, mixedCharacters];
  while (lines.length < count) lines.push(makers[lines.length % makers.length](random));
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
