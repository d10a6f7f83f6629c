/**
 * The cost of Three Quads: parts and prices, performance per cost of the transpose, and growth of the cost with the size m of the network.
 */
import type { BillOfMaterials } from "../../core/network/bill-of-materials.ts";
import type { ConstantValues, Published, RunResults, ScenarioDocument } from "../contract.ts";
import { printed } from "../numbers.ts";
import { rowsOfOneSeries, rowsBySeries, type ColumnRow, exactNumber, joinTables, makespanSecondsOf } from "../rows.ts";
import { exhibit, notesOf, series } from "../exhibit.ts";
import { type Duplex, threeQuadsDocument, enterpriseSwitchDocument, switchProvenance } from "./machine.ts";
import * as growth from "./growth.ts";
import { shownValueOf } from "../outcome.ts";
import {
  costPerTerminal,
  pricedDocumentOf,
  smallSwitchNetworks,
  type ComparedNetworkName,
  priceProvenance,
  priceAndTimeProvenance,
  networkPartsOf,
  priceConstants,
  networkSides,
} from "./prices.ts";

const totalCount = (parts: readonly { readonly count: number }[]) => parts.reduce((all, { count }) => all + count, 0);
function partRows(name: ComparedNetworkName, switches: string, ports: string): readonly ColumnRow[] {
  const countRow = (label: string, value: (parts: BillOfMaterials) => number, published: Published | null = null) => ({
    label,
    document: pricedDocumentOf(name, 4),
    ...exactNumber("closed form of the network", () => value(networkPartsOf(name, 4)), published),
  });
  return [
    countRow("switches", (parts) => totalCount(parts.switches), { ...printed(switches), isDerived: true }),
    countRow("ports of each", (parts) => parts.switches[0].ports, printed(ports)),
    countRow("ports together", (parts) => parts.switches.reduce((all, { ports: portCount, count }) => all + portCount * count, 0)),
    countRow("cables", (parts) => totalCount(parts.links)),
  ];
}

const costRow = (label: string, name: ComparedNetworkName): ColumnRow => ({
  label,
  provenance: priceProvenance,
  formula: "(switches × price + cables × price) / 64, relative to the single switch, by the assumed prices",
  document: pricedDocumentOf(name, 4),
  value: ({ constantOf }) => costPerTerminal(name, 4, constantOf) / costPerTerminal("one switch", 4, constantOf),
});

/** The reference of a series, which is 1 by definition. */
const referenceRow = (document: ScenarioDocument): ColumnRow => ({
  label: "enterprise switch",
  document,
  ...exactNumber("reference", () => 1),
});

const duplexes = ["half", "full"] as const;
/** The paper calls its half-duplex program HD and its full-duplex program FD. */
const labelOf = (duplex: Duplex) => `Three Quads, ${duplex === "half" ? "HD" : "FD"}`;
const speedOf = (results: RunResults, duplex: Duplex) =>
  makespanSecondsOf(results(`switch ${duplex}`)) / makespanSecondsOf(results(`quads ${duplex}`));
const runsOf = (duplex: Duplex) => [`quads ${duplex}`, `switch ${duplex}`];

/** Provenance and runs of numbers that depend on both times and prices. */
const pricedProvenance = (duplex: Duplex) => ({
  provenance: priceAndTimeProvenance("memory, port and intake", "three"),
  runs: runsOf(duplex),
});

const speedRow = (duplex: Duplex): ColumnRow => ({
  key: duplex,
  label: labelOf(duplex),
  provenance: switchProvenance[duplex],
  decimals: 2,
  formula: "time on the switch / time on Three Quads, of the same program; fluid-flow model (rates, not packets)",
  document: threeQuadsDocument(duplex),
  runs: runsOf(duplex),
  value: ({ results }) => speedOf(results, duplex),
});

const performancePerCostRow = (duplex: Duplex): ColumnRow => ({
  ...pricedProvenance(duplex),
  key: duplex,
  label: labelOf(duplex),
  formula: "relative speed / relative cost, both relative to the switch, by the assumed prices",
  document: pricedDocumentOf("Three Quads", 4),
  value: ({ results, constantOf }) =>
    (speedOf(results, duplex) * costPerTerminal("one switch", 4, constantOf)) / costPerTerminal("Three Quads", 4, constantOf),
});

/** The price per port of the large switch at which both networks have the same performance per cost. */
function breakEvenPortPrice(speed: number, constantOf: ConstantValues): number {
  const { links } = networkPartsOf("one switch", 4);
  return costPerTerminal("Three Quads", 4, constantOf) / speed - (totalCount(links) / 64) * constantOf("linkBase");
}

/** A row with the port price of equal performance per cost. `speed` is the speed of Three Quads relative to the switch. */
const breakEvenRow = (
  label: string,
  formula: string,
  speed: (results: RunResults) => number,
  overrides: Partial<ColumnRow>,
): ColumnRow => ({
  label,
  formula,
  document: pricedDocumentOf("one switch", 4),
  value: ({ results, constantOf }) => breakEvenPortPrice(speed(results), constantOf),
  ...overrides,
});

const sideLabel = (m: number) => `m = ${m}, ${(m ** 3).toLocaleString("en-US")} terminals`;

const costTable = rowsBySeries(
  networkSides,
  (m) => ({ label: sideLabel(m), provenance: priceProvenance }),
  smallSwitchNetworks.map((name) => [
    series(`growth ${name}`, `Cost per node, ${name}`, name === "fat tree" ? "m-ary 3-tree, complete" : "", "US$"),
    (m) => ({
      formula: "cost of the whole network, in closed form / terminals",
      document: pricedDocumentOf(name, m),
      value: ({ constantOf }) => costPerTerminal(name, m, constantOf),
    }),
  ]),
);

