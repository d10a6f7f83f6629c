import { bestProduct } from "./best-product.ts";
import type { TopologyFamily, IdealTopology } from "./contract.ts";
import { type GridDimension, placeInGrid, terminalsSentence, formatSizes } from "./grid.ts";
import type { CartesianProduct, ProductFactor } from "./product.ts";

/** Limits of this program's HyperX topology: dimensions, size of a dimension, terminals per switch. */
const [maxDimensions, maxSize, maxTerminals] = [6, 256, 64];

const factorsOfSize = (size: number): readonly ProductFactor[] => [{ kind: "full", size }];

/** At least one dimension has size four: a network with sizes two and three only is a torus or a hypercube. */
const isAccepted = (product: CartesianProduct) => product.length <= maxDimensions && product.some(({ size }) => size > 3);

/** HyperX; with one dimension, a complete graph. Networks with sizes two and three only are left to {@link torusFamily}. */
export const hyperxFamily: TopologyFamily = {
  id: "hyperx",
  find(fabric) {
    const match = bestProduct(fabric, factorsOfSize, isAccepted);
    if (match === null) return null;
    const dimensions = match.product.map((row, d): GridDimension => ({ ...row, factors: [d] })).sort((a, b) => b.size - a.size);
    return placeInGrid(fabric, match, dimensions, (terminals, isSingle) => describe(dimensions, terminals, isSingle));
  },
};

/** Topology, title and sentences of a HyperX; the topology is null if this program's limits exclude it. */
function describe(
  dimensions: readonly GridDimension[],
  terminals: number,
  isSingle: boolean,
): Pick<IdealTopology, "topology" | "title" | "sentences"> {
  const sizes = dimensions.map(({ size }) => size);
  const isSupported = isSingle && sizes.every((size) => size <= maxSize) && terminals >= 1 && terminals <= maxTerminals;
  const isFull = dimensions.length === 1;
  return {
    topology: isSupported ? { kind: "hyperx", values: { sizes, terminalsPerSwitch: terminals } } : null,
    title: isFull ? `complete graph of ${sizes[0]} switches` : `${formatSizes(dimensions)} HyperX`,
    sentences: [
      isFull ? "Every switch is linked to every other switch." : "Every switch is linked to all others in each of its dimensions.",
      terminalsSentence(terminals),
    ],
  };
}
