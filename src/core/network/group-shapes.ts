/** Wiring between groups of switches in dragonflies. */
import type { ValidationIssue } from "../base/errors.ts";
import type { Axis } from "./network.ts";
import type { SwitchPart } from "./bill-of-materials.ts";

/** Axes of g groups of a switches. */
export const groupAxes = (a: number, g: number): readonly Axis[] => [
  { name: "group", kind: "group", size: g },
  { name: "switch", kind: "full", size: a },
];

/** Axes of g groups of s leaves and s spines. */
export const tieredAxes = (s: number, g: number): readonly Axis[] => [
  { name: "group", kind: "group", size: g },
  { name: "tier", kind: "tier", size: 2, words: ["leaf", "spine"] },
  { name: "place", kind: "position", size: s },
];

/** Issues with g groups of a switches with h global links each. */
export function checkGroups(a: number, h: number, g: number): readonly ValidationIssue[] {
  const maxGroups = a * h + 1;
  if (g <= maxGroups) return [];
  return [
    {
      path: "g",
      message: `${g} groups are too many: the ${a * h} global links of a group reach at most ${a * h} other groups.`,
      remedy: `Use ${maxGroups}, with one link between every two groups.`,
      nearest: maxGroups,
    },
  ];
}

/** Distribution of the a h global links of a group over the other groups. */
export interface GlobalLinkCounts {
  /** Links between every two groups. */
  readonly perPair: number;
  /** Remaining links of a group. Each leads to a different group, so that some pairs of groups have one more link. */
  readonly remainder: number;
}

/**
 * With an odd number of groups, an odd number of remaining links per group cannot be paired. One port of each group then stays unplugged.
 */
export function globalLinkCounts(a: number, h: number, g: number): GlobalLinkCounts {
  if (g === 1) return { perPair: 0, remainder: 0 };
  const remainder = (a * h) % (g - 1);
  return { perPair: Math.floor((a * h) / (g - 1)), remainder: remainder % 2 === 1 && g % 2 === 1 ? remainder - 1 : remainder };
}

/**
 * Unplugged global ports: their number at a switch, and the number of switches with unplugged ports. It is at most one port per group, or
 * all global ports if there is only one group.
 */
export function unpluggedGlobalPorts(a: number, h: number, g: number): readonly [spare: number, switches: number] {
  const { perPair, remainder } = globalLinkCounts(a, h, g);
  const unplugged = a * h - perPair * (g - 1) - remainder;
  return unplugged === a * h ? [h, a * g] : [unplugged, g];
}

/** `count` switches with `ports` ports; some of them have spare ports. */
export function switchPartsWithSpare(
  ports: number,
  count: number,
  [spare, switchesWithSpare]: readonly [spare: number, switches: number],
): readonly SwitchPart[] {
  if (spare === 0) return [{ level: -1, ports, count }];
  return [
    { level: -1, ports, count: count - switchesWithSpare },
    { level: -1, ports, spare, count: switchesWithSpare },
  ].filter((part) => part.count > 0);
}

/**
 * The global links of g groups of a switches with h global links each, as pairs of switches; switch s of group i has number i a + s.
 *
 * The global links of a group are numbered 0 … a h − 1; switch ⌊k / h⌋ has link k. The links lead to groups at distance 1, 2 … g − 1, then
 * again from 1 on. Each such round has g − 1 links, and link k of a round is joined with link g − 2 − k of the same round in the other
 * group. All groups look alike: this is the relative arrangement (Hastings et al., CLUSTER 2015), a mirror image of the palm tree of
 * Camarero et al. (TACO 11, 2014). In a last, incomplete round of r links, half lead to the next groups, half to the previous groups, and
 * an odd one to the opposite group.
 */
export function globalLinks(a: number, h: number, g: number): readonly (readonly [from: number, to: number])[] {
  const { perPair, remainder } = globalLinkCounts(a, h, g);
  const links: (readonly [number, number])[] = [];
  const join = (i: number, k: number, j: number, partnerLink: number) =>
    links.push([i * a + Math.floor(k / h), j * a + Math.floor(partnerLink / h)]);
  const linksInFullRounds = perPair * (g - 1);
  for (let i = 0; i < g; i++) {
    for (let j = i + 1; j < g; j++) {
      for (let first = 0; first < linksInFullRounds; first += g - 1) join(i, first + j - i - 1, j, first + g - 1 - (j - i));
      const index = indexInLastRound(j - i, remainder, g);
      if (index >= 0) join(i, linksInFullRounds + index, j, linksInFullRounds + remainder - 1 - index);
    }
  }
  return links;
}

/** Index, 0 … remainder − 1, of the link of an incomplete round that leads to the group at distance `ahead`; −1 if there is none. */
function indexInLastRound(ahead: number, remainder: number, g: number): number {
  const half = Math.floor(remainder / 2);
  if (ahead <= half) return ahead - 1;
  if (g - ahead <= half) return remainder - (g - ahead);
  return remainder % 2 === 1 && 2 * ahead === g ? half : -1;
}
