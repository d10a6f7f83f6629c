/** Draws a network from a file as the stage does, with its irregularities marked by the numbers that the text uses. */
import { strongWeight } from "../plot/text-width.ts";
import { coordinate, nameOfNode, type Network } from "../../core/network/network.ts";
import type { Irregularity } from "../../formats/recognition/contract.ts";
import type { Theme, View } from "../contract.ts";
import { circleMark, type Mark, pathMark, roundedRectanglePath, toTenths, textMark } from "../marks/marks.ts";
import { linesOfChannels } from "../stage/paint/channel-lines.ts";
import {
  offsetCurve,
  type SwitchBox,
  type CubicCurve,
  curvePathData,
  pointOnCurve,
  type Scene,
  straightCurve,
  verticalCurve,
} from "../stage/scene.ts";
import { stageView, type StageMarks } from "../stage/stage.ts";

/** Maximum number of objects drawn for one irregularity; the text gives the full count. */
const maxDrawn = 48;
/** Maximum number of number labels in the drawing, and minimum for each irregularity. */
const [maxNumbers, minNumbersEach] = [60, 3];
/** Radius of a number label, pixels. */
const discRadius = 8;

/**
 * View of a network that was read from a file, drawn like the network on the stage. Its irregularities (links or switches that deviate from
 * the recognized topology) are marked by numbers from 1, which the text beside the view also uses. The view's choice `pointed` is the
 * number of the irregularity that the pointer is on in the text.
 */
export function fabricView(irregularities: readonly Irregularity[], title = "The network in the file"): View<StageMarks | null> {
  return {
    ...stageView,
    id: "fabric",
    title,
    // Nothing in this view can be selected.
    keys: "Arrow keys pan, plus and minus zoom, F shows the whole network.",
    layout(data, canvas) {
      const stageMarks = stageView.layout(data, canvas);
      if (stageMarks === null || data.network === null) return stageMarks;
      const traces = irregularities.map((each, i) => traceIrregularity(each, i + 1, stageMarks.scene, data.network!));
      return {
        ...stageMarks,
        marks: [
          ...stageMarks.marks,
          ...switchNameMarks(stageMarks.scene, data.network, canvas.theme),
          ...irregularityMarks(traces, Number(data.choices.pointed), canvas.theme, stageMarks.scene),
        ],
      };
    },
    table: () => ({
      columns: ["Number", "Kind", "Count", "What"].map((title) => ({ title, unit: "" })),
      rows: irregularities.map(({ kind, count, sentence }, i) => [i + 1, kind, count, sentence]),
    }),
  };
}

/** Geometry of an irregularity in the drawing. */
interface IrregularityTrace {
  readonly number: number;
  /** Path data of missing links, of existing links, and of outlines of nodes. */
  readonly missingLinks: string;
  readonly existingLinks: string;
  readonly nodeOutlines: string;
  /** Possible positions of the irregularity's number. */
  readonly numberPositions: readonly (readonly [x: number, y: number])[];
}

/**
 * Computes where an irregularity is drawn: the paths of its missing and existing links, and the positions where its number can be printed.
 * `channels` are its existing links, `between` the pairs of switches whose link is missing. Only the first `maxDrawn` of each are drawn.
 */
