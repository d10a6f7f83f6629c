/** The pages of the papers: verdicts, repeated runs, changed constants and figures. */
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { firstFew, isThorough, thoroughTest } from "../effort.ts";
import { accessibilityViolations } from "./axe.ts";
import { waitForAnswer, shortRun, browserTests } from "./harness.ts";

const { address, visit } = browserTests();

/** Opens a page of the papers by its fragment, without reloading. */
const openPaper = (page: Page, place: string) => page.evaluate((to) => void (location.hash = `#paper=${to}`), place);

/** The verdict on the whole exhibit, once everything is computed. */
async function verdictText(page: Page): Promise<string> {
  const element = page.locator(".paper-status .verdict").first();
  await element.waitFor();
  return element.innerText();
}

/** Waits for the result of the exhibit: its verdict, or, if the paper prints no numbers, how many of its statements hold. */
async function waitForResult(page: Page): Promise<void> {
  await page
    .locator(".paper-status")
    .filter({ hasText: /hold|exact|set|tolerance|order|differ/ })
    .first()
    .waitFor();
}

test("the list says what each paper claims and whether that is reproduced; by the keyboard it leads to a paper, an exhibit and the next one", async () => {
  const { page } = await visit("#paper=");
  await page.getByRole("heading", { level: 1, name: "Five papers, run again" }).waitFor();
  const entry = (paper: string) => page.locator(".paper-list > li", { has: page.getByRole("link", { name: paper, exact: true }) });
  await entry("QsNET").waitFor();
  const [five, others] = await page.locator(".paper-list").all();
  expect(await five.locator("> li").count()).toBe(5);
  expect(await others.locator("> li").count()).toBe(6);
  expect(await entry("Torus transpose").innerText()).toMatch(
    /not in our scaled-down model[\s\S]*none of the 3 statements that support it holds[\s\S]*32 KiB for 256 MB[\s\S]*printed 35/,
  );
  expect(await entry("Three Quads").innerText()).toMatch(/reproduced[\s\S]*printed 1\.46/);
  // Each published value is drawn as a ring, the computed value as a dot, or as an arrow if the dot would be outside the plot.
  for (const mark of [".lane-published", ".lane-dot"]) {
    expect(await five.locator(mark).count()).toBe(5);
    expect(await others.locator(mark).count()).toBe(6);
  }
  await page.getByRole("heading", { level: 2, name: "Selected results of other papers" }).waitFor();
  expect(await entry("Flattened butterfly").innerText()).toMatch(/partly[\s\S]*3 of the 4 statements that support it hold[\s\S]*printed ½/);
  // On a phone the five papers take less than three screens and come first.
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await five.evaluate((list) => (list.getBoundingClientRect().bottom + scrollY) / innerHeight)).toBeLessThan(3);
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.getByRole("link", { name: "Trees report" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Reducing Complexity in Tree-like Computer Interconnection Networks" }).waitFor();
  expect(await page.locator(".paper-cards li").count()).toBe(17);
  expect(await page.getByText("Drawings with nothing to run: Figure 2.").count()).toBe(1);
  await page.locator("li", { hasText: "Table 2a" }).getByRole("link").focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => verdictText(page)).toBe("exact");
  await expect.poll(() => page.title()).toBe("Trees report, Table 2a · Fabricscope");
  // As with a newly loaded page, the focus is on the heading.
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
  await page.getByRole("link", { name: "Next: Table 2b" }).click();
  await page.getByRole("heading", { level: 1, name: /twelve-port switches/ }).waitFor();
  await page.goBack();
  await page.getByRole("heading", { level: 1, name: /2,048 switches/ }).waitFor();

  // A paper lists the verdict of each exhibit, including failures and the numbers of fitted and chosen values.
  await openPaper(page, "qsnet");
  const card = (label: string) =>
    page.locator(".paper-cards > li").filter({ has: page.locator(".card-label", { hasText: new RegExp(`^${label}$`) }) });
  const cardText = (label: string) => card(label).innerText();
  await page.locator(".paper-cards > li").first().waitFor();
  expect(await cardText("Figure 13")).toMatch(/6 numbers of the text: set · 3 fitted, 3 chosen[\s\S]*The curves are not compared\./);
  expect(await cardText("Figure 16")).toMatch(/4 of 5 numbers of the text differ · 3 fitted[\s\S]*None of 4 statements holds/);
  expect(await page.getByRole("list", { name: /^Printed numbers, by verdict/ }).innerText()).toMatch(
    /set\s+12 fitted, 3 chosen[\s\S]*statements do not hold/,
  );
  // Every ring has its dot, and the page contains no internal terms.
  expect(await page.locator(".exhibit-thumbnail .lane-dot").count()).toBe(await page.locator(".exhibit-thumbnail .lane-published").count());
  expect(await page.getByText(/not computed yet|their own pages|^recorded$|^\d+ runs?$/).count()).toBe(0);

  await openPaper(page, "trees-table-99");
  await page.getByRole("heading", { level: 1, name: "There is no exhibit of that name." }).waitFor();
  await page.getByRole("link", { name: /All papers/ }).click();
  await page.getByRole("heading", { level: 1, name: "Five papers, run again" }).waitFor();
});

