/** Properties of every workload: its compiled demand satisfies the assumptions of the simulations. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { virtualCutThrough } from "../../src/core/flow-control/virtual-cut-through.ts";
import { type ValidationIssue, ScenarioError } from "../../src/core/base/errors.ts";
import { type ChosenKind, readParams, type Values } from "../../src/core/base/params.ts";
import { mix } from "../../src/core/base/random.ts";
import { phitBytes } from "../../src/core/base/units.ts";
import { type Demand, withoutUnreachable } from "../../src/core/plan/demand.ts";
import type { OpenLoop, TrafficStream } from "../../src/core/traffic/open-loop.ts";
import { allMappings } from "../../src/core/mappings/index.ts";
import { type MessageSizes, op, opWords } from "../../src/core/programs/program.ts";
import type { TopologyFacts } from "../../src/core/topologies/contract.ts";
import { allWorkloads } from "../../src/core/workloads/index.ts";
import { terms } from "../../src/glossary/index.ts";
import { cases } from "../effort.ts";
import { arbitraryParams, build, examplesOf, factsOf, smallTopology } from "./arbitrary.ts";

describe.each(allWorkloads.kinds)("$id", (workload) => {
  const values = fc.oneof(
    fc.constantFrom(...examplesOf(workload).map((example) => example.values)),
    arbitraryParams(workload.params, { span: 40, length: 12 }),
  );
  const cycleSeconds = 32e-9;
  const issuesOf = ([topology, values]: [ChosenKind, unknown]) =>
    workload.check(values as never, factsOf(topology) as TopologyFacts, {
      engine: virtualCutThrough.engine,
      cycleSeconds,
      measuredTo: 12000,
    });
  const fits = (drawn: [ChosenKind, unknown]) => issuesOf(drawn).length === 0;
  const fitting = fc.tuple(smallTopology(70), values).filter(fits);

  it.skipIf(workload.facts === undefined)("is known by numbers before it runs, seconds where a cycle has any", () => {
    fc.assert(
      fc.property(fitting, fc.boolean(), ([topology, values], isTimed) => {
        const facts = workload.facts!(
          values,
          factsOf(topology) as TopologyFacts,
          isTimed ? { outsideHost: phitBytes / cycleSeconds } : null,
        );
        expect(new Set(facts.map(({ id }) => id)).size).toBe(facts.length);
        for (const { value, term } of facts) {
          if (value !== null) expect(Number.isFinite(value) && value >= 0).toBe(true);
          if (term !== undefined) expect(terms.some(({ title }) => title === term)).toBe(true);
        }
        expect(facts.every(({ unit, value }) => unit !== "s" || isTimed || value === null)).toBe(true);
      }),
      { numRuns: cases(30) },
    );
  });

  it("compiles to a sound demand", () => {
    fc.assert(
      fc.property(fitting, fc.integer({ min: 4, max: 64 }), ([topology, values], packetBytes) => {
        const network = build(topology);
        let demand: Demand;
        try {
          demand = workload.compile(values, { network, packetBytes, cycleSeconds, seed: 1 });
        } catch (error) {
          // Mappings along axes need the built network to determine whether jobs overlap.
          expect(error).toBeInstanceOf(ScenarioError);
          expect(allMappings.kinds.some(({ id, readsCoordinates }) => readsCoordinates && JSON.stringify(values).includes(id))).toBe(true);
          return;
        }
        expect(demand.form === "open-loop").toBe(workload.isEndless);
        expectValidDemand(demand, network.terminals);
        if (demand.form === "program") expectSizes(demand.sizes, packetBytes);
        if (workload.terminals !== undefined) expectTerminals(demand, Array.from(workload.terminals(values, network)));
      }),
      { numRuns: cases(40) },
    );
  });

  it.runIf("ranks" in workload.params && workload.next !== undefined)("steps from one number of ranks that fits to the next", () => {
    const most = 300;
    for (const { values } of examplesOf(workload)) {
      const step = (ranks: number, isUp: boolean) => workload.next?.("ranks", { ...values, ranks }, isUp) ?? 0;
      // A number of ranks is valid if a step down from the number above it leads to it.
      const fitting = Array.from({ length: most }, (_, ranks) => ranks).filter((ranks) => ranks >= 2 && step(ranks + 1, false) === ranks);
      for (let ranks = 0; ranks < (fitting.at(-1) ?? 0); ranks++)
        expect(step(ranks, true), `above ${ranks}`).toBe(fitting.find((each) => each > ranks));
    }
  });

  it("says what does not fit, with its place and what to do", () => {
    const odd = fc.tuple(smallTopology(70), values).filter((each) => !fits(each));
    fc.assert(
      fc.property(odd, ([topology, values]) => {
        for (const { path, message, remedy } of issuesOf([topology, values])) {
          expect(Object.keys(workload.params)).toContain(path.split(".")[0]);
          expect(message).toMatch(/\.$/);
          expect(remedy).toMatch(/\.$/);
        }
      }),
      { numRuns: cases(20) },
    );
  });
});

/** Expects distinct terminals, in the order of the program's ranks, and no other senders. */
function expectTerminals(demand: Demand, terminals: readonly number[]): void {
  expect(new Set(terminals).size).toBe(terminals.length);
  if (demand.form === "program") expect(terminals.slice(0, demand.ranks)).toEqual([...demand.terminalOf]);
  if (demand.form === "open-loop") expect(demand.isSending.every((sends, t) => sends === 0 || terminals.includes(t))).toBe(true);
}

