/** User journeys through the page, with the same fingerprints in the page and in Node. */
import { expect, test } from "vitest";
import { thoroughTest } from "../effort.ts";
import { run } from "../../src/core/run/run.ts";
import { readDocumentLink } from "../../src/links/index.ts";
import { waitForAnswer, shortRun, findingOf, loadByLinkClass, playToEnd, copyFromShareMenu, browserTests, inMotion } from "./harness.ts";

const { visit } = browserTests();
const fingerprintOf = (citation: string) => /fingerprint ([0-9a-f]{8})/.exec(citation)?.[1];

test("change k′, the top links turn hot, copy the link, open it elsewhere: the same numbers", async () => {
  const { page } = await visit(`#v=1&topology=thin-tree:kUp4&${shortRun}`, inMotion);
  await waitForAnswer(page);
  await playToEnd(page);
  const before = await loadByLinkClass(page);

  const word = page.getByRole("spinbutton", { name: "Links up, k′" });
  await word.focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => word.getAttribute("aria-valuenow")).toBe("2");
  await waitForAnswer(page);
  await playToEnd(page);
  const after = await loadByLinkClass(page);
  const top = [...before.keys()].at(-1) as string;
  expect(after.get(top)).toBeGreaterThan((before.get(top) as number) * 1.3);

  const link = await copyFromShareMenu(page, "Copy link");
  const citation = await copyFromShareMenu(page, "Copy citation");
  const elsewhere = await visit(new URL(link).hash);
  await waitForAnswer(elsewhere.page);
  // Evidence is added after the answer, on both pages.
  const findings = () => Promise.all([page, elsewhere.page].map((each) => findingOf(each).locator(".said").innerText()));
  await expect.poll(async () => new Set(await findings()).size).toBe(1);
  expect(await copyFromShareMenu(elsewhere.page, "Copy citation")).toBe(citation);
  expect(fingerprintOf(citation)).toBe(run(await readDocumentLink(link)).fingerprint);
});

test("a number that is typed or stepped shows the answer over its range, and is dragged on it", async () => {
  const { page } = await visit(`#v=1&topology=torus:sizes4x4&traffic=uniform&load=.3&${shortRun}`);
  await waitForAnswer(page);
  const word = page.getByRole("spinbutton", { name: "Offered load" });
  await word.focus();
  expect(await page.locator(".range-curve").count()).toBe(0);
  await page.keyboard.press("ArrowUp");
  await page.getByText("One run for each dot").waitFor();
  await page.keyboard.press("Escape");
  await page.locator(".range-curve").waitFor({ state: "detached" });
  await word.click();
  const box = (await page.locator(".range-plot svg").boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width, box.y + box.height / 2);
  await page.mouse.up();
  await page.keyboard.press("Enter");
  await expect.poll(() => word.getAttribute("aria-valuenow")).toBe("1");
  // The drag is one step of the history.
  await page.keyboard.press("Control+z");
  await expect.poll(() => word.getAttribute("aria-valuenow")).not.toBe("1");
  await expect.poll(async () => Number(await word.getAttribute("aria-valuenow"))).toBeCloseTo(0.31, 6);
});

const scenarios = [
  "#v=1&topology=torus:sizes4x4&traffic=uniform&load=.3&selection=random&seed=9",
  "#v=1&topology=thin-tree&workload=mesh-exchange:ranks64,message300B&seed=5",
  "#v=1&topology=torus:sizes4x4&traffic=uniform&load=.7&flowControl=fluid:injectionSlots3&seed=5",
  "#v=1",
  "#v=1&topology=slender-tree:k4,kUp2,n3&traffic=hot-spot:share.2,terminal1&load=.2",
];
thoroughTest.each(scenarios)("the page and Node have the same fingerprint: %s", async (link) => {
  const { page } = await visit(link);
  await waitForAnswer(page);
  expect(fingerprintOf(await copyFromShareMenu(page, "Copy citation"))).toBe(run(await readDocumentLink(link)).fingerprint);
});

test("worms that block each other are named, one by one round the circle, and lead on to what they wait for", async () => {
  const link =
    "#v=1&topology=torus:sizes6x6&routing=dimension-order:channelClasses~none&traffic=uniform&load=.8&flowControl=wormhole:buffer2";
  const { page } = await visit(link);
  await expect.poll(() => waitForAnswer(page)).toMatch(/4\s+packets wait for each other/);
  await playToEnd(page);
  await page.getByRole("button", { name: "Which flows use this channel?" }).click();
  const blocks = page.locator(".who-blocks");
  await expect.poll(() => blocks.innerText()).toMatch(/these packets wait in a cycle/);
  const worms = blocks.getByRole("listitem");
  expect(await worms.count()).toBe(4);
  const second = worms.nth(1).getByRole("button").first();
  await second.click();
  await expect.poll(() => second.getAttribute("aria-pressed")).toBe("true");
  const waitsFor = worms.nth(1).getByRole("button").last();
  const name = await waitsFor.innerText();
  await waitsFor.click();
  await expect.poll(() => page.locator(".channel-name").innerText()).toContain(name.slice(1));
});

test("a deadlock is shown as the result it is", async () => {
  const link = "#v=1&topology=torus:sizes5&routing=dimension-order:channelClasses~none&queue=1&load=1&traffic=uniform&seed=3";
  expect(run(await readDocumentLink(link)).status).toBe("deadlocked");
  const { page } = await visit(link);
  await expect.poll(() => waitForAnswer(page)).toMatch(/deadlock/i);
  // The dependency cycle is drawn as well; its code is fetched once a run has deadlocked.
  await page.locator("#stage path.deadlock").waitFor({ state: "attached" });
});
