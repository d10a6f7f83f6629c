/** Connected components of a network, and which of its terminals can communicate. */
import { joinWithAnd } from "../base/words.ts";
import { nameOfNode, type Network } from "./network.ts";
import { DisjointSets } from "./disjoint-sets.ts";

/** Connected components of a network, and the state of its terminals. Every terminal is in exactly one of the three lists. */
export interface Components {
  /** Number of connected components with at least one link. */
  readonly count: number;
  /** Number of these components that have no terminal. */
  readonly withoutTerminals: number;
  /** Terminals that can send to at least one other terminal, in ascending order. */
  readonly running: readonly number[];
  /** Terminals that have a link but cannot send to any terminal of {@link running}, in ascending order. */
  readonly elsewhere: readonly number[];
  /**
   * Terminals without a link, in ascending order. A terminal number of a drawing that has no link, name or place is free and not listed.
   */
  readonly unlinked: readonly number[];
  /** Whether terminals of several components run, each sending within its component. */
  readonly areSeveralRunning: boolean;
  /** Summary sentence: the number of components and the number of running terminals. */
  readonly said: string;
}

/**
 * The connected components of a network, and which terminals can communicate: `running` ones can reach another participating terminal,
 * `elsewhere` ones have links but no partner, `unlinked` ones have no link. In an unfinished drawing only some terminals participate.
 * Undefined if the network is connected and all terminals run.
 */
export function componentsOf(network: Network): Components | undefined {
  const { terminals: terminalCount, switches: switchCount, head, tail, firstOut, forwards, present, look } = network;
  /** Nodes joined by links, whether or not the nodes forward packets. */
  const linkedSets = new DisjointSets(terminalCount + switchCount);
  /** Nodes between which packets can pass. Terminals forward packets only if the network says so. */
  const forwardingSets = new DisjointSets(terminalCount + switchCount);
  head.forEach((headNode, channel) => {
    const tailNode = tail[channel];
    linkedSets.union(tailNode, headNode);
    if (forwards || (tailNode >= terminalCount && headNode >= terminalCount)) forwardingSets.union(tailNode, headNode);
  });
  const isLinked = (n: number) => firstOut[n + 1] > firstOut[n];
  const isParticipating = new Uint8Array(terminalCount).fill(present === undefined ? 1 : 0);
  for (const t of present ?? []) isParticipating[t] = 1;

  // A terminal with links to several components can send within each of them.
  const setsReachedBy = (t: number): ReadonlySet<number> => {
    if (forwards) return new Set(isLinked(t) ? [forwardingSets.find(t)] : []);
    const sets = new Set<number>();
    for (let channel = firstOut[t]; channel < firstOut[t + 1]; channel++) sets.add(forwardingSets.find(head[channel]));
    return sets;
  };
  const terminalsInSet = new Int32Array(terminalCount + switchCount);
  for (let t = 0; t < terminalCount; t++) if (isParticipating[t] === 1) for (const set of setsReachedBy(t)) terminalsInSet[set]++;

  const [running, elsewhere, unlinked]: number[][] = [[], [], []];
  for (let t = 0; t < terminalCount; t++) {
    if (isParticipating[t] === 1 && [...setsReachedBy(t)].some((set) => terminalsInSet[set] > 1)) running.push(t);
    else if (isLinked(t)) elsewhere.push(t);
    // A terminal that does not participate is reported if somebody has named or placed it.
    else if (isParticipating[t] === 1 || look?.names.has(t) === true || look?.places.has(t) === true) unlinked.push(t);
  }
  // Count the components that have links, and the components that also have a terminal.
  const linkedComponents = new Set<number>();
  const componentsWithTerminals = new Set<number>();
  for (let n = 0; n < terminalCount + switchCount; n++) {
    if (!isLinked(n)) continue;
    linkedComponents.add(linkedSets.find(n));
    if (n < terminalCount) componentsWithTerminals.add(linkedSets.find(n));
  }
  if (linkedComponents.size <= 1 && elsewhere.length + unlinked.length === 0) return undefined;
  const components = {
    count: linkedComponents.size,
    withoutTerminals: linkedComponents.size - componentsWithTerminals.size,
    running,
    elsewhere,
    unlinked,
    areSeveralRunning: new Set(running.map((t) => linkedSets.find(t))).size > 1,
  };
  return { ...components, said: summarize(components) };
}

const countWithNoun = (count: number, singular: string, plural: string) =>
  `${count.toLocaleString("en-US")} ${count === 1 ? singular : plural}`;

/** The summary sentence: number of components, number of running terminals, and why the others do not run. */
function summarize({ count, withoutTerminals, running, elsewhere, unlinked, areSeveralRunning }: Omit<Components, "said">): string {
  const all = running.length + elsewhere.length + unlinked.length;
  const start = count > 1 ? `The network has ${count.toLocaleString("en-US")} disconnected parts; ` : "";
  const runSentence = `${running.length.toLocaleString("en-US")} of ${countWithNoun(all, "terminal is simulated", "terminals are simulated")}`;
  const others = [
    // If all other terminals are in other components, the numbers in the sentence already say so.
    ...(elsewhere.length > 0 && (count <= 1 || unlinked.length > 0)
      ? [countWithNoun(elsewhere.length, "has no path to them", "have no path to them")]
      : []),
    ...(unlinked.length > 0 ? [countWithNoun(unlinked.length, "has no link", "have no link")] : []),
  ];
  const withinParts = areSeveralRunning ? ", each within its part" : "";
  const emptyParts = withoutTerminals === 0 ? "" : ` ${countWithNoun(withoutTerminals, "part has", "parts have")} no terminal.`;
  return `${start}${runSentence}${withinParts}${others.length === 0 ? "" : `${count > 1 && !areSeveralRunning ? "," : ";"} ${joinWithAnd(others)}`}.${emptyParts}`;
}

/** Maximum number of terminal names in a sentence. */
const maxNames = 5;

/**
 * Sentences about the terminals that do not run, with their names. Empty if the network is connected and all terminals run. Also empty if
 * no terminal can run, because the attempt to run then reports the reason.
 */
export function describeLeftOutTerminals(network: Network): readonly string[] {
  const components = componentsOf(network);
  if (components === undefined || components.running.length === 0) return [];
  const { count, running, areSeveralRunning, said: summary } = components;
  const names = [...components.elsewhere, ...components.unlinked].sort((a, b) => a - b).map((t) => nameOfNode(network, t));
  const shown = names.length > maxNames ? names.slice(0, maxNames - 1) : names;
  const hiddenCount = names.length - shown.length;
  const list =
    names.length === 0 ? "" : joinWithAnd([...shown, ...(hiddenCount > 0 ? [`${hiddenCount.toLocaleString("en-US")} more`] : [])]);
  const activePart = count > 1 && running.length > 0 && !areSeveralRunning ? "Only the part with the most terminals is simulated. " : "";
  return names.length === 0 ? [summary] : [summary, `${activePart}Left out: ${list}.`];
}
