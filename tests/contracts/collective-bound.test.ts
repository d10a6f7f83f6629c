/** The lower bound on the time of a collective operation: no run is ever faster, and the best algorithms reach it. */
import * as fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { collectiveTimeBoundOf } from "../../src/core/analysis/collectives/bound.ts";
import { cutRequirementsOf } from "../../src/core/analysis/collectives/needs.ts";
import { spreadingTime } from "../../src/core/analysis/collectives/spreading.ts";
import { startFlowControl } from "../../src/core/flow-control/engines.ts";
import { allFlowControls } from "../../src/core/flow-control/index.ts";
import { collectiveSpeedOf } from "../../src/core/measures/collective.ts";
import type { TimeBound, Collective, CollectiveOperation } from "../../src/core/programs/collective.ts";
import type { Plan } from "../../src/core/plan/plan.ts";
import type { Program } from "../../src/core/programs/program.ts";
import { ProgramWriter } from "../../src/core/programs/program-writer.ts";
import { compile } from "../../src/core/run/compile.ts";
import type { Param } from "../../src/core/base/params.ts";
import { ScenarioError } from "../../src/core/base/errors.ts";
import { allWorkloads } from "../../src/core/workloads/index.ts";
import { run } from "../../src/core/run/run.ts";
import { readScenario, type Scenario } from "../../src/core/scenario/scenario.ts";
import { scalar } from "../../src/core/simulation/frame.ts";
import { cases, coveringPairs } from "../effort.ts";
import { maxCycles, scenariosOn } from "./against-reference.ts";
import { anyLinks, withLinks } from "./any-links.ts";
import { anySwitch, arbitraryLinks, smallTopology } from "./arbitrary.ts";
import { anyFlowControl, frameOf, isFullyConnected } from "./scenarios.ts";

const operations: readonly CollectiveOperation[] = [
  "allreduce",
  "reduce-scatter",
  "allgather",
  "broadcast",
  "reduce",
  "all-to-all",
  "barrier",
];

/** A collective operation over random trees, one for each block: values are reduced up the tree, results are broadcast down it. */
interface RandomCollective {
  readonly operation: CollectiveOperation;
  readonly ranks: number;
  readonly bytes: number;
  readonly root: number;
  /** [blocks][ranks − 1] Parent of each rank except the root, as a position in an order of the ranks; and the rotation of that order. */
  readonly trees: readonly { readonly turn: number; readonly above: readonly number[] }[];
}

const sizes = fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 41, max: 3000 }));

/** A random collective operation on 2 to 9 ranks. */
function randomCollectiveOn(terminals: number): fc.Arbitrary<RandomCollective> {
  return fc.integer({ min: 2, max: Math.min(terminals, 9) }).chain((ranks) => {
    const above = fc.tuple(...Array.from({ length: ranks - 1 }, (_, i) => fc.nat({ max: i })));
    const tree = fc.record({ turn: fc.nat({ max: ranks - 1 }), above });
    return fc.record({
      operation: fc.constantFrom(...operations),
      ranks: fc.constant(ranks),
      bytes: sizes,
      root: fc.nat({ max: ranks - 1 }),
      trees: fc.array(tree, { minLength: ranks, maxLength: ranks }),
    });
  });
}

/** Bytes of block b of `blocks` blocks. */
const blockBytes = (bytes: number, blocks: number, b: number) => Math.floor((bytes * (b + 1)) / blocks) - Math.floor((bytes * b) / blocks);

