/** Findings of single runs: the answer, its evidence and its cause, checked against numbers computed by hand. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { analyzePlan } from "../../src/core/analysis/analyse.ts";
import type { Analysis } from "../../src/core/analysis/analysis.ts";
import { compile } from "../../src/core/run/compile.ts";
import { writeProgramText } from "../../src/core/programs/graph-text.ts";
import { emptyMatrix, withCells } from "../../src/core/traffic/traffic-matrix.ts";
import { writeMatrix } from "../../src/core/traffic/traffic-matrix-text.ts";
import { emptyDrawing } from "../../src/core/network/drawing/drawing.ts";
import { withLink, withSwitch } from "../../src/core/network/drawing/edit.ts";
import { topologyFrom } from "../../src/app/drawing/apply-drawing.ts";
import { countOf, formatCount, sayPercent } from "../../src/words/numbers.ts";
import { workloadNumbersOf } from "../../src/core/scenario/workload-facts.ts";
import type { Results } from "../../src/core/measures/results.ts";
import { causeOf } from "../../src/findings/cause/cause.ts";
import { findingOfScenario } from "../../src/findings/scenario.ts";
import { readScenario, type Scenario } from "../../src/core/scenario/scenario.ts";
import { run } from "../../src/core/run/run.ts";

import { documentOf } from "../../src/core/scenario/document.ts";
import { unitsOfDocument } from "../../src/words/document-units.ts";
import { unitsOfResults } from "../../src/words/units.ts";
import { loadFormatter } from "../../src/findings/delivery.ts";
import type { Finding } from "../../src/findings/traffic.ts";
import { startFlowControl } from "../../src/core/flow-control/engines.ts";
import { measure } from "../../src/core/measures/measure.ts";
import { any, graphOp } from "../../src/core/programs/graph.ts";
import type { Program } from "../../src/core/programs/program.ts";
import { ProgramWriter } from "../../src/core/programs/program-writer.ts";
import { anyGraph, compute, programGraphOf, receive, send } from "../contracts/graphs.ts";
import { runToEnd } from "../contracts/scenarios.ts";
import { cases } from "../effort.ts";
import { expectWording } from "../wording/wording.ts";

/** A finding with its evidence joined to one text. */
const answerAndEvidence = ({ answer, evidence }: Finding) => ({ answer, evidence: evidence.join(" ") });

test("an overloaded network: offered, delivered, and that the queues grow", () => {
  const scenario = readScenario({
    topology: { kind: "thin-tree", k: 2, kUp: 1, n: 3 },
    workload: { kind: "open-loop", pattern: { kind: "complement" }, load: 0.8 },
    run: { warmUp: 500, window: 1000, drain: 500 },
  });
  const { answer, evidence } = answerAndEvidence(findingOfScenario(unitsOfResults, scenario, run(scenario), null));
  expectWording(answer, "complement … thin tree");
  // Only an eighth of the packets arrived, so no mean latency is reported.
  expectWording(evidence, "queues grow … 12 %");
  const longer = answerAndEvidence(
    findingOfScenario(unitsOfResults, scenario, run({ ...scenario, run: { warmUp: 500, window: 1000, drain: 2000 } }), null),
  );
  expectWording(longer.evidence, "queues grow … % … mean latency");
  expect(evidence).toMatch(/Busiest channel: .* → .*, (0\.\d\d|1\.00) phits\/cycle[.;]/);
});

test("of painted traffic, random arrivals make up all of it, and waiting for a connection is reported", () => {
  let drawing = withLink(withSwitch(withSwitch(emptyDrawing, [0, 0], 1), [30, 0], 1), 0, 1);
  drawing = withSwitch(drawing, [60, 0], 1);
  const topology = topologyFrom(drawing);
  const cells = writeMatrix(withCells(emptyMatrix, { source: [0, 1, 2], destination: [1, 2, 0], value: [0.1, 0.2, 0.05] }));
  const scenario = readScenario({
    topology: { kind: topology.kind, ...topology.values },
    workload: { kind: "rates", unit: "phits", cells },
    run: { warmUp: 0, window: 1000, drain: 1000 },
  });
  const results = run(scenario);
  expect(results.offeredPerSender).not.toBeCloseTo(0.1, 2);
  // The load writer of the page uses the total of all senders, too.
  expect(loadFormatter(unitsOfResults, scenario, results)(results.acceptedPerSender)).toBe(
    findingOfScenario(unitsOfResults, scenario, results, null).figure!.value,
  );
  const found = findingOfScenario(unitsOfResults, scenario, results, null);
  const { answer, evidence } = answerAndEvidence(found);
  expectWording(answer, "Of 0.1 phits/cycle … painted … all");
  expect(found.figure?.words).toBe(`of ${found.figure?.value}\u00a0phits/cycle delivered`);
  expectWording(evidence, `the offered load was ${found.figure?.value} in … 0.25 phits/cycle … painted`);
});

