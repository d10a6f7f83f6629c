/** What is bought of a network: switches by their level and ports, links by their class, terminals. */
import { ofHosts } from "./inside.ts";
import { axisOf, coordinate, isTree, type Network } from "./network.ts";

/** Switches that are alike. */
export interface SwitchPart {
  /** Level of a tree, 0 nearest the terminals; −1 where a network has no levels. */
  readonly level: number;
  /** Ports bought with each, plugged or not. */
  readonly ports: number;
  /** Of these, how many no link is plugged into, as at the top of a tree; absent where there are none. */
  readonly spare?: number;
  /** True for switches inside hosts, which come with these and are not bought for the network. */
  readonly isInside?: true;
  readonly count: number;
}

/** Links of one class. */
export interface LinkPart {
  /** What the network calls them: `terminal`, `level 0 to 1`, `X`, `global`. */
  readonly name: string;
  /** Place of the class among those of the network, the links to the terminals first: 0, 1, …; what lengths are listed by. */
  readonly place: number;
  /** True where a link serves one terminal alone; false where terminals pass packets on, for then it serves all. */
  readonly isTerminal: boolean;
  /** True for links inside hosts, which come with these and are no cables. */
  readonly isInside?: true;
  readonly count: number;
  /** What a scenario says of them; absent where that is nothing. */
  readonly said?: SaidOfLinks;
}

/** How fast and how long links are, where they are not as usual. */
export interface SaidOfLinks {
  /** Their rate as a multiple of the usual one. */
  readonly times: number;
  /** Metres; null where their length is not said as one. */
  readonly metres: number | null;
  /** Both in words: `twice as fast and 20 m long`. */
  readonly words: string;
}

/** Known in closed form before a network is built, too: see the facts of a topology. */
export interface Parts {
  /** By level from the lowest up, then by ports, then by those spare. */
  readonly switches: readonly SwitchPart[];
  /** In the order of the network's classes; classes without a link are left out. */
  readonly links: readonly LinkPart[];
  readonly terminals: number;
}

/** What is bought for a network: all but what is inside hosts. */
export function outsideHosts({ switches, links, terminals }: Parts): Parts {
  return {
    switches: switches.filter(({ isInside }) => isInside !== true),
    links: links.filter(({ isInside }) => isInside !== true),
    terminals,
  };
}

/** Switches and links inside hosts. */
export function insideHosts({ switches, links }: Parts): { readonly switches: number; readonly links: number } {
  const sum = (parts: readonly { readonly isInside?: true; readonly count: number }[]) =>
    parts.reduce((all, { isInside, count }) => (isInside === true ? all + count : all), 0);
  return { switches: sum(switches), links: sum(links) };
}

/** The parts of a whole network; one look at every switch and channel. */
export function partsOf(network: Network): Parts {
  const nodes = network.terminals + network.switches;
  return counted(network, new Uint8Array(nodes).fill(1), network.terminals);
}

/**
 * The parts that a job on these terminals uses, each named once (Navaridas et al., Tables 2b and 3b; their rule is
 * printed nowhere and was found on Table 2b). In a tree a switch is used when a terminal of the job is below it, and a
 * link between switches when both of its ends are. A job in the middle of the network keeps as many terminals aside on
 * its left as on its right, so that the switches of one terminal more are used where the rest is odd. Each terminal of the
 * job has its links.
 *
 * Without levels any switch may lie on a way between two terminals: all switches count as used, and all links but those
 * of terminals outside the job.
 */
export function usedPartsOf(network: Network, job: ArrayLike<number>): Parts {
  return counted(network, usedNodesOf(network, job), job.length);
}

/** [N] 1 for every node that the job uses, by the same rule. */
export function usedNodesOf(network: Network, job: ArrayLike<number>): Uint8Array {
  const { terminals, switches } = network;
  const isUsed = new Uint8Array(terminals + switches);
  const kept = keptBy(job, terminals);
  for (let i = 0; i < kept.length; i++) isUsed[kept[i]] = 1;
  if (!isTree(network.axes)) isUsed.fill(1, terminals);
  else markAbove(network, isUsed);
  // The terminal that only keeps its switch has no link of its own.
  isUsed.fill(0, 0, terminals);
  for (let i = 0; i < job.length; i++) isUsed[job[i]] = 1;
  return isUsed;
}

