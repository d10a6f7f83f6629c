/** The page on a phone: touch targets, a single column, and limited use of memory and battery. */
import { existsSync, readFileSync } from "node:fs";
import type { BrowserContextOptions, Page } from "playwright-core";
import { expect, test } from "vitest";
import { isThorough, thoroughTest } from "../effort.ts";
import { waitForAnswer, shortRun, browserTests, cycleOf, rewind } from "./harness.ts";

const { browser, visit } = browserTests({ isAlone: true });
const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/**
 * Interactive elements smaller than a finger, with their sizes in CSS pixels. Words within a sentence are exempt: their height is that of
 * the line.
 */
async function smallTargets(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const interactiveSelector =
      "button, a[href], input, select, textarea, summary, [role=button], [role=menuitem], [role=tab], [role=option], [role=slider], [role=spinbutton]";
    const modal = [...document.querySelectorAll("dialog:modal")].at(-1);
    const isText = (element: Element) =>
      element.matches(".word, .glossary-term, .skip") ||
      (element.matches("a") && getComputedStyle(element).display === "inline" && element.closest("p, li p") !== null);
    return [...document.querySelectorAll(interactiveSelector)].flatMap((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      const isSeen = element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && width > 1 && height > 1;
      const isBehind = element.closest("[inert], [aria-hidden=true]") !== null || (modal !== undefined && !modal.contains(element));
      // An input inside a label can be pressed anywhere on the label.
      const labelSize = element.closest("label")?.getBoundingClientRect() ?? { width, height };
      if (!isSeen || isBehind || isText(element)) return [];
      /** By how many pixels the element's hit area extends beyond its visible box in one direction. */
      const extensionBeyond = (x: number, y: number) => {
        const elementAt = (steps: number) =>
          document.elementFromPoint(left + width / 2 + x * (width / 2 + steps), top + height / 2 + y * (height / 2 + steps));
        let steps = 0;
        while (steps < 22 && element.contains(elementAt(steps + 1))) steps++;
        return steps;
      };
      const hitWidth = Math.max(labelSize.width, width + extensionBeyond(-1, 0) + extensionBeyond(1, 0));
      const hitHeight = Math.max(labelSize.height, height + extensionBeyond(0, -1) + extensionBeyond(0, 1));
      const name = (element.getAttribute("aria-label") ?? element.textContent ?? "").trim().slice(0, 40);
      return hitWidth < 43.5 || hitHeight < 43.5
        ? [`${element.localName} “${name}” ${Math.round(hitWidth)} × ${Math.round(hitHeight)}`]
        : [];
    });
  });
}

const fromMenu = (entry: string) => async (page: Page) => {
  await page.getByRole("button", { name: "Open and more" }).click();
  await page.getByRole("menuitem", { name: entry, exact: true }).click();
};

const screens: readonly (readonly [string, string, ((page: Page) => Promise<void>)?])[] = [
  ["the first screen", ""],
  ["the finding in full", "#v=2", (page) => page.getByRole("button", { name: "More", exact: true }).first().click()],
  ["the menu of views", "#v=2", (page) => page.getByRole("button", { name: "Views" }).click()],
  ["the menu for sharing", "#v=2", (page) => page.getByRole("button", { name: "Share" }).click()],
  ["a choice", "#v=2", (page) => page.getByRole("button", { name: "Topology: thin tree" }).click()],
  ["settings", "#v=2", fromMenu("All settings")],
  ["the gallery", "#v=2", fromMenu("Gallery")],
  ["lessons", "#v=2", fromMenu("Lessons")],
  ["units", "#v=2", fromMenu("Unit of loads")],
  ["the glossary", "#v=2", fromMenu("Glossary")],
  ["all commands", "#v=2", fromMenu("All commands")],
  ["without a connection", "#v=2", fromMenu("Offline use")],
  ["a mix of programs", "#v=2", fromMenu("Compare for a mix of programs")],
  ["presenting", "#v=2", fromMenu("Present")],
  ["drawing", "#v=2", (page) => page.getByRole("button", { name: "Draw", exact: true }).click()],
  ["a comparison", "#v=2&b.topology=mesh:sizes8x8"],
  ["a sweep", "#v=2&sweep=load:.1..0.5..0.1"],
  ["a lesson", "#choke"],
  ["the papers", "#paper="],
  ["a paper", "#paper=qsnet"],
  ["an exhibit", "#paper=trees-table-4a"],
  ["a study", "#study&terminals=64&ports=16"],
  ["the table of a study", "#study&terminals=64&ports=16", (page) => page.getByRole("button", { name: "Table" }).click()],
];

/** Screens of the ordinary tests: the workbench, a dialog with many kinds of fields, and a page with a separate layout. */
const usualScreens = ["the first screen", "settings", "an exhibit"];

