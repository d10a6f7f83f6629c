/** The paths of a pair on the page: selected by a link, or requested at a terminal. */
import { expect, test } from "vitest";
import { waitForAnswer, shortRun, browserTests } from "./harness.ts";

const { visit } = browserTests();
const tree = (up: string) => `#v=1&${shortRun}&topology=k-ary-n-tree:k4,n2&traffic=uniform&routing=nearest-common-ancestor:up~${up}`;

test("a flow that a link picks lists its paths; pressing one lights it up", async () => {
  const { page } = await visit(`${tree("sprayed")}&view=channel,pick~f0-15`);
  await waitForAnswer(page);
  await page.getByText(/^Each packet takes one of 4.paths at random\.$/).waitFor();
  const paths = page.getByRole("list", { name: "Paths" }).getByRole("listitem");
  expect(await paths.count()).toBe(4);
  expect(await paths.first().innerText()).toMatch(/^switch 0 of level 0 → .* → switch 3 of level 0\s+25.%$/);
  const first = paths.first().getByRole("button");
  await first.press("Enter");
  expect(await first.getAttribute("aria-pressed")).toBe("true");
});

test("at a terminal the paths to any other are asked for; what is none is refused with the nearest", async () => {
  const { page } = await visit(`${tree("by-flow")}&view=channel,pick~t3`);
  await waitForAnswer(page);
  const field = page.getByRole("textbox", { name: "Paths to terminal" });
  await field.fill("16");
  await field.press("Enter");
  await page.getByText("There is no terminal 16; they are 0 to 15.").waitFor();
  await field.fill("3");
  await field.press("Enter");
  await page.getByText("3 is both source and destination.").waitFor();
  await page.getByRole("button", { name: "Use 4" }).click();
  await page.getByText("All packets take the same path.").waitFor();
  await page.getByText("Terminal 3 → terminal 4.", { exact: true }).waitFor();

  // A link that selects a pair of equal terminals shows no paths.
  await page.evaluate((link) => void (location.hash = link), `${tree("by-flow")}&view=channel,pick~f3-3`);
  await page.getByText("Terminal 3 → terminal 4.", { exact: true }).waitFor({ state: "detached" });
  await waitForAnswer(page);
  expect(await page.getByRole("list", { name: "Paths" }).count()).toBe(0);
});
