// Normalization forms against utf8proc's own whole-text functions, and the origins of what comes out.
#include "text/normalization.h"

#include <utf8proc.h>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/generators/catch_generators_range.hpp>
#include <cstdlib>
#include <random>
#include <string>

#include "text/utf8.h"

using namespace wembed;

namespace {

std::string normalized(NormalizationForm form, const std::string& text) {
  std::vector<NormalizedPoint> points;
  normalize_unicode(form, text, points);
  std::string out;
  for (const auto& point : points) append_utf8(point.value, out);
  return out;
}

// utf8proc normalizes whole texts; its functions end at a NUL.
std::string oracle(NormalizationForm form, const std::string& text) {
  const auto* bytes = reinterpret_cast<const utf8proc_uint8_t*>(text.c_str());
  utf8proc_uint8_t* result = nullptr;
  switch (form) {
    case NormalizationForm::nfc: result = utf8proc_NFC(bytes); break;
    case NormalizationForm::nfd: result = utf8proc_NFD(bytes); break;
    case NormalizationForm::nfkc: result = utf8proc_NFKC(bytes); break;
    case NormalizationForm::nfkd: result = utf8proc_NFKD(bytes); break;
  }
  std::string out(reinterpret_cast<char*>(result));
  std::free(result);
  return out;
}

constexpr auto forms = {NormalizationForm::nfc, NormalizationForm::nfd, NormalizationForm::nfkc,
                        NormalizationForm::nfkd};

}  // namespace

TEST_CASE("every code point alone and beside others has the forms of utf8proc", "[text]") {
  for (char32_t value = 1; value < 0x110000; ++value) {
    if (value >= 0xd800 && value < 0xe000) continue;
    std::string alone;
    append_utf8(value, alone);
    std::string between = "a";
    between.append(alone).append("\u0301\u0327").append(alone).append("e");
    for (const auto form : forms) {
      if (normalized(form, alone) != oracle(form, alone))
        FAIL("alone: U+" << std::hex << static_cast<uint32_t>(value));
      if (normalized(form, between) != oracle(form, between)) {
        FAIL("between: U+" << std::hex << static_cast<uint32_t>(value));
      }
    }
  }
}

TEST_CASE("random mixes of what combines have the forms of utf8proc", "[text][property]") {
  const uint32_t seed = GENERATE(range(0u, 100u));
  CAPTURE(seed);
  std::mt19937 random(seed);
  constexpr char32_t pool[] = {'a',     'e',     ' ',    0xe9,   0x301,  0x327,  0x323,  0x302,
                               0x1100,  0x1161,  0x11a8, 0xac00, 0xac01, 0xfb01, 0x212b, 0x9c7,
                               0x9be,   0x1d15e, 0x344,  0xfdfa, 0x3099, 0x304b, 0xff76, 0xff9e,
                               0x1f600, 0x2126,  0x0f73, 0x1e9b, 0x00a8, 0x09d7};
  std::string text;
  for (uint32_t i = 0; i < 1 + random() % 40; ++i) append_utf8(pool[random() % std::size(pool)], text);
  for (const auto form : forms) CHECK(normalized(form, text) == oracle(form, text));
}

TEST_CASE("changes say which source character a code point stands for", "[text]") {
  const auto changes = [](NormalizationForm form, std::string_view text) {
    std::vector<NormalizedPoint> points;
    normalize_unicode(form, text, points);
    std::vector<int32_t> out;
    for (const auto& point : points) out.push_back(point.change);
    return out;
  };
  CHECK(changes(NormalizationForm::nfkc, "x\ufb01y") == std::vector<int32_t>{0, 0, 1, 0});
  CHECK(changes(NormalizationForm::nfc, "xe\u0301y") == std::vector<int32_t>{0, -1, 0});
  CHECK(changes(NormalizationForm::nfd, "x\u00e9y") == std::vector<int32_t>{0, 0, 1, 0});
  CHECK(changes(NormalizationForm::nfc, "\u00e9") == std::vector<int32_t>{0});
}

TEST_CASE("a text may be normalized in parts that end at boundaries", "[text][property]") {
  const uint32_t seed = GENERATE(range(0u, 200u));
  CAPTURE(seed);
  std::mt19937 random(seed);
  constexpr char32_t pool[] = {'a',    'e',    ' ',    0xe9,   0x301, 0x327, 0x1100,
                               0x1161, 0x11a8, 0xac00, 0xfb01, 0x9c7, 0x9be, 0x4e00};
  std::string text;
  for (uint32_t i = 0; i < 1 + random() % 40; ++i) append_utf8(pool[random() % std::size(pool)], text);
  for (const auto form : forms) {
    std::string out;
    for (size_t at = 0; at < text.size();) {
      const size_t same = normalized_prefix(form, text, at);
      out.append(text, at, same - at);
      const size_t end = normalization_boundary(form, text, same);
      out += normalized(form, text.substr(same, end - same));
      at = end;
    }
    CHECK(out == oracle(form, text));
  }
}

TEST_CASE("bytes that are not UTF-8 are replaced one by one", "[text]") {
  CHECK(normalized(NormalizationForm::nfkc, "a\xff\xc3") == "a\ufffd\ufffd");
  CHECK(normalized(NormalizationForm::nfkc, "\xed\xa0\x80") == "\ufffd\ufffd\ufffd");
  CHECK(normalized(NormalizationForm::nfkc, std::string("a\0b", 3)) == std::string("a\0b", 3));
}

TEST_CASE("a long run of combining marks takes no more than sorting", "[text]") {
  std::string text = "a";
  for (int i = 0; i < 200'000; ++i) text += i % 2 == 0 ? "\u0301" : "\u0323";
  CHECK(normalized(NormalizationForm::nfc, text).size() > 100'000);
}
