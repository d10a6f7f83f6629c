/** Rearranges a drawing in the form in which it was recognized. */
import { defined } from "../../core/base/defined.ts";
import { axesIn } from "../../core/network/axes.ts";
import type { Axis } from "../../core/network/network.ts";
import { buildDrawing } from "../../core/network/drawing/build.ts";
import {
  type Drawing,
  type DrawnNode,
  type End,
  farthest,
  isTerminal,
  type Place,
  switchSteps,
  terminalEnd,
  terminalOf,
} from "../../core/network/drawing/drawing.ts";
import type { Recognised } from "./contract.ts";

/**
 * The same network with its nodes in the order of the family: switches by their slot, those without a slot last; terminals by their switch;
 * ports by the axis of their link, then by the other end. Axes and coordinates are those of the family, so that its routings and layouts
 * apply. If an irregularity contradicts the axes, such as a link between two leaves, the drawing gets only the order and the positions:
 * rows by level, or a grid.
 *
 * `recognition` describes the drawing's network, whose nodes are the terminals followed by the switches of the drawing.
 */
export function recognisedDrawing(drawing: Drawing, recognised: Recognised): Drawing {
  const { whole, place } = recognised;
  const { switches, terminals, links } = drawing;
  // The order of switches and terminals, and the new number of each.
  const last = whole.hosts.length;
  const rank = (s: number) => (place[s] < 0 ? last + s : place[s]);
  const home = new Int32Array(terminals.length).fill(-1);
  for (const { a, b } of links) if (isTerminal(a) && !isTerminal(b) && home[terminalOf(a)] < 0) home[terminalOf(a)] = b;
  const homeRank = (t: number) => (home[t] < 0 ? last + switches.length : rank(home[t]));
  const order = {
    switches: Array.from(switches.keys()).sort((a, b) => rank(a) - rank(b)),
    terminals: Array.from(terminals.keys()).sort((a, b) => homeRank(a) - homeRank(b) || a - b),
  };
  const now = { switches: inverse(order.switches), terminals: inverse(order.terminals) };
  const end = (was: End): End => (isTerminal(was) ? terminalEnd(now.terminals[terminalOf(was)]) : now.switches[was]);

  // Coordinates of switches and terminals.
  const A = whole.axes.length;
  const of = (s: number) => Array.from(whole.at.subarray(place[s] * A, (place[s] + 1) * A));
  const none = whole.axes.map(() => -1);
  const hasLevels = whole.axes.some(({ kind }) => kind === "level");
  const atSwitch = (s: number) => (place[s] < 0 ? none : of(s));
  const atTerminal = (t: number, i: number) => {
    if (hasLevels) return whole.axes.map(({ kind }) => (kind === "position" ? i : -1));
    return home[t] < 0 ? none : atSwitch(home[t]);
  };
  // The drawing in the new order, without axes.
  const moved: Drawing = {
    ...drawing,
    switches: order.switches.map((s, i) => ({ ...bare(switches[s]), number: i })),
    terminals: order.terminals.map((t) => bare(terminals[t])),
    links: byPort(
      links.map((link) => {
        const [a, b] = [end(link.a), end(link.b)];
        const isTurned = !isTerminal(a) && (isTerminal(b) || b < a);
        return isTurned ? turned({ ...link, a: b, b: a }) : { ...link, a, b };
      }),
      (a, b) => {
        const [p, q] = [of(order.switches[a]), of(order.switches[b])];
        const axis = hasLevels ? 0 : p.findIndex((x, each) => x !== q[each]);
        return whole.axes[axis]?.kind === "group" ? A : axis;
      },
      (s) => place[order.switches[s]] >= 0,
    ),
    axes: [],
    isPartial: false,
  };
  // The same with the axes of the family, unless an irregularity contradicts them.
  const withAxes: Drawing = {
    ...moved,
    axes: whole.axes,
    switches: moved.switches.map((each, i) => ({ ...each, at: atSwitch(order.switches[i]) })),
    terminals: moved.terminals.map((each, i) => ({ ...each, at: atTerminal(order.terminals[i], i) })),
  };
  const found = axesIn(buildDrawing(withAxes));
  if (found !== "broken") return { ...withAxes, isPartial: found === "partial" };
  // Without axes, the coordinates give at least the positions, if the drawing has none.
  if (switches.some(({ place: own }) => own !== undefined)) return moved;
  const places = placesIn(
    whole.axes,
    order.switches.map((s) => (place[s] < 0 ? null : of(s))),
  );
  return places === null ? moved : { ...moved, switches: moved.switches.map((each, i) => ({ ...each, place: places[i] })) };
}

