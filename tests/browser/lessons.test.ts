/**
 * Goes through the built-in lessons by keyboard, by touch and by presenter's remote, with wrong and correct answers.
 * `tests/lessons/eight.test.ts` checks the text of every step, so one step per kind of question is enough here.
 */
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { isThorough, thoroughTest } from "../effort.ts";
import { accessibilityViolations } from "./axe.ts";
import { browserTests, settledBox } from "./harness.ts";
import { readLessons } from "../../src/app/lesson/lesson-entries.ts";
import { writeAnswerLine } from "../../src/lessons/answer-line.ts";
import list from "../../public/lessons/index.json" with { type: "json" };

const { visit } = browserTests();
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const lessonIds = readLessons(list).map(({ id }) => id);

/**
 * Lessons to go through: all in thorough tests, otherwise a lesson with most kinds of questions. The kind *goal* is in `wrap`, *free* in
 * `choke`.
 */
const [byKeyboard, byTouch] = [["choke"], ["wrap"]].map((usual) => (isThorough ? lessonIds : usual));

/** Numbers of the steps to go through, from 1: all in thorough tests, otherwise the first step of each kind of question. */
function stepNumbersOf(id: string): readonly number[] {
  const { steps } = JSON.parse(readFileSync(`public/lessons/${id}.json`, "utf8")) as { steps: readonly { question: { is: string } }[] };
  const kinds = steps.map(({ question }) => question.is);
  return kinds.flatMap((kind, i) => (isThorough || kinds.indexOf(kind) === i ? [i + 1] : []));
}

/** Opens a step by its link. */
const openStep = (page: Page, link: string) => page.evaluate((hash) => void (location.hash = hash), link);

/** Expects that the page shows nothing about the results: no finding, load, curve or explanation. */
async function expectHiddenResults(page: Page): Promise<void> {
  await page.locator(".lesson[data-covered]").waitFor();
  expect(
    await page.locator(".legend:visible, .lesson-why, .lesson-rail .cards, .curve-line, .truth, .lesson-head h1[data-answer]").count(),
  ).toBe(0);
  const play = page.getByRole("button", { name: "Play", exact: true });
  expect([await play.isDisabled(), await play.getAttribute("title")]).toEqual([true, expect.stringContaining("Answer the question")]);
}

const questionKindOf = (page: Page) =>
  page.evaluate(() => {
    const parts = {
      ".choices": "choice",
      ".sketch": "sketch",
      ".value-axis": "value",
      ".free-words, .own-words": "free",
      ".goal-words": "goal",
    };
    return Object.entries(parts).find(([part]) => document.querySelector(part) !== null)?.[1] ?? "channel";
  });

describe("by keyboard, with a first guess that may be wrong", () => {
  test.each(byKeyboard)("%s", async (id) => {
    const { page } = await visit(`#${id}`);
    await page.locator(".lesson-head").waitFor();
    const steps = stepNumbersOf(id);
    for (const [i, at] of steps.entries()) {
      await page.locator(`.dots li:nth-child(${at}) [aria-current]`).waitFor();
      const kind = await questionKindOf(page);
      if (kind !== "goal") await expectHiddenResults(page);
      if (kind === "choice") {
        await page.locator(".choices input").first().focus();
        await page.keyboard.press("Space");
        await page.keyboard.press("Tab");
        await page.keyboard.press("Enter");
        await page.locator(".choices [data-true]").waitFor();
        await page.locator(".choices [data-chosen]").waitFor();
        const isRight = (await page.locator(".choices [data-chosen][data-true]").count()) > 0;
        expect(await page.locator(".lesson-verdict").innerText()).toMatch(
          isRight ? /^Correct\.$/ : /^You said “.*”; the answer is “.*”\.$/,
        );
      } else if (kind === "value") {
        await page.locator("[role=slider].value-axis").focus();
        await page.keyboard.press("Shift+ArrowUp");
        await page.keyboard.press("Enter");
        await page.locator(".truth").waitFor();
        expect(await page.locator(".value-axis .mark").textContent()).toContain("you");
      } else if (kind === "sketch") {
        await page.locator("svg.sketch").focus();
        await page.keyboard.press("Shift+ArrowUp");
        await page.keyboard.press("Enter");
        await page.locator(".truth").waitFor();
      } else if (kind === "free") {
        await page.locator("textarea").focus();
        await page.keyboard.type("Packets wait behind packets.");
        await page.keyboard.press("Tab");
        await page.keyboard.press("Enter");
        await page.locator(".own-words").waitFor();
      } else if (kind === "channel") {
        // Next works without an answer, too.
        await page.keyboard.press("PageDown");
        await page.locator(".question .muted", { hasText: "highlighted" }).waitFor();
      }
      if (kind !== "goal") await page.locator(".lesson-why").waitFor();
      const next = steps[i + 1];
      if (next === at + 1) await page.keyboard.press("PageDown");
      else if (next !== undefined) await openStep(page, `${id}.${next}`);
    }
    expect(await page.locator(".lesson-actions .primary").innerText()).toBe("Done");
    // The summary has a line for each step that was answered.
    await page.locator(".lesson-actions .primary").click();
    const summary = page.getByRole("dialog", { name: /^✓ Done: / });
    await summary.waitFor();
    for (const at of steps) await expect.poll(() => summary.locator(`li:nth-child(${at}) b`).innerText()).not.toBe("Not seen.");
    await summary.getByRole("button", { name: "All lessons" }).click();
    await page.getByRole("link", { name: /, done/ }).waitFor();
  });
});

