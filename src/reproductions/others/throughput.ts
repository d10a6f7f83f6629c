/**
 * Dragonfly (ISCA 2008) and flattened butterfly (ISCA 2007): the throughput of each routing under uniform traffic and in the worst case.
 */
import { withoutUndefined } from "../../core/base/defined.ts";
import { analyzeChannelLoads } from "../../core/analysis/channel-load.ts";
import type { Results } from "../../core/measures/results.ts";
import type { Plan } from "../../core/plan/plan.ts";
import type { Exhibit, ExhibitInputs, ExhibitNote, Published, Recording, ScenarioDocument, Statement, Provenance } from "../contract.ts";
import { checkedStatements, exhibit, notesOf, paraphrasedStatements, type RowSpec, series } from "../exhibit.ts";
import { printedAs, withDecimals } from "../numbers.ts";
import { isWithinRange, isNear } from "../predicates.ts";
import { type RowColumn, columnByColumn } from "../rows.ts";
import type { PaperId } from "../papers.ts";
import { compiledPlan, comparisonDocument } from "../documents.ts";
import { valiantThroughput, nonMinimalSentences, otherSentences } from "./printed.ts";

/** A network with a single link between every two units, which are groups or switches. */
interface SingleLinkNetwork {
  readonly paper: PaperId;
  readonly name: string;
  readonly topology: ScenarioDocument;
  /** The unit that sends to the next one in the worst case, in singular and plural: `group`, `groups`. */
  readonly unit: string;
  readonly units: string;
  /** Terminals per unit, number of units, and a terminal's share of a link in words. */
  readonly terminalsPerUnit: number;
  readonly unitCount: number;
  readonly shareInWords: string;
  /** A terminal's share of a link as the paper writes it: `1/(a p)`. */
  readonly printedShare: string;
  /** Statements for the sentences of the paper's abstract. */
  readonly statementsOfAbstract: (found: CheckInputs, runs: readonly string[]) => readonly Statement[];
  /** A note on the abstract's statement about cost, and notes on the model. */
  readonly costNote: string;
  readonly modelNotes: readonly ExhibitNote[];
}

const patterns = [
  { id: "uniform", title: "uniform traffic" },
  { id: "worst", title: "the worst case" },
] as const;
type Pattern = (typeof patterns)[number]["id"];

const routings = [
  { id: "minimal", title: "minimal", document: undefined },
  { id: "valiant", title: "Valiant", document: { kind: "valiant" } },
  { id: "local", title: "UGAL-L", document: { kind: "ugal" } },
  { id: "global", title: "UGAL-G", document: { kind: "ugal", queues: "global" } },
] as const;
type Routing = (typeof routings)[number];
type RoutingId = Routing["id"];

const loads = [0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1] as const;

/** Parameters of switches fast enough not to limit the network. */
const fastSwitches: ScenarioDocument = {
  flowControl: { kind: "virtual-cut-through", queue: 8, virtualChannels: 2 },
  switch: { speedup: 2, outputBuffer: 256 },
  run: { warmUp: 3000, window: 3000, drain: 0 },
};

const patternOf = ({ terminalsPerUnit }: SingleLinkNetwork, pattern: Pattern): ScenarioDocument =>
  pattern === "uniform" ? { kind: "uniform" } : { kind: "shift", amount: terminalsPerUnit };

function documentOf(network: SingleLinkNetwork, routing: Routing, pattern: Pattern, load: number): ScenarioDocument {
  return {
    version: 2,
    title: `${network.name}, ${routing.title}`,
    topology: network.topology,
    ...withoutUndefined({ routing: routing.document }),
    ...fastSwitches,
    workload: { kind: "open-loop", pattern: patternOf(network, pattern), load },
  };
}

const seriesId = (pattern: Pattern, { id }: { readonly id: RoutingId }) => `${pattern} ${id}`;
const sayLoad = (load: number) => load.toFixed(2);
const formatShare = withDecimals(3);

/** Results of one routing under one pattern, by load. */
interface LoadCurve {
  readonly results: readonly Results[];
  /** The highest accepted load over all offered loads, in phits per cycle and terminal. */
  readonly maxAccepted: number;
}

/** Inputs of the checks of statements. */
interface CheckInputs {
  readonly planOf: (pattern: Pattern) => Plan;
  readonly curveOf: (inputs: Pick<ExhibitInputs, "recorded">, pattern: Pattern, routing: RoutingId) => LoadCurve;
}

