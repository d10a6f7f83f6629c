/** Hosts: rendezvous in closed form and as it was published elsewhere; LogGOPS against its own simulator, by hand, and against a plain reference. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compile } from "../../src/core/compile.ts";
import { startUnder } from "../../src/core/flow-control/engines.ts";
import { type HostRules, idealHost } from "../../src/core/plan/hosts.ts";
import { type Program, partners } from "../../src/core/plan/program.ts";
import { ProgramWriter } from "../../src/core/plan/program-writer.ts";
import { run, start } from "../../src/core/run.ts";
import { readScenario, type Scenario } from "../../src/core/scenario/scenario.ts";
import type { Frame } from "../../src/core/simulation/frame.ts";
import { cases, isThorough } from "../effort.ts";
import { simulateLogGOPS } from "../reference/loggops.ts";
import { seed } from "./arbitrary.ts";
import { frameOf, runToEnd } from "./scenarios.ts";

const ideal = (terminals: number, latency: number | string) => ({ kind: "ideal-network", terminals, latency });
const star = (terminals: number) => ({ kind: "single-switch", terminals });
const links = (rate: string) => ({ kind: "own-links", rate, overhead: "0 B" });
/** Links of a phit in a nanosecond: times are told in nanoseconds. */
const nanoseconds = links("4 GB/s");

/** Runs what each rank writes on a scenario's network, a rank on each terminal. */
function play(document: object, host: Partial<HostRules>, ...ranks: readonly ((w: ProgramWriter) => void)[]): Frame {
  const scenario = readScenario({ ...document, workload: "binary-tree" });
  const { plan } = compile(scenario);
  const writer = new ProgramWriter(64, { ...idealHost, ...host });
  for (const write of ranks) {
    write(writer);
    writer.next();
  }
  return playProgram(scenario, writer.finish(Int32Array.from(ranks.keys())), plan);
}

function playProgram({ flowControl }: Scenario, demand: Program, plan: ReturnType<typeof compile>["plan"]): Frame {
  return runToEnd(startUnder(flowControl.kind, flowControl.values, { ...plan, demand }));
}

describe("a message beyond the eager limit", () => {
  const L = 16;
  const networks = { topology: star(4), flowControl: { kind: "fluid" } };

  it("takes the time of a request and of an answer more, where it flows that of two headers", () => {
    for (const [H, topology] of [
      [2, star(4)],
      [6, { kind: "k-ary-n-tree", k: 2, n: 3 }],
    ] as const) {
      const to = H === 2 ? 1 : 7;
      const others = Array.from({ length: to - 1 }, () => () => {});
      const ranks = [(w: ProgramWriter) => w.send(to, 5 * 64), ...others, (w: ProgramWriter) => w.receive(0)];
      const at = (flowControl: object, eager: number) => play({ topology, flowControl }, { eager }, ...ranks).rankDone[to];
      expect(at({ kind: "fluid" }, 5 * 64)).toBe(H + 5 * L);
      expect(at({ kind: "fluid" }, 5 * 64 - 1)).toBe(3 * H + 5 * L);
      for (const kind of ["virtual-cut-through", "wormhole"]) {
        const [eager, rendezvous] = [5 * 64, 5 * 64 - 1].map((limit) => at({ kind }, limit));
        const alone = play(
          { topology, flowControl: { kind } },
          {},
          (w) => w.send(to, 64),
          ...others,
          (w) => w.receive(0),
        ).rankDone[to];
        expect(rendezvous - eager, kind).toBe(2 * alone);
      }
    }
  });

  it("goes when its receiver has come, and is not over for its sender before", () => {
    const eager = 0;
    const late = (cycles: number) =>
      play(
        networks,
        { eager },
        (w) => w.send(1, 3 * 64),
        (w) => {
          w.compute(cycles);
          w.receive(0);
        },
      ).rankDone;
    // The request takes 2 cycles.
    for (const cycles of [0, 2, 50, 1000]) expect([...late(cycles)]).toEqual([1, 1].map(() => Math.max(2, cycles) + 4 + 3 * L));
  });

  it("waits in its mailbox with what is eager, in the order in which both have come", () => {
    const { messageDelivered } = play(
      networks,
      { eager: 64 },
      (w) => {
        w.send(1, 128);
        w.compute(20);
        w.send(1, 64);
      },
      (w) => {
        w.compute(100);
        w.receive(0);
        w.receive(0);
      },
    );
    // The request came first: its data go first, and the short message has been there long.
    expect([...messageDelivered]).toEqual([100 + 4 + 2 * L - 1, 20 + 2 + L - 1]);
  });

  it("is let past by what its rank sends later, while it waits", () => {
    const { rankDone } = play(
      networks,
      { eager: 64 },
      (w) => {
        w.send(1, 128);
        w.send(2, 64);
      },
      (w) => {
        w.compute(500);
        w.receive(0);
      },
      (w) => w.receive(0),
    );
    expect([...rankDone.slice(1)]).toEqual([500 + 4 + 2 * L, 2 + L]);
  });

  it("is one transmission still where all hear it", () => {
    const document = { topology: { kind: "shared-bus", terminals: 4 }, flowControl: { kind: "fluid" } };
    const receive = (w: ProgramWriter) => w.receive(0);
    const done = (eager: number) => [...play(document, { eager }, (w) => w.sendToAll(4, 192), receive, receive, receive).rankDone];
    expect(done(0)).toEqual(done(Infinity));
  });
});

