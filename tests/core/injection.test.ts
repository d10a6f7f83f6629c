/** Tests of traffic sources: the offered load of every process and size, and a comparison with the reference packet by packet. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ChosenKind, defaultsOf, readParams, type Values } from "../../src/core/base/params.ts";
import { exponentialFromDraw, mix, streamKey } from "../../src/core/base/random.ts";
import type { OpenLoop } from "../../src/core/traffic/open-loop.ts";
import type { Plan } from "../../src/core/plan/plan.ts";
import { type MessageSource, startSource } from "../../src/core/simulation/source.ts";
import { allSizes } from "../../src/core/sizes/index.ts";
import { jobParams } from "../../src/core/workloads/job/job.ts";
import { allWorkloads } from "../../src/core/workloads/index.ts";
import { build, examplesOf } from "../contracts/arbitrary.ts";
import { openLoop } from "../contracts/scenarios.ts";
import { startSources } from "../reference/creation.ts";

const packetPhits = 16;
const packetBytes = 64;
const networkOf = (terminals: number) => build({ kind: "single-switch", values: { terminals } });

/** The demand of open-loop traffic with the given parameters. */
function demandOf(terminals: number, document: Values): OpenLoop {
  const { params, compile } = allWorkloads.get("open-loop");
  const demand = compile(readParams(params, document, "", []), { network: networkOf(terminals), packetBytes, seed: 1 });
  if (demand.form !== "open-loop") throw new Error("expected open-loop traffic");
  return demand;
}

/** Cycle, destination and packets of every message that a terminal creates before `until`. */
function messagesOf(source: MessageSource, terminal: number, until: number): readonly (readonly [number, number, number])[] {
  const messages: [number, number, number][] = [];
  for (; source.createdAt[terminal] < until; source.advance(terminal)) {
    messages.push([source.createdAt[terminal], source.destination[terminal], source.packets[terminal]]);
  }
  return messages;
}

describe.each(jobParams.process.choices.map(({ id }) => id))("%s injection", (process) => {
  const cases = allSizes.kinds.flatMap((kind) => [{ kind: kind.id, values: defaultsOf(kind.params) }, ...examplesOf(kind)]);

  it.each(cases.map((size) => [size] as const))("offers the load asked for, with sizes %j", ({ kind, values }: ChosenKind) => {
    const terminals = 64;
    for (const load of [0.1, 0.9]) {
      const demand = demandOf(terminals, { pattern: "neighbour", load, process, size: { kind, ...writtenValues(values) } });
      const { meanPackets, packets } = demand.streams[0].injections[0];
      const interval = (meanPackets * packetPhits) / load;
      const source = startSource(demand, terminals, packetPhits, 7);
      // After ten intervals the initial phase no longer matters.
      const [from, until] = [Math.round(10 * interval), Math.round(210 * interval)];
      let sum = 0;
      for (let s = 0; s < terminals; s++) sum += source.countCreated(s, from, until);
      // A sum of renewals: 200 intervals with relative variance v, and sizes with variance w.
      const v = { bernoulli: 1 - 1 / interval, exponential: 1, uniform: 1 / 3, constant: 0, "in-step": 0 }[process];
      const draws = Array.from({ length: 4000 }, (_, i) => (packets === null ? meanPackets : packets(mix(1, 2, i))));
      const w = draws.reduce((all, each) => all + (each - meanPackets) ** 2, 0) / draws.length;
      const messages = terminals * 200;
      // The number of messages at the edges of the window is random: independently for each terminal, or for all terminals together
      // ("in-step").
      const edges = process === "in-step" ? terminals ** 2 : terminals;
      const deviation = Math.sqrt(messages * (v * meanPackets ** 2 + w) + edges * meanPackets ** 2);
      expect(Math.abs(sum - messages * meanPackets)).toBeLessThan(3 * deviation + 1);
      const offered = (sum * packetPhits) / (terminals * (until - from));
      expect(Math.abs(offered / load - 1)).toBeLessThan(0.1);
    }
  });

  it("counts what it will create, without a change", () => {
    const document = { pattern: { kind: "mixture" }, load: 1, process, size: { kind: "bimodal", small: "4 B", large: "200 B" } };
    const demand = demandOf(8, document);
    const source = startSource(demand, 8, 4, 3);
    for (let s = 0; s < 8; s++) {
      for (const skipped of [0, 3]) {
        for (let i = 0; i < skipped; i++) source.advance(s);
        const counted = [0, 100, 250, 600].map((until) => source.countCreated(s, 50, until));
        const again = startSource(demand, 8, 4, 3);
        for (let i = 0; i < skipped; i++) again.advance(s);
        const all = messagesOf(again, s, 600).filter(([at]) => at >= 50);
        const packetsUntil = (until: number) => all.reduce((sum, [at, , packets]) => sum + (at < until ? packets : 0), 0);
        expect(counted).toEqual([0, 100, 250, 600].map(packetsUntil));
        expect(counted[3]).toBeGreaterThan(10);
      }
    }
  });
});

