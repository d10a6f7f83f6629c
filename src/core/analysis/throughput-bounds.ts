/** Upper bounds of the throughput under any routing: for uniform traffic, and for a permutation that is hard for any routing. */
import { terminalGraph } from "../network/distances.ts";
import { openLoopOf } from "../traffic/open-loop.ts";
import { rateOf } from "../plan/links.ts";
import type { Plan } from "../plan/plan.ts";
import type { Bisection } from "./bisection/bisection.ts";
import { analyzeChannelLoads } from "./channel-load.ts";
import { findLongestMatching } from "./longest-matching.ts";
import type { NetworkMetrics } from "./size.ts";
import { maxAcceptedLoad, findSparsestCut, sparsestCutOfPartners } from "./sparsest-cut.ts";

/** Upper bounds of the offered load, phits per cycle and sender; at most the rate of a terminal's fastest channel. */
export interface ThroughputBounds {
  /**
   * For uniform traffic delivered completely, with what sets the bound: `path lengths` or the links of a cut; null if some pair is
   * disconnected.
   */
  readonly uniform: { readonly load: number; readonly by: string } | null;
  /** Largest mean accepted load of uniform traffic at any offered load, possibly unfair; null with fewer than two terminals. */
  readonly accepted: number | null;
  /** For a longest matching; null if the network is too large. */
  readonly matching: {
    /** Under any routing, by path lengths and cuts. */
    readonly load: number;
    /** By the channel loads of the plan's own routing. */
    readonly routed: number;
    /** Mean number of channels between partners. */
    readonly distance: number;
  } | null;
}

/** Relative rounding error of a quotient of large sums. */
const tieTolerance = 1e-12;

/**
 * Upper bounds of the throughput θ, phits per cycle of each terminal, under any routing, for uniform traffic and for a longest matching. By
 * path lengths: a sender at load θ over d channels uses θ d of their capacity, so θ is at most the capacity of all channels divided by the
 * sum of the shortest distances, without the channels of terminals that are attached to one switch. (Singla, Godfrey, Kolla, NSDI 2014, §4)
 * By cuts: under uniform traffic the parts of a cut exchange a known share of the traffic.
 * @param cut The bisection that was found.
 */
export function throughputBoundsOf(
  plan: Plan,
  { ofTerminals }: Pick<NetworkMetrics, "ofTerminals">,
  cut: Bisection | null,
): ThroughputBounds {
  const { network, links } = plan;
  const { weight, accessHops, vertexOfTerminal, channel } = terminalGraph(network);
  const fastest = network.tail.reduce(
    (maxRate, node, channelIndex) => (node < network.terminals ? Math.max(maxRate, rateOf(links, channelIndex)) : maxRate),
    0,
  );
  const capacity = channel.reduce((sum, channelIndex) => sum + rateOf(links, channelIndex), 0);
  const boundByPathLengths = (channels: number) => (channels > 0 ? capacity / channels : Infinity);
  /** Channels between a terminal and its switch. */
  const accessHopsOf = (terminal: number) => accessHops[vertexOfTerminal[terminal]];

  /** The tightest bound for uniform traffic: by terminals, path lengths, the sparsest cut, or the bisection. */
  function uniformBound(): ThroughputBounds["uniform"] {
    const { mean, isWhole } = ofTerminals;
    if (mean === null || !isWhole) return null;
    const count = weight.reduce((sum, each) => sum + each, 0);
    const totalAccessHops = weight.reduce((sum, each, vertex) => sum + each * accessHops[vertex], 0);
    const terminalsInHalf = Math.floor(count / 2);
    const sparsest = findSparsestCut(plan);
    const loads = [
      { by: "terminals", load: fastest },
      { by: "path lengths", load: boundByPathLengths(count * mean - 2 * totalAccessHops) },
      { by: sparsest?.links ?? "", load: sparsest?.load ?? Infinity },
      {
        by: "a cut between halves",
        load: cut === null ? Infinity : (cut.channels * (count - 1)) / (terminalsInHalf * (count - terminalsInHalf)),
      },
    ];
    // Of equal loads, the first.
    return loads.reduce((lowest, each) => (each.load < lowest.load * (1 - tieTolerance) ? each : lowest));
  }

  /** Bounds for a longest matching. */
  function matchingBounds(): ThroughputBounds["matching"] {
    const permutation = findLongestMatching(network);
    if (permutation === null) return null;
    const { partner, senders, channels } = permutation;
    const channelsBetween = partner.reduce(
      (sum, destination, source) => (destination === source ? sum : sum - accessHopsOf(source) - accessHopsOf(destination)),
      channels,
    );
    return {
      load: Math.min(fastest, boundByPathLengths(channelsBetween), sparsestCutOfPartners(plan, partner).load),
      routed: plan.engine.hasContention ? analyzeChannelLoads({ ...plan, demand: permutationTraffic(plan, partner) }).bound : fastest,
      distance: senders === 0 ? 0 : channels / senders,
    };
  }

  return { uniform: uniformBound(), accepted: network.terminals < 2 ? null : maxAcceptedLoad(plan, fastest), matching: matchingBounds() };
}

/** Open-loop traffic in which every terminal sends to its partner at full load, if there is a path. */
function permutationTraffic({ network, routing }: Plan, partner: Int32Array) {
  const canReach = routing.canReach ?? (() => true);
  const sending = Uint8Array.from(partner, (to, from) => Number(to !== from && canReach(from, to)));
  return openLoopOf([
    {
      injections: [{ load: 1, process: "bernoulli", meanPackets: 1, packets: null }],
      injectionOf: new Uint16Array(network.terminals),
      isSending: sending,
      destination: (source) => (sending[source] === 1 ? partner[source] : source),
      share: (source, to) => Number(to === (sending[source] === 1 ? partner[source] : source)),
      isPermutation: true,
    },
  ]);
}
