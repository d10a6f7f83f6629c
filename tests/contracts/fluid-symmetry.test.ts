/** Equivalent ranks are simulated only once: their classes, by hand; and the results equal those of a run of all ranks. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { shuffled } from "../../src/core/base/random.ts";
import { compile } from "../../src/core/run/compile.ts";
import { type FluidRules, searchForSymmetry, startFluid } from "../../src/core/flow-control/fluid/engine.ts";
import { FluidRates } from "../../src/core/flow-control/fluid/rates.ts";
import { startSymmetrySearch, type Symmetry } from "../../src/core/flow-control/fluid/symmetry.ts";
import type { Plan } from "../../src/core/plan/plan.ts";
import { ProgramWriter } from "../../src/core/programs/program-writer.ts";
import type { Program } from "../../src/core/programs/program.ts";
import { mergePrograms } from "../../src/core/programs/merge-programs.ts";
import { readScenario } from "../../src/core/scenario/scenario.ts";
import type { Simulation } from "../../src/core/simulation/contract.ts";
import { type Frame, scalar } from "../../src/core/simulation/frame.ts";
import { cases } from "../effort.ts";
import { frameOf, runToEnd } from "./scenarios.ts";

const star = (terminals: number) => ({ kind: "single-switch", terminals });
const tree = (k: number, n: number) => ({ kind: "k-ary-n-tree", k, n });
const torus = (...sizes: readonly number[]) => ({ kind: "torus", sizes });
const dragonfly = { kind: "dragonfly", p: 2, a: 6, h: 2, g: 12 };
const rails = { kind: "rails", hosts: 20, accelerators: 8, ports: 16 };

type Document = Readonly<Record<string, unknown>>;

function planOf(topology: Document, ways: string, workload: Document = { kind: "all-to-all", ranks: 2 }, more: Document = {}): Plan {
  return compile(readScenario({ topology, flowControl: { kind: "fluid", ways, ...more }, workload })).plan;
}

const rulesOf = (ways: string) => ({ ways, toOne: "together" }) as FluidRules;

/** Number of ranks that have to be simulated; all ranks if no symmetry is found. */
function simulatedRanks(topology: Document, ways: string, workload: Document): number {
  const plan = planOf(topology, ways, workload);
  const found = startSymmetrySearch(plan, rulesOf(ways).ways)?.end() ?? null;
  return found === null ? (plan.demand as Program).ranks : new Set(found.rank).size;
}

const ring = (ranks: number, more: Document = {}) => ({ kind: "allreduce", algorithm: "ring", ranks, mapping: "consecutive", ...more });
const allToAll = (ranks: number, more: Document = {}) => ({ kind: "all-to-all", ranks, mapping: "consecutive", ...more });

