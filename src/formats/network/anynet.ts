/**
 * BookSim's `anynet` format: one router per line, followed by its neighbors. A BookSim latency includes the cycle in which a flit crosses
 * the link, and is 1 if it is not given. It is kept unchanged as a length, although here a phit takes another cycle.
 */
import { refuse } from "../../core/base/errors.ts";
import type { Format, ReaderOptions, ReadResult, WritableContent } from "../contract.ts";
import { forEachLine, firstLines } from "../lines.ts";
import { DiagnosticsCollector } from "../diagnostics.ts";
import { type MutableLink, ReadNetworkBuilder, quoteId } from "./network-builder.ts";

/** Longest line that is read: enough for a router with 10⁵ neighbors. */
const maxLineLength = 2_000_000;

export const anynet: Format = {
  id: "anynet",
  title: "BookSim anynet",
  contentKind: "network",
  extension: "anynet",
  source: "BookSim 2, src/networks/anynet.cpp: network_file",
  limitations: [
    "Parallel links: two routers are connected by at most one link.",
    "Names: routers and nodes are numbered.",
    "Rates.",
    "Lengths that are not whole cycles.",
    "Ports.",
    "Positions of nodes.",
  ],
  confidenceOf(excerpt) {
    const lines = firstLines(excerpt, 40);
    if (lines.length === 0) return 0;
    const matchingLines = lines.filter((line) =>
      /^\s*(?:router|node)\s+\d+(?:\s+(?:router|node)\s+\d+|\s*$)/i.test(line.slice(0, 200)),
    ).length;
    return matchingLines === 0 ? 0 : matchingLines >= 0.8 * lines.length ? 0.95 : matchingLines >= 0.4 * lines.length ? 0.5 : 0;
  },
  read,
  write,
};

