import { joinWithAnd } from "../../core/base/words.ts";
import { axisName } from "../../core/network/grid-shapes.ts";
import { bestProduct } from "./best-product.ts";
import type { TopologyFamily, IdealTopology } from "./contract.ts";
import { type GridDimension, placeInGrid, terminalsSentence, formatSizes } from "./grid.ts";
import type { CartesianProduct, ProductFactor } from "./product.ts";

/** Accepted factors of a size. A size of two and a ring of three are full graphs; a ring of four is two factors of two. */
function factorsOfSize(size: number): readonly ProductFactor[] {
  if (size === 2) return [{ kind: "full", size }];
  const line: ProductFactor = { kind: "line", size };
  if (size === 3) return [line, { kind: "full", size }];
  return size === 4 ? [line] : [line, { kind: "ring", size }];
}

/** Maximum number of dimensions of this program's tori and meshes, and of its hypercubes. */
const [maxDimensions, maxCubeDimensions] = [6, 16];

const hasSizeTwo = ({ size }: Pick<ProductFactor, "size">) => size === 2;

/**
 * Whether this program has the topology: at most six dimensions, where two factors of size two count as one ring of four, or a hypercube.
 */
function isAccepted(product: CartesianProduct): boolean {
  const twos = product.filter(hasSizeTwo).length;
  return twos === product.length ? twos <= maxCubeDimensions : product.length - twos + Math.ceil(twos / 2) <= maxDimensions;
}

/**
 * Torus, mesh, ring, line and hypercube. Some of them are the same network, which is reported as the first that applies:
 * 1. a ring of four (a 2 × 2 mesh, a 2-cube), and a 4 × 4 torus (a 4-cube)
 * 2. a hypercube (a torus of fours and twos)
 * 3. a mesh of at most six dimensions
 * 4. a torus, some of whose dimensions may be open; two factors of two are a ring of four
 */
export const torusFamily: TopologyFamily = {
  id: "torus",
  find(fabric) {
    const match = bestProduct(fabric, factorsOfSize, isAccepted);
    if (match === null) return null;
    const factors = match.product.map(({ kind, size }, d): GridDimension => {
      return { kind: kind === "full" ? (size === 2 ? "line" : "ring") : kind, size, factors: [d] };
    });
    const others = factors.filter((factor) => !hasSizeTwo(factor));
    const twos = factors.filter(hasSizeTwo);
    const isCube = others.length === 0 && twos.length > 2 && twos.length !== 4;
    const isMesh = others.length > 0 && others.every(({ kind }) => kind === "line") && factors.length <= maxDimensions;
    const dimensions = isCube || isMesh ? factors : [...others, ...combineToRings(twos)];
    // Rings first, then by size.
    dimensions.sort((a, b) => Number(b.kind === "ring") - Number(a.kind === "ring") || b.size - a.size);
    return placeInGrid(fabric, match, dimensions, (terminals, isSingle) => describe(dimensions, isCube, terminals, isSingle));
  },
};

/** Combines pairs of factors of size two to rings of four. */
function combineToRings(twos: readonly GridDimension[]): readonly GridDimension[] {
  const ringCount = Math.floor(twos.length / 2);
  const ringOfFour = (i: number): GridDimension => ({
    kind: "ring",
    size: 4,
    factors: [...twos[2 * i].factors, ...twos[2 * i + 1].factors],
  });
  return [...Array.from({ length: ringCount }, (_, i) => ringOfFour(i)), ...twos.slice(2 * ringCount)];
}

/** Limits of this program's topologies: size of a dimension, terminals per switch. */
const [maxSize, maxTerminals] = [1024, 32];

/**
 * Topology, title and sentences that describe a torus, mesh or hypercube. The topology is null if the limits of this program exclude it.
 * @param terminals per switch
 * @param isSingle whether no two switches have parallel links
 */
function describe(
  dimensions: readonly GridDimension[],
  isCube: boolean,
  terminals: number,
  isSingle: boolean,
): Pick<IdealTopology, "topology" | "title" | "sentences"> {
  const sizes = dimensions.map(({ size }) => size);
  const isSupported = isSingle && sizes.every((size) => size <= maxSize) && terminals >= 1 && terminals <= maxTerminals;
  const topology = (kind: string, values: Readonly<Record<string, unknown>>) =>
    isSupported ? { kind, values: { ...values, terminalsPerSwitch: terminals } } : null;
  const terminalText = terminalsSentence(terminals);
  const sizeText = formatSizes(dimensions);
  // A hypercube; then a line or ring, a mesh, and a torus in which some dimensions may be open.
  if (isCube) {
    const n = dimensions.length;
    return {
      topology: topology("hypercube", { n }),
      title: `hypercube of ${n} dimensions`,
      sentences: [
        `It has two switches along each of ${n} dimensions.`,
        `A ${formatSizes(combineToRings(dimensions))} torus is the same network.`,
        terminalText,
      ],
    };
  }
  const openAxes = dimensions.flatMap(({ kind, size }, d) => (kind === "line" && size > 2 ? [axisName(d)] : []));
  const isMesh = dimensions.every(({ kind }) => kind === "line");
  if (dimensions.length === 1) {
    return {
      topology: topology(isMesh ? "mesh" : "torus", { sizes }),
      title: `${isMesh ? "line" : "ring"} of ${sizes[0]} switches`,
      sentences: [terminalText],
    };
  }
  if (isMesh) {
    return {
      topology: topology("mesh", { sizes }),
      title: `${sizeText} mesh`,
      sentences: ["No dimension has wraparound links.", terminalText],
    };
  }
  return {
    topology: topology("torus", openAxes.length === 0 ? { sizes } : { sizes, wrap: dimensions.map(({ kind }) => kind === "ring") }),
    title: `${sizeText} torus`,
    sentences: [
      openAxes.length === 0
        ? "Every dimension has wraparound links."
        : `${openAxes.length === 1 ? "Dimension" : "Dimensions"} ${joinWithAnd(openAxes)} ${openAxes.length === 1 ? "has" : "have"} no wraparound links; all other dimensions have them.`,
      terminalText,
    ],
  };
}
