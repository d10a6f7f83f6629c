/** Accessibility of the page: axe on its screens, reduced motion, printing and small windows. */
import { expect, test } from "vitest";
import { firstFew, thoroughTest } from "../effort.ts";
import { accessibilityViolations } from "./axe.ts";
import { waitForAnswer, shortRun, browserTests, inMotion, multiplicationLink } from "./harness.ts";

const { visit } = browserTests();

test.each(firstFew(1, ["light", "dark"] as const))("axe finds nothing on the first screen, %s", async (colorScheme) => {
  const { page } = await visit("", { colorScheme, ...inMotion });
  await waitForAnswer(page);
  expect(await accessibilityViolations(page)).toEqual([]);
});

thoroughTest("axe finds nothing where three networks are compared", async () => {
  const { page } = await visit(
    `#v=1&${shortRun}&topology=thin-tree:k2,n3&b.topology=k-ary-n-tree:k2,n3&c.topology=torus:sizes4x2&view=channel,breakdown,ledger,pick~c20.b`,
  );
  await waitForAnswer(page);
  await page.getByRole("group", { name: "Where the time goes: network" }).getByRole("button", { name: "C" }).click();
  // The menu for the second network exists only while two networks are compared in one picture.
  expect(await page.getByRole("combobox", { name: /network of the pair/ }).count()).toBe(0);
  await page.getByRole("button", { name: "Face to face", exact: true }).click();
  await page.getByRole("combobox", { name: "Second network of the pair" }).selectOption("2");
  await page
    .getByRole("region", { name: "Where the time goes" })
    .getByText(/^C: Terminals send/)
    .waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
});

thoroughTest("axe finds nothing where loads stand by dimension and a pair is highlighted", async () => {
  const { page } = await visit(
    `#v=1&${shortRun}&topology=torus:sizes8x4&routing=minimal-adaptive&workload=permutation:part0,nearby0&b.workload=permutation:part1,nearby0&view=channel,dimensions,pick~t9`,
  );
  const card = page.getByRole("region", { name: "Load by dimension" });
  await card.getByText(/links carry .* on average/).waitFor();
  await page.getByText(/^rank 9 → rank \d+, directly$/).waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  await card.getByRole("combobox", { name: "Shows" }).selectOption("Difference");
  await card.getByText(/^From A to B, mean load of the links/).waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
});

thoroughTest("axe finds nothing where a mix of programs is weighed", async () => {
  const { page } = await visit("#src=scenarios/tree-mix.json");
  await page
    .getByRole("region", { name: "Finding" })
    .getByText(/Over 21 of 21/)
    .waitFor();
  await page.getByRole("slider", { name: "waterfall" }).press("Home");
  await page
    .getByRole("region", { name: "Finding" })
    .getByText(/Over 18 of 18/)
    .waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
});

thoroughTest("axe finds nothing where a program runs, nor where its list and its figure stand", async () => {
  const { page } = await visit("#v=1&workload=wavefront:ranks16&view=program,breakdown");
  await page.getByRole("region", { name: "Rank program" }).getByText("16 ranks send 48").first().waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  await page
    .getByRole("button", { name: /: wavefront$/ })
    .first()
    .click();
  await page.getByRole("group", { name: "Rank programs" }).waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  const { page: paper } = await visit("#paper=trees-figure-4");
  await paper.getByRole("button", { name: "Step forward, c) Butterfly, 8 ranks" }).click();
  await paper.getByText("step 1 of 3: 8").waitFor();
  expect(await accessibilityViolations(paper)).toEqual([]);
});

thoroughTest("axe finds nothing where ranks are shown over time and searched", async () => {
  const { page } = await visit(`${multiplicationLink}&view=ranks`);
  const card = page.getByRole("region", { name: "Ranks over time" });
  await card.getByText(/logical steps/).waitFor();
  await card.locator(".view-box").press("/");
  await card.getByRole("textbox", { name: "Find in ranks over time" }).fill("wait");
  await card.getByText(/in total$/).waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
});

thoroughTest("axe finds nothing where packets crowd, nor in the selections that they could have", async () => {
  const { page } = await visit(`#v=1&topology=k-ary-n-tree:k8,n2&traffic=uniform&load=.95&virtualChannels=2&${shortRun}`);
  await page.getByRole("button", { name: "Use shared, ties at random" }).waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.getByRole("button", { name: "Selection: most credits by queue" }).press("ArrowDown");
  await page.getByRole("listbox", { name: "Selection" }).waitFor();
  expect(await accessibilityViolations(page, ".choices")).toEqual([]);
});

