/** Tests of the digest of results: what it depends on, and that published digests stay valid. */
import { expect, it } from "vitest";
import { digestOf } from "../../src/core/measures/digest.ts";
import type { Results } from "../../src/core/measures/results.ts";
import { run } from "../../src/core/run/run.ts";
import { readScenario } from "../../src/core/scenario/scenario.ts";

const resultsOf = (seed: number, load = 0.3) =>
  run(
    readScenario({
      topology: { kind: "torus", sizes: [4, 4] },
      workload: { kind: "open-loop", load },
      run: { warmUp: 100, window: 500 },
      seed,
    }),
  );
const [first, second] = [resultsOf(1), resultsOf(2)];

it("is ten characters, the same for the same runs", () => {
  expect(digestOf([first])).toMatch(/^[0-9a-z]{10}$/);
  expect(digestOf([resultsOf(1)])).toBe(digestOf([first]));
  expect(digestOf([])).toMatch(/^[0-9a-z]{10}$/);
});

it("differs with any run, their number and their order", () => {
  const lists = [[], [first], [second], [first, second], [second, first], [first, first]];
  expect(new Set(lists.map(digestOf)).size).toBe(lists.length);
});

it("differs with each headline number", () => {
  const { latency, load } = first;
  if (latency === null) throw new Error("nothing arrived");
  const changes: readonly Partial<Results>[] = [
    { fingerprint: "00000000" },
    { status: "deadlocked" },
    { cycles: first.cycles + 1 },
    { packets: first.packets + 1 },
    { arrived: first.arrived - 1 },
    { makespan: 7 },
    { offered: first.offered + 1e-9 },
    { accepted: first.accepted + 1e-9 },
    { hops: null },
    { load: { ...load, worst: load.worst / 2 } },
    { latency: { ...latency, p99: latency.p99 + 1 } },
    { latency: null },
  ];
  const digests = changes.map((change) => digestOf([{ ...first, ...change }]));
  expect(new Set([digestOf([first]), ...digests]).size).toBe(changes.length + 1);
});

it("has no more than chance would have in common among many", () => {
  const many = Array.from({ length: 20_000 }, (_, i) => digestOf([{ ...first, cycles: i }]));
  expect(new Set(many).size).toBe(many.length);
  // Each half is checked separately: 20,000² / 2 pairs over 36⁵ values make about three collisions.
  for (const part of [many.map((digest) => digest.slice(0, 5)), many.map((digest) => digest.slice(5))]) {
    expect(many.length - new Set(part).size).toBeLessThan(15);
  }
});

it("stays what it was for ever", () => {
  const results = { fingerprint: "91b889c8", status: "finished", cycles: 1200, terminals: 64, sending: 56, packets: 1206, arrived: 1206 };
  const rest = {
    makespan: null,
    offered: 0.43,
    accepted: 0.42,
    hops: 5.25,
    load: { mean: 0.3, worst: 0.9, worstChannel: 17 },
    latency: null,
  };
  expect(digestOf([{ ...results, ...rest } as unknown as Results])).toBe("ajijfmdnf2");
});
