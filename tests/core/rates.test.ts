/** Tests of traffic given as a matrix of rates: created and accepted traffic derived by hand, and invalid matrices. */
import { describe, expect, it } from "vitest";
import { virtualCutThrough } from "../../src/core/flow-control/virtual-cut-through.ts";
import { ScenarioError } from "../../src/core/base/errors.ts";
import { emptyMatrix, withCells } from "../../src/core/traffic/traffic-matrix.ts";
import { writeMatrix } from "../../src/core/traffic/traffic-matrix-text.ts";
import { compile } from "../../src/core/run/compile.ts";
import { type OpenLoop, unevenLoads } from "../../src/core/traffic/open-loop.ts";
import { run, startRun } from "../../src/core/run/run.ts";
import { scenarioLoad } from "../../src/core/scenario/load.ts";
import { readScenario, type Scenario } from "../../src/core/scenario/scenario.ts";
import { startSource } from "../../src/core/simulation/source.ts";
import { findingOfScenario } from "../../src/findings/scenario.ts";
import { totalFormatOf } from "../../src/words/totals.ts";
import { unitsOfResults } from "../../src/words/units.ts";
import { build } from "../contracts/arbitrary.ts";
import { allWorkloads } from "../../src/core/workloads/index.ts";
import { expectWording } from "../wording/wording.ts";

type Cell = readonly [source: number, destination: number, value: number];

const textOf = (...cells: readonly Cell[]) =>
  writeMatrix(
    withCells(emptyMatrix, {
      source: cells.map(([source]) => source),
      destination: cells.map(([, destination]) => destination),
      value: cells.map(([, , value]) => value),
    }),
  );

/** A scenario with a matrix of rates on one switch of four terminals, measured from the first cycle on. */
function rateScenario(cells: readonly Cell[], workload: object = {}, sections: object = {}): Scenario {
  return readScenario({
    topology: { kind: "single-switch", terminals: 4 },
    workload: { kind: "rates", cells: textOf(...cells), process: "constant", ...workload },
    run: { warmUp: 0, window: 3200, drain: 4000 },
    ...sections,
  });
}

const demandOf = (scenario: Scenario) => compile(scenario).plan.demand as OpenLoop;