thoroughTest("axe finds nothing in the drawer, a menu and a choice", async () => {
  const { page } = await visit(`#v=1&${shortRun}`);
  await waitForAnswer(page);
  await page.getByRole("button", { name: "All settings" }).click();
  await page.getByRole("dialog").waitFor();
  expect(await accessibilityViolations(page, ":is(dialog[open], [role=dialog])")).toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Share" }).click();
  await page.getByRole("menu").waitFor();
  expect(await accessibilityViolations(page, ".popover")).toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Topology: thin tree" }).click();
  await page.getByRole("listbox").waitFor();
  expect(await accessibilityViolations(page, ".popover")).toEqual([]);
});

test("axe finds nothing in the sheets", async () => {
  const { page } = await visit(`#v=1&${shortRun}`);
  await waitForAnswer(page);
  for (const [key, name] of [
    ["?", "Keys"],
    ["Control+k", "All commands"],
    ["/", "Find in the network"],
  ] as const) {
    await page.keyboard.press(key);
    const sheet = page.getByRole("dialog", { name, exact: true });
    await sheet.waitFor();
    if (key !== "?") await page.keyboard.type("t");
    expect(await accessibilityViolations(page, "dialog"), name).toEqual([]);
    await sheet.getByRole("button", { name: "Close" }).click();
    await sheet.waitFor({ state: "detached" });
  }
  await page.getByRole("button", { name: /^Unit of loads/ }).click();
  const units = page.getByRole("dialog", { name: "Unit of loads" });
  await units.getByRole("textbox", { name: "Rate of a channel" }).fill("400 MB");
  await units.getByText(/is not a unit of a rate/).waitFor();
  expect(await accessibilityViolations(page, "dialog")).toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Share" }).click();
  await page.getByRole("menuitem", { name: "Embed with locks" }).click();
  await page.getByRole("dialog", { name: "Embed" }).getByRole("checkbox").first().waitFor();
  expect(await accessibilityViolations(page, "dialog")).toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Gallery" }).click();
  await page.getByRole("dialog", { name: "Gallery" }).getByRole("link").first().waitFor();
  expect(await accessibilityViolations(page, "dialog")).toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Share" }).click();
  await page.getByRole("menuitem", { name: "Show as QR code" }).click();
  await page.getByRole("img", { name: /QR code/ }).waitFor();
  expect(await accessibilityViolations(page, "dialog")).toEqual([]);
});

thoroughTest("axe finds nothing while presenting, and on an embedded page", async () => {
  const { page } = await visit(`#v=1&${shortRun}`);
  await waitForAnswer(page);
  await page.keyboard.press("p");
  await page.getByRole("region", { name: "Presentation" }).waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  const embedded = await visit(`#v=1&${shortRun}&embed=1&lock=all-but,load`, { viewport: { width: 960, height: 640 } });
  await waitForAnswer(embedded.page);
  await embedded.page.getByRole("button", { name: "Open in Fabricscope" }).waitFor();
  expect(await accessibilityViolations(embedded.page)).toEqual([]);
});

test("axe finds nothing on a phone, nor do sheets stick out of it", async () => {
  const { page } = await visit(`#v=1&${shortRun}`, { viewport: { width: 390, height: 844 }, hasTouch: true });
  await waitForAnswer(page);
  await page.getByRole("button", { name: "Open and more" }).click();
  await page.getByRole("menuitem", { name: "Gallery" }).click();
  const gallery = page.getByRole("dialog", { name: "Gallery" });
  await gallery.getByRole("link").first().waitFor();
  expect(await accessibilityViolations(page, "dialog")).toEqual([]);
  expect(await gallery.evaluate((sheet) => sheet.scrollWidth - sheet.clientWidth)).toBe(0);
  await gallery.getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Open and more" }).click();
  await page.getByRole("menuitem", { name: "All commands" }).click();
  const palette = page.getByRole("dialog", { name: "All commands" });
  await palette.getByRole("menuitem").first().waitFor();
  expect(await accessibilityViolations(page, "dialog")).toEqual([]);
  expect(await palette.evaluate((sheet) => sheet.scrollWidth - sheet.clientWidth)).toBe(0);
});

thoroughTest("axe finds nothing on a phone", async () => {
  const { page } = await visit(`#v=1&${shortRun}&view=channel,load-curve,time~300-900,unit~share`, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  });
  await waitForAnswer(page);
  const card = page.getByRole("region", { name: "This channel" });
  await card.getByRole("button", { name: "Load in the interval" }).tap();
  await card.getByText(/^Phits that crossed between cycles/).waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
});

