/** Operating the page by keyboard and pointer: shortcuts, palette, presentation and cards. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { firstFew, thoroughTest } from "../effort.ts";
import { cardNames } from "../../src/app/state/view-state.ts";
import { waitForAnswer, shortRun, browserTests, clockText, cycleOf, findingOf, copyFromShareMenu, rewind, focusView } from "./harness.ts";

const { visit } = browserTests();

const sheet = (page: Page, name: string) => page.getByRole("dialog", { name, exact: true });
const sentence = (page: Page) => page.getByRole("heading", { level: 1 });

test("keys play and step, open cards and sheets, and go back one by one", async () => {
  const { page } = await visit("#v=1&window=40000&topology=mesh:sizes4x4&traffic=uniform&load=.1");
  await page.getByRole("button", { name: "Pause", exact: true }).waitFor();
  await expect.poll(() => cycleOf(page)).toBeGreaterThan(0);
  await page.keyboard.press("Space");
  await page.getByRole("button", { name: "Play", exact: true }).waitFor();
  await rewind(page);
  await page.keyboard.press(".");
  await expect.poll(() => cycleOf(page)).toBe(100);
  await page.keyboard.press(".");
  await expect.poll(() => cycleOf(page)).toBe(200);
  await page.keyboard.press(",");
  await expect.poll(() => cycleOf(page)).toBe(100);
  await expect.poll(() => clockText(page).isVisible()).toBe(true);

  const channel = page.getByRole("region", { name: "This channel" });
  await channel.waitFor();
  await page.keyboard.press("1");
  await channel.waitFor({ state: "detached" });
  await page.keyboard.press("1");
  await channel.waitFor();

  await page.keyboard.press("?");
  await sheet(page, "Keys").waitFor();
  await page.keyboard.press("Escape");
  await sheet(page, "Keys").waitFor({ state: "detached" });
});

thoroughTest("a setting is found by a word, whatever it lies in, and changed there", async () => {
  const { page } = await visit(`#v=1&${shortRun}`);
  await waitForAnswer(page);
  await page.getByRole("button", { name: "All settings" }).click();
  const drawer = sheet(page, "All settings");
  const search = drawer.getByRole("searchbox", { name: "Search all settings" });
  for (const [word, name] of [
    ["title", "Title"],
    ["prices", "Cost"],
    ["compare", "Compared networks"],
    ["sweep", "Sweep"],
  ]) {
    await search.fill(word);
    await drawer.getByRole("region", { name, exact: true }).waitFor();
  }
  await search.fill("no such thing");
  await drawer.getByText("No setting matches.").waitFor();
  await search.fill("same seed");
  const seed = drawer.getByRole("region", { name: "Seed", exact: true }).locator("input");
  await seed.fill("7");
  await seed.press("Enter");
  await expect.poll(() => page.url()).toMatch(/[#&]seed=7(?:&|$)/);
  await search.fill("");
  await drawer.getByRole("button", { name: "Topology: Thin tree" }).waitFor();
});

thoroughTest("single keys can be switched off, and stay off on the next visit", async () => {
  const { page } = await visit(`#v=1&${shortRun}`);
  await waitForAnswer(page);
  await page.keyboard.press("?");
  await page.getByRole("checkbox", { name: "Single-key shortcuts" }).uncheck();
  await page.keyboard.press("Escape");
  await sheet(page, "Keys").waitFor({ state: "detached" });
  await page.keyboard.press("?");
  await page.reload();
  await waitForAnswer(page);
  await page.keyboard.press("?");
  await page.keyboard.press("Control+k");
  await sheet(page, "All commands").waitFor();
  expect(await sheet(page, "Keys").count()).toBe(0);
});

test("the palette changes the scenario by keyboard alone, while the run is drawn, and one undo takes it back", async () => {
  const { page } = await visit(`#v=1&${shortRun}`);
  await waitForAnswer(page);
  const before = await sentence(page).innerText();
  await page.keyboard.press("Control+k");
  await sheet(page, "All commands").waitFor();
  await page.keyboard.type("topology torus");
  await page.getByRole("menuitem", { name: /^Topology: torus/ }).waitFor();
  await page.keyboard.press("Enter");
  await sheet(page, "All commands").waitFor({ state: "detached" });
  await expect.poll(() => sentence(page).innerText()).toMatch(/^A torus/);
  await page.keyboard.press("Control+z");
  await expect.poll(() => sentence(page).innerText()).toBe(before);

  // The most recently used command comes first.
  await page.keyboard.press("Control+k");
  await sheet(page, "All commands").waitFor();
  await expect.poll(() => page.getByRole("menuitem").first().innerText()).toMatch(/^Topology: torus/);
});

thoroughTest("what is typed before the palette is there reaches its field, and nothing of it reaches the page", async () => {
  const { page } = await visit(`#v=1&${shortRun}`);
  await waitForAnswer(page);
  const before = await sentence(page).innerText();
  let open = () => undefined as void;
  const isOpen = new Promise<void>((resolve) => (open = resolve));
  await page.route(/\/Palette-[^/]*\.js$/, async (route) => {
    await isOpen;
    await route.continue();
  });
  await page.keyboard.press("Control+k");
  // These keys include P, which starts a presentation, and digits, which open views.
  await page.keyboard.type("topology 1 torusp");
  await page.keyboard.press("Backspace");
  expect(await page.locator(".page[data-presenting]").count()).toBe(0);
  open();
  const field = sheet(page, "All commands").getByRole("searchbox").or(sheet(page, "All commands").getByRole("textbox"));
  await expect.poll(() => field.inputValue()).toBe("topology 1 torus");
  await expect.poll(() => sentence(page).innerText()).toBe(before);
  await page.keyboard.press("Control+a");
  await page.keyboard.type("switch 3");
  await expect.poll(() => page.getByRole("menuitem").first().innerText()).toMatch(/^Switch 3 of level/);
});

test("/ finds a place of the network and picks it; the link to this view brings it back", async () => {
  const { page } = await visit(`#v=1&${shortRun}`);
  await waitForAnswer(page);
  await page.keyboard.press("/");
  await sheet(page, "Find in the network").waitFor();
  await page.keyboard.type("terminal 12 switch 3");
  await page.getByRole("menuitem").first().waitFor();
  await page.keyboard.press("Enter");
  const channel = page.getByRole("region", { name: "This channel" });
  await channel.locator(".channel-name").getByText("Terminal 12 → switch 3 of level 0.").waitFor();
  await page.keyboard.press(String(cardNames.indexOf("load-curve") + 1));

  const link = await copyFromShareMenu(page, "Copy link to this view");
  expect(link).toMatch(/&view=channel,pick~c\d+$/);
  const other = await visit(link.slice(link.indexOf("#")));
  await waitForAnswer(other.page);
  await other.page
    .getByRole("region", { name: "This channel" })
    .locator(".channel-name")
    .getByText("Terminal 12 → switch 3 of level 0.")
    .waitFor();
  expect(await other.page.getByRole("region", { name: "Load curve" }).count()).toBe(0);
});

test("a dead link is named by its ends, in the sentence and in the form; a link to a channel that is not there says so", async () => {
  const { page } = await visit(`#v=1&topology=faulty:links0,deadLinks20&network=torus:sizes4x4&view=channel,pick~c95&${shortRun}`);
  await waitForAnswer(page);
  const sentence = page.getByRole("heading", { level: 1 });
  expect(await sentence.innerText()).toMatch(/with failed link: switch \(0, 0\) – switch \(0, 3\),/);
  await page
    .getByRole("alert")
    .getByText("There is no channel 95: some links have failed, and the remaining 94 channels are numbered from 0.")
    .waitFor();
  await sentence.getByRole("button", { name: "switch (0, 0) – switch (0, 3)" }).click();
  await page.getByRole("group", { name: "Failed links" }).getByText("switch (0, 0) – switch (0, 3)").waitFor();
});

thoroughTest("a channel that waits for channels downstream is called blocked, not full, by the card and by the presentation", async () => {
  const { page } = await visit("#v=1&view=channel,pick~c176");
  const channel = page.getByRole("region", { name: "This channel" });
  const waitForReason = async () => {
    await channel.getByText("Why is this channel blocked?").waitFor();
    await channel.getByText(/\d\d\u00a0% of the time it is blocked downstream by switch 0 of level 2 → switch 4 of level 1\.$/).waitFor();
  };
  await waitForReason();
  await page.keyboard.press("p");
  await page.getByRole("button", { name: "Leave" }).waitFor();
  await waitForReason();
});

thoroughTest("Markdown names the sentence, the finding and the link", async () => {
  const { page } = await visit(`#v=2&${shortRun}`);
  await waitForAnswer(page);
  const [sentenceText, found, link] = (await copyFromShareMenu(page, "Copy as Markdown")).trim().split("\n\n");
  expect(sentenceText).toBe((await sentence(page).innerText()).replaceAll("\u00a0", " "));
  await expect.poll(() => findingOf(page).innerText()).toContain(found);
  expect(link).toMatch(/^\[Open in Fabricscope\]\(<http.*#v=2.*>\)$/);
});

thoroughTest("an embedded page shows the network without the bar, and leaves drafts alone", async () => {
  const { page } = await visit();
  await waitForAnswer(page);
  const frame = await copyFromShareMenu(page, "Copy for embedding");
  const source = /src="([^"]+)"/.exec(frame)![1].replaceAll("&amp;", "&");
  const embedded = await visit(source.slice(source.indexOf("#")), { viewport: { width: 960, height: 640 } });
  await waitForAnswer(embedded.page);
  await embedded.page.getByRole("button", { name: "Open in Fabricscope" }).waitFor();
  await expect.poll(() => embedded.page.getByRole("button", { name: "Share" }).isVisible()).toBe(false);
  await embedded.page.getByRole("spinbutton", { name: "Load" }).focus();
  await embedded.page.keyboard.press("ArrowUp");
  await expect.poll(() => sentence(embedded.page).innerText()).not.toBe(await sentence(page).innerText());
  await embedded.page.waitForTimeout(600);
  await embedded.page.goto(embedded.page.url().replace(/#.*/, "#"));
  await embedded.page.reload();
  await waitForAnswer(embedded.page);
  expect(await sentence(embedded.page).innerText()).toBe(await sentence(page).innerText());
});

