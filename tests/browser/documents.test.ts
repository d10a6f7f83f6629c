/** Documents with comparisons and sweeps in the browser. */
import { expect, test } from "vitest";
import { digestOf } from "../../src/core/measures/digest.ts";
import { run } from "../../src/core/run/run.ts";
import { claimedRuns } from "../../src/core/scenario/document.ts";
import { readDocumentLink } from "../../src/links/index.ts";
import { views } from "../../src/views/index.ts";
import { thoroughTest } from "../effort.ts";
import { waitForAnswer, shortRun, browserTests, settledBox, copyFromShareMenu } from "./harness.ts";

const { address, visit } = browserTests();

thoroughTest("a sweep shows only what it runs, and names the point that is on the stage and in the comparison", async () => {
  const networks = "topology=k-ary-n-tree:k4,n3&load=.5&b.topology=thin-tree:k4,k'2,n3&c.topology=torus:sizes8x8";
  const { page } = await visit(`#v=1&${networks}&sweep=traffic:uniform;bit-reversal&seeds=2&view=ledger,channel&${shortRun}`);
  await page.getByRole("region", { name: "This run" }).getByText("A fat tree, traffic pattern uniform").waitFor();
  await page
    .getByRole("region", { name: "Comparison" })
    .getByText(/^At traffic pattern uniform: Of 3 networks, .* accepts? the most/)
    .waitFor();
  await page
    .getByRole("region", { name: "Finding" })
    .getByText(/^Accepted load is best at/)
    .first()
    .waitFor();
  expect(await page.locator("body").innerText()).not.toMatch(/shuffle/i);
});

thoroughTest("no card of a comparison under traffic without an end is empty: it is drawn, or says what it lacks", async () => {
  const cards = views.filter(({ region }) => region === undefined).map(({ id }) => id);
  const { page } = await visit(
    `#v=1&topology=k-ary-n-tree:k4,n3&load=.5&b.topology=thin-tree:k4,k'2,n3&${shortRun}&view=${cards.join(",")}`,
  );
  await page
    .getByRole("region", { name: "Finding" })
    .getByText(/B \(thin tree\)/)
    .first()
    .waitFor();
  for (const id of cards) {
    const card = page.locator(`.card[data-card="${id}"]`);
    await card.scrollIntoViewIfNeeded();
    // The icons of a card's tools are SVG elements, too, so more than three elements must be present.
    const isDrawn = async () => (await card.locator(".view-box :is(path, rect, text), .view-box canvas").count()) > 3;
    const hasEmptyMessage = async () => /^[A-Z].*[.]$/s.test((await card.locator(".view-missing:not([hidden])").allInnerTexts()).join(" "));
    await expect.poll(async () => (await isDrawn()) || (await hasEmptyMessage()), { message: id }).toBe(true);
  }
  const worth = page.locator('.card[data-card="performance-per-cost"]');
  await expect.poll(() => worth.innerText()).toMatch(/B \(thin tree\): .* Performance is the accepted load per terminal\./);
});

test("another network is set beside the first, both are run, and the link opens the same and says so", async () => {
  const { page } = await visit(`#v=1&${shortRun}`);
  await waitForAnswer(page);
  await page.getByRole("button", { name: "Compare" }).click();
  const finding = page.getByRole("region", { name: "Finding" });
  await finding
    .getByText(/^Under .* traffic: B \(fat tree\) delivers .*; A \(thin tree\)/)
    .first()
    .waitFor();
  await expect.poll(() => page.getByRole("heading", { level: 1 }).innerText()).toMatch(/compared with B a fat tree with/);
  await page.getByRole("group", { name: "On the stage" }).getByRole("button", { name: "B", exact: true }).click();
  await page.locator('.stage [data-view="stage"]').waitFor();
  await page.getByRole("group", { name: "On the stage" }).getByRole("button", { name: "Face to face" }).click();
  await page.locator('.stage [data-view="mirror"]').waitFor();

  const link = await copyFromShareMenu(page, "Copy link");
  const document = await readDocumentLink(link);
  expect(document.claim?.digest).toBe(digestOf(claimedRuns(document).map(run)));
  const { page: elsewhere } = await visit(new URL(link).hash);
  await elsewhere.getByText(/^=? ?Reproduced: the results here have the digest that the link claims/).waitFor();

  await elsewhere.goto("about:blank");
  await elsewhere.goto(address(new URL(link).hash.replace(/digest=\w+/, "digest=0000000000")));
  await elsewhere.getByText(/Differs: the link claims digest 0000000000/).waitFor();

  await page.keyboard.press("ControlOrMeta+z");
  await expect.poll(() => page.getByRole("heading", { level: 1 }).innerText()).not.toMatch(/compared with/);
});

