/** What no routing can carry more of: uniform traffic, and a permutation that is hard for any. */
import { standsOfTerminals } from "../network/distances.ts";
import { openLoopOf } from "../traffic/open-loop.ts";
import { rateOf } from "../plan/links.ts";
import type { Plan } from "../plan/plan.ts";
import type { Bisection } from "./bisection/bisection.ts";
import { loadsOf } from "./channel-load.ts";
import { longestMatching } from "./longest-matching.ts";
import type { Size } from "./size.ts";
import { mostAccepted, sparsestCut, sparsestCutOfPartners } from "./sparsest-cut.ts";

/** Highest loads, phits per cycle of each sender; at most what the fastest channel of a terminal carries. */
export interface MostCarried {
  /** Of uniform traffic under any routing, and what sets it, `path lengths` or the links of a cut; null where some pair has no way. */
  readonly uniform: { readonly load: number; readonly by: string } | null;
  /** Most of uniform traffic that is delivered on average at any load, however unevenly; null where uniform traffic has no terminals. */
  readonly accepted: number | null;
  /** Of a longest matching; null where the network is too large for one. */
  readonly matching: {
    /** Under any routing, by path lengths and cuts. */
    readonly load: number;
    /** By the channel loads of the plan's own routing. */
    readonly routed: number;
    /** Channels between partners, on average. */
    readonly distance: number;
  } | null;
}

/** So much may a quotient of large sums be wrong. */
const rounding = 1e-12;

/**
 * Who sends at load θ over d channels keeps θ d of them busy. So θ is at most what all channels carry together, over the sum of
 * the shortest distances; channels of terminals that hang on one switch are left out of both. (Singla, Godfrey, Kolla, NSDI 2014, §4)
 * Under uniform traffic parts that a cut divides send each other a known share of all, so θ is also bounded by any cut that was found:
 * between halves, or the sparsest one.
 */
export function mostCarried(plan: Plan, { ofTerminals }: Pick<Size, "ofTerminals">, cut: Bisection | null): MostCarried {
  const { network, links } = plan;
  const { weight, away, at, channel } = standsOfTerminals(network);
  const fastest = network.tail.reduce((most, n, c) => (n < network.terminals ? Math.max(most, rateOf(links, c)) : most), 0);
  const capacity = channel.reduce((sum, c) => sum + rateOf(links, c), 0);
  const byLengths = (channels: number) => (channels > 0 ? capacity / channels : Infinity);
  /** Channels of a terminal at its switch. */
  const own = (t: number) => away[at[t]];

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
    // Of equals the first.
    return loads.reduce((least, each) => (each.load < least.load * (1 - rounding) ? each : least));
  }

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

/** Everybody sends to his partner at full load, where a way leads there. */
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
