/** Pictograms of kinds, drawn from what they produce: the structure of a network, the matrix of a pattern. */
import { type Params, readParams, type Values } from "../../core/base/params.ts";
import type { Kind } from "../../core/base/kind-registry.ts";
import { axisOf, coordinate, type Network } from "../../core/network/network.ts";
import type { Mapping } from "../../core/mappings/contract.ts";
import type { Pattern } from "../../core/patterns/contract.ts";
import type { Topology } from "../../core/topologies/contract.ts";
import { allTopologies } from "../../core/kinds/all-kinds.ts";
import type { Workload } from "../../core/workloads/contract.ts";
import { mappingPictogram } from "./mapping-pictogram.ts";
import { type PictogramData, pictureSize } from "./pictogram-data.ts";
import { programPictogram } from "./program-pictogram.ts";

/** Terminals in a pattern's picture: a power of two with an even number of bits, so that every pattern is defined. */
const patternTerminals = 16;
const roundToTenth = (value: number) => Math.round(value * 10) / 10;

/** The picture of a kind, or null for kinds that have none. */
export function pictogramOf(kind: Kind): PictogramData | null {
  if ("build" in kind) return networkPictogram(kind as unknown as Topology);
  if ("share" in kind) return patternPictogram(kind as unknown as Pattern);
  if ("isEndless" in kind) return workloadPictogram(kind as unknown as Workload);
  if ("readsCoordinates" in kind) return mappingPictogram(kind as unknown as Mapping, firstExampleOf(kind));
  return null;
}

const firstExampleOf = (kind: Kind<string, Params>) => readParams(kind.params, kind.examples[0] ?? {}, "", []);

/**
 * Pictogram of a topology: the switches of a small network as dots and the links between them as lines, in SVG path syntax.
 * @param values Parameters of the network; by default the first example of the topology.
 */
export function networkPictogram(kind: Topology, values: Values = firstExampleOf(kind)): PictogramData {
  const network = kind.build(values);
  const { terminals, switches, tail, head } = network;
  const position = positionsOf(network);
  // Terminals are drawn only if they forward packets or if there is only one switch.
  const firstNode = network.forwards || switches === 1 ? 0 : terminals;
  const isFullyConnected = network.axes.length > 1 && network.axes.every(({ kind: axis }) => axis === "full");
  const radius = switches > 24 ? 1 : 1.6;
  let lines = "";
  for (let c = 0; c < head.length; c++) {
    // Of the two channels of a link, only one is drawn.
    if (tail[c] > head[c] || tail[c] < firstNode || head[c] < firstNode) continue;
    const [ax, ay] = position(tail[c]);
    const [bx, by] = position(head[c]);
    const closesRing = network.axes.some(
      ({ kind: axis }, axisIndex) =>
        axis === "ring" && Math.abs(coordinate(network, tail[c], axisIndex) - coordinate(network, head[c], axisIndex)) > 1,
    );
    // A link that closes a ring is drawn as two stubs at opposite edges.
    if (closesRing) lines += stub(ax, ay, bx, by) + stub(bx, by, ax, ay);
    // Links of a fully connected row would overlap, so the longer links are drawn as arcs.
    else if (isFullyConnected) lines += arc(ax, ay, bx, by);
    else lines += `M${ax} ${ay}L${bx} ${by}`;
  }
  let dots = "";
  for (let n = terminals; n < terminals + switches; n++) {
    const [x, y] = position(n);
    dots += `M${roundToTenth(x - radius)} ${roundToTenth(y - radius)}h${2 * radius}v${2 * radius}h${-2 * radius}z`;
  }
  return { lines, marks: [{ path: dots, opacity: 1 }] };
}

/** A short line that leaves `a` in the direction away from `b`. */
function stub(ax: number, ay: number, bx: number, by: number): string {
  return `M${ax} ${ay}l${-4 * Math.sign(bx - ax)} ${-4 * Math.sign(by - ay)}`;
}

/** A curve within a row or column. It bends more for longer links. */
function arc(ax: number, ay: number, bx: number, by: number): string {
  const [dx, dy] = [bx - ax, by - ay];
  const bend = Math.max(0, Math.hypot(dx, dy) - 11) * 0.32;
  const isRow = Math.abs(dx) > Math.abs(dy);
  return `M${ax} ${ay}Q${roundToTenth(ax + dx / 2 - (isRow ? 0 : bend))} ${roundToTenth(ay + dy / 2 - (isRow ? bend : 0))} ${bx} ${by}`;
}