describe("who is alike, by hand", () => {
  it.each([
    // The symmetry group maps any rank to any other one.
    ["a ring on one switch", star(100), "drawn", ring(100), 1],
    ["the same with a few terminals left over, whoever has a rank", star(100), "drawn", ring(90, { mapping: "random" }), 1],
    ["both directions at once", star(64), "drawn", ring(64, { channels: 2 }), 1],
    ["all to all on one switch", star(100), "drawn", allToAll(100), 1],
    ["all posted at once", star(100), "one", allToAll(100, { algorithm: "posted", mapping: "random" }), 1],
    // The highest subtrees of a tree can be rotated: a rank is determined by its position in its subtree.
    ["a ring on a tree", tree(4, 3), "one", ring(64), 16],
    ["a ring on a tree, over all paths", tree(4, 3), "spread", ring(64), 16],
    ["all to all by shifts on a tree", tree(4, 3), "one", allToAll(64), 16],
    // Ranks that differ in one bit can be exchanged.
    ["all to all in pairs on a binary tree", tree(2, 6), "one", allToAll(64, { order: "xor" }), 1],
    ["all to all in pairs on a tree", tree(4, 3), "one", allToAll(64, { order: "xor" }), 1],
    ["exchanges in a butterfly", tree(2, 6), "one", { kind: "butterfly-exchange", ranks: 64, mapping: "consecutive" }, 1],
    // All rows of a torus are equivalent; in an odd ring, all ranks are.
    ["a ring around one ring", torus(16), "drawn", ring(16), 1],
    ["all to all around a ring of an odd number", torus(15), "drawn", allToAll(15), 1],
    // Each rank receives a broadcast over a different path of the tree.
    ["a broadcast", star(64), "drawn", { kind: "broadcast", ranks: 64, mapping: "consecutive" }, 64],
    ["draws", tree(4, 3), "drawn", allToAll(64), 64],
  ] as const)("%s", (_, topology, ways, workload, expected) => {
    expect(simulatedRanks(topology, ways, workload)).toBe(expected);
  });

  it("does not matter how loops are written", () => {
    // Blocks of 8 and 9 bytes are one packet each, but ranks handle the longer ones in different iterations, so their loops are split
    // differently.
    expect(simulatedRanks(star(60), "drawn", ring(60, { message: "500 B" }))).toBe(1);
    // With blocks of 1 and 2 packets, every rank handles the longer ones in different iterations.
    expect(simulatedRanks(star(60), "drawn", ring(60, { message: "3850 B" }))).toBe(60);
  });

  it("counts what only one of them uses: a link that fails parts them", () => {
    const whole = torus(8, 8);
    expect(simulatedRanks(whole, "drawn", allToAll(64, { order: "xor" }))).toBeLessThan(32);
    expect(simulatedRanks({ kind: "faulty", of: { kind: "torus", sizes: [8, 8] }, links: 1 }, "one", allToAll(64, { order: "xor" }))).toBe(
      64,
    );
  });

  it("is used only where no single message and no pair of terminals is reported", () => {
    const rules = rulesOf("drawn");
    // With 128 terminals, pairs are reported individually; 362 ranks send 130,682 messages, 363 send 131,406.
    expect(searchForSymmetry(rules, planOf(star(128), "drawn", ring(128, { message: "1 MB", channels: 5 })))).toBeNull();
    expect(searchForSymmetry(rules, planOf(star(400), "drawn", allToAll(362)))).toBeNull();
    expect(searchForSymmetry(rules, planOf(star(400), "drawn", allToAll(363)))).not.toBeNull();
    const inTurn = planOf(star(400), "drawn", allToAll(363), { injectionSlots: 2 });
    expect(searchForSymmetry({ ...rules, toOne: "in-turn" }, inTurn)).toBeNull();
  });
});

/** One step of all ranks; a program repeats its steps several times. */
type RankStep =
  | { readonly does: "shift"; readonly by: number; readonly size: number }
  | { readonly does: "exchange"; readonly bit: number; readonly size: number }
  | { readonly does: "gather" | "scatter"; readonly group: number; readonly size: number }
  | { readonly does: "compute"; readonly cycles: number; readonly every: number }
  | { readonly does: "turns"; readonly times: number; readonly way: "shift" | "xor"; readonly size: number }
  | { readonly does: "wait" | "barrier" | "phase" };

const anySize = fc.integer({ min: 1, max: 300 });
const anyStep: fc.Arbitrary<RankStep> = fc.oneof(
  fc.record({ does: fc.constant("shift" as const), by: fc.integer({ min: 1, max: 40 }), size: anySize }),
  fc.record({ does: fc.constant("exchange" as const), bit: fc.integer({ min: 0, max: 6 }), size: anySize }),
  fc.record({ does: fc.constantFrom("gather" as const, "scatter" as const), group: fc.constantFrom(2, 4, 8), size: anySize }),
  fc.record({ does: fc.constant("compute" as const), cycles: fc.integer({ min: 1, max: 500 }), every: fc.constantFrom(1, 2, 4) }),
  fc.record({
    does: fc.constant("turns" as const),
    times: fc.integer({ min: 1, max: 12 }),
    way: fc.constantFrom("shift" as const, "xor" as const),
    size: anySize,
  }),
  fc.record({ does: fc.constantFrom("wait" as const, "barrier" as const, "phase" as const) }),
);

