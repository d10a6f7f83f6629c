/**
 * Hosts with an inside below trees of switches. A host has several terminals, its accelerators, joined within it. They hang on one tree
 * for all of them, or on a tree each: rails, or planes.
 */
import type { Axis, Network } from "./network.ts";
import { NetworkBuilder } from "./builder.ts";
import { type LinkPart, linkParts, merged, type Parts, type SwitchPart, terminalLinks } from "./parts.ts";
import { levelsOf, treeAxes, type TreeShape, xgftShape } from "./tree-shapes.ts";

/** What joins the accelerators of a host: a switch, or links from each to each. */
export type Inner = "switch" | "mesh";

/**
 * A tree of which only some leaves are there, the first ones; the ports above that lead to others are spare. A terminal may hang on its
 * leaf by several links.
 */
export interface Fabric extends TreeShape {
  readonly leaves: number;
  /** Ports bought with each switch. */
  readonly ports: number;
}

export interface RailShape {
  readonly hosts: number;
  /** Terminals of a host; number `place` of host `host` is terminal host · accelerators + place. */
  readonly accelerators: number;
  readonly inner: Inner;
  /** Each of the trees. */
  readonly fabric: Fabric;
  /** Whether one tree joins all rails; else each has its own. */
  readonly isJoined: boolean;
  /** What a rail is called: `rail` where absent. */
  readonly name?: string;
}

/**
 * A tree of k-port switches with so many leaves, one link up for every one down: one switch, two levels up to k leaves, else three with
 * pods of `perPod` leaves. A switch has as many links to each one above it, so there are as many of these as divide its links up and
 * suffice. null where three levels do not suffice.
 * @param links of each terminal
 */
function closFabric(leaves: number, perPod: number, k: number, links: number): Fabric | null {
  const half = k / 2;
  const hosts = hostsOfUnit(k, links);
  if (leaves === 1) return { ...xgftShape({ children: [hosts], parents: [1], parallel: [links] }), leaves, ports: k };
  const pods = leaves <= k ? 1 : Math.ceil(leaves / perPod);
  if (pods > k) return null;
  if (pods === 1) {
    const spines = suffice(half, leaves / 2);
    const shape = xgftShape({ children: [hosts, leaves], parents: [1, spines], parallel: [links, half / spines] });
    return { ...shape, leaves, ports: k };
  }
  const [spines, cores] = [suffice(half, perPod), suffice(half, pods / 2)];
  const numbers = { children: [hosts, perPod, pods], parents: [1, spines, cores], parallel: [links, half / spines, half / cores] };
  return { ...xgftShape(numbers), leaves, ports: k };
}

/** The least number that divides another and is not below a third. */
function suffice(whole: number, least: number): number {
  let n = Math.ceil(least);
  while (whole % n !== 0) n++;
  return n;
}

/** Hosts of a unit: those whose terminals half of a leaf's ports hold. */
export const hostsOfUnit = (k: number, links: number): number => Math.floor(k / 2 / links);

/** What hosts of `accelerators` need of one tree that joins all rails, each with a leaf of its own in every unit of hosts; null where it is too large. */
export function joinedFabric(hosts: number, accelerators: number, k: number, links = 1): Fabric | null {
  return closFabric(accelerators * Math.ceil(hosts / hostsOfUnit(k, links)), leavesOfPod(accelerators, k), k, links);
}

/** Leaves of a pod: whole units, or equal parts of one. 0 where no such part has k / 2 leaves or fewer. */
export function leavesOfPod(accelerators: number, k: number): number {
  const half = k / 2;
  if (accelerators <= half) return accelerators * Math.floor(half / accelerators);
  return accelerators / suffice(accelerators, accelerators / half);
}