test("a network that copes delivers all of it, and silent terminals are named", () => {
  const scenario = readScenario({ workload: { kind: "open-loop", load: 0.05 } });
  const { answer, evidence } = answerAndEvidence(findingOfScenario(unitsOfResults, scenario, run(scenario), null));
  expectWording(answer, "perfect shuffle … 0.05 phits/cycle … thin tree … all");
  expectWording(evidence, "2 … 64 terminals … 64 … 0.05");
});

test("the cause tells whether packets wait, and whether the latency still changes", () => {
  const calm = readScenario({ topology: "k-ary-n-tree", workload: { kind: "open-loop", load: 0.05, pattern: "uniform" } });
  const results = run(calm);
  const finding = findingOfScenario(unitsOfResults, calm, results, null);
  const analysis = analyzePlan(compile(calm).plan);
  const headOf = (each: Partial<Results>, known: Analysis | null = analysis) =>
    causeOf(unitsOfResults, calm, { ...results, ...each }, known, finding).head;
  expectWording(headOf({}), "hardly wait");
  expect(headOf({}, null)).toBe("All traffic is delivered.");
  expectWording(headOf({ latency: { ...results.latency!, mean: 2 * analysis.zeroLoadLatency } }), "packets wait");
  expectWording(headOf({ steady: { is: false, why: "" } }), "measure longer");
});

test("a list of messages: the makespan", () => {
  const scenario = readScenario({ workload: { kind: "messages", list: [{ source: 0, destination: 63 }] } });
  const results = run(scenario);
  expectWording(findingOfScenario(unitsOfResults, scenario, results, null).answer, `thin tree … ${results.makespan} cycles`);
});

test("a deadlock: since when, how many, why it can happen, and how much was delivered before", () => {
  const scenario = readScenario({
    topology: { kind: "torus", sizes: [8] },
    routing: { kind: "dimension-order", channelClasses: "none" },
    flowControl: { kind: "virtual-cut-through", queue: 1 },
    workload: { kind: "open-loop", load: 1, pattern: { kind: "uniform" } },
  });
  const results = run(scenario);
  const { stalledSince, consumed } = results;
  expect(results.deadlock).not.toBeNull();
  const findingFor = (each: Results) => findingOfScenario(unitsOfResults, scenario, each, null);
  const finding = findingFor(results);
  const { answer, evidence } = answerAndEvidence(finding);
  expectWording(answer, `uniform … deadlocks … no packet moves after cycle ${stalledSince} … in a cycle`);
  expectWording(evidence, `${consumed} packets were delivered before … found at cycle 1 024 … Without a dateline`);
  expect(finding.figure).toMatchObject({ value: countOf(consumed!, "packet", "packets"), words: "delivered, then none" });
  expectWording(causeOf(unitsOfResults, scenario, results, null, finding).head, `no packet moves after cycle ${stalledSince}`);
  // Packets outside the cycle may still move.
  const { stalledSince: _, ...partial } = results;
  const partialFinding = findingFor(partial);
  expectWording(partialFinding.answer, "deadlocked … found at cycle 1 024");
  expect(partialFinding.answer).not.toContain("moved");
  // Results of earlier versions do not contain the packets.
  const { consumed: __, ...earlier } = partial;
  expect(findingFor(earlier).figure).toMatchObject({ value: "0", loads: { delivered: 0, offered: 1 } });
});

