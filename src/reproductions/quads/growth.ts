/**
 * The transpose on networks of m³ nodes: Three Quads compared with a fat tree and a torus. Every node has a block of 8192 × 8192 doubles,
 * for all m, and the memory and port rates are those fitted for 64 nodes. The results are times and performance per cost.
 */
import type { ConstantValues, ExhibitRun, ExhibitFigure, OpenDocument, ScenarioDocument } from "../contract.ts";
import { transposeOn } from "./machine.ts";
import { costPerTerminal, smallSwitchNetworks, type ComparedNetworkName, priceAndTimeProvenance, comparedTopologyOf } from "./prices.ts";
import { type RowSpec, series } from "../exhibit.ts";
import { numberOfRun, makespanSecondsOf } from "../rows.ts";

/** Values of m whose square root is an integer, as square matrices of blocks require, up to a size that is still fast to simulate. */
const sides = [4, 9] as const;
type Side = (typeof sides)[number];

const titleOf = (name: ComparedNetworkName, m: Side) => `${name}, m = ${m}`;

/**
 * The full-duplex transpose: in two steps on Three Quads, in one step on the fat tree and the torus, where traffic is split evenly over all
 * paths.
 */
function documentOf(name: ComparedNetworkName, m: Side): ScenarioDocument {
  const isQuads = name === "Three Quads";
  const program = isQuads ? { algorithm: "two-step", parts: Math.sqrt(m) } : { algorithm: "one-step", mapping: { kind: "consecutive" } };
  return {
    version: 1,
    title: `Matrix transpose on ${m ** 3} nodes, ${titleOf(name, m)}`,
    topology: comparedTopologyOf(name, m),
    ...transposeOn("full", isQuads ? "one" : "spread", { ...program, rows: 8192 * Math.sqrt(m ** 3) }),
  };
}

const runId = (name: ComparedNetworkName, m: Side) => `${name} ${m}`;
const idOf = (quantity: "time" | "hourly", name: ComparedNetworkName, m: Side) => `${quantity} ${runId(name, m)}`;
const networksBySide = smallSwitchNetworks.flatMap((name) => sides.map((m) => ({ name, m })));

export const runs: readonly ExhibitRun[] = networksBySide.map(({ name, m }) => ({ id: runId(name, m), document: documentOf(name, m) }));
export const documents: readonly OpenDocument[] = networksBySide.map(({ name, m }) => ({
  title: `Transpose, ${titleOf(name, m)}`,
  document: documentOf(name, m),
}));

const labelOf = (m: Side) => `m = ${m}, ${m ** 3} nodes`;

/** Transposes per hour, for each US$ of a node's share of the network cost. */
const transposesPerHour = (seconds: number, name: ComparedNetworkName, m: Side, constantOf: ConstantValues) =>
  3600 / (seconds * costPerTerminal(name, m, constantOf));

/**
 * For each network with m³ nodes the time of the matrix transpose in seconds, then the transposes per hour and US dollar of network cost
 * per node. The times depend on two fitted constants, the costs on prices that we assumed.
 */
export const rows: readonly RowSpec[] = networksBySide.flatMap(({ name, m }): readonly RowSpec[] => [
  {
    id: idOf("time", name, m),
    label: labelOf(m),
    series: `time ${name}`,
    provenance: { is: "fitted", constant: "memory and port", cell: "two cells of Table 1" },
    formula: "time from the start until the last node ends; fluid-flow model (rates, not packets)",
    decimals: 1,
    ...numberOfRun(runId(name, m), makespanSecondsOf),
  },
  {
    id: idOf("hourly", name, m),
    label: labelOf(m),
    series: `hourly ${name}`,
    provenance: priceAndTimeProvenance("memory and port", "two"),
    formula: "3600 s / (time × cost per node), by the assumed prices",
    runs: [runId(name, m)],
    value: ({ results, constantOf }) => transposesPerHour(makespanSecondsOf(results(runId(name, m))), name, m, constantOf),
  },
]);

const caption = (name: ComparedNetworkName) =>
  name === "Three Quads" ? "two steps" : name === "fat tree" ? "one step, m-ary 3-tree" : "one step, m × m × m";
export const growthSeries = [
  ...smallSwitchNetworks.map((name) => series(`time ${name}`, `Transpose, ${name}`, caption(name), "s")),
  ...smallSwitchNetworks.map((name) => series(`hourly ${name}`, `Transposes per hour and US$, ${name}`, "US$: network cost per node")),
];

/** A sentence about the performance per cost of the other networks relative to Three Quads of the same size. */
export function sayPerformancePerCost(valueOf: (id: string) => number): string {
  const relativeTo = (name: ComparedNetworkName) =>
    sides.map((m) => (valueOf(idOf("hourly", name, m)) / valueOf(idOf("hourly", "Three Quads", m))).toPrecision(2));
  const [tree, torus] = [relativeTo("fat tree"), relativeTo("torus")];
  return `The performance per cost of a fat tree is ${tree[0]} times that of Three Quads with ${sides[0] ** 3} nodes and ${tree[1]} times with ${sides[1] ** 3} nodes; for a torus these factors are ${torus[0]} and ${torus[1]}.`;
}

const growthFigure = (quantity: "time" | "hourly", title: string, caption: string, unit: string): ExhibitFigure => ({
  is: "growth",
  title,
  caption,
  unit,
  horizontalTitle: "nodes",
  columns: sides.map((m) => ({ text: String(m ** 3), x: m ** 3 })),
  lines: smallSwitchNetworks.map((name) => ({ title: name, rows: sides.map((m) => idOf(quantity, name, m)) })),
});

export const figures: readonly ExhibitFigure[] = [
  growthFigure(
    "time",
    "Time of the transpose by network size",
    "full duplex; constant block, memory and port rates per node; 64 and 729 nodes, for which the blocks are square",
    "s",
  ),
  growthFigure(
    "hourly",
    "Performance per cost by network size",
    "transposes per hour and US$ of network cost per node, by the assumed prices",
    "transposes per hour and US$",
  ),
];
