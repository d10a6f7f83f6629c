/** Describes how a network differs from its ideal network, in the same way for all families. */
import { joinWithAnd } from "../../core/base/words.ts";
import { DisjointSets } from "../../core/network/disjoint-sets.ts";
import { axisOf, nameOfNode, type Network } from "../../core/network/network.ts";
import type { SwitchFabric, Irregularity, Placement, IdealTopology } from "./contract.ts";
import { type IdealDifferences, compareWithIdeal, type LinkDifference } from "./differences.ts";
import { neighborsIn, linkCountBetween, mostFrequent } from "./switch-fabric.ts";

/** Returns the rate of a channel, in any unit; 0 or less if it is unknown. */
export type ChannelRates = (channel: number) => number;

/**
 * All deviations of a network from the ideal network of its family, as sentences with the nodes and channels concerned, in the order of
 * their kinds, with similar ones combined. No sentence starts with a name, because names keep their spelling.
 * @param ratesOf rate of each channel, to find slow links; absent if rates are unknown
 */
export function irregularitiesOf(
  network: Network,
  fabric: SwitchFabric,
  placement: Placement,
  ratesOf?: ChannelRates,
): readonly Irregularity[] {
  const { moved, ...deviations } = withMovedCables(compareWithIdeal(fabric, placement), placement);
  const names = switchNames(network, placement);
  return [
    ...missingSwitches(placement, deviations.emptySlots),
    ...missingLinks(fabric, placement, names, deviations.missing),
    ...movedCables(network, placement, names, moved),
    ...surplusLinks("doubled link", network, names, deviations.surplus),
    ...surplusLinks("extra link", network, names, deviations.extra),
    ...straySwitches(names, deviations.straySwitches),
    ...unusualTerminals(fabric, placement, names, deviations.unusualSwitches),
    ...(ratesOf === undefined ? [] : slowLinks(network, placement, names, ratesOf)),
  ];
}

/** Names and node numbers of switches. */
interface SwitchNames {
  readonly nameOf: (s: number) => string;
  readonly nodeOf: (s: number) => number;
}

function switchNames(network: Network, { ideal, slotOf }: Placement): SwitchNames {
  const nodeOf = (s: number) => network.terminals + s;
  return {
    nodeOf,
    nameOf: (s) =>
      network.look?.names.has(nodeOf(s)) === true || slotOf[s] < 0 ? nameOfNode(network, nodeOf(s)) : nameOfSlot(ideal, slotOf[s]),
  };
}

/** Name of the switch in a slot of the ideal network: `switch 3 of level 1`. */
export const nameOfSlot = ({ axes, coordinates, terminalCounts }: IdealTopology, p: number): string =>
  nameOfNode({ terminals: 0, switches: terminalCounts.length, axes, coordinates }, p);

/** Maximum number of names in a sentence. */
const maxListedNames = 3;

/** A list of names; of long lists only the first names, and the number of all others. */
const listNames = (names: readonly string[]): string =>
  names.length <= maxListedNames + 1
    ? joinWithAnd(names)
    : joinWithAnd([...names.slice(0, maxListedNames), `${names.length - maxListedNames} more`]);

const countOf = (n: number, singular: string, plural = `${singular}s`) =>
  `${n.toLocaleString("en-US").replaceAll(",", "\u202f")} ${n === 1 ? singular : plural}`;

/** Groups items by a key, in the order of the first occurrence of each key. */
function groupBy<T, K>(items: readonly T[], keyOf: (item: T) => K): ReadonlyMap<K, readonly T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}
const noLocations = { nodes: [], channels: [], between: [] } as const;
const linkTotal = (pairs: readonly LinkDifference[]) => pairs.reduce((sum, [, , linkCount]) => sum + linkCount, 0);
const pairText = (names: SwitchNames, [a, b, linkCount]: LinkDifference) =>
  `${names.nameOf(a)} – ${names.nameOf(b)}${linkCount > 1 ? ` (${linkCount})` : ""}`;

/** Switches of the ideal network that are missing. */
function missingSwitches({ ideal }: Placement, emptySlots: readonly number[]): readonly Irregularity[] {
  if (emptySlots.length === 0) return [];
  const nameList = listNames(emptySlots.map((p) => nameOfSlot(ideal, p)));
  const sentence =
    emptySlots.length === 1
      ? `A regular network would have one more switch: ${nameList}.`
      : `A regular network would have ${emptySlots.length} more switches: ${nameList}.`;
  return [{ kind: "missing switch", count: emptySlots.length, sentence, ...noLocations }];
}

