/** The cost of Three Quads: parts and prices, performance per cost of the transpose, and growth of the cost with m. */
import type { Parts } from "../../core/network/parts.ts";
import type { ConstantOf, Published, ResultsOf, ScenarioDocument } from "../contract.ts";
import { printed } from "../numbers.ts";
import { column, columnByColumn, type ColumnRow, exactCell, joinedTables, secondsOf } from "../rows.ts";
import { exhibit, notesOf, series } from "../exhibit.ts";
import { type Duplex, onQuads, onSwitch, onSwitchWord } from "./machine.ts";
import * as growth from "./growth.ts";
import { shownValue } from "../outcome.ts";
import { costOf, documentOf, growing, type NetworkName, onPrices, onPricesAndTimes, partsOf, prices, sides } from "./prices.ts";

const sum = (parts: readonly { readonly count: number }[]) => parts.reduce((all, { count }) => all + count, 0);
function inParts(name: NetworkName, switches: string, ports: string): readonly ColumnRow[] {
  const counted = (label: string, value: (parts: Parts) => number, published: Published | null = null) => ({
    label,
    document: documentOf(name, 4),
    ...exactCell("closed form of the network", () => value(partsOf(name, 4)), published),
  });
  return [
    counted("switches", (parts) => sum(parts.switches), { ...printed(switches), isDerived: true }),
    counted("ports of each", (parts) => parts.switches[0].ports, printed(ports)),
    counted("ports together", (parts) => parts.switches.reduce((all, { ports: each, count }) => all + each * count, 0)),
    counted("cables", (parts) => sum(parts.links)),
  ];
}

const costRow = (label: string, name: NetworkName): ColumnRow => ({
  label,
  word: onPrices,
  formula: "(switches × price + cables × price) / 64, over that of the one switch, by the assumed prices",
  document: documentOf(name, 4),
  value: ({ constants: of }) => costOf(name, 4, of) / costOf("one switch", 4, of),
});

/** The reference of a series, which is 1 by definition. */
const unitRow = (document: ScenarioDocument): ColumnRow => ({ label: "enterprise switch", document, ...exactCell("the unit", () => 1) });

const duplexes = ["half", "full"] as const;
/** The paper calls its half-duplex program HD and its full-duplex program FD. */
const labelOf = (duplex: Duplex) => `Three Quads, ${duplex === "half" ? "HD" : "FD"}`;
const speedOf = (results: ResultsOf, duplex: Duplex) => secondsOf(results(`switch ${duplex}`)) / secondsOf(results(`quads ${duplex}`));
const runsOf = (duplex: Duplex) => [`quads ${duplex}`, `switch ${duplex}`];

/** Provenance and runs of numbers that depend on both times and prices. */
const priced = (duplex: Duplex) => ({ word: onPricesAndTimes("memory, port and intake", "three"), runs: runsOf(duplex) });

const speedRow = (duplex: Duplex): ColumnRow => ({
  key: duplex,
  label: labelOf(duplex),
  word: onSwitchWord[duplex],
  decimals: 2,
  formula: "time on the switch / time on Three Quads, of the same program; fluid flow: rates, not packets",
  document: onQuads(duplex),
  runs: runsOf(duplex),
  value: ({ results }) => speedOf(results, duplex),
});

const worthRow = (duplex: Duplex): ColumnRow => ({
  ...priced(duplex),
  key: duplex,
  label: labelOf(duplex),
  formula: "speed against the switch / cost against the switch, by the assumed prices",
  document: documentOf("Three Quads", 4),
  value: ({ results, constants: of }) => (speedOf(results, duplex) * costOf("one switch", 4, of)) / costOf("Three Quads", 4, of),
});

/** The price per port of the large switch at which both networks have the same performance per cost. */
function evenPort(speed: number, of: ConstantOf): number {
  const { links } = partsOf("one switch", 4);
  return costOf("Three Quads", 4, of) / speed - (sum(links) / 64) * of("linkBase");
}

