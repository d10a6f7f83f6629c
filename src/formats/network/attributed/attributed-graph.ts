/** A graph whose nodes and edges carry attributes: the shared part of the readers of GraphML, GEXF, DOT and node-link JSON. */
import { maxUnreadLines, type ReadResult, type ReadNetwork } from "../../contract.ts";
import { LineCounter } from "../../line-counter.ts";
import { refusedResult, type DiagnosticsCollector } from "../../diagnostics.ts";
import type { AttributeEntries, AttributeReader } from "./attribute-reader.ts";
import { withoutDuplicates } from "../duplicate-links.ts";
import { ReadNetworkBuilder, idFault, maxNetworkItems, quoteId } from "../network-builder.ts";

/** Collects the graph. Offsets must be passed in ascending order. */
export class AttributedGraph {
  readonly builder = new ReadNetworkBuilder();
  /** Whether the text has declared each node; and, for a node that an edge mentions first, the offset of that mention. */
  private readonly isDeclared: boolean[] = [];
  private readonly firstMention: (number | undefined)[] = [];
  /** Nodes that contain other nodes. */
  private readonly groups = new Set<number>();
  /** Whether each edge is directed, by index of its link. */
  private readonly isDirected: boolean[] = [];
  /** Keys of the links of a graph that must not have parallel links. */
  private readonly simpleEdgeKeys = new Set<string>();
  /** Line counter at the current offset of the text. */
  lineCounter: LineCounter;
  /** Whether the text has more nodes or links than the maximum, so that further ones are only counted. */
  isOverLimit = false;
  private noteCount = 0;

  constructor(
    private readonly text: string,
    private readonly diagnostics: DiagnosticsCollector,
    private readonly attributeReader: AttributeReader,
  ) {
    this.lineCounter = new LineCounter(text);
  }

  /** Restarts the line counter, because lists in JSON come in any order and offsets start over. */
  restartLines(): void {
    this.lineCounter = new LineCounter(this.text);
  }

  note(offset: number, reason: string): void {
    // Beyond the number that is shown, unread lines are only counted.
    if (this.noteCount++ < maxUnreadLines) this.diagnostics.note(this.lineCounter.lineAt(offset), this.lineCounter.textAt(offset), reason);
    else this.diagnostics.note(0, "", reason);
  }

  /** Declares a node; returns its index, or −1 if it is invalid. */
  declare(id: string, offset: number): number {
    const fault = id === "" ? "declares a node without a name" : idFault(id);
    if (fault !== null) {
      this.note(offset, fault);
      return -1;
    }
    const node = this.addNode(id);
    if (this.isDeclared[node]) this.note(offset, `declares ${quoteId(id)} again`);
    this.isDeclared[node] = true;
    return node;
  }

  /** Describes a node that need not be declared. */
  mention(id: string, attributes: AttributeEntries, offset: number): void {
    const fault = idFault(id);
    if (fault !== null) return this.note(offset, fault);
    this.describe(this.addNode(id), attributes, offset);
  }

  /** Marks a node that contains other nodes. Without links, it is only a frame around them and is removed. */
  markGroup(node: number): void {
    if (node >= 0) this.groups.add(node);
  }

  describe(node: number, attributes: AttributeEntries, offset: number): void {
    for (const reason of this.attributeReader.describeNode(this.builder, node, attributes)) this.note(offset, reason);
  }

  /**
   * Adds an edge, and creates nodes that were not declared. Faults are noted at the line of the edge.
   * @param isSimple whether the graph must not have parallel links
   */
  addEdge(
    sourceId: string,
    destinationId: string,
    attributes: AttributeEntries,
    offset: number,
    { isArrow: isDirected = false, isSimple = false } = {},
  ): void {
    const fault =
      idFault(sourceId) ?? idFault(destinationId) ?? (sourceId === destinationId ? `connects ${quoteId(sourceId)} to itself` : null);
    if (fault !== null) return this.note(offset, fault);
    if (this.builder.links.length >= maxNetworkItems) this.isOverLimit = true;
    // Beyond the limit, the builder only counts links.
    if (this.isOverLimit) return this.builder.addLink({ a: 0, b: 0 });
    const [a, b] = [sourceId, destinationId].map((id) => {
      const node = this.addNode(id);
      if (!this.isDeclared[node]) this.firstMention[node] ??= offset;
      return node;
    });
    if (isSimple) {
      const key = isDirected || a < b ? `${a} ${b}` : `${b} ${a}`;
      if (this.simpleEdgeKeys.has(key))
        return this.note(offset, `connects ${quoteId(sourceId)} and ${quoteId(destinationId)} again, in a graph without parallel links`);
      this.simpleEdgeKeys.add(key);
    }
    const { linkAttributes, faults } = this.attributeReader.readLink(attributes);
    for (const reason of faults) this.note(offset, reason);
    this.isDirected[this.builder.links.length] = isDirected;
    this.builder.addLink(Object.assign(linkAttributes, { a, b }));
  }

  /** The result for a text that must not be read. @param reason continues a sentence that starts with the line */
  refusal(format: string, offset: number, reason: string): ReadResult {
    const line = this.lineCounter.lineAt(offset);
    return refusedResult(format, this.lineCounter.lineCount(), `Line ${line} ${reason}`);
  }

  /**
   * The network that was read, or the reason why there is none: notes nodes that only edges name, and removes links that the file lists
   * from both ends.
   * @param emptyMessage message if there is no node
   */
  result(format: string, emptyMessage: string): ReadResult {
    const { builder, diagnostics, text, isDeclared, firstMention } = this;
    this.attributeReader.finish();
    const count = this.lineCounter.lineCount();
    if (isDeclared.length > 0) {
      const lines = new LineCounter(text);
      firstMention.forEach((offset, node) => {
        if (offset !== undefined && !isDeclared[node])
          diagnostics.note(
            lines.lineAt(offset),
            lines.textAt(offset),
            `names ${quoteId(builder.idOf(node))}, which is not in the list of nodes; it is added as a node`,
          );
      });
    }
    const links = withoutDuplicates(builder.links, this.isDirected, diagnostics);
    links.forEach((link, i) => (builder.links[i] = link));
    builder.links.length = links.length;
    const result = builder.result(format, count, diagnostics, emptyMessage);
    const { network } = result;
    return network === undefined || this.groups.size === 0 ? result : { ...result, network: this.withoutUnlinkedGroups(network) };
  }

  private addNode(id: string): number {
    if (this.builder.nodeCount >= maxNetworkItems && !this.builder.has(id)) this.isOverLimit = true;
    return this.builder.addNode(id);
  }

  /** Removes group nodes without links, and renumbers the ends of links. */
  private withoutUnlinkedGroups({ nodes, links }: ReadNetwork): ReadNetwork {
    const unlinkedGroups = new Set(this.groups);
    for (const { a, b } of links) {
      unlinkedGroups.delete(a);
      unlinkedGroups.delete(b);
    }
    // If no node has a link, all of them are ordinary nodes.
    if (unlinkedGroups.size === nodes.length) return { nodes, links };
    let count = 0;
    const newIndices = nodes.map((_, n) => (unlinkedGroups.has(n) ? -1 : count++));
    return {
      nodes: nodes.filter((_, n) => !unlinkedGroups.has(n)),
      links: links.map((link) => ({ ...link, a: newIndices[link.a], b: newIndices[link.b] })),
    };
  }
}
