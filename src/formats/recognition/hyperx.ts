import { bestProduct } from "./best-product.ts";
import type { Family, Whole } from "./contract.ts";
import { type Dimension, placedIn, sayTerminals, sizesOf } from "./grid.ts";
import type { Product, Row } from "./product.ts";

/** Limits of this program's HyperX topology: dimensions, size of a dimension, terminals per switch. */
const [mostDimensions, longestRow, mostTerminals] = [6, 256, 64];

const rowsOf = (size: number): readonly Row[] => [{ kind: "full", size }];

/** At least one dimension has size four: a network with sizes two and three only is a torus or a hypercube. */
const isAsked = (product: Product) => product.length <= mostDimensions && product.some(({ size }) => size > 3);

/** HyperX; with one dimension, a full graph. Networks with sizes two and three only are left to {@link torusFamily}. */
export const hyperx: Family = {
  id: "hyperx",
  find(fabric) {
    const found = bestProduct(fabric, rowsOf, isAsked);
    if (found === null) return null;
    const dimensions = found.product.map((row, d): Dimension => ({ ...row, rows: [d] })).sort((a, b) => b.size - a.size);
    return placedIn(fabric, found, dimensions, (terminals, isSingle) => told(dimensions, terminals, isSingle));
  },
};

/** Topology, title and sentences of a HyperX; the topology is null if this program's limits exclude it. */
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
