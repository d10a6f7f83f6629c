/** Hit test of the stage: the nearest switch, terminal or channel at a point, with its name and values. */
import { nameOfChannel, nameOfNode, type Network } from "../../core/network/network.ts";
import type { Canvas } from "../contract.ts";
import { countOf, formatPercent } from "../../words/numbers.ts";
import { type Loads, waitingAt } from "../readings/loads.ts";
import { type Mark, pathMark, ring, roundedRectangle } from "../marks/marks.ts";
import type { Spot } from "../marks/pointing.ts";
import type { Pointed } from "./kept-readings.ts";
import { linesOf } from "./paint/lines-of.ts";
import { courseOf, pointAt, type Box, type Scene, type Strand } from "./scene.ts";

/** Number of segments in which a curve is approximated. */
const samples = 14;
/** Tolerance around small boxes, pixels; without it they could hardly be hit. */
const rim = 3;

/** Within this distance a terminal is hit even if a channel is closer, pixels. */
const certain = 8;

/** Replaces a value as long as nothing has run. */
const noRun = "not run yet";

/** The element nearest to a point within a distance in pixels; null for the background. */
export function spotAt(pointed: Pointed, x: number, y: number, within: number): Spot | null {
  const { scene, network, loads, offered, canvas } = pointed;
  const box = boxAt(scene, x, y);
  if (box !== null) return boxSpot(box, pointed);
  const terminal = terminalAt(scene, x, y, within);
  // The hit radius of a finger is large, so the nearest element wins. At the terminal's end of a link that is the terminal.
  const away = terminal === null ? within : scene.axis !== null ? 0 : Math.hypot(terminal.x - x, terminal.y - y);
  const strand = terminal !== null && away <= certain ? null : nearestStrand(scene, x, y, away);
  if (strand !== null) return strandSpot(strand, scene, network, loads, canvas);
  return terminal === null ? null : terminalSpot(terminal, scene, network, offered, loads, canvas);
}

/** The box at a point; null where there is none. */
export function boxAt({ boxes, dead = [] }: Scene, x: number, y: number): Box | null {
  const isIn = (box: Box, by: number) => x >= box.x - by && x <= box.x + box.width + by && y >= box.y - by && y <= box.y + box.height + by;
  return (
    [...boxes, ...dead].find((box) => isIn(box, 0)) ?? boxes.find((box) => Math.min(box.width, box.height) < 6 && isIn(box, rim)) ?? null
  );
}

interface Stop {
  readonly terminal: number;
  readonly x: number;
  readonly y: number;
}

/** The terminal nearest to a point: a dot, or a bar on the axis. */
function terminalAt({ dots, dotRadius, axis }: Scene, x: number, y: number, within: number): Stop | null {
  if (axis !== null) {
    if (y < axis.y - axis.barHeight - 2 || y > axis.numbersAt + 8) return null;
    const near = axis.bars.reduce<(typeof axis.bars)[number] | null>(
      (best, bar) => (best === null || Math.abs(bar.x - x) < Math.abs(best.x - x) ? bar : best),
      null,
    );
    if (near === null || Math.abs(near.x - x) > Math.max(within, axis.barWidth)) return null;
    const place = Math.round((x - near.x) / axis.pitch + (near.terminals.length - 1) / 2);
    const terminal = near.terminals[Math.max(0, Math.min(near.terminals.length - 1, place))];
    return { terminal, x: near.x, y: axis.y };
  }
  if (dotRadius === 0) return null;
  let best: Stop | null = null;
  let least = within * within;
  for (const dot of dots) {
    const distance = (dot.x - x) ** 2 + (dot.y - y) ** 2;
    if (distance < least) {
      least = distance;
      best = dot;
    }
  }
  return best;
}

/** The hover target of a terminal: sent and received load. */
function terminalSpot(
  { terminal, x, y }: Stop,
  scene: Scene,
  network: Network,
  offered: number | null,
  loads: Loads,
  { units, theme }: Canvas,
): Spot {
  let sent = 0;
  let received = 0;
  for (let c = network.firstOut[terminal]; c < network.firstOut[terminal + 1]; c++) {
    sent += loads.of(c);
    received += loads.of(network.reverse[c]);
  }
  return {
    x,
    y,
    value:
      loads.cycles === 0 ? noRun : units.withUnit(`sends ${units.formatLoad(sent)}, receives ${units.formatLoad(received)}`, "phits/cycle"),
    name: offered === null ? nameOfNode(network, terminal) : `${nameOfNode(network, terminal)}, offered ${units.formatLoad(offered)}`,
    outline: [
      ...belonging(terminal, scene, network, theme),
      pathMark("hover", ring(x, y, 4.5), { stroke: theme.ink, "stroke-width": 1.5 }),
    ],
    picks: { is: "terminal", terminal },
  };
}

/**
 * The hover target of a box: fullness of its buffers, or waiting time where the flow control has no buffers in switches. Of several
 * switches, the one with the longest waiting is named and selected.
 */
