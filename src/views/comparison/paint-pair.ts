/** Marks of two placed networks with the state of their runs, on common scales for loads, waiting and bars. */
import { truncateText } from "../plot/text-fit.ts";
import { smallText } from "../plot/vertical-axis.ts";
import type { Network } from "../../core/network/network.ts";
import type { Canvas, ViewData } from "../contract.ts";
import { loadPalette } from "../marks/color.ts";
import { sayPercent } from "../../words/numbers.ts";
import { shownLoadsOf } from "../readings/loads.ts";
import { textHalo, type Mark, pathMark, rectMark, circlePath, textMark } from "../marks/marks.ts";
import { sceneLabelMarks } from "../stage/paint/paint-axis.ts";
import { deadlockMarks } from "../stage/paint/deadlock.ts";
import { queueMarks } from "../stage/paint/queues.ts";
import { switchMarks, loadScale } from "../stage/paint/paint.ts";
import { asFast } from "../stage/paint/nonuniform-channels.ts";
import { isTooLargeForSvg, type Scene } from "../stage/scene.ts";
import { type PairArrangement, minSideBySideWidth, type TextPosition } from "./arrange-pair.ts";
import { letterTag } from "../marks/letter-tag.ts";
import { channelHighlightMarks, nodeHighlightMarks } from "./highlight.ts";
import { type TerminalTimes, terminalTimesOf } from "../readings/times.ts";
import { barLegend, terminalBarMarks, terminalNumberMarks } from "./pair-axis.ts";
import { type BuiltVariant, sayCounts, withoutSelection, type NetworkPair } from "./pair.ts";
import { strandMarks } from "../stage/paint/strands.ts";
import { fontAttributes, textWidth, type TextStyle, strongWeight } from "../plot/text-width.ts";

/** A placed network of a comparison, ready to paint. */
export interface ComparedScene {
  /** Prefix of the keys of the network's marks. */
  readonly keyPrefix: string;
  readonly variant: BuiltVariant;
  readonly scene: Scene;
  readonly times: TerminalTimes | null;
  /** The data of the page with this network as the active one. */
  readonly data: ViewData;
}

/** Marks in two layers. */
export interface PaintLayers {
  /** Marks for the canvas below the SVG, if there are too many for SVG; otherwise empty. */
  readonly canvasMarks: readonly Mark[];
  readonly marks: readonly Mark[];
}

/** Marks of two networks. Selection and highlight are drawn above both, so each network is painted without them. */
export function paintPair(arrangement: PairArrangement, pair: NetworkPair, data: ViewData, canvas: Canvas): PaintLayers {
  const comparedSceneOf = (networkKey: "a" | "b"): ComparedScene => ({
    keyPrefix: networkKey === "a" ? "A " : "B ",
    variant: pair[networkKey],
    scene: asFast(arrangement[networkKey], pair[networkKey]),
    times: timesOfVariant(pair[networkKey]),
    data: withoutSelection(data, pair[networkKey]),
  });
  const comparedScenes = [comparedSceneOf("a"), comparedSceneOf("b")];
  const layersByNetwork = comparedScenes.map((each) => paintComparedScene(each, canvas));
  const onCanvas = isTooLargeForSvg(...comparedScenes.map(({ scene }) => scene));
  return {
    canvasMarks: onCanvas ? layersByNetwork.flatMap(({ strands, switches }) => [...strands, ...switches]) : [],
    marks: [
      ...layersByNetwork.flatMap(({ strands, trails }) => [...(onCanvas ? [] : strands), ...trails]),
      ...layersByNetwork.flatMap(({ switches, labels }) => [...(onCanvas ? [] : switches), ...labels]),
      ...terminalAxisMarks(arrangement, comparedScenes, canvas),
      ...nameMarks(arrangement, pair, loadLegend(comparedScenes, false, arrangement.footBaseline, canvas).width, canvas),
      ...footMarks(arrangement, comparedScenes, canvas),
    ],
  };
}

/**
 * Marks of one of several networks, in four layers from bottom to top. All keys begin with `keyPrefix`, because they must be unique in the
 * whole drawing.
 */
