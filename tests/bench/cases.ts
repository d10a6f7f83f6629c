/** What is timed: a scenario document, and how long to run it. Seeded, so that two runs of a case do the same work. */
export interface BenchCase {
  readonly id: string;
  readonly document: Readonly<Record<string, unknown>>;
}

const cutThrough = { kind: "virtual-cut-through" };

function openLoop(topology: Readonly<Record<string, unknown>>, name: string, pattern: string, load: number, cycles: number): BenchCase {
  return {
    id: `${name}, ${pattern}, load ${load}`,
    document: {
      topology,
      flowControl: cutThrough,
      workload: { kind: "open-loop", pattern: { kind: pattern }, load },
      run: { warmUp: 0, window: cycles, drain: 0 },
      seed: 1,
    },
  };
}

const networks: readonly (readonly [string, Readonly<Record<string, unknown>>, number])[] = [
  ["fat tree 4,3 (64)", { kind: "k-ary-n-tree", k: 4, n: 3 }, 40_000],
  ["thin tree 4:2,3 (64)", { kind: "thin-tree", k: 4, kUp: 2, n: 3 }, 40_000],
  ["torus 8×8 (64)", { kind: "torus", sizes: [8, 8] }, 40_000],
  ["fat tree 8,4 (4096)", { kind: "k-ary-n-tree", k: 8, n: 4 }, 1_000],
  ["torus 16×16×16 (4096)", { kind: "torus", sizes: [16, 16, 16] }, 1_000],
];

export const benchCases: readonly BenchCase[] = networks.flatMap(([name, topology, cycles]) =>
  [0.1, 0.5, 1].map((load) => openLoop(topology, name, "uniform", load, cycles)),
);