/** Size parameters as a document has them, with their unit. */
function writtenValues(values: Values): Values {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, name === "share" ? value : `${value as number} B`]));
}

describe("by hand", () => {
  it("constant intervals: ⌊(φ + m) I⌋, and never two in a cycle", () => {
    const source = startSource(demandOf(4, { pattern: "neighbour", load: 0.3, process: "constant" }), 4, packetPhits, 11);
    for (let s = 0; s < 4; s++) {
      const phase = (mix(streamKey(11, "phase"), s, 0) + 0.5) / 2 ** 32;
      const cycles = messagesOf(source, s, 5000).map(([at]) => at);
      expect(cycles).toEqual(Array.from({ length: cycles.length }, (_, m) => Math.floor((phase + m) * (16 / 0.3))));
      // 5000 cycles at 0.3 phits per cycle are 93.75 packets of 16 phits.
      expect([93, 94]).toContain(cycles.length);
      expect(new Set(cycles).size).toBe(cycles.length);
    }
    const full = startSource(demandOf(4, { pattern: "neighbour", load: 1, process: "constant" }), 4, 1, 11);
    expect(messagesOf(full, 2, 50).map(([at]) => at)).toEqual(Array.from({ length: 50 }, (_, t) => t));
  });

  it("exponential intervals: sums of −I ln u, some in one cycle", () => {
    const source = startSource(demandOf(2, { pattern: "neighbour", load: 1, process: "exponential" }), 2, 1, 5);
    const cycles = messagesOf(source, 1, 400).map(([at]) => at);
    let time = 0;
    expect(cycles).toEqual(cycles.map((_, m) => Math.floor((time += exponentialFromDraw(mix(streamKey(5, "traffic"), 1, m))))));
    // A Poisson process with one message per cycle: no message with probability e⁻¹, one with e⁻¹, and several in the remaining 26 % of the
    // cycles.
    const busy = new Set(cycles).size;
    expect(Math.abs(busy / 400 - (1 - Math.exp(-1)))).toBeLessThan((4 * 0.48) / 20);
    expect(cycles.length).toBeGreaterThan(busy + 50);
  });

  it("a message goes to one destination with all its packets", () => {
    const document = { pattern: "uniform", load: 0.5, size: { kind: "fixed", bytes: "200 B" } };
    const messages = messagesOf(startSource(demandOf(8, document), 8, packetPhits, 1), 0, 20_000);
    expect(messages.every(([, to, packets]) => to !== 0 && packets === 4)).toBe(true);
    // p = 0.5 / (4 × 16): one message in 128 cycles.
    expect(Math.abs(messages.length - 20_000 / 128)).toBeLessThan(4 * Math.sqrt(20_000 / 128));
  });

  it("the first packets of the default traffic never change", () => {
    const source = startSource(demandOf(64, { load: 0.45 }), 64, packetPhits, 1);
    expect(messagesOf(source, 3, 150)).toEqual([
      [15, 6, 1],
      [31, 6, 1],
      [61, 6, 1],
      [73, 6, 1],
      [80, 6, 1],
      [101, 6, 1],
      [108, 6, 1],
    ]);
  });

  it("a sender without another destination stops searching in good time", () => {
    const entries = [
      { source: 0, destination: 0, weight: 1000 },
      { source: 0, destination: 1, weight: 1 },
    ];
    const source = startSource(demandOf(4, { pattern: { kind: "matrix", entries }, load: 1 }), 4, 1, 1);
    expect([...source.createdAt.subarray(1)]).toEqual([Infinity, Infinity, Infinity]);
    const messages = messagesOf(source, 0, 50_000);
    // One message in 1001 cycles.
    expect(Math.abs(messages.length - 50)).toBeLessThan(30);
  });
});

it("sources create what the reference reads from the same demand, packet for packet", () => {
  let compared = 0;
  const drawn = fc.integer({ min: 2, max: 12 }).chain((terminals) => fc.tuple(fc.constant(terminals), openLoop(terminals), fc.nat()));
  fc.assert(
    fc.property(drawn, fc.integer({ min: 1, max: 8 }), ([terminals, { kind, values }, seed], phits) => {
      const network = networkOf(terminals);
      const demand = allWorkloads.get(kind).compile(values, { network, packetBytes: 4 * phits, seed: 1 });
      const source = startSource(demand, terminals, phits, seed);
      const create = startSources({ demand, network, packetPhits: phits, seed } as Plan);
      const expected: number[][] = [];
      for (let t = 0; t < 400; t++) for (const { source, destination } of create(t)) expected.push([t, source, destination]);
      const found: number[][] = [];
      for (let s = 0; s < terminals; s++) {
        for (const [t, to, packets] of messagesOf(source, s, 400)) for (let i = 0; i < packets; i++) found.push([t, s, to]);
      }
      found.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
      expect(found).toEqual(expected);
      compared += found.length;
    }),
    { numRuns: 150 },
  );
  expect(compared).toBeGreaterThan(30_000);
});
