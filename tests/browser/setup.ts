/** Before the first test in a browser: starts it once, so that files that run at once need not all unpack it, and prints which it is. */
import { launchChromium } from "./chromium.ts";

export async function setup(): Promise<void> {
  // `npm test` lists the names of the tests where there is no browser to run them.
  if (process.env["FABRICSCOPE_LISTING"] === "1") return;
  const browser = await launchChromium();
  process.stdout.write(`Browser: Chromium ${browser.version()}\n`);
  await browser.close();
}
