/** Laws over every workload: what it compiles to is a demand that a simulation can rely on. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ChosenKind } from "../../src/core/base/params.ts";
import { mix } from "../../src/core/base/random.ts";
import type { Demand } from "../../src/core/plan/demand.ts";
import { workloads } from "../../src/core/workloads/index.ts";
import { arbitraryParams, build, examplesOf, factsOf, seed, smallTopology } from "./arbitrary.ts";

describe.each(workloads.kinds)("$id", (workload) => {
  const values = fc.oneof(
    fc.constantFrom(...examplesOf(workload).map((example) => example.values)),
    arbitraryParams(workload.params, { span: 40, length: 12 }),
  );
  const fits = ([topology, values]: [ChosenKind, unknown]) =>
    workload.check(values as never, factsOf(topology)?.terminals ?? 0).length === 0;
  const fitting = fc.tuple(smallTopology(70), values).filter(fits);

  it("compiles to a sound demand", () => {
    fc.assert(
      fc.property(fitting, fc.integer({ min: 4, max: 64 }), ([topology, values], packetBytes) => {
        const network = build(topology);
        const demand = workload.compile(values as never, { network, packetBytes });
        expect(demand.form === "open-loop").toBe(workload.endless);
        expectSound(demand, network.terminals);
      }),
      { seed, numRuns: 100 },
    );
  });

  it("says what does not fit, with its place and what to do", () => {
    const odd = fc.tuple(smallTopology(70), values).filter((each) => !fits(each));
    fc.assert(
      fc.property(odd, ([topology, values]) => {
        for (const { path, message, remedy } of workload.check(values as never, factsOf(topology)?.terminals ?? 0)) {
          expect(Object.keys(workload.params)).toContain(path.split(".")[0]);
          expect(message).toMatch(/\.$/);
          expect(remedy).toMatch(/\.$/);
        }
      }),
      { seed, numRuns: 40 },
    );
  });
});

function expectSound(demand: Demand, terminals: number): void {
  const isTerminal = (n: number) => Number.isInteger(n) && n >= 0 && n < terminals;
  if (demand.form === "open-loop") {
    expect(demand.load).toBeGreaterThan(0);
    expect(demand.load).toBeLessThanOrEqual(1);
    expect(demand.sending.length).toBe(terminals);
    for (let source = 0; source < terminals; source++) {
      const destination = demand.destination(source, mix(1, source, 0));
      expect(isTerminal(destination)).toBe(true);
      // A terminal is silent exactly where it would send to nobody but itself.
      expect(demand.sending[source] === 1).toBe(demand.share(source, source) < 1);
    }
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

describe("a list of messages", () => {
  it("is cut into whole packets and put in order of time", () => {
    const topology = { kind: "k-ary-n-tree", values: { k: 4, n: 1 } };
    const list = [
      { source: 2, destination: 1, bytes: 64, time: 7 },
      { source: 0, destination: 1, bytes: 65, time: 3 },
      { source: 3, destination: 0, bytes: 1, time: 7 },
    ];
    const demand = workloads.get("messages").compile({ list } as never, { network: build(topology), packetBytes: 64 });
    if (demand.form !== "messages") throw new Error("expected a list of messages");
    expect([...demand.index]).toEqual([1, 0, 2]);
    expect([...demand.packets]).toEqual([2, 1, 1]);
    expect([...demand.time]).toEqual([3, 7, 7]);
  });
});
