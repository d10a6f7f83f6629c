/** Marks over a drawing being edited: the selection, the gesture under way, and handles. */
import { isTerminalEnd, terminalOfEnd } from "../../core/network/drawing/drawing.ts";
import { linksBetween, namesOfCopies } from "../../core/network/drawing/edit.ts";
import { joinWithAnd } from "../../core/base/words.ts";
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
import { maxNamedSwitches } from "../stage/layouts/manual.ts";
import { linesOfChannels } from "../stage/paint/channel-lines.ts";
import { linePathData } from "../stage/scene.ts";
import type { DrawingDraft } from "./contract.ts";
import { switchName } from "./names.ts";
import { closedLasso } from "./hit-test-drawing.ts";
import { type PlacedDrawing, switchPoint } from "./place-draft.ts";
import type { StagePoint } from "./session.ts";
import { textWidth, strongWeight } from "../plot/text-width.ts";

export function overlayMarks(draft: DrawingDraft, placement: PlacedDrawing, canvas: Canvas): readonly Mark[] {
  return [
    ...guideMarks(draft, placement, canvas),
    ...linkMarks(draft, placement, canvas),
    ...selectionMarks(draft, placement, canvas),
    ...gestureMarks(draft, placement, canvas),
  ];
}

const switchOutline = (placement: PlacedDrawing, s: number, margin: number) => {
  const [x, y] = switchPoint(placement, s);
  const [w, h] = placement.switchSize;
  return roundedRectanglePath(x - w / 2 - margin, y - h / 2 - margin, w + 2 * margin, h + 2 * margin, 5 + margin);
};

/**
 * Marks (SVG shapes) along the selected links, and along the hovered link unless it is selected: a wide translucent line in the color of
 * the selection or of the hover, and a narrower one above it. Links are pairs of ends; an end is the index of a switch or encodes a
 * terminal.
 */
function linkMarks({ network, selectedLinks, session }: DrawingDraft, { scene }: PlacedDrawing, { theme }: Canvas): Mark[] {
  const casingMarks = (key: string, links: readonly (readonly [number, number])[], color: string, extraWidth: number) => {
    const nodeOfEnd = (end: number) => (isTerminalEnd(end) ? terminalOfEnd(end) : network.terminals + end);
    const channels: number[] = [];
    for (const ends of links) {
      const [fromNode, toNode] = ends.map(nodeOfEnd);
      for (let c = network.firstOut[fromNode]; c < network.firstOut[fromNode + 1]; c++)
        if (network.head[c] === toNode) channels.push(c, network.reverse[c]);
    }
    const lines = linesOfChannels(scene, channels).map(linePathData).join("");
    if (lines === "") return [];
    const width = scene.strandWidth.hot;
    return [
      pathMark(`${key} casing`, lines, {
        stroke: color,
        "stroke-width": toTenths(width + extraWidth),
        "stroke-linecap": "round",
        "stroke-opacity": 0.55,
      }),
      pathMark(`${key} core`, lines, {
        stroke: theme.ground,
        "stroke-width": toTenths(Math.max(1, width)),
        "stroke-linecap": "round",
        "stroke-opacity": 0.35,
      }),
    ];
  };
  const { hovered, gesture } = session;
  const isHovered = gesture === null && hovered.is === "link" && !selectedLinks.some(([a, b]) => a === hovered.a && b === hovered.b);
  return [
    ...(isHovered ? casingMarks("pointed", [[hovered.a, hovered.b]], theme.ink2, 4) : []),
    ...casingMarks("chosen link", selectedLinks, theme.accent, 6),
  ];
}

/** Up to this many selected switches are named on the drawing; if more are selected, only the card names some. */
const maxNamedSelected = 8;

