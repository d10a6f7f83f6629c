/** Contract of a price list. It prices parts; `network/bill-of-materials.ts` counts them. */
import { choice, integer, type Params, type ValuesOf } from "../base/params.ts";
import type { Kind } from "../base/kind-registry.ts";
import type { LinkPart } from "../network/bill-of-materials.ts";

/** Currency of all prices. */
export const currency = "US$";

/** A kind of price list. */
export interface PriceList<Id extends string = string, P extends Params = Params> extends Kind<Id, P> {
  /** Name of the price list in a sentence, after "at": `Myrinet 2000 prices`. */
  readonly prices: string;
  /** Price of a switch with `ports` ports. The parameter `pricedPorts` of {@link commonCostParams} decides which ports count. */
  priceOfSwitch(values: ValuesOf<P>, ports: number): number;
  /** Price of one link with both channels. */
  priceOfLink(values: ValuesOf<P>, link: LinkPart): number;
  /** Length of one link in meters, at least 0. Absent if the price list has no lengths. */
  metersOf?(values: ValuesOf<P>, link: LinkPart): number;
  /** Power of a switch port with a link in watts, at least 0; 0 if unknown. Absent if the price list has no power. */
  wattsOfPort?(values: ValuesOf<P>): number;
  /** Price of a terminal's adapter. */
  priceOfTerminal(values: ValuesOf<P>): number;
}

/** Parameters that every price list has. */
export const commonCostParams = {
  pricedPorts: choice({
    title: "Priced ports",
    help: "Which ports of a switch count for its price. In a tree, the upward ports of the top level are empty.",
    default: "all",
    choices: [
      { id: "all", title: "all", help: "Every port, connected or not: all switches of a tree are the same product." },
      {
        id: "plugged",
        title: "connected ones",
        help: "Only ports with a link: a switch costs as much as a smaller one that has no empty ports.",
      },
    ],
  }),
  rackTerminals: integer({
    title: "Terminals of a rack",
    word: "# terminals a rack|# terminal a rack",
    help: "Terminals in a rack, with their switches. Cable lengths then follow from the positions of the racks. 0: no racks.",
    min: 0,
    max: 65536,
    default: 0,
  }),
  rackSwitches: integer({
    title: "Switches of a rack",
    word: "# other switches a rack|# other switch a rack",
    help: "Number of other switches in a rack.",
    min: 1,
    max: 65536,
    default: 16,
  }),
} satisfies Params;

/** Declares a price list and adds the common parameters. TypeScript infers the parameter types. */
export function definePriceList<const Id extends string, P extends Params>(
  spec: Omit<PriceList<Id, P & typeof commonCostParams>, "params"> & { readonly params: P },
): PriceList<Id, P & typeof commonCostParams> {
  return { ...spec, params: { ...spec.params, ...commonCostParams } };
}
