/** Scene and loads → marks. Marks of one tone share one path, so the page's elements do not grow with the network. */
import type { Canvas, Variant, ViewData } from "../../contract.ts";
import { palette, tones, toneOf } from "../../marks/colour.ts";
import { type Fullness, fullnessOf } from "../../readings/buffers.ts";
import { flowingIn, isDead, type Loads } from "../../readings/loads.ts";
import { circleMark, type Mark, pathMark, ring, roundedRectangle, tenth } from "../../marks/marks.ts";
import { paintAxis, paintWords } from "./paint-axis.ts";
import { paintJobs } from "./jobs.ts";
import { linesOf } from "./lines-of.ts";
import { highlightedBoxes, paintHighlightedChannels, paintHighlightedTerminals, partMarks } from "./paint-highlight.ts";
import { nameMarks, type Place, tankIn } from "./names.ts";
import { sayPackets } from "./packets.ts";
import { type Scale, strandMarks } from "./strands.ts";
import { type Box, type Curve, type Line, pathOf, pointAt, type Scene } from "../scene.ts";

/**
 * The marks of a scene, from bottom to top: wires, strands, selection, switches, terminals, labels.
 * @param isOnCanvas True where wires, strands and boxes are painted on a canvas instead.
 */
export function paint(scene: Scene, data: ViewData, loads: Loads, canvas: Canvas, isOnCanvas = false): readonly Mark[] {
  // The page describes a channel even if the reader has not selected any.
  const shown = flowingIn(data);
  const speaks = data.selected.is === "nothing" || data.highlight.channels.has(data.selectedChannel);
  const selected = linesOf(scene, [data.selectedChannel]);
  return [
    ...(isOnCanvas ? [] : strandMarks("", scene, strandScale(shown, canvas.theme))),
    ...paintDeadlock(scene, data, canvas),
    ...paintHighlightedChannels(scene, data, canvas),
    ...paintSelected(scene, selected, shown, canvas, speaks),
    ...paintSwitches(scene, data, canvas, isOnCanvas),
    ...paintAxis(scene, data, loads, canvas),
    ...paintJobs(scene, data, canvas),
    ...paintHighlightedTerminals(scene, data, canvas),
    ...sayPackets(scene, data, canvas),
    ...paintWords(scene, canvas),
    ...partMarks("", scene, data.network, data.highlight, canvas),
  ];
}

/**
 * Utilization of a strand, 0 to 1. For the few channels that share a line it is the maximum. For the many channels between collapsed groups
 * it is the mean, because one of many channels is almost always fully used.
 */
export function strandShare({ channels, bold = false }: Line, loads: Loads): number {
  let [most, sum] = [0, 0];
  for (const channel of channels) {
    const share = loads.share(channel);
    sum += share;
    if (share > most) most = share;
  }
  return bold ? sum / channels.length : most;
}

/** How channel loads map to tones, colors and widths. */
export function strandScale(loads: Loads, theme: Canvas["theme"]): Scale {
  const colours = palette(theme, "ground").fill;
  return {
    toneOf: (line) => toneOf(strandShare(line, loads)),
    colourOf: (tone) => colours[tone],
    widthOf: (tone) => tone / tones,
    wire: theme.wire,
  };
}

/** The described channel: halo, casing, a core in its own tone, and a dot. Only the dot if the reader has selected something else. */
function paintSelected(scene: Scene, selected: readonly Line[], loads: Loads, { theme }: Canvas, speaks: boolean): Mark[] {
  if (selected.length === 0) return [];
  const d = selected.map((line) => pathOf(line.curve)).join("");
  const hot = scene.strandWidth.hot * (selected[0].breadth ?? 1);
  const width = hot + scene.casing;
  const round = { "stroke-linecap": "round", class: "selected" };
  const [x, y] = middleOf(selected);
  const dot = circleMark("selected dot", x, y, 5, { fill: theme.accent, stroke: theme.ground, "stroke-width": 2, class: "selected" });
  if (!speaks) return [dot];
  return [
    pathMark("selected halo", d, { ...round, stroke: theme.ground, "stroke-width": tenth(width + 3.5) }),
    pathMark("selected casing", d, { ...round, stroke: theme.accent, "stroke-width": tenth(width) }),
    pathMark("selected core", d, {
      ...round,
      stroke: palette(theme, "ground").fill[toneOf(strandShare(selected[0], loads))],
      "stroke-width": tenth(hot + 1),
    }),
    dot,
  ];
}

/** The middle of the longest line of a channel, where a note about it is attached. */
export function middleOf(lines: readonly Line[]): readonly [number, number] {
  const length = ({ curve }: Line) => Math.hypot(curve[6] - curve[0], curve[7] - curve[1]);
  return pointAt(lines.reduce((longest, each) => (length(each) > length(longest) ? each : longest)).curve, 0.5);
}

