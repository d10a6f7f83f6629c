/** Files that are dropped on the page are previewed one at a time, wherever the reader is. A canceled preview leaves no trace. */
import { setTimeout as wait } from "node:timers/promises";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { thoroughTest } from "../effort.ts";
import { shortRun, browserTests } from "./harness.ts";

const { visit } = browserTests();

/** A network of `leaves` leaf switches below two spines, as an edge list. */
const edgeList = (leaves: number) =>
  ["source,target", ...Array.from({ length: leaves }, (_, i) => `leaf${i},spine1\nleaf${i},spine2\nh${i},leaf${i}`), ""].join("\n");

/** Drops text files on the page. */
async function dropFiles(page: Page, ...files: readonly (readonly [name: string, text: string])[]): Promise<void> {
  await page.evaluate((all) => {
    const dataTransfer = new DataTransfer();
    for (const [name, text] of all) dataTransfer.items.add(new File([text], name));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
  }, files);
}

const preview = (page: Page, name: string) => page.getByRole("dialog", { name, exact: true });
const useButton = (page: Page) => page.getByRole("button", { name: "Use it" });

/** Waits until the page has started its own workers, and returns their number. */
async function waitForStart(page: Page): Promise<number> {
  await page.locator("#stage svg").first().waitFor();
  await expect.poll(() => page.workers().length).toBeGreaterThan(0);
  await page.waitForTimeout(1000);
  return page.workers().length;
}

test("a file that is dropped over another takes its place, with all that should have come after it", async () => {
  const { page } = await visit(`#v=2&${shortRun}`);
  const before = await waitForStart(page);
  await dropFiles(page, ["a.csv", edgeList(3)], ["never.csv", edgeList(4)]);
  await preview(page, "a.csv").waitFor();
  await dropFiles(page, ["b.csv", edgeList(5)]);
  await preview(page, "b.csv").waitFor();
  await useButton(page).waitFor();
  await expect.poll(() => page.workers().length).toBeLessThanOrEqual(before + 1);
  await page.keyboard.press("Escape");
  await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
  await expect.poll(() => page.workers().length).toBeLessThanOrEqual(before);
});

thoroughTest("a scenario that is found late leaves what was dropped after it", async () => {
  const { page } = await visit(`#v=2&${shortRun}`);
  await waitForStart(page);
  // Both files are dropped while the code that opens them is being loaded.
  await page.route(/\/(open-files|import-results|show-workbench)-[^/]*\.js$/, async (route) => {
    await wait(300);
    await route.continue();
  });
  await dropFiles(page, ["scenario.json", '{"version": 2, "title": "Late"}']);
  await dropFiles(page, ["b.csv", edgeList(5)]);
  await useButton(page).waitFor();
  await page.waitForTimeout(1000);
  expect(await preview(page, "b.csv").isVisible()).toBe(true);
});

thoroughTest("Esc from anywhere goes on to the next file, and another sheet gives all of them up", async () => {
  const { page } = await visit(`#v=2&${shortRun}`);
  const before = await waitForStart(page);
  await dropFiles(page, ["a.csv", edgeList(3)], ["b.csv", edgeList(4)], ["c.csv", edgeList(5)]);
  for (const name of ["a.csv", "b.csv"]) {
    await preview(page, name).waitFor();
    await expect.poll(() => useButton(page).evaluate((button) => button === document.activeElement)).toBe(true);
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

thoroughTest("a file that is dropped on the papers is looked at there, and used on the workbench", async () => {
  const { page } = await visit("#paper=trees");
  await page.locator(".paper-cards").waitFor();
  await dropFiles(page, ["a.csv", edgeList(3)]);
  await useButton(page).click();
  await page.getByText("A drawn network").first().waitFor();
  expect(await page.evaluate(() => location.hash)).not.toContain("paper");
});
