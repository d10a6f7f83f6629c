/** Hit test of the stage: the nearest switch, terminal or channel at a point, with its name and values. */
import { nameOfChannel, nameOfNode, type Network } from "../../core/network/network.ts";
import type { Canvas } from "../contract.ts";
import { countOf, formatPercent } from "../../words/numbers.ts";
import { type FrameLoads, waitingAt } from "../readings/loads.ts";
import { type Mark, pathMark, circlePath, roundedRectanglePath } from "../marks/marks.ts";
import type { HoverTarget } from "../marks/hover-target.ts";
import type { StageHitTestData } from "./cached-readings.ts";
import { linesOfChannels } from "./paint/channel-lines.ts";
import { linePathData, pointOnCurve, type SwitchBox, type Scene, type Strand } from "./scene.ts";

/** Number of segments in which a curve is approximated. */
const curveSegments = 14;
/** Tolerance around small boxes, pixels; without it they could hardly be hit. */
const smallBoxTolerance = 3;

/** Within this distance a terminal is hit even if a channel is closer, pixels. */
const terminalPriorityDistance = 8;

/** Replaces a value as long as nothing has run. */
const notRunYet = "not run yet";

/** The element nearest to a point within a distance in pixels; null for the background. */
export function hitTestStage(data: StageHitTestData, x: number, y: number, radius: number): HoverTarget | null {
  const { scene, network, loads, offered, canvas } = data;
  const box = boxAt(scene, x, y);
  if (box !== null) return boxHoverTarget(box, data);
  const terminal = nearestTerminal(scene, x, y, radius);
  // The hit radius of a finger is large, so the nearest element wins. Close to a terminal, the terminal wins over its links.
  const maxStrandDistance = terminal === null ? radius : scene.axis !== null ? 0 : Math.hypot(terminal.x - x, terminal.y - y);
  const strand = terminal !== null && maxStrandDistance <= terminalPriorityDistance ? null : nearestStrand(scene, x, y, maxStrandDistance);
  if (strand !== null) return strandHoverTarget(strand, scene, network, loads, canvas);
  return terminal === null ? null : terminalHoverTarget(terminal, scene, network, offered, loads, canvas);
}

/** The box at a point; null where there is none. */
export function boxAt({ boxes, failedBoxes = [] }: Scene, x: number, y: number): SwitchBox | null {
  const isWithin = (box: SwitchBox, tolerance: number) =>
    x >= box.x - tolerance && x <= box.x + box.width + tolerance && y >= box.y - tolerance && y <= box.y + box.height + tolerance;
  return (
    [...boxes, ...failedBoxes].find((box) => isWithin(box, 0)) ??
    boxes.find((box) => Math.min(box.width, box.height) < 6 && isWithin(box, smallBoxTolerance)) ??
    null
  );
}

interface TerminalPosition {
  readonly terminal: number;
  readonly x: number;
  readonly y: number;
}

/**
 * The terminal nearest to a point within `radius` pixels; null for none. On the axis of a tree, it is a terminal of the nearest bar; a bar
 * of several terminals counts as divided equally among them.
 */
function nearestTerminal({ dots, dotRadius, axis }: Scene, x: number, y: number, radius: number): TerminalPosition | null {
  if (axis !== null) {
    if (y < axis.y - axis.barHeight - 2 || y > axis.labelY + 8) return null;
    const nearestBar = axis.bars.reduce<(typeof axis.bars)[number] | null>(
      (nearest, bar) => (nearest === null || Math.abs(bar.x - x) < Math.abs(nearest.x - x) ? bar : nearest),
      null,
    );
    if (nearestBar === null || Math.abs(nearestBar.x - x) > Math.max(radius, axis.barWidth)) return null;
    const indexInBar = Math.round((x - nearestBar.x) / axis.pitch + (nearestBar.terminals.length - 1) / 2);
    const terminal = nearestBar.terminals[Math.max(0, Math.min(nearestBar.terminals.length - 1, indexInBar))];
    return { terminal, x: nearestBar.x, y: axis.y };
  }
  if (dotRadius === 0) return null;
  let nearest: TerminalPosition | null = null;
  let minSquaredDistance = radius * radius;
  for (const dot of dots) {
    const squared = (dot.x - x) ** 2 + (dot.y - y) ** 2;
    if (squared < minSquaredDistance) {
      minSquaredDistance = squared;
      nearest = dot;
    }
  }
  return nearest;
}

