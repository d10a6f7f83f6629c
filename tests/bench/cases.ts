import { qsnetDocument, saturatingTraffic } from "../../src/reproductions/qsnet/machine.ts";

/** A benchmark: a scenario document. Its seed is fixed, so that two runs do the same work. */
export interface BenchCase {
  readonly id: string;
  readonly document: Readonly<Record<string, unknown>>;
}

type DocumentPart = Readonly<Record<string, unknown>>;

/** A network with its routing, and a number of cycles that takes some seconds at half load. */
interface Family {
  readonly name: string;
  readonly topology: DocumentPart;
  readonly routing?: DocumentPart;
  readonly cycles: number;
  readonly patterns: readonly string[];
}

const bothPatterns = ["uniform", "bit-reversal"];
const fatTree = (k: number, n: number): DocumentPart => ({ kind: "k-ary-n-tree", k, n });
const adaptive = { kind: "minimal-adaptive", adaptiveClasses: 2, escape: "bubble" };

/** The networks of the main table. */
const families: readonly Family[] = [
  { name: "fat tree 4,3 (64)", topology: fatTree(4, 3), cycles: 1_200_000, patterns: bothPatterns },
  { name: "thin tree 4:2,3 (64)", topology: { kind: "thin-tree", k: 4, kUp: 2, n: 3 }, cycles: 1_600_000, patterns: bothPatterns },
  { name: "torus 8×8, 2 classes (64)", topology: { kind: "torus", sizes: [8, 8] }, cycles: 900_000, patterns: bothPatterns },
  {
    name: "torus 8×8, adaptive, 3 classes (64)",
    topology: { kind: "torus", sizes: [8, 8] },
    routing: adaptive,
    cycles: 400_000,
    patterns: bothPatterns,
  },
  { name: "HyperX 4×4 (64)", topology: { kind: "hyperx" }, cycles: 900_000, patterns: ["uniform"] },
  { name: "dragonfly 2,4,2,9 (72)", topology: { kind: "dragonfly" }, cycles: 900_000, patterns: ["uniform"] },
  { name: "dragonfly 4,8,4,32 (1024)", topology: { kind: "dragonfly", p: 4, a: 8, h: 4, g: 32 }, cycles: 40_000, patterns: bothPatterns },
  { name: "HyperX 4×4, UGAL (64)", topology: { kind: "hyperx" }, routing: { kind: "ugal" }, cycles: 600_000, patterns: ["uniform"] },
  {
    name: "dragonfly 2,4,2,9, UGAL (72)",
    topology: { kind: "dragonfly" },
    routing: { kind: "ugal" },
    cycles: 600_000,
    patterns: ["uniform"],
  },
  { name: "fat tree 8,4 (4096)", topology: fatTree(8, 4), cycles: 12_000, patterns: bothPatterns },
  { name: "thin tree 8:4,4 (4096)", topology: { kind: "thin-tree", k: 8, kUp: 4, n: 4 }, cycles: 18_000, patterns: bothPatterns },
  { name: "torus 16×16×16, 2 classes (4096)", topology: { kind: "torus", sizes: [16, 16, 16] }, cycles: 12_000, patterns: bothPatterns },
];

/** Networks of diameter two between switches, and fat trees with the same number of terminals and switches of the same size. */
const lowDiameter: readonly Family[] = [
  { name: "Slim Fly 19 (10,830)", topology: { kind: "slim-fly", q: 19, p: 15 }, cycles: 3000, patterns: ["uniform"] },
  { name: "PolarFly 31 (15,888)", topology: { kind: "polarfly", q: 31 }, cycles: 2000, patterns: ["uniform"] },
  { name: "fat tree 22,3 (10,648)", topology: fatTree(22, 3), cycles: 3000, patterns: ["uniform"] },
  { name: "fat tree 25,3 (15,625)", topology: fatTree(25, 3), cycles: 2000, patterns: ["uniform"] },
  {
    name: "Slim Fly 19, UGAL (10,830)",
    topology: { kind: "slim-fly", q: 19, p: 15 },
    routing: { kind: "ugal" },
    cycles: 2000,
    patterns: ["uniform"],
  },
];

