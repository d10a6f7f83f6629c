/** Tests of the matrix multiplication and of the timing of programs, against numbers derived by hand and against properties. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ScenarioError } from "../../src/core/base/errors.ts";
import { startFlowControl } from "../../src/core/flow-control/engines.ts";
import { measure } from "../../src/core/measures/measure.ts";
import type { Results } from "../../src/core/measures/results.ts";
import { activityKinds } from "../../src/core/measures/timeline.ts";
import { jobOfRanks, jobsOfProgram } from "../../src/core/programs/program.ts";
import { run, startRun } from "../../src/core/run/run.ts";
import { readScenario } from "../../src/core/scenario/scenario.ts";
import { latencyBin, latencyBins, latencyOfBin } from "../../src/core/simulation/frame.ts";
import { cases } from "../effort.ts";
import { smallTopology } from "../contracts/arbitrary.ts";
import { scenariosOn } from "../contracts/against-reference.ts";
import { anyFlowControl, frameOf, programsOn } from "../contracts/scenarios.ts";

/** Links of 1 GB/s with 4 ns per cycle. A packet of 1000 B takes 250 cycles. */
const fastLinks = {
  topology: { kind: "single-switch", terminals: 4 },
  technology: { kind: "own-links", rate: "1 GB/s" },
  flowControl: { kind: "fluid", packet: "1000 B" },
};
const multiplicationScenario = (workload: object, more: object = {}) =>
  readScenario({ ...fastLinks, workload: { kind: "matrix-multiplication", ...workload }, ...more });

/** Path and nearest valid value of each issue for which a document is refused. */
function issuesOf(document: object): readonly (readonly [string, unknown])[] {
  try {
    readScenario(document);
    return [];
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    return error.issues.map(({ path, nearest }) => [path, nearest]);
  }
}

const secondsOf = ({ makespan, cycleSeconds = NaN }: Results) => makespan! * cycleSeconds;

describe("the wavefront", () => {
  // A block of 100 × 100 of 800 rows at 16 MFLOP/s takes a second; its message of 8 kB takes 10 µs.
  const waves = (more: object) =>
    run(multiplicationScenario({ algorithm: "point-to-point", rows: 800, element: "1 B", rate: 0.016, ...more }));

  it.each([
    [0, 22],
    [1, 22],
    [2, 16],
    [3, 16],
  ])("with %i exchanges ahead takes %i times as long as a block", (ahead, blocks) => {
    expect(secondsOf(waves({ ahead }))).toBeCloseTo(blocks, 2);
  });

  it("takes the longest way through nodes of unlike speed", () => {
    // Without communication, and with ranks 0 and 1 at 1.5 times the speed: 19⅓ block times, of which a slow rank computes for 16.
    expect(secondsOf(waves({ speeds: [1.5, 1.5, 1, 1] }))).toBeCloseTo(58 / 3, 2);
  });

  it("has fifteen waves, its blocks named, later rows first", () => {
    const { tasks, first, task, kind } = waves({}).timeline!;
    expect(Math.max(...tasks.map(({ step }) => step))).toBe(14);
    const computed = Array.from({ length: first[1] }, (_, s) => s).filter((s) => activityKinds[kind[s]] === "compute");
    expect(computed.slice(0, 8).map((s) => tasks[task[s]].name)).toEqual([
      "C(0, 0)",
      "C(0, 1)",
      "C(0, 2)",
      "C(0, 3)",
      "C(4, 0)",
      "C(0, 4)",
      "C(4, 1)",
      "C(0, 5)",
    ]);
  });
});

