/** Conclusions of the matrix multiplication exhibits, tested with made-up results, so that every conclusion can be seen to fail. */
import { describe, expect, test } from "vitest";
import { layoutProduct, processTone } from "../../../src/app/pages/papers/figures/block-product.ts";
import type { Results } from "../../../src/core/measures/results.ts";
import type { Theme } from "../../../src/views/contract.ts";
import { withConstants } from "../../../src/reproductions/moved-constants.ts";
import type { RunResults } from "../../../src/reproductions/contract.ts";
import { matmulFigure3, matmulFigure4 } from "../../../src/reproductions/matmul/charts.ts";
import {
  makespanInBlockTimes,
  callsOf,
  matmulConstants,
  clusterDocument,
  blockProductOf,
  matmulProvenanceOf,
} from "../../../src/reproductions/matmul/machine.ts";
import { matmulNodes } from "../../../src/reproductions/matmul/nodes.ts";
import { matmulTable1, matmulTable3 } from "../../../src/reproductions/matmul/times.ts";
import { computeOutcome } from "../../../src/reproductions/outcome.ts";
import { verdictOfRow } from "../../../src/reproductions/verdict.ts";
import { run } from "../../../src/core/run/run.ts";
import { madeUpInputs } from "../made-up-inputs.ts";

const wavefront = clusterDocument("InfiniBand", "point to point", 800, { start: 0 });

describe("the programs", () => {
  test("the wavefront of four processes has 64 blocks in 15 waves, each received from the process that has its column", () => {
    const { processes, side, steps } = blockProductOf(wavefront, "wave");
    expect([processes, side, steps.length]).toEqual([4, 8, 15]);
    for (const [wave, blocks] of steps.entries()) {
      for (const { i, j, process, from } of blocks) {
        expect([i + j, i % 4]).toEqual([wave, process]);
        expect(from).toBe(j % 4 === process ? null : j % 4);
      }
    }
    expect(steps.flat()).toHaveLength(64);
  });

  test("along a chain, columns come from the process before", () => {
    for (const { process, j, from } of callsOf(clusterDocument("Ethernet", "broadcast", 800))) {
      expect(new Set(from)).toEqual(new Set(process === j ? [] : [(process + 3) % 4]));
    }
  });

  test("without communication they take 16 and 22 block times, and 16 with two exchanges ahead", () => {
    const ahead = (count: number) => makespanInBlockTimes(clusterDocument("InfiniBand", "variant", 800, { start: 0, ahead: count }));
    expect([makespanInBlockTimes(wavefront), ahead(1), ahead(2), ahead(4)]).toEqual([22, 22, 16, 16]);
    expect(4 * makespanInBlockTimes(clusterDocument("InfiniBand", "broadcast", 800, { start: 0 }))).toBe(16);
    expect(makespanInBlockTimes(wavefront, [1.5, 1.5, 1, 1])).toBeCloseTo(58 / 3, 9);
  });
});