describe("an all-to-all of 1 MB, one path each, 1 GB/s", () => {
  const milliseconds = (topology: object, eager: string) => {
    const { makespan } = run(
      readScenario({
        topology,
        technology: links("1 GB/s"),
        flowControl: { kind: "fluid", ways: "one", packet: "1 kB" },
        host: { kind: "ideal", eager },
        workload: { kind: "all-to-all", message: "1 MB", mapping: "consecutive" },
      }),
    );
    return Number(((makespan as number) * 4e-6).toFixed(1));
  };

  // Each of MPI_Sendrecv's steps takes as long as its fullest channel: those of a fat tree by shifts are free of contention.
  it.each([
    [{ kind: "k-ary-n-tree", k: 4, n: 4 }, 255],
    [{ kind: "k-ary-n-tree", k: 6, n: 3 }, 215],
    ...(isThorough ? ([[{ kind: "k-ary-n-tree", k: 8, n: 3 }, 511]] as const) : []),
    [{ kind: "torus", sizes: [5, 5, 5] }, 235],
    [{ kind: "torus", sizes: [7, 7] }, 118],
    [{ kind: "thin-tree", k: 4, kUp: 2, n: 3 }, 208],
  ] as const)("of all terminals of %o takes %d ms with rendezvous", (topology, expected) => {
    expect(milliseconds(topology, "64 KiB")).toBe(expected);
  });

  it("drifts apart where messages are eager", () => {
    expect(milliseconds({ kind: "k-ary-n-tree", k: 6, n: 3 }, "0 B")).toBe(394.6);
    expect(milliseconds({ kind: "k-ary-n-tree", k: 6, n: 3 }, "1 MB")).toBe(394.6);
  });
});

