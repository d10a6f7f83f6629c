/** Scene and loads → marks. Marks of one tone share one path, so the page's elements do not grow with the network. */
import type { Network } from "../../../core/network/network.ts";
import type { Canvas, ViewData } from "../../contract.ts";
import { palette, tones, toneOf } from "../../marks/colour.ts";
import { countOf, formatPercent } from "../../../words/numbers.ts";
import type { Loads } from "../../readings/loads.ts";
import { circleMark, type Mark, pathMark, ring, roundedRectangle, tenth, textMark } from "../../marks/marks.ts";
import { paintAxis, paintWords } from "./paint-axis.ts";
import { linesOf } from "./lines-of.ts";
import { highlightedBoxes, paintHighlightedChannels, paintHighlightedTerminals, partMarks } from "./paint-highlight.ts";
import { sayPackets } from "./packets.ts";
import { courseOf, type Curve, type Line, pathOf, pointAt, type Scene } from "../scene.ts";

/**
 * The marks of a placed network, from the ground up: wires, strands, choice, switches, terminals, words.
 * @param isOnCanvas true where wires, strands, boxes and cells are painted elsewhere
 */
export function paint(scene: Scene, data: ViewData, loads: Loads, canvas: Canvas, isOnCanvas = false): readonly Mark[] {
  // What the page speaks of is not what the reader has picked.
  const speaks = data.selected.is === "nothing" || data.highlight.channels.has(data.selectedChannel);
  const selected = linesOf(scene, [data.selectedChannel]);
  return [
    ...(isOnCanvas ? [] : paintStrands(scene, loads, canvas)),
    ...paintDeadlock(scene, data.results?.deadlockChannels ?? [], canvas),
    ...paintHighlightedChannels(scene, data, canvas),
    ...paintSelected(scene, selected, loads, canvas, speaks),
    ...paintSwitches(scene, data, loads, canvas, undefined, isOnCanvas),
    ...paintAxis(scene, data, loads, canvas),
    ...paintHighlightedTerminals(scene, data, canvas),
    ...sayPackets(scene, data, canvas),
    ...paintWords(scene, canvas),
    ...partMarks("", scene, data.network, data.highlight, canvas),
  ];
}

/** How full a strand is: the load of its hottest channel as a part of what that can carry. */
export function strandShare(strand: Line, loads: Loads): number {
  let most = 0;
  for (const channel of strand.channels) {
    const share = loads.share(channel);
    if (share > most) most = share;
  }
  return most;
}

function paintStrands(scene: Scene, loads: Loads, { theme }: Canvas): Mark[] {
  const colours = palette(theme, "ground").fill;
  const kinds = { light: byTone(), strands: byTone(), bundles: byTone() };
  for (const strand of scene.strands) {
    const own = strand.light ? kinds.light : strand.bold === true ? kinds.bundles : kinds.strands;
    own[toneOf(strandShare(strand, loads))] += courseOf(strand);
  }
  const { cold, hot } = scene.strandWidth;
  const marks: Mark[] = [];
  if (scene.wires !== "") marks.push(pathMark("wires", scene.wires, { stroke: theme.wire, "stroke-width": Math.min(1, cold * 2) }));
  else marks.push(pathMark("wires", kinds.strands[0] + kinds.light[0] + kinds.bundles[0], { stroke: theme.wire, "stroke-width": cold }));
  const put = (kind: keyof typeof kinds, attributes: (tone: number) => Mark["attributes"]) =>
    kinds[kind].forEach((d, tone) => {
      if (tone > 0 && d !== "") marks.push(pathMark(`${kind} ${tone}`, d, { stroke: colours[tone], ...attributes(tone) }));
    });
  const width = (tone: number, part = 1) => Math.round((cold + (hot * tone) / tones) * part * 100) / 100;
  put("light", (tone) => ({ "stroke-width": width(tone, 0.6), "stroke-opacity": 0.75 }));
  put("strands", (tone) => ({ "stroke-width": width(tone), "stroke-linecap": "round", class: "strands" }));
  put("bundles", (tone) => ({ "stroke-width": tenth(bundleWidth(tone)), "stroke-linecap": "round", class: "strands" }));
  return marks;
}

