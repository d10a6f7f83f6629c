/** Scene and loads → marks. Marks of one tone share one path, so the page's elements do not grow with the network. */
import type { Canvas, ViewData } from "../contract.ts";
import { palette, tones, toneOf } from "../shared/colour.ts";
import { formatPercent } from "../shared/format.ts";
import { type Loads, loadsOf } from "../shared/loads.ts";
import { circleMark, type Mark, pathMark, ring, roundedRectangle, tenth, textMark } from "../shared/marks.ts";
import { paintAxis, paintWords } from "./paint-axis.ts";
import { courseOf, type Curve, type Line, pathOf, pointAt, type Scene } from "./scene.ts";

/** From this tone on packets are seen to move along a strand. */
const drifting = (tones * 3) / 8;
/** With more strands than this nothing drifts: it would cost more than it tells. */
const mostDrifting = 1500;

/** The marks of a placed network, from the ground up: wires, strands, choice, switches, terminals, words. */
export function paint(scene: Scene, data: ViewData, canvas: Canvas): readonly Mark[] {
  const loads = loadsOf(data.frame);
  const selected = linesOf(scene, [data.selectedChannel]);
  return [
    ...paintStrands(scene, loads, canvas),
    ...paintDeadlock(scene, data.results?.deadlockChannels ?? [], canvas),
    ...paintSelected(scene, selected, loads, canvas),
    ...paintSwitches(scene, data, loads, canvas),
    ...paintAxis(scene, data, loads, canvas),
    ...paintWords(scene, canvas),
  ];
}

/** Where some channels run. */
export function linesOf(scene: Scene, channels: readonly number[]): readonly Line[] {
  const wanted = new Set(channels);
  return scene.lines.filter((line) => line.channels.some((channel) => wanted.has(channel)));
}

/** Load of a strand: that of its hottest channel. */
export function strandLoad(strand: Line, loads: Loads): number {
  return strand.channels.reduce((most, channel) => Math.max(most, loads.of(channel)), 0);
}

function paintStrands(scene: Scene, loads: Loads, { theme }: Canvas): Mark[] {
  const colours = palette(theme, "ground").fill;
  const heavy = Array.from({ length: tones + 1 }, () => "");
  const light = Array.from({ length: tones + 1 }, () => "");
  for (const strand of scene.strands) (strand.light ? light : heavy)[toneOf(strandLoad(strand, loads))] += courseOf(strand);
  const { cold, hot } = scene.strandWidth;
  const width = (tone: number, part = 1) => Math.round((cold + (hot * tone) / tones) * part * 100) / 100;
  const marks: Mark[] = [];
  if (scene.wires !== "") marks.push(pathMark("wires", scene.wires, { stroke: theme.wire, "stroke-width": Math.min(1, cold * 2) }));
  else marks.push(pathMark("wires", heavy[0] + light[0], { stroke: theme.wire, "stroke-width": cold }));
  for (let tone = 1; tone <= tones; tone++) {
    if (light[tone] !== "")
      marks.push(
        pathMark(`light ${tone}`, light[tone], { stroke: colours[tone], "stroke-width": width(tone, 0.6), "stroke-opacity": 0.75 }),
      );
  }
  for (let tone = 1; tone <= tones; tone++) {
    if (heavy[tone] !== "")
      marks.push(
        pathMark(`strands ${tone}`, heavy[tone], {
          stroke: colours[tone],
          "stroke-width": width(tone),
          "stroke-linecap": "round",
          class: "strands",
        }),
      );
  }
  if (scene.strands.length > mostDrifting) return marks;
  for (let tone = drifting; tone <= tones; tone++) {
    if (heavy[tone] === "") continue;
    const speed = Math.ceil((4 * (tone - drifting + 1)) / (tones - drifting + 1));
    marks.push(
      pathMark(`drift ${tone}`, heavy[tone], {
        stroke: theme.ground,
        "stroke-width": Math.max(0.6, tenth(width(tone) * 0.42)),
        class: `drift drift-${speed}`,
      }),
    );
  }
  return marks;
}

/** The strand the reader has picked: halo, casing, its own tone, a dot. */
function paintSelected(scene: Scene, selected: readonly Line[], loads: Loads, { theme }: Canvas): Mark[] {
  if (selected.length === 0) return [];
  const d = selected.map((line) => pathOf(line.curve)).join("");
  const width = scene.strandWidth.hot + scene.casing;
  const round = { "stroke-linecap": "round", class: "selected" };
  const [x, y] = middleOf(selected);
  return [
    pathMark("selected halo", d, { ...round, stroke: theme.ground, "stroke-width": tenth(width + 3.5) }),
    pathMark("selected casing", d, { ...round, stroke: theme.accent, "stroke-width": tenth(width) }),
    pathMark("selected core", d, {
      ...round,
      stroke: palette(theme, "ground").fill[toneOf(strandLoad(selected[0], loads))],
      "stroke-width": tenth(scene.strandWidth.hot + 1),
    }),
    circleMark("selected dot", x, y, 5, { fill: theme.accent, stroke: theme.ground, "stroke-width": 2, class: "selected" }),
  ];
}

