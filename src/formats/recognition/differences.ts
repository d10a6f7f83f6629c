/** Compares a network with the ideal network in which it was placed. */
import type { SwitchFabric, Placement } from "./contract.ts";
import { fabricOfIdeal, fabricLinks, neighborsIn, linkCountBetween } from "./switch-fabric.ts";

/** Two switches, and the number of links by which they differ from the ideal network. */
export type LinkDifference = readonly [a: number, b: number, times: number];

export interface IdealDifferences {
  /** Links of the ideal network between two existing switches that are missing. */
  readonly missing: readonly LinkDifference[];
  /** Additional parallel links between two switches that are joined. */
  readonly surplus: readonly LinkDifference[];
  /** Links between two switches that the ideal network does not join. */
  readonly extra: readonly LinkDifference[];
  /** Slots without a switch, and the number of links of the ideal network that end there. */
  readonly emptySlots: readonly number[];
  readonly linksOfEmptySlots: number;
  /** Switches without a slot, and their number of links. */
  readonly straySwitches: readonly number[];
  readonly linksOfStrays: number;
  /** Switches with more or fewer terminals than their slot. */
  readonly unusualSwitches: readonly number[];
  /** Number of links of the ideal network. */
  readonly idealLinks: number;
}

/**
 * Compares a network with the ideal network of its family, in which its switches were placed. Surplus links are parallel to regular ones;
 * extra links join switches that the ideal network does not join; a stray switch has no slot.
 */
export function compareWithIdeal(fabric: SwitchFabric, { ideal: idealTopology, slotOf }: Placement): IdealDifferences {
  const ideal = fabricOfIdeal(idealTopology);
  const switchAt = new Int32Array(ideal.switchCount).fill(-1);
  slotOf.forEach((p, s) => {
    if (p >= 0) switchAt[p] = s;
  });
  // All pairs of slots that the ideal network joins.
  const missing: LinkDifference[] = [];
  const surplus: LinkDifference[] = [];
  const extra: LinkDifference[] = [];
  let linksOfEmptySlots = 0;
  for (let p = 0; p < ideal.switchCount; p++) {
    for (let i = ideal.firstNeighbor[p]; i < ideal.firstNeighbor[p + 1]; i++) {
      const q = ideal.neighbors[i];
      if (q < p) continue;
      if (switchAt[p] < 0 || switchAt[q] < 0) {
        linksOfEmptySlots += ideal.linkCounts[i];
        continue;
      }
      const surplusLinks = linkCountBetween(fabric, switchAt[p], switchAt[q]) - ideal.linkCounts[i];
      if (surplusLinks < 0) missing.push([switchAt[p], switchAt[q], -surplusLinks]);
      if (surplusLinks > 0) surplus.push([switchAt[p], switchAt[q], surplusLinks]);
    }
  }
  // All links of the network.
  let linksOfStrays = 0;
  for (let s = 0; s < fabric.switchCount; s++) {
    for (const t of neighborsIn(fabric, s)) {
      if (t < s) continue;
      const linkCount = linkCountBetween(fabric, s, t);
      if (slotOf[s] < 0 || slotOf[t] < 0) linksOfStrays += linkCount;
      else if (linkCountBetween(ideal, slotOf[s], slotOf[t]) === 0) extra.push([s, t, linkCount]);
    }
  }
  const switches = Array.from(slotOf.keys());
  return {
    missing,
    surplus,
    extra,
    emptySlots: Array.from(switchAt.keys()).filter((p) => switchAt[p] < 0),
    linksOfEmptySlots,
    straySwitches: switches.filter((s) => slotOf[s] < 0),
    linksOfStrays,
    unusualSwitches: switches.filter((s) => slotOf[s] >= 0 && fabric.terminalCounts[s] !== idealTopology.terminalCounts[slotOf[s]]),
    idealLinks: fabricLinks(ideal),
  };
}

const linkSum = (pairs: readonly LinkDifference[]) => pairs.reduce((n, [, , linkCount]) => n + linkCount, 0);

/** Number of irregularities between switches: each link and each switch counts as one. */
export const irregularityCount = ({ missing, surplus, extra, emptySlots, straySwitches }: IdealDifferences): number =>
  linkSum(missing) + linkSum(surplus) + linkSum(extra) + emptySlots.length + straySwitches.length;

/** Required number of ideal links per irregularity. With a smaller number, any network would match some family. */
const minLinksPerIrregularity = 10;

/** Whether the irregularities are rare enough for the placement to be plausible. */
export const isPlausible = (differences: IdealDifferences): boolean =>
  minLinksPerIrregularity *
    (linkSum(differences.missing) +
      linkSum(differences.surplus) +
      linkSum(differences.extra) +
      differences.linksOfEmptySlots +
      differences.linksOfStrays +
      differences.straySwitches.length) <=
  differences.idealLinks;
