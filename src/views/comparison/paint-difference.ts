/** Marks of the difference between two runs of one network. */
import { small } from "../plot/axes.ts";
import { textWidth, strongWeight } from "../plot/text-width.ts";
import type { Network } from "../../core/network/network.ts";
import type { Canvas } from "../contract.ts";
import { circleMark, halo, type Mark, pathMark, rectMark, ring, roundedRectangle, tenth, textMark } from "../marks/marks.ts";
import { isCrowded, type Line, pointAt, type Scene } from "../stage/scene.ts";
import { paintWords } from "../stage/paint/paint-axis.ts";
import { highlightedChannelMarks, highlightedNodeMarks } from "./highlight.ts";
import type { Layers } from "./paint-pair.ts";
import type { Pair } from "./pair.ts";
import { strandMarks } from "../stage/paint/strands.ts";
import { differencePalette, differenceTone, differenceTones } from "./tones.ts";
import type { Units } from "../../words/units.ts";

/** The color scale always reaches at least this difference, phits per cycle: smaller ones may be chance and should look pale. */
const leastScale = 0.05;
/** Minimum width of a switch for a signed number, pixels. */
const numberRoom = 36;

/** Difference of two runs by channel. */
export interface Change {
  /** Load after minus load before, phits per cycle. */
  readonly of: (channel: number) => number;
  /** Channels with the largest gain and the largest loss; the lowest number among equals. */
  readonly most: number;
  readonly least: number;
}

/** A difference of loads with its sign and two decimals. */
export function signed(units: Units, value: number): string {
  const text = units.formatLoad(Math.abs(value));
  return value === 0 ? text : `${value > 0 ? "+" : "−"}${text}`;
}

/** Marks of a placed network with the change of every channel, bottom layer first, and the legend below. */
export function paintDifference(scene: Scene, pair: Pair, change: Change, canvas: Canvas): Layers {
  const { theme } = canvas;
  const { of, most, least } = change;
  const scale = Math.max(leastScale, of(most), -of(least));
  const colours = differencePalette(theme);
  const colourOf = (tone: number) => colours.get(tone) as string;
  const toneOf = (line: Line) => differenceTone(largest(line.channels.map(of)), scale);
  const strands = strandMarks("", scene, { toneOf, colourOf, widthOf: (tone) => Math.abs(tone) / differenceTones, wire: theme.wire });
  const onCanvas = isCrowded(scene);
  return {
    below: onCanvas ? strands : [],
    marks: [
      ...(onCanvas ? [] : strands),
      ...highlightedChannelMarks("", scene, pair.a.highlight, (line) => colourOf(toneOf(line)), canvas),
      ...switchMarks(scene, pair.a.network, of, canvas),
      ...paintWords(scene, canvas),
      ...highlightedNodeMarks("", scene, pair.a.network, pair.a.highlight, canvas),
      ...terminalMarks(scene, pair, (c) => colourOf(differenceTone(of(c), scale)), change, scale, canvas),
      ...(of(most) > 0 ? note("gained", scene, most, signed(canvas.units, of(most)), canvas) : []),
      ...(of(least) < 0 ? note("relieved", scene, least, signed(canvas.units, of(least)), canvas) : []),
      ...legend(pair, scene, scale, canvas),
    ],
  };
}

/** The difference that is furthest from 0. */
function largest(differences: readonly number[]): number {
  return differences.reduce((best, each) => (Math.abs(each) > Math.abs(best) ? each : best), 0);
}

/** The switches, with the change of the entering load where it fits. */
function switchMarks(scene: Scene, network: Network, of: Change["of"], { units, theme }: Canvas): readonly Mark[] {
  const { boxes, boxRadius, unplugged, missing } = scene;
  const width = boxes[0]?.width ?? 0;
  const d = boxes.map((box) => roundedRectangle(box.x, box.y, box.width, box.height, boxRadius)).join("");
  const edge = { stroke: theme.edge, "stroke-width": width >= 12 ? 1 : 0.5 };
  return [
    pathMark("boxes", d, width < 4 ? { fill: theme.wire } : { fill: theme.surface, ...edge }),
    ...(!hasNumbers(scene)
      ? []
      : boxes.map(({ switches: [n], x, y, height }, i) =>
          textMark(`box ${i}`, x + width / 2, y + height / 2 + 4, signed(units, entering(network, n, of)), {
            "font-size": 11,
            "text-anchor": "middle",
            fill: theme.ink2,
          }),
        )),
    ...(unplugged === "" ? [] : [pathMark("unplugged", unplugged, { stroke: theme.edge, "stroke-width": 1 })]),
    ...(missing === "" ? [] : [pathMark("missing", missing, { stroke: theme.edge, "stroke-width": 1, "stroke-dasharray": "2 2.5" })]),
  ];
}

function entering({ firstOut, reverse }: Network, node: number, of: Change["of"]): number {
  let sum = 0;
  for (let c = firstOut[node]; c < firstOut[node + 1]; c++) sum += of(reverse[c]);
  return Math.round(sum * 100) / 100;
}

