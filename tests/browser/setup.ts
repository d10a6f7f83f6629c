/**
 * Global setup of the browser tests: starts the browser once, so that parallel test files need not all unpack it, and prints its version.
 */
import { launchChromium } from "./chromium.ts";

/** Starts the browser and prints its version, unless only test names are listed. */
export async function setup(): Promise<void> {
  // `npm test` lists the test names even if no browser is available.
  if (process.env["FABRICSCOPE_LISTING"] === "1") return;
  const browser = await launchChromium();
  process.stdout.write(`Browser: Chromium ${browser.version()}\n`);
  await browser.close();
}
