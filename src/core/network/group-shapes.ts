/** The wiring between groups of switches, as dragonflies have it. */
import type { Axis } from "./network.ts";

/** Axes of g groups of a switches. */
export const groupAxes = (a: number, g: number): readonly Axis[] => [
  { name: "group", kind: "group", size: g },
  { name: "switch", kind: "full", size: a },
];

/** How the a h global links of each of g groups are shared out. */
export interface Globals {
  /** Links between every two groups. */
  readonly each: number;
  /** Links of a group that are left and go to one group each, so that those have one more. */
  readonly more: number;
}

/** An odd link left in each of an odd number of groups cannot be paired: one port of each group stays unplugged. */
export function globalsOf(a: number, h: number, g: number): Globals {
  if (g === 1) return { each: 0, more: 0 };
  const more = (a * h) % (g - 1);
  return { each: Math.floor((a * h) / (g - 1)), more: more % 2 === 1 && g % 2 === 1 ? more - 1 : more };
}

/**
 * The global links of g groups of a switches with h such links each, by two switches; switch s of group i is number i a + s.
 *
 * The global links of a group are numbered 0 … a h − 1; switch ⌊k / h⌋ has link k. They lead to the groups 1, 2 … g − 1
 * further on, round after round, so link k is joined with link g − 2 − k of its round. All groups look alike: this is
 * the relative arrangement (Hastings et al., CLUSTER 2015), the palm tree of Camarero et al. (TACO 11, 2014) turned
 * round. Of a last, incomplete round of r links half lead to the next groups and half to those before, and an odd one
 * to the group opposite.
 */
export function globalLinks(a: number, h: number, g: number): readonly (readonly [from: number, to: number])[] {
  const { each, more } = globalsOf(a, h, g);
  const links: (readonly [number, number])[] = [];
  const join = (i: number, k: number, j: number, back: number) => links.push([i * a + Math.floor(k / h), j * a + Math.floor(back / h)]);
  const rest = each * (g - 1);
  for (let i = 0; i < g; i++) {
    for (let j = i + 1; j < g; j++) {
      for (let first = 0; first < rest; first += g - 1) join(i, first + j - i - 1, j, first + g - 1 - (j - i));
      const place = placeInLastRound(j - i, more, g);
      if (place >= 0) join(i, rest + place, j, rest + more - 1 - place);
    }
  }
  return links;
}

/** Which of the `more` links of an incomplete round leads to the group `ahead` further on, 0 … more − 1; −1 for none. */
function placeInLastRound(ahead: number, more: number, g: number): number {
  const half = Math.floor(more / 2);
  if (ahead <= half) return ahead - 1;
  if (g - ahead <= half) return more - (g - ahead);
  return more % 2 === 1 && 2 * ahead === g ? half : -1;
}
