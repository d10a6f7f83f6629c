/** Marks of the difference between two runs of one network. */
import { smallText } from "../plot/vertical-axis.ts";
import { textWidth, strongWeight } from "../plot/text-width.ts";
import type { Network } from "../../core/network/network.ts";
import type { Canvas } from "../contract.ts";
import {
  circleMark,
  textHalo,
  type Mark,
  pathMark,
  rectMark,
  circlePath,
  roundedRectanglePath,
  toTenths,
  textMark,
} from "../marks/marks.ts";
import { isTooLargeForSvg, type Line, pointOnCurve, type Scene } from "../stage/scene.ts";
import { sceneLabelMarks } from "../stage/paint/paint-axis.ts";
import { channelHighlightMarks, nodeHighlightMarks } from "./highlight.ts";
import type { PaintLayers } from "./paint-pair.ts";
import type { NetworkPair } from "./pair.ts";
import { strandMarks } from "../stage/paint/strands.ts";
import { differencePalette, differenceTone, differenceTones } from "./difference-colors.ts";
import type { Units } from "../../words/units.ts";

/** The color scale always reaches at least this difference, phits per cycle: smaller ones may be chance and should look pale. */
const minScale = 0.05;
/** Minimum width of a switch for a signed number, pixels. */
const minNumberWidth = 36;

/** Difference of two runs by channel. */
export interface LoadChange {
  /** Load after minus load before, phits per cycle. */
  readonly changeOf: (channel: number) => number;
  /** Channels with the largest gain and the largest loss; the lowest number among equals. */
  readonly mostGained: number;
  readonly mostRelieved: number;
}

/** A difference of loads with its sign and two decimals. */
export function signedLoad(units: Units, value: number): string {
  const text = units.formatLoad(Math.abs(value));
  return value === 0 ? text : `${value > 0 ? "+" : "−"}${text}`;
}

/** Marks of a network in the colors of the change of load, ordered from the bottom layer to the top. */
export function paintDifference(scene: Scene, pair: NetworkPair, change: LoadChange, canvas: Canvas): PaintLayers {
  const { theme } = canvas;
  const { changeOf, mostGained, mostRelieved } = change;
  // The strongest colors mean a change of `scale` phits per cycle. The channels `mostGained` and `mostRelieved` have the largest changes.
  const scale = Math.max(minScale, changeOf(mostGained), -changeOf(mostRelieved));
  const colors = differencePalette(theme);
  const colorOf = (tone: number) => colors.get(tone) as string;
  const toneOf = (line: Line) => differenceTone(largestDifference(line.channels.map(changeOf)), scale);
  const strands = strandMarks("", scene, { toneOf, colorOf, widthOf: (tone) => Math.abs(tone) / differenceTones, wire: theme.wire });
  const onCanvas = isTooLargeForSvg(scene);
  return {
    canvasMarks: onCanvas ? strands : [],
    marks: [
      ...(onCanvas ? [] : strands),
      ...channelHighlightMarks("", scene, pair.a.highlight, (line) => colorOf(toneOf(line)), canvas),
      ...switchMarks(scene, pair.a.network, changeOf, canvas),
      ...sceneLabelMarks(scene, canvas),
      ...nodeHighlightMarks("", scene, pair.a.network, pair.a.highlight, canvas),
      ...terminalMarks(scene, pair, (c) => colorOf(differenceTone(changeOf(c), scale)), change, scale, canvas),
      ...(changeOf(mostGained) > 0
        ? extremeMarks("gained", scene, mostGained, signedLoad(canvas.units, changeOf(mostGained)), canvas)
        : []),
      ...(changeOf(mostRelieved) < 0
        ? extremeMarks("relieved", scene, mostRelieved, signedLoad(canvas.units, changeOf(mostRelieved)), canvas)
        : []),
      ...legend(pair, scene, scale, canvas),
    ],
  };
}

/** The difference that is furthest from 0. */
function largestDifference(differences: readonly number[]): number {
  return differences.reduce((best, each) => (Math.abs(each) > Math.abs(best) ? each : best), 0);
}

/**
 * Boxes of the switches. Each contains the change of the load that enters the switch, in phits per cycle, where the boxes are wide enough
 * for numbers. Rings mark terminals without links, dashed outlines mark failed switches.
 */
