// What tests/web/pages/plain.js puts into the page.
declare var wembed: typeof import("wembed");
