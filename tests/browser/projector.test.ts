/** Presenting a paper as slides. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { thoroughTest } from "../effort.ts";
import { accessibilityViolations } from "./axe.ts";
import { browserTests } from "./harness.ts";

const { visit } = browserTests();

const headingText = (page: Page) => page.locator(".projected h1").innerText();
const placeText = (page: Page) => page.locator(".projected-place b").innerText();

/** By how many pixels the slide overflows horizontally and vertically, once its layout no longer changes. */
async function overflowOf(page: Page): Promise<readonly number[]> {
  await page.locator(".fitted :is(svg text, td):visible").first().waitFor();
  return page.locator(".fitted").evaluate(async (slide) => {
    const measure = () => [
      slide.scrollWidth - slide.clientWidth,
      slide.scrollHeight - slide.clientHeight,
      slide.firstElementChild?.clientHeight ?? 0,
    ];
    let [before, now, unchangedFrames] = [measure(), measure(), 0];
    while (unchangedFrames < 20) {
      await new Promise(requestAnimationFrame);
      [before, now] = [now, measure()];
      unchangedFrames = String(before) === String(now) ? unchangedFrames + 1 : 0;
    }
    return now.slice(0, 2);
  });
}

test("a paper is presented from a clicker: claim, exhibits, black, back; leaving is at what was shown last", async () => {
  const { page } = await visit("#paper=quads", { viewport: { width: 1920, height: 1080 } });
  const isBefore = () => !page.url().includes("#");
  await page.locator(".paper-cards").waitFor();
  await page.keyboard.press("p");
  await expect.poll(() => placeText(page)).toBe("1 of 8");
  expect(await headingText(page)).toMatch(/^Twelve small switches are nearly as fast as one large switch/);
  expect(await page.locator(".projected > header").innerText()).toMatch(/all 3 statements that support it hold/);
  expect(await page.locator(".share-corner").innerText()).toMatch(/#paper=quads\n/);

  await page.keyboard.press("PageDown");
  await expect.poll(() => placeText(page)).toBe("2 of 8");
  expect(await page.evaluate(() => location.hash)).toBe("#paper=quads-figure-1");
  expect(await page.locator(".share-corner").innerText()).toMatch(/#paper=quads-figure-1/);
  await page.locator(".fitted svg text").first().waitFor();
  expect(await overflowOf(page)).toEqual([0, 0]);

  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("PageDown");
  await expect.poll(() => headingText(page)).toBe("Time of 64 nodes to transpose 32 GiB");
  expect(await page.locator(".fitted table").innerText()).toMatch(/published\s+simulated/);
  expect(await overflowOf(page)).toEqual([0, 0]);
  await page.keyboard.press(".");
  await page.locator(".projected-black").waitFor();
  await page.keyboard.press("PageDown");
  await page.locator(".projected-black").waitFor({ state: "detached" });
  expect(await placeText(page)).toBe("4 of 8");

  await page.keyboard.press("PageUp");
  await expect.poll(() => placeText(page)).toBe("3 of 8");
  await page.getByRole("button", { name: "Step 2: Figure 1" }).click();
  await expect.poll(() => placeText(page)).toBe("2 of 8");
  await page.keyboard.press("Escape");
  await page.getByRole("heading", { level: 1, name: /Three switches per node/ }).waitFor();
  expect(await page.locator(".projected").count()).toBe(0);
  // Back leaves the slides instead of going through them.
  await page.goBack();
  await expect.poll(isBefore).toBe(true);
});

thoroughTest(
  "the last step leads back to the page, and an exhibit is presented from its place; the speaker's notes follow in a separate window",
  async () => {
    const { page } = await visit("#paper=quads-section-5");
    await page.getByRole("button", { name: "Present" }).click();
    await expect.poll(() => placeText(page)).toBe("8 of 8");
    await page.getByRole("button", { name: "Done" }).click();
    await page.locator(".paper-foot").waitFor();
    expect(await page.evaluate(() => location.hash)).toBe("#paper=quads-section-5");

    // The speaker notes follow in a separate window, with the page's typography and without violating its content security policy.
    await page.evaluate(() => void (location.hash = "#paper=trees-table-3a"));
    await expect.poll(() => page.title()).toBe("Trees report, Table 3a · Fabricscope");
    await page.getByRole("button", { name: "Present" }).click();
    const opened = page.waitForEvent("popup");
    await page.getByRole("button", { name: "Speaker notes" }).click();
    const own = await opened;
    await own.getByText("12 of 18: Table 3a").waitFor();
    expect(await own.locator(".speaker").innerText()).toMatch(/\d\d.\d\d[\s\S]*30 % of the 3,413[\s\S]*Next: With twelve-port switches/);
    await expect.poll(() => own.locator(".speaker").evaluate((words) => getComputedStyle(words).paddingTop)).toBe("24px");
    await page.keyboard.press("PageDown");
    await own.getByText("13 of 18: Table 3b").waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => own.isClosed()).toBe(true);
  },
);

thoroughTest("axe finds nothing on a paper's slides, and no slide of a small room is cut off", async () => {
  const { page } = await visit("#paper=torus", { viewport: { width: 1024, height: 768 } });
  await page.getByRole("button", { name: "Present" }).click();
  await page.locator(".claim-slide").waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  for (const [step, count] of Array.from({ length: 9 }, (_, i) => [i + 2, 10])) {
    await page.keyboard.press("PageDown");
    await expect.poll(() => placeText(page)).toBe(`${step} of ${count}`);
    expect(await overflowOf(page)).toEqual([0, 0]);
  }
  expect(await accessibilityViolations(page)).toEqual([]);
});
