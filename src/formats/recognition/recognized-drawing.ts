/** Reorders the nodes of a drawing as in the topology that was recognized in it, and adds its axes and positions. */
import { withoutUndefined } from "../../core/base/defined.ts";
import { checkAxes } from "../../core/network/axes.ts";
import type { Axis } from "../../core/network/network.ts";
import { buildDrawing } from "../../core/network/drawing/build.ts";
import {
  type Drawing,
  type DrawnNode,
  type LinkEnd,
  maxCoordinate,
  isTerminalEnd,
  type DrawnPlace,
  switchSteps,
  terminalEnd,
  terminalOfEnd,
} from "../../core/network/drawing/drawing.ts";
import type { Recognition } from "./contract.ts";

/**
 * A drawing's network with its nodes in the order of the recognized family: switches by their slot in the ideal network, switches without a
 * slot last; terminals by their switch; ports by the axis of their link, then by the other end. Axes and coordinates are those of the
 * family, so that its routings and layouts apply. If an irregularity contradicts the axes, such as a link between two leaves, the drawing
 * gets only the order and the positions: rows by level, or a grid.
 *
 * `recognition` describes the drawing's network, whose nodes are the terminals followed by the switches of the drawing.
 */
export function recognizedDrawing(drawing: Drawing, recognition: Recognition): Drawing {
  const { ideal, slotOf } = recognition;
  const { switches, terminals, links } = drawing;
  // The order of switches and terminals, and the new number of each.
  const slotCount = ideal.terminalCounts.length;
  const rank = (s: number) => (slotOf[s] < 0 ? slotCount + s : slotOf[s]);
  const homeSwitch = new Int32Array(terminals.length).fill(-1);
  for (const { a, b } of links)
    if (isTerminalEnd(a) && !isTerminalEnd(b) && homeSwitch[terminalOfEnd(a)] < 0) homeSwitch[terminalOfEnd(a)] = b;
  const homeSwitchRank = (t: number) => (homeSwitch[t] < 0 ? slotCount + switches.length : rank(homeSwitch[t]));
  const order = {
    switches: Array.from(switches.keys()).sort((a, b) => rank(a) - rank(b)),
    terminals: Array.from(terminals.keys()).sort((a, b) => homeSwitchRank(a) - homeSwitchRank(b) || a - b),
  };
  const newIndices = { switches: inversePermutation(order.switches), terminals: inversePermutation(order.terminals) };
  const newEnd = (oldEnd: LinkEnd): LinkEnd =>
    isTerminalEnd(oldEnd) ? terminalEnd(newIndices.terminals[terminalOfEnd(oldEnd)]) : newIndices.switches[oldEnd];

  // Coordinates of switches and terminals.
  const axisCount = ideal.axes.length;
  const coordinatesOf = (s: number) => Array.from(ideal.coordinates.subarray(slotOf[s] * axisCount, (slotOf[s] + 1) * axisCount));
  const noCoordinates = ideal.axes.map(() => -1);
  const hasLevels = ideal.axes.some(({ kind }) => kind === "level");
  const switchCoordinates = (s: number) => (slotOf[s] < 0 ? noCoordinates : coordinatesOf(s));
  const terminalCoordinates = (t: number, i: number) => {
    if (hasLevels) return ideal.axes.map(({ kind }) => (kind === "position" ? i : -1));
    return homeSwitch[t] < 0 ? noCoordinates : switchCoordinates(homeSwitch[t]);
  };
  // The drawing in the new order, without axes.
  const reordered: Drawing = {
    ...drawing,
    switches: order.switches.map((s, i) => ({ ...withoutCoordinates(switches[s]), number: i })),
    terminals: order.terminals.map((t) => withoutCoordinates(terminals[t])),
    links: sortedByPort(
      links.map((link) => {
        const [a, b] = [newEnd(link.a), newEnd(link.b)];
        const isSwapped = !isTerminalEnd(a) && (isTerminalEnd(b) || b < a);
        return isSwapped ? withSwappedEnds({ ...link, a: b, b: a }) : { ...link, a, b };
      }),
      (a, b) => {
        const [p, q] = [coordinatesOf(order.switches[a]), coordinatesOf(order.switches[b])];
        const axis = hasLevels ? 0 : p.findIndex((x, each) => x !== q[each]);
        return ideal.axes[axis]?.kind === "group" ? axisCount : axis;
      },
      (s) => slotOf[order.switches[s]] >= 0,
    ),
    axes: [],
    isPartial: false,
  };
  // The reordered drawing with the axes of the family, unless an irregularity contradicts them.
  const withAxes: Drawing = {
    ...reordered,
    axes: ideal.axes,
    switches: reordered.switches.map((each, i) => ({ ...each, at: switchCoordinates(order.switches[i]) })),
    terminals: reordered.terminals.map((each, i) => ({ ...each, at: terminalCoordinates(order.terminals[i], i) })),
  };
  const axesCheck = checkAxes(buildDrawing(withAxes));
  if (axesCheck !== "broken") return { ...withAxes, isPartial: axesCheck === "partial" };
  // If the axes cannot be used, the coordinates at least give positions to a drawing that has none.
  if (switches.some(({ place: position }) => position !== undefined)) return reordered;
  const positions = positionsOf(
    ideal.axes,
    order.switches.map((s) => (slotOf[s] < 0 ? null : coordinatesOf(s))),
  );
  return positions === null
    ? reordered
    : { ...reordered, switches: reordered.switches.map((each, i) => ({ ...each, place: positions[i] })) };
}

