/** Networks of m³ terminals to compare with Three Quads, and their costs at prices that a reader may move. */
import { readParams } from "../../core/base/params.ts";
import { billOf } from "../../core/costs/bill.ts";
import { ownPrices } from "../../core/costs/own-prices.ts";
import type { BillOfMaterials } from "../../core/network/bill-of-materials.ts";
import { topologyFacts, readScenario } from "../../core/scenario/scenario.ts";
import type { ModelConstant, ConstantValues, ScenarioDocument, Provenance } from "../contract.ts";
import { uniformTrafficOn } from "../documents.ts";

/** Prices of parts in US$. The paper prints none, so these are round numbers. */
export const priceConstants: readonly ModelConstant[] = [
  priceConstant(
    "port",
    "Port of a small switch",
    10,
    [1, 1000],
    1,
    "Price of each port of a switch of Three Quads, of a tree or of a torus.",
  ),
  priceConstant(
    "portSquared",
    "Port squared",
    0.25,
    [0.05, 20],
    0.05,
    "Price term proportional to the square of the ports of such a switch, as for its crossbar.",
  ),
  priceConstant(
    "linkBase",
    "Cable",
    5,
    [1, 1000],
    1,
    "Price of a link, including the network port of the node; a node of Three Quads has three.",
  ),
  priceConstant(
    "large",
    "Port of the enterprise switch",
    100,
    [5, 5000],
    5,
    "Price of each of its 64 ports, including the rest of the switch.",
  ),
];

/** Provenance of numbers that depend on these prices only. */
export const priceProvenance: Provenance = { is: "assumed", on: "prices, which the paper does not print" };

/** Provenance of numbers that depend on prices and on simulated times, which have other fitted constants. */
export const priceAndTimeProvenance = (constants: string, cells: string): Provenance => ({
  is: "assumed",
  on: `prices, which the paper does not print, and on times with ${constants} fitted to ${cells} cells of Table 1`,
});

/**
 * Creates a constant for a price in US dollars, which readers can change on the page. The constant `large` is the price per port of the
 * enterprise switch, the only switch of a `single-switch` topology: it replaces the port price there and does not affect the other
 * networks. The lower limit is positive because a network without cost has no performance per cost.
 */
function priceConstant(
  id: string,
  title: string,
  value: number,
  [min, max]: readonly [number, number],
  step: number,
  help: string,
): ModelConstant {
  const isLarge = id === "large";
  return {
    id,
    title,
    unit: "US$",
    defaultValue: value,
    min,
    max,
    step,
    help,
    putValue(document, newValue) {
      const { topology, cost } = document as { readonly topology?: ScenarioDocument; readonly cost?: ScenarioDocument };
      if (cost?.["kind"] !== ownPrices.id) return document;
      const withPrice = (priceId: string) => ({ ...document, cost: { ...cost, [priceId]: newValue } });
      if (topology?.["kind"] !== "single-switch") return isLarge ? document : withPrice(id);
      if (isLarge) return withPrice("port");
      return id === "linkBase" ? withPrice(id) : document;
    },
  };
}

/** The price list of a network, as in its document. */
function priceList(name: ComparedNetworkName, constantOf: ConstantValues) {
  const [port, portSquared] = name === "one switch" ? [constantOf("large"), 0] : [constantOf("port"), constantOf("portSquared")];
  return { kind: ownPrices.id, switchBase: 0, port, portSquared, linkBase: constantOf("linkBase"), metre: 0 };
}

const assumedPriceOf: ConstantValues = (id) => priceConstants.find((each) => each.id === id)?.defaultValue ?? NaN;

/** Complete networks of m³ terminals with closed-form costs. */
const comparedNetworks = {
  "Three Quads": (m: number) => ({ kind: "three-quads", m }),
  "fat tree": (m: number) => ({ kind: "k-ary-n-tree", k: m, n: 3 }),
  torus: (m: number) => ({ kind: "torus", sizes: [m, m, m] }),
  "one switch": (m: number) => ({ kind: "single-switch", terminals: m ** 3 }),
} as const;
export type ComparedNetworkName = keyof typeof comparedNetworks;
const networkNames = Object.keys(comparedNetworks) as readonly ComparedNetworkName[];
/** The networks that are built of small switches at any size. */
export const smallSwitchNetworks = networkNames.filter((name) => name !== "one switch");
/** Values of m in the figure of costs. */
export const networkSides = [2, 3, 4, 5, 6, 8, 10, 12, 14, 16] as const;

/** The topology of a network of m³ terminals. */
export const comparedTopologyOf = (name: ComparedNetworkName, m: number): ScenarioDocument => comparedNetworks[name](m);

/** The document of a network of m³ terminals at the default prices. */
export const pricedDocumentOf = (name: ComparedNetworkName, m: number): ScenarioDocument => ({
  ...uniformTrafficOn(`${name} of ${m ** 3} terminals`, comparedTopologyOf(name, m)),
  cost: priceList(name, assumedPriceOf),
});

/** The parts of a network of m³ terminals. */
export function networkPartsOf(name: ComparedNetworkName, m: number): BillOfMaterials {
  const { cost: _, ...scenario } = pricedDocumentOf(name, m);
  return topologyFacts(readScenario(scenario).topology).parts;
}

/** Cost of a network of m³ terminals, in US$ per terminal. */
export function costPerTerminal(name: ComparedNetworkName, m: number, constantOf: ConstantValues): number {
  const { kind, ...values } = priceList(name, constantOf);
  return billOf({ kind, values: readParams(ownPrices.params, values, "cost", []) }, networkPartsOf(name, m)).perTerminal;
}
