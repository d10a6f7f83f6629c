/** The study page in the browser: editing the requirements, selecting networks, incoming runs, and the way to the workbench and back. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserContextOptions, Page } from "playwright-core";
import { expect, test } from "vitest";
import { cacheFileName, namedCells } from "../../src/core/results/cache-folder.ts";
import { writeCachedResults } from "../../src/core/results/cached.ts";
import { run } from "../../src/core/run/run.ts";
import { readDocumentLink } from "../../src/links/index.ts";
import { readStudy } from "../../src/links/study.ts";
import { thoroughTest } from "../effort.ts";
import { accessibilityViolations } from "./axe.ts";
import { browserTests, settledBox } from "./harness.ts";

const { visit, address } = browserTests();
const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const studyLink = "#study&terminals=64&ports=16";

const numberField = (page: Page, name: string) => page.getByRole("spinbutton", { name, exact: true });
const plotBox = (page: Page) => page.getByRole("application");
/** Label of the hovered mark. */
const hoverLabel = (page: Page) => plotBox(page).locator("svg > g").last().locator("text");
const selectedNetworks = (page: Page) => page.getByRole("region", { name: "Selected" });
const simulationStrip = (page: Page) => page.getByRole("region", { name: "Simulation" });
/** Positions of the networks' marks. Marks of simulated networks are filled with a color other than the background. */
const networkMarks = (page: Page) =>
  plotBox(page).evaluate((box) => {
    const ground = getComputedStyle(document.documentElement).getPropertyValue("--ground").trim();
    return [...box.querySelectorAll("path[transform]")].map((mark) => {
      const { left, top, width, height } = mark.getBoundingClientRect();
      return {
        x: left + width / 2,
        y: top + height / 2,
        isFilled: mark.getAttribute("fill") !== ground,
        isAside: mark.getAttribute("opacity") === "0.5",
      };
    });
  });
type NetworkMark = Awaited<ReturnType<typeof networkMarks>>[number];
/** A mark without others nearby, so that a click on it is unambiguous. */
const isolatedMark = (all: readonly NetworkMark[]) =>
  all.find((each) => all.every((other) => other === each || Math.hypot(other.x - each.x, other.y - each.y) > 20))!;
/** Opens a study and pauses its simulation. */
async function openPaused(fragment: string, options: BrowserContextOptions = {}): Promise<Page> {
  const { page } = await visit(fragment, options);
  await simulationStrip(page).getByRole("button", { name: "Pause the simulation" }).click();
  await simulationStrip(page).getByText("Paused").waitFor();
  return page;
}

