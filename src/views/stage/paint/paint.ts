/** Scene and loads → marks. Marks of one tone share one path, so the page's elements do not grow with the network. */
import type { Canvas, ViewData } from "../../contract.ts";
import { loadPalette, toneCount, toneOf } from "../../marks/color.ts";
import { type BufferFullness, fullnessOf } from "../../readings/buffers.ts";
import { shownLoadsOf, type FrameLoads } from "../../readings/loads.ts";
import { circleMark, type Mark, pathMark, roundedRectanglePath, toTenths } from "../../marks/marks.ts";
import { terminalMarks, sceneLabelMarks } from "./paint-axis.ts";
import { linesOfChannels } from "./channel-lines.ts";
import { highlightedBoxes, highlightedChannelMarks, highlightedTerminalMarks, roleMarks } from "./paint-highlight.ts";
import { groupNameMarks, type BoxArea, fillArea } from "./group-names.ts";
import { packetLegend } from "./packets.ts";
import { type StrandScale, strandMarks } from "./strands.ts";
import { type SwitchBox, type Line, curvePathData, pointOnCurve, type Scene } from "../scene.ts";

/**
 * The marks (SVG shapes) of a scene, from bottom to top: links, deadlock, highlighted channels, switches, terminals, jobs, and labels. The
 * described channel is the one whose numbers the page shows beside the drawing, even without a selection.
 * @param isOnCanvas True where links and boxes are painted on a canvas instead.
 */
export function stageMarks(scene: Scene, data: ViewData, loads: FrameLoads, canvas: Canvas, isOnCanvas = false): readonly Mark[] {
  // The page describes a channel even if the reader has not selected any.
  const shownLoads = shownLoadsOf(data);
  const isDescribedSelected = data.selected.is === "nothing" || data.highlight.channels.has(data.selectedChannel);
  const describedLines = linesOfChannels(scene, [data.selectedChannel]);
  return [
    ...(isOnCanvas ? [] : strandMarks("", scene, loadScale(shownLoads, canvas.theme))),
    ...(data.layouts?.deadlockMarks(scene, data, canvas) ?? []),
    ...highlightedChannelMarks(scene, data, canvas),
    ...describedChannelMarks(scene, describedLines, shownLoads, canvas, isDescribedSelected),
    ...switchMarks(scene, data, canvas, isOnCanvas),
    ...(data.layouts?.queueMarks(scene, data, canvas) ?? []),
    ...terminalMarks(scene, data, loads, canvas),
    ...(data.layouts?.jobMarks(scene, data, canvas) ?? []),
    ...highlightedTerminalMarks(scene, data, canvas),
    ...packetLegend(scene, data, canvas),
    ...sceneLabelMarks(scene, canvas),
    ...roleMarks("", scene, data.network, data.highlight, canvas),
  ];
}

/**
 * Utilization of a line, 0 to 1. For the few channels that share a line it is the maximum. For the many channels between collapsed groups
 * it is the mean, because one of many channels is almost always fully used.
 */
export function strandUtilization({ channels, isWide = false }: Line, loads: FrameLoads): number {
  let [maxUtilization, sumOfUtilizations] = [0, 0];
  for (const channel of channels) {
    const utilization = loads.share(channel);
    sumOfUtilizations += utilization;
    if (utilization > maxUtilization) maxUtilization = utilization;
  }
  return isWide ? sumOfUtilizations / channels.length : maxUtilization;
}

/** How channel loads map to tones, colors and widths. */
export function loadScale(loads: FrameLoads, theme: Canvas["theme"]): StrandScale {
  const colors = loadPalette(theme, "ground").fill;
  return {
    toneOf: (line) => toneOf(strandUtilization(line, loads)),
    colorOf: (tone) => colors[tone],
    widthOf: (tone) => tone / toneCount,
    wire: theme.wire,
  };
}

/**
 * Marks of the described channel, whose numbers the page shows: a halo, a casing in the accent color, a core in the tone of the load, and a
 * dot. Only the dot unless `isSelected`: the page describes a channel even while something else is selected.
 */
