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
import { type RowColumn, rowsBySeries } from "../rows.ts";
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
  readonly statementsOfAbstract: (checkInputs: CheckInputs, runs: readonly string[]) => readonly Statement[];
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

/**
 * The throughput of a network with a single link between every two units, which are groups or switches: upper bounds of the accepted load,
 * and accepted load over offered load for four routings, under uniform traffic and in the worst case, in which every unit sends to the
 * next.
 */
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
    provenance: { is: "exact" },
    formula,
    decimals: 4,
    document: documentOf(network, routings[id === "valiant worst" ? 1 : 0], id === "minimal uniform" ? "uniform" : "worst", 1),
    value,
  });
  const predicted: Provenance = { is: "predicted" };
  const curves = rowsBySeries(
    loads,
    (load) => ({ key: load, label: sayLoad(load) }),
    patterns.flatMap(({ id: pattern, title: patternTitle }) =>
      routings.map((routing): RowColumn<number> => [
        {
          ...series(seriesId(pattern, routing), `${routing.title}, ${patternTitle}`, "accepted load by offered load", "phits/cycle"),
          isFolded: true,
        },
        (load, i) => ({
          provenance: predicted,
          formula: "phits accepted in the measurement window / cycles / terminals; one seed",
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
      `${units} / (2 × terminals per ${unit}): all traffic of a ${unit} is spread over ${unitCount} ${units}, and then sent on from them`,
      valiantThroughput,
    ),
    boundRow("minimal uniform", "minimal, uniform traffic", () => boundOf("uniform"), "1 / load of the busiest channel, at most 1", null),
    ...patterns.flatMap(({ id: pattern, title: patternTitle }) =>
      routings.map((routing): RowSpec => ({
        id: `most ${seriesId(pattern, routing)}`,
        label: `${routing.title}, ${patternTitle}`,
        series: "most",
        quoted: pattern === "worst" && routing.id === "minimal" ? printedShare : routing.id === "valiant" ? "½" : undefined,
        provenance: predicted,
        formula: "phits accepted in the measurement window / cycles / terminals, maximum over all offered loads; one seed",
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
        interpretation: `each ${unit} sends to the next, so ${terminalsPerUnit} terminals share a link; the maximum accepted load is within 3 % of 1/${terminalsPerUnit}`,
        check(inputs) {
          const { maxAccepted } = curveOf(inputs, "worst", "minimal");
          return isNear(
            maxAccepted,
            1 / terminalsPerUnit,
            0.03,
            `The maximum accepted load is {}; 1/${terminalsPerUnit} is {limit}.`,
            withDecimals(4),
          );
        },
      },
      half: {
        interpretation: "the maximum accepted load is between 0.45 and 0.55 for both patterns",
        check(inputs) {
          const maxima = patterns.map(({ id }) => curveOf(inputs, id, "valiant").maxAccepted);
          return isWithinRange(
            maxima,
            [0.45, 0.55],
            "The maximum accepted load is {0} under uniform traffic and {1} in the worst case.",
            formatShare,
          );
        },
      },
    }),
  ];

  return exhibit(paper, "Throughput", "Abstract", {
    title: `If each ${unit} sends to the next, minimal routing accepts ${shareInWords} of the load, Valiant routing half`,
    lede: ({ textOf }) =>
      `If each ${unit} sends to the next, ${terminalsPerUnit} terminals share one link, and minimal routing accepts a load of ${textOf("most worst minimal", 3)}. Valiant routing accepts ${textOf("most worst valiant", 2)}, and no more under uniform traffic. UGAL-G accepts ${textOf("most worst global", 2)} in the worst case and ${textOf("most uniform global", 2)} under uniform traffic.`,
    series: [
      series("bound", "Bounds", "upper bounds on accepted load, as a fraction of injection bandwidth", "phits/cycle"),
      series("most", "Maximum accepted load", "over all offered loads, as a fraction of injection bandwidth", "phits/cycle"),
      ...curves.series,
    ],
    rows,
    statements,
    figures: patterns.map(({ id: pattern, title: patternTitle }) => ({
      is: "growth" as const,
      title: pattern === "uniform" ? "Uniform traffic" : `The worst case: each ${unit} sends to the next`,
      caption:
        "accepted load by offered load, as fractions of injection bandwidth; UGAL-L decides by the queues of the source switch, UGAL-G by those of the whole path",
      panel: { columns: 2 as const, most: 1 },
      unit: "phits/cycle",
      horizontalTitle: `offered load, ${patternTitle}`,
      scale: "linear" as const,
      ...(pattern === "worst" ? { limit: { value: 0.5, text: "½" } } : {}),
      columns: loads.map((load) => ({ text: sayLoad(load), x: load })),
      lines: routings.map((routing) => ({
        title: routing.title,
        rows: loads.map((load) => `${seriesId(pattern, routing)} ${load}`),
        look: routing.id === "minimal" || routing.id === "valiant" ? ("dashed" as const) : ("plain" as const),
      })),
    })),
    recordings: [recording],
    tolerance: { relative: 0.05, why: "½ is the limit for large networks; a network of finite size deviates from it." },
    notes: [
      ...notesOf({
        "still open: Sources not available":
          "Only the abstract of the paper was available to us. The two bounds, and the two sentences without quotation marks, are given as they are commonly cited. The paper’s curves are not compared point by point.",
        "still open: Costs": costNote,
      }),
      ...modelNotes,
      ...notesOf({
        "our model: Switches":
          "Virtual cut-through with packets of 16 phits, two virtual channels of 8 packets for each class of the routing, a speed-up of 2, and 256 phits of output buffer per channel, so that the switches do not limit throughput. With a single queue of four packets and no speed-up, Valiant routing accepts 0.4, and UGAL less.",
        "our model: The worst case": `Every terminal sends to the terminal whose number is ${terminalsPerUnit} higher, at the same position in the next ${unit}. The paper is said to choose a random terminal there; the load of the links between ${units} is the same.`,
        "our model: The bound of ½": `The intermediate ${unit} is any of the ${unitCount} ${units}, including source and destination. So each link has the load of ${terminalsPerUnit} terminals divided by ${unitCount}, twice: the bound is ${unitCount}/${2 * terminalsPerUnit}.`,
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

/**
 * The maximum accepted load of UGAL-G and that of the better of minimal and Valiant routing, for both traffic patterns, in phits per cycle
 * and terminal.
 */
function ugalAgainstBest(
  inputs: ExhibitInputs,
  { curveOf }: CheckInputs,
): readonly { readonly patternTitle: string; readonly ugal: number; readonly best: number }[] {
  return patterns.map(({ id, title }) => ({
    patternTitle: title,
    ugal: curveOf(inputs, id, "global").maxAccepted,
    best: Math.max(...(["minimal", "valiant"] as const).map((routing) => curveOf(inputs, id, routing).maxAccepted)),
  }));
}

const sayUgalAgainstBest = (comparisons: ReturnType<typeof ugalAgainstBest>) =>
  `The maximum accepted loads of UGAL-G and of the better of the two others are ${comparisons.map(({ patternTitle, ugal, best }) => `${formatShare(ugal)} and ${formatShare(best)} for ${patternTitle}`).join(", ")}.`;

/**
 * The two statements of the dragonfly paper's abstract. The first check compares the total load of the global channels with the load that
 * terminals of different groups exchange; a group has 32 terminals, and every terminal sends 1 phit per cycle to random other terminals.
 * The second check compares the maximum accepted loads of the routings.
 */
const dragonflyStatements: SingleLinkNetwork["statementsOfAbstract"] = (checkInputs, runs) =>
  checkedStatements(otherSentences.Dragonfly, runs, {
    "one-global": {
      interpretation:
        "under uniform traffic, the total load of global channels equals the load between different groups, each packet of which crosses at least one",
      runs: [],
      check() {
        const plan = checkInputs.planOf("uniform");
        const { network } = plan;
        const globalLinkClass = network.linkClasses.indexOf("global");
        const globalLoad = analyzeChannelLoads(plan).channelLoad.reduce(
          (sum, load, channel) => sum + (network.linkClass[channel] === globalLinkClass ? load : 0),
          0,
        );
        const interGroupLoad = (network.terminals * (network.terminals - 32)) / (network.terminals - 1);
        return isNear(
          globalLoad,
          interGroupLoad,
          1e-6,
          "The global channels carry {} phits/cycle; {limit} phits/cycle are sent to other groups.",
        );
      },
    },
    balanced: {
      interpretation: `the maximum accepted load of UGAL-G is at least ${sufficientFraction} times that of the better of minimal and Valiant routing, for both patterns`,
      check(inputs) {
        const comparisons = ugalAgainstBest(inputs, checkInputs);
        return {
          holds: comparisons.every(({ ugal, best }) => ugal >= sufficientFraction * best),
          because: sayUgalAgainstBest(comparisons),
        };
      },
    },
  });

/**
 * The two statements of the flattened butterfly paper's abstract. In the worst case every switch sends to the next, and all minimal paths
 * have 3 hops: into the first switch, to the second, and to the destination.
 */
const butterflyStatements: SingleLinkNetwork["statementsOfAbstract"] = ({ curveOf }, runs) =>
  checkedStatements(otherSentences["Flattened butterfly"], runs, {
    "non-minimal": {
      interpretation: `in the worst case, the maximum accepted load of UGAL-G is at least ${sufficientFraction} times that of Valiant routing, and that of minimal routing is less than a quarter of it`,
      check(inputs) {
        const [minimal, valiant, ugal] = (["minimal", "valiant", "global"] as const).map(
          (routing) => curveOf(inputs, "worst", routing).maxAccepted,
        );
        return {
          holds: ugal >= sufficientFraction * valiant && minimal < valiant / 4,
          because: `Minimal routing accepts ${formatShare(minimal)}, Valiant ${formatShare(valiant)}, UGAL-G ${formatShare(ugal)}.`,
        };
      },
    },
    "only-when": {
      otherwise: "not reproduced",
      interpretation:
        "UGAL-G takes at most 0.05 hops more than minimal routing under uniform traffic at load 0.5, and at least 0.5 hops more in the worst case at load 0.4",
      check(inputs) {
        const hops = (pattern: Pattern, routing: RoutingId, load: (typeof loads)[number]) =>
          curveOf(inputs, pattern, routing).results[loads.indexOf(load)].hops ?? NaN;
        const extraHopsUniform = hops("uniform", "global", 0.5) - hops("uniform", "minimal", 0.5);
        const extraHopsWorst = hops("worst", "global", 0.4) - 3;
        return {
          holds: extraHopsUniform <= 0.05 && extraHopsWorst >= 0.5,
          because: `UGAL-G takes ${extraHopsUniform.toFixed(3)} hops more under uniform traffic, and ${extraHopsWorst.toFixed(2)} in the worst case.`,
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
    "our model: Sizes": "p = h = 4 and a = 8: 33 groups, 1,056 terminals. The paper is known to use these sizes to compare routings.",
  }),
  costNote:
    "The abstract says that a dragonfly reduces cost by 20 % against a flattened butterfly and by 52 % against a folded Clos network, with 16K nodes or more. The cable prices by length are in the paper, which was not available to us, so costs are not reproduced.",
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
    "our model: Unnecessary detours":
      "UGAL compares queue length times hops. If the queue of the minimal path has a few phits and that of another path happens to be empty, a packet takes a detour. A threshold (an option of the routing) avoids this, but then UGAL also reacts later in the worst case.",
  }),
  costNote:
    "The abstract says that a flattened butterfly has roughly half the cost of a Clos network of comparable performance when traffic is benign. The prices are in the paper, which was not available to us, so costs are not reproduced.",
});