function boxSpot({ switches, unit, ...box }: Box, { network, loads, scene, canvas: { units, theme }, fullness }: Pointed): Spot {
  let worst = switches[0];
  let most = -1;
  let sum = 0;
  for (const n of switches) {
    const own = waitingAt(n, network, loads);
    sum += own;
    if (own > most) [worst, most] = [n, own];
  }
  const isDead = scene.dead?.some((box) => box.switches.includes(worst)) === true;
  const full = fullness?.(switches) ?? null;
  const waiting = isDead
    ? "dead"
    : loads.cycles === 0
      ? noRun
      : full === null
        ? `waited ${units.sayTime(sum)}`
        : `${formatPercent(full)}\u00a0% full`;
  const d = roundedRectangle(box.x, box.y, box.width, box.height, scene.boxRadius);
  return {
    x: Math.max(0, Math.min(scene.width, box.x + box.width / 2)),
    y: box.y + box.height / 2,
    value: unit === undefined ? waiting : `${waiting}; double click opens`,
    name:
      unit ??
      (switches.length === 1
        ? nameOfNode(network, worst)
        : `${countOf(switches.length, "switch", "switches")}, most in ${nameOfNode(network, worst)}`),
    outline: [
      ...(switches.length === 1 ? belonging(worst, scene, network, theme) : []),
      pathMark("hover", d, { stroke: theme.ink, "stroke-width": 1.5 }),
    ],
    picks: { is: "switch", node: worst },
  };
}

/** Links of a node and their other ends, in networks whose terminals forward packets. There the drawing is hard to follow without them. */
function belonging(node: number, scene: Scene, network: Network, theme: Canvas["theme"]): readonly Mark[] {
  if (!network.forwards) return [];
  const { firstOut, head, reverse, terminals } = network;
  const out = Array.from({ length: firstOut[node + 1] - firstOut[node] }, (_, port) => firstOut[node] + port);
  const ends = new Set(out.map((c) => head[c]));
  const courses = linesOf(scene, node < terminals ? out.map((c) => reverse[c]) : out)
    .map(courseOf)
    .join("");
  const terminalRings = scene.dots.filter(({ terminal }) => ends.has(terminal)).map(({ x, y }) => ring(x, y, 3.5));
  const boxes = scene.boxes
    .filter(({ switches }) => switches.some((n) => ends.has(n)))
    .map((box) => roundedRectangle(box.x, box.y, box.width, box.height, scene.boxRadius));
  return [
    pathMark("hover links", courses, { stroke: theme.ink, "stroke-width": 1.5, "stroke-opacity": 0.75, "stroke-linejoin": "round" }),
    pathMark("hover ends", terminalRings.join(""), { stroke: theme.ground, "stroke-width": 1, fill: theme.ink }),
    pathMark("hover switches", boxes.join(""), { stroke: theme.ink, "stroke-width": 1.5 }),
  ];
}

/** The hover target of a strand: load of its channel; of several channels, the highest and the mean load. */
function strandSpot(strand: Strand, scene: Scene, network: Network, loads: Loads, { units, theme }: Canvas): Spot {
  const channel = channelOf(strand, loads);
  const [x, y] = pointAt(strand.curve, 0.5);
  const d = courseOf(strand);
  const plain = [units.withUnit(units.formatLoad(loads.of(channel)), "phits/cycle"), nameOfChannel(network, channel)] as const;
  const [load, name] = scene.traffic?.say(channel, loads.of(channel), units) ?? plain;
  const count = strand.channels.length;
  const hot = scene.strandWidth.hot * (strand.breadth ?? 1);
  const outline: readonly Mark[] = [
    pathMark("hover", d, { stroke: theme.ink, "stroke-width": hot + 3, "stroke-linecap": "round" }),
    pathMark("hover core", d, { stroke: theme.ground, "stroke-width": hot, "stroke-linecap": "round" }),
  ];
  return {
    x: Math.max(0, Math.min(scene.width, x)),
    y: Math.max(0, Math.min(scene.height, y)),
    value:
      loads.cycles === 0
        ? noRun
        : count === 1
          ? load
          : `${load}, most of ${countOf(count, "channel", "channels")}${strand.bold === true ? `; on average ${units.formatLoad(strand.channels.reduce((sum, c) => sum + loads.of(c), 0) / count)}` : ""}`,
    name,
    outline,
    picks: { is: "channel", channel },
  };
}

/** The strand nearest to a point within a distance; null for none. */
export function nearestStrand(scene: Scene, x: number, y: number, within: number): Strand | null {
  let best: Strand | null = null;
  let least = within * within;
  for (const strand of scene.strands) {
    const { curve } = strand;
    const outside = (i: 0 | 1, at: number) =>
      at < Math.min(curve[i], curve[2 + i], curve[4 + i], curve[6 + i]) - within ||
      at > Math.max(curve[i], curve[2 + i], curve[4 + i], curve[6 + i]) + within;
    if (outside(1, y) || outside(0, x)) continue;
    let [ax, ay] = pointAt(curve, 0);
    for (let i = 1; i <= samples; i++) {
      const [bx, by] = pointAt(curve, i / samples);
      const distance = squaredDistance(x, y, ax, ay, bx, by);
      if (distance < least) {
        least = distance;
        best = strand;
      }
      [ax, ay] = [bx, by];
    }
  }
  return best;
}

/** Squared distance of a point from a line segment. */
function squaredDistance(x: number, y: number, ax: number, ay: number, bx: number, by: number): number {
  const [dx, dy] = [bx - ax, by - ay];
  const t = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
  return (x - ax - t * dx) ** 2 + (y - ay - t * dy) ** 2;
}

/** The channel that a strand stands for: the one with the highest utilization. */
export function channelOf(strand: Strand, loads: Loads): number {
  return strand.channels.reduce((hottest, channel) => (loads.share(channel) > loads.share(hottest) ? channel : hottest));
}
