/** Analysis of a plan without simulation. */
import { nameOfChannel } from "../network/network.ts";
import { type IdealNetwork, isPlain, type Plan } from "../plan/plan.ts";
import type { Analysis } from "./analysis.ts";
import { causalityOf, causalityOn } from "./programs/causality.ts";
import { congestionOf } from "./programs/congestion.ts";
import { meetingsOf } from "./programs/find-meetings.ts";
import { loadsOf } from "./channel-load.ts";
import { emptyLatencyOf } from "./empty-latency.ts";
import { roundTripsOf, waitsBehind } from "./round-trips.ts";

/** Channel loads and ideal throughput; for a rank program also its dependencies, communication pattern and congestion. */
export function analyse(plan: Plan): Analysis {
  const { demand, ideal } = plan;
  if (ideal !== undefined) return onIdeal(plan, ideal);
  const plain = loadsOf(plan, emptyLatencyOf);
  const loads = isPlain(plan) ? plain : { ...plain, roundTrips: tripsOf(plan, plain.channelLoad) };
  if (demand.form !== "program") return loads;
  const meetings = meetingsOf(plan, demand);
  return { ...loads, program: { ...causalityOn(plan, demand), meetings, congestion: congestionOf(plan, demand, meetings) } };
}

/** Without a network, channels have no load, and only the terminals bound the throughput. */
function onIdeal(plan: Plan, { latency, phitCycles }: IdealNetwork): Analysis {
  const { demand, network, packetPhits, startUp = 0 } = plan;
  const alone = {
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
  return demand.form === "program" ? { ...alone, program: causalityOf(demand, null) } : alone;
}

/** Round trips of every link class, each with the largest load of its channels. */
function tripsOf(plan: Plan, channelLoad: Float64Array): NonNullable<Analysis["roundTrips"]> {
  const { linkClass, linkClasses } = plan.network;
  const asked = new Float64Array(linkClasses.length);
  for (let c = 0; c < linkClass.length; c++) {
    if (waitsBehind(plan.network, c)) asked[linkClass[c]] = Math.max(asked[linkClass[c]], channelLoad[c]);
  }
  return roundTripsOf(plan).map((trip) => ({ ...trip, asked: asked[linkClasses.indexOf(trip.linkClass)] }));
}
