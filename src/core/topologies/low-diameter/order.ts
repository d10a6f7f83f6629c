/** Parameters of networks that are constructed from a finite field: its order q, and the terminals per switch. */
import { defined } from "../../base/defined.ts";
import type { ValidationIssue } from "../../base/errors.ts";
import { largestField, primeOf, primePowersBeside } from "../../base/galois.ts";
import { integer } from "../../base/params.ts";
import { largest } from "../contract.ts";

/** Order of the field. @param min order of the smallest network @param value default */
export const order = (min: number, value: number) =>
  integer({ title: "Order", symbol: "q", help: "Elements of the field GF(q): a prime power.", min, max: largestField, default: value });

/** Maximum number of terminals per switch. */
export const mostOfSwitch = 256;

/**
 * Terminals per switch; 0 for the balanced number, which is half the number of links to other switches, because most paths use two such
 * links.
 */
export const terminalsOfSwitch = integer({
  title: "Terminals",
  symbol: "p",
  help: "Terminals attached to each switch. 0 is balanced: half as many as it has links to other switches.",
  min: 0,
  max: mostOfSwitch,
  zero: "balanced terminals",
  default: 0,
});

/** Parameter values of a network constructed from GF(q), with p terminals per switch (0: balanced). */
export interface Ordered {
  readonly q: number;
  readonly p: number;
}

/** Issues with the order: no finite field has it. @param least order of the smallest network */
export function checkOrder<Values extends Ordered>(
  values: Values,
  least: number,
  expect: (values: Values) => { readonly terminals: number; readonly links: number },
): readonly ValidationIssue[] {
  const { q } = values;
  if (primeOf(q) !== null) return [];
  const fits = (order: number) => {
    const { terminals, links } = expect({ ...values, q: order });
    return terminals <= largest.terminals && links <= largest.links;
  };
  let most = largestField;
  while (most > least && !fits(most)) most--;
  const [nearest, otherSide] = primePowersBeside(q, least, most);
  return [
    {
      path: "q",
      message: `there is no field of ${q} elements: ${q} is not a power of a prime.`,
      remedy: `Use ${otherSide === undefined ? nearest : `${nearest} or ${otherSide}`}.`,
      nearest,
      ...defined({ otherSide }),
    },
  ];
}