function describedChannelMarks(scene: Scene, lines: readonly Line[], loads: FrameLoads, { theme }: Canvas, isSelected: boolean): Mark[] {
  if (lines.length === 0) return [];
  const d = lines.map((line) => curvePathData(line.curve)).join("");
  const hotWidth = scene.strandWidth.hot * (lines[0].relativeWidth ?? 1);
  const width = hotWidth + scene.casing;
  const pathStyle = { "stroke-linecap": "round", class: "selected" };
  const [x, y] = anchorOf(lines);
  const dot = circleMark("selected dot", x, y, 5, { fill: theme.accent, stroke: theme.ground, "stroke-width": 2, class: "selected" });
  if (!isSelected) return [dot];
  return [
    pathMark("selected halo", d, { ...pathStyle, stroke: theme.ground, "stroke-width": toTenths(width + 3.5) }),
    pathMark("selected casing", d, { ...pathStyle, stroke: theme.accent, "stroke-width": toTenths(width) }),
    pathMark("selected core", d, {
      ...pathStyle,
      stroke: loadPalette(theme, "ground").fill[toneOf(strandUtilization(lines[0], loads))],
      "stroke-width": toTenths(hotWidth + 1),
    }),
    dot,
  ];
}

/** The middle of the longest line of a channel, where a note about it is attached. */
export function anchorOf(lines: readonly Line[]): readonly [number, number] {
  const length = ({ curve }: Line) => Math.hypot(curve[6] - curve[0], curve[7] - curve[1]);
  return pointOnCurve(lines.reduce((longest, line) => (length(line) > length(longest) ? line : longest)).curve, 0.5);
}

/**
 * Marks of the switches: each box is filled from the bottom in proportion to the used part of its buffers. Where a box is too low for a
 * fill level, it is darker the fuller it is. Boxes are empty where no packets wait in switches. If there is a deadlock, boxes outside it
 * are fainter. The boxes of highlighted switches, failed switches, terminals without links and group names follow.
 * @param isOnCanvas True where boxes and their fill levels are painted on a canvas instead.
 */
export function switchMarks(scene: Scene, data: ViewData, { theme }: Canvas, isOnCanvas = false): Mark[] {
  const { boxes } = scene;
  if (data.network === null || (boxes.length === 0 && scene.failedOutlines === "")) return [];
  const outlinePath = (shownBoxes: Scene["boxes"]) => shownBoxes.map((box) => outlineOf(box, scene.boxRadius)).join("");
  const marks: Mark[] = [];
  // The boxes and their fill levels.
  if (!isOnCanvas && boxes.length > 0) {
    const fullness = fullnessOf(data);
    const { width } = boxes[0];
    const edgeStyle = width >= 4 ? { stroke: theme.edge, "stroke-width": width >= 12 ? 1 : 0.5 } : {};
    const emptyFill = fullness === null && width < 4 ? theme.wire : theme.surface;
    marks.push(pathMark("boxes", outlinePath(boxes), { fill: emptyFill, ...edgeStyle, class: "boxes" }));
    if (fullness !== null) {
      const [shownBoxes, faintBoxes] = data.layouts?.filledBoxes(boxes, data) ?? [boxes, []];
      marks.push(...fillMarks("tanks", shownBoxes, scene.boxRadius, fullness, theme, fullOpacity));
      marks.push(...fillMarks("tanks beside", faintBoxes, scene.boxRadius, fullness, theme, fullOpacity / 2.5));
    }
  }
  // Outlines of the highlighted boxes and failed switches, and terminals without links.
  const highlighted = highlightedBoxes(scene, data);
  if (highlighted.length > 0) {
    const d = outlinePath(highlighted);
    marks.push(
      pathMark("ends halo", d, { fill: "none", stroke: theme.ground, "stroke-width": 5 }),
      pathMark("ends", d, { fill: "none", stroke: theme.accent, "stroke-width": 2 }),
    );
  }
  if (scene.failedOutlines !== "")
    marks.push(
      pathMark("missing", scene.failedOutlines, {
        stroke: theme.edge,
        "stroke-width": 1,
        "stroke-opacity": 0.6,
        "stroke-dasharray": "2 2.5",
      }),
    );
  const { isolatedTerminals = "" } = scene;
  if (isolatedTerminals !== "") marks.push(pathMark("isolated terminals", isolatedTerminals, { stroke: theme.edge, "stroke-width": 1 }));
  marks.push(...groupNameMarks(scene, theme));
  return marks;
}