function positionsOf(network: Network): NodePosition {
  const { axes } = network;
  const has = (kind: (typeof axes)[number]["kind"]) => axisOf(network, kind) >= 0;
  if (network.switches === 1) return placeAsStar(network);
  if (has("rail")) return placeInRails(network);
  if (has("level")) return placeInLevels(network);
  if (has("group")) return placeInGroups(network);
  if (has("shared")) return placeOnThreeSides(network);
  if (has("part")) return axes.length > 2 ? placeInHalves(network) : placeInRings(network);
  if (has("board")) return placeOnBoards(network);
  if (axes.length === 0) return placeOnCircle(network);
  return axes.length > 2 && axes.every(({ kind }) => kind === "line") ? placeOblique(network) : placeInGrid(network);
}

type NodePosition = (n: number) => readonly [number, number];

function placeInLevels(network: Network): NodePosition {
  const [level, position] = [axisOf(network, "level"), axisOf(network, "position")];
  const top = network.axes[level].size - 1;
  const counts = Array.from({ length: top + 1 }, () => 0);
  for (let n = network.terminals; n < network.terminals + network.switches; n++) counts[coordinate(network, n, level)]++;
  const pitch = (pictureSize.width - 4) / Math.max(...counts);
  return (n) => {
    const nodeLevel = coordinate(network, n, level);
    const x = pictureSize.width / 2 + (coordinate(network, n, position) - (counts[nodeLevel] - 1) / 2) * pitch;
    return [roundToTenth(x), roundToTenth(4 + ((top - nodeLevel) / Math.max(1, top)) * (pictureSize.height - 8))];
  };
}

/**
 * Gives the position of each node of a rail network in its pictogram. A rail connects the terminals that have the same position in their
 * hosts. The hosts are in a row at the bottom; above them are, in one row for each rail, the switches of the rails, and on top the switches
 * that connect the rails.
 */
function placeInRails(network: Network): NodePosition {
  const { terminals, switches, axes, head, firstOut } = network;
  const [hostAxis, railAxis, levelAxis] = (["host", "rail", "level"] as const).map((kind) => axisOf(network, kind));
  // Coordinates of a node; negative where a switch has none.
  const hostOf = (n: number) => coordinate(network, n, hostAxis);
  const railOf = (n: number) => coordinate(network, n, railAxis);
  const levelOf = (n: number) => coordinate(network, n, levelAxis);
  const [hosts, rails] = [axes[hostAxis].size, axes[railAxis].size];
  const xOf = (fraction: number) => roundToTenth(3 + (pictureSize.width - 6) * fraction);
  const rowCount = rails + axes[levelAxis].size;
  const yOf = (row: number) => roundToTenth(pictureSize.height - 4 - ((pictureSize.height - 8) * row) / rowCount);
  // Switches of one rail and level are placed side by side.
  const switchCounts = new Map<string, number>();
  const rowKeyOf = (n: number) => `${railOf(n)} ${levelOf(n)}`;
  const indexInRow = Array.from({ length: switches }, (_, s) => {
    const key = rowKeyOf(terminals + s);
    switchCounts.set(key, (switchCounts.get(key) ?? 0) + 1);
    return switchCounts.get(key)! - 1;
  });
  return (n) => {
    // Terminals are side by side within their host, just above the switch in the host.
    if (n < terminals) return [xOf((hostOf(n) + (railOf(n) + 1) / (rails + 1)) / hosts), yOf(0.8)];
    if (hostOf(n) >= 0) return [xOf((hostOf(n) + 0.5) / hosts), yOf(0)];
    // A switch outside of hosts is above the middle of its terminals or, without terminals, spread over the width.
    const row = railOf(n) >= 0 ? rails - railOf(n) + 0.8 + levelOf(n) * 0.6 : rails + levelOf(n) + 0.6;
    const terminalsBelow = Array.from(head.subarray(firstOut[n], firstOut[n + 1])).filter((neighbor) => neighbor < terminals);
    if (terminalsBelow.length > 0)
      return [xOf(terminalsBelow.reduce((sum, t) => sum + hostOf(t) + 0.5, 0) / terminalsBelow.length / hosts), yOf(row)];
    return [xOf((indexInRow[n - terminals] + 0.5) / switchCounts.get(rowKeyOf(n))!), yOf(row)];
  };
}

function placeInGrid(network: Network): NodePosition {
  const [width, height = 1] = network.axes.map((axis) => axis.size);
  const pitch = Math.min((pictureSize.width - 12) / Math.max(1, width - 1), (pictureSize.height - 12) / Math.max(1, height - 1));
  return (n) => [
    roundToTenth(pictureSize.width / 2 + (coordinate(network, n, 0) - (width - 1) / 2) * pitch),
    roundToTenth(pictureSize.height / 2 + ((network.axes.length > 1 ? coordinate(network, n, 1) : 0) - (height - 1) / 2) * pitch),
  ];
}

