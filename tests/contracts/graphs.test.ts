/**
 * Programs whose operations form a dependency graph: by hand, compared with the reference interpreter on every packet engine, and written
 * as lists on all engines.
 */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { causalityOf } from "../../src/core/analysis/programs/causality.ts";
import { compile } from "../../src/core/run/compile.ts";
import { startFlowControl } from "../../src/core/flow-control/engines.ts";
import { allFlowControls } from "../../src/core/flow-control/index.ts";
import { asGraph } from "../../src/core/programs/as-graph.ts";
import { any } from "../../src/core/programs/graph.ts";
import { type HostRules, idealHost } from "../../src/core/programs/hosts.ts";
import type { Program } from "../../src/core/programs/program.ts";
import { mergePrograms } from "../../src/core/programs/merge-programs.ts";
import { programOfGraph } from "../../src/core/programs/program-of-graph.ts";
import { measuresOfRanks } from "../../src/core/measures/programs/program-measures.ts";
import { activityKinds } from "../../src/core/measures/timeline.ts";
import { readScenario } from "../../src/core/scenario/scenario.ts";
import type { Frame } from "../../src/core/simulation/frame.ts";
import { cases } from "../effort.ts";
import { startGraphInterpreter } from "../reference/graph.ts";
import { simulateLogGOPSGraph } from "../reference/loggops-graph.ts";
import { expectSameAs, runReference, scenariosOn } from "./against-reference.ts";
import { smallTopology } from "./arbitrary.ts";
import { anyGraph, compute, programGraphOf, receive, send, type TestOperation } from "./graphs.ts";
import {
  anyFlowControl,
  anyPacketFlowControl,
  cutThrough,
  frameOf,
  isFullyConnected,
  programsOn,
  runToEnd,
  type ProgramCase,
} from "./scenarios.ts";

function startOn({ scenario, plan }: ProgramCase) {
  const { kind, values } = scenario.flowControl;
  return startFlowControl(kind, values, plan);
}

/** The end of each rank on one switch, under packets or fluid flow; packets of 1 B and 16 phits over two channels. */
function endTimes(host: Partial<HostRules>, flowControl: object, ...ranks: readonly (readonly TestOperation[])[]): readonly number[] {
  const scenario = readScenario({ topology: { kind: "single-switch", terminals: 4 }, flowControl, workload: "binary-tree" });
  const { plan } = compile(scenario);
  const all = [...ranks, ...Array.from({ length: 4 - ranks.length }, () => [])];
  const demand = programOfGraph(programGraphOf(all), {
    terminalOf: Int32Array.from([0, 1, 2, 3]),
    packetBytes: 64,
    host: { ...idealHost, ...host },
  });
  return [...runToEnd(startFlowControl(scenario.flowControl.kind, scenario.flowControl.values, { ...plan, demand })).rankDone].slice(
    0,
    ranks.length,
  );
}

const packets = { kind: "virtual-cut-through" };
const flows = { kind: "fluid" };
const engines = ["virtual-cut-through", "wormhole", "store-and-forward", "fluid", "circuit", "ideal-network"];