// In ordinary test runs most pages use reduced motion anyway.
thoroughTest("with reduced motion the page computes and answers all the same", async () => {
  const { page } = await visit(`#v=1&${shortRun}`, { reducedMotion: "reduce" });
  await expect.poll(() => waitForAnswer(page)).toMatch(/delivers/);
});

thoroughTest("axe finds nothing in a view at full size, its menu, its table and its choice", async () => {
  const { page } = await visit(`#v=1&${shortRun}&view=congestion-matrix`, { viewport: { width: 390, height: 844 } });
  await waitForAnswer(page);
  await page.getByRole("button", { name: "Congestion matrix at full size", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Congestion matrix, full size" });
  await dialog.getByRole("combobox", { name: "Congestion matrix: metric" }).selectOption("Delay since injection (Fig. 15)");
  await dialog.getByText(/^The delay since injection/).waitFor();
  expect(await accessibilityViolations(page, ".view-full")).toEqual([]);
  await dialog.getByRole("button", { name: "Congestion matrix: more" }).click();
  expect(await accessibilityViolations(page, ".view-full")).toEqual([]);
  await dialog.getByRole("menuitem", { name: "As a table" }).click();
  await dialog.getByRole("table").waitFor();
  expect(await accessibilityViolations(page, ".view-full")).toEqual([]);
});

thoroughTest("axe finds nothing where a switch is dead and a matrix moves", async () => {
  const { page } = await visit(
    "#v=1&topology=faulty:links0,deadSwitches5&network=three-quads&flowControl=fluid&workload=matrix-transpose:rows512,duplex~full&view=channel,blocks,pick~t21",
  );
  await waitForAnswer(page);
  await page.getByRole("button", { name: /^19-point stencil/ }).click();
  await page
    .getByRole("region", { name: "Matrix of blocks" })
    .getByText(/^8 × 8 blocks/)
    .first()
    .waitFor();
  await page.getByText(/^Every terminal still reaches every other/).waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
});

thoroughTest("what is printed is drawn in light, whatever the screen wears, and fits the paper", async () => {
  for (const [fragment, drawn] of [
    [`#v=1&${shortRun}`, "#stage svg"],
    ["#paper=trees-table-4a", ".figure-box svg"],
  ] as const) {
    const { page } = await visit(fragment, { colorScheme: "dark" });
    await page.locator(`${drawn} path[stroke], ${drawn} line[stroke]`).first().waitFor({ state: "attached" });
    /** Evaluated in the page: its theme and the literal colors of a drawing. */
    const styleOf = (selector: string) => {
      const svg = document.querySelector(selector)!;
      const colours = [...svg.querySelectorAll("[stroke], [fill]")].flatMap((mark) => [
        mark.getAttribute("stroke"),
        mark.getAttribute("fill"),
      ]);
      return {
        theme: document.documentElement.dataset["theme"],
        colours: [...new Set(colours)].filter((colour) => colour?.startsWith("#")).toSorted(),
      };
    };
    const before = await page.evaluate(styleOf, drawn);
    const ink = "#f2f0ea";
    expect(before).toMatchObject({ theme: "dark", colours: expect.arrayContaining([ink]) });
    // This listener must be the last one of `beforeprint`.
    await page.evaluate(`{
      const look = ${styleOf};
      addEventListener("beforeprint", () => (window.printed = look(${JSON.stringify(drawn)})));
    }`);
    await page.pdf();
    const printed = (await page.evaluate("window.printed")) as typeof before;
    expect(printed.theme).toBe("light");
    expect(printed.colours).not.toContain(ink);
    expect(printed.colours).toContain("#1a1c24");
    await expect.poll(() => page.evaluate(styleOf, drawn)).toMatchObject({ theme: "dark", colours: expect.arrayContaining([ink]) });
    await page.emulateMedia({ media: "print" });
    await page.setViewportSize({ width: 718, height: 1000 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(718);
  }
});

test("at high magnification nothing covers what is read", async () => {
  const { page } = await visit(`#v=1&${shortRun}`, { viewport: { width: 360, height: 225 } });
  await waitForAnswer(page);
  const isTime = () => document.elementFromPoint(180, 210)?.closest(".time, .lesson-foot") !== null;
  expect(await page.evaluate(isTime)).toBe(false);
  // On a phone the time strip is at the bottom, in reach of the thumb.
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.elementFromPoint(180, 830)?.closest(".time") !== null)).toBe(true);
});
