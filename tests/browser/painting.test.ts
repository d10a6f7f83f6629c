/** Painting a traffic matrix in the built page: with the pointer, with keys alone, and on a phone. */
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { matrixOf } from "../../src/core/traffic/traffic-matrix-param.ts";
import { cellList } from "../../src/core/traffic/traffic-matrix.ts";
import { hitTestSheet, layoutSheet, fullSheetViewport } from "../../src/views/sheet/layout.ts";
import { readDocumentLink } from "../../src/links/index.ts";
import { thoroughTest } from "../effort.ts";
import { accessibilityViolations } from "./axe.ts";
import { waitForAnswer, shortRun, browserTests, findingOf, copyFromShareMenu } from "./harness.ts";

const { visit } = browserTests();
/** A mesh with links of 400 Gb/s. */
const startLink = `#v=2&${shortRun}&topology=mesh:sizes4x4&traffic=uniform&load=.3&technology=own-links:rate50GB/s`;
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const matrixGrid = (page: Page): Locator => page.getByRole("grid", { name: "Traffic matrix" });
const statusText = (page: Page) => page.locator(".sheet-card [role=status]");
const waitForStatus = (page: Page, text: string) => statusText(page).filter({ hasText: text }).waitFor({ state: "attached" });

/** The cells in a link, as `source → destination: value`. */
async function cellsInLink(link: string): Promise<readonly string[]> {
  const { workload } = await readDocumentLink(link);
  expect(workload).toMatchObject({ kind: "rates", values: { unit: "Gbps" } });
  const { source, destination, value } = cellList(matrixOf(workload.values["cells"] as string));
  return Array.from(source, (s, i) => `${s} → ${destination[i]}: ${value[i]}`);
}

/** Center of a cell, in page pixels. */
async function cellCenter(page: Page, source: number, destination: number, isNarrow = false): Promise<readonly [number, number]> {
  const box = (await matrixGrid(page).boundingBox())!;
  const { left, top, side, terminals } = layoutSheet(16, box.width, box.height, { isNarrow, hasSwitchNames: false }, fullSheetViewport);
  expect(terminals).toBe(16);
  expect(
    hitTestSheet(layoutSheet(16, box.width, box.height, { isNarrow, hasSwitchNames: false }, fullSheetViewport), left + 1, top + 1),
  ).toEqual([0, 0]);
  return [box.x + left + (destination + 0.5) * side, box.y + top + (source + 0.5) * side];
}

/**
 * A hot spot: all terminals send 50 Gb/s to terminal 5, terminal 2 sends 20 Gb/s to all. A small table is pasted at source 8, destination
 * 10.
 */
const hotSpot = Array.from({ length: 16 }, (_, s) => s).flatMap((s) =>
  Array.from({ length: 16 }, (_, d) => [s, d, s === d ? 0 : s === 2 ? 20 : d === 5 ? 50 : 0] as const),
);
const pastedTable = new Map([
  ["8 → 10", 1.5],
  ["8 → 11", 2],
  ["9 → 10", 0],
  ["9 → 11", 4],
]);
const expectedCells = hotSpot
  .map(([s, d, value]) => [`${s} → ${d}`, pastedTable.get(`${s} → ${d}`) ?? value] as const)
  .filter(([, value]) => value > 0)
  .map(([name, value]) => `${name}: ${value}`);

async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await page.keyboard.press("Control+v");
}

test("with the pointer: a hot spot, a row, and a small table", async () => {
  const { page } = await visit(startLink);
  await findingOf(page).waitFor();
  await page.getByRole("button", { name: "Views" }).click();
  await page.getByRole("menuitemcheckbox", { name: /Who sends to whom/ }).click();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Paint traffic" }).click();
  await matrixGrid(page).waitFor();
  expect(await page.getByText("The matrix shows the traffic above.").isVisible()).toBe(true);
  await page.getByRole("button", { name: "Clear" }).click();
  await page.getByText("The traffic matrix is empty.").waitFor();
  await page.getByText("column", { exact: true }).click();
  // Hovering over the sheet shows the paths before anything is painted.
  await page.mouse.move(...(await cellCenter(page, 3, 5)));
  await page.getByText("the paths of 15 flows").waitFor();
  await page.mouse.down();
  await page.mouse.up();
  await page.getByText("Terminal 5 would receive 1.88 times the capacity of its port.").waitFor();
  await waitForAnswer(page);
  await page.getByText("row", { exact: true }).click();
  await page.getByRole("spinbutton", { name: "What the brush paints" }).click();
  await page.keyboard.type("20");
  await page.keyboard.press("Enter");
  await page.mouse.click(...(await cellCenter(page, 2, 7)));
  await waitForAnswer(page);
  // Paint one stroke too many, then erase it.
  await page.getByText("cell", { exact: true }).click();
  await page.mouse.move(...(await cellCenter(page, 12, 1)));
  await page.mouse.down();
  await page.mouse.move(...(await cellCenter(page, 14, 3)), { steps: 4 });
  await page.mouse.up();
  await waitForStatus(page, "3 cells painted");
  await waitForAnswer(page);
  await page.keyboard.down("Alt");
  await page.mouse.move(...(await cellCenter(page, 14, 3)));
  await page.mouse.down();
  await page.mouse.move(...(await cellCenter(page, 12, 1)), { steps: 4 });
  await page.mouse.up();
  await page.keyboard.up("Alt");
  await waitForStatus(page, "3 cells cleared");
  await waitForAnswer(page);
  await page.mouse.click(...(await cellCenter(page, 8, 10)));
  await paste(page, "1,5\t2\r\n0\t4\r\n");
  await waitForStatus(page, "4 numbers pasted at cell 8, 10");
  await waitForAnswer(page);
  expect(await page.getByRole("heading", { level: 1 }).innerText()).toMatch(/painted traffic/);
  expect(await page.getByRole("region", { name: "Finding" }).innerText()).toMatch(/delivered/);
  expect(await cellsInLink(await copyFromShareMenu(page, "Copy link"))).toEqual(expectedCells);
  expect(await accessibilityViolations(page)).toEqual([]);
  for (let i = 0; i < 7; i++) await page.keyboard.press("Control+z");
  await page.getByText("The matrix shows the traffic above.").waitFor();
});

