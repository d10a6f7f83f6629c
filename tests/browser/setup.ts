/** Before the first test in a browser: starts it once, so that files that run at once need not all unpack it, and prints which it is. */
import { launchChromium } from "./chromium.ts";

export async function setup(): Promise<void> {
  const browser = await launchChromium();
  process.stdout.write(`Browser: Chromium ${browser.version()}\n`);
  await browser.close();
}