/**
 * Missing links. A switch that lacks several links is reported with all of them, switches that lack equally many are combined, and the
 * remaining links are combined in one entry.
 */
function missingLinks(
  fabric: SwitchFabric,
  placement: Placement,
  names: SwitchNames,
  missing: readonly LinkDifference[],
): readonly Irregularity[] {
  const { slotOf } = placement;
  const pairsOf = (pairs: readonly LinkDifference[]) =>
    pairs.flatMap(([a, b, multiplicity]) => Array.from({ length: multiplicity }, () => [names.nodeOf(a), names.nodeOf(b)] as const));
  const nodesOf = (pairs: readonly LinkDifference[]) => [...new Set(pairs.flatMap(([a, b]) => [names.nodeOf(a), names.nodeOf(b)]))];
  const unreported = new Set(missing);
  const pairsOfSwitch = new Map<number, Set<LinkDifference>>();
  /** [S] Number of missing links of each switch that are not reported yet. */
  const unreportedLinks = new Int32Array(fabric.switchCount);
  for (const pair of missing) {
    for (const switchNumber of [pair[0], pair[1]]) {
      pairsOfSwitch.set(switchNumber, (pairsOfSwitch.get(switchNumber) ?? new Set()).add(pair));
      unreportedLinks[switchNumber] += pair[2];
    }
  }
  const lackingSwitches: {
    readonly switchNumber: number;
    readonly pairs: readonly LinkDifference[];
    readonly areUplinks: boolean;
    readonly presentLinks: number;
  }[] = [];
  for (;;) {
    const worstSwitch = unreportedLinks.reduce(
      (best, linkCount, switchNumber) => (linkCount > unreportedLinks[best] ? switchNumber : best),
      0,
    );
    if (!(unreportedLinks[worstSwitch] > 1)) break;
    const pairs = [...pairsOfSwitch.get(worstSwitch)!];
    for (const pair of pairs) {
      unreported.delete(pair);
      for (const switchNumber of [pair[0], pair[1]]) {
        pairsOfSwitch.get(switchNumber)!.delete(pair);
        unreportedLinks[switchNumber] -= pair[2];
      }
    }
    const areUplinks = pairs.every(([a, b]) => levelOf(placement, a + b - worstSwitch) > levelOf(placement, worstSwitch));
    const presentLinks = neighborsIn(fabric, worstSwitch).reduce(
      (sum, t) =>
        sum +
        (slotOf[t] >= 0 && (!areUplinks || levelOf(placement, t) > levelOf(placement, worstSwitch))
          ? linkCountBetween(fabric, worstSwitch, t)
          : 0),
      0,
    );
    lackingSwitches.push({ switchNumber: worstSwitch, pairs, areUplinks, presentLinks });
  }
  const similarSwitches = groupBy(lackingSwitches, ({ pairs, areUplinks, presentLinks }) =>
    areUplinks ? `${presentLinks} of ${presentLinks + linkTotal(pairs)} up` : linkTotal(pairs),
  );
  /**
   * An irregularity, with a sentence, for each group of similar switches. These lack the same number of links or, in a tree, of uplinks.
   */
  const result = [...similarSwitches.values()].map((switches): Irregularity => {
    const [{ switchNumber, pairs, areUplinks, presentLinks }] = switches;
    const missingCount = linkTotal(pairs);
    // Of a pair, a + b − s is the switch other than s.
    const otherEnds = listNames(
      pairs.map(([a, b, multiplicity]) => `${names.nameOf(a + b - switchNumber)}${multiplicity > 1 ? ` (${multiplicity})` : ""}`),
    );
    const isSingle = switches.length === 1;
    const location = isSingle ? names.nameOf(switchNumber) : `each of ${countOf(switches.length, "switch", "switches")}`;
    const nameList = listNames(switches.map((each) => names.nameOf(each.switchNumber)));
    const uplinkSentence = `There ${presentLinks === 1 ? "is 1 uplink" : `are ${presentLinks === 0 ? "no" : presentLinks} uplinks`} from ${location}, where ${presentLinks + missingCount} are usual`;
    return {
      kind: areUplinks ? "fewer uplinks" : "missing link",
      count: areUplinks ? switches.length : missingCount * switches.length,
      sentence: areUplinks
        ? `${uplinkSentence}: ${isSingle ? `those to ${otherEnds} are missing` : nameList}.`
        : `${countOf(missingCount, "link")} are missing at ${location}: ${isSingle ? `to ${otherEnds}` : nameList}.`,
      nodes: switches.map((each) => names.nodeOf(each.switchNumber)),
      channels: [],
      between: pairsOf(switches.flatMap((each) => each.pairs)),
    };
  });
  if (unreported.size > 0) {
    const pairs = [...unreported];
    const nameList = listNames(pairs.map((pair) => pairText(names, pair)));
    const linkCount = linkTotal(pairs);
    const sentence = linkCount === 1 ? `A link is missing: ${nameList}.` : `${countOf(linkCount, "link")} are missing: ${nameList}.`;
    result.push({ kind: "missing link", count: linkCount, sentence, nodes: nodesOf(pairs), channels: [], between: pairsOf(pairs) });
  }
  return result;
}