test("the latency of an empty network is given beside the mean when both are known", () => {
  const scenario = readScenario({ workload: { kind: "open-loop", load: 0.05 } });
  const analysis = {
    meanHops: 5,
    zeroLoadLatency: 21,
    channelLoad: new Float64Array(0),
    bound: 1,
    bottleneck: 0,
    bottleneckName: "",
    bottleneckGroup: null,
    exact: true,
    direct: false,
    widest: 1,
    sampled: null,
  };
  expect(answerAndEvidence(findingOfScenario(unitsOfResults, scenario, run(scenario), analysis)).evidence).toContain(
    "in an empty network it is 21",
  );
});

test("a rank program: its makespan beside an empty network's, and how much of the time ranks wait", () => {
  const scenario = readScenario({
    topology: { kind: "thin-tree", k: 2, kUp: 1, n: 4 },
    workload: { kind: "butterfly-exchange", ranks: 16 },
  });
  const results = run(scenario);
  const { plan } = compile(scenario);
  const { answer, evidence } = answerAndEvidence(findingOfScenario(unitsOfResults, scenario, results, analyzePlan(plan)));
  expectWording(answer, `thin tree … butterfly exchange … 16 ranks … ${formatCount(results.makespan ?? 0)} cycles`);
  // Four messages of 16 packets of 16 phits, one after another, cross 2, 4, 6 and 8 channels, which takes 4 · 256 + 20 cycles.
  expectWording(evidence, "empty network … least … 1 044 cycles … longest dependency chain … 4 messages … Busiest channel");
  const alone = readScenario({ topology: { kind: "single-switch", terminals: 8 }, workload: { kind: "butterfly-exchange" } });
  expectWording(
    answerAndEvidence(findingOfScenario(unitsOfResults, alone, run(alone), analyzePlan(compile(alone).plan))).evidence,
    "longest dependency chain … 3 messages",
  );
});

test("a trace whose ranks wait for each other never ends", () => {
  const ring = [0, 1, 2].map((r) => [receive((r + 2) % 3), send((r + 1) % 3, 64, { after: [0] })]);
  const workload = { kind: "trace", program: writeProgramText(programGraphOf(ring)) };
  const sentences = ["virtual-cut-through", "wormhole", "fluid", "circuit", "ideal-network"].map((flowControl) => {
    const scenario = readScenario({ topology: { kind: "torus", sizes: [4, 4] }, flowControl, workload });
    const results = run(scenario);
    expect(results.status).toBe("deadlocked");
    const { answer, evidence } = findingOfScenario(unitsOfResults, scenario, results, analyzePlan(compile(scenario).plan));
    return `${answer} ${evidence[0]}`;
  });
  expectWording([...new Set(sentences)], "Rank 0 waits … never … rank 2 … tag 0 … 3 ranks … never … 3 of 3 ranks");
  expect(new Set(sentences).size).toBe(1);
});

