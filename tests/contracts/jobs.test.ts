/** Jobs that begin and end: when they send, by hand and by general properties. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defaultsOf } from "../../src/core/base/params.ts";
import { compile } from "../../src/core/run/compile.ts";
import { startFlowControl } from "../../src/core/flow-control/engines.ts";
import { type OpenLoop, unevenLoads } from "../../src/core/traffic/open-loop.ts";
import type { Program } from "../../src/core/programs/program.ts";
import { ProgramWriter } from "../../src/core/programs/program-writer.ts";
import { run } from "../../src/core/run/run.ts";
import { isolatedScenarios } from "../../src/core/scenario/isolated-jobs.ts";
import { checkScenario, readScenario } from "../../src/core/scenario/scenario.ts";
import { scalar } from "../../src/core/simulation/frame.ts";
import { startSource } from "../../src/core/simulation/source.ts";
import { jobParams } from "../../src/core/workloads/job/job.ts";
import { rankPrograms } from "../../src/core/workloads/simple.ts";
import { cases } from "../effort.ts";
import { frameOf } from "./scenarios.ts";

const tree = { kind: "thin-tree", k: 4, kUp: 4, n: 2 };
const consecutive = (first: number) => ({ kind: "consecutive", first });
const shortRun = { warmUp: 200, window: 1000, drain: 500 };

const documentOf = (jobs: readonly object[], more: object = {}) => ({
  topology: tree,
  run: shortRun,
  workload: { kind: "jobs", jobs },
  ...more,
});
const demandOf = (jobs: readonly object[]) => compile(readScenario(documentOf(jobs))).plan.demand as OpenLoop;

/** Cycle, destination and packets of a terminal's messages before a cycle. */
function messagesOf(demand: OpenLoop, terminal: number, until: number, runSeed = 1): readonly (readonly number[])[] {
  const source = startSource(demand, 16, 16, runSeed);
  const found: number[][] = [];
  for (; source.createdAt[terminal] < until; source.advance(terminal))
    found.push([source.createdAt[terminal], source.destination[terminal], source.packets[terminal]]);
  return found;
}

