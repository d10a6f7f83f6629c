/** Topology recognition: the list of families, and the entry point. */
import type { Network } from "../../core/network/network.ts";
import type { SwitchFabric, TopologyFamily, Placement, Recognition } from "./contract.ts";
import { DisjointSets } from "../../core/network/disjoint-sets.ts";
import { withActualCounts } from "./actual-counts.ts";
import { type IdealDifferences, compareWithIdeal, irregularityCount, isPlausible } from "./differences.ts";
import { dragonflyFamily } from "./dragonfly.ts";
import { switchFabricOf, fabricLinks, neighborsIn } from "./switch-fabric.ts";
import {
  fabricBetween,
  type HostsWithSwitches,
  findHostsWithSwitches,
  describeHosts,
  placeSeparately,
  withHostSwitches,
} from "./hosts-with-switches.ts";
import { hyperxFamily } from "./hyperx.ts";
import { irregularitiesOf, type ChannelRates, usualRates } from "./irregularities.ts";
import { completePlacement } from "./complete-placement.ts";
import { singleSwitchFamily } from "./single-switch.ts";
import { torusFamily } from "./torus.ts";
import { withLinkRates } from "./trees/ideal-tree.ts";
import { noLinksSentence, treeFamily } from "./trees/trees.ts";

/**
 * In order of simplicity: of several families that explain a network equally well, the first is reported. So a 4-cube is a 4 × 4 torus, and
 * a ring of four with terminals on every other switch is a two-level tree.
 */
export const families: readonly TopologyFamily[] = [singleSwitchFamily, torusFamily, hyperxFamily, treeFamily, dragonflyFamily];

/**
 * Recognizes the topology of a network (torus, fat tree, dragonfly, …) from its links alone: its family, the slot of each switch (its
 * position in the ideal network) and the irregularities. Null if no family explains the network without many exceptions.
 * @param ratesOf rate of each channel, if it is known, to find links that are slower than others
 */
export function recognizeNetwork(network: Network, { ratesOf }: { readonly ratesOf?: ChannelRates } = {}): Recognition | null {
  if (network.forwards || network.isMedium === true || network.switches === 0) return null;
  const fabric = switchFabricOf(network);
  const hosts = findHostsWithSwitches(network, fabric, ratesOf);
  if (hosts !== null) return recognizeBetweenHosts(network, fabric, hosts, ratesOf);
  const best = bestPlacement(fabric, families);
  return best === null
    ? null
    : {
        ...best,
        ideal: withPlanesSentence(
          network,
          fabric,
          withActualCounts(fabric, { ...best, ideal: withRates(network, best, ratesOf) }, compareWithIdeal(fabric, best)),
        ),
        irregularities: irregularitiesOf(network, fabric, best, ratesOf),
      };
}

/**
 * Completes the sentence about trees without links between them: they are planes if terminals have links to several of them, and otherwise
 * separate parts of the network.
 */
function withPlanesSentence({ terminals, firstOut, head }: Network, fabric: SwitchFabric, ideal: Placement["ideal"]): Placement["ideal"] {
  if (!ideal.sentences.includes(noLinksSentence)) return ideal;
  const components = new DisjointSets(fabric.switchCount);
  for (let s = 0; s < fabric.switchCount; s++) for (const t of neighborsIn(fabric, s)) components.union(s, t);
  let multiPlaneTerminals = 0;
  for (let t = 0; t < terminals; t++) {
    const attachedSwitches = [...head.subarray(firstOut[t], firstOut[t + 1])].filter((n) => n >= terminals);
    if (new Set(attachedSwitches.map((n) => components.find(n - terminals))).size > 1) multiPlaneTerminals++;
  }
  const subject = multiPlaneTerminals === terminals ? "Each terminal" : `${multiPlaneTerminals} of the ${terminals} terminals`;
  const addition =
    multiPlaneTerminals === 0
      ? "No terminal is attached to two of them."
      : `${subject} ${multiPlaneTerminals === 1 || multiPlaneTerminals === terminals ? "is" : "are"} attached to several of them, as to the planes of one network.`;
  return {
    ...ideal,
    sentences: ideal.sentences.flatMap((sentence) => (sentence === noLinksSentence ? [`${sentence} ${addition}`] : [sentence])),
  };
}

/**
 * Recognizes a network whose hosts have internal switches: the families of topologies are matched with the network between hosts, and the
 * internal switches are added to the placement and to the description.
 */
function recognizeBetweenHosts(
  network: Network,
  fabric: SwitchFabric,
  hosts: HostsWithSwitches,
  ratesOf?: ChannelRates,
): Recognition | null {
  const outer = fabricBetween(fabric, hosts);
  const outerPlacement = fabricLinks(outer.fabric) === 0 ? placeSeparately(outer.fabric) : bestPlacement(outer.fabric, families);
  if (outerPlacement === null) return null;
  // The placement of all switches is for the irregularities; the description is that of the network between hosts.
  const placement = withHostSwitches(outerPlacement, hosts, outer.switches);
  const ideal = withActualCounts(
    outer.fabric,
    {
      ...outerPlacement,
      ideal: {
        ...withRates(network, placement, ratesOf),
        coordinates: outerPlacement.ideal.coordinates,
        terminalCounts: outerPlacement.ideal.terminalCounts,
      },
    },
    compareWithIdeal(outer.fabric, outerPlacement),
  );
  const irregularities = irregularitiesOf(network, fabric, placement, ratesOf);
  return {
    slotOf: placement.slotOf,
    ideal: describeHosts({ ...withPlanesSentence(network, fabric, ideal), terminalCounts: placement.ideal.terminalCounts }, hosts),
    irregularities,
  };
}

/** The ideal network; in a tree with known rates, the description of its narrowing includes the rates. */
function withRates(network: Network, placement: Placement, ratesOf?: ChannelRates): Placement["ideal"] {
  const { ideal } = placement;
  const rates = ratesOf === undefined || ideal.narrowing === undefined ? null : usualRates(network, placement, ratesOf);
  return rates === null ? ideal : withLinkRates(ideal, rates);
}

/**
 * The placement with the fewest irregularities between switches. Ties are broken by the number of switches with an unusual number of
 * terminals. Null if no family explains the network.
 */
export function bestPlacement(fabric: SwitchFabric, families: readonly TopologyFamily[]): Placement | null {
  let best: { readonly placement: Placement; readonly differences: IdealDifferences } | null = null;
  for (const family of families) {
    const initialPlacement = family.find(fabric);
    if (initialPlacement === null) continue;
    const placement = completePlacement(fabric, initialPlacement);
    const differences = compareWithIdeal(fabric, placement);
    if (!isPlausible(differences)) continue;
    const comparison =
      best === null
        ? -1
        : irregularityCount(differences) - irregularityCount(best.differences) ||
          differences.unusualSwitches.length - best.differences.unusualSwitches.length;
    if (comparison < 0) best = { placement, differences };
    // A perfect match cannot be improved.
    if (irregularityCount(differences) + differences.unusualSwitches.length === 0) break;
  }
  return best?.placement ?? null;
}