/**
 * The hover target of a terminal: the load that it sends and receives, its name, and an outline of its links.
 * @param offered Offered load, phits per cycle; null where it is unknown.
 */
function terminalHoverTarget(
  { terminal, x, y }: TerminalPosition,
  scene: Scene,
  network: Network,
  offered: number | null,
  loads: FrameLoads,
  { units, theme }: Canvas,
): HoverTarget {
  let sentLoad = 0;
  let receivedLoad = 0;
  for (let channel = network.firstOut[terminal]; channel < network.firstOut[terminal + 1]; channel++) {
    sentLoad += loads.loadOf(channel);
    receivedLoad += loads.loadOf(network.reverse[channel]);
  }
  return {
    x,
    y,
    value:
      loads.cycles === 0
        ? notRunYet
        : units.withUnit(`sends ${units.formatLoad(sentLoad)}, receives ${units.formatLoad(receivedLoad)}`, "phits/cycle"),
    name: offered === null ? nameOfNode(network, terminal) : `${nameOfNode(network, terminal)}, offered ${units.formatLoad(offered)}`,
    outline: [
      ...linkedMarks(terminal, scene, network, theme),
      pathMark("hover", circlePath(x, y, 4.5), { stroke: theme.ink, "stroke-width": 1.5 }),
    ],
    clickSelection: { is: "terminal", terminal },
  };
}

/**
 * The hover target of a box of switches: how full their buffers are, or how long packets waited where the flow control has no buffers in
 * switches. Of several switches in the box, the one with the longest waiting time is named and selected.
 */
function boxHoverTarget(
  { switches, groupName, ...box }: SwitchBox,
  { network, loads, scene, canvas: { units, theme }, fullness }: StageHitTestData,
): HoverTarget {
  let longestWaiting = switches[0];
  let maxWaiting = -1;
  let totalWaitingCycles = 0;
  for (const node of switches) {
    const waitingCycles = waitingAt(node, network, loads);
    totalWaitingCycles += waitingCycles;
    if (waitingCycles > maxWaiting) [longestWaiting, maxWaiting] = [node, waitingCycles];
  }
  // The texts of the tooltip.
  const hasFailed = scene.failedBoxes?.some((box) => box.switches.includes(longestWaiting)) === true;
  const boxFullness = fullness?.(switches) ?? null;
  const usageText = boxFullness === null ? `waited ${units.sayTime(totalWaitingCycles)}` : `${formatPercent(boxFullness)}\u00a0% full`;
  const runText = loads.cycles === 0 ? notRunYet : usageText;
  const value = hasFailed ? "failed" : runText;
  const outlinePath = roundedRectanglePath(box.x, box.y, box.width, box.height, scene.boxRadius);
  return {
    x: Math.max(0, Math.min(scene.width, box.x + box.width / 2)),
    y: box.y + box.height / 2,
    value: groupName === undefined ? value : `${value}; double-click to open`,
    name:
      groupName ??
      (switches.length === 1
        ? nameOfNode(network, longestWaiting)
        : `${countOf(switches.length, "switch", "switches")}, most in ${nameOfNode(network, longestWaiting)}`),
    outline: [
      ...(switches.length === 1 ? linkedMarks(longestWaiting, scene, network, theme) : []),
      pathMark("hover", outlinePath, { stroke: theme.ink, "stroke-width": 1.5 }),
    ],
    clickSelection: { is: "switch", node: longestWaiting },
  };
}

/**
 * Marks that emphasize the links of a hovered node and the nodes at their other ends. Only for networks whose terminals forward packets,
 * because links in their drawings are hard to follow.
 */
function linkedMarks(node: number, scene: Scene, network: Network, theme: Canvas["theme"]): readonly Mark[] {
  if (!network.forwards) return [];
  const { firstOut, head, reverse, terminals } = network;
  const outputChannels = Array.from({ length: firstOut[node + 1] - firstOut[node] }, (_, port) => firstOut[node] + port);
  const neighbors = new Set(outputChannels.map((channel) => head[channel]));
  const linkPaths = linesOfChannels(scene, node < terminals ? outputChannels.map((channel) => reverse[channel]) : outputChannels)
    .map(linePathData)
    .join("");
  const terminalRings = scene.dots.filter(({ terminal }) => neighbors.has(terminal)).map(({ x, y }) => circlePath(x, y, 3.5));
  const boxes = scene.boxes
    .filter(({ switches }) => switches.some((node) => neighbors.has(node)))
    .map((box) => roundedRectanglePath(box.x, box.y, box.width, box.height, scene.boxRadius));
  return [
    pathMark("hover links", linkPaths, { stroke: theme.ink, "stroke-width": 1.5, "stroke-opacity": 0.75, "stroke-linejoin": "round" }),
    pathMark("hover ends", terminalRings.join(""), { stroke: theme.ground, "stroke-width": 1, fill: theme.ink }),
    pathMark("hover switches", boxes.join(""), { stroke: theme.ink, "stroke-width": 1.5 }),
  ];
}

