/** Where switches stand that are of no family and that nobody has placed: as they hang together. */
import { type Drawing, isTerminal, type Place } from "../../core/network/drawing/drawing.ts";
import { placed } from "../../core/network/drawing/edit.ts";

/** More than this would take seconds, and nobody would see how they hang together. */
const mostPlaced = 1000;
/** Distance of neighbours, steps. */
const apart = 32;

/** The drawing with its switches placed by forces; as it is where any of it has a place, or there are too many. */
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
