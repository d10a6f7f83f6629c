/** Marks of two placed networks with the state of their runs, on common scales for loads, waiting and bars. */
import { truncateText } from "../plot/text-fit.ts";
import { small } from "../plot/axes.ts";
import type { Network } from "../../core/network/network.ts";
import type { Canvas, ViewData } from "../contract.ts";
import { palette } from "../marks/colour.ts";
import { sayPercent } from "../../words/numbers.ts";
import { flowingIn } from "../readings/loads.ts";
import { halo, type Mark, pathMark, rectMark, ring, textMark } from "../marks/marks.ts";
import { paintWords } from "../stage/paint/paint-axis.ts";
import { paintDeadlock, paintSwitches, strandScale } from "../stage/paint/paint.ts";
import { asFast } from "../stage/paint/unlike.ts";
import { isCrowded, type Scene } from "../stage/scene.ts";
import { type Arrangement, leastWide, type WordPlace } from "./arrange.ts";
import { letterTag } from "../marks/letter-tag.ts";
import { highlightedChannelMarks, highlightedNodeMarks } from "./highlight.ts";
import { type Times, timesOf } from "../readings/times.ts";
import { barKey, barMarks, numberMarks } from "./pair-axis.ts";
import { type Compared, countsOf, dataOf, type Pair } from "./pair.ts";
import { strandMarks } from "../stage/paint/strands.ts";
import { fontAttributes, textWidth, type TextStyle, strongWeight } from "../plot/text-width.ts";

/** A placed network of a comparison, ready to paint. */
export interface Half {
  /** Prefix of the keys of its marks. */
  readonly key: string;
  readonly own: Compared;
  readonly scene: Scene;
  readonly times: Times | null;
  /** The data of the page with this network as the active one. */
  readonly data: ViewData;
}

/** Marks in two layers. */
export interface Layers {
  /** Marks for the canvas below the SVG, if there are too many for SVG; otherwise empty. */
  readonly below: readonly Mark[];
  readonly marks: readonly Mark[];
}

/** The highlight is drawn here, above both networks, instead of by the stage's paint functions. */
const nothingHighlighted: ViewData["highlight"] = { channels: new Set(), switches: new Set(), terminals: new Set() };

/** Marks of both networks, bottom layer first, with their names and one legend. */
export function paintPair(arrangement: Arrangement, pair: Pair, data: ViewData, canvas: Canvas): Layers {
  const half = (which: "a" | "b"): Half => ({
    key: which === "a" ? "A " : "B ",
    own: pair[which],
    scene: asFast(arrangement[which], pair[which]),
    times: timesOrNull(pair[which]),
    data: { ...dataOf(data, pair[which]), selected: { is: "nothing" }, highlight: nothingHighlighted, selectedChannel: -1 },
  });
  const halves = [half("a"), half("b")];
  const painted = halves.map((each) => paintHalf(each, canvas));
  const onCanvas = isCrowded(...halves.map(({ scene }) => scene));
  return {
    below: onCanvas ? painted.flatMap(({ strands, switches }) => [...strands, ...switches]) : [],
    marks: [
      ...painted.flatMap(({ strands, trails }) => [...(onCanvas ? [] : strands), ...trails]),
      ...painted.flatMap(({ switches, words }) => [...(onCanvas ? [] : switches), ...words]),
      ...axisMarks(arrangement, halves, canvas),
      ...nameMarks(arrangement, pair, scaleOf(halves, false, arrangement.foot, canvas).width, canvas),
      ...footMarks(arrangement, halves, canvas),
    ],
  };
}

/** Marks of one network: strands and switches, and the labels above each of them. */
export function paintHalf({ key, own, scene, data: alone }: Half, canvas: Canvas) {
  const { theme } = canvas;
  const scale = strandScale(flowingIn(own), theme);
  const named = (marks: readonly Mark[]) => marks.map((mark) => ({ ...mark, key: key + mark.key }));
  const inSwitches = named(paintSwitches(scene, alone, canvas));
  return {
    strands: strandMarks(key, scene, scale),
    trails: [
      ...named(paintDeadlock(scene, own, canvas)),
      ...highlightedChannelMarks(key, scene, own.highlight, (line) => scale.colourOf(scale.toneOf(line)), canvas),
    ],
    switches: inSwitches.filter(({ tag }) => tag === "path"),
    words: [
      ...inSwitches.filter(({ tag }) => tag !== "path"),
      ...named(paintWords(scene, canvas)),
      ...dotMarks(key, scene, canvas),
      ...highlightedNodeMarks(key, scene, own.network, own.highlight, canvas),
    ],
  };
}

function timesOrNull({ frame }: Compared): Times | null {
  return frame === null ? null : timesOf(frame);
}

function dotMarks(key: string, { dots }: Scene, { theme }: Canvas): readonly Mark[] {
  if (dots.length === 0) return [];
  return [
    pathMark(`${key}terminals`, dots.map(({ x, y }) => ring(x, y, 2)).join(""), {
      fill: theme.ground,
      stroke: theme.ink2,
      "stroke-width": 1,
    }),
  ];
}