/** Middle of the longest of a channel's lines: where a note about it is tied. */
export function middleOf(lines: readonly Line[]): readonly [number, number] {
  const length = ({ curve }: Line) => Math.hypot(curve[6] - curve[0], curve[7] - curve[1]);
  return pointAt(lines.reduce((longest, each) => (length(each) > length(longest) ? each : longest)).curve, 0.5);
}

/** The circle of waits: its channels, each with a dot and a point that shows the way it goes. */
function paintDeadlock(scene: Scene, channels: readonly number[], { theme }: Canvas): Mark[] {
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
 */
export function paintSwitches(scene: Scene, data: ViewData, loads: Loads, { theme }: Canvas, worst = worstWaiting(data, loads)): Mark[] {
  if (data.network === null) return [];
  const colours = palette(theme, "surface");
  const waits = waitingOf(scene, data, loads, worst);
  const outline = (boxes: Scene["boxes"]) => boxes.map((box) => outlineOf(box, scene.boxRadius)).join("");
  if (scene.boxes.length === 0) return [];
  const edge = scene.boxes[0].width >= 4 ? { stroke: theme.edge, "stroke-width": scene.boxes[0].width >= 12 ? 1 : 0.5 } : {};
  const marks: Mark[] = [];
  if (scene.tonedBoxes) {
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
  const ends = scene.boxes.filter((box) => endsOf(data).some((n) => box.switches.includes(n)));
  if (ends.length > 0) marks.push(pathMark("ends", outline(ends), { stroke: theme.accent, "stroke-width": 2 }));

  const byTone = Array.from({ length: tones + 1 }, () => "");
  scene.cells.forEach((cell, i) => (byTone[toneOf(waits.ofCell(i))] += outlineOf(cell, scene.cellRadius)));
  byTone.forEach((d, tone) => {
    if (d !== "") marks.push(pathMark(`cells ${tone}`, d, { fill: colours.fill[tone], class: "cells" }));
  });
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
      marks.push(
        textMark(`cell ${i}`, middle.x, middle.y, formatPercent(part), {
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
      const ink = scene.tonedBoxes ? colours.ink[toneOf(waits.ofBox(i))] : theme.ink;
      marks.push(
        textMark(`box ${i}`, box.x + box.width / 2, box.y + box.height / 2 + scene.boxFont * 0.36, formatPercent(waits.ofBox(i)), {
          "font-size": box.width < 30 && waits.ofBox(i) > 0.995 ? scene.boxFont - 1.5 : scene.boxFont,
          "font-weight": 600,
          "text-anchor": "middle",
          fill: ink,
        }),
      );
    });
  }
  return marks;
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

/** The worst waiting of a network; 0 where nothing has waited. */
export function worstWaiting({ network }: Pick<ViewData, "network">, loads: Loads): WorstWaiting {
  let channel = 0;
  for (let c = 0; c < (network?.head.length ?? 0); c++) {
    if (network !== null && network.head[c] >= network.terminals) channel = Math.max(channel, loads.waiting(c));
  }
  return { channel, inSwitch: waitingInSwitches(network, loads).reduce((a, b) => Math.max(a, b), 0) };
}

/** [S] Waiting of all packets in each switch, cycles. */
function waitingInSwitches(network: ViewData["network"], loads: Loads): Float64Array {
  const inSwitch = new Float64Array(network?.switches ?? 0);
  for (let c = 0; c < (network?.head.length ?? 0); c++) {
    if (network !== null && network.head[c] >= network.terminals) inSwitch[network.head[c] - network.terminals] += loads.waiting(c);
  }
  return inSwitch;
}

/** Waiting at each cell, of the worst channel's, and in each box, of the worst switch's; 0 … 1. */
function waitingOf(scene: Scene, { network }: ViewData, loads: Loads, worst: WorstWaiting) {
  if (network === null) return { ofCell: () => 0, ofBox: () => 0 };
  const inSwitch = waitingInSwitches(network, loads);
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

/** The switches at both ends of the selected channel. */
function endsOf({ network, selectedChannel }: ViewData): readonly number[] {
  if (network === null || selectedChannel < 0 || selectedChannel >= network.head.length) return [];
  return [network.tail[selectedChannel], network.head[selectedChannel]];
}
