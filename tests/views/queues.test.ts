/** Queues and datelines on the stage: slots of the queues of a ring, filled as the frame says, in two classes at a dateline. */
import { describe, expect, it } from "vitest";
import { startRun } from "../../src/core/run/start.ts";
import { isDateline } from "../../src/core/network/datelines.ts";
import { queuesOf } from "../../src/core/plan/queues.ts";
import { readScenario } from "../../src/core/scenario/scenario.ts";
import { openFrame, scalar, statuses } from "../../src/core/simulation/frame.ts";
import { ringLayout } from "../../src/views/stage/layouts/grid/ring.ts";
import { gridLayout } from "../../src/views/stage/layouts/grid/grid.ts";
import { dotProgress, packetsPerDot } from "../../src/views/stage/paint/packets.ts";
import { filledBoxes, hasDrawnQueues, queueMarks } from "../../src/views/stage/paint/queues.ts";
import { desk } from "./fixtures.ts";

/** Marks of a run at its end, or at cycle `until`. */
function drawnRun(document: object, until = Infinity) {
  const run = startRun(readScenario(document));
  const { plan, simulation } = run;
  while (simulation.status === "running" && simulation.now < until) simulation.advance(until, Infinity);
  const frame = openFrame(simulation.layout, new ArrayBuffer(simulation.layout.byteLength));
  simulation.sample(frame);
  const { network } = plan;
  const canvas = desk;
  const layout = ringLayout.fits(network.axes) ? ringLayout : gridLayout;
  const scene = layout.place(network, canvas.width, canvas.height);
  const data = { network, frame, results: run.results(), queues: queuesOf(plan) };
  const marks = queueMarks(scene, data, canvas);
  const shapesOf = (key: string) => {
    const d = marks.find((mark) => mark.key === key)?.attributes["d"];
    return d === undefined ? 0 : String(d).split("M").length - 1;
  };
  return { plan, frame, scene, data, marks, shapesOf };
}

const ring = { topology: { kind: "torus", sizes: [8] }, workload: { kind: "open-loop", pattern: { kind: "tornado" }, load: 0.4 } };
const withoutDateline = { ...ring, routing: { kind: "dimension-order", channelClasses: "none" } };

describe("on a ring of eight with queues for four packets", () => {
  it("has all 16 queues, of which the eight of the deadlock are full: four slots of four", () => {
    const { shapesOf, frame, data, scene } = drawnRun(withoutDateline);
    expect(statuses[frame.scalars[scalar.status]]).toBe("deadlocked");
    expect(shapesOf("queues")).toBe(16 * 4);
    expect(shapesOf("queued packets")).toBe(8 * 4);
    expect([shapesOf("queued packets after"), shapesOf("dateline")]).toEqual([0, 0]);
    // The boxes show nothing more, where two of three queues are full.
    expect(filledBoxes(scene.boxes, data)).toEqual([[], []]);
  });

  it("has as many packets as the frame while it runs, and the numbers of the switches", () => {
    const { shapesOf, frame, plan, marks } = drawnRun(withoutDateline, 100);
    const between = Array.from(plan.network.head.keys()).filter((c) => Math.min(plan.network.tail[c], plan.network.head[c]) >= 8);
    const packets = between.reduce((sum, channel) => sum + frame.queued[channel], 0);
    expect(packets).toBeGreaterThan(4);
    expect(packets).toBeLessThan(32);
    expect(shapesOf("queued packets")).toBe(packets);
    expect(marks.filter(({ key }) => key.startsWith("number ")).map(({ text }) => text)).toEqual(["0", "1", "2", "3", "4", "5", "6", "7"]);
  });

  it("has two classes with a dateline, which differ in color and shape, and one dateline in each direction", () => {
    const { shapesOf, marks, frame, plan } = drawnRun(ring, 3000);
    expect(plan.routing.vcClasses).toBe(2);
    expect(shapesOf("queues")).toBe(2 * 16 * 4);
    const [before, after] = ["queued packets", "queued packets after"].map((key) => marks.find((mark) => mark.key === key)!.attributes);
    expect(before["fill"]).not.toBe(after["fill"]);
    expect([String(before["d"]).includes("a"), String(after["d"]).includes("a")]).toEqual([false, true]);
    const { network } = plan;
    const count = (vc: number) =>
      Array.from(network.head.keys())
        .filter((c) => Math.min(network.tail[c], network.head[c]) >= 8)
        .reduce((sum, c) => sum + frame.queuedPhits[2 * c + vc] / 16, 0);
    expect([shapesOf("queued packets"), shapesOf("queued packets after")]).toEqual([count(0), count(1)]);
    expect(shapesOf("dateline")).toBe(2);
    expect(marks.find(({ key }) => key === "dateline name")?.text).toBe("dateline");
  });

  it("has no slots where queues are not drawn: large rings, and other networks without a deadlock", () => {
    expect(drawnRun({ ...withoutDateline, topology: { kind: "torus", sizes: [32] } }, 100).marks).toEqual([]);
    const torus = drawnRun({ ...ring, topology: { kind: "torus", sizes: [4, 4] } }, 100);
    expect(torus.marks).toEqual([]);
    expect(hasDrawnQueues(torus.plan.network, torus.data.queues)).toBe(false);
  });
});

it("packets use the first class up to a dateline and the second behind it, on every path of a torus", () => {
  const { plan } = startRun(readScenario({ topology: { kind: "torus", sizes: [8, 4] } }));
  const { network, routing } = plan;
  expect(routing.hasDatelines).toBe(true);
  const candidates = new Int32Array(routing.maxCandidates);
  let crossings = 0;
  for (let source = 0; source < network.terminals; source++) {
    for (let destination = 0; destination < network.terminals; destination++) {
      if (source === destination) continue;
      const state = routing.initialState?.(source, destination, 0) ?? 0;
      const path: { readonly channel: number; readonly vcClass: number }[] = [];
      for (let node = source; node !== destination; node = network.head[path.at(-1)!.channel]) {
        routing.route(node, destination, state, candidates);
        path.push({ channel: Math.floor(candidates[0] / 2), vcClass: candidates[0] % 2 });
      }
      for (const [i, { channel, vcClass }] of path.entries()) {
        if (!isDateline(network, channel)) continue;
        crossings++;
        expect(vcClass).toBe(0);
        // In the same dimension, the packet is in the second class from now on.
        const dimension = dimensionOf(network, channel);
        for (const later of path.slice(i + 1)) if (dimensionOf(network, later.channel) === dimension) expect(later.vcClass).toBe(1);
      }
    }
  }
  expect(crossings).toBeGreaterThan(20);
});

/** Dimension of a channel between switches; −1 at a terminal. */
function dimensionOf({ axes, coordinates, tail, head, terminals }: Parameters<typeof isDateline>[0], channel: number): number {
  if (Math.min(tail[channel], head[channel]) < terminals) return -1;
  return axes.findIndex((_, d) => coordinates[tail[channel] * axes.length + d] !== coordinates[head[channel] * axes.length + d]);
}

it("in slow motion, a dot is a packet, and is where the packet is", () => {
  expect([1, 10, 26].map((speed) => packetsPerDot(speed, 16))).toEqual([1, 1, 1]);
  expect(packetsPerDot(2000, 16)).toBe(128);
  // Four cycles after the start of its second packet of 16 phits, on any channel; between packets at the beginning.
  for (const channel of [0, 5, 77]) expect([20, 32].map((phits) => dotProgress(channel, phits, 16, 1))).toEqual([0.25, 0]);
});
