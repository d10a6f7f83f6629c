import { anded } from "../../core/base/words.ts";
import { axisName } from "../../core/network/shapes.ts";
import { bestProduct } from "./best-product.ts";
import type { Family, Whole } from "./contract.ts";
import { type Dimension, placedIn, sayTerminals, sizesOf } from "./grid.ts";
import type { Product, Row } from "./product.ts";

/** Accepted factors of a size. A size of two and a ring of three are full graphs; a ring of four is two factors of two. */
function rowsOf(size: number): readonly Row[] {
  if (size === 2) return [{ kind: "full", size }];
  const line: Row = { kind: "line", size };
  if (size === 3) return [line, { kind: "full", size }];
  return size === 4 ? [line] : [line, { kind: "ring", size }];
}

/** Maximum number of dimensions of this program's tori and meshes, and of its hypercubes. */
const [mostDimensions, mostOfCube] = [6, 16];

const isTwo = ({ size }: Pick<Row, "size">) => size === 2;

/** At most six dimensions, where two factors of two count as one ring of four; or a hypercube. */
function isAsked(product: Product): boolean {
  const twos = product.filter(isTwo).length;
  return twos === product.length ? twos <= mostOfCube : product.length - twos + Math.ceil(twos / 2) <= mostDimensions;
}

/**
 * Torus, mesh, ring, line and hypercube. Some of them are the same network, which is reported as the first that applies:
 * 1. a ring of four (a 2 × 2 mesh, a 2-cube), and a 4 × 4 torus (a 4-cube)
 * 2. a hypercube (a torus of fours and twos)
 * 3. a mesh of at most six dimensions
 * 4. a torus, some of whose dimensions may be open; two factors of two are a ring of four
 */
export const torus: Family = {
  id: "torus",
  find(fabric) {
    const found = bestProduct(fabric, rowsOf, isAsked);
    if (found === null) return null;
    const rows = found.product.map(({ kind, size }, d): Dimension => {
      return { kind: kind === "full" ? (size === 2 ? "line" : "ring") : kind, size, rows: [d] };
    });
    const others = rows.filter((row) => !isTwo(row));
    const twos = rows.filter(isTwo);
    const isCube = others.length === 0 && twos.length > 2 && twos.length !== 4;
    const isMesh = others.length > 0 && others.every(({ kind }) => kind === "line") && rows.length <= mostDimensions;
    const dimensions = isCube || isMesh ? rows : [...others, ...inFours(twos)];
    // Rings first, then by size.
    dimensions.sort((a, b) => Number(b.kind === "ring") - Number(a.kind === "ring") || b.size - a.size);
    return placedIn(fabric, found, dimensions, (terminals, isSingle) => told(dimensions, isCube, terminals, isSingle));
  },
};

/** Combines pairs of factors of size two to rings of four. */
function inFours(twos: readonly Dimension[]): readonly Dimension[] {
  const fours = Math.floor(twos.length / 2);
  const four = (i: number): Dimension => ({ kind: "ring", size: 4, rows: [...twos[2 * i].rows, ...twos[2 * i + 1].rows] });
  return [...Array.from({ length: fours }, (_, i) => four(i)), ...twos.slice(2 * fours)];
}

/** Limits of this program's topologies: size of a dimension, terminals per switch. */
const [longestRow, mostTerminals] = [1024, 32];

/** Topology, title and sentences of a product; the topology is null if this program's limits exclude it. */
function told(
  dimensions: readonly Dimension[],
  isCube: boolean,
  terminals: number,
  isSingle: boolean,
): Pick<Whole, "topology" | "title" | "said"> {
  const sizes = dimensions.map(({ size }) => size);
  const isBuilt = isSingle && sizes.every((size) => size <= longestRow) && terminals >= 1 && terminals <= mostTerminals;
  const topology = (kind: string, values: Readonly<Record<string, unknown>>) =>
    isBuilt ? { kind, values: { ...values, terminalsPerSwitch: terminals } } : null;
  const hang = sayTerminals(terminals);
  const named = sizesOf(dimensions);
  if (isCube) {
    const n = dimensions.length;
    return {
      topology: topology("hypercube", { n }),
      title: `hypercube of ${n} dimensions`,
      said: [`It has two switches along each of ${n} dimensions.`, `A ${sizesOf(inFours(dimensions))} torus is the same network.`, hang],
    };
  }
  const open = dimensions.flatMap(({ kind, size }, d) => (kind === "line" && size > 2 ? [axisName(d)] : []));
  const isMesh = dimensions.every(({ kind }) => kind === "line");
  if (dimensions.length === 1) {
    return {
      topology: topology(isMesh ? "mesh" : "torus", { sizes }),
      title: `${isMesh ? "line" : "ring"} of ${sizes[0]} switches`,
      said: [hang],
    };
  }
  if (isMesh) {
    return { topology: topology("mesh", { sizes }), title: `${named} mesh`, said: ["No row closes into a ring.", hang] };
  }
  return {
    topology: topology("torus", open.length === 0 ? { sizes } : { sizes, wrap: dimensions.map(({ kind }) => kind === "ring") }),
    title: `${named} torus`,
    said: [open.length === 0 ? "Every row closes into a ring." : `Rows along ${anded(open)} are open; the others close into rings.`, hang],
  };
}