function throughputExhibit(network: SingleLinkNetwork): Exhibit {
  const { paper, name, unit, units, terminalsPerUnit, unitCount, shareInWords, printedShare, statementsOfAbstract, costNote, modelNotes } =
    network;
  const title = `${name} by routing, uniform and in the worst case`;
  const recording: Recording = {
    id: `${paper} throughput`,
    title,
    document: {
      ...comparisonDocument(
        title,
        routings.map((routing) => ({ title: routing.title, document: documentOf(network, routing, "uniform", 1) })),
      ),
      sweep: [
        { path: "workload.pattern", values: patterns.map(({ id }) => patternOf(network, id)) },
        { path: "workload.load", values: [...loads] },
      ],
    },
  };
  const curveOf: CheckInputs["curveOf"] = ({ recorded }, pattern, routing) => {
    const curveIndex = routings.findIndex(({ id }) => id === routing) * patterns.length + patterns.findIndex(({ id }) => id === pattern);
    const results = recorded(recording.id).slice(curveIndex * loads.length, (curveIndex + 1) * loads.length);
    return { results, maxAccepted: Math.max(...results.map(({ acceptedPerSender }) => acceptedPerSender)) };
  };
  const planOf: CheckInputs["planOf"] = (pattern) => compiledPlan(documentOf(network, routings[0], pattern, 1));
  const boundOf = (pattern: Pattern) => analyzeChannelLoads(planOf(pattern)).bound;
  /**
   * Bound of Valiant's routing: over a random intermediate unit, each link carries 1 / `unitCount` of a unit's load twice, once towards the
   * intermediate and once from it.
   */
  const valiantBound = unitCount / (2 * terminalsPerUnit);

  const boundRow = (id: string, label: string, value: () => number, formula: string, published: Published | null): RowSpec => ({
    id: `bound ${id}`,
    label,
    series: "bound",
    published,
    word: { is: "exact" },
    formula,
    decimals: 4,
    document: documentOf(network, routings[id === "valiant worst" ? 1 : 0], id === "minimal uniform" ? "uniform" : "worst", 1),
    value,
  });
  const predicted: Provenance = { is: "predicted" };
  const curves = columnByColumn(
    loads,
    (load) => ({ key: load, label: sayLoad(load) }),
    patterns.flatMap(({ id: pattern, title: patternTitle }) =>
      routings.map((routing): RowColumn<number> => [
        {
          ...series(seriesId(pattern, routing), `${routing.title}, ${patternTitle}`, "accepted, by what is offered", "phits/cycle"),
          isFolded: true,
        },
        (load, i) => ({
          word: predicted,
          formula: "phits accepted in the window / cycles / terminals; one seed",
          runs: [recording.id],
          decimals: 3,
          document: documentOf(network, routing, pattern, load),
          value: (inputs) => curveOf(inputs, pattern, routing.id).results[i].acceptedPerSender,
        }),
      ]),
    ),
  );
  const rows: readonly RowSpec[] = [
    boundRow(
      "minimal worst",
      "minimal, the worst case",
      () => boundOf("worst"),
      `1 / load of the busiest channel: ${terminalsPerUnit} terminals share a link`,
      printedAs(printedShare, 1 / terminalsPerUnit, 5),
    ),
    boundRow(
      "valiant worst",
      "Valiant, the worst case",
      () => valiantBound,
      `${units} / (2 × terminals of one): what a ${unit} sends goes over all ${unitCount}, and comes from them`,
      valiantThroughput,
    ),
    boundRow("minimal uniform", "minimal, uniform traffic", () => boundOf("uniform"), "1 / load of the busiest channel, at most 1", null),
    ...patterns.flatMap(({ id: pattern, title: patternTitle }) =>
      routings.map((routing): RowSpec => ({
        id: `most ${seriesId(pattern, routing)}`,
        label: `${routing.title}, ${patternTitle}`,
        series: "most",
        quoted: pattern === "worst" && routing.id === "minimal" ? printedShare : routing.id === "valiant" ? "½" : undefined,
        word: predicted,
        formula: "phits accepted in the window / cycles / terminals, at the load where that is most; one seed",
        runs: [recording.id],
        decimals: 3,
        document: documentOf(network, routing, pattern, 1),
        value: (inputs) => curveOf(inputs, pattern, routing.id).maxAccepted,
      })),
    ),
    ...curves.rows,
  ];

  const runs = [recording.id];
  const statements: readonly Statement[] = [
    ...statementsOfAbstract({ planOf, curveOf }, runs),
    ...paraphrasedStatements(nonMinimalSentences, runs, {
      worst: {
        readAs: `each ${unit} sends to the next, and ${terminalsPerUnit} terminals share a link; what is accepted at its most lies within 3 % of 1/${terminalsPerUnit}`,
        check(inputs) {
          const { maxAccepted } = curveOf(inputs, "worst", "minimal");
          return isNear(
            maxAccepted,
            1 / terminalsPerUnit,
            0.03,
            `At most {} is accepted; 1/${terminalsPerUnit} is {limit}.`,
            withDecimals(4),
          );
        },
      },
      half: {
        readAs: "in both patterns what is accepted at its most lies between 0.45 and 0.55",
        check(inputs) {
          const maxima = patterns.map(({ id }) => curveOf(inputs, id, "valiant").maxAccepted);
          return isWithinRange(maxima, [0.45, 0.55], "{0} of uniform traffic, {1} in the worst case.", formatShare);
        },
      },
    }),
  ];

  return exhibit(paper, "Throughput", "Abstract", {
    title: `Of what a ${unit} sends to the next, ${shareInWords} gets through directly, and half by detours`,
    lede: ({ textOf }) =>
      `When each ${unit} sends to the next, ${terminalsPerUnit} terminals share one link, and minimal routing carries ${textOf("most worst minimal", 3)} of what they can send. Valiant’s detours carry ${textOf("most worst valiant", 2)}, and as little of uniform traffic. UGAL-G carries ${textOf("most worst global", 2)} of the one and ${textOf("most uniform global", 2)} of the other.`,
    series: [
      series("bound", "Bounds", "what no run exceeds, of what a terminal can send", "phits/cycle"),
      series("most", "Most that is accepted", "at the best of the loads, of what a terminal can send", "phits/cycle"),
      ...curves.series,
    ],
    rows,
    statements,
    figures: patterns.map(({ id: pattern, title: patternTitle }) => ({
      is: "growth" as const,
      title: pattern === "uniform" ? "Uniform traffic" : `The worst case: each ${unit} sends to the next`,
      caption:
        "accepted by what is offered, of what a terminal can send; UGAL-L decides by the queues of one switch, UGAL-G by those of the whole way",
      panel: { columns: 2 as const, most: 1 },
      unit: "phits/cycle",
      across: `offered, ${patternTitle}`,
      scale: "linear" as const,
      ...(pattern === "worst" ? { limit: { value: 0.5, text: "½" } } : {}),
      columns: loads.map((load) => ({ text: sayLoad(load), at: load })),
      lines: routings.map((routing) => ({
        title: routing.title,
        rows: loads.map((load) => `${seriesId(pattern, routing)} ${load}`),
        look: routing.id === "minimal" || routing.id === "valiant" ? ("dashed" as const) : ("plain" as const),
      })),
    })),
    recordings: [recording],
    tolerance: { relative: 0.05, why: "½ is what a large network comes near: how near depends on its size." },
    notes: [
      ...notesOf({
        "still open: Of what we could not read":
          "We had the abstract of the paper and no more. The two bounds are as they are commonly quoted, and so are the two sentences without quotation marks. The paper’s curves are not compared point by point.",
        "still open: Costs": costNote,
      }),
      ...modelNotes,
      ...notesOf({
        "our model: Switches":
          "Virtual cut-through with packets of 16 phits, two virtual channels for each class of the routing with 8 packets each, a speed-up of 2, and 256 phits behind every channel: enough that switches are not what limits the network. With one queue of four packets and no speed-up Valiant carries 0.4, and UGAL less.",
        "our model: The worst case": `Every terminal sends to the one ${terminalsPerUnit} further on: the same place of the next ${unit}. The paper is said to draw one at random there; the links between ${units} carry the same.`,
        "our model: Where ½ comes from": `A detour goes over any of the ${unitCount} ${units}, its own and the last among them. So a link carries what ${terminalsPerUnit} terminals send, divided by ${unitCount}, twice: a bound of ${unitCount}/${2 * terminalsPerUnit}.`,
      }),
    ],
    documents: [
      { title: "All four routings, both patterns, by load", document: recording.document },
      ...routings.map((routing) => ({ title: `${routing.title}, the worst case`, document: documentOf(network, routing, "worst", 0.4) })),
    ],
  });
}

