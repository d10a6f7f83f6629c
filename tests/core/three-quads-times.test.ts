/**
 * Tests of the times of the matrix transpose on the paper's machines: against closed forms where they exist, and with the limiting
 * resource.
 */
import { describe, expect, it } from "vitest";
import { run } from "../../src/core/run/run.ts";
import { readScenario } from "../../src/core/scenario/scenario.ts";
import { openFrame } from "../../src/core/simulation/frame.ts";
import { startRun } from "../../src/core/run/start.ts";

/** A block of 8192² doubles in segments of 1448 B, which are 1538 B on the wire, in phits of 4 B at 1 Gb/s. */
const blockBytes = 8 * 8192 ** 2;
const segments = Math.ceil(blockBytes / 1448);
const blockPhits = (segments * 1538) / 4;
const cycleSeconds = 32e-9;
/** Rate on the wire in phits per cycle, for a payload rate in MB/s. */
const wireRate = (rate: number) => (rate * 1e6 * 1538) / 1448 / 125e6;

const quads = { kind: "three-quads", m: 4 };
const modularSwitch = (limits: object) => ({ kind: "modular-switch", modules: 4, ports: 16, uplinks: 16, plugging: "in-turn", ...limits });

function scenarioOf(topology: object, workload: object, ways: "one" | "spread", port: number) {
  return readScenario({
    topology,
    technology: "gigabit-ethernet",
    host: { kind: "limited-ports", bothWays: `${Math.round(port * 125e6)} B/s` },
    flowControl: { kind: "fluid", packet: "1448 B", injectionSlots: 4, ways },
    workload: { kind: "matrix-transpose", rows: 65_536, memory: "1130 MB/s", ...workload },
  });
}

function cyclesOf(topology: object, workload: object, ways: "one" | "spread", port = wireRate(198)): number {
  return run(scenarioOf(topology, workload, ways, port)).makespan!;
}

/** Cycles of the initialization and the local transpose together. */
const localCycles = 2 * Math.round(blockBytes / 1130e6 / cycleSeconds);

describe("on Three Quads", () => {
  it("half duplex is four messages one after the other, in either order", () => {
    for (const first of ["above", "below", "random"]) {
      expect(cyclesOf(quads, { first }, "one")).toBeCloseTo(localCycles + 4 * (2 + blockPhits), -1);
    }
    expect((localCycles + 4 * blockPhits) * cycleSeconds).toBeCloseTo(19.2, 1);
  });

  it("full duplex is two exchanges at half of what a port carries both ways", () => {
    const full = cyclesOf(quads, { duplex: "full" }, "one");
    expect(full).toBeCloseTo(localCycles + 2 * (2 + blockPhits / (wireRate(198) / 2)), -2);
    expect(full * cycleSeconds).toBeCloseTo(11.8, 1);
    // With ports as fast as the links, each step takes half of the time of half duplex.
    expect(cyclesOf(quads, { duplex: "full" }, "one", 4)).toBeCloseTo(localCycles + 2 * (2 + blockPhits), -1);
  });

  it("nothing waits in a switch where a message's two ports hold it back alike", () => {
    const { simulation } = startRun(scenarioOf(quads, { duplex: "full" }, "one", wireRate(198)));
    simulation.advance(Infinity, Infinity);
    const frame = openFrame(simulation.layout, new ArrayBuffer(simulation.layout.byteLength));
    simulation.sample(frame);
    expect(Math.max(...frame.waiting)).toBe(0);
  });

  it("fused steps take as long as one step and a chunk", () => {
    for (const chunks of [1, 4, 16]) {
      const fused = cyclesOf(quads, { algorithm: "fused", duplex: "full", chunks }, "one");
      expect(fused / (localCycles + (1 + 1 / chunks) * (blockPhits / (wireRate(198) / 2)))).toBeCloseTo(1, 3);
    }
  });
});

describe("on the enterprise switch", () => {
  const seconds = (limits: object, workload: object) =>
    cyclesOf(modularSwitch(limits), { algorithm: "one-step", ...workload }, "spread") * cycleSeconds;

  it("full duplex, or with partners in one module, is what a module's fourteen senders bring into it", () => {
    const intake = wireRate(796);
    const expected = (localCycles + (14 * blockPhits) / intake) * cycleSeconds;
    for (const workload of [{ duplex: "full" }, { duplex: "full", mapping: "mirror-pairs" }, { mapping: "mirror-pairs" }]) {
      expect(seconds({ intake }, workload)).toBeCloseTo(expected, 3);
    }
    expect(expected).toBeCloseTo(10.4, 1);
  });

  it("half duplex is slower where the blocks above the diagonal crowd in some modules", () => {
    const intake = wireRate(796);
    expect(seconds({ intake }, {})).toBeCloseTo(13.719, 3);
    expect(seconds({ intake }, { first: "below" })).toBeCloseTo(13.719, 3);
  });

  it("a limit on what comes from the backbone lets the reassigned program go at the speed of its ports", () => {
    const ingress = wireRate(681.8);
    expect(seconds({ ingress }, { duplex: "full" })).toBeCloseTo(10.4, 1);
    const free = (localCycles + blockPhits / (wireRate(198) / 2)) * cycleSeconds;
    expect(seconds({ ingress }, { duplex: "full", mapping: "mirror-pairs" })).toBeCloseTo(free, 3);
    expect(seconds({}, { duplex: "full" })).toBeCloseTo(free, 3);
  });
});