thoroughTest("an embedded page shows the cards that its link names, and no others", async () => {
  const { page } = await visit(`#v=1&${shortRun}&view=load-curve`);
  await waitForAnswer(page);
  await page.getByRole("button", { name: "Share" }).click();
  await page.getByRole("menuitem", { name: "Embed with locks" }).click();
  await sheet(page, "Embed").getByRole("checkbox", { name: "With the cards that are open here: Load curve" }).check();
  await sheet(page, "Embed").getByRole("button", { name: "Copy the frame" }).click();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(copied).toContain("<iframe");
  const frame = await copied();
  const source = /src="([^"]+)"/.exec(frame)![1].replaceAll("&amp;", "&");
  for (const width of [960, 600]) {
    const embedded = await visit(source.slice(source.indexOf("#")), { viewport: { width, height: 640 } });
    await waitForAnswer(embedded.page);
    expect(await embedded.page.locator("[data-card]").evaluateAll((cards) => cards.map((card) => card.getAttribute("data-card")))).toEqual([
      "load-curve",
    ]);
    const room = (await embedded.page.getByRole("region", { name: "Load curve" }).boundingBox())!;
    expect(room.x + room.width).toBeLessThanOrEqual(width);
  }
});

test("P presents: large type, a code and the figure; Esc leaves", async () => {
  const { page } = await visit(`#v=1&${shortRun}`);
  await waitForAnswer(page);
  await page.keyboard.press("p");
  const foot = page.getByRole("region", { name: "Presentation" });
  await page.locator(".figure-words").getByText("of 0.45 delivered").waitFor();
  await page.getByRole("img", { name: /QR code/ }).waitFor();
  await expect.poll(() => page.getByRole("button", { name: "Share" }).isVisible()).toBe(false);
  // All visible text is at least 16 px high as displayed.
  const smallest = await page.evaluate(() => {
    const seen = [...document.querySelectorAll<HTMLElement | SVGElement>(".page *")].filter(
      (each) => each.checkVisibility() && [...each.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim() !== ""),
    );
    const isHidden = (each: Element) => each.closest(".visually-hidden, .skip, .toast, [aria-hidden=true]:not(svg, svg *)") !== null;
    return Math.min(
      ...seen
        .filter((each) => !isHidden(each))
        .map((each) => Number.parseFloat(getComputedStyle(each).fontSize) * (each.closest(".stage") === null ? 1 : 1.53)),
    );
  });
  expect(smallest).toBeGreaterThanOrEqual(15.9);
  await page.keyboard.press("Escape");
  await foot.waitFor({ state: "detached" });
  await expect.poll(() => page.getByRole("button", { name: "Share" }).isVisible()).toBe(true);
});

