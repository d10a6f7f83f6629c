/** Slurm's model of a network, shared by its two file formats: switches with their children, blocks, rings, and a torus. */
import { refuse } from "../../core/base/errors.ts";
import type { ReadNetwork } from "../contract.ts";
import type { DiagnosticsCollector } from "../diagnostics.ts";
import { ReadNetworkBuilder, quoteId } from "./network-builder.ts";
import { type NameBudget, formatHostlist, expandHostlist } from "./hostlist.ts";

export const slurmLimitations = [
  "Parallel links: two switches are connected by at most one link.",
  "Rates, lengths and ports.",
  "Positions of nodes.",
  "Links between switches of one level, as in a torus or a dragonfly.",
  "Terminals without a link.",
  'Characters of names other than letters, digits, dots and dashes: they are written as "_".',
];

/** Maximum number of names to which the hostlists of a text may expand: a short text can name very many nodes. */
const maxNames = 262_144;

/** The line of a statement, for diagnostics. */
export interface SlurmStatement {
  readonly line: number;
  readonly text: string;
}

interface SlurmSwitch {
  readonly name: string;
  readonly statement: SlurmStatement;
  readonly children: readonly string[];
  readonly nodes: readonly string[];
}

/** Collects the statements of a file and builds a network from them. */
export class SlurmNetwork {
  readonly builder = new ReadNetworkBuilder();
  private readonly nameBudget: NameBudget = { remaining: maxNames };
  private readonly switches = new Map<string, SlurmSwitch>();
  private readonly blocks: { readonly name: string; readonly nodes: readonly string[] }[] = [];
  private blockSizes: readonly number[] = [];
  private readonly names = new Set<string>();
  private hasRings = false;

  constructor(private readonly diagnostics: DiagnosticsCollector) {}

  /** Adds a switch with hostlists of the switches and nodes below it. */
  addSwitch(statement: SlurmStatement, name: string, children: string | undefined, nodes: string | undefined): void {
    if (this.isRedefined(statement, name)) return;
    this.switches.set(name, {
      name,
      statement,
      children: this.expandNames(statement, children),
      nodes: this.expandNames(statement, nodes),
    });
  }

  addBlock(statement: SlurmStatement, name: string, nodes: string | undefined): void {
    if (!this.isRedefined(statement, name)) this.blocks.push({ name, nodes: this.expandNames(statement, nodes) });
  }

  setBlockSizes(sizes: readonly number[]): void {
    this.blockSizes = sizes;
  }

  /** Adds a ring of nodes, in their order. */
  addRing(statement: SlurmStatement, name: string, nodes: string | undefined): void {
    if (this.isRedefined(statement, name)) return;
    const hosts = this.expandNames(statement, nodes);
    this.hasRings = true;
    const switchNodes = hosts.map((host) => this.addHostWithSwitch(host));
    switchNodes.forEach((node, i) => {
      if (i > 0 || switchNodes.length > 2) this.addLink(node, switchNodes[(i + switchNodes.length - 1) % switchNodes.length]);
    });
  }

  /**
   * Adds a torus of x × y × z nodes, in which x varies fastest. Each node gets its own switch, and neighboring switches are linked.
   * @param statement line of the file, for diagnostics
   * @param nodes names of the nodes as a hostlist
   */
  addTorus(statement: SlurmStatement, sizes: readonly [number, number, number], nodes: string | undefined): void {
    const hosts = this.expandNames(statement, nodes);
    const [x, y, z] = sizes;
    if (x * y * z !== hosts.length) {
      this.report(statement, `has ${hosts.length} nodes for a torus of ${x} × ${y} × ${z} = ${x * y * z}`);
      return;
    }
    this.diagnostics.guess("Each node of the torus is assumed to have its own switch.");
    const switchNodes = hosts.map((host) => this.addHostWithSwitch(host));
    let step = 1;
    for (const size of sizes) {
      for (let n = 0; n < switchNodes.length; n++) {
        const own = Math.floor(n / step) % size;
        if (own + 1 < size) this.addLink(switchNodes[n], switchNodes[n + step]);
        else if (size > 2) this.addLink(switchNodes[n - own * step], switchNodes[n]);
      }
      step *= size;
    }
  }

  /** Converts the statements to nodes and links. */
  finish(): void {
    this.finishTree();
    this.finishBlocks();
    if (this.hasRings)
      this.diagnostics.guess(
        "Each node of a ring is assumed to have its own switch; rings are not connected, because the file does not say how.",
      );
  }