/** Expects whole packets, at least one per message; index 0 is the size of operations without a message. */
function expectSizes({ bytes, packets }: MessageSizes, packetBytes: number): void {
  expect([bytes[0], packets[0]]).toEqual([0, 0]);
  expect(bytes.every((each) => Number.isInteger(each) && each >= 0)).toBe(true);
  expect([...packets.subarray(1)]).toEqual(Array.from(bytes.subarray(1), (each) => Math.max(1, Math.ceil(each / packetBytes))));
}

/** Expects a demand to be consistent: sources and loads; or programs whose sends and receives match; or a valid message list. */
function expectValidDemand(demand: Demand, terminals: number): void {
  const isTerminal = (n: number) => Number.isInteger(n) && n >= 0 && n < terminals;
  if (demand.form === "open-loop") {
    expect(demand.load).toBeGreaterThan(0);
    expect(demand.streams.length).toBeGreaterThan(0);
    const sums = new Float64Array(terminals);
    for (const stream of demand.streams) {
      expect([stream.isSending.length, stream.injectionOf.length]).toEqual([terminals, terminals]);
      for (const { load, process, meanPackets, packets } of stream.injections) {
        expect(load).toBeGreaterThan(0);
        // The load of a server or of a traffic matrix may exceed the capacity of a channel; then several messages may be created in one
        // cycle.
        if (load > 1) expect(process).not.toBe("bernoulli");
        expect(meanPackets).toBeGreaterThanOrEqual(1);
        if (packets === null) expect(Number.isInteger(meanPackets)).toBe(true);
      }
      expectShares(stream, terminals);
      stream.isSending.forEach((sends, t) => (sums[t] += sends * stream.injections[stream.injectionOf[t]].load));
      for (let t = 0; t < terminals; t++) expect(stream.injections[stream.injectionOf[t]]).toBeDefined();
    }
    if (demand.streams.every(({ injections }) => injections.every(({ load }) => load <= 1)) && demand.streams.length === 1)
      expect(demand.load).toBeLessThanOrEqual(1);
    expect([...demand.loadOf]).toEqual([...sums]);
    expectShares(demand, terminals);
    return;
  }
  if (demand.form === "program") {
    const { ranks, terminalOf, first, firstMessage, owner, partnerMailboxes, packets, sizes } = demand;
    expect(new Set(terminalOf).size).toBe(ranks);
    expect([...terminalOf].every(isTerminal)).toBe(true);
    expect([first.length, firstMessage.length]).toEqual([ranks + 1, ranks + 1]);
    // Sends and receives match: in every mailbox, the same number of messages is sent and received.
    const balance = new Int32Array(owner.length);
    const partnerBalance = Array.from({ length: ranks }, () => new Int32Array(partnerMailboxes));
    let total = 0;
    const given = (demand.trees ?? []).map(() => new Map<number, number>());
    const jobs = demand.jobs ?? [{ first: 0, ranks, begin: 0 }];
    // Jobs have consecutive ranks without gaps.
    expect(jobs.map((job) => job.first)).toEqual(jobs.map((_, j) => jobs.slice(0, j).reduce((sum, job) => sum + job.ranks, 0)));
    expect(jobs.reduce((sum, job) => sum + job.ranks, 0)).toBe(ranks);
    for (let r = 0; r < ranks; r++) {
      const job = jobs.find((each) => r < each.first + each.ranks)!;
      let times = 1;
      for (let i = first[r] * opWords; i < first[r + 1] * opWords; i += opWords) {
        const [code, a, b, c] = demand.ops.subarray(i, i + opWords);
        if (code === op.repeat) times *= a;
        if (code === op.end) times /= a;
        if (code === op.send) {
          // A send without packets stands for a copy of the previous message that another rank on the shared medium receives.
          const isOverheard = sizes.packets[b] === 0 && demand.ops[i - opWords] === op.send;
          expect(a !== r && a === owner[c] && (sizes.packets[b] >= 1 || isOverheard)).toBe(true);
          balance[c] += times;
          total += sizes.packets[b] * times;
        }
        if (code === op.sendToTree) {
          const { from, to, mailbox } = demand.trees![a];
          expect(from.includes(r) && to.every((each, k) => each === owner[mailbox[k]])).toBe(true);
          // All contributors send the same number of bytes to a tree, and every receiver gets each result once.
          given[a].set(r, (given[a].get(r) ?? 0) + sizes.bytes[b] * times);
          if (r === from[0]) for (const box of mailbox) balance[box] += times;
          total += sizes.packets[b] * times;
        }
        if (code === op.receive) {
          expect(owner[c]).toBe(r);
          balance[c] -= times;
        }
        for (let turn = 0; turn < times && code === op.sendToPartner; turn++) {
          const [k, own] = [1 + (turn % (job.ranks - 1)), r - job.first];
          const to = job.first + (a === 1 ? own ^ k : (own + k) % job.ranks);
          expect(to !== r && to >= job.first && to < job.first + job.ranks && sizes.packets[b] >= 1).toBe(true);
          partnerBalance[to][c + turn]++;
          total += sizes.packets[b];
        }
        for (let turn = 0; turn < times && code === op.receiveFromPartner; turn++) partnerBalance[r][c + turn]--;
      }
    }
    // A receive from any rank has no mailbox of its own, so sends and receives are compared by rank.
    const own = (r: number) => balance.filter((_, box) => owner[box] === r).reduce((sum, left) => sum + left, 0);
    const left = demand.graph === undefined ? balance : Int32Array.from({ length: ranks }, (_, r) => own(r));
    for (const each of [left, ...partnerBalance]) expect([...each].every((left) => left === 0)).toBe(true);
    for (const [k, each] of given.entries()) {
      expect([...each.keys()].sort((one, other) => one - other)).toEqual([...demand.trees![k].from].sort((one, other) => one - other));
      expect(new Set(each.values()).size).toBe(1);
    }
    expect(total).toBe(packets);
    return;
  }
  const { source, destination, packets, time, index } = demand;
  const count = source.length;
  expect([destination.length, packets.length, time.length, index.length]).toEqual([count, count, count, count]);
  expect([...index].sort((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, m) => m));
  for (let m = 0; m < count; m++) {
    expect(isTerminal(source[m]) && isTerminal(destination[m]) && source[m] !== destination[m]).toBe(true);
    expect(packets[m]).toBeGreaterThanOrEqual(1);
    if (m === 0) continue;
    expect(time[m]).toBeGreaterThanOrEqual(time[m - 1]);
    if (time[m] === time[m - 1]) expect(index[m]).toBeGreaterThan(index[m - 1]);
  }
}

