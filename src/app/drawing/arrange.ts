/** One-time layouts of a drawing: in levels, in a ring, in a grid, in a circle of groups, or by forces. The positions stay afterwards. */
import { activeComponentOf } from "../../core/network/drawing/active-component.ts";
import { type Drawing, isTerminalEnd, type DrawnPlace } from "../../core/network/drawing/drawing.ts";
import { withPlaces } from "../../core/network/drawing/edit.ts";
import { switchPositionsOf } from "../../views/stage/layouts/all-layouts.ts";
import type { DrawingDraft } from "../../views/drawing/contract.ts";

export type Arrangement = "levels" | "ring" | "grid" | "groups" | "force";

/** Distance of neighbors, in grid steps. */
const spacing = 32;

/**
 * The drawing with the selected switches arranged in levels, a ring, a grid, groups, or by forces; with all switches if fewer than two are
 * selected. Switches are numbered as in the drawing; the center of the arranged switches stays where it was.
 */
export async function arrangeDrawing(draft: DrawingDraft, arrangement: Arrangement): Promise<Drawing> {
  const { drawing, network, selectedSwitches } = draft;
  const switches = selectedSwitches.size > 1 ? [...selectedSwitches] : drawing.switches.map((_, s) => s);
  if (switches.length < 2) return drawing;
  const positions = switchPositionsOf(network);
  const current = new Map(switches.map((s) => [s, [positions[2 * s], positions[2 * s + 1]] as const]));
  const neighbors = neighborsOf(drawing, switches);
  const arrangedPlaces =
    arrangement === "levels"
      ? placeInLevels(drawing, switches, neighbors, current)
      : arrangement === "ring"
        ? placeInRing(switches, current)
        : arrangement === "grid"
          ? placeInGrid(switches, current)
          : arrangement === "groups"
            ? placeInGroups(switches, neighbors)
            : await (await import("../../formats/document/force-layout.ts")).forceLayout(switches, neighbors, current, spacing);
  return withPlaces(drawing, keepCenter(arrangedPlaces, current));
}

type SwitchPlaces = ReadonlyMap<number, DrawnPlace>;
type Neighbors = ReadonlyMap<number, readonly number[]>;

/** For each switch of the list its neighbors within the list, without repetition. */
function neighborsOf({ links }: Drawing, switchList: readonly number[]): Neighbors {
  const found = new Map(switchList.map((s) => [s, new Set<number>()]));
  for (const { a, b } of links) {
    if (isTerminalEnd(a) || !found.has(a) || !found.has(b)) continue;
    found.get(a)!.add(b);
    found.get(b)!.add(a);
  }
  return new Map([...found].map(([s, neighbors]) => [s, [...neighbors]]));
}

/** Shifts the new positions so that they have the same center as the old positions, and rounds them to whole grid steps. */
function keepCenter(next: SwitchPlaces, current: SwitchPlaces): SwitchPlaces {
  const centerOf = (places: SwitchPlaces) => {
    const all = [...places.values()];
    const middleOfAxis = (d: 0 | 1) => (Math.min(...all.map((each) => each[d])) + Math.max(...all.map((each) => each[d]))) / 2;
    return [middleOfAxis(0), middleOfAxis(1)] as const;
  };
  const [oldCenter, newCenter] = [centerOf(current), centerOf(next)];
  return new Map(
    [...next].map(([s, [x, y]]) => [s, [Math.round(x - newCenter[0] + oldCenter[0]), Math.round(y - newCenter[1] + oldCenter[1])]]),
  );
}

/**
 * Arranges switches as in a fat tree, in rows by their distance in hops from the nearest switch with terminals: the switches with terminals
 * are the bottom row, and switches that no path connects to a terminal are the top row. Each row is ordered by the mean x coordinate of a
 * switch's neighbors in the row below. If no switch has terminals, all are in one row.
 */
function placeInLevels(drawing: Drawing, switches: readonly number[], neighbors: Neighbors, current: SwitchPlaces): SwitchPlaces {
  // Breadth-first search from the switches with terminals gives the rows.
  const switchesWithTerminals = new Set(drawing.links.flatMap(({ a, b }) => (isTerminalEnd(a) ? [b] : [])));
  const level = new Map<number, number>();
  let row = switches.filter((s) => switchesWithTerminals.has(s));
  if (row.length === 0) row = [...switches];
  const rows: number[][] = [];
  while (row.length > 0) {
    for (const s of row) level.set(s, rows.length);
    rows.push(row);
    row = [...new Set(row.flatMap((s) => neighbors.get(s)!))].filter((s) => !level.has(s));
  }
  const unreached = switches.filter((s) => !level.has(s));
  if (unreached.length > 0) rows.push(unreached);
  // Sort and place each row, from the bottom up. Rows are centered at x = 0, and those with few switches are spread wider.
  const places = new Map<number, DrawnPlace>();
  rows.forEach((members, i) => {
    const meanXBelow = (s: number) => {
      const placedBelow = neighbors.get(s)!.filter((other) => places.has(other) && level.get(other) === i - 1);
      return placedBelow.length === 0
        ? current.get(s)![0]
        : placedBelow.reduce((sum, other) => sum + places.get(other)![0], 0) / placedBelow.length;
    };
    const preferredX = new Map(members.map((s) => [s, i === 0 ? current.get(s)![0] : meanXBelow(s)]));
    const sorted = members.toSorted((a, b) => preferredX.get(a)! - preferredX.get(b)! || current.get(a)![0] - current.get(b)![0] || a - b);
    const widestRow = Math.max(...rows.map(({ length }) => length)) * spacing;
    const pitch = Math.max(spacing, Math.min(spacing * 2.4, widestRow / members.length));
    sorted.forEach((s, k) => places.set(s, [(k - (members.length - 1) / 2) * pitch, -i * spacing * 1.25]));
  });
  return places;
}

