/** Drawing a network in the built page: only with the pointer, only with keys, and on a phone. */
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { nameOfSwitch } from "../../src/core/network/drawing/drawing.ts";
import { linksBetween, terminalsOn } from "../../src/core/network/drawing/edit.ts";
import { drawingOfValues } from "../../src/core/topologies/any/drawn.ts";
import { readDocumentLink } from "../../src/links/index.ts";
import { matrixOf } from "../../src/core/traffic/traffic-matrix-param.ts";
import { cellList } from "../../src/core/traffic/traffic-matrix.ts";
import { layoutSheet, fullSheetViewport } from "../../src/views/sheet/layout.ts";
import { thoroughTest } from "../effort.ts";
import { accessibilityViolations } from "./axe.ts";
import { waitForAnswer, shortRun, browserTests, settledBox, findingOf, copyFromShareMenu } from "./harness.ts";

const { visit } = browserTests();
const startLink = `#v=2&${shortRun}&topology=mesh:sizes4x4&traffic=uniform&load=.3`;
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const drawingBox = (page: Page): Locator => page.locator('[data-view="drawing"] .view-box');

/** The drawing in the link that the page copies. */
async function drawingInLink(page: Page) {
  const { topology } = await readDocumentLink(await copyFromShareMenu(page, "Copy link"));
  expect(topology.kind).toBe("drawn");
  return drawingOfValues(topology.values as never).drawing;
}

/** Pairs of linked switches by name, with the number of parallel links if there are several. */
async function linksOf(page: Page): Promise<readonly string[]> {
  const drawing = await drawingInLink(page);
  const names = drawing.switches.map(nameOfSwitch);
  return names
    .flatMap((a, i) => names.slice(i + 1).map((b, k) => [a, b, linksBetween(drawing, i, i + 1 + k).length] as const))
    .filter(([, , count]) => count > 0)
    .map(([a, b, count]) => `${a} – ${b}${count > 1 ? ` ×${count}` : ""}`);
}

