/**
 * Times of collective operations on one switch equal their formulas in α and β under all engines. α is the two channels of a path, β a
 * cycle for four bytes.
 */
import { describe, expect, it } from "vitest";
import type { ScenarioError } from "../../src/core/base/errors.ts";
import { compile } from "../../src/core/run/compile.ts";
import type { Program } from "../../src/core/programs/program.ts";
import { run } from "../../src/core/run/run.ts";
import { cycleSecondsOf } from "../../src/core/scenario/clock.ts";
import { readScenario } from "../../src/core/scenario/scenario.ts";
import { defaultSegments } from "../../src/core/workloads/collectives/trees.ts";

const scenarioOn = (ranks: number, workload: object, more: object = {}) =>
  readScenario({ version: 2, topology: { kind: "single-switch", terminals: ranks }, workload, ...more });

/** Cycles of one message of `bytes` bytes. */
const messageCycles = (bytes: number) => 2 + bytes / 4;
const sum = (count: number, termOf: (k: number) => number) => Array.from({ length: count }, (_, k) => termOf(k)).reduce((a, b) => a + b, 0);
/** Cycles of messages of n/2, n/4, …, n/parts bytes, one after another. */
const halvingCycles = (n: number, parts: number) => sum(Math.log2(parts), (k) => messageCycles(n / 2 ** (k + 1)));

/** The positions 1 … p − 1 in binary. */
const positionsInBinary = (p: number) => Array.from({ length: p - 1 }, (_, k) => (k + 1).toString(2));
const countOnes = (binary: string) => binary.replaceAll("0", "").length;

/** Bytes of a block: a multiple of all packet sizes, so that no engine rounds. */
const blockBytes = 192;
const totalBytes = (ranks: number) => blockBytes * ranks;

/** Kind, parameters, ranks, and cycles for n bytes. */
const expectedTimes: readonly (readonly [kind: string, values: object, ranks: number, cycles: (n: number) => number])[] = [
  ...[2, 3, 5, 8, 12].flatMap((p) => {
    const doubling = (each: number) => sum(Math.ceil(Math.log2(p)), (k) => messageCycles(Math.min(2 ** k, p - 2 ** k) * each));
    return [
      ["allreduce", { algorithm: "ring" }, p, (all) => 2 * (p - 1) * messageCycles(all / p)],
      ["allreduce", { algorithm: "bruck" }, p, (all) => 2 * doubling(all / p)],
      ["allreduce", { algorithm: "direct" }, p, (all) => 2 * messageCycles(((p - 1) * all) / p)],
      ["reduce-scatter", { algorithm: "ring" }, p, (all) => (p - 1) * messageCycles(all / p)],
      ["reduce-scatter", { algorithm: "bruck" }, p, (all) => doubling(all / p)],
      ["reduce-scatter", { algorithm: "direct" }, p, (all) => messageCycles(((p - 1) * all) / p)],
      ["allgather", { algorithm: "ring" }, p, (all) => (p - 1) * messageCycles(all / p)],
      ["allgather", { algorithm: "bruck" }, p, (all) => doubling(all / p)],
      ["allgather", { algorithm: "direct" }, p, (all) => messageCycles(((p - 1) * all) / p)],
      // Segments are pipelined from rank to rank.
      ["reduce", { algorithm: "chain", chunks: p }, p, (all) => (p - 1) * messageCycles(all / p) + ((p - 1) * all) / p / 4],
      // No rank waits for its sends to end: position 2ᵏ + … has received everything after k + 1 vectors, plus α for each 1 in its binary
      // number.
      [
        "broadcast",
        { broadcast: "tree" },
        p,
        (all) => Math.max(...positionsInBinary(p).map((k) => k.length * (all / 4) + 2 * countOnes(k))),
      ],
      ["broadcast", { broadcast: "chain", segments: p }, p, (all) => (p - 1) * messageCycles(all / p) + ((p - 1) * all) / p / 4],
      ["all-to-all", { algorithm: "pairwise" }, p, (m) => (p - 1) * messageCycles(m)],
      ["all-to-all", { algorithm: "posted" }, p, (m) => messageCycles((p - 1) * m)],
      ["barrier", {}, p, () => Math.ceil(Math.log2(p)) * messageCycles(64)],
    ] as typeof expectedTimes;
  }),
  ...[2, 4, 16].flatMap(
    (p) =>
      [
        ["allreduce", { algorithm: "recursive-doubling" }, p, (all) => Math.log2(p) * messageCycles(all)],
        ["allreduce", { algorithm: "rabenseifner" }, p, (all) => 2 * halvingCycles(all, p)],
        ["allreduce", { algorithm: "swing" }, p, (all) => 2 * halvingCycles(all, p)],
        ["allreduce", { algorithm: "swing-latency" }, p, (all) => Math.log2(p) * messageCycles(all)],
        ["reduce-scatter", { algorithm: "recursive-halving" }, p, (all) => halvingCycles(all, p)],
        ["allgather", { algorithm: "recursive-doubling" }, p, (all) => halvingCycles(all, p)],
        ["reduce", { algorithm: "tree" }, p, (all) => Math.log2(p) * messageCycles(all)],
        ["broadcast", { broadcast: "scatter-allgather" }, p, (all) => halvingCycles(all, p) + (p - 1) * messageCycles(all / p)],
        ["reduce", { algorithm: "rabenseifner" }, p, (all) => 2 * halvingCycles(all, p)],
      ] as typeof expectedTimes,
  ),
  ...(
    [
      [2, 2],
      [3, 2],
      [4, 4],
    ] as const
  ).flatMap(
    ([a, b]) =>
      [
        [
          "allreduce",
          { algorithm: "ring-2d", row: a },
          a * b,
          (all) => 2 * (a - 1) * messageCycles(all / a) + 2 * (b - 1) * messageCycles(all / a / b),
        ],
        [
          "allreduce",
          { algorithm: "hierarchical", host: a },
          a * b,
          (all) => 2 * (a - 1) * messageCycles(all / a) + 2 * (b - 1) * messageCycles(all / a / b),
        ],
      ] as typeof expectedTimes,
  ),
  // With two ranks, each is the root of one tree.
  ["allreduce", { algorithm: "double-binary-tree", chunks: 1 }, 2, (all) => 2 * messageCycles(all / 2)],
];

