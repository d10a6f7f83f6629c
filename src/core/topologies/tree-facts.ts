/** What fat, thin and slender trees share: their facts in closed form. */
import { linkParts, type Parts, type SwitchPart, terminalLinks } from "../network/parts.ts";
import { treeAxes } from "../network/tree-shapes.ts";
import type { Facts } from "./contract.ts";

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
