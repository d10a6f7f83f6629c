/** Trees whose switches have equally many uplinks, but spread unevenly over the switches above: `18 links over 12 spines`. */
import type { SwitchFabric, Placement } from "../contract.ts";
import { fabricLinks, neighborsIn, linkCountBetween, mostFrequent } from "../switch-fabric.ts";
import { countsSentence, firstSlotsOf, isNarrowed, levelWord, narrowingSentences, levelSlots, treeTitle } from "./ideal-tree.ts";

/** At most one in this many switches or links may be irregular. */
const minPerException = 8;

/**
 * The tree with its actual links, plus a link wherever a switch has fewer uplinks than usual on its level and another has fewer downlinks;
 * null if the numbers of links are too irregular.
 */
export function spreadTree(fabric: SwitchFabric, level: Int32Array): Placement | null {
  const topLevel = level.reduce((most, l) => Math.max(most, l), 0);
  const levels = Array.from({ length: topLevel + 1 }, (_, l) => Array.from(level.keys()).filter((s) => level[s] === l));
  const sizes = levels.map(({ length }) => length);
  if (sizes.includes(0) || level.includes(-1)) return null;
  const links = new Map<number, [lower: number, upper: number, times: number]>();
  let [irregularSwitches, addedLinks, keptLinks] = [0, 0, 0];
  /**
   * The usual number of uplinks of a switch y of each level l to the switches x above. For each pair of adjacent levels, takes the actual
   * links, then adds links where both a lower and an upper switch have fewer than is usual.
   */
  const uplinkCounts = levels.slice(1).map((upper, l) => {
    const lower = levels[l];
    /** Number of links of each switch between these two levels. */
    const degree = new Int32Array(fabric.switchCount);
    const addLinks = (y: number, x: number, linkCount: number) => {
      const key = y * fabric.switchCount + x;
      const entry = links.get(key);
      if (entry === undefined) links.set(key, [y, x, linkCount]);
      else entry[2] += linkCount;
      degree[y] += linkCount;
      degree[x] += linkCount;
    };
    // Take the actual links.
    for (const y of lower) for (const x of neighborsIn(fabric, y)) if (level[x] === l + 1) addLinks(y, x, linkCountBetween(fabric, y, x));
    const [usualUplinks, usualDownlinks] = [lower, upper].map((switches) => mostFrequent(switches.map((s) => degree[s])));
    keptLinks += lower.reduce((sum, y) => sum + degree[y], 0);
    const missingLinks = (s: number) => (level[s] === l ? usualUplinks : usualDownlinks) - degree[s];
    // Add a link while both ends have fewer than is usual.
    for (const y of lower) {
      while (missingLinks(y) > 0) {
        // The upper switch that lacks the most links; of several, the one with the fewest links to y.
        const linksTo = (x: number) => linkCountBetween(fabric, y, x);
        const x = upper.reduce((best, s) => ((missingLinks(s) - missingLinks(best) || linksTo(best) - linksTo(s)) > 0 ? s : best));
        if (missingLinks(x) <= 0) break;
        addLinks(y, x, 1);
        addedLinks++;
      }
    }
    irregularSwitches += [...lower, ...upper].filter((s) => missingLinks(s) !== 0).length;
    return usualUplinks;
  });
  if (
    minPerException * irregularSwitches > fabric.switchCount ||
    minPerException * (addedLinks + fabricLinks(fabric) - keptLinks) > fabricLinks(fabric)
  )
    return null;
  const firstSlots = firstSlotsOf(sizes);
  const slotOf = new Int32Array(fabric.switchCount);
  levels.forEach((switches, l) => switches.forEach((s, i) => (slotOf[s] = firstSlots[l] + i)));
  const usualTerminals = mostFrequent(levels[0].map((s) => fabric.terminalCounts[s]).filter((n) => n > 0));
  const narrowing = [{ down: usualTerminals, up: uplinkCounts[0] }];
  return {
    ideal: {
      topology: null,
      title: treeTitle(topLevel + 1, isNarrowed(narrowing) ? "thin" : "fat"),
      sentences: [
        countsSentence(sizes),
        ...narrowingSentences(narrowing),
        ...uplinkCounts.map((usualUplinks, l) => {
          const [lowerWord, upperWord] = [levelWord(l, topLevel + 1)[0], levelWord(l + 1, topLevel + 1)[1]];
          return `The ${usualUplinks} uplinks of a ${lowerWord} are spread over the ${sizes[l + 1]} ${upperWord}, unlike in a regular tree.`;
        }),
      ],
      narrowing,
      ...levelSlots(sizes, usualTerminals),
      links: [...links.values()].map(([y, x, linkCount]) => [slotOf[y], slotOf[x], linkCount] as const),
    },
    slotOf,
  };
}
