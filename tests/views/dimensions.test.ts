/** Loads by dimension and direction, as histograms and on the unfolded network. */
import { describe, expect, it } from "vitest";
import { coordinate } from "../../src/core/network/network.ts";
import type { Analysis } from "../../src/core/analysis/analysis.ts";
import { loadsByDimension } from "../../src/views/dimensions/dimensions.ts";
import { directionsOf } from "../../src/views/dimensions/directions.ts";
import { roundUpShare } from "../../src/views/dimensions/histograms.ts";
import { dimensionsEmptyMessage } from "../../src/views/dimensions/empty-message.ts";
import { planeGridFor } from "../../src/views/dimensions/unfolded.ts";
import { availableChoices } from "../../src/views/contract.ts";
import { differencePalette } from "../../src/views/comparison/difference-colors.ts";
import { perNetworkView } from "../../src/views/per-network.ts";
import type { MarksDrawing } from "../../src/views/marks/marks.ts";
import { hitTestTargets } from "../../src/views/plot/hover.ts";
import { hoverTargetsOf } from "../../src/views/plot/targets.ts";
import { build, busyFrame, light, viewData } from "./fixtures.ts";
import { unitsOfResults } from "../../src/words/units.ts";
import { expectWording } from "../wording/wording.ts";

const torus = build("torus", { sizes: [8, 4, 2] });
const card = { width: 296, height: 240, theme: light, units: unitsOfResults };

/**
 * A frame in which links along X carry twice as much as the others.
 * @param factor Factor on all loads.
 */
function unevenFrame(factor = 1) {
  const frame = busyFrame(torus);
  torus.head.forEach((_, c) => (frame.windowPhits[c] = (torus.linkClasses[torus.linkClass[c]] === "X" ? 2000 : 1000) * factor));
  return frame;
}

describe("directions", () => {
  it("have every channel between switches once, and run the way they say", () => {
    const all = directionsOf(torus).flatMap(({ channels }) => [...channels]);
    const between = [...torus.head.keys()].filter((c) => torus.tail[c] >= torus.terminals && torus.head[c] >= torus.terminals);
    expect(all.toSorted((a, b) => a - b)).toEqual(between);
    expect(directionsOf(torus).map(({ name, channels }) => `${name} ${channels.length}`)).toEqual([
      "X + 64",
      "X − 64",
      "Y + 64",
      "Y − 64",
      "Z + 32",
      "Z − 32",
    ]);
    for (const { axis, sign, channels } of directionsOf(torus)) {
      const { size } = torus.axes[axis];
      for (const c of channels) {
        const by = coordinate(torus, torus.head[c], axis) - coordinate(torus, torus.tail[c], axis);
        expect((by + size) % size).toBe((sign + size) % size);
      }
    }
  });

  it("are one for each dimension that joins any two, and none without dimensions", () => {
    expect(directionsOf(build("hyperx", {})).every(({ sign }) => sign === 0)).toBe(true);
    expect(directionsOf(build("hypercube", {})).every(({ channels }) => channels.length > 0)).toBe(true);
    const tree = build("thin-tree", {});
    expect(directionsOf(tree)).toEqual([]);
    expectWording(dimensionsEmptyMessage(viewData(tree)), "torus, mesh, hypercube … HyperX");
  });
});

