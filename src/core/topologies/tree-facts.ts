/** What fat, thin and slender trees share: their shapes, and their facts in closed form. */
import { linkParts, type Parts, type SwitchPart, terminalLinks } from "../network/parts.ts";
import { treeAxes, type TreeShape } from "../network/tree-shapes.ts";
import type { Facts } from "./contract.ts";

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

/** What is bought of a tree: the switches of each level from the lowest up, each with `up` links to the level above. */
export function treeParts(levels: readonly Omit<SwitchPart, "level">[], terminals: number, up: number): Parts {
  return {
    switches: levels.map((each, level) => ({ level, ...each })),
    links: linkParts([
      terminalLinks(terminals),
      ...levels.slice(0, -1).map(({ count }, level) => ({ name: `level ${level} to ${level + 1}`, isTerminal: false, count: count * up })),
    ]),
    terminals,
  };
}

/**
 * Counts and distances of a tree in which a switch of level l lies above `below(l)` consecutive terminals: two
 * terminals that meet first at level l are 2 (l + 1) channels apart.
 */
export function nearestCommonAncestorFacts(
  down: number,
  up: number,
  switchesOfLevel: readonly number[],
  below: (level: number) => number,
): Facts {
  const terminals = down * switchesOfLevel[0];
  const switches = switchesOfLevel.reduce((sum, count) => sum + count, 0);
  const links = terminals + up * (switches - switchesOfLevel[switchesOfLevel.length - 1]);
  let sum = 0;
  let nearer = 1;
  switchesOfLevel.forEach((_, level) => {
    sum += (below(level) - nearer) * 2 * (level + 1);
    nearer = below(level);
  });
  return {
    terminals,
    switches,
    links,
    parts: treeParts(
      // Nothing is above the top level for its links up to lead to.
      switchesOfLevel.map((count, level) => ({
        ports: down + up,
        count,
        ...(level === switchesOfLevel.length - 1 && up > 0 ? { spare: up } : {}),
      })),
      terminals,
      up,
    ),
    diameter: 2 * switchesOfLevel.length,
    meanDistance: sum / (terminals - 1),
    axes: treeAxes(switchesOfLevel),
    regular: true,
    forwards: false,
  };
}
