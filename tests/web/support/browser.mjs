// Debian's Chromium, without its own errands on the network.
import { chromium } from "playwright-core";

export function launchChromium() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--js-flags=--expose-gc",
    ],
  });
}

/**
 * A page that keeps what goes wrong in it: errors, console output, requests to anywhere but `origin`.
 * @param {import("playwright-core").Browser} browser
 * @param {string} origin
 */
export async function newPage(browser, origin) {
  const page = await browser.newPage();
  /** @type {string[]} */
  const complaints = [];
  page.on("console", (message) => complaints.push(`console: ${message.text()}`));
  page.on("pageerror", (error) => complaints.push(`error: ${error.message}`));
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(origin) && !url.startsWith("data:")) complaints.push(`request: ${url}`);
  });
  return { page, complaints };
}

/**
 * What a page's script has put into a global variable, once it is there. Playwright's waitForFunction evaluates strings
 * in the page, which a strict policy forbids.
 * @param {import("playwright-core").Page} page
 * @param {string} name
 */
export async function waitForGlobal(page, name) {
  for (let tries = 0; tries < 300; ++tries) {
    const value = await page.evaluate((key) => Reflect.get(globalThis, key), name).catch(() => undefined);
    if (value !== undefined) return value;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`globalThis.${name} did not come`);
}