/** UGAL should reach at least this fraction of the better of minimal and Valiant routing. */
const sufficientFraction = 0.9;

/** The throughput of UGAL-G and that of the better of minimal and Valiant routing, for both patterns. */
function ugalAgainstBest(
  inputs: ExhibitInputs,
  { curveOf }: CheckInputs,
): readonly { readonly of: string; readonly ugal: number; readonly best: number }[] {
  return patterns.map(({ id, title }) => ({
    of: title,
    ugal: curveOf(inputs, id, "global").maxAccepted,
    best: Math.max(...(["minimal", "valiant"] as const).map((routing) => curveOf(inputs, id, routing).maxAccepted)),
  }));
}

const sayUgalAgainstBest = (comparisons: ReturnType<typeof ugalAgainstBest>) =>
  `${comparisons.map(({ of, ugal, best }) => `${formatShare(ugal)} against ${formatShare(best)} in ${of}`).join(", ")}.`;

const dragonflyStatements: SingleLinkNetwork["statementsOfAbstract"] = (checkInputs, runs) =>
  checkedStatements(otherSentences.Dragonfly, runs, {
    "one-global": {
      readAs: "of uniform traffic, the packets that cross global channels are as many as those for another group, which cross one at least",
      runs: [],
      check() {
        const plan = checkInputs.planOf("uniform");
        const { network } = plan;
        const kind = network.linkClasses.indexOf("global");
        const globalLoad = analyzeChannelLoads(plan).channelLoad.reduce(
          (sum, load, c) => sum + (network.linkClass[c] === kind ? load : 0),
          0,
        );
        const betweenGroups = (network.terminals * (network.terminals - 32)) / (network.terminals - 1);
        return isNear(globalLoad, betweenGroups, 1e-6, "Global channels carry {} phits a cycle, and {limit} are for another group.");
      },
    },
    balanced: {
      readAs: `UGAL-G carries at least ${sufficientFraction} of what the better of minimal routing and Valiant carries, in both patterns`,
      check(inputs) {
        const comparisons = ugalAgainstBest(inputs, checkInputs);
        return {
          holds: comparisons.every(({ ugal, best }) => ugal >= sufficientFraction * best),
          because: sayUgalAgainstBest(comparisons),
        };
      },
    },
  });