thoroughTest("while presenting, the networks have half the page, and everything below them has one row, at every size", async () => {
  const { page } = await visit(`#v=1&${shortRun}&b.topology=k-ary-n-tree`);
  await waitForAnswer(page);
  await page.keyboard.press("p");
  const foot = page.getByRole("region", { name: "Presentation" });
  const row = [foot.locator("small"), foot.getByRole("button", { name: /^Leave/ }), foot.getByRole("button", { name: /Play|Pause/ })];
  const boxesOf = () => Promise.all(row.map((each) => each.boundingBox()));
  const unevenness = async () => {
    const middles = (await boxesOf()).map((box) => (box === null ? 0 : box.y + box.height / 2));
    return Math.max(...middles) - Math.min(...middles);
  };
  for (const [width, height] of [
    [1440, 900],
    [1024, 768],
    [390, 844],
  ]) {
    await page.setViewportSize({ width, height });
    await expect.poll(async () => (await page.locator("#stage").boundingBox())?.height).toBeGreaterThanOrEqual(height / 2);
    await expect.poll(unevenness).toBeLessThan(4);
    const last = (await boxesOf()).at(-1);
    expect((last?.x ?? Infinity) + (last?.width ?? 0)).toBeLessThanOrEqual(width);
    expect((last?.y ?? Infinity) + (last?.height ?? 0)).toBeLessThanOrEqual(height);
  }
});

