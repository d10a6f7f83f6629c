/** The bill of materials of a network: its switches by level and ports, links by class, and terminals. Price lists turn it into a bill. */
import { hostNodes } from "./host-internals.ts";
import { axisOf, coordinate, isTree, type Network } from "./network.ts";

/** A group of identical switches. */
export interface SwitchPart {
  /** Level in a tree, 0 nearest to the terminals; −1 for networks without levels. */
  readonly level: number;
  /** Ports of each switch, plugged or not. */
  readonly ports: number;
  /** Number of unplugged ports of each switch, for example at the top of a tree; absent if 0. */
  readonly spare?: number;
  /** True for switches inside hosts, which are part of the host and not bought for the network. */
  readonly isInside?: true;
  readonly count: number;
}

/** The links of one class. */
export interface LinkPart {
  /** Name of the class: `terminal`, `level 0 to 1`, `X`, `global`. */
  readonly name: string;
  /** Index of the class among all link classes of the network, with terminal links first. Lists of lengths use this order. */
  readonly place: number;
  /** True if each link serves only one terminal. False if terminals forward packets, because a link then serves all. */
  readonly isTerminal: boolean;
  /** True for links inside hosts, which are part of the host and not cables. */
  readonly isInside?: true;
  readonly count: number;
  /** Rate and length set by the scenario; absent if it sets none. */
  readonly said?: LinkRateAndLength;
}

/** Rate and length of links that differ from the defaults. */
export interface LinkRateAndLength {
  /** Rate as a multiple of the default rate. */
  readonly times: number;
  /** Length in meters; null if the scenario does not give a length. */
  readonly metres: number | null;
  /** Rate and length in words: `twice as fast and 20 m long`. */
  readonly words: string;
}

/** Counts of switches, links and terminals to be bought. Topologies also give them in closed form, before the network is built. */
export interface BillOfMaterials {
  /** Sorted by level from the lowest up, then by ports, then by spare ports. */
  readonly switches: readonly SwitchPart[];
  /** In the order of the network's link classes; classes without links are left out. */
  readonly links: readonly LinkPart[];
  readonly terminals: number;
}

/**
 * Number of links between switches, outside of hosts, of a network with these parts. Null where it is not known without the network: if
 * terminals forward packets, or links or switches have failed, which are parts, too.
 * @param links number of links of the network
 */
export function switchLinksOf({ links, parts }: { readonly links: number; readonly parts: BillOfMaterials }): number | null {
  const countLinks = (isCounted: (part: LinkPart) => boolean) =>
    parts.links.reduce((sum, part) => (isCounted(part) ? sum + part.count : sum), 0);
  const terminalLinks = countLinks(({ isTerminal }) => isTerminal);
  return terminalLinks === 0 || countLinks(() => true) !== links
    ? null
    : countLinks(({ isTerminal, isInside }) => !isTerminal && isInside !== true);
}

/** The parts that are bought for a network: all except parts inside hosts. */
export function partsOutsideHosts({ switches, links, terminals }: BillOfMaterials): BillOfMaterials {
  return {
    switches: switches.filter(({ isInside }) => isInside !== true),
    links: links.filter(({ isInside }) => isInside !== true),
    terminals,
  };
}

/** Numbers of switches and links inside hosts. */
export function countInsideHosts({ switches, links }: BillOfMaterials): { readonly switches: number; readonly links: number } {
  const sum = (parts: readonly { readonly isInside?: true; readonly count: number }[]) =>
    parts.reduce((all, { isInside, count }) => (isInside === true ? all + count : all), 0);
  return { switches: sum(switches), links: sum(links) };
}

/** Bill of materials of a whole network. Visits every switch and channel once. */
export function billOfMaterials(network: Network): BillOfMaterials {
  const nodes = network.terminals + network.switches;
  return countParts(network, new Uint8Array(nodes).fill(1), network.terminals);
}

/**
 * Bill of materials of a job: the parts of the network that a job on these terminals uses (Navaridas et al., Tables 2b and 3b; their rule
 * is not printed and was derived from Table 2b). In a tree, a switch is used if a terminal of the job is below it, and a link between
 * switches is used if both of its ends are. A job in the middle of the network leaves the same number of terminals free on its left and on
 * its right; if the rest is odd, the switches of one more terminal are used. Each terminal of the job uses its own links.
 *
 * Without levels, any switch may be on a path between two terminals. All switches then count as used, and all links except the links of
 * terminals outside the job.
 */
export function usedBillOfMaterials(network: Network, job: ArrayLike<number>): BillOfMaterials {
  return countParts(network, usedNodesOf(network, job), job.length);
}

/** [N] 1 for every node that the job uses, by the rule of {@link usedBillOfMaterials}. */
export function usedNodesOf(network: Network, job: ArrayLike<number>): Uint8Array {
  const { terminals, switches } = network;
  const isUsed = new Uint8Array(terminals + switches);
  const reserved = reservedTerminals(job, terminals);
  for (let i = 0; i < reserved.length; i++) isUsed[reserved[i]] = 1;
  if (!isTree(network.axes)) isUsed.fill(1, terminals);
  else markSwitchesAbove(network, isUsed);
  // The terminal that is added for an odd number only keeps its switches in use and has no link in the bill.
  isUsed.fill(0, 0, terminals);
  for (let i = 0; i < job.length; i++) isUsed[job[i]] = 1;
  return isUsed;
}

