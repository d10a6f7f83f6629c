/** Builds a network while a text is read: nodes by their ids, links between them, and their attributes. */
import type { ReadResult, ReadLink, ReadNetwork, ReadNode } from "../contract.ts";
import { shortenLine, type DiagnosticsCollector } from "../diagnostics.ts";
import { classifyTerminals } from "../classify-nodes.ts";

/** Maximum number of nodes and of links; further nodes and links are only counted. */
export const maxNetworkItems = 2_097_152;
/** Longest id of a node, in characters. */
export const maxIdLength = 256;

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };
export type MutableLink = Mutable<ReadLink>;

export class ReadNetworkBuilder {
  readonly links: MutableLink[] = [];
  private readonly ids: string[] = [];
  private readonly indexOfId = new Map<string, number>();
  private readonly nodeAttributes: (Partial<Omit<ReadNode, "id">> | undefined)[] = [];
  private readonly typeWords: (string | undefined)[] = [];
  /** Nodes with geographic coordinates or a country. */
  private readonly geographicNodes = new Set<number>();
  private skippedNodes = 0;
  private skippedLinks = 0;

  get nodeCount(): number {
    return this.ids.length;
  }

  /** Index of the node with an id; adds the node if it is new. */
  addNode(id: string): number {
    const found = this.indexOfId.get(id);
    if (found !== undefined) return found;
    if (this.ids.length >= maxNetworkItems) {
      this.skippedNodes++;
      return 0;
    }
    this.indexOfId.set(id, this.ids.length);
    return this.ids.push(id) - 1;
  }

  has(id: string): boolean {
    return this.indexOfId.has(id);
  }

  idOf(node: number): string {
    return this.ids[node];
  }

  /** Adds what is known of a node besides its id. */
  describe(node: number, attributes: Partial<Omit<ReadNode, "id">>): void {
    this.nodeAttributes[node] = { ...this.nodeAttributes[node], ...attributes };
  }

  isTerminal(node: number): boolean | undefined {
    return this.nodeAttributes[node]?.isTerminal;
  }

  /** Sets the word that the text uses for the type of a node, such as `host`. */
  setTypeWord(node: number, word: string): void {
    this.typeWords[node] = word;
  }

  /** Marks a node as geographic: it has coordinates of the Earth, or a country. */
  markGeographic(node: number): void {
    this.geographicNodes.add(node);
  }

  addLink(link: MutableLink): void {
    if (this.links.length < maxNetworkItems) this.links.push(link);
    else this.skippedLinks++;
  }

  /** Whether no more links are stored. A reader that collects links itself then reports further ones with {@link ReadNetworkBuilder.countSkippedLinks}. */
  isFull(links: number): boolean {
    return links >= maxNetworkItems;
  }

  /** Counts links that are not stored. */
  countSkippedLinks(links: number): void {
    this.skippedLinks += links;
  }

  /**
   * The result of the reader. Nodes whose type is unknown are classified together.
   * @param emptyMessage message if there is no node, as a sentence that says what to do
   */
  result(format: string, lines: number, diagnostics: DiagnosticsCollector, emptyMessage: string): ReadResult {
    const refused = this.refusal() ?? (this.ids.length === 0 ? emptyMessage : null);
    if (refused !== null) return { format, ...diagnostics.summary(lines, refused) };
    const network = this.network(diagnostics);
    return { format, network, ...diagnostics.summary(lines) };
  }

  private refusal(): string | null {
    const [count, attributes] =
      this.skippedLinks > 0 ? [maxNetworkItems + this.skippedLinks, "links"] : this.skippedNodes > 0 ? [maxNetworkItems, "nodes"] : [0, ""];
    if (count === 0) return null;
    const amount =
      count === maxNetworkItems ? `more than ${formatCount(maxNetworkItems)} ${attributes}` : `${formatCount(count)} ${attributes}`;
    return `The network has ${amount}; at most ${formatCount(maxNetworkItems)} are read. Keep only a part of it.`;
  }

  private network(diagnostics: DiagnosticsCollector): ReadNetwork {
    const areTypesKnown = this.ids.every((_, n) => this.nodeAttributes[n]?.isTerminal !== undefined);
    const isTerminalOf = areTypesKnown ? [] : this.classifyNodes(diagnostics);
    const nodes = this.ids.map((id, n): ReadNode => {
      const { isTerminal = isTerminalOf[n], ...rest } = this.nodeAttributes[n] ?? {};
      return { id, isTerminal, ...rest };
    });
    return { nodes, links: this.links };
  }

  /** Whether each node is a terminal. If the text gives some nodes display names, the ids of the others do not count as names. */
  private classifyNodes(diagnostics: DiagnosticsCollector): readonly boolean[] {
    const { ids, nodeAttributes, typeWords } = this;
    const hasNames = nodeAttributes.some((attributes) => attributes?.name !== undefined);
    const typeOfNode = ids.map((_, n) => {
      const isTerminal = nodeAttributes[n]?.isTerminal;
      return isTerminal === undefined ? typeWords[n] : isTerminal ? "terminal" : "switch";
    });
    const pairs = this.links.map(({ a, b }) => [a, b] as const);
    const names = hasNames ? ids.map((_, n) => nodeAttributes[n]?.name) : ids;
    return classifyTerminals(names, pairs, typeOfNode, diagnostics, hasNames ? ids : null, (node) => this.geographicNodes.has(node));
  }
}

const formatCount = (value: number) => value.toLocaleString("en-US");

/** Why an id cannot be used, worded as in {@link UnreadLine.why}; null if it can. */
export function idFault(id: string): string | null {
  if (id === "") return "names only one end";
  return id.length > maxIdLength ? `has a name of ${formatCount(id.length)} characters; at most ${maxIdLength} are read` : null;
}

/** An id in quotes, shortened for a message. */
export const quoteId = (id: string) => `"${shortenLine(id, 40)}"`;
