/** Workers of the page: pausing, crashes, missing workers and leaks. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { isThorough, thoroughTest } from "../effort.ts";
import { waitForAnswer, shortRun, cycleOf, playToEnd, copyFromShareMenu, browserTests, rewind } from "./harness.ts";

const { address, visit } = browserTests({ isAlone: true });
/** A small network: its load curve takes little processor time even if the run is long. */
const smallNetwork = "#v=1&topology=mesh:sizes4x4&traffic=uniform";

/** Milliseconds from a click on Pause to the last change of the clock within one second. */
const pauseDelay = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const start = performance.now();
        let last = start;
        const clockObserver = new MutationObserver(() => (last = performance.now()));
        clockObserver.observe(document.querySelector(".clock")!, { subtree: true, childList: true, characterData: true });
        document.querySelector<HTMLElement>(".controls .play")!.click();
        setTimeout(() => (clockObserver.disconnect(), resolve(last - start)), 1000);
      }),
  );

test("pause and steps take effect immediately; a crashed worker is replaced and the run continues to the same end", async () => {
  const { page, faults } = await visit(`${smallNetwork}&window=40000`);
  // Pause stops the run within 300 ms, steps move it forward and back, and Play continues.
  const time = page.getByRole("region", { name: "Time", exact: true });
  const [play, pause] = ["Play", "Pause"].map((name) => time.getByRole("button", { name, exact: true }));
  // Other load on the machine can only add delay, so the best of several attempts counts.
  let best = Infinity;
  for (let tries = 0; tries < 5 && best >= 300; tries++) {
    await pause.waitFor();
    await expect.poll(() => cycleOf(page)).toBeGreaterThan(0);
    best = Math.min(best, await pauseDelay(page));
    await play.waitFor();
    if (best >= 300) await play.click();
  }
  expect(best).toBeLessThan(300);

  await rewind(page);
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

  // A crashed worker is replaced, and the run continues to the same result.
  const finding = await waitForAnswer(page);
  const citation = await copyFromShareMenu(page, "Copy citation");
  await rewind(page);
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
  await playToEnd(page);
  await expect.poll(() => waitForAnswer(page)).toBe(finding);
  expect(await copyFromShareMenu(page, "Copy citation")).toBe(citation);
  // The browser reports the crash; no other error may occur.
  expect(faults.filter((fault) => !fault.includes("a crash made by the test"))).toEqual([]);
  faults.length = 0;
});

/**
 * Ways in which workers fail to start on every page that is loaded from now on. Each returns a function that allows workers on the current
 * page.
 */
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

thoroughTest.each(Object.entries(withoutWorkers))(
  "where no worker begins because %s, the page says so, and tries again when asked",
  async (_, forbid) => {
    const { page, faults } = await visit("#paper=");
    const allow = await forbid(page);
    for (const link of ["", "&b.topology=torus:sizes4x4", "&sweep=load:.1;.2"]) {
      await page.goto("about:blank");
      await page.goto(address(`${smallNetwork}&${shortRun}${link}`));
      const lost = page.getByRole("region", { name: "Finding" }).getByRole("alert");
      await lost.getByText(/The worker could not be (started: no worker in this test|loaded)\. Try again/).waitFor();
      await allow();
      await lost.getByRole("button", { name: "Run again" }).click();
      await waitForAnswer(page);
      await expect.poll(() => lost.count()).toBe(0);
      await expect.poll(() => cycleOf(page)).toBeGreaterThan(0);
      if (link.includes("sweep")) await page.getByRole("group", { name: "Runs" }).waitFor({ state: "detached" });
    }
    // The browser reports the missing script; no other error may occur.
    expect(faults.filter((fault) => !/404|run\.worker/.test(fault))).toEqual([]);
    faults.length = 0;
  },
);

/** Memory of a page after garbage collection: bytes of its JavaScript heap and of array buffers, and the number of event listeners. */
async function memoryOf(page: Page) {
  const session = await page.context().newCDPSession(page);
  // Objects freed by the first collection may have kept others alive.
  for (let rounds = 0; rounds < 3; rounds++) await session.send("HeapProfiler.collectGarbage");
  const { usedSize, backingStorageSize } = (await session.send("Runtime.getHeapUsage")) as Record<string, number>;
  await session.send("Performance.enable");
  const { metrics } = await session.send("Performance.getMetrics");
  await session.detach();
  return { heap: usedSize, buffers: backingStorageSize, listeners: metrics.find(({ name }) => name === "JSEventListeners")!.value };
}

