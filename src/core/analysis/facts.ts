/** Everything that is known of a scenario without simulation: facts with unit and formula, in the order of tables. */
import { isPlain, type Plan } from "../plan/plan.ts";
import { findBisection } from "./bisection/bisection.ts";
import { analyzePlan } from "./analyse.ts";
import { collectiveTimeBoundOf } from "./collectives/bound.ts";
import { pathDiversityOf } from "./path-diversity.ts";
import { terminalReachOf } from "./reach.ts";
import { switchCutOf } from "./bisection/switch-cut.ts";
import { throughputBoundsOf } from "./throughput-bounds.ts";
import { type DistanceSummary, type KnownDistances, type NetworkMetrics, networkMetricsOf } from "./size.ts";

export interface Fact {
  readonly id: string;
  readonly title: string;
  readonly unit: string;
  /** How the number is computed. */
  readonly formula: string;
  /** Null if there is no value. */
  readonly value: number | string | null;
}

/**
 * The facts of a plan; takes seconds for the largest networks.
 * @param knownDistances Distances in closed form, from the topology.
 */
export function analysisFactsOf(plan: Plan, knownDistances?: KnownDistances): readonly Fact[] {
  const { bound, bottleneckName, exact, sampled, meanHops, zeroLoadLatency } = analyzePlan(plan);
  const { links } = plan;
  const terminalBisection = findBisection(plan.network, "terminals", plan.seed, undefined, links);
  const switchBisection = findBisection(plan.network, "switches", plan.seed, undefined, links);
  // Links of equal rate are counted; otherwise their rates are added.
  const boundFormula =
    links === undefined
      ? "1 / largest channel load at offered load 1, at most 1"
      : "1 / largest channel load at offered load 1, each as a part of its channel's rate, at most the rate of a terminal's fastest channel";
  const cutUnit = links === undefined ? "channels" : "phits/cycle";
  const size = networkMetricsOf(plan.network, knownDistances);
  const { uniform, accepted, matching } = throughputBoundsOf(plan, size, terminalBisection);
  const { pairs, isAll, paths, disjoint } = pathDiversityOf(plan);
  const reach = terminalReachOf(plan.network);
  const sourcesPhrase = reach.isAll ? "all terminals" : `${reach.looked} terminals evenly spaced`;
  const cutPairs = switchCutOf(plan.network, plan.seed);
  const pairsPhrase = isAll ? "all pairs of terminals" : `${pairs} pairs of terminals drawn from the seed`;
  return [
    ...sizeFacts(size, plan.network.forwards),
    {
      id: "ideal-throughput",
      title: exact && sampled === null ? "Ideal throughput" : "Ideal throughput, estimate",
      unit: "phits/cycle per sender",
      formula: exact
        ? `${boundFormula}${sampled === null ? "" : ", estimated from a sample"}; of a higher load some terminal gets less than it is sent, whichever paths packets take`
        : `${boundFormula}, with choices of paths split evenly${sampled === null ? "" : ", estimated from a sample"}; a choice that splits them otherwise may deliver more, or less`,
      value: bound,
    },
    {
      id: "ideal-throughput-is",
      title: "Exact or estimate",
      unit: "",
      formula: "exact where packets have no choice, or choices are alike, and no sample stands for all packets",
      value: exact && sampled === null ? "exact" : "estimate",
    },
    { id: "bottleneck", title: "Bottleneck", unit: "", formula: "what sets the ideal throughput", value: bottleneckName },
    { id: "hops", title: "Hops, mean", unit: "channels", formula: "channels crossed, terminal channels counted", value: meanHops },
    {
      id: "zero-load-latency",
      title: "Latency in an empty network",
      unit: "cycles",
      formula: !isPlain(plan)
        ? "by the rate and the delay of each channel and the stages of each switch, a packet alone; mean over all pairs and their paths, or a sample"
        : "mean hops + phits of a packet when packets cut through, mean hops × phits + 1 when they are stored; mean hops + 2 × phits − 1 through buffers of one flit",
      value: zeroLoadLatency,
    },
    {
      id: "sampled-packets",
      title: "Packets followed",
      unit: "packets",
      formula: "sample that the numbers above are estimated from; none where they are computed",
      value: sampled?.packets ?? null,
    },
    {
      id: "sampled-spread",
      title: "Spread of the ideal throughput",
      unit: "",
      formula: "relative standard error of the estimate, at most",
      value: sampled?.spread ?? null,
    },
    {
      id: "bound-uniform",
      title: "Uniform traffic, all delivered: at most",
      unit: "phits/cycle per sender",
      formula:
        "the highest load that may be delivered to all, under any routing, when each sends to all others evenly: what channels carry over the sum of the shortest distances, or what the sparsest cut found lets through, whichever is less; at most the rate of a terminal's fastest channel. Of a higher load some pairs get less than they are sent",
      value: uniform?.load ?? null,
    },
    {
      id: "bound-uniform-by",
      title: "Set by",
      unit: "",
      formula: "what sets it: path lengths, the links of the cut found, or the terminals",
      value: uniform?.by ?? null,
    },
    {
      id: "bound-uniform-accepted",
      title: "Uniform traffic, accepted: at most",
      unit: "phits/cycle per sender",
      formula:
        "mean over all terminals of what is delivered, at any load and under any routing, however unevenly: what stays within the parts of the network, and of what leaves or enters each part no more than its channels carry",
      value: accepted,
    },
    {
      id: "bound-longest-matching",
      title: "Longest matching, all delivered: at most",
      unit: "phits/cycle per sender",
      formula:
        "the highest load that may be delivered to all, under any routing, when each sends to a partner far away, as found by a heuristic: what channels carry over the sum of the shortest distances, or what a cut lets through, whichever is less; none where terminals stand in over 4,096 places",
      value: matching?.load ?? null,
    },
    {
      id: "bound-longest-matching-routed",
      title: "Longest matching, by this routing",
      unit: "phits/cycle per sender",
      formula:
        "1 / largest channel load of that permutation under the scenario's routing, with choices of paths split evenly: an estimate where there are any; a permutation made against the routing may be worse",
      value: matching?.routed ?? null,
    },
    {
      id: "longest-matching-distance",
      title: "Longest matching, distance",
      unit: "channels",
      formula: "mean shortest distance between partners, terminal channels counted",
      value: matching?.distance ?? null,
    },
    {
      id: "bisection",
      title: "Bisection, found",
      unit: cutUnit,
      formula:
        "one direction; the smallest cut found between equal halves of the terminals, each with its switch; where those would not be equal, terminals of one switch are parted from it",
      value: terminalBisection?.channels ?? null,
    },
    {
      id: "bisection-least",
      title: "Bisection, at least",
      unit: cutUnit,
      formula: "proved of all such halves; where as many are found, that is the bisection",
      value: terminalBisection?.least?.links ?? null,
    },
    {
      id: "bisection-proof",
      title: "What proves it",
      unit: "",
      formula:
        "even flows: what the halves send each other when all send evenly over shortest paths, over what a link carries of it; eigenvalues: of the Laplacian",
      value: terminalBisection?.least?.by ?? null,
    },
    {
      id: "bisection-per-terminal",
      title: "Bisection per terminal",
      unit: `${cutUnit}/terminal`,
      formula: "bisection found / terminals of the smaller half",
      value: terminalBisection?.each ?? null,
    },
    {
      id: "bisection-halves",
      title: "Halves of that cut",
      unit: "",
      formula: "how they were found",
      value: terminalBisection?.halves ?? null,
    },
    {
      id: "bisection-switches",
      title: "Bisection of the switches, found",
      unit: cutUnit,
      formula: "one direction; the smallest cut found between equal halves of the switches, links of terminals left out",
      value: switchBisection?.channels ?? null,
    },
    {
      id: "bisection-switches-least",
      title: "Bisection of the switches, at least",
      unit: cutUnit,
      formula: "proved in the same way of all halves of the switches",
      value: switchBisection?.least?.links ?? null,
    },
    {
      id: "ways-mean",
      title: "Paths, mean",
      unit: "paths",
      formula: `paths the routing allows, over ${pairsPhrase}`,
      value: paths?.mean ?? null,
    },
    { id: "ways-least", title: "Paths, least", unit: "paths", formula: "the fewest of any of these pairs", value: paths?.least ?? null },
    {
      id: "disjoint-mean",
      title: "Disjoint paths, mean",
      unit: "paths",
      formula: "paths that share no channel but those of the terminals, whatever the routing, over the same pairs on two switches",
      value: disjoint?.mean ?? null,
    },
    {
      id: "disjoint-least",
      title: "Disjoint paths, least",
      unit: "paths",
      formula: "the fewest of any of these pairs",
      value: disjoint?.least ?? null,
    },
    {
      id: "one-switch-least",
      title: "One switch away, least",
      unit: "terminals",
      formula: `other terminals that a terminal reaches through one switch, the fewest of ${sourcesPhrase}`,
      value: reach.inOne.least,
    },
    {
      id: "switches-largest",
      title: "Switches between, most",
      unit: "switches",
      formula: `on the shortest path from one terminal to another, whatever the routing, from ${sourcesPhrase}`,
      value: reach.largest === 0 ? null : reach.largest,
    },
    {
      id: "connected",
      title: "Pairs connected",
      unit: "",
      formula: `part of the pairs of terminals that a path joins, from ${sourcesPhrase}`,
      value: reach.connected,
    },
    {
      id: "switch-cut-least",
      title: "Switches that part a pair",
      unit: "switches",
      formula: `the fewest that have to die so that two terminals are parted, of ${cutPairs.isAll ? "all" : cutPairs.pairs} pairs`,
      value: cutPairs.least === Infinity ? null : cutPairs.least,
    },
    ...collectiveFacts(plan),
  ];
}

