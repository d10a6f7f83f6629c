import { expect, test } from "vitest";
import { answered, playToTheEnd, share, useBrowser } from "./harness.ts";

const { visit } = useBrowser();

test("a crashed worker is replaced, and the run goes on to the same end", async () => {
  const { page, faults } = await visit();
  const finding = await answered(page);
  const citation = await share(page, "Copy citation");
  const clock = page.getByText(/[\d\s\u202f]+ of [\d\s\u202f]+ cycles/);
  await clock.waitFor();
  await Promise.all(
    page.workers().map((worker) =>
      worker.evaluate(() => {
        setTimeout(() => {
          throw new Error("a crash made by the test");
        });
      }),
    ),
  );
  const now = async () => Number((await clock.innerText()).split(" of ")[0].replaceAll(/\D/g, ""));
  const before = await now();
  await expect.poll(now, { timeout: 10_000 }).toBeGreaterThan(before);
  await playToTheEnd(page);
  expect(await answered(page)).toBe(finding);
  expect(await share(page, "Copy citation")).toBe(citation);
  // The browser tells of the crash; nothing else may have gone wrong.
  expect(faults.filter((fault) => !fault.includes("a crash made by the test"))).toEqual([]);
  faults.length = 0;
});

test("pause stops the run within 300 ms, step advances it, and play goes on", async () => {
  const { page } = await visit();
  await answered(page);
  const time = page.getByRole("region", { name: "Time", exact: true });
  const clock = time.locator(".clock");
  await time.getByRole("button", { name: "Pause" }).click();
  await page.waitForTimeout(300);
  const stopped = await clock.innerText();
  await page.waitForTimeout(300);
  expect(await clock.innerText()).toBe(stopped);
  const now = (text: string) => Number(text.split(" of ")[0].replaceAll(/\D/g, ""));
  await time.getByRole("button", { name: "Step" }).click();
  await expect.poll(async () => now(await clock.innerText())).toBe(now(stopped) + 100);
  await page.locator("body").press("Space");
  await expect.poll(async () => now(await clock.innerText())).toBeGreaterThan(now(stopped) + 100);
});