test("a sweep comes in live, is paused, stays so over a reload, and goes on where it stood", async () => {
  // The sweep must take long enough that the test can pause it before the last run ends.
  const { page } = await visit("#v=1&warmUp=300&window=30000&drain=1500&sweep=load:.1..0.8..0.1,queue:1;2;4&seeds=2");
  const runs = page.getByRole("group", { name: "Runs" });
  await runs.getByText(/[1-9]\d* of 48 runs/).waitFor();
  await runs.getByRole("button", { name: "Pause" }).click();
  await runs.getByText(/^Paused at/).waitFor();
  const done = async () => Number(/(\d+) of 48/.exec(await runs.innerText())?.[1]);
  const paused = await done();
  await page.waitForTimeout(1200);
  // Running jobs, one per worker, may still finish. No new job starts.
  expect((await done()) - paused).toBeLessThanOrEqual(await page.evaluate(() => Math.min(8, navigator.hardwareConcurrency)));
  await page.reload();
  await runs.getByText(/^Paused at [1-9]\d* of 48 runs/).waitFor();
  await runs.getByRole("button", { name: "Resume" }).click();
  await runs.waitFor({ state: "detached" });
  await page.locator('.stage [data-view="sweep"] svg[aria-label*="phits/cycle accepted: queue "]').waitFor();
});

test("recorded results are shown immediately, as recorded, and can be run again here", async () => {
  const { page } = await visit("#src=scenarios/saturation.json");
  await page.getByText(/60 runs, recorded with engine/).waitFor();
  await page.locator('.stage [data-view="sweep"] svg[aria-label*="phits/cycle accepted: B fat tree"]').waitFor();
  await page.getByRole("button", { name: "Run again here" }).waitFor();
});

thoroughTest("a stretch of time is chosen on the strip, shown by network and cards, and let go by a button", async () => {
  const { page } = await visit(`#v=1&${shortRun}`);
  await waitForAnswer(page);
  const box = await settledBox(page.locator(".strip svg").first());
  await page.mouse.move(box.x + box.width * 0.3, box.y + 30);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.5, box.y + 30, { steps: 5 });
  await page.mouse.up();
  await page.getByText(/Network and cards show/).waitFor();
  await page.getByText("Packets in the interval").waitFor();
  await page.getByRole("region", { name: "Load curve" }).getByText("whole run", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Show the whole run" }).click();
  await page.getByText(/Network and cards show/).waitFor({ state: "detached" });
  await page.getByText("Packets in the interval").waitFor({ state: "detached" });
  await expect.poll(() => page.getByRole("slider", { name: "Cycle" }).evaluate((slider) => slider === document.activeElement)).toBe(true);
});

test("a busy channel says which flows cross it, and a flow can be picked", async () => {
  const { page } = await visit(`#v=1&${shortRun}`);
  await waitForAnswer(page);
  const card = page.getByRole("region", { name: "This channel" });
  await card.getByText(/flows cross this channel/).waitFor();
  await card.getByRole("listitem").first().getByRole("button").click();
  await card.getByText("How much of this flow arrives?").waitFor();
});

thoroughTest("a channel of the second network is picked on the picture of both, is explained, and its link opens it again", async () => {
  const { page } = await visit(`#v=1&${shortRun}&b.topology=k-ary-n-tree:k4,n3&view=channel,pick~c150.b`);
  await waitForAnswer(page);
  const card = page.getByRole("region", { name: "This channel" });
  const name = card.locator(".channel-name");
  await card.getByText(/flows? crosse?s? this channel/).waitFor();
  await expect.poll(() => name.innerText()).toMatch(/^B\s+Switch .* → switch/);
  const nameBefore = await name.innerText();

  // Once the selection is cleared, the busiest channel of B is highlighted. A click on it selects it.
  const busiest = card.getByRole("button", { name: "Busiest" });
  await busiest.click();
  await expect.poll(() => name.innerText()).not.toBe(nameBefore);
  await page.getByRole("group", { name: "On the stage" }).getByRole("button", { name: "Face to face" }).click();
  const casing = page.locator('.stage [data-view="mirror"] path.selected[stroke-width]').nth(1);
  /** Clicks the middle of the highlighted channel and returns the text of the selection. */
  const click = async () => {
    const at = await casing.evaluate((path: SVGPathElement) => {
      const { x, y } = path.getPointAtLength(path.getTotalLength() / 2);
      return new DOMPoint(x, y).matrixTransform(path.getScreenCTM() ?? undefined).toJSON() as { x: number; y: number };
    });
    await page.mouse.click(at.x, at.y);
    if (!(await busiest.isVisible())) return "";
    const picked = await name.innerText();
    // The stage may move under the pointer while runs finish. If the click hit something else, clear the selection.
    if (!picked.includes("→")) await busiest.click();
    return picked;
  };
  await expect.poll(click).toMatch(/^B\s+Switch .* → switch/);
  expect(await copyFromShareMenu(page, "Copy link to this view")).toMatch(/pick~c\d+\.b/);
});

thoroughTest.each([
  ["a finger", { viewport: { width: 390, height: 844 }, hasTouch: true }],
  ["keys", {}],
] as const)("a stretch of time is let go with %s", async (how, options) => {
  const { page } = await visit(`#v=1&${shortRun}&view=channel,load-curve,time~300-900`, options);
  await waitForAnswer(page);
  await page.getByText("Packets in the interval").waitFor();
  await page.getByRole("region", { name: "Load curve" }).getByText("whole run", { exact: true }).waitFor();
  const back = page.getByRole("button", { name: "Show the whole run" });
  if (how === "keys") {
    await back.focus();
    await page.keyboard.press("Enter");
  } else await back.tap();
  await back.waitFor({ state: "detached" });
  await page.getByText("Packets in the interval").waitFor({ state: "detached" });
});