export function traceIrregularity(
  { channels, nodes, between }: Irregularity,
  number: number,
  scene: Scene,
  network: Network,
): IrregularityTrace {
  const boxOf = new Map<number, SwitchBox>(scene.boxes.flatMap((box) => box.switches.map((n) => [n, box] as const)));
  const missingCurves = between.slice(0, maxDrawn).flatMap(([a, b]) => missingLinkCurves(a, b, boxOf, scene, network));
  const existingCurves = linesOfChannels(scene, channels.slice(0, maxDrawn)).map(({ curve }) => curve);
  // A link within one box is not drawn, so the boxes are outlined instead.
  const isDrawn = missingCurves.length + existingCurves.length > 0;
  const boxes = isDrawn ? [] : [...new Set(nodes.slice(0, maxDrawn).flatMap((n) => boxOf.get(n) ?? []))];
  const outlines = boxes.map(({ x, y, width, height }) => roundedRectanglePath(x - 3, y - 3, width + 6, height + 6, scene.boxRadius + 3));
  const numberPositions = [
    ...[...missingCurves, ...existingCurves].map(numberPosition),
    ...boxes.map(({ x, width, y }) => [x + width, y] as const),
  ];
  return {
    number,
    missingLinks: missingCurves.map(curvePathData).join(""),
    existingLinks: existingCurves.map(curvePathData).join(""),
    nodeOutlines: outlines.join(""),
    numberPositions,
  };
}

/** Position of a number on a line: off its middle, where links of neighbors cross, or beside a line that the label would cover. */
function numberPosition(curve: CubicCurve): readonly [x: number, y: number] {
  const isShort = Math.hypot(curve[6] - curve[0], curve[7] - curve[1]) < 5 * discRadius;
  return isShort ? pointOnCurve(offsetCurve(curve, discRadius + 5), 0.5) : pointOnCurve(curve, 0.42);
}

/**
 * Curves, in pixels, for a missing link between the boxes of switches `a` and `b`. They look like other links of the drawing, and bend
 * around a box that is in the way. A wraparound link of a ring becomes two stubs, each pointing away from the other box.
 */
function missingLinkCurves(
  a: number,
  b: number,
  boxOf: ReadonlyMap<number, SwitchBox>,
  scene: Scene,
  network: Network,
): readonly CubicCurve[] {
  const [boxA, boxB] = [boxOf.get(a), boxOf.get(b)];
  if (boxA === undefined || boxB === undefined || boxA === boxB) return [];
  const [centerA, centerB] = [boxCenter(boxA), boxCenter(boxB)];
  const wraparoundAxis = network.axes.findIndex(({ kind, size }, axis) => {
    return kind === "ring" && size > 2 && Math.abs(coordinate(network, a, axis) - coordinate(network, b, axis)) === size - 1;
  });
  // In a ring, the first and the last coordinate are neighbors.
  if (wraparoundAxis >= 0) return [stub(boxA, centerB), stub(boxB, centerA)];
  // Only drawings of trees have an axis of terminals; their links run between levels.
  if (scene.axis !== null && boxA.y !== boxB.y) {
    const [lowerBox, upperBox] = boxA.y > boxB.y ? [boxA, boxB] : [boxB, boxA];
    return [verticalCurve(boxCenter(lowerBox)[0], lowerBox.y, boxCenter(upperBox)[0], upperBox.y + upperBox.height)];
  }
  const direct = straightCurve(...boxExit(boxA, centerB), ...boxExit(boxB, centerA));
  const obstacle = scene.boxes.find((box) => box !== boxA && box !== boxB && lineCrossesBox(direct, box));
  return [obstacle === undefined ? direct : curveAround(boxA, boxB, obstacle)];
}

const boxCenter = ({ x, y, width, height }: SwitchBox) => [x + width / 2, y + height / 2] as const;

/** Point where the line from the center of a box to another point leaves the box. */
function boxExit(box: SwitchBox, [x, y]: readonly [number, number]): readonly [x: number, y: number] {
  const [cx, cy] = boxCenter(box);
  const [dx, dy] = [x - cx, y - cy];
  const factor = 1 / Math.max((2 * Math.abs(dx)) / box.width, (2 * Math.abs(dy)) / box.height, 1e-9);
  return [cx + dx * factor, cy + dy * factor];
}

/** A short line out of a box, away from a point. */
function stub(box: SwitchBox, [ox, oy]: readonly [number, number]): CubicCurve {
  const [cx, cy] = boxCenter(box);
  const [x, y] = boxExit(box, [2 * cx - ox, 2 * cy - oy]);
  return straightCurve(x, y, cx + 2.2 * (x - cx), cy + 2.2 * (y - cy));
}

