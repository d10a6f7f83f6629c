/** The cost of Three Quads: parts and prices, performance per cost of the transpose, and growth of the cost with m. */
import type { BillOfMaterials } from "../../core/network/bill-of-materials.ts";
import type { ConstantValues, Published, RunResults, ScenarioDocument } from "../contract.ts";
import { printed } from "../numbers.ts";
import { column, columnByColumn, type ColumnRow, exactCell, joinTables, makespanSecondsOf } from "../rows.ts";
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
    ...exactCell("closed form of the network", () => value(networkPartsOf(name, 4)), published),
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
  word: priceProvenance,
  formula: "(switches × price + cables × price) / 64, over that of the one switch, by the assumed prices",
  document: pricedDocumentOf(name, 4),
  value: ({ constants: constantOf }) => costPerTerminal(name, 4, constantOf) / costPerTerminal("one switch", 4, constantOf),
});

/** The reference of a series, which is 1 by definition. */
const referenceRow = (document: ScenarioDocument): ColumnRow => ({
  label: "enterprise switch",
  document,
  ...exactCell("the unit", () => 1),
});

const duplexes = ["half", "full"] as const;
/** The paper calls its half-duplex program HD and its full-duplex program FD. */
const labelOf = (duplex: Duplex) => `Three Quads, ${duplex === "half" ? "HD" : "FD"}`;
const speedOf = (results: RunResults, duplex: Duplex) =>
  makespanSecondsOf(results(`switch ${duplex}`)) / makespanSecondsOf(results(`quads ${duplex}`));
const runsOf = (duplex: Duplex) => [`quads ${duplex}`, `switch ${duplex}`];

/** Provenance and runs of numbers that depend on both times and prices. */
const pricedProvenance = (duplex: Duplex) => ({ word: priceAndTimeProvenance("memory, port and intake", "three"), runs: runsOf(duplex) });

const speedRow = (duplex: Duplex): ColumnRow => ({
  key: duplex,
  label: labelOf(duplex),
  word: switchProvenance[duplex],
  decimals: 2,
  formula: "time on the switch / time on Three Quads, of the same program; fluid flow: rates, not packets",
  document: threeQuadsDocument(duplex),
  runs: runsOf(duplex),
  value: ({ results }) => speedOf(results, duplex),
});

const performancePerCostRow = (duplex: Duplex): ColumnRow => ({
  ...pricedProvenance(duplex),
  key: duplex,
  label: labelOf(duplex),
  formula: "speed against the switch / cost against the switch, by the assumed prices",
  document: pricedDocumentOf("Three Quads", 4),
  value: ({ results, constants: constantOf }) =>
    (speedOf(results, duplex) * costPerTerminal("one switch", 4, constantOf)) / costPerTerminal("Three Quads", 4, constantOf),
});

/** The price per port of the large switch at which both networks have the same performance per cost. */
function breakEvenPortPrice(speed: number, constantOf: ConstantValues): number {
  const { links } = networkPartsOf("one switch", 4);
  return costPerTerminal("Three Quads", 4, constantOf) / speed - (totalCount(links) / 64) * constantOf("linkBase");
}

/** A row with that price, for a speed relative to the switch. */
const breakEvenRow = (
  label: string,
  formula: string,
  speed: (results: RunResults) => number,
  overrides: Partial<ColumnRow>,
): ColumnRow => ({
  label,
  formula,
  document: pricedDocumentOf("one switch", 4),
  value: ({ results, constants: constantOf }) => breakEvenPortPrice(speed(results), constantOf),
  ...overrides,
});

const sideLabel = (m: number) => `m = ${m}, ${(m ** 3).toLocaleString("en-US")} terminals`;

const costTable = columnByColumn(
  networkSides,
  (m) => ({ label: sideLabel(m), word: priceProvenance }),
  smallSwitchNetworks.map((name) => [
    series(`growth ${name}`, `Cost per node, ${name}`, name === "fat tree" ? "m-ary 3-tree, complete" : "", "US$"),
    (m) => ({
      formula: "bill of the whole network in closed form / terminals",
      document: pricedDocumentOf(name, m),
      value: ({ constants: constantOf }) => costPerTerminal(name, m, constantOf),
    }),
  ]),
);

