/** The wiring that trees share, and the shapes of fat, thin and slender ones. */
import type { Axis, Network } from "./network.ts";
import { NetworkBuilder } from "./builder.ts";

/** A tree of switches in levels, as numbers: what fat, thin and slender trees differ in. */
export interface TreeShape {
  /** Down ports of a switch; also terminals of a leaf switch. */
  readonly down: number;
  /** Up ports of a switch; those of the top level stay unplugged. */
  readonly up: number;
  /** Switches of each level, from the leaves up. */
  readonly switchesOfLevel: readonly number[];
  /**
   * Where up port `port` of switch `position` of level `level` leads: a down port in the level above, counted over the
   * whole level, position × down + port. Each down port there is has one link.
   */
  above(level: number, position: number, port: number): number;
}

/**
 * The k:k′,n-thin-tree; k′ = k is the k-ary n-tree. S_l = k^(n−1−l) k′^l (Table 1). Switch `position` of level l is
 * number j = position mod k′^l of the k′^l switches above subtree g = ⌊position / k′^l⌋; its up port u leads to number
 * j + u k′^l above subtree ⌊g / k⌋, there to down port g mod k. (Navaridas et al., §2.2; the printed formulas are
 * damaged, this derivation is held to the structure by the law tests.)
 */
export function thinTreeShape(k: number, kUp: number, n: number): TreeShape {
  const widths = Array.from({ length: n }, (_, level) => kUp ** level);
  return {
    down: k,
    up: kUp,
    switchesOfLevel: widths.map((width, level) => k ** (n - 1 - level) * width),
    above(level, position, port) {
      const width = widths[level];
      const subtree = Math.floor(position / width);
      return (Math.floor(subtree / k) * width * kUp + (position % width) + port * width) * k + (subtree % k);
    },
  };
}

/**
 * The k:k′,n-slender-tree. S_l = k′ (k/k′)^(n−1−l) (Table 1). The k switches k g … k g + k − 1 of a level are joined
 * completely with the k′ switches k′ g … k′ g + k′ − 1 above them (Navaridas et al., §2.3).
 */
export function slenderTreeShape(k: number, kUp: number, n: number): TreeShape {
  return {
    down: k,
    up: kUp,
    switchesOfLevel: Array.from({ length: n }, (_, level) => kUp * (k / kUp) ** (n - 1 - level)),
    above: (_, position, port) => (kUp * Math.floor(position / k) + port) * k + (position % k),
  };
}

/** Axes of a tree with that many switches in each level. */
export function treeAxes(switchesOfLevel: readonly number[], words?: readonly string[]): readonly Axis[] {
  return [
    { name: "level", kind: "level", size: switchesOfLevel.length, ...(words === undefined ? {} : { words }) },
    { name: "position", kind: "position", size: Math.max(...switchesOfLevel) },
  ];
}

/**
 * Builds a tree. Port numbers follow Navaridas et al. (EHU-KAT-IK-06-07), §2: down ports 0 … k − 1 from left to right,
 * then the plugged up ports.
 */
export function buildTree({ down, up, switchesOfLevel, above }: TreeShape): Network {
  const levels = switchesOfLevel.length;
  const terminals = down * switchesOfLevel[0];
  const firstOfLevel: number[] = [];
  let switches = 0;
  for (const count of switchesOfLevel) {
    firstOfLevel.push(terminals + switches);
    switches += count;
  }
  const inner = switchesOfLevel.slice(0, -1).reduce((sum, count) => sum + count * up, 0);
  const net = new NetworkBuilder(terminals, switches, terminals + inner, treeAxes(switchesOfLevel));

  // Ports are numbered by the order of connection, so each switch gets its down links, by port, before its up links.
  const terminalLink = net.linkClass("terminal");
  for (let t = 0; t < terminals; t++) {
    net.place(t, 1, t);
    net.connect(t, firstOfLevel[0] + Math.floor(t / down), terminalLink);
  }
  for (let level = 0; level < levels; level++) {
    for (let position = 0; position < switchesOfLevel[level]; position++) {
      const node = firstOfLevel[level] + position;
      net.place(node, 0, level);
      net.place(node, 1, position);
      net.ports(node - terminals, down + up);
    }
  }
  for (let level = 0; level < levels - 1; level++) {
    const linkClass = net.linkClass(`level ${level} to ${level + 1}`);
    const below = new Int32Array(switchesOfLevel[level + 1] * down);
    for (let position = 0; position < switchesOfLevel[level]; position++) {
      for (let port = 0; port < up; port++) below[above(level, position, port)] = firstOfLevel[level] + position;
    }
    for (let position = 0, i = 0; position < switchesOfLevel[level + 1]; position++) {
      for (let port = 0; port < down; port++) net.connect(below[i++], firstOfLevel[level + 1] + position, linkClass);
    }
  }
  return net.finish();
}