/** The program of the operation: all-to-all directly; otherwise reduction up the trees, if any, then broadcast down them. */
function programOf(
  { operation, ranks, bytes: requestedBytes, root, trees }: RandomCollective,
  terminalOf: Int32Array,
  packetBytes: number,
): Program {
  const write = new ProgramWriter(packetBytes);
  const bytes = operation === "barrier" ? 0 : operation === "all-to-all" ? requestedBytes * ranks : requestedBytes;
  for (let rank = 0; rank < ranks; rank++) {
    if (operation === "all-to-all") {
      for (let k = 1; k < ranks; k++) write.send((rank + k) % ranks, requestedBytes);
      for (let k = 1; k < ranks; k++) write.receive((rank + ranks - k) % ranks);
    } else {
      const blocks = trees.map((tree, b) => {
        // Position 0 of a tree is its root: the root of the operation, or the rank to which the block belongs.
        const first = operation === "broadcast" || operation === "reduce" ? root : operation === "allreduce" ? tree.turn : b;
        const rankAt = (otherPosition: number) => (first + otherPosition) % ranks;
        const position = (rank - first + ranks) % ranks;
        const below = tree.above.flatMap((up, i) => (up === position ? [rankAt(i + 1)] : []));
        const size = operation === "barrier" ? (b === 0 ? 1 : 0) : blockBytes(bytes, ranks, b);
        return { up: position === 0 ? null : rankAt(tree.above[position - 1]), below, size, tag: b };
      });
      const moved = blocks.filter(({ size }) => size > 0);
      if (!["allgather", "broadcast"].includes(operation))
        for (const { up, below, size, tag } of moved) {
          for (const other of below) write.receive(other, tag);
          if (up !== null) write.send(up, size, tag);
        }
      if (!["reduce-scatter", "reduce"].includes(operation))
        for (const { up, below, size, tag } of moved) {
          if (up !== null) write.receive(up, tag + ranks);
          for (const other of below) write.send(other, size, tag + ranks);
        }
    }
    write.nextRank();
  }
  const collective: Collective = { operation, algorithm: "trees", ranks, bytes, steps: 1, bytesPerRank: 0, root };
  return { ...write.finish(terminalOf), collective };
}

/** A scenario with a collective operation on some of its terminals. */
const withCollective = (scenario: Scenario) => {
  const { plan } = compile(scenario);
  const { terminals } = plan.network;
  const all = Array.from({ length: terminals }, (_, t) => t);
  const terminal = fc.shuffledSubarray(all, { minLength: terminals, maxLength: terminals });
  return fc.record({ scenario: fc.constant(scenario), plan: fc.constant(plan), drawn: randomCollectiveOn(terminals), terminal });
};

/** The plan of a random collective operation. */
function planOf({
  plan,
  drawn,
  terminal,
}: {
  readonly plan: Plan;
  readonly drawn: RandomCollective;
  readonly terminal: readonly number[];
}): Plan {
  const demand = programOf(drawn, Int32Array.from(terminal.slice(0, drawn.ranks)), plan.packetBytes!);
  return { ...plan, demand, window: { start: 0, end: Infinity, limit: Infinity } };
}

/** Runs a plan, expects it to take at least the lower bound, and returns both times. */
function expectNotBelowBound(
  { flowControl: { kind, values } }: Scenario,
  plan: Plan,
  relativeRounding: number,
): { readonly done: number; readonly bound: TimeBound } {
  const bound = collectiveTimeBoundOf(plan)!;
  const simulation = startFlowControl(kind, values, plan);
  while (simulation.status === "running" && simulation.now < maxCycles) simulation.advance(maxCycles, Infinity);
  fc.pre(simulation.status === "finished");
  const frame = frameOf(simulation);
  const done = frame.rankDone.reduce((a, b) => Math.max(a, b), frame.scalars[scalar.lastArrival] + 1);
  // Sums of fractions are rounded; circuits round fractions of a phit to their time unit.
  expect(bound.cycles, bound.by).toBeLessThanOrEqual(done * (1 + (plan.engine.time === "real" ? relativeRounding : 0)));
  expect(bound.cycles).toBeGreaterThan(0);
  return { done, bound };
}

