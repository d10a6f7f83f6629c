/** Compared networks with different channels: results in one clock and one unit, colors relative to each network's channel rate. */
import { describe, expect, it } from "vitest";
import { channelLoad } from "../../src/views/channel-load.ts";
import type { Variant, ViewData } from "../../src/views/contract.ts";
import { loadCurvePanels } from "../../src/views/curve/panels.ts";
import { channelFacts } from "../../src/app/selection/channel-facts.ts";
import { latencyBin, latencyOfBin } from "../../src/core/simulation/frame.ts";
import { distributionOf } from "../../src/views/readings/distribution.ts";
import { frameLoads } from "../../src/views/readings/loads.ts";
import { phitsPerCycle } from "../../src/core/base/load-unit.ts";
import { rescaleFrame } from "../../src/core/results/rescale.ts";
import { frameLayout } from "../../src/core/simulation/frame.ts";
import { stripScales, timeStripMarks } from "../../src/views/strip/paint.ts";
import { build, busyFrame, desk, viewData } from "./fixtures.ts";
import { unitsOf } from "../../src/words/units.ts";

// A is Gigabit Ethernet with cycles of 32 ns. B has links of 2 GB/s and cycles of 2 ns.
const cycleRatio = 1 / 16;
const network = build("k-ary-n-tree", { k: 4, n: 2 });

/** A frame of B's run, rescaled to cycles of A. */
function rescaledFrame() {
  const frame = busyFrame(network);
  rescaleFrame(frame, frameLayout({ channels: network.head.length, terminals: network.terminals, messages: 0 }), cycleRatio);
  return frame;
}

function comparedData(): ViewData {
  const a = { ...viewData(network), letter: "A", units };
  const b: Variant = { ...a, index: 1, letter: "B", cycle: cycleRatio, frame: rescaledFrame() };
  return { ...a, variants: [a, b] };
}

/** Units by the clock and the channel rate of A. */
const units = unitsOf({ is: "rate", channel: 125e6 }, "A", 32e-9);

describe("what a channel of the faster network carries", () => {
  it("is its number of bytes a second, and a fraction of its own rate", () => {
    const [own, loads] = [frameLoads({ frame: busyFrame(network), cycle: 1 }), frameLoads({ frame: rescaledFrame(), cycle: cycleRatio })];
    const busy = 30;
    expect(loads.loadOf(busy) * 125).toBeCloseTo(own.loadOf(busy) * 2000, 9);
    expect(loads.share(busy)).toBeCloseTo(own.loadOf(busy), 12);
  });

  it("is given with what it can carry, in every unit", () => {
    expect(units.sayChannelLoad(8, cycleRatio)).toBe("1\u202f000 of 2\u202f000\u00a0MB/s");
    expect(units.sayLoad(8)).toBe("1\u202f000 MB/s");
    const inShares = unitsOf({ is: "share" }, "A");
    expect(inShares.sayChannelLoad(8, cycleRatio)).toBe("50\u00a0% of its capacity");
    expect(inShares.headOf("phits/cycle per sender")).toBe("% of a channel of A per sender");
    const inPhits = unitsOf(phitsPerCycle, "A");
    expect(inPhits.sayChannelLoad(8, cycleRatio)).toBe("8.00 of 16\u00a0phits/cycle of A");
    expect(inPhits.headOf("phits/cycle per sender")).toBe("phits/cycle of A per sender");
  });

  it("fills as much of its card and strip as alone", () => {
    const facts = channelFacts(units, network, rescaledFrame(), 30, 16, null, null, [], null, cycleRatio);
    expect(facts.share).toBeCloseTo(frameLoads({ frame: busyFrame(network), cycle: 1 }).share(30), 12);
    const alone = channelLoad.layout(viewData(network), desk);
    const beside = channelLoad.layout({ ...viewData(network), cycle: cycleRatio, frame: rescaledFrame() }, desk);
    const drawn = (marks: typeof alone.marks) => marks.filter(({ key }) => key.includes("edge")).map(({ attributes }) => attributes["d"]);
    expect(drawn(beside.marks)).toEqual(drawn(alone.marks));
  });
});

describe("one picture of both", () => {
  it("has a strip on which each line is in cycles of the page", () => {
    const data = comparedData();
    const reach = { end: 16_000, visibleSpan: { from: 0, to: 16_000 } };
    const marks = timeStripMarks(data, reach, desk);
    const { loadScale, flows } = stripScales(reach, desk, data.variants);
    for (const [key, i] of [
      ["delivered line", 0],
      ["delivered line B", 1],
    ] as const) {
      const heights = String(marks.find((mark) => mark.key === key)?.attributes["d"]).match(/(?<=,)[\d.]+/g);
      expect(new Set(heights)).toEqual(new Set([String(Math.round(loadScale(flows[i].delivered[0]) * 10) / 10)]));
    }
  });

  it("has load curves as far as the faster one can be offered", () => {
    const { x, marks } = loadCurvePanels(comparedData().variants, { ...desk, units }).latency;
    expect(x.domain).toEqual([0.05, 16]);
    // 10, 20, 50 … 2000 MB/s on a logarithmic axis. There is no tick at its left end.
    const ticks = marks.flatMap(({ key, text = "" }) => (key.startsWith("tick l x") ? [Number(text.replaceAll(/\D/g, ""))] : []));
    expect(ticks).toEqual([10, 20, 50, 100, 200, 500, 1000, 2000]);
    expect(x(0)).toBe(x.range[0]);
    expect(x(1.6) - x(0.16)).toBeCloseTo(x(16) - x(1.6), 9);
    expect(loadCurvePanels([comparedData().variants[0]], { ...desk, units }).accepted.x.domain).toEqual([0, 1]);
  });
});

it("reads latencies from bins in cycles of their network", () => {
  const counts = new Float64Array(busyFrame(network).latencies.length);
  counts[latencyBin(40)] = 3;
  counts[latencyBin(4000)] = 1;
  const [own, found] = [distributionOf(counts), distributionOf(counts, "B", cycleRatio)];
  expect(found?.smallest).toBe(2.5);
  expect(found?.quantile(0.99)).toBe(latencyOfBin(latencyBin(4000)) / 16);
  for (const place of [20, 40.5, 41, 4000, 5000]) expect(found?.shareBelow(place / 16)).toBeCloseTo(own?.shareBelow(place) ?? NaN, 12);
});
