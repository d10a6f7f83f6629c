/** Remedies for a network that falls short: found by simulating them, and tried with one tap. */
import { expect, test } from "vitest";
import { waitForAnswer, steadyRun, browserTests } from "./harness.ts";

const { visit } = browserTests();

test("the step that helps most is offered with what it delivers, and taken by one tap: the page then says the same, and how it was", async () => {
  const { page } = await visit(`#v=2&${steadyRun}`);
  await waitForAnswer(page);
  const card = page.getByRole("region", { name: "This channel" });
  const offer = card.getByText(/^With k′ = 3, /);
  await offer.waitFor();
  const [, delivered] = /With k′ = 3, the network delivers (\S+)\./.exec(await offer.innerText()) ?? [];
  await card.getByRole("button", { name: "Try it" }).click();
  await expect.poll(() => page.getByRole("heading", { level: 1 }).innerText()).toContain("k′ = 3");
  const finding = page.getByRole("region", { name: "Finding" });
  await finding.getByText("You changed k′ from 2 to 3.").waitFor();
  await expect
    .poll(() => finding.innerText())
    .toMatch(new RegExp(`^${delivered.replace(".", "\\.")}\\s+of 0\\.45 delivered\\s+before: 0\\.26`));
  // After undo the remedy is offered again.
  await page.keyboard.press("ControlOrMeta+z");
  await offer.waitFor();
});

test("a network that delivers all is offered nothing", async () => {
  const { page } = await visit(`#v=2&${steadyRun}&topology=k-ary-n-tree:k4,n3&load=.3&traffic=uniform`);
  await waitForAnswer(page);
  await page.getByText(/^Saturates at \d/).waitFor();
  expect(await page.getByText(/Searching for a remedy|Try it/).count()).toBe(0);
});