test("every number is beside the printed one and opens its details; the workbench runs, too, after a paper was opened first", async () => {
  const { page } = await visit("#paper=trees-table-3a");
  await expect.poll(() => verdictText(page)).toBe("exact");
  const row = page.getByRole("row", { name: /8:4,4-thin-tree/ }).first();
  await expect.poll(() => row.innerText()).toMatch(/4,189,500\s+4,189,500\s+0\s+exact/);
  const links = await page.locator(".paper-table td.simulated a").evaluateAll((all) => all.map((link) => link.getAttribute("href")));
  expect(links).toHaveLength(10);
  for (const link of links) expect(link).toMatch(/^#v=1&/);
  // The workbench runs although a paper was opened first.
  await page.getByRole("link", { name: "Fabricscope, to the workbench" }).click();
  await expect.poll(() => waitForAnswer(page)).toMatch(/delivers/);
  await page.goBack();
  await row.getByRole("link", { name: "4,189,500" }).click();
  await page.getByText("8:4,4-thin-tree").first().waitFor();
  await page.locator(".papers").waitFor({ state: "detached" });
});

test("the papers and the workbench change places without loading anything, and the work is as it was left", async () => {
  const { page } = await visit(`#v=2&${shortRun}`);
  await waitForAnswer(page);
  const queue = page.getByRole("spinbutton", { name: "Queue" });
  await queue.focus();
  await page.keyboard.press("ArrowUp");
  await expect.poll(() => page.url()).toMatch(/#v=2.*queue=5/);
  const written = page.url();
  await page.evaluate(() => ((window as unknown as { mark: string }).mark = "here before"));
  await openPaper(page, "quads-figure-1");
  await expect.poll(() => verdictText(page)).toBe("8 numbers of the text: exact");
  // Longer than the delay after which the workbench writes its link into the address.
  await page.waitForTimeout(700);
  expect(page.url()).toBe(address("#paper=quads-figure-1"));
  await page.goBack();
  await queue.waitFor();
  await expect.poll(() => queue.getAttribute("aria-valuenow")).toBe("5");
  await expect.poll(() => page.url()).toBe(written);
  expect(await page.evaluate(() => (window as unknown as { mark: string }).mark)).toBe("here before");
  // The change of the queue can still be undone.
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => queue.getAttribute("aria-valuenow")).toBe("4");
});

/** Evaluated in the page: resolves as soon as an element matches, even if it exists only for a moment. */
function waitForElement(selector: string): Promise<void> {
  return new Promise((resolve) => {
    const changes = new MutationObserver(() => {
      if (document.querySelector(selector) === null) return;
      changes.disconnect();
      resolve();
    });
    changes.observe(document.body, { subtree: true, childList: true });
  });
}

test("an exhibit of runs is shown immediately as recorded, and fills row by row when it is run again, with the same numbers", async () => {
  const [exhibit, row] = isThorough ? ["qsnet-figure-13", /bit-reversal\s+165–200\s+1\d\d/] : ["quads-section-4-2", /half duplex/];
  const { page } = await visit(`#paper=${exhibit}`);
  await verdictText(page);
  const before = await page.locator(".paper-table").first().innerText();
  expect(before).toMatch(row);
  expect(before).not.toContain("…");
  // The progress bar may be visible so briefly that polling would miss it.
  const filling = page.evaluate(waitForElement, 'progress[aria-label="Runs done"]');
  await Promise.all([filling, page.getByRole("button", { name: "Run again" }).click()]);
  // In thorough tests the 54 runs of the exhibit take 45 s of processor time, longer if other programs run.
  const timeout = isThorough ? 240_000 : 90_000;
  await expect.poll(() => page.locator(".paper-status .verdict").count(), { interval: 250, timeout }).toBe(2);
  await expect.poll(() => page.locator(".paper-table").first().innerText()).toBe(before);
  // The end is a sentence, which screen readers announce, beside the verdict and in sight.
  const end = page.getByRole("status", { name: "Run again" });
  await expect
    .poll(() => end.innerText())
    .toMatch(/^\d+ runs again: all \d+ numbers equal our recording\. (All 6|6 of 8) printed numbers are within 5\s% of the paper’s\.$/);
  const [top, bottom] = await end.evaluate((element) => [element.getBoundingClientRect().top, element.getBoundingClientRect().bottom]);
  expect(top).toBeGreaterThan(0);
  expect(bottom).toBeLessThan(900);
});

test("constants that are moved give numbers of one's own beside those that are judged, and go with the links and the address", async () => {
  const { page } = await visit("#paper=quads-table-1");
  await expect.poll(() => verdictText(page)).toBe("within tolerance · 3 fitted, 1 chosen");
  // If the values of a column have different origins, each origin is written below its number.
  const words = await page
    .locator(".paper-table tbody tr")
    .evaluateAll((rows) => rows.map((row) => [...row.querySelectorAll("td.simulated small")].at(-1)?.textContent));
  expect(words).toEqual(["fitted", "fitted", "chosen", "fitted", "chosen", "chosen", ...Array(3).fill("predicted")]);
  const port = page.getByRole("spinbutton", { name: "A node's port, both directions together" });
  await port.focus();
  for (let i = 0; i < 20; i++) await page.keyboard.press("ArrowLeft");
  await expect.poll(() => port.getAttribute("aria-valuenow")).toBe("178");
  const row = page.getByRole("row", { name: /Three Quads, full duplex/ });
  await row.getByRole("link", { name: "13.0" }).waitFor();
  await expect.poll(() => row.innerText()).toMatch(/11\.8\s+11\.8\s+fitted\s+13\.0/);
  await expect.poll(() => page.getByRole("row", { name: /Three Quads, half duplex/ }).innerText()).toMatch(/19\.2\s+19\.2\s+fitted\s+same/);
  await expect.poll(() => verdictText(page)).toBe("within tolerance · 3 fitted, 1 chosen");
  await expect.poll(() => page.locator(".paper-lede").innerText()).toMatch(/^The transpose takes 19\.2 and 13\.0 s/);
  await page.getByText("The numbers above use your values").waitFor();
  await page.getByText("Open in the workbench").click();
  const link = page.getByRole("link", { name: "Three Quads, full duplex", exact: true });
  await expect.poll(async () => decodeURIComponent((await link.getAttribute("href")) ?? "")).toMatch(/bothWays189100kB/);
  await page.getByRole("button", { name: "Reset all" }).click();
  await page.getByRole("columnheader", { name: "yours" }).waitFor({ state: "detached" });
  await expect.poll(() => page.locator(".paper-lede").innerText()).toMatch(/^The transpose takes 19\.2 and 11\.8 s/);

  // A reload and a link keep the changed constants in the address. An invalid value is rejected, and the others stay.
  await openPaper(page, "quads-section-5");
  await page.getByRole("spinbutton", { name: "Cable" }).waitFor();
  await verdictText(page);
  const cable = page.getByRole("spinbutton", { name: "Cable" });
  await cable.focus();
  for (let i = 0; i < 3; i++) await page.keyboard.press("ArrowRight");
  await expect.poll(() => page.url()).toBe(address("#paper=quads-section-5&linkBase=8"));
  await page.reload();
  await expect.poll(() => cable.getAttribute("aria-valuenow")).toBe("8");
  await page.getByRole("columnheader", { name: "yours" }).first().waitFor();
  await page.evaluate(() => (location.hash = "#paper=quads-section-5&linkBase=cheap&port=20&depth=1"));
  await page
    .getByText("Ignored in the address: “cheap” is not from 1 to 1000 US$ (Cable); “depth” is not a number of this page.")
    .waitFor();
  await expect.poll(() => cable.getAttribute("aria-valuenow")).toBe("5");
  await expect.poll(() => page.getByRole("spinbutton", { name: "Port of a small switch" }).getAttribute("aria-valuenow")).toBe("20");
  await page.getByRole("button", { name: "Reset all" }).click();
  await expect.poll(() => page.url()).toBe(address("#paper=quads-section-5"));
  expect(await page.getByText("Ignored in the address").count()).toBe(0);
});

test("the two nodes of the relay's figure move by arrow keys and by the pointer, and the numbers follow", async () => {
  const { page } = await visit("#paper=torus-figure-1");
  const pathRows = page.locator(".paper-figure").getByRole("row", { name: /^shortest paths/ });
  await expect.poll(() => pathRows.innerText()).toMatch(/4\s+20/);
  await page.getByRole("button", { name: /^D, the destination, at ⟨4, 3⟩/ }).focus();
  await page.keyboard.press("ArrowUp");
  await page.getByRole("button", { name: /^D, the destination, at ⟨4, 2⟩/ }).waitFor();
  await expect.poll(() => pathRows.innerText()).toMatch(/1\s+40/);
  // The source S is in the way of D, in the same row, so D jumps over S.
  for (let i = 0; i < 3; i++) await page.keyboard.press("ArrowLeft");
  await page.getByRole("button", { name: /^D, the destination, at ⟨0, 2⟩/ }).waitFor();
  await page.getByRole("button", { name: "directly", exact: true }).click();
  await page.getByRole("img", { name: /S at ⟨1, 2⟩, D at ⟨0, 2⟩, directly/ }).waitFor();
  const source = page.getByRole("button", { name: /^S, the source/ });
  const { x, y, width } = (await source.boundingBox())!;
  const pitch = (await page.getByRole("button", { name: /^D, the destination/ }).boundingBox())!.x - x;
  await page.mouse.move(x + width / 2, y + width / 2);
  await page.mouse.down();
  await page.mouse.move(x + width / 2 - 2 * pitch, y + width / 2 + pitch, { steps: 4 });
  await page.mouse.up();
  await page.getByRole("button", { name: /^S, the source, at ⟨3, 1⟩/ }).waitFor();

  // The figure comes first, and at most three links are at the end.
  await openPaper(page, "qsnet-figure-13");
  await expect.poll(() => page.title()).toBe("QsNET, Figure 13 · Fabricscope");
  await verdictText(page);
  const top = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => element.getBoundingClientRect().top);
  expect(await top(".paper-body .paper-figure")).toBeLessThan(await top(".paper-body .paper-table"));
  expect(await page.locator(".paper-foot").locator("button:visible, summary:visible, a:visible").count()).toBe(3);
  await page.getByText("Open in the workbench").click();
  await page.getByRole("link", { name: "All six side by side" }).waitFor();
});