/** Distance between switches in a row, and minimum distance between rows, in steps. */
const apart = { across: 2 * switchSteps.width, down: 4 * switchSteps.height } as const;
/** Total height of all rows, as a fraction of the longest row. */
const height = 0.4;

/** [S] Positions of the switches from their coordinates, those without coordinates in a row below; null if the axes define no rows. */
function placesIn(axes: readonly Axis[], at: readonly (readonly number[] | null)[]): readonly Place[] | null {
  const level = axes.findIndex(({ kind }) => kind === "level");
  const isFlat = axes.length === 2 && axes.every(({ kind }) => kind === "line" || kind === "ring" || kind === "full");
  if (level < 0 && !isFlat) return null;
  const top = level < 0 ? axes[1].size : axes[level].size;
  const rowOf = (own: readonly number[] | null) => (own === null ? top : level < 0 ? own[1] : top - 1 - own[level]);
  const rows: number[][] = Array.from({ length: top + 1 }, () => []);
  at.forEach((own, s) => rows[rowOf(own)].push(s));
  const longest = level < 0 ? axes[0].size : rows.reduce((most, { length }) => Math.max(most, length), 1);
  const down = level < 0 ? apart.down : Math.max(apart.down, (height * longest * apart.across) / top);
  const scale = Math.min(1, farthest / Math.max(longest * apart.across, top * down));
  const places: Place[] = [];
  rows.forEach((row, y) =>
    row.forEach((s, i) => {
      const own = at[s];
      const x = level < 0 && own !== null ? own[0] - (longest - 1) / 2 : i - (row.length - 1) / 2;
      places[s] = [Math.round(scale * apart.across * x) + 0, Math.round(scale * down * y) + 0];
    }),
  );
  return places;
}

/** [n] Index of each number in an order: the inverse permutation. */
function inverse(order: readonly number[]): Int32Array {
  const place = new Int32Array(order.length);
  order.forEach((was, is) => (place[was] = is));
  return place;
}

/** The node without coordinates, which belong to other axes. */
function bare<T extends DrawnNode>(node: T): Omit<T, "at"> {
  const { at: _at, ...rest } = node;
  return rest;
}

/** A link after its ends were exchanged, which exchanges its two directions. */
function turned({ forth, back, ...link }: Drawing["links"][number]): Drawing["links"][number] {
  return { ...link, ...defined({ forth: back, back: forth }) };
}

/** Sorts links in the order of ports: terminals first, then by axis, then by the higher and the lower end. */
function byPort(
  links: readonly Drawing["links"][number][],
  axisOf: (a: number, b: number) => number,
  stands: (s: number) => boolean,
): readonly Drawing["links"][number][] {
  const keyed = links.map((link) => {
    const { a, b } = link;
    if (isTerminal(a)) return { link, axis: -1, high: 0, low: terminalOf(a) };
    return { link, axis: stands(a) && stands(b) ? axisOf(a, b) : Infinity, high: b, low: a };
  });
  return keyed.sort((p, q) => compared(p.axis, q.axis) || p.high - q.high || p.low - q.low).map(({ link }) => link);
}

/** Comparison for sorting that also works for infinite numbers. */
const compared = (p: number, q: number) => (p === q ? 0 : p < q ? -1 : 1);
