/** Two placed networks with what their runs carry, as marks: one scale for both, of loads, of waiting, and of bars. */
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

/** One of several networks as it is painted. */
export interface Half {
  /** What the keys of its marks begin with. */
  readonly key: string;
  readonly own: Compared;
  readonly scene: Scene;
  readonly times: Times | null;
  /** The page's data with this network in front. */
  readonly data: ViewData;
}

/** Marks in two layers. */
export interface Layers {
  /** What a canvas paints below the SVG where there is too much of it; empty elsewhere. */
  readonly below: readonly Mark[];
  readonly marks: readonly Mark[];
}

/** What is highlighted is drawn here, above both networks, and not by the stage's own hand. */
const nothingHighlighted: ViewData["highlight"] = { channels: new Set(), switches: new Set(), terminals: new Set() };

/** The marks of both networks, from the ground up, with their names and one key. */
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

/** One network: its strands and switches, and what stands over each of them. */
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

/** Bars of both on one scale, and the numbers of every axis. */
function axisMarks({ bars, numbered }: Arrangement, halves: readonly Half[], canvas: Canvas): readonly Mark[] {
  const longest = Math.max(...halves.map(({ times }) => times?.cycles ?? 0));
  // Runs without an end are compared by the parts of the time each has had; lists of messages by the time they take.
  const isEndless = halves.every(({ own }) => own.load !== null);
  const axes = [bars.a, bars.b];
  // A row of numbers may be that of both.
  const highlight = new Set(halves.flatMap(({ own }) => [...own.highlight.terminals]));
  return [
    ...halves.flatMap(({ key, own, times }, i) =>
      barMarks(key, axes[i], times, isEndless ? (times?.cycles ?? 0) : longest, own.highlight, canvas),
    ),
    ...numbered.flatMap((axis, i) => numberMarks(`axis ${i} `, axis, highlight, canvas)),
  ];
}

/**
 * The letter in its tag, the name, and the counts.
 * @param scale what the scale of loads takes at least of the line at the foot, pixels
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
    // What ends at a place begins so far before it that the longer of its lines fits: the tag stays at its name.
    const left = anchor === "start" ? x : Math.max(0, x - 24 - Math.max(width, lines === 2 ? countsWidth(network) : 0));
    const bold = { ...fontAttributes(titleStyle), fill: theme.ink, ...halo(theme.ground) };
    const muted = { "font-size": 12, fill: theme.ink2, ...halo(theme.ground) };
    // Beside each other, a name ends where the other begins; above each other, where the scale in the same line does.
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

/** How names of networks are written. */
const titleStyle: TextStyle = { size: 13, weight: strongWeight };

/** Width of a name in bold type, with a gap behind it, pixels. */
function titleWidth(title: string): number {
  return textWidth(title, titleStyle) + 4;
}

/** Width of a network's name with its tag and its counts, as they stand in one line, pixels. */
function nameWidth({ title, network }: Compared): number {
  return 24 + titleWidth(title) + 8 + countsWidth(network);
}

function countsWidth(network: Network): number {
  return textWidth(countsOf(network), { size: 12 });
}

/** How bars and colours are read, as far as there is room. */
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
  // Both in full, or one or the other in short, whichever still fits.
  const forms = [
    [true, true],
    [false, true],
    [false, false],
  ].map(([key, scale]) => [keyOf(key), scaleOf(halves, scale, foot, canvas)]);
  const fitting = forms.find(([key, scale]) => from + key.width + 24 + scale.width <= width) ?? [scaleOf(halves, false, foot, canvas)];
  return fitting.flatMap((each) => each.marks);
}

/** Words and colours in a line, and how much of it they take, pixels. */
interface Key {
  readonly marks: readonly Mark[];
  readonly width: number;
}

/** The scale of loads; of unlike channels it is one of what each of them can carry. */
function scaleOf([{ own }, ...others]: readonly Half[], isLong: boolean, foot: number, canvas: Canvas): Key {
  const isAlike = others.every((each) => each.own.cycle === own.cycle);
  const name = isAlike ? canvas.units.headOf("Channel load, phits/cycle") : "Channel load, % of what it can";
  return loadScale(isLong ? name : "Load", isAlike ? canvas.units.formatLoadTick(1 / own.cycle) : sayPercent(1), foot, canvas);
}

/** The scale of loads with both its ends, at the right. */
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
