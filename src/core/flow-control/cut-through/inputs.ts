/** Inputs of nodes: the queues behind channels, then the injection slots, numbered in this order. */
import type { Network } from "../../network/network.ts";

export interface Inputs {
  /** [nodes + 1] Where the inputs of each node begin among those of all; and how many the node with most of them has, at least 1. */
  readonly firstInput: Int32Array;
  readonly most: number;
  /**
   * The node where queue `q` stands, whether a packet can ask there, and whether it came straight from a terminal: to a switch, or out of
   * its own slot. What one terminal hands another is on its way.
   */
  readonly standsAt: (q: number) => number;
  readonly isUsed: (q: number) => boolean;
  readonly isFromTerminal: (q: number) => boolean;
}

/**
 * @param K virtual channels of a channel
 * @param slots injection slots of a terminal
 */
export function inputsOf({ head, tail, terminals, firstOut, forwards }: Network, K: number, slots: number): Inputs {
  const Q = head.length * K;
  const N = firstOut.length - 1;
  const standsAt = (q: number) => (q < Q ? head[Math.floor(q / K)] : (q - Q) % terminals);
  const isUsed = (q: number) => q >= Q || forwards || head[Math.floor(q / K)] >= terminals;
  const isFromTerminal = (q: number) => {
    const c = Math.floor(q / K);
    return q >= Q || (tail[c] < terminals && head[c] >= terminals);
  };
  const firstInput = new Int32Array(N + 1);
  for (let q = 0; q < Q + slots * terminals; q++) if (isUsed(q)) firstInput[standsAt(q) + 1]++;
  const most = firstInput.reduce((a, b) => Math.max(a, b), 1);
  for (let n = 0; n < N; n++) firstInput[n + 1] += firstInput[n];
  return { firstInput, most, standsAt, isUsed, isFromTerminal };
}
