/** Conclusions of the QsNET exhibits on I/O and congestion, tested with made-up results, so that every conclusion can be seen to fail. */
import { describe, expect, test } from "vitest";
import { light } from "../../views/fixtures.ts";
import { layoutPlacement } from "../../../src/app/pages/papers/figures/placement-row.ts";
import { compile } from "../../../src/core/run/compile.ts";
import type { Results } from "../../../src/core/measures/results.ts";
import { run, runWithChannelCounts } from "../../../src/core/run/run.ts";
import { claimedRuns } from "../../../src/core/scenario/document.ts";
import { parseDocument } from "../../../src/core/scenario/read-document.ts";
import { readScenario, type Scenario } from "../../../src/core/scenario/scenario.ts";
import type { Exhibit, RecordingResults, RunResults, Statement } from "../../../src/reproductions/contract.ts";
import { qsnetFigure15 } from "../../../src/reproductions/qsnet/figure-15.ts";
import { qsnetFigure16 } from "../../../src/reproductions/qsnet/figure-16.ts";
import { qsnetFigure7, qsnetFigure8 } from "../../../src/reproductions/qsnet/figures-7-8.ts";
import { qsnetFigure19, qsnetFigure20 } from "../../../src/reproductions/qsnet/figures-19-20.ts";
import {
  combinations,
  combinedJobs,
  isolatedComputeJob,
  ioTraffic,
  nodesByRole,
  nodeRolesOf,
} from "../../../src/reproductions/qsnet/io.ts";
import { qsnetDocument } from "../../../src/reproductions/qsnet/machine.ts";
import { qsnetFigure17, qsnetFigure18, qsnetTable1 } from "../../../src/reproductions/qsnet/table-1.ts";
import { madeUpInputs } from "../made-up-inputs.ts";

/**
 * Checks a statement on several sets of made-up results: it must hold for some and fail for others, and always give its reason in a
 * sentence.
 */
function expectHoldsAndFails(
  { check }: Statement,
  inputs: readonly { readonly results?: RunResults; readonly recorded?: RecordingResults }[],
) {
  const checks = inputs.map((input) => check(madeUpInputs(input)));
  for (const { because } of checks) {
    expect(because).toMatch(/^[^a-z].*\.$/);
    expect(because).not.toMatch(/NaN|undefined/);
  }
  expect(new Set(checks.map(({ holds }) => holds)).size).toBe(2);
}

const statementsOf = ({ statements = [] }: Exhibit) => statements.map((each) => [each.id, each] as const);

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);

describe("who does what", () => {
  test("servers, clients and the compute job are where Section 4.7 puts them", () => {
    const [first, second, distributed] = combinations;
    const parts = (...[combination, application]: Parameters<typeof isolatedComputeJob>) =>
      nodesByRole(qsnetDocument("", combinedJobs(combination, application, 0.1)));
    expect(parts(first, "shared")).toEqual({ servers: range(56, 64), clients: range(32, 64), compute: range(0, 32) });
    expect(parts(second, "shared")).toEqual({ servers: range(56, 64), clients: range(0, 32), compute: range(32, 64) });
    expect(parts(second, "dedicated")).toEqual({ servers: range(56, 64), clients: range(0, 28), compute: range(28, 56) });
    const apart = parts(distributed, "dedicated");
    expect(apart.compute).toEqual(range(0, 32).filter((node) => node % 8 > 0));
    expect(apart.clients).toEqual(range(32, 64).filter((node) => node % 8 > 0));
    for (const combination of combinations) {
      const alone = nodesByRole(qsnetDocument("", isolatedComputeJob(combination, "dedicated")));
      expect(alone).toEqual({ servers: [], clients: [], compute: parts(combination, "dedicated").compute });
    }
  });

  test("a row has a mark for each node, in one line or in several, within its width, and an arrow over each run of senders", () => {
    const nodes = nodeRolesOf(qsnetDocument("", ioTraffic("random", "distributed", "dedicated")));
    for (const [width, lines] of [
      [800, 1],
      [360, 2],
      [200, 4],
    ]) {
      const { marks, height } = layoutPlacement(nodes, { width, theme: light });
      const those = (prefix: string) => marks.filter(({ key }) => key.startsWith(prefix));
      const squares = those("node ").map(({ attributes: { x, y, width: side } }) => ({ x: Number(x), y: Number(y), side: Number(side) }));
      expect(squares).toHaveLength(64);
      expect(new Set(squares.map(({ y }) => y)).size).toBe(lines);
      for (const { x, y, side } of squares) {
        expect(x).toBeGreaterThanOrEqual(0);
        expect(x + side).toBeLessThanOrEqual(width);
        expect(y + side).toBeLessThanOrEqual(height);
      }
      expect(those("arrow ")).toHaveLength(8);
      expect(those("number ").map(({ text }) => text)).toEqual(["0", "8", "16", "24", "32", "40", "48", "56", "63"]);
    }
  });

  test("every row of Figures 7 and 8 opens what it shows", () => {
    for (const { figures = [] } of [qsnetFigure7, qsnetFigure8]) {
      for (const figure of figures) {
        if (figure.is !== "placements") throw new Error("only placements are drawn there");
        for (const { document, nodes } of figure.placements) expect(nodeRolesOf(document)).toEqual(nodes);
      }
    }
  });
});