test("an open number keeps its label, and the arrows step in it", async () => {
  const { page } = await visit(`#v=1&${shortRun}`);
  await page.getByRole("spinbutton", { name: "Links up" }).click();
  const field = page.getByRole("textbox", { name: "Links up" });
  await expect.poll(() => sentence(page).innerText()).toContain("k′ = ");
  await page.keyboard.press("ArrowUp");
  await expect.poll(() => field.inputValue()).toBe("3");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => field.inputValue()).toBe("1");
  await page.keyboard.press("Enter");
  await expect.poll(() => sentence(page).innerText()).toContain("k′ = 1");
});

thoroughTest("a rail says that it goes on below, and the keyboard goes there", async () => {
  // With reduced motion the rail scrolls immediately.
  const { page } = await visit(`#v=1&${shortRun}`, { reducedMotion: "reduce" });
  for (const name of [/^Where do packets wait\?/, /^Who sends to whom\?/, /^How long do packets take\?/]) {
    await page.getByRole("button", { name: /^Views/ }).click();
    await page.getByRole("menuitemcheckbox", { name }).click();
    await page.keyboard.press("Escape");
  }
  const more = page.getByRole("button", { name: /more (?:cards? )?below/ });
  const inRail = () => page.evaluate(() => document.activeElement?.closest(".cards") !== null);
  const below = () => page.locator(".cards").evaluate((rail) => rail.scrollHeight - rail.scrollTop - rail.clientHeight);
  await more.waitFor();
  for (let presses = 0; presses < 6 && (await below()) >= 64; presses++) {
    await more.press("Enter");
    await expect.poll(() => inRail()).toBe(true);
  }
  await more.waitFor({ state: "detached" });
  await expect.poll(below).toBeLessThan(64);
  await expect.poll(() => inRail()).toBe(true);
});

test("on a phone the views are opened from the bar", async () => {
  const { page } = await visit(`#v=1&${shortRun}`, { viewport: { width: 390, height: 844 } });
  await page.getByRole("button", { name: /^Views/ }).click();
  await page.getByRole("menuitemcheckbox", { name: /^At which load/ }).click();
  await page.getByRole("menuitemcheckbox", { name: /^Who sends to whom/ }).click();
  await page.keyboard.press("Escape");
  await page.getByRole("region", { name: "Who sends to whom" }).waitFor();
});

