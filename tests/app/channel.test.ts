import { expect, test } from "vitest";
import { channelFacts } from "../../src/app/channel.ts";
import { upperWidth } from "../../src/app/cards/shape.ts";
import { start } from "../../src/core/run.ts";
import { readScenario } from "../../src/core/scenario/scenario.ts";
import { openFrame } from "../../src/core/simulation/frame.ts";

test("the facts of a channel follow from its counters", () => {
  const { plan, simulation } = start(
    readScenario({ workload: { kind: "open-loop", load: 0.4 }, run: { warmUp: 100, window: 400, drain: 0 } }),
  );
  simulation.advance(Infinity, Infinity);
  const frame = openFrame(simulation.layout, new ArrayBuffer(simulation.layout.byteLength));
  simulation.sample(frame);
  const channel = frame.windowPhits.indexOf(Math.max(...frame.windowPhits));
  const analysis = {
    meanHops: 5,
    zeroLoadLatency: 21,
    channelLoad: new Float64Array(plan.network.head.length).fill(4),
    bound: 0.25,
    bottleneck: channel,
    bottleneckName: "",
    bottleneckGroup: null,
    exact: true,
    direct: false,
    sampled: null,
  };
  const facts = channelFacts(plan.network, frame, channel, plan.packetPhits, 0.4, analysis);
  expect(facts.share).toBeCloseTo(frame.windowPhits[channel] / 400, 12);
  expect(facts.claim).toMatch(/^1\.60 phits\/cycle is asked of it; it carries \d\.\d\d\.$/);
  expect(facts.measures.map((each) => each.name)).toEqual([
    "Load measured so far",
    "Packets measured so far",
    "Mean wait at its end",
    "Demand, of the bottleneck’s",
  ]);
  expect(facts.measures[3].value).toBe("100\u00a0%");
  expect(channelFacts(plan.network, frame, channel, plan.packetPhits, null, null).measures).toHaveLength(3);
});

test("a network that grows narrower leaves corners, one that does not leaves none", () => {
  const widthOf = (topology: object) =>
    upperWidth(start(readScenario({ topology, workload: { kind: "open-loop", pattern: { kind: "uniform" } } })).plan.network);
  expect(widthOf({ kind: "thin-tree", k: 4, kUp: 2, n: 3 })).toBe(0.5);
  expect(widthOf({ kind: "k-ary-n-tree", k: 4, n: 3 })).toBe(1);
  expect(widthOf({ kind: "torus" })).toBe(1);
});