describe.each(["fluid", "virtual-cut-through"])("under %s", (flowControl) => {
  it.each(expectedTimes)("%s of %o among %i ranks takes what can be worked out by hand", (kind, values, ranks, cycles) => {
    const message = kind === "barrier" ? {} : { message: `${totalBytes(ranks)} B` };
    const { makespan } = run(scenarioOn(ranks, { kind, mapping: "consecutive", ...message, ...values }, { flowControl }));
    expect(makespan).toBeCloseTo(cycles(totalBytes(ranks)), 6);
  });

  it.each([2, 8, 16])("an all-to-all of %i ranks by Bruck sends half of all in each of lg p rounds", (p) => {
    const { makespan } = run(scenarioOn(p, { kind: "all-to-all", algorithm: "bruck", message: "192 B" }, { flowControl }));
    expect(makespan).toBeCloseTo(Math.log2(p) * messageCycles((p / 2) * 192), 6);
  });

  it("a ring with a reduction waits for it in each round of its first half", () => {
    const p = 6;
    const scenario = scenarioOn(
      p,
      { kind: "allreduce", message: `${totalBytes(p)} B`, reduction: "1 GB/s" },
      { flowControl, technology: "own-links" },
    );
    const reducing = Math.round(blockBytes / 1e9 / cycleSecondsOf(scenario)!);
    expect(reducing).toBeGreaterThan(0);
    const free = run(
      scenarioOn(p, { kind: "allreduce", message: `${totalBytes(p)} B` }, { flowControl, technology: "own-links" }),
    ).makespan!;
    expect(run(scenario).makespan).toBeCloseTo(free + (p - 1) * reducing, 6);
  });

  it("waits for messages by rendezvous, and ends", () => {
    for (const algorithm of ["ring", "rabenseifner", "direct", "bruck", "double-binary-tree", "ring-2d"])
      for (const channels of [1, 3]) {
        const host = { kind: "limited-ports", eager: "1 B" };
        const workload = { kind: "allreduce", algorithm, channels, message: "6 kB" };
        const results = run(scenarioOn(6, workload, { flowControl, host }));
        expect([algorithm, channels, results.status]).toEqual([algorithm, channels, "finished"]);
      }
  });
});