describe("a run that has deadlocked is described as one, whatever the program alone lets one expect", () => {
  /** Expects the finding to agree with the results on whether the run ends. */
  const expectVerdict = (scenario: Scenario, results: Results, program?: Program) => {
    const { plan } = compile(scenario);
    const finding = findingOfScenario(
      unitsOfResults,
      scenario,
      results,
      analyzePlan(program === undefined ? plan : { ...plan, demand: program }),
    );
    const all = [finding.answer, ...finding.evidence].join(" ");
    if (results.status === "finished") expect(all).not.toMatch(/[Rr]ank \d+ waits|never|for ever|deadlock/);
    else {
      expect(finding.answer).toMatch(/^Rank \d+ waits (for a message that never arrives|for rank \d+ to receive its message)/);
      expect(all).not.toMatch(/delivered|delivers|finishes|[Tt]he makespan is within/);
      expect(causeOf(unitsOfResults, scenario, results, null, finding).rest).toBe(finding.evidence[0]);
    }
    expect(results.steady.is).toBe(results.status === "finished");
  };

  test("the message for a named rank that one for any rank has taken", () => {
    const program = writeProgramText(
      programGraphOf([
        [receive(any, { tag: any }), receive(2, { tag: 1, after: [0] })],
        [compute(1000), send(0, 8, { tag: 1, after: [0] })],
        [compute(10), send(0, 8, { tag: 1, after: [0] })],
      ]),
    );
    const scenario = readScenario({ workload: { kind: "trace", program } });
    const { answer, evidence } = findingOfScenario(unitsOfResults, scenario, run(scenario), analyzePlan(compile(scenario).plan));
    expectWording(answer, "Rank 0 waits … never … rank 2 … tag 1 … 3 ranks … never");
    expectWording(evidence, "1 … 3 ranks");
  });

  test("random traces, on every engine", () => {
    const found = { finished: 0, deadlocked: 0, running: 0 };
    const graphs = anyGraph({
      ranks: 4,
      bytes: fc.integer({ min: 1, max: 200 }),
      nanoseconds: fc.nat({ max: 60 }),
      cpus: 2,
      nics: 1,
      isWild: true,
      mayDeadlock: true,
    });
    const flowControl = fc.constantFrom("virtual-cut-through", "wormhole", "store-and-forward", "fluid", "circuit", "ideal-network");
    fc.assert(
      fc.property(graphs, flowControl, fc.constantFrom("0 B", "100 B", null), (graph, kind, eager) => {
        fc.pre(eager === null || kind !== "circuit");
        const scenario = readScenario({
          topology: { kind: "single-switch", terminals: 4 },
          flowControl: kind,
          ...(eager === null ? {} : { host: { kind: "limited-ports", eager } }),
          workload: { kind: "trace", program: writeProgramText(graph) },
        });
        const results = run(scenario);
        found[results.status]++;
        expectVerdict(scenario, results);
        const first = results.waitingRanks?.first[0];
        if (first === undefined) return;
        const place = graph.first[first.rank] + first.operation;
        const [peer, tag] = [graph.peer[place], graph.tag[place]];
        const marked = tag === any ? "" : ` with tag ${tag}`;
        expect(first.why).toBe(
          graph.code[place] === graphOp.receive
            ? `Rank ${first.rank} waits for a message that never arrives, from ${peer === any ? "any rank" : `rank ${peer}`}${marked}.`
            : `Rank ${first.rank} waits for rank ${peer} to receive its message${marked}, which never happens.`,
        );
      }),
      { numRuns: cases(60) },
    );
    expect(Math.min(found.finished, found.deadlocked)).toBeGreaterThan(cases(3));
  });

  test("random lists, of which sends or receives are missing", () => {
    const engines = ["virtual-cut-through", "wormhole", "fluid", "circuit", "ideal-network"].map((flowControl) => {
      const topology = { kind: "single-switch", terminals: 4 };
      const scenario = readScenario({ topology, flowControl, workload: { kind: "butterfly-exchange", ranks: 4 } });
      run(scenario);
      return { scenario, plan: compile(scenario).plan };
    });
    const step = fc.record({
      from: fc.nat({ max: 3 }),
      by: fc.integer({ min: 1, max: 3 }),
      lacks: fc.constantFrom("", "", "", "send", "receive"),
    });
    const found = { finished: 0, deadlocked: 0, running: 0 };
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 12 }), fc.constantFrom(...engines), (steps, { scenario, plan }) => {
        const lists: { readonly is: "send" | "receive"; readonly peer: number }[][] = [[], [], [], []];
        for (const { from, by, lacks } of steps) {
          const to = (from + by) % 4;
          if (lacks !== "send") lists[from].push({ is: "send", peer: to });
          if (lacks !== "receive") lists[to].push({ is: "receive", peer: from });
        }
        const writer = new ProgramWriter(64);
        for (const list of lists) {
          for (const { is, peer } of list)
            if (is === "send") writer.send(peer, 64);
            else writer.receive(peer);
          writer.nextRank();
        }
        const program = writer.finish(Int32Array.from([0, 1, 2, 3]));
        const simulation = startFlowControl(scenario.flowControl.kind, scenario.flowControl.values, { ...plan, demand: program });
        const results = measure({ ...plan, demand: program }, runToEnd(simulation), simulation.deadlockCycle);
        found[results.status]++;
        expectVerdict(scenario, results, program);
        // A plain reference: advance the ranks in any order. A rank continues as long as every message that it receives has been sent.
        const [at, sent] = [[0, 0, 0, 0], new Map<string, number>()];
        for (let isMoving = true; isMoving;) {
          isMoving = false;
          lists.forEach((list, r) => {
            for (; at[r] < list.length; at[r]++) {
              const { is, peer } = list[at[r]];
              const key = is === "send" ? `${r} ${peer}` : `${peer} ${r}`;
              const left = (sent.get(key) ?? 0) + (is === "send" ? 1 : -1);
              if (left < 0) return;
              sent.set(key, left);
              isMoving = true;
            }
          });
        }
        const waiting = lists.flatMap((list, r) => (at[r] < list.length ? [r] : []));
        expect(results.status).toBe(waiting.length === 0 ? "finished" : "deadlocked");
        expect(results.waitingRanks?.count ?? 0).toBe(waiting.length);
        for (const { rank, operation } of results.waitingRanks?.first ?? []) expect(operation).toBe(at[rank]);
      }),
      { numRuns: cases(60) },
    );
    expect(Math.min(found.finished, found.deadlocked)).toBeGreaterThan(cases(3));
  });
});