describe("load by dimension", () => {
  it("says which dimension carries more, and how much", () => {
    expectWording(
      loadsByDimension.summary(viewData(torus, { frame: unevenFrame() })),
      "X links carry 0.50 phits/cycle … 2.0 times … Z links … 0.25 … X + … 0.50",
    );
  });

  it("shows what the bound supposes as long as nothing is measured, of a finite workload as parts of the busiest", () => {
    const channelLoad = Float64Array.from(torus.head, (_, c) => (torus.linkClasses[torus.linkClass[c]] === "Y" ? 3 : 1.5));
    const analysis = { channelLoad } as unknown as Analysis;
    expectWording(
      loadsByDimension.summary(viewData(torus, { frame: null, analysis, load: 0.1 })),
      "Y links carry 0.30 phits/cycle … 2.0 times",
    );
    expectWording(loadsByDimension.summary(viewData(torus, { frame: null, analysis, load: null })), "Y links carry 100 %");
    expect(loadsByDimension.emptyMessage(viewData(torus, { frame: null, analysis }))).toBeNull();
    expect(loadsByDimension.emptyMessage(viewData(torus, { frame: null }))).not.toBeNull();
  });

  it("draws a histogram of every direction that counts all its channels, and picks the busiest under the pointer", () => {
    const data = viewData(torus);
    const { marks } = loadsByDimension.layout(data, { ...card, height: loadsByDimension.preferredSize!(data, 296).height });
    for (const { name, channels } of directionsOf(torus)) {
      const bars = marks.filter(({ key }) => key.startsWith(`${name} bin `));
      const targets = hoverTargetsOf(bars);
      expect(targets.reduce((sum, { value }) => sum + Number.parseInt(value), 0)).toBe(channels.length);
      for (const [i, target] of targets.entries()) {
        const { x, width } = bars[i].attributes;
        expect(Number(x)).toBeGreaterThanOrEqual(0);
        expect(Number(x) + Number(width)).toBeLessThanOrEqual(296);
        expect(hitTestTargets(hoverTargetsOf(marks), target.x, target.y, 8)).toBe(target);
        expect(target.name).toContain(`${name}, `);
        expect(channels).toContain((target.clickSelection as { channel: number }).channel);
      }
    }
  });

  it("draws a stroke for every channel on the torus unfolded, within its width, and finds it again", () => {
    const data = viewData(torus, { choices: { shows: "unfolded" }, selectedChannel: directionsOf(torus)[0].channels[5] });
    const canvas = { ...card, height: loadsByDimension.preferredSize!(data, 296).height };
    const { marks } = loadsByDimension.layout(data, canvas);
    const targets = hoverTargetsOf(marks);
    const channels = directionsOf(torus).flatMap((direction) => [...direction.channels]);
    expect(targets.map(({ clickSelection }) => clickSelection)).toEqual(channels.map((channel) => ({ is: "channel", channel })));
    for (const target of targets) {
      const [x1, y1, x2, y2] = String(target.outline![0].attributes["d"])
        .match(/[\d.]+/g)!
        .map(Number);
      expect(Math.max(x1, x2)).toBeLessThanOrEqual(296);
      expect(Math.max(y1, y2)).toBeLessThanOrEqual(canvas.height);
      expect(hitTestTargets(targets, target.x, target.y, 8)).toBe(target);
    }
    expect(marks.find(({ key }) => key === "highlighted")?.attributes["stroke"]).toBe(light.accent);
  });

  it("keeps cells legible however large the torus", () => {
    const large = build("torus", { sizes: [16, 16, 8] });
    for (const width of [296, 600, 1240]) {
      const { cellSize, perRow, columns } = planeGridFor(large, width);
      expect(cellSize).toBeGreaterThanOrEqual(8);
      expect(perRow * columns * cellSize).toBeLessThanOrEqual(width);
    }
  });

  it("gives planes of further dimensions room for their names, and unfolds no more dimensions than a cell has room for", () => {
    const cube = build("hypercube", { n: 6 });
    for (const width of [296, 600, 1240]) {
      const { pitch, perRow } = planeGridFor(cube, width);
      expect(pitch).toBeGreaterThanOrEqual(14 * 4);
      expect(perRow * pitch).toBeLessThanOrEqual(width + 16);
    }
    const shown = (network: typeof cube) => availableChoices(loadsByDimension.options![0], viewData(network));
    expect(shown(cube)).toEqual(["histograms", "unfolded"]);
    expect(shown(build("hypercube", { n: 7 }))).toEqual(["histograms"]);
    expect(shown(build("hyperx", {}))).toEqual(["histograms"]);
  });

  it("draws networks beside each other on one scale", () => {
    const one = viewData(torus, { frame: unevenFrame() });
    const variants = [
      { ...one, letter: "A" },
      { ...one, index: 1, letter: "B", frame: unevenFrame(0.1) },
    ];
    const each = perNetworkView(loadsByDimension, true);
    const data = { ...one, variants };
    const parts = each.layout(data, { ...card, width: 1000, height: each.preferredSize!(data, 1000).height });
    const endOf = ({ marks }: MarksDrawing) => marks.find(({ key }) => key === "Z + end")?.text;
    expect(parts.map(({ marks }) => endOf(marks as MarksDrawing))).toEqual(["0.50\u00a0phits/cycle", "0.50\u00a0phits/cycle"]);
    expectWording(each.summary(data), "A: X links carry 0.50 … B: X links carry 0.05");
  });

  it("draws what two runs of one network differ by, both together, and says what each dimension gained", () => {
    const one = viewData(torus, { frame: unevenFrame(), choices: { shows: "difference" } });
    const variants = [
      { ...one, letter: "A" },
      { ...one, index: 1, letter: "B", frame: unevenFrame(0.5) },
    ];
    const data = { ...one, variants };
    const each = perNetworkView(loadsByDimension, true);
    expectWording(each.summary(data), "From A to B … X −0.25, Y −0.13, Z −0.13 phits/cycle … 0.25 instead of 0.50");
    const [part, ...others] = each.layout(data, { ...card, width: 700, height: each.preferredSize!(data, 700).height });
    expect(others).toEqual([]);
    const namesOf = ({ marks }: MarksDrawing) => marks.map(({ key }) => key).filter((key) => key.startsWith("strokes "));
    const palette = differencePalette(light);
    expect(new Set(namesOf(part.marks as MarksDrawing))).toEqual(new Set([-16, -8].map((tone) => `strokes ${palette.get(tone)}`)));
    expect(hoverTargetsOf((part.marks as MarksDrawing).marks)[0].value).toMatch(/^−0\.25\sphits\/cycle: 0\.50 to 0\.25$/);
    // A single network is drawn unfolded instead.
    expect(hoverTargetsOf(loadsByDimension.layout(one, card).marks)[0].value).toMatch(/^0\.50\sphits\/cycle$/);
    expect(availableChoices(loadsByDimension.options![0], one)).toEqual(["histograms", "unfolded"]);
    expect(availableChoices(loadsByDimension.options![0], data)).toEqual(["histograms", "unfolded", "difference"]);
  });

  it("ends its axes at round loads", () => {
    expect([0, 0.005, 0.31, 0.5, 0.97, 1.4].map(roundUpShare)).toEqual([0.01, 0.01, 0.4, 0.5, 1, 1.4]);
  });

  it("has a row for each direction", () => {
    expect(loadsByDimension.table(viewData(torus, { frame: unevenFrame() })).rows[0]).toEqual(["X +", 64, 0.5, 0.5]);
  });
});
