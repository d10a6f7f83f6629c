/**
 * Hosts with several terminals (accelerators) that are linked within the host, below trees of switches. The terminals are linked to one
 * tree for all rails, or each rail (or plane) has a separate tree.
 */
import type { Axis, Network } from "./network.ts";
import { NetworkBuilder } from "./builder.ts";
import {
  type LinkPart,
  linkParts,
  mergeSwitchParts,
  type BillOfMaterials,
  type SwitchPart,
  terminalLinkPart,
} from "./bill-of-materials.ts";
import { levelsOf, treeAxes, type TreeShape, xgftShape } from "./tree-shapes.ts";

/** How the accelerators of a host are linked: by a switch, or each with every other. */
export type HostInterconnect = "switch" | "mesh";

/**
 * A tree in which only the first leaves are present; ports that would lead to missing leaves are spare. A terminal may have several links
 * to its leaf.
 */
export interface FabricTree extends TreeShape {
  readonly leaves: number;
  /** Ports of each switch as bought. */
  readonly ports: number;
}

/** Hosts and the tree or trees above them. */
export interface RailShape {
  readonly hosts: number;
  /** Terminals per host; accelerator `i` of host `h` is terminal h · accelerators + i. */
  readonly accelerators: number;
  readonly inner: HostInterconnect;
  /** The tree, or each of the trees. */
  readonly fabric: FabricTree;
  /** Whether one tree serves all rails. Otherwise each rail has a separate tree. */
  readonly isSharedTree: boolean;
  /** Noun for a rail; `rail` if absent. */
  readonly name?: string;
}

/**
 * A tree of k-port switches with `leaves` leaves and as many links up as down: one switch, two levels for up to k leaves, or three levels
 * with pods of `perPod` leaves. A switch has the same number of links to each switch above it. The number of upper switches is therefore a
 * divisor of its number of uplinks. Null if three levels are not enough.
 * @param links Links per terminal.
 */
function closFabric(leaves: number, perPod: number, k: number, links: number): FabricTree | null {
  const uplinks = k / 2;
  const hosts = hostsPerUnit(k, links);
  if (leaves === 1) return { ...xgftShape({ children: [hosts], parents: [1], parallel: [links] }), leaves, ports: k };
  const pods = leaves <= k ? 1 : Math.ceil(leaves / perPod);
  if (pods > k) return null;
  if (pods === 1) {
    const spines = smallestDivisorFrom(uplinks, leaves / 2);
    const shape = xgftShape({ children: [hosts, leaves], parents: [1, spines], parallel: [links, uplinks / spines] });
    return { ...shape, leaves, ports: k };
  }
  const [spines, cores] = [smallestDivisorFrom(uplinks, perPod), smallestDivisorFrom(uplinks, pods / 2)];
  const numbers = { children: [hosts, perPod, pods], parents: [1, spines, cores], parallel: [links, uplinks / spines, uplinks / cores] };
  return { ...xgftShape(numbers), leaves, ports: k };
}

/** The smallest divisor of `whole` that is at least `min`. */
function smallestDivisorFrom(whole: number, min: number): number {
  let n = Math.ceil(min);
  while (whole % n !== 0) n++;
  return n;
}

/** Hosts per unit. Half of a leaf's ports are for terminals, and each host of a unit has one terminal on each leaf of the unit. */
export const hostsPerUnit = (k: number, links: number): number => Math.floor(k / 2 / links);

/**
 * The single tree that serves all rails of `hosts` hosts. In every unit of hosts, each accelerator has a separate leaf. Null if it is too
 * large.
 */
export function sharedFabric(hosts: number, accelerators: number, k: number, links = 1): FabricTree | null {
  return closFabric(accelerators * Math.ceil(hosts / hostsPerUnit(k, links)), leavesPerPod(accelerators, k), k, links);
}

/** Leaves per pod: as many whole units as fit into k / 2 leaves, or equal parts of a unit that has more leaves. */
export function leavesPerPod(accelerators: number, k: number): number {
  const half = k / 2;
  if (accelerators <= half) return accelerators * Math.floor(half / accelerators);
  return accelerators / smallestDivisorFrom(accelerators, accelerators / half);
}

/** The tree of one rail: a single switch while it has enough ports for all hosts; null if three levels are not enough. */
export function railFabric(hosts: number, k: number, links = 1): FabricTree | null {
  const hostsPerSwitch = Math.floor(k / links);
  if (hosts <= hostsPerSwitch)
    return { ...xgftShape({ children: [hostsPerSwitch], parents: [1], parallel: [links] }), leaves: 1, ports: k };
  return closFabric(Math.ceil(hosts / hostsPerUnit(k, links)), k / 2, k, links);
}

/** The tree with all its leaves, of switches with `ports` ports. */
export function completeFabric(shape: TreeShape, ports: number): FabricTree {
  return { ...shape, leaves: shape.heights[1].count, ports };
}

