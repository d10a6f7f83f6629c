/** The wiring that trees share, and their shapes. */
import { defined } from "../base/defined.ts";
import type { Axis, Network } from "./network.ts";
import { NetworkBuilder } from "./builder.ts";

/**
 * The nodes of one height of a tree, all alike: its terminals at height 0, switches of level l at height l + 1. So many
 * times `up` as there are links up, `down` of the height above.
 */
export interface TreeHeight {
  readonly count: number;
  /** Ports down of each; 0 at height 0. */
  readonly down: number;
  /** Ports up of each; 0 at the top. */
  readonly up: number;
  /** Ports that no link is plugged into. */
  readonly spare: number;
  /** Terminals below each; 1 at height 0. */
  readonly below: number;
}

/** A tree as numbers: what one differs in from another. */
export interface TreeShape {
  /** From the terminals up. */
  readonly heights: readonly TreeHeight[];
  /**
   * Where up port `port` of node `position` of a height leads: a down port of the height above, counted over all of that,
   * position × down + port. Each down port there is has one link.
   */
  above(height: number, position: number, port: number): number;
  /** Absent where it is no generalised fat tree, as a slender one. */
  readonly numbers?: XgftNumbers;
  /** What the switches of each level are called, `leaf`; by their level where absent. */
  readonly words?: readonly string[];
}

/** An extended generalised fat tree by its numbers, from the terminals up, each a list of one number for each level of switches. */
export interface XgftNumbers {
  /** m: children of a switch; of a leaf, its terminals. */
  readonly children: readonly number[];
  /** w: parents of a node one height below; of a terminal, its leaves. */
  readonly parents: readonly number[];
  /** Parallel links from each child to each parent; one everywhere where absent. */
  readonly parallel?: readonly number[];
  /** Ports of a switch at the top that stay unplugged; none where absent. */
  readonly spare?: number;
}

/**
 * XGFT(h; m₁ … m_h; w₁ … w_h): m_{l+1} … m_h · w₁ … w_l nodes of height l, h levels of switches (Öhring, Ibel, Das, Kumar, IPPS 1995,
 * §2); with parallel links, a parallel-port generalised fat tree (Zahavi, J. Parallel Distrib. Comput. 72, 2012). Node `position` of
 * height l is number j = position mod w₁ … w_l of those above subtree g = ⌊position / w₁ … w_l⌋. Its parent u is number j + u w₁ … w_l
 * above subtree ⌊g / m_{l+1}⌋, and has it as child g mod m_{l+1}.
 */
export function xgftShape(numbers: XgftNumbers): TreeShape {
  const { children, parents, parallel, spare = 0 } = numbers;
  const times = parallel ?? children.map(() => 1);
  const widths = productsOf(parents);
  const below = productsOf(children);
  const levels = children.length;
  return {
    heights: widths.map((width, height) => ({
      count: (below[levels] / below[height]) * width,
      down: height === 0 ? 0 : children[height - 1] * times[height - 1],
      up: height === levels ? 0 : parents[height] * times[height],
      spare: height === levels ? spare : 0,
      below: below[height],
    })),
    above(height, position, port) {
      const [width, m, w, t] = [widths[height], children[height], parents[height], times[height]];
      const subtree = Math.floor(position / width);
      const parent = Math.floor(subtree / m) * width * w + (position % width) + Math.floor(port / t) * width;
      return (parent * m + (subtree % m)) * t + (port % t);
    },
    numbers,
  };
}

/** [n + 1] Products of the first 0, 1, … n numbers. */
const productsOf = (numbers: readonly number[]): readonly number[] =>
  numbers.reduce((products, n) => [...products, products[products.length - 1] * n], [1]);

/** The k:k′,n-thin-tree, XGFT(n; k … k; 1, k′ … k′), whose top has k′ ports unplugged (Navaridas et al., §2.2, Table 1); k′ = k is the k-ary n-tree. */
export function thinTreeShape(k: number, kUp: number, n: number): TreeShape {
  return xgftShape({ children: Array<number>(n).fill(k), parents: [1, ...Array<number>(n - 1).fill(kUp)], spare: kUp });
}

/** Ports down of a leaf with so many ports, at most so many for each one up. A ratio such as 1.4 is none of the numbers of a machine: 28 of 48 ports come out as 27.999…. */
export const leafDown = (ports: number, oversubscription: number): number =>
  Math.floor((ports * oversubscription) / (oversubscription + 1) + 1e-9);