describe("on networks, by hand under fluid flow", () => {
  const bytes = 192 * 256;
  const on4x4 = (topology: object, values: object, more: object = {}) => {
    const workload = { kind: "allreduce", message: `${bytes} B`, mapping: "consecutive", ...values };
    return run(readScenario({ version: 2, topology, flowControl: "fluid", workload, ...more })).makespan!;
  };
  /** Rings of 4 ranks reduce and distribute quarters; then rings of 4 across them do the same with sixteenths. */
  const twice = (channels: number) => 6 * (channels + bytes / 4 / 4) + 6 * (channels + bytes / 16 / 4);

  it("a 2-D ring whose rows are those of a torus has every ring for itself", () => {
    expect(on4x4({ kind: "torus", sizes: [4, 4] }, { algorithm: "ring-2d", row: 4 })).toBeCloseTo(twice(3), 6);
  });

  it("hierarchical rings on rails reduce within hosts, then along rails, each of them for itself", () => {
    const rails = { kind: "rails", accelerators: 4, hosts: 4 };
    expect(on4x4(rails, { algorithm: "hierarchical" })).toBeCloseTo(twice(2), 6);
  });

  it("two channels of a 2-D ring on rails use links inside hosts and along rails simultaneously, where a terminal has slots for both", () => {
    const rails = { kind: "rails", accelerators: 4, hosts: 4 };
    const values = { algorithm: "ring-2d", row: 4, channels: 2 };
    const slots = (injectionSlots: number) => ({ flowControl: { kind: "fluid", injectionSlots } });
    // Each of the two channels of the ring algorithm has half of the data: one uses the rows while the other uses the columns.
    expect(on4x4(rails, values, slots(2))).toBeCloseTo(6 * (2 + bytes / 8 / 4) + 6 * (2 + bytes / 32 / 4), 6);
    expect(on4x4(rails, values, slots(1))).toBeGreaterThan(1.9 * on4x4(rails, values, slots(2)));
  });
});

describe("among ranks that are no power of two, by rendezvous", () => {
  // MPICH: 2 ⌊lg p⌋ + 2 steps and 2 (q − 1) / q + 2 vectors, q = 2^⌊lg p⌋; for the last two algorithms ⌊lg p⌋ + 2 steps and the same number
  // of vectors.
  it.each([3, 5, 7, 12, 24])("%i ranks take what MPICH says, with a request and an answer before each message", (p) => {
    const lg = Math.floor(Math.log2(p));
    const q = 2 ** lg;
    for (const [algorithm, steps, vectors] of [
      ["rabenseifner", 2 * lg + 2, (2 * (q - 1)) / q + 2],
      ["swing", 2 * lg + 2, (2 * (q - 1)) / q + 2],
      ["recursive-doubling", lg + 2, lg + 2],
      ["swing-latency", lg + 2, lg + 2],
    ] as const) {
      const bytes = 64 * totalBytes(p);
      const workload = { kind: "allreduce", algorithm, mapping: "consecutive", message: `${bytes} B` };
      const { makespan } = run(scenarioOn(p, workload, { flowControl: "fluid", host: { kind: "limited-ports", eager: "1 B" } }));
      expect(makespan).toBeCloseTo(steps * 3 * 2 + (vectors * bytes) / 4, 6);
    }
  });
});