/** A cable with one end at the wrong switch. */
interface MovedCable {
  readonly fixedEnd: number;
  readonly wrongEnd: number;
  readonly rightEnd: number;
  /** Index of the cable among the parallel links of `fixedEnd` and `wrongEnd`, counted from the last. */
  readonly indexFromLast: number;
}

/**
 * Detects moved cables, which are plugged into the wrong switch: an extra link and a missing link at the same switch, whose other ends are
 * on the same level. They are removed from the missing, surplus and extra links.
 */
function withMovedCables(deviations: IdealDifferences, placement: Placement): IdealDifferences & { readonly moved: readonly MovedCable[] } {
  const missing = [...deviations.missing];
  const moved: MovedCable[] = [];
  /** The missing link x – y that an extra link a – b replaces, with the roles of the ends; x + y − s is the end other than s. */
  const replacedLink = (a: number, b: number) => {
    for (const [i, [x, y]] of missing.entries()) {
      for (const [fixedEnd, otherEnd] of [
        [a, b],
        [b, a],
      ] as const) {
        if ((fixedEnd === x || fixedEnd === y) && levelOf(placement, otherEnd) === levelOf(placement, x + y - fixedEnd))
          return { i, fixedEnd, wrongEnd: otherEnd, rightEnd: x + y - fixedEnd };
      }
    }
    return null;
  };
  const withoutMoved = (pairs: readonly LinkDifference[]) =>
    // A pair with several links may contain several moved cables, of which each replaces one missing link.
    pairs.flatMap(([a, b, remaining]): readonly LinkDifference[] => {
      for (; remaining > 0; remaining--) {
        const replaced = replacedLink(a, b);
        if (replaced === null) return [[a, b, remaining]];
        const { i, ...cable } = replaced;
        moved.push({ ...cable, indexFromLast: remaining });
        // One link less is missing.
        const [x, y, missingCount] = missing[i];
        missing.splice(i, 1, ...(missingCount > 1 ? [[x, y, missingCount - 1] as const] : []));
      }
      return [];
    });
  const [surplus, extra] = [withoutMoved(deviations.surplus), withoutMoved(deviations.extra)];
  return { ...deviations, missing, surplus, extra, moved };
}

/** Level of a switch with a slot; −1 if the network has no levels. */
function levelOf({ ideal, slotOf }: Placement, s: number): number {
  const level = axisOf(ideal, "level");
  return level < 0 ? -1 : ideal.coordinates[slotOf[s] * ideal.axes.length + level];
}

/**
 * The irregularity of cables that are plugged into the wrong switch, as one entry of a list with a sentence for all of them. An empty list
 * if there are none.
 */
function movedCables(network: Network, placement: Placement, names: SwitchNames, cables: readonly MovedCable[]): readonly Irregularity[] {
  if (cables.length === 0) return [];
  const nameList = listNames(
    cables.map(
      ({ fixedEnd, wrongEnd, rightEnd }) => `${names.nameOf(fixedEnd)} – ${names.nameOf(wrongEnd)} instead of ${names.nameOf(rightEnd)}`,
    ),
  );
  const levelNames = new Set(
    cables.map(({ wrongEnd }) => placement.ideal.axes[axisOf(placement.ideal, "level")]?.words?.[levelOf(placement, wrongEnd)] ?? "switch"),
  );
  const levelName = levelNames.size === 1 ? [...levelNames][0] : "switch";
  return [
    {
      kind: "moved link",
      count: cables.length,
      sentence:
        cables.length === 1
          ? `A cable seems to be plugged into the wrong ${levelName}: ${nameList}.`
          : `${countOf(cables.length, "cable")} seem to be plugged into the wrong ${levelName}: ${nameList}.`,
      nodes: [...new Set(cables.flatMap(({ fixedEnd, wrongEnd, rightEnd }) => [fixedEnd, wrongEnd, rightEnd].map(names.nodeOf)))],
      channels: cables.map(({ fixedEnd, wrongEnd, indexFromLast }) =>
        channelsBetween(network, names.nodeOf(fixedEnd), names.nodeOf(wrongEnd)).at(-indexFromLast)!,
      ),
      between: cables.map(({ fixedEnd, rightEnd }) => [names.nodeOf(fixedEnd), names.nodeOf(rightEnd)] as const),
    },
  ];
}

