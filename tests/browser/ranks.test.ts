/** The timeline of ranks in the browser. */
import { expect, test } from "vitest";
import { browserTests, multiplicationLink, savedFile, focusView } from "./harness.ts";

const { visit } = browserTests();

test("ranks are shown over time, searched, asked why they wait, and saved for other programs", async () => {
  const { page } = await visit(multiplicationLink);
  const card = page.getByRole("region", { name: "Ranks over time" });
  // The card opens by default for programs that name their tasks.
  await card
    .getByText(
      /The longest chain of dependent computations has 22.logical steps \(computations of .+\); no rank computes more than 16 of them\.$/,
    )
    .waitFor();
  const box = card.locator(".view-box");
  await focusView(box);
  await page.keyboard.press("ArrowRight");
  await expect
    .poll(() => box.getAttribute("aria-description"))
    .toMatch(/rank 0 waits for rank 3, for C\(0, 7\) \(step 7\). computing dependency$/);
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => box.getAttribute("aria-description")).toMatch(/rank 1 /);
  await page.keyboard.press("/");
  const field = card.getByRole("textbox", { name: "Find in ranks over time" });
  await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.type("rank 3 wait");
  await card.getByText(/^5.intervals, .* in total$/).waitFor();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await card.getByText(/^2 of 5.intervals/).waitFor();
  await card
    .getByText(/^Rank 3 waits .* for the input of C\(3, 1\) from rank 1, which still computes C\(1, 2\): computing dependency\./)
    .waitFor();
  await card.locator("svg path").and(card.locator("[stroke-linejoin=round]")).first().waitFor({ state: "attached" });
  // The link contains the selection and the visible span.
  await page.keyboard.press("Escape");
  await expect.poll(() => box.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press("w");
  await page.keyboard.press("w");
  await expect.poll(async () => (await card.locator("svg text").allTextContents()).includes("2.86\u00a0s")).toBe(false);
  await page.keyboard.press("f");
  const trace = JSON.parse((await savedFile(page, "Ranks over time", "Save for Perfetto (JSON)")).toString("utf8"));
  const events: { ph: string; cat?: string; dur?: number }[] = trace.traceEvents;
  expect(events.filter(({ ph, cat }) => ph === "X" && cat === "compute")).toHaveLength(64);
  expect(events.filter(({ ph }) => ph === "s")).toHaveLength(events.filter(({ ph }) => ph === "f").length);
  await card.getByRole("combobox", { name: "Ranks over time: time" }).selectOption("logical");
  await card.locator("svg text", { hasText: /^22$/ }).waitFor();
});
