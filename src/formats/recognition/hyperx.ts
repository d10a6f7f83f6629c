import { bestProduct } from "./best-product.ts";
import type { Family, Whole } from "./contract.ts";
import { type Dimension, placedIn, sayTerminals, sizesOf } from "./grid.ts";
import type { Product, Row } from "./product.ts";

/** Most dimensions, the largest row, and the most terminals of a switch, that the shelf builds. */
const [mostDimensions, longestRow, mostTerminals] = [6, 256, 64];

const rowsOf = (size: number): readonly Row[] => [{ kind: "full", size }];

/** A row of four at least: what has rows of two and three only is a torus or a hypercube. */
const isAsked = (product: Product) => product.length <= mostDimensions && product.some(({ size }) => size > 3);

/** HyperX, with one dimension a full graph. A network with rows of two and three only is left to {@link torus}. */
export const hyperx: Family = {
  id: "hyperx",
  find(fabric) {
    const found = bestProduct(fabric, rowsOf, isAsked);
    if (found === null) return null;
    const dimensions = found.product.map((row, d): Dimension => ({ ...row, rows: [d] })).sort((a, b) => b.size - a.size);
    return placedIn(fabric, found, dimensions, (terminals, isSingle) => told(dimensions, terminals, isSingle));
  },
};

function told(dimensions: readonly Dimension[], terminals: number, isSingle: boolean): Pick<Whole, "topology" | "title" | "said"> {
  const sizes = dimensions.map(({ size }) => size);
  const isBuilt = isSingle && sizes.every((size) => size <= longestRow) && terminals >= 1 && terminals <= mostTerminals;
  const isFull = dimensions.length === 1;
  return {
    topology: isBuilt ? { kind: "hyperx", values: { sizes, terminalsPerSwitch: terminals } } : null,
    title: isFull ? `full graph of ${sizes[0]} switches` : `${sizesOf(dimensions)} HyperX`,
    said: [
      isFull ? "Every switch is joined with every other." : "Every switch is joined with all others of its rows.",
      sayTerminals(terminals),
    ],
  };
}