describe("a job that begins and ends", () => {
  it("by hand: sends in step from its beginning on, and nothing from its end on", () => {
    // Packets of 16 phits at 0.25 phits per cycle: one every 64 cycles, the last one before cycle 292.
    const job = { ranks: 2, pattern: "neighbour", load: 0.25, process: "in-step", begin: 100 };
    const cycles = (end: number) => messagesOf(demandOf([{ ...job, end }]), 1, 400).map(([at]) => at);
    expect(cycles(0)).toEqual([100, 164, 228, 292, 356]);
    expect(cycles(293)).toEqual([100, 164, 228, 292]);
    expect(cycles(292)).toEqual([100, 164, 228]);
    expect(cycles(101)).toEqual([100]);
  });

  it("by law: sends what it would send from cycle 0 on, later, up to its end", () => {
    const drawn = fc.record({
      process: fc.constantFrom(...jobParams.process.choices.map(({ id }) => id)),
      pattern: fc.constantFrom("uniform", "neighbour", "bit-reversal", "mixture"),
      size: fc.constantFrom({ kind: "single" }, { kind: "bimodal", small: "4 B", large: "200 B" }, { kind: "exponential", mean: "90 B" }),
      load: fc.double({ min: 0.05, max: 1, noNaN: true }),
      begin: fc.nat({ max: 1000 }),
      lasts: fc.integer({ min: 1, max: 2000 }),
      runSeed: fc.nat(),
    });
    fc.assert(
      fc.property(drawn, ({ begin, lasts, runSeed, ...job }) => {
        const always = demandOf([{ ...job, ranks: 8 }]);
        const partly = demandOf([{ ...job, ranks: 8, begin, end: begin + lasts }]);
        for (const terminal of [0, 5]) {
          const expected = messagesOf(always, terminal, lasts, runSeed).map(([at, ...rest]) => [begin + at, ...rest]);
          expect(messagesOf(partly, terminal, Infinity, runSeed)).toEqual(expected);
          const counted = startSource(partly, 16, 16, runSeed).countCreated(terminal, 0, 10_000);
          expect(counted).toBe(expected.reduce((sum, [, , packets]) => sum + packets, 0));
        }
      }),
      { numRuns: cases(100) },
    );
  });

  it("is measured in the whole window, whatever part of it the job sends in", () => {
    // In lockstep at 0.25: 16 phits in cycles 700, 764, …, 1148, in a window from 200 to 1200.
    const job = { ranks: 2, pattern: "neighbour", load: 0.25, process: "in-step" };
    const jobs = [
      { ...job, begin: 700 },
      { ...job, mapping: consecutive(2) },
    ];
    const results = run(readScenario(documentOf(jobs)));
    // The other job sends in cycles 256, 320, …, 1152: 15 packets.
    expect(results.packets).toBe(2 * 8 + 2 * 15);
    expect(results.arrived).toBe(results.packets);
    expect(results.each!.sent.slice(0, 4)).toEqual([8, 8, 15, 15].map((packets) => (16 * packets) / 1000));
    expect(results.steady).toEqual({
      is: true,
      why: "What begins or ends while it is measured has no steady state; it is measured as a whole.",
    });
    expect([...unevenLoads(demandOf(jobs), { start: 200, end: 1200 })!.subarray(0, 4)]).toEqual([0.125, 0.125, 0.25, 0.25]);
    expect(unevenLoads(demandOf(jobs), { start: 700, end: 1200 })).toBeNull();
  });

  it("leaves an empty network behind, and the run goes on to the end of the window", () => {
    const results = run(readScenario(documentOf([{ ranks: 4, load: 0.5, end: 150 }])));
    expect([results.status, results.cycles, results.packets]).toEqual(["finished", 1200, 0]);
  });

  it("reads and writes files in that time only", () => {
    const io = { ranks: 3, mapping: consecutive(3), writes: 0.5, begin: 300, end: 350 };
    const sent = run(
      readScenario({ topology: tree, run: shortRun, workload: { kind: "jobs", jobs: [{ ranks: 2, begin: 1199 }], io: [io] } }),
    );
    expect(sent.packets).toBeGreaterThan(0);
    expect(sent.packets).toBeLessThan(20);
  });

  it("keeps the text of documents that say nothing of it", () => {
    const { workload } = readScenario(documentOf([{ ranks: 4 }]));
    expect(workload).toEqual(readScenario(documentOf([{ ranks: 4, begin: 0, end: 0 }])).workload);
  });

  it("refuses what would never send, with a remedy", () => {
    const issues = (job: object) => {
      const scenario = readScenario(documentOf([{ ranks: 2 }]));
      const [usual] = scenario.workload.values["jobs"] as readonly object[];
      return checkScenario({
        ...scenario,
        workload: { kind: "jobs", values: { ...scenario.workload.values, jobs: [{ ...usual, ...job }] } },
      });
    };
    expect(issues({ begin: 1199 })).toEqual([]);
    expect(issues({ begin: 1200 })).toEqual([
      {
        path: "workload.jobs.0.begin",
        message: "the job begins in cycle 1200, but only cycles before 1200 are measured.",
        remedy: "Use 1199 or less, or measure longer.",
        nearest: 1199,
      },
    ]);
    expect(issues({ begin: 300, end: 300 })).toEqual([
      {
        path: "workload.jobs.0.end",
        message: "the job begins in cycle 300 and ends in cycle 300; expected an end after its beginning.",
        remedy: "Use 301 or more, or 0 for the end of the run.",
        nearest: 301,
      },
    ]);
  });
});

