/** The stage in the browser: zooming, panning, selecting, and large networks on the canvas. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { thoroughTest } from "../effort.ts";
import { waitForAnswer, shortRun, browserTests, clockText, cycleOf, inMotion, playToEnd, rewind, defaultLink } from "./harness.ts";

const { visit } = browserTests();

/** Keys of the marks on the stage. */
const stageMarkKeys = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("[data-view=stage] g.marks > *")].map(
      (mark) => (mark as unknown as { __data__: { key: string } }).__data__.key,
    ),
  );
/** Terminals with a number on the axis. */
const numberedTerminals = async (page: Page) =>
  (await stageMarkKeys(page)).filter((key) => /^terminal \d+$/.test(key)).map((key) => Number(key.slice(9)));

/** Opens a document and waits until its network is drawn. */
async function openStage(fragment: string) {
  const { page } = await visit(fragment);
  // The stage becomes smaller when the finding appears.
  await waitForAnswer(page);
  const stage = page.getByRole("group", { name: "Network", exact: true });
  await expect.poll(async () => (await stageMarkKeys(page)).length).toBeGreaterThan(5);
  const box = (await stage.boundingBox()) ?? expect.fail("no stage");
  return { page, stage, box };
}

test("the wheel zooms about the pointer, a drag moves, and turning back shows all; keys do the same, and pick", async () => {
  const { page, box, stage } = await openStage(`#v=1&${shortRun}&topology=thin-tree:k4,kUp2,n3`);
  await expect.poll(() => numberedTerminals(page)).toContain(63);
  await page.mouse.move(box.x + 4, box.y + box.height * 0.82);
  for (let i = 0; i < 6; i++) await page.mouse.wheel(0, -120);
  await expect.poll(() => numberedTerminals(page)).not.toContain(63);
  // After zooming in there is space for the numbers of more terminals.
  await expect.poll(() => numberedTerminals(page)).toContain(2);
  await page.mouse.move(box.x + 600, box.y + box.height * 0.82);
  await page.mouse.down();
  await page.mouse.move(box.x + 100, box.y + box.height * 0.82, { steps: 5 });
  await page.mouse.up();
  await expect.poll(() => numberedTerminals(page)).not.toContain(0);
  for (let i = 0; i < 12; i++) await page.mouse.wheel(0, 240);
  await expect.poll(() => numberedTerminals(page)).toContain(63);
  await expect.poll(() => numberedTerminals(page)).toContain(0);

  // Keys alone can zoom, pan, select, move the selection and show everything.
  await stage.focus();
  for (let i = 0; i < 6; i++) await page.keyboard.press("+");
  await expect.poll(() => numberedTerminals(page)).not.toContain(63);
  for (let i = 0; i < 60; i++) await page.keyboard.press("ArrowRight");
  await expect.poll(() => numberedTerminals(page)).toContain(63);
  await page.keyboard.press("f");
  await expect.poll(() => numberedTerminals(page)).toContain(0);
  await page.keyboard.press("Enter");
  await expect.poll(() => stageMarkKeys(page)).toContain("selected casing");
  await page.keyboard.press("Shift+ArrowUp");
  // A selected switch or terminal is highlighted with its channels.
  await expect.poll(() => stageMarkKeys(page)).toContain("highlighted");
});

test("a click picks a switch, whose card comes into view, and one on the empty ground lets it go", async () => {
  const { page, stage } = await openStage(`#v=1&${shortRun}&topology=torus:sizes4x4&view=channel,channel-load,latency,traffic-matrix`);
  const cards = page.locator(".cards");
  await cards.hover();
  await page.mouse.wheel(0, 5000);
  await expect.poll(() => cards.evaluate((rail) => rail.scrollTop)).toBeGreaterThan(300);
  /** Center of a switch within the stage. The stage's size changes with the sentences above it. */
  const middleOf = (place: number) =>
    page.evaluate((at) => {
      const marks = [...document.querySelectorAll<SVGPathElement>("[data-view=stage] g.marks > path")];
      const boxes = marks.find((mark) => (mark as unknown as { __data__: { key: string } }).__data__.key === "boxes");
      // All switches share one path, so a temporary path with the subpath of this switch is measured.
      const own = boxes?.cloneNode() as SVGPathElement | undefined;
      own?.setAttribute("d", boxes?.getAttribute("d")?.split(/(?=M)/)[at] ?? "");
      if (own !== undefined) boxes?.after(own);
      const { x, y, width, height } = own?.getBoundingClientRect() ?? new DOMRect();
      own?.remove();
      const box = document.querySelector("[data-view=stage] .view-box")?.getBoundingClientRect() ?? new DOMRect();
      return { x: x + width / 2 - box.x, y: y + height / 2 - box.y };
    }, place);
  await expect
    .poll(async () => {
      await stage.click({ position: await middleOf(5) });
      return stageMarkKeys(page);
    })
    .toContain("highlighted");
  await expect.poll(() => cards.evaluate((rail) => rail.scrollTop)).toBeLessThan(20);
  await expect
    .poll(async () => {
      const { height } = (await stage.boundingBox()) ?? expect.fail("no stage");
      await stage.click({ position: { x: 3, y: height - 3 } });
      return stageMarkKeys(page);
    })
    .not.toContain("highlighted");
});