/** Expects existing destinations, probabilities that sum to 1, and no traffic exactly for terminals that would send only to themselves. */
function expectShares(
  { destination, share, isSending }: Pick<TrafficStream, "destination" | "share" | "isSending">,
  terminals: number,
): void {
  for (let source = 0; source < terminals; source++) {
    const to = destination(source, mix(1, source, 0));
    expect(Number.isInteger(to) && to >= 0 && to < terminals).toBe(true);
    expect(share(source, to)).toBeGreaterThan(0);
    const shares = Array.from({ length: terminals }, (_, to) => share(source, to));
    expect(shares.reduce((sum, each) => sum + each, 0)).toBeCloseTo(1, 9);
    expect(isSending[source] === 1).toBe(share(source, source) < 1);
  }
}

describe("a list of messages", () => {
  it("is cut into whole packets and put in order of time", () => {
    const topology = { kind: "k-ary-n-tree", values: { k: 4, n: 1 } };
    const list = [
      { source: 2, destination: 1, bytes: 64, time: 7 },
      { source: 0, destination: 1, bytes: 65, time: 3 },
      { source: 3, destination: 0, bytes: 1, time: 7 },
    ];
    const demand = allWorkloads.get("messages").compile({ list }, { network: build(topology), packetBytes: 64, seed: 1 });
    if (demand.form !== "messages") throw new Error("expected a list of messages");
    expect([...demand.index]).toEqual([1, 0, 2]);
    expect([...demand.packets]).toEqual([2, 1, 1]);
    expect([...demand.time]).toEqual([3, 7, 7]);
  });
});

