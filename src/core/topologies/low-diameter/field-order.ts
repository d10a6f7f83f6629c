/** Parameters of networks that are constructed from a finite field: its order q, and the terminals per switch. */
import { withoutUndefined } from "../../base/defined.ts";
import type { ValidationIssue } from "../../base/errors.ts";
import { largestField, primeBaseOf, nearestPrimePowers } from "../../base/galois.ts";
import { integer } from "../../base/params.ts";
import { networkLimits } from "../contract.ts";

/** Order of the field. @param min order of the smallest network @param value default */
export const orderParam = (min: number, value: number) =>
  integer({ title: "Order", symbol: "q", help: "Elements of the field GF(q): a prime power.", min, max: largestField, default: value });

/** Maximum number of terminals per switch. */
export const maxTerminalsOfSwitch = 256;

/**
 * Terminals per switch; 0 for the balanced number, which is half the number of links to other switches, because most paths use two such
 * links.
 */
export const balancedTerminalsParam = integer({
  title: "Terminals",
  symbol: "p",
  help: "Terminals attached to each switch. 0: balanced, half the number of its links to other switches.",
  min: 0,
  max: maxTerminalsOfSwitch,
  zero: "balanced terminals",
  default: 0,
});

/** Parameter values of a network constructed from GF(q), with p terminals per switch (0: balanced). */
export interface FieldOrder {
  readonly q: number;
  readonly p: number;
}

/**
 * Checks the parameter q of a topology that is built over a finite field: a field of q elements exists only if q is a power of a prime. The
 * issue suggests the nearest orders whose networks are within the limits.
 * @param min Order of the smallest network.
 */
export function checkOrder<Values extends FieldOrder>(
  values: Values,
  min: number,
  expectedFacts: (values: Values) => { readonly terminals: number; readonly links: number },
): readonly ValidationIssue[] {
  const { q } = values;
  if (primeBaseOf(q) !== null) return [];
  const fits = (order: number) => {
    const { terminals, links } = expectedFacts({ ...values, q: order });
    return terminals <= networkLimits.terminals && links <= networkLimits.links;
  };
  let max = largestField;
  while (max > min && !fits(max)) max--;
  const [nearest, otherSide] = nearestPrimePowers(q, min, max);
  return [
    {
      path: "q",
      message: `there is no field of ${q} elements: ${q} is not a power of a prime.`,
      remedy: `Use ${otherSide === undefined ? nearest : `${nearest} or ${otherSide}`}.`,
      nearest,
      ...withoutUndefined({ otherSide }),
    },
  ];
}
