import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import type * as Axe from "axe-core";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { answered, browserTests } from "./harness.ts";

const { visit } = browserTests();
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe finds in the page, or in what is named of it, against WCAG 2.2 AA and good practice: rule and first place. */
async function findings(page: Page, within = "html"): Promise<string[]> {
  // Evaluated, not added as a script: the page's policy would forbid that.
  await page.evaluate(axe);
  return page.evaluate(async (context) => {
    const { axe: checker } = window as unknown as { axe: typeof Axe };
    // A description is visible text but no label, which is what the rule is about (WCAG 2.5.3).
    checker.configure({ rules: [{ id: "label-content-name-mismatch", selector: ":not([aria-describedby])" }] });
    const { violations } = await checker.run(context);
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0].target.join(" ")} ${nodes[0].failureSummary ?? ""}`);
  }, within);
}

test.each(["light", "dark"] as const)("axe finds nothing on the first screen, %s", async (colorScheme) => {
  const { page } = await visit("", { colorScheme });
  await answered(page);
  expect(await findings(page)).toEqual([]);
});

test.each(["light", "dark"] as const)("axe finds nothing in the drawer, a menu and a choice, %s", async (colorScheme) => {
  const { page } = await visit("", { colorScheme });
  await answered(page);
  await page.getByRole("button", { name: "All settings" }).click();
  await page.getByRole("dialog").waitFor();
  expect(await findings(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Share" }).click();
  await page.getByRole("menu").waitFor();
  expect(await findings(page, ".popover")).toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Topology: thin tree" }).click();
  await page.getByRole("listbox").waitFor();
  expect(await findings(page, ".popover")).toEqual([]);
});

test("axe finds nothing on a phone", async () => {
  const { page } = await visit("", { viewport: { width: 390, height: 844 }, hasTouch: true });
  await answered(page);
  expect(await findings(page)).toEqual([]);
});

test("with reduced motion the page computes and answers all the same", async () => {
  const { page } = await visit("", { reducedMotion: "reduce" });
  expect(await answered(page)).toMatch(/delivers/);
});
