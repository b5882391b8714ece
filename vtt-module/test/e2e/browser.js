// @ts-check
// One real Chromium for the tests of a file, each page in a context of its own.

import { chromium } from "playwright-core";

const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

/** The first start may take 8 s where WebGL is done in software. */
export const START = 30_000;

export function launch() {
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", headless: true, args: FLAGS });
}

/** Sit down at a table, and wait until the map is drawn. @param {import("playwright-core").Page} page @param {string} link */
export async function seat(page, link) {
  await page.goto(link);
  await page.waitForFunction(() => Object.keys(window.fracasTest.drawnTracks()).length > 0, null, { timeout: START });
}

/**
 * A fresh page that fails the test when its own code throws.
 * @param {import("playwright-core").Browser} browser
 * @param {import("playwright-core").BrowserContextOptions} [options]
 */
export async function freshPage(browser, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  const page = await context.newPage();
  /** @type {string[]} */
  const errors = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.setDefaultTimeout(25_000);
  return { page, errors, close: () => context.close() };
}