describe("no run is faster than the least time", () => {
  it("on random networks, under any flow control, over any trees and placement", () => {
    const seen = new Map<string, number>();
    fc.assert(
      fc.property(
        scenariosOn(smallTopology(20), anyFlowControl).filter(isFullyConnected).chain(withCollective),
        fc.option(anyLinks(fc.constantFrom(0, 1, 2.5, 30))),
        (drawn, links) => {
          const isUneven = links !== null && allFlowControls.get(drawn.scenario.flowControl.kind).engine.time === "real";
          const plan = planOf(drawn);
          const { done, bound } = expectNotBelowBound(drawn.scenario, isUneven ? withLinks(plan, links) : plan, isUneven ? 1e-6 : 1e-9);
          if (bound.cycles >= 0.8 * done) seen.set(bound.by, (seen.get(bound.by) ?? 0) + 1);
        },
      ),
      { numRuns: cases(300) },
    );
    // The bound is close to many of the runs, and for more than one reason.
    expect([...seen.values()].reduce((a, b) => a + b, 0)).toBeGreaterThan(cases(300) / 20);
    expect(seen.size).toBeGreaterThan(2);
  });

  it("over links of any rate and length, through switches of any kind", () => {
    const isValid = (scenario: Scenario) => {
      try {
        compile(scenario);
        return true;
      } catch {
        return false;
      }
    };
    const scenarios = scenariosOn(smallTopology(20), anyFlowControl)
      .filter(isFullyConnected)
      .chain((scenario) =>
        fc.record({ links: arbitraryLinks(scenario.topology), switch: anySwitch }).map((more) => ({ ...scenario, ...more }) as Scenario),
      )
      .filter(isValid);
    fc.assert(
      fc.property(scenarios.chain(withCollective), (drawn) => {
        expectNotBelowBound(drawn.scenario, planOf(drawn), 1e-6);
      }),
      { numRuns: cases(100) },
    );
  });
});

describe("no collective operation of the shelf is faster", () => {
  const kinds = allWorkloads.kinds.filter(({ collectiveOf }) => collectiveOf !== undefined);
  const networks = [
    { topology: { kind: "single-switch", terminals: 16 } },
    { topology: { kind: "torus", sizes: [4, 4] } },
    { topology: { kind: "thin-tree", k: 4, kUp: 2, n: 2 }, links: [{ class: "level 0 to 1", rate: 0.5, length: 20 }] },
    { topology: { kind: "rails", hosts: 4, rails: 4 } },
  ];
  const flows = ["fluid", "virtual-cut-through"];

  it.each(kinds.map((kind) => [kind.id, kind] as const))("%s, by each of its algorithms", (_, kind) => {
    const ways = Object.entries<Param>(kind.params).filter(([name]) => name === "algorithm" || name === "broadcast");
    const chosen = ways.flatMap(([name, param]) => (param.type === "choice" ? param.choices.map(({ id }) => ({ [name]: id })) : []));
    const algorithms = chosen.length > 0 ? chosen : [{}];
    let compared = 0;
    for (const algorithm of algorithms)
      for (const message of ["8 B", "5000 B"])
        for (const [network, flowControl] of coveringPairs(networks, message === "8 B" ? flows : flows.toReversed())) {
          const sized = { ...("message" in kind.params ? { message } : {}), ...("root" in kind.params ? { root: 5 } : {}) };
          // A combination is invalid if the algorithm does not support the number of ranks, or the switches do not support the engine.
          const scenario = readIfValid({
            ...network,
            workload: { kind: kind.id, ranks: 8, mapping: "random", ...sized, ...algorithm },
            flowControl,
          });
          const results = scenario === null ? null : run(scenario);
          if (results === null) continue;
          const { time, bound, share, root } = collectiveSpeedOf(results)!;
          expect(root).toBe("root" in kind.params ? 5 : undefined);
          expect(bound!.cycles, JSON.stringify({ ...algorithm, message, network, flowControl, bound })).toBeLessThanOrEqual(
            time * (1 + 1e-9),
          );
          expect(share).toBeGreaterThan(0);
          compared++;
        }
    expect(compared).toBeGreaterThan(0);
  });

  /** The scenario of a document; null if it is invalid. */
  function readIfValid(input: object): Scenario | null {
    try {
      const scenario = readScenario(input);
      compile(scenario);
      return scenario;
    } catch (fault) {
      if (fault instanceof ScenarioError) return null;
      throw fault;
    }
  }
});

