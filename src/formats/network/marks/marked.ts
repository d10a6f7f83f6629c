/** A graph whose nodes and edges carry attributes: the shared part of the readers of GraphML, GEXF, DOT and node-link JSON. */
import { mostNotes, type Reading, type ReadNetwork } from "../../contract.ts";
import { LineCounter } from "../../line-counter.ts";
import { refusedAs, type Telling } from "../../told.ts";
import type { Attributes, Understanding } from "./attributes.ts";
import { oncePerLink } from "../both-sides.ts";
import { Gathering, idFault, mostRead, quoted } from "../gathering.ts";

/** Collects the graph. Offsets must be passed in ascending order. */
export class MarkedGraph {
  readonly found = new Gathering();
  /** Nodes that the text has declared, and the first mention of the others as the end of an edge. */
  private readonly isDeclared: boolean[] = [];
  private readonly namedAt: (number | undefined)[] = [];
  /** Nodes that contain other nodes. */
  private readonly groups = new Set<number>();
  /** Whether each edge is directed, by index of its link. */
  private readonly isArrow: boolean[] = [];
  /** Keys of the links of a graph that must not have parallel links. */
  private readonly once = new Set<string>();
  /** Line counter at the current offset of the text. */
  lines: LineCounter;
  /** Whether the text has more nodes or links than the maximum, so that further ones are only counted. */
  isBeyond = false;
  private notes = 0;

  constructor(
    private readonly text: string,
    private readonly tell: Telling,
    private readonly understanding: Understanding,
  ) {
    this.lines = new LineCounter(text);
  }

  /** Restarts the line counter, because lists in JSON come in any order and offsets start over. */
  fromHere(): void {
    this.lines = new LineCounter(this.text);
  }

  note(at: number, why: string): void {
    // Beyond the number that is shown, unread lines are only counted.
    if (this.notes++ < mostNotes) this.tell.note(this.lines.of(at), this.lines.textOf(at), why);
    else this.tell.note(0, "", why);
  }

  /** Declares a node. @returns its index, or −1 if it is invalid */
  declare(id: string, at: number): number {
    const fault = id === "" ? "declares a node without a name" : idFault(id);
    if (fault !== null) {
      this.note(at, fault);
      return -1;
    }
    const node = this.node(id);
    if (this.isDeclared[node]) this.note(at, `declares ${quoted(id)} again`);
    this.isDeclared[node] = true;
    return node;
  }

  /** Describes a node that need not be declared. */
  mention(id: string, attributes: Attributes, at: number): void {
    const fault = idFault(id);
    if (fault !== null) return this.note(at, fault);
    this.describe(this.node(id), attributes, at);
  }

  /** Marks a node that contains other nodes. Without links, it is only a box around them and is removed. */
  group(node: number): void {
    if (node >= 0) this.groups.add(node);
  }

  describe(node: number, attributes: Attributes, at: number): void {
    for (const why of this.understanding.node(this.found, node, attributes)) this.note(at, why);
  }

  /**
   * Adds an edge.
   * @param isSimple whether the graph must not have parallel links
   */
  edge(from: string, to: string, attributes: Attributes, at: number, { isArrow = false, isSimple = false } = {}): void {
    const fault = idFault(from) ?? idFault(to) ?? (from === to ? `joins ${quoted(from)} with itself` : null);
    if (fault !== null) return this.note(at, fault);
    if (this.found.links.length >= mostRead) this.isBeyond = true;
    if (this.isBeyond) return this.found.link({ a: 0, b: 0 });
    const [a, b] = [from, to].map((id) => {
      const node = this.node(id);
      if (!this.isDeclared[node]) this.namedAt[node] ??= at;
      return node;
    });
    if (isSimple) {
      const key = isArrow || a < b ? `${a} ${b}` : `${b} ${a}`;
      if (this.once.has(key)) return this.note(at, `joins ${quoted(from)} and ${quoted(to)} again, in a graph without parallel links`);
      this.once.add(key);
    }
    const { about, faults } = this.understanding.link(attributes);
    for (const why of faults) this.note(at, why);
    this.isArrow[this.found.links.length] = isArrow;
    this.found.link(Object.assign(about, { a, b }));
  }

  /** The result for a text that must not be read. @param reason continues a sentence that starts with the line */
  refused(format: string, at: number, why: string): Reading {
    const line = this.lines.of(at);
    return refusedAs(format, this.lines.count(), `Line ${line} ${why}`);
  }

  /** The result of the reader. @param emptyMessage message if there is no node */
  reading(format: string, nothing: string): Reading {
    const { found, tell, text, isDeclared, namedAt } = this;
    this.understanding.finish();
    const count = this.lines.count();
    if (isDeclared.length > 0) {
      const lines = new LineCounter(text);
      namedAt.forEach((at, node) => {
        if (at !== undefined && !isDeclared[node])
          tell.note(lines.of(at), lines.textOf(at), `names ${quoted(found.idOf(node))}, which is not among the nodes; it is taken as one`);
      });
    }
    const links = oncePerLink(found.links, this.isArrow, tell);
    links.forEach((link, i) => (found.links[i] = link));
    found.links.length = links.length;
    const reading = found.reading(format, count, tell, nothing);
    const { network } = reading;
    return network === undefined || this.groups.size === 0 ? reading : { ...reading, network: this.withoutBoxes(network) };
  }

  private node(id: string): number {
    if (this.found.nodes >= mostRead && !this.found.has(id)) this.isBeyond = true;
    return this.found.node(id);
  }

  /** Removes group nodes without links, and renumbers the ends of links. */
  private withoutBoxes({ nodes, links }: ReadNetwork): ReadNetwork {
    const boxes = new Set(this.groups);
    for (const { a, b } of links) {
      boxes.delete(a);
      boxes.delete(b);
    }
    // If all nodes are boxes, they are ordinary nodes.
    if (boxes.size === nodes.length) return { nodes, links };
    let count = 0;
    const places = nodes.map((_, n) => (boxes.has(n) ? -1 : count++));
    return {
      nodes: nodes.filter((_, n) => !boxes.has(n)),
      links: links.map((link) => ({ ...link, a: places[link.a], b: places[link.b] })),
    };
  }
}
