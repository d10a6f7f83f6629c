/**
 * Dragonflies with any arrangement of their global links (Kim, Dally, Scott, Abts; ISCA 2008) and at least three switches per group. If the
 * arrangement is the one of this program's topology, groups and switches are numbered as there.
 */
import { globalLinks, globalLinkCounts, groupAxes } from "../../core/network/group-shapes.ts";
import type { SwitchFabric, TopologyFamily, Placement, IdealTopology } from "./contract.ts";
import { compareWithIdeal, isPlausible } from "./differences.ts";
import { neighborsIn, mostFrequent } from "./switch-fabric.ts";
import { findGroups } from "./groups.ts";
import { completePlacement } from "./complete-placement.ts";

export const dragonflyFamily: TopologyFamily = {
  id: "dragonfly",
  find(fabric) {
    const groups = findGroups(fabric);
    const match = groups === null ? null : placeInAnyArrangement(fabric, groups);
    if (match === null) return null;
    const placement = completePlacement(fabric, match.placement);
    const extraPairs = compareWithIdeal(fabric, placement).extra.length;
    for (const candidate of placementsInOwnArrangement(fabric, match)) {
      const ownPlacement = completePlacement(fabric, candidate);
      const ownDifferences = compareWithIdeal(fabric, ownPlacement);
      if (isPlausible(ownDifferences) && ownDifferences.extra.length <= extraPairs) return ownPlacement;
    }
    return placement;
  },
};

/** Exceptions are accepted if the regular cases are at least this many times as frequent. */
const minRegularRatio = 8;

/**
 * Places the groups without assuming an arrangement of the global links. The ideal network keeps the global links of the given one, except
 * that surplus links are removed and missing links are added where switches and groups have more or fewer links than usual.
 */
