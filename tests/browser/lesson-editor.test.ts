/** Makes a lesson in the page, from the first view to the link that a student opens. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { thoroughTest } from "../effort.ts";
import { accessibilityViolations } from "./axe.ts";
import { waitForAnswer, shortRun, browserTests } from "./harness.ts";

const { address, visit } = browserTests();

const mesh = `#v=2&${shortRun}&topology=mesh:sizes4x4&traffic=uniform&load=.3`;
const field = (page: Page, label: string | RegExp) => page.getByLabel(label).first();
const strip = (page: Page) => page.getByRole("region", { name: "Lesson" });
const step = (page: Page, number: number) => strip(page).locator(`[data-step="${number - 1}"]`);
const titles = (page: Page) => strip(page).locator("[data-step] .lesson-step-title").allInnerTexts();
const chooseQuestionKind = (page: Page, label: string) => page.getByRole("radio", { name: label }).check();

/** Adds the current view of the workbench to a lesson. */
async function addView(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Share" }).click();
  await page.getByRole("menuitem", { name: "Add this view to a lesson" }).click();
  await strip(page).waitFor();
}

/** Fills in a field of the step and leaves it, which makes one undo step. */
async function fillField(page: Page, label: string | RegExp, text: string): Promise<void> {
  await field(page, label).fill(text);
  await field(page, label).blur();
}

/** Makes three steps with three kinds of questions. */
async function makeThreeSteps(page: Page): Promise<void> {
  await waitForAnswer(page);
  await addView(page);
  await fillField(page, "Title of the lesson", "Three questions");
  await fillField(page, "Question, or title", "How much will arrive?");
  await chooseQuestionKind(page, "marks a value");
  await strip(page).getByRole("button", { name: "Add this view" }).click();
  await fillField(page, "Question, or title", "Which is right?");
  await chooseQuestionKind(page, "chooses one");
  await strip(page).getByRole("button", { name: "Add this view" }).click();
  await fillField(page, "Question, or title", "Can you reach it?");
  await chooseQuestionKind(page, "has a goal");
  await expect.poll(() => titles(page)).toEqual(["How much will arrive?", "Which is right?", "Can you reach it?"]);
}

test("three steps are made, moved, taken back, kept over a reload, and opened by a student", async () => {
  const { page } = await visit(mesh);
  await makeThreeSteps(page);

  // An invalid text stays in its field; the step keeps its previous text.
  await fillField(page, /^Words/, "One. Two. Three.");
  await fillField(page, /^Words/, "One. Two. Three. Four.");
  await page.getByText("This has 4 sentences").waitFor();
  expect(await field(page, /^Words/).inputValue()).toBe("One. Two. Three. Four.");
  await fillField(page, /^Words/, "Two of three.");
  await expect.poll(() => page.getByText("2 sentences left").count()).toBe(1);

  // The engine's answer is shown next to the question.
  await page.getByText(/^The engine finds 0\.\d+/).waitFor();

  // Move a step by keyboard, and undo it.
  await step(page, 3).focus();
  await page.keyboard.press("Alt+ArrowLeft");
  await expect.poll(() => titles(page)).toEqual(["How much will arrive?", "Can you reach it?", "Which is right?"]);
  await expect.poll(() => step(page, 2).evaluate((own) => own === document.activeElement)).toBe(true);
  await page.keyboard.press("Control+z");
  await expect.poll(() => titles(page)).toEqual(["How much will arrive?", "Which is right?", "Can you reach it?"]);
  // Drag the first step behind the second.
  const [from, to] = [await step(page, 1).boundingBox(), await step(page, 2).boundingBox()];
  await page.mouse.move(from!.x + 20, from!.y + 60);
  await page.mouse.down();
  await page.mouse.move(to!.x + 40, to!.y + 60, { steps: 5 });
  await page.mouse.up();
  await expect.poll(() => titles(page)).toEqual(["Which is right?", "How much will arrive?", "Can you reach it?"]);

  // Edits of the sentence and of the lesson share one history.
  await step(page, 2).click();
  const load = page.getByRole("spinbutton", { name: "Load" }).first();
  await page.getByText("Editing step 2 of 3").waitFor();
  await load.press("ArrowUp");
  await page.getByText("The network of step 2 has changed.").waitFor();
  expect(await load.getAttribute("aria-valuetext")).toContain("0.31");
  await step(page, 1).press("Delete");
  await expect.poll(() => titles(page)).toEqual(["How much will arrive?", "Can you reach it?"]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => titles(page)).toHaveLength(3);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => load.getAttribute("aria-valuetext")).toContain("0.30");
  await page.getByRole("button", { name: "Redo" }).click();
  await expect.poll(() => load.getAttribute("aria-valuetext")).toContain("0.31");

  // A reload restores the lesson at its current step, immediately after an edit and also if the history state is missing.
  await page.reload();
  await strip(page).waitFor();
  await page.waitForURL(/#lesson=.*&step=2$/);
  await page.evaluate(() => history.replaceState(null, "", location.href));
  await page.reload();
  await strip(page).waitFor();
  expect(await titles(page)).toEqual(["Which is right?", "How much will arrive?", "Can you reach it?"]);
  expect(await step(page, 2).getAttribute("aria-current")).toBe("step");
  expect(await load.getAttribute("aria-valuetext")).toContain("0.31");

  // The engine checks every question. A lesson with a problem is shared only after the author has seen it.
  await step(page, 3).click();
  await fillField(page, /^The goal/, "0.1");
  await strip(page).getByText("Step 3: The goal is already reached at the start of the step.").waitFor();
  await strip(page).getByRole("button", { name: "Copy link" }).click();
  await strip(page).getByRole("button", { name: "Copy link nevertheless" }).click();
  await page.getByText("Link to the lesson copied").waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const { page: student } = await visit(link.slice(link.indexOf("#")));
  // A student starts with the first step, whatever step the author had open.
  await student.getByRole("heading", { name: "Which is right?" }).waitFor();
  await student.getByText("1 of 3").waitFor();
  await student.getByRole("radio").first().waitFor();
  expect(await student.getByRole("region", { name: "Lesson" }).count()).toBe(0);
});