test("4096 switches are painted on the canvas, and frames go on while they run", async () => {
  const { page } = await visit("#v=1&topology=torus:sizes16x16x16", inMotion);
  const painted = () =>
    page.evaluate(() => {
      const canvas = document.querySelector<HTMLCanvasElement>("[data-view=stage] canvas");
      const pixels = canvas?.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data ?? new Uint8ClampedArray();
      return pixels.some((value) => value > 0);
    });
  await expect.poll(painted).toBe(true);
  // The whole network is drawn with a margin; zoomed in, it fills the canvas.
  const touchesEdge = () =>
    page.evaluate(() => {
      const canvas = document.querySelector<HTMLCanvasElement>("[data-view=stage] canvas")!;
      return canvas
        .getContext("2d")!
        .getImageData(0, 0, 2, canvas.height)
        .data.some((value) => value > 0);
    });
  expect(await touchesEdge()).toBe(false);
  await page.getByRole("group", { name: "Network", exact: true }).hover();
  for (let notch = 0; notch < 6; notch++) await page.mouse.wheel(0, -120);
  await expect.poll(touchesEdge).toBe(true);
  // At first the previous picture is shown enlarged or reduced. The same holds after the stage has been drawn anew.
  await page.waitForTimeout(1500);
  expect(await touchesEdge()).toBe(true);
  for (let notch = 0; notch < 6; notch++) await page.mouse.wheel(0, 240);
  await page.waitForTimeout(1500);
  expect(await touchesEdge()).toBe(false);
  // A busy machine draws slowly, but it draws, and the run continues.
  const before = await cycleOf(page);
  await page.evaluate(async () => {
    for (let frame = 0; frame < 10; frame++) await new Promise(requestAnimationFrame);
  });
  await expect.poll(() => cycleOf(page)).toBeGreaterThan(before);
});

thoroughTest("a collapsed switch group says so, and expands by a double click", async () => {
  const { page, stage, box } = await openStage(`#v=1&${shortRun}&topology=k-ary-n-tree:k8,n4&traffic=uniform&load=.02`);
  const word = page.locator("[data-view=stage] g.marks > text").filter({ hasText: /512\sswitches of level 3/ });
  await word.waitFor();
  await stage.dblclick({ position: { x: box.width * 0.3, y: 12 } });
  await word.waitFor({ state: "detached" });
});

thoroughTest("a network whose way of drawing comes after its last result is drawn all the same", async () => {
  const { page } = await visit(`#v=1&${shortRun}&topology=mesh:sizes4x4&traffic=uniform`);
  await waitForAnswer(page);
  let release = () => undefined as void;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/all-layouts-[^/]*\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  // A program has no load curve, so no update follows the end of its single run.
  await page.evaluate(() => (location.hash = "#v=1&topology=thin-tree:k4,kUp2,n2&workload=butterfly-exchange:ranks8"));
  await page
    .getByRole("region", { name: "Finding" })
    .getByText(/butterfly/i)
    .first()
    .waitFor();
  await playToEnd(page);
  await page.waitForTimeout(1500);
  expect(await stageMarkKeys(page)).toEqual([]);
  release();
  await expect.poll(async () => (await stageMarkKeys(page)).length).toBeGreaterThan(5);
});

test("with reduced motion a run advances in steps of half a second, its numbers with its picture", async () => {
  const { page } = await visit(defaultLink, { reducedMotion: "reduce" });
  await waitForAnswer(page);
  await rewind(page);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  const { steps, milliseconds } = await clockText(page).evaluate(async (clock) => {
    const began = performance.now();
    let [last, steps] = [clock.textContent, 0];
    while (performance.now() - began < 3000) {
      await new Promise(requestAnimationFrame);
      if (clock.textContent !== last) steps++;
      last = clock.textContent;
    }
    return { steps, milliseconds: performance.now() - began };
  });
  expect(steps).toBeGreaterThan(0);
  // One extra step at each end of the interval.
  expect(steps).toBeLessThanOrEqual(milliseconds / 500 + 2);
});