/** Places switches on a circle, in the order of their present angles about their common center. */
function placeInRing(switches: readonly number[], current: SwitchPlaces): SwitchPlaces {
  const [cx, cy] = [0, 1].map((d) => switches.reduce((sum, s) => sum + current.get(s)![d], 0) / switches.length);
  const angle = (s: number) =>
    (Math.atan2(current.get(s)![1] - cy, current.get(s)![0] - cx) + Math.PI / 2 + 4 * Math.PI - 1e-9) % (2 * Math.PI);
  const radius = Math.max(spacing * 0.8, (switches.length * spacing) / (2 * Math.PI));
  return placeOnCircle(
    switches.toSorted((a, b) => angle(a) - angle(b) || a - b),
    radius,
  );
}

function placeOnCircle(switches: readonly number[], radius: number, cx = 0, cy = 0): Map<number, DrawnPlace> {
  return new Map(
    switches.map((s, k) => {
      const angle = (k / switches.length) * 2 * Math.PI - Math.PI / 2;
      return [s, [cx + Math.cos(angle) * radius * 1.15, cy + Math.sin(angle) * radius]];
    }),
  );
}

/** Places switches in rows and columns, in their present reading order: top to bottom, then left to right. */
function placeInGrid(switches: readonly number[], current: SwitchPlaces): SwitchPlaces {
  const columns = Math.ceil(Math.sqrt(switches.length * 1.2));
  const rowHeight = spacing / 2;
  const sorted = switches.toSorted(
    (a, b) =>
      Math.round(current.get(a)![1] / rowHeight) - Math.round(current.get(b)![1] / rowHeight) ||
      current.get(a)![0] - current.get(b)![0] ||
      a - b,
  );
  return new Map(sorted.map((s, k) => [s, [(k % columns) * spacing, Math.floor(k / columns) * spacing]]));
}

/**
 * Arranges switches so that densely connected ones are together: each group on a circle, and the groups on a larger circle. Groups are
 * communities found by label propagation: at first each switch has its number as label, then it repeatedly takes the most frequent label
 * among itself and its neighbors, or the smaller label in a tie. Switches with the same label form a group.
 */
function placeInGroups(switches: readonly number[], neighbors: Neighbors): SwitchPlaces {
  const labels = new Map(switches.map((s) => [s, s]));
  for (let iteration = 0; iteration < 20; iteration++) {
    let isSettled = true;
    for (const s of switches) {
      const counts = new Map<number, number>();
      for (const other of [s, ...neighbors.get(s)!]) counts.set(labels.get(other)!, (counts.get(labels.get(other)!) ?? 0) + 1);
      const [mostFrequent] = [...counts].reduce(([bestLabel, bestCount], [label, count]) =>
        count > bestCount || (count === bestCount && label < bestLabel) ? [label, count] : [bestLabel, bestCount],
      );
      if (mostFrequent !== labels.get(s)) isSettled = false;
      labels.set(s, mostFrequent);
    }
    if (isSettled) break;
  }
  // Place the groups. A circle is large enough for the spacing of its members.
  const byLabel = new Map<number, number[]>();
  for (const s of switches) byLabel.set(labels.get(s)!, [...(byLabel.get(labels.get(s)!) ?? []), s]);
  const groups = [...byLabel.values()];
  const radiusOf = (members: readonly number[]) =>
    members.length === 1 ? 0 : Math.max(spacing * 0.7, (members.length * spacing * 0.8) / (2 * Math.PI));
  const maxGroupRadius = Math.max(...groups.map(radiusOf)) + spacing;
  const outerRadius = groups.length === 1 ? 0 : Math.max(maxGroupRadius * 1.2, (groups.length * 2 * maxGroupRadius) / (2 * Math.PI));
  return new Map(
    groups.flatMap((members, k) => {
      const angle = (k / groups.length) * 2 * Math.PI - Math.PI / 2;
      return [...placeOnCircle(members, radiusOf(members), Math.cos(angle) * outerRadius * 1.15, Math.sin(angle) * outerRadius)];
    }),
  );
}

/** Indices of the switches that are not in the simulated part of the drawing, which is one connected component. */
export function unconnectedSwitches(drawing: Drawing): readonly number[] {
  const { switches } = activeComponentOf(drawing);
  return drawing.switches.flatMap((_, s) => (switches[s] === 1 ? [] : [s]));
}

/** The nearest pair is searched among at most this many switches. */
const maxSwitchesInPairSearch = 256;

/** The two nearest switches that have terminals, to be linked first; null if there are fewer than two. */
export function nearestPair({ drawing, network }: DrawingDraft): readonly [number, number] | null {
  const positions = switchPositionsOf(network);
  const switchesWithTerminals = [...new Set(drawing.links.flatMap(({ a, b }) => (isTerminalEnd(a) ? [b] : [])))].slice(
    0,
    maxSwitchesInPairSearch,
  );
  let [pair, nearest]: [readonly [number, number] | null, number] = [null, Infinity];
  switchesWithTerminals.forEach((a, i) =>
    switchesWithTerminals.slice(i + 1).forEach((b) => {
      const distance = Math.hypot(positions[2 * a] - positions[2 * b], positions[2 * a + 1] - positions[2 * b + 1]);
      if (distance < nearest) [pair, nearest] = [[a, b], distance];
    }),
  );
  return pair;
}
