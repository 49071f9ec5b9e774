// Definitions that cover every component of tokenizer.json and its options.
import { readFileSync } from "node:fs";

const bytePieces = Array.from({ length: 256 }, (_, i) => `<0x${i.toString(16).toUpperCase().padStart(2, "0")}>`);

/** A model whose ids are the bytes of the text that it is given: it shows what came out of the stages before. */
const bytesModel = {
  type: "BPE",
  unk_token: "<unk>",
  fuse_unk: false,
  byte_fallback: true,
  vocab: Object.fromEntries([...bytePieces, "<unk>"].map((piece, id) => [piece, id])),
  merges: [],
};

const byteCharacters = (() => {
  const characters = [];
  let next = 0x100;
  for (let byte = 0; byte < 256; byte++) {
    const visible = (byte > 0x20 && byte < 0x7f) || (byte > 0xa0 && byte !== 0xad);
    characters.push(String.fromCodePoint(visible ? byte : next++));
  }
  return characters;
})();

const corpus =
  "the cat sat on the mat and the other cats ran after a rat that was fat hello world hello there " +
  "testing tested tests the thing nothing something anything running runner ran 12 123 1234 naïve café über " +
  "don't can't won't it's I'm you're low lower lowest new newer newest wide wider widest";

/** Merges in the order in which a small trainer learns them. */
function train(words, count, join = (a, b) => a + b) {
  const merges = [];
  const lists = words.map((word) => [...word]);
  const joined = new Set();
  for (let i = 0; i < count; i++) {
    const counts = new Map();
    for (const list of lists) {
      for (let at = 0; at + 1 < list.length; at++) {
        const key = JSON.stringify([list[at], list[at + 1]]);
        counts.set(key, (counts.get(key) ?? 0) + 1);
      }
    }
    const [best] = [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))[0] ?? [];
    if (best === undefined) break;
    const [left, right] = JSON.parse(best);
    merges.push([left, right]);
    joined.add(join(left, right));
    for (const list of lists) {
      for (let at = 0; at + 1 < list.length; at++) {
        if (list[at] === left && list[at + 1] === right) list.splice(at, 2, join(left, right));
      }
    }
  }
  return { merges, joined: [...joined] };
}

const vocabOf = (...lists) => Object.fromEntries([...new Set(lists.flat())].map((token, id) => [token, id]));
const words = corpus.split(" ");
const letters = [...new Set(corpus)].filter((c) => c !== " ");
const plain = train(words, 120);
const byteWords = words.map((word) => [...Buffer.from(` ${word}`)].map((byte) => byteCharacters[byte]));
const byteLevel = train(byteWords, 150);
const metaWords = words.map((word) => `▁${word}`);
const meta = train(metaWords, 120);
const prefixed = (() => {
  const split = words.map((word) => [...word].map((c, i) => (i > 0 ? `##${c}` : c)));
  return train(split, 120, (a, b) => a + b.slice(2));
})();
const suffixed = train(
  words.map((word) => [...word].map((c, i, all) => (i + 1 === all.length ? `${c}</w>` : c))),
  120,
);

const added = (content, options = {}) => ({
  content,
  single_word: false,
  lstrip: false,
  rstrip: false,
  normalized: false,
  special: false,
  ...options,
});

function define(parts) {
  const definition = {
    version: "1.0",
    truncation: null,
    padding: null,
    added_tokens: [],
    normalizer: null,
    pre_tokenizer: null,
    post_processor: null,
    decoder: null,
    model: bytesModel,
    ...parts,
  };
  definition.added_tokens = definition.added_tokens.map((token, i) => ({ id: 1000 + i, ...token }));
  return JSON.stringify(definition);
}