/** Margin between a box and its fill level, pixels. */
const levelInset = 2;
/** Minimum size of a box that has a fill level, pixels. */
const minLevelSize = 9;

/**
 * Marks that show the fullness of switch boxes: a fill level in each box, or a tone of the whole box where it is too low for a level. All
 * levels are one path; all boxes of equal tone are one path, too. A box with several switches shows a level for each of them.
 * @param key Beginning of the keys of the marks.
 * @param opacity Opacity of a full box: switches outside a deadlock are fainter than those in it.
 */
function fillMarks(
  key: string,
  boxes: readonly SwitchBox[],
  boxRadius: number,
  fullness: BufferFullness,
  theme: Canvas["theme"],
  opacity: number,
): readonly Mark[] {
  const radius = Math.max(0, boxRadius - levelInset);
  let levels = "";
  const byTone = new Map<number, string>();
  for (const box of boxes) {
    const boxFullness = fullness(box.switches);
    if (boxFullness === 0) continue;
    if (box.switches.length > 1 && hasFillLevel(box)) {
      levels += fillProfile(box, fullness);
      continue;
    }
    if (!hasFillLevel(box)) {
      const tone = toneOf(boxFullness);
      byTone.set(tone, (byTone.get(tone) ?? "") + outlineOf(box, boxRadius));
      continue;
    }
    const { x, y, width, height } = filledPart(box, boxFullness);
    levels += roundedRectanglePath(toTenths(x), toTenths(y), toTenths(width), toTenths(height), Math.min(radius, height / 2));
  }
  return [
    ...(levels === "" ? [] : [pathMark(key, levels, { fill: theme.ink, "fill-opacity": opacity, class: "tanks" })]),
    ...[...byTone].map(([tone, d]) =>
      pathMark(`${key} ${tone}`, d, { fill: theme.ink, "fill-opacity": toTenths((10 * opacity * tone) / toneCount) / 10, class: "tanks" }),
    ),
  ];
}

/** Fill levels of several switches in one box: a column for each, the fullest first. If there are more switches than pixels, a sample. */
function fillProfile(box: SwitchBox, fullness: BufferFullness): string {
  const { switches } = box;
  const { x, y, width, height } = fillArea(box);
  const sorted = switches.map((node) => fullness([node])).sort((a, b) => b - a);
  const [innerWidth, innerHeight, bottom] = [width - 2 * levelInset, height - 2 * levelInset, y + height - levelInset];
  const columns = Math.min(sorted.length, Math.floor(innerWidth));
  const column = (i: number) => {
    const columnFullness = sorted[Math.floor(((i + 0.5) * sorted.length) / columns)];
    return `V${toTenths(bottom - innerHeight * columnFullness)}H${toTenths(x + levelInset + (innerWidth * (i + 1)) / columns)}`;
  };
  return `M${toTenths(x + levelInset)} ${toTenths(bottom)}${Array.from({ length: columns }, (_, i) => column(i)).join("")}V${toTenths(bottom)}z`;
}

/** Whether a box is large enough for a fill level. */
export const hasFillLevel = ({ width, height }: SwitchBox) => Math.min(width, height) >= minLevelSize;

/** Opacity of a box with full buffers, 0 to 1. The frame of the selection must remain visible on it. */
export const fullOpacity = 0.86;

/** The filled part of a box, from its bottom. */
export function filledPart(box: SwitchBox, fullness: number): BoxArea {
  const { x, y, width, height } = fillArea(box);
  const filledHeight = Math.max(1.2, (height - 2 * levelInset) * fullness);
  return { x: x + levelInset, y: y + height - levelInset - filledHeight, width: width - 2 * levelInset, height: filledHeight };
}

const cachedOutlines = new WeakMap<object, string>();

/** Outline of a box. Boxes do not move, so the path is cached. */
function outlineOf(box: SwitchBox, radius: number): string {
  let d = cachedOutlines.get(box);
  if (d === undefined) {
    d = roundedRectanglePath(box.x, box.y, box.width, box.height, radius);
    cachedOutlines.set(box, d);
  }
  return d;
}
