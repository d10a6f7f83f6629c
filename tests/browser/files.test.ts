/** Files of other programs on the page: dropped, pasted or opened, then previewed, and used or canceled. */
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { thoroughTest } from "../effort.ts";
import { accessibilityViolations } from "./axe.ts";
import { waitForAnswer, shortRun, browserTests } from "./harness.ts";

const { visit } = browserTests();
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;
const fabric = readFileSync("public/files/fabric.txt", "utf8");

const preview = (page: Page) => page.locator("dialog.file-preview");

/** Drops files, or a text, on the page. */
async function dropOnPage(page: Page, files: readonly { readonly name: string; readonly text: string }[], text = ""): Promise<void> {
  await page.evaluate(
    ([given, plain]) => {
      const data = new DataTransfer();
      for (const each of given) data.items.add(new File([each.text], each.name));
      if (plain !== "") data.setData("text/plain", plain);
      window.dispatchEvent(new DragEvent("drop", { dataTransfer: data, cancelable: true }));
    },
    [files, text] as const,
  );
}

/** Pastes a text into the page. */
async function pasteText(page: Page, text: string): Promise<void> {
  await page.evaluate((plain) => {
    const data = new DataTransfer();
    data.setData("text/plain", plain);
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
  }, text);
}

const sentence = (page: Page) => page.locator(".say").innerText();

test("a cluster's fabric is dropped, looked at, left, used and taken back", async () => {
  const { page } = await visit(`#v=1&${shortRun}`);
  await waitForAnswer(page);
  const before = await sentence(page);
  await dropOnPage(page, [{ name: "fabric.txt", text: fabric }]);
  await preview(page).getByText("ibnetdiscover, 12 switches, 128 hosts, 191 links").waitFor();
  await preview(page).getByText("two-level thin tree").waitFor();
  // The irregularities of the fabric have the same numbers in the text and in the drawing.
  const faults = preview(page)
    .getByRole("listitem")
    .filter({ has: page.locator(".file-preview-number") });
  expect(await faults.count()).toBeGreaterThanOrEqual(3);
  const numbers = async () => new Set(await preview(page).locator("svg .marks text").allTextContents());
  await expect.poll(numbers).toContain("3");
  expect(await numbers()).toContain("spine 4");
  await preview(page).getByText("2 of 1 228 lines could not be read.").waitFor();
  // The run continues meanwhile, and the document is unchanged.
  expect(await sentence(page)).toBe(before);
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await preview(page).waitFor({ state: "detached" });
  expect(await sentence(page)).toBe(before);

  await dropOnPage(page, [{ name: "fabric.txt", text: fabric }]);
  await preview(page).getByRole("button", { name: "Use it" }).click();
  await preview(page).waitFor({ state: "detached" });
  await expect.poll(() => sentence(page)).toContain("12 switches and 128 terminals");
  await waitForAnswer(page);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => sentence(page)).toBe(before);
  await page.getByRole("button", { name: "Redo" }).click();
  await expect.poll(() => sentence(page)).toContain("12 switches and 128 terminals");
  // It is now a draft, so a reload restores it.
  await expect.poll(() => page.url()).toMatch(/#z1=/);
  await page.reload();
  await expect.poll(() => sentence(page)).toContain("12 switches and 128 terminals");
});

test("by keys alone: opened from the gallery, used by Enter", async () => {
  const { page } = await visit(`#v=1&${shortRun}`);
  await waitForAnswer(page);
  await page.getByRole("button", { name: "Gallery" }).press("Enter");
  const card = page.getByRole("dialog", { name: "Gallery" }).getByRole("button", { name: "A training step as a trace" });
  await card.press("Enter");
  await preview(page).getByText("GOAL, 16 ranks, 3 648 operations").waitFor();
  await expect
    .poll(() =>
      preview(page)
        .getByRole("button", { name: "Use it" })
        .evaluate((it) => it === document.activeElement),
    )
    .toBe(true);
  await page.keyboard.press("Enter");
  await expect.poll(() => sentence(page)).toContain("a trace of 16 ranks");
  await waitForAnswer(page);
});

test("a text that is pasted is looked at; what is nothing says so; links and scenarios open as ever", async () => {
  const { page } = await visit(`#v=1&${shortRun}`);
  await waitForAnswer(page);
  const before = await sentence(page);
  await pasteText(page, "Dear diary,\ntoday nothing happened.");
  await preview(page).getByText("The format is not recognized.").waitFor();
  await preview(page).getByRole("button", { name: "Close", exact: true }).last().click();
  await preview(page).waitFor({ state: "detached" });
  expect(await sentence(page)).toBe(before);

  await pasteText(page, "from,to,Gb/s\na,b,100\nb,c,100\nc,a,40\n");
  await preview(page).getByText("Edge list, 3 switches, 3 links").waitFor();
  await preview(page).getByText("ring of 3 switches").waitFor();
  // The button has the focus as soon as the preview appears, so Enter uses the file.
  expect(
    await preview(page)
      .getByRole("button", { name: "Use it" })
      .evaluate((it) => it === document.activeElement),
  ).toBe(true);
  // Another pasted text replaces the preview.
  await pasteText(page, "0,5,1\n2,0,3\n1,1,0\n");
  await preview(page)
    .getByText(/matrix, 3/)
    .waitFor();
  await page.keyboard.press("Escape");

  await pasteText(page, JSON.stringify({ topology: { kind: "torus", sizes: [4, 4] } }));
  await expect.poll(() => sentence(page)).toContain("torus");
  await pasteText(page, '{ "topology": { "kind": "torus", "sizes": [0] } }');
  await page.getByText("This text cannot be opened; your work is unchanged.").waitFor();
  // The address bar shows the link, and a reload opens it again. Back restores the document before it.
  const link = `#v=1&${shortRun}&topology=hypercube`;
  await pasteText(page, `https://example.org/page/${link}`);
  await expect.poll(() => sentence(page)).toContain("hypercube");
  await expect.poll(() => page.evaluate(() => location.hash)).toBe(link);
  await page.goBack();
  await expect.poll(() => sentence(page)).toContain("torus");
  // A paper replaces the workbench and stays open.
  await pasteText(page, "https://example.org/page/#paper=quads-table-1");
  await page.locator("main.exhibit h1").waitFor();
  await page.waitForTimeout(300);
  expect(await page.evaluate(() => location.hash)).toBe("#paper=quads-table-1");
  await page.goBack();
  await expect.poll(() => sentence(page)).toContain("torus");
});