/** A row with that price, for a speed relative to the switch. */
const evenRow = (label: string, formula: string, speed: (results: ResultsOf) => number, own: Partial<ColumnRow>): ColumnRow => ({
  label,
  formula,
  document: documentOf("one switch", 4),
  value: ({ results, constants: of }) => evenPort(speed(results), of),
  ...own,
});

const labelOfSide = (m: number) => `m = ${m}, ${(m ** 3).toLocaleString("en-US")} terminals`;

const costsBySide = columnByColumn(
  sides,
  (m) => ({ label: labelOfSide(m), word: onPrices }),
  growing.map((name) => [
    series(`growth ${name}`, `Cost per node, ${name}`, name === "fat tree" ? "m-ary 3-tree, complete" : "", "US$"),
    (m) => ({
      formula: "bill of the whole network in closed form / terminals",
      document: documentOf(name, m),
      value: ({ constants: of }) => costOf(name, m, of),
    }),
  ]),
);

export const quadsSection5 = exhibit("quads", "Section 5", "Sections 1, 2.2 and 5", {
  title: "Twelve small switches or one large one: what they cost, and what for",
  lede({ of }) {
    const shown = (id: string) => shownValue({ published: null, word: onPrices }, { value: of(id) });
    return `The paper calls Three Quads cost effective and prints no prices: those on this page are assumed, so bring your own. By them it costs ${shown(`cost ${labelOf("full")}`)} times what the enterprise switch costs, and gives ${shown("worth full")} (full duplex) or ${shown("worth half")} times (half duplex) the transposes for its money. It is the cheaper network as soon as a port of the 64-port switch costs more than US$ ${shown("even the same cost")}; beyond US$ ${shown("even full")} (full duplex) to ${shown("even half")} (half duplex) it also gives more for its money. ${growth.sayWorth(of)}`;
  },
  ...joinedTables(
    column(series("quads", "Three Quads, parts", "64 nodes"), inParts("Three Quads", "12", "16")),
    column(series("switch", "Enterprise switch, parts", "64 nodes, bought as one"), inParts("one switch", "1", "64")),
    column(series("cost", "Cost", "per node, that of the one switch is 1"), [
      ...duplexes.map((duplex) => costRow(labelOf(duplex), "Three Quads")),
      unitRow(documentOf("one switch", 4)),
    ]),
    column(series("speed", "Speed of the transpose", "that of the one switch is 1"), [
      ...duplexes.map(speedRow),
      unitRow(onSwitch("full")),
    ]),
    column(series("worth", "Performance per cost", "that of the one switch is 1"), [
      ...duplexes.map(worthRow),
      unitRow(documentOf("one switch", 4)),
    ]),
    column(series("even", "Break-even price of a port of the large switch", "without its cable", "US$"), [
      evenRow("the same cost", "cost of Three Quads per node, less a cable", () => 1, { word: onPrices }),
      ...duplexes.map((duplex) =>
        evenRow(
          `as much for the money, ${duplex} duplex`,
          "cost of Three Quads per node × its time / time on the switch, less a cable",
          (results) => speedOf(results, duplex),
          { ...priced(duplex), key: duplex },
        ),
      ),
    ]),
    { series: growth.growthSeries, rows: growth.rows },
    costsBySide,
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
      columns: sides.map((m) => ({ text: (m ** 3).toLocaleString("en-US"), at: m ** 3 })),
      lines: growing.map((name) => ({
        title: name,
        rows: sides.map((m) => `growth ${name} ${labelOfSide(m)}`),
      })),
    },
  ],
  runs: [
    ...duplexes.flatMap((duplex) => [
      { id: `quads ${duplex}`, document: onQuads(duplex) },
      { id: `switch ${duplex}`, document: onSwitch(duplex) },
    ]),
    ...growth.runs,
  ],
  constants: prices,
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
    { title: "Three Quads of 64 nodes, with these prices", document: documentOf("Three Quads", 4) },
    { title: "One switch of 64 ports, with these prices", document: documentOf("one switch", 4) },
    ...growth.documents,
  ],
});
