/**
 * A mix of programs in the browser: weights are changed by keyboard, the order is updated without a run, undo works, and a link contains
 * the weights.
 */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { parseDocument } from "../../src/core/scenario/read-document.ts";
import { readDocumentLink, writeDocumentLink } from "../../src/links/index.ts";
import treeMix from "../../public/scenarios/tree-mix.json" with { type: "json" };
import { isThorough, thoroughTest } from "../effort.ts";
import { waitForAnswer, browserTests, copyFromShareMenu, defaultLink } from "./harness.ts";

const { visit } = browserTests();

/** Names of the networks in drawing order, from best to worst. */
const networkOrder = async (page: Page) => {
  const texts = await page.locator('[data-view="performance-per-cost"] svg text').allTextContents();
  return texts.filter((text) => / tree\b/.test(text));
};
/** The gallery example without its longest message, which takes nine tenths of the time. */
const [programs, messages] = treeMix.sweep;
const shorterMix = parseDocument({ ...treeMix, sweep: [programs, { ...messages, values: messages.values.slice(0, 2) }] });

/** Waits until all cells are computed. */
const waitForAllCells = (page: Page) =>
  page
    .getByRole("region", { name: "Finding" })
    .getByText(/Over 14 of 14/)
    .waitFor();

test("a weight is moved by keyboard: the order follows, nothing is run, one step undoes it, and the link has it; a preset does it in one step", async () => {
  const { page } = await visit(`#${await writeDocumentLink(shorterMix)}`);
  await waitForAllCells(page);
  const equal = ["thin tree k′ 2", "slender tree", "thin tree k′ 1", "fat tree"];
  await expect.poll(() => networkOrder(page)).toEqual(equal);

  const weight = page.getByRole("slider", { name: "butterfly exchange" });
  await weight.press("End");
  await expect.poll(() => networkOrder(page)).toEqual(["thin tree k′ 2", "slender tree", "fat tree", "thin tree k′ 1"]);
  await expect.poll(() => weight.inputValue()).toBe("4");
  // The result is complete immediately, which shows that nothing is run again.
  await waitForAllCells(page);
  await expect.poll(() => page.getByRole("group", { name: "Runs" }).count()).toBe(0);

  const link = await copyFromShareMenu(page, "Copy link");
  expect((await readDocumentLink(link)).sweep.map(({ weights }) => weights)).toEqual([[1, 1, 1, 1, 4, 1, 1], undefined]);
  if (isThorough) {
    const { page: elsewhere } = await visit(new URL(link).hash);
    await waitForAllCells(elsewhere);
    await expect.poll(() => elsewhere.getByRole("slider", { name: "butterfly exchange" }).inputValue()).toBe("4");
    await elsewhere.getByText(/^=? ?Reproduced: the results here have the digest that the link claims/).waitFor();
  }

  await page.keyboard.press("ControlOrMeta+z");
  await expect.poll(() => weight.inputValue()).toBe("1");
  await expect.poll(() => networkOrder(page)).toEqual(equal);

  // Choosing a preset is one undo step. The conclusion is copied with its table.
  await page.getByRole("button", { name: "Collectives" }).click();
  const finding = page.getByRole("region", { name: "Finding" });
  await finding.getByText(/Over 4 of 4/).waitFor();
  await page.getByRole("button", { name: "Copy this conclusion" }).click();
  await page.getByText("Conclusion copied").waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/58\s% of the performance, two fifths of the cost/);
  expect(copied).toMatch(/\| Network \| Performance \| Cost per terminal \|/);
  expect(copied).toMatch(/butterfly exchange 1; binary tree 1; the others 0/);
  expect(copied).toMatch(/\[Open in Fabricscope\]\(<http/);
});

thoroughTest("any network is compared for a mix of programs in one gesture", async () => {
  const { page } = await visit(defaultLink);
  await waitForAnswer(page);
  await page.getByRole("button", { name: "Open and more" }).click();
  await page.getByRole("menuitem", { name: "Compare for a mix of programs" }).click();
  await expect.poll(() => page.getByRole("heading", { level: 1 }).innerText()).toMatch(/carries a mix of 14 programs, compared with B/);
  await page
    .getByRole("region", { name: "Finding" })
    .getByText(/of the performance, .* of the cost\./)
    .first()
    .waitFor();
  // The answer is on the stage; the card of a single run shows its network.
  await page.locator('.stage [data-view="performance-per-cost"]').waitFor();
  await page
    .getByRole("region", { name: "This run" })
    .getByText(/^A thin tree, workload /)
    .waitFor();
});
