/** Links and QR codes that are made on a local copy of the page lead to a published page. */
import { readFileSync } from "node:fs";
import jsQR from "jsqr";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { documentHash } from "../../src/core/scenario/document.ts";
import { parseDocument } from "../../src/core/scenario/read-document.ts";
import { engineVersion } from "../../src/core/run/version.ts";
import { readDocumentLink } from "../../src/links/index.ts";
import { serve } from "../../src/tools/serve.mjs";
import { thoroughTest } from "../effort.ts";
import { waitForAnswer, shortRun, browserTests, buildFolder, copyFromShareMenu } from "./harness.ts";

const { address, visit } = browserTests({ isAlone: true });

/** The text that a phone reads from the QR code on the page. */
async function readQrCode(page: Page): Promise<string | undefined> {
  const size = 600;
  const pixels = await page.getByRole("img", { name: /QR code/ }).evaluate(async (code, side) => {
    const picture = new Image(side, side);
    const copy = code.cloneNode(true) as SVGElement;
    copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
    copy.setAttribute("width", String(side));
    copy.setAttribute("height", String(side));
    picture.src = `data:image/svg+xml,${encodeURIComponent(copy.outerHTML)}`;
    await picture.decode();
    const canvas = new OffscreenCanvas(side, side);
    const context = canvas.getContext("2d")!;
    context.drawImage(picture, 0, 0, side, side);
    // The code has only black and white pixels, and a string is transferred faster than an array.
    const { data } = context.getImageData(0, 0, side, side);
    return Array.from({ length: side * side }, (_, i) => (data[4 * i] > 127 ? "1" : "0")).join("");
  }, size);
  const grayPixels = Uint8ClampedArray.from({ length: 4 * size * size }, (_, i) => (i % 4 === 3 || pixels[i >> 2] === "1" ? 255 : 0));
  return jsQR(grayPixels, size, size)?.data;
}

thoroughTest("a code made on one's own computer opens on a published page, with the same numbers", async () => {
  const published = await serve(buildFolder, { path: "/public/" });
  try {
    const { page } = await visit(`#v=2&topology=torus:sizes4x4&load=.3&${shortRun}`);
    const answer = await waitForAnswer(page);
    await page.getByRole("button", { name: "Share" }).click();
    await page.getByRole("menuitem", { name: "Show as QR code" }).click();
    await page.getByText("This address opens only on this computer.").waitFor();
    expect(await readQrCode(page)).toMatch(new RegExp(`^${address()}#`));

    await page.getByRole("button", { name: "Link address" }).click();
    const field = page.getByRole("textbox", { name: "Address of the published page" });
    await field.fill("networks.example.edu");
    await page.getByText("This is not the address of a page; expected one that begins with https://.").waitFor();
    await field.fill(published.address);
    await page.getByText(`Links begin with ${published.address}# from now on.`).waitFor();
    await page.keyboard.press("Escape");

    const link = await copyFromShareMenu(page, "Copy link");
    expect(link).toMatch(new RegExp(`^${published.address}#`));
    await page.getByRole("button", { name: "Share" }).click();
    await page.getByRole("menuitem", { name: "Show as QR code" }).click();
    const code = await readQrCode(page);
    expect(code).toBe(link);
    expect(await page.getByText("opens only on this computer").count()).toBe(0);

    const elsewhere = await visit(code!.slice(published.address.length), {}, published.address);
    expect(await waitForAnswer(elsewhere.page)).toBe(answer);
    await elsewhere.page.getByText("Reproduced").first().waitFor();
    // A presentation from a laptop also links to the published page, and the choice is remembered.
    await page.reload();
    await waitForAnswer(page);
    await page.keyboard.press("p");
    await page.getByRole("complementary", { name: /^(Open it on your own device|Share)$/ }).waitFor();
    expect(await page.getByText("on this computer only").count()).toBe(0);
  } finally {
    await published.close();
  }
});

test("where there is nothing, a page says so and leads back", async () => {
  const { page } = await visit("404.html");
  await page.getByText("There is nothing at this address.").waitFor();
  await page.getByRole("link", { name: "Open Fabricscope" }).click();
  await waitForAnswer(page);
});

test("what is cited and archived says everything, and can be run again from it", async () => {
  const { page } = await visit(`#v=2&topology=mesh:sizes4x4&load=.3&${shortRun}`);
  await waitForAnswer(page);
  await page.getByRole("button", { name: "Share" }).click();
  await page.getByRole("menuitem", { name: "Cite or archive" }).click();
  const sheet = page.getByRole("dialog", { name: "Cite or archive" });
  const [, digest] = /Engine \w+, digest (\w{10})/.exec(await sheet.getByText(`Engine ${engineVersion}, digest`).innerText())!;
  const copied = async (what: string) => {
    await page.evaluate(() => navigator.clipboard.writeText(""));
    await sheet.getByRole("button", { name: `Copy: ${what}` }).click();
    const text = () => page.evaluate(() => navigator.clipboard.readText());
    await expect.poll(text).not.toBe("");
    return text();
  };
  expect(await copied("BibTeX")).toMatch(new RegExp(`^@misc\\{fabricscope-${digest},\\n`));
  const link = await copied("Full link");
  expect(link).toMatch(new RegExp(`&routing=dimension-order.*&run=warmUp100,.*&engine=${engineVersion}&digest=${digest}$`));
  const [file] = await Promise.all([page.waitForEvent("download"), sheet.getByRole("button", { name: "Save: Full file" }).click()]);
  const whole = parseDocument(JSON.parse(readFileSync(await file.path(), "utf8")));
  expect(whole.claim).toEqual({ engine: engineVersion, digest });
  expect(documentHash(whole)).toBe(documentHash(await readDocumentLink(link)));
  const elsewhere = await visit(new URL(link).hash);
  await elsewhere.page.getByText(`= Reproduced: the results here have the digest that the link claims, ${digest}.`).waitFor();
});
