/** Whether a browser for the tests starts: ends with 1 and says what to do where none does. */
import { launchChromium } from "./chromium.ts";

await launchChromium().then(
  (browser) => browser.close(),
  (error: Error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  },
);