/** Shows the answer without answering. A second tap at the same place right after the first would be a double tap, hence the pause. */
async function showAnswer(page: Page): Promise<void> {
  await page.waitForTimeout(600);
  await page.getByRole("button", { name: "Show me" }).tap();
}

/** Maximum length of terminal links, in pixels; links between switches are longer. */
const maxTerminalLinkLength = 30;

/** Screen position of a point on a link between two switches. If links are painted on the canvas, each attempt gives another point. */
async function pointOnLink(page: Page, attempt: number): Promise<[x: number, y: number]> {
  await page.locator(".stage").scrollIntoViewIfNeeded();
  /** Length and screen position of the center of every line segment on the stage. */
  const segmentCenters = () =>
    page.locator(".stage g.marks path").evaluateAll((paths) =>
      (paths as SVGPathElement[])
        .filter((path) => getComputedStyle(path).fill === "none")
        .flatMap((path) =>
          path
            .getAttribute("d")!
            .split(/(?=M)/)
            .filter((d) => /[LCQ]/.test(d))
            .map((d) => {
              const part = document.createElementNS("http://www.w3.org/2000/svg", "path");
              part.setAttribute("d", d);
              const length = part.getTotalLength();
              const { x, y } = part.getPointAtLength(length / 2).matrixTransform(path.getScreenCTM()!);
              return { length, x, y };
            }),
        ),
    );
  await expect.poll(async () => (await segmentCenters()).length).toBeGreaterThan(0);
  const visibleCenters = (await segmentCenters()).filter(
    ({ x, y }) => x > 0 && x < phone.viewport.width && y > 60 && y < phone.viewport.height - 80,
  );
  const longest = visibleCenters.reduce((best, each) => (each.length > best.length ? each : best));
  if (longest.length > maxTerminalLinkLength) return [longest.x, longest.y];
  // With many switches, links are painted on the canvas. Between two rows of a tree, most points are on a link.
  const stage = (await page.locator(".stage").boundingBox())!;
  return [stage.x + stage.width / 2 + 9 * (attempt % 5), stage.y + 0.42 * stage.height];
}

