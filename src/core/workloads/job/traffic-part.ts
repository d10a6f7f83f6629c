/** Combines the open-loop traffic of jobs that share no sender into a stream. */
import type { MessageInjection, TrafficStream } from "../../traffic/open-loop.ts";

/** The traffic of one job: a sequence of messages for each rank. */
export interface TrafficPart {
  /** [R] Terminal of each rank, all distinct. */
  readonly terminals: Int32Array;
  /** The distinct injections of the job's ranks, at least one. */
  readonly injections: readonly MessageInjection[];
  /** The injection of a rank, as an index into {@link injections}. */
  readonly injectionOf: (rank: number) => number;
  /** Destination terminal of a rank's next message, from a fresh 32-bit draw; the rank's own terminal if the message is not created. */
  readonly destination: (rank: number, draw: number) => number;
  /** Probability that a message of a rank goes to a terminal. */
  readonly share: (rank: number, terminal: number) => number;
  /** True if every rank has a single destination. */
  readonly isPermutation: boolean;
}

/**
 * Approximate limit of the draws until every terminal has drawn another destination. A terminal that would need more draws, because it
 * draws itself too often, counts as silent.
 */
const maxDraws = 2 ** 24;

/**
 * Combines the traffic of several jobs (parts) into one stream for all terminals of the network. The parts share no terminal and have at
 * most 65,535 injections (rates and sizes of messages). `share` is the probability that a message of a source goes to a destination. A
 * message to oneself is not sent. So a terminal without a part is its own destination, and a terminal that would almost always draw itself
 * counts as silent.
 * @param terminals number of terminals of the network
 */
export function streamOfParts(parts: readonly TrafficPart[], terminals: number): TrafficStream {
  // For each terminal: its part (the traffic of a job), its rank in the job, and its injection.
  const noPart = parts.length;
  const partOf = new Int32Array(terminals).fill(noPart);
  const rankOf = new Int32Array(terminals);
  const injectionOf = new Uint16Array(terminals);
  const injections: MessageInjection[] = [];
  parts.forEach((part, partIndex) => {
    part.terminals.forEach((terminal, rank) => {
      partOf[terminal] = partIndex;
      rankOf[terminal] = rank;
      injectionOf[terminal] = injections.length + part.injectionOf(rank);
    });
    injections.push(...part.injections);
  });
  // If no terminal sends, a stream still needs an injection.
  if (injections.length === 0) injections.push({ load: 1, process: "bernoulli", meanPackets: 1, packets: null });
  const share = (source: number, destination: number) => {
    if (partOf[source] === noPart) return source === destination ? 1 : 0;
    return parts[partOf[source]].share(rankOf[source], destination);
  };
  // A terminal that sends a larger share of its messages to itself counts as silent.
  const maxOwnShare = 1 - Math.max(1 / 65536, terminals / maxDraws);
  const isPermutation = parts.every((part) => part.isPermutation);
  return {
    injections,
    injectionOf,
    isSending: Uint8Array.from({ length: terminals }, (_, source) => (share(source, source) < maxOwnShare ? 1 : 0)),
    destination: destinationOf(),
    share,
    isPermutation,
  };

  function destinationOf(): TrafficStream["destination"] {
    const drawDestination = (source: number, draw: number) =>
      partOf[source] === noPart ? source : parts[partOf[source]].destination(rankOf[source], draw);
    if (isPermutation) {
      const table = Int32Array.from({ length: terminals }, (_, source) => drawDestination(source, 0));
      return (source) => table[source];
    }
    const [{ terminals: onlyTerminals, destination }] = parts;
    return parts.length === 1 && onlyTerminals.length === terminals && isIdentity(onlyTerminals) ? destination : drawDestination;
  }
}

/** Whether rank i runs on terminal i, for all ranks. */
export function isIdentity(terminals: Int32Array): boolean {
  return terminals.every((terminal, rank) => terminal === rank);
}
