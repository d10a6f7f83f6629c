/** The Scube cluster with Three Quads and with its enterprise switch, the two transpose programs, and the constants of the model. */
import type { Results } from "../../core/measures/results.ts";
import type { OpenDocument, ScenarioDocument, Word } from "../contract.ts";
import { compiledPlan } from "../documents.ts";
import { movable } from "../exhibit.ts";

/** Payload and total bytes on the wire of a full TCP segment over Ethernet, including the gap between frames. */
const segment = { payload: 1448, wire: 1538 } as const;
/** Rate of a link in bytes per second, on the wire and of payload. */
const wireRate = 125e6;
export const payloadRate = (wireRate * segment.payload) / segment.wire;

/** The matrix has 65,536 rows of doubles, distributed over 64 nodes. Bytes of a node's block, and the seconds that it takes on a link. */
const rows = 65_536;
const blockBytes = (8 * rows ** 2) / 64;
export const exchangeSeconds = blockBytes / payloadRate;

/** Fitted payload rates in MB/s, each fitted to one number of Table 1. */
const fitted = { memory: 1130, port: 198, intake: 796 } as const;

const onWire = (rate: number) => (rate * 1e6 * segment.wire) / segment.payload;
const memoryOf = (rate: number) => `${rate} MB/s`;
const portOf = (rate: number) => ({ kind: "limited-ports", bothWays: `${(onWire(rate) / 1e6).toFixed(1)} MB/s` });
/** Phits per cycle, to four decimals. */
const intakeOf = (rate: number) => Math.round((onWire(rate) / wireRate) * 1e4) / 1e4;

/** The program: one socket that is used in one direction after the other, or a socket for each direction. */
export type Duplex = "half" | "full";

/**
 * Provenance of times on the switch, and of ratios to them. At half duplex, the form of the switch's limit was chosen with the number in
 * view.
 */
export const onSwitchWord: Readonly<Record<Duplex, Word>> = {
  half: { is: "chosen", what: "the limit of a module is on what enters it, and who sends first" },
  full: { is: "fitted", constant: "memory, port and intake", cell: "three cells of Table 1" },
};

/** Everything but the network: the matrix, with a block of 8192 × 8192 on each of 64 nodes, and the transpose program. */
export const machine = (duplex: Duplex, ways: "one" | "spread", more: ScenarioDocument) => ({
  technology: { kind: "gigabit-ethernet" },
  host: portOf(fitted.port),
  flowControl: { kind: "fluid", packet: `${segment.payload} B`, injectionSlots: 4, ways },
  workload: { kind: "matrix-transpose", rows, element: "8 B", duplex, memory: memoryOf(fitted.memory), ...more },
});

const said = (duplex: Duplex) => (duplex === "half" ? "half duplex" : "full duplex");

/** The two-step program on Three Quads. If two nodes share both an X and a Y switch, they use the X switch, as in the paper. */
export function onQuads(duplex: Duplex, more: ScenarioDocument = {}): ScenarioDocument {
  return {
    version: 1,
    title: `Matrix transpose on Three Quads, ${said(duplex)}`,
    topology: { kind: "three-quads", m: 4 },
    ...machine(duplex, "one", { algorithm: "two-step", ...more }),
  };
}

/**
 * The one-step program on the enterprise switch. Node k is plugged into module k mod 4, as with the SW-X switches, and the 16 uplinks of a
 * module form one trunk.
 */
export function onSwitch(duplex: Duplex, more: ScenarioDocument = {}, title = ""): ScenarioDocument {
  return {
    version: 1,
    title: `Matrix transpose on the enterprise switch, ${said(duplex)}${title}`,
    topology: { kind: "modular-switch", modules: 4, ports: 16, uplinks: 16, plugging: "in-turn", intake: intakeOf(fitted.intake) },
    ...machine(duplex, "spread", { algorithm: "one-step", ...more }),
  };
}

/** The same with the partners of every pair in the same module, see {@link pairsApart}. */
export function reassigned(duplex: Duplex): ScenarioDocument {
  return onSwitch(duplex, { mapping: { kind: "mirror-pairs", groups: 4 } }, ", nodes reassigned");
}

type Section = { readonly kind?: string } & ScenarioDocument;
const withIn = (document: ScenarioDocument, section: string, kind: string, more: ScenarioDocument): ScenarioDocument => {
  const own = document[section] as Section | undefined;
  return own?.kind === kind ? { ...document, [section]: { ...own, ...more } } : document;
};

