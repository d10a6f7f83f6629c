/** Three Quads by its structure: Figure 1, and the exchanges of Figure 2. */
import { compile } from "../core/compile.ts";
import type { Network } from "../core/network/network.ts";
import { factsOf, readScenario } from "../core/scenario/scenario.ts";
import { type ScenarioDocument, exhibit, printed, printedAs } from "./contract.ts";
import { reckoned, series } from "./rows.ts";

const topology = { kind: "three-quads", m: 4 };
const machine: ScenarioDocument = {
  title: "Three Quads, 64 nodes",
  topology,
  workload: { kind: "open-loop", pattern: { kind: "uniform" } },
};
const network = (): Network => compile(readScenario(machine)).plan.network;

/** The switches of a node: Z, Y, X in the order of the paper's coordinates. */
function switchesOf({ firstOut, head }: Network, node: number): readonly [z: number, y: number, x: number] {
  const [x, y, z] = head.subarray(firstOut[node], firstOut[node + 1]);
  return [z, y, x];
}

const shareASwitch = (net: Network, a: number, b: number) => {
  const others = switchesOf(net, b);
  return switchesOf(net, a).some((each, i) => each === others[i]);
};

/** Offsets of a node and its neighbours in space: those that differ in at most so many coordinates, each by one. */
const offsets = (most: number) =>
  [-1, 0, 1]
    .flatMap((dz) => [-1, 0, 1].flatMap((dy) => [-1, 0, 1].map((dx) => [dz, dy, dx])))
    .filter((d) => d.filter((each) => each !== 0).length <= most);

/** Of the neighbours in a 4 × 4 × 4 torus, itself counted, how many every node reaches through one switch. */
function inOneHop(most: number): number {
  const net = network();
  const counts = Array.from({ length: net.terminals }, (_, node) => {
    const at = [node >> 4, (node >> 2) & 3, node & 3];
    const reached = offsets(most).filter((d) => {
      const [z, y, x] = at.map((each, i) => (each + d[i] + 4) % 4);
      return shareASwitch(net, node, (z << 4) | (y << 2) | x);
    });
    return reached.length;
  });
  return Math.min(...counts);
}

/** Links of each node from one on that are alike to it: of all terminals, or of all switches. NaN where they differ. */
function portsInUse(first: number): number {
  const { terminals, switches, firstOut } = network();
  const end = first < terminals ? terminals : terminals + switches;
  const counts = new Set(Array.from({ length: end - first }, (_, i) => firstOut[first + i + 1] - firstOut[first + i]));
  return counts.size === 1 ? [...counts][0] : NaN;
}

/** Other nodes that a node reaches through one switch; the fewest of any. */
function reach(): number {
  const net = network();
  const all = Array.from({ length: net.terminals }, (_, node) => node);
  return Math.min(...all.map((a) => all.filter((b) => b !== a && shareASwitch(net, a, b)).length));
}

const fact = (label: string, published: Parameters<typeof reckoned>[0]["published"], formula: string, value: () => number, detail = "") =>
  reckoned({ label, ...(detail === "" ? {} : { detail }), series: "facts", published, formula, decimals: 0, document: machine, value });

export const quadsFigure1 = exhibit({
  id: "quads-figure-1",
  paper: "quads",
  label: "Figure 1",
  kind: "figure",
  section: "Section 2.2",
  title: "Three switches for each node, and never more than one other node between two",
  lede: ({ values }) =>
    `Built and counted: ${values.get("facts nodes")?.value} nodes, each on three of ${3 * (values.get("facts switches of a group")?.value ?? NaN)} small switches. A node reaches ${values.get("facts other nodes in one hop")?.value} others through one switch, and all 63 through two.`,
  series: [{ ...series("facts", "The network in numbers", "a hop is a switch crossed, as the paper counts"), isMixed: true }],
  rows: [
    fact("nodes", printed("64"), "terminals of the built network", () => network().terminals),
    fact("groups of switches", printedAs("three", 3, 0), "switches that every node is connected to", () => portsInUse(0)),
    fact("switches of a group", printed("4"), "switches / 3", () => network().switches / 3, "Section 4.1.2"),
    fact("ports of a switch", printed("16"), "links of every switch, counted", () => portsInUse(network().terminals), "Section 4.1.2"),
    fact(
      "diameter, hops",
      printedAs("two", 2, 0),
      "channels on the longest shortest way / 2: a hop is into a switch and out of it",
      () => (factsOf(readScenario(machine).topology).diameter as number) / 2,
    ),
    fact(
      "nearest neighbours in one hop",
      printed("7"),
      "a node and those beside it along one axis of a 4 × 4 × 4 torus, on one switch with it",
      () => inOneHop(1),
    ),
    fact("neighbours along two axes in one hop", printed("19"), "the same, and those diagonal in a plane", () => inOneHop(2)),
    fact("other nodes in one hop", null, "nodes that share at least one switch: 4³ − 3³ − 1", reach),
  ],
  runs: [],
  tolerance: { relative: 0, why: "Counts are whole numbers: nothing but equality will do." },
  notes: [
    {
      title: "Seven and nineteen",
      kind: "in the source",
      text: "The footnote of Section 2.2 speaks of 3D 7 and 3D 19 neighbour communication in one hop; a node is counted among its neighbours. The eight corners that make 27 differ in all three coordinates and need two hops.",
    },
    {
      title: "Two hops",
      kind: "in the source",
      text: "Between two switches a node has to pass the data on; the paper leaves open how (Section 5).",
    },
  ],
  documents: [{ title: "Three Quads of 64 nodes", document: machine }],
});