/** The lower bound of the time of a collective operation; empty for other traffic. */
function collectiveFacts(plan: Plan): readonly Fact[] {
  const bound = collectiveTimeBoundOf(plan);
  if (bound === null) return [];
  return [
    {
      id: "least-time",
      title: "Least time of the collective",
      unit: "cycles",
      formula: "what any algorithm needs with the ranks where they stand: bytes over a cut / what it carries, or the way of a message",
      value: bound.cycles,
    },
    { id: "least-time-by", title: "Set by", unit: "", formula: "the cut that sets it, or latency", value: bound.by },
  ];
}

/** Facts about counts and distances. */
function sizeFacts(
  { terminals, switches, links, switchLinks, inside, radix, ofTerminals, ofSwitches, ...size }: NetworkMetrics,
  forwards: boolean,
): readonly Fact[] {
  const outside = inside === null ? "" : ", outside hosts";
  const count = (id: string, title: string, unit: string, formula: string, value: number | null): Fact => ({
    id,
    title,
    unit,
    formula,
    value,
  });
  const within = `within ${inside?.hosts ?? 0} hosts`;
  return [
    count("terminals", "Terminals", "terminals", "all of the network", terminals),
    count("switches", "Switches", "switches", `all${outside}`, switches),
    count("links", "Links", "links", `all${outside}; those of terminals counted`, links),
    count("switch-links", "Links between switches", "links", `links that join two switches${outside}`, switchLinks),
    count("radix", "Radix", "ports", `most ports of a switch${outside}, plugged or not`, radix),
    ...(inside === null
      ? []
      : [
          count("hosts", "Hosts", "hosts", "groups of terminals with a network within", inside.hosts),
          count("switches-inside", "Switches inside hosts", "switches", within, inside.switches),
          count("links-inside", "Links inside hosts", "links", within, inside.links),
        ]),
    ...distanceFacts("", "from terminal to terminal, their own channels counted", ofTerminals),
    ...distanceFacts("switch-", `from switch to switch${outside}, over links between switches`, ofSwitches),
    count(
      "girth",
      "Girth",
      "channels",
      formulaOfGirth(size, `switches${forwards ? " and terminals that pass packets on" : ""}${outside}`),
      size.girth,
    ),
  ];
}