thoroughTest("left from the papers, it leads back to them", async () => {
  const { page } = await visit("#paper");
  await page.getByRole("heading", { level: 1 }).waitFor();
  await dropOnPage(page, [{ name: "fabric.txt", text: fabric }]);
  await preview(page).getByRole("button", { name: "Use it" }).waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(() => page.url()).toMatch(/#paper$/);
});

thoroughTest("port counters dropped with their fabric colour it, and the run comes back", async () => {
  const { page } = await visit(`#v=1&${shortRun}`);
  await waitForAnswer(page);
  const counters = ["node,port,xmit_bytes,rcv_bytes,wait"];
  for (let leaf = 1; leaf <= 8; leaf++)
    for (let port = 17; port <= 24; port++) counters.push(`leaf ${leaf},${port},${leaf === 3 && port === 17 ? 5e12 : 1e12},1e11,0`);
  await dropOnPage(page, [
    { name: "fabric.txt", text: fabric },
    { name: "counters.csv", text: counters.join("\n") },
  ]);
  await preview(page).getByRole("button", { name: "Use it" }).click();
  await preview(page).getByText("Port counters, 64 ports.").waitFor();
  await preview(page).getByText("The busiest channel is leaf 3 → spine 1.").waitFor();
  // 5 TB at 50 GB/s take 100 s.
  const seconds = preview(page).getByRole("spinbutton", { name: "Counted over" });
  await expect.poll(() => seconds.inputValue()).toBe("100");
  await seconds.fill("50");
  await preview(page).getByText("The links cannot transfer these bytes in that time").waitFor();
  await seconds.fill("200");
  await preview(page).getByRole("button", { name: "Show them" }).click();
  await page.getByText("Port counters, over 200 s").waitFor();
  await page.getByRole("button", { name: "Back to the run" }).click();
  expect(await page.getByText("Port counters,").count()).toBe(0);
});

thoroughTest("on a phone it is a sheet from below, which is read and used with a thumb", async () => {
  const { page } = await visit(`#v=1&${shortRun}`, phone);
  await waitForAnswer(page);
  await dropOnPage(page, [{ name: "fabric.txt", text: fabric }]);
  const use = preview(page).getByRole("button", { name: "Use it" });
  await use.waitFor();
  const box = (await use.boundingBox())!;
  expect(box.height).toBeGreaterThanOrEqual(44);
  expect(box.y + box.height).toBeLessThanOrEqual(844);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await accessibilityViolations(page)).toEqual([]);
  await use.tap();
  await expect.poll(() => sentence(page)).toContain("128 terminals");
});

test("a long file is read with progress, and can be cancelled immediately", async () => {
  const { page } = await visit(`#v=1&${shortRun}`);
  await waitForAnswer(page);
  const before = await sentence(page);
  await page.evaluate(() => {
    const data = new DataTransfer();
    const block = Array.from({ length: 50_000 }, (_, i) => `${i},${(i * 7919) % 50_000}`).join("\n");
    data.items.add(new File(["from,to\n", ...Array.from({ length: 60 }, () => `${block}\n`)], "large.csv"));
    window.dispatchEvent(new DragEvent("drop", { dataTransfer: data, cancelable: true }));
  });
  await preview(page).getByRole("progressbar").waitFor();
  await preview(page).getByRole("button", { name: "Cancel" }).click();
  await preview(page).waitFor({ state: "detached", timeout: 2000 });
  expect(await sentence(page)).toBe(before);
});

thoroughTest("the network and the traffic are taken away as files of other programs", async () => {
  const { page } = await visit(`#v=2&topology=torus:sizes~4~4&${shortRun}`);
  await waitForAnswer(page);
  await page.getByRole("button", { name: "Share" }).click();
  await page.getByRole("menuitem", { name: "Files for other programs" }).click();
  const sheet = page.getByRole("dialog", { name: "Files for other programs" });
  for (const [name, begins] of [
    ["GraphML", '<?xml version="1.0"'],
    ["DOT", "graph"],
    ["Traffic matrix", ""],
  ]) {
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      sheet.getByRole("button", { name: new RegExp(`^${name}`) }).click(),
    ]);
    const text = readFileSync(await download.path(), "utf8");
    expect(text.slice(0, begins.length)).toBe(begins);
    expect(text.length).toBeGreaterThan(100);
  }
  // Traffic that is not a program cannot be exported as a program, and the page says so.
  await sheet.getByRole("button", { name: /^GOAL/ }).click();
  await sheet.getByRole("alert").waitFor();
});