/**
 * Growth of speed and memory with the network size: fat trees of 16-port switches, and square tori; and a Clos network of the size of the
 * largest fat tree.
 */
const growth: readonly Family[] = [
  ...[2, 3, 4, 5].map((n) => ({
    name: `growth, fat tree 8,${n} (${8 ** n})`,
    topology: fatTree(8, n),
    cycles: 8 ** (7 - n) * 36,
    patterns: ["uniform"],
  })),
  { name: "growth, fat tree 16,4 (65536)", topology: fatTree(16, 4), cycles: 1000, patterns: ["uniform"] },
  {
    name: "growth, Clos of 64 ports, 3 levels (65536)",
    topology: { kind: "clos", ports: 64, levels: 3 },
    cycles: 1000,
    patterns: ["uniform"],
  },
  ...(
    [
      [8, 8],
      [16, 32],
      [64, 64],
      [128, 256],
    ] as const
  ).map((sizes) => ({
    name: `growth, torus ${sizes.join("×")} (${sizes[0] * sizes[1]})`,
    topology: { kind: "torus", sizes },
    cycles: Math.round(6e7 / (sizes[0] * sizes[1])),
    patterns: ["uniform"],
  })),
];

/** The default rules of documents of each version. */
const rules = [
  { name: "", version: 1 },
  { name: ", shared", version: 2 },
] as const;

/** The cases of a network: one for each traffic pattern and load. */
function casesOf(
  { name, topology, routing, cycles, patterns }: Family,
  loads: readonly number[],
  rule: (typeof rules)[number] = rules[0],
): readonly BenchCase[] {
  return patterns.flatMap((pattern) =>
    loads.map((load) => ({
      id: `${name}, ${pattern}, load ${load}${rule.name}`,
      document: {
        version: rule.version,
        topology,
        ...(routing === undefined ? {} : { routing }),
        workload: { kind: "open-loop", pattern: { kind: pattern }, load },
        // Light traffic runs longer, so that all cases do about the same work.
        run: { warmUp: 0, window: Math.round(cycles * Math.min(4, 0.5 / load)), drain: 0 },
        seed: 1,
      },
    })),
  );
}

/** Trees with selection rules that break ties at random, or choose among free outputs. */
const otherRules: readonly BenchCase[] = (
  [
    ["most-credits", "random"],
    ["best-free", "first"],
    ["best-free", "random"],
  ] as const
).flatMap(([selection, ties]) =>
  families
    .filter(({ name }) => name === "fat tree 4,3 (64)" || name === "fat tree 8,4 (4096)")
    .flatMap((family) => casesOf({ ...family, patterns: ["uniform"] }, [1]))
    .map(({ id, document }) => ({
      id: `${id}, ${selection}, ties ${ties}`,
      document: { ...document, flowControl: { kind: "virtual-cut-through", selection, ties } },
    })),
);

/**
 * Programs of the trees report (Navaridas et al.) on 4096 ranks: the largest traffic, the longest dependency chain, and the largest number
 * of neighbors.
 */
const programs: readonly BenchCase[] = (
  [
    ["fat tree 8,4 (4096)", fatTree(8, 4), "butterfly-exchange", "10 kB"],
    ["thin tree 8:4,4 (4096)", { kind: "thin-tree", k: 8, kUp: 4, n: 4 }, "butterfly-exchange", "10 kB"],
    ["fat tree 8,4 (4096)", fatTree(8, 4), "mesh-exchange", "10 kB"],
    ["fat tree 8,4 (4096)", fatTree(8, 4), "wavefront", "10 kB"],
  ] as const
).map(([name, topology, kind, message]) => ({
  id: `${name}, ${kind} with ${message}`,
  document: { version: 1, topology, workload: { kind, ranks: 4096, message }, seed: 1 },
}));

