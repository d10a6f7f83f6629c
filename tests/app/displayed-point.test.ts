/** A sweep displays one of its runs in each network, always at the same point of the sweep. */
import { expect, test } from "vitest";
import { sayEngines } from "../../src/words/engines.ts";
import { segmentsAsText, documentSentence } from "../../src/words/sentence.ts";
import { namedVariants } from "../../src/words/variants.ts";
import { cellsOf, type Document } from "../../src/core/scenario/document.ts";
import { parseDocument } from "../../src/core/scenario/read-document.ts";
import { scenarioHash } from "../../src/core/scenario/canonical.ts";
import { readDocumentLink } from "../../src/links/index.ts";
import { expectWording } from "../wording/wording.ts";

/** The displayed scenarios of a document, after checking that they are runs of its sweep at one common point. */
function displayedOf(document: Document) {
  const { scenarios, point, names } = namedVariants(document);
  const hashes = scenarios.map((each) => scenarioHash(each));
  const runs = cellsOf({ ...document, seeds: 1 });
  const matchingCells = hashes.map((hash, variant) =>
    runs.filter((cell) => cell.variant === variant && scenarioHash(cell.scenario) === hash),
  );
  // Each displayed scenario is a run of the sweep, and all share one point.
  for (const cells of matchingCells) expect(cells).not.toHaveLength(0);
  const [first, ...others] = matchingCells.map((cells) => cells.map(({ at: indices }) => indices.join(" ")));
  expect(first.some((indices) => others.every((otherIndices) => otherIndices.includes(indices)))).toBe(true);
  return { scenarios, point, names };
}

const threeNetworks = "#v=1&topology=k-ary-n-tree:k4,n3&load=.5&b.topology=thin-tree:k4,k'2,n3&c.topology=torus:sizes8x8";

test("a pattern that is not in the sweep is shown nowhere", async () => {
  const document = await readDocumentLink(`${threeNetworks}&sweep=traffic:uniform;bit-reversal&seeds=2`);
  const { scenarios, point } = displayedOf(document);
  expect(scenarios.map(({ workload }) => (workload.values["pattern"] as { kind: string }).kind)).toEqual(["uniform", "uniform", "uniform"]);
  expect(point).toBe("traffic pattern uniform");
  expect(segmentsAsText(documentSentence(document))).not.toContain("shuffle");
});

test("of numbers, the one nearest to the document's own is shown, and its own where that is swept", async () => {
  const displayedPoint = async (link: string) => displayedOf(await readDocumentLink(link)).point;
  expect(await displayedPoint(`${threeNetworks}&sweep=load:.1;.3;.6`)).toBe("load 0.60");
  expect(await displayedPoint(`${threeNetworks}&sweep=load:.1;.4;.9`)).toBe("load 0.40");
  expect(await displayedPoint(`${threeNetworks}&sweep=load:.05..1..0.05`)).toBe("load 0.50");
  expect(await displayedPoint("#v=1&sweep=queue:1;8,load:.2;.45")).toBe("queue 1, load 0.45");
});

test("a compared network with another value of a swept parameter is shown at the common point, and not named by it", async () => {
  const document = await readDocumentLink("#v=1&b.load=.3&c.queue=2&sweep=load:.1;.45");
  const { scenarios, names } = displayedOf(document);
  expect(scenarios.map(({ workload }) => workload.values["load"])).toEqual([0.45, 0.45, 0.45]);
  expect(names.join("; ")).not.toMatch(/load|0\.3/);
  expect(segmentsAsText(documentSentence(document))).not.toContain("0.30");
  const within = await readDocumentLink("#v=1&traffic=hot-spot&b.traffic=hot-spot:share.3&sweep=traffic:uniform;hot-spot");
  displayedOf(within);
  expect(segmentsAsText(documentSentence(within))).not.toContain("0.3");
});

test("a value that counts for nothing is not shown; of what is swept within another, both are", () => {
  const workloads = ["wavefront", "all-to-all"].map((kind) => ({ kind, ranks: 16 }));
  const displayedFor = (sweep: unknown, own = workloads[0]) => displayedOf(parseDocument({ workload: own, sweep }));
  expect(displayedFor([{ path: "workload", values: workloads, weights: [0, 2] }]).scenarios[0].workload.kind).toBe("all-to-all");
  const message = { path: "workload.message", values: ["10 B", "1 kB"] };
  const { scenarios } = displayedFor([{ path: "workload", values: workloads }, message]);
  expect([scenarios[0].workload.kind, scenarios[0].workload.values["message"]]).toEqual(["wavefront", 1000]);
});

test("a link whose own values are swept shows what it always showed", async () => {
  const link = "#v=1&topology=torus:sizes8x8&load=.3&sweep=load:.1;.2;.3,queue:2;4&seeds=3";
  const document = await readDocumentLink(link);
  expect(scenarioHash(displayedOf(document).scenarios[0])).toBe(scenarioHash(document));
});

test("where engines are swept, the one named is said to be that on the stage", async () => {
  expectWording(sayEngines(await readDocumentLink("#v=1&sweep=load:.1;.2")), "Packet by packet");
  expectWording(sayEngines(await readDocumentLink("#v=1&sweep=flowControl:fluid;wormhole")), "fluid flow");
});
