/**
 * Fluid flow by hand and in closed form; compared with packets where there is no contention; and over every network, routing and workload.
 */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { startFlowControl } from "../../src/core/flow-control/engines.ts";
import { ScenarioError } from "../../src/core/base/errors.ts";
import { compile } from "../../src/core/run/compile.ts";
import { allFlowControls } from "../../src/core/flow-control/index.ts";
import type { Plan } from "../../src/core/plan/plan.ts";
import { ProgramWriter } from "../../src/core/programs/program-writer.ts";
import { type Run, run, startRun } from "../../src/core/run/run.ts";
import { readScenario, type Scenario } from "../../src/core/scenario/scenario.ts";
import { type Frame, scalar, timeBins } from "../../src/core/simulation/frame.ts";
import { allRoutings } from "../../src/core/routings/index.ts";
import { allTopologies } from "../../src/core/topologies/index.ts";
import { allWorkloads } from "../../src/core/workloads/index.ts";
import { cases } from "../effort.ts";
import { maxMinRates } from "../reference/max-min.ts";
import { anyLinks, linksFor, withLinks } from "./any-links.ts";
import { examplesOf, factsOf } from "./arbitrary.ts";
import { withSufficientQueues } from "./sufficient-queues.ts";
import { anyFluidFlowControl, anyScenario, frameOf, runToEnd } from "./scenarios.ts";

const star = (terminals: number) => ({ kind: "single-switch", terminals });
const message = (source: number, destination: number, bytes: number | string, time = 0) => ({
  source,
  destination,
  bytes: typeof bytes === "string" ? bytes : `${bytes} B`,
  time,
});
const messages = (...list: readonly ReturnType<typeof message>[]) => ({ kind: "messages", list });

/** The results of a scenario under fluid flow, with packets of 64 B: 16 phits. */
function runFluid(document: Readonly<Record<string, unknown>>) {
  return run(readScenario({ topology: star(8), ...document, flowControl: { kind: "fluid", ...(document["flowControl"] as object) } }));
}

/** Runs a program with one rank per terminal. */
function playProgram(scenario: Scenario, ranks: number, write: (w: ProgramWriter, rank: number) => void, more: Partial<Plan> = {}): Frame {
  const { plan } = compile(scenario);
  const writer = new ProgramWriter(1);
  for (let rank = 0; rank < ranks; rank++) {
    write(writer, rank);
    writer.nextRank();
  }
  const demand = writer.finish(Int32Array.from({ length: ranks }, (_, r) => r));
  return runToEnd(startFlowControl(scenario.flowControl.kind, scenario.flowControl.values, { ...plan, demand, ...more }));
}

/** Starts a scenario; null if its parts are incompatible. */
function startIfValid(scenario: Scenario): Run | null {
  try {
    return startRun(scenario);
  } catch (error) {
    if (error instanceof ScenarioError) return null;
    throw error;
  }
}

