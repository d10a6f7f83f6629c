/** Accessibility checks with axe, in both themes of the page. */
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import type * as Axe from "axe-core";
import type { Page } from "playwright-core";
import { isThorough } from "../effort.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Rules that depend on colors. All other rules find the same violations in either theme. */
const colorRules = ["color-contrast", "link-in-text-block"];

/**
 * Violations of WCAG 2.2 AA and of axe's best practices in the page, or in the part of it selected by `within`: rule, first element and
 * summary. The other theme is checked by switching the page in place and back again.
 */
export async function accessibilityViolations(page: Page, within = "html"): Promise<string[]> {
  // The code of axe is evaluated. The page's content security policy would block it as a script element.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe);
  const rules = isThorough ? null : colorRules;
  return page.evaluate(
    async ({ within, rules }) => {
      const { axe: checker } = window as unknown as { axe: typeof Axe };
      // An element with a description may show text that is not part of its label; the rule (WCAG 2.5.3) is only about labels.
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
