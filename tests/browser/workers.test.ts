import { expect, test } from "vitest";
import { answered, cycleOf, playToTheEnd, share, browserTests } from "./harness.ts";

const { visit } = browserTests();

test("a crashed worker is replaced, and the run goes on to the same end", async () => {
  const { page, faults } = await visit();
  const finding = await answered(page);
  const citation = await share(page, "Copy citation");
  await Promise.all(
    page.workers().map((worker) =>
      worker.evaluate(() => {
        setTimeout(() => {
          throw new Error("a crash made by the test");
        });
      }),
    ),
  );
  const before = await cycleOf(page);
  await expect.poll(() => cycleOf(page), { timeout: 10_000 }).toBeGreaterThan(before);
  await playToTheEnd(page);
  expect(await answered(page)).toBe(finding);
  expect(await share(page, "Copy citation")).toBe(citation);
  // The browser tells of the crash; nothing else may have gone wrong.
  expect(faults.filter((fault) => !fault.includes("a crash made by the test"))).toEqual([]);
  faults.length = 0;
});

test("pause stops the run within 300 ms, steps take it on and back, and play goes on", async () => {
  const { page } = await visit();
  await answered(page);
  const time = page.getByRole("region", { name: "Time", exact: true });
  await time.getByRole("button", { name: "Pause" }).click();
  await page.waitForTimeout(300);
  const stopped = await cycleOf(page);
  await page.waitForTimeout(300);
  expect(await cycleOf(page)).toBe(stopped);
  await time.getByRole("button", { name: "Step" }).click();
  await expect.poll(() => cycleOf(page)).toBe(stopped + 100);
  await page.locator("body").press(",");
  await page.locator("body").press(",");
  await expect.poll(() => cycleOf(page), { timeout: 10_000 }).toBe(Math.max(0, stopped - 100));
  await page.locator("body").press("Space");
  await expect.poll(() => cycleOf(page)).toBeGreaterThan(Math.max(0, stopped - 100));
});