/** Evaluated in the page: steps a number up and down until this many more workers have been created. */
async function stepUpAndDown(word: Element, workers: number): Promise<void> {
  const page = window as unknown as { workersBegun: number };
  const targetCount = page.workersBegun + workers;
  for (let i = 0; page.workersBegun < targetCount; i++) {
    const before = page.workersBegun;
    word.dispatchEvent(new KeyboardEvent("keydown", { key: i % 40 < 20 ? "ArrowUp" : "ArrowDown", bubbles: true }));
    // No worker is created for a step that is followed by the next one too soon.
    for (let attempts = 0; attempts < 50 && page.workersBegun === before; attempts++)
      await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

thoroughTest("workers that have ended leave nothing behind, after many steps, comparisons and sweeps", async () => {
  const { page } = await visit("#paper=");
  await page.addInitScript(() => {
    const counted = Object.assign(window, { workersBegun: 0 });
    window.Worker = class extends Worker {
      constructor(...how: ConstructorParameters<typeof Worker>) {
        super(...how);
        counted.workersBegun++;
      }
    };
  });
  await page.goto("about:blank");
  await page.goto(address());
  const open = async (link: string) => {
    await page.evaluate((fragment) => void (location.hash = fragment), `#v=1&${shortRun}&${link}`);
    await waitForAnswer(page);
  };
  const network = `topology=torus:sizes${isThorough ? "8x8" : "4x4"}`;
  /** Opens comparisons and sweeps, steps the load up and down, and returns the memory in use afterwards. */
  const work = async (first: number, { steps, comparisons, sweeps }: Record<string, number>) => {
    for (let i = 0; i < comparisons; i++) await open(`seed=${first + i}&${network}&b.topology=mesh:sizes4x4`);
    for (let i = 0; i < sweeps; i++) {
      await open(`seed=${first + i}&${network}&sweep=load:.1..0.5..0.1`);
      await page.locator('.stage [data-view="sweep"]').waitFor();
    }
    await open(`seed=${first}&${network}`);
    await page.getByRole("spinbutton", { name: "Load" }).evaluate(stepUpAndDown, steps);
    await waitForAnswer(page);
    return memoryOf(page);
  };
  // Code and data that are loaded once must not count as leaks, so this first round is the baseline.
  const before = await work(100, isThorough ? { steps: 6, comparisons: 1, sweeps: 1 } : { steps: 1, comparisons: 0, sweeps: 0 });
  const effort = isThorough ? { steps: 100, comparisons: 10, sweeps: 3 } : { steps: 4, comparisons: 0, sweeps: 0 };
  const after = await work(200, effort);
  // Results of runs are cached in memory, about 2 MB here. A leaked worker would keep its buffers and two listeners.
  expect(after.heap - before.heap).toBeLessThan(8e6);
  expect(after.buffers - before.buffers).toBeLessThan(1e6);
  // On a busy machine the last workers may not have been freed yet.
  await expect.poll(async () => (await memoryOf(page)).listeners - before.listeners).toBeLessThan(effort.steps);
});

thoroughTest("an open page does not grow with edits: undo holds documents, and no network, layout or list of what has gone", async () => {
  const { page } = await visit(`#v=2&${shortRun}&topology=torus:sizes8x8`);
  await waitForAnswer(page);
  /** Edits the load this many times and returns the memory in use afterwards. */
  const edit = async (count: number) => {
    const load = page.getByRole("spinbutton", { name: "Load" });
    for (let i = 0; i < count; i++) {
      await load.press(i % 40 < 20 ? "ArrowUp" : "ArrowDown");
      // Most edits get an answer and a drawing of their own.
      await page.waitForTimeout(150);
      if (i % 10 === 9) await waitForAnswer(page);
    }
    await waitForAnswer(page);
    return memoryOf(page);
  };
  // Code and data that are loaded once do not count.
  const before = await edit(40);
  const after = await edit(200);
  // An earlier version kept the network of every run for undo: 0.15 MB per edit, 30 MB in all.
  expect(after.heap - before.heap).toBeLessThan(6e6);
  expect(after.buffers - before.buffers).toBeLessThan(2e6);
});