describe("simultaneous programs", () => {
  /** One exchange of two ranks: a message of 64 B over H channels takes H + 16 cycles. */
  const exchange = (first: number, message = "64 B") => ({ kind: "all-to-all", ranks: 2, mapping: consecutive(first), message });
  const star = { kind: "single-switch", terminals: 16 };
  const programs = (jobs: readonly object[], topology: object = star, more: object = {}) =>
    readScenario({ topology, workload: { kind: "programs", jobs }, ...more });

  it("by hand: each takes what it takes alone where they share no channel", () => {
    // 2 + 16 cycles; 2 + 3 × 16 from cycle 100 on; 2 + 16 from cycle 40 on.
    const jobs = [{ program: exchange(0) }, { program: exchange(6, "192 B"), begin: 100 }, { program: exchange(2), begin: 40 }];
    const results = run(programs(jobs));
    expect([results.makespan, results.ranks!.firstDone, results.ranks!.count]).toEqual([150, 18, 6]);
    expect(results.ranks!.meanDone).toBe((18 + 150 + 58) / 3);
    expect(results.ranks!.meanBusy).toBe(0);
    expect(results.timeline!.jobs).toEqual([0, 0, 1, 1, 2, 2]);
    expect(run(programs(jobs.slice(1))).makespan).toBe(150);
    expect(run(programs(jobs.slice(2))).makespan).toBe(58);
  });

  it("by hand: they wait for each other where they share one", () => {
    // Both send over the channels between two switches: the second message waits until the first has passed.
    const line = { kind: "mesh", sizes: [2], terminalsPerSwitch: 2 };
    const pair = (a: number, b: number) => ({ ...exchange(0), mapping: { kind: "list", terminals: [a, b] } });
    const alone = run(programs([{ program: pair(0, 2) }], line));
    expect(alone.makespan).toBe(3 + 16);
    expect(run(programs([{ program: pair(0, 2) }, { program: pair(1, 3) }], line)).makespan).toBe(3 + 16 + 16);
    // A program that begins one cycle before the channel is free waits for one cycle; programs that begin later do not wait.
    const beginning = (begin: number) => run(programs([{ program: pair(0, 2) }, { program: pair(1, 3), begin }], line)).makespan;
    expect([15, 16, 17].map(beginning)).toEqual([35, 35, 36]);
  });

  it("are a collective operation only where one runs by itself", () => {
    const operations = (...firsts: readonly number[]) =>
      compile(programs(firsts.map((first) => ({ program: { ...exchange(first), kind: "allreduce" } })))).plan.demand as Program;
    expect(operations(0).collective?.operation).toBe("allreduce");
    expect(operations(0, 4).collective).toBeUndefined();
  });

  it("meet at barriers of their own", () => {
    const transpose = (first: number) => ({ kind: "matrix-transpose", rows: 40, ranks: 4, mapping: consecutive(first) });
    const alone = run(programs([{ program: transpose(0) }]));
    const late = run(programs([{ program: transpose(0) }, { program: transpose(4), begin: 5000 }]));
    expect(late.ranks!.firstDone).toBe(alone.ranks!.firstDone);
    expect(late.makespan).toBe(alone.makespan! + 5000);
    expect(late.ranks!.phases!.map(({ name }) => name)).toEqual([
      ...alone.ranks!.phases!.map(({ name }) => (name === "waiting" ? name : `${name} of job 1`)),
      ...alone.ranks!.phases!.flatMap(({ name }) => (name === "waiting" ? [] : [`${name} of job 2`])),
    ]);
  });

  it("by law: any two, on switches of their own, take as long as each alone, whenever the second begins", () => {
    // Two switches, connected by a link without traffic.
    const two = { kind: "mesh", sizes: [2], terminalsPerSwitch: 9 };
    const kinds = rankPrograms.kinds.map((kind) => kind.id);
    const own: Readonly<Record<string, object>> = {
      "matrix-multiplication": {},
      "training-step": { hidden: 8, sequence: 4, vocabulary: 16, batch: 4 },
    };
    const sized = (kind: string) => {
      const { params } = rankPrograms.get(kind);
      return "message" in params ? { message: "300 B" } : (own[kind] ?? ("rows" in params ? { rows: 36 } : {}));
    };
    const most = (kind: string) => {
      const { next, params } = rankPrograms.get(kind);
      return next!("ranks", { ...defaultsOf(params), ranks: 10 }, false)!;
    };
    const program = (kind: string, first: number) => ({ kind, ...sized(kind), ranks: most(kind), mapping: consecutive(first) });
    fc.assert(
      fc.property(fc.constantFrom(...kinds), fc.constantFrom(...kinds), fc.nat({ max: 500 }), (a, b, begin) => {
        const clock = {
          technology: "gigabit-ethernet",
          flowControl: { kind: "virtual-cut-through", ties: "first", arbitration: "round-robin" },
        };
        const time = (jobs: readonly object[]) => run(programs(jobs, two, clock)).makespan!;
        const [first, second] = [{ program: program(a, 0) }, { program: program(b, 9) }];
        const [alone, other] = [time([first]), time([second])];
        expect(time([first, { ...second, begin }])).toBe(Math.max(alone, begin + other));
        expect(time([{ ...second, begin }])).toBe(begin + other);
      }),
      { numRuns: cases(25) },
    );
  });

  it("alone and from cycle 0 on is the program itself, which knows that it is a job", () => {
    const { demand } = compile(programs([{ program: exchange(4) }])).plan;
    const itself = compile(readScenario({ topology: star, workload: exchange(4) })).plan.demand;
    expect(demand).toEqual({ ...itself, jobs: [{ first: 0, ranks: 2, begin: 0, isRoundRobin: false }] });
  });

  it("refuses two on one terminal, and what a program itself refuses, by its place", () => {
    expect(() => programs([{ program: exchange(0) }, { program: exchange(1) }])).toThrow(
      "workload.jobs.1.program.mapping: terminal 1 would belong to jobs 1 and 2; expected one job per terminal.",
    );
    expect(() => programs([{ program: exchange(0) }, { program: { ...exchange(2), order: "xor", ranks: 3 } }])).toThrow(
      "workload.jobs.1.program.ranks: ",
    );
  });
});

