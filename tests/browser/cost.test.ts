/** Editing prices in the settings drawer. */
import { expect, test } from "vitest";
import { waitForAnswer, browserTests } from "./harness.ts";

const { visit } = browserTests();

test("prices are set in the drawer, the bill follows, the link carries them, the run stays, and undo takes them back", async () => {
  const { page } = await visit("#v=1&topology=k-ary-n-tree:k4,n3&workload=butterfly-exchange:ranks16&view=cost");
  const found = await waitForAnswer(page);
  const bill = page.getByRole("region", { name: "Cost" });
  await bill
    .getByText(/The network costs \$96.300, \$1.505 per terminal; .*; 16 of 64.terminals are in use, and their parts cost \$48.975/)
    .waitFor();

  await page.getByRole("button", { name: "All settings" }).click();
  const drawer = page.getByRole("dialog", { name: "All settings" });
  await drawer
    .getByRole("button", { name: /^Cost Myrinet 2000 prices, \$150 a link and \$5625 a switch of 16 ports\. \$1.505 per terminal\./ })
    .click();
  await drawer
    .getByRole("spinbutton", { name: "Link" })
    .or(drawer.getByRole("textbox", { name: "Link" }))
    .fill("0");
  await bill.getByText(/The network costs \$67.500, .*100.% is for switches/).waitFor();
  await expect.poll(() => page.url()).toContain("linkPrice=0");
  await drawer.getByRole("row", { name: /^Network \$67.500 \$1.055$/ }).waitFor();
  await expect.poll(() => waitForAnswer(page)).toBe(found);

  await drawer
    .getByRole("button", { name: /Myrinet 2000/ })
    .last()
    .click();
  await page
    .getByRole("option", { name: /Per port/ })
    .or(page.getByRole("menuitemradio", { name: /Per port/ }))
    .click();
  await bill.getByText(/The network costs \$115.200, \$1.800 per terminal/).waitFor();
  await expect.poll(() => page.url()).toContain("cost=per-port");
  await page.keyboard.press("Escape");
  await page.keyboard.press("ControlOrMeta+z");
  await bill.getByText(/The network costs \$67.500/).waitFor();
});