/** What hosts need of the tree of one rail: one switch while it has ports for all of them; null where three levels do not suffice. */
export function railFabric(hosts: number, k: number, links = 1): Fabric | null {
  const most = Math.floor(k / links);
  if (hosts <= most) return { ...xgftShape({ children: [most], parents: [1], parallel: [links] }), leaves: 1, ports: k };
  return closFabric(Math.ceil(hosts / hostsOfUnit(k, links)), k / 2, k, links);
}

/** The tree of which nothing is missing, of switches with so many ports. */
export function wholeFabric(shape: TreeShape, ports: number): Fabric {
  return { ...shape, leaves: shape.heights[1].count, ports };
}

/** Whether hosts have an inside: one accelerator alone needs none. */
const hasInside = ({ accelerators }: RailShape) => accelerators > 1;
/** Channels from an accelerator to another one of its host. */
export const stepsInside = (inner: Inner): number => (inner === "switch" ? 2 : 1);

/** What is counted of rails before they are built. */
export interface RailCounts {
  readonly terminals: number;
  readonly switches: number;
  readonly links: number;
  readonly parts: Parts;
  /** What of these lies in hosts, all hosts together. */
  readonly inside: { readonly switches: number; readonly links: number };
}

export function railCounts(shape: RailShape): RailCounts {
  const { hosts, accelerators, inner, fabric, isJoined } = shape;
  const trees = isJoined ? 1 : accelerators;
  const terminals = hosts * accelerators;
  const isSwitched = inner === "switch";
  const inside = !hasInside(shape)
    ? { switches: 0, links: 0 }
    : isSwitched
      ? { switches: hosts, links: terminals }
      : { switches: 0, links: (terminals * (accelerators - 1)) / 2 };
  const { ports } = fabric;
  const switches: SwitchPart[] = [{ level: -1, ports: accelerators, isInside: true, count: inside.switches }];
  const add = (level: number, plugged: number, count: number) => {
    const spare = ports - plugged;
    switches.push({ level, ports, ...(spare > 0 ? { spare } : {}), count: count * trees });
  };
  const [terminal, leaf, ...upper] = fabric.heights;
  // The last unit of hosts, or the last leaf, may not be full.
  const each = isJoined ? accelerators : 1;
  const [full, rest] = [Math.floor(hosts / leaf.below), hosts % leaf.below];
  add(0, leaf.down + leaf.up, full * each);
  if (rest > 0) add(0, rest * terminal.up + leaf.up, each);
  let lower = fabric.leaves;
  const links: Omit<LinkPart, "place">[] = [{ ...terminalLinks(terminals * terminal.up), isTerminal: !hasInside(shape) }];
  upper.forEach(({ count, down, up, below }, i) => {
    links.push({ name: `level ${i} to ${i + 1}`, isTerminal: false, count: trees * lower * fabric.heights[i + 1].up });
    // Switches above the same leaves; of these, the last may have fewer below.
    const children = below / fabric.heights[i + 1].below;
    const groups = i === 0 ? Math.ceil(fabric.leaves / children) : 1;
    const last = i === 0 ? fabric.leaves - (groups - 1) * children : children;
    add(i + 1, down + up, (count / groups) * (groups - 1));
    add(i + 1, (down / children) * last + up, count / groups);
    lower = count;
  });
  links.push({ name: "inner", isTerminal: false, isInside: true, count: inside.links });
  const bought = merged(switches.filter(({ count }) => count > 0));
  const sum = (counts: readonly { readonly count: number }[]) => counts.reduce((total, { count }) => total + count, 0);
  return {
    terminals,
    switches: sum(bought),
    links: sum(links),
    parts: { switches: bought, links: linkParts(links), terminals },
    inside,
  };
}

/** What switches of a level are called. */
const words = ["leaf", "spine", "core"];