test("a program whose messages cannot meet: through which switches each of its phases goes", () => {
  const evidenceOf = (workload: object) => {
    const scenario = readScenario({ topology: "three-quads", workload: { kind: "matrix-transpose", rows: 64, ...workload } });
    return answerAndEvidence(findingOfScenario(unitsOfResults, scenario, run(scenario), analyzePlan(compile(scenario).plan))).evidence;
  };
  expectWording(evidenceOf({}), "step 1 … Z switches … step 2 … X or Y switches");
  expect(evidenceOf({ algorithm: "one-step" })).not.toContain("share a channel");
});

test("what holds a program back is named: ports, modules, one message at a time, and the fullest of them", () => {
  const evidenceOf = (document: object) => {
    const scenario = readScenario({ technology: "gigabit-ethernet", ...document });
    return answerAndEvidence(findingOfScenario(unitsOfResults, scenario, run(scenario), analyzePlan(compile(scenario).plan))).evidence;
  };
  const workload = { kind: "matrix-transpose", rows: 512, duplex: "full" };
  const fluid = { kind: "fluid", packet: "1448 B", injectionSlots: 4 };
  const quads = { topology: "three-quads", workload };
  expect(evidenceOf({ ...quads, flowControl: fluid, host: { kind: "limited-ports", bothWays: "150 MB/s" } })).toMatch(
    /at least [^;]*; terminal port limits make it [\d.]+ times as long\. .*The messages of two ranks never share a channel/,
  );
  expect(evidenceOf({ topology: "three-quads", workload: { ...workload, duplex: "half" } })).toContain(
    "; serial injection at each terminal makes it",
  );
  const modules = { kind: "modular-switch", modules: 4, ports: 16, uplinks: 16, intake: 2 };
  const narrow = evidenceOf({ topology: modules, workload, flowControl: { ...fluid, ways: "spread" } });
  expect(narrow).toContain("module limits");
  expectWording(narrow, "Module … 2.00 phits/cycle");
});

test("a network that has fallen apart does not deliver all: for part of the traffic no way is left", () => {
  const apart = (load: number) =>
    readScenario({
      // All X and Y switches are dead: a terminal still reaches the 15 others of its Z switch, out of 63.
      topology: { kind: "faulty", links: 0, deadSwitches: [0, 1, 2, 3, 4, 5, 6, 7], of: { kind: "three-quads", m: 4 } },
      workload: { kind: "open-loop", load, pattern: { kind: "uniform" } },
      run: { warmUp: 500, window: 4000, drain: 2000 },
    });
  const results = run(apart(0.3));
  expect(results.lost).toBeCloseTo(48 / 63, 12);
  expect(results.offeredPerSender).toBeCloseTo((0.3 * 15) / 63, 2);
  const { answer, evidence } = answerAndEvidence(findingOfScenario(unitsOfResults, apart(0.3), results, null));
  expectWording(answer, "uniform … 0.30 phits/cycle … 0.07 … 76 %");
  expect(evidence).not.toContain("random");
  expect(run(readScenario({ topology: { kind: "three-quads", m: 4 }, run: { warmUp: 0, window: 100, drain: 100 } }))).not.toHaveProperty(
    "lost",
  );
});

