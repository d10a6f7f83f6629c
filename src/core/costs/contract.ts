/** What a cost model is: a price list. It prices parts; what is bought of a network is counted in `network/parts.ts`. */
import { choice, integer, type Params, type ValuesOf } from "../base/params.ts";
import type { Kind } from "../base/registry.ts";
import type { LinkPart } from "../network/parts.ts";

/** What all prices are in. */
export const currency = "US$";

export interface Cost<Id extends string = string, P extends Params = Params> extends Kind<Id, P> {
  /** What it is in a sentence, behind "at": `Myrinet 2000 prices`. */
  readonly prices: string;
  /** Price of a switch with that many ports; which count is said by {@link ofAll}. */
  priceOfSwitch(values: ValuesOf<P>, ports: number): number;
  /** Price of one link, both directions of it. */
  priceOfLink(values: ValuesOf<P>, link: LinkPart): number;
  /** Metres of one link, at least 0. Absent where the list knows no lengths. */
  metresOf?(values: ValuesOf<P>, link: LinkPart): number;
  /** Watts of a port of a switch that has a link, at least 0; 0 where the list does not say. Absent where no list of this kind says it. */
  wattsOfPort?(values: ValuesOf<P>): number;
  /** Price of what a terminal needs besides its links: its adapter. */
  priceOfTerminal(values: ValuesOf<P>): number;
}

/** What every price list has besides its own parameters. */
export const ofAll = {
  pricedPorts: choice({
    title: "Ports paid for",
    help: "Which ports of a switch count for its price. At the top of a tree, the ports that would lead up are empty.",
    default: "all",
    choices: [
      { id: "all", title: "all", help: "Every port, used or not: all switches of a tree are the same product." },
      {
        id: "plugged",
        title: "those with a link",
        help: "A switch costs as much as one with exactly as many ports as it has links.",
      },
    ],
  }),
  rackTerminals: integer({
    title: "Terminals of a rack",
    word: "# terminals a rack|# terminal a rack",
    help: "Racks tell cables by length; 0 for no racks. The switch of terminals stands with them.",
    min: 0,
    max: 65536,
    default: 0,
  }),
  rackSwitches: integer({
    title: "Switches of a rack",
    word: "# other switches a rack|# other switch a rack",
    help: "How many of the other switches stand in a rack of their own.",
    min: 1,
    max: 65536,
    default: 16,
  }),
} satisfies Params;

/** Declares a cost model, with the parameters of all; TypeScript infers its own. */
export function cost<const Id extends string, P extends Params>(
  spec: Omit<Cost<Id, P & typeof ofAll>, "params"> & { readonly params: P },
): Cost<Id, P & typeof ofAll> {
  return { ...spec, params: { ...spec.params, ...ofAll } };
}