const byTone = () => Array.from({ length: tones + 1 }, () => "");

/** Width of the line of a closed unit, pixels. */
export function bundleWidth(tone: number): number {
  return 0.6 + (2.9 * tone) / tones;
}

/** The strand the reader has picked: halo, casing, its own tone, a dot. */
function paintSelected(scene: Scene, selected: readonly Line[], loads: Loads, { theme }: Canvas, speaks: boolean): Mark[] {
  if (selected.length === 0) return [];
  const d = selected.map((line) => pathOf(line.curve)).join("");
  const width = scene.strandWidth.hot + scene.casing;
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
      "stroke-width": tenth(scene.strandWidth.hot + 1),
    }),
    dot,
  ];
}

/** Middle of the longest of a channel's lines: where a note about it is tied. */
export function middleOf(lines: readonly Line[]): readonly [number, number] {
  const length = ({ curve }: Line) => Math.hypot(curve[6] - curve[0], curve[7] - curve[1]);
  return pointAt(lines.reduce((longest, each) => (length(each) > length(longest) ? each : longest)).curve, 0.5);
}

/** The circle of waits: its channels, each with a dot and a point that shows the way it goes. */
export function paintDeadlock(scene: Scene, channels: readonly number[], { theme }: Canvas): Mark[] {
  if (channels.length === 0) return [];
  const lines = linesOf(scene, channels);
  const d = lines.map((line) => pathOf(line.curve)).join("");
  const width = scene.strandWidth.hot;
  return [
    pathMark("deadlock halo", d, { stroke: theme.ground, "stroke-width": tenth(width + 5), "stroke-linecap": "round" }),
    pathMark("deadlock", d, {
      stroke: theme.accent,
      "stroke-width": tenth(Math.max(1.6, width)),
      "stroke-linecap": "round",
      class: "deadlock",
    }),
    pathMark("deadlock dots", lines.map(({ curve }) => ring(...pointAt(curve, 0.12), Math.max(1.5, width * 0.9))).join(""), {
      fill: theme.accent,
    }),
    pathMark("deadlock points", lines.map(({ curve }) => arrow(curve, Math.max(3, width * 2))).join(""), {
      fill: theme.accent,
      stroke: theme.ground,
      "stroke-width": 1,
    }),
  ];
}

function arrow(curve: Curve, size: number): string {
  const [x, y] = pointAt(curve, 0.62);
  const [bx, by] = pointAt(curve, 0.52);
  const length = Math.hypot(x - bx, y - by) || 1;
  const [dx, dy] = [((x - bx) / length) * size, ((y - by) / length) * size];
  const at = (along: number, across: number) => `${tenth(x + dx * along - dy * across)} ${tenth(y + dy * along + dx * across)}`;
  return `M${at(1, 0)}L${at(-0.8, 0.8)}L${at(-0.8, -0.8)}z`;
}

/**
 * Cells of the congestion matrix: ports in tones of the worst port, a number in the centre, % of the worst switch.
 * @param worst what the worst are, where they may be in another network beside this one
 * @param isOnCanvas true where boxes and cells are painted elsewhere
 */
