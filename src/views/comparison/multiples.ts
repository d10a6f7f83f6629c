/**
 * All networks of a comparison side by side on one scale, the best first: above each network its delivered load as a number and as a bar.
 */
import { terminalNames } from "../readings/terminal-names.ts";
import type { Network } from "../../core/network/network.ts";
import type { Canvas, Variant, View, ViewData } from "../contract.ts";
import { figureOf } from "../../findings/figure.ts";
import { halo, type Mark, pathMark, rectMark, roundedRectangle, tenth, textMark } from "../marks/marks.ts";
import { letterTag } from "../marks/letter-tag.ts";
import { drawPointed } from "../marks/pointing.ts";
import { fullnessOf } from "../readings/buffers.ts";
import { loadsOf } from "../readings/loads.ts";
import { asFast } from "../stage/paint/unlike.ts";
import { isCrowded, type Scene } from "../stage/scene.ts";
import { placeAlone } from "./arrange.ts";
import { paintPaths } from "./crowd.ts";
import { moved } from "./moved.ts";
import { needsAll } from "./needs.ts";
import { inOrder } from "./order.ts";
import { paintHalf } from "./paint-pair.ts";
import { type Compared, countsOf, dataOf } from "./pair.ts";
import { nothingDrawn, type PairDrawing, spotOf } from "./pick.ts";
import { lately } from "../lately.ts";
import type { Units } from "../../words/units.ts";
import { isDeadlocked } from "../../core/measures/results.ts";
import { truncateText, wrapText } from "../plot/text-fit.ts";
import { textWidth, strongWeight, type TextStyle } from "../plot/text-width.ts";

/** Height of the text above each network and of a second title line; gaps between networks, pixels. */
const head = 74;
const nameLine = 16;
const gap = { across: 36, narrow: 16, down: 22 };
/**
 * Minimum sizes, pixels: height of a network, width of a tile, width of a tile for a wide gap, width of a tile for a large number, and
 * height of a network that leaves room for a title of two lines.
 */
const least = { network: 40, tile: 110, wide: 130, large: 170, low: 90 } as const;

interface MultiplesMarks extends PairDrawing {
  readonly below: readonly Mark[];
}

export const multiples: View<MultiplesMarks> = {
  id: "multiples",
  title: "All networks on one scale",
  short: "All",
  place: "stage",
  grows: true,
  watchesAll: true,

  needs: needsAll,

  summary(data) {
    const said = inOrder(data).map(({ letter, title, ...own }) => {
      const { value, words } = figureIn(data.units, own);
      return `${letter} ${title}: ${[value, words].filter((part) => part !== "").join(" ")}`;
    });
    return `${said.join("; ")}.`;
  },

  layout(data, canvas) {
    const shown = inOrder(data).filter(isBuilt);
    if (shown.length === 0 || canvas.width < 80 || canvas.height < 80) return { ...nothingDrawn, below: [] };
    const tiles = tilesOf(shown.length, canvas);
    // Titles have a second line if the networks below stay large enough.
    const { width, height } = tiles[0];
    const isLong = height - head - nameLine >= least.low && shown.some(({ title }) => titleLines(title, width).length > 1);
    const below = isLong ? nameLine : 0;
    const hasCounts = shown.every(
      (own) => 34 + textWidth(own.title, { size: 13, weight: strongWeight }) + textWidth(countsOf(own.network), { size: 12 }) <= width,
    );
    const networks = shown.map(({ network }) => network);
    const drawn = shown.flatMap((own, i) => {
      const { x, y, width, height } = tiles[i];
      // A tile too low for a network shows only its number.
      if (height - head - below < least.network) return [];
      const scene = placed[i](own.network, Math.floor(width), Math.floor(height - head - below), x, y + head + below, ...networks);
      return scene === null ? [] : [{ own, scene: asFast(scene, own) }];
    });
    const onCanvas = isCrowded(...drawn.map(({ scene }) => scene));
    const painted = drawn.map(({ own, scene }) =>
      paintHalf(
        {
          key: `${own.letter} `,
          own,
          scene,
          times: null,
          data: { ...dataOf(data, own), selected: { is: "nothing" }, highlight: nothingHighlighted, selectedChannel: -1 },
        },
        canvas,
      ),
    );
    return {
      below: onCanvas ? painted.flatMap(({ strands, switches }) => [...strands, ...switches]) : [],
      marks: [
        ...painted.flatMap(({ strands, trails }) => [...(onCanvas ? [] : strands), ...trails]),
        ...painted.flatMap(({ switches, words }) => [...(onCanvas ? [] : switches), ...words]),
        ...shown.flatMap((own, i) => headMarks(own, tiles[i], { below, hasCounts }, canvas)),
      ],
      parts: drawn.map(({ own, scene }) => pointedAt(data.units, own, scene)),
      sayTerminal: terminalNames(drawn[0]?.own.network ?? null),
    };
  },

  draw: (drawn, into, canvas, act) => drawPointed(drawn, into, canvas, act, spotOf),

  paint: ({ below }, onto, canvas) => paintPaths(below, onto, canvas),

  table(data) {
    return {
      columns: [
        { title: "Network", unit: "" },
        { title: "Offered", unit: "phits/cycle per sender" },
        { title: "Delivered", unit: "phits/cycle per sender" },
        { title: "Finished after", unit: "cycles" },
        { title: "Links", unit: "" },
      ],
      rows: inOrder(data).map(({ letter, title, results, load, facts }) => [
        `${letter} ${title}`,
        load ?? "",
        load === null ? "" : (results?.acceptedPerSender ?? ""),
        results?.makespan ?? "",
        facts?.links ?? "",
      ]),
    };
  },
};