/** Terminals as bars up and down for the change of the load they send, or as dots. */
function terminalMarks(
  scene: Scene,
  { a: { network } }: Pair,
  colourOf: (channel: number) => string,
  { of }: Change,
  scale: number,
  { theme }: Canvas,
): readonly Mark[] {
  const { axis, dots } = scene;
  if (axis === null)
    return [
      pathMark("terminals", dots.map(({ x, y }) => ring(x, y, 2)).join(""), { fill: theme.ground, stroke: theme.ink2, "stroke-width": 1 }),
    ];
  const zero = axis.y - axis.barHeight / 2;
  const paths = new Map<string, string>();
  for (const { x, terminals } of axis.bars) {
    const channels = terminals.flatMap((t) =>
      Array.from({ length: network.firstOut[t + 1] - network.firstOut[t] }, (_, port) => network.firstOut[t] + port),
    );
    if (channels.length === 0) continue;
    const channel = channels.reduce((best, c) => (Math.abs(of(c)) > Math.abs(of(best)) ? c : best));
    const height = ((of(channel) / scale) * axis.barHeight) / 2;
    if (Math.abs(height) < 0.3) continue;
    const d = `M${tenth(x - axis.barWidth / 2)} ${tenth(zero)}h${tenth(axis.barWidth)}v${tenth(-height)}h${-tenth(axis.barWidth)}z`;
    const colour = colourOf(channel);
    paths.set(colour, (paths.get(colour) ?? "") + d);
  }
  return [
    pathMark(
      "entering zero",
      `M${axis.left} ${tenth(zero)}H${tenth(axis.left + axis.pitch * axis.bars.reduce((n, bar) => n + bar.terminals.length, 0))}`,
      { stroke: theme.line },
    ),
    ...[...paths].map(([colour, d]) => pathMark(`entering ${colour}`, d, { fill: colour })),
    ...(axis.dotted === "" ? [] : [pathMark("terminal dots", axis.dotted, { fill: theme.ink2, "fill-opacity": 0.8 })]),
    ...axis.labels.map(({ x, text }) => textMark(`terminal ${text}`, x, axis.numbersAt + 4, text, small(theme, "middle"))),
  ];
}

/** Label of a channel at its middle: above a horizontal channel, beside a vertical one. */
function note(key: string, scene: Scene, channel: number, text: string, { theme }: Canvas): readonly Mark[] {
  const line = scene.lines.find(({ channels }) => channels.includes(channel));
  if (line === undefined) return [];
  const { curve } = line;
  const [x, y] = pointAt(curve, 0.5);
  const runsAcross = Math.abs(curve[6] - curve[0]) > Math.abs(curve[7] - curve[1]);
  const isRight = x < scene.width - 60;
  const [dx, dy, anchor] = runsAcross ? [0, -9, "middle"] : isRight ? [8, 4, "start"] : [-8, 4, "end"];
  return [
    circleMark(`${key} dot`, x, y, 3.5, { fill: theme.ink, stroke: theme.ground, "stroke-width": 1.5 }),
    textMark(`${key} value`, Math.max(20, Math.min(scene.width - 20, x + dx)), Math.max(12, y + dy), text, {
      "font-size": 12,
      "font-weight": strongWeight,
      fill: theme.ink,
      "text-anchor": anchor,
      ...halo(theme.ground),
    }),
  ];
}

/** Whether the switches have room for numbers, which the legend then explains. */
function hasNumbers({ boxes: [first] }: Scene): boolean {
  return first !== undefined && first.width >= numberRoom && first.height >= 13;
}

/** Minimum width for a legend on one line, pixels. */
const oneLine = 960;
const lineHeight = 16;
/** Width of the text before the scale, pixels. */
const roomForLess = 264;

/** Height of the legend for a width, pixels. */
export function footOf(width: number): number {
  return width >= oneLine ? 24 : 24 + lineHeight;
}

/** The color scale with text at both ends, and the meaning of the numbers in switches, which may exceed the scale. */
function legend({ b }: Pair, scene: Scene, scale: number, { units, width, height, theme }: Canvas): readonly Mark[] {
  const colours = differencePalette(theme);
  const tones = [...colours.keys()];
  const [least, most] = [`−${units.formatLoad(scale)}`, `+${units.formatLoad(scale)}`];
  const isWide = width >= 560;
  const left = isWide ? `Each channel, ${units.headOf("phits/cycle")}: less in ${b.letter} ${least}` : `less ${least}`;
  const right = isWide ? `${most} more in ${b.letter}` : `${most} more in ${b.letter}, ${units.headOf("phits/cycle")}`;
  const isOneLine = width >= oneLine;
  const room = Math.min(160, width * 0.3);
  const middle = isWide ? Math.max(width * 0.46, roomForLess + room / 2) : width * 0.36;
  const y = height - (isOneLine ? 13 : 13 + lineHeight);
  const [x, step] = [middle - room / 2, room / tones.length];
  const aboutNumbers = units.headOf("In each switch: the sum of what enters it, phits/cycle");
  // Centered below the scale, but within the drawing.
  const below = Math.min(width / 2, Math.max(middle, textWidth(aboutNumbers) / 2));
  const numbers = textMark("numbers", isOneLine ? width : below, height - 5, aboutNumbers, small(theme, isOneLine ? "end" : "middle"));
  return [
    ...tones.map((tone, i) => rectMark(`scale ${tone}`, x + i * step, y, step + 0.3, 8, { fill: colours.get(tone) as string })),
    textMark("less", x - 8, y + 8, left, small(theme, "end")),
    textMark("more", x + room + 8, y + 8, right, small(theme)),
    ...(hasNumbers(scene) ? [numbers] : []),
  ];
}
