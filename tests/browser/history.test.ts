/** Undo and redo in the browser. */
import { expect, test } from "vitest";
import { thoroughTest } from "../effort.ts";
import { waitForAnswer, shortRun, browserTests } from "./harness.ts";

const { visit } = browserTests();

test("every change can be undone and redone, by button and by key", async () => {
  const { page } = await visit(`#v=1&${shortRun}`);
  const first = await waitForAnswer(page);
  const word = page.getByRole("spinbutton", { name: "Links up, k′" });
  const value = () => word.getAttribute("aria-valuenow");
  const undo = page.getByRole("button", { name: "Undo" });
  const redo = page.getByRole("button", { name: "Redo" });
  await expect.poll(() => undo.isDisabled()).toBe(true);

  await word.focus();
  await page.keyboard.press("ArrowDown");
  await expect.poll(value).toBe("1");
  await expect.poll(() => waitForAnswer(page)).not.toBe(first);
  await undo.click();
  await expect.poll(value).toBe("2");
  await expect.poll(() => waitForAnswer(page)).toBe(first);
  await redo.click();
  await expect.poll(value).toBe("1");
  await page.keyboard.press("Control+z");
  await expect.poll(value).toBe("2");
  await page.keyboard.press("Control+Shift+z");
  await expect.poll(value).toBe("1");
});

thoroughTest("a choice of another topology is one step, routing included", async () => {
  const { page } = await visit(`#v=1&${shortRun}`);
  await waitForAnswer(page);
  const sentence = page.getByRole("heading", { level: 1 });
  const before = await sentence.innerText();
  await page.getByRole("button", { name: "Topology: thin tree" }).click();
  await page.getByRole("option", { name: "Torus", exact: true }).click();
  await expect.poll(() => sentence.innerText()).toContain("torus");
  await expect.poll(() => waitForAnswer(page)).toMatch(/torus/);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => sentence.innerText()).toBe(before);
});