const tree = { kind: "k-ary-n-tree", values: { k: 4, n: 2 } };

/** The demand of a workload document on sixteen terminals, for packets of 64 bytes. */
function demandOn16(kind: string, document: Values): OpenLoop {
  const { params, compile } = allWorkloads.get(kind);
  const issues: ValidationIssue[] = [];
  const values = readParams(params, document, "workload", issues);
  expect(issues).toEqual([]);
  const demand = compile(values, { network: build(tree), packetBytes: 64, seed: 1 });
  if (demand.form !== "open-loop") throw new Error("expected open-loop traffic");
  return demand;
}

/** The issues of a workload document on sixteen terminals. */
function issuesOn16(kind: string, document: Values): readonly ValidationIssue[] {
  const { params, check } = allWorkloads.get(kind);
  return check(readParams(params, document, "workload", []), factsOf(tree) as TopologyFacts, {
    engine: virtualCutThrough.engine,
    cycleSeconds: null,
    measuredTo: 12000,
  });
}

describe("open-loop traffic on ranks", () => {
  it("runs on the terminals that the mapping names, all others are silent", () => {
    const demand = demandOn16("open-loop", { pattern: "neighbour", ranks: 4, mapping: { kind: "list", terminals: [9, 2, 15, 0] } });
    // Ranks 0 and 1 are partners, and 2 and 3: terminals 9 and 2, 15 and 0.
    expect([9, 2, 15, 0, 5].map((s) => demand.destination(s, 0))).toEqual([2, 9, 0, 15, 5]);
    expect([...demand.isSending.keys()].filter((s) => demand.isSending[s] === 1)).toEqual([0, 2, 9, 15]);
    expect([demand.share(9, 2), demand.share(9, 0), demand.share(5, 5)]).toEqual([1, 0, 1]);
    expect(demand.isPermutation).toBe(true);
  });

  it("takes all places of the mapping by default", () => {
    const senders = (mapping: Values) => demandOn16("open-loop", { pattern: "uniform", mapping }).isSending.reduce((a, b) => a + b, 0);
    expect(senders({ kind: "consecutive" })).toBe(16);
    expect(senders({ kind: "consecutive", first: 5 })).toBe(11);
    expect(senders({ kind: "list", terminals: [1, 2, 3] })).toBe(3);
  });

  it("says which ranks find no place, and what their number excludes", () => {
    expect(issuesOn16("open-loop", { ranks: 17 })).toEqual([
      { path: "ranks", message: "17 ranks do not fit; the mapping has 16 places.", remedy: "Use 16 or less.", nearest: 16 },
    ]);
    expect(issuesOn16("open-loop", { ranks: 12 })[0].path).toBe("pattern");
    expect(issuesOn16("open-loop", { ranks: 2, mapping: "axis-order" })[0].path).toBe("mapping.order.0");
  });
});

