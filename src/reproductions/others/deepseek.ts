/** DeepSeek-V3 (ISCA 2025), Table 3: the sizes of five networks of 64-port switches, from their closed forms. */
import { topologyFacts, readScenario } from "../../core/scenario/scenario.ts";
import type { TopologyFacts } from "../../core/topologies/contract.ts";
import type { ScenarioDocument } from "../contract.ts";
import { uniformTrafficOn } from "../documents.ts";
import { checkedStatements, exhibit, notesOf, type RowSpec, series } from "../exhibit.ts";
import { withThousands, printed } from "../numbers.ts";
import { isAbove } from "../predicates.ts";
import { rowsBySeries, exactNumber } from "../rows.ts";
import { otherSentences, printedDeepseekTable3 } from "./printed.ts";

type NetworkName = keyof typeof printedDeepseekTable3;
const names = Object.keys(printedDeepseekTable3) as NetworkName[];

/** The counts in the table. Links are those between switches. */
interface Counts {
  readonly endpoints: number;
  readonly switches: number;
  readonly links: number;
}

const countSeries = [
  { id: "endpoints", title: "Endpoints", caption: "" },
  { id: "switches", title: "Switches", caption: "of 64 ports" },
  { id: "links", title: "Links", caption: "between switches" },
] as const;

const ports = 64;
const closOf = (title: string, extraParams: ScenarioDocument) => uniformTrafficOn(title, { kind: "clos", ports, ...extraParams }, 2);

/** Documents of the networks that can be built. */
const documents = {
  FT2: closOf("Two levels of 64-port switches", { levels: 2 }),
  MPFT: closOf("Eight planes of two levels", { levels: 2, planes: 8 }),
  FT3: closOf("Three levels of 64-port switches", { levels: 3 }),
} as const;

const noCounts = { hosts: 0, switches: 0, links: 0 };
/** The counts of a network from its facts, without the switches and links inside hosts. */
function countsIn({ terminals, switches, links, inside: withinHosts = noCounts }: Omit<TopologyFacts, "parts">): Counts {
  return { endpoints: terminals, switches: switches - withinHosts.switches, links: links - terminals - withinHosts.links };
}
const countsOfDocument = (document: ScenarioDocument) => countsIn(topologyFacts(readScenario(document).topology));

/** The counts of a Slim Fly by its formulas, even if no field of q elements exists: q = 4 w + δ, k′ = (3 q − δ) / 2. */
function slimFly(q: number): Counts & { readonly ports: number } {
  const delta = q % 4 === 3 ? -1 : q % 4;
  const degree = (3 * q - delta) / 2;
  const terminalsPerSwitch = Math.ceil(degree / 2);
  return { endpoints: 2 * q * q * terminalsPerSwitch, switches: 2 * q * q, links: q * q * degree, ports: degree + terminalsPerSwitch };
}
/** q in the table, and the prime powers below and above it. */
const [printedQ, lowerQ, upperQ] = [28, 27, 29] as const;
const nearestSlimFly = uniformTrafficOn(`Slim Fly, q = ${lowerQ}`, { kind: "slim-fly", q: lowerQ, p: 21 }, 2);

const dragonflySizes = { p: 16, a: 32, h: 16 } as const;
const dragonflyGroups = 511;
/** The dragonfly exceeds the largest network that can be built, so its counts come from its facts. */
function dragonfly(): Counts {
  return countsIn(topologyFacts({ kind: "dragonfly", values: { ...dragonflySizes, g: dragonflyGroups } }));
}
const groupPairs = (dragonflyGroups * (dragonflyGroups - 1)) / 2;
const localLinks = (dragonflyGroups * dragonflySizes.a * (dragonflySizes.a - 1)) / 2;

const countsOf: Readonly<Record<NetworkName, () => Counts>> = {
  FT2: () => countsOfDocument(documents.FT2),
  MPFT: () => countsOfDocument(documents.MPFT),
  FT3: () => countsOfDocument(documents.FT3),
  SF: () => slimFly(printedQ),
  DF: dragonfly,
};

const formulas: Readonly<Record<NetworkName, { readonly detail: string } & Readonly<Record<keyof Counts, string>>>> = {
  FT2: { detail: "two levels", endpoints: "k² / 2", switches: "3 k / 2", links: "k² / 2" },
  MPFT: { detail: "eight planes of two levels", endpoints: "8 k² / 2", switches: "8 · 3 k / 2", links: "8 k² / 2" },
  FT3: { detail: "three levels", endpoints: "k³ / 4", switches: "5 k² / 4", links: "k³ / 2" },
  SF: { detail: `Slim Fly, q = ${printedQ}`, endpoints: "2 q² ⌈k′ / 2⌉, k′ = 3 q / 2", switches: "2 q²", links: "q² k′, k′ = 3 q / 2" },
  DF: {
    detail: `dragonfly, p = 16, a = 32, h = 16, g = ${dragonflyGroups}`,
    endpoints: "g a p",
    switches: "g a",
    links: "g a (a − 1) / 2 + g a h / 2",
  },
};

const isBuilt = (name: NetworkName): name is keyof typeof documents => name in documents;
const countTable = rowsBySeries(
  names,
  (name) => ({ label: name, detail: formulas[name].detail, document: isBuilt(name) ? documents[name] : undefined }),
  countSeries.map(({ id, title, caption }) => [
    series(id, title, caption),
    (name) =>
      exactNumber(
        `${formulas[name][id]}${isBuilt(name) ? "; counted on the network" : ""}`,
        () => countsOf[name]()[id],
        printed(printedDeepseekTable3[name][id]),
      ),
  ]),
);

