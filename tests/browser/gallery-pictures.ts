/**
 * The gallery's pictures, taken from the built page itself: `node src/tools/run.mjs tests/browser/gallery-pictures.ts
 * [id …]`. They are made anew after a document or the look of the stage has changed; all, where none is named.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Page } from "playwright-core";
import { readGallery } from "../../src/app/pages/gallery/entries.ts";
import { serve } from "../../src/tools/serve.mjs";
import { launchChromium } from "./chromium.ts";

const folder = resolve("public/scenarios");
const wanted = process.argv.slice(2);
if (!existsSync("dist/index.html")) {
  process.stderr.write("There is no dist/index.html; build the page first: npm run build.\n");
  process.exit(2);
}

/** The network alone, edge to edge. */
const alone = `.bar, .say, .finding, .cards, .rail-more, .stage-switch, .legend, .time, .leader, .runs, .toast, .notice { display: none !important }
  .page { grid-template: 1fr / 1fr !important; min-height: 0 !important }
  .main { grid-template: "stage" 1fr / 1fr !important; padding: 10px 16px !important }
  .stage { min-height: 0 !important; height: auto !important }`;

const entries = readGallery(JSON.parse(readFileSync(`${folder}/index.json`, "utf8")));
const [browser, server] = await Promise.all([launchChromium(), serve(resolve("dist"))]);
for (const { id, file, picture } of entries.filter((each) => wanted.length === 0 || wanted.includes(each.id))) {
  for (const colorScheme of ["light", "dark"] as const) {
    // The style above is foreign to the page, whose policy would refuse it.
    const context = await browser.newContext({
      viewport: { width: 1000, height: 625 },
      deviceScaleFactor: 0.48,
      colorScheme,
      bypassCSP: true,
    });
    const page = await context.newPage();
    await page.goto(`${server.address}#src=scenarios/${file}`);
    await page.locator(".finding p:not([data-stale]) b").waitFor({ state: "attached" });
    await page.addStyleTag({ content: alone });
    // Long enough for queues to fill and colours to settle.
    await page.waitForTimeout(3500);
    const taken = await page.screenshot();
    writeFileSync(`${folder}/${picture[colorScheme]}`, await asWebp(page, taken));
    process.stdout.write(`${id} ${colorScheme}\n`);
    await context.close();
  }
}
await Promise.all([browser.close(), server.close()]);

/** The browser itself makes the picture a fifth of its size. */
async function asWebp(page: Page, png: Buffer): Promise<Buffer> {
  const text = await page.evaluate(
    async (source) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [image.width, image.height];
      canvas.getContext("2d")!.drawImage(image, 0, 0);
      return canvas.toDataURL("image/webp", 0.7);
    },
    `data:image/png;base64,${png.toString("base64")}`,
  );
  return Buffer.from(text.slice(text.indexOf(",") + 1), "base64");
}
