/** The traffic of a demand as analyses use it: sources, destinations and weights relative to full load. */
import { uniformBelow } from "../base/random.ts";
import { type Demand, programSends } from "../plan/demand.ts";
import { type OpenLoop, relativeLoad } from "../traffic/open-loop.ts";
import type { Program } from "../programs/program.ts";

/** A source's traffic to one destination. */
export interface WeightedSource {
  readonly source: number;
  readonly weight: number;
}

/** Programs with more messages in partner loops are sampled instead of listed. */
const maxListedMessages = 2 ** 20;

/**
 * For each destination, the sources that send to it, each with the weight of its traffic: relative to the busiest source or, for open-loop
 * traffic, to the mean of all senders. Null if every terminal may send to every other, or if a program has too many messages. Contributions
 * to reduction trees are not included.
 */
export function sendersByDestination(demand: Demand, terminals: number): readonly (readonly WeightedSource[])[] | null {
  if (demand.form === "open-loop" && !demand.isPermutation) return null;
  if (demand.form === "program" && demand.partnerMailboxes * demand.ranks > maxListedMessages) return null;
  const senders: { readonly source: number; weight: number }[][] = Array.from({ length: terminals }, () => []);
  if (demand.form !== "open-loop") {
    visitTraffic(demand, (source, destination, packets) => {
      // All sends of a source are consecutive, so its sends to one destination form one stream, the last of that destination so far.
      const streams = senders[destination];
      const lastStream = streams.at(-1);
      if (lastStream?.source === source) lastStream.weight += packets;
      else streams.push({ source, weight: packets });
    });
    const maxSent = maxPacketsSent(demand, terminals);
    for (const streams of senders) for (const stream of streams) stream.weight /= maxSent;
    return senders;
  }
  for (let source = 0; source < terminals; source++) {
    if (demand.isSending[source] === 1) senders[demand.destination(source, 0)].push({ source, weight: relativeLoad(demand, source) });
  }
  return senders;
}

/** The streams of a demand for sampling packets, each with a weight. */
export interface PacketStreams {
  /** [K + 1] Cumulative weights: the sum up to each stream. */
  readonly cumulativeWeights: Float64Array;
  readonly source: (stream: number) => number;
  readonly destination: (stream: number, draw: number) => number;
}

/**
 * The traffic as a list of streams, from which packets can be sampled. A stream is a source of open-loop traffic, or a message;
 * `cumulativeWeights` are the sums of the streams' weights: relative to the busiest source or, for open-loop traffic, to the mean of all
 * senders. `destination` of a stream may depend on a random draw.
 */
export function packetStreamsOf(demand: Demand, terminals: number): PacketStreams {
  if (demand.form === "program") return programStreamsOf(demand);
  if (demand.form !== "open-loop") {
    const { source, destination, packets } = demand;
    const packetsOf = new Float64Array(terminals);
    source.forEach((sender, message) => (packetsOf[sender] += packets[message]));
    const maxSent = packetsOf.reduce((a, b) => Math.max(a, b), 1);
    const cumulativeWeights = new Float64Array(source.length + 1);
    packets.forEach((count, message) => (cumulativeWeights[message + 1] = cumulativeWeights[message] + count / maxSent));
    return { cumulativeWeights, source: (i) => source[i], destination: (i) => destination[i] };
  }
  const sources = Int32Array.from(
    Array.from({ length: terminals }, (_, terminal) => terminal).filter((terminal) => demand.isSending[terminal] === 1),
  );
  const cumulativeWeights = new Float64Array(sources.length + 1);
  sources.forEach((source, i) => (cumulativeWeights[i + 1] = cumulativeWeights[i] + relativeLoad(demand, source)));
  return {
    cumulativeWeights,
    source: (i) => sources[i],
    destination: (i, draw) => demand.destination(sources[i], draw),
  };
}

/** The sends of a partner loop are one stream, in which every iteration is equally likely. */
function programStreamsOf(program: Program): PacketStreams {
  const { terminalOf, ranks } = program;
  const sends = programSends.code.writtenSends(program);
  const packetsOf = new Float64Array(ranks);
  for (const { source, packets, executions } of sends) packetsOf[source] += packets * executions;
  const maxSent = packetsOf.reduce((a, b) => Math.max(a, b), 1);
  const cumulativeWeights = new Float64Array(sends.length + 1);
  sends.forEach(({ packets, executions }, i) => (cumulativeWeights[i + 1] = cumulativeWeights[i] + (packets * executions) / maxSent));
  return {
    cumulativeWeights,
    source: (i) => terminalOf[sends[i].source],
    destination: (i, draw) => terminalOf[sends[i].destinationOf(uniformBelow(draw, sends[i].executions))],
  };
}

/** Packets of the terminal that sends most, including contributions to trees; 1 if nothing is sent. */
export function maxPacketsSent(demand: Exclude<Demand, OpenLoop>, terminals: number): number {
  const sent = new Float64Array(terminals);
  visitTraffic(demand, (source, _, packets) => (sent[source] += packets));
  if (demand.form === "program")
    for (const { from, packets } of demand.trees ?? []) for (const rank of from) sent[demand.terminalOf[rank]] += packets;
  return sent.reduce((a, b) => Math.max(a, b), 1);
}

/** Visits everything that a finite demand sends between two terminals, in packets. */
function visitTraffic(
  demand: Exclude<Demand, { readonly form: "open-loop" }>,
  visit: (source: number, destination: number, packets: number) => void,
): void {
  if (demand.form === "program") {
    const { terminalOf } = demand;
    programSends.code.visitSends(demand, (from, to, packets, times) => visit(terminalOf[from], terminalOf[to], packets * times));
  } else demand.source.forEach((source, message) => visit(source, demand.destination[message], demand.packets[message]));
}