describe("a graph by hand", () => {
  // A message of P packets over two channels takes 2 + 16 P cycles.
  const one = 18;

  it.each(engines)("computes one after the other on one processor, in parallel on two, with %s", (kind) => {
    expect(endTimes({}, { kind }, [compute(10), compute(7)])).toEqual([17]);
    expect(endTimes({}, { kind }, [compute(10), compute(7, { cpu: 1 })])).toEqual([10]);
    expect(endTimes({}, { kind }, [])).toEqual([0]);
  });

  it("does first what could begin first, of several the first in the text", () => {
    // At 10 the second processor is free; the third operation has been ready since 5, the fourth since 0.
    const work = [compute(5), compute(10, { cpu: 1 }), compute(1, { cpu: 1, after: [0] }), compute(100, { cpu: 1 })];
    expect(endTimes({}, packets, [...work, compute(1000, { cpu: 2, after: [2] })])).toEqual([111 + 1000]);
    expect(endTimes({}, packets, [...work, compute(1000, { cpu: 2, after: [3] })])).toEqual([110 + 1000]);
  });

  it("begins a diamond's end after both its sides", () => {
    const sides = [compute(3), compute(20, { after: [0] }), compute(30, { cpu: 1, after: [0] })];
    expect(endTimes({}, packets, [...sides, compute(4, { after: [1, 2] })])).toEqual([3 + 30 + 4]);
  });

  it("begins with another one, or after it", () => {
    expect(endTimes({}, packets, [compute(50), compute(10, { cpu: 1, afterBegin: [0] })])).toEqual([50]);
    expect(endTimes({}, packets, [compute(50), compute(10, { cpu: 1, after: [0] })])).toEqual([60]);
    // A receive begins when it is posted.
    const waits = [receive(1), compute(5, { afterBegin: [0] })];
    expect(endTimes({}, packets, [...waits, compute(1, { after: [1] })], [compute(40), send(0, 64, { after: [0] })])).toEqual([
      40 + one,
      40,
    ]);
  });

  it("posts receives early, and computes meanwhile", () => {
    const posted = [receive(1), compute(100), compute(7, { after: [0, 1] })];
    expect(endTimes({}, packets, posted, [send(0, 64)])).toEqual([107, 0]);
    const late = [receive(1), compute(7, { after: [0] }), compute(100)];
    // The message takes the processor as soon as it is free.
    expect(endTimes({}, packets, late, [send(0, 64)])).toEqual([107, 0]);
    expect(endTimes({ overhead: 5 }, flows, late, [send(0, 64)])).toEqual([112, 5]);
  });

  it("takes messages of any rank and with any tag, those that came first", () => {
    const from = (cycles: number, tag: number) => [compute(cycles), send(0, 64, { tag, after: [0] })];
    const then = (peer: number, tag: number) => [
      receive(peer, { tag }),
      compute(1000, { after: [0] }),
      receive(any, { tag: any, after: [0] }),
    ];
    expect(endTimes({}, packets, then(any, any), from(300, 3), from(50, 4))).toEqual([50 + one + 1000, 300, 50]);
    expect(endTimes({}, packets, then(any, 3), from(300, 3), from(50, 4))).toEqual([300 + one + 1000, 300, 50]);
    expect(endTimes({}, packets, then(1, any), from(300, 3), from(50, 4))).toEqual([300 + one + 1000, 300, 50]);
    // Of two receives that match, the one that was posted first takes the message.
    const two = [receive(any, { tag: any }), receive(1, { tag: 3, afterBegin: [0] }), compute(1000, { after: [0] })];
    // The second receive waits forever, and the run stops.
    expect(endTimes({}, packets, two, from(10, 3), [])[0]).toBe(-1);
    expect(endTimes({}, flows, two, from(10, 3), [])[0]).toBe(-1);
    expect(endTimes({}, packets, two, [...from(10, 3), send(0, 64, { tag: 3, after: [1] })], [])[0]).toBe(10 + one + 1000);
  });

  it("is over with a send once it is on its way, by rendezvous when it has been taken", () => {
    const sender = [send(1, 64), compute(5, { after: [0] })];
    const late = [compute(200), receive(0, { after: [0] })];
    expect(endTimes({}, packets, sender, late)).toEqual([5, 200]);
    expect(endTimes({ eager: 0 }, packets, sender, late)).toEqual([200 + 2 * one + 5, 200 + 2 * one]);
    // An operation that depends on the begin of the send does not wait.
    expect(endTimes({ eager: 0 }, packets, [send(1, 64), compute(500, { afterBegin: [0] })], late)).toEqual([500, 200 + 2 * one]);
  });

  it("sends from the processor that it names, which takes o for it", () => {
    const two = (cpu: number) => [send(1, 64), send(2, 64, { cpu }), compute(100, { cpu: 2, after: [0] })];
    const receivers = [[receive(0)], [receive(0)]];
    expect(endTimes({ overhead: 30 }, flows, two(0), ...receivers)[0]).toBe(130);
    expect(endTimes({ overhead: 30 }, flows, [send(1, 64), send(2, 64, { cpu: 1 })], ...receivers)[0]).toBe(30);
    expect(endTimes({ overhead: 30 }, flows, [send(1, 64), send(2, 64)], ...receivers)[0]).toBe(60);
  });
});

