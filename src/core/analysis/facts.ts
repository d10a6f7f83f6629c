/** Everything that is known of a scenario without simulation: facts with unit and formula, in the order of tables. */
import { isPlain, type Plan } from "../plan/plan.ts";
import { findBisection } from "./bisection/bisection.ts";
import { analyzePlan } from "./analyse.ts";
import { collectiveTimeBoundOf } from "./collectives/bound.ts";
import { pathDiversityOf } from "./path-diversity.ts";
import { terminalReachOf } from "./reach.ts";
import { switchConnectivityOf, switchCutOf } from "./bisection/switch-cut.ts";
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
      : "1 / largest channel load at offered load 1, each load relative to the rate of its channel; at most the rate of a terminal's fastest channel";
  const cutUnit = links === undefined ? "channels" : "phits/cycle";
  const size = networkMetricsOf(plan.network, knownDistances);
  const { uniform, accepted, matching } = throughputBoundsOf(plan, size, terminalBisection);
  const { pairs, isAll, paths, disjoint } = pathDiversityOf(plan);
  const reach = terminalReachOf(plan.network);
  const sourcesPhrase = reach.isAll ? "all terminals" : `${reach.looked} terminals evenly spaced`;
  const cutPairs = switchCutOf(plan.network, plan.seed);
  const connectivity = switchConnectivityOf(plan.network, plan.seed);
  const pairsPhrase = isAll ? "all pairs of terminals" : `${pairs} pairs of terminals drawn from the seed`;
  return [
    ...sizeFacts(size, plan.network.forwards),
    {
      id: "ideal-throughput",
      title: exact && sampled === null ? "Ideal throughput" : "Ideal throughput, estimate",
      unit: "phits/cycle per sender",
      formula: exact
        ? `${boundFormula}${sampled === null ? "" : ", estimated from a sample"}; at a higher offered load, some terminal receives less than is sent to it, whichever paths packets take`
        : `${boundFormula}, with traffic split evenly over the allowed paths${sampled === null ? "" : ", estimated from a sample"}; another split may deliver more, or less`,
      value: bound,
    },
    {
      id: "ideal-throughput-is",
      title: "Exact or estimate",
      unit: "",
      formula: "exact if packets have no choice of paths, or only equivalent paths, and all packets were counted instead of a sample",
      value: exact && sampled === null ? "exact" : "estimate",
    },
    { id: "bottleneck", title: "Bottleneck", unit: "", formula: "the channels that limit the ideal throughput", value: bottleneckName },
    { id: "hops", title: "Hops, mean", unit: "channels", formula: "channels crossed, with terminal channels", value: meanHops },
    {
      id: "zero-load-latency",
      title: "Latency in an empty network",
      unit: "cycles",
      formula: !isPlain(plan)
        ? "latency of a packet that meets no other, from the rate and delay of each channel and the pipeline of each switch; mean over all pairs and their paths, or over a sample"
        : "cut-through: mean hops + phits of a packet; store-and-forward: mean hops × phits + 1; wormhole with buffers of one flit: mean hops + 2 × phits − 1",
      value: zeroLoadLatency,
    },
    {
      id: "sampled-packets",
      title: "Packets sampled",
      unit: "packets",
      formula: "size of the sample from which the numbers above are estimated; none if they are computed from all packets",
      value: sampled?.packets ?? null,
    },
    {
      id: "sampled-spread",
      title: "Spread of the ideal throughput",
      unit: "",
      formula: "relative standard error of the estimate, upper bound",
      value: sampled?.spread ?? null,
    },
    {
      id: "bound-uniform",
      title: "Uniform traffic, all delivered: at most",
      unit: "phits/cycle per sender",
      formula:
        "upper bound, under any routing, of the load that is delivered completely when each terminal sends to all others evenly: the capacity of all channels / the sum of the shortest distances, or the capacity of the sparsest cut found, whichever is less; at most the rate of a terminal's fastest channel. At a higher load, some pairs receive less than is sent",
      value: uniform?.load ?? null,
    },
    {
      id: "bound-uniform-by",
      title: "Set by",
      unit: "",
      formula: "what limits it: path lengths, the links of the cut found, or the terminals",
      value: uniform?.by ?? null,
    },
    {
      id: "bound-uniform-accepted",
      title: "Uniform traffic, accepted: at most",
      unit: "phits/cycle per sender",
      formula:
        "upper bound, under any routing and at any offered load, of the mean accepted load, which may differ between terminals: the traffic within each part of the network, and between parts no more than the channels between them can deliver",
      value: accepted,
    },
    {
      id: "bound-longest-matching",
      title: "Longest matching, all delivered: at most",
      unit: "phits/cycle per sender",
      formula:
        "upper bound, under any routing, of the load that is delivered completely when each terminal sends to a distant partner, found by a heuristic: the capacity of all channels / the sum of the shortest distances, or the capacity of a cut, whichever is less; none if terminals are attached to more than 4,096 switches or nodes",
      value: matching?.load ?? null,
    },
    {
      id: "bound-longest-matching-routed",
      title: "Longest matching, by this routing",
      unit: "phits/cycle per sender",
      formula:
        "1 / largest channel load of that permutation under the scenario's routing, with traffic split evenly over the allowed paths: an estimate if there is a choice; the worst permutation for this routing may give less",
      value: matching?.routed ?? null,
    },
    {
      id: "longest-matching-distance",
      title: "Longest matching, distance",
      unit: "channels",
      formula: "mean shortest distance between partners, with terminal channels",
      value: matching?.distance ?? null,
    },
    {
      id: "bisection",
      title: "Bisection, found",
      unit: cutUnit,
      formula:
        "channels in one direction; the smallest cut found that divides the terminals into equal halves, each terminal on the side of its switch; if the halves would be unequal, some terminals of one switch are cut off from it",
      value: terminalBisection?.channels ?? null,
    },
    {
      id: "bisection-least",
      title: "Bisection, at least",
      unit: cutUnit,
      formula: "proved lower bound for all such halves; if it equals the cut found, that cut is the bisection",
      value: terminalBisection?.least?.links ?? null,
    },
    {
      id: "bisection-proof",
      title: "Proved by",
      unit: "",
      formula:
        "even flows: uniform traffic between the halves on shortest paths / the largest such traffic on one link; eigenvalues: of the Laplacian matrix",
      value: terminalBisection?.least?.by ?? null,
    },
    {
      id: "bisection-per-terminal",
      title: "Bisection per terminal",
      unit: `${cutUnit}/terminal`,
      formula: "smallest cut found / terminals of the smaller half",
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
      formula:
        "channels in one direction; the smallest cut found that divides the switches into equal halves, without the links of terminals",
      value: switchBisection?.channels ?? null,
    },
    {
      id: "bisection-switches-least",
      title: "Bisection of the switches, at least",
      unit: cutUnit,
      formula: "proved lower bound for all equal halves of the switches",
      value: switchBisection?.least?.links ?? null,
    },
    {
      id: "ways-mean",
      title: "Paths, mean",
      unit: "paths",
      formula: `paths that the routing allows, over ${pairsPhrase}`,
      value: paths?.mean ?? null,
    },
    { id: "ways-least", title: "Paths, least", unit: "paths", formula: "the fewest of any of these pairs", value: paths?.least ?? null },
    {
      id: "disjoint-mean",
      title: "Disjoint paths, mean",
      unit: "paths",
      formula: "paths that share no channel except those of the terminals, under any routing, over the same pairs on two switches",
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
      title: "Terminals one switch away, least",
      unit: "terminals",
      formula: `other terminals that a terminal reaches through one switch, the fewest of ${sourcesPhrase}`,
      value: reach.inOne.least,
    },
    {
      id: "switches-largest",
      title: "Switches between, most",
      unit: "switches",
      formula: `on the shortest path from one terminal to another, under any routing, from ${sourcesPhrase}`,
      value: reach.largest === 0 ? null : reach.largest,
    },
    {
      id: "connected",
      title: "Pairs connected",
      unit: "",
      formula: `fraction of the pairs of terminals that are connected by a path, from ${sourcesPhrase}`,
      value: reach.connected,
    },
    {
      id: "switch-cut-least",
      title: "Switches that separate a pair",
      unit: "switches",
      formula: `the smallest number of switches whose failure disconnects two terminals, of ${cutPairs.isAll ? "all" : cutPairs.pairs} pairs`,
      value: cutPairs.least === Infinity ? null : cutPairs.least,
    },
    {
      id: "connectivity",
      title: "Connectivity of the switches",
      unit: "switches",
      formula:
        connectivity === null
          ? "none: a terminal is on several switches, or there is one switch"
          : `the smallest number of switches whose failure disconnects two other switches with terminals, of ${connectivity.isAll ? "all" : connectivity.pairs} pairs; none if all are linked to each other`,
      value: connectivity === null || connectivity.least === Infinity ? null : connectivity.least,
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
      title: "Lower bound of the collective's time",
      unit: "cycles",
      formula:
        "the time that any algorithm needs with this mapping of ranks: bytes across a cut / bandwidth of the cut, or the latency of a message",
      value: bound.cycles,
    },
    { id: "least-time-by", title: "Set by", unit: "", formula: "the cut that limits it, or latency", value: bound.by },
  ];
}