describe("jobs", () => {
  const two = (...starts: readonly number[]) => ({
    jobs: starts.map((first, i) => ({ ranks: 4, mapping: { kind: "consecutive", first }, load: 0.2 + 0.2 * i })),
  });

  it("keep to themselves, each with its own load", () => {
    const demand = demandOn16("jobs", two(0, 8));
    for (let source = 0; source < 16; source++) {
      const shares = Array.from({ length: 16 }, (_, to) => demand.share(source, to));
      const job = [0, 1, 2, 3, 8, 9, 10, 11].filter((terminal) => source >> 2 === terminal >> 2);
      expect(shares.map((share, to) => (share > 0 ? to : -1)).filter((to) => to >= 0)).toEqual(
        job.length === 0 ? [source] : job.filter((to) => to !== source),
      );
      for (let i = 0; i < 50; i++) expect(shares[demand.destination(source, mix(1, source, i))]).toBeGreaterThan(0);
    }
    expect([demand.loadOf[3], demand.loadOf[8]]).toEqual([0.2, 0.4]);
    // Four senders at 0.2 and four at 0.4.
    expect(demand.load).toBeCloseTo(0.3, 12);
  });

  it("share no terminal, or the issue names it and both jobs", () => {
    expect(issuesOn16("jobs", two(0, 4, 8))).toEqual([]);
    expect(issuesOn16("jobs", two(0, 8, 5))).toMatchObject([
      { path: "jobs.2.mapping", message: "terminal 8 would belong to jobs 2 and 3; expected one job per terminal." },
    ]);
  });

  it("that lie along axes are compared when the network is built", () => {
    const { compile, params } = allWorkloads.get("jobs");
    const network = build({ kind: "mesh", values: { sizes: [4, 4], terminalsPerSwitch: 1 } });
    const document = (first: number) => ({
      jobs: [
        { ranks: 4, mapping: { kind: "axis-order", order: ["X", "Y"] } },
        { ranks: 3, mapping: { kind: "consecutive", first } },
      ],
    });
    const compiled = (first: number) => compile(readParams(params, document(first), "", []), { network, packetBytes: 64, seed: 1 });
    // The last axis varies fastest: along Y the first four terminals are 0 4 8 12.
    expect(() => compiled(6)).toThrow("workload.jobs.1.mapping: terminal 8 would belong to jobs 1 and 2");
    expect(compiled(5).form).toBe("open-loop");
  });
});

describe("a demand without what cannot be reached", () => {
  /** Terminals 0 … 7 can reach each other, and so can 8 … 14; 15 can reach no other terminal. */
  const reaches = (from: number, to: number) => from === to || (from < 15 && to < 15 && from < 8 === to < 8);

  it("creates no message that could not arrive, and keeps all others", () => {
    for (const document of [{ pattern: "uniform" }, { pattern: "bit-reversal" }, { pattern: { kind: "hot-spot", share: 0.5 } }]) {
      const whole = demandOn16("open-loop", document);
      const parted = withoutUnreachable(whole, reaches);
      if (parted.form !== "open-loop") throw new Error("expected open-loop traffic");
      expectValidDemand(parted, 16);
      for (let source = 0; source < 16; source++) {
        for (let i = 0; i < 40; i++) {
          const draw = mix(2, source, i);
          const wanted = whole.destination(source, draw);
          expect(parted.destination(source, draw)).toBe(reaches(source, wanted) ? wanted : source);
        }
        for (let to = 0; to < 16; to++) {
          if (to !== source) expect(parted.share(source, to)).toBe(reaches(source, to) ? whole.share(source, to) : 0);
        }
      }
      expect(parted.isSending[15]).toBe(0);
      let [offered, lost] = [0, 0];
      for (let source = 0; source < 16; source++) {
        for (let to = 0; to < 16; to++) {
          if (to === source || whole.form !== "open-loop") continue;
          offered += whole.share(source, to);
          lost += reaches(source, to) ? 0 : whole.share(source, to);
        }
      }
      expect(parted.lost).toBeCloseTo(lost / offered, 12);
      expect(parted.isPermutation).toBe(whole.isPermutation);
    }
  });

  it("has for its load the mean of those that still send", () => {
    const jobs = [0, 8].map((first, i) => ({ ranks: 8, mapping: { kind: "consecutive", first }, load: 0.1 + 0.4 * i }));
    const parted = withoutUnreachable(demandOn16("jobs", { jobs }), (from, to) => from === to || (from < 8 && to < 8)) as OpenLoop;
    expect(parted.load).toBeCloseTo(0.1, 12);
    expect(parted.isSending.reduce((a, b) => a + b, 0)).toBe(8);
  });

  it("refuses a list with a message that could not arrive", () => {
    const list = [
      { source: 0, destination: 1, bytes: 64, time: 9 },
      { source: 0, destination: 9, bytes: 64, time: 3 },
      { source: 15, destination: 1, bytes: 64, time: 1 },
    ];
    const demand = allWorkloads.get("messages").compile({ list }, { network: build(tree), packetBytes: 64, seed: 1 });
    expect(withoutUnreachable(demand, () => true)).toBe(demand);
    expect(() => withoutUnreachable(demand, reaches)).toThrow(
      "workload.list.1: there is no path from terminal 0 to terminal 9. Leave the message out, or use fewer faults.\n" +
        "workload.list.2: there is no path from terminal 15 to terminal 1.",
    );
  });
});
