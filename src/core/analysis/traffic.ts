/** The traffic of a demand as analyses use it: sources, destinations and weights relative to full load. */
import { below } from "../base/random.ts";
import { type Demand, programSends } from "../plan/demand.ts";
import { type OpenLoop, weightOf } from "../traffic/open-loop.ts";
import type { Program } from "../programs/program.ts";

/** A source's traffic to one destination. */
export interface Stream {
  readonly source: number;
  readonly weight: number;
}

/** Programs with more messages in partner loops are sampled instead of listed. */
const mostListed = 2 ** 20;

/** The senders of each destination; null if every terminal may send to every other. Contributions to trees are not included. */
export function fewSenders(demand: Demand, terminals: number): readonly (readonly Stream[])[] | null {
  if (demand.form === "open-loop" && !demand.permutation) return null;
  if (demand.form === "program" && demand.turning * demand.ranks > mostListed) return null;
  const to: { readonly source: number; weight: number }[][] = Array.from({ length: terminals }, () => []);
  if (demand.form !== "open-loop") {
    eachSent(demand, (source, destination, packets) => {
      // All sends of a rank are consecutive, and so are those to one destination: they form one stream.
      const streams = to[destination];
      const last = streams.length - 1;
      if (last >= 0 && streams[last].source === source) streams[last].weight += packets;
      else streams.push({ source, weight: packets });
    });
    const most = mostSent(demand, terminals);
    for (const streams of to) for (const stream of streams) stream.weight /= most;
    return to;
  }
  for (let source = 0; source < terminals; source++) {
    if (demand.sending[source] === 1) to[demand.destination(source, 0)].push({ source, weight: weightOf(demand, source) });
  }
  return to;
}

/** The streams of a demand for sampling packets, each with a weight. */
export interface Streams {
  /** [K + 1] Cumulative weights: the sum up to each stream. */
  readonly ends: Float64Array;
  readonly source: (stream: number) => number;
  readonly destination: (stream: number, draw: number) => number;
}

/** The streams of a demand: one per source, or one per message. */
export function streamsOf(demand: Demand, terminals: number): Streams {
  if (demand.form === "program") return streamsOfProgram(demand);
  if (demand.form !== "open-loop") {
    const { source, destination, packets } = demand;
    const of = new Float64Array(terminals);
    source.forEach((from, m) => (of[from] += packets[m]));
    const most = of.reduce((a, b) => Math.max(a, b), 1);
    const ends = new Float64Array(source.length + 1);
    packets.forEach((count, m) => (ends[m + 1] = ends[m] + count / most));
    return { ends, source: (i) => source[i], destination: (i) => destination[i] };
  }
  const sources = Int32Array.from(Array.from({ length: terminals }, (_, s) => s).filter((s) => demand.sending[s] === 1));
  const ends = new Float64Array(sources.length + 1);
  sources.forEach((source, i) => (ends[i + 1] = ends[i] + weightOf(demand, source)));
  return {
    ends,
    source: (i) => sources[i],
    destination: (i, draw) => demand.destination(sources[i], draw),
  };
}

/** The sends of a partner loop are one stream, in which every iteration is equally likely. */
function streamsOfProgram(program: Program): Streams {
  const { terminalOf, ranks } = program;
  const written = programSends.code.writtenSends(program);
  const of = new Float64Array(ranks);
  for (const { from, packets, times } of written) of[from] += packets * times;
  const most = of.reduce((a, b) => Math.max(a, b), 1);
  const ends = new Float64Array(written.length + 1);
  written.forEach(({ packets, times }, i) => (ends[i + 1] = ends[i] + (packets * times) / most));
  return {
    ends,
    source: (i) => terminalOf[written[i].from],
    destination: (i, draw) => terminalOf[written[i].to(below(draw, written[i].times))],
  };
}

/** Packets of the terminal that sends most, including contributions to trees; 1 if nothing is sent. */
export function mostSent(demand: Exclude<Demand, OpenLoop>, terminals: number): number {
  const sent = new Float64Array(terminals);
  eachSent(demand, (source, _, packets) => (sent[source] += packets));
  if (demand.form === "program")
    for (const { from, packets } of demand.trees ?? []) for (const rank of from) sent[demand.terminalOf[rank]] += packets;
  return sent.reduce((a, b) => Math.max(a, b), 1);
}

/** Visits everything that a finite demand sends between two terminals, in packets. */
function eachSent(
  demand: Exclude<Demand, { readonly form: "open-loop" }>,
  visit: (source: number, destination: number, packets: number) => void,
): void {
  if (demand.form === "program") {
    const { terminalOf } = demand;
    programSends.code.eachSend(demand, (from, to, packets, times) => visit(terminalOf[from], terminalOf[to], packets * times));
  } else demand.source.forEach((source, m) => visit(source, demand.destination[m], demand.packets[m]));
}
