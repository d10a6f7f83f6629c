/** Tests of terminals whose memory bus limits the sum of sending and receiving, and of the bus turnaround. */
import { expect, test } from "vitest";
import { run } from "../../src/core/run/run.ts";
import { readScenario } from "../../src/core/scenario/scenario.ts";

const messageBytes = 1_024_000;

/** Data rate in MB/s of each message, given as [source, destination]. All messages are created at the same time. */
function dataRates(memory: "elan" | "main", pairs: readonly (readonly [number, number])[], sections = {}) {
  const list = pairs.map(([source, destination]) => ({ source, destination, bytes: `${messageBytes} B`, time: 0 }));
  const { messages, cycleSeconds = NaN } = run(
    readScenario({
      topology: { kind: "k-ary-n-tree", k: 4, n: 3 },
      technology: "qsnet",
      host: { kind: "elan3", memory },
      flowControl: { kind: "circuit" },
      workload: { kind: "messages", list },
      ...sections,
    }),
  );
  return messages.map(({ latency }) => messageBytes / (latency * cycleSeconds) / 1e6);
}

const oneDirection = [[0, 63]] as const;
const bothDirections = [
  [0, 63],
  [63, 0],
] as const;

test.each([
  ["main", oneDirection, 200],
  ["main", bothDirections, 80],
  ["elan", oneDirection, 335],
  ["elan", bothDirections, 280],
] as const)("from %s memory over %j each message gets %d MB/s", (memory, ways, each) => {
  const found = dataRates(memory, ways);
  expect(found).toHaveLength(ways.length);
  for (const rate of found) expect(Math.abs(rate - each)).toBeLessThan(0.005 * each);
});

test("who comes late gets its half of a bus, and two that send to one share it", () => {
  const [first, second] = dataRates("main", [
    [0, 63],
    [1, 63],
  ]);
  expect(first).toBeCloseTo(100, 0);
  expect(second).toBeCloseTo(100, 0);
});

test("limited ports give together what they say, also one way", () => {
  const host = { kind: "limited-ports", bothWays: "189 MB/s" };
  expect(dataRates("main", oneDirection, { host })[0]).toBeCloseTo(160, 0);
  for (const rate of dataRates("main", bothDirections, { host })) expect(rate).toBeCloseTo(80, 0);
});

test("ports may be slower than their links by any factor with which a run is still exact to the cycle", () => {
  const technology = { kind: "qsnet", rate: "10 GB/s" };
  for (const port of ["oneWay", "bothWays"]) {
    const [rate] = dataRates("main", oneDirection, { technology, host: { kind: "limited-ports", [port]: "1 B/s" } });
    expect(rate * 1e6).toBeCloseTo(320 / 378, 2);
  }
});