describe("by touch, rightly where a second look allows it", () => {
  test.each(byTouch)("%s", async (id) => {
    const { page } = await visit(`#${id}&seed=ask`, phone);
    await page.locator(".lesson-head").waitFor();
    const steps = stepNumbersOf(id);
    for (const [i, at] of steps.entries()) {
      const kind = await questionKindOf(page);
      if (kind === "choice") {
        await showAnswer(page);
        const right = await page
          .locator(".choices label:has([data-true])")
          .evaluate((label) => [...label.parentElement!.querySelectorAll("label")].indexOf(label as HTMLLabelElement));
        expect(right).toBeGreaterThanOrEqual(0);
        expect(await page.locator(".hand-in").count()).toBe(0);
      } else if (kind === "value") {
        const axis = page.locator(".value-axis");
        // The mark is in reach without scrolling.
        const foot = (await page.locator(".lesson-foot").boundingBox())!;
        const box = (await axis.boundingBox())!;
        expect(box.y + box.height).toBeLessThanOrEqual(foot.y + 1);
        await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
        // Before the run, the answer line has no result.
        expect(await page.locator(".hand-in code").innerText()).toMatch(/^\S+ \d+ [\d.]+ - d\w{8} x\w{4}$/);
        await page.locator(".lesson-actions .near").tap();
        await page.locator(".truth").waitFor();
        // The answer line for the lecturer: lesson and step, seed of this device, prediction, measured value, device token and checksum.
        // It is folded after the run, so that the explanation is in sight.
        expect(await page.locator(".hand-in code").textContent()).toMatch(
          new RegExp(`^${id}\\.${at} \\d{1,4} [\\d.]+ [\\d.]+ d[0-9a-z]{8} x[0-9a-z]{4}$`),
        );
      } else if (kind === "sketch") {
        const svg = page.locator("svg.sketch");
        await svg.scrollIntoViewIfNeeded();
        const box = (await svg.boundingBox())!;
        await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
        await page.locator(".lesson-actions .near").tap();
        await page.locator(".truth").waitFor();
      } else if (kind === "free") {
        await page.locator("textarea").fill("Packets wait behind packets.");
        await page.locator(".lesson-actions .near").tap();
      } else if (kind === "channel") {
        // A tap before the network is drawn has no effect, so it is repeated. The pause avoids a double tap, which opens a box.
        let attempt = 0;
        const tapped = async () => {
          await page.touchscreen.tap(...(await pointOnLink(page, attempt++)));
          await page.waitForTimeout(600);
          return page.locator(".lesson-actions .near").count();
        };
        await expect.poll(tapped).toBe(1);
        await page.locator(".lesson-actions .near").tap();
      }
      if (kind !== "goal") await page.locator(".lesson-why").waitFor();
      const next = steps[i + 1];
      if (next === undefined) break;
      if (next === at + 1) {
        const primary = page.locator(".lesson-actions .primary");
        // The way on leads past the explanation: while it is below the fold, the button scrolls to it.
        await page.waitForTimeout(100);
        if ((await primary.innerText()) === "Why?") {
          await primary.tap();
          await page.getByRole("button", { name: "Next", exact: true }).waitFor();
          const why = (await page.locator(".lesson-why h2").boundingBox())!;
          expect(why.y).toBeGreaterThan(0);
          expect(why.y + why.height).toBeLessThan((await page.locator(".lesson-foot").boundingBox())!.y);
        }
        await primary.tap();
      } else await openStep(page, `${id}.${next}&seed=ask`);
      await page.locator(".lesson-count", { hasText: `${next} of` }).waitFor();
    }
  });
});

test("a right guess is called correct, moves no network, and survives a reload", async () => {
  const { page } = await visit("#choke.4");
  await page.locator(".choices input").nth(1).check();
  const stage = await settledBox(page.locator("#stage"));
  await page.getByRole("button", { name: "Run" }).click();
  expect(await page.locator(".lesson-verdict").innerText()).toBe("Correct.");
  expect(await settledBox(page.locator("#stage"))).toEqual(stage);
  await page.reload();
  expect(await page.locator(".lesson-verdict").innerText()).toBe("Correct.");
});

thoroughTest("a goal is reached with the one word that is open", async () => {
  const { page } = await visit("#thin.3");
  await page.locator(".attempts li").first().waitFor();
  const word = page.locator('.lesson-scenario [role="spinbutton"]');
  expect(await word.count()).toBe(1);
  await word.focus();
  await page.keyboard.press("ArrowUp");
  await page.getByRole("heading", { name: "Reached" }).waitFor();
  expect(await page.locator(".attempts li").count()).toBe(2);
});

