/** Traffic put together from parts that share no sender: jobs side by side. */
import type { Injection, Stream } from "../../traffic/open-loop.ts";

/** What the ranks of one job send, one sequence of messages each. */
export interface Part {
  /** [R] Terminal of each rank, all different. */
  readonly terminals: Int32Array;
  /** Ways in which its ranks create messages, at least one. */
  readonly injections: readonly Injection[];
  /** The way of a rank, an index into {@link injections}. */
  readonly injectionOf: (rank: number) => number;
  /** Terminal for which a rank's next message is, from a fresh 32-bit draw; its own where that is not created. */
  readonly destination: (rank: number, draw: number) => number;
  /** Probability that a message of a rank is for a terminal. */
  readonly share: (rank: number, terminal: number) => number;
  /** True when every rank has one destination. */
  readonly permutation: boolean;
}

/**
 * About as many draws may be needed until every terminal has a packet for another one. A terminal that keeps more than
 * its part of that allows is silent.
 */
const mostDraws = 2 ** 24;

/** The stream of parts, of which no two have a terminal in common; they have at most 65,535 ways to create messages. */
export function streamOf(parts: readonly Part[], terminals: number): Stream {
  const nobody = parts.length;
  const partOf = new Int32Array(terminals).fill(nobody);
  const rankOf = new Int32Array(terminals);
  const injectionOf = new Uint16Array(terminals);
  const injections: Injection[] = [];
  parts.forEach((part, p) => {
    part.terminals.forEach((terminal, rank) => {
      partOf[terminal] = p;
      rankOf[terminal] = rank;
      injectionOf[terminal] = injections.length + part.injectionOf(rank);
    });
    injections.push(...part.injections);
  });
  // Where nobody sends, there is still a way not to.
  if (injections.length === 0) injections.push({ load: 1, process: "bernoulli", meanPackets: 1, packets: null });
  const share = (source: number, destination: number) => {
    if (partOf[source] === nobody) return source === destination ? 1 : 0;
    return parts[partOf[source]].share(rankOf[source], destination);
  };
  const most = 1 - Math.max(1 / 65536, terminals / mostDraws);
  const permutation = parts.every((part) => part.permutation);
  return {
    injections,
    injectionOf,
    sending: Uint8Array.from({ length: terminals }, (_, source) => (share(source, source) < most ? 1 : 0)),
    destination: destinationOf(),
    share,
    permutation,
  };

  function destinationOf(): Stream["destination"] {
    const drawn = (source: number, draw: number) =>
      partOf[source] === nobody ? source : parts[partOf[source]].destination(rankOf[source], draw);
    if (permutation) {
      const table = Int32Array.from({ length: terminals }, (_, source) => drawn(source, 0));
      return (source) => table[source];
    }
    const [{ terminals: places, destination }] = parts;
    return parts.length === 1 && places.length === terminals && isIdentity(places) ? destination : drawn;
  }
}

/** Whether every rank stands on the terminal of its number. */
export function isIdentity(terminals: Int32Array): boolean {
  return terminals.every((terminal, rank) => terminal === rank);
}