/** Axes of the tree alone where hosts have no inside. */
export function railAxes(shape: RailShape): readonly Axis[] {
  const { hosts, accelerators, fabric, isJoined, name = "rail" } = shape;
  // Leaves are counted rail by rail.
  const levels = levelsOf(fabric).map(({ count }, level) => (level === 0 ? fabric.leaves / (isJoined ? accelerators : 1) : count));
  if (!hasInside(shape)) return treeAxes(levels);
  return [
    { name: "host", kind: "host", size: hosts },
    { name, kind: "rail", size: accelerators },
    ...treeAxes(levels, words.slice(0, levels.length)),
  ];
}

/**
 * Builds hosts and trees. Terminals' ports: to the tree, then inside. Switches: tree by tree from the leaves up, each with its links down
 * from left to right and then those up; then those of hosts.
 */
export function buildRails(shape: RailShape): Network {
  const { hosts, accelerators, fabric, isJoined } = shape;
  const { heights, leaves, ports, above } = fabric;
  const counts = railCounts(shape);
  const { terminals } = counts;
  const isInside = hasInside(shape);
  const net = new NetworkBuilder(terminals, counts.switches, counts.links, railAxes(shape), isInside);
  const [level, position] = isInside ? [2, 3] : [0, 1];
  const terminalLink = net.linkClass("terminal");
  const classes = heights.slice(2).map((_, i) => net.linkClass(`level ${i} to ${i + 1}`));
  const present = heights.map(({ count }, height) => (height === 1 ? leaves : count));
  const perTree = present.slice(1).reduce((sum, count) => sum + count, 0);

  const perLeaf = heights[1].below;
  for (let host = 0; host < hosts; host++) {
    for (let place = 0; place < accelerators; place++) {
      const t = host * accelerators + place;
      const [tree, leaf] = isJoined ? [0, Math.floor(host / perLeaf) * accelerators + place] : [place, Math.floor(host / perLeaf)];
      for (let i = 0; i < heights[0].up; i++) net.connect(t, terminals + tree * perTree + leaf, terminalLink);
      net.place(t, position, host);
      if (!isInside) continue;
      net.place(t, 0, host);
      net.place(t, 1, place);
    }
  }
  for (let tree = 0; tree < (isJoined ? 1 : accelerators); tree++) {
    let first = terminals + tree * perTree;
    for (let height = 1; height < heights.length; height++) {
      for (let i = 0; i < present[height]; i++) {
        const n = first + i;
        net.ports(n - terminals, ports);
        net.place(n, level, height - 1);
        // The leaves of a unit are one for each rail; a switch above them serves all.
        const isOfRail = isJoined && height === 1;
        net.place(n, position, isOfRail ? Math.floor(i / accelerators) : i);
        if (isInside && !isJoined) net.place(n, 1, tree);
        else if (isInside && isOfRail) net.place(n, 1, i % accelerators);
      }
      if (height < heights.length - 1) {
        const next = first + present[height];
        const { down } = heights[height + 1];
        const below = new Int32Array(present[height + 1] * down).fill(-1);
        for (let i = 0; i < present[height]; i++) {
          for (let port = 0; port < heights[height].up; port++) below[above(height, i, port)] = first + i;
        }
        for (let i = 0; i < below.length; i++) {
          if (below[i] >= 0) net.connect(below[i], next + Math.floor(i / down), classes[height - 1]);
        }
        first = next;
      }
    }
  }
  if (counts.inside.links > 0) connectInside(net, shape, counts);
  return net.finish();
}

function connectInside(net: NetworkBuilder, { hosts, accelerators, inner }: RailShape, { terminals, switches }: RailCounts): void {
  const innerLink = net.linkClass("inner");
  for (let host = 0; host < hosts; host++) {
    const first = host * accelerators;
    if (inner === "mesh") {
      for (let a = 0; a < accelerators; a++) for (let b = a + 1; b < accelerators; b++) net.connect(first + a, first + b, innerLink);
      continue;
    }
    const s = switches - hosts + host;
    net.ports(s, accelerators);
    net.place(terminals + s, 0, host);
    for (let a = 0; a < accelerators; a++) net.connect(first + a, terminals + s, innerLink);
  }
}
