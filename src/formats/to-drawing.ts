/** Converts a network that was read to a drawing and to the link rules of a document. */
import { refuse, show } from "../core/base/errors.ts";
import {
  classOf,
  type Drawing,
  type DrawnLink,
  emptyDrawing,
  type End,
  inOrder,
  longestName,
  most,
  terminalEnd,
} from "../core/network/drawing/drawing.ts";
import { cleanName } from "../core/network/drawing/look-text.ts";
import type { LinkRule } from "../core/scenario/links.ts";
import type { ReadNetwork, ReadNode } from "./contract.ts";
import { placesOf } from "./to-places.ts";
import { rulesOf, type TerminalRates } from "./to-rules.ts";

/** A drawing of a network with N nodes. */
export interface ReadDrawing {
  readonly drawing: Drawing;
  /** The section `links` of a document. Absolute rates, and lengths in seconds or meters, need a technology with a rate. */
  readonly links: readonly LinkRule[];
  /** Rates of the terminals' channels, from which such a technology is chosen; null if the text has no rates. */
  readonly rates: TerminalRates | null;
  /** [N] End of the drawing that each node became: switch s as s, terminal t as −1 − t. */
  readonly ends: readonly End[];
  /** What was left out or added, as sentences. */
  readonly said: readonly string[];
}

/** Largest number of a switch in a drawing, and maximum number of free ports. */
const [largestNumber, mostSpare] = [999_999, 65_536];

/**
 * Draws a network; nodes and links keep their order. If there are no terminals, one is added to each switch or to each leaf. If links join
 * two terminals, terminals forward packets.
 * @throws ScenarioError if the network exceeds the limits of a drawing
 */
export function drawingOfRead(read: ReadNetwork): ReadDrawing {
  const { nodes } = read;
  const links = read.links.filter(({ a, b }) => a !== b);
  const isBare = nodes.every((node) => !node.isTerminal);
  const ends: End[] = [];
  let [S, T] = [0, 0];
  for (const node of nodes) ends.push(node.isTerminal ? terminalEnd(T++) : S++);
  const leaves = isBare ? leavesOf(S, links) : [];
  if (isBare) T = leaves.length;
  refuseTooLarge({ switches: S, terminals: T, links: links.length + leaves.length });
  const pairs = links.filter(({ a, b }) => nodes[a].isTerminal && nodes[b].isTerminal).length;

  // Numbers, positions and names of the nodes.
  const numbers = numbersOf(nodes.filter((node) => !node.isTerminal));
  const places = placesOf(nodes);
  const names = drawnNames(nodes);
  const plugged = new Int32Array(nodes.length);
  for (const { a, b } of links) {
    plugged[a]++;
    plugged[b]++;
  }
  const nodesOf = (terminals: boolean) => nodes.flatMap((node, n) => (node.isTerminal === terminals ? [n] : []));
  const lookOf = (n: number, usual: string) => {
    const { id, name } = nodes[n];
    // A terminal without a link and without a name would be an unused number in the drawing.
    const isUsual = name === undefined && (id === usual || id === usual.slice(1)) && (plugged[n] > 0 || !nodes[n].isTerminal);
    const [own, place] = [isUsual ? "" : names[n], places[n]];
    return { ...(own === "" ? {} : { name: own }), ...(place === null ? {} : { place }) };
  };
  const switches = nodesOf(false).map((n, s) => {
    const spare = Math.min((nodes[n].ports ?? 0) - plugged[n], mostSpare);
    return { number: numbers[s], ...lookOf(n, `s${numbers[s]}`), ...(spare > 0 ? { spare } : {}) };
  });
  const terminals = isBare ? leaves.map(() => ({})) : nodesOf(true).map((n, t) => lookOf(n, `t${t}`));
  // Links with their classes. Terminals that were added get a link each.
  const drawn = links.map(({ a, b }): DrawnLink => {
    const [one, other] = inOrder(ends[a], ends[b]);
    return { a: one, b: other };
  });
  const { classes, rules, rates, said } = rulesOf(links, drawn, numbers);
  const classed = drawn.map((link, i) => (classes[i] === classOf(link) ? link : { ...link, class: classes[i] }));
  const homes = leaves.map((b, t): DrawnLink => ({ a: terminalEnd(t), b }));
  return {
    drawing: { ...emptyDrawing, switches, terminals, links: [...homes, ...classed], forwards: pairs > 0 },
    links: rules,
    rates,
    ends,
    said: [
      ...(isBare && S > 0 ? [`Nothing in it is a terminal: one was put on each ${leaves.length < S ? "leaf" : "switch"}.`] : []),
      ...sayCount(read.links.length - links.length, ["link leads", "links lead"], "from a node to itself: left out"),
      ...sayCount(pairs, ["link joins", "links join"], "two terminals: terminals pass packets on"),
      ...sayNames(nodes),
      ...sayCount(plugged.filter((count) => count === 0).length, ["node has", "nodes have"], "no link"),
      ...said,
    ],
  };
}

/** Fraction of links between leaves and spines that may be missing. */
const mostMissing = 0.1;