export const quadsSection5 = exhibit("quads", "Section 5", "Sections 1, 2.2 and 5", {
  title: "Twelve small switches or one large one: what they cost, and what for",
  lede({ numberOf }) {
    const shownNumber = (id: string) => shownValueOf({ published: null, word: priceProvenance }, { value: numberOf(id) });
    return `The paper calls Three Quads cost effective and prints no prices: those on this page are assumed, so bring your own. By them it costs ${shownNumber(`cost ${labelOf("full")}`)} times what the enterprise switch costs, and gives ${shownNumber("worth full")} (full duplex) or ${shownNumber("worth half")} times (half duplex) the transposes for its money. It is the cheaper network as soon as a port of the 64-port switch costs more than US$ ${shownNumber("even the same cost")}; beyond US$ ${shownNumber("even full")} (full duplex) to ${shownNumber("even half")} (half duplex) it also gives more for its money. ${growth.sayPerformancePerCost(numberOf)}`;
  },
  ...joinTables(
    column(series("quads", "Three Quads, parts", "64 nodes"), partRows("Three Quads", "12", "16")),
    column(series("switch", "Enterprise switch, parts", "64 nodes, bought as one"), partRows("one switch", "1", "64")),
    column(series("cost", "Cost", "per node, that of the one switch is 1"), [
      ...duplexes.map((duplex) => costRow(labelOf(duplex), "Three Quads")),
      referenceRow(pricedDocumentOf("one switch", 4)),
    ]),
    column(series("speed", "Speed of the transpose", "that of the one switch is 1"), [
      ...duplexes.map(speedRow),
      referenceRow(enterpriseSwitchDocument("full")),
    ]),
    column(series("worth", "Performance per cost", "that of the one switch is 1"), [
      ...duplexes.map(performancePerCostRow),
      referenceRow(pricedDocumentOf("one switch", 4)),
    ]),
    column(series("even", "Break-even price of a port of the large switch", "without its cable", "US$"), [
      breakEvenRow("the same cost", "cost of Three Quads per node, less a cable", () => 1, { word: priceProvenance }),
      ...duplexes.map((duplex) =>
        breakEvenRow(
          `as much for the money, ${duplex} duplex`,
          "cost of Three Quads per node × its time / time on the switch, less a cable",
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
        "the transpose, both relative to the enterprise switch, HD at half and FD at full duplex; dotted lines of equal performance per cost",
      cost: "cost",
      worth: "speed",
    },
    ...growth.figures,
    {
      is: "growth",
      title: "Cost per node as networks of m³ nodes grow",
      caption: "US$ by the assumed prices: Three Quads, an m-ary 3-tree, and an m × m × m torus",
      unit: "US$ per node",
      across: "nodes",
      columns: networkSides.map((m) => ({ text: (m ** 3).toLocaleString("en-US"), at: m ** 3 })),
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
  tolerance: { relative: 0, why: "Counts of parts: nothing but equality will do." },
  notes: notesOf({
    "in the source: No prices":
      "The paper speaks of superior cost performance and of an expensive enterprise switch, and prints not one price. Those to begin with here are round numbers and no claim; the break-even price per port is what can honestly be said.",
    "our model: What makes a large switch dear":
      "The one switch has a third of the ports and of the cables: at the same price by the port it is always the cheaper one. The paper's case rests on a port of an enterprise switch costing some times as much as one of a small switch, and how many times is what the break-even says.",
    "our model: Three ports for each node":
      "A node of Three Quads needs three network ports and three cables where the others need one; set them into the price of a cable. In the torus a node's router counts as a switch of seven ports.",
    "our model: How it grows":
      "A switch of Three Quads has m² ports, so that with m its square counts more and more: US$ grow like the square of m by the node. A fat tree of m-ary switches grows with the ports of its switches, 2m; a torus not at all once m is 3 (at 2, both neighbours along an axis are the same node, and a router has four ports); nor do they give the same bandwidth.",
    "our model: The same transpose on other networks":
      "The paper ran none: the fat tree and the torus have the memory and the ports that were fitted for the paper’s cluster of 64 nodes, the program in one step, and all their shortest ways in equal parts. In Three Quads and in the tree nothing is in another's way, so that a step takes as long whatever m is, and Three Quads has two of them. In the torus, blocks cross ever more channels, and the time grows with m.",
  }),
  documents: [
    { title: "Three Quads of 64 nodes, with these prices", document: pricedDocumentOf("Three Quads", 4) },
    { title: "One switch of 64 ports, with these prices", document: pricedDocumentOf("one switch", 4) },
    ...growth.documents,
  ],
});
