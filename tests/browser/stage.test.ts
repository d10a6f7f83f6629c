import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { testOnRequest } from "../effort.ts";
import { answered, brief, browserTests, clockOf, cycleOf, inMotion, playToTheEnd, toTheBeginning, usual } from "./harness.ts";

const { visit } = browserTests();

/** Names of the marks on the stage, as its layout gives them. */
const keysOf = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("[data-view=stage] g.marks > *")].map(
      (mark) => (mark as unknown as { __data__: { key: string } }).__data__.key,
    ),
  );
/** The terminals that have a number on the axis. */
const numbered = async (page: Page) => (await keysOf(page)).filter((key) => /^terminal \d+$/.test(key)).map((key) => Number(key.slice(9)));

async function open(fragment: string) {
  const { page } = await visit(fragment);
  // The stage gives way to the finding when that comes in.
  await answered(page);
  const stage = page.getByRole("group", { name: "Network", exact: true });
  await expect.poll(async () => (await keysOf(page)).length).toBeGreaterThan(5);
  const box = (await stage.boundingBox()) ?? expect.fail("no stage");
  return { page, stage, box };
}

test("the wheel zooms about the pointer, a drag moves, and turning back shows all; keys do the same, and pick", async () => {
  const { page, box, stage } = await open(`#v=1&${brief}&topology=thin-tree:k4,kUp2,n3`);
  await expect.poll(() => numbered(page)).toContain(63);
  await page.mouse.move(box.x + 4, box.y + box.height * 0.82);
  for (let i = 0; i < 6; i++) await page.mouse.wheel(0, -120);
  await expect.poll(() => numbered(page)).not.toContain(63);
  // Where there is more room, more terminals have their numbers.
  await expect.poll(() => numbered(page)).toContain(2);
  await page.mouse.move(box.x + 600, box.y + box.height * 0.82);
  await page.mouse.down();
  await page.mouse.move(box.x + 100, box.y + box.height * 0.82, { steps: 5 });
  await page.mouse.up();
  await expect.poll(() => numbered(page)).not.toContain(0);
  for (let i = 0; i < 12; i++) await page.mouse.wheel(0, 240);
  await expect.poll(() => numbered(page)).toContain(63);
  await expect.poll(() => numbered(page)).toContain(0);

  // Keys are enough: zoom, move, pick, walk, show all.
  await stage.focus();
  for (let i = 0; i < 6; i++) await page.keyboard.press("+");
  await expect.poll(() => numbered(page)).not.toContain(63);
  for (let i = 0; i < 60; i++) await page.keyboard.press("ArrowRight");
  await expect.poll(() => numbered(page)).toContain(63);
  await page.keyboard.press("f");
  await expect.poll(() => numbered(page)).toContain(0);
  await page.keyboard.press("Enter");
  await expect.poll(() => keysOf(page)).toContain("selected casing");
  await page.keyboard.press("Shift+ArrowUp");
  // A switch or a terminal lights up with its channels.
  await expect.poll(() => keysOf(page)).toContain("highlighted");
});

test("a click picks a switch, and one on the empty ground lets it go", async () => {
  const { page, stage } = await open(`#v=1&${brief}&topology=torus:sizes4x4`);
  /** Middle of a switch within the stage, whose size changes with the sentences above it. */
  const middleOf = (place: number) =>
    page.evaluate((at) => {
      const marks = [...document.querySelectorAll<SVGPathElement>("[data-view=stage] g.marks > path")];
      const boxes = marks.find((mark) => (mark as unknown as { __data__: { key: string } }).__data__.key === "boxes");
      // All switches are one path: the part of this one alone, for a moment.
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
      return keysOf(page);
    })
    .toContain("highlighted");
  await expect
    .poll(async () => {
      const { height } = (await stage.boundingBox()) ?? expect.fail("no stage");
      await stage.click({ position: { x: 3, y: height - 3 } });
      return keysOf(page);
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
  // A machine that does other things as well draws slowly, but it draws, and the run goes on.
  const before = await cycleOf(page);
  await page.evaluate(async () => {
    for (let frame = 0; frame < 10; frame++) await new Promise(requestAnimationFrame);
  });
  await expect.poll(() => cycleOf(page)).toBeGreaterThan(before);
});

testOnRequest("a closed unit says so, and opens by a double click", async () => {
  const { page, stage, box } = await open(`#v=1&${brief}&topology=k-ary-n-tree:k8,n4&traffic=uniform&load=.02`);
  const word = page.locator("[data-view=stage] g.marks > text").filter({ hasText: /512\sswitches of level 3/ });
  await word.waitFor();
  await stage.dblclick({ position: { x: box.width * 0.3, y: 12 } });
  await word.waitFor({ state: "detached" });
});

testOnRequest("a network whose way of drawing comes after its last result is drawn all the same", async () => {
  const { page } = await visit(`#v=1&${brief}&topology=mesh:sizes4x4&traffic=uniform`);
  await answered(page);
  let release = () => undefined as void;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/all-layouts-[^/]*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  // A program has no load curve: when its one run has ended, no more news comes.
  await page.evaluate(() => (location.hash = "#v=1&topology=thin-tree:k4,kUp2,n2&workload=butterfly-exchange:ranks8"));
  await page
    .getByRole("region", { name: "Finding" })
    .getByText(/butterfly/i)
    .first()
    .waitFor();
  await playToTheEnd(page);
  await page.waitForTimeout(1500);
  expect(await keysOf(page)).toEqual([]);
  release();
  await expect.poll(async () => (await keysOf(page)).length).toBeGreaterThan(5);
});

test("with reduced motion a run advances in steps of half a second, its numbers with its picture", async () => {
  const { page } = await visit(usual, { reducedMotion: "reduce" });
  await answered(page);
  await toTheBeginning(page);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  const { steps, milliseconds } = await clockOf(page).evaluate(async (clock) => {
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
  // One more for each end of that time.
  expect(steps).toBeLessThanOrEqual(milliseconds / 500 + 2);
});