/** Node of submatrix (i, j): k = (i/4) × 32 + (i%4) × 4 + (j/4) × 16 + (j%4) (§4.1.1). */
const nodeOf = (i: number, j: number) => (i >> 2) * 32 + (i & 3) * 4 + (j >> 2) * 16 + (j & 3);

const blocks = Array.from({ length: 64 }, (_, b) => [b >> 3, b & 7] as const);

/** The nodes that exchange in step 1, the transpose within each quarter, and in step 2, the swap of the quarters B and C. */
const exchanges = [
  blocks.filter(([i, j]) => (i & 3) !== (j & 3)).map(([i, j]) => [nodeOf(i, j), nodeOf((i & 4) | (j & 3), (j & 4) | (i & 3))] as const),
  blocks.filter(([i, j]) => i >> 2 !== j >> 2).map(([i, j]) => [nodeOf(i, j), nodeOf(i ^ 4, j ^ 4)] as const),
] as const;

/** Part of a step's exchanges whose two nodes share a switch of one of the groups (0 Z, 1 Y, 2 X), in per cent. */
function within(step: 0 | 1, groups: readonly (0 | 1 | 2)[]): number {
  const net = network();
  const shared = exchanges[step].filter(([a, b]) => groups.some((group) => switchesOf(net, a)[group] === switchesOf(net, b)[group]));
  return (100 * shared.length) / exchanges[step].length;
}

/** Nodes by the steps they take part in. */
function nodesOfGroup(inFirst: boolean, inSecond: boolean): number {
  const [first, second] = exchanges.map((pairs) => new Set(pairs.map(([a]) => a)));
  return Array.from({ length: 64 }, (_, node) => node).filter((node) => first.has(node) === inFirst && second.has(node) === inSecond)
    .length;
}

const stepDocument = (step: 0 | 1): ScenarioDocument => ({
  title: `Matrix transpose on Three Quads, step ${step + 1}`,
  topology,
  workload: { kind: "messages", list: exchanges[step].map(([source, destination]) => ({ source, destination, bytes: "640 B" })) },
});

const switchRow = (label: string, detail: string, published: "100" | null, value: () => number, document: ScenarioDocument) =>
  reckoned({
    label,
    detail,
    series: "one-switch",
    published: published === null ? null : printedAs("any, 100", 100),
    formula: "exchanges whose two nodes are on one switch of that group / exchanges of the step",
    decimals: 0,
    document,
    value,
  });

const groupRow = (label: string, inFirst: boolean, inSecond: boolean) =>
  reckoned({
    label,
    series: "nodes",
    published: null,
    formula: "nodes whose submatrix moves in these steps",
    decimals: 0,
    document: machine,
    value: () => nodesOfGroup(inFirst, inSecond),
  });

export const quadsFigure2 = exhibit({
  id: "quads-figure-2",
  paper: "quads",
  label: "Figure 2",
  kind: "figure",
  section: "Section 3 and Section 4.1",
  title: "Each exchange of the transpose stays within one switch – which one?",
  lede({ values }) {
    const of = (id: string) => values.get(`one-switch ${id}`)?.value;
    const [z, y, x] = [of("step 1, one Z switch"), of("step 1, one Y switch"), of("step 2, one X switch")];
    const so = z === 100 && y !== 100 ? " So the Y subnetwork that Section 4.1.2 names for step 1 must be Z." : "";
    return `With the submatrices where Section 4.1.1 puts them, ${z} % of the exchanges of step 1 stay within a Z switch and ${y} % within a Y switch; of those of step 2, ${x} % stay within an X switch.${so}`;
  },
  series: [
    series("one-switch", "Exchanges within one switch", "of the group named", "%"),
    series("nodes", "The four groups of nodes", "sizes are not printed"),
  ],
  rows: [
    switchRow("step 1, one Z switch", "Section 3", "100", () => within(0, [0]), stepDocument(0)),
    switchRow("step 2, one X or Y switch", "Section 3", "100", () => within(1, [1, 2]), stepDocument(1)),
    switchRow("step 1, one Y switch", "Section 4.1.2", "100", () => within(0, [1]), stepDocument(0)),
    switchRow("step 2, one X switch", "Section 4.1.2", "100", () => within(1, [2]), stepDocument(1)),
    groupRow("no communication", false, false),
    groupRow("step 1 only", true, false),
    groupRow("step 2 only", false, true),
    groupRow("both steps", true, true),
  ],
  runs: [],
  tolerance: { relative: 0, why: "Counts of exchanges: nothing but equality will do." },
  notes: [
    {
      title: "Y during step 1",
      kind: "erratum in the source",
      text: "Section 4.1.2 says that step 1 uses the Y subnetwork. With k = (i/4) × 32 + (i%4) × 4 + (j/4) × 16 + (j%4) and nodes labelled (z, y, x), step 1 swaps y and x: partners share their Z switch and, being different, never their Y switch. Either Z is meant, as in Section 3, or the machine names its axes otherwise.",
    },
    {
      title: "Four groups",
      kind: "in the source",
      text: "Section 4.2 sorts the nodes into the same four groups, without their sizes.",
    },
  ],
  documents: [
    { title: "Step 1", document: stepDocument(0) },
    { title: "Step 2", document: stepDocument(1) },
  ],
});