/**
 * The switches that get terminals if a text has none: the leaves of a leaf–spine network, where leaves outnumber spines; otherwise all.
 * @param count number of nodes, all of which are switches
 */
function leavesOf(count: number, links: ReadNetwork["links"]): readonly number[] {
  const all = Array.from({ length: count }, (_, s) => s);
  const near: number[][] = all.map(() => []);
  for (const { a, b } of links) {
    near[a].push(b);
    near[b].push(a);
  }
  const side = new Int8Array(count).fill(-1);
  const waiting = count > 0 ? [0] : [];
  for (const s of waiting) {
    if (side[s] < 0) side[s] = 0;
    for (const other of near[s]) {
      if (side[other] === side[s]) return all;
      if (side[other] >= 0) continue;
      side[other] = 1 - side[s];
      waiting.push(other);
    }
  }
  const [some, others] = [0, 1].map((own) => all.filter((s) => side[s] === own));
  const [spines, leaves] = some.length < others.length ? [some, others] : [others, some];
  const pairs = new Set(links.map(({ a, b }) => Math.min(a, b) * count + Math.max(a, b))).size;
  const isWhole = some.length + others.length === count && pairs >= (1 - mostMissing) * spines.length * leaves.length;
  return isWhole && spines.length >= 2 && leaves.length > spines.length ? leaves : all;
}

function refuseTooLarge(counts: Readonly<Record<keyof typeof most, number>>): void {
  for (const [what, count] of Object.entries(counts) as [keyof typeof most, number][]) {
    if (count > most[what])
      refuse(
        "topology",
        `the network has ${count.toLocaleString("en-US")} ${what}; up to ${most[what].toLocaleString("en-US")} can be drawn.`,
        `Take a part of it: at most ${most.switches.toLocaleString("en-US")} switches, ${most.terminals.toLocaleString("en-US")} terminals and ${most.links.toLocaleString("en-US")} links.`,
      );
  }
}

/** Numbers of switches: those in their names, `s3` or `3`, if they ascend; otherwise from 0 on. */
function numbersOf(switches: readonly ReadNode[]): readonly number[] {
  const own = switches.map(({ id }) => (/^s?(0|[1-9]\d{0,5})$/.test(id) ? Number(id.replace("s", "")) : NaN));
  const ascend = own.every((number, s) => number <= largestNumber && (s === 0 || number > own[s - 1]));
  return ascend ? own : Array.from(own.keys());
}

/**
 * [nodes] Unique display names. Switches with equal names, such as unmanaged ones that are named after their model, get their id appended,
 * or have it instead of the name. If a name is too long, its middle is left out.
 */
export function drawnNames(nodes: readonly ReadNode[]): readonly string[] {
  const usual = nodes.map(({ id, name = id }) => cleanName(name));
  const isShared = sharedIn(nodes, usual);
  const short = nodes.map(({ id, name = id, isTerminal }, n) => (isTerminal || !isShared[n] ? usual[n] : withoutMiddle(name)));
  const isStillShared = sharedIn(nodes, short);
  return nodes.map(({ id, isTerminal }, n) => {
    if (isTerminal || !isStillShared[n]) return short[n];
    const own = cleanName(id);
    const whole = `${usual[n]} ${own}`;
    return own === usual[n] || Array.from(whole).length > longestName ? withoutMiddle(id) : whole;
  });
}

/** [nodes] Whether another switch has the same name as a switch, or another terminal the same as a terminal, ignoring case. */
function sharedIn(nodes: readonly ReadNode[], names: readonly string[]): readonly boolean[] {
  const keys = nodes.map(({ isTerminal }, n) => `${isTerminal} ${names[n].toLowerCase()}`);
  const count = new Map<string, number>();
  for (const key of keys) count.set(key, (count.get(key) ?? 0) + 1);
  return keys.map((key, n) => names[n] !== "" && count.get(key)! > 1);
}

/** A name without its middle part if it is too long. */
function withoutMiddle(name: string): string {
  const signs = Array.from(name.trim());
  const half = Math.floor((longestName - 1) / 2);
  return cleanName(signs.length > longestName ? `${signs.slice(0, half).join("")}…${signs.slice(-half).join("")}` : name);
}

/** Reports names that were shortened or are not unique. */
function sayNames(nodes: readonly ReadNode[]): readonly string[] {
  const names = nodes.map(({ id, name = id }) => name);
  const drawn = drawnNames(nodes);
  const long = drawn.filter((_, n) => Array.from(names[n].trim()).length > longestName);
  const isShared = sharedIn(nodes, drawn);
  const shared = drawn.filter((_, n) => isShared[n]);
  return [
    ...sayCount(long.length, ["name", "names"], `longer than ${longestName} signs cut, such as ${show(long[0])}`),
    ...sayCount(
      shared.length,
      ["node", "nodes"],
      `with names of others, such as ${show(shared[0])}: traffic that names them is that of the first`,
    ),
  ];
}

/** A sentence if the count is not 0. */
function sayCount(count: number, [one, more]: readonly [string, string], what: string): readonly string[] {
  return count === 0 ? [] : [`${count.toLocaleString("en-US")} ${count === 1 ? one : more} ${what}.`];
}