test("a new reader scrubs the need, sees runs come in, picks two, and lays them side by side and comes back", async () => {
  const { page } = await visit(studyLink);
  await expect
    .poll(() => page.getByRole("heading", { level: 1 }).innerText())
    .toMatch(
      /^Networks for 64 terminals from switches of at most 16 ports, for at most \$2\s000 a terminal, under uniform and group shift traffic\./,
    );
  const undo = page.getByRole("button", { name: "Undo" });
  expect(await undo.isDisabled()).toBe(true);
  await page.getByText(/^\d+\snetworks fit/).waitFor();
  const hollow = await networkMarks(page);
  expect(hollow.length).toBeGreaterThan(50);

  // Marks are filled as soon as a network is simulated, and Pause stops this.
  await expect.poll(async () => (await networkMarks(page)).filter(({ isFilled }) => isFilled).length).toBeGreaterThan(1);
  await simulationStrip(page).getByRole("button", { name: "Pause the simulation" }).click();
  await simulationStrip(page).getByText("Paused").waitFor();

  // Numbers are changed by keyboard and by pointer. A drag is one undo step.
  await numberField(page, "Terminals").press("ArrowUp");
  await expect.poll(() => numberField(page, "Terminals").getAttribute("aria-valuenow")).toBe("96");
  await undo.click();
  await expect.poll(() => numberField(page, "Terminals").getAttribute("aria-valuenow")).toBe("64");
  const word = await settledBox(numberField(page, "Ports"));
  await page.mouse.move(word.x + word.width / 2, word.y + word.height / 2);
  await page.mouse.down();
  await page.mouse.move(word.x + 60, word.y + 8, { steps: 8 });
  await numberField(page, "Ports").locator("svg.ruler").waitFor();
  await page.mouse.up();
  expect(Number(await numberField(page, "Ports").getAttribute("aria-valuenow"))).toBeGreaterThan(16);
  await undo.click();
  await expect.poll(() => numberField(page, "Ports").getAttribute("aria-valuenow")).toBe("16");
  await page.getByRole("button", { name: "Redo" }).click();
  await undo.click();

  // Dragging a limit line in the plot changes the budget.
  const box = (await plotBox(page).boundingBox())!;
  const rule = await plotBox(page).evaluate((element) => {
    const paths = [...element.querySelectorAll("path")];
    return paths.map((each) => /^M([\d.]+) 8V/.exec(each.getAttribute("d") ?? "")?.[1]).find((each) => each !== undefined);
  });
  await page.mouse.move(box.x + Number(rule), box.y + 8);
  await page.mouse.down();
  await page.mouse.move(box.x + Number(rule) / 2, box.y + 8, { steps: 6 });
  await page.mouse.up();
  await expect.poll(async () => Number(await numberField(page, "Budget").getAttribute("aria-valuenow"))).toBeLessThan(1200);
  await undo.click();
  await expect.poll(() => numberField(page, "Budget").getAttribute("aria-valuenow")).toBe("2000");

  // Canceling a drag restores the budget, even if the pointer moves on.
  await page.mouse.move(box.x + Number(rule), box.y + 8);
  await page.mouse.down();
  await page.mouse.move(box.x + Number(rule) / 2, box.y + 8, { steps: 6 });
  await page.keyboard.press("Escape");
  await page.mouse.move(box.x + Number(rule) / 3, box.y + 8, { steps: 3 });
  await page.mouse.up();
  await expect.poll(() => numberField(page, "Budget").getAttribute("aria-valuenow")).toBe("2000");
  expect(await plotBox(page).getAttribute("aria-description")).toContain("Escape clears the highlight");

  // Select one network by a click and another by keyboard.
  const mark = isolatedMark(await networkMarks(page));
  await page.mouse.click(mark.x, mark.y);
  await selectedNetworks(page).getByText("1 of 8").waitFor();
  await plotBox(page).focus();
  await page.mouse.move(0, 0);
  await page.keyboard.press("ArrowRight");
  // The network reached by keyboard is announced and labeled at its mark.
  await expect.poll(() => plotBox(page).getByRole("status").innerText()).toMatch(/: delivers .* at \$[\d\s]+ a terminal\.$/);
  const announced = await plotBox(page).getByRole("status").innerText();
  for (const word of await hoverLabel(page).allTextContents()) expect(announced).toContain(word);
  await page.keyboard.press("Enter");
  await selectedNetworks(page).getByText("2 of 8").waitFor();

  // Show a single family, then all again.
  const families = page.getByRole("list", { name: "Families" });
  const family = families.getByRole("button").first();
  await family.click();
  await expect.poll(async () => (await networkMarks(page)).some(({ isAside }) => isAside)).toBe(true);
  await family.click();
  await expect.poll(async () => (await networkMarks(page)).some(({ isAside }) => isAside)).toBe(false);

  // Change axes and prices.
  await page.getByRole("button", { name: "Across: cost per terminal" }).click();
  const chosen = page.getByRole("option", { selected: true });
  expect(await chosen.getAttribute("id")).toMatch(/cost$/);
  expect(await chosen.evaluate((option) => getComputedStyle(option.firstElementChild!, "::after").content)).toContain("✓");
  await page.getByRole("option", { name: /^diameter/ }).click();
  await page.getByRole("button", { name: "Across: diameter" }).click();
  await page.getByRole("option", { name: /^cost per terminal/ }).click();
  await page.getByRole("button", { name: "Prices: assumed prices" }).click();
  await page.getByRole("option", { name: /port/i }).first().click();
  await expect.poll(() => page.url()).toMatch(/cost=/);
  expect(readStudy(new URL(page.url()).hash)).toMatchObject({ terminals: 64, ports: 16, budget: 2000 });

  // The link opens a study with the same requirements in another visit.
  const { page: elsewhere } = await visit(new URL(page.url()).hash);
  const sentence = await page.getByRole("heading", { level: 1 }).innerText();
  await expect.poll(() => elsewhere.getByRole("heading", { level: 1 }).innerText()).toBe(sentence);
  await elsewhere.getByRole("button", { name: "Prices: " }).waitFor();
  await elsewhere.context().close();

  const names = await selectedNetworks(page).locator(".study-pick").allInnerTexts();
  await selectedNetworks(page).getByRole("button", { name: "Lay side by side" }).click();
  await page
    .getByText(/compared with B/)
    .first()
    .waitFor();
  await page.goBack();
  await selectedNetworks(page).getByText("2 of 8").waitFor();
  expect(await selectedNetworks(page).locator(".study-pick").allInnerTexts()).toEqual(names);
});