function placeInAnyArrangement(fabric: SwitchFabric, groups: readonly (readonly number[])[]): DragonflyMatch | null {
  const { firstNeighbor, neighbors, linkCounts } = fabric;
  const g = groups.length;
  const a = Math.max(...groups.map(({ length }) => length));
  if (g < 2) return null;
  const slotOf = new Int32Array(fabric.switchCount).fill(-1);
  groups.forEach((members, i) => members.forEach((s, j) => (slotOf[s] = i * a + j)));
  const switchAt = new Int32Array(g * a).fill(-1);
  slotOf.forEach((p, s) => {
    if (p >= 0) switchAt[p] = s;
  });
  const groupOf = (p: number) => Math.floor(p / a);
  const localLinkCounts: number[] = [];
  /** Global links by slot pair p × P + q with p < q; the number of global links of each slot, and between each two groups. */
  const globalLinks = new Map<number, number>();
  const slotCount = g * a;
  const degree = new Int32Array(slotCount);
  const linksBetween = new Int32Array(g * g);
  const addLinks = (p: number, q: number, n: number) => {
    const key = Math.min(p, q) * slotCount + Math.max(p, q);
    globalLinks.set(key, (globalLinks.get(key) ?? 0) + n);
    for (const end of [p, q]) degree[end] += n;
    linksBetween[groupOf(p) * g + groupOf(q)] += n;
    linksBetween[groupOf(q) * g + groupOf(p)] += n;
  };
  for (let s = 0; s < fabric.switchCount; s++) {
    for (let i = firstNeighbor[s]; i < firstNeighbor[s + 1]; i++) {
      const [p, q] = [slotOf[s], slotOf[neighbors[i]]];
      if (neighbors[i] < s || p < 0 || q < 0) continue;
      if (groupOf(p) === groupOf(q)) localLinkCounts.push(linkCounts[i]);
      else addLinks(p, q, linkCounts[i]);
    }
  }
  const h = mostFrequent(Array.from(degree.keys()).flatMap((p) => (switchAt[p] < 0 ? [] : [degree[p]])));
  const { perPair: minBetween, remainder } = globalLinkCounts(a, h, g);
  if (minBetween === 0) return null;
  const maxPerGroup = minBetween * (g - 1) + remainder;
  const linksOfGroup = new Int32Array(g);
  for (let i = 0; i < g; i++) for (let j = 0; j < g; j++) linksOfGroup[i] += linksBetween[i * g + j];
  const changeLinks = (p: number, q: number, n: number) => {
    addLinks(p, q, n);
    linksOfGroup[groupOf(p)] += n;
    linksOfGroup[groupOf(q)] += n;
  };
  // Remove links where both switches and both groups have too many: they are extra links.
  for (const [key, n] of globalLinks) {
    const [p, q] = [Math.floor(key / slotCount), key % slotCount];
    for (let remaining = n; remaining > 0; remaining--) {
      const isSurplus =
        degree[p] > h &&
        degree[q] > h &&
        linksBetween[groupOf(p) * g + groupOf(q)] > minBetween &&
        Math.max(linksOfGroup[groupOf(p)], linksOfGroup[groupOf(q)]) > maxPerGroup;
      if (isSurplus) changeLinks(p, q, -1);
    }
  }
  // Add links where both groups have too few: first between groups below the minimum, then, if some pairs have one link more, between any
  // groups.
  for (const targetBetween of remainder > 0 ? [minBetween, minBetween + 1] : [minBetween]) {
    for (;;) {
      // The groups that lack the most links come first, so that no group is left without a partner.
      const lackingGroups = Array.from({ length: g }, (_, i) => i).filter((i) => linksOfGroup[i] < maxPerGroup && lackingSlot(i) >= 0);
      lackingGroups.sort((i, j) => linksOfGroup[i] - linksOfGroup[j] || i - j);
      const i = lackingGroups.find((group) =>
        lackingGroups.some((partner) => partner !== group && linksBetween[group * g + partner] < targetBetween),
      );
      if (i === undefined) break;
      const j = lackingGroups.find((partner) => partner !== i && linksBetween[i * g + partner] < targetBetween)!;
      changeLinks(lackingSlot(i), lackingSlot(j), 1);
    }
  }
  /** The slot of a group that lacks the most global links; −1 if no slot lacks a link. */
  function lackingSlot(i: number): number {
    let [bestSlot, mostLacking] = [-1, 0];
    for (let p = i * a; p < (i + 1) * a; p++)
      if (switchAt[p] >= 0 && h - degree[p] > mostLacking) [bestSlot, mostLacking] = [p, h - degree[p]];
    return bestSlot;
  }
  const usualLocalLinks = mostFrequent(localLinkCounts);
  const pairs = Array.from({ length: g }, (_, i) => i).flatMap((i) => Array.from({ length: i }, (_, j) => linksBetween[i * g + j]));
  const irregularPairs = pairs.filter((n) => n < minBetween || n > minBetween + Number(remainder > 0)).length;
  // Global links may have any arrangement, so complete groups and equal numbers of links between groups are what identifies a dragonfly.
  if (
    minRegularRatio * irregularPairs > pairs.length ||
    minRegularRatio * ((slotCount * (a - 1)) / 2 - localLinkCounts.length) > (slotCount * (a - 1)) / 2
  )
    return null;
  const size = { p: mostFrequent(fabric.terminalCounts), a, h, g };
  const links = Array.from(globalLinks).flatMap(([key, n]) => (n > 0 ? [[Math.floor(key / slotCount), key % slotCount, n] as const] : []));
  return { size, placement: { ideal: idealDragonfly(size, usualLocalLinks, links, null), slotOf } };
}

/** Up to this number of groups, all orders are tried, because few links give little evidence of the order. */
const maxPermutedGroups = 5;

/**
 * Yields placements of a dragonfly's switches for the arrangement of global links of this program's topology, which the network may have.
 * The order of the groups is guessed from the links: for a few groups, all orders around a circle are tried, the guessed one first, and
 * otherwise the guessed one in both directions.
 */
function* placementsInOwnArrangement(fabric: SwitchFabric, { size, placement }: DragonflyMatch): Generator<Placement> {
  const { a, h, g } = size;
  /** Slots that the global links of each slot lead to. */
  const targets = Array.from({ length: a * g }, (): number[] => []);
  /** For each pair of slots: both slots and the number of parallel links between them. */
  const linksBySlots = new Map<string, [number, number, number]>();
  for (const [firstSlot, secondSlot] of globalLinks(a, h, g)) {
    targets[firstSlot].push(secondSlot);
    targets[secondSlot].push(firstSlot);
    const entry = linksBySlots.get(`${firstSlot} ${secondSlot}`);
    if (entry === undefined) linksBySlots.set(`${firstSlot} ${secondSlot}`, [firstSlot, secondSlot, 1]);
    else entry[2]++;
  }
  const groupOf = placement.slotOf.map((p) => (p < 0 ? -1 : Math.floor(p / a)));
  const reachedGroups = Array.from(groupOf, (group, s) =>
    group < 0 ? [] : Array.from(neighborsIn(fabric, s), (t) => groupOf[t]).filter((other) => other >= 0 && other !== group),
  );
  const circle = orderInCircle(reachedGroups, g);
  const ideal = idealDragonfly(size, 1, [...linksBySlots.values()], { kind: "dragonfly", values: { ...size } });
  for (const order of g <= maxPermutedGroups ? ordersFrom(circle) : [circle, circle.map((_, i) => circle[g - 1 - i])]) {
    const positionOfGroup = new Int32Array(g);
    order.forEach((group, i) => (positionOfGroup[group] = i));
    const groupPositionOf = groupOf.map((group) => (group < 0 ? -1 : positionOfGroup[group]));
    const reachedPositions = reachedGroups.map((groups) => groups.map((other) => positionOfGroup[other]));
    yield { ideal, slotOf: numberSwitches(fabric, groupPositionOf, reachedPositions, targets, a) };
  }
}

