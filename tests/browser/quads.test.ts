/** Faults and transpositions on Three Quads in the browser. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { waitForAnswer, shortRun, browserTests, findingOf, focusView, steadyRun } from "./harness.ts";

const { visit } = browserTests();

/** Keys of the marks on the stage. */
const stageMarkKeys = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("[data-view=stage] g.marks > *")].map(
      (mark) => (mark as unknown as { __data__: { key: string } }).__data__.key,
    ),
  );

/** Opens a link without reloading the page. */
const openLink = (page: Page, link: string) => page.evaluate((hash) => void (location.hash = hash), link);

/** Selects an element of the network by its name, with the keyboard. */
async function selectByName(page: Page, name: string) {
  await page.keyboard.press("/");
  await page
    .getByRole("combobox", { name: "Switch, terminal or channel" })
    .or(page.getByLabel("Switch, terminal or channel"))
    .first()
    .fill(name);
  await page.getByRole("menuitem", { name }).first().waitFor();
  await page.keyboard.press("Enter");
  await page.getByText(`${name}.`, { exact: true }).waitFor();
}

test("a switch of Three Quads is taken out and brought back, by mouse, by key and by undo; so is a link of any network", async () => {
  const { page } = await visit(`#v=1&${steadyRun}&topology=three-quads:m3&traffic=uniform`);
  await waitForAnswer(page);
  await selectByName(page, "Y switch 1");
  await page.getByRole("button", { name: "Take out Y switch 1" }).click();
  await page.getByText("This switch has failed; it forwards nothing.").waitFor();
  await findingOf(page)
    .getByText(/^The network is now Three Quads without 1.switch\.$/)
    .waitFor();
  await expect.poll(() => stageMarkKeys(page)).toContain("missing");
  await expect.poll(() => page.url()).toContain("deadSwitches4");
  await page.keyboard.press("x");
  await findingOf(page)
    .getByText(/Three Quads delivers/)
    .waitFor();
  await expect.poll(() => page.url()).not.toContain("faulty");
  await page.getByRole("button", { name: "Take out the whole Y subnetwork" }).click();
  await page.getByRole("button", { name: "Bring back the whole Y subnetwork" }).waitFor();
  await page.keyboard.press("ControlOrMeta+z");
  await findingOf(page)
    .getByText(/Three Quads delivers/)
    .waitFor();

  // A link of any network can be removed on its channel's card and restored from the list.
  await openLink(page, `#v=1&${shortRun}&topology=torus:sizes4x4&traffic=uniform`);
  await expect.poll(() => page.getByRole("heading", { level: 1 }).innerText()).toMatch(/torus/i);
  await waitForAnswer(page);
  await selectByName(page, "Switch (0, 0) → switch (1, 0)");
  await page.getByRole("button", { name: "Take out the link switch (0, 0) – switch (1, 0)" }).click();
  await page.getByRole("button", { name: "Bring back link switch (0, 0) – switch (1, 0)" }).click();
  await expect.poll(() => page.url()).not.toContain("faulty");
});

test("the matrix of a transposition is gone through step by step", async () => {
  const { page } = await visit(
    "#v=1&topology=three-quads&flowControl=fluid&workload=matrix-transpose:rows1024,duplex~full&technology=gigabit-ethernet",
  );
  await waitForAnswer(page);
  const card = page.getByRole("region", { name: "Matrix of blocks" });
  await card.getByText("no two blocks of a step share a channel").first().waitFor();
  await focusView(card.locator(".view-box"));
  await page.keyboard.press("ArrowRight");
  await card.locator("g.step path[stroke]").first().waitFor({ state: "attached" });
  await page.keyboard.press("Escape");
  await card.locator("g.step path").first().waitFor({ state: "detached" });
});

test("a link to what cannot be run shows the network, why not, and the way to bring back what is dead", async () => {
  const { page } = await visit(
    "#v=1&topology=faulty:links0,deadSwitches0x1x2x3x4x5x6x7&network=three-quads:m4&workload=matrix-transpose:rows512&flowControl=fluid",
  );
  const finding = page.getByRole("region", { name: "Finding" });
  await finding.getByText(/^Rank 4 sends to rank 32, but there is no path from terminal 16 to terminal 32\. Use fewer faults/).waitFor();
  await page.getByText("(8 failed)").waitFor();
  expect(await page.getByRole("button", { name: "Play" }).isDisabled()).toBe(true);
  await page.getByText("23 % of the pairs of terminals are still connected").waitFor();
  await page.getByRole("button", { name: "Bring all back" }).click();
  // The page shows the finding and repeats it in the status line for screen readers.
  await finding
    .getByText(/^Three Quads finishes the matrix transpose of 64 ranks/)
    .first()
    .waitFor();
  await page.getByText("failed)").waitFor({ state: "detached" });
  await page.locator(".play:enabled").waitFor();
});