test("the table is filtered and sorted, a row picks, and what is copied is what is shown; axe finds nothing there nor on the picture, and what cannot be had or read is said", async () => {
  const page = await openPaused(studyLink);
  await page.keyboard.press("2");
  await page.getByRole("searchbox", { name: "Filter the networks" }).waitFor();
  await page.keyboard.press("1");
  await plotBox(page).waitFor();
  await page.getByRole("button", { name: "Table" }).click();
  const filter = page.getByRole("searchbox", { name: "Filter the networks" });
  const rows = page.getByRole("region", { name: "Networks" }).locator("tbody tr");
  const all = await rows.count();
  expect(all).toBeGreaterThan(50);
  // Long names wrap instead of overlapping the numbers.
  const wide = await rows.locator("th button").evaluateAll((names) => names.filter((name) => name.scrollWidth > name.clientWidth).length);
  expect(wide).toBe(0);
  // If a single family is shown, the table is filtered, too.
  const family = page.getByRole("list", { name: "Families" }).getByRole("button", { name: /^torus/ });
  await family.click();
  await expect.poll(() => rows.count()).toBeLessThan(all);
  for (const name of await rows.locator("th").allInnerTexts()) expect(name).toMatch(/torus/i);
  await family.click();
  await expect.poll(() => rows.count()).toBe(all);
  await filter.fill("torus");
  await expect.poll(() => rows.count()).toBeLessThan(all);
  for (const name of await rows.locator("th").allInnerTexts()) expect(name).toMatch(/torus/i);
  await rows.first().getByRole("button").click();
  await selectedNetworks(page).getByText("1 of 8").waitFor();
  await filter.fill("picked");
  await expect.poll(() => rows.count()).toBe(1);
  await page.getByRole("button", { name: "Copy as Markdown" }).click();
  await page.getByText("Copied as Markdown.").waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied.split("\n")).toHaveLength(3);
  await filter.fill("nothing is called so");
  await page.getByRole("button", { name: "Show all" }).click();
  await expect.poll(() => rows.count()).toBe(all);
  // Found by its title, because this test does not depend on the order of columns.
  const heads = await page.getByRole("region", { name: "Networks" }).locator("thead th").allInnerTexts();
  const at = heads.indexOf("US$ per terminal") + 1;
  const cells = rows.locator(`:is(th, td):nth-child(${at})`);
  const costs = async () => (await cells.allInnerTexts()).map((text) => Number(text.replaceAll(/[^\d.]/g, "")));
  const rising = await costs();
  expect(rising).toEqual(rising.toSorted((a, b) => a - b));
  await page.getByRole("columnheader", { name: "US$ per terminal" }).getByRole("button").click();
  await expect.poll(async () => (await costs())[0]).toBe(rising.at(-1));
  expect(await accessibilityViolations(page)).toEqual([]);

  // With reduced motion nothing moves. Impossible and unreadable values are explained.
  await page.keyboard.press("1");
  await plotBox(page).waitFor();
  await page.getByText(/^\d+\snetworks fit/).waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  // One press explains the origin of the card's numbers. The drawing's label is the name of the network.
  const card = page.getByRole("region", { name: "Network", exact: true });
  await card.getByRole("group", { name: (await card.getByRole("heading").innerText()).trim(), exact: true }).waitFor();
  await card.getByRole("button", { name: "How this is known" }).click();
  const sourceDialog = page.getByRole("dialog", { name: "How this is known" });
  await sourceDialog.getByText(/cycles are measured after .* cycles of warm-up/).waitFor();
  await sourceDialog.getByText(/assumptions, not quotations/).waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await numberField(page, "Terminals").press("ArrowUp");
  const moving = () => document.getAnimations().filter(({ effect }) => Number(effect?.getComputedTiming().duration) > 50).length;
  expect(await page.evaluate(moving)).toBe(0);

  // If no network meets the requirements, pressing one button changes them so that some do.
  await numberField(page, "Budget").press("Home");
  await page.getByText(/none within the budget/).waitFor();
  await page.getByRole("button", { name: /^Spend \$/ }).click();
  await page.getByText(/none within the budget/).waitFor({ state: "detached" });
  await numberField(page, "Ports").press("Home");
  await numberField(page, "Terminals").press("End");
  await page.getByRole("button", { name: /^Use \d+ ports$/ }).click();
  await page.getByText(/networks? fits?|none within the budget/).waitFor();
  await numberField(page, "Terminals").click();
  await page.keyboard.type("many");
  await page.keyboard.press("Enter");
  await page.getByRole("alert").getByText(/many/).waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => page.getByRole("alert").isVisible()).toBe(false);

  await page.goto(address("#study&terminals=none&ports=16"));
  await page
    .getByRole("alert")
    .getByText(/^The link cannot be read: terminals /)
    .waitFor();
});