test("where servers send what clients read, loads are given for each client", () => {
  const io = (writes: number, application: string) =>
    readScenario({
      topology: { kind: "k-ary-n-tree", k: 4, n: 2 },
      workload: { kind: "io", servers: 4, serverMapping: { kind: "strided", stride: 4 }, application, writes, load: 0.1 },
      run: { warmUp: 500, window: 8000, drain: 2000 },
    });
  const answerOf = (writes: number, application: string) => {
    const scenario = io(writes, application);
    return answerAndEvidence(findingOfScenario(unitsOfResults, scenario, run(scenario), null));
  };
  const reads = answerOf(0, "dedicated");
  expectWording(reads.answer, "I/O … 0.10 phits/cycle … all");
  expect(reads.evidence).not.toContain("random");
  expect(reads.evidence).toContain("12 of 16 terminals send nothing");
  expect(answerOf(1, "dedicated").answer).toContain("per sending terminal");
  expect(answerOf(0.5, "shared").answer).toContain("per terminal");
});

test("a collective operation: its time, its bus bandwidth, its share of what the network allows, and what held it up", () => {
  const ring = (message: string, more: object = {}) =>
    readScenario({
      topology: { kind: "single-switch", terminals: 8 },
      workload: { kind: "allreduce", message },
      technology: { kind: "own-links", rate: "1 GB/s" },
      flowControl: "fluid",
      ...more,
    });
  const units = unitsOfDocument(documentOf(ring("1 MiB")));
  const findingFor = (scenario: Scenario) => findingOfScenario(units, scenario, run(scenario), analyzePlan(compile(scenario).plan));
  // 14 steps of 131 072 B at 1 GB/s, and one path latency of two cycles of 4 ns, take 1.835 ms. The bus bandwidth is 14/8 of 1 MiB in that
  // time. The lower bound omits only 13 of the 14 path latencies.
  const long = findingFor(ring("1 MiB"));
  expectWording(long.answer, "allreduce … 1.84 ms … 1 GB/s … bus … 100 %");
  // The page shows the time as a number, and the rest of the answer next to it.
  expect(long.besides).toEqual({
    head: "1\u00a0GB/s of bus bandwidth, 100\u00a0% of the network’s upper bound.",
    rest: long.evidence[0],
  });
  expect(causeOf(units, ring("1 MiB"), run(ring("1 MiB")), null, long)).toEqual({ is: "finite", ...long.besides });
  expectWording(long.evidence, "terminal 0 … 100 % … 15 others … lower bound … 1.84 ms … channels of the ranks");
  // On links with a delay of 2 µs, that delay dominates.
  const longLinks = findingFor(ring("512 B", { links: [{ class: "terminal", length: 500 }] }));
  expectWording(longLinks.answer, "allreduce … 57 µs … 15.7 MB/s … bus … 9 %");
  expectWording(longLinks.evidence, "busiest channel … 98 % … 14 dependent steps … 4.07 µs … lower bound … 4.9 µs … channels of the ranks");
});

test("a program without a technology has its time also on usual links, one without latency says so, and cycles come behind seconds", () => {
  const ring = (more: object) =>
    readScenario({
      topology: { kind: "single-switch", terminals: 8 },
      workload: { kind: "allreduce", message: "8 KiB" },
      flowControl: "fluid",
      ...more,
    });
  const evidenceOf = (scenario: Scenario) =>
    findingOfScenario(unitsOfDocument(documentOf(scenario)), scenario, run(scenario), analyzePlan(compile(scenario).plan)).evidence.join(
      " ",
    );
  // 14 steps of 256 cycles and a path of two: 3 612 cycles of 4 bytes. At 50 GB/s a cycle is 80 ps, so they are 289 ns.
  expectWording(evidenceOf(ring({})), "No technology … 400 Gb/s … 50 GB/s … 289 ns … 49.6 GB/s");
  // 14 messages in a row with 2 µs each take at least 28 µs.
  const timed = evidenceOf(ring({ technology: { kind: "own-links", rate: "50 GB/s" } }));
  expectWording(timed, "No latency … 2 µs … 14 messages … 28 µs … 289 ns … 3 612 cycles … 80 ps");
  expect(evidenceOf(ring({ technology: { kind: "own-links", rate: "50 GB/s", latency: 2 } }))).not.toContain("No latency");
});