test("results tell of each terminal where they have parts of their own, and of each channel on request", () => {
  const short = { run: { warmUp: 2000, window: 8000, drain: 0 } };
  const io = run(readScenario(qsnetDocument("", ioTraffic("random", "clustered", "dedicated", { writes: 1 }), short)));
  const sum = (numbers: readonly number[] = []) => numbers.reduce((total, each) => total + each, 0);
  expect(sum(io.each?.accepted)).toBeCloseTo(io.accepted * 64, 9);
  expect(io.each?.accepted.slice(0, 56).every((each) => each === 0)).toBe(true);
  expect(io.channels).toBeUndefined();
  const uniform = readScenario(qsnetDocument("", { kind: "open-loop", pattern: "uniform" }, short));
  const { network } = compile(uniform).plan;
  const plain = run(uniform);
  const counted = runWithChannelCounts(uniform);
  expect({ each: plain.each, channels: plain.channels }).toEqual({ each: undefined, channels: undefined });
  expect(counted.channels?.waiting).toHaveLength(network.head.length);
  expect({ ...counted, channels: undefined }).toEqual({ ...plain, channels: undefined });
});

describe("every sentence on Figure 15 can hold and can fail", () => {
  const { network } = compile(readScenario(qsnetFigure15.runs[0].document)).plan;
  /**
   * Made-up results with a value for each channel.
   * @param valueOf Value by row (upward channels by the level below, downward ones mirrored) and channel number.
   * @param accepted Accepted load by run id.
   */
  const world =
    (valueOf: (place: number, channel: number) => number, accepted: (run: string) => number): RunResults =>
    (id) => {
      const level = (node: number) => (node < network.terminals ? 0 : 1 + Math.floor((node - network.terminals) / 16));
      const values = Array.from(network.head.keys(), (c) => {
        const [tail, head] = [level(network.tail[c]), level(network.head[c])];
        return valueOf(head > tail ? tail : 5 - head, c);
      });
      return { acceptedPerSender: accepted(id), channels: { waiting: values, sinceInjection: values } } as unknown as Results;
    };
  const worlds = [
    world(
      (place) => 1 + place,
      (id) => (id === "complement" ? 0.8 : 0.4),
    ),
    world(
      (place, c) => (place === 4 && c % 37 === 0 ? 100 : 10 - place),
      () => 0.5,
    ),
  ];
  test.each(statementsOf(qsnetFigure15))("%s", (_, statement) =>
    expectHoldsAndFails(
      statement,
      worlds.map((results) => ({ results })),
    ),
  );
});

