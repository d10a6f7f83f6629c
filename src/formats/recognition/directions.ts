/** Assigns the links of a switch to the dimensions of a product, from the common neighbors of its neighbors. */
import { Pieces } from "../../core/network/pieces.ts";
import type { Fabric } from "./contract.ts";
import type { Product, Row } from "./product.ts";

/** Neighbors of a switch, grouped by dimension. */
export interface Star {
  readonly centre: number;
  readonly rows: readonly StarRow[];
}

/** The neighbors in one dimension, and whether they are joined to each other. */
export interface StarRow {
  readonly neighbours: readonly number[];
  readonly areJoined: boolean;
}

/**
 * The star of a switch, or null if a missing or extra link makes it ambiguous. Two neighbors in different dimensions have a second common
 * neighbor, the fourth corner of a square. Two neighbors in the same dimension have none, or are joined to each other.
 */
export function starOf({ first, to }: Fabric, centre: number): Star | null {
  const own = to.subarray(first[centre], first[centre + 1]);
  const index = new Map(Array.from(own, (v, i) => [v, i]));
  const pieces = new Pieces(own.length);
  for (const [v, i] of index) {
    for (let e = first[v]; e < first[v + 1]; e++) {
      const j = index.get(to[e]);
      if (j !== undefined) pieces.join(i, j);
    }
  }
  const rows = new Map<number, number[]>();
  own.forEach((v, i) => {
    const row = rows.get(pieces.of(i));
    if (row === undefined) rows.set(pieces.of(i), [v]);
    else row.push(v);
  });
  const single = [...rows.values()].filter(({ length }) => length === 1).map(([v]) => v);
  const pairs = opposite({ first, to }, centre, single);
  if (pairs === null) return null;
  const paired = new Set(pairs.flat());
  const others = [...rows.values()].filter(([v]) => !paired.has(v));
  return {
    centre,
    rows: [
      ...pairs.map((neighbours) => ({ neighbours, areJoined: false })),
      ...others.map((neighbours) => ({ neighbours, areJoined: neighbours.length > 1 })),
    ],
  };
}

/**
 * Pairs the given neighbors of a switch so that each pair lies in one dimension; null if the pairing is ambiguous. Neighbors in different
 * dimensions are corners of a square with the switch. If a missing link breaks that square, a parallel one in a third dimension may be
 * complete: its corners are those that each of the two neighbors shares with a third one.
 */
function opposite({ first, to }: Pick<Fabric, "first" | "to">, centre: number, some: readonly number[]): number[][] | null {
  const index = new Map(some.map((v, i) => [v, i]));
  /** The fourth corners of squares, by the indices of two neighbors in `neighborsToPair`. */
  const corner = some.map(() => new Map<number, number>());
  const seenFrom = new Map<number, number[]>();
  some.forEach((v, i) => {
    for (let e = first[v]; e < first[v + 1]; e++) {
      if (to[e] === centre) continue;
      const others = seenFrom.get(to[e]);
      if (others === undefined) seenFrom.set(to[e], [i]);
      else {
        for (const j of others) {
          corner[j].set(i, to[e]);
          corner[i].set(j, to[e]);
        }
        others.push(i);
      }
    }
  });
  /** Whether two switches have a common neighbor other than `excluded`. */
  const meet = (a: number, b: number, but: number) => {
    const around = to.subarray(first[b], first[b + 1]);
    return to.subarray(first[a], first[a + 1]).some((x) => x !== but && around.includes(x));
  };
  const areApart = (i: number, j: number) =>
    corner[i].has(j) ||
    [...corner[i]].some(([k, a]) => {
      const b = corner[j].get(k);
      return b !== undefined && b !== a && meet(a, b, some[k]);
    });
  const open = some.map((_, i) => new Set(some.map((_, j) => j).filter((j) => j !== i && !areApart(i, j))));
  const pairs: number[][] = [];
  const left = new Set(index.values());
  // Repeatedly pair a neighbor that has only one possible partner.
  for (let changed = true; changed;) {
    changed = false;
    for (const i of left) {
      if (open[i].size !== 1) continue;
      const [j] = open[i];
      pairs.push([some[i], some[j]]);
      for (const k of [i, j]) {
        left.delete(k);
        for (const other of open[k]) open[other].delete(k);
        open[k].clear();
      }
      changed = true;
    }
  }
  return [...left].every((i) => open[i].size === 0) ? pairs : null;
}

/** Whether a group of neighbors can lie along a factor of the product. */
function suits({ kind, size }: Row, { neighbours: { length }, areJoined }: StarRow): boolean {
  if (kind === "full") return length < size && length >= 0.75 * (size - 1);
  return !areJoined && length <= 2 && (kind === "line" || length === 2);
}

/**
 * Yields all assignments of the neighbor groups to the dimensions of a product, the best fit first. Equal factors are not distinguished. An
 * assignment lists the neighbors of each dimension.
 */
export function* waysToLie({ rows }: Star, product: Product): Generator<readonly (readonly number[])[]> {
  if (rows.length !== product.length) return;
  const order = [...rows].sort((a, b) => b.neighbours.length - a.neighbours.length);
  const chosen: (readonly number[])[] = product.map(() => []);
  function* go(i: number, free: readonly number[]): Generator<readonly (readonly number[])[]> {
    if (i === order.length) {
      yield [...chosen];
      return;
    }
    const { neighbours } = order[i];
    const absent = (d: number) => (product[d].kind === "full" ? product[d].size - 1 : 2) - neighbours.length;
    const tried = new Set<string>();
    for (const d of free.filter((each) => suits(product[each], order[i])).sort((a, b) => absent(a) - absent(b))) {
      const { kind, size } = product[d];
      if (tried.has(`${kind} ${size}`)) continue;
      tried.add(`${kind} ${size}`);
      chosen[d] = neighbours;
      yield* go(
        i + 1,
        free.filter((each) => each !== d),
      );
    }
  }
  yield* go(
    0,
    product.map((_, d) => d),
  );
}
