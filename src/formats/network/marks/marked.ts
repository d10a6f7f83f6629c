/** Nodes and edges of a text that names them and hangs attributes on them: what GraphML, GEXF, DOT and node-link JSON share. */
import { mostNotes, type Reading, type ReadNetwork } from "../../contract.ts";
import { LineCounter } from "../../line-counter.ts";
import { refusedAs, type Telling } from "../../told.ts";
import type { Attributes, Understanding } from "./attributes.ts";
import { oncePerLink } from "../both-sides.ts";
import { Gathering, idFault, mostRead, quoted } from "../gathering.ts";

/** Gathers a graph. Places, `at`, are offsets in the text, and ascend. */
export class MarkedGraph {
  readonly found = new Gathering();
  /** Nodes that the text has declared, and where others are named first. */
  private readonly isDeclared: boolean[] = [];
  private readonly namedAt: (number | undefined)[] = [];
  /** Nodes that have others in them. */
  private readonly groups = new Set<number>();
  /** Of each link, whether its edge has a direction. */
  private readonly isArrow: boolean[] = [];
  /** What a link is known by, where a text has each once only. */
  private readonly once = new Set<string>();
  /** Counts lines up to where the text has been read. */
  lines: LineCounter;
  /** Whether the text has more nodes or links than are read: those that come are only counted. */
  isBeyond = false;
  private notes = 0;

  constructor(
    private readonly text: string,
    private readonly tell: Telling,
    private readonly understanding: Understanding,
  ) {
    this.lines = new LineCounter(text);
  }

  /** What follows may stand before what has been: lists of JSON come in any order. */
  fromHere(): void {
    this.lines = new LineCounter(this.text);
  }

  note(at: number, why: string): void {
    // Beyond those that are shown they are counted only.
    if (this.notes++ < mostNotes) this.tell.note(this.lines.of(at), this.lines.textOf(at), why);
    else this.tell.note(0, "", why);
  }

  /** The text declares a node. @returns its number, or −1 */
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

  /** The text says something of a node that it need not have declared. */
  mention(id: string, attributes: Attributes, at: number): void {
    const fault = idFault(id);
    if (fault !== null) return this.note(at, fault);
    this.describe(this.node(id), attributes, at);
  }

  /** A node has others in it: without links of its own, it is a box around them. */
  group(node: number): void {
    if (node >= 0) this.groups.add(node);
  }

  describe(node: number, attributes: Attributes, at: number): void {
    for (const why of this.understanding.node(this.found, node, attributes)) this.note(at, why);
  }

  /** @param isSimple whether the text has each link only once, whatever it says */
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

  /** Nothing of it must be read. @param why as a sentence that goes on from its line */
  refused(format: string, at: number, why: string): Reading {
    const line = this.lines.of(at);
    return refusedAs(format, this.lines.count(), `Line ${line} ${why}`);
  }

  /** What was read. @param nothing what to say where there is no node */
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

  private withoutBoxes({ nodes, links }: ReadNetwork): ReadNetwork {
    const boxes = new Set(this.groups);
    for (const { a, b } of links) {
      boxes.delete(a);
      boxes.delete(b);
    }
    // A graph of nothing but boxes is one of nodes.
    if (boxes.size === nodes.length) return { nodes, links };
    let count = 0;
    const places = nodes.map((_, n) => (boxes.has(n) ? -1 : count++));
    return {
      nodes: nodes.filter((_, n) => !boxes.has(n)),
      links: links.map((link) => ({ ...link, a: places[link.a], b: places[link.b] })),
    };
  }
}
