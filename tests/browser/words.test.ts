/** Glossary terms in the text: they open by tap, pointer and keyboard, and the focus returns to them. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { testOnRequest } from "../effort.ts";
import { findings } from "./axe.ts";
import { answered, brief, browserTests } from "./harness.ts";

const { visit } = browserTests();
const mesh = `#v=2&${brief}&topology=mesh:sizes8x8&traffic=uniform&load=.45`;

/** A page that has its answer and has received pointer events, which load the glossary. */
async function ready(link: string): Promise<Page> {
  const { page } = await visit(link);
  await answered(page);
  await page.mouse.move(5, 5);
  await page.mouse.move(9, 9);
  return page;
}

/** Opens the card of the first visible term by pointer and by keyboard, and closes it again. */
async function opensAndCloses(page: Page, within: string): Promise<void> {
  const word = page.locator(`${within} button.told:visible`).first();
  await word.waitFor();
  const card = page.locator("dialog.word-card");
  // By pointer, and closed by a click outside.
  await word.click();
  await card.waitFor();
  expect(await card.locator("svg rect, svg path").count()).toBeGreaterThan(1);
  await page.mouse.click(2, 2);
  await card.waitFor({ state: "detached" });
  // By keyboard.
  await word.focus();
  await page.keyboard.press("Enter");
  await card.waitFor();
  await page.keyboard.press("Escape");
  await card.waitFor({ state: "detached" });
  expect(await word.evaluate((element) => element === document.activeElement)).toBe(true);
}

test("in the legend and in the finding, from where they lead to the glossary, which has every kind", async () => {
  const page = await ready(mesh);
  await opensAndCloses(page, ".legend");
  await opensAndCloses(page, ".finding");
  await page.locator(".finding button.told").first().click();
  await page.locator("dialog.word-card").waitFor();
  expect(await findings(page)).toEqual([]);
  const title = await page.locator("dialog.word-card h2").innerText();
  await page.getByRole("button", { name: "More in the glossary" }).click();
  const sheet = page.locator("dialog.glossary");
  await sheet.waitFor();
  expect(await sheet.locator('button[aria-expanded="true"]').innerText()).toBe(title);
  await sheet.getByRole("searchbox").fill("escape");
  await sheet.getByRole("button", { name: "Escape channel" }).waitFor();
  await sheet.getByRole("searchbox").fill("tornado");
  await sheet.getByRole("button", { name: "Tornado, traffic pattern" }).click();
  await sheet.locator(".pictogram").waitFor();
});

testOnRequest("in a locked embed", async () => {
  const page = await ready(`${mesh}&embed=1&lock=all`);
  await opensAndCloses(page, ".finding");
  await opensAndCloses(page, ".sentence");
  await page.locator(".sentence button.told", { hasText: "uniform" }).click();
  expect(await page.locator("dialog.word-card .pictogram").count()).toBe(1);
});
