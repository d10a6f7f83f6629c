/** The Scube cluster with Three Quads and with its enterprise switch, the two transpose programs, and the constants of the model. */
import type { Results } from "../../core/measures/results.ts";
import type { OpenDocument, ScenarioDocument, Provenance } from "../contract.ts";
import { compiledPlan } from "../documents.ts";
import { movableConstants } from "../exhibit.ts";

/** Payload and total bytes on the wire of a full TCP segment over Ethernet, including the gap between frames. */
const segment = { payload: 1448, wire: 1538 } as const;
/** Rate of a link in bytes per second, on the wire and of payload. */
const wireRate = 125e6;
export const payloadRate = (wireRate * segment.payload) / segment.wire;

/** The matrix has 65,536 rows of doubles, distributed over 64 nodes. Bytes of a node's block, and the seconds that it takes on a link. */
const matrixRows = 65_536;
const blockBytes = (8 * matrixRows ** 2) / 64;
export const blockSeconds = blockBytes / payloadRate;

/** Fitted payload rates in MB/s, each fitted to one number of Table 1. */
const fittedRates = { memory: 1130, port: 198, intake: 796 } as const;

const wireRateOf = (rate: number) => (rate * 1e6 * segment.wire) / segment.payload;
const memoryText = (rate: number) => `${rate} MB/s`;
const portHost = (rate: number) => ({ kind: "limited-ports", bothWays: `${(wireRateOf(rate) / 1e6).toFixed(1)} MB/s` });
/** A payload rate in MB/s as a load in phits per cycle, to four decimals. */
const intakeLoad = (rate: number) => Math.round((wireRateOf(rate) / wireRate) * 1e4) / 1e4;

/** The program: one socket that is used in one direction after the other, or a socket for each direction. */
export type Duplex = "half" | "full";

/**
 * Provenance of times on the switch, and of ratios to them. At half duplex, the form of the switch's limit was chosen in knowledge of the
 * published time.
 */
export const switchProvenance: Readonly<Record<Duplex, Provenance>> = {
  half: { is: "chosen", what: "the limit on the input rate of a module, and the order of sending within a pair" },
  full: { is: "fitted", constant: "memory, port and intake", cell: "three cells of Table 1" },
};

/** Everything but the network: the matrix, with a block of 8192 × 8192 on each of 64 nodes, and the transpose program. */
export const transposeOn = (duplex: Duplex, pathUse: "one" | "spread", workloadParams: ScenarioDocument) => ({
  technology: { kind: "gigabit-ethernet" },
  host: portHost(fittedRates.port),
  flowControl: { kind: "fluid", packet: `${segment.payload} B`, injectionSlots: 4, ways: pathUse },
  workload: {
    kind: "matrix-transpose",
    rows: matrixRows,
    element: "8 B",
    duplex,
    memory: memoryText(fittedRates.memory),
    ...workloadParams,
  },
});

const duplexText = (duplex: Duplex) => (duplex === "half" ? "half duplex" : "full duplex");

/** The two-step program on Three Quads. If two nodes share both an X and a Y switch, they use the X switch, as in the paper. */
export function threeQuadsDocument(duplex: Duplex, workloadParams: ScenarioDocument = {}): ScenarioDocument {
  return {
    version: 1,
    title: `Matrix transpose on Three Quads, ${duplexText(duplex)}`,
    topology: { kind: "three-quads", m: 4 },
    ...transposeOn(duplex, "one", { algorithm: "two-step", ...workloadParams }),
  };
}

/**
 * The one-step program on the enterprise switch. Node k is plugged into module k mod 4, as with the SW-X switches, and the 16 uplinks of a
 * module form one trunk.
 */
export function enterpriseSwitchDocument(duplex: Duplex, workloadParams: ScenarioDocument = {}, titleSuffix = ""): ScenarioDocument {
  return {
    version: 1,
    title: `Matrix transpose on the enterprise switch, ${duplexText(duplex)}${titleSuffix}`,
    topology: { kind: "modular-switch", modules: 4, ports: 16, uplinks: 16, plugging: "in-turn", intake: intakeLoad(fittedRates.intake) },
    ...transposeOn(duplex, "spread", { algorithm: "one-step", ...workloadParams }),
  };
}

/**
 * The one-step program on the enterprise switch, with both nodes of every partner pair in the same module, see {@link separatedPairsOf}.
 */
export function reassignedDocument(duplex: Duplex): ScenarioDocument {
  return enterpriseSwitchDocument(duplex, { mapping: { kind: "mirror-pairs", groups: 4 } }, ", nodes reassigned");
}

type Section = { readonly kind?: string } & ScenarioDocument;
const withSectionParams = (document: ScenarioDocument, section: string, kind: string, params: ScenarioDocument): ScenarioDocument => {
  const sectionValue = document[section] as Section | undefined;
  return sectionValue?.kind === kind ? { ...document, [section]: { ...sectionValue, ...params } } : document;
};