const afterRedraw = (page: Page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

const ring = [
  [460, 90],
  [660, 180],
  [660, 330],
  [460, 420],
  [260, 330],
  [260, 180],
] as const;

const expectedLinks = [
  "core – switch 1",
  "core – switch 3 ×2",
  "core – switch 5",
  "switch 1 – switch 2",
  "switch 1 – switch 4",
  "switch 2 – switch 3",
  "switch 3 – switch 4",
  "switch 4 – switch 5",
];

const matrixGrid = (page: Page) => page.getByRole("grid", { name: "Traffic matrix" });

/** Center of a cell of the traffic matrix, in page pixels. */
async function cellCenter(page: Page, source: number, destination: number, isNarrow = false): Promise<readonly [number, number]> {
  await matrixGrid(page).waitFor();
  const box = (await matrixGrid(page).boundingBox())!;
  const { left, top, side } = layoutSheet(6, box.width, box.height, { isNarrow, hasSwitchNames: true }, fullSheetViewport);
  return [box.x + left + (destination + 0.5) * side, box.y + top + (source + 0.5) * side];
}

const hotSpot = [0, 1, 2, 4, 5].map((source) => `${source} → 3`);

/** The pairs with the highest painted traffic. */
async function highestPairs(page: Page): Promise<readonly string[]> {
  const { workload } = await readDocumentLink(await copyFromShareMenu(page, "Copy link"));
  const { source, destination, value } = cellList(matrixOf(workload.values["cells"] as string));
  const maximum = Math.max(...Array.from(value));
  return Array.from(source, (s, i) => (value[i] === maximum ? `${s} → ${destination[i]}` : "")).filter((pair) => pair !== "");
}

/** The terminals of each job. */
async function terminalsByJob(page: Page): Promise<readonly (readonly number[])[]> {
  const { workload } = await readDocumentLink(await copyFromShareMenu(page, "Copy link"));
  expect(workload.kind).toBe("jobs");
  const jobs = workload.values["jobs"] as readonly { readonly mapping: { readonly values: { readonly terminals: readonly number[] } } }[];
  return jobs.map(({ mapping }) => mapping.values.terminals);
}

test("with the pointer alone: a ring of six with two chords, one of them doubled, and a name", async () => {
  const { page } = await visit(startLink);
  await page.getByRole("button", { name: "Draw", exact: true }).click();
  await page.getByRole("button", { name: "Start empty" }).click();
  await page.getByText("Nothing is drawn yet.").waitFor();
  const box = await settledBox(drawingBox(page));
  const at = ([x, y]: readonly [number, number]) => [box.x + x, box.y + y] as const;
  await page.mouse.dblclick(...at(ring[0]));
  await page.getByRole("button", { name: "switch 0, rename" }).waitFor();
  /** Drags from the edge of one switch to another point. */
  const pull = async (from: readonly [number, number], to: readonly [number, number]) => {
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    const by = Math.min(27 / Math.abs(dx || 1e-9), 20 / Math.abs(dy || 1e-9));
    await page.mouse.move(...at([from[0] + dx * by, from[1] + dy * by]));
    await page.mouse.down();
    await page.mouse.move(...at([from[0] + dx / 2, from[1] + dy / 2]), { steps: 3 });
    await page.mouse.move(...at(to), { steps: 3 });
    await page.mouse.up();
  };
  for (let i = 0; i < 5; i++) await pull(ring[i], ring[i + 1]);
  await pull(ring[5], ring[0]);
  await pull(ring[0], ring[3]);
  // Add a parallel link with the button on the card of a link.
  await page.mouse.click(...at([ring[0][0] + (ring[3][0] - ring[0][0]) / 3, ring[0][1] + (ring[3][1] - ring[0][1]) / 3]));
  await page.getByRole("button", { name: "One more" }).click();
  await pull(ring[1], ring[4]);
  await page.mouse.dblclick(...at(ring[0]));
  await page.getByRole("textbox", { name: "Name" }).fill("core");
  await page.mouse.click(...at([60, 300]));
  // The network runs while it is drawn.
  await waitForAnswer(page);
  expect(await linksOf(page)).toEqual(expectedLinks);
  // A hot spot: all terminals send to terminal 3.
  await page.getByRole("button", { name: "Paint traffic" }).click();
  await page.getByText("column", { exact: true }).click();
  await page.mouse.click(...(await cellCenter(page, 1, 3)));
  await page.getByText("5 cells painted").first().waitFor();
  expect(await highestPairs(page)).toEqual(hotSpot);
  await page.getByRole("region", { name: "Traffic matrix" }).getByRole("button", { name: "Done" }).click();
  await waitForAnswer(page);
  // A lasso selects the switches on the left.
  const whole = await settledBox(drawingBox(page));
  const part = (x: number, y: number) => [whole.x + x * whole.width, whole.y + y * whole.height] as const;
  await page.mouse.move(...part(0.02, 0.14));
  await page.mouse.down();
  for (const [x, y] of [
    [0.44, 0.14],
    [0.44, 0.98],
    [0.02, 0.98],
  ] as const)
    await page.mouse.move(...part(x, y), { steps: 4 });
  await page.mouse.up();
  await page.getByText("2 switches with").waitFor();
  // One job on the left, another on the right. The page reports how much they slow each other down.
  await page.getByRole("button", { name: "a new one" }).click();
  await page
    .getByRole("region", { name: "Jobs" })
    .getByText(/Because of job [AB]|costs job|does not slow down/)
    .first()
    .waitFor();
  expect(await terminalsByJob(page)).toEqual([
    [0, 1, 2, 3],
    [4, 5],
  ]);
  expect(await accessibilityViolations(page)).toEqual([]);
});

thoroughTest("by keys alone: the same", async () => {
  const { page } = await visit(startLink);
  await waitForDrawing(page);
  await page.keyboard.press("d");
  await drawingBox(page).waitFor();
  // Once the drawing is ready, keys go to it. An element that has the focus earlier loses it again.
  await page.waitForFunction(() => document.activeElement?.matches(".view-box") === true);
  await page.getByRole("button", { name: "Start empty" }).focus();
  await page.keyboard.press("Enter");
  await drawingBox(page).focus();
  for (let i = 0; i < 6; i++) await page.keyboard.press("n");
  await page.getByText("drawn network").first().waitFor();
  /** Selects the switch with this name by pressing Tab. */
  const go = async (name: string) => {
    await page.keyboard.press("Escape");
    for (let i = 0; i < 8; i++) {
      await page.keyboard.press("Tab");
      await afterRedraw(page);
      if (await page.getByRole("button", { name: `${name}, rename` }).isVisible()) return;
    }
    throw new Error(`no ${name}`);
  };
  /** Links two switches with the keyboard. */
  const link = async (from: string, to: string) => {
    await go(from);
    await page.keyboard.press("l");
    for (let i = 0; i < 8; i++) {
      // The label next to the target names the link that is being drawn.
      await afterRedraw(page);
      if ((await drawingBox(page).getAttribute("data-to")) === to) break;
      await page.keyboard.press("Tab");
    }
    await page.keyboard.press("Enter");
  };
  for (let i = 0; i < 6; i++) await link(`switch ${i}`, `switch ${(i + 1) % 6}`);
  await link("switch 0", "switch 3");
  await link("switch 0", "switch 3");
  await link("switch 1", "switch 4");
  await go("switch 0");
  await page.keyboard.press("Enter");
  await page.keyboard.type("core");
  await page.keyboard.press("Enter");
  await waitForAnswer(page);
  expect(await linksOf(page)).toEqual(expectedLinks);
  await drawingBox(page).focus();
  await go("core");
  await page.keyboard.press("+");
  expect(terminalsOn(await drawingInLink(page), 0)).toHaveLength(2);
  // A hot spot: all terminals send to terminal 3.
  await page.keyboard.press("m");
  await page.getByRole("radio", { name: "column", exact: true }).focus();
  await page.keyboard.press("Space");
  await matrixGrid(page).focus();
  for (let i = 0; i < 2; i++) await page.keyboard.press("ArrowRight");
  expect(await page.getByRole("gridcell").innerText()).toMatch(/to terminal 3: /);
  await page.keyboard.press("Space");
  await page.getByText("6 cells painted").first().waitFor();
  expect(await highestPairs(page)).toEqual(["0 → 3", "1 → 3", "2 → 3", "4 → 3", "5 → 3", "6 → 3"]);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await matrixGrid(page).waitFor({ state: "detached" });
  // The terminals at the core switch get a job of their own.
  await drawingBox(page).focus();
  await go("core");
  await page.getByRole("button", { name: "a new one" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("region", { name: "Jobs" }).waitFor();
  expect(await terminalsByJob(page)).toEqual([
    [1, 2, 3, 4, 5],
    [0, 6],
  ]);
});

async function waitForDrawing(page: Page): Promise<void> {
  await findingOf(page).waitFor();
}

thoroughTest("on a phone: the same, with a finger", async () => {
  const { page } = await visit(startLink, phone);
  await page.getByRole("button", { name: "Draw", exact: true }).click();
  await page.getByRole("button", { name: "Start empty" }).click();
  await page.getByText("Nothing is drawn yet.").waitFor();
  await drawingBox(page).scrollIntoViewIfNeeded();
  await page.evaluate(() => scrollTo(0, 0));
  await drawingBox(page).evaluate((box) => box.scrollIntoView({ block: "center" }));
  const box = await settledBox(drawingBox(page));
  const places = ring.map(
    ([x, y]) => [box.x + 30 + ((x - 260) / 400) * (box.width - 60), box.y + 40 + ((y - 90) / 330) * (box.height - 90)] as const,
  );
  const client = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", points: readonly (readonly [number, number])[]) =>
    client.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y]) => ({ x, y })) });
  const tap = async (point: readonly [number, number]) => {
    await touch("touchStart", [point]);
    await touch("touchEnd", []);
  };
  /** Current page position of a switch. Sentences that appear above the drawing move it. */
  const now = async (place: number): Promise<readonly [number, number]> => {
    const { x, y } = (await drawingBox(page).boundingBox())!;
    return [places[place][0] + x - box.x, places[place][1] + y - box.y];
  };
  await tap(await now(0));
  await tap(await now(0));
  await page.getByRole("button", { name: "switch 0, rename" }).waitFor();
  const pull = async (from: readonly [number, number], to: readonly [number, number]) => {
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    const by = Math.min(22 / Math.abs(dx || 1e-9), 17 / Math.abs(dy || 1e-9));
    await touch("touchStart", [[from[0] + dx * by, from[1] + dy * by]]);
    for (const part of [0.4, 0.7, 1]) await touch("touchMove", [[from[0] + dx * part, from[1] + dy * part]]);
    await touch("touchEnd", []);
  };
  for (let i = 0; i < 5; i++) await pull(await now(i), await now(i + 1));
  for (const [from, to] of [
    [5, 0],
    [0, 3],
    [0, 3],
    [1, 4],
  ] as const) {
    // Only the selected switch has handles for dragging links.
    await tap(await now(from));
    await page.getByRole("button", { name: `switch ${from}, rename` }).waitFor();
    await pull(await now(from), await now(to));
  }
  await tap(await now(0));
  await page.getByRole("button", { name: "switch 0, rename" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("core");
  await page.getByRole("textbox", { name: "Name" }).press("Enter");
  expect(await linksOf(page)).toEqual(expectedLinks);
  // A hot spot: all terminals send to terminal 3.
  await page.getByRole("button", { name: "Paint traffic" }).tap();
  await page.getByText("column", { exact: true }).tap();
  await matrixGrid(page).evaluate((each) => each.scrollIntoView({ block: "center" }));
  await tap(await cellCenter(page, 1, 3, true));
  await page.getByText("5 cells painted").first().waitFor();
  expect(await highestPairs(page)).toEqual(hotSpot);
  await page.getByRole("region", { name: "Traffic matrix" }).getByRole("button", { name: "Done" }).tap();
  // A long press on the background starts a lasso, here around the switches on the left.
  await drawingBox(page).evaluate((each) => each.scrollIntoView({ block: "center" }));
  const sheet = (await drawingBox(page).boundingBox())!;
  const part = (x: number, y: number) => [sheet.x + x * sheet.width, sheet.y + y * sheet.height] as const;
  await touch("touchStart", [part(0.02, 0.03)]);
  await page.waitForTimeout(600);
  for (const [x, y] of [
    [0.2, 0.03],
    [0.42, 0.03],
    [0.42, 0.5],
    [0.42, 0.97],
    [0.02, 0.97],
  ] as const)
    await touch("touchMove", [part(x, y)]);
  await touch("touchEnd", []);
  await page.getByText("2 switches with").waitFor();
  // In touch emulation the first tap after a long press is lost, so this uses a click.
  await page.getByRole("button", { name: "a new one" }).click();
  await page.getByRole("region", { name: "Jobs" }).waitFor();
  expect(await terminalsByJob(page)).toEqual([
    [0, 1, 2, 3],
    [4, 5],
  ]);
});