/** Outlines and names of the selection, and handles if it is a single switch. */
function selectionMarks(draft: DrawingDraft, placement: PlacedDrawing, { theme }: Canvas): Mark[] {
  const marks: Mark[] = [];
  const { drawing, selectedSwitches, session } = draft;
  const { firstOut, head, terminals } = draft.network;
  const { hovered, gesture } = session;
  const { switches } = drawing;
  const hoveredSwitch = gesture === null && (hovered.is === "switch" || hovered.is === "edge") ? hovered.switchIndex : -1;
  const outlined = gesture?.is === "lasso" ? gesture.enclosedSwitches : [...selectedSwitches];
  if (hoveredSwitch >= 0 && hoveredSwitch < switches.length && !selectedSwitches.has(hoveredSwitch))
    marks.push(
      pathMark("pointed at", switchOutline(placement, hoveredSwitch, 3.5), {
        stroke: hovered.is === "edge" ? theme.accent : theme.ink,
        "stroke-width": 1.5,
      }),
    );
  if (outlined.length > 0) {
    const d = outlined
      .filter((s) => s < switches.length)
      .map((s) => switchOutline(placement, s, 4))
      .join("");
    marks.push(
      pathMark("chosen halo", d, { stroke: theme.ground, "stroke-width": 5 }),
      pathMark("chosen", d, { stroke: theme.accent, "stroke-width": 2 }),
    );
  }
  const [onlySwitch] = selectedSwitches;
  if (gesture === null && selectedSwitches.size === 1 && onlySwitch < switches.length) {
    const [x, y] = switchPoint(placement, onlySwitch);
    const [w, h] = placement.switchSize;
    const dots = (
      [
        [0, -1],
        [0, 1],
        [-1, 0],
        [1, 0],
      ] as const
    ).map(([dx, dy]) => circlePath(x + dx * (w / 2 + 4), y + dy * (h / 2 + 4), 4.2));
    marks.push(pathMark("dots", dots.join(""), { fill: theme.accent, stroke: theme.ground, "stroke-width": 1.5 }));
  }
  if (hovered.is === "edge" && gesture === null) {
    const [x, y] = hovered.point;
    marks.push(circleMark("pull", x, y, 5, { fill: theme.accent, stroke: theme.ground, "stroke-width": 1.5 }));
  }
  if (draft.selectedTerminals.size > 0) {
    const dots = placement.scene.dots.filter(({ terminal }) => draft.selectedTerminals.has(terminal));
    marks.push(
      pathMark("chosen terminals", dots.map(({ x, y }) => circlePath(x, y, 8)).join(""), { stroke: theme.accent, "stroke-width": 2 }),
    );
  }
  if (hovered.is === "terminal" && gesture === null) {
    const dot = placement.scene.dots.find(({ terminal }) => terminal === hovered.terminal);
    if (dot !== undefined) marks.push(circleMark("terminal", dot.x, dot.y, 5, { fill: "none", stroke: theme.accent, "stroke-width": 2 }));
  }
  // In a drawing too large for all names, the selected and hovered switches are named nevertheless.
  const maxNamed = maxNamedSwitches(session.size[0]);
  if (switches.length > maxNamed) {
    // The hovered switch comes first: a name that would overlap an earlier one is omitted.
    const namedSwitches = [
      ...new Set([...(hoveredSwitch < 0 ? [] : [hoveredSwitch]), ...(selectedSwitches.size <= maxNamedSelected ? selectedSwitches : [])]),
    ].filter((s) => s < switches.length);
    const usedSpaces: (readonly [left: number, right: number, y: number])[] = [];
    for (const s of namedSwitches) {
      const [switchX, switchY] = switchPoint(placement, s);
      // The name is above the switch, and also above those terminals of the switch that are above it.
      const top = switchY - placement.switchSize[1] / 2;
      const ownDots = placement.scene.dots.filter(({ terminal }) => head[firstOut[terminal]] === terminals + s);
      const y = ownDots.reduce((usedY, dot) => (dot.y < top ? Math.min(usedY, dot.y - 12) : usedY), top - 10);
      const halfWidth = textWidth(switchName(draft, s), { size: 12 }) / 2;
      const x = Math.max(halfWidth + 4, Math.min(session.size[0] - halfWidth - 4, switchX));
      if (usedSpaces.some(([left, right, usedY]) => x - halfWidth < right && x + halfWidth > left && Math.abs(usedY - y) < 16)) continue;
      usedSpaces.push([x - halfWidth, x + halfWidth, y]);
      marks.push(
        textMark(`name ${s}`, x, y, switchName(draft, s), {
          "font-size": 12.5,
          "font-weight": strongWeight,
          "text-anchor": "middle",
          fill: selectedSwitches.has(s) ? theme.accent : theme.ink,
          ...textHalo(theme.ground),
        }),
      );
    }
  }
  return marks;
}

