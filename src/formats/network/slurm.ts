/** Slurm's model of a network, shared by its two file formats: switches with their children, blocks, rings, and a torus. */
import { refuse } from "../../core/base/errors.ts";
import type { ReadNetwork } from "../contract.ts";
import type { Telling } from "../told.ts";
import { Gathering, quoted } from "./gathering.ts";
import { type Budget, hostlistOf, hostsOf } from "./hostlist.ts";

export const slurmCannotSay = [
  "Links that run side by side: between two switches there is one.",
  "Rates, lengths and ports.",
  "Where nodes stand.",
  "Links between switches of one level, as in a torus or a dragonfly.",
  "Terminals without a link.",
  'Names with other signs than letters, digits, dots and dashes: they are written as "_".',
];

/** Maximum number of names to which the hostlists of a text may expand: a short text can name very many nodes. */
const mostNames = 262_144;

/** The line of a statement, for diagnostics. */
export interface Said {
  readonly line: number;
  readonly text: string;
}

interface Switch {
  readonly name: string;
  readonly said: Said;
  readonly children: readonly string[];
  readonly nodes: readonly string[];
}

/** Collects the statements of a file and builds a network from them. */
export class SlurmNetwork {
  readonly found = new Gathering();
  private readonly budget: Budget = { left: mostNames };
  private readonly switches = new Map<string, Switch>();
  private readonly blocks: { readonly name: string; readonly nodes: readonly string[] }[] = [];
  private blockSizes: readonly number[] = [];
  private readonly names = new Set<string>();
  private hasRings = false;

  constructor(private readonly tell: Telling) {}

  /** Adds a switch with hostlists of the switches and nodes below it. */
  addSwitch(said: Said, name: string, children: string | undefined, nodes: string | undefined): void {
    if (this.isAgain(said, name)) return;
    this.switches.set(name, { name, said, children: this.hosts(said, children), nodes: this.hosts(said, nodes) });
  }

  addBlock(said: Said, name: string, nodes: string | undefined): void {
    if (!this.isAgain(said, name)) this.blocks.push({ name, nodes: this.hosts(said, nodes) });
  }

  setBlockSizes(sizes: readonly number[]): void {
    this.blockSizes = sizes;
  }

  /** Adds a ring of nodes, in their order. */
  addRing(said: Said, name: string, nodes: string | undefined): void {
    if (this.isAgain(said, name)) return;
    const hosts = this.hosts(said, nodes);
    this.hasRings = true;
    const places = hosts.map((host) => this.onItsSwitch(host));
    places.forEach((place, i) => {
      if (i > 0 || places.length > 2) this.join(place, places[(i + places.length - 1) % places.length]);
    });
  }

  /** Adds a torus of x × y × z nodes, in which x varies fastest. */
  addTorus(said: Said, sizes: readonly [number, number, number], nodes: string | undefined): void {
    const hosts = this.hosts(said, nodes);
    const [x, y, z] = sizes;
    if (x * y * z !== hosts.length) {
      this.note(said, `has ${hosts.length} nodes for a torus of ${x} × ${y} × ${z} = ${x * y * z}`);
      return;
    }
    this.tell.guess("Each node of the torus is taken to have a switch of its own.");
    const places = hosts.map((host) => this.onItsSwitch(host));
    let step = 1;
    for (const size of sizes) {
      for (let n = 0; n < places.length; n++) {
        const own = Math.floor(n / step) % size;
        if (own + 1 < size) this.join(places[n], places[n + step]);
        else if (size > 2) this.join(places[n - own * step], places[n]);
      }
      step *= size;
    }
  }

  /** Converts the statements to nodes and links. */
  finish(): void {
    this.finishTree();
    this.finishBlocks();
    if (this.hasRings)
      this.tell.guess("Each node of a ring is taken to have a switch of its own; rings are not joined: the file does not say how.");
  }

