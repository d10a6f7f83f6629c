/** Describes the product that was recognized as an ideal network with axes and coordinates. */
import type { Axis } from "../../core/network/network.ts";
import { axisName } from "../../core/network/grid-shapes.ts";
import { type ProductMatch, pairsAlong } from "./best-product.ts";
import type { SwitchFabric, Placement, IdealTopology } from "./contract.ts";
import { mostFrequent } from "./switch-fabric.ts";
import { productSize } from "./product.ts";

/** A dimension of the description: a factor of the product, or two factors of size two combined to a ring of four. */
export interface GridDimension {
  readonly kind: "line" | "ring" | "full";
  readonly size: number;
  readonly factors: readonly number[];
}

/** Position in a ring of four from the coordinates in two factors of size two: 00, 01, 11, 10. */
const positionInRingOfFour = (a: number, b: number) => 2 * a + (a ^ b);

/**
 * Converts the match of a network with a product to a placement: the ideal network of the grid (slots, coordinates, links) and the slot of
 * each switch. Two factors of size two may be one dimension, a ring of four.
 * @param dimensions dimensions of the description, X first
 * @param describe returns topology, title and sentences from the usual number of terminals per switch, and from whether every pair has a
 * single link
 */
export function placeInGrid(
  fabric: SwitchFabric,
  { product, coordinates: factorCoordinates }: ProductMatch,
  dimensions: readonly GridDimension[],
  describe: (terminals: number, isSingle: boolean) => Pick<IdealTopology, "topology" | "title" | "sentences">,
): Placement {
  const slotCount = productSize(product);
  // Coordinates of all slots, the first dimension varying fastest.
  const strides: number[] = [];
  dimensions.reduce((stride, { size }) => (strides.push(stride), stride * size), 1);
  const coordinates = new Int32Array(slotCount * dimensions.length);
  for (let p = 0; p < slotCount; p++) {
    dimensions.forEach(({ size }, d) => (coordinates[p * dimensions.length + d] = Math.floor(p / strides[d]) % size));
  }
  // The slot of each switch, from its coordinates in the factors.
  const slotOf = Int32Array.from({ length: fabric.switchCount }, (_, s) =>
    dimensions.reduce((p, { factors }, d) => {
      const [first, second] = factors.map((factorIndex) => factorCoordinates[s * product.length + factorIndex]);
      return p + strides[d] * (second === undefined ? first : positionInRingOfFour(first, second));
    }, 0),
  );
  // In each dimension, all links of the ideal network get the most frequent number of parallel links.
  const linkCountsByFactor = pairsAlong(fabric, product, factorCoordinates);
  const usualLinkCounts = dimensions.map(({ factors }) =>
    Math.max(1, mostFrequent(factors.flatMap((factorIndex) => linkCountsByFactor[factorIndex]))),
  );
  const links: (readonly [number, number, number])[] = [];
  dimensions.forEach(({ kind, size }, d) => {
    for (let p = 0; p < slotCount; p++) {
      const x = coordinates[p * dimensions.length + d];
      const slotAt = (y: number) => p + (y - x) * strides[d];
      if (kind === "full") for (let y = x + 1; y < size; y++) links.push([p, slotAt(y), usualLinkCounts[d]]);
      else if (x + 1 < size) links.push([p, slotAt(x + 1), usualLinkCounts[d]]);
      else if (kind === "ring") links.push([slotAt(0), p, usualLinkCounts[d]]);
    }
  });
  const terminals = mostFrequent(fabric.terminalCounts);
  return {
    ideal: {
      ...describe(
        terminals,
        usualLinkCounts.every((each) => each === 1),
      ),
      axes: dimensions.map(({ kind, size }, d): Axis => ({ name: axisName(d), kind, size })),
      coordinates,
      links,
      terminalCounts: new Int32Array(slotCount).fill(terminals),
    },
    slotOf,
  };
}

/** `8 × 4`. */
export const formatSizes = (dimensions: readonly GridDimension[]): string => dimensions.map(({ size }) => size).join(" × ");

/** A sentence about the number of terminals per switch. */
export function terminalsSentence(count: number): string {
  if (count === 0) return "Its switches have no terminals.";
  return `Each switch has ${count === 1 ? "one terminal" : `${count} terminals`}.`;
}