thoroughTest(
  "a multiplication is gone through wave by wave, its table and citation are taken along, and its chart comes from a full run",
  async () => {
    const { page } = await visit("#paper=matmul-figure-2");
    await expect.poll(() => verdictText(page)).toBe("exact");
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Table as CSV" }).click()]);
    expect(download.suggestedFilename()).toBe("matmul-figure-2.csv");
    const rows = readFileSync(await download.path(), "utf8")
      .trimEnd()
      .split("\r\n");
    expect(rows).toHaveLength(5);
    expect(rows[1]).toMatch(/^waves,The wavefront in numbers,0 to 14,15,/);
    await page.getByRole("button", { name: "Cite" }).click();
    await page.getByText("Citation copied").waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^Gustavo Wolfmann.*Figure 2\.$/);
    const forward = page.getByRole("button", { name: "Step forward" });
    for (let wave = 0; wave < 5; wave++) await forward.click();
    await page.getByText("wave 5 of 0 to 14: 6 blocks, 4 processes compute").waitFor();
    await page.getByText("gets B1 from process 1, computes C(4, 1); then gets B5 from process 1, computes C(0, 5)").waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole("link", { name: "Next: Table 1" }).click();
    await page.getByRole("link", { name: "Next: Figure 3" }).click();
    await page.getByRole("link", { name: "Next: Figure 4" }).click();
    await page.getByText("All 3 statements hold").waitFor();
    const chart = page.getByRole("img", { name: /^The wavefront over InfiniBand/ });
    await expect.poll(() => chart.textContent()).toMatch(/15\.3\ss/);
    expect(await accessibilityViolations(page)).toEqual([]);
    // With faster Xeons the run becomes shorter.
    await page.getByRole("spinbutton", { name: "Speed of a Xeon relative to an Opteron" }).focus();
    for (let i = 0; i < 10; i++) await page.keyboard.press("ArrowRight");
    await expect.poll(() => chart.textContent()).toMatch(/13\.6\ss/);
  },
);

