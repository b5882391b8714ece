// @ts-check
// Pictures of what a test saw, kept beside the tests for people to look at.

import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The folder, made if need be. */
export const ARTIFACTS = fileURLToPath(new URL("../artifacts/", import.meta.url));
mkdirSync(ARTIFACTS, { recursive: true });

/** @param {import("playwright-core").Page} page @param {string} name */
export async function shoot(page, name) {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  await page.waitForTimeout(250); // tokens glide, panels open
  await page.screenshot({ path: `${ARTIFACTS}${name}-${width}x${height}.png` });
}
