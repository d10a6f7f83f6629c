/** Describes the product that was recognized as an ideal network with axes and coordinates. */
import type { Axis } from "../../core/network/network.ts";
import { axisName } from "../../core/network/shapes.ts";
import { type Found, pairsAlong } from "./best-product.ts";
import type { Fabric, Placed, Whole } from "./contract.ts";
import { usual } from "./fabric.ts";
import { placesOf } from "./product.ts";

/** A dimension of the description: a factor of the product, or two factors of size two combined to a ring of four. */
export interface Dimension {
  readonly kind: "line" | "ring" | "full";
  readonly size: number;
  readonly rows: readonly number[];
}

/** Position in a ring of four from the coordinates in two factors of size two: 00, 01, 11, 10. */
const aroundFour = (a: number, b: number) => 2 * a + (a ^ b);

/**
 * Places the switches in the ideal network of a product.
 * @param dimensions dimensions of the description, X first
 * @param describe returns topology, title and sentences from the usual number of terminals per switch, and from whether every pair has a
 * single link
 */
export function placedIn(
  fabric: Fabric,
  { product, at }: Found,
  dimensions: readonly Dimension[],
  toldOf: (terminals: number, isSingle: boolean) => Pick<Whole, "topology" | "title" | "said">,
): Placed {
  const places = placesOf(product);
  // Coordinates of all slots, the first dimension varying fastest.
  const strides: number[] = [];
  dimensions.reduce((stride, { size }) => (strides.push(stride), stride * size), 1);
  const coordinates = new Int32Array(places * dimensions.length);
  for (let p = 0; p < places; p++) {
    dimensions.forEach(({ size }, d) => (coordinates[p * dimensions.length + d] = Math.floor(p / strides[d]) % size));
  }
  // The slot of each switch, from its coordinates in the factors.
  const place = Int32Array.from({ length: fabric.switches }, (_, s) =>
    dimensions.reduce((p, { rows }, d) => {
      const [a, b] = rows.map((row) => at[s * product.length + row]);
      return p + strides[d] * (b === undefined ? a : aroundFour(a, b));
    }, 0),
  );
  // Each dimension gets its most frequent number of parallel links.
  const times = pairsAlong(fabric, product, at);
  const usually = dimensions.map(({ rows }) => Math.max(1, usual(rows.flatMap((row) => times[row]))));
  const links: (readonly [number, number, number])[] = [];
  dimensions.forEach(({ kind, size }, d) => {
    for (let p = 0; p < places; p++) {
      const x = coordinates[p * dimensions.length + d];
      const to = (y: number) => p + (y - x) * strides[d];
      if (kind === "full") for (let y = x + 1; y < size; y++) links.push([p, to(y), usually[d]]);
      else if (x + 1 < size) links.push([p, to(x + 1), usually[d]]);
      else if (kind === "ring") links.push([to(0), p, usually[d]]);
    }
  });
  const terminals = usual(fabric.hosts);
  return {
    whole: {
      ...toldOf(
        terminals,
        usually.every((each) => each === 1),
      ),
      axes: dimensions.map(({ kind, size }, d): Axis => ({ name: axisName(d), kind, size })),
      at: coordinates,
      links,
      hosts: new Int32Array(places).fill(terminals),
    },
    place,
  };
}

/** `8 × 4`. */
export const sizesOf = (dimensions: readonly Dimension[]): string => dimensions.map(({ size }) => size).join(" × ");

/** A sentence about the number of terminals per switch. */
export function sayTerminals(count: number): string {
  if (count === 0) return "No terminals hang on its switches.";
  return count === 1 ? "One terminal hangs on each switch." : `${count} terminals hang on each switch.`;
}
