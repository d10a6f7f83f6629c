/** Glossary terms in the text: they open by tap, pointer and keyboard, and the focus returns to them. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { thoroughTest } from "../effort.ts";
import { accessibilityViolations } from "./axe.ts";
import { waitForAnswer, shortRun, browserTests } from "./harness.ts";

const { visit } = browserTests();
const mesh = `#v=2&${shortRun}&topology=mesh:sizes8x8&traffic=uniform&load=.45`;

/** A page that has its answer and has received pointer events, which load the glossary. */
async function pageWithGlossary(link: string): Promise<Page> {
  const { page } = await visit(link);
  await waitForAnswer(page);
  await page.mouse.move(5, 5);
  await page.mouse.move(9, 9);
  return page;
}

/** Opens the card of the first visible term by pointer and by keyboard, and closes it again. */
async function expectTermOpensAndCloses(page: Page, within: string): Promise<void> {
  const word = page.locator(`${within} button.glossary-term:visible`).first();
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
  const page = await pageWithGlossary(mesh);
  await expectTermOpensAndCloses(page, ".legend");
  await expectTermOpensAndCloses(page, ".finding");
  await page.locator(".finding button.glossary-term").first().click();
  await page.locator("dialog.word-card").waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
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

thoroughTest("in a locked embed", async () => {
  const page = await pageWithGlossary(`${mesh}&embed=1&lock=all`);
  await expectTermOpensAndCloses(page, ".finding");
  await expectTermOpensAndCloses(page, ".sentence");
  await page.locator(".sentence button.glossary-term", { hasText: "uniform" }).click();
  expect(await page.locator("dialog.word-card .pictogram").count()).toBe(1);
});