/**
 * The facts of a network about counts and distances: terminals, switches, links, radix, diameter, mean distance and girth, each with title,
 * unit and formula. If hosts contain networks, the parts inside hosts are counted separately.
 * @param forwards Whether terminals forward packets.
 */
function sizeFacts(
  { terminals, switches, links, switchLinks, inside, radix, degree, ofTerminals, betweenSwitches, ofSwitches, ...size }: NetworkMetrics,
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
  const hostsPhrase = `within ${inside?.hosts ?? 0} hosts`;
  return [
    count("terminals", "Terminals", "terminals", "all of the network", terminals),
    count("switches", "Switches", "switches", `all${outside}`, switches),
    count("links", "Links", "links", `all${outside}; with the links of terminals`, links),
    count("switch-links", "Links between switches", "links", `links between two switches${outside}`, switchLinks),
    count("degree", "Degree", "links", `largest number of links of a switch to other switches${outside}`, degree?.most ?? null),
    count(
      "degree-least",
      "Degree, least",
      "links",
      `smallest number of links of a switch to other switches${outside}`,
      degree?.least ?? null,
    ),
    count("radix", "Radix", "ports", `largest number of ports of a switch${outside}, connected or not`, radix),
    ...(inside === null
      ? []
      : [
          count("hosts", "Hosts", "hosts", "groups of terminals with an internal network", inside.hosts),
          count("switches-inside", "Switches inside hosts", "switches", hostsPhrase, inside.switches),
          count("links-inside", "Links inside hosts", "links", hostsPhrase, inside.links),
        ]),
    ...distanceFacts("", "from terminal to terminal, with their own channels", ofTerminals),
    count(
      "diameter-hops",
      "Diameter in hops",
      "hops",
      "the longest shortest path between the switches of two terminals, without the channels of the terminals, as in textbooks; none if terminals forward packets or are on several switches",
      betweenSwitches?.diameter ?? null,
    ),
    count(
      "mean-distance-hops",
      "Mean distance in hops",
      "hops",
      "length of these paths, mean over all pairs of terminals on different switches",
      betweenSwitches?.mean ?? null,
    ),
    ...distanceFacts("switch-", `from switch to switch${outside}, over links between switches`, ofSwitches),
    count(
      "girth",
      "Girth",
      "channels",
      formulaOfGirth(size, `switches${forwards ? " and terminals that forward packets" : ""}${outside}`),
      size.girth,
    ),
  ];
}

