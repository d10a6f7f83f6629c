/**
 * BookSim's `anynet` format: one router per line, followed by its neighbors. A BookSim latency includes the cycle in which a flit crosses
 * the link, and is 1 if it is not given. It is kept unchanged as a length, although here a phit takes another cycle.
 */
import { refuse } from "../../core/base/errors.ts";
import type { Format, Given, Reading, Written } from "../contract.ts";
import { eachLine, firstLines } from "../lines.ts";
import { Telling } from "../told.ts";
import { type Gathered, Gathering, quoted } from "./gathering.ts";

/** Longest line that is read: enough for a router with 10⁵ neighbors. */
const longestLine = 2_000_000;

export const anynet: Format = {
  id: "anynet",
  title: "BookSim anynet",
  carries: "network",
  extension: "anynet",
  source: "BookSim 2, src/networks/anynet.cpp: network_file",
  cannotSay: [
    "Links that run side by side: between two routers there is one.",
    "Names: routers and nodes are numbered.",
    "Rates.",
    "Lengths other than whole cycles.",
    "Ports.",
    "Where nodes stand.",
  ],
  recognise(head) {
    const lines = firstLines(head, 40);
    if (lines.length === 0) return 0;
    const alike = lines.filter((line) => /^\s*(?:router|node)\s+\d+(?:\s+(?:router|node)\s+\d+|\s*$)/i.test(line.slice(0, 200))).length;
    return alike === 0 ? 0 : alike >= 0.8 * lines.length ? 0.95 : alike >= 0.4 * lines.length ? 0.5 : 0;
  },
  read,
  write,
};

