/** Converts a network that was read to a drawing and to the link rules of a document. */
import { refuse, quoteValue } from "../core/base/errors.ts";
import {
  linkClassOf,
  type Drawing,
  type DrawnLink,
  emptyDrawing,
  type LinkEnd,
  orderedEnds,
  maxNameLength,
  drawingLimits,
  terminalEnd,
} from "../core/network/drawing/drawing.ts";
import { cleanName } from "../core/network/drawing/names-and-places.ts";
import type { LinkRule } from "../core/scenario/links.ts";
import type { ReadNetwork, ReadNode } from "./contract.ts";
import { drawingPositions } from "./drawing-positions.ts";
import { linkRulesOf, type TerminalRates } from "./link-rules.ts";

/** A drawing of a network with N nodes. */
export interface ReadDrawing {
  readonly drawing: Drawing;
  /** The section `links` of a document. Absolute rates, and lengths in seconds or meters, need a technology with a rate. */
  readonly links: readonly LinkRule[];
  /** Rates of the terminals' channels, which determine the technology of the document; null if the text has no rates. */
  readonly rates: TerminalRates | null;
  /** [N] End of the drawing that each node became: switch s as s, terminal t as −1 − t. */
  readonly endOfNode: readonly LinkEnd[];
  /** What was left out or added, as sentences. */
  readonly notes: readonly string[];
}

/** Largest switch number in a drawing, and maximum number of free ports. */
const [maxSwitchNumber, maxFreePorts] = [999_999, 65_536];

/**
 * Converts a network that was read from a file to a drawing, with the rules for rates and lengths of its links. Nodes and links keep their
 * order. If there are no terminals, one is added to each switch or to each leaf. If links join two terminals, terminals forward packets.
 * @throws ScenarioError if the network exceeds the limits of a drawing
 */
export function drawReadNetwork(network: ReadNetwork): ReadDrawing {
  const { nodes } = network;
  const links = network.links.filter(({ a, b }) => a !== b);
  const hasNoTerminals = nodes.every((node) => !node.isTerminal);
  /** The end of a link at each node: a switch, or a terminal. */
  const endOfNode: LinkEnd[] = [];
  let [switchCount, terminalCount] = [0, 0];
  for (const node of nodes) endOfNode.push(node.isTerminal ? terminalEnd(terminalCount++) : switchCount++);
  /** Switches to which terminals are added. */
  const leaves = hasNoTerminals ? switchesForTerminals(switchCount, links) : [];
  if (hasNoTerminals) terminalCount = leaves.length;
  refuseTooLarge({ switches: switchCount, terminals: terminalCount, links: links.length + leaves.length });
  const terminalLinks = links.filter(({ a, b }) => nodes[a].isTerminal && nodes[b].isTerminal).length;

  // Numbers, positions and names of the nodes.
  const numberOfSwitch = switchNumbers(nodes.filter((node) => !node.isTerminal));
  const positions = drawingPositions(nodes);
  const names = uniqueNames(nodes);
  const usedPorts = new Int32Array(nodes.length);
  for (const { a, b } of links) {
    usedPorts[a]++;
    usedPorts[b]++;
  }
  const nodeIndices = (terminals: boolean) => nodes.flatMap((node, n) => (node.isTerminal === terminals ? [n] : []));
  const appearanceOf = (n: number, defaultId: string) => {
    const { id, name } = nodes[n];
    // A terminal without a link keeps its default name; without a name, its number would be unused in the drawing.
    const isDefaultName =
      name === undefined && (id === defaultId || id === defaultId.slice(1)) && (usedPorts[n] > 0 || !nodes[n].isTerminal);
    const [displayName, position] = [isDefaultName ? "" : names[n], positions[n]];
    return { ...(displayName === "" ? {} : { name: displayName }), ...(position === null ? {} : { place: position }) };
  };
  const switches = nodeIndices(false).map((n, s) => {
    const freePorts = Math.min((nodes[n].ports ?? 0) - usedPorts[n], maxFreePorts);
    return { number: numberOfSwitch[s], ...appearanceOf(n, `s${numberOfSwitch[s]}`), ...(freePorts > 0 ? { spare: freePorts } : {}) };
  });
  const terminals = hasNoTerminals ? leaves.map(() => ({})) : nodeIndices(true).map((n, t) => appearanceOf(n, `t${t}`));
  // Links with their classes. Terminals that were added get a link each.
  const drawnLinks = links.map(({ a, b }): DrawnLink => {
    const [firstEnd, secondEnd] = orderedEnds(endOfNode[a], endOfNode[b]);
    return { a: firstEnd, b: secondEnd };
  });
  const { classes, rules, terminalRates, notes: ruleNotes } = linkRulesOf(links, drawnLinks, numberOfSwitch);
  const linksWithClass = drawnLinks.map((link, i) => (classes[i] === linkClassOf(link) ? link : { ...link, class: classes[i] }));
  const terminalAttachments = leaves.map((b, t): DrawnLink => ({ a: terminalEnd(t), b }));
  return {
    drawing: { ...emptyDrawing, switches, terminals, links: [...terminalAttachments, ...linksWithClass], forwards: terminalLinks > 0 },
    links: rules,
    rates: terminalRates,
    endOfNode,
    notes: [
      ...(hasNoTerminals && switchCount > 0
        ? [`The network has no terminals: one is attached to each ${leaves.length < switchCount ? "leaf" : "switch"}.`]
        : []),
      ...countSentence(network.links.length - links.length, ["link connects", "links connect"], "a node to itself: left out"),
      ...countSentence(terminalLinks, ["link connects", "links connect"], "two terminals: terminals forward packets"),
      ...nameSentences(nodes),
      ...countSentence(usedPorts.filter((count) => count === 0).length, ["node has", "nodes have"], "no link"),
      ...ruleNotes,
    ],
  };
}