const butterflyStatements: SingleLinkNetwork["statementsOfAbstract"] = ({ curveOf }, runs) =>
  checkedStatements(otherSentences["Flattened butterfly"], runs, {
    "non-minimal": {
      readAs: `in the worst case UGAL-G carries at least ${sufficientFraction} of what Valiant carries, and minimal routing less than a quarter of that`,
      check(inputs) {
        const [minimal, valiant, ugal] = (["minimal", "valiant", "global"] as const).map(
          (each) => curveOf(inputs, "worst", each).maxAccepted,
        );
        return {
          holds: ugal >= sufficientFraction * valiant && minimal < valiant / 4,
          because: `Minimal routing carries ${formatShare(minimal)}, Valiant ${formatShare(valiant)}, UGAL-G ${formatShare(ugal)}.`,
        };
      },
    },
    "only-when": {
      otherwise: "not reproduced",
      readAs:
        "UGAL-G takes at most a twentieth of a hop more than minimal routing under uniform traffic at load 0.5, and at least half a hop more in the worst case at load 0.4",
      check(inputs) {
        const hops = (pattern: Pattern, routing: RoutingId, load: (typeof loads)[number]) =>
          curveOf(inputs, pattern, routing).results[loads.indexOf(load)].hops ?? NaN;
        const extraHopsUniform = hops("uniform", "global", 0.5) - hops("uniform", "minimal", 0.5);
        const extraHopsWorst = hops("worst", "global", 0.4) - 3;
        return {
          holds: extraHopsUniform <= 0.05 && extraHopsWorst >= 0.5,
          because: `It takes ${extraHopsUniform.toFixed(3)} hops more under uniform traffic, and ${extraHopsWorst.toFixed(2)} in the worst case.`,
        };
      },
    },
  });

export const dragonflyThroughput = throughputExhibit({
  paper: "dragonfly",
  name: "Dragonfly",
  topology: { kind: "dragonfly", p: 4, a: 8, h: 4, g: 33 },
  unit: "group",
  units: "groups",
  terminalsPerUnit: 32,
  unitCount: 33,
  shareInWords: "a thirty-second",
  printedShare: "1/(a p)",
  statementsOfAbstract: dragonflyStatements,
  modelNotes: notesOf({
    "our model: Sizes":
      "p = h = 4 and a = 8: 33 groups, 1,056 terminals. The paper is known to compare routings on a network of these sizes.",
  }),
  costNote:
    "The abstract says that a dragonfly reduces cost by 20 % against a flattened butterfly and by 52 % against a folded Clos network, with 16K nodes or more. Its prices of cables by length stand in the paper, so this is not tried.",
});

export const butterflyThroughput = throughputExhibit({
  paper: "butterfly",
  name: "Flattened butterfly",
  topology: { kind: "hyperx", sizes: [16], terminalsPerSwitch: 16 },
  unit: "switch",
  units: "switches",
  terminalsPerUnit: 16,
  unitCount: 16,
  shareInWords: "a sixteenth",
  printedShare: "1/c",
  statementsOfAbstract: butterflyStatements,
  modelNotes: notesOf({
    "our model: Sizes": "c = 16: sixteen switches of sixteen terminals are our choice. The bounds are the same at any size, 1/c and ½.",
    "our model: Detours that nobody needs":
      "UGAL compares queues times hops. Where a direct channel has a few phits behind it and another one happens to have none, a packet takes the detour. With a threshold it would not (the option of the routing); then it also notices the worst case later.",
  }),
  costNote:
    "The abstract says that a flattened butterfly has roughly half the cost of a Clos network of comparable performance when traffic is benign. Its prices stand in the paper, so this is not tried.",
});
