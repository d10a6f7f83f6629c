/** Views of single networks, drawn once per network in a comparison. */
import { describe, expect, it } from "vitest";
import type { Network } from "../../src/core/network/network.ts";
import { breakdownView } from "../../src/views/breakdown/breakdown.ts";
import { channelLoad } from "../../src/views/channel-load.ts";
import { congestionMatrix } from "../../src/views/matrix/congestion-matrix.ts";
import { isStale, type DataSource, type Variant, type View, type ViewData } from "../../src/views/contract.ts";
import { perNetworkView, type NetworkPanel } from "../../src/views/per-network.ts";
import type { MarksDrawing } from "../../src/views/marks/marks.ts";
import { views } from "../../src/views/index.ts";
import { loadView } from "../../src/views/lazy-view.ts";
import { hasRoomForTwo } from "../../src/views/sizing.ts";
import { terminalBars } from "../../src/views/terminals.ts";
import { trafficMatrixView } from "../../src/views/traffic-matrix.ts";
import { build, busyFrame, light, viewData } from "./fixtures.ts";
import { unitsOfResults } from "../../src/words/units.ts";

const tree = build("thin-tree", { k: 4, kUp: 2, n: 3 });
const torus = build("torus", { sizes: [8, 8] });

/** View data of `count` compared networks. Each accepts more than the one before. */
function comparedData(count: number, overrides: Partial<ViewData> = {}, variantOverrides: Partial<Variant> = {}): ViewData {
  const variants = Array.from({ length: count }, (_, index): Variant => {
    const network: Network = index % 2 === 0 ? tree : torus;
    const frame = busyFrame(network);
    frame.accepted.fill(40 * (index + 1));
    return { ...viewData(network), index, letter: "ABCDEFGH"[index], title: `network ${index}`, frame, ...variantOverrides };
  });
  return { ...viewData(tree), ...variants[0], variants, ...overrides };
}

const cards: readonly View[] = [breakdownView, terminalBars, congestionMatrix, channelLoad, trafficMatrixView];
const laidOut = (view: View, data: ViewData, width: number, isWide = hasRoomForTwo(width)): readonly NetworkPanel[] => {
  const each = perNetworkView(view, isWide);
  const room = each.preferredSize?.(data, width) ?? { width, height: 300 };
  return each.layout(data, { ...room, theme: light, units: unitsOfResults }) as readonly NetworkPanel[];
};