/**
 * A folded Clos network of switches with that many ports, an even number, in two or three levels. Of a leaf's ports d = ⌊k r / (r + 1)⌋
 * lead down and the others up, so that the links down are at most r times those up; the level between has half of its ports up; the
 * top has all of them down.
 */
export function closShape(ports: number, levels: number, oversubscription: number): TreeShape {
  const down = leafDown(ports, oversubscription);
  const between = Array<number>(levels - 2).fill(ports / 2);
  const shape = xgftShape({ children: [down, ...between, ports], parents: [1, ports - down, ...between] });
  return { ...shape, words: levelsOf(shape).map(({ count }, level) => (count === 1 ? "the " : "") + ["leaf", "spine", "core"][level]) };
}

/** One switch and its terminals. */
export const switchShape = (terminals: number): TreeShape => xgftShape({ children: [terminals], parents: [1] });

/**
 * The k:k′,n-slender-tree. S_l = k′ (k/k′)^(n−1−l) (Table 1). The k switches k g … k g + k − 1 of a level are joined
 * completely with the k′ switches k′ g … k′ g + k′ − 1 above them (Navaridas et al., §2.3).
 */
export function slenderTreeShape(k: number, kUp: number, n: number): TreeShape {
  const ratio = k / kUp;
  const switches = Array.from({ length: n }, (_, level) => ({
    count: kUp * ratio ** (n - 1 - level),
    down: k,
    up: level < n - 1 ? kUp : 0,
    spare: level < n - 1 ? 0 : kUp,
    below: level === 0 ? k : k * k * ratio ** (level - 1),
  }));
  return {
    heights: [{ count: k * switches[0].count, down: 0, up: 1, spare: 0, below: 1 }, ...switches],
    above: (height, position, port) => (height === 0 ? position : (kUp * Math.floor(position / k) + port) * k + (position % k)),
  };
}

/** Axes of a tree with that many switches in each level. */
export function treeAxes(switchesOfLevel: readonly number[], words?: readonly string[]): readonly Axis[] {
  return [
    { name: "level", kind: "level", size: switchesOfLevel.length, ...defined({ words }) },
    { name: "position", kind: "position", size: Math.max(...switchesOfLevel) },
  ];
}

/** Axes of a tree. */
export const axesOf = (shape: TreeShape): readonly Axis[] =>
  treeAxes(
    levelsOf(shape).map(({ count }) => count),
    shape.words,
  );

/** The switches of each level, from the leaves up. */
export const levelsOf = ({ heights }: TreeShape): readonly TreeHeight[] => heights.slice(1);

/**
 * Builds a tree. Port numbers follow Navaridas et al. (EHU-KAT-IK-06-07), §2: down ports from left to right, then the
 * plugged up ports. A terminal's position is the down port that it hangs on, counted over all leaves.
 */
export function buildTree(shape: TreeShape): Network {
  const { heights, above } = shape;
  const firsts = heights.reduce((sums, { count }) => [...sums, sums[sums.length - 1] + count], [0]);
  const links = heights.reduce((sum, { count, up }) => sum + count * up, 0);
  const terminals = firsts[1];
  const net = new NetworkBuilder(terminals, firsts[heights.length] - terminals, links, axesOf(shape));
  // Ports are numbered by the order of connection, so each node gets its down links, by port, before its up links.
  heights.forEach(({ count, down, up, spare }, height) => {
    if (height > 0) {
      const linkClass = net.linkClass(height === 1 ? "terminal" : `level ${height - 2} to ${height - 1}`);
      const lower = heights[height - 1];
      const below = new Int32Array(count * down);
      for (let position = 0; position < lower.count; position++) {
        for (let port = 0; port < lower.up; port++) below[above(height - 1, position, port)] = firsts[height - 1] + position;
      }
      for (let i = 0; i < below.length; i++) net.connect(below[i], firsts[height] + Math.floor(i / down), linkClass);
    }
    for (let position = 0; position < count; position++) {
      const node = firsts[height] + position;
      net.place(node, 1, height > 0 ? position : Math.floor(above(0, position, 0) / up));
      if (height === 0) continue;
      net.place(node, 0, height - 1);
      net.ports(node - terminals, down + up + spare);
    }
  });
  return net.finish();
}
