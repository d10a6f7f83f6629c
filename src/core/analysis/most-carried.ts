/** Upper bounds of the throughput under any routing: for uniform traffic, and for a permutation that is hard for any routing. */
import { standsOfTerminals } from "../network/distances.ts";
import { openLoopOf } from "../traffic/open-loop.ts";
import { rateOf } from "../plan/links.ts";
import type { Plan } from "../plan/plan.ts";
import type { Bisection } from "./bisection/bisection.ts";
import { loadsOf } from "./channel-load.ts";
import { longestMatching } from "./longest-matching.ts";
import type { Size } from "./size.ts";
import { mostAccepted, sparsestCut, sparsestCutOfPartners } from "./sparsest-cut.ts";

/** Upper bounds of the offered load, phits per cycle and sender; at most the rate of a terminal's fastest channel. */
export interface MostCarried {
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
const rounding = 1e-12;

/**
 * A sender at load θ over d channels uses θ d of their capacity. So θ is at most the capacity of all channels divided by the sum of the
 * shortest distances, without the channels of terminals that are attached to one switch. (Singla, Godfrey, Kolla, NSDI 2014, §4) Under
 * uniform traffic the parts of a cut exchange a known share of the traffic, so every known cut bounds θ as well: the bisection found, or
 * the sparsest cut.
 */
export function mostCarried(plan: Plan, { ofTerminals }: Pick<Size, "ofTerminals">, cut: Bisection | null): MostCarried {
  const { network, links } = plan;
  const { weight, away, at, channel } = standsOfTerminals(network);
  const fastest = network.tail.reduce((most, n, c) => (n < network.terminals ? Math.max(most, rateOf(links, c)) : most), 0);
  const capacity = channel.reduce((sum, c) => sum + rateOf(links, c), 0);
  const byLengths = (channels: number) => (channels > 0 ? capacity / channels : Infinity);
  /** Channels between a terminal and its switch. */
  const own = (t: number) => away[at[t]];

  /** The tightest bound for uniform traffic: by terminals, path lengths, the sparsest cut, or the bisection. */
  function uniform(): MostCarried["uniform"] {
    const { mean, isWhole } = ofTerminals;
    if (mean === null || !isWhole) return null;
    const count = weight.reduce((sum, each) => sum + each, 0);
    const hanging = weight.reduce((sum, each, v) => sum + each * away[v], 0);
    const half = Math.floor(count / 2);
    const sparsest = sparsestCut(plan);
    const loads = [
      { by: "terminals", load: fastest },
      { by: "path lengths", load: byLengths(count * mean - 2 * hanging) },
      { by: sparsest?.links ?? "", load: sparsest?.load ?? Infinity },
      { by: "a cut between halves", load: cut === null ? Infinity : (cut.channels * (count - 1)) / (half * (count - half)) },
    ];
    // Of equal loads, the first.
    return loads.reduce((least, each) => (each.load < least.load * (1 - rounding) ? each : least));
  }

  /** Bounds for a longest matching. */
  function matching(): MostCarried["matching"] {
    const found = longestMatching(network);
    if (found === null) return null;
    const { partner, senders, channels } = found;
    const between = partner.reduce((sum, to, from) => (to === from ? sum : sum - own(from) - own(to)), channels);
    return {
      load: Math.min(fastest, byLengths(between), sparsestCutOfPartners(plan, partner).load),
      routed: plan.engine.hasContention ? loadsOf({ ...plan, demand: permuted(plan, partner) }).bound : fastest,
      distance: senders === 0 ? 0 : channels / senders,
    };
  }

  return { uniform: uniform(), accepted: network.terminals < 2 ? null : mostAccepted(plan, fastest), matching: matching() };
}

/** Open-loop traffic in which every terminal sends to its partner at full load, if there is a path. */
function permuted({ network, routing }: Plan, partner: Int32Array) {
  const reaches = routing.reaches ?? (() => true);
  const sending = Uint8Array.from(partner, (to, from) => Number(to !== from && reaches(from, to)));
  return openLoopOf([
    {
      injections: [{ load: 1, process: "bernoulli", meanPackets: 1, packets: null }],
      injectionOf: new Uint16Array(network.terminals),
      sending,
      destination: (source) => (sending[source] === 1 ? partner[source] : source),
      share: (source, to) => Number(to === (sending[source] === 1 ? partner[source] : source)),
      permutation: true,
    },
  ]);
}