/** Lower bound divided by the time of a workload on a topology under fluid flow. */
function fractionOfBound(topology: object, workload: object, more: object = {}): number {
  const results = run(readScenario({ topology, workload, flowControl: { kind: "fluid", packet: "64 B" }, ...more }));
  return collectiveSpeedOf(results)!.share!;
}

describe("the best algorithms reach it", () => {
  const oneSwitch = { kind: "single-switch", terminals: 8 };
  const ring = { kind: "allreduce", ranks: 0, mapping: "consecutive" };

  it("a ring on one switch, but for the way of all its steps but one", () => {
    // p = 8, blocks of P packets of 16 phits, paths of 2 channels: 14 (2 + 16 P) cycles, the bound is 2 + 14 · 16 P.
    for (const packets of [1, 8, 1024]) {
      const bytes = 8 * 64 * packets;
      const { time, bound } = collectiveSpeedOf(
        run(readScenario({ topology: oneSwitch, workload: { ...ring, message: `${bytes} B` }, flowControl: "fluid" })),
      )!;
      expect(time).toBe(14 * (2 + 16 * packets));
      expect(bound!.cycles).toBe(packets === 1 ? Math.max(2 + 14 * 16, 3 * 18) : 2 + 14 * 16 * packets);
      expect(bound!.by).toBe("the channels of the ranks");
    }
  });

  it("a ring whose ranks have ports that are slower both ways together", () => {
    // 1 GB/s in one direction, 0.6 GB/s in both together: 2 · 2 n (p − 1) / p divided by this rate, n = 64 MiB and p = 8.
    const more = { technology: { kind: "own-links", rate: "1 GB/s" }, host: { kind: "limited-ports", bothWays: "600 MB/s" } };
    expect(fractionOfBound(oneSwitch, { ...ring, message: "64 MiB" }, more)).toBeGreaterThan(0.9999);
    const { bound } = collectiveSpeedOf(
      run(readScenario({ topology: oneSwitch, workload: { ...ring, message: "64 MiB" }, flowControl: "fluid", ...more })),
    )!;
    expect((bound!.cycles * 4) / 1e9).toBeCloseTo((4 * 2 ** 26 * (7 / 8)) / 0.6e9, 6);
  });

  it.each([
    { kind: "thin-tree", k: 4, kUp: 1, n: 2 },
    { kind: "k-ary-n-tree", k: 4, n: 2 },
    { kind: "torus", sizes: [4, 4] },
    { kind: "mesh", sizes: [4, 4] },
  ])("a long ring on %j", (topology) => {
    expect(fractionOfBound(topology, { ...ring, message: "64 MiB" })).toBeGreaterThan(0.9999);
  });
});

test("what has to pass between two halves of an all-to-all on a mesh sets its least time", () => {
  // 8 × 8 ranks; 32 · 32 pairs with 1024 B each, 16 packets of 16 phits, over 8 links: 32 768 cycles, and a path of 3 channels.
  const workload = { kind: "all-to-all", message: "1024 B", ranks: 64, mapping: "consecutive" };
  const { plan } = compile(readScenario({ topology: { kind: "mesh", sizes: [8, 8] }, workload, flowControl: "fluid" }));
  const collective: Collective = { operation: "all-to-all", algorithm: "any", ranks: 64, bytes: 65536, steps: 63, bytesPerRank: 64512 };
  const bound = collectiveTimeBoundOf({ ...plan, demand: { ...(plan.demand as Program), collective } })!;
  expect(bound).toEqual({ cycles: (32 * 32 * 16 * 16) / 8 + 3, by: "the links between X 3 and X 4" });
});

