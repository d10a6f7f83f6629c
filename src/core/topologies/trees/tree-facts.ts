/** What trees share: their facts in closed form. */
import { linkParts, terminalLinks } from "../../network/parts.ts";
import { axesOf, levelsOf, type TreeHeight, type TreeShape, type XgftNumbers } from "../../network/tree-shapes.ts";
import type { Facts } from "../contract.ts";

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
    ...(shape.numbers === undefined || levels.length === 1 ? {} : { ofSwitches: betweenSwitches(levels, shape.numbers) }),
    cuts: levels
      .slice(0, -1)
      .map(({ count, up, below }) => ({ terminals: below, channels: (count * up * below) / terminals, inOrder: true })),
    axes: axesOf(shape),
    regular: true,
    forwards: false,
  };
}

/**
 * Distances between the switches of a generalised fat tree. Only a way up to height p changes in which subtree of that height one is, only
 * a way down to p − 1 changes on top of what within it. So from height a to b ≥ a ways lead down as far as the one differs,
 * up as far as the other does, and back to b: b − a channels, and twice what lies beyond a and b.
 */
function betweenSwitches(levels: readonly TreeHeight[], { children, parents }: XgftNumbers): NonNullable<Facts["ofSwitches"]> {
  const switches = levels.reduce((sum, { count }) => sum + count, 0);
  const above = levels.map((_, l) => turn(children.slice(l + 1)));
  const below = levels.map((_, l) => turn(levels.slice(0, l + 1).map((_, i) => parents[l - i])));
  let [sum, diameter] = [0, 0];
  levels.forEach(({ count: from }, a) =>
    levels.forEach(({ count: to }, b) => {
      const [low, high] = [Math.min(a, b), Math.max(a, b)];
      sum += from * to * (high - low + 2 * (above[high].mean + below[low].mean));
      diameter = Math.max(diameter, high - low + 2 * (above[high].most + below[low].most));
    }),
  );
  return { diameter, meanDistance: sum / (switches * (switches - 1)) };
}

/** Mean and most steps to the farthest of several numbers that differs, each one of so many, the nearest first; 0 where none does. */
function turn(numbers: readonly number[]): { readonly mean: number; readonly most: number } {
  let [mean, most] = [0, 0];
  numbers.forEach((n, i) => {
    mean += (i + 1 - mean) * (1 - 1 / n);
    if (n > 1) most = i + 1;
  });
  return { mean, most };
}