/** Number of points at which a line is tested for intersections with boxes. */
const lineSamples = 24;

const lineCrossesBox = (line: CubicCurve, { x, y, width, height }: SwitchBox) =>
  Array.from({ length: lineSamples }, (_, i) => pointOnCurve(line, i / (lineSamples - 1))).some(
    ([px, py]) => px > x && px < x + width && py > y && py < y + height,
  );

/** A curve between two boxes around a third box, above or on the left of the third. */
function curveAround(from: SwitchBox, to: SwitchBox, { width, height }: SwitchBox): CubicCurve {
  const [p, q] = [boxCenter(from), boxCenter(to)];
  const length = Math.hypot(q[0] - p[0], q[1] - p[1]);
  const side = q[0] - p[0] > 0 || (q[0] === p[0] && q[1] < p[1]) ? 1 : -1;
  const [nx, ny] = [(side * (q[1] - p[1])) / length, (side * (p[0] - q[0])) / length];
  // A cubic curve reaches three quarters of the way to its control points.
  const offset = (Math.abs(nx) * width + Math.abs(ny) * height) / 2 / 0.75 + 2 * discRadius;
  const controlPoint = (fraction: number) =>
    [p[0] + (q[0] - p[0]) * fraction + nx * offset, p[1] + (q[1] - p[1]) * fraction + ny * offset] as const;
  return [...boxExit(from, controlPoint(0.25)), ...controlPoint(0.25), ...controlPoint(0.75), ...boxExit(to, controlPoint(0.75))];
}

/**
 * Marks (SVG shapes) of all irregularities. Missing links are dotted, existing links dashed, switches outlined; discs with the number are
 * above the lines, moved apart where they overlap. The irregularity that the pointer is on in the text has the accent color.
 */
function irregularityMarks(
  traces: readonly IrregularityTrace[],
  hoveredNumber: number,
  theme: Theme,
  { width, height }: Scene,
): readonly Mark[] {
  const color = (number: number) => (number === hoveredNumber ? theme.accent : theme.ink);
  const roundStroke = { "stroke-linecap": "round", "stroke-linejoin": "round" };
  const lines = traces.flatMap(({ number, missingLinks, existingLinks, nodeOutlines }) => {
    const lineStyle = { ...roundStroke, stroke: color(number), "stroke-width": number === hoveredNumber ? 3 : 2 };
    const haloStyle = { ...roundStroke, stroke: theme.ground, "stroke-width": 5 };
    return [
      ...pathIf(`under lacking ${number}`, missingLinks, haloStyle),
      ...pathIf(`lacking ${number}`, missingLinks, { ...lineStyle, "stroke-dasharray": "0.5 5" }),
      ...pathIf(`under standing ${number}`, existingLinks, haloStyle),
      ...pathIf(`standing ${number}`, existingLinks, { ...lineStyle, "stroke-dasharray": "7 4" }),
      ...pathIf(`outlined ${number}`, nodeOutlines, lineStyle),
    ];
  });
  // The discs with the numbers.
  const numbersPerTrace = Math.max(minNumbersEach, Math.floor(maxNumbers / Math.max(1, traces.length)));
  const clamp = (position: number, length: number) => Math.max(discRadius + 2, Math.min(length - discRadius - 2, position));
  const numbers = resolveOverlaps(
    traces.flatMap(({ number, numberPositions }) => numberPositions.slice(0, numbersPerTrace).map(([x, y]) => ({ number, x, y }))),
  ).flatMap(({ number, x, y }, i) => {
    const [cx, cy] = [clamp(x, width), clamp(y, height)];
    return [
      circleMark(`disc ${i}`, cx, cy, discRadius, { fill: color(number), stroke: theme.ground, "stroke-width": 2 }),
      textMark(`number ${i}`, cx, cy + 3.5, String(number), {
        fill: theme.ground,
        "text-anchor": "middle",
        "font-size": 10,
        "font-weight": strongWeight,
      }),
    ];
  });
  return [...lines, ...numbers];
}