/** SentencePiece's compiled rules for a few replacements: a double-array trie with a block of 256 for each node. */
function charsmap(rules) {
  let replacements = Buffer.alloc(0);
  const root = { children: new Map() };
  for (const [from, to] of Object.entries(rules)) {
    let node = root;
    for (const byte of Buffer.from(from)) {
      if (!node.children.has(byte)) node.children.set(byte, { children: new Map() });
      node = node.children.get(byte);
    }
    node.value = replacements.length;
    replacements = Buffer.concat([replacements, Buffer.from(`${to}\0`)]);
  }
  const units = [];
  let blocks = 0;
  const place = (node, at, label) => {
    const base = 256 * ++blocks;
    units[at] = label | (node.value === undefined ? 0 : 1 << 8) | ((at ^ base) << 10);
    if (node.value !== undefined) units[base] = (node.value | (1 << 31)) >>> 0;
    for (const [byte, child] of node.children) place(child, base ^ byte, byte);
  };
  place(root, 0, 0);
  const trie = Buffer.alloc(256 * (blocks + 1) * 4);
  for (const [at, unit] of units.entries()) trie.writeUInt32LE((unit ?? 0) >>> 0, at * 4);
  const size = Buffer.alloc(4);
  size.writeUInt32LE(trie.length);
  return Buffer.concat([size, trie, replacements]).toString("base64");
}

const bertSettings = (clean_text, handle_chinese_chars, strip_accents, lowercase) => ({
  type: "BertNormalizer",
  clean_text,
  handle_chinese_chars,
  strip_accents,
  lowercase,
});
const normalizers = {
  ...Object.fromEntries(
    ["NFC", "NFD", "NFKC", "NFKD", "Nmt", "Lowercase", "StripAccents", "ByteLevel"].map((type) => [type, { type }]),
  ),
  precompiled: {
    type: "Precompiled",
    precompiled_charsmap: charsmap({
      "\n": " ",
      "\r": " ",
      "\t": " ",
      ﬁ: "fi",
      "①": "1",
      "½": "1/2",
      "e\u0301": "é",
      "a\u0301": "á!",
      "\u3000": " ",
      日本: "JP",
      ａ: "a",
      İ: "i̇",
      "👍": "+1",
      Å: "Å",
      abc: "x",
      b: "bb",
      "\ufffd": " ",
    }),
  },
  "bert uncased": bertSettings(true, true, null, true),
  "bert cased": bertSettings(true, true, null, false),
  "bert accents only": bertSettings(false, false, true, false),
  "bert chinese only": bertSettings(false, true, false, false),
  "bert lowercase keeps accents": bertSettings(true, false, false, true),
  "strip both": { type: "Strip", strip_left: true, strip_right: true },
  "strip left": { type: "Strip", strip_left: true, strip_right: false },
  "strip right": { type: "Strip", strip_left: false, strip_right: true },
  "replace string": { type: "Replace", pattern: { String: "ab" }, content: "é!" },
  "replace spaces": { type: "Replace", pattern: { String: " " }, content: "▁" },
  "replace with nothing": { type: "Replace", pattern: { Regex: "[aeiou]+" }, content: "" },
  "replace regex": { type: "Replace", pattern: { Regex: " {2,}" }, content: " " },
  "replace empty matches": { type: "Replace", pattern: { Regex: "x*" }, content: "-" },
  prepend: { type: "Prepend", prepend: "▁ab" },
  "sequence of forms": {
    type: "Sequence",
    normalizers: [{ type: "NFD" }, { type: "StripAccents" }, { type: "Lowercase" }, { type: "NFC" }],
  },
  "sequence as in XLNet": {
    type: "Sequence",
    normalizers: [
      { type: "Replace", pattern: { String: "``" }, content: '"' },
      { type: "Replace", pattern: { String: "''" }, content: '"' },
      { type: "NFKD" },
      { type: "StripAccents" },
      { type: "Lowercase" },
      { type: "Replace", pattern: { Regex: " {2,}" }, content: " " },
      { type: "Strip", strip_left: false, strip_right: true },
      { type: "Prepend", prepend: "▁" },
      { type: "Replace", pattern: { String: " " }, content: "▁" },
    ],
  },
};

const behaviors = ["Removed", "Isolated", "MergedWithPrevious", "MergedWithNext", "Contiguous"];
const split = (pattern, behavior, invert = false) => ({ type: "Split", pattern, behavior, invert });
const byteLevelStep = (add_prefix_space, use_regex = true, trim_offsets = true) => ({
  type: "ByteLevel",
  add_prefix_space,
  trim_offsets,
  use_regex,
});
const metaspaceStep = (prepend_scheme, isSplit) => ({
  type: "Metaspace",
  replacement: "▁",
  prepend_scheme,
  split: isSplit,
});

