/** Assigns the links of a switch to the dimensions of a product, by the common neighbors of its neighbors. */
import { DisjointSets } from "../../core/network/disjoint-sets.ts";
import type { SwitchFabric } from "./contract.ts";
import type { CartesianProduct, ProductFactor } from "./product.ts";

/** Neighbors of a switch, grouped by dimension. */
export interface Star {
  readonly center: number;
  readonly dimensions: readonly StarDimension[];
}

/** The neighbors in one dimension, and whether they are joined to each other. */
export interface StarDimension {
  readonly neighbours: readonly number[];
  readonly areJoined: boolean;
}

/**
 * The star of a switch: its neighbors grouped by the dimension of a grid in which they lie; null if a missing or extra link makes it
 * ambiguous. Two neighbors in different dimensions have a second common neighbor, the fourth corner of a square. Two neighbors in the same
 * dimension have none, or are joined to each other.
 */
export function starOf({ firstNeighbor, neighbors: neighborArray }: SwitchFabric, center: number): Star | null {
  const neighborList = neighborArray.subarray(firstNeighbor[center], firstNeighbor[center + 1]);
  const indexOfNeighbor = new Map(Array.from(neighborList, (v, i) => [v, i]));
  // Neighbors that are joined to each other lie in the same dimension, a full graph.
  const components = new DisjointSets(neighborList.length);
  for (const [v, i] of indexOfNeighbor) {
    for (let e = firstNeighbor[v]; e < firstNeighbor[v + 1]; e++) {
      const j = indexOfNeighbor.get(neighborArray[e]);
      if (j !== undefined) components.union(i, j);
    }
  }
  const groups = new Map<number, number[]>();
  neighborList.forEach((v, i) => {
    const group = groups.get(components.find(i));
    if (group === undefined) groups.set(components.find(i), [v]);
    else group.push(v);
  });
  // A ring or line has two neighbors, which are not joined to each other: pair them.
  const singles = [...groups.values()].filter(({ length }) => length === 1).map(([v]) => v);
  const pairs = pairOpposite({ firstNeighbor, neighbors: neighborArray }, center, singles);
  if (pairs === null) return null;
  const pairedNeighbors = new Set(pairs.flat());
  // All other groups. A group of a single neighbor means that the switch is an end of a line, or one of a full graph of two switches.
  const unpairedGroups = [...groups.values()].filter(([v]) => !pairedNeighbors.has(v));
  return {
    center,
    dimensions: [
      ...pairs.map((neighbours) => ({ neighbours, areJoined: false })),
      ...unpairedGroups.map((neighbours) => ({ neighbours, areJoined: neighbours.length > 1 })),
    ],
  };
}

/**
 * Pairs the given neighbors of a switch so that the two of a pair lie in the same dimension; null if the pairing is ambiguous. Two
 * neighbors in different dimensions have a second common neighbor, the fourth corner of a square. If a missing link breaks that square, a
 * parallel square may be complete, one step away in a third dimension.
 */
function pairOpposite(
  { firstNeighbor, neighbors }: Pick<SwitchFabric, "firstNeighbor" | "neighbors">,
  center: number,
  neighborsToPair: readonly number[],
): number[][] | null {
  /** The fourth corner of the square of two neighbors, by their indices in `neighborsToPair`. */
  const cornersOf = neighborsToPair.map(() => new Map<number, number>());
  /** Indices of the neighbors that are joined to a switch. */
  const neighborsAttachedTo = new Map<number, number[]>();
  neighborsToPair.forEach((v, i) => {
    for (let e = firstNeighbor[v]; e < firstNeighbor[v + 1]; e++) {
      const corner = neighbors[e];
      if (corner === center) continue;
      const earlierNeighbors = neighborsAttachedTo.get(corner);
      if (earlierNeighbors === undefined) neighborsAttachedTo.set(corner, [i]);
      else {
        for (const j of earlierNeighbors) {
          cornersOf[j].set(i, corner);
          cornersOf[i].set(j, corner);
        }
        earlierNeighbors.push(i);
      }
    }
  });
  /** Whether two switches have a common neighbor other than `excluded`. */
  const haveCommonNeighbor = (a: number, b: number, excluded: number) => {
    const neighborsOfB = neighbors.subarray(firstNeighbor[b], firstNeighbor[b + 1]);
    return neighbors.subarray(firstNeighbor[a], firstNeighbor[a + 1]).some((x) => x !== excluded && neighborsOfB.includes(x));
  };
  // Whether two neighbors i and j form a square, or squares with a third one, k, whose fourth corners a and b form the parallel square.
  const differInDimension = (i: number, j: number) =>
    cornersOf[i].has(j) ||
    [...cornersOf[i]].some(([k, a]) => {
      const b = cornersOf[j].get(k);
      return b !== undefined && b !== a && haveCommonNeighbor(a, b, neighborsToPair[k]);
    });
  const possiblePartners = neighborsToPair.map(
    (_, i) => new Set(neighborsToPair.map((_, j) => j).filter((j) => j !== i && !differInDimension(i, j))),
  );
  const pairs: number[][] = [];
  const unpaired = new Set(neighborsToPair.keys());
  // Repeatedly pair a neighbor that has only one possible partner.
  for (let changed = true; changed;) {
    changed = false;
    for (const i of unpaired) {
      if (possiblePartners[i].size !== 1) continue;
      const [j] = possiblePartners[i];
      pairs.push([neighborsToPair[i], neighborsToPair[j]]);
      for (const k of [i, j]) {
        unpaired.delete(k);
        for (const other of possiblePartners[k]) possiblePartners[other].delete(k);
        possiblePartners[k].clear();
      }
      changed = true;
    }
  }
  return [...unpaired].every((i) => possiblePartners[i].size === 0) ? pairs : null;
}

/** Whether a group of neighbors can lie along a factor of the product. */
function fitsFactor({ kind, size }: ProductFactor, { neighbours: { length }, areJoined }: StarDimension): boolean {
  if (kind === "full") return length < size && length >= 0.75 * (size - 1);
  return !areJoined && length <= 2 && (kind === "line" || length === 2);
}

/**
 * Yields all assignments of the groups of a star (neighbors of a switch in the same dimension) to the dimensions of a product (a grid with
 * one factor per dimension), the best fit first. Equal factors are not distinguished. An assignment lists the neighbors of each dimension.
 */
export function* dimensionAssignments({ dimensions: groups }: Star, product: CartesianProduct): Generator<readonly (readonly number[])[]> {
  if (groups.length !== product.length) return;
  const sortedGroups = [...groups].sort((a, b) => b.neighbours.length - a.neighbours.length);
  const assigned: (readonly number[])[] = product.map(() => []);
  function* assign(i: number, freeDimensions: readonly number[]): Generator<readonly (readonly number[])[]> {
    if (i === sortedGroups.length) {
      yield [...assigned];
      return;
    }
    const { neighbours } = sortedGroups[i];
    const missingNeighbors = (d: number) => (product[d].kind === "full" ? product[d].size - 1 : 2) - neighbours.length;
    const triedFactors = new Set<string>();
    for (const d of freeDimensions
      .filter((each) => fitsFactor(product[each], sortedGroups[i]))
      .sort((a, b) => missingNeighbors(a) - missingNeighbors(b))) {
      const { kind, size } = product[d];
      if (triedFactors.has(`${kind} ${size}`)) continue;
      triedFactors.add(`${kind} ${size}`);
      assigned[d] = neighbours;
      yield* assign(
        i + 1,
        freeDimensions.filter((each) => each !== d),
      );
    }
  }
  yield* assign(
    0,
    product.map((_, d) => d),
  );
}
