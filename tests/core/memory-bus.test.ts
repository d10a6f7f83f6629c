/** Tests of terminals whose memory bus limits the sum of sending and receiving, and of the bus turnaround. */
import { expect, test } from "vitest";
import { run } from "../../src/core/run/run.ts";
import { readScenario } from "../../src/core/scenario/scenario.ts";

const bytes = 1_024_000;

/** Data rate in MB/s of each message, given as [source, destination]. All messages are created at the same time. */
function rates(memory: "elan" | "main", ways: readonly (readonly [number, number])[], more = {}) {
  const list = ways.map(([source, destination]) => ({ source, destination, bytes: `${bytes} B`, time: 0 }));
  const { messages, cycleSeconds = NaN } = run(
    readScenario({
      topology: { kind: "k-ary-n-tree", k: 4, n: 3 },
      technology: "qsnet",
      host: { kind: "elan3", memory },
      flowControl: { kind: "circuit" },
      workload: { kind: "messages", list },
      ...more,
    }),
  );
  return messages.map(({ latency }) => bytes / (latency * cycleSeconds) / 1e6);
}

const oneWay = [[0, 63]] as const;
const bothWays = [
  [0, 63],
  [63, 0],
] as const;

test.each([
  ["main", oneWay, 200],
  ["main", bothWays, 80],
  ["elan", oneWay, 335],
  ["elan", bothWays, 280],
] as const)("from %s memory over %j each message gets %d MB/s", (memory, ways, each) => {
  const found = rates(memory, ways);
  expect(found).toHaveLength(ways.length);
  for (const rate of found) expect(Math.abs(rate - each)).toBeLessThan(0.005 * each);
});

test("who comes late gets its half of a bus, and two that send to one share it", () => {
  const [first, second] = rates("main", [
    [0, 63],
    [1, 63],
  ]);
  expect(first).toBeCloseTo(100, 0);
  expect(second).toBeCloseTo(100, 0);
});

test("limited ports give together what they say, also one way", () => {
  const host = { kind: "limited-ports", bothWays: "189 MB/s" };
  expect(rates("main", oneWay, { host })[0]).toBeCloseTo(160, 0);
  for (const rate of rates("main", bothWays, { host })) expect(rate).toBeCloseTo(80, 0);
});

test("ports may be slower than their links by any factor that a run can still be told to the cycle with", () => {
  const technology = { kind: "qsnet", rate: "10 GB/s" };
  for (const port of ["oneWay", "bothWays"]) {
    const [rate] = rates("main", oneWay, { technology, host: { kind: "limited-ports", [port]: "1 B/s" } });
    expect(rate * 1e6).toBeCloseTo(320 / 378, 2);
  }
});