thoroughTest("on a phone nothing is wider than the screen, a finger shows first and picks when it comes again", async () => {
  const page = await openPaused(studyLink, phone);
  const overhang = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  await expect.poll(overhang).toBe(0);
  // The controls of the axes are visible without scrolling, above the docked strip.
  await page.evaluate(() => scrollTo(0, 0));
  const docked = (await simulationStrip(page).boundingBox())!;
  const across = (await page.getByRole("button", { name: /^Prices: / }).boundingBox())!;
  expect(across.y + across.height).toBeLessThanOrEqual(docked.y);
  await page.getByRole("button", { name: "More", exact: true }).click();
  expect(await page.getByRole("menuitem").allInnerTexts()).toEqual(["Workbench", "Papers", "Glossary", "Redo"]);
  await page.keyboard.press("Escape");
  await plotBox(page).scrollIntoViewIfNeeded();
  const { x, y } = isolatedMark(await networkMarks(page));
  await page.touchscreen.tap(x, y);
  await page.getByRole("button", { name: "Select it" }).waitFor();
  await expect.poll(() => hoverLabel(page).first().textContent()).toMatch(/^delivers .* a terminal$/);
  await selectedNetworks(page).getByText("0 of 8").waitFor();
  await page.touchscreen.tap(x, y);
  await selectedNetworks(page).getByText("1 of 8").waitFor();
  const table = page.getByRole("button", { name: "Table" });
  await table.tap();
  await page.getByRole("searchbox", { name: "Filter the networks" }).waitFor();
  await expect.poll(overhang).toBe(0);
  // The table is higher than the plot. The choice between them stays above the docked strip.
  const footOfChoice = async () => {
    const { y: top, height } = (await table.boundingBox())!;
    return top + height;
  };
  await expect.poll(footOfChoice).toBeLessThanOrEqual(docked.y + 1);
  // Cost and worst throughput are next to the name.
  const row = page.getByRole("region", { name: "Networks" }).locator("tbody tr").first();
  for (const cell of (await row.locator("td").all()).slice(0, 2)) {
    const { x: left, width } = (await cell.boundingBox())!;
    expect(left + width).toBeLessThanOrEqual(390);
  }
  expect(await accessibilityViolations(page)).toEqual([]);
});