/** Counts that the table does not print. */
const unprintedRows: readonly RowSpec[] = (
  [
    [`SF: switches with q = ${lowerQ}`, "2 q²; counted on the network", () => countsOfDocument(nearestSlimFly).switches, nearestSlimFly],
    [
      `SF: endpoints with q = ${lowerQ}`,
      "2 q² ⌈k′ / 2⌉, k′ = (3 q + 1) / 2; counted on the network",
      () => countsOfDocument(nearestSlimFly).endpoints,
      nearestSlimFly,
    ],
    [`SF: ports with q = ${upperQ}`, "k′ + ⌈k′ / 2⌉, k′ = (3 q − 1) / 2", () => slimFly(upperQ).ports],
    ["DF: links between groups", "the links of the table − g a (a − 1) / 2", () => dragonfly().links - localLinks],
    ["DF: pairs of groups", "g (g − 1) / 2", () => groupPairs],
    ["DF: groups that are possible", "a h + 1", () => dragonflySizes.a * dragonflySizes.h + 1],
  ] as const
).map(([label, formula, value, document]) => ({ label, series: "unsaid", document, ...exactNumber(formula, value) }));

const statements = checkedStatements(otherSentences["DeepSeek-V3"], [], {
  supports: {
    interpretation:
      "eight planes of the largest two-level tree of 64-port switches have 16,384 endpoints, with the same number of switches and links per endpoint as one plane; latency is not checked",
    check() {
      const [onePlane, eightPlanes] = [countsOf.FT2(), countsOf.MPFT()];
      const isEqualPerEndpoint = (count: "switches" | "links") =>
        eightPlanes[count] * onePlane.endpoints === onePlane[count] * eightPlanes.endpoints;
      return {
        holds: eightPlanes.endpoints === 16_384 && isEqualPerEndpoint("switches") && isEqualPerEndpoint("links"),
        because: `Eight planes have ${withThousands(eightPlanes.endpoints)} endpoints; per 64 endpoints there are ${eightPlanes.switches / (eightPlanes.endpoints / 64)} switches and ${eightPlanes.links / (eightPlanes.endpoints / 64)} links, with one plane and with eight.`,
      };
    },
  },
  "over-10k": {
    check() {
      return isAbove(countsOf.MPFT().endpoints, 10_000, "Eight planes have {} endpoints.", withThousands);
    },
  },
});

export const deepseekTable3 = exhibit("deepseek", "Table 3", "Section 5.1", {
  title: "Five networks of 64-port switches; one of them cannot be built",
  lede: ({ judgedLabels, differingLabels, numberOf }) =>
    `The formulas give ${judgedLabels.length - differingLabels.length} of the ${judgedLabels.length} printed counts. The Slim Fly has q = ${printedQ}, which is not a prime power, so no such graph exists. The dragonfly has ${withThousands(numberOf("unsaid DF: links between groups"))} global links for ${withThousands(numberOf("unsaid DF: pairs of groups"))} pairs of groups.`,
  series: [...countTable.series, { ...series("unsaid", "Counts that the table does not print", "by the same formulas"), isMixed: true }],
  rows: [...countTable.rows, ...unprintedRows],
  statements,
  notes: notesOf({
    "erratum in the source: The Slim Fly":
      "A Slim Fly needs a field of q elements, so q has to be a power of a prime. The table’s counts are those of q = 28 = 4 · 7, k′ = 42 and 21 endpoints per switch: the formulas give numbers, but no such graph exists. The closest one has q = 27, with 1,458 switches and 30,618 endpoints; q = 29 needs switches of 65 ports.",
    "erratum in the source: The dragonfly":
      "With p = 16, a = 32 and h = 16 a dragonfly can have 513 groups; the dragonfly of the table has 511. Its 384,272 links are 511 · (496 + 256), which counts all 512 global ports of each group. Those are 511 more global links than pairs of groups. Our dragonfly has the same count: with fewer than 513 groups, the remaining global links are distributed over the groups, and 511 pairs of groups have two links.",
    "in the source: Which links":
      "The table does not count the links to the endpoints: a tree of two levels has as many links between its switches as endpoints.",
    "still open: Costs":
      "The table prints 9, 72, 491, 146 and 1,522 million US$, and 4.39, 4.39, 7.5, 4.4 and 5.8 thousand US$ per endpoint, by the method of the Slim Fly paper. The prices of that paper were not available to us, so costs are not reproduced.",
    "our model: In the workbench":
      "The three trees can be opened: the workbench builds up to 65,536 terminals. The dragonfly is four times as large, so its counts come from formulas. In the network of eight planes, each node has eight accelerators around its own switch; these switches and their links are not counted.",
  }),
  documents: [
    { title: "FT2: two levels", document: documents.FT2 },
    { title: "MPFT: eight planes", document: documents.MPFT },
    { title: "FT3: three levels", document: documents.FT3 },
    {
      title: `Slim Fly, q = ${lowerQ}: the closest one that exists`,
      document: { version: 2, topology: { kind: "slim-fly", q: lowerQ, p: 21 } },
    },
  ],
});