describe("by hand", () => {
  it("two messages into one terminal share its channel, and the smaller one leaves it to the other", () => {
    const { messages: sent } = runFluid({ workload: messages(message(0, 5, 1024), message(1, 5, 2048)) });
    // Half the rate each until 256 phits of both have been sent, then the rest of the other message at full rate; 2 cycles for the path.
    expect(sent.map(({ latency }) => latency)).toEqual([512 + 2, 768 + 2]);
  });

  it("an all-to-all of R ranks on one switch takes R − 1 times as long as one message", () => {
    for (const [terminals, order] of [
      [5, "shift"],
      [64, "shift"],
      [64, "xor"],
    ]) {
      const [topology, workload] = [star(terminals as number), { kind: "all-to-all", message: "640 B", order }];
      expect(runFluid({ topology, workload }).makespan).toBe(((terminals as number) - 1) * (2 + 160));
      const posted = runFluid({ topology, workload: { ...workload, algorithm: "posted" } }).makespan as number;
      expect(posted).toBe(((terminals as number) - 1) * 160 + 2);
    }
  });

  it("an all-to-all of long messages is exact, too", () => {
    const { makespan } = runFluid({ topology: star(64), workload: { kind: "all-to-all", message: "1 MB" } });
    expect(makespan).toBe(63 * (2 + 250_000));
  });

  it("messages of a terabyte have as many packets as they fill, and every one is counted", () => {
    const packets = 1e12 / 64;
    const workload = { kind: "all-to-all", message: "1 TB" };
    const apart = startRun(readScenario({ topology: star(16), flowControl: "fluid", workload }));
    apart.finish();
    const results = apart.results();
    expect([results.makespan, results.packets, results.arrived]).toEqual([15 * (2 + 16 * packets), 240 * packets, 240 * packets]);
    const { created, accepted, sent, arrivedFrom, flowPackets, latencies } = frameOf(apart.simulation);
    for (const each of [created, accepted, sent, arrivedFrom]) expect(new Set(each)).toEqual(new Set([15 * packets]));
    expect(new Set(flowPackets)).toEqual(new Set([0, packets]));
    expect(latencies.reduce((sum, each) => sum + each, 0)).toBe(240 * packets);
    const posted = runFluid({ topology: star(16), workload: { ...workload, algorithm: "posted" } });
    expect([posted.makespan, posted.arrived]).toEqual([15 * 16 * packets + 2, 240 * packets]);
    const list = runFluid({ workload: messages(message(0, 5, "1 TB"), message(1, 5, "1 TB"), message(2, 5, "1 TB")) });
    for (const each of list.messages) expect([each.packets, each.latency]).toEqual([packets, 3 * 16 * packets + 2]);
  });

  it("long messages take as many events as short ones, and no more stretches of time than there are columns for", () => {
    const steps = (bytes: string, algorithm: string) => {
      const workload = { kind: "all-to-all", message: bytes, algorithm };
      const { simulation } = startRun(readScenario({ topology: star(16), flowControl: "fluid", workload }));
      let count = 0;
      for (; simulation.status === "running"; count++) simulation.advance(Infinity, 1);
      return count;
    };
    for (const algorithm of ["pairwise", "posted"])
      expect(steps("1 TB", algorithm)).toBeLessThanOrEqual(steps("1 kB", algorithm) + timeBins);
  });

  it("with a slot for each partner, all messages of an all-to-all flow simultaneously and end together", () => {
    for (const ranks of [2, 5, 24]) {
      const workload = { kind: "all-to-all", message: "640 B", algorithm: "posted", ranks };
      const document = { topology: star(32), workload };
      const own = runFluid({ ...document, flowControl: { injectionSlots: 0 } });
      expect(new Set(own.messages.map(({ injected }) => injected))).toEqual(new Set([0]));
      for (const { latency } of own.messages) expect(latency).toBeCloseTo((ranks - 1) * 160 + 2, 6);
      expect(own).toEqual(runFluid({ ...document, flowControl: { injectionSlots: ranks - 1 } }));
    }
  });

  it("more slots than there is memory for are refused, with as many as there is", () => {
    /** The issue of a scenario with that number of injection slots; null if it starts. */
    const refused = (injectionSlots: number) => {
      const scenario = readScenario({ topology: star(1024), flowControl: { kind: "fluid", injectionSlots } });
      try {
        startRun(scenario);
      } catch (error) {
        return (error as ScenarioError).issues[0];
      }
      return null;
    };
    const issue = refused(65535);
    expect(issue).toMatchObject({
      path: "flowControl.injectionSlots",
      remedy: `Use ${issue?.nearest} or less, a smaller network, or one path each.`,
    });
    expect(issue?.message).toContain("that may flow at the same time");
    // One message more than the maximum needs hardly more memory than the limit.
    const next = refused((issue?.nearest as number) + 1);
    expect(next).toEqual({ ...issue, message: expect.stringMatching(/^fluid flow needs 85[01] MB .* at most 850 MB are allowed\.$/) });
  });

  it("a message that begins later takes its part from then on", () => {
    const { messages: sent } = runFluid({ workload: messages(message(0, 5, 1024), message(1, 5, 1024, 100)) });
    expect(sent.map(({ delivered }) => delivered + 1)).toEqual([100 + 2 * 156 + 2, 512 + 2]);
  });

  it("one who is held back elsewhere leaves the rest to the others", () => {
    // Three messages into terminal 5; one of them shares the channel of its source with two more, which leaves 1/3 to each.
    const slots = { flowControl: { injectionSlots: 3 } };
    const into = [message(0, 5, 6400), message(0, 6, 6400), message(0, 7, 6400), message(1, 5, 6400)];
    const { messages: sent } = runFluid({ ...slots, workload: messages(...into) });
    // 1 → 5 has a rate of 2/3 and ends after 1600 / (2/3) cycles; the three messages of terminal 0 keep 1/3.
    expect(sent.map(({ latency }) => Math.round(latency * 1e6) / 1e6)).toEqual([4802, 4802, 4802, 2402]);
  });

  it("messages to one terminal go in turn where they are to, and hold up what is behind them", () => {
    const list = messages(message(0, 5, 6400), message(0, 5, 6400), message(0, 6, 6400), message(0, 7, 6400));
    const inTurn = runFluid({ flowControl: { injectionSlots: 3, toOne: "in-turn" }, workload: list }).messages;
    // A single message for 1600 cycles; then three share the channel.
    expect(inTurn.map(({ injected }) => injected)).toEqual([0, 1600, 1600, 1600]);
    expect(inTurn.map(({ latency }) => Math.round(latency * 1e6) / 1e6)).toEqual([1602, 6402, 6402, 6402]);
    const together = runFluid({ flowControl: { injectionSlots: 3 }, workload: list }).messages;
    expect(together.map(({ injected }) => injected)).toEqual([0, 0, 0, 4800]);
  });

  it("a group of channels carries no more than its capacity", () => {
    const topology = { kind: "modular-switch", modules: 2, ports: 4, uplinks: 4, ingress: 2 };
    const across = [0, 1, 2, 3].map((t) => message(t, 4 + t, 6400));
    const { messages: sent } = runFluid({ topology, flowControl: { ways: "spread" }, workload: messages(...across) });
    expect(sent.map(({ latency }) => Math.round(latency * 1e6) / 1e6)).toEqual([3204, 3204, 3204, 3204]);
    // The four paths over the backbone are used evenly.
    expect(runFluid({ topology, flowControl: { ways: "spread" }, workload: messages(message(0, 4, 6400)) }).messages[0].latency).toBe(1604);
  });

  it("a port that is limited both ways together halves an exchange, and leaves one direction alone", () => {
    const scenario = (bothWays: string) =>
      readScenario({
        topology: star(4),
        technology: { kind: "own-links", rate: "100 MB/s", overhead: "0 B" },
        host: { kind: "limited-ports", bothWays },
        flowControl: { kind: "fluid", packet: "1000 B" },
        workload: "binary-tree",
      });
    const exchange = (w: ProgramWriter, rank: number) => {
      w.send(rank ^ 1, 1000);
      w.receive(rank ^ 1);
    };
    const [first, second] = [playProgram(scenario("150 MB/s"), 4, exchange), playProgram(scenario("200 MB/s"), 4, exchange)];
    // 1 MB is 250,000 phits: at a rate of 0.75 in each direction, or as without a limit.
    expect(first.scalars[scalar.lastArrival] + 1).toBeCloseTo(250_000 / 0.75 + 2, 6);
    expect(second.scalars[scalar.lastArrival] + 1).toBe(250_002);
    const oneAfterTheOther = (w: ProgramWriter, rank: number) => {
      if (rank % 2 === 1) w.receive(rank ^ 1);
      w.send(rank ^ 1, 1000);
      if (rank % 2 === 0) w.receive(rank ^ 1);
    };
    expect(playProgram(scenario("150 MB/s"), 4, oneAfterTheOther).scalars[scalar.lastArrival] + 1).toBe(2 * 250_002);
  });

  it("an exchange of half a gigabyte over Gigabit Ethernet takes 4.56 s, and 5.42 s through ports of 198 MB/s", () => {
    /** Seconds of an exchange of half a gigabyte between pairs of ranks. */
    const seconds = (host: object) => {
      const scenario = readScenario({
        topology: { kind: "three-quads", m: 4 },
        technology: "gigabit-ethernet",
        host,
        flowControl: { kind: "fluid", packet: "1448 B", injectionSlots: 4 },
        workload: "binary-tree",
      });
      const packets = Math.ceil(2 ** 29 / 1448);
      const frame = playProgram(scenario, 64, (w, rank) => {
        w.send(rank ^ 1, packets);
        w.receive(rank ^ 1);
      });
      return (frame.scalars[scalar.lastArrival] + 1) * 32e-9;
    };
    expect(seconds({ kind: "ideal" })).toBeCloseTo(2 ** 29 / (125e6 * (1448 / 1538)), 3);
    expect(seconds({ kind: "limited-ports", bothWays: "210.3 MB/s" })).toBeCloseTo((2 * 2 ** 29) / (210.3e6 * (1448 / 1538)), 3);
  });

  it("phits of a packet may have a fraction", () => {
    const { messages: sent } = runFluid({
      technology: { kind: "own-links", rate: "100 MB/s", overhead: "3 B" },
      workload: messages(message(0, 5, 640)),
    });
    expect(sent[0].latency).toBe(10 * (67 / 4) + 2);
  });

  it("what a message waits is booked before what holds it back: on a channel, or at its terminal", () => {
    const scenario = readScenario({
      topology: star(4),
      flowControl: { kind: "fluid", injectionSlots: 2 },
      workload: messages(message(0, 3, 640), message(1, 3, 640), message(2, 0, 640), message(2, 1, 640)),
    });
    const { plan, simulation } = startRun(scenario);
    const { waiting, sendingSoFar, blockedSoFar } = runToEnd(simulation);
    const of = (t: number) => waiting[plan.network.firstOut[t]];
    // Two messages at half rate for 320 cycles: each loses 160 cycles while it waits for the channel into terminal 3, counted at the
    // channel out of its source. The messages of terminal 2 wait behind no channel.
    expect([of(0), of(1), of(2)]).toEqual([160, 160, 0]);
    expect([...sendingSoFar.subarray(0, 3)]).toEqual([160, 160, 320]);
    expect([...blockedSoFar.subarray(0, 3)]).toEqual([160, 160, 0]);
  });
});

