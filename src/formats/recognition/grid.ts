/** The whole network that a product is, as it is told. */
import type { Axis } from "../../core/network/network.ts";
import { axisName } from "../../core/network/shapes.ts";
import { type Found, pairsAlong } from "./best-product.ts";
import type { Fabric, Placed, Whole } from "./contract.ts";
import { usual } from "./fabric.ts";
import { placesOf } from "./product.ts";

/** A dimension of the network that is told: a row of the product, or two rows of two as a ring of four. */
export interface Dimension {
  readonly kind: "line" | "ring" | "full";
  readonly size: number;
  readonly rows: readonly number[];
}

/** Coordinate around a ring of four by those in two rows of two: 00, 01, 11, 10. */
const aroundFour = (a: number, b: number) => 2 * a + (a ^ b);

/**
 * The switches in the whole network that a product is.
 * @param dimensions its dimensions, X first
 * @param toldOf what it is called: by the usual number of terminals of a switch, and whether one link joins each pair
 */
export function placedIn(
  fabric: Fabric,
  { product, at }: Found,
  dimensions: readonly Dimension[],
  toldOf: (terminals: number, isSingle: boolean) => Pick<Whole, "topology" | "title" | "said">,
): Placed {
  const places = placesOf(product);
  const strides: number[] = [];
  dimensions.reduce((stride, { size }) => (strides.push(stride), stride * size), 1);
  const coordinates = new Int32Array(places * dimensions.length);
  for (let p = 0; p < places; p++) {
    dimensions.forEach(({ size }, d) => (coordinates[p * dimensions.length + d] = Math.floor(p / strides[d]) % size));
  }
  const place = Int32Array.from({ length: fabric.switches }, (_, s) =>
    dimensions.reduce((p, { rows }, d) => {
      const [a, b] = rows.map((row) => at[s * product.length + row]);
      return p + strides[d] * (b === undefined ? a : aroundFour(a, b));
    }, 0),
  );
  // Links of a dimension are as many as they are mostly.
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

/** How many terminals a switch has. */
export function sayTerminals(count: number): string {
  if (count === 0) return "No terminals hang on its switches.";
  return count === 1 ? "One terminal hangs on each switch." : `${count} terminals hang on each switch.`;
}
