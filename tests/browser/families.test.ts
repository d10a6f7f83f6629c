/** Networks of all families open, run and are drawn in the browser. */
import { expect, test } from "vitest";
import { firstFew, thoroughTest } from "../effort.ts";
import { waitForAnswer, shortRun, browserTests, findingOf } from "./harness.ts";

const { address, visit } = browserTests();

/** One link per family of networks, with text that only its own finding contains. */
const links = [
  [`#v=1&${shortRun}&topology=hypercube&traffic=uniform&load=.3`, "the hypercube delivers"],
  [
    `#v=1&${shortRun}&topology=hyperx&traffic=uniform&load=.3`,
    "Offered uniform traffic of 0.30 phits/cycle per terminal, the HyperX delivers",
  ],
  [
    `#v=1&${shortRun}&topology=hyperx:sizes8&traffic=uniform&load=.2`,
    "Offered uniform traffic of 0.20 phits/cycle per terminal, the HyperX delivers",
  ],
  [`#v=1&${shortRun}&topology=dragonfly&traffic=uniform&load=.3`, "the dragonfly delivers"],
  [`#v=1&${shortRun}&topology=three-quads&traffic=uniform&load=.3`, "Three Quads delivers"],
  [`#v=1&${shortRun}&topology=single-switch&traffic=uniform&load=.3`, "the single switch delivers"],
  [`#v=1&${shortRun}&topology=modular-switch&traffic=uniform&load=.3`, "the modular switch delivers"],
  [`#v=1&${shortRun}&topology=graph&traffic=uniform&load=.3`, "the graph delivers"],
  [`#v=1&${shortRun}&topology=faulty:switches2&traffic=uniform&load=.05`, "the mesh without 2\u00a0switches and 4\u00a0links delivers"],
] as const;

thoroughTest("networks of the families open, run, and are drawn", async () => {
  const { page } = await visit(links[0][0]);
  for (const [link, words] of firstFew(6, links)) {
    await page.goto(address(link));
    await findingOf(page).filter({ hasText: words }).waitFor();
    await page.waitForFunction(() => (document.querySelector("#stage svg path.boxes")?.getAttribute("d") ?? "").length > 20);
    expect(await page.getByRole("alert").filter({ visible: true }).count()).toBe(0);
  }
});

/** Recent network topologies: name in the menu, a link, and text of the finding. Ordinary tests use only the first of them. */
const recentTopologies = [
  ["Megafly", "megafly:p2,s4,h2", "the Megafly delivers"],
  ["Slim Fly", "slim-fly:q5,p4", "the Slim Fly delivers"],
  ["GPU rails", "rails:hosts8,accelerators8,inner~mesh,wiring~only", "GPU rails deliver"],
  ["Generalised fat tree", "xgft:children4x4,parents1x2", "the generalised fat tree delivers"],
  ["Clos network", "clos:ports8,levels2,oversubscription1,planes2", "the Clos network delivers"],
  ["PolarFly", "polarfly:q7,p4", "the PolarFly delivers"],
  ["Jellyfish", "jellyfish:switches245,ports14,degree11", "the Jellyfish delivers"],
  ["HammingMesh", "hamming-mesh:a2,b2,x4,y4", "the HammingMesh delivers"],
] as const;

thoroughTest("a network of today opens from the menu and from its link, runs, and is drawn", async () => {
  const { page } = await visit(`#v=2&${shortRun}&topology=mesh&traffic=uniform&load=.1`);
  /** Waits for a finding with these words, and until the network is drawn without an error. */
  const isDrawn = async (words: string) => {
    await findingOf(page).filter({ hasText: words }).waitFor();
    // Drawings with many lines are painted on a canvas.
    await page.waitForFunction(() => {
      const canvas = document.querySelector<HTMLCanvasElement>("#stage canvas");
      const isPainted = () =>
        canvas
          ?.getContext("2d")
          ?.getImageData(0, 0, canvas.width, canvas.height)
          .data.some((value) => value > 0);
      return (document.querySelector("#stage svg path.boxes")?.getAttribute("d") ?? "").length > 20 || isPainted() === true;
    });
    expect(await page.getByRole("alert").filter({ visible: true }).count()).toBe(0);
  };
  await isDrawn("the mesh delivers");
  const word = page.locator(".say [data-path=topology]");
  for (const [title, , words] of firstFew(3, recentTopologies)) {
    // By keyboard: open the menu, type the first letters of the name, and choose.
    await word.press("Enter");
    await page.getByRole("option", { name: title }).waitFor();
    // The list appears before it has the focus. Until then keys go to the page.
    await page.locator("[role=listbox]:focus-within").waitFor();
    // On a busy machine the pause between two letters may be so long that the second starts a new search.
    await expect
      .poll(
        async () => {
          await page.keyboard.type(title.slice(0, 4));
          return page.evaluate(() => document.querySelector("[role=option]:focus")?.textContent ?? "");
        },
        { interval: 1500 },
      )
      .toContain(title);
    await page.keyboard.press("Enter");
    await isDrawn(words);
  }
  for (const [, link, words] of firstFew(3, recentTopologies)) {
    await page.goto(address(`#v=2&${shortRun}&topology=${link}&traffic=uniform&load=.1`));
    await isDrawn(words);
  }
});

test("a kind inside a record inside a list is edited in the drawer", async () => {
  const { page } = await visit(`#v=1&${shortRun}&traffic=mixture&load=.2`);
  await waitForAnswer(page);
  await page.getByRole("button", { name: "2 patterns", exact: true }).click();
  const second = page.getByRole("button", { name: "Pattern: Shift" });
  await second.click();
  await page.getByRole("option", { name: "Hot spot" }).click();
  await page.getByRole("button", { name: "Pattern: Hot spot" }).waitFor();
  await page.getByRole("button", { name: "Add pattern" }).click();
  await page.getByRole("button", { name: "3 patterns", exact: true }).waitFor();
});