describe("broadcasts", () => {
  // A block of 200 × 200 of 800 rows at 64 MFLOP/s takes a second; its 1,280,000 B are 1280 packets of 250 cycles.
  const [compute, message] = [250_000_000, 1280 * 250];
  const busy = { rows: 800, element: "8 B", rate: 0.064 };

  it("on a medium take one transmission each, and all hear it at the same time", () => {
    const results = run(multiplicationScenario({ ...busy, broadcast: "medium" }, { topology: { kind: "shared-bus", terminals: 4 } }));
    expect(results.makespan).toBe(4 * (compute + message + 2));
    expect(results.messages).toHaveLength(12);
    for (const { created, injected, delivered, packets } of results.messages.slice(0, 3))
      expect([created, injected, delivered, packets]).toEqual([0, 0, message + 1, 1280]);
    expect(results.arrived).toBe(4 * 1280);
  });

  it("on a medium cross the channels of all who hear them", () => {
    const topology = { kind: "shared-bus", terminals: 8 };
    const { load, makespan } = run(
      readScenario({ ...fastLinks, topology, workload: { kind: "broadcast", broadcast: "medium", message: "10000 B" } }),
    );
    expect(makespan).toBe(2500 + 2);
    expect([load.worstName, load.equals]).toEqual(["terminal 0 → the bus", 7]);
  });

  it("in a binomial tree take as many rounds as the ranks can be doubled", () => {
    const { makespan } = run(multiplicationScenario({ ...busy, broadcast: "tree" }));
    expect(makespan).toBe(4 * (compute + 2 * (message + 2)));
  });

  it("along a chain have no empty segments", () => {
    const alone = (message: string) => run(readScenario({ ...fastLinks, workload: { kind: "broadcast", message, ranks: 3 } }));
    expect([alone("1 B"), alone("5 B"), alone("1 kB")].map(({ messages }) => messages.length)).toEqual([2, 10, 32]);
  });

  it("along a chain take a segment more for each rank passed", () => {
    const { makespan } = run(multiplicationScenario({ ...busy, broadcast: "chain", segments: 16 }));
    // A rank continues when the next rank has the whole message, one segment later than itself. In the last step the last rank counts.
    expect(makespan).toBe(4 * (compute + message) + (5 * message) / 16 + 18);
  });

  it("begun ahead on a medium hide behind computing", () => {
    const results = run(
      multiplicationScenario({ ...busy, broadcast: "medium", ahead: 1 }, { topology: { kind: "shared-bus", terminals: 4 } }),
    );
    expect(results.makespan).toBe(4 * compute + message + 2);
  });

  it("reach all in one transmission only on a medium", () => {
    expect(issuesOf({ ...fastLinks, workload: { kind: "matrix-multiplication", rows: 40, broadcast: "medium" } })).toEqual([
      ["workload.broadcast", "tree"],
    ]);
  });
});

describe("a host's overhead", () => {
  it("keeps ranks busy for each message handed over and taken, as in LogP", () => {
    const host = { kind: "limited-ports", startUp: 4, overhead: 2 };
    const { ranks, timeline, makespan } = run(
      readScenario({ ...fastLinks, host, workload: { kind: "broadcast", broadcast: "tree", ranks: 2, message: "1000 B" } }),
    );
    // 2 µs overhead, 4 µs start-up, 250 cycles over two channels, and 2 µs overhead, with 4 ns per cycle.
    expect(makespan).toBeCloseTo(500 + 1000 + 252 + 500, 6);
    expect(ranks!.meanBusy).toBe(0);
    expect(timeline!.kind.map((each) => activityKinds[each])).toEqual(["send", "send", "wait", "receive"]);
    expect(timeline!.from.map(Math.round)).toEqual([0, 500, 0, 500]);
    expect(timeline!.to.map(Math.round)).toEqual([500, 1752, 500, 2252]);
  });

  it("asks for real time and a clock", () => {
    const faulty = (more: object) => issuesOf({ host: { kind: "limited-ports", overhead: 1 }, workload: "wavefront", ...more });
    expect(faulty({}).map(([path]) => path)).toEqual(["host"]);
    expect(faulty({ flowControl: "fluid" }).map(([path]) => path)).toEqual(["technology"]);
    expect(faulty({ flowControl: "fluid", technology: "infiniband" })).toEqual([]);
  });
});