/** Fraction of links between leaves and spines that may be missing. */
const maxMissingFraction = 0.1;

/**
 * The switches that get terminals if a text has none: the leaves of a leaf–spine network, where leaves outnumber spines; otherwise all. A
 * network is leaf–spine if its switches have two sides, 0 and 1, such that all links lead from one to the other and nearly all pairs of a
 * spine and a leaf are linked.
 */
function switchesForTerminals(count: number, links: ReadNetwork["links"]): readonly number[] {
  const allSwitches = Array.from({ length: count }, (_, s) => s);
  const neighbors: number[][] = allSwitches.map(() => []);
  for (const { a, b } of links) {
    neighbors[a].push(b);
    neighbors[b].push(a);
  }
  // Divide the switches into two sides by a breadth-first search. A link within a side excludes a leaf–spine network.
  const side = new Int8Array(count).fill(-1);
  const queue = count > 0 ? [0] : [];
  for (const s of queue) {
    if (side[s] < 0) side[s] = 0;
    for (const other of neighbors[s]) {
      if (side[other] === side[s]) return allSwitches;
      if (side[other] >= 0) continue;
      side[other] = 1 - side[s];
      queue.push(other);
    }
  }
  const [firstSide, secondSide] = [0, 1].map((sideNumber) => allSwitches.filter((s) => side[s] === sideNumber));
  const [spines, leaves] = firstSide.length < secondSide.length ? [firstSide, secondSide] : [secondSide, firstSide];
  const linkedPairs = new Set(links.map(({ a, b }) => Math.min(a, b) * count + Math.max(a, b))).size;
  const isLeafSpine =
    firstSide.length + secondSide.length === count && linkedPairs >= (1 - maxMissingFraction) * spines.length * leaves.length;
  return isLeafSpine && spines.length >= 2 && leaves.length > spines.length ? leaves : allSwitches;
}