describe("random graphs", () => {
  const hosts = fc.constantFrom<Partial<HostRules>>({}, {}, { overhead: 3 }, { overhead: 2, overheadPerByte: 1 });

  /** Networks and rules of random scenarios, with a random graph on some of their terminals. */
  const graphsOn = (flowControl: typeof anyFlowControl, eagerOnly = false) =>
    scenariosOn(smallTopology(12), flowControl)
      .filter(isFullyConnected)
      .chain((scenario) => {
        const { plan } = compile(scenario);
        const { terminals } = plan.network;
        const window = { start: 0, end: Infinity, limit: Infinity };
        const isInOrder = eagerOnly || allFlowControls.get(scenario.flowControl.kind).isInOrder === true;
        return fc
          .record({
            terminalOf: fc.shuffledSubarray(
              Array.from({ length: terminals }, (_, t) => t),
              { minLength: Math.min(terminals, 5), maxLength: Math.min(terminals, 5) },
            ),
            host: hosts,
            eager: isInOrder ? fc.constant(Infinity) : fc.constantFrom(Infinity, Infinity, 0, 2),
          })
          .chain(({ terminalOf, host, eager }) =>
            anyGraph({
              ranks: terminalOf.length,
              bytes: fc.integer({ min: 1, max: 4 }),
              nanoseconds: fc.nat({ max: 60 }),
              cpus: 3,
              nics: 1,
              isWild: true,
            }).map((graph) => {
              const setting = { terminalOf: Int32Array.from(terminalOf), packetBytes: 1, host: { ...idealHost, ...host, eager } };
              return { scenario, plan: { ...plan, demand: programOfGraph(graph, setting), window } };
            }),
          );
      });

  it("equal the reference, cycle for cycle", () => {
    let finished = 0;
    fc.assert(
      fc.property(graphsOn(anyPacketFlowControl), fc.constantFrom(1500, 1500, 97, 20), (drawn, stop) => {
        const simulation = startOn(drawn);
        expectSameAs((cycles) => runReference(drawn.scenario, drawn.plan, cycles), simulation, stop);
        if (simulation.status === "finished") finished++;
      }),
      { numRuns: cases(30) },
    );
    expect(finished).toBeGreaterThan(cases(15));
  });

  it("equal the reference where time is real and nothing is in the way", () => {
    const { plan } = compile(
      readScenario({ topology: { kind: "single-switch", terminals: 5 }, flowControl: "ideal-network", workload: "binary-tree" }),
    );
    const drawn = { ranks: 5, bytes: fc.integer({ min: 1, max: 4 }), nanoseconds: fc.nat({ max: 60 }), cpus: 3, nics: 1, isWild: true };
    let finished = 0;
    fc.assert(
      fc.property(
        anyGraph(drawn),
        hosts,
        fc.constantFrom(Infinity, 0, 2),
        fc.integer({ min: 1, max: 30 }),
        (graph, host, eager, latency) => {
          const setting = { terminalOf: Int32Array.from([0, 1, 2, 3, 4]), packetBytes: 1, host: { ...idealHost, ...host, eager } };
          const demand = programOfGraph(graph, setting);
          const simulation = startFlowControl(
            "ideal-network",
            {},
            { ...plan, demand, ideal: { latency, phitCycles: 1, isLogGOPS: false } },
          );
          const frame = runToEnd(simulation);
          if (simulation.status !== "finished") return;
          finished++;
          expect({
            done: [...frame.rankDone],
            busy: [...frame.rankBusy],
            created: [...frame.messageCreated],
            delivered: [...frame.messageDelivered],
          }).toEqual(onIdealNetwork(demand, latency, simulation.now, plan.packetPhits));
        },
      ),
      { numRuns: cases(150) },
    );
    expect(finished).toBeGreaterThan(cases(70));
  });

  /** The reference interpreter on an ideal network, cycle by cycle: each message takes `latency` cycles and its phits. */
  function onIdealNetwork(demand: Program, latency: number, end: number, packetPhits: number) {
    const ranks = startGraphInterpreter(demand);
    const delivered: number[] = [];
    const underWay: { readonly number: number; readonly isControl: boolean; readonly packets: number; readonly there: number }[] = [];
    for (let now = 0; now <= end; now++) {
      for (const { kind, message, packets } of ranks.step(now)) {
        const isControl = kind === "request" || kind === "answer";
        underWay.push({ number: message.number, isControl, packets, there: now + latency + (isControl ? 0 : packets * packetPhits) });
      }
      ranks.countCycle(now);
      // A message that is available at a time has arrived in the previous cycle.
      for (const { number, isControl, packets } of underWay.filter((each) => each.there === now + 1)) {
        if (isControl) ranks.receiveControl(number, now);
        else for (let p = 0; p < packets; p++) if (ranks.receivePacket(number, now) === 0) delivered[number] = now;
      }
    }
    const created = ranks.messages.toSorted((a, b) => a.number - b.number).map((each) => each.created);
    return { done: ranks.ranks.map(({ done }) => done), busy: ranks.ranks.map(({ busy }) => busy), created, delivered };
  }

  it("run alike however they are sliced", () => {
    fc.assert(
      fc.property(graphsOn(anyFlowControl), fc.integer({ min: 1, max: 60 }), (drawn, work) => {
        const [whole, sliced] = [startOn(drawn), startOn(drawn)];
        while (whole.status === "running" && whole.now < 3000) whole.advance(3000, Infinity);
        while (sliced.status === "running" && sliced.now < 3000) sliced.advance(3000, work);
        expect(frameOf(sliced)).toEqual(frameOf(whole));
      }),
      { numRuns: cases(40) },
    );
  });
});

