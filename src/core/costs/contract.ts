/** What a cost model is: a price list. It prices parts; what is bought of a network is counted in `network/parts.ts`. */
import type { Params, ValuesOf } from "../base/params.ts";
import type { Kind } from "../base/registry.ts";
import type { LinkPart } from "../network/parts.ts";

/** What all prices are in. */
export const currency = "US$";

export interface Cost<Id extends string = string, P extends Params = Params> extends Kind<Id, P> {
  /** What it is in a sentence, behind "at": `Myrinet 2000 prices`. */
  readonly prices: string;
  /** Price of a switch with that many ports, plugged or not. */
  priceOfSwitch(values: ValuesOf<P>, ports: number): number;
  /** Price of one link, both directions of it. */
  priceOfLink(values: ValuesOf<P>, link: LinkPart): number;
  /** Price of what a terminal needs besides its links: its adapter. */
  priceOfTerminal(values: ValuesOf<P>): number;
}

/** Declares a cost model; exists so that TypeScript infers its parameter types. */
export function cost<const Id extends string, P extends Params>(spec: Cost<Id, P>): Cost<Id, P> {
  return spec;
}