/** Places the switch in the center and its terminals around it. */
function placeAsStar({ terminals }: Network): NodePosition {
  const [x, y] = [pictureSize.width / 2, pictureSize.height / 2];
  return (n) => (n < terminals ? pointOnCircle(x, y, y - 4, (n + 0.5) / terminals) : [x, y]);
}

/** Places the switches on a circle, in the order of their numbers. */
function placeOnCircle({ terminals, switches }: Network): NodePosition {
  return (n) => pointOnCircle(pictureSize.width / 2, pictureSize.height / 2, pictureSize.height / 2 - 4, (n - terminals) / switches);
}

/**
 * Places the groups on a circle, and the switches of each group on a small circle or, if they are leaves and spines, in two rows with the
 * leaves outside.
 */
function placeInGroups(network: Network): NodePosition {
  const [groups, tier, position] = (["group", "tier", "position"] as const).map((kind) => axisOf(network, kind));
  const count = network.axes[groups].size;
  const switchesPerGroup = network.axes[tier < 0 ? 1 : position].size;
  return (n) => {
    const turn = coordinate(network, n, groups) / count;
    const [x, y] = pointOnCircle(pictureSize.width / 2, pictureSize.height / 2, pictureSize.height / 2 - 7, turn);
    if (tier < 0) return pointOnCircle(x, y, 4.5, turn + (coordinate(network, n, 1) + 0.5) / switchesPerGroup);
    const [aheadX, aheadY] = pointOnCircle(x, y, coordinate(network, n, tier) === 0 ? 4 : -4, turn);
    return pointOnCircle(
      aheadX,
      aheadY,
      ((coordinate(network, n, position) - (switchesPerGroup - 1) / 2) * 9) / switchesPerGroup,
      turn + 0.25,
    );
  };
}

/** Places the groups in two rows, and the switches of each group on a circle. */
function placeInHalves(network: Network): NodePosition {
  const [, groups, switchesPerGroup] = network.axes.map((axis) => axis.size);
  const step = (pictureSize.width - 4) / groups;
  const radius = Math.min(step * 0.42, pictureSize.height * 0.2);
  return (n) => {
    const half = coordinate(network, n, 0);
    const y = half === 0 ? radius + 2 : pictureSize.height - radius - 2;
    return pointOnCircle(2 + (coordinate(network, n, 1) + 0.5) * step, y, radius, coordinate(network, n, 2) / switchesPerGroup + half / 2);
  };
}

/** Places each part on its own ring. In the center is the first switch of the first part or, if a part is empty, of the last part. */
function placeInRings(network: Network): NodePosition {
  const { terminals, switches, axes } = network;
  const counts = Array.from({ length: axes[0].size }, () => 0);
  for (let n = terminals; n < terminals + switches; n++) counts[coordinate(network, n, 0)]++;
  const rings = counts.filter((count) => count > 0).length;
  const centerRing = rings === counts.length ? 0 : rings - 1;
  return (n) => {
    const [ring, index] = [coordinate(network, n, 0), coordinate(network, n, 1)];
    const first = ring === centerRing ? 1 : 0;
    const radius = index < first ? 0 : ((ring + 1) / rings) * (pictureSize.height / 2 - 3);
    return pointOnCircle(pictureSize.width / 2, pictureSize.height / 2, radius, (index - first + 0.5) / (counts[ring] - first));
  };
}

/** Places the terminals in planes, and one family of switches on each of three sides. */
function placeOnThreeSides(network: Network): NodePosition {
  const [nx, ny, nz] = network.axes.map((axis) => axis.size);
  const xOf = (part: number) => roundToTenth(12 + (pictureSize.width - 14) * part);
  const yOf = (part: number) => roundToTenth(9 + (pictureSize.height - 18) * part);
  return (n) => {
    const [x, y, z] = [0, 1, 2].map((axis) => coordinate(network, n, axis));
    if (n < network.terminals) return [xOf((z + 0.1 + (0.8 * (x + 0.5)) / nx) / nz), yOf((y + 0.3 + (0.4 * (x + 0.5)) / nx) / ny)];
    if (z >= 0) return [xOf((z + 0.5) / nz), 3];
    return x >= 0 ? [xOf((x + 0.5) / nx), pictureSize.height - 3] : [4, yOf((y + 0.5) / ny)];
  };
}