/** The job's terminals, plus the next terminal if the job is in the middle of the network and the number of other terminals is odd. */
function reservedTerminals(job: ArrayLike<number>, terminals: number): ArrayLike<number> {
  const margin = Math.floor((terminals - job.length) / 2);
  for (let i = 0; i < job.length; i++) if (job[i] !== margin + i) return job;
  return Int32Array.from({ length: terminals - 2 * margin }, (_, i) => margin + i);
}

/** Marks every switch above a marked node, level by level. */
function markSwitchesAbove(network: Network, isUsed: Uint8Array): void {
  const { terminals, head, tail, axes } = network;
  const level = axisOf(network, "level");
  const height = (n: number) => (n < terminals ? -1 : coordinate(network, n, level));
  for (let from = -1; from < axes[level].size - 1; from++) {
    for (let c = 0; c < head.length; c++) {
      if (isUsed[tail[c]] === 1 && height(tail[c]) === from && height(head[c]) > from) isUsed[head[c]] = 1;
    }
  }
}

/** Groups switches by level, ports and spare ports. */
export function groupSwitches(switches: readonly number[], describe: (s: number) => Omit<SwitchPart, "count">): readonly SwitchPart[] {
  return mergeSwitchParts(switches.map((s) => ({ ...describe(s), count: 1 })));
}

/** Groups switches by level and ports only, because unplugged ports cost the same. */
export function groupByPorts(switches: readonly SwitchPart[]): readonly SwitchPart[] {
  return mergeSwitchParts(switches.map(({ spare: _spare, ...part }) => part));
}

/** Merges groups of identical switches and sorts them by level, ports and spare ports. */
export function mergeSwitchParts(parts: readonly SwitchPart[]): readonly SwitchPart[] {
  const groups = new Map<string, SwitchPart>();
  for (const { level, ports, spare = 0, isInside, count } of parts) {
    const key = `${level} ${ports} ${spare} ${isInside === true}`;
    groups.set(key, {
      level,
      ports,
      ...(spare > 0 ? { spare } : {}),
      ...(isInside === true ? { isInside } : {}),
      count: (groups.get(key)?.count ?? 0) + count,
    });
  }
  const order = ({ isInside }: SwitchPart) => (isInside === true ? 0 : 1);
  return [...groups.values()].sort(
    (a, b) => a.level - b.level || a.ports - b.ports || (a.spare ?? 0) - (b.spare ?? 0) || order(a) - order(b),
  );
}

/** Assigns indices to the link classes and drops classes without links. */
export function linkParts(classes: readonly Omit<LinkPart, "place">[]): readonly LinkPart[] {
  return classes.map((each, place) => ({ ...each, place })).filter(({ count }) => count > 0);
}

/** The link class of terminals with one link to a switch. */
export function terminalLinkPart(count: number): Omit<LinkPart, "place"> {
  return { name: "terminal", isTerminal: true, count };
}

/**
 * Counts what has to be bought: the used switches by type, and the links between used nodes by link class, with links inside hosts counted
 * separately. Each channel counts as half a link.
 * @param isUsed [N] 1 for each node that counts.
 * @param jobTerminals Number of terminals to report.
 */
function countParts(network: Network, isUsed: Uint8Array, jobTerminals: number): BillOfMaterials {
  const { terminals, head, tail, linkClass, linkClasses, physicalPorts, pluggedPorts, forwards } = network;
  const level = axisOf(network, "level");
  const usedSwitches = Array.from(physicalPorts.keys()).filter((s) => isUsed[terminals + s] === 1);
  /** [N] 1 for terminals and switches that are parts of a host; null if there are none. */
  const isHostNode = hostNodes(network);
  const links = new Float64Array(linkClasses.length);
  const innerLinks = new Float64Array(linkClasses.length);
  const isTerminalClass = new Uint8Array(linkClasses.length);
  for (let c = 0; c < head.length; c++) {
    if (isUsed[tail[c]] === 0 || isUsed[head[c]] === 0) continue;
    const isInsideHost = isHostNode !== null && isHostNode[tail[c]] === 1 && isHostNode[head[c]] === 1;
    (isInsideHost ? innerLinks : links)[linkClass[c]] += 0.5;
    if (!forwards && (tail[c] < terminals || head[c] < terminals)) isTerminalClass[linkClass[c]] = 1;
  }
  return {
    switches: groupSwitches(usedSwitches, (s) => ({
      level: level < 0 ? -1 : coordinate(network, terminals + s, level),
      ports: physicalPorts[s],
      spare: physicalPorts[s] - pluggedPorts[s],
      ...(isHostNode?.[terminals + s] === 1 ? { isInside: true as const } : {}),
    })),
    links: linkClasses.flatMap((name, index): readonly LinkPart[] => [
      ...(links[index] > 0 ? [{ name, place: index, isTerminal: isTerminalClass[index] === 1, count: links[index] }] : []),
      ...(innerLinks[index] > 0 ? [{ name, place: index, isTerminal: false, isInside: true as const, count: innerLinks[index] }] : []),
    ]),
    terminals: jobTerminals,
  };
}