export const patterns = {
  "GPT-2": String.raw`'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+`,
  "GPT-4": String.raw`(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+`,
  "GPT-4, spelt out": String.raw`(?:'[sS]|'[tT]|'[rR][eE]|'[vV][eE]|'[mM]|'[lL][lL]|'[dD])|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+`,
  "Qwen 2": String.raw`(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+`,
  "GPT-4o": String.raw`[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+`,
  // These run in the engine.
  "tiktoken's cl100k": String.raw`'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+| ?[^\s\p{L}\p{N}]++[\r\n]*+|\s++$|\s*[\r\n]|\s+(?!\S)|\s`,
  "DeepSeek words":
    "[!\"#$%&'()*+,\\-./:;<=>?@\\[\\\\\\]^_`{|}~][A-Za-z]+|[^\\r\\n\\p{L}\\p{P}\\p{S}]?[\\p{L}\\p{M}]+| ?[\\p{P}\\p{S}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+",
  "DeepSeek digits": String.raw`\p{N}{1,3}`,
  "DeepSeek CJK": "[一-龥\u3040-ゟ゠-ヿ]+",
  "look-around": String.raw`(?<=\p{L})\p{N}+|\b\w+(?=\.)|(?<!a)b`,
  "digits of three": String.raw`\d{1,3}(?=(?:\d{3})*\b)`,
  classes: String.raw`[[:punct:]]+|[\w&&[^a-f]]+|\S`,
};

const preTokenizers = {
  none: null,
  ...Object.fromEntries(
    ["BertPreTokenizer", "Whitespace", "WhitespaceSplit", "UnicodeScripts"].map((type) => [type, { type }]),
  ),
  ...Object.fromEntries(behaviors.map((behavior) => [`Punctuation ${behavior}`, { type: "Punctuation", behavior }])),
  digits: { type: "Digits", individual_digits: false },
  "individual digits": { type: "Digits", individual_digits: true },
  delimiter: { type: "CharDelimiterSplit", delimiter: "a" },
  "fixed length": { type: "FixedLength", length: 3 },
  ...Object.fromEntries(
    behaviors.flatMap((behavior) =>
      [false, true].map((invert) => [`split string ${behavior} ${invert}`, split({ String: "e" }, behavior, invert)]),
    ),
  ),
  ...Object.fromEntries(
    behaviors.flatMap((behavior) =>
      [false, true].map((invert) => [
        `split regex ${behavior} ${invert}`,
        split({ Regex: String.raw`\s+|\d` }, behavior, invert),
      ]),
    ),
  ),
  ...Object.fromEntries(
    behaviors.map((behavior) => [`split empty matches ${behavior}`, split({ Regex: "e*" }, behavior)]),
  ),
  ...Object.fromEntries(
    Object.entries(patterns).map(([name, pattern]) => [`pattern of ${name}`, split({ Regex: pattern }, "Isolated")]),
  ),
  ...Object.fromEntries(
    Object.entries(patterns).map(([name, pattern]) => [
      `pattern of ${name}, inverted`,
      split({ Regex: pattern }, "Removed", true),
    ]),
  ),
  ...Object.fromEntries(
    ["first", "never", "always"].flatMap((scheme) =>
      [true, false].map((isSplit) => [`Metaspace ${scheme} ${isSplit}`, metaspaceStep(scheme, isSplit)]),
    ),
  ),
  ...Object.fromEntries(
    [true, false].flatMap((prefix) =>
      [true, false].map((regex) => [`ByteLevel ${prefix} ${regex}`, byteLevelStep(prefix, regex)]),
    ),
  ),
  "digits, then bytes": {
    type: "Sequence",
    pretokenizers: [{ type: "Digits", individual_digits: true }, byteLevelStep(false)],
  },
  "bytes, then digits": {
    type: "Sequence",
    pretokenizers: [byteLevelStep(true), { type: "Digits", individual_digits: true }],
  },
  "spaces, then Metaspace": {
    type: "Sequence",
    pretokenizers: [{ type: "WhitespaceSplit" }, metaspaceStep("always", true)],
  },
  "scripts and punctuation": {
    type: "Sequence",
    pretokenizers: [
      { type: "UnicodeScripts" },
      { type: "Punctuation", behavior: "Contiguous" },
      { type: "Whitespace" },
    ],
  },
};