describe("LogGOPS", () => {
  /** Nanoseconds in which the ranks of a program end on an ideal network. */
  function ends(workload: object, host: object = {}, latency = "2500 ns", terminals = 8): readonly number[] {
    const { simulation } = start(
      readScenario({
        topology: ideal(terminals, latency),
        technology: nanoseconds,
        flowControl: "fluid",
        host: { kind: "loggops", ...host },
        workload: { mapping: "consecutive", ...workload },
      }),
    );
    return Array.from(runToEnd(simulation).rankDone, (cycle) => Number(cycle.toFixed(3)));
  }

  it("ends a binomial reduce of 1,024 B where its simulator does", () => {
    // LogGOPSim: L 2500, o 1500, g 1000, G 6, O 0, S 65535.
    const done = ends({ kind: "binary-tree", message: "1024 B" });
    expect(done).toEqual([34914, 1500, 13138, 1500, 24776, 1500, 13138, 1500]);
  });

  it("takes o + L + (s − 1) G + o for a message, and two latencies more beyond S", () => {
    const one = (host: object) => ends({ kind: "binary-tree", message: "1024 B" }, host, "2500 ns", 2);
    expect(one({})).toEqual([1500 + 2500 + 1023 * 6 + 1500, 1500]);
    expect(one({ eager: "1023 B" })).toEqual([1500 + 3 * 2500 + 1023 * 6 + 1500, 1500 + 3 * 2500 + 1023 * 6]);
    // Bytes are taken while they come: the slower of both counts.
    expect(one({ overheadPerByte: 2 })).toEqual([1500 + 2500 + 1023 * 6 + 1500, 1500 + 1023 * 2]);
    expect(one({ overheadPerByte: 10 })).toEqual([1500 + 2500 + 1023 * 10 + 1500, 1500 + 1023 * 10]);
  });

  it("leaves a gap of g + (s − 1) G between messages, at their sender and at their receiver", () => {
    const gap = 9000;
    const toEach = (w: ProgramWriter) => {
      for (let to = 1; to < 4; to++) w.send(to, 1024);
    };
    const receive = (from: number) => (w: ProgramWriter) => w.receive(from);
    const document = { topology: ideal(4, 2500), flowControl: "fluid" };
    const rules = { overhead: 1500, gap, gapPerByte: 6 };
    const step = gap + 1023 * 6;
    const last = 1500 + 2500 + 1023 * 6 + 1500;
    const round = (frame: Frame) => Array.from(frame.rankDone, (cycle) => Number(cycle.toFixed(3)));
    const sent = play(document, rules, toEach, receive(0), receive(0), receive(0));
    expect(round(sent)).toEqual([2 * step + 1500, last, last + step, last + 2 * step]);
    const fromEach = (w: ProgramWriter) => {
      for (let from = 1; from < 4; from++) w.receive(from);
    };
    const send = (w: ProgramWriter) => w.send(0, 1024);
    expect(round(play(document, rules, fromEach, send, send, send))).toEqual([last + 2 * step, 1500, 1500, 1500]);
  });

  it("stands beside a network: bytes come in no faster than the adapter takes them, nor than they come", () => {
    const document = { topology: star(2), flowControl: "fluid" };
    const taken = (gapPerByte: number) =>
      play(
        document,
        { gapPerByte },
        (w) => w.send(1, 1024),
        (w) => w.receive(0),
      ).rankDone[1];
    // 256 phits over 2 channels; a byte takes a quarter of a cycle on the way.
    expect(taken(0.1)).toBe(2 + 256);
    expect(taken(0.5)).toBe(2 + 1023 * 0.5);
  });

  it("equals the plain reference on an ideal network", () => {
    fc.assert(
      fc.property(anyHosts, anyLatency, fc.integer({ min: 2, max: 6 }).chain(anyProgram), (host, latency, write) => {
        const program = write(host);
        const scenario = readScenario({
          topology: ideal(8, 1),
          flowControl: { kind: "fluid", injectionSlots: 3 },
          workload: "binary-tree",
        });
        const { plan } = compile({ ...scenario, topology: { kind: "ideal-network", values: { terminals: 8, latency } } });
        const frame = playProgram(scenario, program, plan);
        const { done, created } = simulateLogGOPS(program, latency);
        for (const [r, cycle] of done.entries()) expect(frame.rankDone[r]).toBeCloseTo(cycle, 3);
        for (const [m, cycle] of created.entries()) expect(frame.messageCreated[m]).toBeCloseTo(cycle, 3);
      }),
      { seed, numRuns: cases(300) },
    );
  });

  it("is the same however a run is sliced", () => {
    fc.assert(
      fc.property(anyHosts, fc.integer({ min: 2, max: 6 }).chain(anyProgram), fc.integer({ min: 1, max: 5000 }), (host, write, slice) => {
        const scenario = readScenario({ topology: star(8), flowControl: "fluid", workload: "binary-tree" });
        const { plan } = compile(scenario);
        const demand = write(host);
        const [whole, sliced] = [1, 2].map(() => startUnder("fluid", scenario.flowControl.values, { ...plan, demand }));
        for (let n = 0; sliced.status === "running" && n < 2000; n++) sliced.advance(sliced.now + slice * 100, 1 + (n % 7));
        expect(frameOf(runTo(sliced))).toEqual(runToEnd(whole));
      }),
      { seed, numRuns: cases(25) },
    );
  });

  function runTo(simulation: ReturnType<typeof startUnder>) {
    while (simulation.status === "running") simulation.advance(Infinity, Infinity);
    return simulation;
  }
});