/** Approximate width of a character and font size of a name, pixels. */
const [charWidth, fontSize] = [6.2, 11];

/**
 * Minimum number of characters for a shortened name, which would otherwise mean nothing and is omitted; and number of characters that are
 * cut for the ellipsis and wide digits.
 */
const [minChars, ellipsisChars] = [6, 3];

/**
 * Marks with the names of the switches in their boxes. A name that is too long is shortened to its end or, if the ends of two names are
 * equal, to its beginning; if its beginning is not unique either, it is omitted.
 */
function switchNameMarks({ boxes }: Scene, network: Network, theme: Theme): readonly Mark[] {
  const named = boxes.flatMap((box) => {
    const text = box.groupName ?? (box.switches.length === 1 ? shortSwitchName(network, box.switches[0]) : "");
    const maxChars = box.height < fontSize + 2 ? 0 : Math.floor((box.width - 6) / charWidth);
    return text === "" ? [] : [{ box, characters: Array.from(text), maxChars }];
  });
  // Shorten all names in both ways, and choose the first way in which a name is unique.
  const cutNames = (shorten: (characters: readonly string[], maxChars: number) => string) =>
    named.map(({ characters, maxChars }) =>
      characters.length <= maxChars ? characters.join("") : maxChars < minChars ? "" : shorten(characters, maxChars - ellipsisChars),
    );
  const shortenedNames = [
    cutNames((characters, maxChars) => `…${characters.slice(-maxChars).join("")}`),
    cutNames((characters, maxChars) => `${characters.slice(0, maxChars).join("")}…`),
  ];
  const isAmbiguous = (texts: readonly string[], i: number) => texts.some((text, other) => other !== i && text === texts[i]);
  const texts = named.map(({ characters, maxChars }, i) =>
    characters.length <= maxChars ? characters.join("") : (shortenedNames.find((variant) => !isAmbiguous(variant, i))?.[i] ?? ""),
  );
  return named.flatMap(({ box: { switches, x, y, width, height } }, i) => {
    const text = texts[i];
    if (text === "") return [];
    return [
      textMark(`name ${switches[0]}`, x + width / 2, y + height / 2 + 4, text, {
        fill: theme.ink,
        "text-anchor": "middle",
        "font-size": fontSize,
        "font-weight": strongWeight,
      }),
    ];
  });
}

/** Name of a switch without the word `switch`: its given name, its number or its coordinates. */
const shortSwitchName = (network: Network, node: number) =>
  network.look?.names.get(node) ?? nameOfNode(network, node).replace(/^switch \(?([^()]*)\)?$/, "$1");

const pathIf = (key: string, d: string, attributes: Record<string, string | number>): readonly Mark[] =>
  d === "" ? [] : [pathMark(key, d, attributes)];

interface NumberLabel {
  readonly number: number;
  readonly x: number;
  readonly y: number;
}

/** Merges equal numbers that would overlap, and moves different ones side by side. */
function resolveOverlaps(labels: readonly NumberLabel[]): readonly NumberLabel[] {
  const resolved: NumberLabel[] = [];
  for (const label of labels) {
    const overlapping = (moved: NumberLabel) => resolved.find(({ x, y }) => Math.hypot(x - moved.x, y - moved.y) < 2 * discRadius + 1);
    if (resolved.some(({ number, x, y }) => number === label.number && Math.hypot(x - label.x, y - label.y) < 2 * discRadius + 1)) continue;
    let moved = label;
    for (let tries = 0; overlapping(moved) !== undefined && tries < 8; tries++)
      moved = { ...moved, x: toTenths(moved.x + 2 * discRadius + 2) };
    resolved.push(moved);
  }
  return resolved;
}