const bpe = (parts) => ({
  type: "BPE",
  dropout: null,
  unk_token: null,
  continuing_subword_prefix: null,
  end_of_word_suffix: null,
  fuse_unk: false,
  byte_fallback: false,
  ignore_merges: false,
  ...parts,
});
const unigramVocab = [
  ["<unk>", 0],
  ["▁", -2.1],
  ...letters.map((c, i) => [c, -5 - i / 7]),
  ...meta.joined.map((p, i) => [p, -3 - i / 11]),
];

const models = {
  "word level": {
    pre_tokenizer: { type: "Whitespace" },
    model: { type: "WordLevel", vocab: vocabOf(["[UNK]"], words), unk_token: "[UNK]" },
  },
  wordpiece: {
    normalizer: normalizers["bert uncased"],
    pre_tokenizer: { type: "BertPreTokenizer" },
    model: {
      type: "WordPiece",
      unk_token: "[UNK]",
      continuing_subword_prefix: "##",
      max_input_chars_per_word: 20,
      vocab: vocabOf(
        ["[UNK]"],
        letters,
        letters.map((c) => `##${c}`),
        prefixed.joined,
      ),
    },
    decoder: { type: "WordPiece", prefix: "##", cleanup: true },
  },
  "bpe, unknown dropped": {
    pre_tokenizer: { type: "Whitespace" },
    model: bpe({ vocab: vocabOf(letters, plain.joined), merges: plain.merges }),
  },
  "bpe, unknown": {
    pre_tokenizer: { type: "Whitespace" },
    model: bpe({
      vocab: vocabOf(["<unk>"], letters, plain.joined),
      merges: plain.merges.map((m) => m.join(" ")),
      unk_token: "<unk>",
    }),
  },
  "bpe, unknown fused": {
    pre_tokenizer: { type: "Whitespace" },
    model: bpe({
      vocab: vocabOf(["<unk>"], letters, plain.joined),
      merges: plain.merges,
      unk_token: "<unk>",
      fuse_unk: true,
    }),
  },
  "bpe, some bytes": {
    pre_tokenizer: { type: "Whitespace" },
    model: bpe({
      vocab: vocabOf(["<unk>"], bytePieces.slice(0, 0xd0), letters, plain.joined),
      merges: plain.merges,
      unk_token: "<unk>",
      fuse_unk: true,
      byte_fallback: true,
    }),
  },
  "bpe, prefix": {
    pre_tokenizer: { type: "Whitespace" },
    model: bpe({
      vocab: vocabOf(
        ["<unk>"],
        letters,
        letters.map((c) => `##${c}`),
        prefixed.joined,
      ),
      merges: prefixed.merges,
      unk_token: "<unk>",
      continuing_subword_prefix: "##",
    }),
    decoder: { type: "WordPiece", prefix: "##", cleanup: false },
  },
  "bpe, suffix": {
    pre_tokenizer: { type: "Whitespace" },
    model: bpe({
      vocab: vocabOf(
        ["<unk>"],
        letters,
        letters.map((c) => `${c}</w>`),
        suffixed.joined,
      ),
      merges: suffixed.merges,
      unk_token: "<unk>",
      end_of_word_suffix: "</w>",
    }),
    decoder: { type: "BPEDecoder", suffix: "</w>" },
  },
  "bpe, whole words first": {
    pre_tokenizer: { type: "Whitespace" },
    model: bpe({
      vocab: vocabOf(["<unk>"], letters, plain.joined, ["running", "xyz", "hellohello"]),
      merges: plain.merges,
      unk_token: "<unk>",
      ignore_merges: true,
    }),
  },
  "bpe of bytes": {
    pre_tokenizer: byteLevelStep(true),
    model: bpe({ vocab: vocabOf(byteCharacters, byteLevel.joined), merges: byteLevel.merges }),
    decoder: byteLevelStep(true),
    post_processor: byteLevelStep(true),
  },
  "bpe of bytes, whole words first": {
    pre_tokenizer: byteLevelStep(false),
    model: bpe({
      vocab: vocabOf(byteCharacters, byteLevel.joined, ["Ġrunning", "xyz"]),
      merges: byteLevel.merges,
      ignore_merges: true,
    }),
    decoder: byteLevelStep(true),
    post_processor: byteLevelStep(false),
  },
  "bpe of some bytes": {
    pre_tokenizer: byteLevelStep(false),
    model: bpe({
      vocab: vocabOf(["<unk>"], byteCharacters.slice(32, 200), byteLevel.joined),
      merges: byteLevel.merges,
      unk_token: "<unk>",
    }),
    decoder: byteLevelStep(true),
  },
  "bpe after a byte-level normalizer": {
    normalizer: { type: "ByteLevel" },
    pre_tokenizer: { type: "Whitespace" },
    model: bpe({ vocab: vocabOf(byteCharacters, byteLevel.joined), merges: byteLevel.merges }),
    decoder: byteLevelStep(true),
  },
  "bpe of SentencePiece": {
    normalizer: {
      type: "Sequence",
      normalizers: [
        { type: "Prepend", prepend: "▁" },
        { type: "Replace", pattern: { String: " " }, content: "▁" },
      ],
    },
    model: bpe({
      vocab: vocabOf(["<unk>"], bytePieces, ["▁"], letters, meta.joined),
      merges: meta.merges,
      unk_token: "<unk>",
      fuse_unk: true,
      byte_fallback: true,
    }),
    decoder: {
      type: "Sequence",
      decoders: [
        { type: "Replace", pattern: { String: "▁" }, content: " " },
        { type: "ByteFallback" },
        { type: "Fuse" },
        { type: "Strip", content: " ", start: 1, stop: 0 },
      ],
    },
  },
  unigram: {
    pre_tokenizer: metaspaceStep("always", true),
    model: { type: "Unigram", unk_id: 0, vocab: unigramVocab, byte_fallback: false },
    decoder: metaspaceStep("always", true),
  },
  "unigram, whole texts": {
    pre_tokenizer: metaspaceStep("first", false),
    model: { type: "Unigram", unk_id: 0, vocab: unigramVocab, byte_fallback: false },
    decoder: metaspaceStep("first", false),
  },
  "unigram, bytes": {
    pre_tokenizer: metaspaceStep("never", false),
    model: {
      type: "Unigram",
      unk_id: 0,
      vocab: [...unigramVocab, ...bytePieces.map((p) => [p, 0])],
      byte_fallback: true,
    },
    decoder: { type: "Sequence", decoders: [{ type: "ByteFallback" }, metaspaceStep("never", false)] },
  },
};

