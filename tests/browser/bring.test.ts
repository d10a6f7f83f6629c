/** Files that are dropped on the page are previewed one at a time, wherever the reader is. A canceled preview leaves no trace. */
import { setTimeout as wait } from "node:timers/promises";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { testOnRequest } from "../effort.ts";
import { brief, browserTests } from "./harness.ts";

const { visit } = browserTests();

/** A network of `leaves` leaf switches below two spines, as an edge list. */
const links = (leaves: number) =>
  ["source,target", ...Array.from({ length: leaves }, (_, i) => `leaf${i},spine1\nleaf${i},spine2\nh${i},leaf${i}`), ""].join("\n");

/** Drops text files on the page. */
async function drop(page: Page, ...files: readonly (readonly [name: string, text: string])[]): Promise<void> {
  await page.evaluate((all) => {
    const dataTransfer = new DataTransfer();
    for (const [name, text] of all) dataTransfer.items.add(new File([text], name));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
  }, files);
}

const preview = (page: Page, name: string) => page.getByRole("dialog", { name, exact: true });
const use = (page: Page) => page.getByRole("button", { name: "Use it" });

/** Waits until the page has started its own workers, and returns their number. */
async function begun(page: Page): Promise<number> {
  await page.locator("#stage svg").first().waitFor();
  await expect.poll(() => page.workers().length).toBeGreaterThan(0);
  await page.waitForTimeout(1000);
  return page.workers().length;
}

test("a file that is dropped over another takes its place, with all that should have come after it", async () => {
  const { page } = await visit(`#v=2&${brief}`);
  const before = await begun(page);
  await drop(page, ["a.csv", links(3)], ["never.csv", links(4)]);
  await preview(page, "a.csv").waitFor();
  await drop(page, ["b.csv", links(5)]);
  await preview(page, "b.csv").waitFor();
  await use(page).waitFor();
  await expect.poll(() => page.workers().length).toBeLessThanOrEqual(before + 1);
  await page.keyboard.press("Escape");
  await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
  await expect.poll(() => page.workers().length).toBeLessThanOrEqual(before);
});

testOnRequest("a scenario that is found late leaves what was dropped after it", async () => {
  const { page } = await visit(`#v=2&${brief}`);
  await begun(page);
  // Both files are dropped while the code that opens them is being loaded.
  await page.route(/\/(bring|results|show-workbench)-[^/]*\.js$/, async (route) => {
    await wait(300);
    await route.continue();
  });
  await drop(page, ["scenario.json", '{"version": 2, "title": "Late"}']);
  await drop(page, ["b.csv", links(5)]);
  await use(page).waitFor();
  await page.waitForTimeout(1000);
  expect(await preview(page, "b.csv").isVisible()).toBe(true);
});

testOnRequest("Esc from anywhere goes on to the next file, and another sheet gives all of them up", async () => {
  const { page } = await visit(`#v=2&${brief}`);
  const before = await begun(page);
  await drop(page, ["a.csv", links(3)], ["b.csv", links(4)], ["c.csv", links(5)]);
  for (const name of ["a.csv", "b.csv"]) {
    await preview(page, name).waitFor();
    await expect.poll(() => use(page).evaluate((button) => button === document.activeElement)).toBe(true);
    if (name === "b.csv") break;
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.keyboard.press("Escape");
  }
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.keyboard.press("?");
  await preview(page, "Keys").waitFor();
  await expect.poll(() => page.workers().length).toBeLessThanOrEqual(before);
  await page.keyboard.press("Escape");
  await page.waitForTimeout(500);
  expect(await page.getByRole("dialog").count()).toBe(0);
});

testOnRequest("a file that is dropped on the papers is looked at there, and used on the workbench", async () => {
  const { page } = await visit("#paper=trees");
  await page.locator(".paper-cards").waitFor();
  await drop(page, ["a.csv", links(3)]);
  await use(page).click();
  await page.getByText("A network of mine").first().waitFor();
  expect(await page.evaluate(() => location.hash)).not.toContain("paper");
});
