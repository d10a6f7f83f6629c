/** Analysis of a plan without simulation. */
import { nameOfChannel } from "../network/network.ts";
import { type IdealNetwork, isPlain, type Plan } from "../plan/plan.ts";
import type { Analysis } from "./analysis.ts";
import { causalityOf, causalityOnNetwork } from "./programs/causality.ts";
import { congestionOf } from "./programs/congestion.ts";
import { findExchanges } from "./programs/find-exchanges.ts";
import { analyzeChannelLoads } from "./channel-load.ts";
import { emptyLatencyOf } from "./empty-latency.ts";
import { roundTripsOf, hasQueueBehind } from "./round-trips.ts";

/** Channel loads and ideal throughput; for a rank program also its dependencies, communication pattern and congestion. */
export function analyzePlan(plan: Plan): Analysis {
  const { demand, ideal } = plan;
  if (ideal !== undefined) return analyzeIdealNetwork(plan, ideal);
  const channelLoads = analyzeChannelLoads(plan, emptyLatencyOf);
  const loads = isPlain(plan) ? channelLoads : { ...channelLoads, roundTrips: roundTripsWithLoads(plan, channelLoads.channelLoad) };
  if (demand.form !== "program") return loads;
  const meetings = findExchanges(plan, demand);
  return { ...loads, program: { ...causalityOnNetwork(plan, demand), meetings, congestion: congestionOf(plan, demand, meetings) } };
}

/** Without a network, channels have no load, and only the terminals bound the throughput. */
function analyzeIdealNetwork(plan: Plan, { latency, phitCycles }: IdealNetwork): Analysis {
  const { demand, network, packetPhits, startUp = 0 } = plan;
  const analysis = {
    meanHops: 0,
    zeroLoadLatency: startUp + latency + packetPhits * phitCycles,
    channelLoad: new Float64Array(network.head.length),
    bound: 1,
    bottleneck: 0,
    bottleneckName: nameOfChannel(network, 0),
    bottleneckGroup: null,
    exact: true,
    direct: false,
    widest: 1,
    sampled: null,
  };
  return demand.form === "program" ? { ...analysis, program: causalityOf(demand, null) } : analysis;
}

/** Round trips of every link class, each with the largest load of its channels. */
function roundTripsWithLoads(plan: Plan, channelLoad: Float64Array): NonNullable<Analysis["roundTrips"]> {
  const { linkClass, linkClasses } = plan.network;
  const largestLoads = new Float64Array(linkClasses.length);
  for (let channel = 0; channel < linkClass.length; channel++) {
    if (hasQueueBehind(plan.network, channel))
      largestLoads[linkClass[channel]] = Math.max(largestLoads[linkClass[channel]], channelLoad[channel]);
  }
  return roundTripsOf(plan).map((trip) => ({ ...trip, asked: largestLoads[linkClasses.indexOf(trip.linkClass)] }));
}