  /**
   * Creates the nodes and links of the tree: checks the children of each switch, leaves out links that close a cycle, then attaches the
   * hosts.
   */
  private finishTree(): void {
    for (const { name } of this.switches.values()) this.node(name, false);
    const below = new Map<string, readonly string[]>();
    for (const each of this.switches.values()) {
      const children: string[] = [];
      for (const child of new Set(each.children)) {
        if (child === each.name) this.note(each.said, `puts ${quoted(child)} below itself`);
        else if (this.switches.has(child)) children.push(child);
        else this.note(each.said, `puts ${quoted(child)} below ${quoted(each.name)}; no line defines that switch`);
      }
      below.set(each.name, children);
    }
    const closing = this.cycles(below);
    // `scontrol show topology` lists all nodes below a switch, not only those of leaves.
    const onLeaves = new Set([...this.switches.values()].flatMap(({ children, nodes }) => (children.length === 0 ? nodes : [])));
    let isToldTwice = false;
    let manyParents = 0;
    const hasParent = new Set<string>();
    for (const { name, said, children, nodes } of this.switches.values()) {
      const place = this.node(name, false);
      for (const child of below.get(name)!) {
        if (closing.has(`${name}\n${child}`)) {
          this.note(said, `puts ${quoted(child)} below ${quoted(name)}, which is below it already`);
          continue;
        }
        if (hasParent.has(child)) manyParents++;
        hasParent.add(child);
        this.join(place, this.node(child, false));
      }
      for (const host of new Set(nodes)) {
        if (this.switches.has(host)) {
          this.note(said, `has ${quoted(host)} as a node, which is a switch`);
          continue;
        }
        if (children.length > 0 && onLeaves.has(host)) isToldTwice = true;
        else this.join(place, this.node(host, true));
      }
    }
    if (this.switches.size === 0) return;
    if (isToldTwice)
      this.tell.guess("Nodes that hang on a leaf, and are told of switches above it, too, are taken to hang on the leaf alone.");
    this.tell.guess(
      manyParents > 0
        ? "The network is drawn as Slurm sees it: links that run side by side are one."
        : "The network is drawn as Slurm sees it: spines that run side by side may be hidden behind one.",
    );
  }

  /**
   * Pairs of an upper and a lower switch whose link closes a cycle. The depth-first search is iterative, because a file may nest switches
   * deeply.
   */
  private cycles(below: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
    const closing = new Set<string>();
    const state = new Map<string, "open" | "done">();
    for (const top of below.keys()) {
      if (state.has(top)) continue;
      const path: [name: string, next: number][] = [[top, 0]];
      state.set(top, "open");
      while (path.length > 0) {
        const step = path[path.length - 1];
        const children = below.get(step[0])!;
        if (step[1] === children.length) {
          state.set(step[0], "done");
          path.pop();
          continue;
        }
        const child = children[step[1]++];
        if (state.get(child) === "open") closing.add(`${step[0]}\n${child}`);
        else if (!state.has(child)) {
          state.set(child, "open");
          path.push([child, 0]);
        }
      }
    }
    return closing;
  }

  /** Puts a switch above each block, then above groups of neighboring blocks as given by the block sizes, and one above all. */
  private finishBlocks(): void {
    if (this.blocks.length === 0) return;
    let level = this.blocks.map(({ name, nodes }) => {
      const place = this.node(name, false);
      for (const host of new Set(nodes)) this.join(place, this.node(host, true));
      return place;
    });
    const together = this.blockSizes.slice(1).map((size, i) => Math.round(size / this.blockSizes[i]));
    for (const [i, count] of [...together, level.length].entries()) {
      if (level.length === 1 || !(count > 1)) continue;
      const above: number[] = [];
      for (let first = 0; first < level.length; first += count) {
        const place = this.node(this.free(`blocks-${i + 1}-${above.length + 1}`), false);
        for (const each of level.slice(first, first + count)) this.join(place, each);
        above.push(place);
      }
      level = above;
    }
    this.tell.guess(
      "Each block is taken for a switch, with switches above for the larger blocks and one above all: the file names no switch.",
    );
  }

  private onItsSwitch(host: string): number {
    const own = this.node(this.free(`${host}-switch`), false);
    this.join(own, this.node(host, true));
    return own;
  }

  /** A name that no node has yet. */
  private free(name: string): string {
    let own = name;
    for (let i = 2; this.found.has(own) || this.names.has(own); i++) own = `${name}-${i}`;
    return own;
  }

  private node(name: string, isTerminal: boolean): number {
    const isNew = !this.found.has(name);
    const place = this.found.node(name);
    if (isNew) this.found.describe(place, { isTerminal });
    return place;
  }

