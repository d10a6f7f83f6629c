/** What networks made of a finite field share: its order q, and the terminals of a switch. */
import { defined } from "../../base/defined.ts";
import type { ValidationIssue } from "../../base/errors.ts";
import { largestField, primeOf, primePowersBeside } from "../../base/galois.ts";
import { integer } from "../../base/params.ts";
import { largest } from "../contract.ts";

/** The elements of the field, from those of the smallest network. */
export const order = (min: number, value: number) =>
  integer({ title: "Order", symbol: "q", help: "Elements of the field GF(q): a prime power.", min, max: largestField, default: value });

/** Most terminals of a switch. */
export const mostOfSwitch = 256;

/** Terminals of a switch, 0 for as many as its links to switches can serve: two such links for each, as every way takes two. */
export const terminalsOfSwitch = integer({
  title: "Terminals",
  symbol: "p",
  help: "Terminals attached to each switch. 0 is balanced: half as many as it has links to other switches.",
  min: 0,
  max: mostOfSwitch,
  zero: "balanced terminals",
  default: 0,
});

export interface Ordered {
  readonly q: number;
  readonly p: number;
}

/** What speaks against an order: that there is no such field. Networks begin at order `least`. */
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