/** How the girth is computed, or why there is none. */
function formulaOfGirth({ girthReason }: Pick<NetworkMetrics, "girthReason">, nodes: string): string {
  if (girthReason === "no circle") return `none: no circle of ${nodes}`;
  if (girthReason === "not searched to the end") return `none: the network is too large to search all circles of ${nodes}`;
  return `channels of the shortest circle of ${nodes}`;
}

/** Diameter and mean distance, with formulas that say whether they are exact. */
function distanceFacts(prefix: string, pathPhrase: string, distances: DistanceSummary | null): readonly Fact[] {
  const { diameter = null, mean = null, isWhole = true, isSampled = false } = distances ?? {};
  const title = prefix === "" ? "" : "Switches: ";
  const limitation = !isWhole ? "; some pair has no way" : isSampled ? "; there are too many pairs to look at all" : "";
  const pairsPhrase = isSampled ? "estimated from some, evenly spaced" : isWhole ? "over all pairs" : "over the pairs that a way joins";
  return [
    {
      id: `${prefix}diameter`,
      title: `${title}diameter`,
      unit: "channels",
      formula: `most on a shortest way ${pathPhrase}${limitation}`,
      value: diameter,
    },
    {
      id: `${prefix}mean-distance`,
      title: `${title}mean distance`,
      unit: "channels",
      formula: `on a shortest way ${pathPhrase}, ${pairsPhrase}`,
      value: mean,
    },
  ];
}
