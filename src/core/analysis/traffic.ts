/** Who sends to whom, and how much of a full load: a demand as analyses see it. */
import { below } from "../base/random.ts";
import type { Demand, OpenLoop } from "../plan/demand.ts";
import { type Program, sendsOf, writtenSends } from "../plan/program.ts";

/** One source's packets for one destination. */
export interface Stream {
  readonly source: number;
  readonly weight: number;
}

/** Programs of more messages in turn are drawn from, not listed. */
const mostListed = 2 ** 20;

/** The few senders of each destination, or null where anybody may send to anybody. */
export function fewSenders(demand: Demand, terminals: number): readonly (readonly Stream[])[] | null {
  if (demand.form === "open-loop" && !demand.permutation) return null;
  if (demand.form === "program" && demand.turning * demand.ranks > mostListed) return null;
  const to: { readonly source: number; weight: number }[][] = Array.from({ length: terminals }, () => []);
  if (demand.form !== "open-loop") {
    const sent = finiteOf(demand);
    const most = mostOfOneSource(sent, terminals);
    // All that a rank sends stands together, and so does what it sends one destination: that is one stream.
    for (const { source, destination, packets } of sent) {
      const streams = to[destination];
      const last = streams.length - 1;
      if (last >= 0 && streams[last].source === source) streams[last].weight += packets;
      else streams.push({ source, weight: packets });
    }
    for (const streams of to) for (const stream of streams) stream.weight /= most;
    return to;
  }
  for (let source = 0; source < terminals; source++) {
    if (demand.sending[source] === 1) to[demand.destination(source, 0)].push({ source, weight: weightOf(demand, source) });
  }
  return to;
}

/** What a sending terminal offers where the mean of all that send is 1. */
export function weightOf({ load, loadOf }: OpenLoop, source: number): number {
  return loadOf[source] / load;
}

/** Where packets may be drawn from: the streams of a demand, one after another, each as long as its weight. */
export interface Streams {
  /** [K + 1] Sums of the weights up to each stream. */
  readonly ends: Float64Array;
  readonly source: (stream: number) => number;
  readonly destination: (stream: number, draw: number) => number;
}

/** The streams of a demand: a source's packets, or a message's. */
export function streamsOf(demand: Demand, terminals: number): Streams {
  if (demand.form === "program") return streamsOfProgram(demand);
  if (demand.form !== "open-loop") {
    const sent = finiteOf(demand);
    const most = mostOfOneSource(sent, terminals);
    const ends = new Float64Array(sent.length + 1);
    sent.forEach(({ packets }, i) => (ends[i + 1] = ends[i] + packets / most));
    return { ends, source: (i) => sent[i].source, destination: (i) => sent[i].destination };
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

/** Packets from one terminal to another. */
interface Sent {
  readonly source: number;
  readonly destination: number;
  readonly packets: number;
}

/** What is sent in turn is one stream, of which every turn is as likely as any other. */
function streamsOfProgram(program: Program): Streams {
  const { terminalOf, ranks } = program;
  const sends = writtenSends(program);
  const of = new Float64Array(ranks);
  for (const { from, packets, times } of sends) of[from] += packets * times;
  const most = of.reduce((a, b) => Math.max(a, b), 1);
  const ends = new Float64Array(sends.length + 1);
  sends.forEach(({ packets, times }, i) => (ends[i + 1] = ends[i] + (packets * times) / most));
  return {
    ends,
    source: (i) => terminalOf[sends[i].from],
    destination: (i, draw) => terminalOf[sends[i].to(below(draw, sends[i].times))],
  };
}

/** All that a finite demand sends. */
function finiteOf(demand: Exclude<Demand, { readonly form: "open-loop" }>): readonly Sent[] {
  if (demand.form === "program") {
    const { terminalOf } = demand;
    return sendsOf(demand).map(({ from, to, packets, times }) => ({
      source: terminalOf[from],
      destination: terminalOf[to],
      packets: packets * times,
    }));
  }
  return Array.from(demand.source, (source, m) => ({ source, destination: demand.destination[m], packets: demand.packets[m] }));
}

/** Packets of the source that sends most. */
function mostOfOneSource(sent: readonly Sent[], terminals: number): number {
  const of = new Float64Array(terminals);
  for (const { source, packets } of sent) of[source] += packets;
  return of.reduce((a, b) => Math.max(a, b), 1);
}
