/** Tests of the speed of collective operations, by the definitions of nccl-tests, doc/PERFORMANCE.md. */
import { expect, test } from "vitest";
import { busFactor, collectiveSpeedOf } from "../../src/core/measures/collective.ts";
import { readCachedResults, writeCachedResults } from "../../src/core/results/cached.ts";
import { measuresOf } from "../../src/core/measures/index.ts";
import { rescaledResults } from "../../src/core/results/rescale.ts";
import { run } from "../../src/core/run/run.ts";
import { readScenario } from "../../src/core/scenario/scenario.ts";
import type { CollectiveResult, Results } from "../../src/core/measures/results.ts";
import { sayCollective } from "../../src/findings/collective.ts";
import { unitsOfResults } from "../../src/words/units.ts";
import type { CollectiveOperation } from "../../src/core/programs/collective.ts";
import { expectWording } from "../wording/wording.ts";

const ringResult: CollectiveResult = { operation: "allreduce", algorithm: "ring", ranks: 8, bytes: 4096, steps: 14, bytesPerRank: 7168 };

test.each<[CollectiveOperation, number | null]>([
  ["allreduce", 2 * (7 / 8)],
  ["reduce-scatter", 7 / 8],
  ["allgather", 7 / 8],
  ["all-to-all", 7 / 8],
  ["broadcast", 1],
  ["reduce", 1],
  ["barrier", null],
])("the bus factor of a %s of 8 ranks is %d", (operation, factor) => {
  expect(busFactor({ operation, ranks: 8 })).toBe(factor);
});

test("where switches reduce, an allreduce has a separate factor, and no other operation has", () => {
  expect(busFactor({ operation: "allreduce", ranks: 8, inNetwork: true })).toBe(7 / 9);
  expect(busFactor({ operation: "reduce", ranks: 8, inNetwork: true })).toBe(1);
});

test("bandwidths are bytes of the vector over the makespan, and the share is of the least time", () => {
  const collective = { ...ringResult, bound: { cycles: 1500, by: "the channels of the ranks" } };
  expect(collectiveSpeedOf({ makespan: 2048, collective })).toMatchObject({
    time: 2048,
    algorithmBandwidth: 2,
    busBandwidth: 3.5,
    share: 1500 / 2048,
  });
  expect(collectiveSpeedOf({ makespan: 2048, collective: ringResult })).toMatchObject({ busBandwidth: 3.5, share: null });
});

test("a barrier has a time and no bandwidth; what has not ended, or is no collective, has neither", () => {
  const barrier: CollectiveResult = { operation: "barrier", algorithm: "dissemination", ranks: 8, bytes: 0, steps: 3, bytesPerRank: 3 };
  expect(collectiveSpeedOf({ makespan: 60, collective: barrier })).toMatchObject({
    time: 60,
    algorithmBandwidth: null,
    busBandwidth: null,
  });
  expect(collectiveSpeedOf({ makespan: null, collective: ringResult })).toBeNull();
  expect(collectiveSpeedOf({ makespan: 60 })).toBeNull();
});

test("in cycles of half the length everything takes twice as many, and shares stay", () => {
  const results = run(
    readScenario({ topology: { kind: "single-switch", terminals: 8 }, workload: { kind: "allreduce" }, flowControl: "fluid" }),
  );
  const [own, other] = [collectiveSpeedOf(results)!, collectiveSpeedOf(rescaledResults(results, 2))!];
  expect(other).toMatchObject({ time: 2 * own.time, busBandwidth: own.busBandwidth! / 2, share: own.share });
  expect(other.bound).toEqual({ ...own.bound, cycles: 2 * own.bound!.cycles });
});

test("results that were stored without it are read, and report nothing of it", () => {
  const results = run(
    readScenario({ topology: { kind: "single-switch", terminals: 8 }, workload: { kind: "allreduce" }, flowControl: "fluid" }),
  );
  const { collective, ...kept } = results;
  expect(collective).toBeDefined();
  expect(readCachedResults(writeCachedResults("a", kept), "a")).toEqual(kept);
  expect(collectiveSpeedOf(kept)).toBeNull();
  expect(measuresOf([kept]).map(({ id }) => id)).not.toContain("bus-bandwidth");
  expect(measuresOf([kept, results]).map(({ id }) => id)).toContain("bus-bandwidth");
});

test("an allreduce in the network has two bus bandwidths, by name; every other operation has one", () => {
  const inNetwork = {
    operation: "allreduce",
    algorithm: "in-network",
    ranks: 8,
    bytes: 9000,
    steps: 2,
    bytesPerRank: 9000,
    inNetwork: true,
  } as const;
  // 9000 B in 1000 cycles are 9 B per cycle, times the bus factors 7/9 and 14/8.
  expect(collectiveSpeedOf({ makespan: 1000, collective: inNetwork })).toMatchObject({ busBandwidth: 7, sendReceiveBusBandwidth: 15.75 });
  const ids = (...collectives: readonly (typeof inNetwork)[]) =>
    measuresOf(collectives.map((collective) => ({ collective }) as Results)).map(({ id }) => id);
  expect(ids(inNetwork)).toContain("bus-bandwidth-send-receive");
  const { inNetwork: _, ...ring } = inNetwork;
  expect(ids(ring as never)).not.toContain("bus-bandwidth-send-receive");
  const sentences = sayCollective(
    unitsOfResults,
    { makespan: 1000, collective: inNetwork, load: { worst: 1, worstName: "a" } } as Results,
    null,
  )!;
  expectWording(sentences.bandwidth, "1.75 phits/cycle … (n − 1)/(n + 1) … NVLS … 3.94 phits/cycle … 2(n − 1)/n");
});