describe("where channels are not all alike", () => {
  const planOf = (document: Readonly<Record<string, unknown>>) => {
    const scenario = readScenario({
      topology: star(8),
      ...document,
      flowControl: { kind: "fluid", ...(document["flowControl"] as object) },
    });
    return { scenario, plan: compile(scenario).plan };
  };
  const runOn = ({ flowControl }: Scenario, plan: Plan) => runToEnd(startFlowControl(flowControl.kind, flowControl.values, plan));
  const delivered = (scenario: Scenario, plan: Plan) => [...runOn(scenario, plan).messageDelivered].map((time) => time + 1);

  it("a message alone takes Σ (1 / r + d) over its channels and its phits over the rate of the slowest", () => {
    fc.assert(
      fc.property(
        anyLinks(fc.constantFrom(0, 3, 2.5, 100)),
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 1, max: 5 }),
        (links, P, H) => {
          const topology = { kind: "mesh", sizes: [8] };
          const { scenario, plan: plain } = planOf({ topology, workload: messages(message(0, H, 64 * P)) });
          const plan = withLinks(plain, links);
          const frame = runOn(scenario, plan);
          const way = [...plan.network.head.keys()].filter((c) => frame.phits[c] > 0);
          expect(way.length).toBe(H + 2);
          const rate = (c: number) => plan.links.perCycle[c] / plan.links.perPhit[c];
          const expected = way.reduce((sum, c) => sum + 1 / rate(c) + plan.links.delay[c], (16 * P) / Math.min(...way.map(rate)));
          expect(frame.messageDelivered[0] + 1).toBeCloseTo(expected, 8);
          expect(frame.scalars[scalar.networkLatency] / P).toBeCloseTo(expected - (16 * (P - 1)) / Math.min(...way.map(rate)), 8);
          // There were no other messages, so none has waited.
          for (const c of way) expect(frame.waiting[c]).toBeCloseTo(0, 8);
        },
      ),
      { numRuns: cases(40) },
    );
  });

  it("who depends on a message goes on when its last byte has come, later by the delays of its way", () => {
    const { scenario, plan } = planOf({ topology: star(4), workload: "binary-tree" });
    const links = linksFor(plan, () => [2, 1, 30]);
    const pingPong = (w: ProgramWriter, rank: number) => {
      if (rank > 1) return;
      if (rank === 1) w.receive(0);
      w.send(rank ^ 1, 10);
      if (rank === 0) w.receive(1);
    };
    // 160 phits at 2 per cycle; on each of two channels half a cycle for a phit and a delay of 30 cycles; and the same on the way back.
    expect(playProgram(scenario, 4, pingPong, { links }).scalars[scalar.lastArrival] + 1).toBe(2 * (80 + 1 + 60));
    expect(playProgram(scenario, 4, pingPong, { links, startUp: 7 }).scalars[scalar.lastArrival] + 1).toBe(2 * (7 + 80 + 1 + 60));
  });

  it("of several ways the longest counts, and all of them carry", () => {
    const { scenario, plan } = planOf({
      topology: { kind: "k-ary-n-tree", k: 2, n: 2 },
      flowControl: { ways: "spread" },
      workload: messages(message(0, 3, 640)),
    });
    // One of the four channels between switches is long and carries a quarter of a phit per cycle: half of the message crosses it at this
    // rate.
    const { tail, head, terminals } = plan.network;
    const slow = [...head.keys()].find((c) => tail[c] >= terminals && head[c] >= terminals && tail[c] === head[0])!;
    const links = linksFor(plan, (c) => (c === slow ? [1, 4, 50] : [1, 1, 0]));
    expect(delivered(scenario, { ...plan, links })).toEqual([160 / 0.5 + 1 + 4 + 50 + 2]);
  });

  it("at twice all rates times are halved, to the bit", () => {
    const loads = { kind: "open-loop", load: 0.4 };
    for (const [topology, workload] of [
      [
        { kind: "torus", sizes: [4, 4] },
        { kind: "all-to-all", message: "640 B" },
      ],
      [
        { kind: "k-ary-n-tree", k: 2, n: 3 },
        { kind: "binary-tree", message: "1 kB" },
      ],
      [star(8), messages(message(0, 5, 1024), message(1, 5, 2048), message(2, 5, 64))],
    ]) {
      const { scenario, plan } = planOf({ topology, workload, flowControl: { ways: "one", injectionSlots: 2 } });
      const [once, twice] = [1, 2].map((rate) => runOn(scenario, { ...plan, links: linksFor(plan, () => [rate, 1, 0]) }));
      expect(once).toEqual(runOn(scenario, plan));
      expect(twice.scalars[scalar.lastArrival] + 1).toBe((once.scalars[scalar.lastArrival] + 1) / 2);
      expect([...twice.phits]).toEqual([...once.phits]);
    }
    // Rates of 1 without delay make no difference.
    const { scenario, plan } = planOf({ topology: { kind: "torus", sizes: [4, 4] }, workload: loads });
    expect(runOn(scenario, { ...plan, links: linksFor(plan, () => [3, 3, 0]) })).toEqual(runOn(scenario, plan));
  });

  it("messages end when filling all of them anew at every instant says so", () => {
    const list = fc.array(
      fc.record({
        source: fc.nat({ max: 7 }),
        destination: fc.nat({ max: 7 }),
        packets: fc.integer({ min: 1, max: 20 }),
        time: fc.nat({ max: 300 }),
      }),
      { minLength: 1, maxLength: 16 },
    );
    fc.assert(
      fc.property(list, anyLinks(fc.constantFrom(0, 0, 10, 2.5)), fc.boolean(), (drawn, each, isLimited) => {
        const sent = drawn.filter(({ source, destination }) => source !== destination).sort((a, b) => a.time - b.time);
        if (sent.length === 0) return;
        const list = sent.map(({ source, destination, packets, time }) => message(source, destination, 64 * packets, time));
        const { scenario, plan: plain } = planOf({ workload: messages(...list) });
        const plan: Plan & { readonly links: NonNullable<Plan["links"]> } = {
          ...withLinks(plain, each),
          ...(isLimited ? { ports: { oneWay: 0.8, bothWays: 2 } } : {}),
        };
        const expected = plainTimes(plan, sent);
        delivered(scenario, plan).forEach((time, m) => expect(time).toBeCloseTo(expected[m], 5));
      }),
      { numRuns: cases(150) },
    );
  });

  /** Times at which messages over one switch have been consumed, with a full computation of the rates at every begin and end. */
  function plainTimes(
    { network, links, ports, packetPhits }: Plan & { readonly links: NonNullable<Plan["links"]> },
    sent: readonly { readonly source: number; readonly destination: number; readonly packets: number; readonly time: number }[],
  ): readonly number[] {
    const { head, firstOut, reverse } = network;
    const rate = Array.from(head, (_, c) => links.perCycle[c] / links.perPhit[c]);
    const capacity = rate.map((each) => Math.min(each, ports?.oneWay ?? Infinity));
    // After the resources of the channels, each terminal has one for both directions together.
    for (let t = 0; t < 8; t++) capacity.push(ports?.bothWays ?? Infinity);
    const fastest = Math.max(...Array.from({ length: 8 }, (_, t) => rate[firstOut[t]]));
    const way = sent.map(({ source, destination }) => [firstOut[source], reverse[firstOut[destination]]]);
    const left = sent.map(({ packets }) => packets * packetPhits);
    const done = sent.map(() => 0);
    for (let now = 0; left.some((each) => each > 0);) {
      const flows = [...sent.keys()].filter(
        (m) => left[m] > 0 && sent[m].time <= now && sent.every((other, n) => n >= m || other.source !== sent[m].source || left[n] === 0),
      );
      const uses = flows.map((m) => new Map([...way[m], 2 * 8 + sent[m].source, 2 * 8 + sent[m].destination].map((k) => [k, 1])));
      const rates = maxMinRates(uses, capacity, fastest);
      const ends = flows.map((m, i) => now + left[m] / rates[i]);
      const next = Math.min(...ends, ...sent.filter(({ time }) => time > now).map(({ time }) => time));
      for (const [i, m] of flows.entries()) {
        left[m] = ends[i] <= next + 1e-9 ? 0 : left[m] - (next - now) * rates[i];
        if (left[m] === 0) done[m] = next + way[m].reduce((sum, c) => sum + 1 / rate[c] + links.delay[c], 0);
      }
      now = next;
    }
    return done;
  }
});