/** Distance between switches in a row, and minimum distance between rows, in steps. */
const spacing = { across: 2 * switchSteps.width, down: 4 * switchSteps.height } as const;
/** Total height of all rows, as a fraction of the longest row. */
const totalHeight = 0.4;

/**
 * [S] Positions of the switches in a drawing, in steps of its grid: a row for each level of a tree, or the plane of a two-dimensional grid.
 * Switches without coordinates are in a row below. Null if the axes define no rows.
 * @param coordinates [S] coordinates of each switch, one per axis; null for a switch without them
 */
function positionsOf(axes: readonly Axis[], coordinates: readonly (readonly number[] | null)[]): readonly DrawnPlace[] | null {
  const level = axes.findIndex(({ kind }) => kind === "level");
  const isTree = level >= 0;
  const isGrid = axes.length === 2 && axes.every(({ kind }) => kind === "line" || kind === "ring" || kind === "full");
  if (!isTree && !isGrid) return null;
  const rowCount = isTree ? axes[level].size : axes[1].size;
  const rowOf = (switchCoordinates: readonly number[] | null) => {
    if (switchCoordinates === null) return rowCount;
    return isTree ? rowCount - 1 - switchCoordinates[level] : switchCoordinates[1];
  };
  const rows: number[][] = Array.from({ length: rowCount + 1 }, () => []);
  coordinates.forEach((switchCoordinates, s) => rows[rowOf(switchCoordinates)].push(s));
  const longestRow = isTree ? rows.reduce((longest, { length }) => Math.max(longest, length), 1) : axes[0].size;
  // Rows of a wide tree are farther apart; a drawing that is too large is scaled down.
  const rowSpacing = isTree ? Math.max(spacing.down, (totalHeight * longestRow * spacing.across) / rowCount) : spacing.down;
  const scale = Math.min(1, maxCoordinate / Math.max(longestRow * spacing.across, rowCount * rowSpacing));
  const positions: DrawnPlace[] = [];
  rows.forEach((row, y) =>
    row.forEach((s, i) => {
      const switchCoordinates = coordinates[s];
      // Centered columns of the grid; in a tree, each row is centered.
      const x = !isTree && switchCoordinates !== null ? switchCoordinates[0] - (longestRow - 1) / 2 : i - (row.length - 1) / 2;
      // + 0 turns −0 into 0.
      positions[s] = [Math.round(scale * spacing.across * x) + 0, Math.round(scale * rowSpacing * y) + 0];
    }),
  );
  return positions;
}

/** [n] Index of each number in an order: the inverse permutation. */
function inversePermutation(order: readonly number[]): Int32Array {
  const indexOf = new Int32Array(order.length);
  order.forEach((number, index) => (indexOf[number] = index));
  return indexOf;
}

/** A node without its coordinates, which belong to the former axes of the drawing. */
function withoutCoordinates<T extends DrawnNode>(node: T): Omit<T, "at"> {
  const { at: _at, ...rest } = node;
  return rest;
}

/** A link with its ends exchanged, and therefore also its two directions. */
function withSwappedEnds({ forth, back, ...link }: Drawing["links"][number]): Drawing["links"][number] {
  return { ...link, ...withoutUndefined({ forth: back, back: forth }) };
}

/** Sorts links in the order of ports: terminals first, then by axis, then by the higher and the lower end. */
function sortedByPort(
  links: readonly Drawing["links"][number][],
  axisOf: (a: number, b: number) => number,
  hasSlot: (s: number) => boolean,
): readonly Drawing["links"][number][] {
  const keyedLinks = links.map((link) => {
    const { a, b } = link;
    if (isTerminalEnd(a)) return { link, axis: -1, high: 0, low: terminalOfEnd(a) };
    return { link, axis: hasSlot(a) && hasSlot(b) ? axisOf(a, b) : Infinity, high: b, low: a };
  });
  return keyedLinks.sort((p, q) => compareNumbers(p.axis, q.axis) || p.high - q.high || p.low - q.low).map(({ link }) => link);
}

/** Comparison for sorting that also works for infinite numbers. */
const compareNumbers = (p: number, q: number) => (p === q ? 0 : p < q ? -1 : 1);