thoroughTest("axe finds nothing in list, index and exhibit, and nothing sticks out at the sides, whatever the width", async () => {
  const { page } = await visit("#paper=", { viewport: { width: 1440, height: 844 } });
  // The list, a paper, a figure, and tables with constants and statements. The other pages are of the same kinds.
  const places = [
    "",
    "qsnet",
    "torus-figure-1",
    "quads-section-5",
    "torus-theorem-1",
    "quads-figure-2",
    "quads-figure-4",
    "trees-figure-1",
    "deepseek-table-3",
    "jellyfish-figure-1c",
    "dragonfly-throughput",
  ];
  for (const place of firstFew(4, places)) {
    await openPaper(page, place);
    if (place.includes("-")) await waitForResult(page);
    else await page.locator("h1").waitFor();
    for (const width of [1440, 1150, 390]) {
      await page.setViewportSize({ width, height: 844 });
      const past = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      await expect.poll(past, { message: `${place}, ${width} px` }).toBe(0);
      // No table extends into the margin.
      expect(
        await page.evaluate(
          () =>
            [...document.querySelectorAll(".paper-table")].filter(
              (table) =>
                table.getBoundingClientRect().right > table.closest("section")!.getBoundingClientRect().right + 1 &&
                table.closest(".paper-scroll") === null,
            ).length,
        ),
      ).toBe(0);
      // Between two pages the document is empty for a moment.
      if (width === 1440 || isThorough) await expect.poll(() => accessibilityViolations(page)).toEqual([]);
    }
  }
});

