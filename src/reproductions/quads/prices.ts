/** Networks of m³ terminals to compare with Three Quads, and their costs at prices that a reader may move. */
import { readParams } from "../../core/base/params.ts";
import { billOf } from "../../core/costs/bill.ts";
import { ownPrices } from "../../core/costs/own-prices.ts";
import type { Parts } from "../../core/network/parts.ts";
import { factsOf, readScenario } from "../../core/scenario/scenario.ts";
import type { Constant, ConstantOf, ScenarioDocument, Word } from "../contract.ts";
import { underUniform } from "../documents.ts";

/** Prices of parts in US$. The paper prints none, so these are round numbers. */
export const prices: readonly Constant[] = [
  price("port", "Port of a small switch", 10, [1, 1000], 1, "Price of each port of a switch of Three Quads, of a tree or of a torus."),
  price(
    "portSquared",
    "Port squared",
    0.25,
    [0.05, 20],
    0.05,
    "What grows with the square of such a switch's ports, as its crossbar does.",
  ),
  price("linkBase", "Cable", 5, [1, 1000], 1, "Price of a link with the port of the node at its end; a node of Three Quads has three."),
  price("large", "Port of the enterprise switch", 100, [5, 5000], 5, "Price of each of its 64 ports, all inside included."),
];

/** Provenance of numbers that depend on these prices only. */
export const onPrices: Word = { is: "assumed", on: "prices, of which the paper prints none" };

/** Provenance of numbers that depend on prices and on simulated times, which have fitted constants of their own. */
export const onPricesAndTimes = (constants: string, cells: string): Word => ({
  is: "assumed",
  on: `prices, of which the paper prints none, and on times with ${constants} fitted on ${cells} cells of Table 1`,
});

/** Creates a price constant. Prices must be positive, because a network without cost has no performance per cost. */
function price(id: string, title: string, value: number, [min, max]: readonly [number, number], step: number, help: string): Constant {
  const isLarge = id === "large";
  return {
    id,
    title,
    unit: "US$",
    value,
    min,
    max,
    step,
    help,
    put(document, own) {
      const { topology, cost } = document as { readonly topology?: ScenarioDocument; readonly cost?: ScenarioDocument };
      if (cost?.["kind"] !== ownPrices.id) return document;
      if (topology?.["kind"] !== "single-switch") return isLarge ? document : { ...document, cost: { ...cost, [id]: own } };
      return isLarge
        ? { ...document, cost: { ...cost, port: own } }
        : id === "linkBase"
          ? { ...document, cost: { ...cost, linkBase: own } }
          : document;
    },
  };
}

/** The price list of a network, as in its document. */
function priceList(name: NetworkName, of: ConstantOf) {
  const [port, portSquared] = name === "one switch" ? [of("large"), 0] : [of("port"), of("portSquared")];
  return { kind: ownPrices.id, switchBase: 0, port, portSquared, linkBase: of("linkBase"), metre: 0 };
}

const assumed: ConstantOf = (id) => prices.find((each) => each.id === id)?.value ?? NaN;

/** Complete networks of m³ terminals with closed-form costs. */
const networks = {
  "Three Quads": (m: number) => ({ kind: "three-quads", m }),
  "fat tree": (m: number) => ({ kind: "k-ary-n-tree", k: m, n: 3 }),
  torus: (m: number) => ({ kind: "torus", sizes: [m, m, m] }),
  "one switch": (m: number) => ({ kind: "single-switch", terminals: m ** 3 }),
} as const;
export type NetworkName = keyof typeof networks;
const names = Object.keys(networks) as readonly NetworkName[];
/** The networks that are built of small switches at any size. */
export const growing = names.filter((name) => name !== "one switch");
/** Values of m in the figure of costs. */
export const sides = [2, 3, 4, 5, 6, 8, 10, 12, 14, 16] as const;

/** The topology of a network of m³ terminals. */
export const topologyOf = (name: NetworkName, m: number): ScenarioDocument => networks[name](m);

/** The document of a network of m³ terminals at the default prices. */
export const documentOf = (name: NetworkName, m: number): ScenarioDocument => ({
  ...underUniform(`${name} of ${m ** 3} terminals`, topologyOf(name, m)),
  cost: priceList(name, assumed),
});

/** The parts of a network of m³ terminals. */
export function partsOf(name: NetworkName, m: number): Parts {
  const { cost: _, ...scenario } = documentOf(name, m);
  return factsOf(readScenario(scenario).topology).parts;
}

/** Cost of a network of m³ terminals, in US$ per terminal. */
export function costOf(name: NetworkName, m: number, of: ConstantOf): number {
  const { kind, ...values } = priceList(name, of);
  return billOf({ kind, values: readParams(ownPrices.params, values, "cost", []) }, partsOf(name, m)).perTerminal;
}
