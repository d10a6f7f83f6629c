/** A table whose runs take hours: its published results are shown immediately, and a reader can repeat the runs. */
import { expect, test } from "vitest";
import { engineVersion } from "../../src/core/run/version.ts";
import { isThorough } from "../effort.ts";
import { browserTests } from "./harness.ts";

const { visit } = browserTests();

test("Table 4a is shown immediately, with its verdict and the source of its numbers; the shortest runs are reproduced", async () => {
  const { page } = await visit("#paper=trees-table-4a");
  await page.locator(".paper-status .verdict", { hasText: "within tolerance" }).waitFor();
  await page
    .getByText(new RegExp(`^Recorded, engine ${engineVersion}, digest \\w{10}(, \\w{10})*, \\d{3} runs, by the command line\\.$`))
    .waitFor();
  await page.getByText("holds", { exact: true }).first().waitFor();
  const section = page.getByRole("region", { name: "Recorded results" });
  const size = section.getByLabel("Messages up to");
  await size.selectOption("100 B");
  await section.getByText(/^70 runs with the first seed; about .* on this computer\.$/).waitFor();
  await section.getByRole("button", { name: "Run them here" }).click();
  await section.getByRole("button", { name: "Pause" }).click();
  await section.getByText(/^Paused at \d+ of 70 runs\.$/).waitFor();
  // Finishing all 70 runs takes half a minute.
  if (!isThorough) return;
  // A reload in the middle keeps the runs that have finished.
  await section.getByRole("button", { name: "Resume" }).click();
  await section.getByText(/^\d\d of 70 runs/).waitFor();
  await page.reload();
  await size.selectOption("100 B");
  await section.getByRole("button", { name: "Run the rest" }).click();
  await section
    .getByRole("status")
    .getByText("All 70 runs equal our recording. All 21 printed numbers are within 8\u202f% of the paper’s.")
    .waitFor();
  const rows = await section.getByRole("row").allInnerTexts();
  expect(rows).toHaveLength(6);
  for (const row of rows.slice(1)) {
    const [, recorded, here] = row.split("\t");
    expect(Number(here)).toBeGreaterThan(0);
    expect(here).toBe(recorded);
  }
  await section.getByRole("button", { name: "Start again" }).click();
  await section.getByRole("button", { name: "Run them here" }).waitFor();
});