test("on a phone tables fit; one that does not keeps its first column in sight, and nothing published is called derived", async () => {
  const { page } = await visit("#paper=", { viewport: { width: 390, height: 844 } });
  for (const place of ["quads-table-1", "quads-section-5", "quads-section-4-2", "trees-figure-4"]) {
    await openPaper(page, place);
    await verdictText(page);
    const tables = await page.locator(".paper-scroll").evaluateAll((all) =>
      all.map((box) => {
        return { past: box.scrollWidth - box.clientWidth };
      }),
    );
    expect(
      tables.filter(({ past }) => past > 0),
      place,
    ).toEqual([]);
    const called = await page
      .locator("td.published")
      .evaluateAll((cells) =>
        cells
          .map((cell) => [cell.textContent, cell.getAttribute("data-label")])
          .filter(([text, label]) => text === "–" && label === "derived"),
      );
    expect(called).toEqual([]);
  }
  // Too narrow for any table: the numbers scroll, and the column of row titles stays.
  await page.setViewportSize({ width: 240, height: 844 });
  const [past, off] = await page
    .locator(".paper-scroll")
    .first()
    .evaluate((box) => {
      box.scrollLeft = box.scrollWidth;
      const head = box.querySelector("tbody th") as Element;
      return [box.scrollLeft, head.getBoundingClientRect().left - box.getBoundingClientRect().left];
    });
  expect(past).toBeGreaterThan(0);
  expect(Math.abs(off)).toBeLessThan(1);
});

test("the workbench shows the number from whose link it was opened: costs, counts and rates of data", async () => {
  const { page } = await visit("#paper=");
  // A rate of data in the answer, a cost on its card, and counts below the network.
  const places = [
    ["qsnet-figure-13", ".finding", (number: string) => `${number} of 339 MB/s delivered`],
    ["trees-table-3a", ".cards", (number: string) => `$${number}`],
    ["qsnet-figure-14", ".finding", (number: string) => `${number} of 339 MB/s delivered`],
    ["trees-table-2a", "body", (number: string) => `${number} switches`],
    ["trees-figure-1", "body", (number: string) => `${number} terminals`],
    ["trees-table-3b", ".cards", (number: string) => `$${number}`],
  ] as const;
  // Pages and workbench separate thousands differently, and some spaces do not break.
  const withoutSeparators = (text: string) => text.replaceAll(/(?<=\d)[,\s](?=\d{3})/g, "").replaceAll(/\s/g, " ");
  for (const [place, region, sayNumber] of firstFew(2, places)) {
    await openPaper(page, place);
    const link = page.locator("td.simulated a").first();
    await expect.poll(() => link.getAttribute("href"), { message: place }).toMatch(/^#v=/);
    const expected = sayNumber(withoutSeparators(await link.innerText()));
    await link.click();
    const shown = async () => withoutSeparators((await page.locator(region).allInnerTexts()).join("\n"));
    await expect.poll(shown, { message: place, timeout: 60_000 }).toContain(expected);
  }
});

test("Table 4b opens with the costs in use, a short title, and a word about the seeds", async () => {
  const { page } = await visit("#paper=trees-table-4b");
  const row = page.getByRole("row", { name: /^8:4,4-thin-tree/ }).filter({ hasText: "3.63" });
  const link = row.getByRole("link", { name: "3.63" });
  await expect.poll(() => link.getAttribute("href")).toMatch(/choice~performance-per-cost\.cost\.used/);
  expect(await link.getAttribute("title")).toContain("this number also needs those of “Up to 10 kB, 3 seeds, same radix”");
  await link.click();
  await page.getByText(/0\.25 times the cost: 3\.6\d times the performance per cost/).waitFor();
  expect(await page.title()).toBe("Trees report, Table 4b, first seed · Fabricscope");
});
