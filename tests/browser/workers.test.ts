import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { answered, brief, cycleOf, playToTheEnd, share, browserTests, toTheBeginning } from "./harness.ts";

const { address, visit } = browserTests();

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

/** Ways in which no worker begins on a page from its next visit on; each returns the way to allow workers again, until the visit after. */
const withoutWorkers = {
  "the browser refuses one": async (page: Page) => {
    await page.addInitScript(() => {
      const { Worker } = window;
      const refused = function () {
        throw new Error("no worker in this test");
      };
      Object.assign(window, { Worker: refused, allowWorkers: () => Object.assign(window, { Worker }) });
    });
    return () => page.evaluate(() => void (window as unknown as { allowWorkers(): unknown }).allowWorkers());
  },
  "its script is missing": async (page: Page) => {
    let foundOn = "";
    await page.route(/run\.worker.*\.js$/, (route) =>
      page.url() === foundOn ? route.continue() : route.fulfill({ status: 404, body: "" }),
    );
    return async () => void (foundOn = page.url());
  },
};

test.each(Object.entries(withoutWorkers))(
  "where no worker begins because %s, the page says so, and tries again when asked",
  async (_, forbid) => {
    const { page, faults } = await visit("#paper=");
    const allow = await forbid(page);
    for (const link of ["", "&b.topology=k-ary-n-tree:k4,n3", "&sweep=load:.1;.2"]) {
      await page.goto("about:blank");
      await page.goto(address(`#v=1&${brief}${link}`));
      const lost = page.getByRole("region", { name: "Finding" }).getByRole("alert");
      await lost.getByText(/The worker could not be (started: no worker in this test|loaded)\. Try again/).waitFor();
      await allow();
      await lost.getByRole("button", { name: "Run again" }).click();
      await answered(page);
      await expect.poll(() => lost.count()).toBe(0);
      await expect.poll(() => cycleOf(page)).toBeGreaterThan(0);
      if (link.includes("sweep")) await page.getByRole("group", { name: "Runs" }).waitFor({ state: "detached" });
    }
    // The browser tells of the missing script; nothing else may have gone wrong.
    expect(faults.filter((fault) => !/404|run\.worker/.test(fault))).toEqual([]);
    faults.length = 0;
  },
);

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
