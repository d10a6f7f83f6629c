/** The facts on a channel's card, computed from its counters and the analysis. */
import { expect, test } from "vitest";
import { channelFacts } from "../../src/app/selection/channel-facts.ts";
import { upperWidthShare } from "../../src/app/workbench/cards/card-layout.ts";
import { analyzePlan } from "../../src/core/analysis/analyse.ts";
import { explain } from "../../src/core/searches/explain.ts";
import { nameOfChannel } from "../../src/core/network/network.ts";
import { startRun } from "../../src/core/run/run.ts";
import { topologyFacts, readScenario } from "../../src/core/scenario/scenario.ts";
import { unitsOfResults } from "../../src/words/units.ts";
import { openFrame } from "../../src/core/simulation/frame.ts";
import { expectWording } from "../wording/wording.ts";

test("the facts of a channel follow from its counters", () => {
  const { plan, simulation } = startRun(
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
    widest: 1,
    sampled: null,
  };
  const facts = channelFacts(unitsOfResults, plan.network, frame, channel, plan.packetPhits, 0.4, analysis);
  expect(facts.share).toBeCloseTo(frame.windowPhits[channel] / 400, 12);
  expect(facts.claim).toMatch(/^Offered load 1\.60; accepted \d\.\d\d\.$/);
  expect(facts.measures.map((each) => each.name)).toEqual([
    "Load measured",
    "Packets measured",
    "Mean wait for next channel",
    "Full at offered load",
  ]);
  expect(facts.measures[3].value).toBe("0.25");
  expect(channelFacts(unitsOfResults, plan.network, frame, channel, plan.packetPhits, null, null).measures).toHaveLength(3);
  // On channels of two phits per cycle, the same traffic makes a channel half as busy, with as many packets and a demand of 1.6 of 2 phits
  // per cycle.
  const channels = plan.network.head.length;
  const links = {
    perCycle: new Int32Array(channels).fill(2),
    perPhit: new Int32Array(channels).fill(1),
    delay: new Float64Array(channels),
  };
  const half = { ...analysis, channelLoad: analysis.channelLoad.map((load) => load / 2) };
  const fast = channelFacts(unitsOfResults, plan.network, frame, channel, plan.packetPhits, 0.4, half, [], null, 1, null, links);
  expect(fast.share).toBeCloseTo(facts.share / 2, 12);
  expectWording(fast.claim, "about 1.60 … 1.00 of 2 phits/cycle");
  expect(fast.measures.slice(0, 3).map(({ value }) => value)).toEqual(facts.measures.slice(0, 3).map(({ value }) => value));
  expect(fast.measures[3].value).toBe("0.50");
});

test("a network that grows narrower leaves corners, one that does not leaves none", () => {
  const widthOf = (topology: object) =>
    upperWidthShare(
      topologyFacts(readScenario({ topology, workload: { kind: "open-loop", pattern: { kind: "uniform" } } }).topology).parts,
    );
  expect(widthOf({ kind: "thin-tree", k: 4, kUp: 2, n: 3 })).toBe(0.5);
  expect(widthOf({ kind: "k-ary-n-tree", k: 4, n: 3 })).toBe(1);
  expect(widthOf({ kind: "torus" })).toBe(1);
});

test.each([
  {
    what: "full",
    document: {},
    channel: "switch 0 of level 2 → switch 2 of level 1",
    title: "Why is this channel full?",
    claim: /^Offered load 1\.80; accepted 0\.90\.$/,
  },
  {
    what: "held up from ahead",
    document: {},
    channel: "switch 2 of level 1 → switch 0 of level 2",
    title: "Why is this channel blocked?",
    claim:
      /^Offered load 1\.80; accepted 0\.58\. 4\d\u00a0% of the time it is blocked downstream by switch 0 of level 2 → switch 4 of level 1\.$/,
  },
  {
    what: "held up from ahead on several virtual channels, with less asked of it than it can carry",
    document: {
      topology: { kind: "torus", sizes: [4, 4] },
      workload: { kind: "open-loop", pattern: "hot-spot", load: 0.5 },
    },
    channel: 39,
    title: "Why is this channel blocked?",
    claim: /^Offered load about 0\.61; accepted 0\.35\. 6\d\u00a0% of the time it is blocked downstream by switch \(0, 0\) → terminal 0\.$/,
  },
  {
    what: "neither: what is missing never comes to it",
    document: { topology: { kind: "torus", sizes: [8, 8] }, workload: { kind: "open-loop", pattern: "transpose", load: 0.7 } },
    channel: 108,
    title: "What crosses this channel?",
    claim: /^Offered load 2\.10; accepted 0\.58\. The rest is blocked upstream\.$/,
  },
  {
    what: "starved, although no more is asked of it than it can carry",
    document: { topology: { kind: "torus", sizes: [8, 8] }, workload: { kind: "open-loop", pattern: "hot-spot", load: 0.5 } },
    channel: 378,
    title: "What crosses this channel?",
    claim: /^Offered load about 0\.41; accepted 0\.04\. The rest is blocked upstream\.$/,
  },
  {
    what: "short of packets that might have gone another way",
    document: {},
    channel: 203,
    title: "What crosses this channel?",
    claim: /^Offered load about 0\.90; accepted 0\.61\. The rest is blocked upstream, or takes another path\.$/,
  },
  {
    what: "less used than another way, in a network that delivers all",
    document: { workload: { kind: "open-loop", load: 0.15 } },
    channel: 203,
    title: "What crosses this channel?",
    claim: /^Offered load about 0\.30; accepted 0\.23\.$/,
  },
  {
    what: "with less than is asked of it by chance, in a network that delivers all",
    document: { topology: { kind: "torus", sizes: [8, 8] }, workload: { kind: "open-loop", pattern: "uniform", load: 0.2 } },
    channel: 91,
    title: "What crosses this channel?",
    claim: /^Offered load about 0\.20; accepted 0\.18\.$/,
  },
])("a channel is $what", ({ document, channel: named, title, claim }) => {
  const scenario = readScenario(document);
  const { plan, simulation } = startRun(scenario);
  simulation.advance(Infinity, Infinity);
  const frame = openFrame(simulation.layout, new ArrayBuffer(simulation.layout.byteLength));
  simulation.sample(frame);
  const { network, packetPhits } = plan;
  const channel = typeof named === "number" ? named : [...network.head.keys()].find((c) => nameOfChannel(network, c) === named)!;
  const load = scenario.workload.values["load"] as number;
  const facts = channelFacts(
    unitsOfResults,
    network,
    frame,
    channel,
    packetPhits,
    load,
    analyzePlan(plan),
    [],
    null,
    1,
    explain(scenario, channel),
  );
  expect(facts).toMatchObject({ title, claim: expect.stringMatching(claim) });
});