/** Clicks a value to edit it, types a new one and presses Enter, which returns the focus to the drawing. */
async function typeValue(page: Page, name: string, text: string): Promise<void> {
  await page.getByRole("button", { name: new RegExp(`^${name}, `) }).click();
  await page.keyboard.type(text);
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement?.matches(".view-box") === true);
}

thoroughTest("with the pointer: all of several chosen switches are linked, and links get a rate and a length", async () => {
  // The runs are so short that results arrive between two clicks, and the text above the drawing changes meanwhile.
  const { page } = await visit("#v=2&warmUp=200&window=400&topology=mesh&traffic=uniform&load=.3");
  await page.getByRole("button", { name: "Draw", exact: true }).click();
  await page.getByRole("button", { name: "Start empty" }).click();
  await page.getByText("Nothing is drawn yet.").waitFor();
  const box = await settledBox(drawingBox(page));
  // Page pixels. The drawing stays in place on the page when the text above it changes.
  const [spine, a, b, c] = [[500, 170], [300, 340], [500, 340], [700, 340]].map(([x, y]) => [box.x + x, box.y + y] as const); // prettier-ignore
  const pull = async (points: readonly (readonly [number, number])[]) => {
    await page.mouse.move(...points[0]);
    await page.mouse.down();
    for (const point of points.slice(1)) await page.mouse.move(...point, { steps: 3 });
  };
  for (const [i, point] of [spine, a, b, c].entries()) {
    await page.mouse.dblclick(...point);
    await page.getByRole("button", { name: `switch ${i}, rename` }).waitFor();
    await page.mouse.dblclick(...point);
    const name = ["spine", "leaf a", "leaf b", "leaf c"][i];
    await page.getByRole("textbox", { name: "Name" }).fill(name);
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: `${name}, rename` }).waitFor();
  }
  // A lasso with Shift adds its switches to the selection. A lasso that contains only a terminal removes nothing.
  await settledBox(drawingBox(page));
  await page.mouse.click(...c);
  await page.keyboard.down("Shift");
  await pull([[a[0] - 60, a[1] - 40], [a[0] - 70, a[1] + 70], [b[0] + 60, b[1] + 70], [b[0] + 60, b[1] - 50], [a[0], a[1] - 60]]); // prettier-ignore
  await page.mouse.up();
  await page.getByText("3 switches with").waitFor();
  await pull([[spine[0] - 60, spine[1] - 80], [spine[0] + 60, spine[1] - 90], [spine[0] + 70, spine[1] - 30], [spine[0] - 50, spine[1] - 26]]); // prettier-ignore
  await page.mouse.up();
  await page.keyboard.up("Shift");
  await page.getByText("3 switches with").waitFor();
  // Dragging from one of the selected switches links all of them; the preview says so.
  await pull([[b[0], b[1] - 20], [b[0], (b[1] + spine[1]) / 2], spine]); // prettier-ignore
  await page.getByText("3 links to spine, from leaf c, leaf a and leaf b").waitFor();
  await page.mouse.up();
  expect((await linksOf(page)).toSorted()).toEqual(["spine – leaf a", "spine – leaf b", "spine – leaf c"]);
  const middle = (end: readonly [number, number]) => [(end[0] + spine[0]) / 2, (end[1] + spine[1]) / 2] as const;
  await page.mouse.click(...middle(a));
  await typeValue(page, "Rate", "2");
  await page.getByText("link spine – leaf a").first().waitFor();
  await page.keyboard.down("Shift");
  await page.mouse.click(...middle(c));
  await page.keyboard.up("Shift");
  await page.getByRole("button", { name: "Rate, mixed" }).waitFor();
  await typeValue(page, "Length", "5");
  const rules = async () => (await readDocumentLink(await copyFromShareMenu(page, "Copy link"))).links;
  expect(await rules()).toEqual([
    { class: "0-1", rate: 2, length: 5 },
    { class: "0-3", rate: 1, length: 5 },
  ]);
  // The page says that the technology has no rate in bytes per second, and offers alternatives.
  await page.getByRole("button", { name: /^Rate, / }).click();
  await page.keyboard.type("400 Gb/s");
  await page.keyboard.press("Enter");
  await page.getByText("50 GB/s needs a technology with a rate").first().waitFor();
  await page.getByRole("button", { name: "Go back" }).first().click();
  await page.keyboard.press("Control+z");
  expect(await rules()).toEqual([{ class: "0-1", rate: 2, length: 0 }]);
  const sentence = await page.getByRole("heading", { level: 1 }).innerText();
  expect(sentence).not.toMatch(/\d-\d|switch \d/);
  expect(await accessibilityViolations(page)).toEqual([]);
});

