/** The gallery in the browser: its list, and opening its documents. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readGallery } from "../../src/app/shell/gallery-entries.ts";
import { firstFew, isThorough } from "../effort.ts";
import { waitForAnswer, shortRun, browserTests } from "./harness.ts";

const { visit } = browserTests();
const entries = readGallery(JSON.parse(readFileSync("dist/scenarios/index.json", "utf8")));

test("the gallery shows every document with its picture, and opening one keeps the draft, one press away and under Recent", async () => {
  const { page } = await visit(`#v=1&${shortRun}`);
  await waitForAnswer(page);
  const load = page.getByRole("spinbutton", { name: "Load" });
  const before = await load.getAttribute("aria-valuetext");
  await load.press("ArrowUp");
  await expect.poll(() => load.getAttribute("aria-valuetext")).not.toBe(before);
  const mine = (await load.getAttribute("aria-valuetext"))!;
  await page.getByRole("button", { name: "Gallery" }).click();
  const gallery = page.getByRole("dialog", { name: "Gallery" });
  await gallery
    .getByRole("link")
    .nth(entries.length - 1)
    .waitFor();
  expect(await gallery.getByRole("link").count()).toBe(entries.length);
  for (const image of firstFew(6, await gallery.locator("img").all())) {
    await image.scrollIntoViewIfNeeded();
    await expect.poll(() => image.evaluate((it: HTMLImageElement) => it.naturalWidth)).toBeGreaterThan(300);
  }

  const high = (await gallery.boundingBox())!.height;
  const search = gallery.getByRole("searchbox", { name: "Search the gallery" });
  await search.fill("no such thing");
  await gallery.getByText("No scenario matches this search.").waitFor();
  await search.fill(entries[0].title.toUpperCase());
  await gallery.getByText("1 found").waitFor();
  expect((await gallery.boundingBox())!.height).toBe(high);

  await gallery.getByRole("link", { name: entries[0].title }).click();
  await gallery.waitFor({ state: "detached" });
  const finding = page.getByRole("region", { name: "Finding" });
  await finding.getByText(entries[0].look).waitFor();
  await finding.getByRole("button", { name: "Hide this hint" }).click();
  expect(await finding.getByText(entries[0].look).count()).toBe(0);
  await expect.poll(() => finding.evaluate((it) => it === document.activeElement)).toBe(true);
  await page.getByText(entries[0].title, { exact: true }).first().waitFor();
  await expect.poll(() => page.url()).toMatch(new RegExp(`#src=scenarios/${entries[0].file}$`));

  await page.getByRole("link", { name: "Back to my network" }).click();
  await expect.poll(() => load.getAttribute("aria-valuetext")).toBe(mine);
  await expect.poll(() => page.url()).toContain(`load=${mine.replace(/^0/, "")}`);
  expect(await page.getByRole("link", { name: "Back to my network" }).count()).toBe(0);
  await page.goBack();
  await page.getByText(entries[0].title, { exact: true }).first().waitFor();
  await page.getByRole("button", { name: "Open and more" }).click();
  const recent = page.getByRole("menuitem", { name: new RegExp(`at load ${mine}`) });
  await recent.click();
  await expect.poll(() => load.getAttribute("aria-valuetext")).toBe(mine);

  await page.getByRole("button", { name: "Open and more" }).click();
  await page.getByRole("menuitem", { name: "Start over" }).click();
  await expect.poll(() => page.title()).toBe("A first look · Fabricscope");
  expect(await page.evaluate(() => location.hash)).toBe("");
  await page.getByRole("link", { name: "Fabricscope, to your network" }).click();
  await expect.poll(() => load.getAttribute("aria-valuetext")).toBe(mine);
});

/** The ordinary tests open one document that is run and one sweep with published results. */
const usualIds = ["thin-fat", "saturation"];
const openedEntries = entries.filter(({ id }) => isThorough || usualIds.includes(id));

/** Ordinary tests open all documents in one visit. Thorough tests open each in a separate visit, because some take long. */
const groups = isThorough ? openedEntries.map((each) => ({ documents: [each] })) : [{ documents: openedEntries }];

test.each(groups)("documents open by their address and run, from $documents.0.id on", async ({ documents }) => {
  const { page } = await visit(`#src=scenarios/${documents[0].file}`);
  for (const { file, title } of documents) {
    await page.evaluate((hash) => void (location.hash = hash), `src=scenarios/${file}`);
    await expect.poll(() => page.title()).toBe(`${title} · Fabricscope`);
    await waitForAnswer(page);
    expect(await page.getByRole("alert").filter({ visible: true }).count(), file).toBe(0);
  }
});