export function paintSwitches(
  scene: Scene,
  data: ViewData,
  loads: Loads,
  { theme }: Canvas,
  worst = worstWaiting(data, loads),
  isOnCanvas = false,
): Mark[] {
  if (data.network === null) return [];
  const colours = palette(theme, "surface");
  const waits = waitingOf(scene, data, loads, worst);
  const outline = (boxes: Scene["boxes"]) => boxes.map((box) => outlineOf(box, scene.boxRadius)).join("");
  if (scene.boxes.length === 0) return [];
  const edge = scene.boxes[0].width >= 4 ? { stroke: theme.edge, "stroke-width": scene.boxes[0].width >= 12 ? 1 : 0.5 } : {};
  const marks: Mark[] = [];
  if (isOnCanvas) {
    // They are there already.
  } else if (scene.tonedBoxes) {
    const byTone = Array.from({ length: tones + 1 }, () => [] as Scene["boxes"][number][]);
    scene.boxes.forEach((box, i) => byTone[toneOf(waits.ofBox(i))].push(box));
    byTone.forEach((boxes, tone) => {
      if (boxes.length > 0)
        marks.push(
          pathMark(`boxes ${tone}`, outline(boxes), {
            fill: tone === 0 && scene.boxes[0].width < 4 ? theme.wire : colours.fill[tone],
            ...edge,
            class: "boxes",
          }),
        );
    });
  } else marks.push(pathMark("boxes", outline(scene.boxes), { fill: theme.surface, ...edge, class: "boxes" }));
  const framed = highlightedBoxes(scene, data);
  if (framed.length > 0) {
    const d = outline(framed);
    marks.push(
      pathMark("ends halo", d, { stroke: theme.ground, "stroke-width": 5 }),
      pathMark("ends", d, { stroke: theme.accent, "stroke-width": 2 }),
    );
  }

  if (!isOnCanvas) {
    const cells = byTone();
    scene.cells.forEach((cell, i) => (cells[toneOf(waits.ofCell(i))] += outlineOf(cell, scene.cellRadius)));
    cells.forEach((d, tone) => {
      if (d !== "") marks.push(pathMark(`cells ${tone}`, d, { fill: colours.fill[tone], class: "cells" }));
    });
  }
  if (scene.missing !== "")
    marks.push(
      pathMark("missing", scene.missing, { stroke: theme.edge, "stroke-width": 1, "stroke-opacity": 0.6, "stroke-dasharray": "2 2.5" }),
    );
  if (scene.unplugged !== "") marks.push(pathMark("unplugged", scene.unplugged, { stroke: theme.edge, "stroke-width": 1 }));
  if (scene.cellFont > 0) {
    scene.cells.forEach((cell, i) => {
      const part = waits.ofCell(i);
      const size = part > 0.995 ? scene.cellFont - 1.5 : scene.cellFont;
      const middle = { x: cell.x + cell.width / 2, y: cell.y + cell.height / 2 + scene.cellFont * 0.36 };
      const number = formatPercent(part);
      // Where a switch has many ports to one side, theirs are narrower than the others.
      if (number.length * size * 0.56 > cell.width + 2) return;
      marks.push(
        textMark(`cell ${i}`, middle.x, middle.y, number, {
          "font-size": size,
          "text-anchor": "middle",
          fill: colours.ink[toneOf(part)],
          "fill-opacity": part < 0.005 ? 0.7 : 1,
        }),
      );
    });
  }
  if (scene.boxFont > 0) {
    scene.boxes.forEach((box, i) => {
      const size = box.width < 30 && waits.ofBox(i) > 0.995 ? scene.boxFont - 1.5 : scene.boxFont;
      // Digits of bold type are 0.62 of its size wide; what is wider than its box says nothing.
      const number = wordsOf(box, waits.ofBox(i)).find((words) => words.length * size * 0.62 <= box.width + 1);
      if (box.width < 16 || box.height < 13 || number === undefined) return;
      const ink = scene.tonedBoxes ? colours.ink[toneOf(waits.ofBox(i))] : theme.ink;
      const [x, y] = middleSeen(box, scene);
      if (box.unit !== undefined && box.height >= roomForName && box.width >= roomForName) {
        const name = box.unit.slice(box.unit.indexOf(" with ") + 6);
        marks.push(textMark(`unit ${i}`, x, y - 12, name, { "font-size": 12, "font-weight": 600, "text-anchor": "middle", fill: ink }));
      }
      marks.push(
        textMark(`box ${i}`, x, y + scene.boxFont * 0.36, number, {
          "font-size": size,
          "font-weight": 600,
          "text-anchor": "middle",
          fill: ink,
        }),
      );
    });
  }
  return marks;
}