  /**
   * Creates the nodes and links of the tree after all statements have been read: checks the children of each switch, leaves out links that
   * close a cycle, then attaches the hosts.
   */
  private finishTree(): void {
    for (const { name } of this.switches.values()) this.addNode(name, false);
    // Check the children of each switch: they must be other switches that the file defines.
    const childrenOf = new Map<string, readonly string[]>();
    for (const each of this.switches.values()) {
      const children: string[] = [];
      for (const child of new Set(each.children)) {
        if (child === each.name) this.report(each.statement, `puts ${quoteId(child)} below itself`);
        else if (this.switches.has(child)) children.push(child);
        else this.report(each.statement, `puts ${quoteId(child)} below ${quoteId(each.name)}; no line defines that switch`);
      }
      childrenOf.set(each.name, children);
    }
    /** Links that would close a cycle. */
    const closingPairs = this.closingPairs(childrenOf);
    // `scontrol show topology` lists all nodes below a switch, not only those of leaves.
    const nodesOfLeaves = new Set([...this.switches.values()].flatMap(({ children, nodes }) => (children.length === 0 ? nodes : [])));
    // Create the links to children and hosts.
    let isListedAbove = false;
    let extraParents = 0;
    const hasParent = new Set<string>();
    for (const { name, statement, children, nodes } of this.switches.values()) {
      const node = this.addNode(name, false);
      for (const child of childrenOf.get(name)!) {
        if (closingPairs.has(`${name}\n${child}`)) {
          this.report(statement, `puts ${quoteId(child)} below ${quoteId(name)}, which is below it already`);
          continue;
        }
        if (hasParent.has(child)) extraParents++;
        hasParent.add(child);
        this.addLink(node, this.addNode(child, false));
      }
      for (const host of new Set(nodes)) {
        if (this.switches.has(host)) {
          this.report(statement, `has ${quoteId(host)} as a node, but it is a switch`);
          continue;
        }
        if (children.length > 0 && nodesOfLeaves.has(host)) isListedAbove = true;
        else this.addLink(node, this.addNode(host, true));
      }
    }
    if (this.switches.size === 0) return;
    if (isListedAbove)
      this.diagnostics.guess("Nodes that are listed at a leaf switch and at switches above it are attached to the leaf switch only.");
    this.diagnostics.guess(
      extraParents > 0
        ? "The network is drawn as Slurm describes it: parallel links are drawn as one."
        : "The network is drawn as Slurm describes it: several parallel spines may appear as one.",
    );
  }

  /**
   * Finds links of a tree that close a cycle, by a depth-first search: links to a switch that is on the path from the root. A link is the
   * text `upper\nlower` with the names of its switches. The search is iterative, because a file may nest switches deeply.
   * @param childrenOf names of the switches below each switch
   */
  private closingPairs(childrenOf: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
    const closingPairs = new Set<string>();
    const state = new Map<string, "on path" | "done">();
    for (const root of childrenOf.keys()) {
      if (state.has(root)) continue;
      /** The path from the root to the current switch, each with the index of the child to visit next. */
      const path: { readonly name: string; nextChild: number }[] = [{ name: root, nextChild: 0 }];
      state.set(root, "on path");
      while (path.length > 0) {
        const step = path[path.length - 1];
        const children = childrenOf.get(step.name)!;
        if (step.nextChild === children.length) {
          state.set(step.name, "done");
          path.pop();
          continue;
        }
        const child = children[step.nextChild++];
        if (state.get(child) === "on path") closingPairs.add(`${step.name}\n${child}`);
        else if (!state.has(child)) {
          state.set(child, "on path");
          path.push({ name: child, nextChild: 0 });
        }
      }
    }
    return closingPairs;
  }

  /**
   * Creates the switches of a file with blocks (groups of hosts): one for each block, then level by level one above each group of
   * neighboring blocks that the block sizes define, and one above all.
   */
  private finishBlocks(): void {
    if (this.blocks.length === 0) return;
    let currentLevel = this.blocks.map(({ name, nodes }) => {
      const node = this.addNode(name, false);
      for (const host of new Set(nodes)) this.addLink(node, this.addNode(host, true));
      return node;
    });
    // Block sizes 16, 32, 128 give switches above 2 blocks each, and switches above 4 of these switches.
    const childrenPerSwitch = this.blockSizes.slice(1).map((size, i) => Math.round(size / this.blockSizes[i]));
    // The last level has a single switch. A block size that is no multiple of the size before it (the number of children is NaN or 1) gives
    // no level.
    for (const [i, childCount] of [...childrenPerSwitch, currentLevel.length].entries()) {
      if (currentLevel.length === 1 || !(childCount > 1)) continue;
      const nextLevel: number[] = [];
      for (let first = 0; first < currentLevel.length; first += childCount) {
        const node = this.addNode(this.unusedName(`blocks-${i + 1}-${nextLevel.length + 1}`), false);
        for (const each of currentLevel.slice(first, first + childCount)) this.addLink(node, each);
        nextLevel.push(node);
      }
      currentLevel = nextLevel;
    }
    this.diagnostics.guess(
      "The file names no switch: each block is read as a switch, with a switch above for each larger block and one above all.",
    );
  }

  private addHostWithSwitch(host: string): number {
    const own = this.addNode(this.unusedName(`${host}-switch`), false);
    this.addLink(own, this.addNode(host, true));
    return own;
  }

  /** A name that no node has yet. */
  private unusedName(name: string): string {
    let own = name;
    for (let i = 2; this.builder.has(own) || this.names.has(own); i++) own = `${name}-${i}`;
    return own;
  }