const nothingHighlighted: ViewData["highlight"] = { channels: new Set(), switches: new Set(), terminals: new Set() };

/** Places a scene in its tile. One memo per tile, because several networks are placed in turn. */
const placed = Array.from({ length: 8 }, () =>
  lately((network: Network, width: number, height: number, x: number, y: number, ...all: readonly Network[]): Scene | null => {
    const scene = placeAlone(network, width, height, all);
    return scene === null ? null : moved(scene, { x, y, hangs: false });
  }),
);

function isBuilt(variant: Variant): variant is Compared {
  return variant.network !== null;
}

interface Tile {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Equal tiles in rows, with the number of columns that gives each network the most space. */
function tilesOf(count: number, { width, height }: Canvas): readonly Tile[] {
  const sizes = Array.from({ length: count }, (_, i) => i + 1)
    .map((columns) => {
      const rows = Math.ceil(count / columns);
      const widthWith = (across: number) => (width - (columns - 1) * across) / columns;
      const across = widthWith(gap.across) >= least.wide ? gap.across : gap.narrow;
      return { columns, across, w: widthWith(across), h: (height - (rows - 1) * gap.down) / rows };
    })
    .filter(({ columns, w }) => columns === 1 || w >= least.tile);
  // Grids are about as wide as high; trees adapt to any shape.
  const worth = ({ w, h }: { readonly w: number; readonly h: number }) => Math.min(w, 1.2 * Math.max(1, h - head));
  const { columns, across, w, h } = sizes.reduce((best, each) => (worth(each) > worth(best) ? each : best));
  return Array.from({ length: count }, (_, i) => ({
    x: (i % columns) * (w + across),
    y: Math.floor(i / columns) * (h + gap.down),
    width: w,
    height: h,
  }));
}

/** Result of a network as one number: delivered load or makespan. */
function figureIn(units: Units, { results, load, frame }: Pick<Variant, "results" | "load" | "frame">) {
  if (results === null) return frame === null ? { value: "", words: "not run yet" } : { value: "…", words: "" };
  if (load !== null) return figureOf(units, load, isDeadlocked(results) ? 0 : results.acceptedPerSender);
  return results.makespan === null ? { value: "–", words: "not finished" } : { value: units.sayTime(results.makespan), words: "" };
}

/** Text style of titles and numbers in a tile. */
const titleStyle: TextStyle = { size: 13, weight: strongWeight };

/** Title of a tile on up to `maxLines` lines, truncated to the width. */
function titleLines(name: string, width: number, most: 1 | 2 = 2): readonly string[] {
  const [first, ...rest] = wrapText(name, width - 24, titleStyle);
  const lines = most === 1 || rest.length === 0 ? [name] : [first, rest.join(" ")];
  return lines.map((line) => truncateText(line, width - 24, titleStyle));
}

/** Layout of the headings, common to all tiles. */
interface Heads {
  /** Vertical offset of the numbers below titles of two lines, pixels. */
  readonly below: number;
  /** Whether every tile has room for the counts of its network. */
  readonly hasCounts: boolean;
}

/** Heading of a tile: letter and title, the number, and the bar. */
function headMarks(own: Compared, { x, y, width }: Tile, { below, hasCounts }: Heads, { units, theme }: Canvas): readonly Mark[] {
  const { letter, title } = own;
  const key = `${letter} head `;
  const { value, words, ...figure } = figureIn(units, own);
  const top = y + below;
  const name = titleLines(title, width, below === 0 ? 1 : 2);
  const track = Math.min(220, width - 4);
  // A time with its unit may be too long for a narrow tile at full size.
  const size = Math.min(width < least.large ? 22 : 28, Math.floor((width - 6) / textWidth(value, { size: 1, weight: strongWeight })));
  const wordsAt = value === "" ? 0 : 6 + textWidth(value, { size, weight: strongWeight });
  // Without room for the full text, drop the part from `delivered` on.
  const said = wordsAt + textWidth(words, { size: size / 2 }) <= width + gap.across / 3 ? words : words.replace(/ delivered.*/, "");
  const bar = (from: number, to: number, attributes: Mark["attributes"]) =>
    to <= from
      ? []
      : [rectMark(`${key}${from === 0 ? "delivered" : "short"}`, x + track * from, top + 58, track * (to - from), 6, attributes)];
  const loads = "loads" in figure ? figure.loads : undefined;
  const most = Math.max(1, loads?.offered ?? 0);
  const [delivered, offered] = [(loads?.delivered ?? 0) / most, (loads?.offered ?? 0) / most];
  const slants = Array.from({ length: Math.max(0, Math.floor(((offered - delivered) * track) / 5)) }, (_, i) => {
    return `M${tenth(x + track * delivered + 5 * i)} ${top + 64}l5 -6`;
  });
  return [
    ...letterTag(key, x + 8.5, y + 11, own, theme, theme.ground),
    ...name.map((line, i) =>
      textMark(`${key}name${i === 0 ? "" : ` ${i}`}`, x + 24, y + 15.5 + nameLine * i, line, {
        "font-size": 13,
        "font-weight": strongWeight,
        fill: theme.ink,
        ...halo(theme.ground),
      }),
    ),
    ...(hasCounts
      ? [textMark(`${key}counts`, x + width, y + 15.5, countsOf(own.network), { "font-size": 12, fill: theme.ink2, "text-anchor": "end" })]
      : []),
    textMark(`${key}value`, x, top + 48, value, { "font-size": size, "font-weight": strongWeight, fill: theme.ink }),
    textMark(`${key}words`, x + wordsAt, top + 48, said, { "font-size": size / 2, fill: theme.ink }),
    ...(loads === undefined
      ? []
      : [
          pathMark(`${key}track`, roundedRectangle(x, top + 58, track, 6, 3), { fill: theme.line }),
          ...bar(0, delivered, { fill: theme.ink, rx: 3 }),
          ...(slants.length === 0 ? [] : [pathMark(`${key}short`, slants.join(""), { stroke: theme.ink, "stroke-width": 1.2 })]),
          pathMark(`${key}offered`, `M${tenth(x + track * offered)} ${top + 55}v12`, { stroke: theme.ink, "stroke-width": 1.5 }),
        ]),
  ];
}

/** Data for hit tests and tooltips. The counters are copied, because frames are only borrowed. */
function pointedAt(units: Units, own: Compared, scene: Scene): PairDrawing["parts"][number] {
  const { index, letter, network, places, placesByOutput, frame } = own;
  const loads = loadsOf(own, true);
  const fullness = fullnessOf({ network, places, placesByOutput, frame: frame === null ? null : { queued: frame.queued.slice() } });
  return {
    scene,
    axes: scene.axis === null ? [] : [scene.axis],
    network,
    of: index,
    sayChannel: (c) => `${letter}: ${units.withUnit(units.formatLoad(loads.of(c)), "phits/cycle")}`,
    saySwitch: (n) => `${letter}${fullness === null ? "" : `: ${Math.round(100 * fullness([n]))}\u00a0% full`}`,
    rankOf: loads.share,
  };
}
