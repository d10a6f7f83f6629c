/** Who sends to whom, and how much of a full load: a demand as analyses see it. */
import { below } from "../base/random.ts";
import type { Network } from "../network/network.ts";
import type { Demand, OpenLoop } from "../plan/demand.ts";
import { eachSend, op, opWords, type Program, writtenSends } from "../plan/program.ts";
import { heardAt } from "../plan/trees.ts";

/** One source's packets for one destination. */
export interface Stream {
  readonly source: number;
  readonly weight: number;
}

/** Programs of more messages in turn are drawn from, not listed. */
const mostListed = 2 ** 20;

/** The few senders of each destination, or null where anybody may send to anybody. What is given to trees is not among it. */
export function fewSenders(demand: Demand, network: Pick<Network, "terminals" | "tail" | "head">): readonly (readonly Stream[])[] | null {
  const { terminals } = network;
  if (demand.form === "open-loop" && !demand.permutation) return null;
  if (demand.form === "program" && demand.turning * demand.ranks > mostListed) return null;
  const to: { readonly source: number; weight: number }[][] = Array.from({ length: terminals }, () => []);
  if (demand.form !== "open-loop") {
    eachSent(demand, (source, destination, packets) => {
      // All that a rank sends stands together, and so does what it sends one destination: that is one stream.
      const streams = to[destination];
      const last = streams.length - 1;
      if (last >= 0 && streams[last].source === source) streams[last].weight += packets;
      else streams.push({ source, weight: packets });
    });
    const most = mostSent(demand, network);
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

/** What a rank gives to a tree, all of it: it goes up to the root, and down to where it is told to go. */
export interface Gift {
  readonly source: number;
  readonly packets: number;
  readonly channels: readonly number[];
}

/** All that ranks give to trees; nothing for other demands. */
export function giftsOf(demand: Demand, { tail, head }: Pick<Network, "tail" | "head">): readonly Gift[] {
  if (demand.form !== "program" || demand.trees === undefined) return [];
  const { terminalOf, trees } = demand;
  const given = givenTo(demand);
  return trees.flatMap((tree, i) => {
    const above = new Map(Array.from(tree.up, (c) => [tail[c], c]));
    const before = new Map(Array.from(tree.down, (c) => [head[c], c]));
    return Array.from(tree.from, (rank, place): Gift => {
      const channels: number[] = [];
      for (let c = above.get(terminalOf[rank]); c !== undefined; c = above.get(head[c])) channels.push(c);
      const down: number[] = [];
      for (let c = before.get(terminalOf[tree.to[heardAt(tree, place)]]); c !== undefined; c = before.get(tail[c])) down.unshift(c);
      return { source: terminalOf[rank], packets: given[i], channels: [...channels, ...down] };
    });
  });
}

/** [trees] Packets that each rank that contributes gives to a tree: all give as many. */
export function givenTo({ trees = [], first, ops, sizes }: Program): Float64Array {
  const given = new Float64Array(trees.length);
  for (const rank of new Set(trees.map(({ from }) => from[0]))) {
    let times = 1;
    for (let at = first[rank] * opWords; at < first[rank + 1] * opWords; at += opWords) {
      if (ops[at] === op.repeat) times *= ops[at + 1];
      else if (ops[at] === op.end) times /= ops[at + 1];
      else if (ops[at] === op.sendToTree && trees[ops[at + 1]].from[0] === rank) given[ops[at + 1]] += sizes.packets[ops[at + 2]] * times;
    }
  }
  return given;
}

/** Packets of the terminal that sends most, trees and all; 1 where nothing is sent. */
export function mostSent(demand: Exclude<Demand, OpenLoop>, network: Pick<Network, "terminals" | "tail" | "head">): number {
  const sent = new Float64Array(network.terminals);
  eachSent(demand, (source, _, packets) => (sent[source] += packets));
  for (const { source, packets } of giftsOf(demand, network)) sent[source] += packets;
  return sent.reduce((a, b) => Math.max(a, b), 1);
}

/** Goes through all that a finite demand sends between two terminals: packets from one terminal to another. */
function eachSent(
  demand: Exclude<Demand, { readonly form: "open-loop" }>,
  visit: (source: number, destination: number, packets: number) => void,
): void {
  if (demand.form === "program") {
    const { terminalOf } = demand;
    eachSend(demand, (from, to, packets, times) => visit(terminalOf[from], terminalOf[to], packets * times));
  } else demand.source.forEach((source, m) => visit(source, demand.destination[m], demand.packets[m]));
}
