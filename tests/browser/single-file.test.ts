/** The page without a server: as a single file, which opens from a USB stick, and as a folder, which says that it needs a server. */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { decompressBlock } from "../../src/app/decompress-block.ts";
import { thoroughTest } from "../effort.ts";
import { waitForAnswer, shortRun, browserTests, buildFolder, savedFile, copyFromShareMenu } from "./harness.ts";

const { visit } = browserTests({ isAlone: true });
/** An empty folder for the file. Its name has characters that must be encoded in an address. */
const folder = mkdtempSync(join(tmpdir(), "fabricscope on a stick #1 "));
const file = join(folder, "fabricscope.html");
const address = pathToFileURL(file).href;

// The build takes seconds, but a file from an earlier build may be out of date.
beforeAll(() => {
  const build = ["node_modules/vite/bin/vite.js", "build", "--mode", "single", "--outDir", folder, "--logLevel", "warn"];
  return promisify(execFile)(process.execPath, build, { env: { ...process.env, NODE_ENV: "production" } });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Opens the file without a connection. Every request counts as a fault of the visit. */
const openFile = (fragment = "") => visit(fragment, { offline: true }, address);

test("one file is the whole page: small enough to send, with a policy that lets nothing in, and the licences as they are", async () => {
  expect(readdirSync(folder)).toEqual(["fabricscope.html"]);
  const html = readFileSync(file, "utf8");
  expect(html.length).toBeLessThan(4.6e6);
  const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1];
  const textOf = (element: string) => new RegExp(`<${element}>([^]*?)</(?:script|style)>`).exec(html)![1];
  const own = await decompressBlock(textOf('script type="application/gzip" data-file="page.js"')).text();
  const digests = [textOf('script type="module"'), own, textOf("style")].map(
    (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`,
  );
  expect(policy).toBe(
    `default-src 'none'; script-src ${digests[0]} ${digests[1]}; style-src ${digests[2]}; img-src data: blob:; worker-src blob:; base-uri 'none'; form-action 'none'`,
  );
  expect(html.match(/http-equiv="Content-Security-Policy"/g)).toHaveLength(1);
  // The page refers to no other files.
  const elements = html.replaceAll(/(<(script|style)\b[^>]*>)[^]*?<\/\2>/g, "$1");
  expect(elements).not.toMatch(/\s(?:src|href)="(?!data:)|from-folder|og:/);
  expect(/id="licences">([^]*?)<\/script>/.exec(html)?.[1].trim()).toBe(readFileSync(`${buildFolder}/licences.txt`, "utf8").trim());
});

test("it runs with the numbers of the served page; its link opens again, and reproduces", async () => {
  const scenario = `#v=2&topology=torus:sizes4x4&load=.3&${shortRun}`;
  const [one, served] = await Promise.all([openFile(scenario), visit(scenario)]);
  const answers = await Promise.all([waitForAnswer(one.page), waitForAnswer(served.page)]);
  expect(answers[0]).toBe(answers[1]);
  const link = await copyFromShareMenu(one.page, "Copy link");
  const [here, part] = link.split("#");
  expect(here).toBe(address);
  // The links are equal, including the digest of the results.
  expect(part).toBe((await copyFromShareMenu(served.page, "Copy link")).split("#")[1]);
  const again = await openFile(`#${part}`);
  expect(await waitForAnswer(again.page)).toBe(answers[0]);
  await again.page.getByText("Reproduced").first().waitFor();
  // An edit changes the address, and a reload restores the edited document.
  const load = again.page.getByRole("spinbutton", { name: "Load" }).first();
  await load.focus();
  await again.page.keyboard.press("ArrowUp");
  await expect.poll(() => again.page.evaluate(() => location.hash)).not.toBe(`#${part}`);
  const changed = await waitForAnswer(again.page);
  await again.page.reload();
  expect(await waitForAnswer(again.page)).toBe(changed);
});

thoroughTest("papers with what was recorded, lessons, gallery and its pictures are inside; what is not is said", async () => {
  const { page } = await openFile("#paper=trees-table-4a");
  await page.getByText(/Recorded, engine/).waitFor();

  await page.goto(`${address}#choke`);
  await page.reload();
  await page.locator(".lesson-head h1").waitFor();

  await page.goto(`${address}#v=2`);
  await page.reload();
  await waitForAnswer(page);
  await page.getByRole("button", { name: "Gallery" }).click();
  const pictures = page.getByRole("dialog", { name: "Gallery" }).locator("img");
  await pictures.first().waitFor();
  const widthOf = () => pictures.first().evaluate((picture) => (picture as HTMLImageElement).naturalWidth);
  await expect.poll(widthOf).toBeGreaterThan(400);
  await page.getByRole("link", { name: /Tree saturation by a hot spot/ }).click();
  await page.getByText("Look: Every terminal sends a tenth").waitFor();
  expect(await page.evaluate(() => location.hash)).toBe("#src=scenarios/hot-spot.json");
  await waitForAnswer(page);

  // The page lists what the file does not contain, and says that it needs no connection.
  await page.goto(`${address}#src=course/week3.json`);
  await page.getByText("course/week3.json is not in this file").waitFor();
  await page.getByRole("button", { name: /^Open/ }).click();
  await page.getByRole("menuitem", { name: "Offline use" }).click();
  await page.getByText("This page is a single file that needs no connection").waitFor();
});

thoroughTest("it saves pictures, and opens the speaker's window, in its own type", async () => {
  const { page } = await openFile(`#v=2&${shortRun}`);
  await waitForAnswer(page);
  const picture = await savedFile(page, "Load curve", "Save as a picture (PNG)");
  expect(picture.subarray(1, 4).toString("latin1")).toBe("PNG");
  await page.goto(`${address}#paper=trees-table-3a`);
  await page.getByRole("button", { name: "Present" }).click();
  const popup = page.waitForEvent("popup");
  await page.getByRole("button", { name: "Speaker notes" }).click();
  const own = await popup;
  await expect.poll(() => own.locator(".speaker").evaluate((words) => getComputedStyle(words).paddingTop)).toBe("24px");
});

const needsServerText = "Opened from a folder, this page cannot run.";

test("the page of many files, opened from its folder, says what to do", async () => {
  const { page, faults } = await visit("", {}, pathToFileURL(`${buildFolder}/index.html`).href);
  await page.getByText(needsServerText).waitFor();
  expect(await page.getByText("The page is loading").isVisible()).toBe(false);
  expect(await page.getByText("python3 -m http.server").isVisible()).toBe(true);
  // The page's inline style works; its module scripts are blocked for file: addresses.
  expect(await page.locator("main").evaluate((main) => getComputedStyle(main).maxWidth)).toBe("960px");
  const refused = /CORS|ERR_FAILED|^foreign: file:.*\/dist\/(assets\/|favicon|manifest)/;
  expect(faults.splice(0).filter((fault) => !refused.test(fault))).toEqual([]);
});

test("from a slow host, it says that it is loading", async () => {
  const { page } = await visit("", { javaScriptEnabled: false });
  expect(await page.getByText("The page is loading").isVisible()).toBe(true);
  expect(await page.getByText(needsServerText).isVisible()).toBe(false);
});