/** Guides along the rows and columns that moved switches snap to. */
function guideMarks({ session: { gesture } }: DrawingDraft, { camera }: PlacedDrawing, { theme }: Canvas): Mark[] {
  if (gesture?.is !== "move" && gesture?.is !== "copy") return [];
  const toScreen = (x: number, y: number) => `${toTenths(x * camera.scale + camera.x)} ${toTenths(y * camera.scale + camera.y)}`;
  const d = gesture.guides.map(([x1, y1, x2, y2]) => `M${toScreen(x1, y1)}L${toScreen(x2, y2)}`).join("");
  return d === "" ? [] : [pathMark("guides", d, { stroke: theme.accent, "stroke-width": 1, "stroke-dasharray": "2 4" })];
}

const ordinal = (n: number) => (n === 1 ? "first" : n === 2 ? "2nd" : n === 3 ? "3rd" : `${n}th`);

/** If a link would start at more switches than this, its preview counts the switches instead of naming them. */
const maxNamedSources = 3;

/** The links that releasing the pointer would add: `2nd link to spine 1`, `3 links to spine 1, from leaf 1, leaf 2 and leaf 3`. */
function sayLinks(draft: DrawingDraft, sources: readonly number[], to: number): string {
  const target = switchName(draft, to);
  if (sources.length === 1) return `${ordinal(linksBetween(draft.drawing, sources[0], to).length + 1)} link to ${target}`;
  const from = sources.length > maxNamedSources ? "" : `, from ${joinWithAnd(sources.map((s) => switchName(draft, s)))}`;
  return `${sources.length} links to ${target}${from}`;
}