  private join(a: number, b: number): void {
    if (a !== b) this.found.link({ a, b });
  }

  private hosts(said: Said, list: string | undefined): readonly string[] {
    if (list === undefined) return [];
    const hosts = hostsOf(list, this.budget);
    if ("names" in hosts) return hosts.names;
    this.note(said, hosts.why);
    return [];
  }

  private isAgain(said: Said, name: string): boolean {
    const isAgain = this.names.has(name);
    if (isAgain) this.note(said, `defines ${quoted(name)} a second time`);
    else if (this.budget.left === 0) {
      this.note(said, `is more than the ${mostNames.toLocaleString("en-US")} names that are read`);
      return true;
    } else this.budget.left--;
    this.names.add(name);
    return isAgain;
  }

  private note({ line, text }: Said, why: string): void {
    this.tell.note(line, text, why);
  }
}

/** A switch of a Slurm file, with hostlists of the switches or nodes below it. */
export interface WrittenSwitch {
  readonly name: string;
  readonly children?: string;
  readonly nodes?: string;
}

/**
 * Assigns switches to levels, the leaves first. A leaf has terminals; the level of any other switch is its distance from the nearest leaf.
 * In Slurm, a switch may have several switches above it.
 * @throws ScenarioError if links join switches of the same level, or terminals
 */
export function slurmSwitches({ nodes, links }: ReadNetwork): readonly WrittenSwitch[] {
  const names = slurmNames(nodes);
  const neighbours: Set<number>[] = nodes.map(() => new Set());
  for (const { a, b } of links) {
    if (nodes[a].isTerminal && nodes[b].isTerminal) {
      refuse("network", `${quoted(names[a])} and ${quoted(names[b])} are terminals, and linked; Slurm puts nodes below switches.`, other);
    }
    neighbours[a].add(b);
    neighbours[b].add(a);
  }
  const isSwitch = (n: number) => !nodes[n].isTerminal;
  const level = new Int32Array(nodes.length).fill(-1);
  let reached = [...nodes.keys()].filter((n) => isSwitch(n) && [...neighbours[n]].some((peer) => nodes[peer].isTerminal));
  for (const n of reached) level[n] = 0;
  while (reached.length > 0) {
    const next: number[] = [];
    for (const n of reached) {
      for (const peer of neighbours[n]) {
        if (!isSwitch(peer) || level[peer] >= 0) continue;
        level[peer] = level[n] + 1;
        next.push(peer);
      }
    }
    reached = next;
  }
  for (const { a, b } of links) {
    if (isSwitch(a) && isSwitch(b) && level[a] === level[b]) {
      refuse(
        "network",
        `${quoted(names[a])} and ${quoted(names[b])} are linked, and on the same level; Slurm puts switches below switches.`,
        other,
      );
    }
  }
  const listOf = (places: readonly number[]) => hostlistOf(places.map((n) => names[n]));
  return [...nodes.keys()]
    .filter(isSwitch)
    .toSorted((a, b) => level[a] - level[b] || a - b)
    .map((n) => {
      const below = [...neighbours[n]].filter((peer) => (isSwitch(peer) ? level[peer] < level[n] : true));
      const hosts = below.filter((peer) => !isSwitch(peer));
      return {
        name: names[n],
        ...(hosts.length > 0 ? { nodes: listOf(hosts) } : below.length > 0 ? { children: listOf(below) } : {}),
      };
    });
}

const other = "Write it as an edge list or as GraphML.";

/** Unique names that Slurm accepts: display names if they are unique, otherwise the ids of the nodes. */
function slurmNames(nodes: ReadNetwork["nodes"]): readonly string[] {
  const clean = (text: string) => text.replaceAll(/[^A-Za-z0-9.-]/g, "_").slice(0, 64) || "_";
  const byName = nodes.map(({ id, name }) => clean(name ?? id));
  const wanted = new Set(byName).size === nodes.length ? byName : nodes.map(({ id }) => clean(id));
  const taken = new Set<string>();
  return wanted.map((name) => {
    let own = name;
    for (let i = 2; taken.has(own); i++) own = `${name.slice(0, 56)}_${i}`;
    taken.add(own);
    return own;
  });
}