/** A closed unit as wide and as high as this says its name, pixels. */
const roomForName = 48;

/** Middle of the part of a box that is seen. */
function middleSeen({ x, y, width, height }: Scene["boxes"][number], scene: Scene): readonly [number, number] {
  const middle = (from: number, size: number, room: number) => (Math.max(0, from) + Math.min(room, from + size)) / 2;
  return [middle(x, width, scene.width), middle(y, height, scene.height)];
}

/** What a box says, from the longest to its number alone; a closed unit says that it is one. */
function wordsOf({ switches, unit }: Scene["boxes"][number], waits: number): readonly string[] {
  const percent = formatPercent(waits);
  if (unit === undefined) return [percent];
  const count = countOf(switches.length, "switch", "switches");
  return [`${count} in one box, worst ${percent}`, `${count} · ${percent}`, percent];
}

const outlines = new WeakMap<object, string>();

/** Outline of a box or cell; they do not move, so each is written once. */
function outlineOf(part: Scene["boxes"][number] | Scene["cells"][number], radius: number): string {
  let d = outlines.get(part);
  if (d === undefined) {
    d = roundedRectangle(part.x, part.y, part.width, part.height, radius);
    outlines.set(part, d);
  }
  return d;
}

/** Longest waiting behind one channel that leads to a switch, and in one switch, cycles of all packets together. */
export interface WorstWaiting {
  readonly channel: number;
  readonly inSwitch: number;
}

interface Waiting {
  readonly worst: WorstWaiting;
  /** [S] Waiting of all packets in each switch, cycles. */
  readonly inSwitch: Float64Array;
}

const summed = new WeakMap<Loads, Waiting>();

/** What has waited in each switch, and the worst of it; summed once for each reading of a frame. */
function waitingIn({ head, terminals, switches }: Network, loads: Loads): Waiting {
  const known = summed.get(loads);
  if (known !== undefined) return known;
  const inSwitch = new Float64Array(switches);
  let channel = 0;
  for (let c = 0; c < head.length; c++) {
    const s = head[c] - terminals;
    if (s < 0) continue;
    const waited = loads.waiting(c);
    inSwitch[s] += waited;
    if (waited > channel) channel = waited;
  }
  let most = 0;
  for (let s = 0; s < switches; s++) if (inSwitch[s] > most) most = inSwitch[s];
  const found = { worst: { channel, inSwitch: most }, inSwitch };
  summed.set(loads, found);
  return found;
}

/** The worst waiting of a network; 0 where nothing has waited. */
export function worstWaiting({ network }: Pick<ViewData, "network">, loads: Loads): WorstWaiting {
  return network === null ? { channel: 0, inSwitch: 0 } : waitingIn(network, loads).worst;
}

/** Waiting at each cell, of the worst channel's, and in each box, of the worst switch's; 0 … 1. */
export function waitingOf(scene: Scene, { network }: ViewData, loads: Loads, worst: WorstWaiting) {
  if (network === null) return { ofCell: () => 0, ofBox: () => 0 };
  const { inSwitch } = waitingIn(network, loads);
  const part = (value: number, most: number) => (most > 0 ? value / most : 0);
  return {
    ofCell: (i: number) =>
      part(
        scene.cells[i].channels.reduce((most, c) => Math.max(most, loads.waiting(c)), 0),
        worst.channel,
      ),
    ofBox: (i: number) =>
      part(
        scene.boxes[i].switches.reduce((most, n) => Math.max(most, inSwitch[n - network.terminals]), 0),
        worst.inSwitch,
      ),
  };
}
