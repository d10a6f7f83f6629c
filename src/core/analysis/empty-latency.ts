/** Mean latency of packets without contention, over the traffic of a demand and all of its paths. */
import { below, mix, streamKey } from "../base/random.ts";
import { weightOf } from "../traffic/open-loop.ts";
import { rateOf } from "../plan/links.ts";
import { isPlain, type Plan } from "../plan/plan.ts";
import { decides } from "../plan/routing.ts";
import { zeroLoadLatency } from "./bound.ts";
import { kindOf, type Step, timeAlone } from "./packet-alone.ts";
import { fewSenders, mostSent, type Stream, streamsOf } from "./traffic.ts";
import { waysOn } from "./ways-on.ts";

/** Limit of channels over all paths, above which packets are sampled; and the number of sampled packets. */
const mostSteps = 400_000;
const drawnPackets = 4096;
/** Up to this number of equally likely initial draws of a routing, each is followed. */
const mostDraws = 64;

/**
 * Mean latency in cycles, for packets that cross `meanHops` channels on average. If channels or switches differ, every path is followed,
 * weighted by its probability under even splits; if there are too many paths, packets are sampled from the seed.
 */
export function emptyLatencyOf(plan: Plan, meanHops: number): number {
  if (isPlain(plan)) return zeroLoadLatency(plan, meanHops);
  return meanOfWays(plan) ?? meanOfDrawn(plan);
}

/** Follows packets by candidates, and computes the time of a path; paths with the same kinds of steps are computed once. */
function follower(plan: Plan) {
  const { find, channels, ids } = waysOn(plan);
  const { links } = plan;
  const known = new Map<string, number>();
  const kinds = new Map<number, string>();
  return {
    /** The next steps of a packet, with its state after each. */
    stepsAt(at: number, to: number, state: number): readonly (Step & { readonly state: number })[] {
      const count = find(at, to, state);
      let fastest = channels[0];
      for (let i = 1; i < count; i++) if (rateOf(links, channels[i]) > rateOf(links, fastest)) fastest = channels[i];
      const next = plan.routing.next;
      return Array.from(channels.subarray(0, count), (channel, i) => ({
        channel,
        fastest,
        state: next === undefined ? state : next(at, to, state, ids[i]),
      }));
    },
    timeOf(way: readonly Step[]): number {
      let key = "";
      for (const step of way) {
        const number = step.channel * plan.network.head.length + step.fastest;
        let kind = kinds.get(number);
        if (kind === undefined) kinds.set(number, (kind = kindOf(plan, step)));
        key += `${kind};`;
      }
      let time = known.get(key);
      if (time === undefined) known.set(key, (time = timeAlone(plan, way)));
      return time;
    },
  };
}

/** Mean over every path, weighted by its traffic; null if there are too many. */
function meanOfWays(plan: Plan): number | null {
  const { demand, network, routing } = plan;
  const { terminals, head } = network;
  const { begin, draws = mostDraws + 1, adapt, reaches } = routing;
  if (begin !== undefined && draws > mostDraws) return null;
  const states = (from: number, to: number) =>
    begin === undefined ? [0] : Array.from({ length: draws }, (_, i) => begin(from, to, Math.floor(((i + 0.5) / draws) * 2 ** 32)));
  const senders = fewSenders(demand, terminals);
  if (senders === null && (demand.form !== "open-loop" || terminals ** 2 > mostSteps / 4)) return null;
  const sendersTo = (to: number): readonly Stream[] => {
    if (senders !== null) return senders[to];
    if (demand.form !== "open-loop") return [];
    return Array.from({ length: terminals }, (_, source) => ({
      source,
      weight: demand.sending[source] === 1 ? weightOf(demand, source) * demand.share(source, to) : 0,
    }));
  };
  const { stepsAt, timeOf } = follower(plan);
  let [steps, all, sum] = [0, 0, 0];
  for (let to = 0; to < terminals; to++) {
    for (const { source, weight } of sendersTo(to)) {
      if (weight === 0 || source === to || (reaches !== undefined && !reaches(source, to))) continue;
      const begun = states(source, to);
      for (const state of begun) if (!follow(source, to, state, weight / begun.length, [])) return null;
    }
  }
  if (demand.form === "program" && demand.trees !== undefined) {
    const most = mostSent(demand, terminals);
    for (const { packets, ways } of demand.trees) {
      all += (packets / most) * ways.length;
      for (const way of ways) sum += (packets / most) * timeOf(Array.from(way, (channel) => ({ channel, fastest: channel })));
    }
  }
  return all > 0 ? sum / all : 0;

  /** Follows all continuations of a path in depth-first order, and adds the times of complete paths. False if there are too many steps. */
  function follow(at: number, to: number, state: number, part: number, way: Step[]): boolean {
    if (at === to) {
      all += part;
      sum += part * timeOf(way);
      return true;
    }
    const now = adapt !== undefined && decides(routing, way.length, state) ? adapt(at, to, state, () => 0) : state;
    const on = stepsAt(at, to, now);
    steps += on.length;
    if (steps > mostSteps || way.length > 2 * head.length) return false;
    for (const step of on) {
      way.push(step);
      if (!follow(head[step.channel], to, step.state, part / on.length, way)) return false;
      way.pop();
    }
    return true;
  }
}

/** Mean over sampled packets, with candidates drawn evenly. */
function meanOfDrawn(plan: Plan): number {
  const { demand, network, routing, seed } = plan;
  const { begin, adapt, reaches } = routing;
  const { terminals, switches, head } = network;
  const { ends, source, destination } = streamsOf(demand, terminals);
  const { stepsAt, timeOf } = follower(plan);
  const key = streamKey(seed, "analysis");
  const streams = ends.length - 1;
  let [all, sum, stream] = [0, 0, 0];
  const packets = streams > 0 ? drawnPackets : 0;
  for (let i = 0; i < packets; i++) {
    const place = ((i + 0.5) / packets) * ends[streams];
    while (stream < streams - 1 && ends[stream + 1] <= place) stream++;
    const [from, to] = [source(stream), destination(stream, mix(key, i, 1))];
    if (from === to || (reaches !== undefined && !reaches(from, to))) continue;
    const way: Step[] = [];
    let state = begin?.(from, to, mix(key, i, 2)) ?? 0;
    let at = from;
    while (at !== to && way.length < 2 * (terminals + switches)) {
      if (adapt !== undefined && decides(routing, way.length, state)) state = adapt(at, to, state, () => 0);
      const on = stepsAt(at, to, state);
      if (on.length === 0) break;
      const step = on[below(mix(key, i, 3 + way.length), on.length)];
      way.push(step);
      at = head[step.channel];
      state = step.state;
    }
    if (at !== to) continue;
    all++;
    sum += timeOf(way);
  }
  return all > 0 ? sum / all : 0;
}
