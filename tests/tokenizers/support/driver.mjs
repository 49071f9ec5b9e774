// The command-line driver of the native build (tests/tools/tokenize.cpp).

/** Its command; WEMBED_TOKENIZE names another one, with spaces between its words. */
export const driver = (
  process.env.WEMBED_TOKENIZE ?? "bash scripts/toolchain.sh run build/native/wembed_tokenize"
).split(" ");
