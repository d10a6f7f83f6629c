/** Embedded pages with locked settings. */
import { expect, test } from "vitest";
import { firstFew } from "../effort.ts";
import { waitForAnswer, shortRun, browserTests, steadyRun } from "./harness.ts";

const { visit } = browserTests();
const frame = { viewport: { width: 960, height: 640 } };

test("an embedded page lets only what is open be changed", async () => {
  const { page } = await visit("#v=2&embed=1&lock=all-but,load", frame);
  await waitForAnswer(page);
  const sentence = page.getByRole("heading", { level: 1 });
  expect(await sentence.getByRole("spinbutton").count()).toBe(1);
  expect(await sentence.getByRole("button").count()).toBe(0);
  await page.getByRole("spinbutton", { name: "Load" }).focus();
  await page.keyboard.press("ArrowUp");
  await expect.poll(() => sentence.innerText()).toMatch(/load 0\.46\s*\.$/);
  // A reload restores the document that the embedding page gave the frame.
  await page.reload();
  await waitForAnswer(page);
  await expect.poll(() => sentence.innerText()).toMatch(/load 0\.45\s*\.$/);
  expect(await sentence.getByRole("button").count()).toBe(0);
  // Neither the palette nor the settings drawer can change locked settings.
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "All commands" });
  await palette.waitFor();
  await page.keyboard.type("all settings topology");
  await palette.getByRole("menuitem", { name: /^All settings: Topology/ }).waitFor();
  await page.keyboard.press("Enter");
  const drawer = page.getByRole("dialog", { name: "All settings" });
  await drawer.waitFor();
  await expect.poll(() => drawer.getByRole("button", { name: /^Topology: / }).isDisabled()).toBe(true);
  expect(
    await drawer
      .getByRole("spinbutton")
      .or(drawer.getByRole("textbox"))
      .evaluateAll((all) => all.filter((each) => !each.matches(":disabled")).length),
  ).toBe(0);
});

test("the choices on the sheet for embedding apply in the frame", async () => {
  const { page } = await visit(`#v=1&${shortRun}`);
  await waitForAnswer(page);
  await page.getByRole("button", { name: "Share" }).click();
  await page.getByRole("menuitem", { name: "Embed with locks" }).click();
  const sheet = page.getByRole("dialog", { name: "Embed" });
  await sheet.getByRole("button", { name: "Nothing" }).click();
  await sheet.getByText("embed=1&lock=all.").waitFor();
  await sheet.getByRole("checkbox", { name: /Offered load/ }).check();
  await sheet.getByText("embed=1&lock=all-but,workload.load").waitFor();
  await sheet.getByRole("button", { name: "Copy the frame" }).click();
  await sheet.waitFor({ state: "detached" });
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/embed=1&amp;lock=all-but,workload\.load"/);
});

test("a lock that cannot be read locks everything, and says why", async () => {
  const { page } = await visit(`#v=1&${shortRun}&embed=1&lock=topolgy`, frame);
  await page
    .getByRole("alert")
    .getByText(/Did you mean "topology"\?/)
    .waitFor();
  await waitForAnswer(page);
  expect(await page.getByRole("heading", { level: 1 }).getByRole("spinbutton").count()).toBe(0);
});

test("loads are in the unit of the link, and in the reader's unit after a change", async () => {
  const { page } = await visit(`#v=1&${steadyRun}&view=load-curve,unit~400MB/s`);
  await waitForAnswer(page);
  const finding = page.getByRole("region", { name: "Finding" });
  await finding
    .getByText(/^Offered perfect shuffle traffic of 180 MB\/s per sending terminal, the thin tree delivers \d+\.$/)
    .first()
    .waitFor();
  await page.getByRole("button", { name: /^Unit of loads: MB\/s/ }).click();
  const sheet = page.getByRole("dialog", { name: "Unit of loads" });
  await sheet.getByRole("radio", { name: /^% of a channel/ }).check();
  await page.keyboard.press("Escape");
  await finding
    .getByText(/^Offered perfect shuffle traffic of 45\s% of a channel per sending terminal/)
    .first()
    .waitFor();
  await page.goto("about:blank");
  await page.goBack();
  await page.goto(page.url().replace(/#.*/, `#v=1&${steadyRun}`));
  await page.reload();
  await finding
    .getByText(/^Offered perfect shuffle traffic of 45\s% of a channel per sending terminal/)
    .first()
    .waitFor();
});

const usualFrames = [
  [760, 460],
  [640, 360],
  [800, 600],
  [560, 315],
] as const;
test.each(
  firstFew(1, [
    `#v=2&${shortRun}`,
    "#v=2&topology=torus&workload=allreduce",
    `#v=2&${shortRun}&topology=dragonfly`,
    `#v=2&${shortRun}&topology=clos`,
  ]),
)("a frame of any usual size shows its network whole, with play and the way out: %s", async (link) => {
  const { page } = await visit(`${link}&embed=1`, { viewport: { width: 760, height: 460 } });
  await waitForAnswer(page);
  for (const [width, height] of usualFrames) {
    await page.setViewportSize({ width, height });
    /** Edges of the network, the time strip and the button that opens the full page, and whether the frame scrolls. */
    const edges = () =>
      page.evaluate(() => {
        const edgesOf = (selector: string) => {
          const { top, bottom, left, right } = document.querySelector(selector)!.getBoundingClientRect();
          return { top, bottom, left, right };
        };
        const { scrollWidth, scrollHeight } = document.documentElement;
        const main = document.querySelector(".main")!;
        return {
          network: edgesOf(".stage .view-box svg"),
          time: edgesOf(".time"),
          way: edgesOf(".embedded-link"),
          page: [scrollWidth, scrollHeight],
          isScrolled: main.scrollHeight > main.clientHeight + 1,
        };
      });
    // The drawing is resized in the next animation frame.
    const isOut = async () => edges().then(({ network: { bottom, right }, time: { top } }) => bottom > top || right > width);
    await expect.poll(isOut, { message: `${width} × ${height}`, timeout: 5000 }).toBe(false);
    const { network, time, way, page: whole, isScrolled } = await edges();
    expect({ whole, isScrolled }).toEqual({ whole: [width, height], isScrolled: false });
    expect([network.left >= 0, network.right <= width, network.bottom - network.top >= 90], `${width} × ${height}`).toEqual([
      true,
      true,
      true,
    ]);
    expect(time.bottom).toBeLessThanOrEqual(way.top + 1);
    expect(way.bottom).toBeLessThanOrEqual(height);
  }
});