/** The channels from one node to another, in the order of ports. */
const channelsBetween = ({ firstOut, head }: Network, from: number, to: number): readonly number[] =>
  Array.from({ length: firstOut[from + 1] - firstOut[from] }, (_, i) => firstOut[from] + i).filter((c) => head[c] === to);

/**
 * Irregularity of surplus links: more parallel links than usual (`doubled link`), or links between switches that should not be joined
 * (`extra link`). An empty list if there are none.
 */
function surplusLinks(
  kind: "doubled link" | "extra link",
  network: Network,
  names: SwitchNames,
  pairs: readonly LinkDifference[],
): readonly Irregularity[] {
  if (pairs.length === 0) return [];
  const linkCount = linkTotal(pairs);
  const nameList = listNames(pairs.map((pair) => pairText(names, pair)));
  const doubledText = linkCount === 1 ? "There is one link too many" : `There are ${countOf(linkCount, "link")} too many`;
  const extraText = `A regular network would not have ${linkCount === 1 ? "this link" : `these ${countOf(linkCount, "link")}`}`;
  const linksText = kind === "doubled link" ? doubledText : extraText;
  // Of parallel links, the last links count as the surplus.
  const channels = pairs.flatMap(([a, b, multiplicity]) => channelsBetween(network, names.nodeOf(a), names.nodeOf(b)).slice(-multiplicity));
  return [
    {
      kind,
      count: linkCount,
      sentence: `${linksText}: ${nameList}.`,
      nodes: [...new Set(pairs.flatMap(([a, b]) => [names.nodeOf(a), names.nodeOf(b)]))],
      channels,
      between: [],
    },
  ];
}

/** Switches without a slot, in one entry. */
function straySwitches(names: SwitchNames, strays: readonly number[]): readonly Irregularity[] {
  if (strays.length === 0) return [];
  const nameList = listNames(strays.map(names.nameOf));
  const sentence =
    strays.length === 1
      ? `A regular network would not have this switch: ${nameList}.`
      : `A regular network would not have these ${countOf(strays.length, "switch", "switches")}: ${nameList}.`;
  return [{ kind: "stray switch", count: strays.length, sentence, ...noLocations, nodes: strays.map(names.nodeOf) }];
}

/**
 * Irregularities of switches with an unusual number of terminals: an entry for each pair of actual and usual number.
 * @param unusual switches whose number of terminals differs from that of their slot
 */
function unusualTerminals(
  fabric: SwitchFabric,
  { ideal, slotOf }: Placement,
  names: SwitchNames,
  unusual: readonly number[],
): readonly Irregularity[] {
  const similarSwitches = groupBy(unusual, (s) => `${fabric.terminalCounts[s]} ${ideal.terminalCounts[slotOf[s]]}`);
  return [...similarSwitches.values()].map((switches) => {
    const [actual, expected] = [fabric.terminalCounts[switches[0]], ideal.terminalCounts[slotOf[switches[0]]]];
    const nameList = listNames(switches.map(names.nameOf));
    const terminalText = actual === 0 ? "No terminal is" : actual === 1 ? "1 terminal is" : `${actual} terminals are`;
    const usualText = `where ${expected === 0 ? "none is" : expected === 1 ? "1 is" : `${expected} are`} usual`;
    const sentence =
      switches.length === 1
        ? `${terminalText} attached to ${nameList}, ${usualText}.`
        : `${terminalText} attached to each of ${countOf(switches.length, "switch", "switches")}, ${usualText}: ${nameList}.`;
    return { kind: "other terminals" as const, count: switches.length, sentence, ...noLocations, nodes: switches.map(names.nodeOf) };
  });
}

/**
 * Class of a link between two switches, so that rates are compared within a class: the lower level, or the first axis along which the
 * switches differ.
 */
function linkClass(placement: Placement, a: number, b: number): string {
  const { ideal, slotOf } = placement;
  const level = Math.min(levelOf(placement, a), levelOf(placement, b));
  if (level >= 0) return `level ${level}`;
  const coordinateOf = (s: number, axis: number) => ideal.coordinates[slotOf[s] * ideal.axes.length + axis];
  return `axis ${ideal.axes.findIndex((_, axis) => coordinateOf(a, axis) !== coordinateOf(b, axis))}`;
}

/** Whether a switch is inside a host: it has a slot but no coordinate on any axis. */
function isInsideHost({ ideal: { axes, coordinates }, slotOf }: Placement, s: number): boolean {
  return slotOf[s] >= 0 && axes.length > 0 && axes.every((_, axis) => coordinates[slotOf[s] * axes.length + axis] < 0);
}