test("a slow link above each subtree sets the least time of an allreduce: 2 n (L − 1) / L over it", () => {
  // 4 subtrees of 4 ranks; their only uplink carries a phit in 8 cycles; n = 64 KiB, 1024 packets of 16 phits.
  const { plan } = compile(
    readScenario({
      topology: { kind: "thin-tree", k: 4, kUp: 1, n: 2 },
      links: [{ class: "level 0 to 1", rate: 0.125 }],
      workload: { kind: "allreduce", ranks: 16, message: "64 KiB", mapping: "consecutive" },
      flowControl: "fluid",
    }),
  );
  const { cycles, by } = collectiveTimeBoundOf(plan)!;
  expect(by).toBe("the level 0 to 1 links");
  expect(cycles).toBeGreaterThanOrEqual((2 * 1024 * 16 * (3 / 4)) / 0.125);
  expect(cycles).toBeLessThan((2 * 1024 * 16 * (3 / 4)) / 0.125 + 40);
  const inNetwork = { ...(plan.demand as Program).collective!, inNetwork: true as const };
  const other = collectiveTimeBoundOf({ ...plan, demand: { ...(plan.demand as Program), collective: inNetwork } })!;
  expect(other.cycles).toBeGreaterThanOrEqual((1024 * 16) / 0.125);
  expect(other.cycles).toBeLessThan((1024 * 16) / 0.125 + 40);
});

describe("what has to pass a cut, of 8 ranks and 800 bytes in packets of 10", () => {
  const needs = (operation: CollectiveOperation, more: Partial<Collective> = {}) =>
    cutRequirementsOf({ operation, algorithm: "", ranks: 8, bytes: 800, steps: 1, bytesPerRank: 0, ...more }, 10);
  it.each<[CollectiveOperation, number, number, number]>([
    ["allreduce", 80, 80, 2 * 80 * 3],
    ["reduce-scatter", 60, 20, 80 * 3],
    ["allgather", 20, 60, 80 * 3],
    ["broadcast", 0, 80, 80 * 3],
    ["reduce", 80, 0, 80 * 3],
    ["all-to-all", 2 * 6 * 10, 2 * 6 * 10, 0],
    ["barrier", 1, 1, 2 * 3],
  ])("%s: %d out of two ranks and %d in; %d between four parts", (operation, out, into, between) => {
    const { ofPart, amongParts: betweenParts } = needs(operation);
    expect(ofPart(2, false)).toEqual({ out, in: into });
    expect(betweenParts(4)).toBe(between);
    expect(needs(operation, { inNetwork: true }).amongParts(4)).toBe(0);
  });

  it("where blocks are unlike, the fewest bytes that they may be", () => {
    // 3 bytes for 8 ranks, at most one byte each. Two ranks contribute at least 0 and lack at least 1; seven ranks contribute at least 2.
    const { ofPart } = cutRequirementsOf({ operation: "allgather", algorithm: "", ranks: 8, bytes: 3, steps: 1, bytesPerRank: 0 }, 1);
    expect(ofPart(2, false)).toEqual({ out: 0, in: 1 });
    expect(ofPart(7, false)).toEqual({ out: 2, in: 0 });
  });
});

test("news spread as in the postal model", () => {
  // With one packet in flight at a time, the number of informed ranks doubles; with pipelining and a path of two cycles it grows as the
  // Fibonacci numbers.
  expect(spreadingTime(64, 5, 5)).toBe(6 * 5);
  expect(spreadingTime(65, 5, 5)).toBe(7 * 5);
  const informed = [1, 1, 2, 3, 5, 8, 13, 21];
  for (let t = 2; t < informed.length; t++) expect(spreadingTime(informed[t], 1, 2)).toBe(t);
});