export const quadsSection5 = exhibit("quads", "Section 5", "Sections 1, 2.2 and 5", {
  title: "Twelve small switches or one large switch: cost and performance per cost",
  lede({ numberOf }) {
    const shownNumber = (id: string) => shownValueOf({ published: null, provenance: priceProvenance }, { value: numberOf(id) });
    return `The paper calls Three Quads cost effective but prints no prices; those on this page are assumed, so enter your own. With these, Three Quads costs ${shownNumber(`cost ${labelOf("full")}`)} times as much as the enterprise switch, and its performance per cost is ${shownNumber("worth full")} (full duplex) or ${shownNumber("worth half")} times (half duplex) that of the switch. It is cheaper if a port of the 64-port switch costs more than US$ ${shownNumber("even the same cost")}; above US$ ${shownNumber("even full")} (full duplex) to ${shownNumber("even half")} (half duplex) it also has the better performance per cost. ${growth.sayPerformancePerCost(numberOf)}`;
  },
  ...joinTables(
    rowsOfOneSeries(series("quads", "Three Quads, parts", "64 nodes"), partRows("Three Quads", "12", "16")),
    rowsOfOneSeries(series("switch", "Enterprise switch, parts", "64 nodes, one product"), partRows("one switch", "1", "64")),
    rowsOfOneSeries(series("cost", "Cost", "per node; enterprise switch = 1"), [
      ...duplexes.map((duplex) => costRow(labelOf(duplex), "Three Quads")),
      referenceRow(pricedDocumentOf("one switch", 4)),
    ]),
    rowsOfOneSeries(series("speed", "Speed of the transpose", "enterprise switch = 1"), [
      ...duplexes.map(speedRow),
      referenceRow(enterpriseSwitchDocument("full")),
    ]),
    rowsOfOneSeries(series("worth", "Performance per cost", "enterprise switch = 1"), [
      ...duplexes.map(performancePerCostRow),
      referenceRow(pricedDocumentOf("one switch", 4)),
    ]),
    rowsOfOneSeries(series("even", "Break-even price of a port of the large switch", "without its cable", "US$"), [
      breakEvenRow("the same cost", "cost of Three Quads per node − price of a cable", () => 1, { provenance: priceProvenance }),
      ...duplexes.map((duplex) =>
        breakEvenRow(
          `the same performance per cost, ${duplex} duplex`,
          "cost of Three Quads per node × its time / time on the switch − price of a cable",
          (results) => speedOf(results, duplex),
          { ...pricedProvenance(duplex), key: duplex },
        ),
      ),
    ]),
    { series: growth.growthSeries, rows: growth.rows },
    costTable,
  ),
  figures: [
    {
      is: "worth",
      title: "Performance against cost per node",
      caption:
        "the transpose, relative to the enterprise switch; HD: half duplex, FD: full duplex; dotted lines of equal performance per cost",
      costSeries: "cost",
      benefitSeries: "speed",
    },
    ...growth.figures,
    {
      is: "growth",
      title: "Cost per node by network size, m³ nodes",
      caption: "US$ by the assumed prices: Three Quads, an m-ary 3-tree, and an m × m × m torus",
      unit: "US$ per node",
      horizontalTitle: "nodes",
      columns: networkSides.map((m) => ({ text: (m ** 3).toLocaleString("en-US"), x: m ** 3 })),
      lines: smallSwitchNetworks.map((name) => ({
        title: name,
        rows: networkSides.map((m) => `growth ${name} ${sideLabel(m)}`),
      })),
    },
  ],
  runs: [
    ...duplexes.flatMap((duplex) => [
      { id: `quads ${duplex}`, document: threeQuadsDocument(duplex) },
      { id: `switch ${duplex}`, document: enterpriseSwitchDocument(duplex) },
    ]),
    ...growth.runs,
  ],
  constants: priceConstants,
  tolerance: { relative: 0, why: "Parts are counted, so only equal numbers agree." },
  notes: notesOf({
    "in the source: No prices":
      "The paper speaks of superior cost performance and of an expensive enterprise switch, but prints no prices. The initial prices here are round numbers, not a claim; only the break-even price per port is a result.",
    "our model: The cost of a large switch":
      "The single switch has a third of the ports and cables, so it is always cheaper at the same price per port. The paper's argument requires that a port of an enterprise switch is several times as expensive as a port of a small switch; the break-even price says how many times.",
    "our model: Three ports per node":
      "A node of Three Quads needs three network ports and three cables, a node of the other networks only one; include network ports in the price of a cable. In the torus, the router of a node counts as a switch of seven ports.",
    "our model: Growth of the cost":
      "A switch of Three Quads has m² ports, so for large m the price term quadratic in the ports dominates: the cost per node grows with m². In an m-ary fat tree it grows with the ports of a switch, 2m. In a torus it is constant from m = 3 on (at m = 2, both neighbours along an axis are the same node, and a router has four ports). The three networks do not have the same bandwidth.",
    "our model: The same transpose on other networks":
      "The paper did not measure other networks. Here the fat tree and the torus have the memory and port rates fitted for the paper’s cluster of 64 nodes; they run the one-step program, with an even split over all shortest paths. In Three Quads and in the fat tree there is no contention, so a step takes the same time for any m, and Three Quads has two steps. In the torus, blocks cross more channels as m grows, and so the time grows with m.",
  }),
  documents: [
    { title: "Three Quads of 64 nodes, with these prices", document: pricedDocumentOf("Three Quads", 4) },
    { title: "One switch of 64 ports, with these prices", document: pricedDocumentOf("one switch", 4) },
    ...growth.documents,
  ],
});
