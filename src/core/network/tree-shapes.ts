/** Shapes of trees and their wiring. */
import { withoutUndefined } from "../base/defined.ts";
import type { Axis, Network } from "./network.ts";
import { NetworkBuilder } from "./builder.ts";

/**
 * The nodes at one height of a tree, which are all alike: terminals at height 0, switches of level l at height l + 1. The number of uplinks
 * equals the number of down ports at the height above: count × up = count′ × down′.
 */
export interface TreeHeight {
  readonly count: number;
  /** Down ports per node; 0 at height 0. */
  readonly down: number;
  /** Up ports per node; 0 at the top. */
  readonly up: number;
  /** Unplugged ports per node. */
  readonly spare: number;
  /** Number of terminals below each node; 1 at height 0. */
  readonly terminalsBelow: number;
}

/** The parameters that determine a tree. */
export interface TreeShape {
  /** From the terminals up. */
  readonly heights: readonly TreeHeight[];
  /**
   * The down port at the height above to which up port `port` of node `position` is linked. Down ports are counted over all nodes of that
   * height: position × down + port. Every down port has exactly one link.
   */
  downPortAbove(height: number, position: number, port: number): number;
  /** Parameters of the extended generalized fat tree; absent for other trees, such as slender trees. */
  readonly numbers?: XgftParameters;
  /** Noun for the switches of each level, such as `leaf`. If absent, they are named by their level. */
  readonly words?: readonly string[];
}

/** Parameters of an extended generalized fat tree: lists with one number for each level of switches, from the terminals up. */
export interface XgftParameters {
  /** m: children of a switch; for a leaf, its terminals. */
  readonly children: readonly number[];
  /** w: parents of a node one height below; for a terminal, its leaves. */
  readonly parents: readonly number[];
  /** Parallel links from each child to each parent; 1 if absent. */
  readonly parallel?: readonly number[];
  /** Unplugged ports of each top switch; 0 if absent. */
  readonly spare?: number;
}

/**
 * The shape of an extended generalized fat tree, XGFT(h; m₁ … m_h; w₁ … w_h), with h levels of switches: numbers of nodes and ports at each
 * height, and the wiring. Height 0 has the terminals. Each node at height l has m_l children and w_{l+1} parents, so there are m_{l+1} …
 * m_h · w₁ … w_l nodes at height l (Öhring, Ibel, Das, Kumar, IPPS 1995, §2). With parallel links, this is a parallel-port generalized fat
 * tree (Zahavi, J. Parallel Distrib. Comput. 72, 2012).
 *
 * Node `position` at height l is number j = position mod w₁ … w_l among the nodes above subtree g = ⌊position / w₁ … w_l⌋. Its parent u is
 * number j + u w₁ … w_l above subtree ⌊g / m_{l+1}⌋, and has the node as child g mod m_{l+1}.
 */
export function xgftShape(parameters: XgftParameters): TreeShape {
  const { children, parents, parallel, spare = 0 } = parameters;
  const parallelLinks = parallel ?? children.map(() => 1);
  // By height: w₁ … w_l, and m₁ … m_l, the terminals below a node.
  const widths = prefixProducts(parents);
  const terminalsBelow = prefixProducts(children);
  const levels = children.length;
  return {
    heights: widths.map((width, height) => ({
      count: (terminalsBelow[levels] / terminalsBelow[height]) * width,
      down: height === 0 ? 0 : children[height - 1] * parallelLinks[height - 1],
      up: height === levels ? 0 : parents[height] * parallelLinks[height],
      spare: height === levels ? spare : 0,
      terminalsBelow: terminalsBelow[height],
    })),
    // With t parallel links, up port `port` leads to parent ⌊port / t⌋.
    downPortAbove(height, position, port) {
      const [width, m, w, t] = [widths[height], children[height], parents[height], parallelLinks[height]];
      const subtree = Math.floor(position / width);
      const parent = Math.floor(subtree / m) * width * w + (position % width) + Math.floor(port / t) * width;
      return (parent * m + (subtree % m)) * t + (port % t);
    },
    numbers: parameters,
  };
}

/** [n + 1] Products of the first 0, 1, … n numbers. */
const prefixProducts = (numbers: readonly number[]): readonly number[] =>
  numbers.reduce((products, n) => [...products, products[products.length - 1] * n], [1]);

/**
 * The k:k′,n-thin-tree, XGFT(n; k … k; 1, k′ … k′), in which top switches have k′ unplugged ports (Navaridas et al., §2.2, Table 1). With
 * k′ = k it is the k-ary n-tree.
 */
export function thinTreeShape(k: number, kUp: number, n: number): TreeShape {
  return xgftShape({ children: Array<number>(n).fill(k), parents: [1, ...Array<number>(n - 1).fill(kUp)], spare: kUp });
}