export function paintComparedScene({ keyPrefix, variant, scene, data }: ComparedScene, canvas: Canvas) {
  const { theme } = canvas;
  const scale = loadScale(shownLoadsOf(variant), theme);
  const prefixed = (marks: readonly Mark[]) => marks.map((mark) => ({ ...mark, key: keyPrefix + mark.key }));
  const switchAndLabelMarks = prefixed([...switchMarks(scene, data, canvas), ...queueMarks(scene, variant, canvas)]);
  return {
    strands: strandMarks(keyPrefix, scene, scale),
    trails: [
      ...prefixed(deadlockMarks(scene, variant, canvas)),
      ...channelHighlightMarks(keyPrefix, scene, variant.highlight, (line) => scale.colorOf(scale.toneOf(line)), canvas),
    ],
    switches: switchAndLabelMarks.filter(({ tag }) => tag === "path"),
    labels: [
      ...switchAndLabelMarks.filter(({ tag }) => tag !== "path"),
      ...prefixed(sceneLabelMarks(scene, canvas)),
      ...dotMarks(keyPrefix, scene, canvas),
      ...nodeHighlightMarks(keyPrefix, scene, variant.network, variant.highlight, canvas),
    ],
  };
}

function timesOfVariant({ frame }: BuiltVariant): TerminalTimes | null {
  return frame === null ? null : terminalTimesOf(frame);
}

function dotMarks(key: string, { dots }: Scene, { theme }: Canvas): readonly Mark[] {
  if (dots.length === 0) return [];
  return [
    pathMark(`${key}terminals`, dots.map(({ x, y }) => circlePath(x, y, 2)).join(""), {
      fill: theme.ground,
      stroke: theme.ink2,
      "stroke-width": 1,
    }),
  ];
}

/** Bars of both networks on one scale, and the numbers of every axis. */
function terminalAxisMarks({ bars, numberedAxes }: PairArrangement, sides: readonly ComparedScene[], canvas: Canvas): readonly Mark[] {
  const longest = Math.max(...sides.map(({ times }) => times?.cycles ?? 0));
  // Endless runs are compared by shares of their own time, finite ones by absolute time.
  const isEndless = sides.every(({ variant }) => variant.load !== null);
  const axes = [bars.a, bars.b];
  // A row of numbers may belong to both networks.
  const highlight = new Set(sides.flatMap(({ variant }) => [...variant.highlight.terminals]));
  return [
    ...sides.flatMap(({ keyPrefix, variant, times }, i) =>
      terminalBarMarks(keyPrefix, axes[i], times, isEndless ? (times?.cycles ?? 0) : longest, variant.highlight, canvas),
    ),
    ...numberedAxes.flatMap((axis, i) => terminalNumberMarks(`axis ${i} `, axis, highlight, canvas)),
  ];
}

/**
 * Letter, name and counts ("28 switches, 112 links") of both networks. A name is shortened where the next text begins, and counts that do
 * not fit are omitted.
 * @param scaleWidth minimum width of the load scale in the bottom line, pixels
 */
function nameMarks(
  { names, isMirrored, footBaseline }: PairArrangement,
  { a, b }: NetworkPair,
  scaleWidth: number,
  { theme, width: canvasWidth }: Canvas,
): readonly Mark[] {
  const oneName = (key: "A " | "B ", variant: BuiltVariant, { x, y, anchor }: TextPosition, lineCount: 1 | 2): readonly Mark[] => {
    const { title, network } = variant;
    const counts = sayCounts(network);
    const width = titleWidth(title);
    // A name with anchor `end` ends at x. Its left edge follows from its longer line, so that the letter is directly before the name.
    const left = anchor === "start" ? x : Math.max(0, x - 24 - Math.max(width, lineCount === 2 ? countsWidth(network) : 0));
    const bold = { ...fontAttributes(titleStyle), fill: theme.ink, ...textHalo(theme.ground) };
    const muted = { "font-size": 12, fill: theme.ink2, ...textHalo(theme.ground) };
    // Side by side, a name ends where the next one begins; stacked, where the scale on the same line begins.
    const isLastOnLine = isMirrored || variant !== a || names.b.y !== names.a.y;
    const rightEnd = isMirrored && y === footBaseline ? canvasWidth - scaleWidth - 24 : canvasWidth;
    const maxWidth = (isLastOnLine ? rightEnd : names.b.x - 16) - left;
    return [
      ...letterTag(key, left + 8.5, y - 4.5, variant, theme, theme.ground),
      textMark(`${key}title`, left + 24, y, truncateText(title, maxWidth - 28, titleStyle), bold),
      ...(lineCount === 2 ? [textMark(`${key}counts`, left + 24, y + 18, counts, muted)] : []),
      ...(lineCount === 1 && nameWidth(variant) <= maxWidth ? [textMark(`${key}counts`, left + 24 + width + 8, y, counts, muted)] : []),
    ];
  };
  return [...oneName("A ", a, names.a, names.lineCount), ...oneName("B ", b, names.b, 1)];
}