thoroughTest(
  "a sweep is run elsewhere: its lines are shown, and the folder that comes back completes it; what is broken or foreign is named",
  async () => {
    // The document's runs would take long, but the results in the folder are of short runs. So the page cannot have computed them itself.
    const scenario = (window: number) =>
      `#v=2&topology=torus:sizes4x4&traffic=uniform&warmUp=200&drain=400&window=${window}&sweep=load:.1..0.4..0.1&seeds=2`;
    const [long, short] = await Promise.all([readDocumentLink(scenario(4_000_000)), readDocumentLink(scenario(500))]);
    const texts = namedCells(short).map(({ cell }) => run(cell.scenario));
    const files = namedCells(long).map(({ name }, i) => [cacheFileName(name), writeCachedResults(name, texts[i])] as const);
    const top = mkdtempSync(join(tmpdir(), "study-"));
    const folder = (name: string, all: readonly (readonly [string, string])[]) => {
      mkdirSync(join(top, name));
      for (const [file, text] of all) writeFileSync(join(top, name, file), text);
      return join(top, name);
    };
    try {
      const { page } = await visit(scenario(4_000_000));
      const runs = page.getByRole("group", { name: "Runs" });
      await runs.getByText(/^Sweep: \d of 8 runs/).waitFor();
      await runs.getByRole("button", { name: "Stop" }).click();
      await page.getByRole("button", { name: "All settings" }).click();
      await page.getByRole("searchbox", { name: "Search all settings" }).fill("sweep");
      await page.getByText("Run on other machines").click();
      const lines = page.locator(".elsewhere pre");
      await expect.poll(() => lines.innerText()).toMatch(/^npm run sweep -- sweep-[0-9a-f]{6}\.json --keep \S+ --out \S+\.csv\n/);
      await page.getByRole("button", { name: "Slurm", exact: true }).click();
      await expect.poll(() => lines.innerText()).toMatch(/#SBATCH .*--array=1-8 /);
      await page.getByRole("button", { name: "GNU parallel", exact: true }).click();
      await expect.poll(() => lines.innerText()).toMatch(/^seq 8 \| parallel /);

      const input = page.getByLabel("Folder of results");
      const [[first, whole], [second, other]] = files;
      const engine = other.replace(/"engine":"[^"]*"/, '"engine":"0"');
      const damaged = folder("damaged", [[first, whole.slice(0, -40)], [second, engine], ...files.slice(2)]);
      await input.setInputFiles(damaged);
      await page.getByText("6 of 8 runs loaded from the folder.").waitFor();
      await page.getByText(`1 file is damaged and ignored: ${first.slice(0, 16)}.`).waitFor();
      await page.getByText(`1 file was made by another version of the engine and ignored: ${second.slice(0, 16)}.`).waitFor();
      await input.setInputFiles(folder("foreign", [["0123456789abcdef.json", whole]]));
      await page.getByText(/^None of 1\sfile contains a run of the document on this page\./).waitFor();
      await input.setInputFiles(folder("whole", files));
      await page.getByText("8 of 8 runs loaded from the folder.").waitFor();
      // Once all results are available, the line about runs disappears.
      await runs.waitFor({ state: "detached" });
    } finally {
      rmSync(top, { recursive: true });
    }
  },
);