describe("painted traffic", () => {
  it("creates exactly what is painted, packet for packet", () => {
    // Packets of 16 phits: one in 32 cycles, one in 64, and one in 64 to each of two destinations.
    const scenario = rateScenario([
      [0, 1, 0.5],
      [1, 3, 0.25],
      [2, 1, 0.25],
      [2, 3, 0.25],
    ]);
    const { plan } = compile(scenario);
    const source = startSource(plan.demand, 4, plan.packetPhits, scenario.seed);
    expect(plan.packetPhits).toBe(16);
    expect([0, 1, 2, 3].map((s) => source.countCreated(s, 0, 3200))).toEqual([100, 50, 100, 0]);
    const results = run(scenario);
    expect([results.packets, results.arrived, results.sending]).toEqual([250, 250, 3]);
    expect(results.offeredPerSender).toBeCloseTo(1.25 / 3, 12);
    expect(results.each!.sent.map((load) => load * 200)).toEqual([100, 50, 100, 0].map((count) => expect.closeTo(count, 0)));
  });

  it("adds up rows, and shares them out", () => {
    const scenario = rateScenario([
      [0, 1, 2],
      [0, 2, 1],
      [0, 0, 9],
      [3, 0, 0.25],
    ]);
    const demand = demandOf(scenario);
    expect([...demand.loadOf]).toEqual([3, 0, 0, 0.25]);
    expect(demand.load).toBe(1.625);
    expect([...demand.isSending]).toEqual([1, 0, 0, 1]);
    expect([0, 1, 2, 3].map((to) => demand.share(0, to))).toEqual([0, expect.closeTo(2 / 3, 9), expect.closeTo(1 / 3, 9), 0]);
    expect([demand.share(1, 1), demand.share(3, 0)]).toEqual([1, 1]);
    expect(unevenLoads(demand, { start: 2000, end: 12_000 })).toEqual(demand.loadOf);
    expect(demand.isPermutation).toBe(false);
    expect(
      demandOf(
        rateScenario([
          [0, 1, 2],
          [3, 0, 1],
        ]),
      ).isPermutation,
    ).toBe(true);
    expect(scenarioLoad(scenario)).toBeNull();
    expect(allWorkloads.get("rates").terminals!(scenario.workload.values, build(scenario.topology))).toEqual(Int32Array.of(0, 1, 2, 3));
  });

  it.each(["exponential", "uniform", "constant", "in-step"])("sends one phit in a cycle where three are painted, %s", (process) => {
    const scenario = rateScenario(
      [
        [0, 1, 2],
        [0, 2, 1],
      ],
      { process },
    );
    const { offered, accepted, load } = run(scenario);
    expect(4 * offered).toBeCloseTo(3, process === "exponential" || process === "uniform" ? 0 : 1);
    // The channel is full, except for the first packets on their way.
    expect(4 * accepted).toBeGreaterThan(0.97);
    expect(4 * accepted).toBeLessThanOrEqual(1);
    expect(load.worst).toBeGreaterThan(0.97);
  });

  it("brings several messages in a cycle at equal intervals, where they are that short", () => {
    const { plan } = compile(rateScenario([[0, 1, 40]], { process: "in-step" }));
    const source = startSource(plan.demand, 4, plan.packetPhits, 1);
    const cycles = Array.from({ length: 10 }, () => {
      const [at] = source.createdAt;
      source.advance(0);
      return at;
    });
    expect(cycles).toEqual([0, 0, 0, 1, 1, 2, 2, 2, 3, 3]);
  });

  it("reads rates by the length of a cycle", () => {
    const technology = { kind: "own-links", rate: "400 MB/s" };
    // 400 MB/s are 3.2 Gb/s, one phit per cycle.
    const loads = (unit: string, value: number) => [...demandOf(rateScenario([[0, 1, value]], { unit }, { technology })).loadOf];
    expect(loads("MBps", 100)[0]).toBeCloseTo(0.25, 12);
    expect(loads("Gbps", 1.6)[0]).toBeCloseTo(0.5, 12);
    expect(loads("phits", 0.5)[0]).toBe(0.5);
  });

  it("keeps to terminals that are there", () => {
    // Two switches with terminals 0 and 1 on the first and 2 on the second. Terminal 3 has no link.
    const { params, check, compile: compiled } = allWorkloads.get("rates");
    const values = {
      ...Object.fromEntries(Object.entries(params).map(([name, { default: usual }]) => [name, usual])),
      cells: textOf([0, 1, 0.25], [0, 3, 0.5], [3, 0, 1]),
    };
    const network = { ...build({ kind: "single-switch", values: { terminals: 4 } }), present: Int32Array.of(0, 1, 2) };
    const conditions = { engine: virtualCutThrough.engine, cycleSeconds: null, measuredTo: 12_000 };
    expect(check(values, network, conditions)).toEqual([]);
    const demand = compiled(values, { network, packetBytes: 64, seed: 1 }) as OpenLoop;
    expect([...demand.loadOf]).toEqual([0.25, 0, 0, 0]);
    expect([demand.share(0, 1), demand.share(0, 3)]).toEqual([1, 0]);
  });

  it("runs alike however it is sliced", () => {
    const scenario = rateScenario(
      [
        [0, 1, 2],
        [1, 2, 0.5],
        [2, 1, 0.125],
      ],
      { process: "exponential", size: "bimodal" },
    );
    const whole = run(scenario).fingerprint;
    const sliced = startRun(scenario);
    while (sliced.simulation.status === "running") sliced.simulation.advance(sliced.simulation.now + 37, 100);
    expect(sliced.results().fingerprint).toBe(whole);
  });

  it("gives each of 16,384 terminals a different rate", () => {
    const terminals = 16_384;
    const all = Array.from({ length: terminals }, (_, s) => s);
    const matrix = withCells(emptyMatrix, {
      source: all,
      destination: all.map((s) => (s + 1) % terminals),
      value: all.map((s) => (s < 9000 ? 1 + s / 1000 : (s - 8000) / 10_000)),
    });
    const { topology, workload } = readScenario({
      topology: { kind: "k-ary-n-tree", k: 4, n: 7 },
      workload: { kind: "rates", cells: writeMatrix(matrix) },
    });
    const context = { network: build(topology), packetBytes: 64, seed: 1 };
    const demand = allWorkloads.get("rates").compile(workload.values, context) as OpenLoop;
    expect(demand.streams[0].injections.length).toBeGreaterThan(10_000);
    expect([...demand.loadOf]).toEqual([...matrix.value]);
  });
});

