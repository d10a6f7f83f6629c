/** Builds a network while a text is read: nodes by their ids, links between them, and their attributes. */
import type { Reading, ReadLink, ReadNetwork, ReadNode } from "../contract.ts";
import { shortened, type Telling } from "../told.ts";
import { whoIsATerminal } from "../who-is-a-terminal.ts";

/** Maximum number of nodes and of links; beyond it they are only counted. */
export const mostRead = 2_097_152;
/** Longest id of a node, in characters. */
export const longestId = 256;

type Changing<T> = { -readonly [Key in keyof T]: T[Key] };
export type Gathered = Changing<ReadLink>;

export class Gathering {
  readonly links: Gathered[] = [];
  private readonly ids: string[] = [];
  private readonly places = new Map<string, number>();
  private readonly more: (Partial<Omit<ReadNode, "id">> | undefined)[] = [];
  private readonly words: (string | undefined)[] = [];
  /** Nodes with geographic coordinates or a country. */
  private readonly onMap = new Set<number>();
  private refusedNodes = 0;
  private refusedLinks = 0;

  get nodes(): number {
    return this.ids.length;
  }

  /** Index of the node with an id; adds the node if it is new. */
  node(id: string): number {
    const found = this.places.get(id);
    if (found !== undefined) return found;
    if (this.ids.length >= mostRead) {
      this.refusedNodes++;
      return 0;
    }
    this.places.set(id, this.ids.length);
    return this.ids.push(id) - 1;
  }

  has(id: string): boolean {
    return this.places.has(id);
  }

  idOf(node: number): string {
    return this.ids[node];
  }

  /** Adds what is known of a node besides its id. */
  describe(node: number, what: Partial<Omit<ReadNode, "id">>): void {
    this.more[node] = { ...this.more[node], ...what };
  }

  isTerminal(node: number): boolean | undefined {
    return this.more[node]?.isTerminal;
  }

  /** Sets the word that the text uses for the type of a node, such as `host`. */
  says(node: number, word: string): void {
    this.words[node] = word;
  }

  /** Marks a node as geographic: it has coordinates of the Earth, or a country. */
  locate(node: number): void {
    this.onMap.add(node);
  }

  link(link: Gathered): void {
    if (this.links.length < mostRead) this.links.push(link);
    else this.refusedLinks++;
  }

  /** Whether no more links are stored. A reader that collects links itself then reports further ones with {@link ReadNetworkBuilder.countSkippedLinks}. */
  isFull(links: number): boolean {
    return links >= mostRead;
  }

  /** Counts links that are not stored. */
  skip(links: number): void {
    this.refusedLinks += links;
  }

  /**
   * The result of the reader. Nodes whose type is unknown are classified together.
   * @param emptyMessage message if there is no node, as a sentence that says what to do
   */
  reading(format: string, lines: number, tell: Telling, nothing: string): Reading {
    const refused = this.refused() ?? (this.ids.length === 0 ? nothing : null);
    if (refused !== null) return { format, ...tell.told(lines, refused) };
    const network = this.network(tell);
    return { format, network, ...tell.told(lines) };
  }

  private refused(): string | null {
    const [count, what] =
      this.refusedLinks > 0 ? [mostRead + this.refusedLinks, "links"] : this.refusedNodes > 0 ? [mostRead, "nodes"] : [0, ""];
    if (count === 0) return null;
    const said = count === mostRead ? `more than ${number(mostRead)} ${what}` : `${number(count)} ${what}`;
    return `It has ${said}; at most ${number(mostRead)} are read. Keep a part of the network.`;
  }

  private network(tell: Telling): ReadNetwork {
    const isKnown = this.ids.every((_, n) => this.more[n]?.isTerminal !== undefined);
    const decided = isKnown ? [] : this.decide(tell);
    const nodes = this.ids.map((id, n): ReadNode => {
      const { isTerminal = decided[n], ...rest } = this.more[n] ?? {};
      return { id, isTerminal, ...rest };
    });
    return { nodes, links: this.links };
  }

  /** Whether each node is a terminal. If the text gives some nodes display names, the ids of the others do not count as names. */
  private decide(tell: Telling): readonly boolean[] {
    const { ids, more, words } = this;
    const hasNames = more.some((what) => what?.name !== undefined);
    const says = ids.map((_, n) => {
      const isTerminal = more[n]?.isTerminal;
      return isTerminal === undefined ? words[n] : isTerminal ? "terminal" : "switch";
    });
    const pairs = this.links.map(({ a, b }) => [a, b] as const);
    const names = hasNames ? ids.map((_, n) => more[n]?.name) : ids;
    return whoIsATerminal(names, pairs, says, tell, hasNames ? ids : null, (node) => this.onMap.has(node));
  }
}

const number = (value: number) => value.toLocaleString("en-US");

/** Why an id cannot be used, worded as in {@link UnreadLine.why}; null if it can. */
export function idFault(id: string): string | null {
  if (id === "") return "names only one end";
  return id.length > longestId ? `has a name of ${number(id.length)} characters; at most ${longestId} are read` : null;
}

/** An id in quotes, shortened for a message. */
export const quoted = (id: string) => `"${shortened(id, 40)}"`;
