/** Rank programs and collective operations in the browser. */
import { expect, test } from "vitest";
import { thoroughTest } from "../effort.ts";
import { accessibilityViolations } from "./axe.ts";
import { waitForAnswer, browserTests, findingOf, focusView } from "./harness.ts";

const { visit } = browserTests();

test("a program is answered with its makespan, and its graph is gone through by keys and picked from", async () => {
  const { page } = await visit("#v=1&workload=butterfly-exchange:ranks8");
  await expect.poll(() => waitForAnswer(page)).toMatch(/^The thin tree finishes the butterfly exchange of 8 ranks in [\d\s]+cycles\.$/);
  const finding = page.getByRole("region", { name: "Finding" });
  await finding.getByText(/^The makespan is within|^In an empty network/).waitFor();
  const rest = finding.getByText(/The longest dependency chain has 3 messages.*Packet by packet/);
  expect(await rest.count()).toBe(0);
  await finding.getByRole("button", { name: "More" }).click();
  await rest.waitFor();
  const card = page.getByRole("region", { name: "Rank program" });
  await card.getByText("8 ranks send 24 messages in 3 steps").first().waitFor();
  await focusView(card.locator(".view-box"));
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await card.locator("g.step text", { hasText: "2" }).waitFor({ state: "attached" });
  await page.keyboard.press("Escape");
  await card.locator("g.step text").waitFor({ state: "detached" });
  // A click on the number of a rank selects its terminal. The eight ranks are in the middle of 64 terminals.
  const label = card.locator("svg text", { hasText: /^3$/ }).first();
  const [x, y] = [Number(await label.getAttribute("x")) - 3, Number(await label.getAttribute("y")) - 4];
  await card.locator("rect.catcher").click({ position: { x, y } });
  await page.getByText("Terminal 31.", { exact: true }).waitFor();

  // Programs are a separate group in the list of workloads.
  await page
    .getByRole("button", { name: /: butterfly exchange$/ })
    .first()
    .click();
  const programs = page.getByRole("listbox").getByRole("group", { name: "Rank programs" });
  await expect.poll(() => programs.getByRole("option").count()).toBe(9);
  await programs.getByRole("option", { name: /^Waterfall/ }).click();
  await findingOf(page).getByText("the waterfall of").waitFor();

  // The figure of the programs is shown step by step.
  await page.evaluate(() => void (location.hash = "#paper=trees-figure-4"));
  await page.getByRole("button", { name: "Step forward, c) Butterfly, 8 ranks" }).click();
  await page.getByText("step 1 of 3: 8").waitFor();
  await page.getByRole("button", { name: "Step back, c) Butterfly, 8 ranks" }).click();
  await page.getByText("step 1 of 3: 8").waitFor({ state: "detached" });
});

const exchangeLink = "#v=2&technology=own-links&workload=all-to-all:message1MB&topology=";

thoroughTest("ranks that drift apart are the cause of a long all-to-all, and its digits are not to be trusted", async () => {
  const { page } = await visit(`${exchangeLink}torus:sizes5x5x5&flowControl=fluid:ways~one`);
  const finding = page.getByRole("region", { name: "Finding" });
  await finding.getByText(/^The ranks fall out of lockstep, .* takes 1\.59 times the 234.ms of a run in lockstep\.$/).waitFor();
  await finding.getByText(/ in each message changes this time by [\d.]+.%: trust the order of magnitude, not the digits\.$/).waitFor();
});

thoroughTest("whether the digits of a long run hold is looked for when the reader asks, and can be stopped", async () => {
  const { page } = await visit(`${exchangeLink}k-ary-n-tree:k8,n3&flowControl=fluid:ways~one,packet256B`);
  const finding = page.getByRole("region", { name: "Finding" });
  await finding.getByText("A second run shows whether the digits of this time are reliable.").waitFor();
  await finding.getByRole("button", { name: "Run it" }).click();
  await finding.getByText("Running with one byte more in each message …").waitFor();
  await finding.getByRole("button", { name: "Stop" }).click();
  await finding.getByRole("button", { name: "Run it" }).click();
  await finding
    .getByText(/ (?:more|less) in each message changes this time by [\d.]+.%: trust the order of magnitude, not the digits\.$/)
    .waitFor();
  expect(await finding.getByRole("button", { name: "Run it" }).count()).toBe(0);
});

test("which algorithm is fastest at which size is one click away, and read from picture, table, keys and link", async () => {
  const { page } = await visit("#v=1&topology=torus:sizes4x4&flowControl=fluid&workload=allreduce:ranks8,message64KiB");
  await expect.poll(() => waitForAnswer(page)).toMatch(/^The allreduce \(ring\) takes /);
  await page.getByRole("button", { name: "Which algorithm is fastest at which size?" }).click();
  await findingOf(page)
    .getByText(/^Under the allreduce: (Up to|At) [\d.]+ (B|KiB|MiB), .+ is fastest/)
    .first()
    .waitFor();
  await page.getByRole("heading", { name: /64 B to 1 GiB by factors of 4/ }).waitFor();
  // Wait until all runs are done.
  await page.getByText(/^Sweep: /).waitFor({ state: "detached", timeout: 60_000 });
  // The plot and the sentence name the same fastest algorithm.
  const fastest = (await findingOf(page).innerText()).match(/ (\S+)\. /)?.[1] ?? "";
  expect(fastest).not.toBe("");
  await page.locator("svg text", { hasText: fastest }).first().waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  // Right and Left move through the sizes, and the card of the run follows.
  const box = page.locator(".view-box", { has: page.locator("svg text", { hasText: fastest }) }).first();
  await focusView(box);
  const runHeading = page.getByRole("region", { name: "This run" }).getByRole("heading");
  const before = await runHeading.innerText();
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => runHeading.innerText()).not.toBe(before);
  expect(page.url()).toContain("sweep=message");
  await page.keyboard.press("End");
  await expect.poll(() => runHeading.innerText()).toMatch(/: 1.GiB,/);
  await page.keyboard.press("Home");
  await expect.poll(() => runHeading.innerText()).toMatch(/: 64.B,/);
});

thoroughTest("who wins where on several networks is a matrix of times, and names the same winners in another measure", async () => {
  const { page } = await visit("#src=scenarios/ring-halving.json");
  await expect
    .poll(() => waitForAnswer(page))
    .toMatch(/^Under the allreduce: With the best algorithm for each network, D \(GPU rails\) is fastest/);
  // The menus include options that became available after the view was first drawn.
  const [measure, picture] = ["measure", "picture"].map((each) => page.getByRole("combobox", { name: `Sweep: ${each}` }));
  await expect.poll(() => picture.inputValue()).toBe("best");
  await expect.poll(() => measure.inputValue()).toBe("makespan");
  const words = page.locator(".view-box svg text");
  await words.filter({ hasText: "Fastest algorithm, and its makespan" }).waitFor();
  const winners = async () => (await words.allTextContents()).filter((text) => text === "ring" || text === "Rabenseifner");
  const before = await winners();
  await measure.selectOption("bus-bandwidth");
  await words.filter({ hasText: "Fastest algorithm, and its bus bandwidth, GB/s" }).waitFor();
  expect(await winners()).toEqual(before);
  expect(await accessibilityViolations(page)).toEqual([]);
});