test("by keys: a rate for all links of a generated network, a number, and then single keys again", async () => {
  const { page } = await visit(startLink);
  await waitForDrawing(page);
  await page.keyboard.press("d");
  await page.waitForFunction(() => document.activeElement?.matches('[data-view="drawing"] .view-box') === true);
  /** Moves the focus through the card until it is on an element with this text. */
  const cardHas = async (name: RegExp) => {
    await page.keyboard.press("e");
    for (let i = 0; i < 8; i++) {
      if (await page.evaluate((text) => new RegExp(text).test(document.activeElement?.textContent ?? ""), name.source)) return;
      await page.keyboard.press("Tab");
    }
    throw new Error(`nothing like ${name} in the card`);
  };
  await cardHas(/^all links$/);
  await page.keyboard.press("Enter");
  await cardHas(/^1.phit\/cycle$/);
  await page.keyboard.press("Enter");
  await page.keyboard.type("2");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement?.matches(".view-box") === true);
  expect((await readDocumentLink(await copyFromShareMenu(page, "Copy link"))).links).toEqual([
    { class: "X", rate: 2, length: 0 },
    { class: "Y", rate: 2, length: 0 },
  ]);
  // Edit a number of the sentence while the network is drawn. After that, keys go to the drawing again.
  await page.getByRole("spinbutton", { name: "Load" }).first().focus();
  await page.keyboard.type("5");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await page.keyboard.press("n");
  await page.getByRole("button", { name: "switch 16, rename" }).waitFor();
  // "Link all like" names the switch that the others are linked like, and the result.
  await page.keyboard.press("Control+a");
  await cardHas(/^Link all like/);
  await page.keyboard.press("Enter");
  await page.getByText(/^Model: .*, linked to /).waitFor();
});