test("a training step: what it would take on any network, and what this one adds", () => {
  // One layer at 1 TFLOP/s on two replicas. They exchange gradients over links of 1 GB/s after all computation.
  const scenario = readScenario({
    topology: { kind: "single-switch", terminals: 2 },
    workload: {
      kind: "training-step",
      layers: 1,
      hidden: 1024,
      sequence: 128,
      batch: 2,
      tensor: 1,
      pipeline: 1,
      rate: 1,
      overlap: false,
      ranks: 2,
    },
    technology: { kind: "own-links", rate: "1 GB/s" },
    flowControl: "fluid",
  });
  const units = unitsOfDocument(documentOf(scenario));
  const results = run(scenario);
  const { evidence } = findingOfScenario(units, scenario, results, null);
  const known = workloadNumbersOf(scenario)!;
  const [computing, gradients] = [known["leastSeconds"]!, known["gradientBytes"]! / 1e9];
  expect(gradients).toBeGreaterThan(0.01 * computing);
  // A cycle carries one phit of 4 bytes, so it lasts 4 ns.
  const cycles = (seconds: number) => seconds / 4e-9;
  expectWording(
    evidence[0],
    `${units.sayTime(cycles(computing))} … ${units.sayTime(cycles(gradients))} … ${sayPercent(gradients / computing)} more`,
  );
});

test("a barrier has no bandwidth: its lower bound is given beside its time", () => {
  const scenario = readScenario({
    topology: { kind: "single-switch", terminals: 8 },
    workload: { kind: "allreduce" },
    flowControl: "fluid",
  });
  const results = run(scenario);
  const collective = { ...results.collective!, operation: "barrier", algorithm: "dissemination", bytes: 0 } as const;
  const { answer } = findingOfScenario(
    unitsOfResults,
    scenario,
    { ...results, makespan: 60, collective: { ...collective, bound: { cycles: 54, by: "latency" } } },
    null,
  );
  expectWording(answer, "barrier … 60 cycles … 54 cycles");
});

test("ranks that hand over their messages are done before these have arrived, and the finding says so", () => {
  const ranks = [1, 2, 3].map(() => [compute(1000), send(0, 8000, { after: [0] })]);
  const program = writeProgramText(programGraphOf([[receive(1), receive(2), receive(3)], ...ranks]));
  const scenario = readScenario({
    topology: { kind: "single-switch", terminals: 4 },
    flowControl: "fluid",
    workload: { kind: "trace", program },
  });
  const results = run(scenario);
  const end = results.makespan!;
  expect(end).toBeGreaterThan(3 * 1000);
  // Three ranks compute until cycle 1000 and are done; the fourth waits until the end.
  expect(results.ranks!.meanDone).toBeCloseTo((3 * 1000 + end) / 4, 6);
  const [waits, done] = [end / 4 / end, (3000 + end) / 4 / end].map((part) => sayPercent(part));
  expectWording(
    findingOfScenario(unitsOfResults, scenario, results, analyzePlan(compile(scenario).plan)).evidence,
    `${waits} of … ${done} of`,
  );
});

test("the larger of two lower bounds is given, and neither exceeds the time", () => {
  for (const algorithm of ["ring", "recursive-doubling", "direct"])
    for (const message of ["64 B", "64 KiB"]) {
      const scenario = readScenario({
        topology: { kind: "thin-tree", k: 4, kUp: 1, n: 2 },
        flowControl: "fluid",
        workload: { kind: "allreduce", algorithm, message },
      });
      const results = run(scenario);
      const analysis = analyzePlan(compile(scenario).plan);
      const evidenceText = findingOfScenario(unitsOfResults, scenario, results, analysis).evidence.join(" ");
      const [bound, own] = [results.collective!.bound!.cycles, analysis.program!.leastCycles!];
      expect(Math.max(bound, own)).toBeLessThanOrEqual(results.makespan! * (1 + 1e-9));
      if (bound > own) expect(evidenceText).not.toContain("In an empty network");
    }
});