/** Ranks of the program; additional terminals have no rank. */
const ranks = 128;

/** Writes a rank's part of a step. */
function writeStep(w: ProgramWriter, r: number, step: RankStep, tag: number): void {
  if (step.does === "shift") {
    w.send((r + step.by) % ranks, step.size, tag);
    w.receive((r + ranks - step.by) % ranks, tag);
  } else if (step.does === "exchange") {
    w.send(r ^ (1 << step.bit), step.size, tag);
    w.receive(r ^ (1 << step.bit), tag);
  } else if (step.does === "gather" || step.does === "scatter") {
    const head = r - (r % step.group);
    const others = Array.from({ length: step.group - 1 }, (_, i) => head + 1 + i);
    const isSending = (r === head) === (step.does === "scatter");
    for (const other of r === head ? others : [head]) {
      if (isSending) w.send(other, step.size, tag);
      else w.receive(other, tag);
    }
  } else if (step.does === "compute") w.compute(step.cycles * (1 + (r % step.every)));
  else if (step.does === "turns") {
    w.repeat(step.times, () => {
      w.sendToPartner(step.size, step.way);
      w.receiveFromPartner();
    });
  } else if (step.does === "phase") w.phase(`phase ${tag}`);
  else w[step.does]();
}

/**
 * A program with all steps, six times in a row, each time with six additional messages of every rank, so that there are more than 4,096
 * messages, which are not reported individually. Runs are short, because rounding errors grow from step to step: a flow that shares a
 * channel slightly longer gets less of the next one.
 */
function programOf(steps: readonly RankStep[], terminalOf: Int32Array, isNested: boolean): Program {
  const w = new ProgramWriter(64);
  for (let r = 0; r < ranks; r++) {
    steps.forEach((each, tag) => each.does === "turns" && writeStep(w, r, each, tag));
    const body = () => {
      steps.forEach((each, tag) => each.does !== "turns" && writeStep(w, r, each, tag));
      for (let k = 1; k <= 6; k++) w.send((r + k) % ranks, 64 * k, steps.length);
      for (let k = 1; k <= 6; k++) w.receive((r + ranks - k) % ranks, steps.length);
    };
    // The same six iterations, written as different loops.
    if (isNested && r % 3 === 0) w.repeat(3, () => w.repeat(2, () => w.repeat(1, body)));
    else if (r % 2 === 0) w.repeat(6, body);
    else {
      w.repeat(4, body);
      w.repeat(2, body);
    }
    w.nextRank();
  }
  return w.finish(terminalOf);
}

const networks = [
  [star(150), "drawn"],
  [tree(6, 3), "one"],
  [tree(6, 3), "spread"],
  [tree(2, 8), "one"],
  [torus(12, 12), "drawn"],
  [torus(16, 9), "spread"],
  [dragonfly, "one"],
  [rails, "one"],
  [{ kind: "modular-switch", modules: 16, uplinks: 1, ingress: 0.75, backplane: 10 }, "drawn"],
] as const;

/** A random network, program, mapping, and cycle at which the run is examined. */
const anyRun = fc.record({
  network: fc.constantFrom(...networks),
  steps: fc.array(anyStep, { minLength: 1, maxLength: 4 }),
  mapping: fc.constantFrom("consecutive", "consecutive", "strided", "random"),
  injectionSlots: fc.constantFrom(1, 1, 3),
  isNested: fc.boolean(),
  draw: fc.nat(),
  work: fc.integer({ min: 20, max: 5000 }),
  until: fc.integer({ min: 1, max: 3000 }),
});