thoroughTest("who explores comes back to the step and to what was explored, by the page's buttons and by the browser's", async () => {
  const { page } = await visit("#choke.3");
  await page.locator("[role=slider].value-axis").focus();
  await page.keyboard.press("Shift+ArrowUp");
  await page.keyboard.press("Enter");
  await page.locator(".truth").waitFor();
  await page.getByRole("button", { name: "Explore freely" }).click();
  const load = page.locator('.sentence [role="spinbutton"]').last();
  await load.focus();
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => page.evaluate(() => location.hash)).toContain("load=.44");
  await page.getByRole("button", { name: /Back to step 3 of 7/ }).click();
  await page.locator(".truth").waitFor();
  await expect.poll(() => page.evaluate(() => location.hash)).toBe("#choke.3");
  await page.getByRole("button", { name: "Explore freely" }).click();
  await expect.poll(() => page.locator('.sentence [role="spinbutton"]').last().innerText()).toContain("0.44");

  // The browser's Back and Forward lead from exploring to the step and out again.
  await page.goBack();
  await page.locator(".lesson-head").waitFor();
  expect(await page.evaluate(() => location.hash)).toBe("#choke.3");
  await page.locator(".lesson-why").waitFor();
  await page.goForward();
  await page.locator(".finding").waitFor();
  expect(await page.locator(".lesson-head").count()).toBe(0);
});

thoroughTest("two quick presses of Next show no answer, and Back leads from step to step, and out", async () => {
  const { page } = await visit();
  await page.locator(".bar .invitation a").click();
  await page.locator(".lesson-head").waitFor();
  await page.getByRole("button", { name: "Show me" }).click();
  await page.getByRole("button", { name: "Next" }).dblclick();
  await expect.poll(() => page.evaluate(() => location.hash)).toBe("#choke.2");
  await expectHiddenResults(page);
  await page.goBack();
  await page.locator(".dots li:nth-child(1) [aria-current]").waitFor();
  await page.locator(".lesson-why").waitFor();
  await page.goBack();
  await page.locator(".sentence .word").first().waitFor();
  expect(await page.locator(".lesson").count()).toBe(0);
});

test("a channel is chosen by keyboard alone", async () => {
  const { page } = await visit("#patterns.1");
  // Keys work once the network is drawn.
  const enabled = page.locator(".submit-row .primary:enabled");
  await expect
    .poll(async () => {
      await page.locator("#stage .view-box").first().focus();
      await page.keyboard.press("Enter");
      return enabled.count();
    })
    .toBe(1);
  const first = await page.locator(".question > p").first().innerText();
  await page.keyboard.press("Shift+ArrowRight");
  await expect.poll(() => page.locator(".question > p").first().innerText()).not.toBe(first);
  await page.getByRole("button", { name: "Run" }).click();
  await page.locator(".lesson-why").waitFor();
});

describe("by clicker", () => {
  test("on and back, covered and shown, black and out", async () => {
    const { page } = await visit("#choke", { viewport: { width: 1920, height: 1080 } });
    await page.locator(".lesson-head").waitFor();
    await page.keyboard.press("p");
    const place = page.locator(".projected-place b");
    await place.waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    const heading = () => page.locator(".projected h1").innerText();
    const question = await heading();
    await page.keyboard.press("PageDown");
    await page.locator(".projected h1[data-answer]").waitFor();
    await page.keyboard.press("PageDown");
    await expect.poll(() => place.innerText()).toBe("2 of 7");
    await page.keyboard.press("PageUp");
    await page.locator(".projected h1[data-answer]").waitFor();
    await page.keyboard.press("PageUp");
    await expect.poll(heading).toBe(question);
    await page.keyboard.press("b");
    await page.locator(".projected-black").waitFor();
    await page.keyboard.press("PageDown");
    await page.locator(".projected-black").waitFor({ state: "detached" });
    expect(await heading()).toBe(question);
    // Besides the QR code, the address is shown as text that can be typed.
    expect(await page.locator(".share-corner").innerText()).toContain("#choke");
    await page.keyboard.press("Escape");
    await page.locator(".lesson-head").waitFor();
  });
});

