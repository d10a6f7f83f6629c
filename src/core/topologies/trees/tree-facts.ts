/** Closed-form facts of trees. */
import { linkParts, terminalLinkPart } from "../../network/bill-of-materials.ts";
import { treeShapeAxes, levelsOf, type TreeHeight, type TreeShape, type XgftParameters } from "../../network/tree-shapes.ts";
import type { TopologyFacts } from "../contract.ts";

/**
 * Counts, distances and narrow cuts of a tree in closed form, the heights counted from the terminals up. Two terminals whose lowest common
 * switch is at height h are 2 h channels apart.
 */
export function treeFacts(shape: TreeShape): TopologyFacts {
  // Terminals have height 0; switches of level l have height l + 1.
  const { heights } = shape;
  const levels = levelsOf(shape);
  const [{ count: terminals, up: linksPerTerminal }] = heights;
  // For each level, the number of terminals whose lowest common switch with a given terminal is at that level.
  const terminalsByLevel = levels.map(({ terminalsBelow }, level) => terminalsBelow - heights[level].terminalsBelow);
  const sum = terminalsByLevel.reduce((all, count, level) => all + count * 2 * (level + 1), 0);
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
        terminalLinkPart(terminals * linksPerTerminal),
        ...levels
          .slice(0, -1)
          .map(({ count, up }, level) => ({ name: `level ${level} to ${level + 1}`, isTerminal: false, count: count * up })),
      ]),
      terminals,
    },
    diameter: terminalsByLevel.reduce((max, count, level) => (count > 0 ? 2 * (level + 1) : max), 0),
    meanDistance: terminals > 1 ? sum / (terminals - 1) : 0,
    ...(shape.numbers === undefined || levels.length === 1 ? {} : { ofSwitches: switchDistances(levels, shape.numbers) }),
    cuts: levels.slice(0, -1).map(({ count, up, terminalsBelow }) => ({
      terminals: terminalsBelow,
      channels: (count * up * terminalsBelow) / terminals,
      hasConsecutiveTerminals: true,
    })),
    axes: treeShapeAxes(shape),
    regular: true,
    forwards: false,
  };
}

/**
 * Distances between the switches of a generalized fat tree. A node is identified by one digit per height. Only an up link between heights p
 * − 1 and p changes the digit of the parent at p, and only a down link changes the digit of the child. A path from height a to height b ≥ a
 * therefore goes down far enough to change the lower digits, up far enough to change the upper digits, and back to b. It has b − a
 * channels, plus twice the excursions below a and above b.
 */
function switchDistances(levels: readonly TreeHeight[], { children, parents }: XgftParameters): NonNullable<TopologyFacts["ofSwitches"]> {
  const switches = levels.reduce((sum, { count }) => sum + count, 0);
  const upperDigits = levels.map((_, l) => farthestDifference(children.slice(l + 1)));
  const lowerDigits = levels.map((_, l) => farthestDifference(levels.slice(0, l + 1).map((_, i) => parents[l - i])));
  let [sum, diameter] = [0, 0];
  levels.forEach(({ count: from }, a) =>
    levels.forEach(({ count: to }, b) => {
      const [low, high] = [Math.min(a, b), Math.max(a, b)];
      sum += from * to * (high - low + 2 * (upperDigits[high].mean + lowerDigits[low].mean));
      diameter = Math.max(diameter, high - low + 2 * (upperDigits[high].most + lowerDigits[low].most));
    }),
  );
  return { diameter, meanDistance: sum / (switches * (switches - 1)) };
}

/**
 * Mean and maximum distance, in levels, to the farthest digit that differs, if digit i takes each of `numbers[i]` values with the same
 * probability and the nearest digit is first; 0 if no digit differs.
 */
function farthestDifference(numbers: readonly number[]): { readonly mean: number; readonly most: number } {
  let [mean, max] = [0, 0];
  numbers.forEach((n, i) => {
    mean += (i + 1 - mean) * (1 - 1 / n);
    if (n > 1) max = i + 1;
  });
  return { mean, most: max };
}