describe("LogGOPS", () => {
  const plan = compile(
    readScenario({
      topology: { kind: "single-switch", terminals: 8 },
      flowControl: "ideal-network",
      host: { kind: "loggops", L: 2500 },
      workload: "binary-tree",
    }),
  ).plan;

  /** The cycles in which the ranks of a program end. */
  function endsOn(demand: Program, latency = 2500): readonly number[] {
    const simulation = startFlowControl("ideal-network", {}, { ...plan, demand, ideal: { ...plan.ideal!, latency } });
    while (simulation.status === "running") simulation.advance(Infinity, Infinity);
    return [...frameOf(simulation).rankDone];
  }

  function programOf(host: Partial<HostRules>, ranks: readonly (readonly TestOperation[])[]): Program {
    const terminalOf = Int32Array.from(ranks.keys());
    return programOfGraph(programGraphOf(ranks), { terminalOf, packetBytes: 64, host: { ...idealHost, ...host } });
  }

  const model = { overhead: 1500, gap: 1000, gapPerByte: 6, eager: 65535 };

  it("ends its simulator's examples where that does", () => {
    // Binomial tree: rank r receives from r + 1, r + 2, … and sends to its parent, one operation after another.
    const reduce = (count: number) =>
      Array.from({ length: count }, (_, r) => {
        const distances = Array.from({ length: Math.log2(count) }, (__, k) => 2 ** k);
        const receives = distances.filter((d) => r % (2 * d) === 0);
        const last = distances.find((d) => r % (2 * d) !== 0);
        const chain = [...receives.map((d) => receive(r + d)), ...(last === undefined ? [] : [send(r - last, 1024)])];
        return chain.map((each, k) => ({ ...each, after: k === 0 ? [] : [k - 1] }));
      });
    const done = endsOn(programOf(model, reduce(8)));
    expect(done).toEqual([34914, 1500, 13138, 1500, 24776, 1500, 13138, 1500]);
    expect(endsOn(programOf(model, [[send(1, 1024)], [receive(0)]]))).toEqual([1500, 1500 + 2500 + 1023 * 6 + 1500]);
  });

  it("has a time for each processor and each adapter", () => {
    const two = (more: Partial<TestOperation>) => [[send(1, 1), send(2, 1, more)], [receive(0)], [receive(0)]];
    expect(endsOn(programOf({ overhead: 10, gap: 100 }, two({})), 0)).toEqual([110, 20, 120]);
    expect(endsOn(programOf({ overhead: 10, gap: 100 }, two({ nic: 1 })), 0)).toEqual([20, 20, 30]);
    expect(endsOn(programOf({ overhead: 10, gap: 100 }, two({ nic: 1, cpu: 1 })), 0)).toEqual([10, 20, 20]);
    // A message is received on the processor with the same number as that of its send.
    const busy = (cpu: number) => [[send(1, 1, { cpu })], [compute(500), receive(0, { cpu: 1 })]];
    expect(endsOn(programOf({ overhead: 10 }, busy(0)), 0)).toEqual([10, 510]);
    expect(endsOn(programOf({ overhead: 10 }, busy(1)), 0)).toEqual([10, 500]);
  });

  it("waits for an end on another processor up to that end", () => {
    expect(endsOn(programOf({}, [[compute(500), compute(10, { cpu: 1, after: [0] })]]))).toEqual([510]);
  });

  it("ends random graphs where the reference does", () => {
    const rules = fc.record({
      overhead: fc.nat({ max: 9 }),
      overheadPerByte: fc.nat({ max: 2 }),
      gap: fc.nat({ max: 12 }),
      gapPerByte: fc.nat({ max: 3 }),
      eager: fc.constantFrom(Infinity, 0, 3),
    });
    const drawn = { ranks: 5, bytes: fc.integer({ min: 1, max: 6 }), nanoseconds: fc.nat({ max: 60 }), isWild: true };
    const graphs = fc.integer({ min: 1, max: 3 }).chain((units) => anyGraph({ ...drawn, cpus: units, nics: units }));
    let finished = 0;
    fc.assert(
      fc.property(graphs, rules, fc.nat({ max: 40 }), (graph, host, latency) => {
        const program = programOfGraph(graph, { terminalOf: Int32Array.from([0, 1, 2, 3, 4]), packetBytes: 1, host });
        const expected = simulateLogGOPSGraph(program, latency);
        const found = endsOn(program, latency);
        // A deadlocked run stops when no event is left, possibly before a processor is free.
        if (expected.includes(-1)) expect(found).toContain(-1);
        else expect(found).toEqual(expected);
        if (!expected.includes(-1)) finished++;
      }),
      { numRuns: cases(200) },
    );
    expect(finished).toBeGreaterThan(cases(100));
  });

  it("runs a list without waits as it runs the graph of it", () => {
    for (const kind of ["binary-tree", "butterfly-exchange", "wavefront", "broadcast", "all-to-all"]) {
      const scenario = readScenario({
        topology: { kind: "single-switch", terminals: 16 },
        flowControl: "ideal-network",
        host: { kind: "loggops", L: 2500, o: 1500, g: 1000, G: 6 },
        workload: { kind, message: "1024 B" },
      });
      const own = compile(scenario).plan;
      const [list, graph] = [own.demand as Program, asGraph(own.demand as Program)].map((demand) =>
        runToEnd(startFlowControl("ideal-network", {}, { ...own, demand })),
      );
      expect([...graph.rankDone], kind).toEqual([...list.rankDone]);
    }
  });
});

