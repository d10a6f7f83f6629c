/** Checks whether a browser for the tests starts. Otherwise the process ends with code 1 and prints what to do. */
import { launchChromium } from "./chromium.ts";

await launchChromium().then(
  (browser) => browser.close(),
  (error: Error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  },
);