/** All permutations of the groups that keep the first group in place. */
function ordersFrom([first, ...others]: readonly number[]): readonly (readonly number[])[] {
  const permutations = (remaining: readonly number[]): readonly (readonly number[])[] =>
    remaining.length === 0
      ? [[]]
      : remaining.flatMap((next) => permutations(remaining.filter((each) => each !== next)).map((rest) => [next, ...rest]));
  return permutations(others).map((rest) => [first, ...rest]);
}

/**
 * Chooses the number, 0 to a − 1, of each switch in its group of a dragonfly, the most certain first: a switch fits a number if its links
 * lead to the same groups as those of the slot, and to the same switches where these are numbered already. Slot i · a + n is number n in
 * group i. Returns [S] the slot of each switch, −1 for none.
 * @param circleGroup [S] index of a switch's group in the circle, −1 for none
 * @param reachedGroups [S] groups that the global links of each switch lead to
 * @param targets [slots] slots that the global links of each slot lead to
 * @param a number of switches of a group
 */
function numberSwitches(
  fabric: SwitchFabric,
  circleGroup: Int32Array,
  reachedGroups: readonly (readonly number[])[],
  targets: readonly (readonly number[])[],
  a: number,
): Int32Array {
  const { switchCount } = fabric;
  const slotOf = new Int32Array(switchCount).fill(-1);
  const switchAt = new Int32Array(targets.length).fill(-1);
  /** [S × a] Number of links that support each number of a switch. */
  const votes = new Int32Array(switchCount * a);
  const bestNumber = new Int32Array(switchCount).fill(-1);
  const members = Array.from({ length: targets.length / a }, (): number[] => []);
  const updateBestNumber = (s: number) => {
    bestNumber[s] = -1;
    for (let n = 0; n < a; n++) {
      if (switchAt[circleGroup[s] * a + n] < 0 && (bestNumber[s] < 0 || votes[s * a + n] > votes[s * a + bestNumber[s]])) bestNumber[s] = n;
    }
  };
  /** [groups] Number of links of the current switch to each group. */
  const linksToGroup = new Int32Array(members.length);
  for (let s = 0; s < switchCount; s++) {
    if (circleGroup[s] < 0) continue;
    members[circleGroup[s]].push(s);
    for (const i of reachedGroups[s]) linksToGroup[i]++;
    for (let n = 0; n < a; n++) {
      const targetSlots = targets[circleGroup[s] * a + n];
      for (const targetSlot of targetSlots) if (linksToGroup[Math.floor(targetSlot / a)]-- > 0) votes[s * a + n]++;
      for (const targetSlot of targetSlots) linksToGroup[Math.floor(targetSlot / a)]++;
    }
    for (const i of reachedGroups[s]) linksToGroup[i]--;
    updateBestNumber(s);
  }
  const unnumbered = new Set(members.flat());
  const mostCertain = () => {
    let [bestSwitch, mostVotes] = [-1, -1];
    for (const s of unnumbered)
      if (bestNumber[s] >= 0 && votes[s * a + bestNumber[s]] > mostVotes) [bestSwitch, mostVotes] = [s, votes[s * a + bestNumber[s]]];
    return bestSwitch;
  };
  for (let s = mostCertain(); s >= 0; s = mostCertain()) {
    const p = circleGroup[s] * a + bestNumber[s];
    [slotOf[s], switchAt[p]] = [p, s];
    unnumbered.delete(s);
    for (const t of neighborsIn(fabric, s)) {
      if (circleGroup[t] < 0 || circleGroup[t] === circleGroup[s]) continue;
      for (const q of targets[p]) if (Math.floor(q / a) === circleGroup[t]) votes[t * a + (q % a)]++;
      if (unnumbered.has(t)) updateBestNumber(t);
    }
    for (const t of members[circleGroup[s]]) if (unnumbered.has(t) && bestNumber[t] === p % a) updateBestNumber(t);
  }
  // Number all switches again with the final votes, which corrects errors that a missing link caused early on.
  switchAt.fill(-1);
  slotOf.fill(-1);
  members.forEach((switches, i) => {
    const choices = switches.flatMap((s) => Array.from({ length: a }, (_, n) => ({ s, p: i * a + n, fit: votes[s * a + n] })));
    for (const { s, p } of choices.sort((x, y) => y.fit - x.fit)) if (slotOf[s] < 0 && switchAt[p] < 0) [slotOf[s], switchAt[p]] = [p, s];
  });
  return slotOf;
}