test("keys go to the ends of rows and of the sheet; what had the focus has it again once the sheet is closed", async () => {
  const { page } = await visit(startLink);
  const draw = page.getByRole("button", { name: "Draw", exact: true });
  await draw.focus();
  await page.keyboard.press("m");
  await matrixGrid(page).waitFor();
  // Keys pressed before the sheet has the focus would go to the page.
  await expect.poll(() => matrixGrid(page).evaluate((grid) => grid.contains(document.activeElement))).toBe(true);
  const cell = page.getByRole("gridcell");
  for (const [key, terminals] of [
    ["End", [0, 15]],
    ["Control+End", [15, 15]],
    ["Home", [15, 0]],
    ["Control+Home", [0, 0]],
  ] as const) {
    await page.keyboard.press(key);
    await expect.poll(() => cell.innerText()).toContain(terminals.map((each) => `terminal ${each}`).join(" to "));
  }
  await page.keyboard.press("Escape");
  await matrixGrid(page).waitFor({ state: "detached" });
  await expect.poll(() => draw.evaluate((button) => button === document.activeElement)).toBe(true);
});

thoroughTest("by keys alone: the same", async () => {
  const { page } = await visit(startLink);
  await findingOf(page).waitFor();
  await page.keyboard.press("m");
  await matrixGrid(page).waitFor();
  const press = async (key: string, times = 1) => {
    for (let i = 0; i < times; i++) await page.keyboard.press(key);
  };
  const brush = async (name: string) => {
    await page.getByRole("radio", { name, exact: true }).focus();
    await press("Space");
    await matrixGrid(page).focus();
  };
  await page.getByRole("button", { name: "Clear" }).focus();
  await press("Enter");
  await brush("column");
  await press("ArrowRight", 4);
  expect(await page.getByRole("gridcell").innerText()).toBe("terminal 0 to terminal 5: nothing");
  await press("Space");
  await page.getByText("Terminal 5 would receive").waitFor();
  await brush("row");
  await press("ArrowDown", 2);
  await page.keyboard.type("20");
  await press("Enter");
  await waitForStatus(page, "15 cells painted, 20");
  await brush("cell");
  await press("Shift+ArrowRight", 2);
  await press("Control+z", 2);
  await press("ArrowDown", 6);
  await press("ArrowRight", 3);
  expect(await page.getByRole("gridcell").innerText()).toBe("terminal 8 to terminal 10: nothing");
  await page.keyboard.type("1,5");
  await press("ArrowRight");
  await paste(page, "2\n4");
  await waitForStatus(page, "2 numbers pasted at cell 8, 11");
  await waitForAnswer(page);
  expect(await cellsInLink(await copyFromShareMenu(page, "Copy link"))).toEqual(expectedCells);
  // Escape closes the sheet, and the painted traffic stays.
  await matrixGrid(page).focus();
  await press("Escape", 2);
  await matrixGrid(page).waitFor({ state: "detached" });
  expect(await page.getByRole("heading", { level: 1 }).innerText()).toMatch(/painted traffic/);
});

thoroughTest("on a phone: with a finger", async () => {
  const { page } = await visit(startLink, phone);
  await findingOf(page).waitFor();
  await page.keyboard.press("m");
  await matrixGrid(page).waitFor();
  await page.getByRole("button", { name: "Clear" }).tap();
  await page.getByText("column", { exact: true }).tap();
  await matrixGrid(page).evaluate((box) => box.scrollIntoView({ block: "center" }));
  const client = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", points: readonly (readonly [number, number])[]) =>
    client.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
  const [from, to] = [await cellCenter(page, 3, 5, true), await cellCenter(page, 3, 6, true)];
  await touch("touchStart", [from]);
  await touch("touchMove", [to]);
  await touch("touchEnd", []);
  await page.getByText("Terminals 5 and 6 would receive up to 1.88 times the capacity of a port.").waitFor();
  // Two fingers zoom and do not paint.
  const before = await statusText(page).textContent();
  await touch("touchStart", [from]);
  await touch("touchStart", [from, to]);
  await touch("touchMove", [from, [to[0] + 60, to[1]]]);
  await touch("touchEnd", []);
  expect(await statusText(page).textContent()).toBe(before);
  const cells = await cellsInLink(await copyFromShareMenu(page, "Copy link"));
  expect(cells).toHaveLength(30);
  expect(cells[0]).toBe("0 → 5: 50");
  expect(await accessibilityViolations(page)).toEqual([]);
});