describe("beside packets", () => {
  const packets = (document: Readonly<Record<string, unknown>>) => run(readScenario(document));

  it("is equal to the cycle where no two messages meet", () => {
    const alone = fc.array(
      fc.record({
        source: fc.constant(3),
        destination: fc.constantFrom(0, 1, 2, 4, 5, 6, 7),
        bytes: fc.integer({ min: 1, max: 900 }),
        time: fc.nat({ max: 900 }),
      }),
      { minLength: 1, maxLength: 12 },
    );
    const networks = [star(8), { kind: "torus", sizes: [4, 2] }, { kind: "k-ary-n-tree", k: 2, n: 3 }, { kind: "mesh", sizes: [8] }];
    fc.assert(
      fc.property(fc.constantFrom(...networks), alone, (topology, list) => {
        const workload = { kind: "messages", list: list.map((each) => ({ ...each, bytes: `${each.bytes} B` })) };
        const [fluid, cutThrough] = [runFluid({ topology, workload }), packets({ topology, workload })];
        for (const name of ["cycles", "makespan", "latency", "hops", "messages", "accepted"] as const)
          expect(fluid[name]).toEqual(cutThrough[name]);
      }),
      { numRuns: cases(25) },
    );
  });

  it("is within one packet where every terminal sends to one and gets from one", () => {
    for (const load of [0.1, 0.5, 0.9]) {
      const document = { topology: star(16), workload: { kind: "open-loop", pattern: { kind: "shift", amount: 3 }, load } };
      const [fluid, cutThrough] = [runFluid(document), packets(document)];
      expect(fluid.packets).toBe(cutThrough.packets);
      expect(Math.abs((fluid.latency?.mean ?? 0) - (cutThrough.latency?.mean ?? 0))).toBeLessThan(16);
      expect(fluid.accepted).toBeCloseTo(cutThrough.accepted, 3);
    }
  });

  it("takes what dependent messages take", () => {
    const document = { topology: { kind: "torus", sizes: [4, 4] }, workload: { kind: "binary-tree", message: "1 kB" } };
    expect(runFluid(document).makespan).toBe(packets(document).makespan);
    const exchange = { ...document, topology: star(16), workload: { kind: "butterfly-exchange", message: "1 kB" } };
    expect(runFluid(exchange).makespan).toBe(packets(exchange).makespan);
  });
});