/** Places boards of terminals in rows and columns, the switches of the rows on the left and the switches of the columns at the bottom. */
function placeOnBoards({ axes, coordinates }: Network): NodePosition {
  const [xOf, yOf] = axes.map(({ size, each: boardSize = size }, d) => {
    const gaps = size / boardSize - 1;
    const extent = d === 0 ? pictureSize.width - 14 : pictureSize.height - 14;
    const step = extent / Math.max(1, size - 1 + gaps);
    return (place: number) => (d === 0 ? 11 : 3) + (place + Math.floor(place / boardSize)) * step;
  });
  return (n) => {
    const [column, row] = [coordinates[2 * n], coordinates[2 * n + 1]];
    // The switch of a row or column is slightly off its line, so that its links do not all overlap.
    if (column < 0) return [3, roundToTenth(yOf(row) + 1.5)];
    return row < 0 ? [roundToTenth(xOf(column) - 1.5), pictureSize.height - 3] : [roundToTenth(xOf(column)), roundToTenth(yOf(row))];
  };
}

/**
 * Places the switches of a hypercube or of a mesh with many dimensions in oblique projection: dimensions are horizontal, vertical,
 * diagonal, horizontal and so on, later ones with larger steps.
 */
function placeOblique(network: Network): NodePosition {
  const steps = network.axes.map((_, d) =>
    [[1, 0] as const, [0, 1] as const, [0.5, -0.45] as const][d % 3].map((step) => step * 2.3 ** Math.floor(d / 3)),
  );
  const projected = (axis: number, coordinateOf: (d: number) => number) =>
    steps.reduce((total, step, d) => total + step[axis] * coordinateOf(d), 0);
  const sizeOf = (d: number) => network.axes[d].size - 1;
  const [min, max] = [Math.min, Math.max].map((pick) =>
    [0, 1].map((axis) => projected(axis, (d) => (pick(0, steps[d][axis]) === 0 ? 0 : sizeOf(d)))),
  );
  const pitch = Math.min((pictureSize.width - 10) / Math.max(1, max[0] - min[0]), (pictureSize.height - 8) / Math.max(1, max[1] - min[1]));
  const positionOf = (n: number, axis: number, extent: number) =>
    roundToTenth(extent / 2 + (projected(axis, (d) => coordinate(network, n, d)) - (min[axis] + max[axis]) / 2) * pitch);
  return (n) => [positionOf(n, 0, pictureSize.width), positionOf(n, 1, pictureSize.height)];
}

/** A point on a circle, at a fraction of the turn, clockwise from the top. */
function pointOnCircle(x: number, y: number, radius: number, turn: number): readonly [number, number] {
  const angle = 2 * Math.PI * turn;
  return [roundToTenth(x + radius * Math.sin(angle)), roundToTenth(y - radius * Math.cos(angle))];
}

/** The traffic matrix of the pattern's first example. */
function patternPictogram(kind: Pattern): PictogramData | null {
  const values = firstExampleOf(kind);
  return kind.reasonUnsupported(patternTerminals) === null
    ? trafficPictogram(kind.share(values, patternTerminals), patternTerminals)
    : null;
}

/** A traffic matrix, sources from left to right and destinations from top to bottom; paler for smaller shares. */
function trafficPictogram(share: (source: number, destination: number) => number, terminals: number): PictogramData {
  const cell = pictureSize.height / terminals;
  const left = (pictureSize.width - pictureSize.height) / 2;
  const byShare = new Map<number, string>();
  for (let source = 0; source < terminals; source++) {
    for (let destination = 0; destination < terminals; destination++) {
      const fraction = share(source, destination);
      if (fraction === 0) continue;
      const path = `M${roundToTenth(left + source * cell)} ${roundToTenth(destination * cell)}h${cell}v${cell}h${-cell}z`;
      byShare.set(fraction, (byShare.get(fraction) ?? "") + path);
    }
  }
  const marks = [...byShare]
    .sort(([a], [b]) => a - b)
    .map(([fraction, path]) => ({ path, opacity: Math.max(0.18, Math.min(1, Math.sqrt(fraction))) }));
  return { lines: "", marks };
}

/**
 * The operations of a program, or the traffic matrix of other traffic. Uses the first example of the kind and a network of a few terminals
 * unless others are given.
 */
export function workloadPictogram(kind: Workload, values: Values = firstExampleOf(kind), givenNetwork?: Network): PictogramData | null {
  const network = givenNetwork ?? allTopologies.get("single-switch").build({ terminals: patternTerminals });
  const demand = kind.compile(values, { network, packetBytes: 64, seed: 1 });
  if (demand.form === "program") return programPictogram(demand);
  if (demand.form === "messages") return null;
  return trafficPictogram((source, destination) => (source === destination ? 0 : demand.share(source, destination)), network.terminals);
}
