/** The page as a first-time visitor sees it, without a link. */
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
  await expect.poll(() => other.locator(invitation).count()).toBe(0);
  await expect.poll(() => other.evaluate(() => location.hash)).toContain("queue=5");

  const { page: third } = await visit(`#v=2&${shortRun}`);
  await waitForAnswer(third);
  await third.waitForTimeout(3000);
  expect(await third.locator(invitation).count()).toBe(0);
});