/** Marks of the gesture under way: the lasso, the dragged terminal, links being drawn with their preview, or dashed copies. */
function gestureMarks(draft: DrawingDraft, placement: PlacedDrawing, canvas: Canvas): Mark[] {
  const { drawing, selectedSwitches, session, isCopyLinked } = draft;
  const { gesture } = session;
  const { theme } = canvas;
  if (gesture === null) return [];
  const [w, h] = placement.switchSize;
  const targetOutline = (s: number) => pathMark("target", switchOutline(placement, s, 5), { stroke: theme.accent, "stroke-width": 2.5 });
  if (gesture.is === "lasso") {
    const d = `M${closedLasso(gesture.points)
      .map(([x, y]) => `${toTenths(x)} ${toTenths(y)}`)
      .join("L")}Z`;
    return [
      pathMark("lasso", d, {
        fill: theme.accent,
        "fill-opacity": 0.08,
        stroke: theme.accent,
        "stroke-width": 1.5,
        "stroke-dasharray": "5 4",
      }),
    ];
  }
  if (gesture.is === "terminal") {
    return [
      circleMark("held terminal", ...gesture.point, 5, { fill: theme.accent }),
      ...(gesture.targetSwitch === null
        ? []
        : [
            targetOutline(gesture.targetSwitch),
            ...pillMarks(gesture.point[0], gesture.point[1] - 16, `to ${switchName(draft, gesture.targetSwitch)}`, canvas),
          ]),
    ];
  }
  if (gesture.is === "link") {
    const target = gesture.targetSwitch === null ? gesture.point : switchPoint(placement, gesture.targetSwitch);
    const sources = gesture.sources.filter((s) => s !== gesture.targetSwitch);
    const ends = sources.map((s): readonly [StagePoint, StagePoint] => {
      const from = switchPoint(placement, s);
      return [borderPoint(from, target, w, h), gesture.targetSwitch === null ? gesture.point : borderPoint(target, from, w, h)];
    });
    const line = ends
      .map(([start, end]) => `M${toTenths(start[0])} ${toTenths(start[1])}L${toTenths(end[0])} ${toTenths(end[1])}`)
      .join("");
    const [start, end] = ends[sources.indexOf(gesture.sourceSwitch)];
    const newSwitch = `release to add a switch${sources.length > 1 ? `, linked to ${sources.length} switches` : ""}`;
    return [
      pathMark("held halo", line, { stroke: theme.ground, "stroke-width": 8 }),
      pathMark("held link", line, {
        stroke: theme.accent,
        "stroke-width": 2.5,
        "stroke-linecap": "round",
        ...(gesture.targetSwitch === null ? { "stroke-dasharray": "6 5" } : {}),
      }),
      ...(gesture.targetSwitch !== null
        ? [
            targetOutline(gesture.targetSwitch),
            ...pillMarks((start[0] + end[0]) / 2, (start[1] + end[1]) / 2 + 4, sayLinks(draft, sources, gesture.targetSwitch), canvas),
          ]
        : [
            pathMark("new switch", roundedRectanglePath(gesture.point[0] - w / 2, gesture.point[1] - h / 2, w, h, 5), {
              fill: theme.ground,
              stroke: theme.accent,
              "stroke-width": 1.5,
              "stroke-dasharray": "4 3",
            }),
            ...pillMarks(gesture.point[0], gesture.point[1] + h / 2 + 20, gesture.isFar ? newSwitch : "drag to another switch", canvas),
          ]),
    ];
  }
  if (gesture.is === "move") return [];
  // The dashed preview of copies.
  const copied = [...selectedSwitches];
  const names = namesOfCopies(drawing, copied);
  const offset: StagePoint = [gesture.offset[0] * placement.camera.scale, gesture.offset[1] * placement.camera.scale];
  const copyPoints = new Map(
    copied.map((s) => [s, [switchPoint(placement, s)[0] + offset[0], switchPoint(placement, s)[1] + offset[1]] as const]),
  );
  const links = drawing.links.flatMap(({ a, b }) => {
    if (isTerminalEnd(a)) return [];
    const [p, q] = [copyPoints.get(a), copyPoints.get(b)];
    if ((p === undefined && q === undefined) || ((p === undefined || q === undefined) && !isCopyLinked)) return [];
    const [from, to] = [p ?? switchPoint(placement, a), q ?? switchPoint(placement, b)];
    const [start, end] = [borderPoint(from, to, w, h), borderPoint(to, from, w, h)];
    return [`M${toTenths(start[0])} ${toTenths(start[1])}L${toTenths(end[0])} ${toTenths(end[1])}`];
  });
  const copyOutlines = [...copyPoints.values()].map(([x, y]) => roundedRectanglePath(x - w / 2, y - h / 2, w, h, 5)).join("");
  const highest = [...copyPoints.values()].reduce((top, each) => (each[1] < top[1] ? each : top));
  return [
    pathMark("copied links", links.join(""), { stroke: theme.accent, "stroke-width": 1.6, "stroke-dasharray": "6 5" }),
    pathMark("copies", copyOutlines, { fill: theme.ground, stroke: theme.accent, "stroke-width": 1.5, "stroke-dasharray": "4 3" }),
    ...(copied.length > maxNamedSwitches(canvas.width)
      ? []
      : copied.map((s, i) => {
          const [x, y] = copyPoints.get(s)!;
          return textMark(`copy ${i}`, x, y + 4.5, names[i], { "font-size": 12, "text-anchor": "middle", fill: theme.accent });
        })),
    ...pillMarks(highest[0], highest[1] - h / 2 - 14, `a copy with ${isCopyLinked ? "all links" : "inner links only"}`, canvas),
  ];
}

/** Point slightly outside the box of a switch on the line from its center to another point. */
function borderPoint([x, y]: StagePoint, [tx, ty]: StagePoint, w: number, h: number): StagePoint {
  const [dx, dy] = [tx - x, ty - y];
  const factor = Math.min((w / 2 + 5) / Math.abs(dx || 1e-6), (h / 2 + 5) / Math.abs(dy || 1e-6), 1);
  return [x + dx * factor, y + dy * factor];
}

/** A short text on a dark pill, kept inside the drawing. */
function pillMarks(x: number, y: number, text: string, { width, height, theme }: Canvas): readonly Mark[] {
  const w = textWidth(text, { size: 12 }) + 18;
  const left = Math.max(4, Math.min(width - w - 4, x - w / 2));
  const top = Math.max(4, Math.min(height - 26, y - 15));
  return [
    rectMark("pill", left, top, w, 22, { rx: 11, fill: theme.ink }),
    textMark("pill text", left + w / 2, top + 15.5, text, { "font-size": 12, "text-anchor": "middle", fill: theme.ground }),
  ];
}
