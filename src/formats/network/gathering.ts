/** A network while it is read: nodes by their names, links between them, and what a text says of both. */
import type { Reading, ReadLink, ReadNetwork, ReadNode } from "../contract.ts";
import { shortened, type Telling } from "../told.ts";
import { whoIsATerminal } from "../who-is-a-terminal.ts";

/** Beyond so many nodes, or links, a network is counted only. */
export const mostRead = 2_097_152;
/** Longest name of a node. */
export const longestId = 256;

type Changing<T> = { -readonly [Key in keyof T]: T[Key] };
export type Gathered = Changing<ReadLink>;

export class Gathering {
  readonly links: Gathered[] = [];
  private readonly ids: string[] = [];
  private readonly places = new Map<string, number>();
  private readonly more: (Partial<Omit<ReadNode, "id">> | undefined)[] = [];
  private readonly words: (string | undefined)[] = [];
  /** Nodes that stand for a place on the map. */
  private readonly onMap = new Set<number>();
  private refusedNodes = 0;
  private refusedLinks = 0;

  get nodes(): number {
    return this.ids.length;
  }

  /** Where a node stands among all, which makes it one. */
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

  /** What is known of a node beside its name. */
  describe(node: number, what: Partial<Omit<ReadNode, "id">>): void {
    this.more[node] = { ...this.more[node], ...what };
  }

  isTerminal(node: number): boolean | undefined {
    return this.more[node]?.isTerminal;
  }

  /** A word of the text for what a node is: `host`. */
  says(node: number, word: string): void {
    this.words[node] = word;
  }

  /** A node stands for a place on the map: it has coordinates of the Earth, or a country. */
  locate(node: number): void {
    this.onMap.add(node);
  }

  link(link: Gathered): void {
    if (this.links.length < mostRead) this.links.push(link);
    else this.refusedLinks++;
  }

  /** Whether no more links are held: a reader that collects them by itself counts them by {@link skip} from then on. */
  isFull(links: number): boolean {
    return links >= mostRead;
  }

  /** So many links more than are read. */
  skip(links: number): void {
    this.refusedLinks += links;
  }

  /**
   * What was read. Nodes of which nobody said whether they are terminals are decided on together.
   * @param nothing what to say where there is no node, as a sentence with what to do
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

  /** Which nodes are terminals. Where the text names some nodes for people, its own ids do not stand for names of the others. */
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

/** Why a text is no name of a node, as a note has it; null where it is one. */
export function idFault(id: string): string | null {
  if (id === "") return "names only one end";
  return id.length > longestId ? `has a name of ${number(id.length)} characters; at most ${longestId} are read` : null;
}

/** As a note shows a name. */
export const quoted = (id: string) => `"${shortened(id, 40)}"`;
