/** Runs the example files that the READMEs of the registries show for adding a kind. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { startFlowControl } from "../src/core/flow-control/engines.ts";
import type { PriceList } from "../src/core/costs/contract.ts";
import { checkNetwork } from "../src/core/network/check.ts";
import { billOfMaterials } from "../src/core/network/bill-of-materials.ts";
import type { Pattern } from "../src/core/patterns/contract.ts";
import type { Routing } from "../src/core/routings/contract.ts";
import { readScenario } from "../src/core/scenario/scenario.ts";
import type { Technology } from "../src/core/technologies/contract.ts";
import type { Topology } from "../src/core/topologies/contract.ts";
import { allTopologies } from "../src/core/topologies/index.ts";
import type { Workload } from "../src/core/workloads/contract.ts";
import { compile } from "../src/core/run/compile.ts";
import { run } from "../src/core/run/run.ts";
import { defaultsOf } from "../src/core/base/params.ts";
import type { Exhibit } from "../src/reproductions/contract.ts";
import { computeOutcome } from "../src/reproductions/outcome.ts";
import { verdictOfExhibit } from "../src/reproductions/verdict.ts";
import type { View } from "../src/views/contract.ts";
import type { MarksDrawing } from "../src/views/marks/marks.ts";
import { hitTestTargets, nextTarget } from "../src/views/plot/hover.ts";
import { hoverTargetsOf } from "../src/views/plot/targets.ts";
import { unitsOfResults } from "../src/words/units.ts";
import { distancesFrom } from "./contracts/arbitrary.ts";
import { thoroughTest } from "./effort.ts";
import { build, busyFrame, light, viewData } from "./views/fixtures.ts";

const top = fileURLToPath(new URL("../", import.meta.url));
const folder = join(top, "tests", ".readme");

/** Writes the code block that begins with this path to a file, and imports its first export. */
async function importShownFile<K>(path: string, shelf = dirname(path)): Promise<K> {
  const readme = readFileSync(join(top, shelf, "README.md"), "utf8");
  const block = readme.match(new RegExp(`\`\`\`ts\\n// ${path}\\n([\\s\\S]*?)\`\`\``))?.[1];
  if (block === undefined) throw new Error(`the README beside it shows no ${path}`);
  mkdirSync(folder, { recursive: true });
  const file = join(folder, basename(path));
  const moved = block.replaceAll(/from "(\.[^"]*)"/g, (_, to: string) => `from "${join(top, dirname(path), to)}"`);
  writeFileSync(file, moved);
  return Object.values(await import(/* @vite-ignore */ file))[0] as K;
}

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("every link of a README leads to something", () => {
  const isOurs = (file: string) => !/^(node_modules|dist|\.git)\//.test(file);
  const rooms = ["", "src/", "tests/"].flatMap((room) =>
    readdirSync(join(top, room), { recursive: room !== "", encoding: "utf8" }).map((file) => room + file.replaceAll("\\", "/")),
  );
  const pages = rooms.filter((file) => file.endsWith(".md") && isOurs(file));
  const lost = pages.flatMap((page) =>
    [...readFileSync(join(top, page), "utf8").matchAll(/\]\((?!https?:)([^)#]+)/g)]
      .filter(([, target]) => !existsSync(join(top, dirname(page), target)))
      .map(([, target]) => `${page} → ${target}`),
  );
  expect(pages.length).toBeGreaterThan(15);
  expect(lost).toEqual([]);
});

test("the topology builds what it promises", async () => {
  const star = await importShownFile<Topology>("src/core/topologies/trees/star.ts", "src/core/topologies");
  for (const [arms, terminals] of [
    [2, 1],
    [3, 2],
    [8, 4],
  ]) {
    const facts = star.expectedFacts({ arms, terminals });
    const network = star.build({ arms, terminals });
    checkNetwork(network);
    const distances = Array.from({ length: facts.terminals }, (_, from) => [
      ...distancesFrom(network, from).subarray(0, facts.terminals),
    ]).flat();
    expect([network.terminals, network.switches, network.head.length / 2]).toEqual([facts.terminals, facts.switches, facts.links]);
    expect(billOfMaterials(network)).toEqual(facts.parts);
    expect(Math.max(...distances)).toBe(facts.diameter);
    const sum = distances.reduce((a, b) => a + b, 0);
    expect(sum / (facts.terminals * (facts.terminals - 1))).toBeCloseTo(facts.meanDistance as number, 9);
  }
});

test("the routing leads round a ring to every terminal", async () => {
  const clockwise = await importShownFile<Routing>("src/core/routings/clockwise.ts");
  const values = { sizes: [5], wrap: [], terminalsPerSwitch: 2 };
  const torus = allTopologies.get("torus");
  expect(clockwise.reasonUnsupported(torus.expectedFacts(values))).toBe(null);
  const network = torus.build(values);
  const { route } = clockwise.compile({}, network);
  const out = new Int32Array(1);
  for (let from = 0; from < network.terminals; from++) {
    for (let to = 0; to < network.terminals; to++) {
      if (to === from) continue;
      let at = from;
      let hops = 0;
      for (; at !== to; hops++) {
        expect(route(at, to, 0, out)).toBe(1);
        expect(network.tail[out[0]]).toBe(at);
        at = network.head[out[0]];
      }
      expect(hops).toBe(2 + ((Math.floor(to / 2) - Math.floor(from / 2) + 5) % 5));
    }
  }
});

test("the pattern is a permutation, and its share says the same", async () => {
  const opposite = await importShownFile<Pattern>("src/core/patterns/opposite.ts");
  expect([opposite.reasonUnsupported(7), opposite.reasonUnsupported(8)]).toEqual(["needs an even number of terminals", null]);
  const destination = opposite.compile({}, 8);
  const share = opposite.share({}, 8);
  for (let source = 0; source < 8; source++) {
    expect(destination(source, 0)).toBe((source + 4) % 8);
    for (let d = 0; d < 8; d++) expect(share(source, d)).toBe(d === destination(source, 0) ? 1 : 0);
  }
});

test("the price list prices what it says", async () => {
  const bundled = await importShownFile<PriceList>("src/core/costs/bundled.ts");
  const values = defaultsOf(bundled.params);
  const { parts } = allTopologies.get("mesh").expectedFacts({ sizes: [3, 3], terminalsPerSwitch: 2 });
  expect(parts.links.map((link) => bundled.priceOfLink(values, link))).toEqual([0, 200, 200]);
  expect([bundled.priceOfSwitch(values, 8), bundled.priceOfTerminal(values)]).toEqual([0, 500]);
});

test("the technology makes a cycle as long as four bytes take", async () => {
  const fastEthernet = await importShownFile<Technology>("src/core/technologies/fast-ethernet.ts");
  const values = defaultsOf(fastEthernet.params);
  expect([fastEthernet.rate(values), fastEthernet.overhead(values)]).toEqual([12.5e6, 90]);
});

test("the program visits all ranks, one after the other", async () => {
  const ring = await importShownFile<Workload>("src/core/workloads/ring.ts");
  const scenario = readScenario({ topology: { kind: "single-switch", terminals: 6 }, workload: "binary-tree" });
  const { plan } = compile(scenario);
  const values = { ...defaultsOf(ring.params), message: 128 };
  const demand = ring.compile(values, { network: plan.network, packetBytes: 64, seed: 1 });
  const simulation = startFlowControl("virtual-cut-through", scenario.flowControl.values, { ...plan, demand });
  while (simulation.status === "running") simulation.advance(Infinity, Infinity);
  // Six messages of two packets over two channels each.
  expect([simulation.status, simulation.now]).toEqual(["finished", 6 * (2 + 2 * 16)]);
  expect(
    ring.check({ ...values, ranks: 7 }, plan.network, {
      engine: plan.engine,
      cycleSeconds: null,
      measuredTo: 12000,
    })[0].path,
  ).toBe("ranks");
});

test("the view draws the mean load of each class of links", async () => {
  const classLoads = await importShownFile<View<MarksDrawing>>("src/views/class-loads.ts");
  const network = build("thin-tree", { k: 2, kUp: 1, n: 2 });
  const data = { ...viewData(network), frame: busyFrame(network) };
  expect([classLoads.emptyMessage(data), classLoads.emptyMessage({ ...data, frame: null })]).toEqual([
    null,
    "Shows the mean load of each class of links.",
  ]);
  const { columns, rows } = classLoads.table(data);
  const means = rows.map(([, mean]) => Number(mean));
  expect([columns.length, rows.map(([name]) => name)]).toEqual([2, network.linkClasses]);
  // Channel c carries (37 c modulo 101) percent.
  const loads = Array.from(network.head, (_, c) => ((c * 37) % 101) / 100);
  const own = loads.filter((_, c) => network.linkClass[c] === 0);
  expect(means[0]).toBeCloseTo(own.reduce((sum, load) => sum + load, 0) / own.length, 12);
  expect(classLoads.summary(data)).toBe(
    `Mean load: ${rows.map(([name], i) => `${name} ${unitsOfResults.formatLoad(means[i])}`).join(", ")}.`,
  );
  const { marks } = classLoads.layout(data, { width: 300, height: 200, theme: light, units: unitsOfResults });
  const widths = marks.filter(({ tag }) => tag === "rect").map(({ attributes }) => Number(attributes["width"]));
  expect(widths).toEqual(means.map((mean) => Math.round(3000 * mean) / 10));
});

test("the line chart draws the loads that terminals receive, and each of its points says so", async () => {
  const delivered = await importShownFile<View<MarksDrawing>>("src/views/delivered.ts", "src/views/plot");
  const network = build("thin-tree", { k: 2, kUp: 1, n: 2 });
  const frame = busyFrame(network);
  frame.accepted.set([30, 10, 40, 20]);
  const data = viewData(network, { frame });
  const { marks } = delivered.layout(data, { width: 300, height: 200, theme: light, units: unitsOfResults });
  const loads = [10, 20, 30, 40].map((count) => (count * data.packetPhits) / 4000);
  expect(delivered.table(data).rows).toEqual(loads.map((load, i) => [i + 1, load]));
  expect(hoverTargetsOf(marks).map(({ value, name }) => `${value}, ${name}`)).toEqual(
    loads.map((load, i) => `${unitsOfResults.sayLoad(load)}, terminal ${i + 1} from below`),
  );
  const textsOf = (drawing: MarksDrawing, begin: string) =>
    drawing.marks.filter(({ key }) => key.startsWith(begin)).map(({ text }) => text);
  expect([textsOf({ marks }, "name "), textsOf({ marks }, "tick x")]).toEqual([[], ["1", "2", "3", "4"]]);
  const [first, , , last] = hoverTargetsOf(marks);
  expect(hitTestTargets(hoverTargetsOf(marks), last.x + 3, last.y + 2, 8)).toBe(last);
  expect([nextTarget(hoverTargetsOf(marks), null, "ArrowRight"), nextTarget(hoverTargetsOf(marks), null, "End")]).toEqual([first, last]);
  // Several variants are labeled, at the ends of their lines and at each point.
  const variants = ["A", "B"].map((letter, index) => ({ ...data, letter, index }));
  const both = delivered.layout({ ...data, variants }, { width: 300, height: 200, theme: light, units: unitsOfResults });
  expect(textsOf(both, "name ")).toEqual(["A", "B"]);
  expect(hoverTargetsOf(both.marks)[4].name).toBe("B, terminal 1 from below");
});

test("the exhibit gives the numbers of its README", async () => {
  const exhibit = await importShownFile<Exhibit>("src/reproductions/trees/half-the-links.ts", "src/reproductions");
  const outcome = await computeOutcome(exhibit, { run: (scenario) => Promise.resolve(run(scenario)) });
  expect(Object.fromEntries([...outcome.values].map(([id, { value }]) => [id, value]))).toEqual({
    "nodes fat tree": 64,
    "links fat tree": 192,
    "time fat tree": 1,
    "nodes thin tree": 64,
    "links thin tree": 112,
    "time thin tree": expect.closeTo(2.41, 2),
  });
  expect(verdictOfExhibit(exhibit, outcome)?.id).toBe("exact");
  expect(outcome.checked.get("slower")).toEqual({ holds: true, because: "It takes 2.41 times as long." });
  expect(exhibit.lede(outcome)).toMatch(/^The thin tree has 112 links where the fat tree has 192; /);
});

thoroughTest("what the READMEs show is sound TypeScript", () => {
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ extends: "../tsconfig.json", include: ["*.ts"], exclude: [] }));
  const { stdout } = spawnSync(process.execPath, [join(top, "node_modules/typescript/bin/tsc"), "-p", folder], { encoding: "utf8" });
  expect(readdirSync(folder).length).toBeGreaterThan(9);
  expect(stdout).toBe("");
});