/** The job's terminals; where they are the middle of the network, as many are left out on each side. */
function keptBy(job: ArrayLike<number>, terminals: number): ArrayLike<number> {
  const aside = Math.floor((terminals - job.length) / 2);
  for (let i = 0; i < job.length; i++) if (job[i] !== aside + i) return job;
  return Int32Array.from({ length: terminals - 2 * aside }, (_, i) => aside + i);
}

/** Marks every switch above a marked node, level by level. */
function markAbove(network: Network, isUsed: Uint8Array): void {
  const { terminals, head, tail, axes } = network;
  const level = axisOf(network, "level");
  const height = (n: number) => (n < terminals ? -1 : coordinate(network, n, level));
  for (let from = -1; from < axes[level].size - 1; from++) {
    for (let c = 0; c < head.length; c++) {
      if (isUsed[tail[c]] === 1 && height(tail[c]) === from && height(head[c]) > from) isUsed[head[c]] = 1;
    }
  }
}

/** Switches by their level and ports, and by those spare. */
export function alike(switches: readonly number[], of: (s: number) => Omit<SwitchPart, "count">): readonly SwitchPart[] {
  return merged(switches.map((s) => ({ ...of(s), count: 1 })));
}

/** Switches by their level and ports, whether links are plugged into them or not. */
export function bought(switches: readonly SwitchPart[]): readonly SwitchPart[] {
  return merged(switches.map(({ spare: _spare, ...part }) => part));
}

/** Switches with their counts, those alike together: by level, then by ports, then by those spare. */
export function merged(parts: readonly SwitchPart[]): readonly SwitchPart[] {
  const found = new Map<string, SwitchPart>();
  for (const { level, ports, spare = 0, isInside, count } of parts) {
    const key = `${level} ${ports} ${spare} ${isInside === true}`;
    found.set(key, {
      level,
      ports,
      ...(spare > 0 ? { spare } : {}),
      ...(isInside === true ? { isInside } : {}),
      count: (found.get(key)?.count ?? 0) + count,
    });
  }
  const order = ({ isInside }: SwitchPart) => (isInside === true ? 0 : 1);
  return [...found.values()].sort(
    (a, b) => a.level - b.level || a.ports - b.ports || (a.spare ?? 0) - (b.spare ?? 0) || order(a) - order(b),
  );
}

/** Classes of links from the first on; those without a link are left out, but keep their place. */
export function linkParts(classes: readonly Omit<LinkPart, "place">[]): readonly LinkPart[] {
  return classes.map((each, place) => ({ ...each, place })).filter(({ count }) => count > 0);
}

/** The links between terminals and switches, where a terminal has one. */
export function terminalLinks(count: number): Omit<LinkPart, "place"> {
  return { name: "terminal", isTerminal: true, count };
}

function counted(network: Network, isUsed: Uint8Array, job: number): Parts {
  const { terminals, head, tail, linkClass, linkClasses, physicalPorts, pluggedPorts, forwards } = network;
  const level = axisOf(network, "level");
  const used = Array.from(physicalPorts.keys()).filter((s) => isUsed[terminals + s] === 1);
  const isInside = ofHosts(network);
  const links = new Float64Array(linkClasses.length);
  const inside = new Float64Array(linkClasses.length);
  const ofTerminals = new Uint8Array(linkClasses.length);
  for (let c = 0; c < head.length; c++) {
    if (isUsed[tail[c]] === 0 || isUsed[head[c]] === 0) continue;
    const isWithin = isInside !== null && isInside[tail[c]] === 1 && isInside[head[c]] === 1;
    (isWithin ? inside : links)[linkClass[c]] += 0.5;
    if (!forwards && (tail[c] < terminals || head[c] < terminals)) ofTerminals[linkClass[c]] = 1;
  }
  return {
    switches: alike(used, (s) => ({
      level: level < 0 ? -1 : coordinate(network, terminals + s, level),
      ports: physicalPorts[s],
      spare: physicalPorts[s] - pluggedPorts[s],
      ...(isInside?.[terminals + s] === 1 ? { isInside: true as const } : {}),
    })),
    links: linkClasses.flatMap((name, place): readonly LinkPart[] => [
      ...(links[place] > 0 ? [{ name, place, isTerminal: ofTerminals[place] === 1, count: links[place] }] : []),
      ...(inside[place] > 0 ? [{ name, place, isTerminal: false, isInside: true as const, count: inside[place] }] : []),
    ]),
    terminals: job,
  };
}