describe("everywhere", () => {
  it("runs every workload on every network with every routing that fits, carries no more than there is, and loses nothing", () => {
    const fluid = allFlowControls.get("fluid");
    let runs = 0;
    for (const topology of allTopologies.kinds.map((kind) => examplesOf(kind)[0])) {
      const facts = factsOf(topology);
      if (facts === undefined || facts.terminals > 300) continue;
      for (const routing of allRoutings.kinds.map((kind) => examplesOf(kind)[0])) {
        const workload = allWorkloads.kinds[runs % allWorkloads.kinds.length];
        const scenario: Scenario = {
          ...readScenario({ run: { warmUp: 100, window: 400, drain: 300 } }),
          topology,
          routing,
          flowControl: examplesOf(fluid)[runs % fluid.examples.length],
          workload: examplesOf(workload)[0],
        };
        const started = startIfValid(scenario);
        if (started === null) continue;
        runs++;
        const frame = runToEnd(started.simulation);
        expect(started.simulation.status).toBe("finished");
        const { scalars, phits } = frame;
        for (const each of phits) expect(each).toBeLessThanOrEqual(started.simulation.now * (1 + 1e-9));
        if (workload.isEndless) continue;
        expect(scalars[scalar.delivered]).toBe(scalars[scalar.injected]);
        expect(scalars[scalar.delivered]).toBeGreaterThan(0);
      }
    }
    expect(runs).toBeGreaterThan(20);
  });

  it("has the same fingerprint and the same frame however it is sliced, also by work", () => {
    fc.assert(
      fc.property(
        withSufficientQueues(anyScenario(20, anyFluidFlowControl)),
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 50 }),
        fc.option(anyLinks(fc.constantFrom(0, 1, 7, 2.5))),
        (scenario, work, cycles, links) => {
          const { kind, values } = scenario.flowControl;
          const startOne = () => {
            const { plan } = compile(scenario);
            return startFlowControl(kind, values, links === null ? plan : withLinks(plan, links));
          };
          const [whole, sliced] = [startOne(), startOne()];
          const last = runToEnd(whole);
          while (sliced.status === "running") {
            sliced.advance(sliced.now + cycles, work);
            frameOf(sliced);
          }
          expect(runToEnd(sliced)).toEqual(last);
        },
      ),
      { numRuns: cases(25) },
    );
  });

  it("has as many packets in each column as there are, at every cycle", () => {
    fc.assert(
      fc.property(withSufficientQueues(anyScenario(20, anyFluidFlowControl)), fc.nat({ max: 700 }), (scenario, cycle) => {
        const { simulation } = startRun(scenario);
        simulation.advance(cycle, Infinity);
        const { scalars, acceptedSoFar, sentSoFar, latencies, latencyFrom, queued } = frameOf(simulation);
        const sum = (numbers: Iterable<number>) => [...numbers].reduce((a, b) => a + b, 0);
        expect(sum(acceptedSoFar)).toBe(scalars[scalar.delivered]);
        expect(sum(sentSoFar)).toBe(scalars[scalar.injected]);
        expect(sum(latencies)).toBe(scalars[scalar.taggedDelivered]);
        expect(sum(latencyFrom)).toBeCloseTo(scalars[scalar.latency], 3);
        expect(scalars[scalar.delivered]).toBeLessThanOrEqual(scalars[scalar.injected]);
        expect(Math.min(0, ...queued)).toBe(0);
      }),
      { numRuns: cases(40) },
    );
  });
});