/** The dependency cycle of a deadlock: its channels, each with a dot at the tail and an arrowhead in its direction. */
export function paintDeadlock(scene: Scene, own: Pick<Variant, "frame" | "results">, { theme }: Canvas): Mark[] {
  const channels = circleOf(own);
  if (channels.length === 0) return [];
  const lines = linesOf(scene, channels);
  const d = lines.map((line) => pathOf(line.curve)).join("") + channels.map((channel) => returnOf(scene, channel)).join("");
  const width = scene.strandWidth.hot;
  return [
    pathMark("deadlock halo", d, { stroke: theme.ground, "stroke-width": tenth(width + 5), "stroke-linecap": "round" }),
    pathMark("deadlock", d, {
      stroke: theme.ink,
      "stroke-width": tenth(Math.max(2.4, width * 1.3)),
      "stroke-linecap": "round",
      "stroke-linejoin": "round",
      class: "deadlock",
    }),
    pathMark("deadlock dots", lines.map(({ curve }) => ring(...pointAt(curve, 0.12), Math.max(1.5, width * 0.9))).join(""), {
      fill: theme.ink,
    }),
    pathMark("deadlock points", lines.map(({ curve }) => arrow(curve, Math.max(4.5, width * 2.4))).join(""), {
      fill: theme.ink,
      stroke: theme.ground,
      "stroke-width": 1,
    }),
  ];
}

/**
 * A wraparound link is drawn as two stubs, so a dependency cycle over it would look like an open row. This path connects the stubs beside
 * the row. Empty for other channels.
 */
function returnOf(scene: Scene, channel: number): string {
  const [out, back, ...others] = linesOf(scene, [channel]);
  const [box] = scene.boxes;
  if (back === undefined || others.length > 0 || box === undefined) return "";
  const [x1, y1] = [out.curve[6], out.curve[7]].map(tenth);
  const [x0, y0] = [back.curve[0], back.curve[1]].map(tenth);
  if (Math.abs(y1 - y0) < 1) return `M${x1} ${y1}V${tenth(y1 + box.height)}H${x0}V${y0}`;
  return Math.abs(x1 - x0) < 1 ? `M${x1} ${y1}H${tenth(x1 - 0.9 * box.width)}V${y0}H${x0}` : "";
}

/** Channels of the dependency cycle. Empty until the run shown is deadlocked, even if the result of the whole run is known already. */
const circleOf = (own: Pick<Variant, "frame" | "results">): readonly number[] => (isDead(own) ? (own.results?.deadlockChannels ?? []) : []);

function arrow(curve: Curve, size: number): string {
  const [x, y] = pointAt(curve, 0.62);
  const [bx, by] = pointAt(curve, 0.52);
  const length = Math.hypot(x - bx, y - by) || 1;
  const [dx, dy] = [((x - bx) / length) * size, ((y - by) / length) * size];
  const at = (along: number, across: number) => `${tenth(x + dx * along - dy * across)} ${tenth(y + dy * along + dx * across)}`;
  return `M${at(1, 0)}L${at(-0.8, 0.8)}L${at(-0.8, -0.8)}z`;
}

/**
 * Switches as tanks: each box is filled from the bottom in proportion to the used part of its buffers. Where a box is too low for a fill
 * level, it is darker the fuller it is. Boxes are empty where no packets wait in switches.
 * @param isOnCanvas True where boxes are painted on a canvas instead.
 */
