/** The page as axe sees it, in both themes. */
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import type * as Axe from "axe-core";
import type { Page } from "playwright-core";
import { isThorough } from "../effort.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The rules that colours decide; all others find the same in either theme. */
const ofColours = ["color-contrast", "link-in-text-block"];

/**
 * What axe finds in the page, or in what is named of it, against WCAG 2.2 AA and good practice: rule and first place. The
 * page changes its theme where it stands, and back again.
 */
export async function findings(page: Page, within = "html"): Promise<string[]> {
  // Evaluated, not added as a script: the page's policy would forbid that.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe);
  const rules = isThorough ? null : ofColours;
  return page.evaluate(
    async ({ within, rules }) => {
      const { axe: checker } = window as unknown as { axe: typeof Axe };
      // A description is visible text but no label, which is what the rule is about (WCAG 2.5.3).
      checker.configure({ rules: [{ id: "label-content-name-mismatch", selector: ":not([aria-describedby])" }] });
      const { dataset } = document.documentElement;
      const theme = dataset["theme"];
      const found = await checker.run(within, { resultTypes: ["violations"] });
      dataset["theme"] = theme === "dark" ? "light" : "dark";
      const inOther = await checker.run(within, { resultTypes: ["violations"], ...(rules === null ? {} : { runOnly: rules }) });
      const others = inOther.violations.map((each) => ({ ...each, id: `${dataset["theme"]}, ${each.id}` }));
      dataset["theme"] = theme;
      return [...found.violations, ...others].map(
        ({ id, nodes }) => `${id}: ${nodes[0].target.join(" ")} ${nodes[0].failureSummary ?? ""}`,
      );
    },
    { within, rules },
  );
}