describe("what is refused", () => {
  const issueOf = (make: () => unknown) => {
    try {
      make();
    } catch (error) {
      if (error instanceof ScenarioError) return error.issues[0];
    }
    throw new Error("nothing was refused");
  };

  it("rates without a length of the cycle", () => {
    expect(issueOf(() => rateScenario([[0, 1, 1]], { unit: "Gbps" }))).toEqual({
      path: "workload.unit",
      message: "rates are in Gb/s, but in this technology a cycle has no length.",
      remedy: "Choose a technology with a rate, or phits/cycle.",
      nearest: "phits",
    });
  });

  it("more than is simulated, nothing at all, and who is not there", () => {
    expect(issueOf(() => rateScenario([[2, 1, 100]]))).toMatchObject({
      path: "workload.cells",
      message: "terminal 2 would send 100 phits/cycle; at most 64 phits/cycle are simulated, 64 times the capacity of a channel.",
    });
    expectWording(issueOf(() => rateScenario([[2, 2, 1]])).message, "no terminal");
    expect(issueOf(() => rateScenario([])).path).toBe("workload.cells");
    expectWording(issueOf(() => rateScenario([[0, 4, 1]])).message, "terminal 4 … there are 4 terminals, 0 to 3");
  });

  it("an empty matrix of weights", () => {
    const workload = { kind: "open-loop", pattern: { kind: "matrix", entries: [] } };
    expect(issueOf(() => readScenario({ workload }))).toMatchObject({ path: "workload.pattern.entries", message: "the matrix is empty." });
    const cells = textOf([0, 1, 3], [0, 2, 1]);
    const demand = demandOf(readScenario({ workload: { kind: "open-loop", pattern: { kind: "matrix", entries: [], cells } } }));
    expect([demand.share(0, 1), demand.share(0, 2)]).toEqual([0.75, 0.25]);
    const both = { kind: "matrix", entries: [{ source: 0, destination: 2, weight: 2 }], cells };
    expect(demandOf(readScenario({ workload: { kind: "open-loop", pattern: both } })).share(0, 2)).toBe(0.5);
  });
});

describe("in words", () => {
  it("tells all that is painted, and what of it arrives", () => {
    const rest = { technology: { kind: "own-links", rate: "400 MB/s" } };
    const some = rateScenario(
      [
        [0, 1, 800],
        [2, 3, 3200],
      ],
      { unit: "MBps" },
      rest,
    );
    const { answer, figure, evidence } = findingOfScenario(unitsOfResults, some, run(some), null);
    expect(answer).toMatch(/^Of 4\u00a0GB\/s of painted traffic, the single switch delivers 0\.(7[89]|8)\d?\.$/);
    expect(figure!.words).toBe("of 4\u00a0GB/s delivered");
    expectWording(evidence.at(-1), "2 of 4 terminals");
    const all = rateScenario([
      [0, 1, 0.25],
      [2, 1, 0.25],
    ]);
    // By chance, a little less than the painted rate is created. “All” would contradict the two numbers.
    const nearly = findingOfScenario(unitsOfResults, all, run(all), null);
    expectWording(nearly.answer, "Of 0.5 phits/cycle … painted … 0.495");
    expect(`${nearly.figure!.value} ${nearly.figure!.words}`).toBe("0.495 of 0.5\u00a0phits/cycle delivered");
    const results = run(all);
    const exact = { ...results, offeredPerSender: 0.25, acceptedPerSender: 0.25 };
    expect(findingOfScenario(unitsOfResults, all, exact, null).answer).toMatch(/^Of 0\.5\s.* delivers all\.$/);
  });

  it.each([
    [3790, "Gb/s", "3.79\u00a0Tb/s", "1.9"],
    [1000, "Gb/s", "1\u00a0Tb/s", "0.5"],
    [50, "Gb/s", "50\u00a0Gb/s", "25"],
    [0.05, "Gb/s", "50\u00a0Mb/s", "25"],
    [0.0005, "MB/s", "500\u00a0B/s", "250"],
    [2_500_000, "MB/s", "2.5\u00a0TB/s", "1.25"],
    [2500, "phits/cycle", "2\u202f500\u00a0phits/cycle", "1\u202f250"],
  ])("%f %s", (amount, unit, whole, half) => {
    const words = totalFormatOf({ amount, unit, load: 8 });
    expect([words.whole, words.write(4)]).toEqual([whole, half]);
  });
});