function switchMarks(scene: Scene, network: Network, changeOfChannel: LoadChange["changeOf"], { units, theme }: Canvas): readonly Mark[] {
  const { boxes, boxRadius, isolatedTerminals = "", failedOutlines } = scene;
  const width = boxes[0]?.width ?? 0;
  const d = boxes.map((box) => roundedRectanglePath(box.x, box.y, box.width, box.height, boxRadius)).join("");
  const edge = { stroke: theme.edge, "stroke-width": width >= 12 ? 1 : 0.5 };
  return [
    pathMark("boxes", d, width < 4 ? { fill: theme.wire } : { fill: theme.surface, ...edge }),
    ...(!hasNumbers(scene)
      ? []
      : boxes.map(({ switches: [n], x, y, height }, i) =>
          textMark(`box ${i}`, x + width / 2, y + height / 2 + 4, signedLoad(units, enteringChange(network, n, changeOfChannel)), {
            "font-size": 11,
            "text-anchor": "middle",
            fill: theme.ink2,
          }),
        )),
    ...(isolatedTerminals === "" ? [] : [pathMark("isolated terminals", isolatedTerminals, { stroke: theme.edge, "stroke-width": 1 })]),
    ...(failedOutlines === ""
      ? []
      : [pathMark("missing", failedOutlines, { stroke: theme.edge, "stroke-width": 1, "stroke-dasharray": "2 2.5" })]),
  ];
}

function enteringChange({ firstOut, reverse }: Network, node: number, changeOfChannel: LoadChange["changeOf"]): number {
  let sum = 0;
  for (let c = firstOut[node]; c < firstOut[node + 1]; c++) sum += changeOfChannel(reverse[c]);
  return Math.round(sum * 100) / 100;
}

/**
 * The terminals, as bars on an axis or, without an axis, as dots. A bar shows the change of the load that its terminal sends, up for more
 * and down for less; half the height of the axis is a change of `scale` phits per cycle. Of the channels of all terminals that share a bar,
 * the one with the largest change counts. Bars of one color are one path.
 */
function terminalMarks(
  scene: Scene,
  { a: { network } }: NetworkPair,
  colorOf: (channel: number) => string,
  { changeOf }: LoadChange,
  scale: number,
  { theme }: Canvas,
): readonly Mark[] {
  const { axis, dots } = scene;
  if (axis === null)
    return [
      pathMark("terminals", dots.map(({ x, y }) => circlePath(x, y, 2)).join(""), {
        fill: theme.ground,
        stroke: theme.ink2,
        "stroke-width": 1,
      }),
    ];
  // Bars start at the middle of the axis, which means no change.
  const zeroY = axis.y - axis.barHeight / 2;
  const pathByColor = new Map<string, string>();
  for (const { x, terminals } of axis.bars) {
    const channels = terminals.flatMap((t) =>
      Array.from({ length: network.firstOut[t + 1] - network.firstOut[t] }, (_, port) => network.firstOut[t] + port),
    );
    if (channels.length === 0) continue;
    const channel = channels.reduce((best, c) => (Math.abs(changeOf(c)) > Math.abs(changeOf(best)) ? c : best));
    const height = ((changeOf(channel) / scale) * axis.barHeight) / 2;
    if (Math.abs(height) < 0.3) continue;
    const d = `M${toTenths(x - axis.barWidth / 2)} ${toTenths(zeroY)}h${toTenths(axis.barWidth)}v${toTenths(-height)}h${-toTenths(axis.barWidth)}z`;
    const color = colorOf(channel);
    pathByColor.set(color, (pathByColor.get(color) ?? "") + d);
  }
  return [
    pathMark(
      "entering zero",
      `M${axis.left} ${toTenths(zeroY)}H${toTenths(axis.left + axis.pitch * axis.bars.reduce((n, bar) => n + bar.terminals.length, 0))}`,
      { stroke: theme.line },
    ),
    ...[...pathByColor].map(([color, d]) => pathMark(`entering ${color}`, d, { fill: color })),
    ...(axis.unlabeledDots === "" ? [] : [pathMark("terminal dots", axis.unlabeledDots, { fill: theme.ink2, "fill-opacity": 0.8 })]),
    ...axis.labels.map(({ x, text }) => textMark(`terminal ${text}`, x, axis.labelY + 4, text, smallText(theme, "middle"))),
  ];
}

