/**
 * Dragonfly (ISCA 2008) and flattened butterfly (ISCA 2007): the throughput of each routing under uniform traffic and in the worst case.
 */
import { defined } from "../../core/base/defined.ts";
import { loadsOf } from "../../core/analysis/channel-load.ts";
import type { Results } from "../../core/measures/results.ts";
import type { Plan } from "../../core/plan/plan.ts";
import type { Exhibit, Given, Note, Published, Recording, ScenarioDocument, Statement, Word } from "../contract.ts";
import { checked, exhibit, notesOf, retold, type RowSpec, series } from "../exhibit.ts";
import { printedAs, withDecimals } from "../numbers.ts";
import { isInRange, isNear } from "../predicates.ts";
import { type RowColumn, columnByColumn } from "../rows.ts";
import type { PaperId } from "../papers.ts";
import { compiledPlan, sideBySide } from "../documents.ts";
import { half, known, says } from "./printed.ts";

/** A network with a single link between every two units, which are groups or switches. */
interface Single {
  readonly paper: PaperId;
  readonly name: string;
  readonly topology: ScenarioDocument;
  /** The unit that sends to the next one in the worst case, in singular and plural: `group`, `groups`. */
  readonly unit: string;
  readonly units: string;
  /** Terminals per unit, number of units, and a terminal's share of a link in words. */
  readonly each: number;
  readonly count: number;
  readonly part: string;
  /** A terminal's share of a link as the paper writes it: `1/(a p)`. */
  readonly share: string;
  /** Statements for the sentences of the paper's abstract. */
  readonly own: (found: Found, runs: readonly string[]) => readonly Statement[];
  /** A note on the abstract's statement about cost, and notes on the model. */
  readonly costs: string;
  readonly here: readonly Note[];
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

const patternOf = ({ each }: Single, pattern: Pattern): ScenarioDocument =>
  pattern === "uniform" ? { kind: "uniform" } : { kind: "shift", amount: each };

function documentOf(network: Single, routing: Routing, pattern: Pattern, load: number): ScenarioDocument {
  return {
    version: 2,
    title: `${network.name}, ${routing.title}`,
    topology: network.topology,
    ...defined({ routing: routing.document }),
    ...fastSwitches,
    workload: { kind: "open-loop", pattern: patternOf(network, pattern), load },
  };
}

const idOf = (pattern: Pattern, { id }: { readonly id: RoutingId }) => `${pattern} ${id}`;
const sayLoad = (load: number) => load.toFixed(2);
const share = withDecimals(3);

/** Results of one routing under one pattern, by load. */
interface Curve {
  readonly results: readonly Results[];
  /** The highest accepted load over all offered loads, in phits per cycle and terminal. */
  readonly most: number;
}

/** Inputs of the checks of statements. */
interface Found {
  readonly planOf: (pattern: Pattern) => Plan;
  readonly curveOf: (given: Pick<Given, "recorded">, pattern: Pattern, routing: RoutingId) => Curve;
}

function throughputOf(network: Single): Exhibit {
  const { paper, name, unit, units, each, count, part, share: printed, own, costs, here } = network;
  const title = `${name} by routing, uniform and in the worst case`;
  const recording: Recording = {
    id: `${paper} throughput`,
    title,
    document: {
      ...sideBySide(
        title,
        routings.map((routing) => ({ title: routing.title, document: documentOf(network, routing, "uniform", 1) })),
      ),
      sweep: [
        { path: "workload.pattern", values: patterns.map(({ id }) => patternOf(network, id)) },
        { path: "workload.load", values: [...loads] },
      ],
    },
  };
  const curveOf: Found["curveOf"] = ({ recorded }, pattern, routing) => {
    const place = routings.findIndex(({ id }) => id === routing) * patterns.length + patterns.findIndex(({ id }) => id === pattern);
    const results = recorded(recording.id).slice(place * loads.length, (place + 1) * loads.length);
    return { results, most: Math.max(...results.map(({ acceptedPerSender }) => acceptedPerSender)) };
  };
  const planOf: Found["planOf"] = (pattern) => compiledPlan(documentOf(network, routings[0], pattern, 1));
  const boundOf = (pattern: Pattern) => loadsOf(planOf(pattern)).bound;
  /**
   * Bound of Valiant's routing: over a random intermediate unit, each link carries 1 / `unitCount` of a unit's load twice, once towards the
   * intermediate and once from it.
   */
  const detour = count / (2 * each);

  const bound = (id: string, label: string, value: () => number, formula: string, published: Published | null): RowSpec => ({
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
  const predicted: Word = { is: "predicted" };
  const curves = columnByColumn(
    loads,
    (load) => ({ key: load, label: sayLoad(load) }),
    patterns.flatMap(({ id: pattern, title: of }) =>
      routings.map((routing): RowColumn<number> => [
        { ...series(idOf(pattern, routing), `${routing.title}, ${of}`, "accepted, by what is offered", "phits/cycle"), isFolded: true },
        (load, i) => ({
          word: predicted,
          formula: "phits accepted in the window / cycles / terminals; one seed",
          runs: [recording.id],
          decimals: 3,
          document: documentOf(network, routing, pattern, load),
          value: (given) => curveOf(given, pattern, routing.id).results[i].acceptedPerSender,
        }),
      ]),
    ),
  );
  const rows: readonly RowSpec[] = [
    bound(
      "minimal worst",
      "minimal, the worst case",
      () => boundOf("worst"),
      `1 / load of the busiest channel: ${each} terminals share a link`,
      printedAs(printed, 1 / each, 5),
    ),
    bound(
      "valiant worst",
      "Valiant, the worst case",
      () => detour,
      `${units} / (2 × terminals of one): what a ${unit} sends goes over all ${count}, and comes from them`,
      half,
    ),
    bound("minimal uniform", "minimal, uniform traffic", () => boundOf("uniform"), "1 / load of the busiest channel, at most 1", null),
    ...patterns.flatMap(({ id: pattern, title: of }) =>
      routings.map((routing): RowSpec => ({
        id: `most ${idOf(pattern, routing)}`,
        label: `${routing.title}, ${of}`,
        series: "most",
        quoted: pattern === "worst" && routing.id === "minimal" ? printed : routing.id === "valiant" ? "½" : undefined,
        word: predicted,
        formula: "phits accepted in the window / cycles / terminals, at the load where that is most; one seed",
        runs: [recording.id],
        decimals: 3,
        document: documentOf(network, routing, pattern, 1),
        value: (given) => curveOf(given, pattern, routing.id).most,
      })),
    ),
    ...curves.rows,
  ];

  const runs = [recording.id];
  const statements: readonly Statement[] = [
    ...own({ planOf, curveOf }, runs),
    ...retold(known, runs, {
      worst: {
        readAs: `each ${unit} sends to the next, and ${each} terminals share a link; what is accepted at its most lies within 3 % of 1/${each}`,
        check(given) {
          const { most } = curveOf(given, "worst", "minimal");
          return isNear(most, 1 / each, 0.03, `At most {} is accepted; 1/${each} is {limit}.`, withDecimals(4));
        },
      },
      half: {
        readAs: "in both patterns what is accepted at its most lies between 0.45 and 0.55",
        check(given) {
          const found = patterns.map(({ id }) => curveOf(given, id, "valiant").most);
          return isInRange(found, [0.45, 0.55], "{0} of uniform traffic, {1} in the worst case.", share);
        },
      },
    }),
  ];

  return exhibit(paper, "Throughput", "Abstract", {
    title: `Of what a ${unit} sends to the next, ${part} gets through directly, and half by detours`,
    lede: ({ shown }) =>
      `When each ${unit} sends to the next, ${each} terminals share one link, and minimal routing carries ${shown("most worst minimal", 3)} of what they can send. Valiant’s detours carry ${shown("most worst valiant", 2)}, and as little of uniform traffic. UGAL-G carries ${shown("most worst global", 2)} of the one and ${shown("most uniform global", 2)} of the other.`,
    series: [
      series("bound", "Bounds", "what no run exceeds, of what a terminal can send", "phits/cycle"),
      series("most", "Most that is accepted", "at the best of the loads, of what a terminal can send", "phits/cycle"),
      ...curves.series,
    ],
    rows,
    statements,
    figures: patterns.map(({ id: pattern, title: of }) => ({
      is: "growth" as const,
      title: pattern === "uniform" ? "Uniform traffic" : `The worst case: each ${unit} sends to the next`,
      caption:
        "accepted by what is offered, of what a terminal can send; UGAL-L decides by the queues of one switch, UGAL-G by those of the whole way",
      panel: { columns: 2 as const, most: 1 },
      unit: "phits/cycle",
      across: `offered, ${of}`,
      scale: "linear" as const,
      ...(pattern === "worst" ? { limit: { value: 0.5, text: "½" } } : {}),
      columns: loads.map((load) => ({ text: sayLoad(load), at: load })),
      lines: routings.map((routing) => ({
        title: routing.title,
        rows: loads.map((load) => `${idOf(pattern, routing)} ${load}`),
        look: routing.id === "minimal" || routing.id === "valiant" ? ("dashed" as const) : ("plain" as const),
      })),
    })),
    recordings: [recording],
    tolerance: { relative: 0.05, why: "½ is what a large network comes near: how near depends on its size." },
    notes: [
      ...notesOf({
        "still open: Of what we could not read":
          "We had the abstract of the paper and no more. The two bounds are as they are commonly quoted, and so are the two sentences without quotation marks. The paper’s curves are not compared point by point.",
        "still open: Costs": costs,
      }),
      ...here,
      ...notesOf({
        "our model: Switches":
          "Virtual cut-through with packets of 16 phits, two virtual channels for each class of the routing with 8 packets each, a speed-up of 2, and 256 phits behind every channel: enough that switches are not what limits the network. With one queue of four packets and no speed-up Valiant carries 0.4, and UGAL less.",
        "our model: The worst case": `Every terminal sends to the one ${each} further on: the same place of the next ${unit}. The paper is said to draw one at random there; the links between ${units} carry the same.`,
        "our model: Where ½ comes from": `A detour goes over any of the ${count} ${units}, its own and the last among them. So a link carries what ${each} terminals send, divided by ${count}, twice: a bound of ${count}/${2 * each}.`,
      }),
    ],
    documents: [
      { title: "All four routings, both patterns, by load", document: recording.document },
      ...routings.map((routing) => ({ title: `${routing.title}, the worst case`, document: documentOf(network, routing, "worst", 0.4) })),
    ],
  });
}

/** UGAL should reach at least this fraction of the better of minimal and Valiant routing. */
const nearly = 0.9;

/** The throughput of UGAL-G and that of the better of minimal and Valiant routing, for both patterns. */
function beside(given: Given, { curveOf }: Found): readonly { readonly of: string; readonly ugal: number; readonly best: number }[] {
  return patterns.map(({ id, title }) => ({
    of: title,
    ugal: curveOf(given, id, "global").most,
    best: Math.max(...(["minimal", "valiant"] as const).map((routing) => curveOf(given, id, routing).most)),
  }));
}

const sayBeside = (both: ReturnType<typeof beside>) =>
  `${both.map(({ of, ugal, best }) => `${share(ugal)} against ${share(best)} in ${of}`).join(", ")}.`;

const dragonflySays: Single["own"] = (found, runs) =>
  checked(says.Dragonfly, runs, {
    "one-global": {
      readAs: "of uniform traffic, the packets that cross global channels are as many as those for another group, which cross one at least",
      runs: [],
      check() {
        const plan = found.planOf("uniform");
        const { network } = plan;
        const kind = network.linkClasses.indexOf("global");
        const crossed = loadsOf(plan).channelLoad.reduce((sum, load, c) => sum + (network.linkClass[c] === kind ? load : 0), 0);
        const abroad = (network.terminals * (network.terminals - 32)) / (network.terminals - 1);
        return isNear(crossed, abroad, 1e-6, "Global channels carry {} phits a cycle, and {limit} are for another group.");
      },
    },
    balanced: {
      readAs: `UGAL-G carries at least ${nearly} of what the better of minimal routing and Valiant carries, in both patterns`,
      check(given) {
        const both = beside(given, found);
        return { holds: both.every(({ ugal, best }) => ugal >= nearly * best), because: sayBeside(both) };
      },
    },
  });

const butterflySays: Single["own"] = ({ curveOf }, runs) =>
  checked(says["Flattened butterfly"], runs, {
    "non-minimal": {
      readAs: `in the worst case UGAL-G carries at least ${nearly} of what Valiant carries, and minimal routing less than a quarter of that`,
      check(given) {
        const [minimal, valiant, ugal] = (["minimal", "valiant", "global"] as const).map((each) => curveOf(given, "worst", each).most);
        return {
          holds: ugal >= nearly * valiant && minimal < valiant / 4,
          because: `Minimal routing carries ${share(minimal)}, Valiant ${share(valiant)}, UGAL-G ${share(ugal)}.`,
        };
      },
    },
    "only-when": {
      otherwise: "not reproduced",
      readAs:
        "UGAL-G takes at most a twentieth of a hop more than minimal routing under uniform traffic at load 0.5, and at least half a hop more in the worst case at load 0.4",
      check(given) {
        const hops = (pattern: Pattern, routing: RoutingId, load: (typeof loads)[number]) =>
          curveOf(given, pattern, routing).results[loads.indexOf(load)].hops ?? NaN;
        const idle = hops("uniform", "global", 0.5) - hops("uniform", "minimal", 0.5);
        const needed = hops("worst", "global", 0.4) - 3;
        return {
          holds: idle <= 0.05 && needed >= 0.5,
          because: `It takes ${idle.toFixed(3)} hops more under uniform traffic, and ${needed.toFixed(2)} in the worst case.`,
        };
      },
    },
  });

export const dragonflyThroughput = throughputOf({
  paper: "dragonfly",
  name: "Dragonfly",
  topology: { kind: "dragonfly", p: 4, a: 8, h: 4, g: 33 },
  unit: "group",
  units: "groups",
  each: 32,
  count: 33,
  part: "a thirty-second",
  share: "1/(a p)",
  own: dragonflySays,
  here: notesOf({
    "our model: Sizes":
      "p = h = 4 and a = 8: 33 groups, 1,056 terminals. The paper is known to compare routings on a network of these sizes.",
  }),
  costs:
    "The abstract says that a dragonfly reduces cost by 20 % against a flattened butterfly and by 52 % against a folded Clos network, with 16K nodes or more. Its prices of cables by length stand in the paper, so this is not tried.",
});

export const butterflyThroughput = throughputOf({
  paper: "butterfly",
  name: "Flattened butterfly",
  topology: { kind: "hyperx", sizes: [16], terminalsPerSwitch: 16 },
  unit: "switch",
  units: "switches",
  each: 16,
  count: 16,
  part: "a sixteenth",
  share: "1/c",
  own: butterflySays,
  here: notesOf({
    "our model: Sizes": "c = 16: sixteen switches of sixteen terminals are our choice. The bounds are the same at any size, 1/c and ½.",
    "our model: Detours that nobody needs":
      "UGAL compares queues times hops. Where a direct channel has a few phits behind it and another one happens to have none, a packet takes the detour. With a threshold it would not (the option of the routing); then it also notices the worst case later.",
  }),
  costs:
    "The abstract says that a flattened butterfly has roughly half the cost of a Clos network of comparable performance when traffic is benign. Its prices stand in the paper, so this is not tried.",
});