/**
 * Down ports of a leaf with `ports` ports, at most `oversubscription` per up port. The small addend corrects rounding: for a ratio of 1.4,
 * 28 of 48 ports are computed as 27.999….
 */
export const leafDownPorts = (ports: number, oversubscription: number): number =>
  Math.floor((ports * oversubscription) / (oversubscription + 1) + 1e-9);

/**
 * A folded Clos network of switches with an even number of ports, in two or three levels. Of the k ports of a leaf, d = ⌊k r / (r + 1)⌋
 * lead down and the others up, so that the ratio of down links to up links is at most r. The middle level has half of its ports up, and the
 * top level has all of its ports down.
 */
export function closShape(ports: number, levels: number, oversubscription: number): TreeShape {
  const down = leafDownPorts(ports, oversubscription);
  const middleLevels = Array<number>(levels - 2).fill(ports / 2);
  const shape = xgftShape({ children: [down, ...middleLevels, ports], parents: [1, ports - down, ...middleLevels] });
  return { ...shape, words: levelsOf(shape).map(({ count }, level) => (count === 1 ? "the " : "") + ["leaf", "spine", "core"][level]) };
}

/** A single switch with its terminals. */
export const singleSwitchShape = (terminals: number): TreeShape => xgftShape({ children: [terminals], parents: [1] });

/**
 * The k:k′,n-slender-tree with S_l = k′ (k/k′)^(n−1−l) switches at level l (Table 1). The k switches k g … k g + k − 1 of a level are fully
 * connected with the k′ switches k′ g … k′ g + k′ − 1 above them (Navaridas et al., §2.3).
 */
export function slenderTreeShape(k: number, kUp: number, n: number): TreeShape {
  const ratio = k / kUp;
  const switches = Array.from({ length: n }, (_, level) => ({
    count: kUp * ratio ** (n - 1 - level),
    down: k,
    up: level < n - 1 ? kUp : 0,
    spare: level < n - 1 ? 0 : kUp,
    terminalsBelow: level === 0 ? k : k * k * ratio ** (level - 1),
  }));
  return {
    heights: [{ count: k * switches[0].count, down: 0, up: 1, spare: 0, terminalsBelow: 1 }, ...switches],
    downPortAbove: (height, position, port) => (height === 0 ? position : (kUp * Math.floor(position / k) + port) * k + (position % k)),
  };
}

/** Axes of a tree with the given number of switches in each level. */
export function treeAxes(switchesOfLevel: readonly number[], words?: readonly string[]): readonly Axis[] {
  return [
    { name: "level", kind: "level", size: switchesOfLevel.length, ...withoutUndefined({ words }) },
    { name: "position", kind: "position", size: Math.max(...switchesOfLevel) },
  ];
}

/** Axes of a tree. */
export const treeShapeAxes = (shape: TreeShape): readonly Axis[] =>
  treeAxes(
    levelsOf(shape).map(({ count }) => count),
    shape.words,
  );

/** The heights of the switches, from the leaves up. */
export const levelsOf = ({ heights }: TreeShape): readonly TreeHeight[] => heights.slice(1);

/**
 * Builds the network of a tree, height by height from the terminals up. Port numbers follow Navaridas et al. (EHU-KAT-IK-06-07), §2: down
 * ports from left to right, then the plugged up ports. A terminal's position is its down port, counted over all leaves.
 */
export function buildTree(shape: TreeShape): Network {
  const { heights, downPortAbove } = shape;
  const firstNodes = heights.reduce((sums, { count }) => [...sums, sums[sums.length - 1] + count], [0]);
  const links = heights.reduce((sum, { count, up }) => sum + count * up, 0);
  const terminals = firstNodes[1];
  const net = new NetworkBuilder(terminals, firstNodes[heights.length] - terminals, links, treeShapeAxes(shape));
  // Ports are numbered in the order of connection, so each node gets its down links, by port, before its up links.
  heights.forEach(({ count, down, up, spare }, height) => {
    if (height > 0) {
      const linkClass = net.linkClass(height === 1 ? "terminal" : `level ${height - 2} to ${height - 1}`);
      const lower = heights[height - 1];
      const nodeAtDownPort = new Int32Array(count * down);
      for (let position = 0; position < lower.count; position++) {
        for (let port = 0; port < lower.up; port++)
          nodeAtDownPort[downPortAbove(height - 1, position, port)] = firstNodes[height - 1] + position;
      }
      for (let i = 0; i < nodeAtDownPort.length; i++) net.connect(nodeAtDownPort[i], firstNodes[height] + Math.floor(i / down), linkClass);
    }
    for (let position = 0; position < count; position++) {
      const node = firstNodes[height] + position;
      net.setCoordinate(node, 1, height > 0 ? position : Math.floor(downPortAbove(0, position, 0) / up));
      if (height === 0) continue;
      net.setCoordinate(node, 0, height - 1);
      net.setPorts(node - terminals, down + up + spare);
    }
  });
  return net.finish();
}
