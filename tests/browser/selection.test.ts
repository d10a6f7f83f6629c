/** Choosing the selection of the allocator, and the remedy where packets crowd at one output. */
import { expect } from "vitest";
import { thoroughTest } from "../effort.ts";
import { waitForAnswer, shortRun, browserTests } from "./harness.ts";

const { visit } = browserTests();
/** A document of version 1, whose selection lets all packets choose the same output, the first one with an empty queue, and crowd there. */
const crowdedLink = `#v=1&topology=k-ary-n-tree:k8,n2&traffic=uniform&load=.95&virtualChannels=2&${shortRun}`;

thoroughTest("a selection is chosen by key, from pictures that are fetched with the menu", async () => {
  const { page } = await visit(`#v=1&${shortRun}`);
  await waitForAnswer(page);
  const scripts = () =>
    page.evaluate(
      () => performance.getEntriesByType("resource").filter(({ name }) => /(Choices|Drawer|options)-[^/]*\.js$/.test(name)).length,
    );
  expect(await scripts()).toBe(0);
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog", { name: "All commands" }).waitFor();
  await page.keyboard.type("all settings flow control");
  await page.getByRole("menuitem", { name: /^All settings: Flow control/ }).waitFor();
  await page.keyboard.press("Enter");
  const field = page.getByRole("dialog", { name: "All settings" }).getByRole("button", { name: /^Selection: / });
  await field.press("ArrowDown");
  const menu = page.getByRole("listbox", { name: "Selection" });
  const options = menu.getByRole("option");
  await expect.poll(() => options.count()).toBe(8);
  expect(await menu.locator("svg.pictogram .done, svg.pictogram .awaited").count()).toBeGreaterThanOrEqual(8);
  expect(await scripts()).toBeGreaterThan(0);
  await page.keyboard.type("sti");
  await page.keyboard.press("Enter");
  await menu.waitFor({ state: "detached" });
  await expect.poll(() => field.innerText()).toBe("Sticky");
  // The exact rule can be expanded by key.
  await page.locator(".field-note summary").press("Enter");
  await page.getByText(/^When its header reaches the head of its queue, a packet chooses/).waitFor();
});

thoroughTest("on a phone, a menu is in front of the sheet that opens it", async () => {
  const { page } = await visit(`#v=1&${shortRun}`, { viewport: { width: 390, height: 844 }, hasTouch: true });
  await waitForAnswer(page);
  await page.getByRole("button", { name: "Open and more" }).click();
  await page.getByRole("menuitem", { name: "All settings" }).click();
  const drawer = page.getByRole("dialog", { name: "All settings" });
  await drawer.getByRole("button", { name: /^Flow control/ }).click();
  await drawer.getByRole("button", { name: /^Selection: / }).tap();
  const option = page.getByRole("option", { name: /^Most credits/ }).first();
  // The option must be visible to a finger, not only present in the document.
  await option.tap();
  await option.waitFor({ state: "detached" });
  expect(await drawer.getByRole("button", { name: /^Selection: / }).innerText()).toBe("Most credits");
  await drawer.getByRole("button", { name: /^Selection: / }).press("ArrowDown");
  await page.getByRole("listbox", { name: "Selection" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("listbox", { name: "Selection" }).waitFor({ state: "detached" });
  expect(await drawer.isVisible()).toBe(true);
});

thoroughTest(
  "packets that crowd say so below the answer; the cure is a key, and so is the way back; of several networks the one that crowds is named",
  async () => {
    const { page } = await visit(crowdedLink);
    const first = await waitForAnswer(page);
    const cure = page.getByRole("region", { name: "Finding" }).getByRole("button", { name: "Use shared, ties at random" });
    await cure.waitFor();
    await page.getByText(/^One reason is the selection “most credits by queue”/).waitFor();
    await cure.press("Enter");
    await cure.waitFor({ state: "detached" });
    await expect.poll(() => waitForAnswer(page)).not.toBe(first);
    const sentence = page.getByRole("heading", { level: 1 });
    expect(await sentence.innerText()).not.toMatch(/ties to the first/);
    // The focus moves to the finding, so that a screen reader continues there.
    expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("Finding");
    await page.keyboard.press("Control+z");
    await expect.poll(() => waitForAnswer(page)).toBe(first);
    await cure.waitFor();

    // With several networks, the text names the one whose packets crowd at one output. If the selection is locked, there is no button.
    await page.evaluate((link) => void (location.hash = link), `${crowdedLink}&b.virtualChannels=1`);
    await page.getByText(/^One reason in A is the selection/).waitFor();
    const { page: locked } = await visit(`${crowdedLink}&embed=1&lock=selection`);
    await waitForAnswer(locked);
    await locked.getByText(/^One reason is the selection/).waitFor();
    expect(await locked.getByRole("button", { name: /^Use shared/ }).count()).toBe(0);
  },
);