describe("the constants", () => {
  const withConstant = (id: string, value: number) =>
    withConstants({ ...matmulTable3, constants: matmulConstants }, new Map([[id, value]]));
  const workload = (document: Readonly<Record<string, unknown>>) => document["workload"] as Readonly<Record<string, unknown>>;

  test("go into the parameters that they stand for", () => {
    const [variant, broadcast] = [clusterDocument("InfiniBand", "variant", 4000), clusterDocument("InfiniBand", "broadcast", 4000)];
    expect(workload(withConstant("rate", 30)(variant))["rate"]).toBe(30);
    expect(workload(withConstant("start", 0.2)(variant))["start"]).toBeCloseTo(0.8, 12);
    expect(workload(withConstant("speed", 1.5)(variant))["speeds"]).toEqual([1.5, 1.5, 1, 1]);
    expect(workload(withConstant("element", 8)(variant))["element"]).toBe("8 B");
    expect(workload(withConstant("pending", 3)(variant))["ahead"]).toBe(3);
    expect(withConstant("pending", 3)(broadcast)).toBe(broadcast);
    expect(workload(withConstant("pieces", 16)(broadcast))["segments"]).toBe(16);
    expect(withConstant("pieces", 16)(variant)).toBe(variant);
    expect(workload(withConstant("blocks", 3)(variant))["blocks"]).toBe(3);
    expect(withConstant("blocks", 3)(broadcast)).toBe(broadcast);
    const withoutStart = clusterDocument("InfiniBand", "variant", 4000, { start: 0 });
    expect(withConstant("start", 0.2)(withoutStart)).toBe(withoutStart);
  });

  test("two of them were fitted, on the two cells that are called so", () => {
    expect(matmulConstants.filter(({ fittedOn }) => fittedOn !== undefined).map(({ id }) => id)).toEqual(["rate", "start"]);
    const fitted = matmulTable1.rows.filter(({ provenance }) => provenance.is === "fitted").map(({ id }) => id);
    expect(fitted).toEqual(["time InfiniBand broadcast 4000", "time InfiniBand broadcast 12000"]);
    // The models were chosen with all printed times in view.
    const others = matmulTable1.rows.filter(({ published, provenance }) => published !== null && provenance.is !== "fitted");
    expect(others.every(({ provenance }) => provenance.is === "chosen")).toBe(true);
    expect(matmulProvenanceOf("InfiniBand", "broadcast", 8000).is).toBe("chosen");
  });
});

describe("results", () => {
  const runner = (scenario: Parameters<typeof run>[0]) => Promise.resolve(run(scenario));

  test("all twelve ratios lie within a tenth of what is printed, and every time within a sixth", async () => {
    for (const exhibit of [matmulTable1, matmulTable3]) {
      const outcome = await computeOutcome(exhibit, { run: runner });
      for (const row of exhibit.rows) {
        if (row.series === "ratio") expect(verdictOfRow(exhibit, row, outcome)?.id).toBe("within");
        if (row.published === null) continue;
        const value = outcome.values.get(row.id)?.value as number;
        expect(Math.abs(value / row.published.low - 1)).toBeLessThan(1 / 6);
        if (row.provenance.is === "fitted") expect(Math.abs(value / row.published.low - 1)).toBeLessThan(0.02);
      }
    }
  });

  test("where sizes are not reproduced, neither is the order of programs and networks, and the verdict does not call it kept", async () => {
    const outcome = await computeOutcome(matmulTable1, { run: runner });
    const differing = matmulTable1.rows.filter((row) => verdictOfRow(matmulTable1, row, outcome)?.id === "differs");
    expect(new Set(differing.map(({ series }) => series))).toEqual(new Set(["time 2000", "time 4000"]));
  });

  test("the charts have what ranks did, and clock of the run, for the figure alone", async () => {
    const { ranks } = await computeOutcome(matmulFigure4, { run: runner });
    expect([...(ranks ?? new Map()).keys()]).toEqual(["Figure 4"]);
    expect(ranks?.get("Figure 4")?.timeline.terminals).toHaveLength(4);
    expect(ranks?.get("Figure 4")?.cycleSeconds).toBe(2e-9);
  });
});

/** Results of a run with this makespan in seconds. */
const resultsTaking = (seconds: number) => ({ makespan: seconds, cycleSeconds: 1 }) as Results;

/**
 * Results of a run in which each process computes blocks of 1 s after the given gaps.
 * @param gaps Idle seconds before each block, by process.
 * @param messageLatency Latency of the messages, in seconds.
 */
function resultsWithGaps(gaps: readonly (readonly number[])[], messageLatency: number): Results {
  const intervals = gaps.map((processGaps) => {
    let time = 0;
    return processGaps.map((gap) => ({ from: time + gap, to: (time += gap + 1) }));
  });
  const all = intervals.flat();
  const firstInterval = [0];
  for (const processGaps of intervals) firstInterval.push(firstInterval[firstInterval.length - 1] + processGaps.length);
  const timeline = {
    first: firstInterval,
    kind: all.map(() => 0),
    task: all.map(() => 0),
    from: all.map(({ from }) => from),
    to: all.map(({ to }) => to),
  };
  return { timeline, messages: [{ latency: messageLatency }], cycleSeconds: 1, makespan: Math.max(...timeline.to) } as unknown as Results;
}

