/**
 * Takes the gallery's pictures from the built page: `node src/tools/run.mjs tests/browser/gallery-pictures.ts [id …]`. Run it after a
 * document or the style of the stage has changed. Without ids it takes all pictures.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Page } from "playwright-core";
import { readGallery } from "../../src/app/shell/gallery-entries.ts";
import { serve } from "../../src/tools/serve.mjs";
import { launchChromium } from "./chromium.ts";

const folders = ["scenarios", "files"] as const;
const requestedIds = process.argv.slice(2);
if (!existsSync("dist/index.html")) {
  process.stderr.write("There is no dist/index.html; build the page first: npm run build.\n");
  process.exit(2);
}

/** Styles that leave only the network, from edge to edge. */
const networkOnlyStyle = `.bar, .say, .finding, .cards, .rail-more, .stage-switch, .legend, .time, .leader, .runs, .toast, .notice { display: none !important }
  .page { grid-template: 1fr / 1fr !important; min-height: 0 !important }
  .main { grid-template: "stage" 1fr / 1fr !important; padding: 10px 16px !important }
  .stage { min-height: 0 !important; height: auto !important }`;

/** Styles that leave only the picture of a file's preview. */
const previewOnlyStyle = `.bar, .main, .time, .brought { visibility: hidden !important }
  .file-preview-picture { visibility: visible }
  .file-preview-body { grid-template-columns: 0 1fr !important }`;

const entries = folders.flatMap((folder) =>
  readGallery(JSON.parse(readFileSync(`public/${folder}/index.json`, "utf8"))).map((entry) => ({ folder, ...entry })),
);
const [browser, server] = await Promise.all([launchChromium(), serve(resolve("dist"))]);
for (const { folder, id, title, file, picture } of entries.filter((each) => requestedIds.length === 0 || requestedIds.includes(each.id))) {
  for (const colorScheme of ["light", "dark"] as const) {
    // The page's content security policy would reject these styles.
    const context = await browser.newContext({
      viewport: { width: 1000, height: 625 },
      colorScheme,
      bypassCSP: true,
    });
    const page = await context.newPage();
    await (folder === "files" ? openFilePreview(page, title) : openDocument(page, `scenarios/${file}`));
    const taken = await page.screenshot({ clip: await page.evaluate(boundingBoxOfDrawing) });
    writeFileSync(resolve(`public/${folder}/${picture[colorScheme]}`), await asWebp(page, taken));
    process.stdout.write(`${id} ${colorScheme}\n`);
    await context.close();
  }
}
await Promise.all([browser.close(), server.close()]);

/** Opens a document and waits while it runs, with only the network visible. */
async function openDocument(page: Page, path: string): Promise<void> {
  await page.goto(`${server.address}#src=${path}`);
  await page.locator(".finding .answer > p:not([data-stale]) .said").waitFor({ state: "attached" });
  await page.addStyleTag({ content: networkOnlyStyle });
  // Long enough for queues to fill and colors to settle.
  await page.waitForTimeout(3500);
}

/** Opens the preview of a file of another program, with only its picture visible. */
async function openFilePreview(page: Page, title: string): Promise<void> {
  await page.goto(server.address);
  await page.getByRole("button", { name: "Gallery" }).click();
  await page.getByRole("dialog", { name: "Gallery" }).getByRole("button", { name: title }).click();
  await page.locator(".file-preview-picture svg :is(path, rect)").first().waitFor({ state: "attached" });
  await page.addStyleTag({ content: previewOnlyStyle });
  await page.waitForTimeout(1500);
}

/** Evaluated in the page: bounding box of everything drawn on the stage, with a margin, without empty background. */
function boundingBoxOfDrawing() {
  const marks: Pick<DOMRect, "left" | "top" | "right" | "bottom" | "width" | "height">[] = [
    ...document.querySelectorAll(
      ".file-preview-picture svg[aria-label] :is(path, rect:not(.catcher), circle, text), .page:not(:has(.file-preview-picture)) .stage svg :is(path, rect:not(.catcher), circle, text)",
    ),
  ].map((each) => each.getBoundingClientRect());
  // Links and switches may be painted on a canvas.
  for (const canvas of document.querySelectorAll<HTMLCanvasElement>(".page:not(:has(.file-preview-picture)) .stage canvas")) {
    const { left, top, width, height } = canvas.getBoundingClientRect();
    if (width < 1 || height < 1) continue;
    const copy = new OffscreenCanvas(Math.ceil(width), Math.ceil(height));
    const context = copy.getContext("2d")!;
    context.drawImage(canvas, 0, 0, copy.width, copy.height);
    const { data } = context.getImageData(0, 0, copy.width, copy.height);
    let [x1, y1, x2, y2] = [copy.width, copy.height, -1, -1];
    for (let i = 3; i < data.length; i += 4) {
      if (data[i] === 0) continue;
      const [x, y] = [((i - 3) / 4) % copy.width, Math.floor((i - 3) / 4 / copy.width)];
      [x1, y1, x2, y2] = [Math.min(x1, x), Math.min(y1, y), Math.max(x2, x), Math.max(y2, y)];
    }
    if (x2 >= 0) {
      marks.push({ left: left + x1, top: top + y1, right: left + x2 + 1, bottom: top + y2 + 1, width: x2 + 1 - x1, height: y2 + 1 - y1 });
    }
  }
  const visibleMarks = marks.filter(({ width, height }) => width > 0 && height > 0 && width < innerWidth + 1);
  const margin = 8;
  const [left, top] = [
    Math.min(...visibleMarks.map((each) => each.left)) - margin,
    Math.min(...visibleMarks.map((each) => each.top)) - margin,
  ];
  const [right, bottom] = [
    Math.max(...visibleMarks.map((each) => each.right)) + margin,
    Math.max(...visibleMarks.map((each) => each.bottom)) + margin,
  ];
  const [x, y] = [Math.max(0, left), Math.max(0, top)];
  return { x, y, width: Math.min(innerWidth, right) - x, height: Math.min(innerHeight, bottom) - y };
}

/** Scales a picture in the browser to the size at which the gallery shows it, centered on the page's background, and encodes it as WebP. */
async function asWebp(page: Page, png: Buffer): Promise<Buffer> {
  const text = await page.evaluate(
    async (source) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [480, 300];
      const context = canvas.getContext("2d")!;
      context.fillStyle = getComputedStyle(document.documentElement).getPropertyValue("--ground");
      context.fillRect(0, 0, canvas.width, canvas.height);
      const scale = Math.min(canvas.width / image.width, canvas.height / image.height);
      const [width, height] = [image.width * scale, image.height * scale];
      context.imageSmoothingQuality = "high";
      context.drawImage(image, (canvas.width - width) / 2, (canvas.height - height) / 2, width, height);
      return canvas.toDataURL("image/webp", 0.7);
    },
    `data:image/png;base64,${png.toString("base64")}`,
  );
  return Buffer.from(text.slice(text.indexOf(",") + 1), "base64");
}
