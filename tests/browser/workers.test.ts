import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { answered, cycleOf, playToTheEnd, share, browserTests, toTheBeginning } from "./harness.ts";

const { visit } = browserTests();

test("a crashed worker is replaced, and the run goes on to the same end", async () => {
  const { page, faults } = await visit("#v=1&window=20000");
  const finding = await answered(page);
  const citation = await share(page, "Copy citation");
  await toTheBeginning(page);
  await page.locator("body").press("Space");
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
  await expect.poll(() => cycleOf(page)).toBeGreaterThan(before);
  await playToTheEnd(page);
  await expect.poll(() => answered(page)).toBe(finding);
  expect(await share(page, "Copy citation")).toBe(citation);
  // The browser tells of the crash; nothing else may have gone wrong.
  expect(faults.filter((fault) => !fault.includes("a crash made by the test"))).toEqual([]);
  faults.length = 0;
});

/** Milliseconds from a click on Pause to the last sign that the run goes on, in the second after it. */
const pauseTaken = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const begun = performance.now();
        let last = begun;
        const signs = new MutationObserver(() => (last = performance.now()));
        signs.observe(document.querySelector(".clock")!, { subtree: true, childList: true, characterData: true });
        document.querySelector<HTMLElement>(".controls .play")!.click();
        setTimeout(() => (signs.disconnect(), resolve(last - begun)), 1000);
      }),
  );

test("pause stops the run within 300 ms, steps take it on and back, and play goes on", async () => {
  const { page } = await visit("#v=1&window=40000");
  const time = page.getByRole("region", { name: "Time", exact: true });
  const [play, pause] = ["Play", "Pause"].map((name) => time.getByRole("button", { name, exact: true }));
  // Whatever else the machine does can only make it later, so the best of several counts.
  let best = Infinity;
  for (let tries = 0; tries < 5 && best >= 300; tries++) {
    await pause.waitFor();
    await expect.poll(() => cycleOf(page)).toBeGreaterThan(0);
    best = Math.min(best, await pauseTaken(page));
    await play.waitFor();
    if (best >= 300) await play.click();
  }
  expect(best).toBeLessThan(300);

  await toTheBeginning(page);
  const step = time.getByRole("button", { name: "Step" });
  for (const cycle of [100, 200, 300]) {
    await step.click();
    await expect.poll(() => cycleOf(page)).toBe(cycle);
  }
  await page.locator("body").press(",");
  await page.locator("body").press(",");
  await expect.poll(() => cycleOf(page)).toBe(100);
  await page.locator("body").press("Space");
  await expect.poll(() => cycleOf(page)).toBeGreaterThan(100);
});

test("the worker fetches what only programs need when it analyses one", async () => {
  const { page } = await visit("#v=1&topology=thin-tree:k4,k'2,n3&workload=butterfly-exchange:ranks16");
  await page
    .getByRole("region", { name: "Finding" })
    .getByText(/longest chain has 4\smessages/)
    .waitFor();
});