/** Times that do not meet by chance. */
const anyTime = (max: number) => fc.oneof({ weight: 1, arbitrary: fc.constant(0) }, { weight: 3, arbitrary: anyPart(max) });
const anyPart = (max: number) => fc.integer({ min: 1, max: 99_991 }).map((part) => (part * max) / 99_991);
const anyLatency = anyPart(5000);
const anyHosts: fc.Arbitrary<HostRules> = fc
  .record({ overhead: anyTime(2000), overheadPerByte: anyTime(10), gap: anyTime(3000), gapPerByte: anyTime(10) })
  .chain((times) => fc.constantFrom(Infinity, 0, 64, 128, 200).map((eager) => ({ ...times, eager })));

type Step =
  | { readonly is: "message"; readonly from: number; readonly by: number; readonly bytes: number }
  | { readonly is: "in turn"; readonly bytes: number }
  | { readonly is: "wait"; readonly rank: number }
  | { readonly is: "barrier" };

/** Programs of so many ranks that receive all that they send; before each message a rank computes for a while of its own. */
function anyProgram(ranks: number): fc.Arbitrary<(host: HostRules) => Program> {
  const rank = fc.nat({ max: ranks - 1 });
  const bytes = fc.integer({ min: 1, max: 320 });
  const message = fc.record({ is: fc.constant("message" as const), from: rank, by: fc.integer({ min: 1, max: ranks - 1 }), bytes });
  const step: fc.Arbitrary<Step> = fc.oneof(
    { weight: 6, arbitrary: message },
    { weight: 1, arbitrary: fc.record({ is: fc.constant("in turn" as const), bytes }) },
    { weight: 1, arbitrary: fc.record({ is: fc.constant("wait" as const), rank }) },
    { weight: 1, arbitrary: fc.constant({ is: "barrier" as const }) },
  );
  const pauses = fc.array(fc.integer({ min: 1, max: 20_000 }), { minLength: 60, maxLength: 60 });
  return fc.tuple(fc.array(step, { minLength: 1, maxLength: 20 }), pauses).map(([steps, pauses]) => (host: HostRules) => {
    const write = new ProgramWriter(64, host);
    for (let r = 0; r < ranks; r++) {
      let pause = r * 7;
      const compute = () => write.compute(pauses[pause++ % pauses.length] + r * 20_011);
      for (const each of steps) {
        if (each.is === "message") {
          const to = (each.from + each.by) % ranks;
          if (each.from === r) {
            compute();
            write.send(to, each.bytes, each.bytes);
          }
          if (to === r) write.receive(each.from, each.bytes);
        } else if (each.is === "in turn")
          write.repeat(ranks - 1, () => {
            compute();
            write.sendInTurn(each.bytes, "shift" satisfies keyof typeof partners);
            write.receiveInTurn();
            write.complete();
          });
        else if (each.is === "barrier") write.barrier();
        else if (each.rank === r) write.wait();
      }
      write.next();
    }
    return write.finish(Int32Array.from({ length: ranks }, (_, r) => r));
  });
}
