/** Compared networks with different links: one clock for all displayed times and for the time strip. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { run } from "../../src/core/run/run.ts";
import { variantsOf } from "../../src/core/scenario/document.ts";
import { parseDocument } from "../../src/core/scenario/read-document.ts";
import { writeDocumentLink } from "../../src/links/index.ts";
import { thoroughTest } from "../effort.ts";
import { waitForAnswer, browserTests, cycleOf, playToEnd } from "./harness.ts";

const { visit } = browserTests();

/** An all-to-all of 4 ranks with 3 MB each: 24 ms over Gigabit Ethernet and 1.5 ms over links of 2 GB/s, with packets without overhead. */
const twoNetworks = {
  topology: { kind: "single-switch", terminals: 4 },
  technology: { kind: "gigabit-ethernet", overhead: "0 B" },
  flowControl: { kind: "fluid" },
  workload: { kind: "all-to-all", message: "1 MB" },
  beside: [{ technology: { kind: "own-links", rate: "2 GB/s" } }],
};

thoroughTest("Ethernet beside faster links: times are in seconds, and both runs are shown at the same time", async () => {
  const { page } = await visit(`#${(await writeDocumentLink(parseDocument(twoNetworks))).replace(/^#/, "")}`);
  await expect.poll(() => waitForAnswer(page)).toMatch(/^B \(.*\) finishes the all-to-all of 4 ranks in 1\.5\sms; A \(.*\) in 24\sms\./);
  const clock = page.locator(".clock");
  const front = (letter: string) => page.getByRole("button", { name: letter, exact: true }).first().click();
  const strip = page.getByRole("slider", { name: "Cycle" });
  const { x, y } = (await strip.boundingBox())!;
  // Click on a time within the first millisecond, when both runs are still going on.
  await page.mouse.click(x + 20, y + 20);
  await expect.poll(() => clock.innerText()).toMatch(/^[01]\.\d+ of 24/);
  const textOf = async (letter: string, pattern: RegExp) => {
    await front(letter);
    await expect.poll(() => clock.innerText()).toMatch(pattern);
    return (await clock.innerText()).match(/^[\d.]+/)![0];
  };
  await page.keyboard.press(".");
  // Wait until the step has been simulated. Then both runs are paused at the same time; each shows it with the decimals of its own end.
  await page.getByRole("button", { name: "Play", exact: true }).waitFor();
  await expect
    .poll(async () => {
      const [slow, quick] = [await textOf("A", /of 24/), await textOf("B", /of 1\.5/)];
      return `${slow} ${Number(quick).toFixed(slow.split(".")[1]?.length)}`;
    })
    .toMatch(/^([\d.]+) \1$/);

  // A sweep of both networks shows which is faster in which range. Links of B are faster, but each message on B has a start-up time of
  // 5 ms, which counts more with more ranks.
  const document = {
    ...twoNetworks,
    host: { kind: "limited-ports", startUp: 0 },
    workload: { kind: "matrix-multiplication", rows: 1000, algorithm: "point-to-point" },
    beside: [{ technology: { kind: "own-links", rate: "2 GB/s" }, "host.startUp": 5000 }],
    sweep: [{ path: "topology.terminals", values: [2, 4, 8, 16, 32] }],
  };
  const link = (await writeDocumentLink(parseDocument(document))).replace(/^#/, "");
  await page.evaluate((hash) => void (location.hash = hash), link);
  await expect
    .poll(() => page.locator(".finding").innerText())
    .toMatch(
      /^Under the matrix multiplication: Up to 8 terminals, B .* finishes first; from 16 terminals on, A .*\. Makespan is best at B, 2 terminals: 24.ms; worst at B, 32 terminals: 647/,
    );
  // The curve is on the stage. When a network is shown there, the curve moves to a card in the rail.
  await page.getByRole("group", { name: "On the stage" }).getByRole("button", { name: "A", exact: true }).click();
  const card = page.locator("[data-card=sweep]");
  await expect.poll(() => card.innerText()).toMatch(/Makespan is best at 2 terminals, B .*: 24.ms\./);
});

test("the clock goes on until the last of those that are watched has ended", async () => {
  const { technology, beside, ...rest } = twoNetworks;
  const fastFirst = { ...rest, technology: beside[0].technology, beside: [{ technology }] };
  const { page } = await visit(`#${(await writeDocumentLink(parseDocument(fastFirst))).replace(/^#/, "")}`);
  const clock = page.locator(".clock");
  // The first run ends after 1.5 ms.
  await expect.poll(() => clock.innerText()).toMatch(/^(?:[2-9]|1\d|2[0-3])(?:\.\d+)? of 24/);
  await page.getByRole("button", { name: "Pause", exact: true }).click();
  await page.getByRole("button", { name: "Play", exact: true }).waitFor();
});

thoroughTest("the clock stays where the last of those that are watched has ended", async () => {
  // The first run deadlocks long before the second ends.
  const document = parseDocument(JSON.parse(readFileSync("public/scenarios/deadlock.json", "utf8")));
  const [stuck, cured] = variantsOf(document).map((scenario) => run(scenario));
  expect(stuck.status).toBe("deadlocked");
  expect(cured.cycles).toBeGreaterThan(stuck.cycles);
  const { page } = await visit(`#${(await writeDocumentLink(document)).replace(/^#/, "")}`);
  await playToEnd(page);
  // If the clock jumped back, it would do so with the next update.
  await page.waitForTimeout(600);
  expect(await cycleOf(page)).toBe(cured.cycles);
  expect(await page.locator(".clock").innerText()).toMatch(/cycles, finished$/);
  expect(Number(await page.getByRole("slider", { name: "Cycle" }).getAttribute("aria-valuenow"))).toBe(cured.cycles);
});