describe("programs beside traffic", () => {
  const exchange = (...terminals: readonly number[]) => ({
    program: { kind: "all-to-all", ranks: 2, message: "64 B", mapping: { kind: "list", terminals } },
  });
  const sending = (terminals: readonly number[], more: object) => ({
    ranks: 2,
    pattern: "neighbour",
    process: "in-step",
    load: 0.5,
    mapping: { kind: "list", terminals },
    ...more,
  });
  const line = { kind: "mesh", sizes: [2], terminalsPerSwitch: 2 };
  const under = (jobs: readonly object[], traffic: readonly object[], more: object = {}) =>
    readScenario({ topology: line, workload: { kind: "programs", jobs, traffic }, ...more });

  it("by hand: the run ends with the program, and the traffic is measured up to then", () => {
    // Without other traffic, the program takes 3 + 16 cycles from cycle 100 on. The traffic on each switch sends packets in cycles 0, 32,
    // 64 and 96; a packet takes 2 + 16 cycles, so the packets of cycle 96 arrive before the program ends in cycle 119.
    const topology = { ...line, terminalsPerSwitch: 3 };
    const traffic = [sending([0, 1], {}), sending([3, 4], { begin: 50, end: 90 })];
    const results = run(under([{ ...exchange(2, 5), begin: 100 }], traffic, { topology }));
    expect([results.status, results.makespan, results.cycles]).toEqual(["finished", 119, 119]);
    const [program, first, second] = results.jobs!;
    expect([program!.makespan, program!.packets, program!.arrived]).toEqual([19, 2, 2]);
    expect([first!.packets, first!.arrived, first!.latency]).toEqual([8, 8, 18]);
    // The second traffic job is active for 40 cycles, and sends in cycles 50 and 82.
    expect([second!.packets, second!.arrived, second!.loads!.offered]).toEqual([4, 4, (4 * 16) / (2 * 40)]);
    expect(results.sending).toBe(6);
    expect(results.packets).toBe(14);
  });

  it("by hand: a program waits for a packet that was first, and what is still under way at the end counts as created only", () => {
    const alone = run(under([exchange(1, 3)], []));
    expect(alone.makespan).toBe(19);
    // The program and the traffic use the same link from cycle 0 on, in each direction: one of them waits for the other.
    const beside = run(under([exchange(1, 3)], [sending([0, 2], { end: 1 })]));
    expect([19, 35]).toContain(beside.makespan);
    const [program, traffic] = beside.jobs!;
    expect(program!.makespan).toBe(beside.makespan);
    expect([traffic!.packets, beside.packets]).toEqual([2, 4]);
    expect(beside.arrived).toBe(program!.arrived + traffic!.arrived);
  });

  it("ends where its ranks have computed to the end, however it is sliced", () => {
    // A message takes 2 + 16 cycles, followed by 1000 cycles of computing. Because of the background traffic the network is never idle, and
    // packets arrive every 16 cycles.
    const write = new ProgramWriter(1);
    write.send(1, 1);
    write.nextRank();
    write.receive(0);
    write.compute(1000);
    write.nextRank();
    const scenario = under([exchange(0, 1)], [sending([2, 3], { load: 1 })]);
    const { plan } = compile(scenario);
    const demand = { ...write.finish(Int32Array.from([0, 1])), backgroundTraffic: (plan.demand as Program).backgroundTraffic! };
    const { kind, values } = scenario.flowControl;
    const frames = [Infinity, 1, 7, 1000].map((work) => {
      const simulation = startFlowControl(kind, values, { ...plan, demand });
      while (simulation.status === "running") simulation.advance(Infinity, work);
      return frameOf(simulation);
    });
    expect([frames[0].scalars[scalar.now], ...frames[0].rankDone]).toEqual([1018, 0, 1018]);
    // The background packets created in cycles 0, 16, …, 992.
    expect(frames[0].scalars[scalar.delivered]).toBe(1 + 2 * 63);
    for (const frame of frames) expect(frame).toEqual(frames[0]);
  });

  it("is refused where time is real, and where terminals are shared", () => {
    expect(() => under([exchange(0, 2)], [sending([1, 3], {})], { flowControl: "fluid" })).toThrow(
      "workload.traffic: background traffic is simulated only packet by packet. Choose virtual cut-through, store and forward or wormhole switching, or leave the traffic out.",
    );
    expect(() => under([exchange(0, 2)], [sending([1, 2], {})])).toThrow(
      "workload.traffic.0.mapping: terminal 2 would belong to jobs 1 and 2",
    );
    expect(() => under([exchange(0, 2)], [sending([1, 3], { begin: 5, end: 4 })])).toThrow("workload.traffic.0.end: ");
  });
});