export function paintSwitches(scene: Scene, data: ViewData, { theme }: Canvas, isOnCanvas = false): Mark[] {
  const { boxes } = scene;
  if (data.network === null || (boxes.length === 0 && scene.missing === "")) return [];
  const outline = (some: Scene["boxes"]) => some.map((box) => outlineOf(box, scene.boxRadius)).join("");
  const marks: Mark[] = [];
  if (!isOnCanvas && boxes.length > 0) {
    const fullness = fullnessOf(data);
    const { width } = boxes[0];
    const edge = width >= 4 ? { stroke: theme.edge, "stroke-width": width >= 12 ? 1 : 0.5 } : {};
    const plain = fullness === null && width < 4 ? theme.wire : theme.surface;
    marks.push(pathMark("boxes", outline(boxes), { fill: plain, ...edge, class: "boxes" }));
    if (fullness !== null) {
      const waiting = new Set(circleOf(data).flatMap((c) => [data.network!.tail[c], data.network!.head[c]]));
      const isBeside = ({ switches }: Box) => waiting.size > 0 && !switches.some((n) => waiting.has(n));
      const [beside, own] = [boxes.filter(isBeside), boxes.filter((box) => !isBeside(box))];
      marks.push(...tankMarks("tanks", own, scene.boxRadius, fullness, theme, tankInk));
      if (beside.length > 0) marks.push(...tankMarks("tanks beside", beside, scene.boxRadius, fullness, theme, tankInk / 2.5));
    }
  }
  const framed = highlightedBoxes(scene, data);
  if (framed.length > 0) {
    const d = outline(framed);
    marks.push(
      pathMark("ends halo", d, { fill: "none", stroke: theme.ground, "stroke-width": 5 }),
      pathMark("ends", d, { fill: "none", stroke: theme.accent, "stroke-width": 2 }),
    );
  }
  if (scene.missing !== "")
    marks.push(
      pathMark("missing", scene.missing, { stroke: theme.edge, "stroke-width": 1, "stroke-opacity": 0.6, "stroke-dasharray": "2 2.5" }),
    );
  if (scene.unplugged !== "") marks.push(pathMark("unplugged", scene.unplugged, { stroke: theme.edge, "stroke-width": 1 }));
  marks.push(...nameMarks(scene, theme));
  return marks;
}

/** Margin between a box and its fill level, pixels. */
const inset = 2;
/** Minimum size of a box that has a fill level, pixels. */
const leastTank = 9;

/**
 * The fill level of each box, or a tone where the box is too low for a level.
 * @param opacity Opacity of a full box: switches outside a deadlock are fainter than those in it.
 */
function tankMarks(
  key: string,
  boxes: readonly Box[],
  boxRadius: number,
  fullness: Fullness,
  theme: Canvas["theme"],
  ink: number,
): readonly Mark[] {
  const radius = Math.max(0, boxRadius - inset);
  let levels = "";
  const byTone = new Map<number, string>();
  for (const box of boxes) {
    const full = fullness(box.switches);
    if (full === 0) continue;
    if (box.switches.length > 1 && hasLevel(box)) {
      levels += profileOf(box, fullness);
      continue;
    }
    if (!hasLevel(box)) {
      const tone = toneOf(full);
      byTone.set(tone, (byTone.get(tone) ?? "") + outlineOf(box, boxRadius));
      continue;
    }
    const { x, y, width, height } = levelIn(box, full);
    levels += roundedRectangle(tenth(x), tenth(y), tenth(width), tenth(height), Math.min(radius, height / 2));
  }
  return [
    ...(levels === "" ? [] : [pathMark(key, levels, { fill: theme.ink, "fill-opacity": ink, class: "tanks" })]),
    ...[...byTone].map(([tone, d]) =>
      pathMark(`${key} ${tone}`, d, { fill: theme.ink, "fill-opacity": tenth((10 * ink * tone) / tones) / 10, class: "tanks" }),
    ),
  ];
}

/** Fill levels of several switches in one box: a column for each, the fullest first. If there are more switches than pixels, a sample. */
function profileOf(box: Box, fullness: Fullness): string {
  const { switches } = box;
  const { x, y, width, height } = tankIn(box);
  const sorted = switches.map((n) => fullness([n])).sort((a, b) => b - a);
  const [room, high, foot] = [width - 2 * inset, height - 2 * inset, y + height - inset];
  const columns = Math.min(sorted.length, Math.floor(room));
  const column = (i: number) => {
    const full = sorted[Math.floor(((i + 0.5) * sorted.length) / columns)];
    return `V${tenth(foot - high * full)}H${tenth(x + inset + (room * (i + 1)) / columns)}`;
  };
  return `M${tenth(x + inset)} ${tenth(foot)}${Array.from({ length: columns }, (_, i) => column(i)).join("")}V${tenth(foot)}z`;
}

/** Whether a box is large enough for a fill level. */
export const hasLevel = ({ width, height }: Box) => Math.min(width, height) >= leastTank;

/** Opacity of a full tank, 0 to 1. The frame of the selection must remain visible on it. */
export const tankInk = 0.86;

/** The filled part of a box, from its bottom. */
export function levelIn(box: Box, full: number): Place {
  const { x, y, width, height } = tankIn(box);
  const high = Math.max(1.2, (height - 2 * inset) * full);
  return { x: x + inset, y: y + height - inset - high, width: width - 2 * inset, height: high };
}

const outlines = new WeakMap<object, string>();

/** Outline of a box. Boxes do not move, so the path is cached. */
function outlineOf(part: Box, radius: number): string {
  let d = outlines.get(part);
  if (d === undefined) {
    d = roundedRectangle(part.x, part.y, part.width, part.height, radius);
    outlines.set(part, d);
  }
  return d;
}