/** How the girth is computed, or why there is none. */
function formulaOfGirth({ girthReason }: Pick<NetworkMetrics, "girthReason">, nodes: string): string {
  if (girthReason === "no circle") return `none: there is no cycle of ${nodes}`;
  if (girthReason === "not searched to the end") return `none: the network is too large to search all cycles of ${nodes}`;
  return `channels of the shortest cycle of ${nodes}`;
}

/**
 * Two facts of a network: its diameter and its mean distance, with formulas that say whether all pairs were searched.
 * @param prefix Prefix of the ids: empty for distances between terminals, `switch-` between switches.
 * @param pathPhrase The ends of the paths, in words.
 */
function distanceFacts(prefix: string, pathPhrase: string, distances: DistanceSummary | null): readonly Fact[] {
  const { diameter = null, mean = null, isWhole = true, isSampled = false } = distances ?? {};
  const title = prefix === "" ? "" : "Switches: ";
  const limitation = !isWhole ? "; some pairs have no path" : isSampled ? "; estimated, because there are too many pairs" : "";
  const pairsPhrase = isSampled ? "estimated from a sample, evenly spaced" : isWhole ? "over all pairs" : "over the pairs that have a path";
  return [
    {
      id: `${prefix}diameter`,
      title: `${title}diameter`,
      unit: "channels",
      formula: `the longest shortest path ${pathPhrase}${limitation}`,
      value: diameter,
    },
    {
      id: `${prefix}mean-distance`,
      title: `${title}mean distance`,
      unit: "channels",
      formula: `length of a shortest path ${pathPhrase}, mean ${pairsPhrase}`,
      value: mean,
    },
  ];
}
