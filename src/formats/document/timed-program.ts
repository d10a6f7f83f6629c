/** Converts messages with start times to a program: each rank computes until it is time to send. */
import { any, graphOp, type ProgramGraph } from "../../core/programs/graph.ts";
import { mostOfGraph } from "../../core/programs/graph-text.ts";

/** A message between two terminals. */
export interface TimedMessage {
  readonly source: number;
  readonly destination: number;
  readonly bytes: number;
  /** Cycle in which the message is sent. */
  readonly time: number;
}

/** Number of messages that always fit into a program: each needs a computation, a send and a receive. */
export const mostTimed = Math.floor(mostOfGraph.operations / 3);

/**
 * A program that sends messages at their start times and waits for nothing else. Programs count nanoseconds: if a cycle is shorter than a
 * nanosecond, start times are rounded to the nearest nanosecond.
 * @param cycleSeconds length of a cycle; null if a cycle is a nanosecond
 */
export function programOfMessages(messages: readonly TimedMessage[], cycleSeconds: number | null): ProgramGraph {
  const cycle = cycleSeconds === null ? 1 : cycleSeconds * 1e9;
  const ranks = messages.reduce((most, { source, destination }) => Math.max(most, source, destination), 0) + 1;
  const [sent, received]: TimedMessage[][][] = [0, 1].map(() => Array.from({ length: ranks }, () => []));
  for (const message of messages) {
    sent[message.source].push(message);
    received[message.destination].push(message);
  }
  const [code, peer, amount, after, firstAfter]: number[][] = [[], [], [], [], [0]];
  const put = (what: number, who: number, much: number, waitsFor: number) => {
    code.push(what);
    peer.push(who);
    amount.push(much);
    if (waitsFor >= 0) after.push(2 * waitsFor);
    firstAfter.push(after.length);
    return code.length - 1;
  };
  const first = [0];
  for (let r = 0; r < ranks; r++) {
    // Index of the last computation, and the cycle in which it ends.
    let [last, now] = [-1, 0];
    for (const { destination, bytes, time } of sent[r].sort((a, b) => a.time - b.time)) {
      const nanoseconds = Math.round((time - now) * cycle);
      if (nanoseconds > 0) {
        last = put(graphOp.compute, any, nanoseconds, last);
        now += Math.round(nanoseconds / cycle);
      }
      put(graphOp.send, destination, bytes, last);
    }
    for (const { source, bytes } of received[r]) put(graphOp.receive, source, bytes, -1);
    first.push(code.length);
  }
  return {
    ranks,
    first: Int32Array.from(first),
    code: Uint8Array.from(code),
    peer: Int32Array.from(peer),
    amount: Float64Array.from(amount),
    tag: new Int32Array(code.length),
    cpu: new Uint8Array(code.length),
    nic: new Uint8Array(code.length),
    firstAfter: Int32Array.from(firstAfter),
    after: Int32Array.from(after),
  };
}
