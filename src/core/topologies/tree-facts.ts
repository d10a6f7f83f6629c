/** What trees share: their facts in closed form. */
import { linkParts, terminalLinks } from "../network/parts.ts";
import { levelsOf, treeAxes, type TreeShape } from "../network/tree-shapes.ts";
import type { Facts } from "./contract.ts";

/** Counts and distances of a tree: two terminals that meet first at a height of h are 2 h channels apart. */
export function treeFacts(shape: TreeShape): Facts {
  const { heights } = shape;
  const levels = levelsOf(shape);
  const [{ count: terminals, up: ports }] = heights;
  // How many terminals one meets first at each level.
  const met = levels.map(({ below }, level) => below - heights[level].below);
  const sum = met.reduce((all, count, level) => all + count * 2 * (level + 1), 0);
  return {
    terminals,
    switches: levels.reduce((all, { count }) => all + count, 0),
    links: heights.reduce((all, { count, up }) => all + count * up, 0),
    parts: {
      switches: levels.map(({ count, down, up, spare }, level) => ({
        level,
        ports: down + up + spare,
        count,
        ...(spare > 0 ? { spare } : {}),
      })),
      links: linkParts([
        terminalLinks(terminals * ports),
        ...levels
          .slice(0, -1)
          .map(({ count, up }, level) => ({ name: `level ${level} to ${level + 1}`, isTerminal: false, count: count * up })),
      ]),
      terminals,
    },
    diameter: met.reduce((most, count, level) => (count > 0 ? 2 * (level + 1) : most), 0),
    meanDistance: terminals > 1 ? sum / (terminals - 1) : 0,
    axes: treeAxes(levels.map(({ count }) => count)),
    regular: true,
    forwards: false,
  };
}
