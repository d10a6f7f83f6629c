/** Assigns free slots to switches that a family could not place. */
import type { Fabric, Placed } from "./contract.ts";
import { fabricOfWhole, neighboursOf } from "./fabric.ts";

/** The unplaced switches may be at most one in this many. */
const few = 4;

/**
 * The placement with more switches in free slots: first each switch where most of its neighbors are adjacent; then switches without links,
 * or with a single link that leads elsewhere, in any free slot. Other switches stay without a slot.
 */
export function settled(fabric: Fabric, { whole, place: given }: Placed): Placed {
  const place = given.slice();
  const ideal = fabricOfWhole(whole);
  const isTaken = new Uint8Array(ideal.switches);
  for (const p of place) if (p >= 0) isTaken[p] = 1;
  const waiting = new Set(Array.from(place.keys()).filter((s) => place[s] < 0));
  if (few * waiting.size > fabric.switches) return { whole, place };
  const put = (s: number, p: number) => {
    place[s] = p;
    isTaken[p] = 1;
    waiting.delete(s);
  };
  /** The free slot that most placed neighbors of a switch support, and their number. */
  const bestFor = (s: number): readonly [place: number, votes: number] => {
    const votes = new Map<number, number>();
    for (const t of neighboursOf(fabric, s)) {
      if (place[t] < 0) continue;
      for (const p of neighboursOf(ideal, place[t])) if (isTaken[p] === 0) votes.set(p, (votes.get(p) ?? 0) + 1);
    }
    let [best, most] = [-1, 0];
    for (const [p, n] of votes) {
      const more = n - most || fits(s, p) - fits(s, best) || best - p;
      if (more > 0) [best, most] = [p, n];
    }
    return [best, most];
  };
  const fits = (s: number, p: number) => (p >= 0 && whole.hosts[p] === fabric.hosts[s] ? 1 : 0);
  for (;;) {
    let [one, at, most] = [-1, -1, 0];
    for (const s of waiting) {
      const [p, votes] = bestFor(s);
      if (votes > most) [one, at, most] = [s, p, votes];
    }
    if (one < 0) break;
    put(one, at);
  }
  for (const s of waiting) {
    // Placing a switch with one contradicting link costs one extra and one missing link, which is no worse than a stray switch and a
    // missing switch.
    const own = neighboursOf(fabric, s).length;
    const rooms = Array.from(isTaken.keys()).filter((p) => isTaken[p] === 0 && (own === 0 || own + neighboursOf(ideal, p).length <= 2));
    const room = rooms.find((p) => fits(s, p) === 1) ?? rooms[0];
    if (room !== undefined) put(s, room);
  }
  return { whole, place };
}