function read(text: string, given: Given = {}): Reading {
  const tell = new Telling();
  const found = new Gathering();
  /** Links by their ends, the lower index first, with the cycles of both directions; −1 for a direction without a latency. */
  const links = new Map<string, { readonly link: Gathered; there: number; back: number }>();
  const routerOf = new Map<number, number>();
  const words: string[] = [];
  const count = eachLine(
    text,
    (line, from, to) => {
      const note = (why: string) => tell.note(line, text.slice(from, Math.min(to, from + 1000)), why);
      if (to - from > longestLine) {
        note(`has ${(to - from).toLocaleString("en-US")} characters; at most ${longestLine.toLocaleString("en-US")} are read`);
        return;
      }
      readWords(text, from, to, words);
      if (words.length === 0 || /^(#|\/\/|%)/.test(words[0])) return;
      let head = -1;
      for (let i = 0; i < words.length;) {
        const kind = words[i].toLowerCase();
        if (kind !== "router" && kind !== "node") {
          note(`has ${quoted(words[i])} where "router" or "node" is expected`);
          return;
        }
        const id = words[i + 1] ?? "";
        if (!/^\d{1,9}$/.test(id)) {
          note(`has ${quoted(id)} as the number of a ${kind}; expected a whole number from 0`);
          return;
        }
        i += 2;
        const place = found.node(`${kind} ${Number(id)}`);
        found.describe(place, { isTerminal: kind === "node" });
        if (head < 0) {
          head = place;
          continue;
        }
        let cycles = -1;
        if (i < words.length && /^\d{1,9}$/.test(words[i])) cycles = Number(words[i++]);
        const why = join(head, place, cycles);
        if (why !== null) note(why);
      }
    },
    given.onPart,
  );
  let differ = 0;
  let oneWay = 0;
  for (const { link, there, back } of links.values()) {
    const cycles = Math.max(there, back);
    if (cycles >= 0) link.length = { cycles };
    const isBetweenRouters = found.isTerminal(link.a) === false && found.isTerminal(link.b) === false;
    if (there >= 0 && back >= 0 && there !== back) differ++;
    else if (cycles > 1 && isBetweenRouters && Math.min(there, back) < 0) oneWay++;
    found.link(link);
  }
  if (differ > 0) tell.guess(`Links that take another time back than there: ${number(differ)}. The longer one is taken both ways.`);
  if (oneWay > 0) {
    tell.guess(
      `Links with a latency in one direction only: ${number(oneWay)}. BookSim gives the way back 1 cycle; here it is as long as the way there.`,
    );
  }
  return found.reading("anynet", count, tell, 'No line names a router. Give lines such as "router 0 router 1 15 node 0".');

  /** @returns why the two nodes cannot be linked, or null */
  function join(a: number, b: number, cycles: number): string | null {
    if (a === b) return `joins ${quoted(found.idOf(a))} with itself`;
    const [isNode, isPeerNode] = [found.isTerminal(a) === true, found.isTerminal(b) === true];
    if (isNode && isPeerNode) return `joins ${quoted(found.idOf(a))} with ${quoted(found.idOf(b))}; a node hangs on a router`;
    if (isNode !== isPeerNode) {
      const [node, router] = isNode ? [a, b] : [b, a];
      const own = routerOf.get(node);
      if (own !== undefined && own !== router) return `joins ${quoted(found.idOf(node))} with a second router; a node hangs on one`;
      routerOf.set(node, router);
    }
    const [low, high] = [Math.min(a, b), Math.max(a, b)];
    const key = `${low} ${high}`;
    let known = links.get(key);
    if (known === undefined && found.isFull(links.size)) {
      found.skip(1);
      return null;
    }
    if (known === undefined) links.set(key, (known = { link: { a: low, b: high }, there: -1, back: -1 }));
    // A link between a router and a node is listed once and holds for both directions.
    if (a === low) known.there = Math.max(known.there, cycles);
    else known.back = Math.max(known.back, cycles);
    return null;
  }
}

const number = (value: number) => value.toLocaleString("en-US");

/** Splits text[from, to) at blanks and commas into `result`. */
function readWords(text: string, from: number, to: number, into: string[]): void {
  into.length = 0;
  for (let at = from; at < to;) {
    while (at < to && isGap(text.charCodeAt(at))) at++;
    const begin = at;
    while (at < to && !isGap(text.charCodeAt(at))) at++;
    if (at > begin) into.push(text.slice(begin, at));
  }
}

const isGap = (code: number) => code === 0x20 || code === 0x09 || code === 0x2c;

/**
 * Writes a line per router: its nodes, then its neighbor routers. A link between routers is on the lines of both, because a latency holds
 * for one direction only.
 * @throws ScenarioError if a terminal is linked to another terminal or to several switches
 */
function write({ network }: Written): string {
  const { nodes, links } = network!;
  const numbers = { router: 0, node: 0 };
  const kinds = nodes.map(({ isTerminal }) => (isTerminal ? "node" : "router"));
  const ids = kinds.map((kind) => numbers[kind]++);
  const neighbours = nodes.map(() => new Map<number, string>());
  for (const { a, b, length } of links) {
    if (nodes[a].isTerminal && nodes[b].isTerminal) {
      refuse(
        "network",
        `${quoted(nodes[a].id)} and ${quoted(nodes[b].id)} are terminals, and linked; anynet joins nodes to routers only.`,
        other,
      );
    }
    const cycles =
      length !== undefined && "cycles" in length && Number.isInteger(length.cycles) && length.cycles > 0 ? ` ${length.cycles}` : "";
    if (!neighbours[a].has(b)) neighbours[a].set(b, cycles);
    if (!neighbours[b].has(a)) neighbours[b].set(a, cycles);
  }
  const lines: string[] = [];
  nodes.forEach(({ id, isTerminal }, n) => {
    if (isTerminal && neighbours[n].size > 1) {
      refuse("network", `${quoted(id)} is a terminal on ${neighbours[n].size} switches; a node of anynet hangs on one router.`, other);
    }
    if (isTerminal && neighbours[n].size > 0) return;
    const peers = [...neighbours[n]].toSorted(([a], [b]) => Number(nodes[b].isTerminal) - Number(nodes[a].isTerminal) || ids[a] - ids[b]);
    lines.push([`${kinds[n]} ${ids[n]}`, ...peers.map(([peer, cycles]) => `${kinds[peer]} ${ids[peer]}${cycles}`)].join(" "));
  });
  return `${lines.join("\n")}\n`;
}

const other = "Write it as an edge list or as GraphML.";