thoroughTest("words are locked by keyboard, tried as a student, and found under Recent", async () => {
  const { page } = await visit(mesh);
  await waitForAnswer(page);
  await addView(page);
  await fillField(page, "Title of the lesson", "Locked");
  await page.getByRole("button", { name: "Lock words" }).press("Enter");
  await page.getByRole("button", { name: "Lock all" }).press("Enter");
  await page.getByText("Every word is locked").waitFor();
  await page.getByRole("button", { name: /^Offered load: .*locked$/ }).press("Space");
  await page.getByText("Students may change only the offered load.").waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.getByRole("button", { name: "Try it as a student" }).click();
  await page.locator(".lesson-foot").waitFor();
  await expect.poll(() => page.getByRole("spinbutton").count()).toBe(1);
  await page.getByRole("button", { name: "Back to making" }).click();
  await page.getByText("Students may change only the offered load.").waitFor();
  await page.getByRole("button", { name: "Leave" }).click();
  await page.getByRole("button", { name: "Open and more" }).click();
  await page.getByRole("menuitem", { name: "Back to the lesson" }).click();
  await strip(page).waitFor();

  // Opening a link does not overwrite the lesson.
  await page.goto(address(`#v=2&${shortRun}&load=.2&title=Another`));
  await waitForAnswer(page);
  await page.getByRole("button", { name: "Open and more" }).click();
  const recent = page.getByRole("menu").getByRole("group", { name: "Recent" }).getByRole("menuitem", { name: "Locked" });
  await expect.poll(() => recent.innerText()).toMatch(/lesson, 1\sstep;/);
  await recent.click();
  await strip(page).waitFor();
  expect(await field(page, "Title of the lesson").inputValue()).toBe("Locked");
});

thoroughTest("nothing is wrong with it for axe, and nothing is cut off, at two sizes", async () => {
  const { page } = await visit(mesh, { viewport: { width: 390, height: 844 } });
  await makeThreeSteps(page);
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 1024, height: 768 },
  ]) {
    await page.setViewportSize(viewport);
    await expect.poll(() => page.evaluate(() => innerWidth)).toBe(viewport.width);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width);
    // A scrollable view becomes focusable when it is next drawn, after the width has changed.
    await expect.poll(() => accessibilityViolations(page)).toEqual([]);
  }
});