/** A host with one accelerator has no inner links. */
const hasInside = ({ accelerators }: RailShape) => accelerators > 1;
/** Channels from an accelerator to another one in the same host. */
export const hopsInside = (inner: HostInterconnect): number => (inner === "switch" ? 2 : 1);

/** Counts that are known before the network is built. */
export interface RailCounts {
  readonly terminals: number;
  readonly switches: number;
  readonly links: number;
  readonly parts: BillOfMaterials;
  /** Switches and links within all hosts. */
  readonly inside: { readonly switches: number; readonly links: number };
}

/** Switches and links inside all hosts: for each host a switch that joins the accelerators, or a link between every two of them. */
function partsInsideHosts(shape: RailShape): { readonly switches: number; readonly links: number } {
  const { hosts, accelerators, inner } = shape;
  if (!hasInside(shape)) return { switches: 0, links: 0 };
  const terminals = hosts * accelerators;
  return inner === "switch" ? { switches: hosts, links: terminals } : { switches: 0, links: (terminals * (accelerators - 1)) / 2 };
}

/**
 * Counts the switches, links and terminals of a network with rails in closed form, level by level from the leaves up. Each host has several
 * accelerators, which are the terminals. Accelerator r of every host is on rail r: a separate tree of switches for each rail, or separate
 * leaves in one tree that all rails share. A unit is the set of hosts below one leaf of each rail.
 */
export function railCounts(shape: RailShape): RailCounts {
  const { hosts, accelerators, fabric, isSharedTree } = shape;
  const trees = isSharedTree ? 1 : accelerators;
  const terminals = hosts * accelerators;
  const insideHosts = partsInsideHosts(shape);
  const { ports } = fabric;
  const switches: SwitchPart[] = [{ level: -1, ports: accelerators, isInside: true, count: insideHosts.switches }];
  const addSwitches = (level: number, pluggedPorts: number, count: number) => {
    const spare = ports - pluggedPorts;
    switches.push({ level, ports, ...(spare > 0 ? { spare } : {}), count: count * trees });
  };
  const [terminal, leaf, ...upper] = fabric.heights;
  // The last unit of hosts, or the last leaf, may be partly filled.
  const leavesPerUnit = isSharedTree ? accelerators : 1;
  const [fullLeaves, hostsInLastUnit] = [Math.floor(hosts / leaf.terminalsBelow), hosts % leaf.terminalsBelow];
  addSwitches(0, leaf.down + leaf.up, fullLeaves * leavesPerUnit);
  if (hostsInLastUnit > 0) addSwitches(0, hostsInLastUnit * terminal.up + leaf.up, leavesPerUnit);
  let switchesBelow = fabric.leaves;
  // Links of terminals count as terminal links only if terminals have no others.
  const links: Omit<LinkPart, "place">[] = [{ ...terminalLinkPart(terminals * terminal.up), isTerminal: !hasInside(shape) }];
  upper.forEach(({ count, down, up, terminalsBelow }, i) => {
    links.push({ name: `level ${i} to ${i + 1}`, isTerminal: false, count: trees * switchesBelow * fabric.heights[i + 1].up });
    // The switches above the same leaves form a group. The last group may have fewer leaves below.
    const children = terminalsBelow / fabric.heights[i + 1].terminalsBelow;
    const groups = i === 0 ? Math.ceil(fabric.leaves / children) : 1;
    const childrenOfLastGroup = i === 0 ? fabric.leaves - (groups - 1) * children : children;
    addSwitches(i + 1, down + up, (count / groups) * (groups - 1));
    addSwitches(i + 1, (down / children) * childrenOfLastGroup + up, count / groups);
    switchesBelow = count;
  });
  links.push({ name: "inner", isTerminal: false, isInside: true, count: insideHosts.links });
  const switchParts = mergeSwitchParts(switches.filter(({ count }) => count > 0));
  const sum = (counts: readonly { readonly count: number }[]) => counts.reduce((total, { count }) => total + count, 0);
  return {
    terminals,
    switches: sum(switchParts),
    links: sum(links),
    parts: { switches: switchParts, links: linkParts(links), terminals },
    inside: insideHosts,
  };
}

/** Names for the switches of each level. */
const levelNouns = ["leaf", "spine", "core"];

/** Coordinate axes. If hosts have no inner links, only the axes of the tree. */
export function railAxes(shape: RailShape): readonly Axis[] {
  const { hosts, accelerators, fabric, isSharedTree, name = "rail" } = shape;
  // Leaves are counted per rail.
  const levels = levelsOf(fabric).map(({ count }, level) => (level === 0 ? fabric.leaves / (isSharedTree ? accelerators : 1) : count));
  if (!hasInside(shape)) return treeAxes(levels);
  return [
    { name: "host", kind: "host", size: hosts },
    { name, kind: "rail", size: accelerators },
    ...treeAxes(levels, levelNouns.slice(0, levels.length)),
  ];
}