describe("doors", () => {
  it("name what is too large or too small, and what would do", () => {
    const fault = (workload: object, more: object = {}) =>
      issuesOf({ ...fastLinks, workload: { kind: "matrix-multiplication", ...workload }, ...more });
    expect(fault({ rows: 7, algorithm: "point-to-point" })).toEqual([["workload.rows", 8]]);
    expect(fault({ rate: 1 }, { technology: "cycles" })).toEqual([["workload.rate", 0]]);
    expect(fault({ start: 1 }, { technology: "cycles" })).toEqual([["workload.start", 0]]);
    expect(fault({ rows: 1_000_000, rate: 0.1 })).toEqual([["workload.rows", undefined]]);
    // Engines that simulate packets count cycles in 32 bits, which is 4.3 s here.
    const packets = { flowControl: "virtual-cut-through" };
    expect(fault({ rows: 64, rate: 1e-4 }, packets)).toEqual([]);
    expect(fault({ rows: 64, rate: 1e-5 }, packets)).toEqual([["workload.rows", undefined]]);
    expect(fault({ rows: 64, start: 5 }, packets)).toEqual([["workload.start", undefined]]);
    const large = { topology: { kind: "single-switch", terminals: 1024 } };
    expect(fault({ rows: 100_000, algorithm: "point-to-point" }, large)).toEqual([["workload.ranks", 256]]);
    expect(fault({ rows: 100_000, algorithm: "point-to-point", ranks: 200, blocks: 3 }, large)).toEqual([["workload.blocks", 2]]);
    expect(fault({ rows: 100_000 }, large)).toEqual([["workload.ranks", 512]]);
    expect(fault({ rows: 100_000, ranks: 512, broadcast: "chain", segments: 16 }, large)).toEqual([["workload.segments", 4]]);
  });
});

describe("long runs", () => {
  it("end with a reason where cycles are counted in 32 bits", () => {
    // Two phases of 4.5 s, 1.1 × 10⁹ cycles each.
    const workload = { kind: "matrix-transpose", rows: 1500, element: "8 B", memory: "1 MB/s", ranks: 4 };
    expect(() => run(readScenario({ ...fastLinks, flowControl: "wormhole", workload }))).toThrow("the most that are simulated");
    expect(secondsOf(run(readScenario({ ...fastLinks, workload })))).toBeCloseTo(9, 1);
  });

  it("end with a reason where times are no whole numbers any more", () => {
    // 80 MB at 1 B/s to each of the other ranks in turn, 2 × 10¹⁶ cycles.
    const workload = { kind: "matrix-multiplication", rows: 10_000, element: "8 B", broadcast: "tree" };
    expect(() => run(readScenario({ ...fastLinks, host: { kind: "limited-ports", oneWay: "1 B/s" }, workload }))).toThrow(
      "cannot be computed to the cycle",
    );
  });

  it("tell latencies as far as they go", () => {
    // 80 kB at 1 B/s, 2 × 10¹³ cycles.
    const { latency } = run(
      readScenario({
        ...fastLinks,
        host: { kind: "limited-ports", oneWay: "1 B/s" },
        workload: { kind: "broadcast", message: "80 kB", broadcast: "tree", ranks: 2 },
      }),
    );
    expect(latency!.p99).toBeGreaterThan(0.9 * latency!.max);
    expect(latency!.p99).toBeLessThanOrEqual(latency!.max);
    expect(latencyOfBin(latencyBin(2 ** 31))).toBe(2 ** 31);
    for (const cycles of [2 ** 31 - 1, 2 ** 40 + 12_345, 2 ** 53 - 1]) {
      expect(latencyOfBin(latencyBin(cycles))).toBeLessThanOrEqual(cycles);
      expect(latencyOfBin(latencyBin(cycles) + 1)).toBeGreaterThan(cycles);
    }
    expect(latencyBin(2 ** 60)).toBe(latencyBins - 1);
  });
});