/** The plan of a random run. */
function planOfRun({
  network,
  steps,
  mapping,
  injectionSlots,
  isNested,
  draw,
}: typeof anyRun extends fc.Arbitrary<infer T> ? T : never): Plan {
  const [topology, ways] = network;
  const plan = planOf(topology, ways, undefined, { injectionSlots });
  const { terminals } = plan.network;
  const order = mapping === "random" ? shuffled(terminals, draw) : Int32Array.from({ length: terminals }, (_, r) => r);
  const stride = mapping === "strided" ? Math.floor(terminals / ranks) : 1;
  const terminalOf = Int32Array.from({ length: ranks }, (_, r) => order[r * stride]);
  return { ...plan, demand: programOf(steps, terminalOf, isNested) };
}

/**
 * If several channels of a path are saturated at the same time, a message may be counted as waiting at either of them, so these columns may
 * differ.
 */
const ambiguousWaitColumns = ["waiting", "sinceInjection", "windowWaiting", "windowSinceInjection", "queued"];
/** The fingerprint includes the events of all ranks, so a run of some ranks has a different one. */
const fingerprintIndex = scalar.fingerprint;

/** The largest difference of two frames, relative to the maximum of the column or to the scalar; and its location. */
function difference(a: Frame, b: Frame, ignoredColumns: ReadonlySet<string>): { readonly of: string; readonly is: number } {
  let most = { of: "", is: 0 };
  for (const name of Object.keys(a) as (keyof Frame)[]) {
    if (ignoredColumns.has(name) || name === "flowPackets" || name === "flowLatency") continue;
    const [x, y]: readonly Frame[keyof Frame][] = [a[name], b[name]];
    let scale = 0;
    if (name !== "scalars") for (const each of y) scale = Math.max(scale, Math.abs(each));
    // Columns over time have a mantissa of 24 bits.
    const rounding = y instanceof Float32Array ? 2 ** -23 : 0;
    for (let i = 0; i < x.length; i++) {
      if (x[i] === y[i] || (name === "scalars" && i === fingerprintIndex)) continue;
      const is = Math.abs(x[i] - y[i]) / Math.max(scale, Math.abs(y[i]), 1e-300) - rounding;
      if (!(is <= most.is)) most = { of: `${name} ${i}: ${x[i]} for ${y[i]}`, is };
    }
  }
  return most;
}

const noSymmetry = () => null;
const searchSymmetry = (rules: FluidRules, plan: Plan) => startSymmetrySearch(plan, rules.ways);
const findSymmetry = (rules: FluidRules, plan: Plan) => searchSymmetry(rules, plan)?.end() ?? null;
/** A symmetry that is already known, in the form of a search. */
const knownSymmetry = (alike: Symmetry | null) => () => ({ advance: () => true, end: () => alike });

/** Advances to a cycle, or to the end, in slices. */
function advance(simulation: Simulation, until: number, work: number): void {
  while (simulation.status === "running" && simulation.now < until) simulation.advance(until, work);
}

/** Columns that count from the end of one time bin to the end of the next. */
const timeColumns = ["acceptedOverTime", "latencyOverTime", "inNetworkOverTime"] as const;

/**
 * An event at the boundary of a time bin may occur a rounding error earlier in one of the two runs. A bin may therefore differ only if a
 * packet is injected or consumed close to its begin or end.
 */
function expectSameOverTime(a: Frame, b: Frame, fullRunAt: (cycle: number) => Frame): void {
  const hasEventAt = (instant: number) => {
    const [{ scalars: before }, { scalars: after }] = [fullRunAt(instant - 1), fullRunAt(instant + 1)];
    return [scalar.injected, scalar.delivered].some((which) => after[which] !== before[which]);
  };
  const cycles = b.scalars[scalar.binCycles];
  for (const name of timeColumns)
    for (let i = 0; i < b.scalars[scalar.bins]; i++) {
      if (Math.abs(a[name][i] - b[name][i]) <= 1e-6 * b[name][i]) continue;
      const isClose = (i > 0 && hasEventAt(i * cycles)) || hasEventAt((i + 1) * cycles);
      expect(isClose, `${name} ${i}: ${a[name][i]} for ${b[name][i]}`).toBe(true);
    }
}