/** Wormhole switching with one and two virtual channels; on many terminals also light traffic, full load, and deep buffers. */
const wormholeCases: readonly BenchCase[] = [1, 2].flatMap((virtualChannels) =>
  families
    .filter(({ name }) =>
      ["fat tree 4,3 (64)", "torus 8×8, 2 classes (64)", "fat tree 8,4 (4096)", "torus 16×16×16, 2 classes (4096)"].includes(name),
    )
    .flatMap(({ name, topology, cycles }) => {
      const isLarge = name.includes("4096");
      const flowControls = isLarge ? [{}, { buffer: 64 }] : [{}];
      return flowControls.flatMap((buffer) =>
        (isLarge ? [0.1, 0.5, 1] : [0.5]).map((load) => ({
          id: `${name}, wormhole, virtual channels ${virtualChannels}${"buffer" in buffer ? `, buffer ${buffer.buffer}` : ""}, load ${load}`,
          document: {
            version: 1,
            topology,
            flowControl: { kind: "wormhole", virtualChannels, ...buffer },
            workload: { kind: "open-loop", load },
            run: { warmUp: 0, window: Math.round((cycles / 8) * Math.min(4, 0.5 / load)), drain: 0 },
            seed: 1,
          },
        })),
      );
    }),
);

/** Fluid flow: large messages, many messages, and many messages that begin at the same time. */
const fluidFlow: readonly BenchCase[] = [
  {
    id: "Three Quads (64), two-step transpose of 512 MiB blocks, fluid flow",
    document: {
      version: 1,
      topology: { kind: "three-quads", m: 4 },
      technology: { kind: "gigabit-ethernet" },
      flowControl: { kind: "fluid", packet: "1448 B", injectionSlots: 4 },
      workload: { kind: "matrix-transpose", duplex: "full" },
      seed: 1,
    },
  },
  ...(["open-loop", "butterfly-exchange"] as const).map((kind) => ({
    id: `fat tree 16,3 (4096), ${kind}, fluid flow`,
    document: {
      version: 1,
      topology: fatTree(16, 3),
      flowControl: { kind: "fluid" },
      workload: kind === "open-loop" ? { kind, load: 0.5 } : { kind, ranks: 4096, message: "1 MB" },
      run: { warmUp: 0, window: 1000, drain: 0 },
      seed: 1,
    },
  })),
];

/** Points of Figure 13 of the QsNET paper, each a run of 7 ms of the machine's time: how long a page would wait for them. */
const circuits: readonly BenchCase[] = (["complement", "bit-reversal", "uniform"] as const).map((kind) => ({
  id: `QsNET (64), circuits, ${kind}, messages of 256 KiB at full rate`,
  document: qsnetDocument("QsNET", saturatingTraffic(kind), { run: { warmUp: 300_000, window: 400_000, drain: 0 }, seed: 1 }),
}));

/** All-to-all under fluid flow. */
const allToAll: readonly BenchCase[] = (
  [
    ["fat tree 8,2 (64)", fatTree(8, 2), 64, "drawn"],
    ["fat tree 8,3 (512)", fatTree(8, 3), 512, "drawn"],
    ["Three Quads 8 (512)", { kind: "three-quads", m: 8 }, 512, "drawn"],
    ["torus 8×8×8 (512)", { kind: "torus", sizes: [8, 8, 8] }, 512, "drawn"],
    ["torus 8×8×16 (1024)", { kind: "torus", sizes: [8, 8, 16] }, 1024, "one"],
    // 16.8 million messages, simulated twice: the first run determines the duration. Equivalent ranks are simulated once.
    ["fat tree 8,4 (4096)", fatTree(8, 4), 4096, "one"],
    ["fat tree 16,3 (4096)", fatTree(16, 3), 4096, "one"],
  ] as const
).map(([name, topology, ranks, ways]) => ({
  id: `${name}, fluid all-to-all`,
  document: {
    version: 1,
    topology,
    flowControl: { kind: "fluid", ways },
    workload: { kind: "all-to-all", ranks, mapping: "consecutive" },
    seed: 1,
  },
}));

