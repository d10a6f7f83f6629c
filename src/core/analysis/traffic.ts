/** Who sends to whom, and how much of a full load: a demand as analyses see it. */
import type { Demand } from "../plan/demand.ts";

/** One source's packets for one destination. */
export interface Stream {
  readonly source: number;
  readonly weight: number;
}

/** The few senders of each destination, or null where anybody may send to anybody. */
export function fewSenders(demand: Demand, terminals: number): readonly (readonly Stream[])[] | null {
  if (demand.form === "open-loop" && !demand.permutation) return null;
  const to: Stream[][] = Array.from({ length: terminals }, () => []);
  if (demand.form === "messages") {
    const most = mostOfOneSource(demand, terminals);
    demand.source.forEach((source, m) => to[demand.destination[m]].push({ source, weight: demand.packets[m] / most }));
    return to;
  }
  for (let source = 0; source < terminals; source++) {
    if (demand.sending[source] === 1) to[demand.destination(source, 0)].push({ source, weight: 1 });
  }
  return to;
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
  if (demand.form === "messages") {
    const most = mostOfOneSource(demand, terminals);
    const ends = new Float64Array(demand.source.length + 1);
    demand.packets.forEach((packets, m) => (ends[m + 1] = ends[m] + packets / most));
    return { ends, source: (m) => demand.source[m], destination: (m) => demand.destination[m] };
  }
  const sources = Int32Array.from(Array.from({ length: terminals }, (_, s) => s).filter((s) => demand.sending[s] === 1));
  return {
    ends: Float64Array.from({ length: sources.length + 1 }, (_, i) => i),
    source: (i) => sources[i],
    destination: (i, draw) => demand.destination(sources[i], draw),
  };
}

/** Packets of the source that sends most of a list. */
function mostOfOneSource({ source, packets }: Extract<Demand, { readonly form: "messages" }>, terminals: number): number {
  const sent = new Float64Array(terminals);
  source.forEach((s, m) => (sent[s] += packets[m]));
  return sent.reduce((a, b) => Math.max(a, b), 1);
}