function refuseTooLarge(counts: Readonly<Record<keyof typeof drawingLimits, number>>): void {
  for (const [item, count] of Object.entries(counts) as [keyof typeof drawingLimits, number][]) {
    if (count > drawingLimits[item])
      refuse(
        "topology",
        `the network has ${count.toLocaleString("en-US")} ${item}; up to ${drawingLimits[item].toLocaleString("en-US")} can be drawn.`,
        `Use only a part of it: at most ${drawingLimits.switches.toLocaleString("en-US")} switches, ${drawingLimits.terminals.toLocaleString("en-US")} terminals and ${drawingLimits.links.toLocaleString("en-US")} links.`,
      );
  }
}

/** Numbers of switches: those in their names, `s3` or `3`, if they ascend; otherwise from 0 on. */
function switchNumbers(switches: readonly ReadNode[]): readonly number[] {
  const namedNumbers = switches.map(({ id }) => (/^s?(0|[1-9]\d{0,5})$/.test(id) ? Number(id.replace("s", "")) : NaN));
  const areAscending = namedNumbers.every((number, s) => number <= maxSwitchNumber && (s === 0 || number > namedNumbers[s - 1]));
  return areAscending ? namedNumbers : Array.from(namedNumbers.keys());
}

/**
 * [nodes] Unique display names. Switches with equal names, such as unmanaged ones that are named after their model, get their id appended,
 * or have it instead of the name. If a name is too long, its middle is left out.
 */
export function uniqueNames(nodes: readonly ReadNode[]): readonly string[] {
  const cleanNames = nodes.map(({ id, name = id }) => cleanName(name));
  const isShared = areNamesShared(nodes, cleanNames);
  const shortNames = nodes.map(({ id, name = id, isTerminal }, n) => (isTerminal || !isShared[n] ? cleanNames[n] : withoutMiddle(name)));
  const isStillShared = areNamesShared(nodes, shortNames);
  return nodes.map(({ id, isTerminal }, n) => {
    if (isTerminal || !isStillShared[n]) return shortNames[n];
    const cleanId = cleanName(id);
    const combinedName = `${cleanNames[n]} ${cleanId}`;
    return cleanId === cleanNames[n] || Array.from(combinedName).length > maxNameLength ? withoutMiddle(id) : combinedName;
  });
}

/** [nodes] Whether another node of the same type (switch or terminal) has the same name, ignoring case. */
function areNamesShared(nodes: readonly ReadNode[], names: readonly string[]): readonly boolean[] {
  const keys = nodes.map(({ isTerminal }, n) => `${isTerminal} ${names[n].toLowerCase()}`);
  const count = new Map<string, number>();
  for (const key of keys) count.set(key, (count.get(key) ?? 0) + 1);
  return keys.map((key, n) => names[n] !== "" && count.get(key)! > 1);
}

/** A name without its middle part if it is too long. */
function withoutMiddle(name: string): string {
  const characters = Array.from(name.trim());
  const half = Math.floor((maxNameLength - 1) / 2);
  return cleanName(characters.length > maxNameLength ? `${characters.slice(0, half).join("")}…${characters.slice(-half).join("")}` : name);
}

/** Sentences that report names of nodes that were shortened, and names that several nodes share. */
function nameSentences(nodes: readonly ReadNode[]): readonly string[] {
  const names = nodes.map(({ id, name = id }) => name);
  const unique = uniqueNames(nodes);
  const shortenedNames = unique.filter((_, n) => Array.from(names[n].trim()).length > maxNameLength);
  const isShared = areNamesShared(nodes, unique);
  const ambiguous = unique.filter((_, n) => isShared[n]);
  return [
    ...countSentence(
      shortenedNames.length,
      ["name is", "names are"],
      `shortened to ${maxNameLength} characters, such as ${quoteValue(shortenedNames[0])}`,
    ),
    ...countSentence(
      ambiguous.length,
      ["node shares its name", "nodes share their names"],
      `with others, such as ${quoteValue(ambiguous[0])}: traffic with such a name is assigned to the first of them`,
    ),
  ];
}

/** A sentence if the count is not 0. */
function countSentence(count: number, [singular, plural]: readonly [string, string], predicate: string): readonly string[] {
  return count === 0 ? [] : [`${count.toLocaleString("en-US")} ${count === 1 ? singular : plural} ${predicate}.`];
}
