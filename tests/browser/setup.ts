/** Before the first test in a browser: sees that there is one, so that files that run at once need not both unpack it. */
import { launchChromium } from "./chromium.ts";

export async function setup(): Promise<void> {
  const browser = await launchChromium();
  await browser.close();
}