describe("every sentence on Figure 16 but the one on printed numbers can hold and can fail", () => {
  const world =
    (aggregate: (writers: number) => number, each: (node: number) => number): RunResults =>
    (id) => {
      const accepted = Array.from({ length: 64 }, (_, node) => (node === 0 ? aggregate(Number.parseInt(id, 10)) : 0));
      return { each: { accepted, sent: Array.from({ length: 64 }, (_, node) => each(node)) } } as unknown as Results;
    };
  const worlds = [
    world(
      (writers) => (writers > 32 ? 0.92 : 1),
      (node) => (node < 4 ? 3 : node < 16 ? 2 : 1),
    ),
    world(
      (writers) => 1 / writers,
      () => 1,
    ),
  ];
  test.each(statementsOf(qsnetFigure16).filter(([id]) => id !== "sum"))("%s", (_, statement) =>
    expectHoldsAndFails(
      statement,
      worlds.map((results) => ({ results })),
    ),
  );
});

/** Published results of an exhibit, made up run by run. */
function madeUpRecordings({ recordings = [] }: Exhibit, resultsOf: (scenario: Scenario) => Results): RecordingResults {
  return (id) => claimedRuns(parseDocument(recordings.find((each) => each.id === id)!.document)).map(resultsOf);
}

describe("every sentence on Table 1 and its figures can hold and can fail", () => {
  interface Io {
    readonly access: string;
    readonly application: string;
    readonly writes: number;
    readonly serverMapping: { readonly kind: string };
  }
  /** Made-up results in which each server transfers at this rate, in MB/s. */
  const world =
    (rate: (io: Io, seed: number) => number) =>
    ({ workload, seed }: Scenario): Results => {
      const phits = (rate(workload.values as unknown as Io, seed) * 378) / 320 / 400;
      const all = Array.from({ length: 64 }, () => phits);
      return { each: { accepted: all, sent: all } } as unknown as Results;
    };
  const worlds = [
    world(
      ({ access, application, serverMapping: { kind } }) =>
        (access === "random" ? 190 : 300) * (kind === "consecutive" ? 1 : 1.25) +
        (kind === "consecutive" && application === "shared" ? 17 : 0),
    ),
    world(
      ({ access, application, writes, serverMapping: { kind } }, seed) =>
        (access === "random" ? 300 : 190) + (kind === "consecutive" ? 20 : 0) + (application === "shared" ? -30 : 0) + 60 * writes + seed,
    ),
  ];
  const all = [qsnetTable1, qsnetFigure17, qsnetFigure18].flatMap((exhibit) =>
    (exhibit.statements ?? []).map((each) => [`${exhibit.id} ${each.id}`, exhibit, each] as const),
  );
  test.each(all)("%s", (_, exhibit, statement) =>
    expectHoldsAndFails(
      statement,
      worlds.map((world) => ({ recorded: madeUpRecordings(exhibit, world) })),
    ),
  );
});

describe("every sentence on Figures 19 and 20 can hold and can fail", () => {
  /** Made-up results by the fraction of its undisturbed rate that a node of the compute job achieves. */
  const world =
    (part: (load: number, isShared: boolean, first: number, isClustered: boolean) => number) =>
    ({ workload: { values } }: Scenario): Results => {
      const { jobs, io } = values as unknown as {
        readonly jobs: readonly { readonly mapping: { readonly values: { readonly first?: number } } }[];
        readonly io: readonly { readonly load: number; readonly application: string; readonly serverMapping: { readonly kind: string } }[];
      };
      const [ioJob] = io;
      const measured =
        ioJob === undefined
          ? 1
          : part(ioJob.load, ioJob.application === "shared", jobs[0].mapping.values.first ?? 0, ioJob.serverMapping.kind === "consecutive");
      const all = Array.from({ length: 64 }, () => 0.3 * measured);
      return { each: { accepted: all, sent: all } } as unknown as Results;
    };
  const worlds = [
    world((load, isShared, first, isClustered) => (!isShared || (isClustered && first === 0) ? 1 : 0.88 - 0.5 * load)),
    world((load, isShared, first, isClustered) => (isShared && (!isClustered || first > 0) ? 1 : 1 - 0.4 * load)),
  ];
  const all = [qsnetFigure19, qsnetFigure20].flatMap((exhibit) =>
    (exhibit.statements ?? []).map((each) => [`${exhibit.id} ${each.id}`, exhibit, each] as const),
  );
  test.each(all)("%s", (_, exhibit, statement) =>
    expectHoldsAndFails(
      statement,
      worlds.map((world) => ({ recorded: madeUpRecordings(exhibit, world) })),
    ),
  );
});
