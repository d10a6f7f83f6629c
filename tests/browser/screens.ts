/**
 * Takes screenshots of the built page in four sizes and two themes for visual review: `npm run screens -- folder [link]`. File names
 * contain size and theme.
 */
import { existsSync, mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { serve } from "../../src/tools/serve.mjs";
import { launchChromium } from "./chromium.ts";

const sizes = [
  { name: "phone", viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 },
  { name: "tablet", viewport: { width: 1024, height: 768 }, deviceScaleFactor: 1 },
  { name: "laptop", viewport: { width: 1440, height: 900 }, deviceScaleFactor: 1 },
  { name: "projector", viewport: { width: 1920, height: 1080 }, deviceScaleFactor: 1 },
];

const [folder, link = ""] = process.argv.slice(2);
if (folder === undefined || !existsSync("dist/index.html")) {
  process.stderr.write("Usage: npm run screens -- folder [link], after npm run build.\n");
  process.exit(2);
}

const targetFolder = resolve(process.env["INIT_CWD"] ?? ".", folder);
mkdirSync(targetFolder, { recursive: true });
const [browser, server] = await Promise.all([launchChromium(), serve(resolve("dist"))]);
for (const { name, ...size } of sizes) {
  for (const colorScheme of ["light", "dark"] as const) {
    const context = await browser.newContext({ ...size, colorScheme });
    const page = await context.newPage();
    await page.goto(server.address + link.slice(Math.max(0, link.indexOf("#"))));
    // Wait for the answer, and for the part of the load curve that is computed in a few seconds.
    await page.locator(".finding .answer > p:not([data-stale]) .said").waitFor();
    await page.waitForTimeout(6000);
    const file = join(targetFolder, `${name}-${colorScheme}.png`);
    await page.screenshot({ path: file });
    process.stdout.write(`${file}\n`);
    await context.close();
  }
}
await Promise.all([browser.close(), server.close()]);