describe("two trees whose ranks keep step", () => {
  /** Each rank has two half segments, with a request and a reply before each; in one step, no rank sends twice or receives twice. */
  const half = 19200;
  const taken = (kind: string, values: object, p: number, segments: number) => {
    const scenario = scenarioOn(
      p,
      { kind, mapping: "consecutive", message: `${2 * segments * half} B`, ...values },
      { flowControl: "fluid" },
    );
    const { steps } = (compile(scenario).plan.demand as Program).collective!;
    return { steps, least: steps * (half / 4), most: steps * (3 * 2 + half / 4), makespan: run(scenario).makespan! };
  };

  // By hand: 2·(S − 1) steps, plus the steps until the last rank has the first half segments.
  it.each([
    [2, 2],
    [8, 6],
    [4, 4],
    [5, 5],
    [6, 5],
    [7, 6],
    [12, 8],
    [48, 12],
    [64, 12],
  ])("a broadcast among %i ranks takes 2 (S − 1) + %i steps", (p, first) => {
    for (const segments of [2, 7, 16]) {
      const { steps, most, makespan } = taken("broadcast", { broadcast: "double-binary-tree", segments }, p, segments);
      expect(steps).toBe(2 * (segments - 1) + first);
      expect(makespan).toBeCloseTo(most, 6);
    }
  });

  it("a job keeps lockstep beside others, at any place among them", () => {
    const job = (algorithm: string, terminals: readonly number[]) => ({
      kind: "allreduce",
      algorithm,
      message: "24 kB",
      chunks: algorithm === "ring" ? 1 : 4,
      mapping: { kind: "list", terminals },
    });
    const jobs = [job("ring", [4, 5, 6, 7]), job("double-binary-tree", [0, 1, 2, 3])].map((each) => ({ program: each }));
    const alone = run(scenarioOn(8, jobs[1].program, { flowControl: "fluid" })).makespan!;
    for (const order of [jobs, [jobs[1], jobs[0]]])
      expect(run(scenarioOn(8, { kind: "programs", jobs: order }, { flowControl: "fluid" })).makespan).toBeCloseTo(alone, 6);
  });

  it("as many segments as suit are as good as any other number, and few where there are many ranks", () => {
    const taken = (message: string, chunks: number) =>
      run(scenarioOn(16, { kind: "allreduce", algorithm: "double-binary-tree", message, chunks }, { flowControl: "fluid" })).makespan!;
    for (const message of ["1 KiB", "16 KiB", "256 KiB"])
      for (const chunks of [1, 4, 16, 64]) expect(taken(message, 0)).toBeLessThan(1.1 * taken(message, chunks));
    expect(defaultSegments(4096, 2 ** 26)).toBe(16);
    expect(defaultSegments(65536, 2 ** 40)).toBe(1);
  });

  it.each([3, 4, 5, 6, 7, 12, 48, 64])("an allreduce among %i ranks takes its steps, but some requests at the turn", (p) => {
    for (const chunks of [2, 7, 16]) {
      const { steps, least, most, makespan } = taken("allreduce", { algorithm: "double-binary-tree", chunks }, p, chunks);
      expect(steps).toBeLessThanOrEqual(4 * (chunks - 1) + 4 * Math.ceil(Math.log2(p)));
      expect(makespan).toBeLessThan(most + 1e-6);
      expect(makespan).toBeGreaterThan(least);
      if (p < 8) expect(makespan).toBeCloseTo(most, 6);
    }
  });
});

/** The issue that the compiler reports for a workload; null if there is none. */
function issueFor(ranks: number, workload: object, topology: object = { kind: "single-switch", terminals: ranks }, more: object = {}) {
  try {
    compile(readScenario({ version: 2, topology, flowControl: "fluid", workload, ...more }));
    return null;
  } catch (error) {
    return (error as ScenarioError).issues[0];
  }
}