/** The fitted constants that readers can move. */
export const constants = movable({
  memory: {
    title: "Memory",
    unit: "MB/s",
    value: fitted.memory,
    range: [200, 20_000, 10],
    fittedOn: "Table 1, Three Quads, half duplex: 19.2 s",
    help: "Rate at which a node initialises its block, and transposes it once more in place.",
    put: (document, rate) => withIn(document, "workload", "matrix-transpose", { memory: memoryOf(rate) }),
  },
  port: {
    title: "A node's port, both ways together",
    unit: "MB/s",
    value: fitted.port,
    range: [60, 240, 1],
    fittedOn: "Table 1, Three Quads, full duplex: 11.8 s",
    help: `Payload in and out at once; the link alone would allow ${((2 * payloadRate) / 1e6).toFixed(0)}.`,
    put: (document, rate) => withIn(document, "host", "limited-ports", portOf(rate)),
  },
  intake: {
    title: "What a module takes in",
    unit: "MB/s",
    value: fitted.intake,
    range: [200, 1900, 2],
    fittedOn: "Table 1, enterprise switch, full duplex: 10.4 s",
    help: "Payload that the 16 nodes of a module of the enterprise switch bring into it together.",
    put: (document, rate) => withIn(document, "topology", "modular-switch", { intake: intakeOf(rate) }),
  },
});

/** Seconds of every node in a phase, by rank; zeros if the phase does not occur. */
export function phaseOf({ ranks, cycleSeconds = NaN }: Results, phase: string): readonly number[] {
  const found = ranks?.phases?.find(({ name }) => name === phase);
  return found?.cycles.map((cycles) => cycles * cycleSeconds) ?? Array.from({ length: ranks?.count ?? 0 }, () => 0);
}

/** Blocks along a side of the matrix; the rank of block (i, j) is i × 8 + j. */
const side = 8;

/** The communication that a block needs, by its position: none, one of the steps, or both. These are the paper's groups 1 to 4. */
export const groups = ["no communication", "step 1 only", "step 2 only", "both steps"] as const;
export type Group = (typeof groups)[number];

/** The group of a rank. */
export function groupOf(rank: number): Group {
  const [i, j] = [Math.floor(rank / side), rank % side];
  return groups[Number(i % 4 !== j % 4) + 2 * Number(i >> 2 !== j >> 2)];
}

/** Number of nodes in a group. */
export function nodesOf(group: Group): number {
  return Array.from({ length: side ** 2 }, (_, rank) => groupOf(rank)).filter((each) => each === group).length;
}

/** The node of block (i, j): k = (i/4) × 32 + (i%4) × 4 + (j/4) × 16 + (j%4) (§4.1.1). */
export function nodeOf(i: number, j: number): number {
  return (i >> 2) * 32 + (i & 3) * 4 + (j >> 2) * 16 + (j & 3);
}

/** Number of partner pairs in the one-step program, and of those pairs whose nodes are in different modules of the enterprise switch. */
export function pairsApart(document: ScenarioDocument): { readonly pairs: number; readonly apart: number } {
  const { demand, network } = compiledPlan(document);
  if (demand.form !== "program") throw new Error("a transpose is a program");
  const moduleOf = (rank: number) => network.head[network.firstOut[demand.terminalOf[rank]]];
  const blocks = Array.from({ length: side }, (_, i) => i);
  const partners = blocks.flatMap((i) => blocks.slice(i + 1).map((j) => [i * side + j, j * side + i] as const));
  return { pairs: partners.length, apart: partners.filter(([a, b]) => moduleOf(a) !== moduleOf(b)).length };
}

/** Documents of both programs on both networks, for opening in the workbench. */
export const opened: readonly OpenDocument[] = [
  { title: "Three Quads, half duplex", document: onQuads("half") },
  { title: "Three Quads, full duplex", document: onQuads("full") },
  { title: "Enterprise switch, half duplex", document: onSwitch("half") },
  { title: "Enterprise switch, full duplex", document: onSwitch("full") },
  { title: "Enterprise switch, half duplex, nodes reassigned", document: reassigned("half") },
  { title: "Enterprise switch, full duplex, nodes reassigned", document: reassigned("full") },
];