const template = (single, pair, tokens) => ({
  type: "TemplateProcessing",
  single: single.map(([id, type_id]) =>
    /^[AB]$/.test(id) ? { Sequence: { id, type_id } } : { SpecialToken: { id, type_id } },
  ),
  pair: pair.map(([id, type_id]) =>
    /^[AB]$/.test(id) ? { Sequence: { id, type_id } } : { SpecialToken: { id, type_id } },
  ),
  special_tokens: tokens,
});
const specials = {
  "[CLS]": { id: "[CLS]", ids: [1], tokens: ["the"] },
  "[SEP]": { id: "[SEP]", ids: [2, 3], tokens: ["cat", "sat"] },
};
const postProcessors = {
  bert: { type: "BertProcessing", sep: ["cat", 2], cls: ["the", 1] },
  roberta: { type: "RobertaProcessing", sep: ["cat", 2], cls: ["the", 1], trim_offsets: true, add_prefix_space: true },
  "roberta, untrimmed": {
    type: "RobertaProcessing",
    sep: ["cat", 2],
    cls: ["the", 1],
    trim_offsets: false,
    add_prefix_space: false,
  },
  template: template(
    [
      ["[CLS]", 0],
      ["A", 0],
      ["[SEP]", 0],
    ],
    [
      ["[CLS]", 0],
      ["A", 0],
      ["[SEP]", 0],
      ["B", 1],
      ["[SEP]", 1],
    ],
    specials,
  ),
  "template, odd": template(
    [
      ["A", 3],
      ["[SEP]", 2],
    ],
    [
      ["B", 2],
      ["[SEP]", 1],
      ["A", 1],
    ],
    specials,
  ),
  sequence: {
    type: "Sequence",
    processors: [
      byteLevelStep(true),
      template(
        [
          ["[CLS]", 0],
          ["A", 0],
        ],
        [
          ["[CLS]", 0],
          ["A", 0],
          ["B", 1],
        ],
        specials,
      ),
    ],
  },
  none: null,
};
const truncations = {
  right: { direction: "Right", max_length: 9, strategy: "LongestFirst", stride: 0 },
  left: { direction: "Left", max_length: 9, strategy: "LongestFirst", stride: 0 },
  stride: { direction: "Right", max_length: 9, strategy: "LongestFirst", stride: 2 },
  "left stride": { direction: "Left", max_length: 8, strategy: "LongestFirst", stride: 1 },
  "only first": { direction: "Right", max_length: 10, strategy: "OnlyFirst", stride: 1 },
};
const paddings = {
  longest: {
    strategy: "BatchLongest",
    direction: "Right",
    pad_to_multiple_of: 8,
    pad_id: 5,
    pad_type_id: 1,
    pad_token: "mat",
  },
  fixed: {
    strategy: { Fixed: 12 },
    direction: "Left",
    pad_to_multiple_of: null,
    pad_id: 5,
    pad_type_id: 0,
    pad_token: "mat",
  },
};

