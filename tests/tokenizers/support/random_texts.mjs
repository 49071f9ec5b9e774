// Texts to compare tokenizers on: a fixed set of nasty ones, and random ones from a seed.

/** A generator of numbers below 2^32 (mulberry32). */
export function seeded(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return (t ^ (t >>> 14)) >>> 0;
  };
}

export const nasty = [
  "",
  " ",
  "   ",
  "\n",
  "\r\n",
  "a\r\nb\n\n\nc \r\n d",
  "\t\ttabs\tand  spaces   ",
  "\0",
  "a\0b",
  "\ufeffmark",
  "Hello, world! I'm fine; you're not. They'll've said: 'don't'",
  "I'M YOU'RE WE'VE they'LL he'D IT'S 'ſ x'ſy",
  "The quick brown fox jumps over the lazy dog 1234567890 times, 3.14159 and 1,000,000.",
  "naïve café résumé Zoë coöperate",
  "cafe\u0301 re\u0301sume\u0301 a\u0323\u0307 a\u0307\u0323",
  "İstanbul ıIiİ ẞß ΣΑΣ ὈΔΥΣΣΕΎΣ",
  "ﬁne ﬂow ① ② ½ ™ ℃ Å K ㎏ ｆｕｌｌ　ｗｉｄｔｈ",
  "日本語のテキストです。東京タワー",
  "中文文本，没有空格。汉字",
  "한국어 문장입니다. 각 가각힣",
  "हिन्दी पाठ क्षत्रिय",
  "العربية نص من اليمين إلى اليسار",
  "ไทยไม่มีช่องว่าง",
  "Ελληνικά και Русский текст Ёлка Й",
  "😁 hello 👩‍👩‍👧‍👦 🇩🇪 👍🏽 ❤️ 🏳️‍🌈",
  "𝔘𝔫𝔦𝔠𝔬𝔡𝔢 𐍈 𠀀𠀁 \u{10ffff}",
  "zero\u200bwidth\u200d\u200c\u2060 \u00a0nbsp\u3000ideographic\u2028line\u2029para\u0085next",
  "soft\u00adhyphen \u202ertl",
  "!!! ??? ... --- ___ ''' \"\"\" ``` ~~~ $$$ +++ === <<< >>>",
  "https://example.org/a/b?c=d&e=%20f#g user@example.org C:\\path\\to",
  "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
  "supercalifragilisticexpialidocious antidisestablishmentarianism",
  "function f(x) {\n\treturn x ** 2; // square\n}\n\n\n",
  "a\u0301\u0301\u0301\u0301b \u0301 lone mark",
  "\ufffd\ufffd replacement",
  "x\u0001\u0007\u001b\u007f\u009fy",
  "[CLS] [SEP] [MASK] <s> </s> <unk> <pad> <|endoftext|> <|im_start|> <bos> ▁ ▁▁ <0x0A> ##ing",
  "1st 2nd ٣٤٥ १२३ ⅧⅨ 四五 ²³",
  "e.g. i.e. U.S.A. Mr. O'Neill",
  "MixedCASE camelCaseWord snake_case_word SHOUTING iPhone",
  "\u1100\u1161\u11a8 \u0930\u094d\u0915 \u0f40\u0f71\u0f72",
];

const ranges = [
  [0x20, 0x7e, 30],
  [0x00, 0x1f, 1],
  [0x7f, 0xa0, 1],
  [0xa1, 0x24f, 6],
  [0x300, 0x36f, 4],
  [0x370, 0x52f, 4],
  [0x590, 0x6ff, 3],
  [0x900, 0x97f, 3],
  [0xe00, 0xeff, 2],
  [0x1100, 0x11ff, 2],
  [0x1e00, 0x1fff, 3],
  [0x2000, 0x206f, 3],
  [0x2070, 0x24ff, 2],
  [0x2500, 0x27ff, 2],
  [0x3000, 0x30ff, 3],
  [0x3200, 0x33ff, 1],
  [0x4e00, 0x9fff, 4],
  [0xac00, 0xd7a3, 2],
  [0xf900, 0xffff, 2],
  [0x1d400, 0x1d7ff, 1],
  [0x1f300, 0x1faff, 2],
  [0x20000, 0x2a6df, 1],
  [0x1, 0x10ffff, 1],
];
const total = ranges.reduce((sum, [, , weight]) => sum + weight, 0);

const fragments = [
  " ",
  " ",
  " ",
  " ",
  "  ",
  "\n",
  "\n\n",
  "\r\n",
  "\t",
  "'s",
  "'t",
  "'re",
  "'LL",
  "the",
  "The",
  "ing",
  "ed",
  "un",
  "hello",
  "world",
  "123",
  "4567",
  ".",
  ",",
  "!",
  "?",
  "...",
  "(",
  ")",
  "-",
  "_",
  "/",
  "'",
  '"',
  "é",
  "e\u0301",
  "ö",
  "ß",
  "İ",
  "日本",
  "한국",
  "です",
  "👩‍👩‍👧",
  "👍🏽",
  "🇩🇪",
  "\u200d",
  "\u0301",
  "▁",
  "Σ",
  "ﬁ",
  "½",
  "\u00a0",
  "\u3000",
];

/** A random text. `pieces` are put in now and then (special tokens, say). */
export function randomText(random, pieces = []) {
  let text = "";
  const length = random() % 4 === 0 ? random() % 120 : random() % 24;
  // Half of the texts stay with few kinds of characters, as real ones do.
  const only = random() % 2 === 0 ? ranges[random() % ranges.length] : undefined;
  for (let i = 0; i < length; i++) {
    const choice = random() % 100;
    if (choice < 35) text += fragments[random() % fragments.length];
    else if (choice < 38 && pieces.length > 0) text += pieces[random() % pieces.length];
    else if (choice < 60) text += String.fromCharCode(97 + (random() % 26));
    else {
      let range = only;
      if (range === undefined) {
        let at = random() % total;
        range = ranges.find(([, , weight]) => {
          at -= weight;
          return at < 0;
        });
      }
      const [first, last] = range;
      const point = first + (random() % (last - first + 1));
      text += point >= 0xd800 && point < 0xe000 ? "\ufffd" : String.fromCodePoint(point);
    }
  }
  return text;
}

/** Texts that together have every code point in them. */
export function everyCodePoint(step = 48) {
  const texts = [];
  for (let first = 0; first < 0x110000; first += step) {
    let text = "";
    for (let point = first; point < first + step && point < 0x110000; point++) {
      if (point < 0xd800 || point > 0xdfff)
        text += `${String.fromCodePoint(point)}${point % 3 === 0 ? "a" : point % 3 === 1 ? " " : ""}`;
    }
    texts.push(text);
  }
  return texts;
}
