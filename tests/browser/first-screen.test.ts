/** The page as a first-time visitor sees it, without a link. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { thoroughTest } from "../effort.ts";
import { waitForAnswer, shortRun, browserTests } from "./harness.ts";

const { visit } = browserTests();
const invitation = ".bar .invitation";

test("a named network runs, with one number and one sentence that needs no footnote", async () => {
  const { page } = await visit();
  await waitForAnswer(page);
  expect(await page.title()).toBe("A first look · Fabricscope");
  expect(await page.locator(".figure-words").innerText()).toMatch(/^0\.37\s+of 0\.45 delivered$/);
  const why = (await page.locator(".answer > p .head").innerText()).trim();
  expect(why.match(/[.!?](?= |$)/g)?.length).toBe(1);
  expect(why).not.toMatch(/[()*†]/);
  // Nothing has been changed, so the address has no fragment.
  expect(await page.evaluate(() => location.hash)).toBe("");
});

/** The names of what the bar shows, from left to right. */
const barEntries = (page: Page) =>
  page
    .locator(".bar nav > *")
    .evaluateAll((all) => all.filter((each) => each.checkVisibility()).map((each) => each.getAttribute("aria-label") ?? each.textContent));

/** Names of the pages in the bar, and those in the menu, which together have the order of the bar. */
async function pagesInBarAndMenu(page: Page): Promise<readonly (readonly string[])[]> {
  const pages = ["Lessons", "Gallery", "Study", "Papers", "Compare", "Present"];
  await page.getByRole("button", { name: "Open and more" }).click();
  const menu = await page.getByRole("menu").getByRole("menuitem").allInnerTexts();
  await page.keyboard.press("Escape");
  await page.getByRole("menu").waitFor({ state: "detached" });
  return [await barEntries(page), menu].map((names) => names.flatMap((name) => (pages.includes(name ?? "") ? [name ?? ""] : [])));
}

test("the bar is the same for who is new, after an edit and a reload, and what does not fit is in the menu, in the same order", async () => {
  const { page } = await visit();
  await page.locator(invitation).getByRole("link").waitFor();
  const [bar, menu] = await pagesInBarAndMenu(page);
  expect([bar, menu]).toEqual([["Lessons", "Gallery", "Study", "Papers", "Compare", "Present"], []]);
  const entries = await barEntries(page);
  const top = (await page.getByRole("heading", { level: 1 }).boundingBox())!.y;
  await page.getByRole("spinbutton", { name: "Queue" }).press("ArrowUp");
  await page.waitForURL(/queue=5/);
  expect(await barEntries(page)).toEqual(entries);
  expect((await page.getByRole("heading", { level: 1 }).boundingBox())!.y).toBe(top);
  await page.reload();
  await waitForAnswer(page);
  expect(await barEntries(page)).toEqual(entries);
  for (const width of [1200, 820]) {
    await page.setViewportSize({ width, height: 900 });
    const [shown, rest] = await pagesInBarAndMenu(page);
    expect([...shown, ...rest].toSorted()).toEqual([...bar].toSorted());
    expect([shown, rest].map((names) => bar.filter((name) => names.includes(name)))).toEqual([shown, rest]);
  }
});

test("who is new is invited to the first lesson, and sees the study in a bar of one line", async () => {
  const { page } = await visit();
  await page.locator(invitation).getByRole("link").waitFor();
  for (const width of [1280, 1366, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.locator(".bar").getByRole("link", { name: "Study" }).isVisible()).toBe(true);
    expect((await page.locator(".bar").boundingBox())!.height).toBeLessThan(50);
  }
  await page
    .locator(invitation)
    .getByRole("link", { name: /^Four minutes/ })
    .click();
  await page.locator(".lesson-head").waitFor();
  expect(await page.evaluate(() => location.hash)).toBe("#choke");
});

thoroughTest("not now means not again; nor is somebody asked who has changed something, or came with a link", async () => {
  const { page } = await visit();
  await page.locator(invitation).getByRole("button", { name: "Not now" }).click();
  await expect.poll(() => page.locator(`${invitation} a`).count()).toBe(0);
  await page.reload();
  await waitForAnswer(page);
  await page.waitForTimeout(3000);
  expect(await page.locator(`${invitation} a`).count()).toBe(0);

  const { page: other } = await visit();
  await other.locator(`${invitation} a`).waitFor();
  await other.getByRole("spinbutton", { name: "Queue" }).focus();
  await other.keyboard.press("ArrowUp");
  await expect.poll(() => other.evaluate(() => location.hash)).toContain("queue=5");
  // The invitation stays while the page does, so that nothing moves.
  expect(await other.locator(`${invitation} a`).count()).toBe(1);
  await other.reload();
  await waitForAnswer(other);
  await other.waitForTimeout(3000);
  expect(await other.locator(invitation).count()).toBe(0);

  const { page: third } = await visit(`#v=2&${shortRun}`);
  await waitForAnswer(third);
  await third.waitForTimeout(3000);
  expect(await third.locator(invitation).count()).toBe(0);
});