describe("what ranks of a graph did", () => {
  /** Runs graphs of up to four ranks; returns the intervals of each rank, its results and the timeline. */
  const toldOf = (flowControl: object, ...ranks: readonly (readonly TestOperation[])[]) => {
    const scenario = readScenario({ topology: { kind: "single-switch", terminals: 4 }, flowControl, workload: "binary-tree" });
    const { plan } = compile(scenario);
    const demand = programOfGraph(programGraphOf(ranks), { terminalOf: Int32Array.from(ranks.keys()), packetBytes: 64 });
    const frame = runToEnd(startFlowControl(scenario.flowControl.kind, scenario.flowControl.values, { ...plan, demand }));
    const { ranks: results, timeline } = measuresOfRanks(demand, frame);
    const { first, kind, from, to, message } = timeline!;
    const rows = ranks.map((_, r) =>
      kind
        .slice(first[r], first[r + 1])
        .map((each, i) => [activityKinds[each], from[first[r] + i], to[first[r] + i], message[first[r] + i]]),
    );
    return { rows, results: results!, timeline: timeline! };
  };

  it("is described at each cycle: computing, then what it waits for", () => {
    const { rows, timeline } = toldOf(
      packets,
      [receive(1), receive(any, { tag: any }), compute(20), compute(7, { after: [0, 1, 2] })],
      [compute(10), send(0, 64, { after: [0] })],
      [compute(30), send(0, 64, { tag: 5, after: [0] })],
    );
    expect(rows).toEqual([
      [
        ["compute", 0, 20, -1],
        ["receive", 20, 28, 0],
        ["wait", 28, 30, 1],
        ["receive", 30, 48, 1],
        ["compute", 48, 55, -1],
      ],
      [["compute", 0, 10, -1]],
      [["compute", 0, 30, -1]],
    ]);
    expect([timeline.source, timeline.destination, timeline.after]).toEqual([
      [1, 2],
      [0, 0],
      [5, 6],
    ]);
  });

  it("fills the time of each rank, and computes as long as is counted", () => {
    const drawn = { ranks: 4, bytes: fc.integer({ min: 1, max: 200 }), nanoseconds: fc.nat({ max: 60 }), isWild: true, cpus: 2, nics: 1 };
    const { plan } = compile(
      readScenario({ topology: { kind: "single-switch", terminals: 4 }, flowControl: flows, workload: "binary-tree" }),
    );
    let checkedCount = 0;
    fc.assert(
      fc.property(anyGraph(drawn), fc.constantFrom(0, 4), (graph, overhead) => {
        const host = { ...idealHost, overhead };
        const demand = programOfGraph(graph, { terminalOf: Int32Array.from([0, 1, 2, 3]), packetBytes: 64, host });
        const simulation = startFlowControl("fluid", readScenario({ flowControl: flows }).flowControl.values, { ...plan, demand });
        const frame = runToEnd(simulation);
        const { timeline } = measuresOfRanks(demand, frame);
        if (simulation.status !== "finished" || timeline === undefined) return;
        checkedCount++;
        for (let r = 0; r < 4; r++) {
          const own = timeline.kind.slice(timeline.first[r], timeline.first[r + 1]).map((_, i) => timeline.first[r] + i);
          expect([0, ...own.map((s) => timeline.to[s])]).toEqual([...own.map((s) => timeline.from[s]), frame.rankDone[r]]);
          const busy = own.filter((s) => activityKinds[timeline.kind[s]] === "compute").map((s) => timeline.to[s] - timeline.from[s]);
          expect(busy.reduce((a, b) => a + b, 0)).toBeCloseTo(frame.rankBusy[r], 9);
          // A rank receives only messages that are sent to it, and not before they are taken.
          for (const s of own.filter((each) => timeline.message[each] >= 0 && timeline.kind[each] >= 2))
            expect(timeline.destination[timeline.message[s]]).toBe(r);
        }
      }),
      { numRuns: cases(60) },
    );
    expect(checkedCount).toBeGreaterThan(cases(20));
  });
});