test("a curve is drawn by keyboard over the network, whose sweep stays hidden, and the simulated curve is drawn through it", async () => {
  const { page } = await visit("#curves.3");
  await expectHiddenResults(page);
  expect(await page.locator(".sweep, [data-view=sweep], .curve-line").count()).toBe(0);
  await page.locator("svg.sketch").focus();
  for (const key of ["Shift+ArrowUp", "Shift+ArrowUp", "ArrowRight", "ArrowRight", "Shift+ArrowUp"]) await page.keyboard.press(key);
  expect(await page.locator("svg.sketch").getAttribute("aria-valuetext")).toMatch(/^at messages of 16 B: \d/);
  await page.keyboard.press("Enter");
  await page.locator(".truth path").waitFor();
  await page.locator(".lesson-verdict").waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
});

test("forty votes are projected before the truth, with the question, and the truth on Reveal", async () => {
  const { page } = await visit("#deadlock", { viewport: { width: 1440, height: 900 } });
  await page.locator(".lesson-head").waitFor();
  await page.keyboard.press("p");
  await page.getByRole("button", { name: "Answers" }).click();
  await page.locator(".class-slide").waitFor();
  // Before the run, equal answers of one seed differ in their device tokens alone.
  const votes = Array.from({ length: 40 }, (_, i) => {
    const marks = [`d${String(i).padStart(8, "0")}`];
    return writeAnswerLine({ lesson: "deadlock", step: 1, seed: 7, response: i < 25 ? "a" : "b", result: "-", marks }, "");
  });
  await page.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, votes.join("\n"));
  await expect.poll(() => page.locator(".class-bars b").allInnerTexts()).toEqual(["25", "15", "0"]);
  expect(await page.locator("h1").innerText()).toBe("All send the same way around a ring: what happens?");
  expect(await page.locator("[data-true], [data-answer]").count()).toBe(0);
  await page.keyboard.press("PageDown");
  await page.locator("h1[data-answer]").waitFor();
  await page.keyboard.press("PageDown");
  await page.locator(".projected-step").waitFor();
  // The network can be watched until it stands still; then its heading is the answer.
  await page.locator("h1[data-answer]").waitFor();
});

test("a lesson that cannot be had says why and what to do", async () => {
  const { page, faults } = await visit("#no-such-lesson");
  const notice = page.locator(".notice");
  await notice.waitFor();
  expect(await notice.innerText()).toContain("no-such-lesson");
  // The 404 error of the server is expected here.
  faults.splice(0);
});

test("a presented deadlock stops when nothing moves any more, and is played and stepped cycle by cycle from there", async () => {
  const { page } = await visit("#deadlock", { viewport: { width: 1920, height: 1080 } });
  await page.locator(".lesson-head").waitFor();
  await page.keyboard.press("p");
  const start = page.locator(".projected-start");
  // While the answer is covered, the run waits.
  expect(await start.innerText()).toContain("not run yet");
  await page.keyboard.press("Space");
  expect(await start.innerText()).toContain("not run yet");
  await page.getByRole("button", { name: "Reveal" }).click();
  const cycleShown = async () => Number((await start.innerText()).match(/([\d\s]+) cycles/)![1].replaceAll(/\D/g, ""));
  await expect.poll(cycleShown).toBe(639);
  await start.getByRole("button", { name: /^Speed/ }).click();
  await page.getByRole("menuitemcheckbox", { name: /^10\/s/ }).click();
  await start.getByRole("button", { name: "Play" }).focus();
  await page.keyboard.press("Space");
  await expect.poll(cycleShown).toBeGreaterThan(2);
  await page.keyboard.press("Space");
  await start.getByRole("button", { name: "Play" }).waitFor();
  const paused = await cycleShown();
  expect(paused).toBeLessThan(600);
  await start.getByRole("button", { name: "Step" }).click();
  await expect.poll(cycleShown).toBe(paused + 1);
  // Nothing in the foot of the slide covers anything else.
  const boxes = await page
    .locator(".projected > footer :is(button, p)")
    .evaluateAll((elements) =>
      elements.map((element) => element.getBoundingClientRect()).map(({ left, right, width }) => ({ left, right, width })),
    );
  const placed = boxes.filter(({ width }) => width > 0).sort((a, b) => a.left - b.left);
  for (const [i, box] of placed.slice(1).entries()) expect(box.left).toBeGreaterThanOrEqual(placed[i].right - 1);
});