/** Ring allreduce under fluid flow: 2·(R − 1) steps of R messages between equivalent ranks. */
const ringAllreduce: readonly BenchCase[] = (
  [
    ["one switch (1024)", { kind: "single-switch", terminals: 1024 }, 1024],
    ["fat tree 16,3 (4096)", fatTree(16, 3), 4096],
    ["torus 16×16×16 (4096)", { kind: "torus", sizes: [16, 16, 16] }, 4096],
  ] as const
).map(([name, topology, ranks]) => ({
  id: `${name}, fluid ring allreduce of 1 MiB`,
  document: {
    version: 1,
    topology,
    flowControl: { kind: "fluid", ways: "one" },
    workload: { kind: "allreduce", algorithm: "ring", ranks, message: "1 MiB", mapping: "consecutive" },
    seed: 1,
  },
}));

/** One phase of a transpose on the largest torus of the torus paper, with all pairs direct, and with half of them relayed. */
const relays: readonly BenchCase[] = [0, 0.5].map((part) => ({
  id: `torus 16×16×8, adaptive, 3 classes (2048), permutation, relayed part ${part}`,
  document: {
    version: 1,
    topology: { kind: "torus", sizes: [16, 16, 8], terminalLinks: 2 },
    routing: adaptive,
    flowControl: {
      kind: "virtual-cut-through",
      packet: "256 B",
      queue: 4,
      selection: "best-free",
      injectionSlots: 6,
      priority: "network-first",
    },
    workload: { kind: "permutation", message: "32768 B", part },
    seed: 1,
  },
}));

/**
 * Non-uniform links, and switches with non-default parameters; for comparison the same networks with default links and switches (“plain”).
 */
const nonUniform: readonly BenchCase[] = (
  [
    ["fat tree 4,3 (64)", fatTree(4, 3), [{ class: "level 1 to 2", rate: 2, length: 20 }], 1],
    ["dragonfly 2,4,2,9 (72)", { kind: "dragonfly" }, [{ class: "global", rate: 1.5, length: 100 }], 1],
    ["fat tree 8,4 (4096)", fatTree(8, 4), [{ class: "level 2 to 3", rate: 2, length: 20 }], 64],
  ] as const
).flatMap(([name, topology, links, part]) =>
  (
    [
      ["plain", {}],
      ["links", { links }],
      ["speed-up 2, output buffers", { switch: { speedup: 2, outputBuffer: 32 } }],
      ["virtual output queues", { switch: { queues: "virtual-output", iterations: 2 } }],
      ["plain, worms", { flowControl: { kind: "wormhole", buffer: 16 } }],
      ["links, worms", { links, flowControl: { kind: "wormhole", buffer: 16 } }],
      ["three stages, worms", { switch: { pipeline: 3, creditDelay: 1, speedup: 1 }, flowControl: { kind: "wormhole", buffer: 16 } }],
    ] as const
  ).map(([what, parts]) => ({
    id: `${name}, ${what}, load 0.5`,
    document: {
      version: 2,
      topology,
      ...parts,
      workload: { kind: "open-loop", pattern: { kind: "uniform" }, load: 0.5 },
      run: { warmUp: 0, window: Math.round(200_000 / part), drain: 0 },
      seed: 1,
    },
  })),
);

/** All benchmarks. */
export const benchCases: readonly BenchCase[] = [
  ...rules.flatMap((rule) => families.flatMap((family) => casesOf(family, [0.1, 0.5, 1], rule))),
  ...otherRules,
  ...lowDiameter.flatMap((family) => casesOf(family, [0.3], rules[1])),
  ...rules.flatMap((rule) => growth.flatMap((family) => casesOf(family, [0.5], rule))),
  ...programs,
  ...relays,
  ...wormholeCases,
  ...nonUniform,
  ...fluidFlow,
  ...circuits,
  ...allToAll,
  ...ringAllreduce,
];