  private addNode(name: string, isTerminal: boolean): number {
    const isNew = !this.builder.has(name);
    const node = this.builder.addNode(name);
    if (isNew) this.builder.describe(node, { isTerminal });
    return node;
  }

  private addLink(a: number, b: number): void {
    if (a !== b) this.builder.addLink({ a, b });
  }

  private expandNames(statement: SlurmStatement, list: string | undefined): readonly string[] {
    if (list === undefined) return [];
    const hosts = expandHostlist(list, this.nameBudget);
    if ("names" in hosts) return hosts.names;
    this.report(statement, hosts.why);
    return [];
  }

  private isRedefined(statement: SlurmStatement, name: string): boolean {
    const isRedefined = this.names.has(name);
    if (isRedefined) this.report(statement, `defines ${quoteId(name)} a second time`);
    else if (this.nameBudget.remaining === 0) {
      this.report(statement, `exceeds the maximum of ${maxNames.toLocaleString("en-US")} names`);
      return true;
    } else this.nameBudget.remaining--;
    this.names.add(name);
    return isRedefined;
  }

  private report({ line, text }: SlurmStatement, reason: string): void {
    this.diagnostics.note(line, text, reason);
  }
}

/** A switch of a Slurm file, with hostlists of the switches or nodes below it. */
export interface WrittenSwitch {
  readonly name: string;
  readonly children?: string;
  readonly nodes?: string;
}

/**
 * The switches of a network as Slurm describes a tree, lower levels first, each with its hosts or with the switches below it as a hostlist.
 * A leaf has terminals and is on level 0; the level of any other switch is its distance from the nearest leaf. In Slurm, a switch may have
 * several switches above it.
 * @throws ScenarioError if links join switches of the same level, or terminals
 */
export function slurmSwitches({ nodes, links }: ReadNetwork): readonly WrittenSwitch[] {
  const names = slurmNames(nodes);
  // Neighbors of each node, terminals included.
  const neighbours: Set<number>[] = nodes.map(() => new Set());
  for (const { a, b } of links) {
    if (nodes[a].isTerminal && nodes[b].isTerminal) {
      refuse(
        "network",
        `${quoteId(names[a])} and ${quoteId(names[b])} are terminals, and linked; Slurm puts nodes below switches.`,
        remedy,
      );
    }
    neighbours[a].add(b);
    neighbours[b].add(a);
  }
  const isSwitch = (n: number) => !nodes[n].isTerminal;
  // Levels by a breadth-first search from the leaves.
  const level = new Int32Array(nodes.length).fill(-1);
  let frontier = [...nodes.keys()].filter((n) => isSwitch(n) && [...neighbours[n]].some((peer) => nodes[peer].isTerminal));
  for (const n of frontier) level[n] = 0;
  while (frontier.length > 0) {
    const nextFrontier: number[] = [];
    for (const n of frontier) {
      for (const peer of neighbours[n]) {
        if (!isSwitch(peer) || level[peer] >= 0) continue;
        level[peer] = level[n] + 1;
        nextFrontier.push(peer);
      }
    }
    frontier = nextFrontier;
  }
  for (const { a, b } of links) {
    if (isSwitch(a) && isSwitch(b) && level[a] === level[b]) {
      refuse(
        "network",
        `${quoteId(names[a])} and ${quoteId(names[b])} are linked, and on the same level; Slurm puts switches below switches.`,
        remedy,
      );
    }
  }
  // One entry per switch with what is below it.
  const hostlistOfNodes = (indices: readonly number[]) => formatHostlist(indices.map((n) => names[n]));
  return [...nodes.keys()]
    .filter(isSwitch)
    .toSorted((a, b) => level[a] - level[b] || a - b)
    .map((n) => {
      const lowerNeighbors = [...neighbours[n]].filter((peer) => (isSwitch(peer) ? level[peer] < level[n] : true));
      const hosts = lowerNeighbors.filter((peer) => !isSwitch(peer));
      const name = names[n];
      if (hosts.length > 0) return { name, nodes: hostlistOfNodes(hosts) };
      return lowerNeighbors.length > 0 ? { name, children: hostlistOfNodes(lowerNeighbors) } : { name };
    });
}

const remedy = "Write it as an edge list or as GraphML.";

/** Unique names that Slurm accepts: display names if they are unique, otherwise the ids of the nodes. */
function slurmNames(nodes: ReadNetwork["nodes"]): readonly string[] {
  const cleanName = (text: string) => text.replaceAll(/[^A-Za-z0-9.-]/g, "_").slice(0, 64) || "_";
  const displayNames = nodes.map(({ id, name }) => cleanName(name ?? id));
  const preferredNames = new Set(displayNames).size === nodes.length ? displayNames : nodes.map(({ id }) => cleanName(id));
  const usedNames = new Set<string>();
  return preferredNames.map((name) => {
    let uniqueName = name;
    for (let i = 2; usedNames.has(uniqueName); i++) uniqueName = `${name.slice(0, 56)}_${i}`;
    usedNames.add(uniqueName);
    return uniqueName;
  });
}