/** Text style of network names. */
const titleStyle: TextStyle = { size: 13, weight: strongWeight };

/** Width of a name in bold type and the gap after it, pixels. */
function titleWidth(title: string): number {
  return textWidth(title, titleStyle) + 4;
}

/** Width of letter, name and counts on one line, pixels. */
function nameWidth({ title, network }: BuiltVariant): number {
  return 24 + titleWidth(title) + 8 + countsWidth(network);
}

function countsWidth(network: Network): number {
  return textWidth(sayCounts(network), { size: 12 });
}

/**
 * The bottom line: the legend of the terminal bars at the left, and the color scale of the loads. If they do not both fit, the bars' legend
 * is shortened, then also the scale; if that is not enough, only the short scale remains.
 */
function footMarks(
  { footBaseline, isMirrored, bars }: PairArrangement,
  comparedScenes: readonly ComparedScene[],
  canvas: Canvas,
): readonly Mark[] {
  const { width } = canvas;
  const isWide = width >= minSideBySideWidth;
  const left = isMirrored && isWide ? nameWidth(comparedScenes[1].variant) + 28 : 0;
  const hasBars = (bars.a !== null || bars.b !== null) && comparedScenes.some(({ times }) => times !== null && times.cycles > 0);
  const barsLegendOf = (isLong: boolean): LegendPart =>
    hasBars
      ? barLegend(
          left,
          footBaseline,
          comparedScenes.map(({ times }) => times?.cycles ?? 0),
          isLong,
          canvas,
        )
      : { marks: [], width: 0 };
  // Each combination says whether the bars' legend and the load scale are in their long form.
  const combinations = [
    [true, true],
    [false, true],
    [false, false],
  ].map(([isBarsLong, isScaleLong]) => [barsLegendOf(isBarsLong), loadLegend(comparedScenes, isScaleLong, footBaseline, canvas)]);
  const chosen = combinations.find(([barsLegend, scaleLegend]) => left + barsLegend.width + 24 + scaleLegend.width <= width) ?? [
    loadLegend(comparedScenes, false, footBaseline, canvas),
  ];
  return chosen.flatMap((each) => each.marks);
}

/** A part of the legend with its width, pixels. */
interface LegendPart {
  readonly marks: readonly Mark[];
  readonly width: number;
}

/** The load scale. Channels of different rates share a scale in percent of their own rate. */
function loadLegend([{ variant }, ...others]: readonly ComparedScene[], isLong: boolean, foot: number, canvas: Canvas): LegendPart {
  const isAlike = others.every((each) => each.variant.cycle === variant.cycle);
  const name = isAlike ? canvas.units.headOf("Channel load, phits/cycle") : "Channel load, % of its rate";
  return loadScaleLegend(isLong ? name : "Load", isAlike ? canvas.units.formatLoadTick(1 / variant.cycle) : sayPercent(1), foot, canvas);
}

/** The load scale with both its ends, at the right. */
function loadScaleLegend(name: string, highestText: string, y: number, { theme, width }: Canvas): LegendPart {
  const colors = loadPalette(theme, "ground").fill;
  const scaleLength = 70;
  const from = width - scaleLength - 6 - textWidth(highestText);
  return {
    marks: [
      textMark("scale name", from - 22, y, name, smallText(theme, "end")),
      textMark("scale least", from - 8, y, "0", smallText(theme, "end")),
      ...colors.map((fill, tone) =>
        rectMark(`scale ${tone}`, from + (tone * scaleLength) / colors.length, y - 8, scaleLength / colors.length + 0.3, 8, { fill }),
      ),
      textMark("scale most", width, y, highestText, smallText(theme, "end")),
    ],
    width: width - from + 22 + textWidth(name),
  };
}
