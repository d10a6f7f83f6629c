/** Bounds of the throughput and latency of a network, from its facts in closed form. */
import type { NetworkCut, TopologyFacts } from "../topologies/contract.ts";
import { studyTraffic } from "./traffic.ts";

/**
 * Upper bound of the throughput of every terminal under a traffic, phits per cycle, 0 to 1. It holds for any routing, minimal or not: what
 * leaves a part of the network takes a channel out of it, and no packet crosses fewer channels than a shortest path has (Dally, Towles,
 * 2004, §3.3). If a part sends everything to one other part, only the channels between the two are direct; packets on another path also
 * leave a third part (for dragonflies: Kim, Dally, Scott, Abts, ISCA 2008, §4.2).
 */
export function throughputBound(traffic: string, facts: TopologyFacts): number {
  const pattern = studyTraffic.find(({ id }) => id === traffic)?.patternOn(facts);
  if (pattern === undefined || facts.terminals < 2) return 1;
  const bound = pattern.kind === "shift" ? shiftBound(facts, pattern.values["amount"] as number) : uniformBound(facts);
  // A random permutation is a single draw: its distance, and its traffic across a cut, are within four standard deviations of the mean.
  return Math.min(1, pattern.kind === "random-permutation" ? bound * (1 + 4 / Math.sqrt(facts.terminals)) : bound);
}

function uniformBound(facts: TopologyFacts): number {
  const { terminals: allTerminals, cuts = [] } = facts;
  const cutBound = ({ terminals, channels }: NetworkCut) => channels / ((terminals * (allTerminals - terminals)) / (allTerminals - 1));
  return Math.min(channelCapacityBound(facts), ...cuts.filter(({ terminals }) => terminals > 0 && terminals < allTerminals).map(cutBound));
}

function shiftBound({ terminals: allTerminals, cuts = [] }: TopologyFacts, amount: number): number {
  return cuts.reduce((min, { terminals, channels, channelsToOtherPart = channels, hasConsecutiveTerminals }) => {
    if (!hasConsecutiveTerminals) return min;
    const leaving = terminals - Math.max(0, terminals - amount) - Math.max(0, terminals - (allTerminals - amount));
    if (leaving <= 0) return min;
    const targetParts = amount % terminals === 0 && allTerminals % terminals === 0 ? 1 : 2;
    return Math.min(min, (channels + Math.min(channels, targetParts * channelsToOtherPart)) / 2 / leaving);
  }, Infinity);
}

/**
 * Capacity of all channels divided by the mean number of channels that a packet crosses. If terminals forward no packets, their own
 * channels are excluded.
 */
function channelCapacityBound(facts: TopologyFacts): number {
  const { terminals, links, forwards, parts } = facts;
  const terminalLinks = forwards ? 0 : parts.links.reduce((sum, { isTerminal, count }) => (isTerminal ? sum + count : sum), 0);
  const switchChannels = 2 * (links - terminalLinks);
  const hops = minMeanDistance(facts) - (forwards ? 0 : 2);
  return hops <= 0 ? Infinity : switchChannels / (terminals * hops);
}

/** Mean distance between terminals, in channels; a lower bound if there is no closed form. */
function minMeanDistance({ terminals, meanDistance, forwards, parts, switches }: TopologyFacts): number {
  if (meanDistance !== null) return meanDistance;
  const terminalsPerSwitch = Math.floor(terminals / switches);
  const degree = Math.max(...parts.switches.map(({ ports }) => ports)) - terminalsPerSwitch;
  const betweenSwitches = (mooreMeanDistance(switches, degree) * (terminals - Math.ceil(terminals / switches))) / (terminals - 1);
  return betweenSwitches + (forwards ? 0 : 2);
}

/**
 * Lower bound of the mean latency of uniform traffic in cycles, at any load and with any routing: that of an empty network with shortest
 * paths. A header takes a cycle for each channel, the rest of the packet follows, and reception takes another cycle (Dally, Towles, 2004,
 * §3.3).
 */
export const latencyBound = (facts: TopologyFacts, packetPhits: number): number => minMeanDistance(facts) + packetPhits;

/**
 * Lower bound of the mean distance between switches in any network of that degree, in channels (Moore bound): as many switches as possible
 * are one channel away, as many other switches as possible two channels, and so on. (Cerf, Cowan, Mullin, Stanton, Networks 4, 1974;
 * Singla, Godfrey, Kolla, NSDI 2014, §4.)
 */
export function mooreMeanDistance(switches: number, degree: number): number {
  let [remaining, sum] = [switches - 1, 0];
  for (let hops = 1, reachable = degree; remaining > 0; hops++, reachable *= Math.max(1, degree - 1)) {
    const atThisDistance = Math.min(remaining, reachable);
    sum += atThisDistance * hops;
    remaining -= atThisDistance;
  }
  return switches > 1 ? sum / (switches - 1) : 0;
}