describe("lists as graphs", () => {
  it("run as they do on every engine", () => {
    const columns = ["rankDone", "rankBusy", "phaseCycles", "messageCreated", "messageDelivered"] as const;
    let [exact, real] = [0, 0];
    fc.assert(
      fc.property(programsOn(scenariosOn(smallTopology(12), anyFlowControl)), (drawn) => {
        const { firstMessage, rendezvous } = drawn.plan.demand;
        const list = runAtMost(drawn);
        const graph = runAtMost({ ...drawn, plan: { ...drawn.plan, demand: asGraph(drawn.plan.demand) } });
        expect(graph.simulation.status).toBe(list.simulation.status);
        if (list.simulation.status !== "finished") return;
        // If two rendezvous requests of one rank arrive at the same time, a list replies to the one that is examined first, a graph to the
        // one that was sent first.
        const ordered = (frame: Frame): Frame => {
          if (rendezvous === 0) return frame;
          const inOrder = (times: Float64Array) =>
            Float64Array.from(Array.from(firstMessage.subarray(1), (end, r) => [...times.slice(firstMessage[r], end).sort()]).flat());
          const { messageCreated, messageInjected, messageDelivered } = frame;
          return {
            ...frame,
            messageCreated: inOrder(messageCreated),
            messageInjected: inOrder(messageInjected),
            messageDelivered: inOrder(messageDelivered),
          };
        };
        const [expected, actual] = [ordered(list.frame), ordered(graph.frame)];
        if (drawn.plan.engine.time === "whole") {
          // The begin of a wait may differ: in a list the rank reaches the operation; in a graph the operation begins when the wait is
          // over.
          expect({ ...actual, operationFrom: expected.operationFrom }).toEqual(expected);
          exact++;
          return;
        }
        // With real-valued time, either of two messages that leave at the same instant may be first. The order matters if paths are drawn
        // at random, if a terminal receives one message after another, and for replies.
        const others = [1, 2, 3, 4].map((more) => runAtMost({ ...drawn, plan: { ...drawn.plan, seed: drawn.plan.seed + more } }).frame);
        const isByChance = columns.some((name) => others.some((other) => list.frame[name].some((each, i) => each !== other[name][i])));
        const { ways, toOne } = drawn.scenario.flowControl.values;
        if (isByChance || ways === "drawn" || toOne === "in-turn" || rendezvous > 0) return;
        // Sums have different terms, and are rounded differently.
        for (const name of columns) expected[name].forEach((each, i) => expect(actual[name][i], name).toBeCloseTo(each, 6));
        real++;
      }),
      { numRuns: cases(80) },
    );
    expect(exact).toBeGreaterThan(cases(30));
    expect(real).toBeGreaterThan(cases(4));
  });

  it("run beside each other, where one of several programs is a graph", () => {
    const { plan } = compile(readScenario({ topology: { kind: "torus", sizes: [4, 4] }, workload: "binary-tree" }));
    const jobs = ["all-to-all", "wavefront"].map((kind, j) => {
      const mapping = { kind: "consecutive", first: 4 * j };
      const workload = { kind, ranks: 4, mapping, message: "300 B" };
      return compile(readScenario({ topology: { kind: "torus", sizes: [4, 4] }, workload })).plan.demand as Program;
    });
    const endsOf = (programs: readonly Program[]) => {
      const demand = mergePrograms(programs, [0, 70]);
      return [...runToEnd(startFlowControl(cutThrough().kind, cutThrough().values, { ...plan, demand })).rankDone];
    };
    expect(endsOf([asGraph(jobs[0]), jobs[1]])).toEqual(endsOf(jobs));
    expect(endsOf([jobs[0], asGraph(jobs[1])])).toEqual(endsOf(jobs));
  });

  function runAtMost(drawn: ProgramCase) {
    const simulation = startOn(drawn);
    while (simulation.status === "running" && simulation.now < 6000) simulation.advance(6000, Infinity);
    return { simulation, frame: frameOf(simulation) };
  }
});

describe("what must come before what", () => {
  it("is the same of a list and of its graph", () => {
    for (const kind of ["wavefront", "butterfly-exchange", "binary-tree", "all-to-all", "broadcast", "waterfall"]) {
      const { demand } = compile(readScenario({ topology: { kind: "single-switch", terminals: 16 }, workload: kind })).plan;
      const [list, graph] = [demand as Program, asGraph(demand as Program)].map((program) => causalityOf(program, null));
      expect([graph.perStep, graph.chain.length, graph.stuck, graph.untaken], kind).toEqual([list.perStep, list.chain.length, [], 0]);
      expect([...graph.listed!.step], kind).toEqual([...list.listed!.step]);
    }
  });

  it("names ranks that wait in vain", () => {
    const ring = [0, 1, 2].map((r) => [receive((r + 2) % 3), send((r + 1) % 3, 1, { after: [0] })]);
    const { stuck } = causalityOf(programOfGraph(programGraphOf(ring), { terminalOf: Int32Array.from([0, 1, 2]), packetBytes: 1 }), null);
    expect(stuck.map(({ rank, operation }) => [rank, operation])).toEqual([0, 1, 2].map((r) => [r, 0]));
  });
});
