/** The matrix multiplication workload, compared with the reference simulator: the same blocks at the same times. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { run } from "../../src/core/run/run.ts";
import { readScenario } from "../../src/core/scenario/scenario.ts";
import { cases } from "../effort.ts";
import { type BlockComputation, type Multiplication, multiply } from "../reference/matmul.ts";

/** Bytes per second of every link, payload bytes of a packet, and overhead bytes of a packet. */
const [rate, packet, overheadBytes] = [125e6, 1448, 90];
const cycle = 4 / rate;
/** Channels between two terminals, with one cycle each. */
const hops = 2;

type MatmulCase = Pick<
  Multiplication,
  "rows" | "element" | "ranks" | "algorithm" | "blocks" | "ahead" | "broadcast" | "segments" | "speeds"
> & {
  /** GFLOP/s; 0 if computing takes no time. */
  readonly rate: number;
  readonly milliseconds: number;
  /** µs */
  readonly startUp: number;
  readonly overhead: number;
  readonly isBus: boolean;
};

const matmulCases: fc.Arbitrary<MatmulCase> = fc
  .record({
    ranks: fc.integer({ min: 2, max: 6 }),
    blocks: fc.integer({ min: 1, max: 3 }),
    more: fc.integer({ min: 0, max: 120 }),
    element: fc.constantFrom(4, 8, 100),
    algorithm: fc.constantFrom("broadcast" as const, "point-to-point" as const),
    ahead: fc.constantFrom(0, 0, 1, 2, 3, 64),
    broadcast: fc.constantFrom("tree" as const, "chain" as const, "medium" as const),
    segments: fc.integer({ min: 1, max: 5 }),
    rate: fc.constantFrom(0, 0.001, 0.01, 0.1),
    speeds: fc.array(fc.constantFrom(0.5, 1, 1.5, 3), { minLength: 1, maxLength: 4 }),
    milliseconds: fc.constantFrom(0, 0, 1, 25),
    startUp: fc.constantFrom(0, 50, 3.2),
    overhead: fc.constantFrom(0, 0, 1.6, 20),
    isBus: fc.boolean(),
  })
  .map(({ more, ...rest }) => ({ ...rest, rows: rest.ranks * rest.blocks + more, isBus: rest.isBus || rest.broadcast === "medium" }));

/** Times of the workload in the simulator, in seconds. */
function runWorkload(m: MatmulCase) {
  const { ranks, isBus, startUp, overhead, element, milliseconds, ...rest } = m;
  const { timeline, makespan } = run(
    readScenario({
      topology: { kind: isBus ? "shared-bus" : "single-switch", terminals: ranks },
      technology: { kind: "gigabit-ethernet", overhead: `${overheadBytes} B` },
      host: { kind: "limited-ports", startUp, overhead },
      flowControl: { kind: "fluid", packet: `${packet} B` },
      workload: { kind: "matrix-multiplication", ...rest, element: `${element} B`, start: milliseconds / 1000, mapping: "consecutive" },
    }),
  );
  if (timeline === undefined) throw new Error("no timeline");
  const computed: BlockComputation[] = [];
  for (let rank = 0; rank < ranks; rank++) {
    for (let s = timeline.first[rank]; s < timeline.first[rank + 1]; s++) {
      const task = timeline.tasks[timeline.task[s]];
      if (timeline.kind[s] !== 0 || task === undefined) continue;
      computed.push({ rank, ...task, from: timeline.from[s] * cycle, to: timeline.to[s] * cycle });
    }
  }
  return { seconds: (makespan as number) * cycle, computed };
}

/** Runs the same multiplication on the reference simulator. */
function runReferenceMultiply(m: MatmulCase) {
  const { isBus, startUp, overhead, milliseconds, rate: operations, ...rest } = m;
  return multiply({
    ...rest,
    rate: operations === 0 ? Infinity : operations * 1e9,
    start: milliseconds / 1000,
    network: {
      medium: isBus ? "bus" : "ports",
      rate,
      wire: (bytes) => Math.max(1, Math.ceil(bytes / packet)) * (packet + overheadBytes),
      startUp: startUp * 1e-6,
      overhead: Math.round((overhead * 1e-6) / cycle) * cycle,
      latency: hops * cycle,
    },
    tick: cycle,
  });
}

/** Tolerance of times, in seconds, after sums of many fractions. */
const timeTolerance = 1e-9;

describe("the workload is the paper's program", () => {
  it("computes every block when the plain multiplication does, to a nanosecond", () => {
    fc.assert(
      fc.property(matmulCases, (m) => {
        const [found, expected] = [runWorkload(m), runReferenceMultiply(m)];
        expect(Math.abs(found.seconds - expected.seconds)).toBeLessThan(timeTolerance + cycle);
        // A computation of less than half a cycle takes no time and is not recorded.
        const blocks = expected.computed.filter(({ from, to }) => to - from > timeTolerance);
        const names = (all: readonly BlockComputation[]) => all.map(({ rank, name, step }) => `${rank} ${name} ${step}`);
        expect(names(found.computed)).toEqual(names(blocks));
        for (const [c, own] of found.computed.entries()) {
          expect(Math.abs(own.from - blocks[c].from)).toBeLessThan(timeTolerance);
          expect(Math.abs(own.to - blocks[c].to)).toBeLessThan(timeTolerance);
        }
      }),
      { numRuns: cases(40) },
    );
  });
});
