/** How much each channel is asked for, in closed form: the traffic spread over the ways the routing allows. */
import { nameOfChannel } from "../network/network.ts";
import type { Demand } from "../plan/demand.ts";
import type { Plan } from "../plan/plan.ts";
import type { Analysis } from "./analysis.ts";

/** Most terminals × channels that are walked for traffic without fixed destinations. */
const mostWork = 1.5e8;
/** Up to so many senders per destination it is cheaper to follow each than to search the whole network. */
const fewSenders = 4;

/**
 * Spreads the traffic evenly over the candidates of every hop. For deterministic routing, and for trees, whose
 * interchangeable links up share every ancestor, no other choice has a lower largest load; so the bound holds for any
 * selection. (Dally, Towles, 2004, §3.3: channel load γ, ideal throughput 1 / γ.)
 *
 * Traffic from everywhere to everywhere takes time in proportion to terminals × channels; beyond a minute's worth the
 * answer is null.
 *
 * A finite workload has no rate: its loads are then phits per channel, over the phits of the busiest source.
 */
export function analyse(plan: Plan): Analysis | null {
  const { network, demand, packetPhits } = plan;
  const { classes, maxCandidates, route } = plan.routing;
  const { terminals, firstOut, head } = network;
  const nodes = terminals + network.switches;
  const isSparse = demand.form === "messages" || demand.permutation;
  if (!isSparse && terminals * head.length > mostWork) return null;
  const channelLoad = new Float64Array(head.length);
  const flow = new Float64Array(nodes);
  const seen = new Uint8Array(nodes);
  const queue = new Int32Array(nodes);
  const out = new Int32Array(maxCandidates);
  const weightTo = weights(demand, terminals);
  let total = 0;
  let hops = 0;
  for (let d = 0; d < terminals; d++) {
    const senders = weightTo(d);
    for (const { source, weight } of senders) {
      flow[source] += weight;
      total += weight;
    }
    const order = senders.length > fewSenders ? nodesByDistance(d) : nodesOnTheWay(d, senders);
    // Routes are minimal: from the farthest node inwards, each is visited after all that feed it.
    for (let i = order.length - 1; i >= 0; i--) {
      const n = order[i];
      if (n === d || flow[n] === 0) continue;
      const count = route(n, d, 0, out);
      const part = flow[n] / count;
      hops += flow[n];
      for (let j = 0; j < count; j++) {
        const c = classes === 1 ? out[j] : Math.floor(out[j] / classes);
        channelLoad[c] += part;
        flow[head[c]] += part;
      }
      flow[n] = 0;
    }
    flow[d] = 0;
  }
  let bottleneck = 0;
  for (let c = 1; c < channelLoad.length; c++) if (channelLoad[c] > channelLoad[bottleneck] + 1e-9) bottleneck = c;
  const meanHops = total > 0 ? hops / total : 0;
  return {
    meanHops,
    zeroLoadLatency: meanHops + packetPhits,
    channelLoad,
    bound: channelLoad[bottleneck] > 0 ? Math.min(1, 1 / channelLoad[bottleneck]) : 1,
    bottleneck,
    bottleneckName: nameOfChannel(network, bottleneck),
  };

  /** All nodes, nearest to terminal `d` first, by breadth-first search; terminals do not forward. */
  function nodesByDistance(d: number): Int32Array {
    seen.fill(0);
    seen[d] = 1;
    queue[0] = d;
    let count = 1;
    for (let i = 0; i < count; i++) {
      const n = queue[i];
      if (n < terminals && n !== d) continue;
      for (let c = firstOut[n]; c < firstOut[n + 1]; c++) {
        if (seen[head[c]] === 1) continue;
        seen[head[c]] = 1;
        queue[count++] = head[c];
      }
    }
    return queue;
  }

  /** The nodes that packets of a few senders may pass, nearest to terminal `d` first. */
  function nodesOnTheWay(d: number, senders: readonly Sender[]): readonly number[] {
    const distances = new Map<number, number>([[d, 0]]);
    const distance = (n: number): number => {
      const known = distances.get(n);
      if (known !== undefined) return known;
      const next = Array.from({ length: route(n, d, 0, out) }, (_, i) => head[Math.floor(out[i] / classes)]);
      const result = 1 + Math.max(...next.map(distance));
      distances.set(n, result);
      return result;
    };
    for (const { source } of senders) distance(source);
    return [...distances].sort((a, b) => a[1] - b[1]).map(([n]) => n);
  }
}

interface Sender {
  readonly source: number;
  readonly weight: number;
}

/** Who sends to a terminal, and how much of a full load. */
function weights(demand: Demand, terminals: number): (destination: number) => readonly Sender[] {
  const to: Sender[][] = Array.from({ length: terminals }, () => []);
  if (demand.form === "messages") {
    const sent = new Float64Array(terminals);
    demand.source.forEach((source, m) => (sent[source] += demand.packets[m]));
    const most = sent.reduce((a, b) => Math.max(a, b), 1);
    demand.source.forEach((source, m) => to[demand.destination[m]].push({ source, weight: demand.packets[m] / most }));
    return (d) => to[d];
  }
  if (demand.permutation) {
    for (let source = 0; source < terminals; source++) {
      if (demand.sending[source] === 1) to[demand.destination(source, 0)].push({ source, weight: 1 });
    }
    return (d) => to[d];
  }
  return (d) => {
    const senders: Sender[] = [];
    for (let source = 0; source < terminals; source++) {
      const weight = demand.sending[source] === 1 ? demand.share(source, d) : 0;
      if (weight > 0 && source !== d) senders.push({ source, weight });
    }
    return senders;
  };
}