/** Bars of both networks on one scale, and the numbers of every axis. */
function axisMarks({ bars, numbered }: Arrangement, halves: readonly Half[], canvas: Canvas): readonly Mark[] {
  const longest = Math.max(...halves.map(({ times }) => times?.cycles ?? 0));
  // Endless runs are compared by shares of their own time, finite ones by absolute time.
  const isEndless = halves.every(({ own }) => own.load !== null);
  const axes = [bars.a, bars.b];
  // A row of numbers may belong to both networks.
  const highlight = new Set(halves.flatMap(({ own }) => [...own.highlight.terminals]));
  return [
    ...halves.flatMap(({ key, own, times }, i) =>
      barMarks(key, axes[i], times, isEndless ? (times?.cycles ?? 0) : longest, own.highlight, canvas),
    ),
    ...numbered.flatMap((axis, i) => numberMarks(`axis ${i} `, axis, highlight, canvas)),
  ];
}

/**
 * Letter, name and counts of both networks.
 * @param scale minimum width of the load scale in the bottom line, pixels
 */
function nameMarks(
  { names, isMirrored, foot }: Arrangement,
  { a, b }: Pair,
  scale: number,
  { theme, width: all }: Canvas,
): readonly Mark[] {
  const one = (key: "A " | "B ", own: Compared, { x, y, anchor }: WordPlace, lines: 1 | 2): readonly Mark[] => {
    const { title, network } = own;
    const counts = countsOf(network);
    const width = titleWidth(title);
    // A name that ends at a position starts where its longer line fits, so that the letter stays next to the name.
    const left = anchor === "start" ? x : Math.max(0, x - 24 - Math.max(width, lines === 2 ? countsWidth(network) : 0));
    const bold = { ...fontAttributes(titleStyle), fill: theme.ink, ...halo(theme.ground) };
    const muted = { "font-size": 12, fill: theme.ink2, ...halo(theme.ground) };
    // Side by side, a name ends where the next one begins; stacked, where the scale on the same line begins.
    const hasOwnLine = isMirrored || own !== a || names.b.y !== names.a.y;
    const room = (!hasOwnLine ? names.b.x - 16 : isMirrored && y === foot ? all - scale - 24 : all) - left;
    return [
      ...letterTag(key, left + 8.5, y - 4.5, own, theme, theme.ground),
      textMark(`${key}title`, left + 24, y, truncateText(title, room - 28, titleStyle), bold),
      ...(lines === 2 ? [textMark(`${key}counts`, left + 24, y + 18, counts, muted)] : []),
      ...(lines === 1 && nameWidth(own) <= room ? [textMark(`${key}counts`, left + 24 + width + 8, y, counts, muted)] : []),
    ];
  };
  return [...one("A ", a, names.a, names.lines), ...one("B ", b, names.b, 1)];
}

/** Text style of network names. */
const titleStyle: TextStyle = { size: 13, weight: strongWeight };

/** Width of a name in bold type and the gap behind it, pixels. */
function titleWidth(title: string): number {
  return textWidth(title, titleStyle) + 4;
}

/** Width of letter, name and counts on one line, pixels. */
function nameWidth({ title, network }: Compared): number {
  return 24 + titleWidth(title) + 8 + countsWidth(network);
}

function countsWidth(network: Network): number {
  return textWidth(countsOf(network), { size: 12 });
}

/** Legend of bars and colors, as far as it fits. */
function footMarks({ foot, isMirrored, bars }: Arrangement, halves: readonly Half[], canvas: Canvas): readonly Mark[] {
  const { width } = canvas;
  const isWide = width >= leastWide;
  const from = isMirrored && isWide ? nameWidth(halves[1].own) + 28 : 0;
  const hasBars = (bars.a !== null || bars.b !== null) && halves.some(({ times }) => times !== null && times.cycles > 0);
  const keyOf = (isLong: boolean): Key =>
    hasBars
      ? barKey(
          from,
          foot,
          halves.map(({ times }) => times?.cycles ?? 0),
          isLong,
          canvas,
        )
      : { marks: [], width: 0 };
  // Try both parts in full, then either one shortened; the first combination that fits is used.
  const forms = [
    [true, true],
    [false, true],
    [false, false],
  ].map(([key, scale]) => [keyOf(key), scaleOf(halves, scale, foot, canvas)]);
  const fitting = forms.find(([key, scale]) => from + key.width + 24 + scale.width <= width) ?? [scaleOf(halves, false, foot, canvas)];
  return fitting.flatMap((each) => each.marks);
}

/** A part of the legend with its width, pixels. */
interface Key {
  readonly marks: readonly Mark[];
  readonly width: number;
}

/** The load scale. Channels of different rates share a scale in percent of their own rate. */
function scaleOf([{ own }, ...others]: readonly Half[], isLong: boolean, foot: number, canvas: Canvas): Key {
  const isAlike = others.every((each) => each.own.cycle === own.cycle);
  const name = isAlike ? canvas.units.headOf("Channel load, phits/cycle") : "Channel load, % of what it can";
  return loadScale(isLong ? name : "Load", isAlike ? canvas.units.formatLoadTick(1 / own.cycle) : sayPercent(1), foot, canvas);
}

/** The load scale with both its ends, at the right. */
function loadScale(name: string, most: string, y: number, { theme, width }: Canvas): Key {
  const colours = palette(theme, "ground").fill;
  const long = 70;
  const from = width - long - 6 - textWidth(most);
  return {
    marks: [
      textMark("scale name", from - 22, y, name, small(theme, "end")),
      textMark("scale least", from - 8, y, "0", small(theme, "end")),
      ...colours.map((fill, tone) =>
        rectMark(`scale ${tone}`, from + (tone * long) / colours.length, y - 8, long / colours.length + 0.3, 8, { fill }),
      ),
      textMark("scale most", width, y, most, small(theme, "end")),
    ],
    width: width - from + 22 + textWidth(name),
  };
}