describe("a flow that represents several", () => {
  it("uses a resource as often as its ways come by one of those alike", () => {
    const rates = new FluidRates(2, Float64Array.of(1));
    const ways = (...weights: readonly number[]) => ({
      count: weights.length,
      resource: new Int32Array(weights.length),
      weight: Float64Array.from(weights),
      hop: Int32Array.from(weights, (_, hop) => hop),
    });
    const settled = () => {
      rates.solve();
      for (let i = 0; i < rates.filledCount; i++) rates.applyNewRate(rates.filled[i]);
      rates.forgetFilled();
      return [...rates.rate];
    };
    rates.beginFlow(0, ways(0.5, 1));
    expect(settled()).toEqual([1 / 1.5, 0]);
    // 1.5 times the first rate and once the second one use the full capacity.
    rates.beginFlow(1, ways(1));
    const [first, second] = settled();
    expect(first).toBeCloseTo(0.4, 12);
    expect(second).toBeCloseTo(0.4, 12);
    rates.endFlow(1);
    expect(settled()[0]).toBeCloseTo(1 / 1.5, 12);
  });
});

describe("ranks that are alike, run once", () => {
  it("count the same as when everybody runs, whatever the slices", { timeout: 120_000 }, () => {
    let folded = 0;
    fc.assert(
      fc.property(anyRun, (run) => {
        const [topology, ways] = run.network;
        const [plan, rules] = [planOfRun(run), rulesOf(ways)];
        if (findSymmetry(rules, plan) === null) return;
        folded++;
        const [once, all] = [startFluid(rules, plan, searchSymmetry), startFluid(rules, plan, noSymmetry)];
        const canWaitAtOne = topology.kind === "single-switch" && run.injectionSlots === 1;
        const leftOut = new Set<string>([...timeColumns, ...(canWaitAtOne ? [] : ambiguousWaitColumns)]);
        const everybodyUntil = (cycle: number) => {
          const simulation = startFluid(rules, plan, noSymmetry);
          advance(simulation, cycle, Infinity);
          return frameOf(simulation);
        };
        for (const cycle of [run.until, Infinity]) {
          advance(once, cycle, run.work);
          advance(all, cycle, Infinity);
          const [counted, expected] = [frameOf(once), frameOf(all)];
          const { of, is } = difference(counted, expected, leftOut);
          expect(is, of).toBeLessThan(1e-9);
          expectSameOverTime(counted, expected, everybodyUntil);
        }
        expect(once.status).toBe(all.status);
      }),
      { numRuns: cases(120) },
    );
    // The property would be void if no symmetry was ever found.
    expect(folded).toBeGreaterThan(cases(30));
  });

  it.each([
    ["a ring on a tree", tree(6, 3), "one", ring(216, { message: "100 kB" })],
    ["a ring on a torus, both ways", torus(12, 12), "drawn", ring(144, { message: "50 kB", channels: 2 })],
    ["all to all, posted", tree(6, 3), "one", allToAll(216, { algorithm: "posted" })],
    ["all to all in pairs, over all paths", tree(4, 4), "spread", allToAll(128, { order: "xor" })],
    ["all to all on one switch", star(130), "drawn", allToAll(130)],
  ] as const)("%s", (_, topology, ways, workload) => {
    const plan = planOf(topology, ways, workload);
    const rules = rulesOf(ways);
    const alike = findSymmetry(rules, plan);
    expect(alike).not.toBeNull();
    const { of, is } = difference(
      runToEnd(startFluid(rules, plan, knownSymmetry(alike))),
      runToEnd(startFluid(rules, plan, noSymmetry)),
      new Set(),
    );
    expect(is, of).toBeLessThan(1e-9);
  });

  it("are the same for several simultaneous programs, each with its own start", () => {
    const plan = planOf(tree(6, 3), "one");
    const steps: readonly RankStep[] = [
      { does: "shift", by: 3, size: 200 },
      { does: "barrier" },
      { does: "gather", group: 4, size: 80 },
      { does: "turns", times: 9, way: "xor", size: 90 },
    ];
    const wide = planOf(tree(7, 3), "one");
    const on = (first: number) => Int32Array.from({ length: ranks }, (_, r) => first + r);
    const demand = mergePrograms([programOf(steps, on(0), false), programOf(steps.toReversed(), on(150), false)], [0, 700]);
    expect(plan.network.terminals).toBeLessThan(2 * ranks);
    const both = { ...wide, demand } as Plan;
    const rules = rulesOf("one");
    const alike = findSymmetry(rules, both);
    const { of, is } = difference(
      runToEnd(startFluid(rules, both, knownSymmetry(alike))),
      runToEnd(startFluid(rules, both, noSymmetry)),
      new Set(ambiguousWaitColumns),
    );
    expect(is, of).toBeLessThan(1e-9);
  });

  it("would not pass with those taken for alike who are not", () => {
    const plan = planOf(tree(6, 3), "one", ring(216, { message: "100 kB" }));
    const rules = rulesOf("one");
    const right = findSymmetry(rules, plan)!;
    const all = runToEnd(startFluid(rules, plan, noSymmetry));
    const differs = (alike: Symmetry) => difference(runToEnd(startFluid(rules, plan, knownSymmetry(alike))), all, new Set()).is;
    expect(differs(right)).toBeLessThan(1e-9);
    // Wrong symmetries: one rank represents two that are at different positions of a leaf; one channel represents all channels.
    expect(differs({ ...right, rank: right.rank.map((first) => (first === 5 ? 0 : first)) })).toBeGreaterThan(1e-6);
    expect(differs({ ...right, resource: new Int32Array(right.resource.length) })).toBeGreaterThan(1e-6);
  });

  it("are computed slice by slice, while the run is at cycle 0", () => {
    const plan = planOf(tree(6, 3), "one", ring(216, { message: "100 kB" }));
    const rules = rulesOf("one");
    const once = startFluid(rules, plan, searchSymmetry);
    const empty = frameOf(once);
    expect([...empty.rankDone]).toEqual(Array.from({ length: 216 }, () => -1));
    let slices = 0;
    for (; once.now === 0; slices++) {
      once.advance(Infinity, 1000);
      if (once.now === 0) expect(frameOf(once)).toEqual(empty);
    }
    expect(slices).toBeGreaterThan(5);
    const [alike, whole] = [startSymmetrySearch(plan, rules.ways)!, findSymmetry(rules, plan)!];
    while (!alike.advance(50));
    expect(alike.end()).toEqual(whole);
    expect(runToEnd(once)).toEqual(runToEnd(startFluid(rules, plan, knownSymmetry(whole))));
  });

  it("are asked for single messages as if everybody ran, at any time", () => {
    const plan = planOf(tree(6, 3), "one", allToAll(216, { algorithm: "posted" }));
    const rules: FluidRules = rulesOf("one");
    const [once, all] = [startFluid(rules, plan, searchSymmetry), startFluid(rules, plan, noSymmetry)];
    const channel = plan.network.tail.findIndex((tail, c) => tail >= 216 && plan.network.head[c] >= 216);
    for (const cycle of [100, 2000]) {
      advance(once, cycle, 500);
      advance(all, cycle, Infinity);
      expect(once.holderOf(channel)).toEqual(all.holderOf(channel));
      expect(once.waitersFor(channel)).toEqual(all.waitersFor(channel));
      once.trackChannel?.(channel);
      all.trackChannel?.(channel);
      advance(once, cycle + 500, 700);
      advance(all, cycle + 500, Infinity);
      expect(once.trackedCrossings?.()).toEqual(all.trackedCrossings?.());
      expect(once.trackedWaits?.()).toEqual(all.trackedWaits?.());
    }
  });
});