/**
 * Links with a known rate, each represented by one of its channels. A link is compared only with links of its class (of terminals, inside
 * hosts, of a level or axis) and of its connected component, so that the planes of a network may differ.
 */
function ratedLinks({ terminals, switches, head, tail, reverse }: Network, placement: Placement, ratesOf: ChannelRates) {
  const { slotOf } = placement;
  // The connected components of the switches.
  const components = new DisjointSets(switches);
  head.forEach((headNode, c) => {
    if (Math.min(headNode, tail[c]) >= terminals) components.union(headNode - terminals, tail[c] - terminals);
  });
  return Array.from(head.keys()).flatMap((c) => {
    // Numbers of switches; below 0 for a terminal.
    const [a, b] = [tail[c] - terminals, head[c] - terminals];
    const rate = Math.min(ratesOf(c), ratesOf(reverse[c]));
    // Each link once.
    if (c > reverse[c] || !(rate > 0)) return [];
    const higherSwitch = Math.max(a, b);
    if (higherSwitch < 0) return [];
    const component = components.find(higherSwitch);
    if (a < 0 || b < 0)
      return [
        isInsideHost(placement, higherSwitch)
          ? { channel: c, rate, kind: "inside hosts", component: -1 }
          : { channel: c, rate, kind: "terminal", component },
      ];
    return slotOf[a] < 0 || slotOf[b] < 0 ? [] : [{ channel: c, rate, kind: linkClass(placement, a, b), component }];
  });
}

/** Usual rates in a tree: of terminals, then of the uplinks of each level; null if one is unknown. */
export function usualRates(network: Network, placement: Placement, ratesOf: ChannelRates): readonly number[] | null {
  const links = groupBy(ratedLinks(network, placement, ratesOf), ({ kind }) => kind);
  const levels = Array.from(
    { length: placement.ideal.terminalCounts.length },
    (_, p) => placement.ideal.coordinates[p * placement.ideal.axes.length + axisOf(placement.ideal, "level")],
  );
  const linkClasses = ["terminal", ...Array.from({ length: Math.max(...levels) }, (_, level) => `level ${level}`)];
  const rates = linkClasses.map((kind) => mostFrequent((links.get(kind) ?? []).map(({ rate }) => rate)));
  return rates.every((speed) => speed > 0) ? rates : null;
}

/**
 * Irregularities of links that are slower than usual in their class and connected component: an entry for each fraction of the usual rate.
 */
function slowLinks(network: Network, placement: Placement, names: SwitchNames, ratesOf: ChannelRates): readonly Irregularity[] {
  const { terminals, head, tail } = network;
  const nameOfNodeOrSwitch = (n: number) => (n < terminals ? nameOfNode(network, n) : names.nameOf(n - terminals));
  const slowChannels = [
    ...groupBy(ratedLinks(network, placement, ratesOf), ({ kind, component }) => `${kind} ${component}`).values(),
  ].flatMap((linksOfClass) => {
    const usualRate = mostFrequent(linksOfClass.map(({ rate }) => rate));
    return linksOfClass
      .filter(({ rate }) => rate < usualRate)
      .map(({ channel, rate }) => ({ channel, fraction: fractionText(rate / usualRate) }));
  });
  return [...groupBy(slowChannels, ({ fraction }) => fraction)].map(([fraction, links]) => {
    const nameList = listNames(links.map(({ channel }) => `${nameOfNodeOrSwitch(tail[channel])} – ${nameOfNodeOrSwitch(head[channel])}`));
    return {
      kind: "slower",
      count: links.length,
      sentence:
        links.length === 1
          ? `A link runs at ${fraction} of the usual rate: ${nameList}.`
          : `${countOf(links.length, "link")} run at ${fraction} of the usual rate: ${nameList}.`,
      nodes: [...new Set(links.flatMap(({ channel }) => [tail[channel], head[channel]]))],
      channels: links.map(({ channel }) => channel),
      between: [],
    };
  });
}

/** `half`, `a quarter`, `62 %`; `99.7 %` if rounding would give 0 or 100 %. */
function fractionText(fraction: number): string {
  if (fraction === 1 / 2) return "half";
  if (fraction === 1 / 4) return "a quarter";
  const percent = Math.round(100 * fraction);
  return percent > 0 && percent < 100
    ? `${percent} %`
    : `${fraction < 1 / 2 ? Number((100 * fraction).toPrecision(1)) : Math.floor(1e4 * fraction) / 100} %`;
}