describe("each job by itself", () => {
  const io = { ranks: 3, mapping: consecutive(10), servers: 1, serverMapping: { kind: "list", terminals: [15] }, writes: 0.5, begin: 50 };
  const three = [
    { ranks: 4, load: 0.4 },
    { ranks: 4, pattern: "bit-reversal", mapping: consecutive(4), load: 0.7, process: "exponential", begin: 100, end: 900 },
    { ranks: 2, mapping: consecutive(8), load: 0.2, process: "constant", size: { kind: "fixed", bytes: "200 B" } },
  ];

  it("by law: sends exactly what it sends beside the others", () => {
    const random = (first: number) => ({ kind: "random", seed: 3, first });
    const process = fc.constantFrom(...jobParams.process.choices.map(({ id }) => id));
    const job = fc.record({
      process,
      pattern: fc.constantFrom("uniform", "bit-reversal"),
      load: fc.double({ min: 0.05, max: 1, noNaN: true }),
      begin: fc.nat({ max: 300 }),
    });
    const drawn = fc.tuple(
      fc.array(job, { minLength: 1, maxLength: 3 }),
      fc.constantFrom("shared", "dedicated"),
      fc.constantFrom(0, 0.5, 1),
      fc.nat(),
    );
    fc.assert(
      fc.property(drawn, ([jobs, application, writes, runSeed]) => {
        const placed = jobs.map((each, i) => ({ ...each, ranks: 4, mapping: random(4 * i) }));
        const reading = { ranks: 2, mapping: random(12), servers: 1, serverMapping: random(15), application, writes };
        const scenario = readScenario({
          ...documentOf(placed),
          workload: { kind: "jobs", jobs: placed, io: application === "shared" ? [reading] : [{ ...reading, ranks: 1 }] },
        });
        const together = compile(scenario).plan.demand as OpenLoop;
        const alone = isolatedScenarios(scenario).map((each) => compile(each!).plan.demand as OpenLoop);
        expect(alone.length).toBe(together.jobs!.length);
        alone.forEach((demand, j) => {
          const own = Array.from(together.jobs![j].terminals);
          expect(demand.jobs!.map(({ terminals }) => Array.from(terminals))).toEqual([own]);
          for (let t = 0; t < 16; t++) {
            const isOwn = together.jobs!.every(({ terminals }, k) => Array.from(terminals).includes(t) === (k === j));
            if (isOwn) expect(messagesOf(demand, t, 2000, runSeed)).toEqual(messagesOf(together, t, 2000, runSeed));
            else if (!own.includes(t)) expect(demand.isSending[t]).toBe(0);
          }
        });
      }),
      { numRuns: cases(40) },
    );
  });

  it("keeps its terminals where the mappings skip the servers of another", () => {
    const jobs = [{ ranks: 4 }, { ranks: 2, mapping: consecutive(4) }];
    const dedicated = { ...io, serverMapping: { kind: "list", terminals: [2] }, application: "dedicated" };
    const scenario = readScenario(
      documentOf(jobs, { workload: { kind: "jobs", jobs: [jobs[0], { ...jobs[1], mapping: consecutive(8) }], io: [dedicated] } }),
    );
    const [first, second, third] = isolatedScenarios(scenario).map((each) =>
      Array.from((compile(each!).plan.demand as OpenLoop).jobs![0].terminals),
    );
    // Terminal 2 is skipped: positions 0 … 3 are terminals 0, 1, 3 and 4.
    expect([first, second]).toEqual([[0, 1, 3, 4], expect.any(Array)]);
    expect(second).toEqual(Array.from((compile(scenario).plan.demand as OpenLoop).jobs![1].terminals));
    expect(third).toEqual(Array.from((compile(scenario).plan.demand as OpenLoop).jobs![2].terminals));
  });

  it("needs no change where nothing is skipped, and is asked for of several jobs only", () => {
    const scenario = readScenario(documentOf(three));
    expect(isolatedScenarios(scenario)).toEqual(three.map((job) => readScenario(documentOf([job]))));
    expect(isolatedScenarios(readScenario(documentOf([three[0]])))).toEqual([]);
    expect(isolatedScenarios(readScenario({}))).toEqual([]);
    expect(isolatedScenarios(readScenario({ workload: "binary-tree" }))).toEqual([]);
  });

  it("is measured by its own terminals, in its own time", () => {
    const results = run(readScenario(documentOf(three.slice(0, 2), { workload: { kind: "jobs", jobs: three.slice(0, 2), io: [io] } })));
    const jobs = results.jobs!;
    expect(jobs.map((job) => job!.terminals)).toEqual([4, 4, 4]);
    expect(jobs.reduce((sum, job) => sum + job!.packets, 0)).toBe(results.packets);
    expect(jobs.reduce((sum, job) => sum + job!.arrived, 0)).toBe(results.arrived);
    expect(jobs.reduce((sum, job) => sum + job!.arrived * job!.latency!, 0) / results.arrived).toBeCloseTo(results.latency!.mean, 9);
    // In the window from 200 to 1200 the second job sends for 700 cycles; its ranks 1 and 2 send, since ranks 0 and 3 are their own
    // partners.
    const { offered } = jobs[1]!.loads!;
    expect(offered).toBe((jobs[1]!.packets * 16) / (2 * 700));
    expect(Math.abs(offered - 0.7)).toBeLessThan(0.2);
    expect(jobs.every((job) => job!.makespan === null)).toBe(true);
  });

  it("does not know where another one is mapped", () => {
    const jobs = [{ ranks: 4 }, { ranks: 4, mapping: consecutive(4) }];
    const shared = { ...io, serverMapping: { kind: "list", terminals: [1] } };
    const jobResults = run(readScenario(documentOf([], { workload: { kind: "jobs", jobs, io: [shared] } }))).jobs!;
    expect(jobResults.map((job) => job === null)).toEqual([true, false, true]);
  });

  it("may be reads alone, or none at all: then there is no job", () => {
    const reads = readScenario(documentOf([], { workload: { kind: "jobs", jobs: [], io: [{ ...io, writes: 0 }] } }));
    expect(run(reads).jobs!.map((job) => job!.packets > 0)).toEqual([true]);
    expect(() => readScenario(documentOf([]))).toThrow("workload.jobs: the list of jobs is empty. Add one.");
  });

  it("of programs: each is timed from its own beginning", () => {
    const exchange = (first: number, message: string) => ({ kind: "all-to-all", ranks: 2, mapping: consecutive(first), message });
    const jobs = [{ program: exchange(0, "64 B") }, { program: exchange(2, "192 B"), begin: 100 }];
    const scenario = readScenario({ topology: { kind: "single-switch", terminals: 8 }, workload: { kind: "programs", jobs } });
    const found = [scenario, ...isolatedScenarios(scenario)].map((each) => run(each!).jobs!);
    const [first, second] = [18, 50].map((makespan, j) => ({
      terminals: 2,
      packets: 2 + 4 * j,
      arrived: 2 + 4 * j,
      latency: [18, 34][j],
      loads: null,
      makespan,
    }));
    expect(found).toEqual([[first, second], [first], [second]]);
  });
});