const addedTokens = [
  added("[MASK]", { lstrip: true, special: true }),
  added("<s>", { special: true }),
  added("<sep>", { rstrip: true }),
  added("cat", { single_word: true }),
  added("hello", { normalized: true }),
  added("Hello World", { normalized: true }),
  added("  ", {}),
  added("\n", { rstrip: true }),
  added("é", { normalized: true, single_word: true }),
  added("x▁y", { normalized: true, lstrip: true, rstrip: true }),
  added("[MASK][MASK]", { special: true }),
];

/** Every definition: its name, its JSON, and which texts it likes to see. */
export function definitions() {
  const list = [];
  const add = (name, parts, options = {}) => list.push({ name, json: define(parts), ...options });
  for (const [name, normalizer] of Object.entries(normalizers)) add(`normalizer: ${name}`, { normalizer });
  for (const [name, pre_tokenizer] of Object.entries(preTokenizers)) add(`pre-tokenizer: ${name}`, { pre_tokenizer });
  for (const [name, pre_tokenizer] of Object.entries(preTokenizers)) {
    add(`pre-tokenizer behind a normalizer: ${name}`, { normalizer: normalizers["sequence of forms"], pre_tokenizer });
  }
  for (const [name, parts] of Object.entries(models)) add(`model: ${name}`, parts);
  for (const [name, post_processor] of Object.entries(postProcessors)) {
    add(`post-processor: ${name}`, { ...models["word level"], post_processor }, { pairs: true });
    add(`post-processor on bytes: ${name}`, { ...models["bpe of bytes"], post_processor }, { pairs: true });
    for (const [cut, truncation] of Object.entries(truncations)) {
      add(
        `truncation: ${name}, ${cut}`,
        { ...models["bpe of bytes"], post_processor, truncation },
        { pairs: truncation.stride === 0 && post_processor !== null, flags: ["--overflow"] },
      );
    }
  }
  for (const [name, padding] of Object.entries(paddings)) {
    add(
      `padding: ${name}`,
      { ...models["word level"], post_processor: postProcessors.template, padding },
      { flags: ["--padding"], pairs: true },
    );
  }
  const withAdded = ["none", "Metaspace first true", "ByteLevel true true", "BertPreTokenizer", "Whitespace"];
  for (const name of withAdded) {
    for (const normalizer of [null, normalizers["bert uncased"], normalizers["replace spaces"], normalizers.prepend]) {
      add(
        `added tokens: ${name}, ${normalizer?.type ?? "as it is"}`,
        { added_tokens: addedTokens, normalizer, pre_tokenizer: preTokenizers[name] },
        { pieces: addedTokens.map((t) => t.content) },
      );
    }
  }
  for (const [name, decoder] of Object.entries({
    none: null,
    "word piece": { type: "WordPiece", prefix: "##", cleanup: true },
    ctc: { type: "CTC", pad_token: "the", word_delimiter_token: "a", cleanup: true },
    "ctc as is": { type: "CTC", pad_token: "the", word_delimiter_token: "|", cleanup: false },
    fuse: { type: "Fuse" },
    strip: { type: "Strip", content: "t", start: 1, stop: 0 },
    replace: { type: "Replace", pattern: { Regex: "[aeiou]" }, content: "_" },
    metaspace: metaspaceStep("always", true),
  }))
    add(`decoder: ${name}`, { ...models["word level"], added_tokens: addedTokens, decoder }, { pieces: words });
  return list;
}

/** Universal Sentence Encoder lite's own definition, without wembed's key. */
export function useLite(file) {
  const definition = JSON.parse(readFileSync(file, "utf8"));
  delete definition.model.viterbi;
  return JSON.stringify(definition);
}