describe("every sentence can hold and can fail", () => {
  const times: readonly RunResults[] = [
    (id) => resultsTaking(id.includes("broadcast") ? 1 : id.startsWith("Ethernet") ? 1.35 : id.includes("variant") ? 0.98 : 1.25),
    (id) => resultsTaking(id.includes("broadcast") ? 1 : id.startsWith("Ethernet") ? 1.2 : id.includes("variant") ? 1.1 : 0.9),
    (id) => resultsTaking(id.includes(" tree") || id.includes(" chain") ? 2 : id.includes("wavefront") ? 3 : 2.05),
    (id) => resultsTaking(id.includes(" tree") || id.includes(" chain") ? 2 : id.includes("all") ? 1 : 2.5),
    (id) => resultsTaking(id.includes("all") ? 1 : 1.05),
    (id) => resultsTaking(id.includes("Ethernet") ? 2 : 1),
  ];
  const charts: readonly RunResults[] = [
    (id) =>
      id === "Figure 3"
        ? resultsWithGaps(
            [
              [1, 1],
              [1, 1],
            ],
            1,
          )
        : resultsWithGaps(
            [
              [0, 0.5, 0.5],
              [1, 0.4, 0.5],
            ],
            0.1,
          ),
    (id) =>
      id === "Figure 3"
        ? resultsWithGaps(
            [
              [0.01, 0.01],
              [0, 0.01],
            ],
            1,
          )
        : resultsWithGaps(
            [
              [1, 2],
              [0, 3],
            ],
            10,
          ),
  ];
  const sentences = [
    ...[matmulTable1, matmulTable3, matmulNodes].flatMap(({ id, statements = [] }) =>
      statements.map((each) => ({ exhibit: id, each, worlds: times })),
    ),
    ...[matmulFigure3, matmulFigure4].flatMap(({ id, statements = [] }) =>
      statements.map((each) => ({ exhibit: id, each, worlds: charts })),
    ),
  ].filter(({ each }) => each.runs.length > 0);

  test.each(sentences.map(({ exhibit, each, worlds }) => [`${exhibit} ${each.id}`, each, worlds] as const))(
    "%s",
    (_, { check }, worlds) => {
      const found = worlds.map((results) => check(madeUpInputs({ results })));
      for (const { because } of found) expect(because).toMatch(/^[^a-z].*\.$/);
      expect(new Set(found.map(({ holds }) => holds)).size).toBe(2);
    },
  );
});

describe("the figure of a product", () => {
  const theme: Theme = {
    ground: "#ffffff",
    surface: "#ffffff",
    ink: "#000000",
    ink2: "#555555",
    line: "#eeeeee",
    edge: "#999999",
    accent: "#aa0044",
    dark: false,
  } as Theme;
  const product = blockProductOf(wavefront, "wave");

  test("frames what is computed in the step, and nothing else", () => {
    for (const step of [0, 5, 14]) {
      const { marks } = layoutProduct(product, step, { width: 440, theme });
      const framed = marks.filter(({ key }) => key.startsWith("now ")).map(({ key }) => key.split(" ").slice(1).map(Number));
      expect(framed.toSorted()).toEqual(product.steps[step].map(({ i, j }) => [i, j]).toSorted());
    }
  });

  test("fits any width, and has no two marks of one name", () => {
    for (const width of [120, 300, 440, 900]) {
      const { marks, width: own } = layoutProduct(product, 3, { width, theme });
      expect(own).toBeLessThanOrEqual(Math.max(width, 120));
      expect(new Set(marks.map(({ key }) => key)).size).toBe(marks.length);
    }
  });

  test("gives every process a different tone", () => {
    expect(new Set([0, 1, 2, 3].map((process) => processTone(process, 4))).size).toBe(4);
  });
});