test("whatever can be pressed is 44 px wide and high", async () => {
  const small: Record<string, readonly string[]> = {};
  const looked = screens.filter(([name]) => isThorough || usualScreens.includes(name));
  for (const [name, fragment, act] of looked) {
    const link = fragment.startsWith("#v=2") ? `${fragment}&${shortRun}` : fragment;
    const { page } = await visit(link, phone);
    await (/^#(paper|study|choke)/.test(fragment) ? page.getByRole("heading", { level: 1 }).first().waitFor() : waitForAnswer(page));
    if (act !== undefined) await act(page);
    // Some elements may be drawn later.
    await expect.poll(async () => (small[name] = await smallTargets(page)), { message: name }).toEqual([]);
    await page.context().close();
  }
  expect(Object.keys(small)).toHaveLength(isThorough ? screens.length : usualScreens.length);
});

test("the commands of a drawing are in columns", async () => {
  const { page } = await visit(`#v=2&${shortRun}`, phone);
  await waitForAnswer(page);
  await page.getByRole("button", { name: "Draw", exact: true }).tap();
  const commands = page.locator(".draw-acts button");
  await expect.poll(() => commands.count()).toBe(10);
  const lefts = await commands.evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().left)));
  expect(new Set(lefts).size).toBe(3);
  await page.context().close();
});

test("what is picked on the network is described in view; what is picked elsewhere is scrolled to", async () => {
  const { page } = await visit(`#v=2&${shortRun}`, phone);
  await waitForAnswer(page);
  const card = page.locator(".card.channel");
  const sightline = await page.getByRole("region", { name: "Time", exact: true }).evaluate((time) => time.getBoundingClientRect().top);
  const topOf = async () => (await card.boundingBox())!.y;
  expect(await topOf()).toBeGreaterThan(sightline - 40);
  const { x, y, width, height } = (await page.locator("#stage svg").first().boundingBox())!;
  // A switch of the lowest level.
  await page.touchscreen.tap(x + width * 0.09, y + height * 0.75);
  await card.getByText(/^Switch 1 of level 0/).waitFor();
  await expect.poll(topOf).toBeLessThan(sightline - 120);
  // The selected switch is still visible.
  expect((await page.locator("#stage svg").first().boundingBox())!.y).toBeGreaterThan(0);

  const bottomOf = async () => {
    const box = (await page.locator("#stage").boundingBox())!;
    return box.y + box.height;
  };
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expect.poll(bottomOf).toBeLessThan(200);
  await page.keyboard.press("/");
  await page.keyboard.type("switch 2 of level 2");
  await page
    .getByRole("menuitem", { name: /switch 2 of level 2/i })
    .first()
    .click();
  await card.getByText(/^Switch 2 of level 2/).waitFor();
  await expect.poll(bottomOf).toBeGreaterThan(200);
});

/** The renderer process of the page. In a separate browser there is only one. */
async function rendererProcess() {
  const session = await browser().newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  await session.detach();
  const [found] = processInfo.filter(({ type }) => type === "renderer").toSorted((a, b) => b.cpuTime - a.cpuTime);
  return found;
}

/** Private memory of a process, in megabytes. */
function privateMegabytesOf(process: number): number {
  const memoryMap = readFileSync(`/proc/${process}/smaps_rollup`, "utf8");
  const kilobytes = [...memoryMap.matchAll(/^Private_\w+: +(\d+)/gm)].map(([, digits]) => Number(digits));
  return kilobytes.reduce((a, b) => a + b) / 1024;
}

test.runIf(isThorough && existsSync("/proc/self/smaps_rollup"))("after 200 changes the page takes less than 200 MB", async () => {
  const { page } = await visit("#v=2", phone);
  await waitForAnswer(page);
  await page.getByRole("spinbutton", { name: "Load" }).evaluate(async (word) => {
    for (let i = 0; i < 200; i++) {
      word.dispatchEvent(new KeyboardEvent("keydown", { key: i % 40 < 20 ? "ArrowUp" : "ArrowDown", bubbles: true }));
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  });
  await waitForAnswer(page);
  const { id } = await rendererProcess();
  // Measured after a garbage collection.
  const session = await page.context().newCDPSession(page);
  await expect
    .poll(async () => {
      await session.send("HeapProfiler.collectGarbage");
      return privateMegabytesOf(id);
    })
    .toBeLessThan(200);
});

thoroughTest("a run that is paused or has ended takes less than 2 % of a processor", async () => {
  const { page } = await visit("#v=2&topology=mesh:sizes4x4&traffic=uniform&view=latency-distribution", {
    ...phone,
    reducedMotion: "no-preference",
  });
  await waitForAnswer(page);
  const part = async () => {
    const [begun, before] = [performance.now(), await rendererProcess()];
    await page.waitForTimeout(3000);
    const after = await rendererProcess();
    expect(after.id).toBe(before.id);
    return (after.cpuTime - before.cpuTime) / ((performance.now() - begun) / 1000);
  };
  await page
    .getByText(/cycles, finished/)
    .first()
    .waitFor({ state: "attached" });
  await expect.poll(part).toBeLessThan(0.02);
  await rewind(page);
  await page.getByRole("button", { name: "Play" }).click();
  await expect.poll(() => cycleOf(page)).toBeGreaterThan(0);
  await page.getByRole("button", { name: "Pause" }).click();
  expect(await cycleOf(page)).toBeLessThan(12_000);
  await expect.poll(part).toBeLessThan(0.02);
});