/**
 * Orders the g groups of a dragonfly in a circle, from group 0. Next is always the group that shares the most switches with the last one;
 * ties are decided by the last but one. Two groups share a switch if its global links lead to both.
 * @param reachedGroups [S] groups that the global links of each switch lead to
 */
function orderInCircle(reachedGroups: readonly (readonly number[])[], g: number): readonly number[] {
  /** [g × g] Number of switches that two groups share. */
  const commonSwitches = new Int32Array(g * g);
  for (const groups of reachedGroups) for (const i of groups) for (const j of groups) commonSwitches[i * g + j]++;
  const circle = [0];
  const remaining = new Set(Array.from({ length: g - 1 }, (_, i) => i + 1));
  while (remaining.size > 0) {
    const lastGroup = circle[circle.length - 1];
    const secondLastGroup = circle[Math.max(0, circle.length - 2)];
    let bestGroup = -1;
    for (const i of remaining) {
      if (bestGroup < 0 || commonSwitches[lastGroup * g + i] > commonSwitches[lastGroup * g + bestGroup]) bestGroup = i;
      else if (
        commonSwitches[lastGroup * g + i] === commonSwitches[lastGroup * g + bestGroup] &&
        commonSwitches[secondLastGroup * g + i] > commonSwitches[secondLastGroup * g + bestGroup]
      )
        bestGroup = i;
    }
    circle.push(bestGroup);
    remaining.delete(bestGroup);
  }
  return circle;
}

/** Terminals (p) and global links (h) per switch, switches per group (a), groups (g). */
interface DragonflySize {
  readonly p: number;
  readonly a: number;
  readonly h: number;
  readonly g: number;
}

interface DragonflyMatch {
  readonly size: DragonflySize;
  readonly placement: Placement;
}

/**
 * The ideal network of a dragonfly, without irregularities, with g groups of a fully connected switches, p terminals and h global links per
 * switch. A link is [slot, slot, number of parallel links].
 * @param localLinks number of parallel links between two switches of a group
 * @param topology the topology of this program that builds it, null if there is none
 */
function idealDragonfly(
  { p, a, h, g }: DragonflySize,
  localLinks: number,
  linksBetweenGroups: readonly (readonly [number, number, number])[],
  topology: IdealTopology["topology"],
): IdealTopology {
  const slotCount = a * g;
  const { perPair, remainder } = globalLinkCounts(a, h, g);
  const links = [...linksBetweenGroups];
  for (let s = 0; s < slotCount; s++) for (let t = s + 1; t % a !== 0; t++) links.push([s, t, localLinks]);
  return {
    topology,
    title: "dragonfly",
    sentences: [
      `It has ${g} groups of ${a} switches, each with ${p} ${p === 1 ? "terminal" : "terminals"} and ${h} global ${h === 1 ? "link" : "links"}.`,
      `Each pair of groups is connected by ${remainder > 0 ? `${perPair} or ${perPair + 1}` : perPair} ${perPair === 1 && remainder === 0 ? "link" : "links"}.`,
    ],
    axes: groupAxes(a, g),
    // The group of each slot and its number within the group, alternately.
    coordinates: Int32Array.from({ length: slotCount * 2 }, (_, i) => (i % 2 === 0 ? Math.floor((i >> 1) / a) : (i >> 1) % a)),
    links,
    terminalCounts: new Int32Array(slotCount).fill(p),
  };
}
