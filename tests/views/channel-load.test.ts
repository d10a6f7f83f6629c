/** The view of channel loads in descending order. */
import { describe, expect, it } from "vitest";
import { scalar } from "../../src/core/simulation/frame.ts";
import { channelLoad } from "../../src/views/channel-load.ts";
import { hitTestTargets } from "../../src/views/plot/hover.ts";
import { hoverTargetsOf } from "../../src/views/plot/targets.ts";
import { frameLoads } from "../../src/views/readings/loads.ts";
import { histogram, rankChannels } from "../../src/views/readings/ranked.ts";
import { build, busyFrame, light, viewData } from "./fixtures.ts";
import { unitsOfResults } from "../../src/words/units.ts";
import { expectWording } from "../wording/wording.ts";

const tree = build("thin-tree", {});
const card = { width: 296, height: 280, theme: light, units: unitsOfResults };

describe("load of the channels", () => {
  it("ranks every channel once, within its class, the busiest first", () => {
    const loads = frameLoads({ frame: busyFrame(tree), cycle: 1 });
    const classes = rankChannels(tree, loads);
    expect(classes.map(({ name }) => name)).toEqual(tree.linkClasses);
    expect(classes.flatMap(({ channels }) => [...channels]).sort((a, b) => a - b)).toEqual([...tree.head.keys()]);
    for (const { channels, loads: own } of classes) {
      expect([...own]).toEqual([...own].sort((a, b) => b - a));
      expect([...own]).toEqual([...channels].map((c) => loads.loadOf(c)));
    }
  });

  it("draws a column per channel, and picks the one under the pointer, the first also from beside it", () => {
    const { marks } = channelLoad.layout(viewData(tree), { ...card, width: 1240 });
    const columns = marks
      .filter(({ key }) => key.startsWith("level 1 to 2 tone"))
      .reduce((count, { attributes }) => count + (String(attributes["d"]).match(/M/g)?.length ?? 0), 0);
    const ranked = rankChannels(tree, frameLoads({ frame: busyFrame(tree), cycle: 1 }))[2];
    expect(columns).toBe(ranked.loads.filter((load) => load > 0).length);
    const targets = hoverTargetsOf(marks.filter(({ key }) => key.startsWith("level 1 to 2")));
    expect(targets.map(({ clickSelection }) => clickSelection)).toEqual(
      [...ranked.channels].map((channel) => ({ is: "channel", channel })),
    );
    expect(targets[3].value).toContain("phits/cycle");
    const { x, y } = targets[3];
    expect(hitTestTargets(hoverTargetsOf(marks), x, y, 8)).toBe(targets[3]);
    expect(hitTestTargets(hoverTargetsOf(marks), 19, y, 8)).toBe(targets[0]);
  });

  it("marks the channel picked and those highlighted with it", () => {
    const channel = rankChannels(tree, frameLoads({ frame: busyFrame(tree), cycle: 1 }))[1].channels[10];
    const highlight = { channels: new Set([channel, tree.reverse[channel]]), switches: new Set<number>(), terminals: new Set<number>() };
    const { marks } = channelLoad.layout(viewData(tree, { selectedChannel: channel, highlight }), card);
    const found = marks.filter(({ attributes }) => attributes["fill"] === light.accent).map(({ key }) => key);
    expect(found).toEqual(["level 0 to 1 highlighted", "level 0 to 1 picked", "level 0 to 1 value"]);
    expect(String(marks.find(({ key }) => key === "level 0 to 1 highlighted")?.attributes["d"]).match(/M/g)?.length).toBe(2);
  });

  it("says that nothing crosses channels, once something has arrived without", () => {
    const frame = busyFrame(tree);
    for (const each of frame.windowPhits.keys()) frame.windowPhits[each] = 0;
    frame.scalars[scalar.delivered] = 0;
    expectWording(channelLoad.summary(viewData(tree, { frame })), "No packet has crossed");
    frame.scalars[scalar.delivered] = 1;
    expect(channelLoad.summary(viewData(tree, { frame }))).toMatch(/^No packet crosses a channel:/);
  });

  it("counts channels by load", () => {
    expect(histogram(Float64Array.of(0, 0.04, 0.5, 1), 20)).toEqual(
      Array.from({ length: 20 }, (_, i) => (i === 0 ? 0.5 : i === 10 || i === 19 ? 0.25 : 0)),
    );
    const { marks } = channelLoad.layout(viewData(tree, { choices: { order: "histogram" } }), card);
    expect(marks.some(({ key }) => key === "terminal worst")).toBe(true);
    expect(hoverTargetsOf(marks)).toEqual([]);
  });

  it("says how many channels are as good as full, or how far the busiest is above the mean", () => {
    expect(channelLoad.summary(viewData(tree))).toMatch(
      /^\d+ of 224 channels are busy at least 85.% of the time; the busiest is terminal \d+ → switch \d+ of level 0. The mean load is 0\.\d\d\.$/,
    );
    const frame = busyFrame(tree);
    frame.windowPhits.forEach((phits, c) => (frame.windowPhits[c] = phits / 2));
    expectWording(channelLoad.summary(viewData(tree, { frame })), "0.50 phits/cycle");
  });
});