const otherPages = [
  ["#src=https://example.org/a.json", "not a path to a .json file"],
  ["#src=../package.json", "not a path to a .json file"],
] as const;
test.each(firstFew(1, otherPages))("a document elsewhere is refused: %s", async (link, why) => {
  const { page } = await visit(link);
  await page.getByRole("alert").getByText(why, { exact: false }).waitFor();
  await waitForAnswer(page);
});

test("a document that does not come is waited for in words, and given up", async () => {
  const { page } = await visit(`#v=1&${shortRun}`);
  await waitForAnswer(page);
  await page.route("**/scenarios/endless.json", () => undefined);
  await page.clock.install();
  await page.evaluate(() => {
    location.hash = "#src=scenarios/endless.json";
    location.reload();
  });
  await page.getByText("Loading the document of this link …").waitFor();
  await page.clock.fastForward(10_000);
  await page.getByRole("alert").getByText("did not arrive within 10 s", { exact: false }).waitFor();
  await waitForAnswer(page);
});

thoroughTest("the name of what is pointed at goes with the link that is taken out beneath the pointer", async () => {
  const { page } = await visit("#v=1&topology=torus:sizes4x4&traffic=uniform&view=channel,pick~c95");
  await waitForAnswer(page);
  await page.keyboard.press("Space");
  const dot = await page.locator(".stage .catcher").boundingBox();
  const tip = page.locator(".stage .tip text");
  // Move over the network until something is named: the first move loads the hit test.
  let step = 0;
  const moveOn = async () => {
    step = (step % 39) + 1;
    await page.mouse.move(dot!.x + (dot!.width * step) / 40, dot!.y + (dot!.height * step) / 40);
    return tip.count();
  };
  await expect.poll(moveOn).toBeGreaterThan(0);
  await page.keyboard.press("x");
  await expect.poll(() => page.url()).toContain("deadLinks");
  await expect.poll(() => tip.count()).toBe(0);
});

test("a card that is cut says that more follows, and no more at its end", async () => {
  const { page } = await visit("#v=1&view=channel,pick~c176", { viewport: { width: 1440, height: 900 } });
  const card = page.getByRole("region", { name: "This channel" });
  await card.getByText("Mean wait for next channel").waitFor();
  await card.getByText(/blocked downstream/).waitFor();
  await expect.poll(() => card.getAttribute("data-cut")).toBe("");
  // The card grows while its run goes on, so scroll to its end repeatedly.
  const cutAtEnd = async (): Promise<string | null> => {
    await card.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    return card.getAttribute("data-cut");
  };
  await expect.poll(cutAtEnd).toBeNull();
});

test("what has the focus stays in sight when a card above it grows", async () => {
  const { page } = await visit("#v=2&topology=mesh:sizes4x4&load=.3&view=channel,terminals", { viewport: { width: 1440, height: 900 } });
  await waitForAnswer(page);
  const plot = page.locator('[data-card="terminals"] .view-box');
  const rail = page.locator(".cards");
  await focusView(plot);
  await page.keyboard.press("Home");
  await expect.poll(() => plot.locator(".plot-status").allTextContents()).toEqual([expect.stringMatching(/Enter selects it$/)]);
  const height = await rail.evaluate((element) => element.scrollHeight);
  await page.keyboard.press("Enter");
  await expect.poll(() => rail.evaluate((element) => element.scrollHeight)).toBeGreaterThan(height + 100);
  const isSeen = async () => {
    const [own, around] = [(await plot.boundingBox())!, (await rail.boundingBox())!];
    return own.y >= around.y && own.y + own.height <= around.y + around.height;
  };
  await expect.poll(isSeen).toBe(true);
  expect(await plot.evaluate((box) => box === document.activeElement)).toBe(true);
});

test("what a measure of the channel means is said when it is asked for, by key and by finger", async () => {
  const { page } = await visit(`#v=1&${shortRun}&view=channel`, { viewport: { width: 390, height: 844 }, hasTouch: true });
  await waitForAnswer(page);
  const card = page.getByRole("region", { name: "This channel" });
  const demand = card.getByRole("button", { name: "Full at offered load" });
  const meaning = card.getByText(/the ideal throughput/);
  await demand.tap();
  await meaning.waitFor();
  await demand.press("Enter");
  await meaning.waitFor({ state: "hidden" });
  await expect.poll(() => demand.getAttribute("aria-expanded")).toBe("false");
});
