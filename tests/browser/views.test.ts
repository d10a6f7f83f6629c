/** The views in the browser: cards, tables, saved files, hover and keyboard. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { firstFew, thoroughTest } from "../effort.ts";
import { waitForAnswer, shortRun, browserTests, playToEnd, savedFile, focusView, defaultLink } from "./harness.ts";

const { visit } = browserTests();
const loadCurveCard = (page: Page) => page.getByRole("region", { name: "Load curve" });
const tableCells = (page: Page, column: number) => loadCurveCard(page).locator(`tbody tr td:nth-child(${column})`).allInnerTexts();

thoroughTest(
  "a table is sorted by its headers with the keyboard alone, is one at full size, too, and is saved as a drawing; a failure is said on the page",
  async () => {
    const { page } = await visit(`#v=1&${shortRun}`);
    await waitForAnswer(page);
    await playToEnd(page);
    await page.waitForFunction(() => document.querySelectorAll('[data-view="load-curve"] svg circle').length >= 2);
    await page.getByRole("button", { name: "Load curve: more" }).focus();
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.activeElement?.getAttribute("role") === "menuitem");
    await page.keyboard.press("Enter");
    const header = loadCurveCard(page).getByRole("columnheader", { name: /^Offered/ });
    await expect.poll(() => header.getAttribute("aria-sort")).toBe("none");
    await header.getByRole("button").focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await expect.poll(() => header.getAttribute("aria-sort")).toBe("descending");
    const loads = (await tableCells(page, 1)).map(Number);
    expect(loads).toEqual(loads.toSorted((a, b) => b - a));
    await page.keyboard.press("Enter");
    await expect.poll(() => header.getAttribute("aria-sort")).toBe("none");
    await page.keyboard.press("Escape");
    await loadCurveCard(page).getByRole("table").waitFor({ state: "detached" });

    await page.getByRole("button", { name: "Load curve: more" }).click();
    await page.getByRole("menuitem", { name: "As a table" }).click();
    await loadCurveCard(page).getByRole("table").waitFor();
    await page.getByRole("button", { name: "Load curve at full size" }).click();
    const full = page.getByRole("dialog", { name: "Load curve, full size" });
    await full.getByRole("table").waitFor();
    await full.getByRole("button", { name: "Back to the picture" }).click();
    await full.getByRole("table").waitFor({ state: "detached" });
    await full.getByRole("button", { name: "Close load curve at full size" }).click();
    await full.waitFor({ state: "detached" });
    expect(await loadCurveCard(page).getByRole("table").count()).toBe(0);

    // While the table is shown and no run is in progress, nothing is drawn.
    await page.getByRole("button", { name: "Load curve: more" }).click();
    await page.getByRole("menuitem", { name: "As a table" }).click();
    await loadCurveCard(page).getByRole("table").waitFor();
    // Wait for the last points of the curve.
    await page.waitForTimeout(1500);
    const frames = await page.evaluate(async () => {
      const ask = requestAnimationFrame;
      let requestCount = 0;
      globalThis.requestAnimationFrame = (draw) => {
        requestCount++;
        return ask(draw);
      };
      await new Promise((resolve) => setTimeout(resolve, 2000));
      return requestCount;
    });
    expect(frames).toBeLessThan(2);

    // A view that shows its table is saved as a drawing of default size.
    const svg = (await savedFile(page, "Load curve", "Save for print (SVG)")).toString("utf8");
    expect(svg).toContain(' width="960"');
    // Width and height are at a fixed position of a PNG file.
    const png = await savedFile(page, "Load curve", "Save as a picture (PNG)");
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1920, 2 * Number(/ height="(\d+)"/.exec(svg)?.[1])]);

    await page.evaluate(() => (HTMLCanvasElement.prototype.toBlob = (done) => done(null)));
    await page.getByRole("button", { name: "Load curve: more" }).click();
    await page.getByRole("menuitem", { name: "Save as a picture (PNG)" }).click();
    await loadCurveCard(page)
      .getByRole("alert")
      .getByText(/could not be saved.*too large/)
      .waitFor();
  },
);

test("a card says what its picture shows, grows over the page, and is dimmed while what it shows is of the document before", async () => {
  const { page } = await visit(`#v=1&${shortRun}`);
  // No curve may be shown next to the sentence of the previous document.
  const late = await page.evaluate(async () => {
    const sentences = new Set<string>();
    for (;;) {
      await new Promise(requestAnimationFrame);
      const card = document.querySelector('[data-view="load-curve"]');
      const sentence = card?.querySelector(".view-sentence")?.textContent ?? "";
      const marks = [...(card?.querySelectorAll("svg .marks > *, svg g > *") ?? [])];
      const hasCurve = marks.some((mark) => (mark as unknown as { __data__?: { key?: string } }).__data__?.key?.endsWith("accepted head"));
      if (!sentence.startsWith("The first of 20 loads") && hasCurve) return [...sentences];
      if (hasCurve) sentences.add(sentence);
    }
  });
  expect(late).toEqual([]);

  // Esc returns to the page and restores the focus.
  await waitForAnswer(page);
  const grow = loadCurveCard(page).getByRole("button", { name: "Load curve at full size", exact: true });
  const small = await loadCurveCard(page).locator(".view-box svg").boundingBox();
  await grow.click();
  const dialog = page.getByRole("dialog", { name: "Load curve, full size" });
  await dialog.locator(".view-box svg path").first().waitFor({ state: "attached" });
  const large = await dialog.locator(".view-box svg").boundingBox();
  expect(large?.width).toBeGreaterThan(2 * (small?.width ?? Infinity));
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await expect.poll(() => grow.evaluate((element) => element === document.activeElement)).toBe(true);

  // A view that still shows the previous document says so until the data it draws has been computed.
  const view = page.locator('[data-view="load-curve"]').first();
  const words = view.locator(".view-stale");
  const opacity = () => view.locator(".view-box").evaluate((box) => getComputedStyle(box).opacity);
  await page.waitForFunction(() => document.querySelectorAll('[data-view="load-curve"] svg circle').length >= 2);
  expect([await opacity(), await words.isVisible()]).toEqual(["1", false]);
  // Another load changes the answer but not the curve.
  await page.evaluate((link) => void (location.hash = link), `v=1&${shortRun}&workload=open-loop&workload.load=0.3`);
  await page.waitForTimeout(100);
  expect(await opacity()).toBe("1");
  // While a long run is computed, the previous drawing stays visible.
  await page.evaluate((link) => void (location.hash = link), "v=1&warmUp=200&window=200000&drain=400&seed=2");
  // Both are read at the same moment: the drawing is dimmed, and its words say why.
  const dimmed = () =>
    view.evaluate((card) => [
      getComputedStyle(card.querySelector(".view-box")!).opacity,
      [...card.querySelectorAll(".view-stale")].map((element) => getComputedStyle(element).display !== "none"),
    ]);
  await expect.poll(dimmed, { timeout: 10_000 }).toEqual(["0.65", [true]]);
  await page.evaluate((link) => void (location.hash = link), `v=1&${shortRun}`);
  await expect.poll(opacity, { timeout: 10_000 }).toBe("1");
  expect(await words.isVisible()).toBe(false);
});

test.each(firstFew(1, ["dark", "light"] as const))(
  "files are for paper: light, on white, whole and with all looks written out; a figure says how it can be made again, %s",
  async (colorScheme) => {
    const { page } = await visit(`#v=1&${shortRun}`, { colorScheme });
    await waitForAnswer(page);
    await playToEnd(page);
    for (const view of ["Network", "Load curve", "Over time"]) {
      const svg = (await savedFile(page, view, "Save for print (SVG)")).toString("utf8");
      // Compared as booleans, because a failure message with a whole drawing would not help.
      expect({
        head: /^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" width="\d+" height="\d+" viewBox="0 0 [\d ]+"><title>[^<]{10,}<\/title>/.test(
          svg,
        ),
        paper: /<rect width="\d+" height="\d+" fill="#fff(fff)?"/.test(svg),
        words: /<text[^>]*font-family=/.test(svg),
        unresolved: /class=|style=|var\(|currentColor|transparent/.exec(svg)?.[0],
      }).toEqual({ head: true, paper: true, words: true, unresolved: undefined });
      const png = await savedFile(page, view, "Save as a picture (PNG)");
      expect(png.subarray(1, 4).toString("latin1")).toBe("PNG");
      // Between the saving of two files, the stage may be resized because the finding has become longer.
      const sizeOf = (text: string) =>
        [.../^<svg[^>]* width="(\d+)" height="(\d+)"/.exec(text)!].slice(1).map((length) => 2 * Number(length));
      const again = (await savedFile(page, view, "Save for print (SVG)")).toString("utf8");
      expect([sizeOf(svg), sizeOf(again)]).toContainEqual([png.readUInt32BE(16), png.readUInt32BE(20)]);
      // A blank picture of this size compresses to far fewer bytes.
      expect(png.length).toBeGreaterThan(8000);
    }

    // A figure has the width of a column or a page, and includes the link and digest that reproduce it.
    for (const view of ["Load curve", "Network"]) {
      const pdf = (await savedFile(page, view, "Figure, one column, 3.5 in (PDF)")).toString("latin1");
      expect(pdf.slice(0, 8)).toBe("%PDF-1.7");
      // 3.5 inches of 72 points.
      expect(pdf).toMatch(/\/MediaBox \[0 0 252 \d+/);
      expect(pdf).toMatch(/\/URI \(http[^)]*#v=1&warmUp=100[^)]*&engine=\d+&digest=\w+\)/);
    }
    const svg = (await savedFile(page, "Load curve", "Figure, full width, 7.16 in (SVG)")).toString("utf8");
    expect(svg).toMatch(/^<svg xmlns="[^"]+" width="7\.16in" height="[\d.]+in" viewBox="0 0 687 \d+"><title>[^<]+<\/title><desc>/);
    expect(svg).toMatch(/<desc>Fabricscope [\d.]+, engine \d+, seed \d+, digest \w+ http[^<]+<\/desc>/);
    expect(svg).toMatch(/<text[^>]*font-size="7\.5px"[^>]*>Fabricscope [^<]* digest \w+<\/text>/);
  },
);

test("a stretch of time is dragged, moved, stretched by keys and let go; a click and the arrows go to a cycle", async () => {
  const { page } = await visit(defaultLink);
  await waitForAnswer(page);
  await playToEnd(page);
  const hand = page.getByRole("slider", { name: "Cycle" });
  const words = page.locator('[data-view="time-strip"] svg text', { hasText: /^Network and cards show/ });
  const shownInterval = async () => ((await words.textContent()) ?? "").split(" to ").map((part) => Number(part.replaceAll(/\D/g, "")));
  const box = await hand.boundingBox();
  if (box === null) throw new Error("the strip has no box");
  const drag = async (from: number, to: number) => {
    await page.mouse.move(box.x + from * box.width, box.y + 20);
    await page.mouse.down();
    await page.mouse.move(box.x + ((from + to) / 2) * box.width, box.y + 20);
    await page.mouse.move(box.x + to * box.width, box.y + 20);
    await page.mouse.up();
  };
  await drag(0.3, 0.5);
  const length = async () => (await shownInterval()).reduce((begin, end) => end - begin);
  // Wait for the end of the drag; half-way the span is shorter.
  await expect.poll(length).toBeGreaterThan(2500);
  const [from, to] = await shownInterval();
  await drag(0.4, 0.45);
  await expect.poll(async () => (await shownInterval())[0]).toBeGreaterThan(from + 600);
  const [later, still] = await shownInterval();
  expect(Math.abs(still - later - (to - from))).toBeLessThanOrEqual(1);
  await hand.focus();
  await page.keyboard.press("Shift+ArrowRight");
  await expect.poll(async () => (await shownInterval())[1]).toBe(still + 160);
  await page.keyboard.press("Escape");
  await words.waitFor({ state: "detached" });
  expect(await hand.getAttribute("aria-valuetext")).not.toMatch(/network and cards/);

  const end = Number(await hand.getAttribute("aria-valuenow"));
  await page.keyboard.press("ArrowLeft");
  await expect.poll(async () => Number(await hand.getAttribute("aria-valuenow"))).toBeLessThan(end);
  await page.mouse.click(box.x + 0.3 * box.width, box.y + 20);
  await expect.poll(async () => Number(await hand.getAttribute("aria-valuenow"))).toBeLessThan(end / 2);

  // If the system cancels a press, for instance to scroll, later pointer moves select nothing.
  await page.mouse.move(box.x + 0.6 * box.width, box.y + 20);
  await page.mouse.down();
  await hand.dispatchEvent("pointercancel");
  await page.mouse.move(box.x + 0.8 * box.width, box.y + 20);
  await page.mouse.up();
  const cycle = Number(await hand.getAttribute("aria-valuenow"));
  await page.keyboard.press("ArrowRight");
  await expect.poll(async () => Number(await hand.getAttribute("aria-valuenow"))).toBe(cycle + 160);
  expect(await words.count()).toBe(0);
});

test("a cell of the matrix picks its channel, and what is picked is outlined there", async () => {
  const { page } = await visit(`#v=1&${shortRun}&topology=torus&traffic=uniform&load=.5&view=channel,congestion-matrix`, {
    viewport: { width: 390, height: 844 },
  });
  await waitForAnswer(page);
  const matrix = page.locator('[data-view="congestion-matrix"]');
  const outline = () =>
    matrix.locator("svg path[stroke-width='2']").evaluateAll((paths) => paths.map((path) => path.getAttribute("d")).join());
  await matrix.locator("rect.catcher").scrollIntoViewIfNeeded();
  const before = await outline();
  await matrix.locator("rect.catcher").click({ position: { x: 180, y: 12 } });
  await expect.poll(outline).not.toBe(before);
  await page.getByText(/^Terminal \d+ → switch/).waitFor();
});

const hotTree = "topology=k-ary-n-tree:k4,n3&traffic=bit-reversal&load=.6&view=channel,congestion-matrix";

thoroughTest("a number of the matrix says who waited there and for whom, and grows while packets flow", async () => {
  const { page } = await visit(`#v=1&${hotTree}&window=40000`);
  await page.getByRole("button", { name: "Congestion matrix at full size", exact: true }).click();
  const matrix = page.getByRole("dialog").locator('[data-view="congestion-matrix"]');
  const tip = matrix.locator("g.tip");
  const worst = matrix.locator("g.marks text:not([font-weight])").filter({ hasText: /^100$/ });
  const cell = await worst.first().elementHandle();
  // When a run starts, the sentence above the matrix grows and moves it.
  const tipText = async () => {
    const box = (await cell?.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    return (await tip.locator("text").allTextContents()).join("\n").replaceAll(/[\s\u00a0\u202f]+/g, " ");
  };
  await expect
    .poll(tipText)
    .toMatch(
      /^[\d ]+cycles, \d+ % of the worst link switch .* Flows that waited there(?: up to cycle [\d ]+)?, [\d ]+ cycles in total: \d+ → \d+: [\d ]+cycles, behind (?:\d+ → \d+|packets of the same flow)/,
    );
  const before = await tipText();
  await expect.poll(tipText).not.toBe(before);
  await page.mouse.move(5, 5);
  await expect.poll(() => tip.locator("text").count()).toBe(0);
});

thoroughTest("keys go through the matrix, and say the same", async () => {
  const { page } = await visit(`#v=1&${shortRun}&${hotTree}`, { viewport: { width: 390, height: 844 } });
  await waitForAnswer(page);
  const box = page.getByRole("group", { name: "Congestion matrix", exact: true });
  await focusView(box);
  const readDescription = () => box.getAttribute("aria-description");
  for (const key of ["ArrowDown", "ArrowDown", "ArrowDown", "End"]) await page.keyboard.press(key);
  await expect
    .poll(readDescription)
    .toMatch(/of the worst link\. switch \d+ of level 2 → switch 15 of level 1\. (?:Flows that waited there|No packet has waited there)/);
  // The labeled cell and the name of its row are visible.
  const sight = (await box.boundingBox()) ?? { x: 0, width: 0 };
  for (const each of [box.locator("g.tip rect"), box.locator("g.words text").first()]) {
    const place = (await each.boundingBox()) ?? { x: -1, width: 0 };
    expect(place.x).toBeGreaterThanOrEqual(sight.x - 1);
    expect(place.x + place.width).toBeLessThanOrEqual(sight.x + sight.width + 1);
  }
  await page.keyboard.press("Enter");
  await page.getByText(/^Switch \d+ of level 2 → switch 15 of level 1/).waitFor();
  await box.focus();
  await page.keyboard.press("Escape");
  await expect.poll(readDescription).toMatch(/^Arrow keys go from cell to cell/);
});

thoroughTest("keys go from the matrix of one network to that of the next", async () => {
  const { page } = await visit(`#v=1&${shortRun}&b.topology=k-ary-n-tree&view=congestion-matrix`);
  await page.getByRole("button", { name: "Congestion matrix at full size", exact: true }).click();
  const box = page.getByRole("dialog").getByRole("group", { name: "Congestion matrix", exact: true });
  const parts = box.locator("g.part");
  await parts.nth(1).locator("g.marks path").first().waitFor();
  await focusView(box);
  const tipCounts = () => parts.evaluateAll((all) => all.map((part) => part.querySelectorAll("g.tip rect").length));
  // A level has rows for the channels above, the switches and the channels below; the top level has no channels above. So the first network
  // has 2 + 3 + 3 rows.
  for (let row = 0; row < 8; row++) await page.keyboard.press("ArrowDown");
  await expect.poll(() => tipCounts()).toEqual([1, 0]);
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => tipCounts()).toEqual([0, 1]);
  await page.keyboard.press("ArrowUp");
  await expect.poll(() => tipCounts()).toEqual([1, 0]);
});

test("a point of a plot is named under a pointer, by keys, and under a finger", async () => {
  const { page } = await visit(`#v=1&${shortRun}`, { hasTouch: true });
  await waitForAnswer(page);
  await page.waitForFunction(() => document.querySelectorAll('[data-view="load-curve"] svg circle').length >= 2);
  const box = loadCurveCard(page).locator(".view-box");
  const tip = loadCurveCard(page).locator(".tip text");
  const at = async () => {
    const { x, y, width, height } = (await box.locator("circle").last().boundingBox())!;
    return [x + width / 2, y + height / 2] as const;
  };
  await page.mouse.move(...(await at()));
  await expect.poll(() => tip.allTextContents()).toContainEqual(expect.stringMatching(/accepted$|on average$/));
  await page.mouse.move(5, 5);
  await expect.poll(() => tip.count()).toBe(0);

  await box.focus();
  await page.keyboard.press("ArrowRight");
  // The keyboard handler may not be loaded before the view gets the focus.
  const status = loadCurveCard(page).locator(".plot-status");
  await expect.poll(() => status.textContent()).toMatch(/^0\.05 phits\/cycle accepted\. offered 0\.05 phits\/cycle$/);
  // The next point may not have been computed yet.
  const afterFirst = async () => {
    for (const key of ["Home", "ArrowRight"]) await page.keyboard.press(key);
    return status.textContent();
  };
  await expect.poll(afterFirst).toMatch(/^0\.10? /);
  await page.keyboard.press("Escape");
  await expect.poll(() => status.textContent()).toBe("");
  expect(await tip.count()).toBe(0);

  await page.touchscreen.tap(...(await at()));
  await expect.poll(() => tip.count()).toBeGreaterThan(0);
});

test("a chart takes the first key, and is pointed at where it was drawn last", async () => {
  const mesh = "#v=2&warmUp=100&window=300&drain=200&topology=mesh:sizes4x4&load=.3";
  const { page } = await visit(`${mesh}&view=terminals`);
  await waitForAnswer(page);
  const box = page.locator('[data-view="terminals"] .view-box');
  await focusView(box);
  await page.keyboard.press("Home");
  const status = page.locator('[data-view="terminals"] .plot-status');
  await expect.poll(() => status.textContent()).toMatch(/phits\/cycle\. terminal \d/);

  // A comparison has another drawing: the old announcement is cleared, and keys and pointer find the new targets.
  await page.evaluate((hash) => location.assign(hash), `${mesh}&b.topology=torus:sizes4x4&view=terminals`);
  await box.locator("g.part").first().waitFor();
  await expect.poll(() => status.textContent()).toBe("");
  await page.keyboard.press("End");
  await expect.poll(() => status.textContent()).toMatch(/^A\. .* terminal \d/);
  const { x, y, width, height } = (await box.boundingBox())!;
  await page.mouse.move(x + width / 2, y + (3 * height) / 4);
  await expect.poll(() => box.locator(".tip text").count()).toBeGreaterThan(0);
  expect(await box.locator("g.marks").count()).toBe(await box.locator("g.part").count());

  // The keyboard target is cleared when the focus leaves.
  await page.keyboard.press("End");
  await expect.poll(() => status.textContent()).not.toBe("");
  await page.mouse.move(2, 2);
  await page.keyboard.press("Tab");
  await expect.poll(() => status.textContent()).toBe("");
  expect(await box.locator(".tip text").count()).toBe(0);
});