describe("a view of one network, in a comparison", () => {
  it.each(cards)("$id is drawn for each, apart, within its room, and under its letter", (view) => {
    for (const count of [2, 3, 5, 8]) {
      for (const width of [760, 1000, 1392]) {
        const parts = laidOut(view, comparedData(count), width);
        expect(parts.map(({ data }) => data.letter).join("")).toBe("ABCDEFGH".slice(0, count));
        const { height, width: wide } = perNetworkView(view, true).preferredSize?.(comparedData(count), width) ?? expect.fail("no room");
        for (const [i, { x, y, canvas, caption }] of parts.entries()) {
          expect(x + canvas.width).toBeLessThanOrEqual(wide);
          expect(y + canvas.height).toBeLessThanOrEqual(height);
          expect(caption.map(({ text }) => text).slice(1, 3)).toEqual([parts[i].data.letter, `network ${i}`]);
          for (const other of parts.slice(i + 1)) {
            const isApart = other.x >= x + canvas.width || other.y >= y + canvas.height || x >= other.x + other.canvas.width;
            expect(isApart).toBe(true);
          }
        }
      }
    }
  });

  it("is drawn for the one in front where there is no room for two, and says which", () => {
    expect([hasRoomForTwo(300), hasRoomForTwo(640)]).toEqual([false, true]);
    const data = comparedData(4);
    const inFront = { ...data, ...data.variants[2], variants: data.variants };
    const parts = laidOut(terminalBars, inFront, 300);
    expect(parts.map(({ data: { letter } }) => letter)).toEqual(["C"]);
    expect(perNetworkView(terminalBars, false).summary(inFront)).toMatch(/^C: Each receiving terminal accepts /);
    expect(perNetworkView(terminalBars, true).summary(comparedData(2))).toMatch(/^A: .*\. B: .*\.$/);
    expect(perNetworkView(terminalBars, true).summary(comparedData(8))).toMatch(/^A: [^:]*\.$/);
  });

  it("has one scale for all, whether they are shown or not", () => {
    const highest = ({ marks }: MarksDrawing) => Math.max(...marks.map(({ key }) => Number(/^grid (.+)/.exec(key)?.[1] ?? 0)));
    const mosts = (parts: readonly NetworkPanel[]) => parts.map(({ marks }) => highest(marks as MarksDrawing));
    const [own] = mosts(laidOut(terminalBars, comparedData(1), 300));
    expect(mosts(laidOut(terminalBars, comparedData(3), 1200))).toEqual([3 * own, 3 * own, 3 * own]);
    expect(mosts(laidOut(terminalBars, comparedData(3), 300))).toEqual([3 * own]);
  });

  it("has one table for all, with the letter of each row's network", () => {
    const { columns, rows } = perNetworkView(breakdownView, false).table(comparedData(3));
    expect(columns[0].title).toBe("Network");
    expect(rows.length).toBe(3 * 64);
    expect(new Set(rows.map((row) => row.length))).toEqual(new Set([columns.length]));
    expect([rows[0][0], rows[191][0]]).toEqual(["A", "C"]);
  });

  it("says what is missing only of those it is missing of", () => {
    const data = comparedData(2);
    const partly = { ...data, variants: [data.variants[0], { ...data.variants[1], frame: null }] };
    expect(perNetworkView(breakdownView, true).emptyMessage(partly)).toBeNull();
    const parts = laidOut(breakdownView, partly, 1000);
    expect(parts.map(({ emptyMessage }) => emptyMessage === null)).toEqual([true, false]);
    expect(parts[1].caption.some(({ key }) => key.startsWith("lacks"))).toBe(true);
    expect(perNetworkView(breakdownView, true).emptyMessage(comparedData(2, {}, { frame: null }))).toMatch(/^Shows /);
  });
});

describe("what is of the document before the last edit", () => {
  const network = build("thin-tree", { k: 4, kUp: 2, n: 2 });
  it("dims the views that draw from it, and no other", async () => {
    const all = await Promise.all(views.map(loadView));
    const dimmed = (source: DataSource) =>
      all
        .filter((view) => isStale({ ...view, emptyMessage: () => null }, viewData(network, { staleSources: [source] })))
        .map(({ id }) => id);
    const cards = all.filter(({ region }) => region === undefined);
    // Each data source is drawn by its views. Stage views, and views that show only the document, are not dimmed.
    for (const source of ["frame", "answer", "analysis", "curve"] as const)
      expect(dimmed(source)).toEqual(cards.filter(({ sources = ["frame"] }) => sources.includes(source)).map(({ id }) => id));
    expect(dimmed("curve")).toContain("load-curve");
    expect(dimmed("frame")).toEqual(expect.arrayContaining(["congestion-matrix", "dimensions", "traffic-matrix", "latency", "terminals"]));
    expect(dimmed("answer")).toEqual(expect.arrayContaining(["ledger", "performance-per-cost", "breakdown", "ranks", "gantt"]));
    expect(dimmed("analysis")).toEqual(expect.arrayContaining(["breakdown", "blocks", "program"]));
    // Views that are dimmed while their frame is stale show another message when there is no frame.
    const textOf = (view: View, data: ViewData) => view.emptyMessage(data) ?? JSON.stringify(view.table(data));
    const changes = (view: View) =>
      [tree, torus].some((each) => textOf(view, viewData(each)) !== textOf(view, viewData(each, { frame: null })));
    expect(cards.filter((view) => dimmed("frame").includes(view.id) && !changes(view))).toEqual([]);
  });
});