describe("a timeline", () => {
  /**
   * Cycle limit of a run. If the oldest packets have priority and more is offered than arrives, each round trip takes several times as long
   * as the previous one.
   */
  const longest = 100_000;
  const drawn = programsOn(scenariosOn(smallTopology(12), anyFlowControl));

  it("of any program, under any flow control, has all of every rank's time, once", () => {
    let checkedCount = 0;
    fc.assert(
      fc.property(drawn, ({ scenario, plan }) => {
        const { kind, values } = scenario.flowControl;
        const simulation = startFlowControl(kind, values, plan);
        simulation.advance(longest, Infinity);
        if (simulation.status === "running") return;
        const frame = frameOf(simulation);
        const { timeline, messages } = measure(plan, frame, []);
        if (timeline === undefined) return;
        checkedCount++;
        const { first, from, to, kind: kinds, message, source, destination, after } = timeline;
        for (let r = 0; r < plan.demand.ranks; r++) {
          let now = jobsOfProgram(plan.demand)[jobOfRanks(plan.demand)[r]].begin;
          let [busy, idle] = [0, 0];
          for (let s = first[r]; s < first[r + 1]; s++) {
            expect(from[s]).toBeCloseTo(now, 6);
            expect(to[s]).toBeGreaterThanOrEqual(from[s]);
            now = to[s];
            if (activityKinds[kinds[s]] === "compute") busy += to[s] - from[s];
            else idle += to[s] - from[s];
            if (activityKinds[kinds[s]] === "receive") {
              expect(destination[message[s]]).toBe(r);
              expect(to[s]).toBeGreaterThanOrEqual(messages[message[s]].delivered);
            }
          }
          expect(now).toBeCloseTo(frame.rankDone[r], 6);
          expect(busy).toBeCloseTo(frame.rankBusy[r], 6);
          expect(idle).toBeCloseTo(frame.rankWaited[r], 6);
        }
        // Every message is received once, and was sent after the previous activity of its source.
        const taken = message.filter((m, s) => m >= 0 && activityKinds[kinds[s]] === "receive");
        expect(taken.toSorted((a, b) => a - b)).toEqual(messages.map((_, m) => m));
        messages.forEach(({ created }, m) => {
          if (after[m] < 0) return;
          expect(after[m]).toBeGreaterThanOrEqual(first[source[m]]);
          expect(after[m]).toBeLessThan(first[source[m] + 1]);
          expect(created).toBeGreaterThanOrEqual(to[after[m]] - 1e-6);
        });
      }),
      { numRuns: cases(60) },
    );
    expect(checkedCount).toBeGreaterThan(cases(30));
  });

  it("has all of every rank's time where processors and adapters are busy with messages", () => {
    const host = { kind: "loggops", L: 100, o: 5, g: 200, G: 0.5, O: 0.25, S: 64 };
    for (const kind of ["broadcast", "wavefront", "butterfly-exchange", "all-to-all"]) {
      const topology = { kind: "single-switch", terminals: 16 };
      const { timeline, ranks } = run(readScenario({ topology, flowControl: "ideal-network", host, workload: kind }));
      const { first, from, to } = timeline!;
      for (let r = 0; r < 16; r++) {
        const own = Array.from({ length: first[r + 1] - first[r] }, (_, i) => first[r] + i);
        expect(own.map((s) => from[s])).toEqual([0, ...own.slice(0, -1).map((s) => to[s])]);
        expect(to[own[own.length - 1]]).toBe(ranks!.done![r]);
      }
    }
  });

  it("tells the message whose request a receive has answered, although others have come before its data", () => {
    for (const flowControl of ["fluid", "virtual-cut-through", "wormhole"]) {
      // Pieces of 333, 333 and 334 bytes. The rendezvous request of the last piece overtakes the first piece.
      const { timeline, messages } = run(
        readScenario({
          topology: { kind: "single-switch", terminals: 2 },
          flowControl,
          host: { kind: "limited-ports", eager: "333 B" },
          workload: { kind: "broadcast", broadcast: "chain", segments: 3, ranks: 2, message: "1000 B" },
        }),
      );
      const { first, message, to } = timeline!;
      expect(message.slice(first[1], first[2])).toEqual([2, 0, 1]);
      expect(to[first[1]]).toBeCloseTo(messages[2].delivered + 1, 6);
    }
  });

  it("and what is counted while it runs agree, however far a rank's clock is ahead", () => {
    const scenario = multiplicationScenario(
      { rows: 30, rate: 0.001, start: 1e-4, broadcast: "chain", segments: 3, ahead: 1 },
      { host: { kind: "limited-ports", overhead: 5 } },
    );
    const { first, from, to, kind } = run(scenario).timeline!;
    const started = startRun(scenario);
    while (started.simulation.status === "running") {
      started.simulation.advance(started.simulation.now + 1009, Infinity);
      const { now } = started.simulation;
      const frame = frameOf(started.simulation);
      for (let r = 0; r + 1 < first.length; r++) {
        let [busy, idle] = [0, 0];
        for (let s = first[r]; s < first[r + 1]; s++) {
          const passed = Math.max(0, Math.min(to[s], now) - from[s]);
          if (activityKinds[kind[s]] === "compute") busy += passed;
          else idle += passed;
        }
        expect(frame.rankBusy[r]).toBeCloseTo(busy, 6);
        expect(frame.rankWaited[r]).toBeCloseTo(idle, 6);
      }
    }
  });
});