describe("what does not fit", () => {
  it("rows that leave ranks over, with the nearest that do not", () => {
    expect(issueFor(12, { kind: "allreduce", algorithm: "ring-2d", row: 5 })).toMatchObject({
      path: "workload.row",
      message: "12 ranks are not a whole number of rows of 5.",
      nearest: 4,
    });
    expect(issueFor(12, { kind: "allreduce", algorithm: "ring-2d" })).toBeNull();
  });

  it("hosts that are not there, not filled, or of unequal size", () => {
    const hierarchical = { kind: "allreduce", algorithm: "hierarchical" };
    expect(issueFor(12, hierarchical)).toMatchObject({
      path: "workload.host",
      message: "this network has no hosts, so the number of ranks per host is not known.",
      nearest: 3,
    });
    const rails = { kind: "rails", accelerators: 4, hosts: 4 };
    expect(issueFor(16, { ...hierarchical, ranks: 6 }, rails)).toMatchObject({ path: "workload.ranks", nearest: 4 });
    expect(issueFor(16, { ...hierarchical, mapping: "consecutive" }, rails)).toBeNull();
    const mapping = { kind: "list", terminals: [0, 1, 2, 4, 5, 6, 7, 8] };
    expect(issueFor(16, { ...hierarchical, ranks: 8, mapping }, rails)?.message).toMatch(/^of 4 ranks of a host, 3 run on host 0;/);
  });

  it("a reduction where a cycle has no length, and one that would take longer than is simulated", () => {
    const reducing = (reduction: string, more: object = {}) =>
      issueFor(4, { kind: "allreduce", message: "1 TB", reduction }, undefined, more);
    expect(reducing("1 GB/s")).toMatchObject({ path: "workload.reduction", nearest: 0 });
    const nearest = reducing("1 B/s", { technology: "own-links" })?.nearest as number;
    expect(nearest).toBeGreaterThan(1);
    expect(reducing(`${nearest} B/s`, { technology: "own-links" })).toBeNull();
    expect(reducing(`${nearest - 1} B/s`, { technology: "own-links" })).toMatchObject({ nearest });
  });

  it.each([
    [{ algorithm: "ring", chunks: 1024 }, "chunks"],
    [{ algorithm: "ring-2d", chunks: 1024, channels: 32 }, "chunks"],
    [{ kind: "reduce", algorithm: "chain", chunks: 1024, channels: 32 }, "chunks"],
    [{ algorithm: "direct", channels: 32, ranks: 512 }, "channels"],
    [{ kind: "all-to-all", algorithm: "posted" }, "ranks"],
  ])("more messages than are simulated for %o, with the most %s that are", (values, path) => {
    /** The first issue of a workload; null if there is none. */
    const issueFor = (more: object) => {
      const workload = { kind: "allreduce", ranks: 4096, message: "1 MB", ...values, ...more };
      try {
        // Reads the document only: compiling these programs takes seconds.
        readScenario({ version: 2, topology: { kind: "k-ary-n-tree", k: 8, n: 4 }, flowControl: "fluid", workload });
        return null;
      } catch (error) {
        return (error as ScenarioError).issues[0];
      }
    };
    const { nearest } = issueFor({})!;
    expect(issueFor({})).toMatchObject({ path: `workload.${path}`, remedy: expect.stringContaining(String(nearest)) });
    expect(issueFor({ [path]: nearest })).toBeNull();
    expect(issueFor({ [path]: (nearest as number) + 1 })).not.toBeNull();
  });

  it("a root that is not there, and more messages than are simulated", () => {
    expect(issueFor(4, { kind: "reduce", root: 4 })).toMatchObject({ path: "workload.root", nearest: 3 });
    const large = { kind: "k-ary-n-tree", k: 8, n: 5 };
    const many = issueFor(0, { kind: "allreduce", ranks: 16384, message: "1 MB" }, large);
    expect(many?.path).toBe("workload.ranks");
    expect(issueFor(0, { kind: "allreduce", ranks: many?.nearest, message: "1 MB" }, large)).toBeNull();
    expect(issueFor(0, { kind: "allreduce", ranks: (many?.nearest as number) + 1, message: "1 MB" }, large)).not.toBeNull();
  });
});

it("a ring of 4,096 ranks is a handful of loops a rank, and moves as many messages as it should", () => {
  const workload = { kind: "allreduce", message: "64 MiB", ranks: 4096 };
  const program = compile(readScenario({ topology: { kind: "k-ary-n-tree", k: 8, n: 4 }, flowControl: "fluid", workload })).plan
    .demand as Program;
  expect(program.firstMessage[4096]).toBe(4096 * 2 * 4095);
  expect(program.first[4096]).toBeLessThan(24 * 4096);
});