/**
 * The hover target of a strand (a drawn line of one or several channels): the load of its most loaded channel, which is named and selected;
 * on the wide lines of collapsed groups also the mean.
 */
function strandHoverTarget(strand: Strand, scene: Scene, network: Network, loads: FrameLoads, { units, theme }: Canvas): HoverTarget {
  const channel = hottestChannelOf(strand, loads);
  const [x, y] = pointOnCurve(strand.curve, 0.5);
  const outlinePath = linePathData(strand);
  const uniformTexts = [units.withUnit(units.formatLoad(loads.loadOf(channel)), "phits/cycle"), nameOfChannel(network, channel)] as const;
  const [load, name] = scene.packetMotion?.describeChannel(channel, loads.loadOf(channel), units) ?? uniformTexts;
  const channelCount = strand.channels.length;
  const meanLoad = () => strand.channels.reduce((sum, other) => sum + loads.loadOf(other), 0) / channelCount;
  const meanText = strand.isWide === true ? `; mean ${units.formatLoad(meanLoad())}` : "";
  const loadText = channelCount === 1 ? load : `${load}, highest of ${countOf(channelCount, "channel", "channels")}${meanText}`;
  const hotWidth = scene.strandWidth.hot * (strand.relativeWidth ?? 1);
  const outline: readonly Mark[] = [
    pathMark("hover", outlinePath, { stroke: theme.ink, "stroke-width": hotWidth + 3, "stroke-linecap": "round" }),
    pathMark("hover core", outlinePath, { stroke: theme.ground, "stroke-width": hotWidth, "stroke-linecap": "round" }),
  ];
  return {
    x: Math.max(0, Math.min(scene.width, x)),
    y: Math.max(0, Math.min(scene.height, y)),
    value: loads.cycles === 0 ? notRunYet : loadText,
    name,
    outline,
    clickSelection: { is: "channel", channel },
  };
}

/** The strand (a drawn line of one or several channels) nearest to a point within `radius` pixels; null for none. */
export function nearestStrand(scene: Scene, x: number, y: number, radius: number): Strand | null {
  let nearest: Strand | null = null;
  let minSquaredDistance = radius * radius;
  for (const strand of scene.strands) {
    const { curve } = strand;
    // A curve lies within the bounding box of its control points: x at even indices, y at odd ones.
    const isOutside = (i: 0 | 1, coordinate: number) =>
      coordinate < Math.min(curve[i], curve[2 + i], curve[4 + i], curve[6 + i]) - radius ||
      coordinate > Math.max(curve[i], curve[2 + i], curve[4 + i], curve[6 + i]) + radius;
    if (isOutside(1, y) || isOutside(0, x)) continue;
    // The distance to the curve is that to the nearest of its chords.
    let [ax, ay] = pointOnCurve(curve, 0);
    for (let i = 1; i <= curveSegments; i++) {
      const [bx, by] = pointOnCurve(curve, i / curveSegments);
      const squared = squaredDistance(x, y, ax, ay, bx, by);
      if (squared < minSquaredDistance) {
        minSquaredDistance = squared;
        nearest = strand;
      }
      [ax, ay] = [bx, by];
    }
  }
  return nearest;
}

/** Squared distance of a point from a line segment. */
function squaredDistance(x: number, y: number, ax: number, ay: number, bx: number, by: number): number {
  const [dx, dy] = [bx - ax, by - ay];
  const t = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
  return (x - ax - t * dx) ** 2 + (y - ay - t * dy) ** 2;
}

/** The channel that represents a line of several channels: the one with the highest utilization. */
export function hottestChannelOf(strand: Strand, loads: FrameLoads): number {
  return strand.channels.reduce((hottest, channel) => (loads.share(channel) > loads.share(hottest) ? channel : hottest));
}