/**
 * Dot and text at the middle of a channel, used to label the channel with the largest gain or loss. The text is above a horizontal channel
 * and beside a vertical one.
 */
function extremeMarks(key: string, scene: Scene, channel: number, text: string, { theme }: Canvas): readonly Mark[] {
  const line = scene.lines.find(({ channels }) => channels.includes(channel));
  if (line === undefined) return [];
  const { curve } = line;
  const [x, y] = pointOnCurve(curve, 0.5);
  const isHorizontal = Math.abs(curve[6] - curve[0]) > Math.abs(curve[7] - curve[1]);
  const hasRoomRight = x < scene.width - 60;
  const [dx, dy, anchor] = isHorizontal ? [0, -9, "middle"] : hasRoomRight ? [8, 4, "start"] : [-8, 4, "end"];
  return [
    circleMark(`${key} dot`, x, y, 3.5, { fill: theme.ink, stroke: theme.ground, "stroke-width": 1.5 }),
    textMark(`${key} value`, Math.max(20, Math.min(scene.width - 20, x + dx)), Math.max(12, y + dy), text, {
      "font-size": 12,
      "font-weight": strongWeight,
      fill: theme.ink,
      "text-anchor": anchor,
      ...textHalo(theme.ground),
    }),
  ];
}

/** Whether the switches have room for numbers, which the legend then explains. */
function hasNumbers({ boxes: [first] }: Scene): boolean {
  return first !== undefined && first.width >= minNumberWidth && first.height >= 13;
}

/** Minimum width for a legend on one line, pixels. */
const oneLineLegendWidth = 960;
const lineHeight = 16;
/** Width of the text before the scale, pixels. */
const minLeftTextWidth = 264;

/** Height of the legend for a width, pixels. */
export function differenceLegendHeight(width: number): number {
  return width >= oneLineLegendWidth ? 24 : 24 + lineHeight;
}

/**
 * Legend in the lowest lines of the drawing: the color scale from −`scale` to +`scale` phits per cycle, a text at both ends, and, where
 * switches contain numbers, a sentence that explains them. The numbers in switches may exceed the scale.
 */
function legend({ b }: NetworkPair, scene: Scene, scale: number, { units, width, height, theme }: Canvas): readonly Mark[] {
  const colors = differencePalette(theme);
  const tones = [...colors.keys()];
  const [lowestText, highestText] = [`−${units.formatLoad(scale)}`, `+${units.formatLoad(scale)}`];
  const isWide = width >= 560;
  const lessText = isWide ? `Channel load, ${units.headOf("phits/cycle")}: less in ${b.letter} ${lowestText}` : `less ${lowestText}`;
  const moreText = isWide ? `${highestText} more in ${b.letter}` : `${highestText} more in ${b.letter}, ${units.headOf("phits/cycle")}`;
  const isOneLine = width >= oneLineLegendWidth;
  const scaleWidth = Math.min(160, width * 0.3);
  const scaleCenterX = isWide ? Math.max(width * 0.46, minLeftTextWidth + scaleWidth / 2) : width * 0.36;
  const y = height - (isOneLine ? 13 : 13 + lineHeight);
  const [x, toneWidth] = [scaleCenterX - scaleWidth / 2, scaleWidth / tones.length];
  const aboutNumbers = units.headOf("In each switch: change of its input load, phits/cycle");
  // Centered below the scale, but within the drawing.
  const numbersX = Math.min(width / 2, Math.max(scaleCenterX, textWidth(aboutNumbers) / 2));
  const numbersNote = textMark(
    "numbers",
    isOneLine ? width : numbersX,
    height - 5,
    aboutNumbers,
    smallText(theme, isOneLine ? "end" : "middle"),
  );
  return [
    ...tones.map((tone, i) => rectMark(`scale ${tone}`, x + i * toneWidth, y, toneWidth + 0.3, 8, { fill: colors.get(tone) as string })),
    textMark("less", x - 8, y + 8, lessText, smallText(theme, "end")),
    textMark("more", x + scaleWidth + 8, y + 8, moreText, smallText(theme)),
    ...(hasNumbers(scene) ? [numbersNote] : []),
  ];
}
