/** Places the switches of a network that belongs to no known family and has no positions, with a force-directed layout. */
import { type Drawing, isTerminal, type Place } from "../../core/network/drawing/drawing.ts";
import { placed } from "../../core/network/drawing/edit.ts";

/** Larger networks would take seconds to place, and their layout would show no structure. */
const mostPlaced = 1000;
/** Distance between neighbors, in steps of the drawing. */
const apart = 32;

/**
 * The drawing with its switches placed by a force-directed layout. It stays unchanged if any of its nodes has a position already, or if it
 * has too many switches.
 */
export async function asItHangs(drawing: Drawing): Promise<Drawing> {
  const { switches, terminals, links } = drawing;
  const S = switches.length;
  if (S < 3 || S > mostPlaced || [...switches, ...terminals].some(({ place }) => place !== undefined)) return drawing;
  const ways = switches.map(() => new Set<number>());
  for (const { a, b } of links) {
    if (isTerminal(a) || isTerminal(b) || a === b) continue;
    ways[a].add(b);
    ways[b].add(a);
  }
  const list = switches.map((_, s) => s);
  const radius = (S * apart) / (2 * Math.PI);
  const onCircle = (s: number): Place => [radius * Math.sin((2 * Math.PI * s) / S), -radius * Math.cos((2 * Math.PI * s) / S)];
  const { byForces } = await import("./by-forces.ts");
  const places = byForces(list, new Map(list.map((s) => [s, [...ways[s]]])), new Map(list.map((s) => [s, onCircle(s)])), apart);
  return placed(drawing, new Map([...places].map(([s, [x, y]]) => [s, [Math.round(x) + 0, Math.round(y) + 0]])));
}
