/** A network that was read, as a drawing and what a document says of its links. */
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

/** A drawing of what was read, N nodes. */
export interface ReadDrawing {
  readonly drawing: Drawing;
  /** The section `links` of a document. Rates, and lengths in seconds or metres, need a technology with a rate. */
  readonly links: readonly LinkRule[];
  /** What terminals' own channels carry, for such a technology; null where the text says no rates. */
  readonly rates: TerminalRates | null;
  /** [N] The end that each node has become: switch s as s, terminal t as −1 − t. */
  readonly ends: readonly End[];
  /** What was left out or put there, as sentences. */
  readonly said: readonly string[];
}

/** Largest number of a switch in a drawing, and most ports that are spare. */
const [largestNumber, mostSpare] = [999_999, 65_536];

/**
 * Draws a network; nodes and links keep their order. Where nothing in it is a terminal, one is put on each switch.
 * Where links join two terminals, terminals pass packets on.
 * @throws ScenarioError where it has more than is drawn
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
    // A terminal without a link and without a name would be a free number of the drawing.
    const isUsual = name === undefined && (id === usual || id === usual.slice(1)) && (plugged[n] > 0 || !nodes[n].isTerminal);
    const [own, place] = [isUsual ? "" : names[n], places[n]];
    return { ...(own === "" ? {} : { name: own }), ...(place === null ? {} : { place }) };
  };
  const switches = nodesOf(false).map((n, s) => {
    const spare = Math.min((nodes[n].ports ?? 0) - plugged[n], mostSpare);
    return { number: numbers[s], ...lookOf(n, `s${numbers[s]}`), ...(spare > 0 ? { spare } : {}) };
  });
  const terminals = isBare ? leaves.map(() => ({})) : nodesOf(true).map((n, t) => lookOf(n, `t${t}`));
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

/** Of two rows whose switches are nearly all joined to the other's, this part of the links may be missing. */
const mostMissing = 0.1;

/**
 * The switches that terminals are put on where a text has none: of leaves and spines the leaves, which are more; else all.
 * @param count nodes, all of which are switches
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

/** Numbers of switches: those that they are called by where these ascend, `s3` or `3`; else from 0 on. */
function numbersOf(switches: readonly ReadNode[]): readonly number[] {
  const own = switches.map(({ id }) => (/^s?(0|[1-9]\d{0,5})$/.test(id) ? Number(id.replace("s", "")) : NaN));
  const ascend = own.every((number, s) => number <= largestNumber && (s === 0 || number > own[s - 1]));
  return ascend ? own : Array.from(own.keys());
}

/**
 * [nodes] What nodes are called. Of switches with one name, as unmanaged ones have that of their model, each has its id behind
 * it, or in its place; where names only end otherwise, their middle is left out.
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

/** [nodes] Whether another switch has the name of a switch, or another terminal that of a terminal, whatever its case. */
function sharedIn(nodes: readonly ReadNode[], names: readonly string[]): readonly boolean[] {
  const keys = nodes.map(({ isTerminal }, n) => `${isTerminal} ${names[n].toLowerCase()}`);
  const count = new Map<string, number>();
  for (const key of keys) count.set(key, (count.get(key) ?? 0) + 1);
  return keys.map((key, n) => names[n] !== "" && count.get(key)! > 1);
}

/** A name with its two ends, where it is too long. */
function withoutMiddle(name: string): string {
  const signs = Array.from(name.trim());
  const half = Math.floor((longestName - 1) / 2);
  return cleanName(signs.length > longestName ? `${signs.slice(0, half).join("")}…${signs.slice(-half).join("")}` : name);
}

/** What becomes of names that are too long, or that several terminals have, or several switches. */
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

/** A sentence where there are any. */
function sayCount(count: number, [one, more]: readonly [string, string], what: string): readonly string[] {
  return count === 0 ? [] : [`${count.toLocaleString("en-US")} ${count === 1 ? one : more} ${what}.`];
}