/**
 * Builds a network of hosts with accelerators (terminals) and of rails, the trees that join the r-th accelerators of all hosts, or one tree
 * that all rails share. `heights` describes the nodes at each height of a tree, with terminals at height 0. A terminal's ports lead to the
 * tree first, then into the host. Switches are numbered tree by tree, from the leaves up, and then host by host. The ports of a switch are
 * its links down from left to right, then its links up.
 */
export function buildRails(shape: RailShape): Network {
  const { hosts, accelerators, fabric, isSharedTree } = shape;
  const { heights, leaves, ports, downPortAbove } = fabric;
  const counts = railCounts(shape);
  const { terminals } = counts;
  const hasInnerLinks = hasInside(shape);
  const net = new NetworkBuilder(terminals, counts.switches, counts.links, railAxes(shape), hasInnerLinks);
  // With links inside hosts, the axes are host, rail, level and position; otherwise level and position.
  const [level, position] = hasInnerLinks ? [2, 3] : [0, 1];
  const terminalLink = net.linkClass("terminal");
  const classes = heights.slice(2).map((_, i) => net.linkClass(`level ${i} to ${i + 1}`));
  const presentCount = heights.map(({ count }, height) => (height === 1 ? leaves : count));
  const switchesPerTree = presentCount.slice(1).reduce((sum, count) => sum + count, 0);

  const hostsPerLeaf = heights[1].terminalsBelow;
  // Links from terminals to their leaves.
  for (let host = 0; host < hosts; host++) {
    for (let rail = 0; rail < accelerators; rail++) {
      const t = host * accelerators + rail;
      const [tree, leaf] = isSharedTree
        ? [0, Math.floor(host / hostsPerLeaf) * accelerators + rail]
        : [rail, Math.floor(host / hostsPerLeaf)];
      for (let i = 0; i < heights[0].up; i++) net.connect(t, terminals + tree * switchesPerTree + leaf, terminalLink);
      net.setCoordinate(t, position, host);
      if (!hasInnerLinks) continue;
      net.setCoordinate(t, 0, host);
      net.setCoordinate(t, 1, rail);
    }
  }
  // The switches of each tree, height by height, with the links to the height above.
  for (let tree = 0; tree < (isSharedTree ? 1 : accelerators); tree++) {
    let firstOfHeight = terminals + tree * switchesPerTree;
    for (let height = 1; height < heights.length; height++) {
      for (let i = 0; i < presentCount[height]; i++) {
        const n = firstOfHeight + i;
        net.setPorts(n - terminals, ports);
        net.setCoordinate(n, level, height - 1);
        // A unit has one leaf for each rail. A switch above the leaves serves all rails.
        const isRailLeaf = isSharedTree && height === 1;
        net.setCoordinate(n, position, isRailLeaf ? Math.floor(i / accelerators) : i);
        if (hasInnerLinks && !isSharedTree) net.setCoordinate(n, 1, tree);
        else if (hasInnerLinks && isRailLeaf) net.setCoordinate(n, 1, i % accelerators);
      }
      if (height < heights.length - 1) {
        const firstAbove = firstOfHeight + presentCount[height];
        const { down } = heights[height + 1];
        // By down port of the height above: the node below it, −1 if there is none. Connecting in this order numbers the ports.
        const nodeAtDownPort = new Int32Array(presentCount[height + 1] * down).fill(-1);
        for (let i = 0; i < presentCount[height]; i++) {
          for (let port = 0; port < heights[height].up; port++) nodeAtDownPort[downPortAbove(height, i, port)] = firstOfHeight + i;
        }
        for (let i = 0; i < nodeAtDownPort.length; i++) {
          if (nodeAtDownPort[i] >= 0) net.connect(nodeAtDownPort[i], firstAbove + Math.floor(i / down), classes[height - 1]);
        }
        firstOfHeight = firstAbove;
      }
    }
  }
  if (counts.inside.links > 0) connectInside(net, shape, counts);
  return net.finish();
}

/** Connects the accelerators of every host: each with every other, or all with the switch of the host. */
function connectInside(net: NetworkBuilder, { hosts, accelerators, inner }: RailShape, { terminals, switches }: RailCounts): void {
  const innerLink = net.linkClass("inner");
  for (let host = 0; host < hosts; host++) {
    const first = host * accelerators;
    if (inner === "mesh") {
      for (let a = 0; a < accelerators; a++) for (let b = a + 1; b < accelerators; b++) net.connect(first + a, first + b, innerLink);
      continue;
    }
    const s = switches - hosts + host;
    net.setPorts(s, accelerators);
    net.setCoordinate(terminals + s, 0, host);
    for (let a = 0; a < accelerators; a++) net.connect(first + a, terminals + s, innerLink);
  }
}