/** The fitted constants that readers can move. */
export const quadsConstants = movableConstants({
  memory: {
    title: "Memory",
    unit: "MB/s",
    defaultValue: fittedRates.memory,
    range: [200, 20_000, 10],
    fittedOn: "Table 1, Three Quads, half duplex: 19.2 s",
    help: "Memory rate at which a node initialises its block, and transposes it locally at the end.",
    putValue: (document, rate) => withSectionParams(document, "workload", "matrix-transpose", { memory: memoryText(rate) }),
  },
  port: {
    title: "A node's port, both directions together",
    unit: "MB/s",
    defaultValue: fittedRates.port,
    range: [60, 240, 1],
    fittedOn: "Table 1, Three Quads, full duplex: 11.8 s",
    help: `Total payload rate if a port sends and receives simultaneously; the link alone would allow ${((2 * payloadRate) / 1e6).toFixed(0)}.`,
    putValue: (document, rate) => withSectionParams(document, "host", "limited-ports", portHost(rate)),
  },
  intake: {
    title: "Input rate of a module",
    unit: "MB/s",
    defaultValue: fittedRates.intake,
    range: [200, 1900, 2],
    fittedOn: "Table 1, enterprise switch, full duplex: 10.4 s",
    help: "Maximum total payload rate from the 16 nodes of a module of the enterprise switch into the module.",
    putValue: (document, rate) => withSectionParams(document, "topology", "modular-switch", { intake: intakeLoad(rate) }),
  },
});

/** Seconds of every node in a phase, by rank; zeros if the phase does not occur. */
export function phaseSecondsOf({ ranks, cycleSeconds = NaN }: Results, phase: string): readonly number[] {
  const phaseResults = ranks?.phases?.find(({ name }) => name === phase);
  return phaseResults?.cycles.map((cycles) => cycles * cycleSeconds) ?? Array.from({ length: ranks?.count ?? 0 }, () => 0);
}

/** Blocks along a side of the matrix; the rank of block (i, j) is i × 8 + j. */
const blocksPerSide = 8;

/** The communication that a block needs, by its position: none, one of the steps, or both. These are the paper's groups 1 to 4. */
export const exchangeGroups = ["no communication", "step 1 only", "step 2 only", "both steps"] as const;
export type ExchangeGroup = (typeof exchangeGroups)[number];

/** The exchange group of a rank. */
export function exchangeGroupOf(rank: number): ExchangeGroup {
  const [i, j] = [Math.floor(rank / blocksPerSide), rank % blocksPerSide];
  return exchangeGroups[Number(i % 4 !== j % 4) + 2 * Number(i >> 2 !== j >> 2)];
}

/** Number of nodes in an exchange group. */
export function nodesInGroup(group: ExchangeGroup): number {
  return Array.from({ length: blocksPerSide ** 2 }, (_, rank) => exchangeGroupOf(rank)).filter((each) => each === group).length;
}

/** The node of block (i, j): k = (i/4) × 32 + (i%4) × 4 + (j/4) × 16 + (j%4) (§4.1.1). */
export function nodeOfBlock(i: number, j: number): number {
  return (i >> 2) * 32 + (i & 3) * 4 + (j >> 2) * 16 + (j & 3);
}

/** Number of partner pairs in the one-step program, and of those pairs whose nodes are in different modules of the enterprise switch. */
export function separatedPairsOf(document: ScenarioDocument): { readonly pairs: number; readonly separatedPairs: number } {
  const { demand, network } = compiledPlan(document);
  if (demand.form !== "program") throw new Error("a transpose is a program");
  const moduleOf = (rank: number) => network.head[network.firstOut[demand.terminalOf[rank]]];
  const blocks = Array.from({ length: blocksPerSide }, (_, i) => i);
  const partners = blocks.flatMap((i) => blocks.slice(i + 1).map((j) => [i * blocksPerSide + j, j * blocksPerSide + i] as const));
  return { pairs: partners.length, separatedPairs: partners.filter(([a, b]) => moduleOf(a) !== moduleOf(b)).length };
}

/** Documents of both programs on both networks, for opening in the workbench. */
export const transposeDocuments: readonly OpenDocument[] = [
  { title: "Three Quads, half duplex", document: threeQuadsDocument("half") },
  { title: "Three Quads, full duplex", document: threeQuadsDocument("full") },
  { title: "Enterprise switch, half duplex", document: enterpriseSwitchDocument("half") },
  { title: "Enterprise switch, full duplex", document: enterpriseSwitchDocument("full") },
  { title: "Enterprise switch, half duplex, nodes reassigned", document: reassignedDocument("half") },
  { title: "Enterprise switch, full duplex, nodes reassigned", document: reassignedDocument("full") },
];