function read(text: string, options: ReaderOptions = {}): ReadResult {
  const diagnostics = new DiagnosticsCollector();
  const builder = new ReadNetworkBuilder();
  /** Links by their ends, the lower index first, with the cycles of both directions; −1 for a direction without a latency. */
  const links = new Map<string, { readonly link: MutableLink; forward: number; backward: number }>();
  const routerOf = new Map<number, number>();
  const lineWords: string[] = [];
  const count = forEachLine(
    text,
    /** Reads one line: a router, then the routers and nodes to which it is linked, each followed by an optional latency in cycles. */
    (line, start, end) => {
      const note = (fault: string) => diagnostics.note(line, text.slice(start, Math.min(end, start + 1000)), fault);
      if (end - start > maxLineLength) {
        note(`has ${(end - start).toLocaleString("en-US")} characters; at most ${maxLineLength.toLocaleString("en-US")} are read`);
        return;
      }
      splitWords(text, start, end, lineWords);
      if (lineWords.length === 0 || /^(#|\/\/|%)/.test(lineWords[0])) return;
      let lineRouter = -1;
      for (let i = 0; i < lineWords.length;) {
        const nodeKind = lineWords[i].toLowerCase();
        if (nodeKind !== "router" && nodeKind !== "node") {
          note(`has ${quoteId(lineWords[i])} where "router" or "node" is expected`);
          return;
        }
        const id = lineWords[i + 1] ?? "";
        if (!/^\d{1,9}$/.test(id)) {
          note(`has ${quoteId(id)} as the number of a ${nodeKind}; expected a whole number from 0`);
          return;
        }
        i += 2;
        const nodeNumber = builder.addNode(`${nodeKind} ${Number(id)}`);
        builder.describe(nodeNumber, { isTerminal: nodeKind === "node" });
        if (lineRouter < 0) {
          lineRouter = nodeNumber;
          continue;
        }
        let cycles = -1;
        if (i < lineWords.length && /^\d{1,9}$/.test(lineWords[i])) cycles = Number(lineWords[i++]);
        const fault = addLink(lineRouter, nodeNumber, cycles);
        if (fault !== null) note(fault);
      }
    },
    options.onProgress,
  );
  let asymmetricLinks = 0;
  let oneWayLinks = 0;
  for (const { link, forward, backward } of links.values()) {
    const cycles = Math.max(forward, backward);
    if (cycles >= 0) link.length = { cycles };
    const isBetweenRouters = builder.isTerminal(link.a) === false && builder.isTerminal(link.b) === false;
    if (forward >= 0 && backward >= 0 && forward !== backward) asymmetricLinks++;
    else if (cycles > 1 && isBetweenRouters && Math.min(forward, backward) < 0) oneWayLinks++;
    builder.addLink(link);
  }
  if (asymmetricLinks > 0)
    diagnostics.guess(
      `Links whose latency differs between the two directions: ${formatCount(asymmetricLinks)}. The longer latency is used for both.`,
    );
  if (oneWayLinks > 0) {
    diagnostics.guess(
      `Links with a latency in one direction only: ${formatCount(oneWayLinks)}. BookSim uses 1 cycle for the other direction; here both directions have the given latency.`,
    );
  }
  return builder.result("anynet", count, diagnostics, 'No line defines a router. Give lines such as "router 0 router 1 15 node 0".');

  /**
   * Adds a link of router or node `a` to `b`, or completes it if it was listed in the other direction before.
   * @param cycles latency from a to b in cycles, −1 if it is not given
   * @returns why the two nodes cannot be linked, or null
   */
  function addLink(a: number, b: number, cycles: number): string | null {
    if (a === b) return `connects ${quoteId(builder.idOf(a))} to itself`;
    const [isNodeA, isNodeB] = [builder.isTerminal(a) === true, builder.isTerminal(b) === true];
    if (isNodeA && isNodeB)
      return `connects ${quoteId(builder.idOf(a))} to ${quoteId(builder.idOf(b))}; a node must be attached to a router`;
    if (isNodeA !== isNodeB) {
      const [node, router] = isNodeA ? [a, b] : [b, a];
      const currentRouter = routerOf.get(node);
      if (currentRouter !== undefined && currentRouter !== router)
        return `connects ${quoteId(builder.idOf(node))} to a second router; a node is attached to only one`;
      routerOf.set(node, router);
    }
    const [lowNode, highNode] = [Math.min(a, b), Math.max(a, b)];
    const key = `${lowNode} ${highNode}`;
    let entry = links.get(key);
    if (entry === undefined && builder.isFull(links.size)) {
      builder.countSkippedLinks(1);
      return null;
    }
    if (entry === undefined) links.set(key, (entry = { link: { a: lowNode, b: highNode }, forward: -1, backward: -1 }));
    // A link between a router and a node is listed once and holds for both directions.
    if (a === lowNode) entry.forward = Math.max(entry.forward, cycles);
    else entry.backward = Math.max(entry.backward, cycles);
    return null;
  }
}

const formatCount = (value: number) => value.toLocaleString("en-US");

/** Splits text[from, to) at blanks and commas into `result`. */
function splitWords(text: string, start: number, end: number, result: string[]): void {
  result.length = 0;
  for (let position = start; position < end;) {
    while (position < end && isSeparator(text.charCodeAt(position))) position++;
    const wordStart = position;
    while (position < end && !isSeparator(text.charCodeAt(position))) position++;
    if (position > wordStart) result.push(text.slice(wordStart, position));
  }
}

const isSeparator = (code: number) => code === 0x20 || code === 0x09 || code === 0x2c;

/**
 * The text of a network in BookSim's anynet format, a line per router: its nodes, then its neighbor routers, each with an optional latency
 * in cycles. A link between routers is on the lines of both, because a latency holds for one direction only.
 * @throws ScenarioError if a terminal is linked to another terminal or to several switches
 */
function write({ network }: WritableContent): string {
  const { nodes, links } = network!;
  const nextNumber = { router: 0, node: 0 };
  const kinds = nodes.map(({ isTerminal }) => (isTerminal ? "node" : "router"));
  const ids = kinds.map((kind) => nextNumber[kind]++);
  /** For each node, its neighbors with the latency of the link as text, empty for a link without a latency. */
  const neighbours = nodes.map(() => new Map<number, string>());
  for (const { a, b, length } of links) {
    if (nodes[a].isTerminal && nodes[b].isTerminal) {
      refuse(
        "network",
        `${quoteId(nodes[a].id)} and ${quoteId(nodes[b].id)} are terminals, and linked; anynet connects nodes to routers only.`,
        remedy,
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
      refuse(
        "network",
        `${quoteId(id)} is a terminal on ${neighbours[n].size} switches; a node of anynet is attached to one router.`,
        remedy,
      );
    }
    if (isTerminal && neighbours[n].size > 0) return;
    const peers = [...neighbours[n]].toSorted(([a], [b]) => Number(nodes[b].isTerminal) - Number(nodes[a].isTerminal) || ids[a] - ids[b]);
    lines.push([`${kinds[n]} ${ids[n]}`, ...peers.map(([peer, cycles]) => `${kinds[peer]} ${ids[peer]}${cycles}`)].join(" "));
  });
  return `${lines.join("\n")}\n`;
}

const remedy = "Write it as an edge list or as GraphML.";
